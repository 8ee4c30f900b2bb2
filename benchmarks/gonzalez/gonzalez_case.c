/* Gonzalez et al. (2017): Tables 1 and 2 in the paper's own coordinates, other numbers of loops, the singular position, and LIM's four-bar
 * linkage with a spring. Accuracy and time side by side. */
#include "benchmarks/bench/bench.h"

#include "benchmarks/gonzalez/gonzalez_parts.h"
#include "benchmarks/reference/recomputed.h"

#include <math.h>

/* What this project has recomputed of a row of the tables. */
#define RECOMPUTED(n)                                                                                                  \
    N_LOOP_##n##_UNDAMPED *I, N_LOOP_##n##_DAMPED_RE + N_LOOP_##n##_DAMPED_IM *I,                                      \
        N_LOOP_##n##_UCS_RE + N_LOOP_##n##_UCS_IM *I, N_LOOP_##n##_UCS_DAMPED_RE + N_LOOP_##n##_UCS_DAMPED_IM *I

static const struct published {
    size_t loops;
    double phi_0, undamped, damped_re, damped_im; /* as printed, five digits */
    double ms[3];                                 /* MCS, RCS, UCS: MATLAB, i7-4790K */
    double complex exact, damped;                 /* recomputed */
    double complex ucs, ucs_damped;               /* eigenvalues of the penalty system */
    const char *phi_0_differs;
} published[] = {
    {1, 2.2343, 2.1477, -0.2424, 2.1340, {0.115, 0.108, 0.185}, RECOMPUTED(1), NULL},
    {5, 1.8922, 1.5455, -0.2350, 1.5276, {0.188, 0.356, 0.548}, RECOMPUTED(5), NULL},
    {10, 1.8454, 1.4352, -0.2325, 1.4162, {0.313, 0.954, 1.684}, RECOMPUTED(10), NULL},
    {15,
     1.8230,
     1.3955,
     -0.2316,
     1.3761,
     {0.556, 1.872, 3.612},
     RECOMPUTED(15),
     "a misprint: the eigenvalue beside it belongs to 1.8296"},
    {20, 1.8217, 1.3750, -0.2312, 1.3554, {0.752, 4.517, 6.152}, RECOMPUTED(20), NULL},
};
enum { N_PUBLISHED = sizeof published / sizeof *published, EXECUTIONS = 1000 };

static const size_t further[] = {50, 100, 200}; /* to see the growth */
enum {
    N_FURTHER = sizeof further / sizeof *further,
    MOST_RAW = 50 /* loops: QZ of a pencil of order 608 takes seconds */
};

/* Half of the fifteenth digit, and a few roundings for each of the rods; in UCS as many for each digit that omega^2 / omega_1^2 has. */
static double rounding(size_t loops, enum method method)
{
    const double exact = 0.5e-14 + 64 * (double)(2 * loops + 1) * 2.2e-16;
    return method == METHOD_UCS || method == METHOD_RAW ? 100 * exact : exact;
}

struct growth {
    struct figure figure, errors;
    size_t curves[N_METHODS], error_curves[N_METHODS];
    double first_ms[N_METHODS], last_ms[N_METHODS]; /* at the first and last of `further` */
};

