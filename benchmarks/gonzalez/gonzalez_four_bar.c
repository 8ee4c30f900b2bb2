/* LIM's benchmark "Linearization of the dynamics of a four-bar linkage with a spring on its diagonal": accuracy is the 2-norm of the errors
 * of both eigenvalues, efficiency the time of 1000 executions: terms, eigenvalues, telling true ones from spurious ones. */
#include "benchmarks/gonzalez/gonzalez_parts.h"

#include "benchmarks/reference/recomputed.h"
#include "linearize/linearizer.h"
#include "master/base/seconds.h"

#include <math.h>

enum { EXECUTIONS = 1000 };

static const char *const table = "LIM: four-bar linkage with a spring on its diagonal";

/* The fourth way: directional derivatives of the mechanism's FMU. */
static bool by_fmu(const struct bench *bench, double complex *value, double *total_ms, struct error *error)
{
    const struct system_options system_options = system_options_default();
    struct run_options run_options = run_options_default();
    struct spectrum spectrum;
    struct system *system = system_open(TEXT("%s/fmus/FourBarSpring.fmu", bench->folder), &system_options, error);
    struct run *run = system ? run_open(system, &run_options, error) : NULL;
    struct linearizer *l = run && run_initialize(run, error) ? linearizer_open(run, PROBE_BEST, error) : NULL;
    struct eigen_solver *e = l ? eigen_solver_open(linearizer_coupled(l)->states.n, false, error) : NULL;
    bool good = e != NULL;
    const double begin = clock_seconds(CLOCK_THREAD_CPUTIME_ID);
    for (int i = 0; good && i < EXECUTIONS; i++)
        good = linearizer_run(l, error) && eigen_solver_run(e, linearizer_coupled(l)->A, &spectrum, error);
    *total_ms = 1e3 * (clock_seconds(CLOCK_THREAD_CPUTIME_ID) - begin);
    if (good)
        *value = spectrum.values[0];
    eigen_solver_close(e);
    linearizer_close(l);
    run_close(run);
    system_close(system);
    return good;
}

static void tell(struct outcome *o, const char *name, double complex value, double total_ms, bool is_penalty)
{
    /* both eigenvalues are a pair, and so are their errors */
    const double norm = sqrt(2) * cabs(value - N_LOOP_1_UNDAMPED * I);
    struct row row = {.table = table,
                      .kind = KIND_RECOMPUTED,
                      .name = outcome_text(o, "four-bar: %s, norm of the errors", name),
                      .unit = "rad/s",
                      .ours = norm,
                      .source = "s = +-2.14767663850228 i"};
    if (is_penalty) { /* what the penalty system itself errs by */
        row.expected = sqrt(2) * cabs(N_LOOP_1_UCS_RE + N_LOOP_1_UCS_IM * I - N_LOOP_1_UNDAMPED * I);
        row.tolerance = 1e-13;
        row.source = "the error of the penalty system, in long double";
        outcome_compare(o, &row);
    } else {
        row.expected = sqrt(2) * (0.5e-14 + 64 * 2.2e-16); /* half of the fifteenth digit, and some roundings */
        outcome_bound(o, &row);
    }
    row = (struct row){.table = table,
                       .name = outcome_text(o, "four-bar: %s, time of 1000 executions", name),
                       .unit = "ms",
                       .ours = total_ms};
    outcome_measure(o, &row);
}

bool gonzalez_four_bar(struct bench *bench, struct outcome *o, struct error *error)
{
    const struct linkage linkage = linkage_default(1);
    const double phi_0 = linkage_equilibrium(&linkage), printed = 2.23433101898;
    struct row row = {.table = table,
                      .kind = KIND_PUBLISHED,
                      .name = "four-bar: phi_0",
                      .unit = "rad",
                      .expected = printed,
                      .ours = phi_0,
                      .tolerance = 0.5e-11,
                      .source = "the document",
                      .differs = "4e-11 beside the equilibrium, which is 2.23433101901759"};
    bench_progress(bench, "four-bar linkage");
    outcome_compare(o, &row);
    row.name = "four-bar: s_1 at the printed phi_0, imaginary", row.unit = "1/s", row.differs = NULL;
    row.expected = 2.14767663837, row.ours = cimag(linkage_eigenvalue(&linkage, printed));
    row.tolerance = 1e-11; /* its digits are cut, not rounded */
    outcome_compare(o, &row);
    double complex value;
    double total_ms;
    if (!by_fmu(bench, &value, &total_ms, error))
        return false;
    tell(o, "minimal (FMU)", value, total_ms, false);
    for (enum method k = 0; k < METHOD_RAW; k++) {
        struct measurement f;
        if (!method_measure(k, &linkage, phi_0, EXECUTIONS, &f, error))
            return false;
        tell(o, method_name(k), f.value, f.total_ms, k == METHOD_UCS);
    }
    return true;
}
