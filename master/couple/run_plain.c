/* The loop of a single component with which nothing is exchanged, without everything that it does not need: where an FMU
 * takes some ten nanoseconds for a step, the general loop would take more than the FMU. Only full steps that end before the
 * limit are taken here; whatever is special is left to the general loop, which comes to the same results. */
#include "run_impl.h"

#include <float.h>
#include <math.h>

bool run_is_plain(const struct run *run)
{
    return run->n_components == 1 && run->exchange->n_plan == 0 && !run->input.values && run->passes.most == 1 &&
           run->stepper.components[0].steps == 1 && !run->stepper.looks_ahead && !run->powers.by_trapezoids &&
           !run->keeps_way_back && !run->off_grid;
}

bool run_take_plain_steps(struct run *run, double limit, struct error *error)
{
    struct component *const component = run->components[0];
    struct clock *const clock = &run->clock;
    const double H = clock->step, margin = 1e-9 * H + 8 * DBL_EPSILON * fabs(limit);
    while (!run->ended && !(run->interrupt && *run->interrupt)) {
        const double end = clock->origin + (double)(clock->ticks + 1) * H;
        if (!(end < limit - margin))
            return true;
        double reached;
        const enum step_outcome outcome = component_step(component, clock->now, H, &reached, error);
        run->summary.iterations++;
        if (outcome != STEP_DONE) {
            const struct interval step = {clock->now, H, end, true};
            run->stepper.culprit = 0;
            return run_handle_outcome(run, outcome, &step, reached, error);
        }
        clock->now = run->summary.time = end;
        clock->ticks++;
        run->step++;
        run->summary.steps++;
        if (run->n_watches > 0 && !run_observe_plain(run, error))
            return false;
    }
    return true;
}
