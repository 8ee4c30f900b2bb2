/* Instances: made and freed, and what happens when a call is not fmi2OK. */
#include "master/import/fmu_private.h"
#include "master/import/import_messages.h"
#include "master/import/isolate.h"
#include "master/import/surroundings.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

enum { MOST_WARNINGS = 5 };

static bool (*interruption_asked)(void);
static atomic_long interruption_seen; /* when it was seen first, ms; 0: never */

void fmu_set_interruption(bool (*asked)(void))
{
    interruption_asked = asked;
    atomic_store(&interruption_seen, 0);
}

bool fmu_interruption_is_due(double patience)
{
    if (!interruption_asked || !interruption_asked())
        return false;
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    const long now = 1000 * (long)t.tv_sec + t.tv_nsec / 1000000 + 1;
    long first = 0;
    if (atomic_compare_exchange_strong(&interruption_seen, &first, now))
        first = now;
    return (double)(now - first) >= 1000 * patience;
}

/* ---- calls that were not fmi2OK ---- */

static const char *or_silence(const char *words)
{
    return *words ? words : "the FMU logged nothing";
}

static const char *last_words(const struct instance *i)
{
    return or_silence(instance_last_words(i, i->subject.time, i->subject.time));
}

/* After fmi2Fatal no function of any instance may be called (FMI 2.0, 2.1.3). */
static const struct functions no_functions;

bool instance_not_ok(struct instance *i, const char *function, fmi2Status status, struct error *error)
{
    static const char *const names[] = {"fmi2OK",    "fmi2Warning", "fmi2Discard",
                                        "fmi2Error", "fmi2Fatal",   "fmi2Pending"};
    if (i->isolate)
        function = isolate_failed_function(i->isolate, function);
    if (status == fmi2Warning) {
        i->n_warnings++;
        if (i->n_warnings <= MOST_WARNINGS)
            error_warn(WARNING_FMU_CALL, i->label, function, TEXT("%.9g", i->subject.time),
                       or_silence(instance_last_log(i)));
        else if (i->n_warnings == MOST_WARNINGS + 1)
            error_warn(WARNING_FMU_CALLS, i->label);
        return true;
    }
    if (status == fmi2Fatal) {
        i->is_broken = true;
        i->fmu->fatal = i->fmu->fatal || !i->isolate; /* other processes do not know of it */
        i->functions = &no_functions;
    }
    if (i->isolate && isolate_is_lost(i->isolate))
        return isolate_raise_lost(i->isolate, i->label, function, i->subject.time, last_words(i), error);
    const char *name = (unsigned)status <= fmi2Pending ? names[status] : TEXT("the unknown status %d", (int)status);
    return error_raise(error, ERROR_FMU_CALL, i->label, function, name, TEXT("%.9g", i->subject.time), last_words(i));
}

bool instance_missing(struct instance *i, const char *function, struct error *error)
{
    return error_raise(error, i->is_broken || i->fmu->fatal ? ERROR_FMU_BROKEN : ERROR_FUNCTION_MISSING, i->label,
                       function, TEXT("%.9g", i->subject.time));
}

/* ---- pending steps ---- */

static void on_step_finished(fmi2ComponentEnvironment environment, fmi2Status status)
{
    struct instance *i = environment;
    if (i)
        atomic_store(&i->step_finished, (int)status);
}

fmi2Status instance_wait(struct instance *i, struct error *error)
{
    struct timespec pause = {.tv_nsec = 20000};
    for (;;) {
        fmi2Status step;
        crash_guard_enter(&i->subject, "fmi2GetStatus");
        const fmi2Status status = binary_ask_step(i->functions, i->component, atomic_load(&i->step_finished), &step);
        crash_guard_leave();
        if (status > fmi2Warning && !instance_not_ok(i, "fmi2GetStatus", status, error))
            return fmi2Error;
        if (step != fmi2Pending)
            return step;
        if (interruption_asked && interruption_asked()) {
            if (i->functions->CancelStep) {
                crash_guard_enter(&i->subject, "fmi2CancelStep");
                i->functions->CancelStep(i->component);
                crash_guard_leave();
            }
            error_raise(error, ERROR_FMU_INTERRUPTED, i->label, "fmi2DoStep", TEXT("%.9g", i->subject.time));
            return fmi2Error;
        }
        nanosleep(&pause, NULL);
        if (pause.tv_nsec < 1000000)
            pause.tv_nsec += pause.tv_nsec / 2; /* short steps are noticed soon, long ones cost nothing */
    }
}

