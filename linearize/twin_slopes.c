/* How values change in time (slopes.c) and what they do over a step (forecast.c), with forms. Past values are there: the step
 * is one of many, all of the same length. */
#include "linearize/twin_impl.h"

struct term {
    double factor;
    const double *form;
};

static void combine(double *to, size_t width, struct term a, struct term b, struct term c)
{
    for (size_t i = 0; i < width; i++)
        to[i] = a.factor * a.form[i] + b.factor * b.form[i] + c.factor * c.form[i];
}

/* ---- slopes ---- */

/* The derivatives of the states of one order from those of the order before. */
static void find_rates(const struct twin *t, const struct twin_component *c, const struct forms *x,
                       const struct forms *u, const struct forms *rates)
{
    for (size_t i = 0; i < c->ports->n_states; i++) {
        form_zero(form(rates, i), t->width);
        twin_add_product(t, c, i, x, u, form(rates, i));
    }
}

/* Along the solution: dy/dt = C dx/dt + D du/dt, and so on. */
void twin_slopes_get(struct twin *t, size_t component, struct span reals)
{
    const struct twin_component *c = &t->components[component];
    const struct forms *x = &c->x;
    const int given = reals.begin < reals.end ? t->x->slopes->given[reals.begin] : 0;
    for (int order = 1; order <= given; order++) {
        const struct forms *rates = &c->rates[order - 1], *to = order == 1 ? &t->dy : &t->ddy;
        find_rates(t, c, x, &c->u[order - 1], rates);
        for (size_t i = reals.begin; i < reals.end; i++) {
            form_zero(form(to, i), t->width);
            if (t->row_of[i] != NO_VALUE)
                twin_add_product(t, c, t->row_of[i], rates, &c->u[order], form(to, i));
        }
        x = rates;
    }
}

void twin_slopes_extrapolate(struct twin *t, size_t i)
{
    const size_t w = t->width;
    const double h = t->H;
    const double *y = form(&t->y, i), *past = form(&t->past, i), *past2 = form(&t->past2, i);
    double *slope = form(&t->slope, i), *curvature = form(&t->curvature, i);
    const int given = t->x->slopes->given[i];
    form_zero(curvature, w);
    if (given >= 1) {
        form_copy(slope, form(&t->dy, i), w);
        if (given >= 2)
            form_copy(curvature, form(&t->ddy, i), w);
        else if (t->order >= 2)
            combine(curvature, w, (struct term){2 / (h * h), past}, (struct term){-2 / (h * h), y},
                    (struct term){2 / h, slope});
    } else if (t->order >= 2) { /* the parabola through the last three */
        combine(slope, w, (struct term){1.5 / h, y}, (struct term){-2 / h, past}, (struct term){0.5 / h, past2});
        combine(curvature, w, (struct term){1 / (h * h), y}, (struct term){-2 / (h * h), past},
                (struct term){1 / (h * h), past2});
    } else {
        combine(slope, w, (struct term){1 / h, y}, (struct term){-1 / h, past}, (struct term){0, past});
    }
}

void twin_slopes_hand_over(struct twin *t, size_t component, struct span reals)
{
    const struct twin_component *c = &t->components[component];
    for (size_t i = reals.begin; i < reals.end; i++) {
        const size_t j = t->column_of[i];
        const struct source *source = &t->x->sources[i];
        if (!t->x->slopes->moves[i])
            continue;
        form_zero(form(&t->du, i), t->width);
        form_add(form(&t->du, i), source->factor, form(&t->slope, source->index), t->width);
        if (j == NO_VALUE)
            continue;
        form_copy(form(&c->u[1], j), form(&t->du, i), t->width);
        form_zero(form(&c->u[2], j), t->width);
        if (t->order >= 2)
            form_add(form(&c->u[2], j), source->factor, form(&t->curvature, source->index), t->width);
    }
}

/* dy += D (change of the inputs' slopes). */
void twin_slopes_refresh(struct twin *t, size_t component, const struct refresh *f)
{
    double *change = t->scratch;
    for (size_t j = 0; j < f->n_inputs && t->x->slopes->given[f->outputs[0]] >= 1; j++) {
        const struct source *source = &t->x->sources[f->inputs[j]];
        form_zero(change, t->width);
        form_add(change, source->factor, form(&t->slope, source->index), t->width);
        form_add(change, -1, form(&t->du, f->inputs[j]), t->width);
        for (size_t k = 0; k < f->n_outputs; k++)
            form_add(form(&t->dy, f->outputs[k]), twin_feedthrough(t, component, f->outputs[k], f->inputs[j]), change,
                     t->width);
    }
    for (size_t k = 0; k < f->n_outputs; k++)
        twin_slopes_extrapolate(t, f->outputs[k]);
}

void twin_slopes_move_on(struct twin *t)
{
    if (t->order == 0)
        return;
    forms_copy(&t->past2, &t->past);
    forms_copy(&t->past, &t->start);
}

/* ---- the forecast ---- */

void twin_forecast_begin(struct twin *t)
{
    if (t->order == 0)
        return;
    forms_copy(&t->start, &t->y);
    forms_copy(&t->start_slope, &t->slope);
    forms_copy(&t->start_curvature, &t->curvature);
}

void twin_forecast_value(struct twin *t, size_t i, bool known, struct polynomial_form p)
{
    const size_t w = t->width;
    form_zero(p.value, w);
    form_zero(p.slope, w);
    form_zero(p.curvature, w);
    if (t->order == 0 || i >= t->x->system_inputs) /* the system's inputs do not move by themselves */
        return;
    const double *start = form(&t->start, i), *end = form(&t->y, i), *past = form(&t->past, i);
    const double H = t->H;
    form_copy(p.value, start, w);
    if (!known) {
        form_copy(p.slope, form(&t->start_slope, i), w);
        form_copy(p.curvature, form(&t->start_curvature, i), w);
        return;
    }
    combine(p.slope, w, (struct term){1 / H, end}, (struct term){-1 / H, start}, (struct term){0, start});
    if (t->order < 2)
        return;
    if (t->x->slopes->given[i] >= 1) {
        form_copy(p.slope, form(&t->start_slope, i), w);
        combine(p.curvature, w, (struct term){2 / (H * H), end}, (struct term){-2 / (H * H), start},
                (struct term){-2 / H, p.slope});
    } else { /* the parabola through past, start and end, equally far apart */
        combine(p.slope, w, (struct term){0.5 / H, end}, (struct term){-0.5 / H, past}, (struct term){0, past});
        combine(p.curvature, w, (struct term){1 / (H * H), end}, (struct term){-2 / (H * H), start},
                (struct term){1 / (H * H), past});
    }
}

void polynomial_form_at(const struct polynomial_form *p, double tau, double *value, size_t width)
{
    combine(value, width, (struct term){1, p->value}, (struct term){tau, p->slope},
            (struct term){tau * tau / 2, p->curvature});
}
