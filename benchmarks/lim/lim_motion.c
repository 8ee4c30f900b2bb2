/* The manipulator in both manoeuvres, for the moving pictures: p-s coupling at H = 0.2 ms. */
#include "benchmarks/lim/lim_runs.h"

#include <math.h>

bool lim_add_motions(struct bench *bench, struct outcome *o, struct error *error)
{
    static const char *const columns[] = {"multibody.theta1", "multibody.theta2", "multibody.s",    "hydraulics.p1",
                                          "hydraulics.p2",    "hydraulics.spool", "hydraulics.f_h", NULL};
    static const char *const ids[] = {"motionM1", "motionM2"};
    static const char *const titles[] = {"Manoeuvre M1: the spool steps", "Manoeuvre M2: the spool swings"};
    const double interval = 0.02;
    if (!bench_wants(bench, "motion"))
        return true;
    for (int manoeuvre = 1; manoeuvre <= 2; manoeuvre++) {
        bench_progress(bench, "moving picture of M%d", manoeuvre);
        const struct lim_run run = {.coupling = LIM_PRESSURE,
                                    .manoeuvre = manoeuvre,
                                    .H = 0.2e-3,
                                    .h_H = 0.2e-3,
                                    .columns = columns,
                                    .interval = interval};
        struct trace trace;
        if (!lim_simulate(bench, &run, &trace, error))
            return false;
        double *frames = trace.n_rows > 1
                             ? outcome_motion(o, ids[manoeuvre - 1], titles[manoeuvre - 1], interval, trace.n_rows)
                             : NULL;
        for (size_t row = 0; frames && row < trace.n_rows; row++)
            for (size_t i = 0; i < MOTION_VALUES; i++)
                frames[row * MOTION_VALUES + i] = trace_at(&trace, row, i + 1);
        trace_free(&trace);
    }
    return true;
}