/* ---- made and freed ---- */

static void *allocate(size_t count, size_t size)
{
    return calloc(count ? count : 1, size ? size : 1);
}

/* Whether the library holds the GUID as text: exporters compile it in, and compare. */
static bool library_knows_guid(const char *path, const char *guid)
{
    bool found = true; /* unless it is seen that it is not */
    const int file = open(path, O_RDONLY | O_CLOEXEC);
    struct stat info;
    if (file >= 0 && fstat(file, &info) == 0 && info.st_size > 0) {
        void *bytes = mmap(NULL, (size_t)info.st_size, PROT_READ, MAP_PRIVATE, file, 0);
        if (bytes != MAP_FAILED) {
            found = memmem(bytes, (size_t)info.st_size, guid, strlen(guid)) != NULL;
            munmap(bytes, (size_t)info.st_size);
        }
    }
    if (file >= 0)
        close(file);
    return found;
}

static bool raise_instantiate(const struct instance *i, const char *library, struct error *error)
{
    const char *words = last_words(i);
    const char *guid = i->fmu->description->guid;
    if (strcasestr(words, "guid") || !library_knows_guid(library, guid))
        return error_raise(error, ERROR_GUID, i->label, guid, words);
    return error_raise(error, ERROR_INSTANTIATE, i->label, words);
}

static bool prepare_names(struct instance *i, const char *name)
{
    const struct fmu *fmu = i->fmu;
    const bool named = name && *name;
    const char *model = *fmu->description->model_name ? fmu->description->model_name : fmu->file;
    i->name = strdup(named ? name : model);
    if (asprintf(&i->label, named ? "%s (%s)" : "%s%s", named ? name : "", fmu->file) < 0)
        i->label = NULL;
    i->subject.name = i->label;
    i->subject.last_log = i->log.last;
    return i->name && i->label;
}

static bool instantiate_isolated(struct instance *i, const struct instance_options *options, struct error *error)
{
    i->functions = isolate_functions(i->isolate);
    i->component = isolate_instantiate(i->isolate, i, i->name, options->type, i->fmu->description->guid,
                                       i->fmu->resources, options->logging);
    if (!i->component && isolate_is_lost(i->isolate))
        return isolate_raise_lost(i->isolate, i->label, "fmi2Instantiate", i->subject.time, last_words(i), error);
    if (!i->component) {
        char *library = binary_find(i->fmu->folder, i->interface->model_identifier, i->fmu->file, NULL);
        raise_instantiate(i, library ? library : "", error);
        free(library);
        return false;
    }
    if (options->logging && i->functions->SetDebugLogging)
        i->functions->SetDebugLogging(i->component, fmi2True, 0, NULL);
    return true;
}

static bool instantiate(struct instance *i, const struct instance_options *options, struct error *error)
{
    if (i->isolate)
        return instantiate_isolated(i, options, error);
    struct binary *binary = i->fmu->binaries[options->type];
    i->functions = binary_functions(binary);
    i->callbacks =
        (fmi2CallbackFunctions){.logger = instance_on_log,
                                .allocateMemory = allocate,
                                .freeMemory = free,
                                .stepFinished = i->interface->can_run_asynchronously ? on_step_finished : NULL,
                                .componentEnvironment = i};
    struct surroundings before;
    surroundings_look(&before);
    crash_guard_enter(&i->subject, "fmi2Instantiate");
    i->component = binary_instantiate(binary, i->name, options->type, i->fmu->description->guid, i->fmu->resources,
                                      &i->callbacks, options->logging);
    crash_guard_leave();
    if (!surroundings_check(&before, i->label, "fmi2Instantiate", error))
        return false;
    if (!i->component)
        return raise_instantiate(i, binary_path(binary), error);
    if (options->logging && i->functions->SetDebugLogging) {
        crash_guard_enter(&i->subject, "fmi2SetDebugLogging");
        i->functions->SetDebugLogging(i->component, fmi2True, 0, NULL); /* no categories: all; a refusal does no harm */
        crash_guard_leave();
    }
    return true;
}

