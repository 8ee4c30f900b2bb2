#include "tests/oracle/lim_oracle.h"

#include <math.h>
#include <string.h>

static const long double pi = 3.14159265358979323846264338327950288L;

struct oracle_parameters oracle_default(void)
{
    struct oracle_parameters p = {
        .L = 1,
        .L_h = 0.5L,
        .m = 200,
        .m_p = 250,
        .m_h = 100,
        .x_B = sqrtl(3) / 2,
        .y_B = 0,
        .theta1_0 = pi / 6,
        .theta2_0 = 3 * pi / 2,
        .g = 9.81L,
        .a_p = 65e-4L,
        .l = 0.442L,
        .c = 1e5L,
        .c_d = 0.67L,
        .rho = 850,
        .p_P = 7.6e6L,
        .p_T = 0.1e6L,
        .a = 6.53e-10L,
        .b = -1.19e-18L,
        .A_valve = 5e-4L,
        .t_a = 2,
        .t_b = 6,
        .t_r = 1e-3L,
        .omega = 2,
        .s_0 = 0.5L,
        .manoeuvre = 1,
    };
    long double p1, p2;
    oracle_equilibrium(&p, 8829, &p1, &p2, &p.kappa_0);
    return p;
}

void oracle_equilibrium(const struct oracle_parameters *p, long double force, long double *p1, long double *p2,
                        long double *kappa)
{
    const long double D = force / (p->a_p * (p->p_P - p->p_T));
    const long double x = D / (1 + sqrtl(1 - D * D)); /* (1 - sqrt(1 - D^2))/D without its cancellation */
    *kappa = (1 - x) / 2;
    *p1 = (p->p_P + p->p_T - force / p->a_p) / 2;
    *p2 = (p->p_P + p->p_T + force / p->a_p) / 2;
}

/* ---- mechanism: point masses at Q and R and the rod, projected on the two angles ---- */

typedef long double vector[2];

static long double dot(const vector a, const vector b)
{
    return a[0] * b[0] + a[1] * b[1];
}

long double oracle_length(const struct oracle_parameters *p, long double theta1)
{
    return hypotl(p->L / 2 * cosl(theta1) - p->x_B, p->L / 2 * sinl(theta1) - p->y_B);
}

/* Unit vector from B to P, and P's partial velocity. */
static long double length_slope(const struct oracle_parameters *p, long double theta1)
{
    const vector BP = {p->L / 2 * cosl(theta1) - p->x_B, p->L / 2 * sinl(theta1) - p->y_B};
    const vector P_1 = {-p->L / 2 * sinl(theta1), p->L / 2 * cosl(theta1)};
    return dot(BP, P_1) / sqrtl(dot(BP, BP));
}

long double oracle_length_rate(const struct oracle_parameters *p, const long double *x)
{
    return length_slope(p, x[0]) * x[2];
}

void oracle_accelerations(const struct oracle_parameters *p, const long double *x, long double force,
                          long double acceleration[2])
{
    const vector Q_1 = {-p->L * sinl(x[0]), p->L * cosl(x[0])};     /* dQ/dtheta1 = dR/dtheta1 */
    const vector R_2 = {-p->L_h * sinl(x[1]), p->L_h * cosl(x[1])}; /* dR/dtheta2 */
    const vector Q_bias = {-p->L * cosl(x[0]) * x[2] * x[2], -p->L * sinl(x[0]) * x[2] * x[2]};
    const vector R_bias = {Q_bias[0] - p->L_h * cosl(x[1]) * x[3] * x[3],
                           Q_bias[1] - p->L_h * sinl(x[1]) * x[3] * x[3]};
    const vector weight = {0, -p->g}; /* per mass */
    const long double M[2][2] = {
        {(p->m_p + p->m_h) * dot(Q_1, Q_1) + p->m * p->L * p->L / 3, p->m_h * dot(Q_1, R_2)},
        {p->m_h * dot(Q_1, R_2), p->m_h * dot(R_2, R_2)},
    };
    const long double f[2] = {
        (p->m_p + p->m_h + p->m / 2) * dot(weight, Q_1) - p->m_p * dot(Q_bias, Q_1) - p->m_h * dot(R_bias, Q_1) +
            length_slope(p, x[0]) * force,
        p->m_h * (dot(weight, R_2) - dot(R_bias, R_2)),
    };
    /* Elimination of the second angle. */
    const long double reduced = M[0][0] - M[0][1] * M[1][0] / M[1][1];
    acceleration[0] = (f[0] - M[0][1] / M[1][1] * f[1]) / reduced;
    acceleration[1] = (f[1] - M[1][0] * acceleration[0]) / M[1][1];
}

long double oracle_static_force(const struct oracle_parameters *p, const long double *x)
{
    /* Angle 1's acceleration is affine in the force. */
    const long double some = 1e6L; /* large beside the weights: little cancels */
    long double without[2], with[2];
    oracle_accelerations(p, x, 0, without);
    oracle_accelerations(p, x, some, with);
    return -some * without[0] / (with[0] - without[0]);
}

