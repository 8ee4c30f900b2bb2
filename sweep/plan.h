/* Which runs a sweep is made of: axes with their values, in the order of the command line, all combined (the first axis
 * varies slowest) or, zipped, taken side by side. Every run is a list of words for the options of `paso run`. */
#ifndef PASO_PLAN_H
#define PASO_PLAN_H

#include "sweep/list.h"
#include "master/options/run_arguments.h"

struct axis {
    char *column;       /* "macro-step", "scheme", "NAME.VARIABLE", "rate:NAME" */
    const char *option; /* without the -- */
    char *prefix;       /* before the value: "NAME.VARIABLE="; "" */
    struct list values;
    int position; /* on the command line */
};

struct plan {
    struct axis *axes;
    size_t n_axes;
    struct list fixed; /* words of every run */
    bool zip;
    size_t n_runs;        /* those that repeat another one included */
    size_t scheme, order; /* axes; SIZE_MAX: none */
    size_t step, tolerance;
    bool mixes; /* equal macro steps and such that are chosen by the error */
};

/* One run: a combination of the plan's values, and a macro step where the plan has no axis for it (0: the default). */
struct job {
    size_t run;
    double macro_step;
};

/* Adds an axis; it is empty on failure. `subject`: of --set and --rate, the name before the =; NULL else. */
bool plan_add(struct plan *plan, const char *option, const char *subject, const char *values, int position,
              const char *default_range, struct error *error);
bool plan_finish(struct plan *plan, struct error *error); /* sorts the axes, counts the runs */
void plan_free(struct plan *plan);

size_t plan_choice(const struct plan *plan, size_t run, size_t axis);     /* which value of the axis */
const char *plan_value(const struct plan *plan, size_t run, size_t axis); /* "" where it means nothing */
/* An order of components means nothing to a scheme that steps them all at once: of a list of orders such a scheme runs with the
 * first, and the other combinations repeat it. They have a place, and no row in any table. So it is with an error tolerance and equal
 * macro steps, beside such that are chosen by the error. */
bool plan_is_repeated(const struct plan *plan, size_t run);
size_t plan_count(const struct plan *plan); /* without those */
bool plan_is_varied(const struct plan *plan, size_t axis);
/* SIZE_MAX: there is none. */
size_t plan_find_axis(const struct plan *plan, const char *column);
/* Whether two runs differ in nothing but, perhaps, the value of one axis. */
bool plan_same_but(const struct plan *plan, size_t axis, size_t a, size_t b);
/* Of the runs that differ from `run` in nothing but one axis, itself included, the one after `last` in the plan's order (SIZE_MAX:
 * the first); SIZE_MAX: there is none. */
size_t plan_sibling(const struct plan *plan, size_t axis, size_t run, size_t last);
bool plan_chooses_steps(const struct plan *plan); /* macro steps of some runs are chosen by the error */
bool plan_chooses_steps_of(const struct plan *plan, size_t run);
/* The macro step in seconds; 0 where nothing says it, or the error chooses. */
double plan_macro_step(const struct plan *plan, const struct job *job);

/* "scheme jacobi, multibody.coupling 1": the varied options of a run, without one axis (SIZE_MAX: with all). */
void plan_describe(const struct plan *plan, size_t run, size_t without, char *text, size_t size);

/* The run's options, as `paso run` reads them; to be given back with plan_free_arguments. */
struct run_words {
    char **words;
    size_t n;
    struct run_arguments arguments;
};
bool plan_read(const struct plan *plan, const struct job *job, struct run_words *words, struct error *error);
void plan_free_words(struct run_words *words);

#endif
