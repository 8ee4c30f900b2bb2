#include "linearize/mechanism/constraint_results.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* ---- names ---- */

static const char *coordinate_name(const struct constraint_terms *t, size_t coordinate, bool is_rate)
{
    return t->instance.type->variables[mechanism_file_row(t->file, coordinate, is_rate)].name;
}

static void put_signal(struct signals *s, size_t i, const char *name, double nominal, double value)
{
    s->names[i] = name;
    s->nominals[i] = nominal > 0 ? nominal : 1;
    s->values[i] = value;
}

static void put_state(const struct constraint_terms *t, struct state_space *s, size_t i, size_t coordinate,
                      bool is_rate)
{
    put_signal(&s->states, i, coordinate_name(t, coordinate, is_rate), 1,
               is_rate ? t->w[coordinate] : t->z[coordinate]);
    s->rates[i] = is_rate ? t->a[coordinate] : t->w[coordinate];
}

static void put_inputs(const struct constraint_terms *t, struct state_space *s)
{
    const struct model_variable *inputs = t->instance.type->variables + t->instance.layout.first[MODEL_INPUT];
    for (size_t i = 0; i < t->n_inputs; i++)
        put_signal(&s->inputs, i, inputs[i].name, inputs[i].nominal, t->instance.u[i]);
}

/* ---- outputs: states that the FMU gives away, too, then those that are computed ---- */

struct output {
    bool is_state, is_rate;
    size_t coordinate; /* or number among those that are computed */
};

static size_t outputs_list(const struct constraint_terms *t, struct output *list)
{
    const struct model_variable *states = t->instance.type->variables + t->instance.layout.first[MODEL_STATE];
    const struct mechanism *mechanism = mechanism_file_mechanism(t->file);
    const size_t n_f = mechanism_sizes(mechanism).independent;
    size_t n = 0;
    for (size_t i = 0; i < t->instance.layout.count[MODEL_STATE]; i++)
        if (states[i].is_output)
            list[n++] = (struct output){true, i >= n_f && i < 2 * n_f, mechanism_state_coordinate(mechanism, i)};
    for (size_t i = 0; i < t->n_outputs; i++)
        list[n++] = (struct output){.coordinate = i};
    return n;
}

/* C from what states make of z and dz/dt, and D. */
static void put_outputs(const struct constraint_terms *t, const struct output *list, struct matrix q, struct matrix v,
                        struct state_space *s)
{
    const size_t n = t->choice.coordinates;
    for (size_t i = 0; i < s->outputs.n; i++) {
        const size_t at = list[i].coordinate;
        if (list[i].is_state)
            put_signal(&s->outputs, i, coordinate_name(t, at, list[i].is_rate), 1,
                       list[i].is_rate ? t->w[at] : t->z[at]);
        else
            put_signal(&s->outputs, i, t->outputs[at]->name, t->outputs[at]->nominal, t->y[at]);
        for (size_t j = 0; !list[i].is_state && j < t->n_inputs; j++)
            MATRIX_AT(s->D, i, j) = MATRIX_AT(t->outputs_u, at, j);
        for (size_t j = 0; j < s->states.n; j++) {
            double sum = list[i].is_state ? MATRIX_AT(list[i].is_rate ? v : q, at, j) : 0;
            for (size_t k = 0; k < n && !list[i].is_state; k++)
                sum += MATRIX_AT(t->outputs_q, at, k) * MATRIX_AT(q, k, j) +
                       MATRIX_AT(t->outputs_v, at, k) * MATRIX_AT(v, k, j);
            MATRIX_AT(s->C, i, j) = sum;
        }
    }
}

/* z and dz/dt as states, in their places from `first` on. */
static bool identity_parts(struct constraint_terms *t, size_t n_states, struct matrix *q, struct matrix *v)
{
    const size_t n = t->choice.coordinates;
    *q = matrix_take(&t->arena, n, n_states);
    *v = matrix_take(&t->arena, n, n_states);
    for (size_t i = 0; q->a && v->a && i < n; i++)
        MATRIX_AT(*q, i, i) = MATRIX_AT(*v, i, n + i) = 1;
    return q->a && v->a;
}

