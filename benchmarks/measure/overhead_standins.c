/* What the master adds to the FMUs' own calls where the LIM pair is coupled by stand-ins: a run, and the same calls made by a bare loop. */
#include "benchmarks/measure/call_tape.h"
#include "benchmarks/measure/overhead_impl.h"
#include "benchmarks/bench/simulation.h"
#include "master/couple/run_impl.h"

#include <stdlib.h>

enum { PAIR = 2 };

struct overhead_standins {
    struct simulation simulation[OVERHEAD_COUPLINGS];
    struct call_tape *tapes[OVERHEAD_COUPLINGS];
    double micro_steps[OVERHEAD_COUPLINGS]; /* of the pair */
    struct instance *instances[PAIR];       /* that the calls are made of again */
};

/* M2, where the valve moves all the time, a second of it: all calls fit into the caches, as the run's own data do. */
static struct simulation describe(int coupling)
{
    static const char *const columns[] = {"multibody.s", NULL};
    struct simulation s = {
        .system = "lim-manipulator",
        .sets = {coupling == 0 ? "multibody.coupling=1" : "multibody.coupling=2", "hydraulics.manoeuvre=2",
                 "multibody.solver=2", "hydraulics.solver=2", "multibody.step_size=1e-4", "hydraulics.step_size=5e-5"},
        .options = run_options_default(),
        .columns = columns,
        .every = 1000000, /* first and last */
    };
    s.options.scheme = "gauss-seidel";
    s.options.order = "hydraulics/multibody";
    s.options.extrapolation = EXTRAPOLATION_MODEL;
    s.options.macro_step = 10e-3;
    s.options.micro_step = 0.5e-3;
    s.options.has_stop_time = true;
    s.options.stop_time = 1;
    return s;
}

static bool record_run(struct overhead_standins *o, struct run *run, int coupling, struct error *error)
{
    if (run->n_components != PAIR)
        return overhead_fail(error, "the system is no pair");
    struct instance *pair[PAIR];
    for (size_t c = 0; c < PAIR; c++)
        pair[c] = component_instance(run->components[c]);
    struct call_tape *tape = o->tapes[coupling] = call_tape_record(pair, PAIR, error);
    if (!tape)
        return false;
    bool ok = run_initialize(run, error);
    call_tape_mark(tape);
    ok = ok && run_advance(run, run_stop_time(run), error);
    o->micro_steps[coupling] = (double)run_summary(run).micro_steps / PAIR;
    for (size_t c = 0; ok && c < PAIR; c++) {
        const struct instance_options options = {.name = "", .type = fmi2CoSimulation};
        if (!o->instances[c])
            o->instances[c] = instance_open(instance_fmu(pair[c]), &options, error);
        ok = o->instances[c] != NULL;
    }
    return call_tape_stop(tape, ok ? error : NULL) && ok;
}

static bool record(struct overhead_standins *o, struct bench *bench, int coupling, struct error *error)
{
    struct simulation *s = &o->simulation[coupling];
    *s = describe(coupling);
    struct starts *starts;
    const struct system *system = simulation_system(bench, s->system, s->sets, &starts, error);
    struct run_options options = s->options;
    options.starts = starts;
    struct run *run = system ? run_open(system, &options, error) : NULL;
    const bool ok = run && record_run(o, run, coupling, error);
    run_close(run);
    starts_close(starts);
    double ignored;
    return ok && call_tape_replay(o->tapes[coupling], o->instances, true, &ignored, error);
}

struct overhead_standins *overhead_standins_open(struct bench *bench, struct error *error)
{
    struct overhead_standins *o = calloc(1, sizeof *o);
    bool ok = o || error_raise(error, ERROR_NO_MEMORY, "measuring the overhead");
    for (int coupling = 0; coupling < OVERHEAD_COUPLINGS && ok; coupling++)
        ok = record(o, bench, coupling, error);
    if (ok)
        return o;
    overhead_standins_close(o);
    return NULL;
}

void overhead_standins_close(struct overhead_standins *o)
{
    for (int coupling = 0; o && coupling < OVERHEAD_COUPLINGS; coupling++)
        call_tape_close(o->tapes[coupling]);
    for (size_t c = 0; o && c < PAIR; c++)
        instance_close(o->instances[c]);
    free(o);
}

bool overhead_standins_run(struct overhead_standins *o, struct bench *bench, double by_calls[OVERHEAD_COUPLINGS],
                           double by_paso[OVERHEAD_COUPLINGS], struct error *error)
{
    for (int coupling = 0; coupling < OVERHEAD_COUPLINGS; coupling++) {
        double cpu_s;
        struct trace trace;
        if (!call_tape_replay(o->tapes[coupling], o->instances, false, &cpu_s, error) ||
            !simulation_run(bench, &o->simulation[coupling], &trace, error))
            return false;
        by_calls[coupling] = 1e9 * cpu_s / o->micro_steps[coupling];
        by_paso[coupling] = 1e9 * trace.steps_cpu_s / o->micro_steps[coupling];
        trace_free(&trace);
    }
    return true;
}
