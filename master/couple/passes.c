#include "master/couple/passes.h"
#include "master/couple/couple_messages.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Values below this say nothing where the FMU gives no nominal. */
static const double smallest_scale = 1e-9;

/* In a scheme that goes one by one only what is used before its owner was stepped can differ from what was used. */
static bool is_used_before_known(const struct passes *p, const struct stepper *s, size_t component, size_t owner)
{
    if (owner == s->n_components)
        return false;
    return !p->scheme->one_by_one || p->position[owner] >= p->position[component];
}

static void find_fed_back(struct passes *p, const struct stepper *s)
{
    const struct exchange *x = s->x;
    for (size_t i = 0; i < x->n_u; i++)
        if (is_used_before_known(p, s, x->u_ports[i].component, x->y_ports[x->gather[i]].component))
            p->fed_back[x->gather[i]] = !(s->standins && standins_follow(s->standins, i)) || p->fed_back[x->gather[i]];
    for (size_t i = 0; i < x->n_u_strings; i++) {
        const size_t from = x->string_sources[i];
        p->string_fed_back[from] =
            p->string_fed_back[from] ||
            (from < x->string_inputs &&
             is_used_before_known(p, s, x->u_string_ports[i].component, x->y_string_ports[from].component));
    }
}

void passes_forget(struct passes *p, const struct exchange *x)
{
    for (size_t i = 0; p->most > 1 && i < x->system_inputs; i++) {
        const struct fmi_variable *v = system_variable(x->system, x->y_ports[i]);
        if (v->type == FMI_REAL)
            p->largest[i] = v->has_nominal ? fabs(v->nominal) : smallest_scale;
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
    p->position = ARENA_TAKE(&s->arena, s->n_components, size_t);
    p->u_start = ARENA_TAKE(&s->arena, x->n_u, double);
    p->strings_before = ARENA_TAKE(&s->arena, x->n_y_strings, char *);
    p->string_fed_back = ARENA_TAKE(&s->arena, x->n_y_strings, bool);
    if (!p->before || !p->largest || !p->fed_back || !p->position || !p->u_start || !p->strings_before ||
        !p->string_fed_back)
        return error_raise(error, ERROR_NO_MEMORY, "preparing the iteration");
    p->n_strings = x->n_y_strings;
    passes_forget(p, x);
    passes_start(p, s);
    return true;
}

void passes_close(struct passes *p)
{
    for (size_t i = 0; i < p->n_strings; i++)
        free(p->strings_before[i]);
    p->n_strings = 0;
}

void passes_start(struct passes *p, const struct stepper *s)
{
    if (p->most == 1)
        return;
    for (size_t i = 0; i < s->n_components; i++)
        p->position[s->order[i]] = i;
    memset(p->fed_back, 0, s->x->n_y * sizeof *p->fed_back);
    memset(p->string_fed_back, 0, s->x->n_y_strings * sizeof *p->string_fed_back);
    find_fed_back(p, s);
}

/* What the pass has taken for the strings at the end of the step. */
static bool note_strings(struct passes *p, const struct exchange *x, struct error *error)
{
    for (size_t i = 0; i < p->n_strings; i++)
        if (x->y_strings[i] && !exchange_keep_string(&p->strings_before[i], x->y_strings[i], error))
            return false;
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
        if (!component_save(s->x->components[c], error))
            return false;
    return true;
}

static bool go_back(struct passes *p, struct stepper *s, struct error *error)
{
    memcpy(p->before, s->x->y, s->x->system_inputs * sizeof *p->before);
    memcpy(s->x->u, p->u_start, s->x->n_u * sizeof *p->u_start);
    exchange_forget(s->x);
    if (!note_strings(p, s->x, error))
        return false;
    for (size_t c = 0; c < s->n_components; c++) {
        s->end_is_known[c] = true;
        if (!component_restore(s->x->components[c], error))
            return false;
    }
    for (size_t c = 0; c < s->n_components; c++)
        if (!stepper_give(s, c, error))
            return false;
    if (s->standins)
        standins_repeat(s->standins, s->forecast.start);
    return true;
}

static bool has_converged(struct passes *p, const struct stepper *s)
{
    bool converged = true;
    for (size_t i = 0; i < s->x->system_inputs; i++) {
        if (p->largest[i] > 0)
            p->largest[i] = fmax(p->largest[i], fabs(s->x->y[i]));
        converged = converged && (!p->fed_back[i] || fabs(s->x->y[i] - p->before[i]) <= p->tolerance * p->largest[i]);
    }
    for (size_t i = 0; i < p->n_strings; i++) {
        const char *const before = p->strings_before[i], *const now = s->x->y_strings[i];
        converged = converged && (!p->string_fed_back[i] || (before && now && strcmp(before, now) == 0));
    }
    return converged && (!s->standins || standins_have_converged(s->standins, p->tolerance, p->largest));
}

enum step_outcome passes_run(struct passes *p, struct stepper *s, long *taken, double *reached, struct error *error)
{
    if (p->most == 1) {
        (*taken)++;
        return p->scheme->pass(s, reached, error);
    }
    if (!save(p, s, error) || !note_strings(p, s->x, error))
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
