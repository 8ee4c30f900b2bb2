#include "linearize/pilot.h"

#include "master/couple/coupling.h"

#include <math.h>

/* From the longest step down by this factor, until a run is good; then between the two. */
static const double descent = 4, precision = 1.05;

/* The largest coupling error of a run; infinite where it does not come to its end. */
static double try(const struct system *system, const struct run_options *scheme, double macro_step,
                  struct error *ignored)
{
    struct run_options o = *scheme;
    struct component_options silent = o.component ? *o.component : component_options_default();
    silent.logging = false;
    o.component = &silent;
    o.macro_step = macro_step;
    struct run *run = run_open(system, &o, ignored);
    double largest = INFINITY;
    if (run && run_initialize(run, ignored) && run_advance(run, run_stop_time(run), ignored) &&
        run_summary(run).status == RUN_DONE) {
        largest = 0;
        for (size_t i = 0; i < run_coupling_errors(run); i++) {
            struct port port;
            largest = fmax(largest, run_coupling_error(run, i, &port));
        }
    }
    run_close(run);
    return largest;
}

static bool is_good(struct pilot *p, const struct system *system, const struct run_options *scheme, double macro_step)
{
    struct error ignored = {0};
    p->runs++;
    return try(system, scheme, macro_step, &ignored) <= p->error;
}

static void find(struct pilot *p, const struct system *system, const struct run_options *scheme, double from, double to)
{
    double good = to, bad = to;
    while (!is_good(p, system, scheme, good)) {
        if (good <= from) {
            p->kind = LIMIT_BELOW;
            return;
        }
        bad = good;
        good = fmax(from, good / descent);
    }
    if (good >= to)
        return;
    while (bad / good > precision) {
        const double middle = sqrt(good * bad);
        *(is_good(p, system, scheme, middle) ? &good : &bad) = middle;
    }
    p->kind = LIMIT_FOUND;
    p->macro_step = good;
}

void pilot_find(struct pilot *p, const struct system *system, const struct run_options *scheme, double from, double to)
{
    const struct run_experiment e = run_experiment(system, scheme);
    *p = (struct pilot){.was_run = true, .kind = LIMIT_ABOVE, .error = coupling_tolerance};
    struct warning_route silence;
    warning_route_open(&silence, NULL, NULL);
    struct warning_route *before = error_route_warnings(&silence);
    find(p, system, scheme, fmin(from, e.stop_time - e.start_time), fmin(to, e.stop_time - e.start_time));
    error_route_warnings(before);
    warning_route_close(&silence);
}
