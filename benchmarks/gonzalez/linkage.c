#include "benchmarks/gonzalez/linkage.h"
#include "linearize/linearize_messages.h"

#include <math.h>
#include <string.h>

/* kg, m, m */
static const double mass = 1, length = 1, free_length = 1.4142135623730951;

struct linkage linkage_default(size_t loops)
{
    return (struct linkage){.loops = loops, .stiffness = 25, .gravity = {0, -9.81}};
}

/* ---- the closed solution ---- */

/* V' and V'' of the weights and the springs, whose length is 2 cos(phi/2). */
static void potential(const struct linkage *k, double phi, double *first, double *second)
{
    const double n = (double)k->loops, weight = -k->gravity[1] * mass * length * ((n + 1) / 2 + n);
    const double L = 2 * length * cos(phi / 2), dL = -length * sin(phi / 2), ddL = -L / 4;
    *first = weight * cos(phi) + n * k->stiffness * (L - free_length) * dL;
    *second = -weight * sin(phi) + n * k->stiffness * (dL * dL + (L - free_length) * ddL);
}

double linkage_equilibrium(const struct linkage *k)
{
    double phi = 2.2, first, second;
    for (int i = 0; i < 50; i++) {
        potential(k, phi, &first, &second);
        phi -= first / second;
    }
    return phi;
}

double complex linkage_eigenvalue(const struct linkage *k, double phi_0)
{
    const double n = (double)k->loops, m_e = mass * length * length * (4 * n + 1) / 3;
    double first, k_e;
    potential(k, phi_0, &first, &k_e);
    const double c_e = n * k->damping * pow(length * sin(phi_0 / 2), 2);
    return (-c_e + csqrt(c_e * c_e - 4 * m_e * k_e)) / (2 * m_e);
}

/* ---- natural coordinates ---- */

enum { X, Y };
static size_t at(size_t point, int axis)
{
    return 2 * point + (size_t)axis;
}
static size_t angle(const struct linkage *k)
{
    return 2 * k->loops + 2;
}
static size_t rod_row(size_t point) /* A_i-B_i */
{
    return 2 * point;
}
static size_t coupler_row(size_t point) /* B_{i-1}-B_i */
{
    return 2 * point - 1;
}

void linkage_place(const struct linkage *k, double phi, double *q)
{
    for (size_t i = 0; i <= k->loops; i++) {
        q[at(i, X)] = (double)i + length * cos(phi);
        q[at(i, Y)] = length * sin(phi);
    }
    q[angle(k)] = phi;
}

bool linkage_open(const struct linkage *k, struct linkage_terms *t, struct arena *a, struct error *error)
{
    const size_t n = linkage_coordinates(k), m = linkage_rows(k);
    *t = (struct linkage_terms){.equations = {.n = n,
                                              .m = m,
                                              .M = matrix_take(a, n, n),
                                              .C = matrix_take(a, n, n),
                                              .K = matrix_take(a, n, n),
                                              .D = matrix_take(a, m, n)},
                                .forces = ARENA_TAKE(a, n, double),
                                .phi = ARENA_TAKE(a, m, double),
                                .lambda = ARENA_TAKE(a, m, double),
                                .kept = ARENA_TAKE(a, m, size_t),
                                .dependent = ARENA_TAKE(a, n, size_t),
                                .independent = ARENA_TAKE(a, n, size_t)};
    const struct constrained *c = &t->equations;
    return (c->M.a && c->C.a && c->K.a && c->D.a && t->forces && t->phi && t->lambda && t->kept && t->dependent &&
            t->independent) ||
           error_raise(error, ERROR_NO_MEMORY, "linearizing");
}

/* From A_{i-1} to B_i. */
struct spring {
    double d[2], length;
};
static struct spring spring_at(const double *q, size_t i)
{
    struct spring s = {.d = {q[at(i, X)] - (double)(i - 1), q[at(i, Y)]}};
    s.length = hypot(s.d[0], s.d[1]);
    return s;
}

static void evaluate_rows(const struct linkage *k, const double *q, struct linkage_terms *t)
{
    const struct matrix D = t->equations.D;
    const size_t last = k->loops, phi = angle(k);
    for (size_t i = 0; i <= last; i++) {
        const double rod[2] = { q[at(i, X)] - (double)i, q[at(i, Y)] };
        t->phi[rod_row(i)] = rod[0] * rod[0] + rod[1] * rod[1] - length * length;
        for (int axis = X; axis <= Y; axis++)
            MATRIX_AT(D, rod_row(i), at(i, axis)) = 2 * rod[axis];
        if (i == 0)
            continue;
        const double coupler[2] = { q[at(i, X)] - q[at(i - 1, X)], q[at(i, Y)] - q[at(i - 1, Y)] };
        t->phi[coupler_row(i)] = coupler[0] * coupler[0] + coupler[1] * coupler[1] - length * length;
        for (int axis = X; axis <= Y; axis++) {
            MATRIX_AT(D, coupler_row(i), at(i, axis)) = 2 * coupler[axis];
            MATRIX_AT(D, coupler_row(i), at(i - 1, axis)) = -2 * coupler[axis];
        }
    }
    const size_t row = 2 * last + 1;
    const double c = cos(q[phi]), s = sin(q[phi]);
    t->phi[row] = k->angle_by_sine ? q[at(last, Y)] - length * s : q[at(last, X)] - (double)last - length * c;
    MATRIX_AT(D, row, at(last, k->angle_by_sine ? Y : X)) = 1;
    MATRIX_AT(D, row, phi) = k->angle_by_sine ? -length * c : length * s;
}

