/* LIM's manipulator: values of its converged solution, by another integrator than that of tests/oracle, and the macro step from which
 * on the document's co-simulation amplifies errors, by its step written as a matrix. */
#include "benchmarks/reference/regenerate.h"

#include "benchmarks/reference/extrapolate.h"
#include "tests/oracle/lim_oracle.h"

#include <complex.h>
#include <math.h>
#include <string.h>

enum { THETA1, THETA2, DTHETA1, DTHETA2, P1, P2, STATES };

static void rates(const void *parameters, long double t, const long double *z, long double *dz)
{
    oracle_rates(parameters, t, z, dz);
}

/* ---- the converged solution ---- */

struct extreme {
    long double t, value;
};

struct solution {
    const struct oracle_parameters *parameters;
    long double at_6[STATES], at_10[STATES];
    struct extreme p1_largest, f_h_smallest, f_h_largest;
};

static long double force(const struct oracle_parameters *p, const long double *z)
{
    return p->a_p * (z[P2] - z[P1]) - p->c * oracle_length_rate(p, z);
}

/* The rate at which p1 or f_h changes; that of f_h by a central difference along the motion. */
static long double slope(const struct extrapolation *e, int is_force, long double t, const long double *z)
{
    const struct oracle_parameters *p = e->context;
    long double dz[STATES], before[STATES], after[STATES];
    e->rates(p, t, z, dz);
    if (!is_force)
        return dz[P1];
    const long double d = 1e-8L;
    for (int i = 0; i < STATES; i++) {
        before[i] = z[i] - d * dz[i];
        after[i] = z[i] + d * dz[i];
    }
    return (force(p, after) - force(p, before)) / (2 * d);
}

/* Where the slope changes its sign within a step: bisection in the length of the step. */
static void look_within(struct solution *s, const struct extrapolation *e, int is_force, long double t, long double h,
                        const long double *from, const long double *to)
{
    const long double begin = slope(e, is_force, t, from);
    if (begin * slope(e, is_force, t + h, to) >= 0)
        return;
    long double low = 0, high = h, z[STATES], error;
    for (int i = 0; i < 60; i++) {
        const long double middle = (low + high) / 2;
        extrapolate_step(e, t, middle, from, z, &error);
        if (begin * slope(e, is_force, t + middle, z) > 0)
            low = middle;
        else
            high = middle;
    }
    const struct extreme found = {t + low, is_force ? force(s->parameters, z) : z[P1]};
    if (!is_force && found.value > s->p1_largest.value)
        s->p1_largest = found;
    if (is_force && found.value < s->f_h_smallest.value)
        s->f_h_smallest = found;
    if (is_force && found.value > s->f_h_largest.value)
        s->f_h_largest = found;
}

static void look(void *listener, const struct extrapolation *e, long double t, long double h, const long double *from,
                 const long double *to)
{
    look_within(listener, e, 0, t, h, from, to);
    look_within(listener, e, 1, t, h, from, to);
}

static struct solution solve(const struct oracle_parameters *p)
{
    struct solution s = {.parameters = p, .f_h_smallest = {0, INFINITY}};
    struct extrapolation e = {.n = STATES,
                              .rates = rates,
                              .context = p,
                              .scale = {1, 1, 1, 1, 1e6L, 1e6L},
                              .tolerance = 1e-16L,
                              .step_done = look,
                              .listener = &s};
    const long double kinks[] = {1, p->t_a, p->t_a + p->t_r, p->t_b, p->t_b + 2 * p->t_r, 8, 9, 10};
    long double z[STATES] = {p->theta1_0, p->theta2_0}, kappa, t = 0;
    oracle_equilibrium(p, oracle_static_force(p, z), &z[P1], &z[P2], &kappa);
    for (unsigned i = 0; i < sizeof kinks / sizeof *kinks; i++) {
        e.h = 1e-7L;
        extrapolate_to(&e, t, kinks[i], z);
        t = kinks[i];
        if (t == p->t_b)
            memcpy(s.at_6, z, sizeof z);
    }
    memcpy(s.at_10, z, sizeof z);
    return s;
}

