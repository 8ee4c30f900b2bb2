/* Closing a system over its connections: (1 - D L) y = C x + D E w. */
#include "linearize/state_space.h"
#include "linearize/linearize_messages.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Below this reciprocal condition number (of the equilibrated matrix) a loop has no solution worth the name. */
static const double singular = 1e-13;

struct closure {
    struct arena arena;
    const struct wire *connections, *external;
    size_t n_connections, n_external;
    struct matrix DL, factors;
    struct matrix right; /* C and D E, side by side: then (1 - D L)^-1 of them */
    struct matrix BL;
    double *row_scale, *column_scale, *work;
    lapack_int *pivots, *iwork;
};

struct closure *closure_open(const struct state_space *open, const struct wire *connections, size_t n_connections,
                             const struct wire *external, size_t n_external, size_t n_w, struct error *error)
{
    const size_t n_x = open->states.n, n_y = open->outputs.n;
    struct closure *c = calloc(1, sizeof *c);
    if (!c) {
        error_raise(error, ERROR_NO_MEMORY, "linearizing");
        return NULL;
    }
    c->connections = connections;
    c->n_connections = n_connections;
    c->external = external;
    c->n_external = n_external;
    c->DL = matrix_take(&c->arena, n_y, n_y);
    c->factors = matrix_take(&c->arena, n_y, n_y);
    c->right = matrix_take(&c->arena, n_y, n_x + n_w);
    c->BL = matrix_take(&c->arena, n_x, n_y);
    c->row_scale = arena_get(&c->arena, (2 * n_y + 1) * sizeof *c->row_scale);
    c->column_scale = c->row_scale ? c->row_scale + n_y : NULL;
    c->work = arena_get(&c->arena, (4 * n_y + 1) * sizeof *c->work);
    c->pivots = arena_get(&c->arena, (n_y + 1) * sizeof *c->pivots);
    c->iwork = arena_get(&c->arena, (n_y + 1) * sizeof *c->iwork);
    if (!c->DL.a || !c->factors.a || !c->right.a || !c->BL.a || !c->row_scale || !c->work || !c->pivots || !c->iwork) {
        error_raise(error, ERROR_NO_MEMORY, "linearizing");
        closure_close(c);
        return NULL;
    }
    return c;
}

void closure_close(struct closure *c)
{
    if (!c)
        return;
    arena_free(&c->arena);
    free(c);
}

/* product = M W, where W brings wires together: u = W y. */
static void multiply_by_wires(struct matrix product, struct matrix m, const struct wire *wires, size_t n)
{
    matrix_zero(product);
    for (size_t k = 0; k < n; k++)
        for (size_t i = 0; i < m.rows; i++)
            MATRIX_AT(product, i, wires[k].from) += wires[k].factor * MATRIX_AT(m, i, wires[k].to);
}

/* Variables inside the loop are those in which both null vectors of 1 - D L live: the right one alone holds all that the loop
 * acts on, the left one all that acts on it. */
static bool raise_ill_posed(struct closure *c, const struct state_space *open, struct error *error)
{
    const size_t n = c->DL.rows;
    const struct matrix m = c->factors, u = matrix_take(&c->arena, n, n), vt = matrix_take(&c->arena, n, n);
    double *sizes = arena_get(&c->arena, (2 * n + 1) * sizeof *sizes);
    char names[ERROR_TEXT_SIZE / 2] = "";
    size_t used = 0;
    if (u.a && vt.a && sizes &&
        lapack()->dgesvd(LAPACK_COL_MAJOR, 'A', 'A', (lapack_int)n, (lapack_int)n, m.a, (lapack_int)n, sizes, u.a,
                         (lapack_int)n, vt.a, (lapack_int)n, sizes + n) == 0) {
        double largest = 0;
        for (size_t i = 0; i < n; i++)
            largest = fmax(largest, fabs(MATRIX_AT(u, i, n - 1) * MATRIX_AT(vt, n - 1, i)));
        for (size_t i = 0; i < n; i++)
            if (fabs(MATRIX_AT(u, i, n - 1) * MATRIX_AT(vt, n - 1, i)) > 1e-6 * largest &&
                used + strlen(open->outputs.names[i]) + 3 < sizeof names)
                used += (size_t)sprintf(names + used, "%s%s", used ? ", " : "", open->outputs.names[i]);
    }
    return error_raise(error, ERROR_LINEARIZE_LOOP, names, TEXT("%.9g", open->time));
}

