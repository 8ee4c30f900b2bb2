/* Publications I and II of Jaiswal's dissertation (LUT 2021): four-bar and quick-return mechanisms with a hydraulic cylinder,
 * both formulations, four friction models. What is printed in the papers, and converged solutions in minimal coordinates. */
#include "benchmarks/bench/moving.h"

#include "benchmarks/lut/lut_parts.h"
#include "export/plant.h"
#include "benchmarks/reference/recomputed.h"
#include "benchmarks/bench/bench_messages.h"
#include "master/base/seconds.h"
#include "master/base/numbers.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const char *const converged_source = "minimal coordinates in long double";

static const double four_bar_seconds[] = {LUT1_FOUR_BAR_SECONDS};
static const double quick_return_seconds[] = {LUT1_QUICK_RETURN_SECONDS};

static const struct system {
    const char *name, *law; /* NULL: as the file has it */
    const char *coordinate;
    double at_3, at_10;          /* s: converged, rad */
    double work, published;      /* J: converged; printed */
    bool pulls;                  /* the printed work is a magnitude: the cylinder takes it */
    double double_step, penalty; /* average iterations as printed; 0: not printed */
    const double *seconds;       /* the coordinate at every second, converged, or NULL */
} systems[] = {
    {"lut2-four-bar", "Bengisu-Akay", "multibody.z1", LUT2_BENGISU_AKAY_Z1_AT_3, LUT2_BENGISU_AKAY_Z1_AT_10,
     LUT2_BENGISU_AKAY_WORK, 121.02, true, 0, 1.43, NULL},
    {"lut2-four-bar", "Brown-McPhee", "multibody.z1", LUT2_BROWN_MCPHEE_Z1_AT_3, LUT2_BROWN_MCPHEE_Z1_AT_10,
     LUT2_BROWN_MCPHEE_WORK, 120.99, true, 0, 1.42, NULL},
    {"lut2-four-bar", "LuGre", "multibody.z1", LUT2_LUGRE_Z1_AT_3, LUT2_LUGRE_Z1_AT_10, LUT2_LUGRE_WORK, 120.94, true,
     0, 1.60, NULL},
    {"lut2-four-bar", "modified LuGre", "multibody.z1", LUT2_MODIFIED_LUGRE_Z1_AT_3, LUT2_MODIFIED_LUGRE_Z1_AT_10,
     LUT2_MODIFIED_LUGRE_WORK, 120.97, true, 0, 1.62, NULL},
    {"lut1-four-bar", NULL, "multibody.z1", LUT1_FOUR_BAR_Z1_AT_3, LUT1_FOUR_BAR_Z1_AT_10, LUT1_FOUR_BAR_WORK, 982.95,
     false, 1.39, 1.56, four_bar_seconds},
    {"lut1-quick-return", NULL, "multibody.z4", LUT1_QUICK_RETURN_Z4_AT_3, LUT1_QUICK_RETURN_Z4_AT_10,
     LUT1_QUICK_RETURN_WORK, 357.47, false, 1.49, 1.57, quick_return_seconds},
};
enum { N_SYSTEMS = sizeof systems / sizeof *systems };

static const char *const method_names[] = {"double-step", "penalty"};

enum { STEPS = 10000, SECONDS = 10 };

struct findings {
    double times[STEPS];            /* CPU time of each step, s */
    double coordinate[SECONDS + 1]; /* every second */
    double work, average, cpu_s;
    struct monolithic_summary summary;
};

struct curves { /* of one run, or NULL */
    struct outcome *outcome;
    struct figure energies, frames;
    const char *system;
};
enum { KINETIC, POTENTIAL, WORK, DRIFT };

