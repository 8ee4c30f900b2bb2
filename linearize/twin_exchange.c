/* The exchange's plan, executed with forms (exchange.c, loop.c). */
#include "linearize/twin_impl.h"

#include <string.h>

void form_zero(double *to, size_t width)
{
    memset(to, 0, width * sizeof *to);
}

void form_copy(double *to, const double *from, size_t width)
{
    memcpy(to, from, width * sizeof *to);
}

void form_add(double *to, double factor, const double *from, size_t width)
{
    if (factor == 0)
        return;
    for (size_t i = 0; i < width; i++)
        to[i] += factor * from[i];
}

void forms_copy(const struct forms *to, const struct forms *from)
{
    if (from->n > 0)
        memcpy(to->a, from->a, from->n * from->width * sizeof *to->a);
}

void twin_add_product(const struct twin *t, const struct twin_component *c, size_t row, const struct forms *x,
                      const struct forms *u, double *sum)
{
    const size_t n_x = c->ports->n_states;
    for (size_t j = 0; j < n_x; j++)
        form_add(sum, MATRIX_AT(*c->jacobian, row, j), form(x, j), t->width);
    for (size_t j = 0; j < c->ports->n_inputs; j++)
        form_add(sum, MATRIX_AT(*c->jacobian, row, n_x + j), form(u, j), t->width);
}

void twin_get(struct twin *t, size_t component, struct span reals)
{
    const struct twin_component *c = &t->components[component];
    for (size_t i = reals.begin; i < reals.end; i++) {
        form_zero(form(&t->y, i), t->width);
        if (t->row_of[i] != NO_VALUE)
            twin_add_product(t, c, t->row_of[i], &c->x, &c->u[0], form(&t->y, i));
    }
    if (t->order > 0)
        twin_slopes_get(t, component, reals);
}

/* u[i] = factor * y[source]; constants have no form. */
static void source_form(const struct twin *t, size_t i, double *value)
{
    const struct source *s = &t->x->sources[i];
    form_zero(value, t->width);
    if (!s->map)
        form_add(value, s->factor, form(&t->y, s->index), t->width);
}

void twin_set(struct twin *t, size_t component, struct span reals)
{
    struct twin_component *c = &t->components[component];
    c->is_current = c->is_current && reals.begin == reals.end;
    for (size_t i = reals.begin; i < reals.end; i++) {
        source_form(t, i, form(&t->u, i));
        const size_t j = t->column_of[i];
        if (j == NO_VALUE)
            continue;
        form_copy(form(&c->u[0], j), form(&t->u, i), t->width);
        form_zero(form(&c->u[1], j), t->width);
        form_zero(form(&c->u[2], j), t->width);
    }
}

/* A set of the plan. */
static void execute_set(struct twin *t, const struct exchange_step *step)
{
    twin_set(t, step->component, step->reals);
    if (t->order > 0 && step->is_looked_at)
        twin_slopes_hand_over(t, step->component, step->reals);
}

double twin_feedthrough(const struct twin *t, size_t component, size_t output, size_t input)
{
    const struct twin_component *c = &t->components[component];
    if (t->row_of[output] == NO_VALUE || t->column_of[input] == NO_VALUE)
        return 0;
    return MATRIX_AT(*c->jacobian, t->row_of[output], c->ports->n_states + t->column_of[input]);
}

/* to += D (u to come - u that the FMU has) */
static void add_refresh(struct twin *t, size_t component, size_t output, const size_t *inputs, size_t n, double *to)
{
    double *change = t->scratch;
    for (size_t j = 0; j < n; j++) {
        source_form(t, inputs[j], change);
        form_add(change, -1, form(&t->u, inputs[j]), t->width);
        form_add(to, twin_feedthrough(t, component, output, inputs[j]), change, t->width);
    }
}

static void refresh(struct twin *t, const struct exchange_step *step)
{
    const struct refresh *f = step->refresh;
    for (size_t k = 0; k < f->n_outputs; k++)
        add_refresh(t, step->component, f->outputs[k], f->inputs, f->n_inputs, form(&t->y, f->outputs[k]));
    if (t->order > 0)
        twin_slopes_refresh(t, step->component, f);
}

/* ---- loops ---- */

static double *kept_output(const struct twin *t, const struct loop_member *m, size_t k)
{
    return t->scratch + (2 + m->first + k) * t->width;
}

static void keep_outputs(struct twin *t, const struct loop *loop)
{
    for (const struct loop_member *m = loop->members; m < loop->members + loop->n_members; m++)
        for (size_t k = 0; k < m->n_outputs; k++)
            form_copy(kept_output(t, m, k), form(&t->y, m->outputs[k]), t->width);
}

