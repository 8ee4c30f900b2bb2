/* Central differences. Every group of columns is moved by three steps of different size, each with twice its size beside it:
 * the two give a value of fourth order and an estimate of its error; every element takes the step that seems best for it. */
#include "master/couple/probe_impl.h"

#include <math.h>

/* In units of the larger of value and nominal value; powers of two, so that the moves are exact. */
static const double steps[] = {0x1p-12, 0x1p-15, 0x1p-18};
enum { N_STEPS = sizeof steps / sizeof *steps };

/* What a column is moved in parts of. A parameter may be far smaller than 1, and near to what it must not be. */
static double scale(const struct probe *p, size_t column)
{
    const double size = fabs(p->columns[column]);
    const bool is_parameter = column >= p->ports.n_columns - p->ports.n_tuned;
    if (is_parameter && size > 0 && !p->ports.columns[column]->has_nominal)
        return size;
    return fmax(p->ports.nominals[column], size);
}

/* Rows at columns + factor * step * scale of the group. */
static bool evaluate(struct probe *p, const struct probe_group *g, double move, double *rows, struct error *error)
{
    double *moved = p->inside->moved;
    for (size_t j = 0; j < p->ports.n_columns; j++)
        moved[j] = p->columns[j];
    for (size_t j = 0; j < g->n_columns; j++)
        moved[g->columns[j]] += move * scale(p, g->columns[j]);
    return probe_set(p, moved, error) && probe_get(p, rows, error);
}

static bool evaluate_four(struct probe *p, const struct probe_group *g, double step, struct error *error)
{
    static const double factors[4] = {-2, -1, 1, 2};
    for (size_t i = 0; i < 4; i++)
        if (!evaluate(p, g, factors[i] * step, p->inside->at[i], error))
            return false;
    return true;
}

static void take_differences(struct probe *p, const struct probe_group *g, double step, bool first)
{
    double *const *at = p->inside->at;
    for (size_t k = 0; k < g->n_rows; k++) {
        const size_t i = g->rows[k], j = g->owners[k];
        const double h = step * scale(p, j);
        const double narrow = (at[2][i] - at[1][i]) / (2 * h), wide = (at[3][i] - at[0][i]) / (4 * h);
        const double estimate = fabs(narrow - wide) / 3;
        double *error = &p->inside->errors[i + j * p->ports.n_rows];
        if (first || estimate < *error) {
            *error = estimate;
            MATRIX_AT(p->jacobian, i, j) = narrow + (narrow - wide) / 3;
        }
    }
}

static bool probe_group(struct probe *p, const struct probe_group *g, struct error *error)
{
    bool first = true;
    struct error failure = {0};
    for (size_t k = 0; k < N_STEPS; k++) {
        struct error *raised = k + 1 == N_STEPS ? &failure : NULL; /* a wide move may leave the model's domain */
        if (evaluate_four(p, g, steps[k], raised)) {
            take_differences(p, g, steps[k], first);
            first = false;
        }
    }
    if (first && error)
        *error = failure;
    return !first;
}

/* The largest error, each relative to the largest element of its row, in nominal units. */
static double find_accuracy(const struct probe *p)
{
    double worst = 0;
    for (size_t i = 0; i < p->ports.n_rows; i++) {
        double largest_error = 0, largest = 0;
        for (size_t j = 0; j < p->ports.n_columns; j++) {
            if (!p->ports.pattern[i * p->ports.n_columns + j])
                continue;
            largest_error = fmax(largest_error, p->inside->errors[i + j * p->ports.n_rows] * scale(p, j));
            largest = fmax(largest, fabs(MATRIX_AT(p->jacobian, i, j)) * scale(p, j));
        }
        if (largest > 0)
            worst = fmax(worst, largest_error / largest);
    }
    return worst;
}

bool probe_differences(struct probe *p, struct error *error)
{
    struct component *c = p->inside->component;
    const bool saves = !p->inside->model && component_abilities(c).rollback;
    if (saves && !component_save(c, error))
        return false;
    bool done = true;
    component_try_inputs(c, true); /* a move across an event indicator is none of the model's */
    for (size_t g = 0; done && g < p->inside->n_groups; g++)
        if (p->inside->groups[g].by_differences)
            done = probe_group(p, &p->inside->groups[g], error);
    /* Back to where it was, whatever has happened. */
    struct error failure = {0};
    const bool back = saves ? component_restore(c, &failure) : probe_set(p, p->columns, &failure);
    component_try_inputs(c, false);
    if (done && !back && error)
        *error = failure;
    p->accuracy = find_accuracy(p);
    return done && back;
}
