/* The options that define a run, shared by every command that makes one: `run` itself, and later those that run to a point
 * of time or many times. Each part is a table, so that a command takes those it needs. */
#ifndef PASO_RUN_ARGUMENTS_H
#define PASO_RUN_ARGUMENTS_H

#include "master/options/options.h"
#include "master/couple/run.h"

struct run_arguments {
    struct run_options run;
    struct component_options component;
    struct text_list sets, rates, powers, micro_steps, traits;
    const char *input; /* FILE.csv, or NULL */
    const char *child_memory;
    long child_files;
    int extrapolation, feedthrough, slopes, interface, solver;
    bool has_interface;
    bool has_coupling; /* scheme, order, macro step ...: some of what defines a coupling was asked for */
    long iterations, threads;
    struct starts *starts;      /* made of `sets` */
    struct run_rate *rate_list; /* made of `rates` */
    char **rate_names;
    struct run_micro_step *micro_step_list; /* made of `micro_steps` */
};

/* `base`: offset of the struct run_arguments in the command's own target. */
struct option_table run_arguments_scheme(size_t base);     /* scheme, order, rate, extrapolation, feedthrough ... */
struct option_table run_arguments_step(size_t base);       /* macro-step */
struct option_table run_arguments_experiment(size_t base); /* set, times, tolerance, input, interface ... */

/* Rows for --trait, a struct text_list, and --no-probe, a bool, of every command that opens FMUs. */
#define OPTION_TRAIT(offset)                                                                                           \
    {                                                                                                                  \
        "trait", OPTION_LIST, "NAME=WORD,...",                                                                         \
            "what FMU NAME does in Co-Simulation beyond the standard: recomputes (outputs follow inputs between "      \
            "steps), settable (states may be set there), initial:VARIABLE (an input that matters at initialization "   \
            "only), or not-recomputes, not-settable, not-initial; else an annotation or a trial in a process of its "  \
            "own says it; may be repeated",                                                                            \
            offset, NOBODY_ASKS                                                                                        \
    }
#define OPTION_NO_PROBE(offset)                                                                                        \
    {                                                                                                                  \
        "no-probe", OPTION_FLAG, NULL,                                                                                 \
            "nothing is tried out on further instances, for FMUs with licences or slow starts: flags, annotations "    \
            "and --trait are believed",                                                                                \
            offset, NOBODY_ASKS                                                                                        \
    }

struct run_arguments run_arguments_default(void);
/* The defaults of a command that relies on these abilities of components (enum component_probe), whatever the run itself asks for. */
struct run_arguments run_arguments_probing(unsigned probes);

/* After parsing: fills `run` and `component` from what is not a plain number. `run.component` and `run.rates` point into
 * the arguments, which must stay where they are. */
bool run_arguments_finish(struct run_arguments *a, struct error *error);
void run_arguments_free(struct run_arguments *a); /* beside options_free */

/* Makes start values of the run (`run.starts`) of every --set. */
bool run_arguments_set_starts(struct run_arguments *a, const struct system *system, struct error *error);
/* Opens the system, and does so. */
struct system *run_arguments_open_system(struct run_arguments *a, const char *path, struct error *error);

#endif