/* A power of two that brings a size near 1: scaling by it does not round. */
static double near_one(double size)
{
    return size > 0 && isfinite(size) ? ldexp(1, -ilogb(size)) : 1;
}

/* Rows, then columns, to sizes near 1, since the outputs' units may differ by many powers of ten. What only feeds others, however
 * steeply, does not look singular then; a loop that is stays it. */
static void equilibrate(struct matrix m, double *rows, double *columns)
{
    for (size_t i = 0; i < m.rows; i++) {
        double largest = 0;
        for (size_t j = 0; j < m.columns; j++)
            largest = fmax(largest, fabs(MATRIX_AT(m, i, j)));
        rows[i] = near_one(largest);
        for (size_t j = 0; j < m.columns; j++)
            MATRIX_AT(m, i, j) *= rows[i];
    }
    for (size_t j = 0; j < m.columns; j++) {
        double largest = 0;
        for (size_t i = 0; i < m.rows; i++)
            largest = fmax(largest, fabs(MATRIX_AT(m, i, j)));
        columns[j] = near_one(largest);
        for (size_t i = 0; i < m.rows; i++)
            MATRIX_AT(m, i, j) *= columns[j];
    }
}

static void scale_rows(struct matrix m, const double *scale)
{
    for (size_t j = 0; j < m.columns; j++)
        for (size_t i = 0; i < m.rows; i++)
            MATRIX_AT(m, i, j) *= scale[i];
}

/* right = (1 - D L)^-1 right */
static bool solve_loops(struct closure *c, const struct state_space *open, struct error *error)
{
    const lapack_int n = (lapack_int)c->DL.rows;
    if (n == 0 || matrix_norm(c->DL) == 0)
        return true;
    for (size_t i = 0; i < c->DL.rows * c->DL.rows; i++)
        c->factors.a[i] = -c->DL.a[i];
    for (size_t i = 0; i < c->DL.rows; i++)
        MATRIX_AT(c->factors, i, i) += 1;
    equilibrate(c->factors, c->row_scale, c->column_scale);
    matrix_assign(c->DL, c->factors);

    const double norm = matrix_norm(c->factors);
    double reciprocal = 0;
    const bool regular =
        lapack()->dgetrf(LAPACK_COL_MAJOR, n, n, c->factors.a, n, c->pivots) == 0 &&
        lapack()->dgecon(LAPACK_COL_MAJOR, '1', n, c->factors.a, n, norm, &reciprocal, c->work, c->iwork) == 0;
    if (!regular || !(reciprocal > singular)) {
        matrix_assign(c->factors, c->DL);
        return raise_ill_posed(c, open, error);
    }
    scale_rows(c->right, c->row_scale);
    lapack()->dgetrs(LAPACK_COL_MAJOR, 'N', n, (lapack_int)c->right.columns, c->factors.a, n, c->pivots, c->right.a, n);
    scale_rows(c->right, c->column_scale);
    return true;
}

bool closure_make(struct closure *c, const struct state_space *open, struct state_space *closed, struct error *error)
{
    const size_t n_x = open->states.n, n_y = open->outputs.n, n_w = closed->inputs.n;
    const struct matrix C = {n_y, n_x, c->right.a}, DE = {n_y, n_w, c->right.a + n_y * n_x};
    multiply_by_wires(c->DL, open->D, c->connections, c->n_connections);
    multiply_by_wires(c->BL, open->B, c->connections, c->n_connections);
    multiply_by_wires(DE, open->D, c->external, c->n_external);
    multiply_by_wires(closed->B, open->B, c->external, c->n_external);
    matrix_assign(C, open->C);
    if (!solve_loops(c, open, error))
        return false;

    matrix_assign(closed->C, C);
    matrix_assign(closed->D, DE);
    matrix_assign(closed->A, open->A);
    matrix_multiply(closed->A, 1, c->BL, C, 1);
    matrix_multiply(closed->B, 1, c->BL, DE, 1);
    closed->time = open->time;
    closed->directional = open->directional;
    closed->accuracy = open->accuracy;
    memcpy(closed->rates, open->rates, n_x * sizeof *closed->rates);
    return true;
}
