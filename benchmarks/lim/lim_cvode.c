#include "benchmarks/lim/lim_monolithic.h"

#include "benchmarks/lim/lim_equations.h"
#include "numerics/sundials/sundials_release.h"

#include <cvodes/cvodes.h>
#include <math.h>
#include <nvector/nvector_serial.h>
#include <stdlib.h>
#include <sunlinsol/sunlinsol_dense.h>
#include <sunmatrix/sunmatrix_dense.h>

enum { THETA1, THETA2, DTHETA1, DTHETA2, P1, P2, N };
enum { PER_MILLISECOND = 100, NEIGHBOURS = 5 }; /* outputs, for the extremes */

struct solution {
    int manoeuvre;
    struct sundials sundials;
    void *memory;
    N_Vector z;
    SUNMatrix matrix;
    SUNLinearSolver linear;
};

/* Eqs. 1 to 5 with their errata. */
static void mechanism(const double *z, double *s, double *ds, double *J)
{
    const double x = L / 2 * cos(z[THETA1]) - x_B(), y = L / 2 * sin(z[THETA1]);
    *s = hypot(x, y);
    *J = L / 2 * x_B() * sin(z[THETA1]) / *s;
    *ds = *J * z[DTHETA1];
}

static int rates(double t, N_Vector at, N_Vector rate, void *user)
{
    const struct solution *solution = user;
    const double *z = NV_DATA_S(at);
    double *dz = NV_DATA_S(rate), s, ds, J;
    mechanism(z, &s, &ds, &J);
    const double f_h = actuator_force(z + P1, ds), difference = z[THETA1] - z[THETA2];
    const double M11 = L * L * (m / 3 + m_p + m_h), M12 = L * L_h * m_h * cos(difference), M22 = L_h * L_h * m_h;
    const double swing = L * L_h * m_h * sin(difference);
    const double f1 = -L * g * (m / 2 + m_p + m_h) * cos(z[THETA1]) - swing * z[DTHETA2] * z[DTHETA2] + J * f_h;
    const double f2 = -L_h * g * m_h * cos(z[THETA2]) + swing * z[DTHETA1] * z[DTHETA1];
    const double determinant = M11 * M22 - M12 * M12;
    dz[THETA1] = z[DTHETA1];
    dz[THETA2] = z[DTHETA2];
    dz[DTHETA1] = (M22 * f1 - M12 * f2) / determinant;
    dz[DTHETA2] = (M11 * f2 - M12 * f1) / determinant;
    const struct pressure_rates r = pressure_rates(z + P1, s, ds, kappa_at(solution->manoeuvre, t));
    dz[P1] = r.rate[0];
    dz[P2] = r.rate[1];
    return 0;
}

static struct lim_state state_at(int manoeuvre, double t, const double *z)
{
    double s, ds, J;
    mechanism(z, &s, &ds, &J);
    return (struct lim_state){z[THETA1],
                              z[THETA2],
                              z[DTHETA1],
                              z[DTHETA2],
                              s,
                              ds,
                              z[P1],
                              z[P2],
                              actuator_force(z + P1, ds),
                              kappa_at(manoeuvre, t)};
}

static bool open_solution(struct solution *k, double tolerance)
{
    if (!sundials_open(&k->sundials))
        return false;
    k->z = N_VNew_Serial(N, k->sundials.context);
    N_Vector scale = N_VNew_Serial(N, k->sundials.context);
    k->matrix = SUNDenseMatrix(N, N, k->sundials.context);
    /* At tight tolerances steps are so short that stiffness does not matter, and Adams reaches order 12. */
    k->memory = CVodeCreate(tolerance < 1e-9 ? CV_ADAMS : CV_BDF, k->sundials.context);
    bool ok = k->z && scale && k->matrix && k->memory;
    if (ok) {
        const double start[N] = {theta1_0, theta2_0, 0, 0, p1_0, p2_0};
        for (int i = 0; i < N; i++) {
            NV_Ith_S(k->z, i) = start[i];
            NV_Ith_S(scale, i) = tolerance * (i < P1 ? 1 : 1e6);
        }
        k->linear = SUNLinSol_Dense(k->z, k->matrix, k->sundials.context);
        ok = k->linear && SUNDIALS_LISTEN(CVodeSetErrHandlerFn, k->memory, &k->sundials) &&
             CVodeInit(k->memory, rates, 0, k->z) == CV_SUCCESS && CVodeSetUserData(k->memory, k) == CV_SUCCESS &&
             CVodeSVtolerances(k->memory, tolerance, scale) == CV_SUCCESS &&
             CVodeSetLinearSolver(k->memory, k->linear, k->matrix) == CV_SUCCESS &&
             CVodeSetMaxNumSteps(k->memory, 1000000) == CV_SUCCESS;
    }
    if (scale)
        N_VDestroy(scale);
    return ok;
}

