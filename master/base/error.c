/* Errors and warnings: filled from the lists, formatted without printf formats so that no argument can be mistyped. */
#include "master/base/error.h"
#include "master/base/printable.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

BASE_MESSAGES(MESSAGE_DEFINE)

/* Words come out of other people's files as often as not. */
static size_t put_word(char *text, size_t room, const char *word)
{
    size_t used = 0;
    while (*word) {
        char piece[PRINTABLE_LONGEST];
        const size_t n = printable_next(&word, piece);
        if (n > room - used)
            break;
        memcpy(text + used, piece, n);
        used += n;
    }
    return used;
}

static void fill(char *text, size_t size, const struct message *code, const char *const strings[])
{
    size_t used = 0;
    for (const char *from = code->text; *from && used + 1 < size; from++) {
        if (from[0] == '{' && from[1] == '}') {
            used += put_word(text + used, size - 1 - used, *strings ? *strings++ : "?");
            from++;
        } else {
            text[used++] = *from;
        }
    }
    text[used] = '\0';
}

bool error_raise_strings(struct error *error, const struct message *code, const char *const strings[])
{
    if (error && !error->code) {
        error->code = code;
        fill(error->text, sizeof error->text, code, strings);
    }
    return false;
}

void error_prefix(struct error *error, const char *words)
{
    if (!error_is_set(error))
        return;
    char shown[sizeof error->text];
    words = printable(shown, sizeof shown, words);
    const size_t length = strlen(words);
    const size_t text = strlen(error->text);
    if (length >= sizeof error->text)
        return;
    const size_t kept = text < sizeof error->text - 1 - length ? text : sizeof error->text - 1 - length;
    memmove(error->text + length, error->text, kept);
    memcpy(error->text, words, length);
    error->text[length + kept] = '\0';
}

void error_clear(struct error *error)
{
    error->code = NULL;
    error->text[0] = '\0';
}

bool error_is_set(const struct error *error)
{
    return error && error->code;
}

int error_exit_status(const struct error *error)
{
    return error_is_set(error) ? error->code->exit_status : 0;
}

/* ---- warnings ---- */

static struct warning_route of_process = {.lock = PTHREAD_MUTEX_INITIALIZER};

static _Thread_local struct warning_route *of_thread;

static unsigned long hash(const char *text)
{
    unsigned long h = 5381;
    while (*text)
        h = h * 33 ^ (unsigned char)*text++;
    return h;
}

static bool was_said(struct warning_route *route, const char *text)
{
    const unsigned long h = hash(text);
    for (size_t i = 0; i < route->n_said; i++)
        if (route->said[i] == h)
            return true;
    if (route->n_said < REMEMBERED_WARNINGS)
        route->said[route->n_said++] = h;
    return false;
}

/* With the route's lock. */
static void tell(struct warning_route *route, const char *text)
{
    if (was_said(route, text))
        return;
    if (route->sink)
        route->sink(text, route->context);
    else if (route == &of_process)
        fprintf(stderr, "paso: warning: %s\n", text);
}

void error_warn_strings(const struct message *code, const char *const strings[])
{
    char text[ERROR_TEXT_SIZE];
    fill(text, sizeof text, code, strings);
    struct warning_route *route = of_thread ? of_thread : &of_process;
    pthread_mutex_lock(&route->lock);
    const bool is_kept = code->exit_status != 0 && route != &of_process && route->sink && !error_is_set(&route->late);
    if (is_kept)
        error_raise_strings(&route->late, code, strings);
    else
        tell(route, text);
    pthread_mutex_unlock(&route->lock);
}

bool error_take_late_failure(struct error *error)
{
    struct warning_route *route = of_thread;
    if (!route)
        return false;
    pthread_mutex_lock(&route->lock);
    const struct error late = route->late;
    error_clear(&route->late);
    if (error_is_set(&late) && error && !error_is_set(error))
        *error = late;
    else if (error_is_set(&late))
        tell(route, late.text);
    pthread_mutex_unlock(&route->lock);
    return error_is_set(&late);
}

void error_set_warning_sink(warning_sink sink, void *context)
{
    pthread_mutex_lock(&of_process.lock);
    of_process.sink = sink;
    of_process.context = context;
    of_process.n_said = 0;
    pthread_mutex_unlock(&of_process.lock);
}

void warning_route_open(struct warning_route *route, warning_sink sink, void *context)
{
    *route = (struct warning_route){.sink = sink, .context = context};
    pthread_mutex_init(&route->lock, NULL);
}

void warning_route_close(struct warning_route *route)
{
    pthread_mutex_destroy(&route->lock);
}

struct warning_route *error_route_warnings(struct warning_route *route)
{
    struct warning_route *before = of_thread;
    of_thread = route;
    return before;
}

/* ---- words ---- */

const char *error_format(char *buffer, size_t size, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(buffer, size, format, arguments);
    va_end(arguments);
    return buffer;
}

/* Edit distance with neighbours swapped as one edit, over three rows; names longer than a row are never near. */
static size_t distance(const char *a, const char *b)
{
    enum { LONGEST = 128 };
    size_t rows[3][LONGEST + 1];
    const size_t na = strlen(a), nb = strlen(b);
    if (nb > LONGEST)
        return (size_t)-1;
    for (size_t j = 0; j <= nb; j++)
        rows[0][j] = j;
    for (size_t i = 1; i <= na; i++) {
        size_t *row = rows[i % 3];
        const size_t *above = rows[(i - 1) % 3], *two_above = rows[(i + 1) % 3];
        row[0] = i;
        for (size_t j = 1; j <= nb; j++) {
            row[j] = above[j - 1] + (a[i - 1] != b[j - 1]);
            row[j] = above[j] + 1 < row[j] ? above[j] + 1 : row[j];
            row[j] = row[j - 1] + 1 < row[j] ? row[j - 1] + 1 : row[j];
            const bool swapped = i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1];
            if (swapped && two_above[j - 2] + 1 < row[j])
                row[j] = two_above[j - 2] + 1;
        }
    }
    return rows[na % 3][nb];
}

const char *error_nearest(const char *name, const char *const *known, size_t n_known)
{
    const char *nearest = NULL;
    size_t best = strlen(name) / 2; /* farther than half the name is no suggestion */
    for (size_t i = 0; i < n_known; i++) {
        if (!known[i][0])
            continue;
        const size_t d = distance(name, known[i]);
        const bool nearer = d < best || (d == best && (!nearest || strlen(known[i]) == strlen(name)));
        if (nearer) {
            best = d;
            nearest = known[i];
        }
    }
    return nearest;
}
