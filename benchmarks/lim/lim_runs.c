#include "benchmarks/lim/lim_runs.h"

#include <math.h>
#include <stdio.h>

bool lim_simulate(struct bench *bench, const struct lim_run *run, struct trace *trace, struct error *error)
{
    static const char *const length_only[] = {"multibody.s", NULL};
    struct simulation s = {
        .system = "lim-manipulator",
        .sets =
            {
                TEXT("multibody.coupling=%d", run->coupling),
                TEXT("hydraulics.manoeuvre=%d", run->manoeuvre),
                TEXT("multibody.step_size=%.17g", run->H),
                TEXT("hydraulics.step_size=%.17g", run->h_H),
            },
        .options = run_options_default(),
        .columns = run->columns ? run->columns : length_only,
        .every = run->interval > run->H ? lround(run->interval / run->H) : 1,
    };
    if (run->scheme)
        s.options.scheme = run->scheme;
    s.options.order = run->order;
    s.options.macro_step = run->H;
    s.options.feedthrough = run->refreshed ? FEEDTHROUGH_REFRESHED : FEEDTHROUGH_STALE;
    return simulation_run(bench, &s, trace, error);
}

double lim_largest_error(const struct trace *trace, int manoeuvre)
{
    const struct lim_state *converged = lim_converged(manoeuvre);
    if (!converged || trace->broke_down)
        return INFINITY;
    double worst = 0;
    size_t row = 0;
    for (long k = 1; k <= LIM_MILLISECONDS; k++) {
        const double s = trace_interpolate(trace, 1, 1e-3 * (double)k, &row);
        if (!isnan(s))
            worst = fmax(worst, fabs(s - converged[k].s));
    }
    return worst;
}

double lim_largest_error_at_steps(const struct trace *trace, int manoeuvre)
{
    const struct lim_state *converged = lim_converged(manoeuvre);
    if (!converged || trace->broke_down)
        return INFINITY;
    double worst = 0;
    for (size_t row = 0; row < trace->n_rows; row++) {
        const double at = fmin(1e3 * trace_at(trace, row, 0), LIM_MILLISECONDS - 1e-9);
        const long k = (long)at;
        const double s = converged[k].s + (at - (double)k) * (converged[k + 1].s - converged[k].s);
        worst = fmax(worst, fabs(trace_at(trace, row, 1) - s));
    }
    return worst;
}
