/* Friction laws over velocity, with the parameters of Publication II's Table 2: at constant velocity, and moved to and fro, where the
 * dynamic laws remember. The work of a cycle is compared with independent computations. */
#include "benchmarks/bench/bench.h"

#include "piston/friction.h"
#include "benchmarks/reference/recomputed.h"

#include <math.h>
#include <stdlib.h>

static const struct law {
    enum friction_law law;
    double work;      /* of the third period of v = 0.05 sin(2 pi t) m/s, J */
    double tolerance; /* J: what the Runge-Kutta steps of this case, of h = 25 us, leave */
    const char *source;
} laws[] = {
    /* The force jumps by sigma2 v_s = 4.1 N at v_s, where a step gives up to half of it to the wrong side, four times: 2 h 4.1 N v_s. */
    {FRICTION_BENGISU_AKAY, FRICTION_WORK_BENGISU_AKAY, 2 * 25e-6 * 4.125 * 0.0125, "eq. 2.42, in long double"},
    /* Smooth but for |v| at rest: rounding of 120000 steps. */
    {FRICTION_BROWN_MCPHEE, FRICTION_WORK_BROWN_MCPHEE, 120000 * 2.2e-16 * 14, "eq. 2.44, in long double"},
    /* Bristles that relax with up to k = sigma0 V/F_c = 1750 1/s: (k h)^4/120 of the work. */
    {FRICTION_LUGRE, FRICTION_WORK_LUGRE, 3e-8 * 10.6, "eqs. 2.45 to 2.47, in long double"},
    /* The film grows with |v|^(2/3), whose slope is infinite at rest: six reversals, each (h/T)^(5/3) of the work. */
    {FRICTION_MODIFIED_LUGRE, FRICTION_WORK_MODIFIED_LUGRE, 6 * 2.1e-8 * 10.1, "eqs. 2.48 to 2.54, in long double"},
};
enum { N_LAWS = sizeof laws / sizeof *laws };

static struct friction friction_of(enum friction_law law)
{
    return (struct friction){.law = law,
                             .F_c = 210,
                             .F_s = 830,
                             .v_s = 0.0125,
                             .xi = 50,
                             .sigma0 = sqrt(54) * 1e6,
                             .sigma1 = sqrt(10) * 1e4,
                             .sigma2 = 330,
                             .n = 0.5,
                             .v_b = 0.7,
                             .tau_hp = 0.25,
                             .tau_hn = 1.5,
                             .tau_h0 = 40};
}

/* The states and the work, and their rates. */
enum { Q, H, WORK, N_STATES };

static double rates(const struct friction *f, double v, const double *x, double *dx)
{
    dx[Q] = dx[H] = 0;
    const double force = friction_force_real(f, friction_mode(f, v), v, x, dx);
    dx[WORK] = force * v;
    return force;
}

/* Runge-Kutta 4 at the velocities of a step's beginning, middle and end. */
static void advance(const struct friction *f, const double v[3], double h, double *x)
{
    static const double at[] = {0, 0.5, 0.5, 1}, weight[] = {1.0 / 6, 1.0 / 3, 1.0 / 3, 1.0 / 6};
    double sum[N_STATES] = {0}, k[N_STATES] = {0}, y[N_STATES];
    for (int stage = 0; stage < 4; stage++) {
        for (int i = 0; i < N_STATES; i++)
            y[i] = x[i] + h * at[stage] * k[i];
        rates(f, v[stage == 0 ? 0 : stage == 3 ? 2 : 1], y, k);
        for (int i = 0; i < N_STATES; i++)
            sum[i] += weight[stage] * k[i];
    }
    for (int i = 0; i < N_STATES; i++)
        x[i] += h * sum[i];
}

/* Where force and states come to rest at a constant velocity: bristles at g/sigma0, the film at h_ss. */
static double steady_force(const struct friction *f, double v)
{
    double x[N_STATES] = {0}, dx[N_STATES];
    rates(f, v, x, dx);
    x[H] = f->law == FRICTION_MODIFIED_LUGRE && v != 0 ? dx[H] * f->tau_hp : 0; /* from h = 0: dh = h_ss/tau_hp */
    if (friction_states(f->law) > 0 && v != 0) {
        rates(f, v, x, dx); /* with q = 0 the rate is v; with q = 1 it is v - sigma0 |v|/g */
        x[Q] = 1;
        double at_one[N_STATES];
        rates(f, v, x, at_one);
        x[Q] = v / (v - at_one[Q]);
    }
    return rates(f, v, x, dx);
}

static void draw_curves(struct outcome *o)
{
    struct figure *figure = outcome_figure(
        o, &(struct figure){
               .id = "friction-curves",
               .title = "Friction at constant velocity",
               .caption =
                   "Force over velocity of the four laws, in their steady state. Bengisu-Akay jumps by sigma2 v_s at "
                   "v_s, as printed.",
               .x_label = "velocity in m/s",
               .y_label = "friction in N"});
    for (int i = 0; i < N_LAWS; i++) {
        const struct friction f = friction_of(laws[i].law);
        struct curve *curve = figure_curve(o, figure, friction_name(f.law), CURVE_LINE);
        for (int k = -200; k <= 200; k++) {
            const double v = 0.1 * k * abs(k) / 4e4; /* denser at rest */
            curve_add(o, curve, v, steady_force(&f, v));
        }
    }
}

/* Three periods of v = 0.05 sin(2 pi t); the third one is drawn. Its work. */
static double cycle(const struct friction *f, struct outcome *o, struct curve *curve)
{
    enum { STEPS = 40000, DRAWN = 80 };
    static const double pi = 3.14159265358979323846;
    double x[N_STATES] = {0}, before = 0;
    for (long k = 0; k < 3L * STEPS; k++) {
        double v[3], dx[N_STATES];
        for (int i = 0; i < 3; i++)
            v[i] = 0.05 * sin(2 * pi * ((double)(k % STEPS) + 0.5 * i) / STEPS);
        if (k == 2L * STEPS)
            before = x[WORK];
        if (k >= 2L * STEPS && k % DRAWN == 0)
            curve_add(o, curve, v[0], rates(f, v[0], x, dx));
        advance(f, v, 1.0 / STEPS, x);
    }
    return x[WORK] - before;
}

bool friction_case_run(struct bench *bench, struct outcome *o, struct error *error)
{
    (void)error;
    draw_curves(o);
    struct figure *figure =
        outcome_figure(o, &(struct figure){.id = "friction-hysteresis",
                                           .title = "Friction, moved to and fro",
                                           .caption = "v = 0.05 sin(2 pi t) m/s, third period. The static laws have "
                                                      "one curve; the dynamic ones a loop: after a "
                                                      "reversal the bristles bend over first.",
                                           .x_label = "velocity in m/s",
                                           .y_label = "friction in N"});
    for (int i = 0; i < N_LAWS; i++) {
        const struct friction f = friction_of(laws[i].law);
        const char *name = friction_name(f.law);
        if (!bench_wants(bench, name))
            continue;
        bench_progress(bench, "%s", name);
        const double work = cycle(&f, o, figure_curve(o, figure, name, CURVE_LINE));
        outcome_compare(o, &(struct row){.table = "Work of friction in one cycle, v = 0.05 sin(2 pi t) m/s",
                                         .kind = KIND_RECOMPUTED,
                                         .name = name,
                                         .unit = "J",
                                         .expected = laws[i].work,
                                         .ours = work,
                                         .tolerance = laws[i].tolerance,
                                         .source = laws[i].source});
    }
    return true;
}
