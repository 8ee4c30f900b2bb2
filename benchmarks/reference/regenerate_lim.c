/* LIM's co-simulation with the document's formulas (section 5): semi-implicit Euler with h = H in the mechanism, forward Euler with
 * ceil(H/h_H) equal steps in the hydraulics, inputs held; on the equations of tests/oracle/lim_oracle.c, without FMUs. */
#include "benchmarks/reference/regenerate.h"

#include "benchmarks/lim/lim_converged.h"
#include "tests/oracle/lim_oracle.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>

enum way { FORCE_JACOBI, PRESSURE_JACOBI, MECHANISM_FIRST, HYDRAULICS_FIRST };

struct state {
    long double x[4], p[2];
    long double s, ds; /* as the hydraulics knows them */
    long double force; /* as the mechanism is given it, FORCE_JACOBI */
};

/* dq(n+1) = dq(n) + H ddq(n), q(n+1) = q(n) + H dq(n+1); with pressures the force follows the mechanism's own velocity. */
static void step_mechanism(const struct oracle_parameters *p, enum way way, const long double pressures[2],
                           long double force, long double H, long double x[4])
{
    long double a[2];
    if (way != FORCE_JACOBI)
        force = (pressures[1] - pressures[0]) * p->a_p - p->c * oracle_length_rate(p, x);
    oracle_accelerations(p, x, force, a);
    x[2] += H * a[0];
    x[3] += H * a[1];
    x[0] += H * x[2];
    x[1] += H * x[3];
}

/* False where a pressure has left the range in which the bulk modulus means something, or the piston its cylinder. */
static bool step_hydraulics(const struct oracle_parameters *p, long double t, long double H, long double h_H,
                            long double s, long double ds, long double pressures[2])
{
    const long n = lroundl(ceill(H / h_H - 1e-9L));
    const long double h = H / n;
    for (long k = 0; k < n; k++) {
        long double rates[2];
        oracle_pressure_rates(p, s, ds, oracle_kappa(p, t + k * h), pressures, rates);
        for (int i = 0; i < 2; i++) {
            pressures[i] += h * rates[i];
            if (!(p->a + 2 * p->b * pressures[i] > 0 &&
                  1 + p->a * pressures[i] + p->b * pressures[i] * pressures[i] > 0))
                return false;
        }
    }
    return fabsl(s - p->s_0) < p->l / 2;
}

static void look(const struct oracle_parameters *p, struct state *z)
{
    z->s = oracle_length(p, z->x[0]);
    z->ds = oracle_length_rate(p, z->x);
}

static bool step(const struct oracle_parameters *p, enum way way, long double t, long double H, long double h_H,
                 struct state *z)
{
    const long double before[2] = {z->p[0], z->p[1]}, s = z->s, ds = z->ds;
    bool good = true;
    if (way == MECHANISM_FIRST) {
        step_mechanism(p, way, before, 0, H, z->x);
        look(p, z);
        good = step_hydraulics(p, t, H, h_H, z->s, z->ds, z->p);
    } else {
        good = step_hydraulics(p, t, H, h_H, s, ds, z->p);
        step_mechanism(p, way, way == HYDRAULICS_FIRST ? z->p : before, z->force, H, z->x);
        look(p, z);
    }
    z->force = (z->p[1] - z->p[0]) * p->a_p - p->c * ds; /* with the velocity that was held */
    return good && isfinite((double)z->s);
}

struct errors {
    long double on_grid;  /* at every millisecond, the run interpolated linearly */
    long double at_steps; /* at its own points */
    bool broke_down;
};

static struct errors run(enum way way, int manoeuvre, long double H, long double h_H)
{
    struct oracle_parameters p = oracle_default();
    p.manoeuvre = manoeuvre;
    const struct lim_state *converged = lim_converged(manoeuvre);
    struct errors e = {0, 0, false};
    struct state z = {.x = {p.theta1_0, p.theta2_0, 0, 0}};
    long double kappa, before_s, t = 0;
    z.force = oracle_static_force(&p, z.x);
    oracle_equilibrium(&p, z.force, &z.p[0], &z.p[1], &kappa);
    look(&p, &z);
    long next = 1; /* millisecond */
    for (long k = 0; t < 10 - 1e-9L; k++) {
        const long double end = fminl(10, (k + 1) * H);
        before_s = z.s;
        if (!step(&p, way, t, end - t, h_H, &z))
            return (struct errors){INFINITY, INFINITY, true};
        for (; next <= LIM_MILLISECONDS && next * 1e-3L <= end + 1e-9L; next++) {
            const long double part = fminl(1, (next * 1e-3L - t) / (end - t));
            e.on_grid = fmaxl(e.on_grid, fabsl(before_s + part * (z.s - before_s) - converged[next].s));
        }
        const long double at = fminl(1000 * end, LIM_MILLISECONDS - 1e-9L);
        const long i = (long)at;
        const long double s = converged[i].s + (at - i) * (converged[i + 1].s - converged[i].s);
        e.at_steps = fmaxl(e.at_steps, fabsl(z.s - s));
        t = end;
    }
    return e;
}

