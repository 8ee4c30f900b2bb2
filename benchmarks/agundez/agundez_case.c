/* Agundez et al. 2023: Table 3, the torque pulse (figures 7 to 12), and the conventional counterpart over its step (figure 14). */
#include "benchmarks/bench/moving.h"

#include "benchmarks/agundez/agundez.h"
#include "linearize/spectrum.h"
#include "benchmarks/reference/recomputed.h"
#include "master/base/seconds.h"

#include <math.h>
#include <stdlib.h>

static const struct scenario {
    double friction;
    double complex exact[3], printed[3]; /* those that are not 0, 0 and -1/tau; of pairs the one above the axis */
    double most;                         /* largest difference of phi2 between linear and nonlinear, degrees */
} scenarios[] = {
    {1,
     {AGUNDEZ_1_LAMBDA_3, AGUNDEZ_1_LAMBDA_4, AGUNDEZ_1_LAMBDA_5},
     {-214.39106464754278, -1391.8060745614525, -23151.790385426782},
     AGUNDEZ_1_PULSE},
    {0.1,
     {AGUNDEZ_01_LAMBDA_3_RE + AGUNDEZ_01_LAMBDA_3_IM * I, 0, AGUNDEZ_01_LAMBDA_5},
     {-80.72903412140916 + 540.2525322519937 * I, 0, -23151.85327547394},
     AGUNDEZ_01_PULSE},
    {0.01,
     {AGUNDEZ_001_LAMBDA_3_RE + AGUNDEZ_001_LAMBDA_3_IM * I, 0, AGUNDEZ_001_LAMBDA_5},
     {-8.49229645935075 + 546.184749847041 * I, 0, -23151.859132706155},
     AGUNDEZ_001_PULSE},
    {0, {AGUNDEZ_0_LAMBDA_3_RE + AGUNDEZ_0_LAMBDA_3_IM * I, 0, AGUNDEZ_0_LAMBDA_5}, {0}, 0},
};
enum { N_SCENARIOS = sizeof scenarios / sizeof *scenarios, EXECUTIONS = 200 };

static double complex nearest(const struct spectrum *s, double complex value)
{
    double complex best = NAN;
    for (size_t i = 0; i < s->n; i++)
        if (!(cabs(best - value) <= cabs(s->values[i] - value)))
            best = s->values[i];
    return best;
}

static bool spectrum_find(struct eigen_solver *e, size_t n, double *J, struct spectrum *spectrum, struct error *error)
{
    return eigen_solver_run(e, (struct matrix){.rows = n, .columns = n, .a = J}, spectrum, error);
}

/* Units of the seventeenth digit of a printed number, and of the fifteenth of a recomputed one. */
static double unit_of_digit(double complex value, int digit)
{
    return pow(10, floor(log10(cabs(value))) + 1 - digit);
}

static void compare_values(struct outcome *o, const struct scenario *k, const struct spectrum *s)
{
    for (int i = 0; i < 3; i++) {
        if (k->exact[i] == 0)
            continue;
        const double complex ours = nearest(s, k->exact[i]);
        struct row row = {.table = outcome_text(o, "Table 3, friction times %g", k->friction), .unit = "1/s"};
        row.kind = KIND_RECOMPUTED;
        row.name = outcome_text(o, "friction %g: lambda_%d, distance from the exact value", k->friction, i + 3);
        /* Half of the fifteenth digit, and sixteen roundings of the largest eigenvalue. */
        row.expected = 0.5 * unit_of_digit(k->exact[i], 15) + 16 * 2.2e-16 * cabs(k->exact[2]);
        row.ours = cabs(ours - k->exact[i]);
        row.source = "in long double";
        outcome_bound(o, &row);
        if (k->printed[i] == 0)
            continue;
        row.kind = KIND_PUBLISHED;
        row.name = outcome_text(o, "friction %g: lambda_%d, distance from the printed value", k->friction, i + 3);
        row.expected = 0.501 * unit_of_digit(k->printed[i], 17);
        row.ours = cabs(ours - k->printed[i]);
        row.source = "Table 3";
        row.differs = outcome_text(o, "a part in %.0e of it: the paper's equilibrium was solved loosely",
                                   cabs(k->printed[i]) / row.ours);
        outcome_bound(o, &row);
    }
}

