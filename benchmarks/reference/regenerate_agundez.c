/* Agundez et al. 2023: the reduced Jacobian's eigenvalues for four amounts of friction, and the torque pulse in the nonlinear and in
 * the linear system. Equilibrium at 60 degrees with p3 = 3.5 MPa, c1 = sqrt(3) - 1.3, tanh(4) in the friction law: what was resolved
 * of the paper stands in docs/benchmarks.md. */
#include "benchmarks/reference/regenerate.h"

#include "benchmarks/reference/circuit_oracle.h"
#include "benchmarks/reference/extrapolate.h"
#include "benchmarks/reference/agundez_pulse.h"

#include <complex.h>
#include <math.h>
#include <stdio.h>

static struct oracle_system make(long double friction)
{
    return (struct oracle_system){.mechanism = planar_agundez_four_bar,
                                  .z_0 = acosl(0.5L),
                                  .retracted = sqrtl(3) - 0.3L,
                                  .stroke = 0.9L,
                                  .law = BROWN_MCPHEE,
                                  .friction = friction};
}

/* ---- eigenvalues ---- */

enum { N = SYSTEM_LINEAR };

static long double minor3(long double J[N][N], int a, int b, int c)
{
    return J[a][a] * (J[b][b] * J[c][c] - J[b][c] * J[c][b]) - J[a][b] * (J[b][a] * J[c][c] - J[b][c] * J[c][a]) +
           J[a][c] * (J[b][a] * J[c][b] - J[b][b] * J[c][a]);
}

/* Two of the five eigenvalues are 0, because the oil in the two halves of the closed circuit stays what it is: three are the roots
 * of lambda^3 - e1 lambda^2 + e2 lambda - e3, whose coefficients are sums of principal minors. By Durand and Kerner. */
static void eigenvalues(long double friction, long double complex roots[3])
{
    const struct oracle_system s = make(friction);
    long double J[N][N], e[3] = {0, 0, 0};
    oracle_system_jacobian(&s, J);
    for (int a = 0; a < N; a++) {
        e[0] += J[a][a];
        for (int b = a + 1; b < N; b++) {
            e[1] += J[a][a] * J[b][b] - J[a][b] * J[b][a];
            for (int c = b + 1; c < N; c++)
                e[2] += minor3(J, a, b, c);
        }
    }
    for (int i = 0; i < 3; i++)
        roots[i] = 3e4L * cpowl(0.4L + 0.9L * I, i);
    for (int iteration = 0; iteration < 500; iteration++)
        for (int i = 0; i < 3; i++) {
            const long double complex r = roots[i], value = ((r - e[0]) * r + e[1]) * r - e[2];
            roots[i] -= value / ((r - roots[(i + 1) % 3]) * (r - roots[(i + 2) % 3]));
        }
    /* by size; of a pair the one above the axis first */
    for (int i = 0; i < 3; i++)
        for (int k = i + 1; k < 3; k++)
            if (creall(roots[k]) > creall(roots[i]) + 1e-9L ||
                (fabsl(creall(roots[k]) - creall(roots[i])) <= 1e-9L && cimagl(roots[k]) > cimagl(roots[i]))) {
                const long double complex swap = roots[i];
                roots[i] = roots[k];
                roots[k] = swap;
            }
}

/* ---- the pulse ---- */

static void nonlinear_rates(const void *context, long double t, const long double *x, long double *dx)
{
    oracle_system_rates(context, t, x, dx);
}

struct linear {
    long double J[N][N];
};

static void linear_rates(const void *context, long double t, const long double *x, long double *dx)
{
    const struct linear *l = context;
    (void)t;
    for (int i = 0; i < N; i++) {
        dx[i] = 0;
        for (int k = 0; k < N; k++)
            dx[i] += l->J[i][k] * x[k];
    }
}

/* A number of agundez_pulse.h, in units of `scale`, which integrations of 1e-13 give about ten digits after the point of. */
static void look(const struct recomputed_pulse *pulse, double t, int state, double tree, long double value,
                 long double scale)
{
    static const char *const states[] = {"phi2", "dphi2", "p1", "p2", "p3"};
    char name[64];
    snprintf(name, sizeof name, "agundez_pulse.h, friction %g, %g s, %s", pulse->friction, t, states[state]);
    regenerated_near(name, tree, value, 1e-11L * scale);
}

/* 250 N m: a ramp of 1 s, removed at 1.5 s. Largest difference of phi2 between both systems, every 0.05 ms from 1.5 to 1.6 s; the
 * linear one begins with the nonlinear one's deviation. */
