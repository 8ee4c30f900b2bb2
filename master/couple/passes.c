#include "master/couple/passes.h"

#include <math.h>
#include <string.h>

/* Values below this say nothing where the FMU gives no nominal. */
static const double smallest_scale = 1e-9;

/* In a scheme that goes one by one only what is used before its owner was stepped can differ from what was used. */
static void find_fed_back(struct passes *p, const struct stepper *s)
{
    const struct exchange *x = s->x;
    for (size_t c = 0; c < s->n_components; c++)
        for (size_t i = x->u_reals[c].begin; i < x->u_reals[c].end; i++) {
            const size_t owner = x->y_ports[x->gather[i]].component;
            size_t mine = 0, its = 0;
            if (owner == s->n_components)
                continue;
            while (s->order[mine] != c)
                mine++;
            while (s->order[its] != owner)
                its++;
            if (!p->scheme->one_by_one || its >= mine)
                p->fed_back[x->gather[i]] = true;
        }
}

bool passes_open(struct passes *p, struct stepper *s, const struct scheme *scheme, int most, double tolerance,
                 struct error *error)
{
    *p = (struct passes){.scheme = scheme, .most = most, .tolerance = tolerance};
    if (most == 1)
        return true;
    const struct exchange *x = s->x;
    p->before = ARENA_TAKE(&s->arena, x->n_y, double);
    p->largest = ARENA_TAKE(&s->arena, x->n_y, double);
    p->fed_back = ARENA_TAKE(&s->arena, x->n_y, bool);
    p->u_start = ARENA_TAKE(&s->arena, x->n_u, double);
    if (!p->before || !p->largest || !p->fed_back || !p->u_start)
        return error_raise(error, ERROR_NO_MEMORY, "preparing the iteration");
    for (size_t i = 0; i < x->system_inputs; i++) {
        const struct fmi_variable *v = system_variable(x->system, x->y_ports[i]);
        p->largest[i] = v->has_nominal ? fabs(v->nominal) : smallest_scale;
    }
    find_fed_back(p, s);
    return true;
}

/* What the first pass takes for the end of the step. */
static void predict(struct passes *p, const struct stepper *s)
{
    for (size_t i = 0; i < s->x->system_inputs; i++) {
        const struct polynomial forecast = forecast_value(&s->forecast, i, s->H, NULL);
        p->before[i] = polynomial_at(&forecast, s->H);
    }
}

static bool save(struct passes *p, struct stepper *s, struct error *error)
{
    memcpy(p->u_start, s->x->u, s->x->n_u * sizeof *p->u_start);
    for (size_t c = 0; c < s->n_components; c++)
        if (!component_save(s->x->components[c], SLOT_STEP, error))
            return false;
    return true;
}

static bool go_back(struct passes *p, struct stepper *s, struct error *error)
{
    memcpy(p->before, s->x->y, s->x->system_inputs * sizeof *p->before);
    memcpy(s->x->u, p->u_start, s->x->n_u * sizeof *p->u_start);
    for (size_t c = 0; c < s->n_components; c++) {
        s->x->is_current[c] = false;
        s->end_is_known[c] = true;
        if (!component_restore(s->x->components[c], SLOT_STEP, error))
            return false;
    }
    for (size_t c = 0; c < s->n_components; c++)
        if (!stepper_give(s, c, error))
            return false;
    return true;
}

static bool has_converged(struct passes *p, const struct stepper *s)
{
    bool converged = true;
    for (size_t i = 0; i < s->x->system_inputs; i++) {
        p->largest[i] = fmax(p->largest[i], fabs(s->x->y[i]));
        converged = converged && (!p->fed_back[i] || fabs(s->x->y[i] - p->before[i]) <= p->tolerance * p->largest[i]);
    }
    return converged;
}

enum step_outcome passes_run(struct passes *p, struct stepper *s, long *taken, double *reached, struct error *error)
{
    if (p->most == 1) {
        (*taken)++;
        return p->scheme->pass(s, reached, error);
    }
    if (!save(p, s, error))
        return STEP_FAILED;
    predict(p, s);
    for (int pass = 1;; pass++) {
        (*taken)++;
        const enum step_outcome outcome = p->scheme->pass(s, reached, error);
        if (outcome != STEP_DONE)
            return outcome;
        for (size_t c = 0; c < s->n_components; c++)
            if (!s->x->is_current[c] && !stepper_publish(s, c, error))
                return STEP_FAILED;
        if (has_converged(p, s))
            return STEP_DONE;
        if (pass == p->most) {
            if (p->tolerance > 0) /* else all passes were asked for */
                error_warn(WARNING_NOT_CONVERGED, TEXT("%d", p->most), TEXT("%g", p->tolerance));
            return STEP_DONE;
        }
        if (!go_back(p, s, error))
            return STEP_FAILED;
    }
}
