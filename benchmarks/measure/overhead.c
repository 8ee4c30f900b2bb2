/* All measurements in turn, again and again, and their medians. */
#include "benchmarks/measure/overhead_impl.h"
#include "benchmarks/bench/bench_messages.h"
#include "master/base/numbers.h"

#include <stdlib.h>
#include <time.h>

bool overhead_fail(struct error *error, const char *why)
{
    return error_raise(error, ERROR_BENCH_SOLVER, "measuring the overhead", why);
}

enum {
    PAIR = OVERHEAD_WAYS,
    CHAIN = PAIR + 2,
    CALLS = CHAIN + 2,
    STANDINS = CALLS + OVERHEAD_COUPLINGS,
    N_TIMES = STANDINS + OVERHEAD_COUPLINGS
};
struct samples {
    double of[N_TIMES][OVERHEAD_MOST];
};

static bool take_samples(struct bench *bench, int repetitions, struct samples *samples, struct error *error)
{
    struct overhead_lim *lim = overhead_lim_open(bench, error);
    struct overhead_oscillator *oscillator = lim ? overhead_oscillator_open(bench, error) : NULL;
    struct overhead_standins *standins = oscillator ? overhead_standins_open(bench, error) : NULL;
    bool ok = lim && oscillator && standins;
    for (int i = 0; i < repetitions && ok; i++) {
        double ns[N_TIMES];
        ok = overhead_lim_run(lim, bench, ns, error) &&
             overhead_oscillator_run(oscillator, bench, ns + PAIR, ns + CHAIN, error) &&
             overhead_standins_run(standins, bench, ns + CALLS, ns + STANDINS, error);
        for (int k = 0; k < N_TIMES && ok; k++)
            samples->of[k][i] = ns[k];
    }
    overhead_standins_close(standins);
    overhead_oscillator_close(oscillator);
    overhead_lim_close(lim);
    return ok;
}

bool overhead_measure(struct bench *bench, int repetitions, struct overhead *overhead, struct error *error)
{
    struct samples *samples = calloc(1, sizeof *samples);
    const bool ok = samples ? take_samples(bench, repetitions, samples, error)
                            : error_raise(error, ERROR_NO_MEMORY, "measuring the overhead");
    double medians[N_TIMES] = {0};
    for (int k = 0; k < N_TIMES && ok; k++)
        medians[k] = numbers_median(samples->of[k], (size_t)repetitions);
    for (int way = 0; way < OVERHEAD_WAYS; way++)
        overhead->lim[way] = medians[way];
    overhead->oscillator_fmi = medians[PAIR];
    overhead->oscillator_paso = medians[PAIR + 1];
    overhead->in_pair = medians[CHAIN];
    overhead->in_chain = medians[CHAIN + 1];
    for (int coupling = 0; coupling < OVERHEAD_COUPLINGS; coupling++) {
        overhead->standins_calls[coupling] = medians[CALLS + coupling];
        overhead->standins_paso[coupling] = medians[STANDINS + coupling];
    }
    free(samples);
    return ok;
}

void overhead_judge(const struct overhead *o, struct overhead_aim aims[OVERHEAD_AIMS])
{
    aims[0] = (struct overhead_aim){"LIM: paso / without FMI", "", o->lim[OVERHEAD_PASO] / o->lim[OVERHEAD_BARE], 1.3};
    aims[1] = (struct overhead_aim){"oscillator: paso beyond FMI", "ns", o->oscillator_paso - o->oscillator_fmi, 300};
    aims[2] = (struct overhead_aim){"among 1000 / in a pair", "", o->in_chain / o->in_pair, 1.5};
    aims[3] =
        (struct overhead_aim){"stand-ins, f-s: beyond FMI", "ns", o->standins_paso[0] - o->standins_calls[0], 1000};
    aims[4] =
        (struct overhead_aim){"stand-ins, p-s: beyond FMI", "ns", o->standins_paso[1] - o->standins_calls[1], 1000};
}

static void add(struct outcome *o, const char *name, const char *unit, double value, const char *source)
{
    outcome_measure(o, &(struct row){.table = "CPU time per step (medians, interleaved in one run)",
                                     .name = name,
                                     .unit = unit,
                                     .ours = value,
                                     .source = source});
}

bool overhead_case_run(struct bench *bench, struct outcome *o, struct error *error)
{
    static const char *const lim = "M1, f-s, Jacobi, H = 1 ms, h_H = 0.2 ms", *const fs = "f-s, Jacobi, H = 1 ms",
                             *const ss = "s-s, Jacobi, H = 1 ms; per instance",
                             *const standins = "M2, H = 10 ms; per micro step of 0.5 ms";
    if (!bench_wants(bench, "cost"))
        return true;
    bench_progress(bench, "measuring");
    struct overhead ns;
    if (!overhead_measure(bench, bench->quick ? 15 : OVERHEAD_MOST, &ns, error))
        return false;
    add(o, "LIM: hand-written loop", "ns", ns.lim[OVERHEAD_HAND], lim);
    add(o, "LIM: model functions, no FMI", "ns", ns.lim[OVERHEAD_BARE], lim);
    add(o, "LIM: FMI functions", "ns", ns.lim[OVERHEAD_FMI], lim);
    add(o, "LIM: paso", "ns", ns.lim[OVERHEAD_PASO], lim);
    add(o, "oscillator: FMI functions", "ns", ns.oscillator_fmi, fs);
    add(o, "oscillator: paso", "ns", ns.oscillator_paso, fs);
    add(o, "in a pair: paso", "ns", ns.in_pair, ss);
    add(o, "among 1000: paso", "ns", ns.in_chain, ss);
    add(o, "stand-ins, f-s: the same FMI calls", "ns", ns.standins_calls[0], standins);
    add(o, "stand-ins, f-s: paso", "ns", ns.standins_paso[0], standins);
    add(o, "stand-ins, p-s: the same FMI calls", "ns", ns.standins_calls[1], standins);
    add(o, "stand-ins, p-s: paso", "ns", ns.standins_paso[1], standins);
    struct overhead_aim aims[OVERHEAD_AIMS];
    overhead_judge(&ns, aims);
    for (int i = 0; i < OVERHEAD_AIMS; i++)
        add(o, aims[i].what, aims[i].unit, aims[i].ours, outcome_text(o, "aim: at most %g", aims[i].at_most));
    return true;
}