/* ---- the co-simulation's macro step as a matrix ---- */

enum { HELD = STATES, N }; /* the states, and the force that the mechanism holds */

struct linear { /* at one configuration */
    long double accelerations[2][4], by_force[2];
    long double length[4], rate[4]; /* of the actuator, by the mechanism's states */
    long double flows[2][4];        /* of the pressures: by p1, p2, s, ds */
    const struct oracle_parameters *p;
    long double t;
    const long double *z;
};

/* By central differences, exact to some 12 digits in long double. */
static struct linear linearize(const struct oracle_parameters *p, long double t, const long double *z)
{
    struct linear l = {.p = p, .t = t, .z = z};
    const long double f = force(p, z), d = 1e-6L, s = oracle_length(p, z[THETA1]), ds = oracle_length_rate(p, z);
    long double at[2][STATES], a[2][2];
    for (int k = 0; k < 4; k++) {
        for (int side = 0; side < 2; side++) {
            memcpy(at[side], z, sizeof at[side]);
            at[side][k] += side ? d : -d;
            oracle_accelerations(p, at[side], f, a[side]);
        }
        for (int i = 0; i < 2; i++)
            l.accelerations[i][k] = (a[1][i] - a[0][i]) / (2 * d);
        l.length[k] = k == THETA1 ? (oracle_length(p, at[1][0]) - oracle_length(p, at[0][0])) / (2 * d) : 0;
        l.rate[k] = (oracle_length_rate(p, at[1]) - oracle_length_rate(p, at[0])) / (2 * d);
    }
    oracle_accelerations(p, z, f - 1, a[0]);
    oracle_accelerations(p, z, f + 1, a[1]);
    for (int i = 0; i < 2; i++)
        l.by_force[i] = (a[1][i] - a[0][i]) / 2;
    for (int k = 0; k < 4; k++) {
        const long double e = k < 2 ? 1 : d; /* Pa, m, m/s */
        for (int side = 0; side < 2; side++) {
            const long double sign = side ? e : -e;
            const long double pressures[2] = {z[P1] + (k == 0 ? sign : 0), z[P2] + (k == 1 ? sign : 0)};
            oracle_pressure_rates(p, s + (k == 2 ? sign : 0), ds + (k == 3 ? sign : 0), oracle_kappa(p, t), pressures,
                                  a[side]);
        }
        for (int i = 0; i < 2; i++)
            l.flows[i][k] = (a[1][i] - a[0][i]) / (2 * e);
    }
    return l;
}

static long double of(const long double row[4], const long double *x)
{
    return row[0] * x[0] + row[1] * x[1] + row[2] * x[2] + row[3] * x[3];
}

/* The document's steps of the pressures: ceil(H/h_H) of forward Euler, with s and ds of the begin. */
static void step_hydraulics(const struct linear *l, long double H, const long double from[4], long double to[2])
{
    const long n = lroundl(ceill(H / 0.2e-3L - 1e-9L));
    to[0] = from[0];
    to[1] = from[1];
    for (long k = 0; k < n; k++) {
        long double dp[2];
        oracle_pressure_rates(l->p, from[2], from[3], oracle_kappa(l->p, l->t + k * H / n), to, dp);
        to[0] += H / n * dp[0];
        to[1] += H / n * dp[1];
    }
}

/* Their derivatives by p1, p2, s and ds, along the path that they take from here. */
static void differentiate_hydraulics(const struct linear *l, long double H, long double map[2][4])
{
    const long double at[4] = {l->z[P1], l->z[P2], oracle_length(l->p, l->z[THETA1]), oracle_length_rate(l->p, l->z)};
    for (int k = 0; k < 4; k++) {
        const long double d = k < 2 ? 1 : 1e-6L;
        long double from[2][4], to[2][2];
        for (int side = 0; side < 2; side++) {
            memcpy(from[side], at, sizeof at);
            from[side][k] += side ? d : -d;
            step_hydraulics(l, H, from[side], to[side]);
        }
        for (int i = 0; i < 2; i++)
            map[i][k] = (to[1][i] - to[0][i]) / (2 * d);
    }
}

