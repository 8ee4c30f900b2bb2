/* Runs: from open to close. Values and observers are in library_values.c. */
#include "library/library_run.h"
#include "master/files/summary.h"

#include <stdlib.h>

static paso_run *open_run(const paso_system *system, const paso_options *options, struct error *error)
{
    paso_run *r = calloc(1, sizeof *r);
    if (!r) {
        error_raise(error, ERROR_NO_MEMORY, "opening a run");
        return NULL;
    }
    bool done = setup_begin(&r->setup, options, error);
    error_route_warnings(&r->setup.route);
    done = done && setup_open(&r->setup, system, error);
    r->run = done ? run_open(r->setup.system, &r->setup.options.arguments.run, error) : NULL;
    if (r->run)
        return r;
    error_route_warnings(library_silence());
    paso_run_close(r);
    return NULL;
}

paso_run *paso_run_open(const paso_system *system, const paso_options *options, paso_error *error)
{
    struct entry entry;
    library_enter(&entry, library_silence());
    paso_run *r = NULL;
    if (system)
        r = open_run(system, options, &entry.error);
    else
        error_raise(&entry.error, ERROR_CALL_ARGUMENT, "paso_run_open", "the system");
    library_leave(&entry, r != NULL, error);
    return r;
}

void paso_run_close(paso_run *r)
{
    if (!r)
        return;
    struct entry entry;
    library_enter(&entry, library_silence());
    run_close(r->run);
    run_values_close(r);
    finite_watch_close(&r->watch);
    setup_close(&r->setup);
    free(r);
    library_leave(&entry, true, NULL);
}

/* What is connected is checked at every exchange; other outputs matter where somebody looks at them. */
static bool watch_for_nonsense(paso_run *r, struct error *error)
{
    struct run_observer observer;
    if (r->setup.system->n_connections > 0 && !r->observers)
        return true;
    return finite_watch_open(&r->watch, r->setup.system, error) &&
           (!finite_watch_observer(&r->watch, &observer) || run_add_observer(r->run, &observer, error));
}

bool paso_run_initialize(paso_run *r, paso_error *error)
{
    struct entry entry;
    library_enter(&entry, &r->setup.route);
    bool done = !r->initialized || error_raise(&entry.error, ERROR_CALL_AFTER, "paso_run_initialize");
    done = done && run_values_watch(r, &entry.error) && watch_for_nonsense(r, &entry.error);
    if (done) {
        r->initialized = true;
        done = run_initialize(r->run, &entry.error);
    }
    return library_leave(&entry, done, error);
}

bool run_is_initialized(const paso_run *r, const char *function, struct error *error)
{
    return r->initialized || error_raise(error, ERROR_CALL_BEFORE, function);
}

bool paso_run_step(paso_run *r, paso_error *error)
{
    struct entry entry;
    library_enter(&entry, &r->setup.route);
    const bool done = run_is_initialized(r, "paso_run_step", &entry.error) && run_step(r->run, &entry.error);
    return library_leave(&entry, done, error);
}

bool paso_run_advance(paso_run *r, double t, paso_error *error)
{
    struct entry entry;
    library_enter(&entry, &r->setup.route);
    const bool done = run_is_initialized(r, "paso_run_advance", &entry.error) && run_advance(r->run, t, &entry.error);
    return library_leave(&entry, done, error);
}

bool paso_run_finish(paso_run *r, paso_error *error)
{
    struct entry entry;
    library_enter(&entry, &r->setup.route);
    bool done = run_is_initialized(r, "paso_run_finish", &entry.error);
    if (done) {
        summary_warn(r->run);
        done = run_finish(r->run, &entry.error);
    }
    return library_leave(&entry, done, error);
}

double paso_run_time(const paso_run *r)
{
    return run_time(r->run);
}

double paso_run_start_time(const paso_run *r)
{
    return run_start_time(r->run);
}

double paso_run_stop_time(const paso_run *r)
{
    return run_stop_time(r->run);
}

double paso_run_macro_step(const paso_run *r)
{
    return run_macro_step(r->run);
}

bool paso_run_ended(const paso_run *r)
{
    return run_ended(r->run);
}
