#include "master/couple/trial.h"

#include "master/couple/run_impl.h"

#include <stdio.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Parts of the interval: until when something must have moved, and how long it is looked at from there. */
static const double wait = 0.2, length = 0.02;
/* A value has begun to move at this part of its motion; a motion is more than this part of the value. */
static const double begins_at = 0.01, rounding = 1e-9;

double trial_error(const struct run *run)
{
    double largest = 0;
    for (size_t i = 0; i < run_coupling_errors(run); i++) {
        struct port port;
        largest = fmax(largest, run_coupling_error(run, i, &port));
    }
    return largest;
}

double trial_missed(const struct run *run)
{
    return run->control.missed;
}

static long steps_of(const struct run *run)
{
    return run_summary(run).steps + run_summary(run).rejected;
}

/* A step that counts was not as promised: its error was more than a tenth of the tolerance. One that was taken back says that something moves
 * in it, and not when. */
static bool has_moved(const struct run *run)
{
    return trial_error(run) > run_error_tolerance(run) / 10;
}

/* Steps until something has moved; what the last of them has cost counts. */
static bool find_window(struct run *run, struct trial_window *window, struct trial *before, struct error *error)
{
    const double begin = run_start_time(run), interval = run_stop_time(run) - begin;
    while (isnan(window->since) && run_time(run) <= begin + wait * interval) {
        const double t = run_time(run);
        *before = (struct trial){.steps = steps_of(run), .calls = run_calls(run)};
        if (run_ended(run) || !run_step(run, error))
            return false;
        if (has_moved(run))
            window->since = t;
    }
    window->until = window->since + length * interval;
    return !isnan(window->since);
}

static bool go_to_window(struct run *run, const struct trial_window *window, struct trial *before, struct error *error)
{
    if (window->since > run_start_time(run) && !run_advance(run, window->since, error))
        return false;
    *before = (struct trial){.steps = steps_of(run), .calls = run_calls(run)};
    return true;
}

struct trial trial_go(struct run *run, struct trial_window *window, bool rows, struct trial_limits most)
{
    struct trial t = {0}, before = {0};
    struct error ignored = {0};
    if (!run_initialize(run, &ignored) || !(isnan(window->since) ? find_window(run, window, &before, &ignored)
                                                                 : go_to_window(run, window, &before, &ignored)))
        return t;
    if (rows)
        run_meet_output_points(run);
    bool goes = true;
    while (goes && !run_ended(run) && run_time(run) < window->until) {
        goes = run_step_towards(run, fmin(window->until, run_stop_time(run)), &ignored);
        t.steps = steps_of(run) - before.steps;
        t.calls = run_calls(run) - before.calls;
        goes = goes && !(most.steps > 0 && t.steps > most.steps) && !(most.calls > 0 && t.calls > most.calls);
    }
    t.done = goes && run_summary(run).status != RUN_INTERRUPTED;
    t.error = trial_error(run);
    return t;
}

/* ---- motion ---- */

/* The largest part of how far a value moves in all, in the run so far. */
static double moved_by(const struct trial_motion *m, const struct exchange *x)
{
    double largest = 0;
    for (size_t i = 0; i < m->n; i++)
        if (m->moved[i] > 0)
            largest = fmax(largest, fabs(x->y[i] - m->begin[i]) / m->moved[i]);
    return largest;
}

bool trial_measure_motion(struct trial_motion *m, struct run *run, long most_calls)
{
    struct error ignored = {0};
    const struct exchange *x = run->exchange;
    m->n = x->n_y;
    m->begin = calloc(2 * m->n + 1, sizeof *m->begin);
    if (!m->begin || !run_initialize(run, &ignored))
        return false;
    m->moved = m->begin + m->n;
    memcpy(m->begin, x->y, m->n * sizeof *m->begin);
    while (!run_ended(run) && run_calls(run) <= most_calls && run_step(run, &ignored))
        for (size_t i = 0; i < m->n; i++)
            m->moved[i] = fmax(m->moved[i], fabs(x->y[i] - m->begin[i]));
    for (size_t i = 0; i < m->n; i++) /* what moves by rounding does not */
        if (m->moved[i] <= rounding * fabs(m->begin[i]))
            m->moved[i] = 0;
    return run_ended(run) && run_summary(run).status == RUN_DONE;
}

bool trial_find_motion(const struct trial_motion *m, struct run *run, struct trial_window *window)
{
    struct error ignored = {0};
    const double interval = run_stop_time(run) - run_start_time(run);
    if (!run_initialize(run, &ignored))
        return false;
    double t = run_time(run);
    while (moved_by(m, run->exchange) < begins_at && !run_ended(run)) {
        t = run_time(run);
        if (!run_step(run, &ignored))
            return false;
    }
    /* It begins in that step, and goes on after it. */
    window->since = fmax(t, run_time(run) - length * interval / 4);
    window->until = fmin(window->since + length * interval, run_stop_time(run));
    return moved_by(m, run->exchange) >= begins_at && window->since < window->until;
}

void trial_motion_close(struct trial_motion *m)
{
    free(m->begin);
    *m = (struct trial_motion){0};
}

void trial_silence_begin(struct trial_silence *silence, struct run_options *options)
{
    silence->component = options->component ? *options->component : component_options_default();
    silence->component.logging = false;
    options->component = &silence->component;
    warning_route_open(&silence->route, NULL, NULL);
    silence->before = error_route_warnings(&silence->route);
}

void trial_silence_end(struct trial_silence *silence)
{
    error_route_warnings(silence->before);
    warning_route_close(&silence->route);
}