static bool check_scenario(struct bench *bench, struct outcome *o, const struct scenario *k, struct error *error)
{
    double J[AGUNDEZ_STATES * AGUNDEZ_STATES];
    struct spectrum spectrum;
    struct agundez *a = agundez_open(bench->folder, k->friction, error);
    struct eigen_solver *e = a ? eigen_solver_open(AGUNDEZ_STATES, false, error) : NULL;
    const bool good = e && agundez_jacobian(a, J, error) && spectrum_find(e, AGUNDEZ_STATES, J, &spectrum, error);
    if (good)
        compare_values(o, k, &spectrum);
    eigen_solver_close(e);
    agundez_close(a);
    return good;
}

/* ---- the counterpart ---- */

static bool time_both(struct agundez *a, struct eigen_solver *small, struct eigen_solver *large, double ms[2],
                      struct error *error)
{
    double J[AGUNDEZ_STATES * AGUNDEZ_STATES], full[AGUNDEZ_FULL * AGUNDEZ_FULL];
    struct spectrum s;
    const double begin = clock_seconds(CLOCK_MONOTONIC);
    for (int i = 0; i < EXECUTIONS; i++)
        if (!agundez_jacobian(a, J, error) || !spectrum_find(small, AGUNDEZ_STATES, J, &s, error))
            return false;
    const double middle = clock_seconds(CLOCK_MONOTONIC);
    for (int i = 0; i < EXECUTIONS; i++)
        if (!agundez_counterpart(a, 1e-7, true, full, error) || !spectrum_find(large, AGUNDEZ_FULL, full, &s, error))
            return false;
    ms[0] = 1e3 * (middle - begin) / EXECUTIONS;
    ms[1] = 1e3 * (clock_seconds(CLOCK_MONOTONIC) - middle) / EXECUTIONS;
    return true;
}

static bool draw_errors(struct outcome *o, struct agundez *a, struct eigen_solver *e, bool scaled,
                        struct figure *figure, double *best, struct error *error)
{
    double J[AGUNDEZ_FULL * AGUNDEZ_FULL];
    struct spectrum s;
    const size_t first = figure->n_curves;
    figure_curve(o, figure, scaled ? "lambda_3, h max(1, |X|)" : "lambda_3, h", CURVE_LINE_AND_POINTS);
    figure_curve(o, figure, scaled ? "lambda_4, h max(1, |X|)" : "lambda_4, h", CURVE_LINE_AND_POINTS);
    if (o->out_of_memory)
        return error_raise(error, ERROR_NO_MEMORY, "drawing a figure");
    *best = INFINITY;
    for (int k = -44; k <= -4; k++) {
        const double h = pow(10, k / 4.0);
        if (!agundez_counterpart(a, h, scaled, J, error) || !spectrum_find(e, AGUNDEZ_FULL, J, &s, error))
            return false;
        for (int i = 0; i < 2; i++) {
            const double complex exact = scenarios[0].exact[i];
            const double err = cabs(nearest(&s, exact) - exact) / cabs(exact);
            curve_add(o, &figure->curves[first + (size_t)i], h, fmax(err, 1e-16));
            if (i == 0)
                *best = fmin(*best, err);
        }
    }
    return true;
}

static bool check_counterpart(struct bench *bench, struct outcome *o, struct error *error)
{
    struct figure figure = {.id = "agundez-counterpart",
                            .title = "Conventional linearization: relative error over the step of the differences",
                            .caption = "24 x 24, central differences, as in figure 14; the reduced Jacobian is exact.",
                            .x_label = "step h",
                            .y_label = "relative error",
                            .x_log = true,
                            .y_log = true};
    double ms[2], plain, scaled;
    struct agundez *a = agundez_open(bench->folder, 1, error);
    struct eigen_solver *small = a ? eigen_solver_open(AGUNDEZ_STATES, false, error) : NULL;
    struct eigen_solver *large = small ? eigen_solver_open(AGUNDEZ_FULL, false, error) : NULL;
    const bool good = large && draw_errors(o, a, large, false, &figure, &plain, error) &&
                      draw_errors(o, a, large, true, &figure, &scaled, error) && time_both(a, small, large, ms, error);
    eigen_solver_close(large);
    eigen_solver_close(small);
    agundez_close(a);
    if (!good)
        return false;
    outcome_figure(o, &figure);
    struct row row = {.table = "The conventional counterpart, 24 x 24 by central differences"};
    row.name = "counterpart: smallest relative error of lambda_3, step h", row.unit = "", row.ours = plain;
    outcome_measure(o, &row);
    row.name = "counterpart: the same, step h max(1, |X|)", row.ours = scaled;
    outcome_measure(o, &row);
    row.name = "reduced: time", row.unit = "ms", row.ours = ms[0], row.source = "published: 5 ms";
    outcome_measure(o, &row);
    row.name = "counterpart: time", row.ours = ms[1], row.source = "published: 16 ms";
    outcome_measure(o, &row);
    return true;
}

