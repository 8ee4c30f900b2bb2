/* Publication II's four-bar as two coupled FMUs: error of the crank's angle over the macro step for both couplings, against the
 * converged solution of the whole, and the largest macro step of each. */
#include "benchmarks/lut/lut_parts.h"

#include "benchmarks/bench/simulation.h"
#include "benchmarks/reference/recomputed.h"

#include <math.h>

static const double z1_at_2 = LUT2_BROWN_MCPHEE_Z1_AT_2;
static const double steps[] = {0.05e-3, 0.1e-3, 0.2e-3, 0.4e-3, 0.6e-3, 0.8e-3, 1e-3,
                               1.5e-3,  2e-3,   4e-3,   8e-3,   12e-3,  16e-3,  24e-3};
enum { N_STEPS = sizeof steps / sizeof *steps };

static const struct way {
    const char *name, *system, *scheme;
    enum feedthrough feedthrough;
    int extrapolation;
    int order; /* of convergence that is expected; 0: none */
} ways[] = {
    {"f-s stale Jacobi", "lut2-four-bar-brown-mcphee", "jacobi", FEEDTHROUGH_STALE, 0, 0},
    {"f-s refreshed Jacobi", "lut2-four-bar-brown-mcphee", "jacobi", FEEDTHROUGH_REFRESHED, 0, 0},
    {"p-s Jacobi", "lut2-four-bar-brown-mcphee-ps", "jacobi", FEEDTHROUGH_REFRESHED, 0, 0},
    {"f-s Gauss-Seidel", "lut2-four-bar-brown-mcphee", "gauss-seidel", FEEDTHROUGH_REFRESHED, 0, 1},
    {"p-s Gauss-Seidel", "lut2-four-bar-brown-mcphee-ps", "gauss-seidel", FEEDTHROUGH_REFRESHED, 0, 1},
    {"f-s Jacobi linear inputs", "lut2-four-bar-brown-mcphee", "jacobi", FEEDTHROUGH_REFRESHED, 1, 2},
    {"p-s Jacobi linear inputs", "lut2-four-bar-brown-mcphee-ps", "jacobi", FEEDTHROUGH_REFRESHED, 1, 2},
};
enum { N_WAYS = sizeof ways / sizeof *ways };

/* |z1(2 s) - converged|; NAN where the run has broken down. */
static bool error_at(struct bench *bench, const struct way *way, double H, double *found, struct error *error)
{
    static const char *const columns[] = {"multibody.z1", NULL};
    struct simulation simulation = {
        .system = way->system, .options = run_options_default(), .columns = columns, .every = 1000000};
    simulation.options.scheme = way->scheme;
    simulation.options.feedthrough = way->feedthrough;
    simulation.options.extrapolation = way->extrapolation;
    simulation.options.macro_step = H;
    simulation.options.has_stop_time = true;
    simulation.options.stop_time = 2;
    struct trace trace;
    if (!simulation_run(bench, &simulation, &trace, error))
        return false;
    *found = trace.broke_down || trace.n_rows == 0 ? NAN : fabs(trace_at(&trace, trace.n_rows - 1, 1) - z1_at_2);
    trace_free(&trace);
    return true;
}

static bool run_way(struct bench *bench, struct outcome *o, const struct way *way, struct figure *figure,
                    struct error *error)
{
    const double most = 1e-3; /* rad: beyond, a run has lost its way */
    double errors[N_STEPS], largest = 0;
    struct curve *curve = figure_curve(o, figure, way->name, CURVE_LINE_AND_POINTS);
    for (int i = 0; i < N_STEPS; i++) {
        bench_progress(bench, "%s, H = %g ms", way->name, 1e3 * steps[i]);
        if (!error_at(bench, way, steps[i], &errors[i], error))
            return false;
        if (errors[i] <= most && (i == 0 || largest == steps[i - 1]))
            largest = steps[i];
        if (errors[i] > 0 && errors[i] < 1)
            curve_add(o, curve, 1e3 * steps[i], errors[i]);
    }
    struct row row = {.table = "Coupled FMUs of Publication II's four-bar: z1 at 2 s against the solution of the whole",
                      .name = outcome_text(o, "%s, error at 0.1 ms", way->name),
                      .unit = "rad",
                      .ours = errors[1]};
    outcome_measure(o, &row);
    /* The next term of an error's expansion is a H, with a of the system's fastest oscillation, 546 1/s: 0.22 at 0.4 ms, 0.055 at 0.1
     * ms. Between them an order is off by log4(1.22/1.055) = 0.105 at most, and a second-order error falls by 16 (1 - 0.22) > 12. */
    row.kind = KIND_ANALYTIC;
    if (way->order == 1) {
        row.name = outcome_text(o, "%s, order between 0.1 and 0.4 ms", way->name);
        row.unit = "";
        row.ours = log(errors[3] / errors[1]) / log(steps[3] / steps[1]);
        row.expected = 1;
        row.tolerance = 0.105;
        row.source = "order of the scheme";
        outcome_compare(o, &row);
    } else if (way->order == 2) { /* what the scheme leaves is near what the components' own solvers leave */
        row.name = outcome_text(o, "%s, error at 0.1 ms: second order", way->name);
        row.expected = errors[3] / 12;
        row.source = "a twelfth of the error at 0.4 ms";
        outcome_bound(o, &row);
    }
    row.name = outcome_text(o, "%s, largest H with an error below 1 mrad", way->name);
    row.unit = "ms", row.ours = 1e3 * largest, row.source = NULL;
    outcome_measure(o, &row);
    return true;
}

bool lut_coupled_run(struct bench *bench, struct outcome *o, struct error *error)
{
    struct figure figure = {.id = "lut2-coupled",
                            .title = "Publication II's four-bar as two FMUs: error of the crank's angle at 2 s",
                            .caption =
                                "Brown-McPhee friction. Force coupling has the friction in the circuit, pressure "
                                "coupling in the mechanism. Curves end where runs break down.",
                            .x_label = "macro step H, ms",
                            .y_label = "error of z1, rad",
                            .x_log = true,
                            .y_log = true};
    for (int i = 0; i < N_WAYS; i++)
        if (bench_wants(bench, ways[i].name) && !run_way(bench, o, &ways[i], &figure, error))
            return false;
    if (figure.n_curves)
        outcome_figure(o, &figure);
    return true;
}
