/* Small linear systems for tests. */
#ifndef PASO_TEST_SYSTEMS_H
#define PASO_TEST_SYSTEMS_H

#include "linearize/state_space.h"
#include "tests/testing.h"

/* A system from its matrices, written row by row; names "x0", "u0", "y0" ... must be given as lists. */
static inline void system_make(struct state_space *s, size_t n_x, size_t n_u, size_t n_y, const double *A,
                               const double *B, const double *C, const double *D)
{
    static const char *const x[] = {"x0", "x1", "x2", "x3", "x4", "x5", "x6", "x7"};
    static const char *const u[] = {"u0", "u1", "u2", "u3", "u4", "u5", "u6", "u7"};
    static const char *const y[] = {"y0", "y1", "y2", "y3", "y4", "y5", "y6", "y7"};
    struct error error = {0};
    assert_true(state_space_open(s, n_x, n_u, n_y, &error));
    for (size_t i = 0; i < n_x; i++) {
        s->states.names[i] = x[i];
        s->states.nominals[i] = 1;
        for (size_t j = 0; j < n_x; j++)
            MATRIX_AT(s->A, i, j) = A[i * n_x + j];
        for (size_t j = 0; j < n_u; j++)
            MATRIX_AT(s->B, i, j) = B[i * n_u + j];
    }
    for (size_t j = 0; j < n_u; j++) {
        s->inputs.names[j] = u[j];
        s->inputs.nominals[j] = 1;
    }
    for (size_t i = 0; i < n_y; i++) {
        s->outputs.names[i] = y[i];
        s->outputs.nominals[i] = 1;
        for (size_t j = 0; j < n_x; j++)
            MATRIX_AT(s->C, i, j) = C[i * n_x + j];
        for (size_t j = 0; j < n_u; j++)
            MATRIX_AT(s->D, i, j) = D[i * n_u + j];
    }
}

#endif