static long double largest_difference(const struct recomputed_pulse *pulse)
{
    const long double degrees = 45 / atanl(1);
    struct oracle_system s = make(pulse->friction == 1 ? 1 : pulse->friction == 0.1 ? 0.1L : 0.01L);
    struct linear linear;
    long double x[SYSTEM_STATES], deviation[N], start[N], most = 0;
    struct extrapolation nonlinear = {.n = SYSTEM_STATES,
                                      .rates = nonlinear_rates,
                                      .context = &s,
                                      .scale = {1, 0.1L, 1e6L, 1e6L, 1e6L, 1, 1, 1, 1},
                                      .tolerance = 1e-15L};
    struct extrapolation rest = {.n = N,
                                 .rates = linear_rates,
                                 .context = &linear,
                                 .scale = {1e-4L, 1e-2L, 1e-2L, 1e-2L, 1e-2L},
                                 .tolerance = 1e-15L};
    oracle_system_jacobian(&s, linear.J);
    oracle_system_start(&s, x);
    for (int i = 0; i < N; i++)
        start[i] = x[i];
    s.torque_rate = 250;
    extrapolate_to(&nonlinear, 0, 1, x);
    look(pulse, 1, 0, pulse->at_1, (x[SYSTEM_Z] - start[0]) * degrees, 1);
    s.torque = 250;
    s.torque_rate = 0;
    extrapolate_to(&nonlinear, 1, 1.5L, x);
    look(pulse, 1.5, 0, pulse->at_1_5, (x[SYSTEM_Z] - start[0]) * degrees, 1);
    s.torque = 0;
    for (int i = 0; i < N; i++)
        deviation[i] = (x[i] - start[i]) / (i >= SYSTEM_P1 ? 1e6L : 1);
    for (int k = 0; k < 2000; k++) {
        const long double t = 1.5L + k * 0.05e-3L;
        extrapolate_to(&nonlinear, t, t + 0.05e-3L, x);
        extrapolate_to(&rest, t, t + 0.05e-3L, deviation);
        most = fmaxl(most, fabsl(x[SYSTEM_Z] - start[0] - deviation[0]));
        for (int sample = 0; sample < 5; sample++)
            for (int i = 0; i < N && fabsl(t + 0.05e-3L - pulse->samples[sample].t) < 1e-9L; i++)
                look(pulse, pulse->samples[sample].t, i, pulse->samples[sample].x[i], x[i] - start[i],
                     i >= SYSTEM_P1 ? 1e9L : 1);
    }
    return most * degrees;
}

void regenerate_agundez(void)
{
    static struct planar_mechanism mechanism;
    planar_agundez_four_bar(&mechanism, acosl(0.5L));
    REGENERATED(AGUNDEZ_FORCE, planar_dynamics(&mechanism, 0, 0).static_force);
    REGENERATED(AGUNDEZ_MASS, planar_dynamics(&mechanism, 0, 0).mass);
    long double complex roots[3];
    eigenvalues(1, roots);
    REGENERATED(AGUNDEZ_1_LAMBDA_3, creall(roots[0]));
    REGENERATED(AGUNDEZ_1_LAMBDA_4, creall(roots[1]));
    REGENERATED(AGUNDEZ_1_LAMBDA_5, creall(roots[2]));
    eigenvalues(0.1L, roots);
    REGENERATED(AGUNDEZ_01_LAMBDA_3_RE, creall(roots[0]));
    REGENERATED(AGUNDEZ_01_LAMBDA_3_IM, cimagl(roots[0]));
    REGENERATED(AGUNDEZ_01_LAMBDA_5, creall(roots[2]));
    eigenvalues(0.01L, roots);
    REGENERATED(AGUNDEZ_001_LAMBDA_3_RE, creall(roots[0]));
    REGENERATED(AGUNDEZ_001_LAMBDA_3_IM, cimagl(roots[0]));
    REGENERATED(AGUNDEZ_001_LAMBDA_5, creall(roots[2]));
    eigenvalues(0, roots);
    REGENERATED(AGUNDEZ_0_LAMBDA_3_RE, creall(roots[0]));
    REGENERATED(AGUNDEZ_0_LAMBDA_3_IM, cimagl(roots[0]));
    REGENERATED(AGUNDEZ_0_LAMBDA_5, creall(roots[2]));
    REGENERATED(AGUNDEZ_1_PULSE, largest_difference(&recomputed_pulses[0]));
    REGENERATED(AGUNDEZ_01_PULSE, largest_difference(&recomputed_pulses[1]));
    REGENERATED(AGUNDEZ_001_PULSE, largest_difference(&recomputed_pulses[2]));
}
