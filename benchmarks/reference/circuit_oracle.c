#include "benchmarks/reference/circuit_oracle.h"

/* Publication II, Table 2; the viscous law is that of the systems of Publication I, which give none: c was fitted. */
static const long double F_c = 210, F_s = 830, v_s = 0.0125L, v_b = 0.7L, xi = 50, n_exponent = 0.5L;
static const long double sigma2 = 330, tau_hp = 0.25L, tau_hn = 1.5L, tau_h0 = 40, c_viscous = 1.94e5L;

static long double sign(long double v)
{
    return (v > 0) - (v < 0);
}

/* Eqs. 2.45 to 2.54 of the dissertation; without a film h = 0. */
static long double bristles(int has_film, long double v, long double q, long double h, long double *dq, long double *dh)
{
    const long double sigma0 = sqrtl(54) * 1e6L, sigma1 = sqrtl(10) * 1e4L, speed = fabsl(v);
    const long double static_force = has_film ? (1 - fabsl(h)) * F_s : F_s;
    const long double g = F_c + (static_force - F_c) * expl(-powl(speed / v_s, n_exponent));
    *dq = v - sigma0 * speed / g * q;
    if (has_film) {
        const long double K_f = (1 - F_c / F_s) * powl(v_b, -2.0L / 3);
        const long double h_ss = K_f * powl(fminl(speed, v_b), 2.0L / 3);
        const long double tau = speed == 0 ? tau_h0 : fabsl(h) <= h_ss ? tau_hp : tau_hn;
        *dh = (h_ss - h) / tau;
    }
    return sigma0 * q + sigma1 * *dq + sigma2 * v;
}

long double oracle_friction(enum oracle_friction law, long double v, long double q, long double h, long double *dq,
                            long double *dh)
{
    const long double speed = fabsl(v), r = speed / v_s;
    *dq = *dh = 0;
    switch (law) {
    case BENGISU_AKAY: /* 2.42 */
        if (speed < v_s)
            return (-F_s / (v_s * v_s) * (speed - v_s) * (speed - v_s) + F_s) * sign(v);
        return (F_c + (F_s - F_c) * expl(-xi * (speed - v_s))) * sign(v) + sigma2 * v;
    case BROWN_MCPHEE: /* 2.44 */
        return (F_c * tanhl(4 * r) + (F_s - F_c) * r / ((r * r / 4 + 0.75L) * (r * r / 4 + 0.75L))) * sign(v) +
               sigma2 * v * tanhl(4);
    case LUGRE:
        return bristles(0, v, q, 0, dq, dh);
    case MODIFIED_LUGRE:
        return bristles(1, v, q, h, dq, dh);
    default:
        return c_viscous * v;
    }
}

/* ---- the circuit: Table 1 of Publication I, tau and the laminar flow of Agundez et al. ---- */

static const long double p_P = 7.6e6L, p_T = 0.1e6L, C_vd = 2.138e-8L, tau = 0.0045L, p3_0 = 3.5e6L;
static const long double hose[3] = {4.71e-5L, 3.14e-5L, 7.85e-5L}, B_h = 550e6L, B_oil = 1500e6L, B_c = 31500e6L;
static const long double laminar = 2e5L; /* Pa */

struct areas {
    long double A2, A3, C_vt;
};

static struct areas areas(void)
{
    const long double quarter_pi = atanl(1);
    return (struct areas){.A2 = quarter_pi * 0.08L * 0.08L,
                          .A3 = quarter_pi * (0.08L * 0.08L - 0.035L * 0.035L),
                          .C_vt = 0.8L * 2.83e-5L * sqrtl(2 / 850.0L)};
}

static long double root(long double dp)
{
    return fabsl(dp) > laminar ? sign(dp) * sqrtl(fabsl(dp)) : dp / sqrtl(laminar);
}

/* Effective bulk modulus over volume of a chamber of area A and length l behind its hose. */
static long double stiffness(int volume, long double A, long double l)
{
    const long double V = hose[volume] + A * l;
    const long double compliance = 1 / B_oil + hose[volume] / (V * B_h) + A * l / (V * B_c);
    return 1 / (compliance * V);
}

