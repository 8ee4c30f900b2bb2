/* The door of the library: what stands around every call. */
#include "library/library_impl.h"
#include "library/library_options.h"
#include "master/import/crash_guard.h"
#include "master/import/signals.h"
#include "master/import/surroundings.h"

#include <math.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>

LIBRARY_MESSAGES(MESSAGE_DEFINE)

static locale_t plain; /* made once, constant after that */
static struct warning_route silence;

static bool takes_signals;

static void prepare(void)
{
    if (takes_signals)
        surroundings_are_ours();
    else
        signals_leave_alone();
    plain = newlocale(LC_ALL_MASK, "C", (locale_t)0);
    warning_route_open(&silence, NULL, NULL);
}

static void prepare_once(void)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, prepare);
}

struct warning_route *library_silence(void)
{
    prepare_once();
    return &silence;
}

void paso_take_signals(void)
{
    takes_signals = true;
    prepare_once();
}

bool library_takes_signals(void)
{
    return takes_signals;
}

void library_claim_thread(void)
{
    crash_guard_protect_thread();
}

void library_enter(struct entry *entry, struct warning_route *route)
{
    prepare_once();
    error_clear(&entry->error);
    entry->locale = plain ? uselocale(plain) : (locale_t)0;
    entry->route = error_route_warnings(route);
}

bool library_leave(struct entry *entry, bool done, paso_error *error)
{
    static const char prefix[] = "ERROR_";
    error_route_warnings(entry->route);
    if (entry->locale)
        uselocale(entry->locale);
    if (done || !error)
        return done;
    const char *code = error_is_set(&entry->error) ? entry->error.code->code : ERROR_INTERNAL->code;
    if (strncmp(code, prefix, sizeof prefix - 1) == 0)
        code += sizeof prefix - 1;
    error->status = error_is_set(&entry->error) ? error_exit_status(&entry->error) : 1;
    snprintf(error->code, sizeof error->code, "%s", code);
    snprintf(error->message, sizeof error->message, "%s", entry->error.text);
    return false;
}

bool library_number_is(double value, const char *function, const char *argument, struct error *error)
{
    return !isnan(value) || error_raise(error, ERROR_CALL_NUMBER, function, argument, "NaN");
}

const char *paso_version(void)
{
    return PASO_VERSION;
}
