/* Eqs. 21 to 30 of the document with their errata: point R and its length constraint are added (eqs. 21 and 22), the two hat
 * terms differ (eq. 24), the projections' left side has (h^2/4) Phi_q^T alpha Phi_q (eq. 29), and Newton's iteration goes on until
 * it stagnates, since the document's bound of 1e-5 carries the factor h^2/4. */
#include "benchmarks/lim/lim_monolithic.h"

#include "numerics/dense.h"
#include "benchmarks/lim/lim_equations.h"

#include <string.h>

enum { X_P, Y_P, X_Q, Y_Q, X_R, Y_R, S, N_Q };
enum { N_PHI = 5, N_P = 2, N_Z = N_Q + N_P, PROJECTIONS = 3, MOST_ITERATIONS = 60 };
static const double alpha = 1e12;

struct point {
    double q[N_Q], dq[N_Q], ddq[N_Q], p[N_P], dp[N_P], lambda[N_PHI];
};

/* Rod 1's inertia about A is that of m/3 at Q; P and s carry none. */
static const double mass[N_Q] = {0, 0, 200. / 3 + 250, 200. / 3 + 250, 100, 100, 0};

/* Eq. 22, and what R adds. */
static void constraints(const double *q, double phi[N_PHI])
{
    phi[0] = q[X_P] * q[X_P] + q[Y_P] * q[Y_P] - L * L / 4;
    phi[1] = q[X_Q] - 2 * q[X_P];
    phi[2] = q[Y_Q] - 2 * q[Y_P];
    phi[3] = (q[X_R] - q[X_Q]) * (q[X_R] - q[X_Q]) + (q[Y_R] - q[Y_Q]) * (q[Y_R] - q[Y_Q]) - L_h * L_h;
    phi[4] = (q[X_P] - x_B()) * (q[X_P] - x_B()) + q[Y_P] * q[Y_P] - q[S] * q[S];
}

/* Phi_q; with velocities in place of q and B left out it is (dPhi_q/dt), since Phi is quadratic. */
static void jacobian(const double *q, double from_B, double J[N_PHI][N_Q])
{
    memset(J, 0, N_PHI * sizeof *J);
    J[0][X_P] = 2 * q[X_P];
    J[0][Y_P] = 2 * q[Y_P];
    J[3][X_R] = 2 * (q[X_R] - q[X_Q]);
    J[3][Y_R] = 2 * (q[Y_R] - q[Y_Q]);
    J[3][X_Q] = -J[3][X_R];
    J[3][Y_Q] = -J[3][Y_R];
    J[4][X_P] = 2 * (q[X_P] - from_B);
    J[4][Y_P] = 2 * q[Y_P];
    J[4][S] = -2 * q[S];
}

static void phi_q(const double *q, double J[N_PHI][N_Q])
{
    jacobian(q, x_B(), J);
    J[1][X_Q] = J[2][Y_Q] = 1;
    J[1][X_P] = J[2][Y_P] = -2;
}

static void forces(const struct point *at, double Q[N_Q])
{
    const double weights[N_Q] = {0, -m * g, 0, -m_p * g, 0, -m_h * g, 0};
    memcpy(Q, weights, sizeof weights);
    Q[S] = actuator_force(at->p, at->dq[S]);
}

/* M - (h/2) Q_dq - (h^2/4) (Q_q - Phi_q^T alpha Phi_q) into the upper left of a matrix by columns; Q_q = 0. */
static void tangent_q(double h, double J[N_PHI][N_Q], double *K, size_t n)
{
    for (int j = 0; j < N_Q; j++)
        for (int i = 0; i < N_Q; i++) {
            double sum = 0;
            for (int k = 0; k < N_PHI; k++)
                sum += J[k][i] * J[k][j];
            K[(size_t)j * n + (size_t)i] = h * h / 4 * alpha * sum + (i == j ? mass[i] : 0);
        }
    K[(size_t)S * n + S] += h / 2 * c;
}

/* Eq. 27: one Newton iteration and eq. 28; how far it went, pressures in units of 10 MPa. */
static double iterate(double h, double kappa, const double *hat_dq, const double *hat_ddq, const double *hat_dp,
                      struct point *at)
{
    double J[N_PHI][N_Q], phi[N_PHI], Q[N_Q], K[N_Z * N_Z] = {0}, z[N_Z];
    size_t pivots[N_Z];
    phi_q(at->q, J);
    constraints(at->q, phi);
    forces(at, Q);
    const struct pressure_rates r = pressure_rates(at->p, at->q[S], at->dq[S], kappa);
    for (int i = 0; i < N_Q; i++) {
        double sum = mass[i] * at->ddq[i] - Q[i];
        for (int k = 0; k < N_PHI; k++)
            sum += J[k][i] * (alpha * phi[k] + at->lambda[k]);
        z[i] = -h * h / 4 * sum;
    }
    for (int i = 0; i < N_P; i++)
        z[N_Q + i] = -h * h / 4 * (at->dp[i] - r.rate[i]);
    tangent_q(h, J, K, N_Z);
    for (int i = 0; i < N_P; i++) {
        K[(N_Q + i) * N_Z + S] = -h * h / 4 * (i == 0 ? -a_p : a_p);
        K[S * N_Z + N_Q + i] = -h / 2 * (h / 2 * r.by_s[i] + r.by_ds[i]);
        K[(N_Q + i) * N_Z + N_Q + i] = h / 2 * (1 - h / 2 * r.by_p[i]);
    }
    if (!dense_factor(N_Z, K, pivots))
        return NAN;
    dense_solve(N_Z, K, pivots, z);

