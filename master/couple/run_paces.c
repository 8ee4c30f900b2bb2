/* How fast the components of a run are: which slopes are good for how long. */
#include "master/couple/pace.h"
#include "master/couple/run_impl.h"

#include <string.h>

bool run_find_paces(struct run *run, double *paces, struct error *error)
{
    for (size_t c = 0; c < run->n_components; c++) {
        const struct probe_target target = {.system = run->system,
                                            .components = run->components,
                                            .component = c,
                                            .start_time = run->start_time,
                                            .starts = run->starts};
        if (!pace_find(&target, &paces[c], error))
            return false;
    }
    return true;
}

void run_set_paces(struct run *run, const double *paces)
{
    if (run->exchange->slopes)
        memcpy(run->exchange->slopes->paces, paces, run->n_components * sizeof *paces);
    if (run->stepper.standins)
        standins_set_paces(run->stepper.standins, paces);
}

static bool offers_slopes(const struct run *run, size_t c)
{
    const struct exchange *x = run->exchange;
    for (size_t i = x->y_reals[c].begin; i < x->y_reals[c].end; i++)
        if (x->slopes->offered[i] > 0)
            return true;
    return false;
}

bool run_choose_slopes(struct run *run, struct error *error)
{
    struct slopes *s = run->exchange->slopes;
    if (!s)
        return true;
    for (size_t c = 0; s->choice == SLOPES_AUTO && c < run->n_components; c++) {
        const struct probe_target target = {.system = run->system,
                                            .components = run->components,
                                            .component = c,
                                            .start_time = run->start_time,
                                            .starts = run->starts};
        if (offers_slopes(run, c) && !pace_find(&target, &s->paces[c], error))
            return false;
    }
    slopes_choose(run->exchange, run->macro_step);
    return true;
}

enum run_slopes run_slopes(const struct run *run, size_t c)
{
    if (!run->exchange->slopes || !offers_slopes(run, c))
        return RUN_SLOPES_NONE;
    return slopes_are_exact(run->exchange->slopes, c, run->macro_step) ? RUN_SLOPES_EXACT : RUN_SLOPES_PAST;
}

double run_pace(const struct run *run, size_t c)
{
    const struct standins *s = run->stepper.standins;
    return s ? s->paces[c] : run->exchange->slopes ? run->exchange->slopes->paces[c] : 0;
}