static bool no_memory(struct error *error)
{
    return error_raise(error, ERROR_NO_MEMORY, "linearizing");
}

/* ---- the three sets ---- */

struct making {
    struct constraint_terms *t;
    const struct output *outputs;
    size_t n_outputs;
    struct state_space space;
    struct result_constraints found;
};

static bool make_minimal(struct making *k, struct error *error)
{
    struct constraint_terms *t = k->t;
    const struct constrained *c = &t->equations;
    struct minimal_set set;
    if (!constrained_minimal(c, &set, &t->arena, error) ||
        !state_space_open(&k->space, set.A.rows, t->n_inputs, k->n_outputs, error))
        return false;
    struct state_space *s = &k->space;
    const struct matrix by_inputs = matrix_take(&t->arena, set.n_f, t->n_inputs);
    if (!by_inputs.a)
        return no_memory(error);
    matrix_assign(s->A, set.A);
    matrix_multiply(by_inputs, 1, set.forces, t->inputs, 0);
    matrix_insert(s->B, set.n_f, 0, by_inputs);
    for (size_t i = 0; i < set.n_f; i++) {
        put_state(t, s, i, c->independent[i], false);
        put_state(t, s, set.n_f + i, c->independent[i], true);
    }
    for (size_t i = 0; i < c->kept_l; i++)
        put_state(t, s, 2 * set.n_f + i, c->dependent[c->kept_m + i], false);
    put_outputs(t, k->outputs, set.q, set.v, s);
    return true;
}

/* "joint.multiplier[2]": the joint's second row that is kept. */
static const char *multiplier_name(struct constraint_terms *t, size_t k)
{
    const size_t *kept = t->equations.kept;
    const char *joint = engine_row_name(t->engine, kept[k]);
    size_t number = 1;
    for (size_t i = 0; i < k; i++)
        number += strcmp(engine_row_name(t->engine, kept[i]), joint) == 0;
    char tail[48];
    snprintf(tail, sizeof tail, ".multiplier[%zu]", number);
    return arena_join(&t->arena, joint, tail, "");
}

enum { MOST_RAW = 400 }; /* unknowns: QZ of more of them would take seconds, for a comparison */

static bool make_redundant(struct making *k, struct error *error)
{
    struct constraint_terms *t = k->t;
    const struct constrained *c = &t->equations;
    const size_t n = c->n, n_states = 2 * n + c->kept_m + c->kept_l;
    struct redundant_set set;
    struct matrix A, E, q, v;
    double complex *raw = ARENA_TAKE(&t->arena, n_states + 1, double complex);
    if (!raw || !constrained_pencil(c, &A, &E, &t->arena) || !identity_parts(t, n_states, &q, &v))
        return no_memory(error);
    const bool is_compared = n_states <= MOST_RAW;
    if (!constrained_redundant(c, &set, &t->arena, error) ||
        (is_compared && !constrained_raw(A, E, raw, &t->arena, error)) ||
        !state_space_open(&k->space, n_states, t->n_inputs, k->n_outputs, error))
        return false;
    struct state_space *s = &k->space;
    s->E = matrix_copy(&s->arena, E);
    if (!s->E.a)
        return no_memory(error);
    matrix_assign(s->A, A);
    matrix_insert(s->B, n, 0, t->inputs);
    for (size_t i = 0; i < n; i++) {
        put_state(t, s, i, i, false);
        put_state(t, s, n + i, i, true);
    }
    for (size_t i = 2 * n; i < n_states; i++) {
        const char *name = multiplier_name(t, i - 2 * n);
        if (!name)
            return no_memory(error);
        put_signal(&s->states, i, name, 1, t->lambda[c->kept[i - 2 * n]]);
    }
    put_outputs(t, k->outputs, q, v, s);
    k->found.values = set.values;
    k->found.n_values = set.n_values;
    k->found.n_infinite = set.n_infinite;
    k->found.raw = is_compared ? raw : NULL;
    k->found.n_raw = is_compared ? n_states : 0;
    return true;
}

