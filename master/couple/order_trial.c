#include "master/couple/order_trial.h"

#include "master/couple/coupling.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* So many of the macro steps must be enough. */
static const double of_steps = 0.9;
/* Each of them goes first once. */
enum { MOST_COMPONENTS = 4 };
/* Fewer steps with the fastest first say nothing. */
enum { LEAST_STEPS = 20 };

/* Equal steps of this part of the interval must not have an error that is so many times larger. */
static const double equal_step = 1e-3, of_error = 2;

/* Of equal macro steps, until the window ends; infinite where the run fails. */
static double error_of_equal_steps(const struct system *system, const struct run_options *o, const char *order,
                                   const struct trial_window *window)
{
    struct error ignored = {0};
    struct run_options equal = *o;
    const struct run_experiment e = run_experiment(system, o);
    equal.order = order;
    equal.error_tolerance = equal.macro_step_most = equal.output_step = 0;
    equal.macro_step = equal_step * (e.stop_time - e.start_time);
    struct run *run = run_open(system, &equal, &ignored);
    const bool done = run && run_initialize(run, &ignored) && run_advance(run, window->until, &ignored);
    const double error = done ? trial_error(run) : (double)INFINITY;
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

static struct trial try_order(const struct system *system, const struct run_options *o, const char *order, bool rows,
                              struct trial_window *window, long most_steps)
{
    struct error ignored = {0};
    struct run_options other = *o;
    other.order = order;
    struct run *run = run_open(system, &other, &ignored);
    const struct trial trial =
        run ? trial_go(run, window, rows, (struct trial_limits){.steps = most_steps}) : (struct trial){0};
    run_close(run);
    return trial;
}

/* With the fastest first: finds the window. Returns that order, where the trial tells something; to be freed. */
static char *try_fastest_first(struct order_trial *found, const struct system *system, const struct run_options *o,
                               bool rows)
{
    struct error ignored = {0};
    struct run *run = run_open(system, o, &ignored);
    if (!run)
        return NULL;
    found->best = trial_go(run, &found->window, rows, (struct trial_limits){0});
    found->other = found->best.steps;
    char *order = found->best.done && found->other >= LEAST_STEPS ? strdup(run_order(run)) : NULL;
    run_close(run);
    return order;
}

static void try_orders(struct order_trial *found, const struct system *system, const struct run_options *o, bool rows)
{
    char *fastest_first = try_fastest_first(found, system, o, rows);
    for (size_t c = 0; fastest_first && c < system->n_components; c++) {
        char *order = move_to_front(system, fastest_first, c);
        const bool is_other = order && strcmp(order, fastest_first) != 0;
        const struct trial trial =
            is_other ? try_order(system, o, order, rows, &found->window, found->best.steps) : (struct trial){0};
        if (trial.done && trial.steps < found->best.steps && (double)trial.steps <= of_steps * (double)found->other &&
            error_of_equal_steps(system, o, order, &found->window) <=
                of_error * error_of_equal_steps(system, o, fastest_first, &found->window)) {
            free(found->order);
            found->order = order;
            found->steps = trial.steps;
            found->best = trial;
        } else {
            free(order);
        }
    }
    free(fastest_first);
}

struct order_trial order_try(const struct system *system, const struct run_options *options)
{
    return order_try_in(system, options, &(struct trial_window){.since = (double)NAN}, false);
}

struct order_trial order_try_in(const struct system *system, const struct run_options *options,
                                const struct trial_window *window, bool rows)
{
    struct order_trial found = {.window = *window};
    const struct run_experiment e = run_experiment(system, options);
    if (system->n_components < 2 || system->n_components > MOST_COMPONENTS || !(e.macro_step > 0) ||
        !isfinite(e.stop_time - e.start_time) || !(e.stop_time > e.start_time))
        return found;
    struct run_options o = coupling_by_error(options, &e, EXTRAPOLATION_MODEL);
    o.coupling = options->coupling;
    o.error_tolerance = coupling_tolerance; /* whatever was asked for: at rest tighter ones see rounding move */
    o.order_is_tried = true;
    found.was_made = true;
    struct trial_silence silence;
    trial_silence_begin(&silence, &o);
    try_orders(&found, system, &o, rows);
    trial_silence_end(&silence);
    return found;
}

void order_say_why(const struct order_trial *trial, char reason[static ORDER_REASON])
{
    *reason = '\0';
    if (trial->order)
        snprintf(reason, ORDER_REASON, "%ld macro steps in a trial, %ld with the fastest first", trial->steps,
                 trial->other);
}
