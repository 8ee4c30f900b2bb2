/* The loop: time, steps, communication points. */
#include "master/couple/run_impl.h"
#include "master/couple/couple_messages.h"
#include "master/base/seconds.h"

#include <math.h>
#include <string.h>

COUPLE_MESSAGES(MESSAGE_DEFINE)

/* ---- how long it takes ---- */

void run_start_clock(struct run *run)
{
    run->wall_start = clock_seconds(CLOCK_MONOTONIC) - run->summary.wall_s;
    run->cpu_start = clock_seconds(CLOCK_PROCESS_CPUTIME_ID) - run->summary.cpu_s;
}

void run_stop_clock(struct run *run)
{
    run->summary.wall_s = clock_seconds(CLOCK_MONOTONIC) - run->wall_start;
    run->summary.cpu_s = clock_seconds(CLOCK_PROCESS_CPUTIME_ID) - run->cpu_start;
}

/* ---- communication points ---- */

/* An input has jumped, or there was an event: nothing that lies behind says what comes. */
static void forget_past(struct run *run)
{
    if (run->exchange->slopes)
        slopes_forget(run->exchange->slopes);
    if (run->stepper.standins)
        standins_forget(run->stepper.standins);
}

static void pass_jump(struct run *run)
{
    forget_past(run);
    run->next_jump = run->input.next_jump(run->input.context, run->clock.now);
}

static bool exchange_and_observe(struct run *run, struct error *error)
{
    struct exchange *x = run->exchange;
    const double t = run->clock.now;
    if (run->input.values && !run_read_inputs(run, x, t, error))
        return false;
    const bool interrupted = run->interrupt && *run->interrupt;
    const bool last = interrupted || t >= run->stop_time || run->is_last_step || run->step == run->ends_after;
    if (run->n_watches > 0 && !run_observe_before(run, last, error))
        return false;
    if (last && !powers_read(&run->powers, x, true, error))
        return false;
    if (run->stepper.standins && !standins_note(run->stepper.standins, error))
        return false;
    /* Who has ended its last step before time may be read, but not be given anything more. */
    if (stepper_ended_early(&run->stepper) ? !exchange_look(x, error) : !exchange_run(x, t, error))
        return false;
    if (!run_has_control(run)) {
        run_note_errors(run);
        if (!run->silent) /* where steps are chosen it is their length that alternates */
            oscillation_look(&run->oscillation, x->y, run->step, t);
    }
    if (last) {
        run->ended = true;
        run->summary.status = t >= run->stop_time ? RUN_DONE : run->is_last_step ? RUN_TERMINATED : RUN_INTERRUPTED;
    }
    return run->n_watches == 0 || run_observe_after(run, last, error);
}

static bool begin_step(struct run *run, const struct interval *step, struct error *error)
{
    struct stepper *s = &run->stepper;
    s->t = step->t;
    s->H = step->H;
    s->end = step->end;
    s->culprit = NO_VALUE;
    s->is_last = run->is_last_step;
    if (run->keeps_way_back && !run_keep_way_back(run, error))
        return false;
    if (run_has_control(run))
        run_forget_events(run);
    if (!s->looks_ahead && run->passes.most == 1 && !run_has_control(run))
        return true;
    memset(s->end_is_known, 0, s->n_components * sizeof *s->end_is_known);
    memset(s->knew_end, 0, run->exchange->n_u * sizeof *s->knew_end);
    forecast_begin(&s->forecast);
    return run_look_ahead(run, step->end, error) &&
           (!s->standins || standins_begin(s->standins, step->H, s->forecast.start, error));
}

static void end_step(struct run *run, const struct interval *step)
{
    if (run->exchange->slopes)
        slopes_move_on(run->exchange->slopes, run->exchange->n_y, run->stepper.forecast.start, step->H);
    if (run->powers.by_trapezoids)
        powers_sum_up(&run->powers, step->H);
    clock_advance(&run->clock, step);
    run->step++;
    run->summary.steps++;
    run->summary.time = run->clock.now;
    if (run->off_grid && run->clock.now >= run->grid.now) {
        run->clock = run->grid;
        run->off_grid = false;
    }
    if (run_has_control(run)) {
        run_count_outputs(run);
        if (isfinite(run_first_event(run)))
            forget_past(run);
    }
    if (run->clock.now >= run->next_jump)
        pass_jump(run);
}

/* No farther than the limit, than the input's next jump, than the end of a step that is made up for by smaller ones. A jump
 * off the grid is left for the next communication point where a component insists on its steps. */
static struct interval next_step(const struct run *run, double limit)
{
    if (run->off_grid)
        limit = fmin(limit, run->grid.now);
    if (!(run->next_jump < limit))
        return clock_next(&run->clock, limit);
    const struct interval step = clock_next(&run->clock, run->next_jump);
    return step.to_tick || run->variable_step ? step : clock_next(&run->clock, limit);
}

