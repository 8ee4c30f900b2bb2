/* What steps of the excavator cost, among the cases. */
#include "benchmarks/measure/excavator_steps.h"
#include "benchmarks/bench/bench.h"
#include "benchmarks/bench/bench_messages.h"

static void add(struct outcome *o, const char *coupling, const char *what, double s, double aim)
{
    outcome_measure(o, &(struct row){.table = "CPU time of a thread per step of 1.2 ms, over the working cycle of 20 s",
                                     .name = outcome_text(o, "%s, %s", coupling, what),
                                     .unit = "ms",
                                     .ours = 1e3 * s,
                                     .source = outcome_text(o, "aim: at most %g", 1e3 * aim)});
}

bool excavator_case_run(struct bench *bench, struct outcome *o, struct error *error)
{
    for (int k = 0; k < EXCAVATOR_COUPLINGS; k++) {
        const struct excavator_coupling *coupling = &excavator_couplings[k];
        if (!bench_wants(bench, coupling->name))
            continue;
        bench_progress(bench, "%s", coupling->name);
        paso_error why = {0};
        struct excavator_steps steps;
        if (!excavator_steps_measure(bench->folder, coupling->system, bench->quick ? 1 : 3, &steps, &why))
            return error_raise(error, ERROR_BENCH_SOLVER, "the excavator's cycle", why.message);
        add(o, coupling->name, "median", steps.median, excavator_allowed_median);
        add(o, coupling->name, "99.9 % below", steps.most, excavator_allowed_most);
    }
    return true;
}