static void draw_point(struct curves *c, const struct monolithic *m, double t, double potential_at_start)
{
    const struct monolithic_summary s = monolithic_summary(m);
    const double *kinetic = monolithic_find(m, "multibody.kinetic_energy");
    const double *potential = monolithic_find(m, "multibody.potential_energy");
    const double values[] = {[KINETIC] = *kinetic,
                             [POTENTIAL] = *potential - potential_at_start,
                             [WORK] = s.work_rectangle,
                             [DRIFT] = s.energy - s.work_rectangle};
    for (size_t i = 0; i < c->energies.n_curves; i++)
        curve_add(c->outcome, &c->energies.curves[i], t, values[i]);
}

/* 10 s with steps of `ms` milliseconds. */
static bool run_steps(struct monolithic *m, const struct system *k, int ms, struct findings *f, struct curves *curves,
                      struct model_report *report)
{
    enum { DRAWN = 20 };
    const double *coordinate = monolithic_find(m, k->coordinate);
    const double start = *monolithic_find(m, "multibody.potential_energy");
    for (int i = 0; i < STEPS; i += ms) {
        const double begin = clock_seconds(CLOCK_PROCESS_CPUTIME_ID);
        if (!monolithic_step(m, i * 1e-3, ms * 1e-3, report))
            return false;
        f->times[i] = clock_seconds(CLOCK_PROCESS_CPUTIME_ID) - begin;
        if ((i + ms) % 1000 == 0)
            f->coordinate[(i + ms) / 1000] = *coordinate;
        if (curves && i % 1000 == 0)
            lut_frames_add(curves->outcome, &curves->frames, curves->system, i / 1000, m);
        if (curves && i % DRAWN == 0)
            draw_point(curves, m, (i + 1) * 1e-3, start);
    }
    return true;
}

static bool solve(struct bench *bench, const struct system *k, enum monolithic_method method, int ms,
                  struct findings *f, struct curves *curves, struct error *error)
{
    struct plant plant;
    struct model_report report = {""};
    struct monolithic_options options = monolithic_default();
    options.method = method;
    if (k->law && strcmp(k->law, "modified LuGre") == 0) /* its film law has no slope at rest: the papers' tangent */
        options.newton.tangent = NEWTON_TRAPEZOID_DIFFERENCES;
    const char *change = TEXT("hydraulics.cylinders.cylinder.friction.type=%s", k->law ? k->law : "");
    if (!plant_open(&plant, TEXT("%s/papers/systems/%s.json", bench->folder, k->name), &change, k->law ? 1 : 0, error))
        return false;
    struct monolithic *m = monolithic_open(&plant.system, &options, &report);
    const double begin = clock_seconds(CLOCK_PROCESS_CPUTIME_ID);
    const bool good = m && monolithic_start(m, &report) && run_steps(m, k, ms, f, curves, &report);
    f->cpu_s = clock_seconds(CLOCK_PROCESS_CPUTIME_ID) - begin;
    if (good)
        f->summary = monolithic_summary(m);
    f->work = k->pulls ? -f->summary.least_work : f->summary.most_work;
    f->average = (double)f->summary.iterations / (double)f->summary.steps;
    monolithic_close(m);
    plant_close(&plant);
    return good || error_raise(error, ERROR_BENCH_SOLVER, k->name, report.text);
}

/* The trapezoidal rule is of second order: the error with 1 ms is a third of the distance from the solution with 2 ms. Half of it
 * leaves room for terms of higher order; the largest one of all seconds, because distances go through zero. */
static double angle_bound(const struct findings *f, const struct findings *coarse)
{
    double most = 0;
    for (int i = 1; i <= SECONDS; i++)
        most = fmax(most, fabs(f->coordinate[i] - coarse->coordinate[i]));
    return most / 2;
}

