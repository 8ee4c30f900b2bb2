/* What the master adds to a pair of the smallest FMUs, and what a long chain of them costs: oscillator-fs through the FMI functions
 * and by paso; oscillator-ss and oscillator-chain, in which every mass is drawn by the next one and all exchange alike. */
#include "fmu_multibody/oscillator/oscillator_mass.h"
#include "benchmarks/measure/overhead_impl.h"
#include "benchmarks/measure/overhead_slave.h"
#include "benchmarks/bench/simulation.h"

#include <math.h>
#include <stdlib.h>

enum { STEPS = 10000, CHAIN_STEPS = 200, CHAIN_LENGTH = 1000 };
static const double H = 1e-3;

struct overhead_oscillator {
    struct slave masses[2];
};

struct overhead_oscillator *overhead_oscillator_open(struct bench *bench, struct error *error)
{
    struct overhead_oscillator *o = calloc(1, sizeof *o);
    bool ok = o || error_raise(error, ERROR_NO_MEMORY, "measuring the overhead");
    for (int i = 0; i < 2 && ok; i++)
        ok = slave_open(&o->masses[i], bench->folder, &oscillator_mass_type, error);
    if (ok)
        return o;
    overhead_oscillator_close(o);
    return NULL;
}

void overhead_oscillator_close(struct overhead_oscillator *o)
{
    for (int i = 0; o && i < 2; i++)
        slave_close(&o->masses[i]);
    free(o);
}

/* f-s coupling, Jacobi, the force refreshed: the calls that a master has to make, and nothing else. */
static bool run_fmi(struct slave *mass1, struct slave *mass2, double *nanoseconds, double *x_end, struct error *error)
{
    const struct slave_value first[] = {{"k", 10}, {"dx_0", 100}}, second[] = {{"k", 1000}, {"dx_0", -100}};
    const fmi2ValueReference motion[2] = {slave_reference(mass2, "x"), slave_reference(mass2, "dx")};
    const fmi2ValueReference motion_in[2] = {slave_reference(mass1, "x_c"), slave_reference(mass1, "dx_c")};
    const fmi2ValueReference force = slave_reference(mass1, "f_c"), force_in = slave_reference(mass2, "f");
    if (!slave_start(mass1, 2, first, 2, error) || !slave_start(mass2, 1, second, 2, error))
        return false;
    double y[2] = {0}, f = 0;
    const double begin = clock_seconds(CLOCK_PROCESS_CPUTIME_ID);
    for (long k = 0; k <= STEPS; k++) {
        const double t = (double)(k - 1) * H;
        if (k > 0 && (mass1->step(mass1->component, t, H, fmi2True) != fmi2OK ||
                      mass2->step(mass2->component, t, H, fmi2True) != fmi2OK))
            return overhead_fail(error, "a step failed");
        mass2->get(mass2->component, motion, 2, y);
        mass1->set(mass1->component, motion_in, 2, y);
        mass1->get(mass1->component, &force, 1, &f);
        mass2->set(mass2->component, &force_in, 1, &f);
    }
    *nanoseconds = 1e9 * (clock_seconds(CLOCK_PROCESS_CPUTIME_ID) - begin) / STEPS;
    *x_end = y[0];
    return true;
}

/* The CPU time of one step of a system, ns. */
static bool run_paso(struct bench *bench, const char *system, const char *column, long steps, double *nanoseconds,
                     double *x_end, struct error *error)
{
    const char *const columns[] = {column, NULL};
    struct simulation s = {
        .system = system,
        /* What other cases may have changed. */
        .sets = {"mass1.solver=1", "mass2.solver=1", "mass1.step_size=1e-3", "mass2.step_size=1e-3", "mass1.c=0",
                 "mass2.c=0", "mass1.c_c=0", "mass2.c_c=0"},
        .options = run_options_default(),
        .columns = columns,
        .every = 1000000, /* first and last */
    };
    s.options.macro_step = H;
    s.options.has_stop_time = true;
    s.options.stop_time = (double)steps * H;
    struct trace trace;
    if (!simulation_run(bench, &s, &trace, error))
        return false;
    *nanoseconds = 1e9 * trace.steps_cpu_s / (double)steps;
    *x_end = trace.n_rows ? trace_at(&trace, trace.n_rows - 1, 1) : NAN;
    trace_free(&trace);
    return isfinite(*x_end) || overhead_fail(error, "the oscillator broke down");
}

bool overhead_oscillator_run(struct overhead_oscillator *o, struct bench *bench, double pair[2], double chain[2],
                             struct error *error)
{
    double by_fmi = NAN, by_paso = NAN, ignored;
    if (!run_fmi(&o->masses[0], &o->masses[1], &pair[0], &by_fmi, error) ||
        !run_paso(bench, "oscillator-fs", "mass2.x", STEPS, &pair[1], &by_paso, error) ||
        !run_paso(bench, "oscillator-ss", "mass1.x", STEPS, &chain[0], &ignored, error) ||
        !run_paso(bench, "oscillator-chain", "mass1.x", CHAIN_STEPS, &chain[1], &ignored, error))
        return false;
    chain[0] /= 2;
    chain[1] /= CHAIN_LENGTH;
    if (!(fabs(by_paso - by_fmi) <= 1e-9))
        return overhead_fail(error, TEXT("the ways do not agree in x(10 s): %.12g and %.12g m", by_fmi, by_paso));
    return true;
}
