/* The document's equations for the monolithic solvers, with its errata resolved and the numbers of Tables 1 and 2. Written
 * once more on purpose: these solvers check the FMUs and must not share their code. */
#ifndef PASO_LIM_EQUATIONS_H
#define PASO_LIM_EQUATIONS_H

#include <math.h>

static const double L = 1, L_h = 0.5, m = 200, m_p = 250, m_h = 100, g = 9.81; /* Table 1 */
static const double a_p = 65e-4, l = 0.442, c = 1e5, c_d = 0.67, rho = 850;    /* Table 2 */
static const double p_P = 7.6e6, p_T = 0.1e6, a = 6.53e-10, b = -1.19e-18, A_valve = 5e-4;
static const double t_a = 2, t_b = 6, t_r = 1e-3, omega = 2 /* Hz */;
static const double s_0 = 0.5, p1_0 = 3170846.15384615384615, p2_0 = 4529153.84615384615385; /* eq. 18 in full */
static const double kappa_0 = 0.454345589598051251, theta1_0 = 0.52359877559829887308,
                    theta2_0 = 4.71238898038468985769;

static inline double x_B(void)
{
    return sqrt(3) / 2;
}

/* Eqs. 19 and 20. */
static inline double kappa_at(int manoeuvre, double t)
{
    if (manoeuvre == 1) {
        const double down = fmin(1, fmax(0, (t - t_a) / t_r)), up = fmin(1, fmax(0, (t - t_b) / (2 * t_r)));
        return kappa_0 - 0.01 * down + 0.03 * up;
    }
    const double A = 0.1 * fmax(0, fmin(fmin(1, t), 9 - t));
    return kappa_0 * (1 - A * sin(2 * 3.14159265358979323846 * omega * t));
}

/* The next corner of the manoeuvre's law after t. */
static inline double next_kink(int manoeuvre, double t)
{
    const double steps[] = {t_a, t_a + t_r, t_b, t_b + 2 * t_r}, sine[] = {1, 8, 9};
    const double *kinks = manoeuvre == 1 ? steps : sine;
    for (int i = 0; i < (manoeuvre == 1 ? 4 : 3); i++)
        if (kinks[i] > t + 1e-12)
            return kinks[i];
    return INFINITY;
}

static inline double actuator_force(const double p[2], double ds)
{
    return (p[1] - p[0]) * a_p - c * ds; /* eq. 8 */
}

/* Pressure rates, eqs. 9 to 13, and what they change by with p_i (own chamber only), s and ds. */
struct pressure_rates {
    double rate[2], by_p[2], by_s[2], by_ds[2];
};

static inline struct pressure_rates pressure_rates(const double p[2], double s, double ds, double kappa)
{
    struct pressure_rates r;
    const double speed = c_d * sqrt(2 / rho);
    for (int i = 0; i < 2; i++) {
        const double side = i == 0 ? 1 : -1, open = i == 0 ? kappa : 1 - kappa;
        const double to_pump = fmax(0, p_P - p[i]), to_tank = fmax(0, p[i] - p_T);
        const double q = A_valve * speed * (open * sqrt(to_pump) - (1 - open) * sqrt(to_tank));
        const double q_p = -A_valve * speed / 2 *
                           ((to_pump > 0 ? open / sqrt(to_pump) : 0) + (to_tank > 0 ? (1 - open) / sqrt(to_tank) : 0));
        const double length = l / 2 - side * (s - s_0); /* eq. 12 */
        const double above = 1 + a * p[i] + b * p[i] * p[i], below = a + 2 * b * p[i];
        const double beta = above / below, beta_p = 1 - 2 * b * above / (below * below); /* eq. 11 */
        const double flow = side * a_p * ds + q, volume = a_p * length;
        r.rate[i] = beta / volume * flow;
        r.by_p[i] = (beta_p * flow + beta * q_p) / volume;
        r.by_s[i] = side * r.rate[i] / length;
        r.by_ds[i] = side * beta / length;
    }
    return r;
}

#endif
