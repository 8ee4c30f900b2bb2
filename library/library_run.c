/* Runs: from open to close. */
#include "library/interrupt.h"
#include "master/couple/coupling.h"
#include "master/system/driven.h"
#include "library/library_run.h"
#include "master/files/result_file.h"

#include <math.h>
#include <stdlib.h>

/* Where nobody has asked for one. Its trials may take longer than the run does. */
static void choose_coupling(paso_run *r)
{
    struct run_task *t = setup_run(&r->setup);
    const struct sink *progress = &r->setup.options.progress;
    if (t->arguments.has_coupling)
        return;
    if (progress->tell)
        progress->tell("choosing the coupling", progress->context);
    coupling_choose(r->setup.experiment.system, &t->arguments.run, &r->chosen);
    if (progress->tell)
        progress->tell("", progress->context);
}

static bool open_run(paso_run *r, const char *path, const paso_options *options, struct error *error)
{
    if (!library_options_are(options, &task_run, "paso_run_open", error) ||
        !setup_begin(&r->setup, options, path, error))
        return false;
    struct run_task *t = setup_run(&r->setup);
    if (library_takes_signals())
        t->arguments.run.interrupt = interrupt_flag();
    if (!setup_open(&r->setup, path, error) || (t->summary && !result_file_try(t->summary, error)) ||
        !run_record_open(r, path, error))
        return false;
    run_record_start(r);
    choose_coupling(r);
    r->run = run_open(r->setup.experiment.system, &t->arguments.run, error);
    return r->run && run_record_begin(r, error);
}

/* `function` and `argument` for a message where there is no path. */
static paso_run *open_at(const char *path, const paso_options *options, const char *function, const char *argument,
                         paso_error *error)
{
    struct entry entry;
    library_enter(&entry, library_silence());
    paso_run *r = calloc(1, sizeof *r);
    bool done = r || error_raise(&entry.error, ERROR_NO_MEMORY, "opening a run");
    if (!path)
        done = error_raise(&entry.error, ERROR_CALL_ARGUMENT, function, argument);
    if (done) {
        error_route_warnings(&r->setup.route);
        done = open_run(r, path, options, &entry.error);
    }
    library_leave(&entry, done, error);
    if (done)
        return r;
    paso_run_close(r);
    return NULL;
}

paso_run *paso_run_open(const paso_system *system, const paso_options *options, paso_error *error)
{
    return open_at(system ? library_system_path(system) : NULL, options, "paso_run_open", "the system", error);
}

paso_run *paso_run_open_file(const char *path, const paso_options *options, paso_error *error)
{
    return open_at(path, options, "paso_run_open_file", "the path", error);
}

bool paso_run_release(paso_run *r, paso_error *error)
{
    if (!r)
        return true;
    struct entry entry;
    library_enter(&entry, &r->setup.route);
    run_close(r->run);
    const bool well = !error_take_late_failure(error ? &entry.error : NULL);
    run_record_close(r);
    run_values_close(r);
    finite_watch_close(&r->watch);
    arena_free(&r->chosen);
    error_route_warnings(library_silence());
    setup_close(&r->setup);
    free(r);
    return library_leave(&entry, well, error);
}

void paso_run_close(paso_run *r)
{
    paso_run_release(r, NULL);
}

/* What is connected is checked at every exchange; other outputs matter where somebody looks at them. */
static bool watch_for_nonsense(paso_run *r, struct error *error)
{
    struct run_observer observer;
    if (r->setup.experiment.system->n_connections > 0 && !r->is_looked_at)
        return true;
    return finite_watch_open(&r->watch, r->setup.experiment.system, error) &&
           (!finite_watch_observer(&r->watch, &observer) || run_add_observer(r->run, &observer, error));
}

/* A step that is shorter than the others, and an FMU that has said that it cannot take one: it may, but not surely. */
static void warn_of_short_steps(const paso_run *r)
{
    const double H = run_macro_step(r->run), steps = (run_stop_time(r->run) - run_start_time(r->run)) / H;
    if (fabs(steps - nearbyint(steps)) <= 1e-6)
        return;
    for (size_t c = 0; c < r->setup.experiment.system->n_components; c++) {
        struct component *component = run_component(r->run, c);
        if (!component_abilities(component).variable_step)
            error_warn(ERROR_RUN_STEP_DOES_NOT_FIT, component_label(component), TEXT("%.9g", H),
                       TEXT("%.9g", run_start_time(r->run)), TEXT("%.9g", run_stop_time(r->run)));
    }
}

static bool initialize(paso_run *r, struct error *error)
{
    if (r->initialized)
        return error_raise(error, ERROR_CALL_AFTER, "paso_run_initialize");
    if (!run_values_watch(r, error) || !watch_for_nonsense(r, error))
        return false;
    warn_of_short_steps(r);
    r->initialized = true;
    return run_initialize(r->run, error) || run_record_settle(r, false, error);
}

bool paso_run_initialize(paso_run *r, paso_error *error)
{
    struct entry entry;
    library_enter(&entry, &r->setup.route);
    const bool done = initialize(r, &entry.error);
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
    const bool done = run_is_initialized(r, "paso_run_step", &entry.error) &&
                      (run_step(r->run, &entry.error) || run_record_settle(r, false, &entry.error));
    return library_leave(&entry, done, error);
}

static bool advance(paso_run *r, double t, struct error *error)
{
    return library_number_is(t, "paso_run_advance", "the time", error) &&
           run_is_initialized(r, "paso_run_advance", error) &&
           (run_advance(r->run, t, error) || run_record_settle(r, false, error));
}

bool paso_run_advance(paso_run *r, double t, paso_error *error)
{
    struct entry entry;
    library_enter(&entry, &r->setup.route);
    const bool done = advance(r, t, &entry.error);
    return library_leave(&entry, done, error);
}

static bool finish(paso_run *r, struct error *error)
{
    return run_is_initialized(r, "paso_run_finish", error) && run_record_settle(r, run_finish(r->run, error), error);
}

bool paso_run_finish(paso_run *r, paso_error *error)
{
    struct entry entry;
    library_enter(&entry, &r->setup.route);
    const bool done = finish(r, &entry.error);
    return library_leave(&entry, done, error);
}

bool paso_run_complete(paso_run *r, paso_error *error)
{
    struct entry entry;
    library_enter(&entry, &r->setup.route);
    if (!r->setup.experiment.system->is_single_fmu) /* there it is the rule */
        system_warn_of_open_inputs(r->setup.experiment.system, setup_run(&r->setup)->arguments.starts);
    const bool done =
        initialize(r, &entry.error) && advance(r, run_stop_time(r->run), &entry.error) && finish(r, &entry.error);
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