static void growth_begin(struct outcome *o, struct growth *g)
{
    static const enum method order[] = {METHOD_MCS, METHOD_RCS, METHOD_UCS, METHOD_RAW};
    *g = (struct growth){
        .figure =
            {.id = "gonzalez-growth",
             .title = "N-loop four-bar linkage: time of a linearization over the number of loops",
             .caption =
                 "Terms, eigenvalues and telling true ones from others, in the paper's coordinates; CPU time, median. "
                 "Published: MATLAB, i7-4790K.",
             .x_label = "loops N",
             .y_label = "time, ms",
             .x_log = true,
             .y_log = true},
        .errors = {
            .id = "gonzalez-errors",
            .title = "N-loop four-bar linkage: error of the eigenvalue over time",
            .caption =
                "One point for each N, undamped; errors below 1e-16 are drawn there. UCS errs because penalties are no "
                "constraints, the others by rounding.",
            .x_label = "time, ms",
            .y_label = "error, rad/s",
            .x_log = true,
            .y_log = true}};
    for (size_t i = 0; i < N_METHODS; i++) {
        g->curves[order[i]] = g->figure.n_curves;
        figure_curve(o, &g->figure, method_name(order[i]), CURVE_LINE_AND_POINTS);
        g->error_curves[order[i]] = g->errors.n_curves;
        figure_curve(o, &g->errors, method_name(order[i]), CURVE_POINTS); /* rounding has no course */
    }
    static const char *const labels[] = {"published, MCS", "published, RCS", "published, UCS"};
    for (size_t i = 0; i < 3; i++) {
        struct curve *curve = figure_curve(o, &g->figure, labels[i], CURVE_POINTS);
        for (int k = 0; k < N_PUBLISHED; k++)
            curve_add(o, curve, (double)published[k].loops, published[k].ms[i]);
    }
}

static void compare_complex(struct outcome *o, struct row row, const char *name, double complex expected,
                            double complex ours)
{
    row.name = outcome_text(o, "%s, real", name);
    row.expected = creal(expected), row.ours = creal(ours);
    outcome_compare(o, &row);
    row.name = outcome_text(o, "%s, imaginary", name);
    row.expected = cimag(expected), row.ours = cimag(ours);
    outcome_compare(o, &row);
}

static void compare_counts(struct outcome *o, const char *table, const struct linkage *k, enum method method,
                           const struct measurement *f)
{
    const double n = (double)linkage_coordinates(k), m = (double)linkage_rows(k);
    struct row row = {.table = table, .kind = KIND_ANALYTIC, .unit = ""};
    if (method == METHOD_RCS) {
        row.name = outcome_text(o, "N = %zu: RCS, infinite eigenvalues", k->loops);
        row.expected = 3 * m, row.ours = (double)f->n_infinite, row.source = "3 m";
        outcome_compare(o, &row);
    } else if (method == METHOD_UCS) {
        row.name = outcome_text(o, "N = %zu: UCS, spurious eigenvalues", k->loops);
        row.expected = 2 * m, row.ours = (double)f->n_spurious, row.source = "2 m";
        outcome_compare(o, &row);
    } else if (method == METHOD_RAW) {
        row.name = outcome_text(o, "N = %zu: QZ alone, eigenvalues that it finds infinite", k->loops);
        row.ours = (double)f->n_infinite;
        row.source = outcome_text(o, "of %g; the smallest of the others is %.2g", 3 * m, f->smallest);
        outcome_measure(o, &row);
    }
    row = (struct row){.table = table, .kind = KIND_ANALYTIC, .unit = "", .expected = 2 * (n - m)};
    row.name = outcome_text(o, "N = %zu: %s, true eigenvalues", k->loops, method_name(method));
    row.ours = (double)f->n_true, row.source = "2 (n - m)";
    outcome_compare(o, &row);
}

static void measure_time(struct outcome *o, const char *table, size_t loops, enum method method, double ms,
                         double published_ms)
{
    const char *beside = published_ms > 0 ? outcome_text(o, " (published: %.3f)", published_ms) : "";
    const char *source = published_ms > 0 ? outcome_text(o, "MATLAB: %.1f times that", published_ms / ms) : NULL;
    const struct row row = {.table = table,
                            .name = outcome_text(o, "N = %zu: %s, time%s", loops, method_name(method), beside),
                            .unit = "ms",
                            .ours = ms,
                            .source = source};
    outcome_measure(o, &row);
}

/* ---- Tables 1 and 2 ---- */

