/* The document's co-simulation: the configurations of Tables 3 and 4 in both manoeuvres, Jacobi and Gauss-Seidel, LIM's own columns, the
 * figures. */
#include "benchmarks/lim/lim_runs.h"

#include "benchmarks/reference/recomputed.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* Largest error of s1 on a grid of milliseconds against the converged solution; 0: not tabulated. The document has the configurations
 * (Tables 3 and 4; Gauss-Seidel is ours) and prints no errors. */
static const struct configuration {
    const char *name;
    enum lim_coupling coupling;
    const char *scheme, *order;
    double H, h_H;   /* ms */
    double error[2]; /* M1, M2; m */
    const char *source;
} configurations[] = {
    {"fsJ_01", LIM_FORCE, "jacobi", NULL, 0.05, 0.05, {LIM_FSJ_01_M1, LIM_FSJ_01_M2}, "as in Table 3"},
    {"fsJ_02", LIM_FORCE, "jacobi", NULL, 0.2, 0.2, {LIM_FSJ_02_M1, LIM_FSJ_02_M2}, "as in Table 3"},
    {"fsJ_03", LIM_FORCE, "jacobi", NULL, 1, 0.2, {LIM_FSJ_03_M1, LIM_FSJ_03_M2}, "as in Table 3"},
    {"fsJ_04", LIM_FORCE, "jacobi", NULL, 5, 0.2, {LIM_FSJ_04_M1, LIM_FSJ_04_M2}, "as in Table 3"},
    {"fsJ_05", LIM_FORCE, "jacobi", NULL, 10, 0.2, {LIM_FSJ_05_M1, LIM_FSJ_05_M2}, "as in Table 3"},
    {"psJ_01", LIM_PRESSURE, "jacobi", NULL, 0.05, 0.05, {LIM_PSJ_01_M1, LIM_PSJ_01_M2}, "as in Table 4"},
    {"psJ_02", LIM_PRESSURE, "jacobi", NULL, 0.2, 0.2, {LIM_PSJ_02_M1, LIM_PSJ_02_M2}, "as in Table 4"},
    {"psJ_03", LIM_PRESSURE, "jacobi", NULL, 1, 0.2, {LIM_PSJ_03_M1, LIM_PSJ_03_M2}, "as in Table 4"},
    {"psJ_04", LIM_PRESSURE, "jacobi", NULL, 5, 0.2, {LIM_PSJ_04_M1, LIM_PSJ_04_M2}, "as in Table 4"},
    {"psJ_05", LIM_PRESSURE, "jacobi", NULL, 10, 0.2, {LIM_PSJ_05_M1, LIM_PSJ_05_M2}, "as in Table 4"},
    {"psGS_MH_01",
     LIM_PRESSURE,
     "gauss-seidel",
     "multibody/hydraulics",
     0.05,
     0.05,
     {LIM_GS_MH_01_M1},
     "as in Table 4"},
    {"psGS_MH_02", LIM_PRESSURE, "gauss-seidel", "multibody/hydraulics", 0.2, 0.2, {LIM_GS_MH_02_M1}, "as in Table 4"},
    {"psGS_MH_03", LIM_PRESSURE, "gauss-seidel", "multibody/hydraulics", 1, 0.2, {LIM_GS_MH_03_M1}, "as in Table 4"},
    {"psGS_MH_04", LIM_PRESSURE, "gauss-seidel", "multibody/hydraulics", 5, 0.2, {LIM_GS_MH_04_M1}, "as in Table 4"},
    {"psGS_MH_05", LIM_PRESSURE, "gauss-seidel", "multibody/hydraulics", 10, 0.2, {LIM_GS_MH_05_M1}, "as in Table 4"},
    {"psGS_HM_01",
     LIM_PRESSURE,
     "gauss-seidel",
     "hydraulics/multibody",
     0.05,
     0.05,
     {LIM_GS_HM_01_M1},
     "as in Table 4"},
    {"psGS_HM_02", LIM_PRESSURE, "gauss-seidel", "hydraulics/multibody", 0.2, 0.2, {LIM_GS_HM_02_M1}, "as in Table 4"},
    {"psGS_HM_03", LIM_PRESSURE, "gauss-seidel", "hydraulics/multibody", 1, 0.2, {LIM_GS_HM_03_M1}, "as in Table 4"},
    {"psGS_HM_04", LIM_PRESSURE, "gauss-seidel", "hydraulics/multibody", 5, 0.2, {LIM_GS_HM_04_M1}, "as in Table 4"},
    {"psGS_HM_05", LIM_PRESSURE, "gauss-seidel", "hydraulics/multibody", 10, 0.2, {LIM_GS_HM_05_M1}, "as in Table 4"},
};
enum { N_CONFIGURATIONS = sizeof configurations / sizeof *configurations };

