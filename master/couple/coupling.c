#include "master/couple/coupling.h"

#include "master/couple/order_trial.h"

#include <float.h>
#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

const double coupling_tolerance = 1e-4;

/* Macro steps lie between such a part of the default macro step H and a tenth of the interval. */
enum { PARTS_OF_STEP = 100, PARTS_OF_INTERVAL = 10 };

/* Stand-ins have micro steps for what begins at once (a pulse, a valve that closes); extrapolated values are off by what changes in the step in
 * which it begins, however short. So the shortest of these steps is H times the default tolerance, or one that is smaller: a value that takes at least H for all of its way
 * keeps the tolerance in that step, too. Measured: with it Agundez' pulse and the boom's valve are off by 2.6e-5, with ten times as long a step by
 * 1.7e-4 and 2.5e-4, which is more than was promised, with a tenth of it by 2e-6. Rows given, the numbers of macro steps differ by 2 % or less between
 * these, and the same coupling is chosen; without rows LIM's pair with Euler's formula inside comes to quadratic Gauss-Seidel with ten
 * times as long a step, and to stand-ins with the other two. */
static double parts_of_extrapolated_step(double tolerance)
{
    return 1 / fmin(tolerance, coupling_tolerance);
}

/* Beyond that, linear models and estimates of errors cost far more than the steps of simple components do. */
const size_t coupling_most_components = 100;

/* So many of the calls that stand-ins ask for must be enough. */
static const double of_calls = 0.9;

/* An extrapolated value is off by its error at the end of every step, to and fro; a stand-in's errors are smooth. So extrapolation is given a
 * part of the tolerance, and is then the more accurate one of both. */
const double coupling_part_of_tolerance = 0.01;

/* A pilot run may take so many times the calls of Jacobi with the default macro step, or of those that stand-ins need at least, if these are more: where
 * something is fast. Stand-ins often take as many themselves. With a tighter tolerance it may take more, as the steps of a scheme of third order get shorter
 * with the cube root. This bounds what the choice costs; whether it is worth it, the trials tell. */
static const double of_least = 4;

static bool is_coupled(const struct system *s)
{
    if (s->n_components > coupling_most_components)
        return false;
    for (size_t k = 0; k < s->n_connections; k++)
        if (!s->connections[k].only_initial && s->connections[k].from.component != s->connections[k].to.component)
            return true;
    return false;
}

/* A component that lacks something, and what that is; NULL: none does. */
static const char *find_lack(struct run *run, size_t n, bool *roll_back, struct arena *arena)
{
    *roll_back = true;
    for (size_t c = 0; c < n; c++) {
        struct component *component = run_component(run, c);
        const struct component_abilities can = component_abilities(component);
        const char *lack = !can.directional     ? "no directional derivatives"
                           : !can.variable_step ? "steps of one size only"
                                                : NULL;
        if (lack) {
            const char *text = TEXT("%s of %s", lack, component_label(component));
            text = arena_copy(arena, text, strlen(text));
            return text ? text : lack;
        }
        *roll_back = *roll_back && can.rollback;
    }
    return NULL;
}

struct run_options coupling_by_error(const struct run_options *from, const struct run_experiment *e, int extrapolation)
{
    struct run_options o = *from;
    o.scheme = "gauss-seidel";
    o.extrapolation = extrapolation;
    o.coupling = extrapolation == EXTRAPOLATION_MODEL ? COUPLING_STANDINS : COUPLING_EXTRAPOLATED;
    if (!(o.error_tolerance > 0))
        o.error_tolerance = coupling_tolerance;
    const double parts =
        extrapolation == EXTRAPOLATION_MODEL ? PARTS_OF_STEP : parts_of_extrapolated_step(o.error_tolerance);
    o.macro_step = fmax(e->macro_step / parts, 16 * DBL_EPSILON * fmax(fabs(e->start_time), fabs(e->stop_time)));
    o.macro_step_most = fmax((e->stop_time - e->start_time) / PARTS_OF_INTERVAL, 2 * o.macro_step);
    return o;
}

