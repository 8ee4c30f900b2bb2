/* The spectrum at the equilibrium, the growth per macro step over H, and the largest macro step along M1: predicted by the probe
 * from the FMUs alone, compared with the equations in long double and with runs. */
#include "benchmarks/bench/bench.h"

#include "tests/oracle/lim_oracle.h"
#include "benchmarks/bench/simulation.h"
#include "linearize/stability.h"
#include "benchmarks/reference/recomputed.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { N = 6 };

/* Largest macro step: first H, in runs, whose error of s1 passes 5 mm in M1. */
static const struct scheme {
    const char *name;
    int coupling;
    const char *scheme, *order;
    enum feedthrough feedthrough;
    int extrapolation;
    double in_runs; /* ms; 0: not tabulated */
} schemes[] = {
    {"f-s Jacobi stale", 1, "jacobi", NULL, FEEDTHROUGH_STALE, 0, LIM_LIMIT_FSJ_M1_5MM},
    {"f-s Jacobi refreshed", 1, "jacobi", NULL, FEEDTHROUGH_REFRESHED, 0, LIM_LIMIT_PSJ_M1_5MM},
    {"p-s Jacobi", 2, "jacobi", NULL, FEEDTHROUGH_REFRESHED, 0, LIM_LIMIT_PSJ_M1_5MM},
    {"p-s Jacobi linear inputs", 2, "jacobi", NULL, FEEDTHROUGH_REFRESHED, 1, 0},
    {"p-s Gauss-Seidel multibody/hydraulics", 2, "gauss-seidel", "multibody/hydraulics", FEEDTHROUGH_REFRESHED, 0,
     LIM_LIMIT_GS_MH_M1_5MM},
    {"p-s Gauss-Seidel hydraulics/multibody", 2, "gauss-seidel", "hydraulics/multibody", FEEDTHROUGH_REFRESHED, 0,
     LIM_LIMIT_GS_HM_M1_5MM},
};
enum { N_SCHEMES = sizeof schemes / sizeof *schemes };

static const double along[] = {0, 3, 5, 5.8, 5.9, 6, 6.1, 6.5, 8, 10};
enum { N_ALONG = sizeof along / sizeof *along, AT_6 = 5 };

/* The Jacobian of the independent equations at rest, by central differences in long double: good to ten digits. */
static bool independent_spectrum(double complex values[N], struct error *error)
{
    struct oracle_parameters p = oracle_default();
    long double z[N] = {p.theta1_0, p.theta2_0}, kappa;
    oracle_equilibrium(&p, 8829, &z[4], &z[5], &kappa);
    p.manoeuvre = 0;
    p.kappa_0 = kappa;
    double columns[N * N];
    for (int j = 0; j < N; j++) {
        const long double h = j < 4 ? 1e-6L : 1, at = z[j];
        long double up[N], down[N];
        z[j] = at + h;
        oracle_rates(&p, 0, z, up);
        z[j] = at - h;
        oracle_rates(&p, 0, z, down);
        z[j] = at;
        for (int i = 0; i < N; i++)
            columns[j * N + i] = (double)((up[i] - down[i]) / (2 * h));
    }
    struct eigen_solver *solver = eigen_solver_open(N, false, error);
    struct spectrum spectrum;
    const bool ok =
        solver && eigen_solver_run(solver, (struct matrix){.rows = N, .columns = N, .a = columns}, &spectrum, error);
    if (ok)
        memcpy(values, spectrum.values, N * sizeof *values);
    eigen_solver_close(solver);
    return ok;
}

static bool compare_spectrum(struct outcome *o, const struct spectrum *ours, struct error *error)
{
    double complex expected[N];
    if (!independent_spectrum(expected, error))
        return false;
    /* Rounding of the largest eigenvalue, times the condition of those that lie next to each other (the distance of -4624 and -4653 is
     * a 160th of them), times the number of states. */
    const double rounding = 2.2e-16 * cabs(expected[N - 1]) * 160 * N;
    struct row row = {
        .table = "Spectrum of the coupled system at the equilibrium", .kind = KIND_RECOMPUTED, .unit = "1/s"};
    for (size_t i = 0; i < N; i++) {
        const double complex value = i < ours->n ? ours->values[i] : NAN;
        if (cimag(expected[i]) < 0)
            continue; /* the conjugate has been compared */
        row.name = outcome_text(o, "eigenvalue %zu, real", i + 1);
        row.expected = creal(expected[i]);
        row.ours = creal(value);
        row.tolerance = rounding;
        row.source = "the equations in long double";
        outcome_compare(o, &row);
        if (cimag(expected[i]) != 0) {
            row.name = outcome_text(o, "eigenvalue %zu, imaginary", i + 1);
            row.expected = cimag(expected[i]);
            row.ours = cimag(value);
            outcome_compare(o, &row);
        }
    }
    return true;
}

