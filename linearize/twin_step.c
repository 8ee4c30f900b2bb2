/* One component over a macro step (stepper.c), with forms. */
#include "linearize/twin_impl.h"

/* x and u over one step of the component, by its map. */
static void apply(struct twin *t, struct twin_component *c, const struct step_map *map)
{
    const size_t n_x = c->ports->n_states, n_u = c->ports->n_inputs, w = t->width;
    for (size_t i = 0; i < n_x; i++) {
        double *next = form(&c->x_next, i);
        form_zero(next, w);
        for (size_t j = 0; j < n_x; j++)
            form_add(next, MATRIX_AT(map->phi, i, j), form(&c->x, j), w);
        for (int k = 0; k < map->n_orders; k++)
            for (size_t j = 0; j < n_u; j++)
                form_add(next, MATRIX_AT(map->gamma[k], i, j), form(&c->u[k], j), w);
    }
    const struct forms x = c->x;
    c->x = c->x_next;
    c->x_next = x;
    for (size_t j = 0; j < n_u; j++) { /* the polynomials seen from the end of the step */
        form_add(form(&c->u[0], j), map->h, form(&c->u[1], j), w);
        form_add(form(&c->u[0], j), map->h * map->h / 2, form(&c->u[2], j), w);
        form_add(form(&c->u[1], j), map->h, form(&c->u[2], j), w);
    }
}

static bool is_known(const struct twin *t, size_t index)
{
    const size_t owner = t->x->y_ports[index].component;
    return owner < t->n_components && t->end_is_known[owner];
}

static struct polynomial_form polynomial_of(const struct twin *t, size_t i)
{
    return (struct polynomial_form){form(&t->polynomials[0], i), form(&t->polynomials[1], i),
                                    form(&t->polynomials[2], i)};
}

static void scale(const struct twin *t, struct polynomial_form p, double factor)
{
    for (size_t i = 0; i < t->width; i++) {
        p.value[i] *= factor;
        p.slope[i] *= factor;
        p.curvature[i] *= factor;
    }
}

/* What an input of the component does from tau to tau + h of the macro step. */
static void hand_over(struct twin *t, struct twin_component *c, size_t column, const struct polynomial_form *p,
                      bool takes_derivatives, bool first, double tau, double h)
{
    const size_t w = t->width;
    double *value = form(&c->u[0], column), *slope = form(&c->u[1], column), *curvature = form(&c->u[2], column);
    if (!takes_derivatives) { /* the mean */
        form_copy(value, p->value, w);
        form_add(value, tau + h / 2, p->slope, w);
        form_add(value, (tau * tau + tau * h + h * h / 3) / 2, p->curvature, w);
        return;
    }
    if (!first)
        polynomial_form_at(p, tau, value, w);
    form_copy(slope, p->slope, w);
    form_add(slope, tau, p->curvature, w);
    form_copy(curvature, p->curvature, w);
}

static void follow_polynomials(struct twin *t, struct twin_component *c, const struct stepped *k,
                               const struct step_map *map)
{
    for (size_t i = 0; i < k->n_inputs; i++) {
        const struct source *source = &t->x->sources[k->inputs[i]];
        const struct polynomial_form p = polynomial_of(t, i);
        twin_forecast_value(t, source->index, is_known(t, source->index), p);
        scale(t, p, source->factor);
    }
    for (int j = 0; j < k->steps; j++) {
        for (size_t i = 0; i < k->n_inputs; i++) {
            const struct polynomial_form p = polynomial_of(t, i);
            if (t->column_of[k->inputs[i]] != NO_VALUE)
                hand_over(t, c, t->column_of[k->inputs[i]], &p, k->takes_derivatives, j == 0, t->H * j / k->steps,
                          map->h);
        }
        apply(t, c, map);
    }
    for (size_t i = 0; i < k->n_inputs; i++) {
        const struct polynomial_form p = polynomial_of(t, i);
        double *u = form(&t->u, k->inputs[i]), *du = form(&t->du, k->inputs[i]);
        form_zero(du, t->width);
        if (k->takes_derivatives) {
            polynomial_form_at(&p, t->H, u, t->width);
            form_add(du, 1, p.slope, t->width);
            form_add(du, t->H, p.curvature, t->width);
        } else if (t->column_of[k->inputs[i]] != NO_VALUE) {
            form_copy(u, form(&c->u[0], t->column_of[k->inputs[i]]), t->width);
        }
    }
}

bool twin_step(struct twin *t, size_t component, struct error *error)
{
    struct twin_component *c = &t->components[component];
    const struct stepped *k = &t->stepper->components[component];
    const int order = k->takes_derivatives ? t->order : 0;
    const struct step_map *map = step_maps_get(t->maps, component, t->H / k->steps, order, error);
    if (!map)
        return false;
    c->is_current = false;
    if (t->order > 0 && k->follows)
        follow_polynomials(t, c, k, map);
    else
        for (int j = 0; j < k->steps; j++)
            apply(t, c, map);
    return true;
}

void twin_publish(struct twin *t, size_t component)
{
    twin_get(t, component, t->x->y_reals[component]);
    t->components[component].is_current = true;
    t->end_is_known[component] = true;
}

void twin_give(struct twin *t, size_t component)
{
    if (t->order == 0)
        twin_set(t, component, t->x->u_reals[component]);
}