/* What is said of a comparison that was not made. */
static const char extrapolation_fails[] = "quadratic Gauss-Seidel does not come to the end";
static const char extrapolation_costs[] = "quadratic Gauss-Seidel takes too many calls";
static const char extrapolation_misses[] = "quadratic Gauss-Seidel is off by more than that";
static const char nothing_moves[] = "nothing moves in a trial";
static const char standins_fail[] = "stand-ins do not come to the end of a trial";

static struct trial try_out(const struct system *system, const struct run_options *o, struct trial_window *window)
{
    struct error ignored = {0};
    struct run *run = run_open(system, o, &ignored);
    const struct trial trial = run ? trial_go(run, window, true, (struct trial_limits){0}) : (struct trial){0};
    run_close(run);
    return trial;
}

/* Where something moves, and whether the promise is kept: by the whole run with extrapolation and long steps between, since what goes wrong in
 * it would go wrong in the run itself. A value that jumps is off in the step over the jump, however short. What that does to the solution is
 * error times length; all of these together may do as much as one default macro step that is off by the tolerance. That is one jump of a value
 * by all of its size, in one of the shortest steps (see above). It matters where something is off by more than was promised: of the measured systems with
 * Bengisu-Akay's law of friction, which jumps (2.8e-4). That takes a fiftieth of the bound, so ten times as high or as low it changes no choice.
 * Returns what is against extrapolation; NULL: nothing so far. */
static const char *find_motion(const struct system *system, const struct run_options *extrapolated, double macro_step,
                               long most_calls, struct trial_window *window)
{
    struct error ignored = {0};
    struct trial_motion motion = {0};
    const double promised = extrapolated->error_tolerance / coupling_part_of_tolerance;
    const char *reason = extrapolation_fails;
    struct run *run = run_open(system, extrapolated, &ignored);
    if (run && trial_measure_motion(&motion, run, most_calls))
        reason =
            trial_error(run) <= promised || trial_missed(run) <= promised * macro_step ? NULL : extrapolation_misses;
    else if (run && run_calls(run) > most_calls)
        reason = extrapolation_costs;
    run_close(run);
    if (!reason) {
        run = run_open(system, extrapolated, &ignored);
        reason = run && trial_find_motion(&motion, run, window) ? NULL : nothing_moves;
        run_close(run);
    }
    trial_motion_close(&motion);
    return reason;
}

/* Stand-ins take at least so many calls in the window: no micro step is longer than what the fastest component and the rows allow. */
static long fewest_calls(const struct system *system, const struct run_options *standins,
                         const struct trial_window *window)
{
    struct error ignored = {0};
    struct run_options o = *standins;
    o.order_is_tried = true;
    struct run *run = run_open(system, &o, &ignored);
    double micro_step = 0;
    if (run && run_initialize(run, &ignored)) {
        run_meet_output_points(run);
        micro_step = run_longest_micro_step(run);
    }
    run_close(run);
    const double steps = micro_step > 0 ? floor((window->until - window->since) / micro_step) : 0;
    return steps < (double)INT_MAX ? (long)steps * (long)system->n_components : INT_MAX;
}

/* What a pilot run with extrapolation may take. */
static long most_calls_of_pilot(const struct system *system, const struct run_options *standins,
                                const struct run_experiment *e)
{
    const struct trial_window whole = {.since = e->start_time, .until = e->stop_time};
    const double equal_steps = (double)system->n_components * (e->stop_time - e->start_time) / e->macro_step;
    const double shorter = fmax(1, cbrt(coupling_tolerance / standins->error_tolerance));
    const double most = of_least * shorter * fmax(equal_steps, (double)fewest_calls(system, standins, &whole));
    return most < (double)INT_MAX ? (long)most : INT_MAX;
}

