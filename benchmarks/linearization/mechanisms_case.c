/* The N-loop four-bar linkage of Gonzalez et al. (2017): eigenvalues through its FMUs, and the time of a linearization beside
 * the published MATLAB times; and what the engine of mechanisms costs beside others. */
#include "benchmarks/bench/moving.h"

#include "linearize/linearizer.h"
#include "benchmarks/bench/simulation.h"
#include "benchmarks/measure/engine_costs.h"
#include "linearize/spectrum.h"
#include "benchmarks/reference/recomputed.h"
#include "master/base/seconds.h"
#include "master/base/numbers.h"

#include <math.h>
#include <stdlib.h>

static const struct linkage {
    int n;
    double undamped, re, im; /* recomputed, 15 digits; damped with 1 Ns/m */
    double mcs, rcs, ucs;    /* Table 4: ms, MATLAB, i7-4790K: minimal, redundant, unconstrained coordinates */
} linkages[] = {
    {1, N_LOOP_1_UNDAMPED, N_LOOP_1_DAMPED_RE, N_LOOP_1_DAMPED_IM, 0.115, 0.108, 0.185},
    {5, N_LOOP_5_UNDAMPED, N_LOOP_5_DAMPED_RE, N_LOOP_5_DAMPED_IM, 0.188, 0.356, 0.548},
    {10, N_LOOP_10_UNDAMPED, N_LOOP_10_DAMPED_RE, N_LOOP_10_DAMPED_IM, 0.313, 0.954, 1.684},
    {15, N_LOOP_15_UNDAMPED, N_LOOP_15_DAMPED_RE, N_LOOP_15_DAMPED_IM, 0.556, 1.872, 3.612},
    {20, N_LOOP_20_UNDAMPED, N_LOOP_20_DAMPED_RE, N_LOOP_20_DAMPED_IM, 0.752, 4.517, 6.152},
};
enum { N_LINKAGES = sizeof linkages / sizeof *linkages, EXECUTIONS = 1000 };

struct findings {
    double complex value; /* eigenvalue above the real axis */
    double ms;            /* of a linearization with its eigenvalues, median */
};

static bool execute(struct linearizer *l, struct eigen_solver *e, struct findings *f, struct error *error)
{
    static double times[EXECUTIONS];
    struct spectrum spectrum;
    for (int i = 0; i < EXECUTIONS; i++) {
        const double begin = clock_seconds(CLOCK_MONOTONIC);
        if (!linearizer_run(l, error) || !eigen_solver_run(e, linearizer_coupled(l)->A, &spectrum, error))
            return false;
        times[i] = clock_seconds(CLOCK_MONOTONIC) - begin;
    }
    numbers_sort(times, EXECUTIONS);
    f->ms = 1e3 * times[EXECUTIONS / 2];
    f->value = spectrum.values[0];
    return true;
}

static bool linearize(const struct bench *bench, int n, double damping, struct findings *f, struct error *error)
{
    const struct system_options system_options = system_options_default();
    struct run_options run_options = run_options_default();
    struct system *system = system_open(TEXT("%s/fmus/NLoop%d.fmu", bench->folder, n), &system_options, error);
    struct starts *starts = system ? starts_open(system, error) : NULL;
    run_options.starts = starts;
    struct run *run = starts && starts_set(starts, TEXT("constants.c=%g", damping), error)
                          ? run_open(system, &run_options, error)
                          : NULL;
    struct linearizer *l = run && run_initialize(run, error) ? linearizer_open(run, PROBE_BEST, error) : NULL;
    struct eigen_solver *e = l ? eigen_solver_open(linearizer_coupled(l)->states.n, false, error) : NULL;
    const bool good = e && execute(l, e, f, error);
    eigen_solver_close(e);
    linearizer_close(l);
    run_close(run);
    starts_close(starts);
    system_close(system);
    return good;
}