/* A macro step of Jacobi's scheme: the mechanism's semi-implicit Euler step of H with the force that it holds, or with the pressures at
 * the begin and its own velocity, beside the pressures' steps. */
static void step(const struct linear *l, long double map[2][4], int with_pressures, long double H, const long double *x,
                 long double *y)
{
    const long double p[4] = {x[P1], x[P2], of(l->length, x), of(l->rate, x)};
    const long double f = with_pressures ? l->p->a_p * (p[1] - p[0]) - l->p->c * p[3] : x[HELD];
    for (int i = 0; i < 2; i++) {
        y[DTHETA1 + i] = x[DTHETA1 + i] + H * (of(l->accelerations[i], x) + l->by_force[i] * f);
        y[THETA1 + i] = x[THETA1 + i] + H * y[DTHETA1 + i];
        y[P1 + i] = of(map[i], p);
    }
    y[HELD] = l->p->a_p * (y[P2] - y[P1]) - l->p->c * p[3]; /* with the velocity that was held */
}

/* The rates of the coupled system itself. */
static void flow(const struct linear *l, const long double *x, long double *dx)
{
    const long double pressures[4] = {x[P1], x[P2], of(l->length, x), of(l->rate, x)};
    const long double f = l->p->a_p * (x[P2] - x[P1]) - l->p->c * pressures[3];
    for (int i = 0; i < 2; i++) {
        dx[THETA1 + i] = x[DTHETA1 + i];
        dx[DTHETA1 + i] = of(l->accelerations[i], x) + l->by_force[i] * f;
        dx[P1 + i] = of(l->flows[i], pressures);
    }
    dx[HELD] = 0;
}

/* Roots of the characteristic polynomial (Faddeev and LeVerrier, then Durand and Kerner). */
static void eigenvalues(long double M[N][N], long double complex roots[N])
{
    long double B[N][N] = {{0}}, coefficients[N + 1] = {1};
    for (int n = 1; n <= N; n++) { /* B(n) = M B(n - 1) + c(n - 1) I, c(n) = -trace(M B(n)) / n */
        long double next[N][N], trace = 0;
        for (int i = 0; i < N; i++)
            for (int k = 0; k < N; k++) {
                next[i][k] = i == k ? coefficients[n - 1] : 0;
                for (int j = 0; j < N && n > 1; j++)
                    next[i][k] += M[i][j] * B[j][k];
            }
        memcpy(B, next, sizeof B);
        for (int i = 0; i < N; i++)
            for (int j = 0; j < N; j++)
                trace += M[i][j] * B[j][i];
        coefficients[n] = -trace / n;
    }
    for (int i = 0; i < N; i++)
        roots[i] = cpowl(0.4L + 0.9L * I, i);
    long double moved = 1;
    for (int iteration = 0; iteration < 1000 && moved > 1e-15L; iteration++) {
        moved = 0;
        for (int i = 0; i < N; i++) {
            long double complex value = 0, others = 1;
            for (int n = 0; n <= N; n++)
                value = value * roots[i] + coefficients[n];
            for (int k = 0; k < N; k++)
                others *= k == i ? 1 : roots[i] - roots[k];
            roots[i] -= value / others;
            moved = fmaxl(moved, cabsl(value / others));
        }
    }
}

/* Pressures in MPa and the force in kN, so that little cancels. */
static const long double unit[N] = {1, 1, 1, 1, 1e6L, 1e6L, 1e3L};

/* The largest |mu| of a macro step but for `own` modes: exp(lambda H) of those that
 * grow in the system itself. */