static void compare_with_converged(struct outcome *o, const struct system *k, struct row row, bool is_penalty,
                                   const struct findings *f, const struct findings *coarse)
{
    row.kind = KIND_CONVERGED, row.source = converged_source;
    row.unit = "rad", row.tolerance = angle_bound(f, coarse);
    row.name = outcome_text(o, "%s at 3 s", k->coordinate), row.expected = k->at_3, row.ours = f->coordinate[3];
    outcome_compare(o, &row);
    row.name = outcome_text(o, "%s at 10 s", k->coordinate), row.expected = k->at_10, row.ours = f->coordinate[10];
    outcome_compare(o, &row);
    if (k->seconds) {
        row.name = outcome_text(o, "%s at every second, farthest off", k->coordinate), row.expected = row.tolerance;
        row.ours = 0;
        for (int i = 1; i <= SECONDS; i++)
            row.ours = fmax(row.ours, fabs(f->coordinate[i] - k->seconds[i]));
        outcome_bound(o, &row);
    }
    /* Work is summed up by the rectangle rule, as the papers do, and of first order at least: with 1 ms it is not further from the truth
     * than with 2 ms from 1 ms. */
    row.unit = "J", row.tolerance = fabs(f->work - coarse->work);
    row.name = "largest work of the cylinder", row.expected = k->work, row.ours = f->work;
    outcome_compare(o, &row);
    /* Penalties of 1e11 and multipliers of up to 1e3 N leave 1e-8 m; positions that are solved for leave fifty roundings of 10 m. */
    row.kind = KIND_ANALYTIC, row.source = is_penalty ? "multiplier over penalty" : "rounding";
    row.unit = "m", row.name = "violation of the loop", row.ours = f->summary.worst_residual;
    row.expected = is_penalty ? 1e-8 : 1e-13;
    outcome_bound(o, &row);
    row.source = "with a good tangent the second one confirms the first";
    row.unit = "", row.name = "iterations per step: Newton's method", row.ours = f->average, row.expected = 2;
    outcome_bound(o, &row);
}

/* To the last printed digit; neither paper gives all that its numbers depend on. */
static void compare_with_printed(struct outcome *o, const struct system *k, struct row row, double iterations,
                                 const struct findings *f)
{
    row.kind = KIND_PUBLISHED, row.tolerance = 0.00501;
    row.source = k->law ? "Publication II, Table 3" : "Publication I";
    row.name = "largest work of the cylinder, printed";
    row.unit = "J", row.expected = k->published, row.ours = f->work;
    row.differs =
        k->law ? "the printed initial force does not follow from statics, and the spool's time constant is not given"
               : "the friction is not given; viscous friction was fitted to this very number";
    outcome_compare(o, &row);
    row.unit = "", row.name = "iterations per step", row.expected = iterations, row.ours = f->average;
    row.differs = "where the iterations end is given in part";
    if (iterations > 0)
        outcome_compare(o, &row);
    else
        outcome_measure(o, &row);
}

static void report_run(struct outcome *o, const struct system *k, const char *name, bool is_penalty,
                       const struct findings *f, const struct findings *coarse)
{
    struct row row = {.table = outcome_text(o, "%s: 10 s with 1 ms", name)};
    compare_with_converged(o, k, row, is_penalty, f, coarse);
    compare_with_printed(o, k, row, is_penalty ? k->penalty : k->double_step, f);
    row.unit = "", row.name = "most iterations", row.ours = f->summary.most_iterations;
    outcome_measure(o, &row);
    row.unit = "J", row.name = "energy drift, work by rectangles", row.ours = f->summary.drift_rectangle;
    outcome_measure(o, &row);
    row.name = "energy drift, work by trapezoids", row.ours = f->summary.drift_trapezoidal;
    outcome_measure(o, &row);
    row.unit = "s", row.name = "CPU time", row.ours = f->cpu_s;
    row.source = "17 s in MATLAB (Publication II)";
    outcome_measure(o, &row);
}

