/* `paso linearize` and `paso stability`. What documents of mechanisms need beside FMUs and systems is in linearize/mechanism, which
 * makes the whole command of these parts. */
#ifndef PASO_LINEARIZE_TASK_H
#define PASO_LINEARIZE_TASK_H

#include "linearize/results.h"
#include "master/options/run_arguments.h"
#include "master/options/task.h"

struct linearize_task {
    struct run_arguments arguments;
    struct point_options points;
    const char *vary, *output, *plot, *bode, *inputs, *outputs, *frequencies, *part;
    struct figure_options figure;
    struct results_view view; /* made of `frequencies` and `part` */
    int method;
    int coordinates;              /* enum coordinate_set */
    struct penalty_terms penalty; /* UCS */
    bool has_penalty;             /* some of them were given */
    bool quiet, csv_safe;
};

void linearize_begin(void *values);
struct syntax linearize_syntax(struct option_table tables[MOST_TABLES], void *values);
bool linearize_check(void *values, const char *path, struct error *error);
void linearize_end(void *values);

/* An FMU or a system, at the points of a run. */
bool linearize_run(struct linearize_task *task, const char *path, FILE *report, struct error *error);
/* Prints, writes and draws what was found. */
bool linearize_tell(const struct linearize_task *task, const struct results *results, FILE *report,
                    struct error *error);

extern const struct task task_linearize; /* linearize/mechanism/mechanism_task.c */
extern const struct task task_stability;

#endif
