/* The LIM pair in four ways, from a hand-written loop to the master. */
#include "benchmarks/measure/bare_loop.h"
#include "benchmarks/lim/lim_runs.h"
#include "fmu_multibody/manipulator/manipulator.h"
#include "fmu_hydraulics/manipulator/manipulator_hydraulics.h"
#include "benchmarks/measure/overhead_impl.h"
#include "benchmarks/measure/overhead_slave.h"
#include "numerics/solver.h"

#include <math.h>
#include <stdlib.h>

enum { STEPS = 10000, MICRO_STEPS = 5 };
static const double H = 1e-3;

/* ---- bare: the models' functions, set up once; they need no scratch ---- */

struct bare_model {
    const struct model_type *type;
    struct model_layout layout;
    double *numbers;
    void *constants;
};

static bool bare_open(struct bare_model *b, const struct model_type *type, struct error *error)
{
    struct model_report report;
    b->type = type;
    b->layout = model_layout(type);
    b->numbers = calloc(b->layout.size, sizeof *b->numbers);
    b->constants = calloc(1, type->constants_size);
    if (!b->numbers || !b->constants)
        return error_raise(error, ERROR_NO_MEMORY, "measuring the overhead");
    for (size_t i = 0; i < type->n_variables; i++)
        b->numbers[i] = type->variables[i].start;
    return type->setup(type, b->numbers, NULL, b->constants, NULL, &report) || overhead_fail(error, report.text);
}

static void bare_close(struct bare_model *b)
{
    free(b->numbers);
    free(b->constants);
}

static double *bare_group(const struct bare_model *b, enum model_role role)
{
    return b->numbers + b->layout.first[role];
}

static bool run_bare(struct bare_model *mechanism, struct bare_model *hydraulics, double *nanoseconds, double *s_end,
                     struct error *error)
{
    struct model_report report;
    double *mu = bare_group(mechanism, MODEL_INPUT), *mx = bare_group(mechanism, MODEL_STATE);
    double *my = bare_group(mechanism, MODEL_OUTPUT), *mq = bare_group(mechanism, MODEL_QUADRATURE);
    double *hu = bare_group(hydraulics, MODEL_INPUT), *hm = bare_group(hydraulics, MODEL_MEMORY);
    double *hx = bare_group(hydraulics, MODEL_STATE), *hy = bare_group(hydraulics, MODEL_OUTPUT);
    double *hq = bare_group(hydraulics, MODEL_QUADRATURE);
    mu[0] = 8829;
    hu[0] = 0.5;
    hu[1] = 0;
    mechanism->type->over_real.initialize(mechanism->constants, NULL, 0, mu, NULL, mx, &report);
    hydraulics->type->over_real.initialize(hydraulics->constants, NULL, 0, hu, hm, hx, &report);
    const double begin = clock_seconds(CLOCK_PROCESS_CPUTIME_ID);
    for (long k = 0; k < STEPS; k++) {
        const double t = (double)k * H;
        double reached;
        if (!mechanism->type->for_solvers->euler_loop(mechanism->constants, NULL, t, H, 1, NULL, mu, mx, mq, &reached,
                                                      &report) ||
            !hydraulics->type->for_solvers->euler_loop(hydraulics->constants, NULL, t, H / MICRO_STEPS, MICRO_STEPS, hm,
                                                       hu, hx, hq, &reached, &report))
            return overhead_fail(error, report.text);
        mechanism->type->over_real.outputs(mechanism->constants, NULL, t + H, NULL, mx, mu, my, &report);
        hydraulics->type->over_real.outputs(hydraulics->constants, NULL, t + H, hm, hx, hu, hy, &report);
        mu[0] = hy[0]; /* f_h */
        hu[0] = my[0]; /* s */
        hu[1] = my[1]; /* ds */
    }
    *nanoseconds = 1e9 * (clock_seconds(CLOCK_PROCESS_CPUTIME_ID) - begin) / STEPS;
    *s_end = my[0];
    return true;
}

/* ---- FMI ---- */