/* ---- the pulse ---- */

static bool check_pulse(struct bench *bench, struct outcome *o, const struct scenario *k, struct error *error)
{
    static struct agundez_pulse pulse;
    const double degrees = 180 / acos(-1);
    if (!agundez_pulse(bench->folder, k->friction, &pulse, error))
        return false;
    struct figure figure = {.id = outcome_text(o, "agundez-pulse-%g", k->friction),
                            .title = outcome_text(o, "After the torque pulse, friction times %g", k->friction),
                            .caption = "Deviation of phi2 from 60 degrees, linear and nonlinear.",
                            .x_label = "time, s",
                            .y_label = "deviation, degrees"};
    figure_curve(o, &figure, "nonlinear", CURVE_LINE);
    figure_curve(o, &figure, "linear", CURVE_DASHED);
    double most = 0;
    for (int i = 0; i <= AGUNDEZ_POINTS; i++) {
        most = fmax(most, fabs(pulse.nonlinear[i][0] - pulse.linear[i][0]) * degrees);
        const double both[] = {pulse.nonlinear[i][0] * degrees, pulse.linear[i][0] * degrees};
        for (size_t c = 0; c < figure.n_curves && i % 4 == 0 && i <= AGUNDEZ_POINTS / 2; c++)
            curve_add(o, &figure.curves[c], 1.5 + i * 0.05e-3, both[c]);
    }
    outcome_figure(o, &figure);
    /* The nonlinear system by CVODE, with a tolerance of 1e-12 rad per step: some 10^4 steps that err at random. */
    const struct row row = {.table = "Torque pulse of 250 N m: largest difference of phi2 between linear and nonlinear",
                            .kind = KIND_RECOMPUTED,
                            .name = outcome_text(o, "pulse, friction %g", k->friction),
                            .unit = "deg",
                            .expected = k->most,
                            .ours = most,
                            .tolerance = 1e-10 * degrees,
                            .source = "in long double, 1e-15 per step"};
    outcome_compare(o, &row);
    return true;
}

/* The pulse moves it by 2 thousandths of a degree, which nobody sees: so the valve opens, too. */
static bool add_machine(struct bench *bench, struct outcome *o, struct error *error)
{
    static const struct moving_wish wish = {.id = "machine-agundez",
                                            .title = "The four-bar moves: 5 V at the valve, and the torque pulse",
                                            .path = "systems/agundez-four-bar.ssp",
                                            .options = {{"set", "multibody.constants.M2=250"},
                                                        {"set", "hydraulics.start_in_equilibrium=false"},
                                                        {"set", "hydraulics.valves.valve.command=5"},
                                                        {"output-step", "5ms"}},
                                            .change = "multibody.constants.M2=250"};
    return moving_add_all(bench, o, &wish, 1, error);
}

bool agundez_case_run(struct bench *bench, struct outcome *o, struct error *error)
{
    if (!add_machine(bench, o, error))
        return false;
    for (int i = 0; i < N_SCENARIOS; i++)
        if (bench_wants(bench, TEXT("friction %g", scenarios[i].friction)) &&
            !check_scenario(bench, o, &scenarios[i], error))
            return false;
    for (int i = 0; i < N_SCENARIOS && !bench->quick; i++)
        if (scenarios[i].most > 0 && bench_wants(bench, TEXT("pulse, friction %g", scenarios[i].friction)) &&
            !check_pulse(bench, o, &scenarios[i], error))
            return false;
    return !bench_wants(bench, "counterpart") || check_counterpart(bench, o, error);
}
