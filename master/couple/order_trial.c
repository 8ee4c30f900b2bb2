#include "master/couple/order_trial.h"

#include "master/couple/coupling.h"

#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Parts of the interval: until when something must have moved, and how long it is looked at from there. */
static const double wait = 0.2, window = 0.02;
/* So many of the macro steps must be enough. */
static const double of_steps = 0.9;
/* Each of them goes first once. */
enum { MOST_COMPONENTS = 4 };
/* Fewer steps with the fastest first say nothing. */
enum { LEAST_STEPS = 20 };

/* Equal steps of this part of the interval must not have an error that is so many times larger. */
static const double equal_step = 1e-3, of_error = 2;

static double largest_error(const struct run *run)
{
    double largest = 0;
    for (size_t i = 0; i < run_coupling_errors(run); i++) {
        struct port port;
        largest = fmax(largest, run_coupling_error(run, i, &port));
    }
    return largest;
}

/* Something is not as promised: a step was taken back, or its error was more than a tenth of the tolerance. */
static bool has_moved(const struct run *run, double tolerance)
{
    return run_summary(run).rejected > 0 || largest_error(run) > tolerance / 10;
}

static long steps_of(const struct run *run)
{
    return run_summary(run).steps + run_summary(run).rejected;
}

/* Macro steps from the time `since` on, which is found where it is NaN, for as long as the window; LONG_MAX: the run has failed, nothing has
 * moved, or it takes more than `most`. */
static long count_steps(struct run *run, double tolerance, double *since, long most)
{
    struct error ignored = {0};
    const double begin = run_start_time(run), interval = run_stop_time(run) - begin;
    long before = 0;
    bool goes = run_initialize(run, &ignored);
    while (goes && !run_ended(run) && (isnan(*since) || run_time(run) < *since + window * interval)) {
        const double t = run_time(run);
        goes = run_step(run, &ignored);
        if (isnan(*since) && has_moved(run, tolerance))
            *since = t;
        else if (isnan(*since) && run_time(run) > begin + wait * interval)
            return LONG_MAX;
        if (isnan(*since) || run_time(run) <= *since)
            before = steps_of(run);
        else if (steps_of(run) - before > most)
            return LONG_MAX;
    }
    return goes && !isnan(*since) ? steps_of(run) - before : LONG_MAX;
}

/* Of equal macro steps, until the window ends; infinite where the run fails. */
static double error_of_equal_steps(const struct system *system, const struct run_options *o, const char *order,
                                   double since)
{
    struct error ignored = {0};
    struct run_options equal = *o;
    const struct run_experiment e = run_experiment(system, o);
    const double interval = e.stop_time - e.start_time;
    equal.order = order;
    equal.error_tolerance = equal.macro_step_most = equal.output_step = 0;
    equal.macro_step = equal_step * interval;
    struct run *run = run_open(system, &equal, &ignored);
    const bool done = run && run_initialize(run, &ignored) && run_advance(run, since + window * interval, &ignored);
    const double error = done ? largest_error(run) : (double)INFINITY;
    run_close(run);
    return error;
}

/* "A/B/C" with component c first. */
static char *move_to_front(const struct system *system, const char *order, size_t c)
{
    const char *const name = system->components[c].name;
    const size_t length = strlen(name), room = strlen(order) + 1;
    char *moved = malloc(room), *at = moved;
    if (!moved)
        return NULL;
    memcpy(at, name, length);
    at += length;
    for (const char *part = order; *part;) {
        const size_t n = strcspn(part, "/");
        if (n != length || strncmp(part, name, n) != 0) {
            *at++ = '/';
            memcpy(at, part, n);
            at += n;
        }
        part += n + (part[n] == '/');
    }
    *at = 0;
    return moved;
}

static void try_orders(struct order_trial *found, const struct system *system, const struct run_options *o)
{
    struct error ignored = {0};
    double since = (double)NAN;
    struct run *run = run_open(system, o, &ignored);
    if (!run)
        return;
    found->other = count_steps(run, o->error_tolerance, &since, LONG_MAX);
    const bool tells = found->other >= LEAST_STEPS && found->other < LONG_MAX;
    char *fastest_first = tells ? strdup(run_order(run)) : NULL;
    run_close(run);
    found->was_made = fastest_first;
    long best = found->other;
    for (size_t c = 0; fastest_first && c < system->n_components; c++) {
        char *order = move_to_front(system, fastest_first, c);
        struct run_options other = *o;
        other.order = order;
        run = order && strcmp(order, fastest_first) != 0 ? run_open(system, &other, &ignored) : NULL;
        const long steps = run ? count_steps(run, o->error_tolerance, &since, best) : LONG_MAX;
        run_close(run);
        if (steps < best && (double)steps <= of_steps * (double)found->other &&
            error_of_equal_steps(system, o, order, since) <=
                of_error * error_of_equal_steps(system, o, fastest_first, since)) {
            free(found->order);
            found->order = order;
            found->steps = best = steps;
        } else {
            free(order);
        }
    }
    free(fastest_first);
}

struct order_trial order_try(const struct system *system, const struct run_options *options)
{
    struct order_trial found = {0};
    const struct run_experiment e = run_experiment(system, options);
    if (system->n_components < 2 || system->n_components > MOST_COMPONENTS || !(e.macro_step > 0) ||
        !isfinite(e.stop_time - e.start_time) || !(e.stop_time > e.start_time))
        return found;
    struct run_options o = coupling_by_error(options, &e, EXTRAPOLATION_MODEL);
    o.coupling = options->coupling;
    o.error_tolerance = coupling_tolerance; /* whatever was asked for: at rest tighter ones see rounding move */
    o.order_is_tried = true;
    struct component_options silent = o.component ? *o.component : component_options_default();
    silent.logging = false;
    o.component = &silent;
    struct warning_route silence;
    warning_route_open(&silence, NULL, NULL);
    struct warning_route *before = error_route_warnings(&silence);
    try_orders(&found, system, &o);
    error_route_warnings(before);
    warning_route_close(&silence);
    return found;
}
