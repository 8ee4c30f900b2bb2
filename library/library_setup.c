/* Options for a piece of work, with a system of its own: start values and inputs that the options bring belong to the work, and the
 * system that the caller has stays as it is. */
#include "library/library_impl.h"

#include <stdlib.h>
#include <string.h>

static void hear_warning(const char *text, void *context)
{
    struct setup *s = context;
    const struct sink *sink = &s->options.warning;
    warning_list_add(&s->warnings, text);
    if (sink->tell)
        sink->tell(text, sink->context);
}

static ssize_t pass_on(void *context, const char *text, size_t size)
{
    const struct sink *sink = context;
    char *line = strndup(text, size);
    if (line)
        sink->tell(line, sink->context);
    free(line);
    return line ? (ssize_t)size : 0;
}

/* Line by line, so that it keeps its place among warnings. */
static FILE *open_report(struct sink *sink)
{
    FILE *report = fopencookie(sink, "w", (cookie_io_functions_t){.write = pass_on});
    if (report)
        setvbuf(report, NULL, _IOLBF, BUFSIZ);
    return report;
}

bool setup_begin(struct setup *s, const struct paso_options *options, const char *path, struct error *error)
{
    warning_route_open(&s->route, hear_warning, s);
    if (!library_options_copy(&s->options, options, path, error))
        return false;
    if (s->options.report.tell)
        s->report = open_report(&s->options.report);
    return s->report || !s->options.report.tell || error_raise(error, ERROR_NO_MEMORY, "preparing a report");
}

void setup_close(struct setup *s)
{
    experiment_close(&s->experiment);
    if (s->report)
        fclose(s->report);
    warning_list_free(&s->warnings);
    library_options_close(&s->options);
    warning_route_close(&s->route);
}