static long double first_beyond(enum way way, int manoeuvre, long double from, long double bound, long double slope)
{
    for (long k = lroundl(10 * from);; k++) {
        const long double H = 0.1L * k; /* ms */
        if (!(run(way, manoeuvre, 1e-3L * H, 0.2e-3L).at_steps <= bound + slope * H))
            return H;
    }
}

static long double first_breakdown(void)
{
    for (long k = 2400;; k++)
        if (run(PRESSURE_JACOBI, 1, 1e-7L * k, 1e-7L * k).broke_down)
            return 1e-4L * k;
}

#define FIVE(name, way, manoeuvre)                                                                                     \
    REGENERATED(LIM_##name##_01_M##manoeuvre, run(way, manoeuvre, 0.05e-3L, 0.05e-3L).on_grid);                        \
    REGENERATED(LIM_##name##_02_M##manoeuvre, run(way, manoeuvre, 0.2e-3L, 0.2e-3L).on_grid);                          \
    REGENERATED(LIM_##name##_03_M##manoeuvre, run(way, manoeuvre, 1e-3L, 0.2e-3L).on_grid);                            \
    REGENERATED(LIM_##name##_04_M##manoeuvre, run(way, manoeuvre, 5e-3L, 0.2e-3L).on_grid);                            \
    REGENERATED(LIM_##name##_05_M##manoeuvre, run(way, manoeuvre, 10e-3L, 0.2e-3L).on_grid)
#define LIMIT_5MM(name, way, manoeuvre, from)                                                                          \
    REGENERATED(LIM_LIMIT_##name##_M##manoeuvre##_5MM,                                                                 \
                first_beyond(way, manoeuvre, from, 5e-3L, (manoeuvre) == 2 ? 0.2e-3L : 0))
#define LIMIT_20MM(name, way, manoeuvre, from)                                                                         \
    REGENERATED(LIM_LIMIT_##name##_M##manoeuvre##_20MM, first_beyond(way, manoeuvre, from, 20e-3L, 0))

void regenerate_lim(void)
{
    FIVE(FSJ, FORCE_JACOBI, 1);
    FIVE(PSJ, PRESSURE_JACOBI, 1);
    FIVE(GS_MH, MECHANISM_FIRST, 1);
    FIVE(GS_HM, HYDRAULICS_FIRST, 1);
    FIVE(FSJ, FORCE_JACOBI, 2);
    FIVE(PSJ, PRESSURE_JACOBI, 2);
    LIMIT_5MM(FSJ, FORCE_JACOBI, 1, 10);
    LIMIT_20MM(FSJ, FORCE_JACOBI, 1, 10);
    LIMIT_5MM(FSJ, FORCE_JACOBI, 2, 14);
    LIMIT_20MM(FSJ, FORCE_JACOBI, 2, 14);
    LIMIT_5MM(PSJ, PRESSURE_JACOBI, 1, 35);
    LIMIT_20MM(PSJ, PRESSURE_JACOBI, 1, 35);
    LIMIT_5MM(PSJ, PRESSURE_JACOBI, 2, 48);
    LIMIT_20MM(PSJ, PRESSURE_JACOBI, 2, 48);
    LIMIT_5MM(GS_MH, MECHANISM_FIRST, 1, 23);
    LIMIT_20MM(GS_MH, MECHANISM_FIRST, 1, 23);
    LIMIT_5MM(GS_HM, HYDRAULICS_FIRST, 1, 23);
    LIMIT_20MM(GS_HM, HYDRAULICS_FIRST, 1, 23);
    LIMIT_5MM(GS_MH, MECHANISM_FIRST, 2, 32);
    LIMIT_20MM(GS_MH, MECHANISM_FIRST, 2, 32);
    LIMIT_5MM(GS_HM, HYDRAULICS_FIRST, 2, 32);
    LIMIT_20MM(GS_HM, HYDRAULICS_FIRST, 2, 32);
    REGENERATED(LIM_LIMIT_EULER_M1, first_breakdown());
}
