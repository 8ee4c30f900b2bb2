/* The words of `paso run`: those that define a run, and where its results go. */
#ifndef PASO_RUN_TASK_H
#define PASO_RUN_TASK_H

#include "master/options/figure_options.h"
#include "master/options/run_arguments.h"
#include "master/options/task.h"

struct run_task {
    struct run_arguments arguments;
    const char *output, *record, *summary, *plot;
    struct figure_options figure; /* of the plot */
    bool has_every, csv_safe, quiet;
    long every;
};

extern const struct task task_run;

#endif
