/* A beam that is spun up (recomputed.h): clamped at x = 0 to an axis that turns at the rate w(t), with the lengths l, EI, EA and rho A. As in the theory of
 * Kane, Ryan and Banerjee a point is at x + u along the turning axes and v across, where the stretch s and the deflection v are the unknown
 * functions and the deflection draws the point in:
 *
 *     u = s - 1/2 integral from 0 to x of v'^2
 *
 * Ritz: s and v are sums of powers of x/l with coefficients q. Two powers of s and five of v: one or two more change no digit that stands in recomputed.h. Strain energy 1/2 integral of (EA s'^2 + EI v''^2). The principle of virtual work, with all terms of
 * u (none is left out because it is small):
 *
 *     integral of rho A (ax du/dq + ay dv/dq) + dV/dq = 0,     ax = u.. - 2 w v. - w. v - w^2 (x + u)
 *                                                              ay = v.. + 2 w u. + w. (x + u) - w^2 v
 *
 * with u. = sum of du/dq q., u.. = sum of du/dq q.. less the integral of v.'^2. Integrals by Gauss' points, exact for these polynomials. */
#include "benchmarks/reference/extrapolate.h"
#include "benchmarks/reference/regenerate.h"

#include <math.h>

typedef long double real;

enum { STRETCHES = 2, BENDINGS = 5, UNKNOWNS = STRETCHES + BENDINGS, POINTS = 12 };

static const real length = 10, EI = 1.4e4L, EA = 2.8e7L, rho_a = 1.2L, end_rate = 6, rise = 15;

/* Powers of x/l: a stretch is (x/l)^1, ^3 (what a steady spin brings, and its like), a deflection (x/l)^2, ^3 ... */
static int stretch_power(int j)
{
    return 2 * j + 1;
}

static int bending_power(int i)
{
    return i + 2;
}

static struct {
    real weight[POINTS], x[POINTS];
    real stretch[POINTS][STRETCHES], bending[POINTS][BENDINGS];
    real inwards[POINTS][BENDINGS][BENDINGS]; /* integral from 0 to x of the slopes' products */
    real stiffness[UNKNOWNS][UNKNOWNS];
} beam;

/* Zeros of Legendre's polynomial and their weights, on (0, l). */
static void points_make(void)
{
    for (int k = 0; k < POINTS; k++) {
        real z = cosl(acosl(-1) * (k + 0.75L) / (POINTS + 0.5L)), slope = 1;
        for (int pass = 0; pass < 8; pass++) {
            real p = 1, before = 0;
            for (int n = 1; n <= POINTS; n++) {
                const real next = ((2 * n - 1) * z * p - (n - 1) * before) / n;
                before = p;
                p = next;
            }
            slope = POINTS * (z * p - before) / (z * z - 1);
            z -= p / slope;
        }
        beam.x[k] = length * (1 + z) / 2;
        beam.weight[k] = length / ((1 - z * z) * slope * slope);
    }
}

static void beam_make(void)
{
    points_make();
    for (int k = 0; k < POINTS; k++) {
        const real r = beam.x[k] / length;
        for (int j = 0; j < STRETCHES; j++)
            beam.stretch[k][j] = powl(r, stretch_power(j));
        for (int i = 0; i < BENDINGS; i++) {
            const int m = bending_power(i);
            beam.bending[k][i] = powl(r, m);
            for (int j = 0; j < BENDINGS; j++) {
                const int n = bending_power(j);
                beam.inwards[k][i][j] = m * n * powl(r, m + n - 1) / ((m + n - 1) * length);
            }
        }
    }
    for (int i = 0; i < STRETCHES; i++)
        for (int j = 0; j < STRETCHES; j++) {
            const int m = stretch_power(i), n = stretch_power(j);
            beam.stiffness[i][j] = EA * m * n / ((m + n - 1) * length);
        }
    for (int i = 0; i < BENDINGS; i++)
        for (int j = 0; j < BENDINGS; j++) {
            const int m = bending_power(i), n = bending_power(j);
            beam.stiffness[STRETCHES + i][STRETCHES + j] =
                EI * m * (m - 1) * n * (n - 1) / ((m + n - 3) * length * length * length);
        }
}

/* How fast it spins, and how that grows. */
static void spin(real t, real *w, real *dw)
{
    const real omega = 2 * acosl(-1) / rise;
    *w = t < rise ? end_rate / rise * (t - sinl(omega * t) / omega) : end_rate;
    *dw = t < rise ? end_rate / rise * (1 - cosl(omega * t)) : 0;
}

/* Of a symmetric matrix, of which the upper part is there. */
static void solve(int n, real a[UNKNOWNS][UNKNOWNS], real *b)
{
    for (int k = 0; k < n; k++) /* positive: no exchanges */
        for (int i = k + 1; i < n; i++) {
            const real factor = a[k][i] / a[k][k];
            for (int j = i; j < n; j++)
                a[i][j] -= factor * a[k][j];
            b[i] -= factor * b[k];
        }
    for (int i = n; i-- > 0;) {
        for (int j = i + 1; j < n; j++)
            b[i] -= a[i][j] * b[j];
        b[i] /= a[i][i];
    }
}

