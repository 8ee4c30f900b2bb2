/* The N-loop four-bar linkage of Gonzalez et al. 2017 with penalties in the place of its constraints: the eigenvalue near the true one,
 * at the equilibrium with the penalties. Points B_0 to B_N and phi as coordinates, squared lengths as constraints, alpha = 1e6, xi = 1,
 * omega = 10.
 *
 * As it stands the stiffness is 1e8 beside 10, and long double would lose the digits that are wanted. With the multipliers as unknowns
 * all numbers are of one size: D q = lambda / (alpha (s^2 + 2 xi omega s + omega^2)). */
#include "benchmarks/reference/regenerate.h"

#include <complex.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef long double real;
typedef long double complex number;

enum { MOST_LOOPS = 20, MOST = 4 * MOST_LOOPS + 5 };
static const real alpha = 1e6L, xi = 1, omega = 10, k_f = 25, g = 9.81L;

static struct {
    int loops, n, m, size;
    real damping, q[MOST], lambda[MOST];
    real D[MOST][MOST], phi[MOST], f[MOST], M[MOST][MOST], C[MOST][MOST], K[MOST][MOST];
} l;

static number matrix[MOST][MOST], vector[MOST];

/* Gauss with row pivoting; the solution replaces `vector`. */
static void solve(void)
{
    for (int k = 0; k < l.size; k++) {
        int best = k;
        for (int i = k + 1; i < l.size; i++)
            if (cabsl(matrix[i][k]) > cabsl(matrix[best][k]))
                best = i;
        for (int j = 0; j < l.size; j++) {
            const number keep = matrix[k][j];
            matrix[k][j] = matrix[best][j];
            matrix[best][j] = keep;
        }
        const number keep = vector[k];
        vector[k] = vector[best];
        vector[best] = keep;
        for (int i = k + 1; i < l.size; i++) {
            const number factor = matrix[i][k] / matrix[k][k];
            for (int j = k; j < l.size && factor != 0; j++)
                matrix[i][j] -= factor * matrix[k][j];
            vector[i] -= factor * vector[k];
        }
    }
    for (int k = l.size - 1; k >= 0; k--) {
        for (int j = k + 1; j < l.size; j++)
            vector[k] -= matrix[k][j] * vector[j];
        vector[k] /= matrix[k][k];
    }
}

/* |p - p'|^2 = 1, between the coordinates at `a` and those at `b`; b < 0: the ground's point (x, 0). */
static void length_row(int row, int a, int b, real x)
{
    l.phi[row] = -1;
    for (int axis = 0; axis < 2; axis++) {
        const real d = l.q[a + axis] - (b >= 0 ? l.q[b + axis] : axis == 0 ? x : 0);
        l.phi[row] += d * d;
        l.D[row][a + axis] = 2 * d;
        l.K[a + axis][a + axis] += 2 * l.lambda[row];
        if (b < 0)
            continue;
        l.D[row][b + axis] = -2 * d;
        l.K[b + axis][b + axis] += 2 * l.lambda[row];
        l.K[a + axis][b + axis] -= 2 * l.lambda[row];
        l.K[b + axis][a + axis] -= 2 * l.lambda[row];
    }
}

static void rod(int a, int b)
{
    for (int axis = 0; axis < 2; axis++) {
        l.M[a + axis][a + axis] += 1.0L / 3;
        if (b < 0)
            continue;
        l.M[b + axis][b + axis] += 1.0L / 3;
        l.M[a + axis][b + axis] += 1.0L / 6;
        l.M[b + axis][a + axis] += 1.0L / 6;
    }
    l.f[a + 1] -= g / 2;
    if (b >= 0)
        l.f[b + 1] -= g / 2;
}

static void spring(int a, real x)
{
    const real d[] = {l.q[a] - x, l.q[a + 1]}, size = hypotl(d[0], d[1]), rest = sqrtl(2);
    for (int i = 0; i < 2; i++) {
        l.f[a + i] -= k_f * (size - rest) * d[i] / size;
        for (int j = 0; j < 2; j++) {
            l.K[a + i][a + j] +=
                k_f * rest * d[i] * d[j] / (size * size * size) + (i == j ? k_f * (1 - rest / size) : 0);
            l.C[a + i][a + j] += l.damping * d[i] * d[j] / (size * size);
        }
    }
}

