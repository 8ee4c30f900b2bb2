/* The Jacobian of the rates by exact derivatives along directions. Columns that have no row in common are found by one direction:
 * Curtis, Powell and Reid, On the estimation of sparse Jacobian matrices, 1974. A circuit of 28 states takes 11. */
#include "numerics/solver_impl.h"

#include <stdlib.h>
#include <string.h>

static bool names_word(const char *list, const char *word)
{
    const size_t length = strlen(word);
    for (const char *at = list; (at = strstr(at, word)); at += length)
        if ((at == list || at[-1] == ' ') && (at[length] == ' ' || at[length] == '\0'))
            return true;
    return false;
}

/* Whether columns a and b both reach some row. */
static bool columns_meet(const struct solver *s, size_t a, size_t b)
{
    for (size_t i = 0; i < s->n_x; i++)
        if (s->reaches[a * s->n_x + i] && s->reaches[b * s->n_x + i])
            return true;
    return false;
}

/* Each column goes into the first group in which it meets nobody. */
static void columns_group(struct solver *s)
{
    for (size_t j = 0; j < s->n_x; j++) {
        size_t group = 0;
        for (size_t k = 0; k < j; k++)
            if (s->groups[k] == group && columns_meet(s, j, k)) {
                group++;
                k = (size_t)-1; /* from the beginning, with the next group */
            }
        s->groups[j] = group;
        if (group >= s->n_groups)
            s->n_groups = group + 1;
    }
}

enum { MOST_STATES = 64 }; /* beyond, finding the groups takes too long at every start */

bool solver_jacobian_prepare(struct solver *s)
{
    if (s->groups || s->n_x > MOST_STATES)
        return true;
    const struct model_variable *states = s->type->variables + s->layout.first[MODEL_STATE];
    s->groups = calloc(s->n_x + 1, sizeof *s->groups);
    s->reaches = calloc(s->n_x * s->n_x + 1, sizeof *s->reaches);
    s->along_group = calloc(s->n_x + 1, sizeof *s->along_group);
    if (!s->groups || !s->reaches || !s->along_group)
        return false;
    for (size_t j = 0; j < s->n_x; j++)
        for (size_t i = 0; i < s->n_x; i++)
            s->reaches[j * s->n_x + i] = !states[i].rate_depends || names_word(states[i].rate_depends, states[j].name);
    columns_group(s);
    return true;
}

void solver_jacobian_close(struct solver *s)
{
    free(s->groups);
    free(s->reaches);
    free(s->along_group);
}

static bool along(struct solver *s, struct model_point at, struct model_change change, struct model_report *report)
{
    const struct model_direction direction = {.x = s->k[3]}; /* which no user of the Jacobian needs */
    return model_differentiate(s->type, &s->layout, at, direction, change, s->complex_room, report);
}

static bool by_groups(struct solver *s, struct model_point at, size_t stride, double *columns,
                      struct model_report *report)
{
    double *seed = s->k[3], *found = s->along_group;
    const size_t n = s->n_x;
    for (size_t group = 0; group < s->n_groups; group++) {
        for (size_t j = 0; j < n; j++)
            seed[j] = s->groups[j] == group;
        if (!along(s, at, (struct model_change){.rates = found}, report))
            return false;
        for (size_t j = 0; j < n; j++)
            for (size_t i = 0; i < n && s->groups[j] == group; i++)
                columns[j * stride + i] = s->reaches[j * n + i] ? found[i] : 0;
    }
    return true;
}

bool solver_jacobian(struct solver *s, const struct solver_problem *problem, double t, const double *x, const double *u,
                     size_t stride, double *columns, double *quadratures, struct model_report *report)
{
    const struct model_point at = {problem->constants, problem->scratch, t, problem->m, x, u};
    if (s->n_groups > 0 && !quadratures) /* nobody says what these depend on */
        return by_groups(s, at, stride, columns, report);
    double *seed = s->k[3];
    memset(seed, 0, s->n_x * sizeof *seed);
    for (size_t j = 0; j < s->n_x; j++) {
        seed[j] = 1;
        if (!along(s, at,
                   (struct model_change){.rates = columns + j * stride,
                                         .quadratures = quadratures ? quadratures + j * stride : NULL},
                   report))
            return false;
        seed[j] = 0;
    }
    return true;
}