static void zero_outputs(struct twin *t, const struct loop *loop)
{
    for (const struct loop_member *m = loop->members; m < loop->members + loop->n_members; m++)
        for (size_t k = 0; k < m->n_outputs; k++)
            form_zero(form(&t->y, m->outputs[k]), t->width);
}

/* What a member answers while all outputs of the loop are 0; one that may not be read again, from its last answer. */
static void answer_to_nothing(struct twin *t, const struct loop_member *m)
{
    if (m->recomputes) {
        execute_set(t, &m->set);
        twin_get(t, m->component, m->get.reals);
    }
    for (size_t k = 0; k < m->n_outputs; k++) {
        double *row = t->scratch + t->width;
        form_copy(row, m->recomputes ? form(&t->y, m->outputs[k]) : kept_output(t, m, k), t->width);
        if (!m->recomputes)
            add_refresh(t, m->component, m->outputs[k], m->inputs, m->n_inputs, row);
        for (size_t j = 0; j < t->width; j++)
            MATRIX_AT(t->loop_right, m->first + k, j) = row[j];
    }
}

static void fill_loop_matrix(struct twin *t, const struct loop *loop)
{
    for (size_t i = 0; i < loop->n; i++)
        for (size_t j = 0; j < loop->n; j++)
            MATRIX_AT(t->loop_matrix, i, j) = i == j;
    for (const struct loop_member *m = loop->members; m < loop->members + loop->n_members; m++)
        for (size_t j = 0; j < m->n_inputs; j++)
            for (size_t k = 0; m->unknowns[j] != NO_VALUE && k < m->n_outputs; k++)
                MATRIX_AT(t->loop_matrix, m->first + k, m->unknowns[j]) -=
                    t->x->sources[m->inputs[j]].factor * twin_feedthrough(t, m->component, m->outputs[k], m->inputs[j]);
}

/* (1 - D L) z = what is answered to z = 0. */
static bool solve_loop(struct twin *t, const struct loop *loop, struct error *error)
{
    t->loop_matrix.rows = t->loop_matrix.columns = t->loop_right.rows = loop->n;
    fill_loop_matrix(t, loop);
    keep_outputs(t, loop);
    for (const struct loop_member *m = loop->members; m < loop->members + loop->n_members; m++) {
        zero_outputs(t, loop);
        answer_to_nothing(t, m);
    }
    if (!matrix_solve(t->loop_matrix, t->loop_right, t->pivots))
        return error_raise(error, ERROR_LINEARIZE_LOOP, loop->text, TEXT("%.9g", t->time));
    for (const struct loop_member *m = loop->members; m < loop->members + loop->n_members; m++)
        for (size_t k = 0; k < m->n_outputs; k++)
            for (size_t j = 0; j < t->width; j++)
                form(&t->y, m->outputs[k])[j] = MATRIX_AT(t->loop_right, m->first + k, j);
    for (const struct loop_member *m = loop->members; m < loop->members + loop->n_members; m++)
        if (m->recomputes)
            execute_set(t, &m->set);
    for (const struct loop_member *m = loop->members; m < loop->members + loop->n_members; m++)
        if (m->recomputes)
            twin_get(t, m->component, m->get.reals);
    return true;
}

/* After a get or a loop: how what it has brought changes in time. */
static void extrapolate(struct twin *t, const struct exchange_step *step)
{
    for (size_t i = step->reals.begin; step->operation == EXCHANGE_GET && i < step->reals.end; i++)
        twin_slopes_extrapolate(t, i);
    for (size_t i = 0; step->operation == EXCHANGE_LOOP && i < t->x->system_inputs; i++)
        if (exchange_is_in_loop(step->loop, i))
            twin_slopes_extrapolate(t, i);
}

bool twin_exchange(struct twin *t, struct error *error)
{
    const struct exchange *x = t->x;
    for (const struct exchange_step *step = x->plan; step < x->plan + x->n_plan; step++) {
        switch (step->operation) {
        case EXCHANGE_GET:
            if (!t->components[step->component].is_current)
                twin_get(t, step->component, step->reals);
            break;
        case EXCHANGE_SET:
            execute_set(t, step);
            break;
        case EXCHANGE_REFRESH:
            refresh(t, step);
            break;
        case EXCHANGE_LOOP:
            if (!solve_loop(t, step->loop, error))
                return false;
            break;
        }
        if (t->order > 0)
            extrapolate(t, step);
    }
    return true;
}
