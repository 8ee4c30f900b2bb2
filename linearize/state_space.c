/* Linear systems with names. */
#include "linearize/state_space.h"

#include <float.h>
#include <math.h>
#include <string.h>

static bool take_signals(struct arena *arena, struct signals *s, size_t n)
{
    s->n = n;
    s->names = arena_get(arena, (n + 1) * sizeof *s->names);
    s->nominals = arena_get(arena, (n + 1) * sizeof *s->nominals);
    s->values = arena_get(arena, (n + 1) * sizeof *s->values);
    return s->names && s->nominals && s->values;
}

bool state_space_open(struct state_space *s, size_t n_states, size_t n_inputs, size_t n_outputs, struct error *error)
{
    *s = (struct state_space){.directional = true};
    s->rates = arena_get(&s->arena, (n_states + 1) * sizeof *s->rates);
    s->A = matrix_take(&s->arena, n_states, n_states);
    s->B = matrix_take(&s->arena, n_states, n_inputs);
    s->C = matrix_take(&s->arena, n_outputs, n_states);
    s->D = matrix_take(&s->arena, n_outputs, n_inputs);
    if (take_signals(&s->arena, &s->states, n_states) && take_signals(&s->arena, &s->inputs, n_inputs) &&
        take_signals(&s->arena, &s->outputs, n_outputs) && s->rates && s->A.a && s->B.a && s->C.a && s->D.a)
        return true;
    state_space_close(s);
    return error_raise(error, ERROR_NO_MEMORY, "linearizing");
}

void state_space_close(struct state_space *s)
{
    arena_free(&s->arena);
    *s = (struct state_space){0};
}

static bool copy_signal(struct arena *arena, struct signals *to, size_t i, const struct signals *from, size_t k)
{
    to->names[i] = arena_copy(arena, from->names[k], strlen(from->names[k]));
    to->nominals[i] = from->nominals[k];
    to->values[i] = from->values[k];
    return to->names[i];
}

bool state_space_select(struct state_space *s, const struct state_space *from, const size_t *inputs, size_t n_inputs,
                        const size_t *outputs, size_t n_outputs, struct error *error)
{
    const size_t n = from->states.n;
    if (!state_space_open(s, n, n_inputs, n_outputs, error))
        return false;
    s->time = from->time;
    s->directional = from->directional;
    s->accuracy = from->accuracy;
    matrix_assign(s->A, from->A);
    if (from->E.rows > 0)
        s->E = matrix_copy(&s->arena, from->E);
    bool ok = from->E.rows == 0 || s->E.a;
    for (size_t i = 0; i < n; i++) {
        ok = ok && copy_signal(&s->arena, &s->states, i, &from->states, i);
        s->rates[i] = from->rates[i];
    }
    for (size_t j = 0; j < n_inputs; j++) {
        ok = ok && copy_signal(&s->arena, &s->inputs, j, &from->inputs, inputs[j]);
        for (size_t i = 0; i < n; i++)
            MATRIX_AT(s->B, i, j) = MATRIX_AT(from->B, i, inputs[j]);
        for (size_t i = 0; i < n_outputs; i++)
            MATRIX_AT(s->D, i, j) = MATRIX_AT(from->D, outputs[i], inputs[j]);
    }
    for (size_t i = 0; i < n_outputs; i++) {
        ok = ok && copy_signal(&s->arena, &s->outputs, i, &from->outputs, outputs[i]);
        for (size_t j = 0; j < n; j++)
            MATRIX_AT(s->C, i, j) = MATRIX_AT(from->C, outputs[i], j);
    }
    if (ok)
        return true;
    state_space_close(s);
    return error_raise(error, ERROR_NO_MEMORY, "linearizing");
}

double state_rounding(struct matrix A, size_t state, const double *nominals)
{
    static const double roundings = 8; /* equilibria that Newton's method has found are good to one or two of them */
    double sum = 0;
    for (size_t j = 0; j < A.columns; j++)
        sum += fabs(MATRIX_AT(A, state, j)) * (nominals ? nominals[j] : 1);
    return roundings * DBL_EPSILON * sum;
}
