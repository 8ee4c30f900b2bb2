#include "master/couple/responses.h"
#include "master/couple/couple_messages.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* A rise, in units of the larger of value and nominal value: far above what solvers inside leave open. */
static const double rise = 0x1p-10;

bool responses_open(struct responses *r, const struct exchange *x, size_t component, const size_t *outputs,
                    size_t n_outputs, const size_t *inputs, size_t n_inputs, struct arena *a)
{
    const struct component_abilities can = component_abilities(x->components[component]);
    const struct fmi_experiment *e = &component_description(x->components[component])->experiment;
    *r = (struct responses){.component = component, .n_outputs = n_outputs, .n_inputs = n_inputs};
    r->takes_slopes = can.input_derivative_order > 0;
    r->own_step = !can.variable_step && e->has_step_size ? e->step_size : 0;
    r->outputs = ARENA_TAKE(a, n_outputs + 1, size_t);
    r->inputs = ARENA_TAKE(a, n_inputs + 1, size_t);
    r->levels = ARENA_TAKE(a, n_inputs + 1, double);
    r->values = ARENA_TAKE(a, n_inputs + n_outputs + 1, double);
    r->slopes = ARENA_TAKE(a, n_inputs + 1, double);
    r->input_refs = ARENA_TAKE(a, n_inputs + 1, unsigned);
    r->output_refs = ARENA_TAKE(a, n_outputs + 1, unsigned);
    r->orders = ARENA_TAKE(a, n_inputs + 1, int);
    if (!r->outputs || !r->inputs || !r->levels || !r->values || !r->slopes || !r->input_refs || !r->output_refs ||
        !r->orders)
        return false;
    for (size_t i = 0; i < n_outputs; i++) {
        r->outputs[i] = outputs[i];
        r->output_refs[i] = x->y_refs[outputs[i]];
    }
    for (size_t i = 0; i < n_inputs; i++) {
        r->inputs[i] = inputs[i];
        r->input_refs[i] = x->u_refs[inputs[i]];
        r->orders[i] = 1;
    }
    return true;
}

void responses_close(struct responses *r)
{
    free(r->held);
    free(r->answers);
    free(r->rises);
    r->held = r->answers = r->rises = NULL;
}

static bool make_room(struct responses *r, int steps)
{
    if (steps <= r->steps_room)
        return true;
    responses_close(r);
    const size_t n = (size_t)steps;
    r->held = malloc((n * r->n_outputs + 1) * sizeof *r->held);
    r->answers = malloc((n * r->n_outputs * r->n_inputs + 1) * sizeof *r->answers);
    r->rises = malloc((n * r->n_inputs + 1) * sizeof *r->rises);
    r->steps_room = r->held && r->answers && r->rises ? steps : 0;
    r->steps = 0; /* nothing is kept */
    return r->steps_room > 0;
}

/* ---- samples ---- */

/* Inputs over micro step k, with one of them (if it is one) risen by `by`. */
static bool give(struct responses *r, const struct exchange *x, int k, size_t risen, double by, struct error *error)
{
    struct component *c = x->components[r->component];
    const bool ramps = r->takes_slopes && k == 0;
    for (size_t i = 0; i < r->n_inputs; i++) {
        r->values[i] = x->u[r->inputs[i]] + (i == risen && !ramps ? by : 0);
        r->slopes[i] = i == risen && ramps ? by / r->h : 0;
    }
    return r->n_inputs == 0 || (component_set_real(c, r->input_refs, r->n_inputs, r->values, error) &&
                                (!r->takes_slopes || component_set_input_derivatives(c, r->input_refs, r->n_inputs,
                                                                                     r->orders, r->slopes, error)));
}

/* A micro step, in steps of its own. A step that is discarded is no failure: it does not come through. */
static bool step_component(struct responses *r, const struct exchange *x, double t, bool *came, struct error *error)
{
    const int parts = r->own_step > 0 ? (int)nearbyint(r->h / r->own_step) : 1;
    double reached;
    for (int i = 0; i < parts; i++) {
        const enum step_outcome outcome =
            component_step(x->components[r->component], t + r->h * i / parts, r->h / parts, &reached, error);
        r->samples++;
        if (outcome == STEP_FAILED)
            return false;
        *came = outcome == STEP_DONE;
        if (!*came)
            return true;
    }
    return true;
}