/* dx/dt with M_p z'' = F u - C_p dz/dt - K_p z. */
static bool put_penalty(struct making *k, const struct penalty_terms *p, struct error *error)
{
    struct constraint_terms *t = k->t;
    struct arena *a = &t->arena;
    const size_t n = t->choice.coordinates;
    const struct matrix M_p = matrix_take(a, n, n), C_p = matrix_take(a, n, n), K_p = matrix_take(a, n, n),
                        side = matrix_take(a, n, 2 * n + t->n_inputs);
    lapack_int *pivots = ARENA_TAKE(a, n + 1, lapack_int);
    if (!M_p.a || !C_p.a || !K_p.a || !side.a || !pivots)
        return no_memory(error);
    constrained_penalize(&t->equations, p, M_p, C_p, K_p);
    for (size_t i = 0; i < n * n; i++) {
        side.a[i] = -K_p.a[i];
        side.a[n * n + i] = -C_p.a[i];
    }
    matrix_insert(side, 0, 2 * n, t->inputs);
    matrix_solve(M_p, side, pivots); /* positive: the eigenvalues were found */
    matrix_insert(k->space.A, n, 0, matrix_columns(side, 0, 2 * n));
    matrix_insert(k->space.B, n, 0, matrix_columns(side, 2 * n, t->n_inputs));
    for (size_t i = 0; i < n; i++)
        MATRIX_AT(k->space.A, i, n + i) = 1;
    return true;
}

static bool make_unconstrained(struct making *k, const struct penalty_terms *p, struct error *error)
{
    struct constraint_terms *t = k->t;
    const size_t n = t->choice.coordinates;
    struct unconstrained_set set;
    struct matrix q, v;
    if (!constraint_terms_penalize(t, p, &k->found.violation, error) ||
        !constrained_unconstrained(&t->equations, p, &set, &t->arena, error))
        return false;
    if (!identity_parts(t, 2 * n, &q, &v))
        return no_memory(error);
    if (!state_space_open(&k->space, 2 * n, t->n_inputs, k->n_outputs, error) || !put_penalty(k, p, error))
        return false;
    for (size_t i = 0; i < n; i++) {
        put_state(t, &k->space, i, i, false);
        put_state(t, &k->space, n + i, i, true);
    }
    put_outputs(t, k->outputs, q, v, &k->space);
    k->found.penalty = *p;
    k->found.values = set.values;
    k->found.kinds = set.kinds;
    k->found.n_values = set.n_values;
    return true;
}

bool constraint_results_add(struct results *results, struct constraint_terms *t, enum coordinate_set coordinates,
                            const struct penalty_terms *penalty, const char *inputs, const char *outputs,
                            struct error *error)
{
    const struct constrained *c = &t->equations;
    struct output *list =
        ARENA_TAKE(&t->arena, t->instance.layout.count[MODEL_STATE] + t->n_outputs + 1, struct output);
    if (!list)
        return no_memory(error);
    struct making k = {.t = t,
                       .outputs = list,
                       .n_outputs = outputs_list(t, list),
                       .found = {.coordinates = coordinates,
                                 .n_coordinates = c->n,
                                 .rank = c->kept_m + c->kept_l,
                                 .n_redundant = t->rows - c->kept_m - c->kept_l,
                                 .is_singular = t->is_singular,
                                 .is_equilibrium = t->is_equilibrium}};
    const bool made = coordinates == COORDINATES_MCS   ? make_minimal(&k, error)
                      : coordinates == COORDINATES_RCS ? make_redundant(&k, error)
                                                       : make_unconstrained(&k, penalty, error);
    if (made)
        put_inputs(t, &k.space);
    const bool added = made && results_add_constrained(results, &k.space, inputs, outputs, &k.found, error);
    state_space_close(&k.space);
    return added;
}