static const struct fmi_interface *interface_of(const struct fmu *fmu, fmi2Type type)
{
    return type == fmi2CoSimulation ? &fmu->description->co_simulation : &fmu->description->model_exchange;
}

static bool may_open(struct fmu *fmu, fmi2Type type, bool is_isolated, struct error *error)
{
    const struct fmi_interface *interface = interface_of(fmu, type);
    if (!interface->present)
        return error_raise(error, ERROR_INTERFACE_MISSING, fmu->file,
                           type == fmi2CoSimulation ? "Co-Simulation" : "Model Exchange");
    if (is_isolated || (fmu->is_isolated && !fmu->binaries[type] && !fmu_load(fmu, error)))
        return is_isolated;
    if (!fmu->binaries[type]) {
        if (error && !error_is_set(error))
            *error = fmu->binary_errors[type];
        return error_raise(error, ERROR_INTERNAL, "an FMU that was opened without its binary cannot be instantiated");
    }
    return true;
}

struct instance *instance_open(struct fmu *fmu, const struct instance_options *options, struct error *error)
{
    static const struct isolation no_limits = {0};
    const struct isolation *isolation = options->isolation;
    if (!isolation && interface_of(fmu, options->type)->only_once_per_process && fmu->n_instances > 0)
        isolation = &no_limits; /* there is one here already */
    if (!may_open(fmu, options->type, isolation != NULL, error))
        return NULL;
    struct instance *i = calloc(1, sizeof *i);
    if (!i) {
        error_raise(error, ERROR_NO_MEMORY, "instantiating an FMU");
        return NULL;
    }
    i->fmu = fmu;
    i->interface = interface_of(fmu, options->type);
    i->logging = options->logging;
    i->subject.time = options->start_time;
    pthread_mutex_init(&i->log.lock, NULL);
    atomic_init(&i->step_finished, BINARY_NOT_FINISHED);
    i->isolate = isolation ? fmu_take_isolate(fmu, options->type, isolation, error) : NULL;
    i->is_here = !isolation;
    fmu->n_instances += i->is_here;
    bool ok = i->isolate || !isolation;
    if (ok)
        ok = prepare_names(i, options->name) ? instantiate(i, options, error)
                                             : error_raise(error, ERROR_NO_MEMORY, "instantiating an FMU");
    if (!ok) {
        instance_close(i);
        return NULL;
    }
    return i;
}

void instance_close(struct instance *i)
{
    if (!i)
        return;
    i->fmu->n_instances -= i->is_here;
    if (i->component && i->fmu->fatal && !i->isolate) {
        i->next = i->fmu->abandoned;
        i->fmu->abandoned = i;
        return;
    }
    if (i->component && i->functions->FreeInstance) {
        crash_guard_enter(&i->subject, "fmi2FreeInstance");
        i->functions->FreeInstance(i->component);
        crash_guard_leave();
    }
    isolate_close(i->isolate);
    pthread_mutex_destroy(&i->log.lock);
    free(i->name);
    free(i->label);
    free(i);
}

struct fmu *instance_fmu(const struct instance *i)
{
    return i->fmu;
}

const char *instance_name(const struct instance *i)
{
    return i->name;
}

bool instance_is_isolated(const struct instance *i)
{
    return i->isolate != NULL;
}

bool instance_is_lost(const struct instance *i)
{
    return i->isolate && isolate_is_lost(i->isolate);
}

void instance_defer_sets(struct instance *i)
{
    if (i->isolate)
        isolate_defer_sets(i->isolate);
}

void instance_begin_step(struct instance *i, double t, double step, bool no_rollback_before)
{
    if (i->isolate && i->functions->DoStep)
        isolate_begin_step(i->isolate, t, step, no_rollback_before);
}

void instance_set_message_time(struct instance *i, double t)
{
    i->subject.time = t;
}
