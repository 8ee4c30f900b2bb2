/* A system opened for a run of its own: start values and inputs that the options bring belong to the run, and the system that
 * the caller has stays as it is. */
#include "library/library_impl.h"

bool setup_begin(struct setup *s, const struct paso_options *options, struct error *error)
{
    const bool done = library_options_copy(&s->options, options, error);
    warning_route_open(&s->route, s->options.warning, s->options.context);
    return done;
}

bool setup_open(struct setup *s, const paso_system *system, struct error *error)
{
    struct run_arguments *a = &s->options.arguments;
    s->system = run_arguments_open_system(a, library_system_path(system), error);
    if (!s->system)
        return false;
    if (!a->input)
        return true;
    s->input = input_file_open(a->input, s->system, error);
    a->run.input = s->input ? input_file_source(s->input) : NULL;
    return s->input != NULL;
}

void setup_close(struct setup *s)
{
    input_file_close(s->input);
    system_close(s->system);
    library_options_close(&s->options);
    warning_route_close(&s->route);
}