static bool run_fmi(struct slave *mechanism, struct slave *hydraulics, double *nanoseconds, double *s_end,
                    struct error *error)
{
    const fmi2ValueReference length[2] = {slave_reference(mechanism, "s"), slave_reference(mechanism, "ds")};
    const fmi2ValueReference length_in[2] = {slave_reference(hydraulics, "s"), slave_reference(hydraulics, "ds")};
    const fmi2ValueReference force = slave_reference(hydraulics, "f_h"), force_in = slave_reference(mechanism, "f_h");
    if (!slave_start(mechanism, 1, NULL, 0, error) || !slave_start(hydraulics, 0, NULL, 0, error))
        return false;
    double y[2] = {0}, f;
    const double begin = clock_seconds(CLOCK_PROCESS_CPUTIME_ID);
    for (long k = 0; k < STEPS; k++) {
        const double t = (double)k * H;
        if (mechanism->step(mechanism->component, t, H, fmi2True) != fmi2OK ||
            hydraulics->step(hydraulics->component, t, H, fmi2True) != fmi2OK)
            return overhead_fail(error, "a step failed");
        mechanism->get(mechanism->component, length, 2, y);
        hydraulics->get(hydraulics->component, &force, 1, &f);
        mechanism->set(mechanism->component, &force_in, 1, &f);
        hydraulics->set(hydraulics->component, length_in, 2, y);
    }
    *nanoseconds = 1e9 * (clock_seconds(CLOCK_PROCESS_CPUTIME_ID) - begin) / STEPS;
    *s_end = y[0];
    return true;
}

/* ---- all four ---- */

struct overhead_lim {
    struct bare_model bare[2];
    struct slave slaves[2];
};

struct overhead_lim *overhead_lim_open(struct bench *bench, struct error *error)
{
    static const struct model_type *const types[2] = {&manipulator_type, &manipulator_hydraulics_type};
    struct overhead_lim *lim = calloc(1, sizeof *lim);
    bool ok = lim || error_raise(error, ERROR_NO_MEMORY, "measuring the overhead");
    for (int i = 0; i < 2 && ok; i++)
        ok = bare_open(&lim->bare[i], types[i], error) && slave_open(&lim->slaves[i], bench->folder, types[i], error);
    if (ok)
        return lim;
    overhead_lim_close(lim);
    return NULL;
}

void overhead_lim_close(struct overhead_lim *lim)
{
    for (int i = 0; lim && i < 2; i++) {
        slave_close(&lim->slaves[i]);
        bare_close(&lim->bare[i]);
    }
    free(lim);
}

bool overhead_lim_run(struct overhead_lim *lim, struct bench *bench, double nanoseconds[OVERHEAD_WAYS],
                      struct error *error)
{
    double s[OVERHEAD_WAYS] = {0};
    const double begin = clock_seconds(CLOCK_PROCESS_CPUTIME_ID);
    s[OVERHEAD_HAND] = bare_loop(0, H, MICRO_STEPS, STEPS).s;
    nanoseconds[OVERHEAD_HAND] = 1e9 * (clock_seconds(CLOCK_PROCESS_CPUTIME_ID) - begin) / STEPS;
    if (!run_bare(&lim->bare[0], &lim->bare[1], &nanoseconds[OVERHEAD_BARE], &s[OVERHEAD_BARE], error) ||
        !run_fmi(&lim->slaves[0], &lim->slaves[1], &nanoseconds[OVERHEAD_FMI], &s[OVERHEAD_FMI], error))
        return false;
    /* Nobody looks but at the first and the last point. */
    const struct lim_run run = {
        .coupling = LIM_FORCE, .manoeuvre = 1, .H = H, .h_H = H / MICRO_STEPS, .interval = STEPS * H};
    struct trace trace;
    if (!lim_simulate(bench, &run, &trace, error))
        return false;
    s[OVERHEAD_PASO] = trace.n_rows ? trace_at(&trace, trace.n_rows - 1, 1) : NAN;
    nanoseconds[OVERHEAD_PASO] = 1e9 * trace.steps_cpu_s / STEPS;
    trace_free(&trace);
    for (int way = 1; way < OVERHEAD_WAYS; way++)
        if (!(fabs(s[way] - s[0]) <= 1e-9))
            return overhead_fail(error, TEXT("the ways do not agree in s(10 s): %.12g and %.12g m", s[0], s[way]));
    return true;
}