struct oracle_start oracle_system_start(const struct oracle_system *s, long double x[SYSTEM_STATES])
{
    struct planar_mechanism p;
    const struct areas a = areas();
    s->mechanism(&p, s->z_0);
    const struct oracle_start start = {
        .static_force = planar_dynamics(&p, 0, 0).static_force,
        .p = (planar_dynamics(&p, 0, 0).static_force + a.A3 * p3_0) / a.A2,
    };
    for (int i = 0; i < SYSTEM_STATES; i++)
        x[i] = 0;
    x[SYSTEM_Z] = s->z_0;
    x[SYSTEM_P1] = x[SYSTEM_P2] = start.p;
    x[SYSTEM_P3] = p3_0;
    return start;
}

void oracle_system_rates(const struct oracle_system *s, long double t, const long double *x, long double *dx)
{
    struct planar_mechanism p;
    const struct areas a = areas();
    s->mechanism(&p, x[SYSTEM_Z]);
    const struct planar_dynamics moved = planar_dynamics(&p, x[SYSTEM_DZ], 0);
    const long double ds = moved.rate, l2 = moved.length - s->retracted, l3 = s->stroke - l2;
    const long double F_mu =
        s->friction * oracle_friction(s->law, ds, x[SYSTEM_Q], x[SYSTEM_H], &dx[SYSTEM_Q], &dx[SYSTEM_H]);
    const long double F = a.A2 * x[SYSTEM_P2] - a.A3 * x[SYSTEM_P3] - F_mu;
    const long double torque = s->torque + s->torque_rate * (t - s->since), U = x[SYSTEM_U];

    const long double Q_t = a.C_vt * root(x[SYSTEM_P1] - x[SYSTEM_P2]);
    const long double Q_d1 = C_vd * U * (U > 0 ? root(p_P - x[SYSTEM_P1]) : root(x[SYSTEM_P1] - p_T));
    const long double Q_3d = C_vd * U * (U > 0 ? root(x[SYSTEM_P3] - p_T) : root(p_P - x[SYSTEM_P3]));
    dx[SYSTEM_Z] = x[SYSTEM_DZ];
    dx[SYSTEM_DZ] = moved.acceleration + moved.d_force * F + torque / moved.mass;
    dx[SYSTEM_P1] = stiffness(0, 0, 0) * (Q_d1 - Q_t);
    dx[SYSTEM_P2] = stiffness(1, a.A2, l2) * (Q_t - a.A2 * ds);
    dx[SYSTEM_P3] = stiffness(2, a.A3, l3) * (a.A3 * ds - Q_3d);
    dx[SYSTEM_U] = (s->U_ref - U) / tau;
    dx[SYSTEM_WORK] = F * ds;
}

void oracle_system_jacobian(const struct oracle_system *s, long double J[SYSTEM_LINEAR][SYSTEM_LINEAR])
{
    enum { Z, DZ, P1, P2, P3 };
    const long double mega = 1e6L;
    struct planar_mechanism p;
    const struct areas a = areas();
    s->mechanism(&p, s->z_0);
    const long double F = planar_dynamics(&p, 0, 0).static_force;
    const struct planar_dynamics d = planar_dynamics(&p, 0, F);
    /* Brown and McPhee's law at rest: 4 F_c/v_s + (16/9) (F_s - F_c)/v_s + sigma2 tanh(4) */
    const long double slope = s->friction * (4 * F_c / v_s + 16.0L / 9 * (F_s - F_c) / v_s + sigma2 * tanhl(4));
    const long double gamma = a.C_vt / sqrtl(laminar), ds = d.length_d_position, l2 = d.length - s->retracted;
    const long double k1 = stiffness(0, 0, 0), k2 = stiffness(1, a.A2, l2), k3 = stiffness(2, a.A3, s->stroke - l2);
    for (int i = 0; i < SYSTEM_LINEAR; i++)
        for (int k = 0; k < SYSTEM_LINEAR; k++)
            J[i][k] = 0;
    J[Z][DZ] = 1;
    J[DZ][Z] = d.d_position;
    J[DZ][DZ] = d.d_rate - d.d_force * slope * ds;
    J[DZ][P2] = d.d_force * a.A2 * mega;
    J[DZ][P3] = -d.d_force * a.A3 * mega;
    J[P1][P1] = -k1 * gamma;
    J[P1][P2] = k1 * gamma;
    J[P2][P1] = k2 * gamma;
    J[P2][P2] = -k2 * gamma;
    J[P2][DZ] = -k2 * a.A2 * ds / mega;
    J[P3][DZ] = k3 * a.A3 * ds / mega;
}
