#include "master/couple/coupling.h"

#include <float.h>
#include <limits.h>
#include <math.h>

const double coupling_tolerance = 1e-4;

/* Macro steps lie between a hundredth of the default macro step and a tenth of the interval. Trial runs go over so many default macro
 * steps, if that is not more than a tenth of the interval. */
enum { PARTS_OF_STEP = 100, PARTS_OF_INTERVAL = 10, TRIAL_STEPS = 50 };

/* Beyond that, linear models and estimates of errors cost far more than the steps of simple components do. */
const size_t coupling_most_components = 100;

/* An extrapolated value that was never off by more than this was not seen to move. */
static const double least_error = 1e-10;
/* So many of the calls that stand-ins ask for must be enough. */
static const double of_calls = 0.8;

static bool is_coupled(const struct system *s)
{
    if (s->n_components > coupling_most_components)
        return false;
    for (size_t k = 0; k < s->n_connections; k++)
        if (!s->connections[k].only_initial && s->connections[k].from.component != s->connections[k].to.component)
            return true;
    return false;
}

static bool all_can(struct run *run, size_t n, bool *roll_back)
{
    *roll_back = true;
    for (size_t c = 0; c < n; c++) {
        const struct component_abilities can = component_abilities(run_component(run, c));
        if (!can.directional || !can.variable_step)
            return false;
        *roll_back = *roll_back && can.rollback;
    }
    return true;
}

struct trial {
    bool done;
    long calls, rejected;
    double error; /* the largest, relative */
};

/* No longer than until so many calls have been made. */
static struct trial go(struct run *run, double until, long most_calls)
{
    struct trial t = {0};
    struct error ignored = {0};
    bool goes = run_initialize(run, &ignored);
    while (goes && !run_ended(run) && run_time(run) < until && run_calls(run) <= most_calls)
        goes = run_step(run, &ignored);
    t.done = goes && (run_time(run) >= until || run_calls(run) > most_calls);
    t.calls = run_calls(run);
    t.rejected = run_summary(run).rejected;
    for (size_t i = 0; i < run_coupling_errors(run); i++) {
        struct port port;
        t.error = fmax(t.error, run_coupling_error(run, i, &port));
    }
    return t;
}

/* In silence. */
static struct run *open_trial(const struct system *system, const struct run_options *o, struct error *ignored)
{
    struct run_options trial = *o;
    struct component_options silent = o->component ? *o->component : component_options_default();
    silent.logging = false;
    trial.component = &silent;
    trial.order_is_tried = true; /* the fastest first is good enough here */
    return run_open(system, &trial, ignored);
}

/* Extrapolation that has moved something, all in its stride. */
static bool is_good(const struct trial *t)
{
    return t->done && t->rejected == 0 && t->error > least_error;
}

struct run_options coupling_by_error(const struct run_options *from, const struct run_experiment *e, int extrapolation)
{
    struct run_options o = *from;
    o.scheme = "gauss-seidel";
    o.extrapolation = extrapolation;
    o.coupling = extrapolation == EXTRAPOLATION_MODEL ? COUPLING_STANDINS : COUPLING_EXTRAPOLATED;
    if (!(o.error_tolerance > 0))
        o.error_tolerance = coupling_tolerance;
    o.macro_step =
        fmax(e->macro_step / PARTS_OF_STEP, 16 * DBL_EPSILON * fmax(fabs(e->start_time), fabs(e->stop_time)));
    o.macro_step_most =
        fmax(extrapolation == EXTRAPOLATION_MODEL ? (e->stop_time - e->start_time) / PARTS_OF_INTERVAL : e->macro_step,
             2 * o.macro_step);
    return o;
}

static void choose(const struct system *system, struct run_options *options)
{
    struct error ignored = {0};
    const struct run_experiment e = run_experiment(system, options);
    const double interval = e.stop_time - e.start_time;
    if (!is_coupled(system) || !isfinite(interval) || !(interval > 0) || !(e.macro_step > 0))
        return;
    const struct run_options extrapolated = coupling_by_error(options, &e, 2);
    struct run_options standins = coupling_by_error(options, &e, EXTRAPOLATION_MODEL);
    struct run *run = open_trial(system, &extrapolated, &ignored);
    bool roll_back;
    if (!run || !all_can(run, system->n_components, &roll_back)) {
        run_close(run);
        return;
    }
    if (!roll_back || system_has_discrete_connections(system))
        standins.macro_step_most = extrapolated.macro_step_most;
    *options = standins;

    const double until = e.start_time + fmin(TRIAL_STEPS * e.macro_step, interval / PARTS_OF_INTERVAL);
    const struct trial trial = go(run, until, LONG_MAX);
    run_close(run);
    if (!is_good(&trial) || !(run = open_trial(system, &standins, &ignored)))
        return;
    const long most_calls = (long)((double)trial.calls / of_calls);
    const struct trial other = go(run, until, most_calls);
    run_close(run);
    if (!other.done || other.calls > most_calls)
        *options = extrapolated;
}

void coupling_choose(const struct system *system, struct run_options *options)
{
    struct warning_route silence;
    warning_route_open(&silence, NULL, NULL);
    struct warning_route *before = error_route_warnings(&silence);
    options->coupling = COUPLING_PLAIN;
    choose(system, options);
    error_route_warnings(before);
    warning_route_close(&silence);
}
