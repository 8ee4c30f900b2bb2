#include "benchmarks/measure/bare_loop.h"

#include <math.h>

static const double L = 1, L_h = 0.5, m = 200, m_p = 250, m_h = 100, g = 9.81;
static const double a_p = 65e-4, l = 0.442, c = 1e5, p_P = 7.6e6, p_T = 0.1e6, a = 6.53e-10, b = -1.19e-18;
static const double A_valve = 5e-4, t_a = 2, t_b = 6, t_r = 1e-3;

static double kappa_at(double kappa_0, double t)
{
    if (t < t_a)
        return kappa_0;
    if (t < t_a + t_r)
        return kappa_0 - 0.01 * (t - t_a) / t_r;
    if (t < t_b)
        return kappa_0 - 0.01;
    if (t < t_b + 2 * t_r)
        return kappa_0 - 0.01 + 0.03 * (t - t_b) / (2 * t_r);
    return kappa_0 + 0.02;
}

static double root(double dp)
{
    return dp > 0 ? sqrt(dp) : 0;
}

static double bulk_modulus(double p)
{
    return (1 + p * (a + b * p)) / (a + 2 * b * p);
}

struct bare_result bare_loop(int pressure_coupling, double H, int n_H, long n)
{
    const double x_B = sqrt(3) / 2, speed = 0.67 * sqrt(2 / 850.0);
    const double M11 = L * L * (m / 3 + m_p + m_h), M22 = L_h * L_h * m_h, LL = L * L_h * m_h;
    const double weight1 = L * g * (m / 2 + m_p + m_h), weight2 = L_h * g * m_h;
    const double kappa_0 = 0.454345589598051251, s_0 = 0.5, h = H / n_H;

    double theta1 = 0.52359877559829887308, theta2 = 4.71238898038468985769, dtheta1 = 0, dtheta2 = 0;
    double p1 = 3170846.15384615384615, p2 = 4529153.84615384615385, s = s_0, ds = 0, f_h = 8829;
    struct bare_result r = {0};
    for (long k = 0; k < n; k++) {
        /* Mechanism: semi-implicit Euler over H with what was exchanged at t_k. */
        const double cos1 = cos(theta1), sin1 = sin(theta1), cos2 = cos(theta2), sin2 = sin(theta2);
        const double cos12 = cos1 * cos2 + sin1 * sin2, sin12 = sin1 * cos2 - cos1 * sin2;
        const double dx = L / 2 * cos1 - x_B, dy = L / 2 * sin1;
        const double J = L / 2 * x_B * sin1 / sqrt(dx * dx + dy * dy);
        const double force = pressure_coupling ? (p2 - p1) * a_p - c * J * dtheta1 : f_h;
        const double M12 = LL * cos12, f2 = -weight2 * cos2 + LL * sin12 * dtheta1 * dtheta1;
        const double f1 = -weight1 * cos1 - LL * sin12 * dtheta2 * dtheta2 + J * force;
        const double determinant = M11 * M22 - M12 * M12;
        r.work_received += H * force * J * dtheta1;
        dtheta1 += H * (M22 * f1 - M12 * f2) / determinant;
        dtheta2 += H * (M11 * f2 - M12 * f1) / determinant;
        theta1 += H * dtheta1;
        theta2 += H * dtheta2;

        /* Hydraulics: forward Euler over n_H micro steps with s and ds held. */
        const double l_1 = l / 2 + s_0 - s, l_2 = l / 2 + s - s_0;
        for (int i = 0; i < n_H; i++) {
            const double kappa = kappa_at(kappa_0, (double)k * H + i * h);
            const double a_i = A_valve * kappa * speed, a_o = A_valve * (1 - kappa) * speed;
            const double q_1 = a_i * root(p_P - p1) - a_o * root(p1 - p_T);
            const double q_2 = a_o * root(p_P - p2) - a_i * root(p2 - p_T);
            const double dp1 = bulk_modulus(p1) / (a_p * l_1) * (a_p * ds + q_1);
            const double dp2 = bulk_modulus(p2) / (a_p * l_2) * (-a_p * ds + q_2);
            r.work_given += h * ((p2 - p1) * a_p - c * ds) * ds;
            p1 += h * dp1;
            p2 += h * dp2;
        }

        /* Exchange. */
        f_h = (p2 - p1) * a_p - c * ds;
        const double ex = L / 2 * cos(theta1) - x_B, ey = L / 2 * sin(theta1);
        s = sqrt(ex * ex + ey * ey);
        ds = L / 2 * x_B * sin(theta1) / s * dtheta1;
    }
    r.s = s;
    r.p1 = p1;
    r.p2 = p2;
    return r;
}