/* What the files describe, in motion. */
static bool add_machines(struct bench *bench, struct outcome *o, struct error *error)
{
    static const struct moving_wish wishes[] = {
        {.id = "machine-n-loop",
         .title = "Five loops of the four-bar linkage move",
         .path = "fmus/NLoop5Released.fmu",
         .options = {{"macro-step", "10ms"}, {"stop-time", "5s"}}},
        {.id = "machine-four-bar-spring",
         .title = "The four-bar linkage with a spring moves",
         .path = "fmus/FourBarSpring.fmu",
         .options = {{"set", "joints.B.start_rate=1"}, {"macro-step", "10ms"}, {"stop-time", "5s"}}},
        {.id = "machine-bicycle",
         .title = "The bicycle, pushed aside, rides on",
         .path = "fmus/Bicycle.fmu",
         .options = {{"set", "joints.frame.start_rate[5]=0.5"}, {"macro-step", "10ms"}, {"stop-time", "5s"}}},
        {.id = "machine-rolling-disc",
         .title = "A disc that leans rolls on a circle",
         .path = "fmus/RollingDisc.fmu",
         .options = {{"set", "joints.disc.start[5]=0.2"}, {"macro-step", "10ms"}, {"stop-time", "5s"}}},
    };
    return moving_add_all(bench, o, wishes, sizeof wishes / sizeof *wishes, error);
}

bool mechanisms_case_run(struct bench *bench, struct outcome *o, struct error *error)
{
    if (!add_machines(bench, o, error))
        return false;
    struct figure figure = {.id = "n-loop",
                            .title = "N-loop four-bar linkage: time of a linearization",
                            .caption =
                                "State space and eigenvalues from the FMU's directional derivatives, median of 1000; "
                                "published: MATLAB, minimal and redundant coordinates.",
                            .x_label = "loops N",
                            .y_label = "time, ms",
                            .y_log = true};
    figure_curve(o, &figure, "paso", CURVE_LINE_AND_POINTS);
    figure_curve(o, &figure, "published, minimal", CURVE_POINTS);
    figure_curve(o, &figure, "published, redundant", CURVE_POINTS);
    for (int i = 0; i < N_LINKAGES; i++) {
        const struct linkage *k = &linkages[i];
        struct findings undamped, damped;
        if (!bench_wants(bench, TEXT("N = %d", k->n)))
            continue;
        bench_progress(bench, "N = %d", k->n);
        if (!linearize(bench, k->n, 0, &undamped, error) || !linearize(bench, k->n, 1, &damped, error))
            return false;
        /* Half of the fifteenth digit, and the rounding of a sum over 2 N + 1 rods with some sixteen operations each. */
        struct row row = {.table = outcome_text(o, "N-loop four-bar linkage, N = %d", k->n),
                          .kind = KIND_RECOMPUTED,
                          .unit = "1/s",
                          .tolerance = 0.5e-14 + 16 * (2 * k->n + 1) * 2.2e-16 * k->undamped,
                          .source = "Gonzalez et al. 2017, in long double"};
        row.name = outcome_text(o, "N = %d: undamped, imaginary", k->n);
        row.expected = k->undamped, row.ours = fabs(cimag(undamped.value));
        outcome_compare(o, &row);
        row.name = outcome_text(o, "N = %d: undamped, real", k->n);
        row.expected = 0, row.ours = creal(undamped.value), row.kind = KIND_ANALYTIC;
        row.source = "without damping nothing decays";
        outcome_compare(o, &row);
        row.kind = KIND_RECOMPUTED, row.source = "Gonzalez et al. 2017, in long double";
        row.name = outcome_text(o, "N = %d: damped, real", k->n);
        row.expected = k->re, row.ours = creal(damped.value);
        outcome_compare(o, &row);
        row.name = outcome_text(o, "N = %d: damped, imaginary", k->n);
        row.expected = k->im, row.ours = fabs(cimag(damped.value));
        outcome_compare(o, &row);
        row = (struct row){.table = row.table, .unit = "ms", .ours = undamped.ms};
        row.name = outcome_text(o, "N = %d: time of a linearization", k->n);
        row.source =
            outcome_text(o, "published, MATLAB: minimal %g, redundant %g, unconstrained %g ms", k->mcs, k->rcs, k->ucs);
        outcome_measure(o, &row);
        const double times[] = {undamped.ms, k->mcs, k->rcs};
        for (size_t c = 0; c < figure.n_curves; c++)
            curve_add(o, &figure.curves[c], k->n, times[c]);
    }
    if (figure.curves && figure.curves[0].n)
        outcome_figure(o, &figure);
    return engine_costs_add(bench, o, error);
}