/* From the start over all micro steps and back; outputs at the end of each. */
static bool sample(struct responses *r, const struct exchange *x, size_t risen, double by, double *to,
                   struct error *error)
{
    struct component *c = x->components[r->component];
    const double t = component_time(c);
    bool came = true;
    for (int k = 0; came && k < r->steps; k++) {
        if (!give(r, x, k, risen, by, error) || !step_component(r, x, t + k * r->h, &came, error))
            return false;
        if (came && !component_get_real(c, r->output_refs, r->n_outputs, to + (size_t)k * r->n_outputs, error))
            return false;
    }
    r->is_usable = r->is_usable && came;
    return component_restore(c, error);
}

static double size_of(const struct exchange *x, size_t u)
{
    const struct fmi_variable *v = system_variable(x->system, x->u_ports[u]);
    const double nominal = v->has_nominal ? fabs(v->nominal) : 1;
    return fmax(fabs(x->u[u]), nominal);
}

/* Answers to a rise of one input, from what it does in all. */
static void take_answer(struct responses *r, const double *risen, size_t input, double by)
{
    for (size_t k = 0; k < (size_t)r->steps; k++)
        for (size_t i = 0; i < r->n_outputs; i++)
            r->answers[(k * r->n_outputs + i) * r->n_inputs + input] =
                (risen[k * r->n_outputs + i] - r->held[k * r->n_outputs + i]) / by;
}

static bool sample_all(struct responses *r, const struct exchange *x, bool anew, struct error *error)
{
    const size_t n = (size_t)r->steps * r->n_outputs;
    if (!sample(r, x, NO_VALUE, 0, r->held, error))
        return false;
    if (!anew || !r->is_usable)
        return true;
    double *risen = malloc((n + 1) * sizeof *risen);
    if (!risen)
        return error_raise(error, ERROR_NO_MEMORY, "taking step responses");
    bool done = true;
    for (size_t j = 0; done && r->is_usable && j < r->n_inputs; j++) {
        const double by = rise * size_of(x, r->inputs[j]);
        done = sample(r, x, j, by, risen, error);
        if (done && r->is_usable)
            take_answer(r, risen, j, by);
    }
    free(risen);
    return done;
}

bool responses_take(struct responses *r, const struct exchange *x, const double *y, int steps, double h, bool anew,
                    struct error *error)
{
    struct component *c = x->components[r->component];
    if (!make_room(r, steps))
        return error_raise(error, ERROR_NO_MEMORY, "taking step responses");
    anew = anew || !r->is_usable || steps > r->steps || h != r->h;
    r->steps = steps;
    r->h = h;
    const double parts = r->own_step > 0 ? h / r->own_step : 1;
    r->is_usable = fabs(parts - nearbyint(parts)) < 1e-6 && parts > 0.5;
    if (r->is_usable) {
        if (!component_save(c, error) || !sample_all(r, x, anew, error))
            return false;
    }
    for (size_t k = 0; k < (size_t)steps; k++)
        for (size_t i = 0; i < r->n_outputs; i++)
            r->held[k * r->n_outputs + i] = r->is_usable ? r->held[k * r->n_outputs + i] - y[r->outputs[i]] : 0;
    responses_rewind(r);
    return true;
}

/* ---- standing in ---- */

void responses_rewind(struct responses *r)
{
    r->taken = 0;
    memset(r->levels, 0, r->n_inputs * sizeof *r->levels);
}

void responses_step(struct responses *r, const double *inputs, const double *slopes, bool changes_only, double *outputs)
{
    const size_t n_u = r->n_inputs, n_y = r->n_outputs, now = (size_t)r->taken;
    for (size_t j = 0; j < n_u; j++) {
        const double level = inputs[j] + slopes[j] * (r->takes_slopes ? r->h : r->h / 2);
        r->rises[now * n_u + j] = level - r->levels[j];
        r->levels[j] = level;
    }
    for (size_t i = 0; i < n_y; i++)
        outputs[i] = changes_only ? 0 : r->held[now * n_y + i];
    for (size_t k = 0; r->is_usable && k <= now; k++)
        for (size_t i = 0; i < n_y; i++) {
            const double *answers = r->answers + ((now - k) * n_y + i) * n_u;
            for (size_t j = 0; j < n_u; j++)
                outputs[i] += answers[j] * r->rises[k * n_u + j];
        }
    r->taken++;
}

static double share(const struct responses *r)
{
    return r->takes_slopes ? 1 : 0.5;
}

double responses_gain(const struct responses *r, size_t output, size_t input)
{
    return r->is_usable ? share(r) * r->answers[output * r->n_inputs + input] : 0;
}

void responses_correct(struct responses *r, size_t input, double change)
{
    r->rises[(size_t)(r->taken - 1) * r->n_inputs + input] += share(r) * change;
    r->levels[input] += share(r) * change;
}