void linkage_evaluate(const struct linkage *k, const double *q, struct linkage_terms *t)
{
    const struct matrix M = t->equations.M, C = t->equations.C;
    evaluate_rows(k, q, t);
    for (size_t i = 0; i <= k->loops; i++) {
        const double rods = 1 + (i > 0) + (i < k->loops); /* that end in B_i, with half of their weights */
        for (int axis = X; axis <= Y; axis++) {
            MATRIX_AT(M, at(i, axis), at(i, axis)) = rods * mass / 3;
            if (i > 0)
                MATRIX_AT(M, at(i, axis), at(i - 1, axis)) = MATRIX_AT(M, at(i - 1, axis), at(i, axis)) = mass / 6;
            t->forces[at(i, axis)] = rods * mass / 2 * k->gravity[axis];
        }
        if (i == 0 || (k->stiffness == 0 && k->damping == 0))
            continue;
        const struct spring s = spring_at(q, i);
        for (int x = X; x <= Y; x++) {
            t->forces[at(i, x)] -= k->stiffness * (s.length - free_length) * s.d[x] / s.length;
            for (int y = X; y <= Y; y++)
                MATRIX_AT(C, at(i, x), at(i, y)) = k->damping * s.d[x] * s.d[y] / (s.length * s.length);
        }
    }
}

void linkage_stiffness(const struct linkage *k, const double *q, struct linkage_terms *t)
{
    const struct matrix K = t->equations.K;
    const size_t last = k->loops, phi = angle(k);
    for (size_t i = 0; i <= last; i++)
        for (int axis = X; axis <= Y; axis++) { /* squared lengths have constant second derivatives */
            const double before = i > 0 ? t->lambda[coupler_row(i)] : 0,
                         after = i < last ? t->lambda[coupler_row(i + 1)] : 0;
            MATRIX_AT(K, at(i, axis), at(i, axis)) = 2 * (t->lambda[rod_row(i)] + before + after);
            if (i > 0)
                MATRIX_AT(K, at(i, axis), at(i - 1, axis)) = MATRIX_AT(K, at(i - 1, axis), at(i, axis)) = -2 * before;
        }
    MATRIX_AT(K, phi, phi) = t->lambda[2 * last + 1] * length * (k->angle_by_sine ? sin(q[phi]) : cos(q[phi]));
    for (size_t i = 1; i <= last && k->stiffness != 0; i++) {
        const struct spring s = spring_at(q, i);
        const double along = k->stiffness * free_length / (s.length * s.length * s.length),
                     across = k->stiffness * (1 - free_length / s.length);
        MATRIX_AT(K, at(i, X), at(i, X)) += across + along * s.d[X] * s.d[X];
        MATRIX_AT(K, at(i, Y), at(i, Y)) += across + along * s.d[Y] * s.d[Y];
        MATRIX_AT(K, at(i, X), at(i, Y)) = MATRIX_AT(K, at(i, Y), at(i, X)) = along * s.d[X] * s.d[Y];
    }
}

void linkage_choose_angle(const struct linkage *k, struct linkage_terms *t)
{
    const size_t m = linkage_rows(k);
    for (size_t i = 0; i < m; i++)
        t->kept[i] = t->dependent[i] = i; /* all rows; all points */
    t->independent[0] = angle(k);
    t->equations.kept = t->kept;
    t->equations.dependent = t->dependent;
    t->equations.independent = t->independent;
    t->equations.kept_m = m;
}

/* ---- the penalty system's own equilibrium ---- */

bool linkage_settle(const struct linkage *k, const struct penalty_terms *p, double *q, struct linkage_terms *t,
                    struct arena *a, struct error *error)
{
    const size_t n = linkage_coordinates(k), m = linkage_rows(k);
    const struct constrained *c = &t->equations;
    const struct matrix M_p = matrix_take(a, n, n), C_p = matrix_take(a, n, n), K_p = matrix_take(a, n, n),
                        step = matrix_take(a, n, 1);
    lapack_int *pivots = ARENA_TAKE(a, n, lapack_int);
    if (!M_p.a || !C_p.a || !K_p.a || !step.a || !pivots)
        return error_raise(error, ERROR_NO_MEMORY, "linearizing");
    for (int pass = 0; pass < 8; pass++) { /* Newton's method: quadratic, from 1e-7 on */
        linkage_evaluate(k, q, t);
        for (size_t r = 0; r < m; r++)
            t->lambda[r] = p->alpha * p->omega * p->omega * t->phi[r];
        linkage_stiffness(k, q, t);
        constrained_penalize(c, p, M_p, C_p, K_p);
        for (size_t i = 0; i < n; i++) {
            step.a[i] = t->forces[i];
            for (size_t r = 0; r < m; r++)
                step.a[i] -= MATRIX_AT(c->D, r, i) * t->lambda[r];
        }
        /* where nothing holds a motion yet, the smallest step */
        lapack_int rank = 0;
        memset(pivots, 0, n * sizeof *pivots);
        if (lapack()->dgelsy(LAPACK_COL_MAJOR, (lapack_int)n, (lapack_int)n, 1, K_p.a, (lapack_int)n, step.a,
                             (lapack_int)n, pivots, 1e-14, &rank) != 0)
            return error_raise(error, ERROR_LINEARIZE_NOT_FINITE, "the penalty system's stiffness");
        for (size_t i = 0; i < n; i++)
            q[i] += step.a[i];
    }
    return true;
}