static void compare_published(struct outcome *o, const struct published *p, double phi_0, double complex undamped,
                              double complex damped)
{
    struct row row = {.kind = KIND_PUBLISHED, .tolerance = 0.5e-4, .source = "Table 1"};
    row.table = outcome_text(o, "Tables 1 and 2, N = %zu", p->loops);
    row.name = outcome_text(o, "N = %zu: phi_0", p->loops), row.unit = "rad";
    row.expected = p->phi_0, row.ours = phi_0, row.differs = p->phi_0_differs;
    outcome_compare(o, &row);
    row.differs = NULL, row.unit = "1/s";
    row.name = outcome_text(o, "N = %zu: s_1, imaginary", p->loops);
    row.expected = p->undamped, row.ours = cimag(undamped);
    outcome_compare(o, &row);
    row.source = "Table 2";
    compare_complex(o, row, outcome_text(o, "N = %zu: s_1, damped", p->loops), p->damped_re + p->damped_im * I, damped);
}

static bool run_published(struct bench *bench, struct outcome *o, const struct published *p, struct growth *g,
                          struct error *error)
{
    const char *table = outcome_text(o, "Tables 1 and 2, N = %zu", p->loops);
    struct linkage free_one = linkage_default(p->loops), damped_one = free_one;
    const double phi_0 = linkage_equilibrium(&free_one);
    damped_one.damping = 1;
    for (enum method k = 0; k < N_METHODS; k++) {
        struct measurement f, damped;
        bench_progress(bench, "N = %zu, %s", p->loops, method_name(k));
        if (!method_measure(k, &free_one, phi_0, EXECUTIONS, &f, error) ||
            !method_measure(k, &damped_one, phi_0, 1, &damped, error))
            return false;
        if (k == METHOD_MCS)
            compare_published(o, p, phi_0, f.value, damped.value);
        const bool is_ucs = k == METHOD_UCS;
        const struct row row = {.table = table,
                                .kind = KIND_RECOMPUTED,
                                .unit = "1/s",
                                .tolerance = rounding(p->loops, k),
                                .source = is_ucs ? "of the penalty system, in long double" : "in long double"};
        compare_complex(o, row, outcome_text(o, "N = %zu: %s", p->loops, method_name(k)), is_ucs ? p->ucs : p->exact,
                        f.value);
        compare_complex(o, row, outcome_text(o, "N = %zu: %s, damped", p->loops, method_name(k)),
                        is_ucs ? p->ucs_damped : p->damped, damped.value);
        const double distance = cabs(f.value - p->exact);
        if (is_ucs) { /* "in all cases below 3e-6 rad/s" */
            const struct row bound = {.table = table,
                                      .kind = KIND_PUBLISHED,
                                      .name = outcome_text(o, "N = %zu: UCS, error", p->loops),
                                      .unit = "rad/s",
                                      .expected = 3e-6,
                                      .ours = distance,
                                      .source = "section 5.1"};
            outcome_bound(o, &bound);
        }
        compare_counts(o, table, &free_one, k, &f);
        measure_time(o, table, p->loops, k, f.ms, k < METHOD_RAW ? p->ms[k] : 0);
        curve_add(o, &g->figure.curves[g->curves[k]], (double)p->loops, f.ms);
        curve_add(o, &g->errors.curves[g->error_curves[k]], f.ms, fmax(distance, 1e-16));
    }
    return true;
}

/* ---- more loops than the paper has ---- */

static bool run_further(struct bench *bench, struct outcome *o, size_t which, struct growth *g, struct error *error)
{
    struct linkage linkage = linkage_default(further[which]);
    const size_t loops = linkage.loops;
    const char *table = outcome_text(o, "N = %zu, which is not in the paper", loops);
    const double phi_0 = linkage_equilibrium(&linkage);
    const double complex exact = linkage_eigenvalue(&linkage, phi_0);
    for (enum method k = 0; k < N_METHODS; k++) {
        struct measurement f;
        if (k == METHOD_RAW && loops > MOST_RAW)
            continue;
        bench_progress(bench, "N = %zu, %s", loops, method_name(k));
        if (!method_measure(k, &linkage, phi_0, loops < 100 || k == METHOD_MCS ? 100 : 3, &f, error))
            return false;
        const double distance = cabs(f.value - exact);
        struct row row = {.table = table,
                          .kind = KIND_ANALYTIC,
                          .name =
                              outcome_text(o, "N = %zu: %s, distance from the closed solution", loops, method_name(k)),
                          .unit = "1/s",
                          .expected = k == METHOD_UCS ? 3e-6 : 10 * rounding(loops, k),
                          .ours = distance,
                          .source = "one equation in phi"};
        outcome_bound(o, &row);
        compare_counts(o, table, &linkage, k, &f);
        measure_time(o, table, loops, k, f.ms, 0);
        curve_add(o, &g->figure.curves[g->curves[k]], (double)loops, f.ms);
        curve_add(o, &g->errors.curves[g->error_curves[k]], f.ms, fmax(distance, 1e-16));
        if (which == 0)
            g->first_ms[k] = f.ms;
        g->last_ms[k] = f.ms;
    }
    return true;
}

