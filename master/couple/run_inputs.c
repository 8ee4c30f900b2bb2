/* The system's inputs, from whoever has them. */
#include "master/couple/run_impl.h"
#include "master/couple/slopes.h"

#include <math.h>

/* Where they stand at `end` as they move from t on, y being their values there: their values, but a jump on the way is left for
 * the next communication point. */
static bool read_end(struct run *run, const double *y, double t, double end, double *values, struct error *error)
{
    const struct run_input *in = &run->input;
    const double until = fmin(end, run->next_jump);
    if (!in->values(in->context, until, true, values, error))
        return false;
    /* Right before a jump nothing but rounding would be seen. */
    const double longer = until - t > 1e-6 * (end - t) ? (end - t) / (until - t) : 0;
    for (size_t k = 0; until < end && k < run->system->n_inputs; k++)
        values[k] = y[k] + longer * (values[k] - y[k]);
    return true;
}

/* How fast they move from here on, for those whose outputs contain it. */
static bool read_slopes(struct run *run, struct exchange *x, double t, struct error *error)
{
    double *const end = run->stepper.forecast.inputs_end, *const y = x->y + x->system_inputs;
    if (!read_end(run, y, t, t + run->macro_step, end, error))
        return false;
    for (size_t k = 0; k < run->system->n_inputs; k++)
        x->slopes->slope[x->system_inputs + k] = (end[k] - y[k]) / run->macro_step;
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

/* Where they stand at the ends of micro steps. */
static bool read_micro_steps(struct run *run, double end, struct error *error)
{
    int steps;
    const double t = run->clock.now;
    double *values = standins_inputs(run->stepper.standins, run->stepper.H, &steps);
    if (!values)
        return error_raise(error, ERROR_NO_MEMORY, "reading inputs");
    for (int j = 0; j <= steps; j++, values += run->system->n_inputs)
        if (!run->input.values(run->input.context, j < steps ? t + (end - t) * j / steps : end, j > 0, values, error))
            return false;
    return true;
}

bool run_look_ahead(struct run *run, double end, struct error *error)
{
    const struct exchange *x = run->exchange;
    if (!run->input.values)
        return true;
    run->stepper.forecast.inputs_known = true;
    if (run->stepper.standins && !read_micro_steps(run, end, error))
        return false;
    return read_end(run, x->y + x->system_inputs, run->clock.now, end, run->stepper.forecast.inputs_end, error);
}
