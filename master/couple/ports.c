/* States, inputs and outputs of a component, and the pattern of their dependence. */
#include "master/couple/ports.h"
#include "master/couple/couple_messages.h"

#include <math.h>
#include <stdlib.h>

static bool is_continuous(const struct fmi_variable *v)
{
    return v->type == FMI_REAL && v->variability == FMI_CONTINUOUS;
}

static bool is_input(const struct fmi_variable *v)
{
    return is_continuous(v) && v->causality == FMI_INPUT && !v->only_initial;
}

static const struct fmi_variable *state_of(const struct description *d, const struct fmi_variable *rate)
{
    return rate->derivative_of == NO_INDEX ? NULL : &d->variables[rate->derivative_of];
}

static size_t count_inputs(const struct description *d)
{
    size_t n = 0;
    for (size_t i = 0; i < d->n_variables; i++)
        n += is_input(&d->variables[i]);
    return n;
}

static size_t count_outputs(const struct description *d)
{
    size_t n = 0;
    for (size_t i = 0; i < d->n_outputs; i++)
        n += is_continuous(&d->variables[d->outputs[i].variable]);
    return n;
}

static bool take_lists(struct ports *p)
{
    struct arena *a = &p->arena;
    p->rows = arena_get(a, (p->n_rows + 1) * sizeof *p->rows);
    p->columns = arena_get(a, (p->n_columns + 1) * sizeof *p->columns);
    p->row_refs = arena_get(a, (p->n_rows + 1) * sizeof *p->row_refs);
    p->column_refs = arena_get(a, (p->n_columns + 1) * sizeof *p->column_refs);
    p->nominals = arena_get(a, (p->n_columns + 1) * sizeof *p->nominals);
    p->pattern = arena_get(a, p->n_rows * p->n_columns + 1);
    p->same_as = arena_get(a, (p->n_rows + 1) * sizeof *p->same_as);
    return p->rows && p->columns && p->row_refs && p->column_refs && p->nominals && p->pattern && p->same_as;
}

/* Variables of the same value reference are one variable. */
static void add_dependencies(struct ports *p, const struct description *d, size_t row, const struct fmi_unknown *u)
{
    uint8_t *pattern = p->pattern + row * p->n_columns;
    for (size_t j = 0; j < p->n_columns; j++) {
        bool depends = !u->dependencies_known;
        for (size_t k = 0; k < u->n_dependencies && !depends; k++) {
            const struct fmi_variable *v = &d->variables[u->dependencies[k]];
            depends = v->type == FMI_REAL && v->reference == p->column_refs[j];
        }
        pattern[j] = depends || j >= p->n_columns - p->n_tuned; /* dependencies do not speak of parameters */
    }
}

static bool list_states(struct ports *p, const struct description *d, struct error *error)
{
    for (size_t i = 0; i < d->n_derivatives; i++) {
        const struct fmi_variable *rate = &d->variables[d->derivatives[i].variable];
        p->rows[i] = rate;
        p->columns[i] = state_of(d, rate);
        if (!p->columns[i])
            return error_raise(error, ERROR_PROBE_NO_STATE, rate->name);
    }
    return true;
}

static void list_inputs(struct ports *p, const struct description *d, const size_t *tuned)
{
    size_t column = p->n_states;
    for (size_t i = 0; i < d->n_variables; i++)
        if (is_input(&d->variables[i]))
            p->columns[column++] = &d->variables[i];
    for (size_t i = 0; i < p->n_tuned; i++)
        p->columns[column++] = &d->variables[tuned[i]];
}

static void list_outputs(struct ports *p, const struct description *d)
{
    size_t row = p->n_states;
    for (size_t i = 0; i < d->n_outputs; i++)
        if (is_continuous(&d->variables[d->outputs[i].variable]))
            p->rows[row++] = &d->variables[d->outputs[i].variable];
}

static void list_references(struct ports *p)
{
    for (size_t j = 0; j < p->n_columns; j++) {
        p->column_refs[j] = p->columns[j]->reference;
        p->nominals[j] = p->columns[j]->nominal != 0 ? fabs(p->columns[j]->nominal) : 1;
    }
    for (size_t i = 0; i < p->n_rows; i++) {
        p->row_refs[i] = p->rows[i]->reference;
        p->same_as[i] = -1;
        for (size_t j = 0; j < p->n_columns; j++)
            if (p->column_refs[j] == p->row_refs[i])
                p->same_as[i] = (int32_t)j;
    }
}

static void list_dependencies(struct ports *p, const struct description *d)
{
    for (size_t i = 0; i < d->n_derivatives; i++)
        add_dependencies(p, d, i, &d->derivatives[i]);
    size_t row = p->n_states;
    for (size_t i = 0; i < d->n_outputs; i++)
        if (is_continuous(&d->variables[d->outputs[i].variable]))
            add_dependencies(p, d, row++, &d->outputs[i]);
    for (size_t i = 0; i < p->n_rows; i++) /* what is a column itself need not be asked for */
        for (size_t j = 0; j < p->n_columns && p->same_as[i] >= 0; j++)
            p->pattern[i * p->n_columns + j] = 0;
}

bool ports_open(struct ports *p, const struct description *d, const size_t *tuned, size_t n_tuned, struct error *error)
{
    *p = (struct ports){.n_states = d->n_derivatives,
                        .n_inputs = count_inputs(d) + n_tuned,
                        .n_outputs = count_outputs(d),
                        .n_tuned = n_tuned};
    p->n_rows = p->n_states + p->n_outputs;
    p->n_columns = p->n_states + p->n_inputs;
    if (!take_lists(p)) {
        ports_close(p);
        return error_raise(error, ERROR_NO_MEMORY, "linearizing");
    }
    if (!list_states(p, d, error)) {
        ports_close(p);
        return false;
    }
    list_inputs(p, d, tuned);
    list_outputs(p, d);
    list_references(p);
    list_dependencies(p, d);
    return true;
}

void ports_close(struct ports *p)
{
    arena_free(&p->arena);
    *p = (struct ports){0};
}

/* ---- groups of columns ---- */

static bool collide(const uint8_t *pattern, size_t n_rows, size_t n_columns, const int32_t *group, size_t column,
                    int32_t candidate)
{
    for (size_t j = 0; j < column; j++) {
        if (group[j] != candidate)
            continue;
        for (size_t i = 0; i < n_rows; i++)
            if (pattern[i * n_columns + j] && pattern[i * n_columns + column])
                return true;
    }
    return false;
}

size_t columns_group(const uint8_t *pattern, size_t n_rows, size_t n_columns, int32_t *group)
{
    int32_t n_groups = 0;
    for (size_t j = 0; j < n_columns; j++) {
        bool used = false;
        for (size_t i = 0; i < n_rows && !used; i++)
            used = pattern[i * n_columns + j];
        int32_t candidate = 0;
        while (used && candidate < n_groups && collide(pattern, n_rows, n_columns, group, j, candidate))
            candidate++;
        group[j] = used ? candidate : -1;
        if (used && candidate == n_groups)
            n_groups++;
    }
    return (size_t)n_groups;
}