static bool fail(struct run *run)
{
    run->ended = true;
    run->summary.status = run->interrupt && *run->interrupt ? RUN_INTERRUPTED : RUN_FAILED;
    return false;
}

bool run_take_step(struct run *run, const struct interval *step, struct error *error)
{
    double reached = step->t;
    if (!begin_step(run, step, error))
        return fail(run);
    const enum step_outcome outcome =
        passes_run(&run->passes, &run->stepper, &run->summary.iterations, &reached, error);
    if (outcome != STEP_DONE)
        return run_handle_outcome(run, outcome, step, reached, error) || fail(run);
    bool taken = true;
    if (run_has_control(run) && !run_look_at_error(run, step, &taken, error))
        return fail(run);
    if (!taken)
        return true;
    if (!run_has_control(run))
        run_note_promises(run);
    if (run->rows.n > 0 && !run_tell_rows(run, error))
        return fail(run);
    end_step(run, step);
    return run->ended || exchange_and_observe(run, error) || fail(run);
}

bool run_step_towards(struct run *run, double limit, struct error *error)
{
    struct interval step;
    if (!run_has_control(run))
        step = next_step(run, limit);
    else if (!run_choose_step(run, limit, &step, error))
        return fail(run);
    return run_take_step(run, &step, error);
}

/* For whoever goes this way again. */
static bool note_stop(struct run *run, struct error *error)
{
    double *stops = arena_grow(&run->arena, run->stops, run->n_stops, sizeof *stops);
    if (!stops)
        return error_raise(error, ERROR_NO_MEMORY, "advancing a run");
    run->stops = stops;
    stops[run->n_stops++] = run->clock.now;
    return true;
}

bool run_advance(struct run *run, double t, struct error *error)
{
    const double limit = fmin(t, run->stop_time);
    struct isolation_pin pin = {.is_pinned = false};
    run_start_clock(run);
    if (run->is_isolated && !run->stepper.pool)
        isolation_pin(&pin);
    bool done = true;
    while (done && !run->ended && run->clock.now < limit) {
        if (run_goes_fast(run) && !run_take_fast_steps(run, limit, error))
            done = fail(run);
        else if (!run->ended)
            done = run_step_towards(run, limit, error);
    }
    if (done && !run->ended && !(powers_read(&run->powers, run->exchange, false, error) && note_stop(run, error)))
        done = fail(run);
    isolation_unpin(&pin);
    run_stop_clock(run);
    return done;
}

bool run_step(struct run *run, struct error *error)
{
    return run->ended || run_step_towards(run, run->stop_time, error);
}

bool run_finish(struct run *run, struct error *error)
{
    if (!run->initialized || run->summary.status == RUN_FAILED)
        return true;
    run_start_clock(run);
    bool done = !run->shares_process || surroundings_check(&run->before, "one of the FMUs", "the run", error);
    for (size_t c = 0; c < run->n_components; c++)
        done = component_terminate(run->components[c], error) && done;
    run->ended = true;
    run->initialized = false;
    if (!done)
        run->summary.status = RUN_FAILED;
    run_stop_clock(run);
    return done;
}

/* ---- what there is to know ---- */

bool run_ended(const struct run *run)
{
    return run->ended;
}

struct run_summary run_summary(const struct run *run)
{
    struct run_summary summary = run->summary;
    summary.powers = run->powers.summary;
    summary.n_powers = run->powers.n;
    summary.macro_step_smallest = run->control.took_smallest;
    summary.macro_step_largest = run->control.took_largest;
    summary.micro_steps = run->stepper.standins ? run->stepper.standins->micro_steps : 0;
    summary.linearizations = run->stepper.standins ? run->stepper.standins->derivatives : 0;
    summary.derivative_calls = run->stepper.standins ? run->stepper.standins->calls : 0;
    summary.calls = run->stepper.standins || run_has_control(run) ? run_calls(run) : 0;
    if (run->oscillation.found != NO_VALUE)
        summary.oscillation = (struct run_oscillation){
            .found = true, .port = run->exchange->y_ports[run->oscillation.found], .time = run->oscillation.found_at};
    return summary;
}

const char *run_status_name(enum run_status status)
{
    switch (status) {
    case RUN_DONE:
        return "done";
    case RUN_INTERRUPTED:
        return "interrupted";
    case RUN_TERMINATED:
        return "terminated";
    case RUN_FAILED:
        break;
    }
    return "failed";
}

double run_time(const struct run *run)
{
    return run->clock.now;
}

double run_start_time(const struct run *run)
{
    return run->start_time;
}

double run_stop_time(const struct run *run)
{
    return run->stop_time;
}

double run_macro_step(const struct run *run)
{
    return run->macro_step;
}

const char *run_order(const struct run *run)
{
    return run->order;
}

const struct system *run_system(const struct run *run)
{
    return run->system;
}

const struct starts *run_starts(const struct run *run)
{
    return run->starts;
}

struct component *run_component(struct run *run, size_t component)
{
    return run->components[component];
}

struct component **run_components(struct run *run)
{
    return run->components;
}