static void close_solution(struct solution *k)
{
    if (k->memory)
        CVodeFree(&k->memory);
    if (k->linear)
        SUNLinSolFree(k->linear);
    if (k->matrix)
        SUNMatDestroy(k->matrix);
    if (k->z)
        N_VDestroy(k->z);
    sundials_close(&k->sundials);
}

/* To time t, starting afresh at every kink on the way. */
static bool advance(struct solution *k, double *kink, double t)
{
    double reached;
    while (*kink <= t) {
        if (CVodeSetStopTime(k->memory, *kink) != CV_SUCCESS ||
            CVode(k->memory, *kink, k->z, &reached, CV_NORMAL) < 0 || CVodeReInit(k->memory, *kink, k->z) != CV_SUCCESS)
            return false;
        const bool there = *kink >= t;
        *kink = next_kink(k->manoeuvre, *kink);
        if (there)
            return true;
    }
    if (CVodeSetStopTime(k->memory, fmin(*kink, 1e9)) != CV_SUCCESS) /* an old one would still count */
        return false;
    return CVode(k->memory, t, k->z, &reached, CV_NORMAL) >= 0;
}

/* The extreme of the polynomial of fourth degree through five neighbours, where the middle one is the largest so far. (A parabola
 * through three is 4e-4 N off where f_h is smallest.) */
static void watch(struct lim_extreme *extreme, double sign, double t, double dt, const double v[NEIGHBOURS])
{
    if (sign * v[2] < sign * v[1] || sign * v[2] < sign * v[3] || v[1] == v[2])
        return;
    const double d1 = (v[0] - 8 * v[1] + 8 * v[3] - v[4]) / 12,
                 d2 = (-v[0] + 16 * v[1] - 30 * v[2] + 16 * v[3] - v[4]) / 12,
                 d3 = (-v[0] + 2 * v[1] - 2 * v[3] + v[4]) / 2, d4 = v[0] - 4 * v[1] + 6 * v[2] - 4 * v[3] + v[4];
    double u = 0; /* steps from the middle */
    for (int i = 0; i < 6; i++)
        u -= (d1 + u * (d2 + u * (d3 / 2 + u * d4 / 6))) / (d2 + u * (d3 + u * d4 / 2));
    const double value = v[2] + u * (d1 + u * (d2 / 2 + u * (d3 / 6 + u * d4 / 24)));
    if (fabs(u) <= 1 && sign * value > sign * extreme->value)
        *extreme = (struct lim_extreme){t + u * dt, value};
}

bool lim_solve_cvode(int manoeuvre, double tolerance, struct lim_state *states, struct lim_extremes *extremes)
{
    struct solution k = {.manoeuvre = manoeuvre};
    bool ok = open_solution(&k, tolerance);
    const double dt = 1e-3 / PER_MILLISECOND;
    double kink = next_kink(manoeuvre, 0), p1[NEIGHBOURS] = {0}, f_h[NEIGHBOURS] = {0};
    struct lim_extremes found = {{0, -INFINITY}, {0, INFINITY}, {0, -INFINITY}};
    for (long i = 0; ok && i <= LIM_MILLISECONDS * PER_MILLISECOND; i++) {
        if (!extremes && i % PER_MILLISECOND != 0)
            continue;
        const double t = (double)i / (1e3 * PER_MILLISECOND);
        ok = i == 0 || advance(&k, &kink, t);
        const struct lim_state state = state_at(manoeuvre, t, NV_DATA_S(k.z));
        if (i % PER_MILLISECOND == 0)
            states[i / PER_MILLISECOND] = state;
        for (int n = 0; n + 1 < NEIGHBOURS; n++) {
            p1[n] = p1[n + 1];
            f_h[n] = f_h[n + 1];
        }
        p1[NEIGHBOURS - 1] = state.p1;
        f_h[NEIGHBOURS - 1] = state.f_h;
        if (i >= NEIGHBOURS - 1) {
            watch(&found.p1_largest, 1, t - 2 * dt, dt, p1);
            watch(&found.f_h_smallest, -1, t - 2 * dt, dt, f_h);
            watch(&found.f_h_largest, 1, t - 2 * dt, dt, f_h);
        }
    }
    if (extremes)
        *extremes = found;
    close_solution(&k);
    return ok;
}
