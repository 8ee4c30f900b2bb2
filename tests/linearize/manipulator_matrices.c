#include "tests/linearize/manipulator_matrices.h"

#include <math.h>
#include <string.h>

static const long double pi = 3.14159265358979323846264338327950288L;
static const long double L = 1, L_h = 0.5L, m = 200, m_p = 250, m_h = 100, g = 9.81L; /* Table 1 */
static const long double a_p = 65e-4L, l = 0.442L, c = 1e5L, c_d = 0.67L, rho = 850;  /* Table 2 */
static const long double p_P = 7.6e6L, p_T = 0.1e6L, a = 6.53e-10L, b = -1.19e-18L, A_valve = 5e-4L;
static const long double s_0 = 0.5L;

void monolithic_equilibrium(long double x[MONOLITHIC_STATES], long double *kappa)
{
    memset(x, 0, MONOLITHIC_STATES * sizeof *x);
    x[THETA1] = pi / 6;
    x[THETA2] = 3 * pi / 2;
    /* The force whose moment about A balances the weights: link 2 hangs down, its mass acts at Q. */
    const long double arm = sqrtl(3) / 2 * L / 2; /* of the actuator at P: J = d s/d theta1 */
    const long double f_h = L * g * (m / 2 + m_p + m_h) * cosl(x[THETA1]) / arm;
    const long double D = f_h / (a_p * (p_P - p_T)), z = (1 - sqrtl(1 - D * D)) / D;
    x[P1] = (p_P + p_T - f_h / a_p) / 2;
    x[P2] = (p_P + p_T + f_h / a_p) / 2;
    *kappa = (1 - z) / 2;
}

static number flow_speed(number dp)
{
    return creall(dp) > 0 ? c_d * csqrtl(2 * dp / rho) : 0;
}

static number bulk_modulus(number p)
{
    return (1 + a * p + b * p * p) / (a + 2 * b * p);
}

void monolithic_rates(const number x[MONOLITHIC_STATES], number kappa, number rates[MONOLITHIC_STATES])
{
    const number c1 = ccosl(x[THETA1]), s1 = csinl(x[THETA1]), c2 = ccosl(x[THETA2]), s2 = csinl(x[THETA2]);
    const number w1 = x[DTHETA1], w2 = x[DTHETA2];

    /* Link 1 by Simpson's rule, which is exact here: 4/6 of its mass in the middle, 1/6 at its end (and at A). */
    const long double mass[3] = {4 * m / 6, m / 6 + m_p, m_h};
    const number jacobian[3][2][2] = {
        {{-L / 2 * s1, 0}, {L / 2 * c1, 0}}, {{-L * s1, 0}, {L * c1, 0}}, {{-L * s1, -L_h * s2}, {L * c1, L_h * c2}}};
    const number drift[3][2] = {{-L / 2 * c1 * w1 * w1, -L / 2 * s1 * w1 * w1},
                                {-L * c1 * w1 * w1, -L * s1 * w1 * w1},
                                {-L * c1 * w1 * w1 - L_h * c2 * w2 * w2, -L * s1 * w1 * w1 - L_h * s2 * w2 * w2}};
    number M[2][2] = {{0}}, Q[2] = {0};
    for (int k = 0; k < 3; k++)
        for (int i = 0; i < 2; i++)
            for (int axis = 0; axis < 2; axis++) {
                const number force = (axis == 1 ? -mass[k] * g : 0) - mass[k] * drift[k][axis];
                Q[i] += jacobian[k][axis][i] * force;
                for (int j = 0; j < 2; j++)
                    M[i][j] += mass[k] * jacobian[k][axis][i] * jacobian[k][axis][j];
            }

    /* The actuator between B on the x axis and P in the middle of link 1. */
    const long double x_B = sqrtl(3) / 2;
    const number dx = L / 2 * c1 - x_B, dy = L / 2 * s1, s = csqrtl(dx * dx + dy * dy);
    const number ds = (dx * jacobian[0][0][0] + dy * jacobian[0][1][0]) / s * w1;
    const number f_h = (x[P2] - x[P1]) * a_p - c * ds;
    Q[0] += (dx * jacobian[0][0][0] + dy * jacobian[0][1][0]) / s * f_h;

    const number determinant = M[0][0] * M[1][1] - M[0][1] * M[1][0];
    rates[THETA1] = w1;
    rates[THETA2] = w2;
    rates[DTHETA1] = (M[1][1] * Q[0] - M[0][1] * Q[1]) / determinant;
    rates[DTHETA2] = (M[0][0] * Q[1] - M[1][0] * Q[0]) / determinant;

    const number a_i = A_valve * kappa, a_o = A_valve * (1 - kappa);
    const number q1 = a_i * flow_speed(p_P - x[P1]) - a_o * flow_speed(x[P1] - p_T);
    const number q2 = a_o * flow_speed(p_P - x[P2]) - a_i * flow_speed(x[P2] - p_T);
    rates[P1] = bulk_modulus(x[P1]) / (l / 2 + s_0 - s) * (ds + q1 / a_p);
    rates[P2] = bulk_modulus(x[P2]) / (l / 2 + s - s_0) * (-ds + q2 / a_p);
}

void monolithic_jacobian(const long double x[MONOLITHIC_STATES], long double kappa,
                         long double A[MONOLITHIC_STATES][MONOLITHIC_STATES])
{
    for (int j = 0; j < MONOLITHIC_STATES; j++) {
        number at[MONOLITHIC_STATES], rates[MONOLITHIC_STATES];
        for (int i = 0; i < MONOLITHIC_STATES; i++)
            at[i] = x[i];
        const long double step = 1e-40L;
        at[j] += step * I;
        monolithic_rates(at, kappa, rates);
        for (int i = 0; i < MONOLITHIC_STATES; i++)
            A[i][j] = cimagl(rates[i]) / step;
    }
}

/* det(A - lambda 1), by elimination. */
static number characteristic(const long double A[MONOLITHIC_STATES][MONOLITHIC_STATES], number lambda)
{
    enum { N = MONOLITHIC_STATES };
    number M[N][N], determinant = 1;
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            M[i][j] = A[i][j] - (i == j ? lambda : 0);
    for (int k = 0; k < N; k++) {
        int pivot = k;
        for (int i = k; i < N; i++)
            pivot = cabsl(M[i][k]) > cabsl(M[pivot][k]) ? i : pivot;
        for (int j = 0; j < N && pivot != k; j++) {
            const number kept = M[k][j];
            M[k][j] = M[pivot][j];
            M[pivot][j] = kept;
        }
        determinant *= pivot != k ? -M[k][k] : M[k][k];
        for (int i = k + 1; i < N && M[k][k] != 0; i++) {
            const number factor = M[i][k] / M[k][k];
            for (int j = k; j < N; j++)
                M[i][j] -= factor * M[k][j];
        }
    }
    return determinant;
}

number monolithic_eigenvalue(const long double A[MONOLITHIC_STATES][MONOLITHIC_STATES], number start)
{
    number last = start * (1 + 1e-7L), now = start; /* secants */
    number f_last = characteristic(A, last);
    for (int i = 0; i < 60; i++) {
        const number f = characteristic(A, now);
        if (f == f_last || cabsl(now - last) < 1e-18L * cabsl(now))
            break;
        const number next = now - f * (now - last) / (f - f_last);
        last = now;
        f_last = f;
        now = next;
    }
    return now;
}
