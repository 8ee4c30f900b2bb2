/* The system's inputs, from whoever has them. */
#include "master/couple/run_impl.h"
#include "master/couple/slopes.h"

/* How fast they move from here on, for those whose outputs contain it. */
static bool read_slopes(struct run *run, struct exchange *x, double t, struct error *error)
{
    double *end = run->stepper.forecast.inputs_end;
    if (!run->input.values(run->input.context, t + run->macro_step, true, end, error))
        return false;
    for (size_t k = 0; k < run->system->n_inputs; k++)
        x->slopes->slope[x->system_inputs + k] = (end[k] - x->y[x->system_inputs + k]) / run->macro_step;
    return true;
}

bool run_read_inputs(struct run *run, struct exchange *x, double t, struct error *error)
{
    const struct run_input *in = &run->input;
    if (!in->values)
        return true;
    if (!in->values(in->context, t, false, x->y + x->system_inputs, error))
        return false;
    if (x->slopes && !read_slopes(run, x, t, error))
        return false;
    if (!in->strings)
        return true;
    if (!in->strings(in->context, t, false, run->input_strings, error))
        return false;
    for (size_t k = 0; k < run->system->n_inputs; k++)
        if (in->driven[k] && run->system->inputs[k].type == FMI_STRING &&
            !exchange_put_string(x, k, run->input_strings[k], error))
            return false;
    return true;
}

bool run_look_ahead(struct run *run, double end, struct error *error)
{
    const struct run_input *in = &run->input;
    if (!in->values)
        return true;
    run->stepper.forecast.inputs_known = true;
    return in->values(in->context, end, true, run->stepper.forecast.inputs_end, error);
}
