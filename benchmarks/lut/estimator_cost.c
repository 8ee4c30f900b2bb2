/* Filter steps and model steps. */
#include "benchmarks/lut/estimator_cost.h"

#include "estimate/estimator.h"
#include "master/base/seconds.h"

#include <math.h>

static const char *const runge_kutta[] = {"multibody.solver=2", "multibody.step_size=1e-4", "hydraulics.solver=2",
                                          "hydraulics.step_size=1e-4", NULL};

/* The valve opens at 1 s. Before, the model rests, which costs it a third: the mechanism finds its bodies where they were. With a filter around it,
 * it never rests. */
static const double begin_s = 1;

static bool open_moving(struct experiment_machine *o, struct bench *bench, const struct filter_file *filter, long steps,
                        struct error *error)
{
    const struct experiment_model model = {experiment_pair.system, true, runge_kutta};
    return experiment_machine_open(o, bench, &model, estimator_cost_stop(steps), filter, error) &&
           run_advance(o->run, begin_s, error);
}

static bool take_steps(struct run *run, long steps, struct error *error)
{
    for (long k = 1; k <= steps; k++)
        if (!run_advance(run, begin_s + (double)k * experiment_step, error))
            return false;
    return true;
}

double estimator_cost_stop(long steps)
{
    return begin_s + (double)steps * experiment_step;
}

bool estimator_cost_model(struct bench *bench, long steps, double *cpu_s, struct error *error)
{
    struct experiment_filter filter;
    struct experiment_machine o;
    experiment_filter_make(&filter, 1, 0);
    bool good = open_moving(&o, bench, &filter.file, steps, error);
    const double begin = clock_seconds(CLOCK_THREAD_CPUTIME_ID);
    good = good && take_steps(o.run, steps, error);
    *cpu_s = clock_seconds(CLOCK_THREAD_CPUTIME_ID) - begin;
    experiment_machine_close(&o);
    return good;
}

bool estimator_cost_filter(struct bench *bench, const struct experiment_data *x, long steps, double *cpu_s,
                           struct error *error)
{
    struct experiment_filter filter;
    struct experiment_machine o;
    struct sampling sampling = {0};
    struct estimate e = {0};
    char *names[EXPERIMENT_STATES];
    experiment_name_columns(names);
    experiment_filter_make(&filter, 1, 0);
    const struct trajectory readings =
        experiment_readings(x, x->measured, names, (size_t)lround(begin_s / experiment_step), (size_t)steps + 1);
    bool good =
        open_moving(&o, bench, &filter.file, steps, error) &&
        sampling_open(&sampling, &filter.file, &readings, begin_s, estimator_cost_stop(steps), "the case", error);
    const double begin = clock_seconds(CLOCK_THREAD_CPUTIME_ID);
    good = good && estimate_make(&e, &o.machine, &filter.file, &sampling, experiment_step, false, error);
    *cpu_s = clock_seconds(CLOCK_THREAD_CPUTIME_ID) - begin;
    estimate_free(&e);
    sampling_close(&sampling);
    experiment_machine_close(&o);
    return good;
}