/* Half a unit of the sixth digit, the last one in recomputed.h (and a little for the rounding of that half itself). */
static double half_digit(double value)
{
    return 0.501 * pow(10, floor(log10(value)) - 5);
}

/* Errors in M1 over H and over CPU time, a curve for every coupling and scheme. */
struct drawing {
    struct figure over_H, over_work;
    const char *name; /* of the curves that grow: the first letters of the configuration's */
    struct curve *H_curve, *work_curve;
};

static struct drawing make_drawing(void)
{
    struct drawing d = {
        .over_H = {.id = "lim-errors",
                   .title = "Error of s1 over the macro step, M1",
                   .caption = "Largest error against the converged solution; the solvers of the document inside, which "
                              "are of first order.",
                   .x_label = "macro step H, ms",
                   .y_label = "largest error of s1, m",
                   .x_log = true,
                   .y_log = true}};
    d.over_work = d.over_H;
    d.over_work.id = "lim-work";
    d.over_work.title = "Work and precision of the couplings, M1";
    d.over_work.caption = "The same runs over the CPU time of their 10 s.";
    d.over_work.x_label = "CPU time, s";
    return d;
}

static void draw(struct outcome *o, struct drawing *d, const struct configuration *c, double error, double cpu_s)
{
    const size_t length = strlen(c->name) - 3; /* without _01 */
    if (!d->name || strncmp(d->name, c->name, length) != 0) {
        const char *label = outcome_text(o, "%s, %s%s%s", c->coupling == LIM_FORCE ? "f-s" : "p-s", c->scheme,
                                         c->order ? ", " : "", c->order ? c->order : "");
        d->H_curve = figure_curve(o, &d->over_H, label, CURVE_LINE_AND_POINTS);
        d->work_curve = figure_curve(o, &d->over_work, label, CURVE_LINE_AND_POINTS);
        d->name = c->name;
    }
    curve_add(o, d->H_curve, c->H, error);
    curve_add(o, d->work_curve, cpu_s, error);
}

static bool compare_errors(struct bench *bench, struct outcome *o, struct error *error)
{
    struct drawing drawing = make_drawing();
    for (int manoeuvre = 1; manoeuvre <= 2; manoeuvre++)
        for (int i = 0; i < N_CONFIGURATIONS; i++) {
            const struct configuration *c = &configurations[i];
            const char *name = outcome_text(o, "%s M%d", c->name, manoeuvre);
            const double expected = c->error[manoeuvre - 1];
            if (expected == 0 || !bench_wants(bench, name))
                continue;
            bench_progress(bench, "%s", name);
            const struct lim_run run = {.coupling = c->coupling,
                                        .manoeuvre = manoeuvre,
                                        .scheme = c->scheme,
                                        .order = c->order,
                                        .H = 1e-3 * c->H,
                                        .h_H = 1e-3 * c->h_H,
                                        .interval = 1e-3};
            struct trace trace;
            if (!lim_simulate(bench, &run, &trace, error))
                return false;
            const double largest = lim_largest_error(&trace, manoeuvre);
            if (manoeuvre == 1)
                draw(o, &drawing, c, largest, trace.cpu_s);
            outcome_compare(o, &(struct row){.table = "Largest error of s1 against the converged solution",
                                             .kind = KIND_RECOMPUTED,
                                             .name = name,
                                             .unit = "m",
                                             .expected = expected,
                                             .ours = largest,
                                             .tolerance = half_digit(expected),
                                             .source = c->source,
                                             .note = trace.broke_down ? outcome_text(o, "%s", trace.why) : NULL});
            trace_free(&trace);
        }
    if (drawing.over_H.n_curves) {
        outcome_figure(o, &drawing.over_H);
        outcome_figure(o, &drawing.over_work);
    }
    return true;
}

bool lim_case_run(struct bench *bench, struct outcome *outcome, struct error *error)
{
    return lim_add_motions(bench, outcome, error) && lim_compare_columns(bench, outcome, error) &&
           compare_errors(bench, outcome, error) && (bench->quick || lim_compare_limits(bench, outcome, error));
}