/* Real time means every step, not their mean: 1 ms must not take longer than 1 ms. */
static void report_times(struct outcome *o, const struct findings *f)
{
    static double sorted[STEPS];
    memcpy(sorted, f->times, sizeof sorted);
    numbers_sort(sorted, STEPS);
    struct row row = {.table = "Brown-McPhee, double-step, exact tangent: CPU time of a step of 1 ms", .unit = "ms"};
    row.name = "half of the steps below", row.ours = 1e3 * sorted[STEPS / 2];
    outcome_measure(o, &row);
    row.name = "99 % of the steps below", row.ours = 1e3 * sorted[STEPS - STEPS / 100];
    outcome_measure(o, &row);
    row.name = "99.9 % of the steps below", row.ours = 1e3 * sorted[STEPS - STEPS / 1000];
    row.source = "aim: 0.1 ms on a quiet machine";
    outcome_measure(o, &row);
    row.name = "slowest step", row.ours = 1e3 * sorted[STEPS - 1], row.source = NULL;
    outcome_measure(o, &row);
}

static void curves_open(struct curves *c, const char *system)
{
    struct outcome *o = c->outcome;
    c->system = system;
    c->frames = lut_frames(o, system);
    c->energies = (struct figure){
        .id = outcome_text(o, "energy-%s", system),
        .title = outcome_text(o, "Energy balance of %s", system),
        .caption = "Kinetic and potential energy, work of the cylinder (by rectangles, as the papers sum it "
                   "up) and what is left between them.",
        .x_label = "time, s",
        .y_label = "energy, J"};
    figure_curve(o, &c->energies, "kinetic", CURVE_LINE);
    figure_curve(o, &c->energies, "potential, since the start", CURVE_LINE);
    figure_curve(o, &c->energies, "work", CURVE_DASHED);
    figure_curve(o, &c->energies, "drift", CURVE_LINE);
}

/* As two FMUs each, coupled as `paso run` couples them. */
static bool add_machines(struct bench *bench, struct outcome *o, struct error *error)
{
    static const struct moving_wish wishes[] = {
        {.id = "machine-lut1-four-bar",
         .title = "Publication I: the four-bar mechanism moves",
         .path = "systems/lut1-four-bar.ssp",
         .options = {{"output-step", "20ms"}}},
        {.id = "machine-lut1-quick-return",
         .title = "Publication I: the quick-return mechanism moves",
         .path = "systems/lut1-quick-return.ssp",
         .options = {{"output-step", "20ms"}}},
        {.id = "machine-lut2-four-bar",
         .title = "Publication II: the four-bar mechanism moves",
         .path = "systems/lut2-four-bar-brown-mcphee.ssp",
         .options = {{"output-step", "20ms"}}},
    };
    return moving_add_all(bench, o, wishes, sizeof wishes / sizeof *wishes, error);
}

bool lut_case_run(struct bench *bench, struct outcome *o, struct error *error)
{
    if (!add_machines(bench, o, error))
        return false;
    for (int i = 0; i < N_SYSTEMS; i++)
        for (int method = MONOLITHIC_DOUBLE_STEP; method <= MONOLITHIC_PENALTY; method++) {
            const struct system *k = &systems[i];
            const char *name =
                outcome_text(o, "%s%s%s, %s", k->name, k->law ? " " : "", k->law ? k->law : "", method_names[method]);
            const bool is_quick = k->law && strcmp(k->law, "Brown-McPhee") == 0 && method == MONOLITHIC_DOUBLE_STEP;
            if (!bench_wants(bench, name) || (bench->quick && !is_quick))
                continue;
            bench_progress(bench, "%s", name);
            static struct findings f, coarse;
            f = coarse = (struct findings){0};
            struct curves curves = {.outcome = o};
            const bool is_drawn = method == MONOLITHIC_DOUBLE_STEP && (!k->law || is_quick);
            if (is_drawn)
                curves_open(&curves, k->name);
            if (!solve(bench, k, (enum monolithic_method)method, 1, &f, is_drawn ? &curves : NULL, error) ||
                !solve(bench, k, (enum monolithic_method)method, 2, &coarse, NULL, error))
                return false;
            if (is_drawn) {
                outcome_figure(o, &curves.energies);
                outcome_figure(o, &curves.frames);
            }
            report_run(o, k, name, method == MONOLITHIC_PENALTY, &f, &coarse);
            if (is_quick)
                report_times(o, &f);
        }
    return bench->quick || lut_coupled_run(bench, o, error);
}