static void draw_growth(struct outcome *o, struct figure *figure, const char *label, const struct limit *limit)
{
    struct curve *curve = figure_curve(o, figure, label, CURVE_LINE);
    for (size_t i = 0; i < limit->n_scan; i++)
        if (isfinite(limit->scan[i].radius) && limit->scan[i].radius < 3)
            curve_add(o, curve, 1e3 * limit->scan[i].macro_step, limit->scan[i].radius);
}

static bool predict(struct bench *bench, struct outcome *o, const struct scheme *k, struct figure *figure, bool first,
                    struct error *error)
{
    const char *sets[] = {TEXT("multibody.coupling=%d", k->coupling), "hydraulics.manoeuvre=1", "multibody.step_size=1",
                          "hydraulics.step_size=0.2e-3", NULL};
    struct starts *starts;
    const struct system *system = simulation_system(bench, "lim-manipulator", sets, &starts, error);
    struct run_options scheme = run_options_default();
    scheme.scheme = k->scheme;
    scheme.order = k->order;
    scheme.extrapolation = k->extrapolation;
    scheme.feedthrough = k->feedthrough;
    struct stability_options options = {
        .run = run_options_default(), .schemes = &scheme, .n_schemes = 1, .largest_step = 0.1};
    options.run.macro_step = 1e-3;
    options.run.starts = starts;
    struct limit_options range = limit_options_default();
    range.from = 1e-3;
    range.to = 0.1;
    range.n_scan = 100;
    struct stability *s = system ? stability_open(system, &options, error) : NULL;
    bool ok = s != NULL;
    double smallest = INFINITY;
    for (size_t i = 0; i < N_ALONG && ok; i++) {
        struct limit limit;
        bench_progress(bench, "%s at %g s", k->name, along[i]);
        ok = stability_advance(s, along[i], error);
        if (ok && first && i == 0)
            ok = compare_spectrum(o, stability_spectrum(s), error);
        ok = ok && stability_find_limit(s, 0, &range, &limit, error);
        if (!ok)
            break;
        if (limit.kind == LIMIT_FOUND)
            smallest = fmin(smallest, limit.macro_step);
        if (i == AT_6)
            draw_growth(o, figure, k->name, &limit);
        limit_free(&limit);
    }
    stability_close(s);
    starts_close(starts);
    if (!ok)
        return false;
    /* A run breaks down where something grows for long enough: not before the smallest limit along the manoeuvre. */
    const struct row row = {.table =
                                "Largest macro step along M1: predicted from the FMUs, against the runs of case lim",
                            .kind = KIND_RECOMPUTED,
                            .name = k->name,
                            .unit = "ms",
                            .expected = k->in_runs,
                            .ours = 1e3 * smallest,
                            .source = k->in_runs > 0 ? outcome_text(o, "runs pass 5 mm at %g ms", k->in_runs) : NULL};
    if (k->in_runs > 0)
        outcome_bound(o, &row);
    else
        outcome_measure(o, &row);
    return true;
}

bool linearization_case_run(struct bench *bench, struct outcome *o, struct error *error)
{
    struct figure figure = {
        .id = "stability",
        .title = "Spectral radius of a macro step at t = 6 s, M1",
        .caption =
            "Above 1 a scheme amplifies errors. Predicted by the probe with the FMUs' own solvers (the document's "
            "Euler formulas, h_H = 0.2 ms); a little above 1 everywhere, since the system itself is unstable.",
        .x_label = "macro step H, ms",
        .y_label = "largest |mu|"};
    bool first = true;
    for (int i = 0; i < N_SCHEMES; i++) {
        if (!bench_wants(bench, schemes[i].name))
            continue;
        if (!predict(bench, o, &schemes[i], &figure, first, error))
            return false;
        first = false;
    }
    if (figure.n_curves)
        outcome_figure(o, &figure);
    return true;
}
