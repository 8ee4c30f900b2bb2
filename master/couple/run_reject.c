/* Steps that do not come to their end. A discarded step is tried again with a smaller one, from its begin: where components
 * can save their state, that is kept from the first discarded step on. Nobody pays for it before that: the first time,
 * the run starts over and goes silently to where it was. In the same way it comes back to where it ends, when an FMU wants the
 * end inside of a step: whoever has stepped before has gone too far. */
#include "master/couple/run_impl.h"
#include "master/couple/couple_messages.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* A step that is still refused when it is that much smaller will not be taken at all. */
static const double smallest_part = 1e-6;

bool run_take_values(struct run *run, struct run_values *values, struct error *error)
{
    const struct exchange *x = run->exchange;
    values->y = ARENA_TAKE(&run->arena, x->n_y, double);
    values->u = ARENA_TAKE(&run->arena, x->n_u, double);
    values->slope = ARENA_TAKE(&run->arena, x->n_y, double);
    values->curvature = ARENA_TAKE(&run->arena, x->n_y, double);
    return (values->y && values->u && values->slope && values->curvature) ||
           error_raise(error, ERROR_NO_MEMORY, "opening a run");
}

static void copy_values(const struct exchange *x, struct run_values *to)
{
    memcpy(to->y, x->y, x->n_y * sizeof *to->y);
    memcpy(to->u, x->u, x->n_u * sizeof *to->u);
    if (x->slopes) {
        memcpy(to->slope, x->slopes->slope, x->n_y * sizeof *to->slope);
        memcpy(to->curvature, x->slopes->curvature, x->n_y * sizeof *to->curvature);
    }
}

static void put_values(struct exchange *x, const struct run_values *from)
{
    memcpy(x->y, from->y, x->n_y * sizeof *from->y);
    memcpy(x->u, from->u, x->n_u * sizeof *from->u);
    if (x->slopes) {
        memcpy(x->slopes->slope, from->slope, x->n_y * sizeof *from->slope);
        memcpy(x->slopes->curvature, from->curvature, x->n_y * sizeof *from->curvature);
    }
    exchange_forget(x);
}

bool run_keep_way_back(struct run *run, struct error *error)
{
    copy_values(run->exchange, &run->kept);
    for (size_t c = 0; run->passes.most == 1 && c < run->n_components; c++) /* else the passes do */
        if (!component_save(run->components[c], error))
            return false;
    return true;
}

bool run_go_back(struct run *run, struct error *error)
{
    put_values(run->exchange, &run->kept);
    for (size_t c = 0; c < run->n_components; c++)
        if (!component_restore(run->components[c], error))
            return false;
    return true;
}

static bool reopen(struct run *run, struct error *error)
{
    for (size_t c = 0; c < run->n_components; c++) {
        const struct component_abilities can = component_abilities(run->components[c]);
        component_close(run->components[c]);
        run->components[c] = NULL;
        if (!run_open_component(run, c, &can, error))
            return false;
        run->stepper.components[c].component = run->components[c];
    }
    return true;
}

/* ---- starting over ---- */

static void rewind_to_start(struct run *run)
{
    run->ended = run->off_grid = run->is_last_step = false;
    run->step = run->outputs = 0;
    run->clock = clock_start(run->start_time, run->macro_step);
    if (run_has_control(run))
        control_forget(&run->control, run->exchange);
    if (run->exchange->slopes)
        slopes_forget(run->exchange->slopes);
    if (run->stepper.standins)
        standins_start_over(run->stepper.standins);
    passes_forget(&run->passes, run->exchange);
    for (size_t i = 0; i < run->powers.n; i++)
        run->powers.summary[i].delivered = run->powers.summary[i].received = 0;
    exchange_forget(run->exchange);
}

/* Where the run was stopped before, when it went from here. */
static double next_stop(const struct run *run)
{
    for (size_t i = 0; i < run->n_stops; i++)
        if (run->stops[i] > run->clock.now)
            return run->stops[i];
    return run->stop_time;
}

