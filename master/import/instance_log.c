/* What FMUs say: the last line is kept for messages; with logging on, lines go to standard error, though not without end. */
#include "master/import/fmu_private.h"

#include "master/base/printable.h"
#include "master/import/import_messages.h"
#include "master/import/xml.h"

#include <math.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_LINES = 10000 };

static const char *status_name(fmi2Status status)
{
    static const char *const names[] = {"ok", "warning", "discard", "error", "fatal", "pending"};
    return (unsigned)status <= fmi2Pending ? names[status] : "?";
}

static bool has_letter(enum fmi_type type, char letter)
{
    switch (letter) {
    case 'r':
        return type == FMI_REAL;
    case 'i':
        return type == FMI_INTEGER || type == FMI_ENUMERATION;
    case 'b':
        return type == FMI_BOOLEAN;
    case 's':
        return type == FMI_STRING;
    default:
        return false;
    }
}

static const char *variable_name(const struct description *d, char letter, unsigned long reference)
{
    for (size_t k = 0; k < d->n_variables; k++)
        if (d->variables[k].reference == reference && has_letter(d->variables[k].type, letter))
            return d->variables[k].name;
    return NULL;
}

/* #r12# in a message stands for the name of the Real variable with reference 12, ## for # (FMI 2.0, 2.1.5). */
static void expand(const struct description *d, const char *raw, char *expanded, size_t size)
{
    size_t used = 0;
    while (*raw && used + 1 < size) {
        const char *name = NULL;
        char *end = NULL;
        if (raw[0] == '#' && raw[1] == '#') {
            raw++;
        } else if (raw[0] == '#' && raw[1] && raw[2] >= '0' && raw[2] <= '9') {
            const unsigned long reference = strtoul(raw + 2, &end, 10);
            name = *end == '#' ? variable_name(d, raw[1], reference) : NULL;
        }
        if (name) {
            const size_t length = strlen(name), room = size - 1 - used;
            const size_t taken = length < room ? length : room;
            memcpy(expanded + used, name, taken);
            used += taken;
            raw = end + 1;
        } else {
            expanded[used++] = *raw++;
        }
    }
    expanded[used] = '\0';
}

/* One line: messages of several are joined, control characters become blanks. */
static void make_line(char *text)
{
    size_t n = strlen(text);
    while (n > 0 && (unsigned char)text[n - 1] <= ' ')
        n--;
    text[n] = '\0';
    for (char *at = text; *at; at++)
        if ((unsigned char)*at < ' ')
            *at = ' ';
}

void instance_tidy_log(const struct instance *i, const char *message, char *line, size_t size)
{
    char raw[LOG_LINE_SIZE];
    snprintf(raw, sizeof raw, "%s", message);
    make_line(raw);
    expand(i->fmu->description, raw, line, size);
}

static void show(struct instance *i, fmi2Status status, const char *category, const char *line)
{
    char expanded[LOG_LINE_SIZE];
    if (i->log.n_lines++ < MOST_LINES) {
        expand(i->fmu->description, line, expanded, sizeof expanded);
        fprintf(stderr, "%s: [%s] %s: %s\n", PRINTABLE(i->label), category ? PRINTABLE(category) : "",
                status_name(status), PRINTABLE(expanded));
    } else if (i->log.n_lines == MOST_LINES + 1) {
        error_warn(WARNING_LOG_CUT, i->label, TEXT("%d", MOST_LINES));
    }
}

void instance_take_log(struct instance *i, fmi2Status status, const char *category, const char *message)
{
    char line[LOG_LINE_SIZE];
    snprintf(line, sizeof line, "%s", message);
    make_line(line);

    pthread_mutex_lock(&i->log.lock);
    /* Chatter after an error must not hide it. */
    if (!(i->log.last_status >= fmi2Error && status < fmi2Error)) {
        /* Names are looked up where the line is likely to be needed, perhaps in a crash; chatter is expanded when asked for. */
        i->log.last_is_raw = status == fmi2OK;
        if (i->log.last_is_raw)
            memcpy(i->log.last, line, strlen(line) + 1);
        else
            expand(i->fmu->description, line, i->log.last, sizeof i->log.last);
        i->log.last_status = status;
    }
    if (i->logging)
        show(i, status, category, line);
    pthread_mutex_unlock(&i->log.lock);
}

void instance_on_log(fmi2ComponentEnvironment environment, fmi2String name, fmi2Status status, fmi2String category,
                     fmi2String message, ...)
{
    (void)name;
    struct instance *i = environment;
    if (!i || !message)
        return;
    char line[LOG_LINE_SIZE];
    va_list arguments;
    va_start(arguments, message);
    vsnprintf(line, sizeof line, message, arguments);
    va_end(arguments);
    instance_take_log(i, status, category, line);
}

const char *instance_last_log(const struct instance *instance)
{
    struct instance *i = (struct instance *)instance;
    pthread_mutex_lock(&i->log.lock);
    if (i->log.last_is_raw)
        expand(i->fmu->description, i->log.last, i->log.shown, sizeof i->log.shown);
    else
        memcpy(i->log.shown, i->log.last, sizeof i->log.shown);
    pthread_mutex_unlock(&i->log.lock);
    return i->log.shown;
}

const char *instance_last_words(const struct instance *instance, double from, double to)
{
    struct instance *i = (struct instance *)instance;
    static const char before[] = " at t = ";
    char *last = NULL;
    instance_last_log(i);
    for (char *at = i->log.shown; (at = strstr(at, before)); at++)
        last = at;
    char number[40];
    double told;
    const char *behind = last ? strstr(last + strlen(before), " s") : NULL;
    if (!behind || strcmp(behind, " s") != 0)
        return i->log.shown;
    snprintf(number, sizeof number, "%.*s", (int)(behind - last - (ptrdiff_t)strlen(before)), last + strlen(before));
    const double rounding = 1e-9 * fmax(fabs(from), fabs(to));
    if (xml_double(number, &told) && told >= from - rounding && told <= to + rounding)
        *last = '\0';
    return i->log.shown;
}