/* Fills in the order that suits. */
static struct trial try_standins(const struct system *system, struct run_options *standins, struct trial_window *window,
                                 struct arena *arena)
{
    struct order_trial found = order_try_in(system, standins, window, true);
    char reason[ORDER_REASON];
    order_say_why(&found, reason);
    standins->order_is_tried = true;
    if (found.order) {
        standins->order = arena_copy(arena, found.order, strlen(found.order));
        standins->order_reason = arena_copy(arena, reason, strlen(reason));
    }
    free(found.order);
    const bool is_known = found.was_made && standins->error_tolerance == coupling_tolerance;
    return is_known ? found.best : try_out(system, standins, window);
}

/* Whether quadratic Gauss-Seidel keeps its tolerance with clearly fewer calls than stand-ins; these are tried if it is not plain without that. */
static bool extrapolation_wins(const struct system *system, struct run_options *extrapolated,
                               struct run_options *standins, const struct run_experiment *e, struct arena *arena)
{
    struct trial_window window = {.since = (double)NAN};
    const long most_calls = most_calls_of_pilot(system, standins, e);
    standins->trial_reason = find_motion(system, extrapolated, e->macro_step, most_calls, &window);
    if (standins->trial_reason)
        return false;
    const struct trial trial = try_out(system, extrapolated, &window);
    if (!trial.done) {
        standins->trial_reason = extrapolation_fails;
        return false;
    }
    extrapolated->trial_calls = standins->trial_calls = trial.calls;
    long other = fewest_calls(system, standins, &window);
    extrapolated->trial_is_bound = (double)trial.calls <= of_calls * (double)other;
    if (!extrapolated->trial_is_bound) {
        const struct trial with_standins = try_standins(system, standins, &window, arena);
        other = with_standins.done ? with_standins.calls : LONG_MAX;
        extrapolated->trial_reason = with_standins.done ? NULL : standins_fail;
    }
    const bool wins = (double)trial.calls <= of_calls * (double)other;
    extrapolated->trial_calls_of_standins = standins->trial_calls_of_standins = other < LONG_MAX ? other : 0;
    return wins;
}

static bool is_interrupted(const struct run_options *o)
{
    return o->interrupt && *o->interrupt;
}

static void choose(const struct system *system, struct run_options *options, struct arena *arena)
{
    struct error ignored = {0};
    const struct run_experiment e = run_experiment(system, options);
    const double interval = e.stop_time - e.start_time;
    if (!is_coupled(system) || !isfinite(interval) || !(interval > 0) || !(e.macro_step > 0))
        return;
    struct run_options extrapolated = coupling_by_error(options, &e, 2);
    extrapolated.error_tolerance *= coupling_part_of_tolerance;
    struct run_options standins = coupling_by_error(options, &e, EXTRAPOLATION_MODEL);
    struct run *run = run_open(system, &extrapolated, &ignored);
    bool roll_back;
    const bool opens = run != NULL;
    if (!opens) /* steps of one size are refused */
        run = run_open(system, options, &ignored);
    if (run)
        options->trial_reason = find_lack(run, system->n_components, &roll_back, arena);
    const bool can = opens && !options->trial_reason;
    run_close(run);
    if (!can)
        return;
    if (!roll_back || system_has_discrete_connections(system))
        standins.macro_step_most = extrapolated.macro_step_most = fmax(e.macro_step, 2 * standins.macro_step);

    const bool wins = extrapolation_wins(system, &extrapolated, &standins, &e, arena);
    if (!is_interrupted(options)) /* else the run ends at its next point, whatever its coupling */
        *options = wins ? extrapolated : standins;
}

void coupling_choose(const struct system *system, struct run_options *options, struct arena *arena)
{
    const struct component_options *component = options->component;
    struct trial_silence silence;
    trial_silence_begin(&silence, options);
    options->coupling = COUPLING_PLAIN;
    choose(system, options, arena);
    trial_silence_end(&silence);
    options->component = component;
}