/* Interrupted on the way: the run stands where observers have seen it last, and nobody knows the work up to there. */
static void end_interrupted(struct run *run)
{
    run->summary.status = RUN_INTERRUPTED;
    run->clock.now = run->summary.time;
    for (size_t i = 0; i < run->powers.n; i++)
        run->powers.summary[i].delivered = run->powers.summary[i].received = run->powers.summary[i].residual = NAN;
}

/* From the start over as many steps as have been taken, unseen. An interrupt ends it, and the run. */
static bool start_over(struct run *run, struct error *error)
{
    const struct run_summary summary = run->summary;
    const long steps = run->step;
    run->silent = true;
    rewind_to_start(run);
    bool done = reopen(run, error) && run_begin(run, error);
    while (done && !run->ended && run->step < steps)
        done = run_step_towards(run, next_stop(run), error);
    run->silent = false;
    const bool interrupted = done && run->ended && run->step != run->ends_after;
    run->summary = summary;
    run->step = steps;
    if (interrupted)
        end_interrupted(run);
    return done;
}

/* To the begin of the step again. Where everybody can, the way back is kept from then on. */
static bool return_to_begin(struct run *run, struct error *error)
{
    if (run->keeps_way_back)
        return run_go_back(run, error);
    if (!start_over(run, error))
        return false;
    run->keeps_way_back = run->can_roll_back;
    return run->ended || !run->keeps_way_back || run_keep_way_back(run, error);
}

/* Whether something is still to be told or read of the last communication point, when that is the end. */
static bool has_open_ends(const struct run *run)
{
    for (size_t w = 0; w < run->n_watches; w++)
        if (!run_watch_is_due(run, run->watches[w]))
            return true;
    for (size_t i = 0; i < run->powers.n; i++)
        if (run->powers.summary[i].from_components)
            return true;
    return false;
}

/* The last communication point was the end, which nobody knew when it was told. A run that was steered is left as it is:
 * starting over would lose that. */
static bool end_at_last_point(struct run *run, enum run_status status, struct error *error)
{
    run->ended = true;
    run->summary.status = status;
    if (run->steered || !has_open_ends(run))
        return true;
    run->ends_after = run->step;
    const bool done = start_over(run, error);
    run->ends_after = -1;
    run->ended = true;
    return done;
}

/* ---- discarded steps ---- */

/* A single FMU's component has no name of its own, its instance has. */
static const char *name_of(const struct run *run, size_t c)
{
    return component_label(run->components[c]);
}

static const char *last_words(struct run *run, const struct interval *step)
{
    const char *words =
        instance_last_words(component_instance(run->components[run->stepper.culprit]), step->t, step->t + step->H);
    return *words ? words : "no reason given";
}

static bool raise_discarded(struct run *run, const struct interval *step, struct error *error)
{
    const char *name = name_of(run, run->stepper.culprit);
    if (run->can_roll_back)
        return error_raise(error, ERROR_RUN_DISCARDED_SMALL, name, TEXT("%.9g", step->t), TEXT("%.3g", step->H),
                           last_words(run, step));
    const char *who = "";
    for (size_t c = 0; c < run->n_components; c++)
        if (!component_abilities(run->components[c]).rollback)
            who = name_of(run, c);
    return error_raise(error, ERROR_RUN_DISCARDED, name, TEXT("%.9g", step->t), TEXT("%.3g", step->H),
                       last_words(run, step), who);
}

/* The rest of the step is made up for by smaller ones; then time goes on where it would have. */
static void plan_smaller_steps(struct run *run, const struct interval *step, double reached)
{
    const double came = reached - step->t;
    const double next = came > 0.01 * step->H && came < 0.99 * step->H ? came : step->H / 2;
    if (run_has_control(run)) {
        run->control.next = next;
        run->control.was_rejected = true;
    } else if (!run->off_grid) {
        run->grid = run->clock;
        clock_advance(&run->grid, step);
        run->off_grid = true;
    }
    run->clock = clock_start(step->t, next);
    if (run->exchange->slopes)
        slopes_forget(run->exchange->slopes);
    if (run->stepper.standins)
        standins_forget(run->stepper.standins);
}