static void measure_growth(struct outcome *o, const struct growth *g)
{
    const double range = log((double)further[N_FURTHER - 1] / (double)further[0]);
    for (enum method k = 0; k < METHOD_RAW; k++) {
        const struct row row = {.table = "Growth of the time with N",
                                .name = outcome_text(o, "%s: exponent from N = 50 to 200", method_name(k)),
                                .unit = "",
                                .ours = log(g->last_ms[k] / g->first_ms[k]) / range};
        if (g->first_ms[k] > 0)
            outcome_measure(o, &row);
    }
}

/* ---- the singular position ---- */

static bool run_singular(struct bench *bench, struct outcome *o, struct error *error)
{
    const struct linkage linkage = {.loops = 1, .gravity = {9.81, 0}, .angle_by_sine = true};
    const double exact[] = {sqrt(11.772), sqrt(19.62)}, printed[] = {3.4310, 4.4294};
    bench_progress(bench, "singular position");
    for (enum method k = 0; k < METHOD_RAW; k++) {
        struct measurement f;
        if (!method_measure(k, &linkage, 0, 1, &f, error))
            return false;
        for (int i = 0; i < 2; i++) {
            const double complex value = i ? f.next : f.value;
            struct row row = {.table = "Singular position: N = 1, no spring, gravity along x, phi = 0",
                              .kind = KIND_PUBLISHED,
                              .name = outcome_text(o, "singular: %s, s_%d", method_name(k), i + 1),
                              .unit = "1/s",
                              .expected = printed[i],
                              .ours = cimag(value),
                              .tolerance = 0.5e-4,
                              .source = "section 5.1"};
            outcome_compare(o, &row);
            row.kind = KIND_ANALYTIC;
            row.name = outcome_text(o, "singular: %s, s_%d, distance from the closed solution", method_name(k), i + 1);
            /* UCS errs with 1/alpha, by omega_i^2/(2 alpha) of each relative to the rows' penalties */
            row.expected = k == METHOD_UCS ? 3e-6 : 1e-13;
            row.ours = cabs(value - exact[i] * I);
            row.source = "multipliers of smallest norm";
            outcome_bound(o, &row);
        }
    }
    return true;
}

bool gonzalez_case_run(struct bench *bench, struct outcome *o, struct error *error)
{
    struct growth growth;
    growth_begin(o, &growth);
    if (o->out_of_memory)
        return error_raise(error, ERROR_NO_MEMORY, "drawing a figure");
    for (int i = 0; i < N_PUBLISHED; i++)
        if (bench_wants(bench, TEXT("N = %zu", published[i].loops)) &&
            !run_published(bench, o, &published[i], &growth, error))
            return false;
    for (size_t i = 0; i < N_FURTHER && !bench->quick; i++)
        if (bench_wants(bench, TEXT("N = %zu", further[i])) && !run_further(bench, o, i, &growth, error))
            return false;
    measure_growth(o, &growth);
    outcome_figure(o, &growth.figure);
    outcome_figure(o, &growth.errors);
    return (!bench_wants(bench, "singular") || run_singular(bench, o, error)) &&
           (!bench_wants(bench, "four-bar") || gonzalez_four_bar(bench, o, error));
}