/* A point of the beam: displacements, velocities, how both change with the unknowns. */
struct point {
    real u, v, du, dv, rest; /* rest: of u.., what no q.. is in */
    real u_q[UNKNOWNS], v_q[UNKNOWNS];
};

static struct point point_of(int k, const real *q, const real *dq)
{
    const real *a = q + STRETCHES, *da = dq + STRETCHES;
    struct point p = {.u = 0};
    for (int j = 0; j < STRETCHES; j++) {
        p.u_q[j] = beam.stretch[k][j];
        p.u += q[j] * p.u_q[j];
        p.du += dq[j] * p.u_q[j];
    }
    for (int i = 0; i < BENDINGS; i++) {
        real by_a = 0, by_da = 0;
        for (int j = 0; j < BENDINGS; j++) {
            by_a += beam.inwards[k][i][j] * a[j];
            by_da += beam.inwards[k][i][j] * da[j];
        }
        p.u_q[STRETCHES + i] = -by_a;
        p.v_q[STRETCHES + i] = beam.bending[k][i];
        p.u -= a[i] * by_a / 2;
        p.du -= da[i] * by_a;
        p.rest -= da[i] * by_da;
        p.v += a[i] * beam.bending[k][i];
        p.dv += da[i] * beam.bending[k][i];
    }
    return p;
}

static void rates(const void *context, real t, const real *state, real *dstate)
{
    (void)context;
    const real *q = state, *dq = state + UNKNOWNS;
    real M[UNKNOWNS][UNKNOWNS] = {{0}}, f[UNKNOWNS] = {0}, w, dw;
    spin(t, &w, &dw);
    for (int k = 0; k < POINTS; k++) {
        const struct point p = point_of(k, q, dq);
        const real out = beam.x[k] + p.u, mass = rho_a * beam.weight[k];
        const real ax = p.rest - 2 * w * p.dv - dw * p.v - w * w * out, ay = 2 * w * p.du + dw * out - w * w * p.v;
        for (int i = 0; i < UNKNOWNS; i++) {
            f[i] -= mass * (ax * p.u_q[i] + ay * p.v_q[i]);
            for (int j = i; j < UNKNOWNS; j++) /* symmetric */
                M[i][j] += mass * (p.u_q[i] * p.u_q[j] + p.v_q[i] * p.v_q[j]);
        }
    }
    for (int i = 0; i < UNKNOWNS; i++)
        for (int j = 0; j < UNKNOWNS; j++)
            f[i] -= beam.stiffness[i][j] * q[j];
    solve(UNKNOWNS, M, f);
    for (int i = 0; i < UNKNOWNS; i++) {
        dstate[i] = dq[i];
        dstate[UNKNOWNS + i] = f[i];
    }
}

/* Displacements of the tip, where all powers are 1. */
static real tip_across(const real *q)
{
    real v = 0;
    for (int i = 0; i < BENDINGS; i++)
        v += q[STRETCHES + i];
    return v;
}

static real tip_along(const real *q)
{
    real u = 0;
    for (int j = 0; j < STRETCHES; j++)
        u += q[j];
    for (int i = 0; i < BENDINGS; i++)
        for (int j = 0; j < BENDINGS; j++) {
            const int m = bending_power(i), n = bending_power(j);
            u -= q[STRETCHES + i] * q[STRETCHES + j] * m * n / ((m + n - 1) * length) / 2;
        }
    return u;
}

#define SPIN_UP_AT(time)                                                                                               \
    do {                                                                                                               \
        extrapolate_to(&e, t, time, state);                                                                            \
        t = time;                                                                                                      \
        REGENERATED(SPIN_UP_ACROSS_AT_##time, tip_across(state));                                                      \
        REGENERATED(SPIN_UP_ALONG_AT_##time, tip_along(state));                                                        \
    } while (0)

void regenerate_spin_up(void)
{
    real state[2 * UNKNOWNS] = {0}, t = 0;
    struct extrapolation e = {.n = 2 * UNKNOWNS, .rates = rates, .tolerance = 1e-9L};
    beam_make();
    for (int i = 0; i < 2 * UNKNOWNS; i++)
        e.scale[i] = i % UNKNOWNS < STRETCHES ? 1e-2L : 1;
    SPIN_UP_AT(4);
    SPIN_UP_AT(6);
    SPIN_UP_AT(7);
    SPIN_UP_AT(8);
    SPIN_UP_AT(10);
    SPIN_UP_AT(12);
    const real k = end_rate * length * sqrtl(rho_a / EA); /* EA s'' = -rho A w^2 (x + s) */
    REGENERATED(SPIN_UP_STRETCH_AT_REST, length * (tanl(k) / k - 1));
}