static bool handle_discarded(struct run *run, const struct interval *step, double reached, struct error *error)
{
    const bool small = step->H < smallest_part * run->macro_step || step->H < 8 * DBL_EPSILON * fabs(step->t);
    run->summary.rejected++;
    if (!run->can_roll_back || !run->variable_step || small)
        return raise_discarded(run, step, error);
    if (!return_to_begin(run, error))
        return false;
    if (!run->ended)
        plan_smaller_steps(run, step, reached);
    return true;
}

/* ---- ends ---- */

/* A single FMU stands where it wants the end, and there is nobody else. */
static bool end_alone(struct run *run, double reached, struct error *error)
{
    run->ended = true;
    run->summary.status = RUN_TERMINATED;
    run->clock.between = true;
    run->clock.now = run->summary.time = reached;
    run->step++;
    run->summary.steps++;
    return run_read_inputs(run, run->exchange, reached, error) && run_observe_before(run, true, error) &&
           powers_read(&run->powers, run->exchange, true, error) && exchange_look(run->exchange, error) &&
           run_observe_after(run, true, error);
}

/* An FMU has asked for the end inside of a step: all of them go there from its begin, or, where they cannot, the last
 * communication point was the end. */
static bool handle_terminated(struct run *run, const struct interval *step, double reached, struct error *error)
{
    const bool moved = reached - step->t > 1e-9 * step->H;
    if (moved && run->n_components == 1)
        return end_alone(run, reached, error);
    const bool can_return = run->keeps_way_back || !run->steered;
    if (!moved || !run->variable_step || run->is_last_step || !can_return)
        return end_at_last_point(run, RUN_TERMINATED, error);
    if (!return_to_begin(run, error) || run->ended)
        return run->ended;
    if (run->rows.n > 0) { /* rows of results inside of it: again, from one of them to the next */
        run->passes_rows = false;
        return true;
    }
    const struct interval last = {step->t, clock_length(step->t, reached - step->t, reached), reached, .to_tick = false,
                                  .is_full = false};
    run->is_last_step = true;
    return run_take_step(run, &last, error);
}

/* The last step is shorter than the others, and who refuses it has said that all steps must be the same. */
static bool handle_short_end(struct run *run, const struct interval *step, struct error *error)
{
    error_warn(WARNING_SHORT_LAST_STEP, name_of(run, run->stepper.culprit), TEXT("%.9g", step->t),
               TEXT("%.9g", step->end));
    error_clear(error);
    return end_at_last_point(run, RUN_DONE, error);
}

static bool is_refused_for_its_length(const struct run *run, const struct interval *step, enum step_outcome outcome)
{
    const size_t culprit = run->stepper.culprit;
    if (step->is_full || step->end < run->stop_time || outcome == STEP_TERMINATED || culprit == NO_VALUE)
        return false;
    return !component_abilities(run->components[culprit]).variable_step &&
           !fmu_is_fatal(run->system->components[culprit].fmu);
}

bool run_handle_outcome(struct run *run, enum step_outcome outcome, const struct interval *step, double reached,
                        struct error *error)
{
    if (is_refused_for_its_length(run, step, outcome))
        return handle_short_end(run, step, error);
    switch (outcome) {
    case STEP_DONE:
        return true;
    case STEP_DISCARDED:
        return run->is_last_step ? end_at_last_point(run, RUN_TERMINATED, error)
                                 : handle_discarded(run, step, reached, error);
    case STEP_TERMINATED:
        return handle_terminated(run, step, reached, error);
    case STEP_FAILED:
        break;
    }
    return false;
}