    double size = 0;
    for (int i = 0; i < N_Q; i++) {
        at->q[i] += z[i];
        at->dq[i] = 2 / h * at->q[i] + hat_dq[i];
        at->ddq[i] = 4 / (h * h) * at->q[i] + hat_ddq[i];
        size = fmax(size, fabs(z[i]));
    }
    for (int i = 0; i < N_P; i++) {
        at->p[i] += z[N_Q + i];
        at->dp[i] = 2 / h * at->p[i] + hat_dp[i];
        size = fmax(size, 1e-7 * fabs(z[N_Q + i]));
    }
    constraints(at->q, phi);
    for (int k = 0; k < N_PHI; k++)
        at->lambda[k] += alpha * phi[k];
    return size;
}

/* Eqs. 29 and 30; the constraints do not depend on time. */
static bool project(double h, struct point *at)
{
    double J[N_PHI][N_Q], dJ[N_PHI][N_Q], K[N_Q * N_Q];
    size_t pivots[N_Q];
    phi_q(at->q, J);
    tangent_q(h, J, K, N_Q);
    if (!dense_factor(N_Q, K, pivots))
        return false;
    for (int n = 0; n < PROJECTIONS; n++) {
        for (int i = 0; i < N_Q; i++)
            at->dq[i] *= mass[i] + (i == S ? h / 2 * c : 0);
        dense_solve(N_Q, K, pivots, at->dq);
    }
    jacobian(at->dq, 0, dJ);
    double bias[N_PHI];
    for (int k = 0; k < N_PHI; k++) {
        bias[k] = 0;
        for (int i = 0; i < N_Q; i++)
            bias[k] += dJ[k][i] * at->dq[i];
    }
    for (int n = 0; n < PROJECTIONS; n++) {
        for (int i = 0; i < N_Q; i++) {
            at->ddq[i] *= mass[i] + (i == S ? h / 2 * c : 0);
            for (int k = 0; k < N_PHI; k++)
                at->ddq[i] -= h * h / 4 * J[k][i] * alpha * bias[k];
        }
        dense_solve(N_Q, K, pivots, at->ddq);
    }
    return true;
}

/* One step to the time at which the spool is at kappa; the number of iterations, 0 where it failed. */
static int step(double h, double kappa, struct point *at)
{
    double hat_dq[N_Q], hat_ddq[N_Q], hat_dp[N_P]; /* eq. 24 */
    for (int i = 0; i < N_Q; i++) {
        hat_dq[i] = -(2 / h * at->q[i] + at->dq[i]);
        hat_ddq[i] = -(4 / (h * h) * at->q[i] + 4 / h * at->dq[i] + at->ddq[i]);
    }
    for (int i = 0; i < N_P; i++)
        hat_dp[i] = -(2 / h * at->p[i] + at->dp[i]);
    for (int i = 0; i < N_Q; i++) { /* a first guess, consistent with the formula */
        at->q[i] += h * at->dq[i] + h * h / 2 * at->ddq[i];
        at->dq[i] = 2 / h * at->q[i] + hat_dq[i];
        at->ddq[i] = 4 / (h * h) * at->q[i] + hat_ddq[i];
    }
    for (int i = 0; i < N_P; i++) {
        at->p[i] += h * at->dp[i];
        at->dp[i] = 2 / h * at->p[i] + hat_dp[i];
    }
    double before = INFINITY;
    for (int n = 1; n <= MOST_ITERATIONS; n++) {
        const double size = iterate(h, kappa, hat_dq, hat_ddq, hat_dp, at);
        if (!isfinite(size))
            return 0;
        if (size < 1e-17 || (size < 1e-11 && size > before / 2)) /* it does not get better */
            return project(h, at) ? n : 0;
        before = size;
    }
    return 0;
}

static struct lim_state state_of(const struct point *at, double kappa)
{
    const double *q = at->q, *dq = at->dq;
    const double x = q[X_R] - q[X_Q], y = q[Y_R] - q[Y_Q];
    double theta2 = atan2(y, x);
    if (theta2 < 0)
        theta2 += 2 * 3.14159265358979323846;
    return (struct lim_state){
        .theta1 = atan2(q[Y_Q], q[X_Q]),
        .theta2 = theta2,
        .dtheta1 = (q[X_Q] * dq[Y_Q] - q[Y_Q] * dq[X_Q]) / (L * L),
        .dtheta2 = (x * (dq[Y_R] - dq[Y_Q]) - y * (dq[X_R] - dq[X_Q])) / (L_h * L_h),
        .s = q[S],
        .ds = dq[S],
        .p1 = at->p[0],
        .p2 = at->p[1],
        .f_h = actuator_force(at->p, dq[S]),
        .kappa = kappa,
    };
}

bool lim_solve_index3(int manoeuvre, double h, struct lim_state *states, double *iterations)
{
    struct point at = {.q = {L / 2 * cos(theta1_0), L / 2 * sin(theta1_0), L * cos(theta1_0), L * sin(theta1_0),
                             L * cos(theta1_0), L * sin(theta1_0) - L_h, s_0},
                       .p = {p1_0, p2_0}};
    const long n = lround(10 / h), per = lround(1e-3 / h), every = lround(h / 1e-3);
    long sum = 0;
    states[0] = state_of(&at, kappa_at(manoeuvre, 0));
    for (long k = 1; k <= n; k++) {
        const double kappa = kappa_at(manoeuvre, 10 * (double)k / (double)n);
        const int needed = step(h, kappa, &at);
        if (needed == 0)
            return false;
        sum += needed;
        if (per > 1 ? k % per == 0 : true)
            states[per > 1 ? k / per : k * every] = state_of(&at, kappa);
    }
    *iterations = (double)sum / (double)n;
    return true;
}