static void evaluate(void)
{
    const int last = 2 * l.loops, phi = l.n - 1, row = l.m - 1;
    memset(l.D, 0, sizeof l.D);
    memset(l.M, 0, sizeof l.M);
    memset(l.C, 0, sizeof l.C);
    memset(l.K, 0, sizeof l.K);
    memset(l.f, 0, sizeof l.f);
    for (int i = 0; i <= l.loops; i++) {
        length_row(i, 2 * i, -1, i);
        rod(2 * i, -1);
        if (i == 0)
            continue;
        length_row(l.loops + i, 2 * i, 2 * i - 2, 0);
        rod(2 * i, 2 * i - 2);
        spring(2 * i, i - 1);
    }
    l.phi[row] = l.q[last + 1] - sinl(l.q[phi]);
    l.D[row][last + 1] = 1;
    l.D[row][phi] = -cosl(l.q[phi]);
    l.K[phi][phi] += l.lambda[row] * sinl(l.q[phi]);
}

/* [s^2 M + s C + K, D^T; D, -1 / (alpha (s^2 + 2 xi omega s + omega^2))] */
static void system_make(number s)
{
    memset(matrix, 0, sizeof matrix);
    for (int i = 0; i < l.n; i++) {
        for (int j = 0; j < l.n; j++)
            matrix[i][j] = s * s * l.M[i][j] + s * l.C[i][j] + l.K[i][j];
        for (int r = 0; r < l.m; r++)
            matrix[i][l.n + r] = matrix[l.n + r][i] = l.D[r][i];
    }
    for (int r = 0; r < l.m; r++)
        matrix[l.n + r][l.n + r] = -1 / (alpha * (s * s + 2 * xi * omega * s + omega * omega));
}

/* D^T lambda = f, Phi = lambda / (alpha omega^2) */
static void settle(real phi_0)
{
    for (int i = 0; i <= l.loops; i++) {
        l.q[2 * i] = i + cosl(phi_0);
        l.q[2 * i + 1] = sinl(phi_0);
    }
    l.q[l.n - 1] = phi_0;
    memset(l.lambda, 0, sizeof l.lambda);
    for (int pass = 0; pass < 12; pass++) {
        evaluate();
        system_make(0);
        for (int i = 0; i < l.n; i++) {
            vector[i] = l.f[i];
            for (int r = 0; r < l.m; r++)
                vector[i] -= l.D[r][i] * l.lambda[r];
        }
        for (int r = 0; r < l.m; r++)
            vector[l.n + r] = l.lambda[r] / (alpha * omega * omega) - l.phi[r];
        solve();
        for (int i = 0; i < l.n; i++)
            l.q[i] += creall(vector[i]);
        for (int r = 0; r < l.m; r++)
            l.lambda[r] += creall(vector[l.n + r]);
    }
    evaluate();
}

/* Newton's method on the eigenvalue problem from a value beside it: N(s) y = N'(s) x, s -= x_1 / y_1. */
static number eigenvalue_near(number s)
{
    static number x[MOST];
    for (int i = 0; i < l.size; i++)
        x[i] = 1;
    for (int pass = 0; pass < 30; pass++) {
        const number p = s * s + 2 * xi * omega * s + omega * omega;
        for (int i = 0; i < l.n; i++) {
            vector[i] = 0;
            for (int j = 0; j < l.n; j++)
                vector[i] += (2 * s * l.M[i][j] + l.C[i][j]) * x[j];
        }
        for (int r = 0; r < l.m; r++)
            vector[l.n + r] = (2 * s + 2 * xi * omega) / (alpha * p * p) * x[l.n + r];
        system_make(s);
        solve();
        const number step = x[0] / vector[0];
        if (!isfinite((double)cabsl(step)))
            break;
        s -= step;
        for (int i = 0; i < l.size; i++)
            x[i] = vector[i] / vector[0];
    }
    return s;
}

static number penalty_eigenvalue(int loops, double damping, double phi_0, double re, double im)
{
    l.loops = loops;
    l.n = 2 * loops + 3;
    l.m = 2 * loops + 2;
    l.size = l.n + l.m;
    l.damping = damping;
    settle(phi_0);
    return eigenvalue_near(re + im * I);
}

#define PENALTY(n)                                                                                                     \
    do {                                                                                                               \
        const number free_one = penalty_eigenvalue(n, 0, N_LOOP_##n##_PHI_0, 0, N_LOOP_##n##_UNDAMPED);                \
        const number damped =                                                                                          \
            penalty_eigenvalue(n, 1, N_LOOP_##n##_PHI_0, N_LOOP_##n##_DAMPED_RE, N_LOOP_##n##_DAMPED_IM);              \
        REGENERATED(N_LOOP_##n##_UCS_RE, creall(free_one));                                                            \
        REGENERATED(N_LOOP_##n##_UCS_IM, cimagl(free_one));                                                            \
        REGENERATED(N_LOOP_##n##_UCS_DAMPED_RE, creall(damped));                                                       \
        REGENERATED(N_LOOP_##n##_UCS_DAMPED_IM, cimagl(damped));                                                       \
    } while (0)

void regenerate_penalty(void)
{
    PENALTY(1);
    PENALTY(5);
    PENALTY(10);
    PENALTY(15);
    PENALTY(20);
}
