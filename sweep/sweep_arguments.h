/* The command line of `paso sweep`: the options of `paso run`, most of them with lists, and those of the sweep itself. */
#ifndef PASO_SWEEP_ARGUMENTS_H
#define PASO_SWEEP_ARGUMENTS_H

#include "figures/figure_size.h"
#include "sweep/study.h"

enum { MOST_RUN_OPTIONS = 64 };

struct sweep_arguments {
    bool zip, again, find_limit, csv_safe, quiet;
    const char *store, *output, *plot, *limit_error, *keep, *x, *panels, *outcomes;
    struct study_options study;
    struct figure_options figure;
    double limit_resolution;
    double run_limit;  /* s; 0: none */
    double rank_limit; /* s */
    long jobs;         /* 0: as many as there are cores */
    /* the options of `paso run`, as words */
    const char *words[MOST_RUN_OPTIONS];
    struct text_list lists[MOST_RUN_OPTIONS];
    bool flags[MOST_RUN_OPTIONS];
    struct option run_options[3][MOST_RUN_OPTIONS];
    struct option_table tables[5];
};

/* A task's make_syntax: the tables are in the arguments, which must stay where they are. */
struct syntax sweep_syntax(struct option_table *unused, void *arguments);
struct sweep_arguments sweep_arguments_default(void);

/* With --find-limit the macro steps are no axis: they are returned as a list. */
bool sweep_arguments_plan(const struct sweep_arguments *a, const struct text_list *words, struct plan *plan,
                          struct list *macro_steps, struct error *error);
bool sweep_arguments_has_flag(const struct sweep_arguments *a, const char *name);

#endif
