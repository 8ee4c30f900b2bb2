/* Steps that do not come to their end. A discarded step is tried again with a smaller one, from its begin: where components
 * can save their state, that is kept from the first discarded step on. Nobody pays for it before that: the first time,
 * the run starts over and goes silently to where it was. */
#include "master/couple/run_impl.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* A step that is still refused when it is that much smaller will not be taken at all. */
static const double smallest_part = 1e-6;

bool run_keep_way_back(struct run *run, struct error *error)
{
    run_copy_values(run->exchange, &run->kept);
    for (size_t c = 0; run->passes.most == 1 && c < run->n_components; c++) /* else the passes do */
        if (!component_save(run->components[c], SLOT_STEP, error))
            return false;
    return true;
}

static bool go_back(struct run *run, struct error *error)
{
    run_put_values(run->exchange, &run->kept);
    for (size_t c = 0; c < run->n_components; c++)
        if (!component_restore(run->components[c], SLOT_STEP, error))
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

/* From the start to the begin of the step again, unseen, this time keeping the way back. */
static bool start_over(struct run *run, const struct interval *step, struct error *error)
{
    const struct run_summary summary = run->summary;
    const long steps = run->step;
    run->silent = true;
    run->step = 0;
    run->clock = clock_start(run->start_time, run->macro_step);
    if (run->exchange->slopes)
        slopes_forget(run->exchange->slopes);
    for (size_t i = 0; i < run->powers.n; i++)
        run->powers.summary[i].delivered = run->powers.summary[i].received = 0;
    memset(run->exchange->is_current, 0, run->n_components * sizeof *run->exchange->is_current);
    bool done = reopen(run, error) && run_begin(run, error);
    while (done && run->step < steps)
        done = run_step_towards(run, step->t, error);
    run->silent = false;
    run->summary = summary;
    run->keeps_way_back = true;
    return done && run_keep_way_back(run, error);
}

/* A single FMU's component has no name of its own, its instance has. */
static const char *name_of(const struct run *run, size_t c)
{
    return component_label(run->components[c]);
}

static const char *last_words(struct run *run)
{
    const char *words = instance_last_log(component_instance(run->components[run->stepper.culprit]));
    return *words ? words : "no reason given";
}

static bool raise_discarded(struct run *run, const struct interval *step, struct error *error)
{
    const char *name = name_of(run, run->stepper.culprit);
    if (run->can_roll_back)
        return error_raise(error, ERROR_RUN_DISCARDED_SMALL, name, TEXT("%.9g", step->t), TEXT("%.3g", step->H),
                           last_words(run));
    const char *who = "";
    for (size_t c = 0; c < run->n_components; c++)
        if (!component_abilities(run->components[c]).rollback)
            who = name_of(run, c);
    return error_raise(error, ERROR_RUN_DISCARDED, name, TEXT("%.9g", step->t), TEXT("%.3g", step->H), last_words(run),
                       who);
}

/* The rest of the step is made up for by smaller ones; then time goes on where it would have. */
static void plan_smaller_steps(struct run *run, const struct interval *step, double reached)
{
    const double came = reached - step->t;
    const double next = came > 0.01 * step->H && came < 0.99 * step->H ? came : step->H / 2;
    if (!run->off_grid) {
        run->grid = run->clock;
        clock_advance(&run->grid, step);
        run->off_grid = true;
    }
    run->clock = clock_start(step->t, next);
    if (run->exchange->slopes)
        slopes_forget(run->exchange->slopes);
}

static bool handle_discarded(struct run *run, const struct interval *step, double reached, struct error *error)
{
    const bool small = step->H < smallest_part * run->macro_step || step->H < 8 * DBL_EPSILON * fabs(step->t);
    run->summary.rejected++;
    if (!run->can_roll_back || !run->variable_step || small)
        return raise_discarded(run, step, error);
    if (run->keeps_way_back ? !go_back(run, error) : !start_over(run, step, error))
        return false;
    plan_smaller_steps(run, step, reached);
    return true;
}

/* An FMU has asked for the end: the run stops where it came to. */
static bool handle_terminated(struct run *run, const struct interval *step, double reached, struct error *error)
{
    run->ended = true;
    run->summary.status = RUN_TERMINATED;
    if (!(reached > step->t))
        return true;
    run->clock.now = run->summary.time = reached;
    run->step++;
    run->summary.steps++;
    for (size_t c = 0; c < run->n_components; c++)
        if (!exchange_get(run->exchange, c, error))
            return false;
    return powers_read(&run->powers, run->exchange, true, error) && run_observe_before(run, true, error) &&
           run_observe_after(run, true, error);
}

/* The last step is shorter than the others, and who refuses it has said that all steps must be the same. */
static bool handle_short_end(struct run *run, const struct interval *step, struct error *error)
{
    error_warn(WARNING_SHORT_LAST_STEP, name_of(run, run->stepper.culprit), TEXT("%.9g", step->t),
               TEXT("%.9g", step->end));
    error_clear(error);
    run->ended = true;
    run->summary.status = RUN_DONE;
    return true;
}

bool run_handle_outcome(struct run *run, enum step_outcome outcome, const struct interval *step, double reached,
                        struct error *error)
{
    const bool insists = !component_abilities(run->components[run->stepper.culprit]).variable_step;
    if (outcome != STEP_TERMINATED && !step->on_grid && step->end >= run->stop_time && insists)
        return handle_short_end(run, step, error);
    switch (outcome) {
    case STEP_DONE:
        return true;
    case STEP_DISCARDED:
        return handle_discarded(run, step, reached, error);
    case STEP_TERMINATED:
        return handle_terminated(run, step, reached, error);
    case STEP_FAILED:
        break;
    }
    return false;
}
