/* `paso plot`: results over time, or over each other. */
#ifndef PASO_PLOT_TASK_H
#define PASO_PLOT_TASK_H

#include "figures/figure_size.h"
#include "master/options/task.h"

extern const struct task task_plot;

/* A result that lies somewhere else than its name says. */
struct plotted_run {
    const char *path, *notes;
    const char *title; /* NULL: the file's name */
};

/* What `paso run --plot` does after the run: every column over time. */
bool plot_run(const struct plotted_run *run, const char *path, const struct figure_options *options,
              struct error *error);

#endif