long double oracle_energy(const struct oracle_parameters *p, const long double *x)
{
    const vector dQ = {-p->L * sinl(x[0]) * x[2], p->L * cosl(x[0]) * x[2]};
    const vector dR = {dQ[0] - p->L_h * sinl(x[1]) * x[3], dQ[1] + p->L_h * cosl(x[1]) * x[3]};
    const long double kinetic = (p->m * dot(dQ, dQ) / 3 + p->m_p * dot(dQ, dQ) + p->m_h * dot(dR, dR)) / 2;
    const long double y_Q = p->L * sinl(x[0]), y_R = y_Q + p->L_h * sinl(x[1]);
    return kinetic + p->g * (p->m * y_Q / 2 + p->m_p * y_Q + p->m_h * y_R);
}

/* ---- hydraulics ---- */

long double oracle_kappa(const struct oracle_parameters *p, long double t)
{
    if (p->manoeuvre == 1) {
        const long double down = fminl(1, fmaxl(0, (t - p->t_a) / p->t_r));
        const long double up = fminl(1, fmaxl(0, (t - p->t_b) / (2 * p->t_r)));
        return p->kappa_0 - 0.01L * down + 0.03L * up;
    }
    if (p->manoeuvre == 2) {
        const long double amplitude = 0.1L * fmaxl(0, fminl(fminl(1, t), 9 - t));
        return p->kappa_0 * (1 - amplitude * sinl(2 * pi * p->omega * t));
    }
    return p->kappa_0;
}

void oracle_pressure_rates(const struct oracle_parameters *p, long double s, long double ds, long double kappa,
                           const long double pressures[2], long double rates[2])
{
    for (int i = 0; i < 2; i++) {
        const long double side = i == 0 ? 1 : -1;
        const long double to_pump = i == 0 ? kappa : 1 - kappa; /* part of the valve that opens to the pump */
        const long double supply = fmaxl(0, p->p_P - pressures[i]), drain = fmaxl(0, pressures[i] - p->p_T);
        const long double flow =
            p->c_d * p->A_valve * (to_pump * sqrtl(2 * supply / p->rho) - (1 - to_pump) * sqrtl(2 * drain / p->rho));
        const long double length = p->l / 2 - side * (s - p->s_0);
        const long double bulk =
            (1 + p->a * pressures[i] + p->b * pressures[i] * pressures[i]) / (p->a + 2 * p->b * pressures[i]);
        rates[i] = bulk * (side * ds + flow / p->a_p) / length;
    }
}

/* ---- together ---- */

void oracle_rates(const struct oracle_parameters *p, long double t, const long double z[6], long double dz[6])
{
    const long double s = oracle_length(p, z[0]), ds = oracle_length_rate(p, z);
    const long double force = (z[5] - z[4]) * p->a_p - p->c * ds;
    dz[0] = z[2];
    dz[1] = z[3];
    oracle_accelerations(p, z, force, dz + 2);
    oracle_pressure_rates(p, s, ds, oracle_kappa(p, t), z + 4, dz + 4);
}

static void runge_kutta(const struct oracle_parameters *p, long double t, long double h, long double z[6])
{
    long double k[4][6], at[6];
    static const long double node[4] = {0, 0.5L, 0.5L, 1};
    for (int stage = 0; stage < 4; stage++) {
        for (int i = 0; i < 6; i++)
            at[i] = stage == 0 ? z[i] : z[i] + h * node[stage] * k[stage - 1][i];
        oracle_rates(p, t + node[stage] * h, at, k[stage]);
    }
    for (int i = 0; i < 6; i++)
        z[i] += h / 6 * (k[0][i] + 2 * k[1][i] + 2 * k[2][i] + k[3][i]);
}

void oracle_solve(const struct oracle_parameters *p, long double h, double grid, double stop, double *rows)
{
    const long double kinks[] = {p->t_a, p->t_a + p->t_r, p->t_b, p->t_b + 2 * p->t_r, 1, 8, 9};
    long double z[6] = {p->theta1_0, p->theta2_0, 0, 0, 0, 0}, kappa;
    oracle_equilibrium(p, oracle_static_force(p, z), &z[4], &z[5], &kappa);
    const long n = lroundl((long double)stop / (long double)grid);
    long double t = 0;
    for (long k = 0; k <= n; k++) {
        const long double until = (long double)k * (long double)grid;
        while (t < until - 1e-15L) {
            long double end = until;
            for (unsigned i = 0; i < sizeof kinks / sizeof *kinks; i++)
                if (kinks[i] > t + 1e-12L && kinks[i] < end)
                    end = kinks[i];
            const long double steps = ceill((end - t) / h - 1e-6L);
            const long double size = (end - t) / steps, begin = t;
            for (long double i = 0; i < steps; i++)
                runge_kutta(p, begin + i * size, size, z);
            t = end;
        }
        for (int i = 0; i < 6; i++)
            rows[6 * k + i] = (double)z[i];
    }
}