static long double growth(const struct linear *l, int with_pressures, long double H, const long double complex *own,
                          int n_own)
{
    long double M[N][N], map[2][4], largest = 0;
    long double complex mu[N];
    differentiate_hydraulics(l, H, map);
    for (int k = 0; k < N; k++) {
        long double x[N] = {0}, y[N];
        x[k] = unit[k];
        step(l, map, with_pressures, H, x, y);
        for (int i = 0; i < N; i++)
            M[i][k] = y[i] / unit[i];
    }
    eigenvalues(M, mu);
    for (int n = 0; n < n_own; n++) {
        int nearest = 0;
        for (int i = 1; i < N; i++)
            if (cabsl(mu[i] - cexpl(own[n] * H)) < cabsl(mu[nearest] - cexpl(own[n] * H)))
                nearest = i;
        mu[nearest] = 0;
    }
    for (int i = 0; i < N; i++)
        largest = fmaxl(largest, cabsl(mu[i]));
    return largest;
}

static int own_modes(const struct linear *l, long double complex own[N])
{
    const long double scale = 1000; /* 1/s */
    long double M[N][N];
    long double complex lambda[N];
    int n = 0;
    for (int k = 0; k < N; k++) {
        long double x[N] = {0}, y[N];
        x[k] = unit[k];
        flow(l, x, y);
        for (int i = 0; i < N; i++)
            M[i][k] = y[i] / unit[i] / scale;
    }
    eigenvalues(M, lambda);
    for (int i = 0; i < N; i++)
        if (creall(lambda[i]) > 1e-9L)
            own[n++] = scale * lambda[i];
    return n;
}

/* ms: the first step, in steps of 1 us, that amplifies; looked for in steps of 0.1 ms first. */
static long double limit(const struct oracle_parameters *p, int with_pressures, long double t, const long double *z)
{
    const struct linear l = linearize(p, t, z);
    long double complex own[N];
    const int n_own = own_modes(&l, own);
    long us = 5000;
    while (growth(&l, with_pressures, 1e-6L * us, own, n_own) <= 1)
        us += 100;
    for (us -= 100; growth(&l, with_pressures, 1e-6L * us, own, n_own) <= 1;)
        us++;
    return 1e-3L * us;
}

void regenerate_manipulator(void)
{
    struct oracle_parameters p = oracle_default();
    p.manoeuvre = 1;
    const struct solution m1 = solve(&p);
    REGENERATED(LIM_S1_M1_AT_6, oracle_length(&p, m1.at_6[THETA1]));
    REGENERATED(LIM_S1_M1_AT_10, oracle_length(&p, m1.at_10[THETA1]));
    REGENERATED(LIM_P1_LARGEST_M1, m1.p1_largest.value);
    REGENERATED(LIM_P1_LARGEST_M1_TIME, m1.p1_largest.t);
    REGENERATED(LIM_F_H_SMALLEST_M1, m1.f_h_smallest.value);
    REGENERATED(LIM_F_H_SMALLEST_M1_TIME, m1.f_h_smallest.t);
    long double start[STATES] = {p.theta1_0, p.theta2_0}, kappa;
    oracle_equilibrium(&p, oracle_static_force(&p, start), &start[P1], &start[P2], &kappa);
    REGENERATED(LIM_AMPLIFIES_FSJ_AT_0, limit(&p, 0, 0, start));
    REGENERATED(LIM_AMPLIFIES_PSJ_AT_0, limit(&p, 1, 0, start));
    REGENERATED(LIM_AMPLIFIES_FSJ_AT_6, limit(&p, 0, 6, m1.at_6));
    REGENERATED(LIM_AMPLIFIES_PSJ_AT_6, limit(&p, 1, 6, m1.at_6));
    p.manoeuvre = 2;
    const struct solution m2 = solve(&p);
    REGENERATED(LIM_S1_M2_AT_10, oracle_length(&p, m2.at_10[THETA1]));
    REGENERATED(LIM_F_H_LARGEST_M2, m2.f_h_largest.value);
    REGENERATED(LIM_F_H_LARGEST_M2_TIME, m2.f_h_largest.t);
}
