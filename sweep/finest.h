/* `--reference finest`: the run that is nearest to the exact solution, as far as runs can tell, among those of one problem (runs
 * with the same --set values).
 *
 * Every combination of the other options has its finest macro steps H1 < H2 < H3 as candidates. Runs are compared at the
 * communication points that both have. Where the error falls with H^p, |y1 - y2| = C (H2^p - H1^p) and |y2 - y3| = C (H3^p - H2^p)
 * tell p and the error C H1^p of the finest run; of two steps alone p = 1 is assumed, which no scheme falls below. The combination
 * with the smallest estimate, relative to the range of the variable where it is worst, gives the reference. What stays the same for
 * all macro steps (a component's own solver, a tolerance) no estimate of this kind sees. */
#ifndef PASO_FINEST_H
#define PASO_FINEST_H

#include "sweep/study.h"

enum { FINEST_STEPS = 3 };

struct candidate {
    size_t run;
    double macro_step;
    const struct trajectory *trajectory; /* NULL: the run is not done */
};

/* Finds the problems; refuses macro steps that have hardly a point in common with the finest one. */
bool finest_open(struct study *s, struct error *error);

/* The candidates of a problem, one combination after the other, each from its smallest step on. Room for all runs is needed. */
size_t finest_candidates(const struct study *s, size_t reference, struct candidate *candidates);

/* Takes one of them for the reference: sets `run` and `errors`. */
bool finest_choose(struct study *s, size_t reference, const struct candidate *candidates, size_t n,
                   struct error *error);

/* Estimated error of the run with H[0] from the distances of the n runs, each from the next. */
double finest_estimate(const double *H, const double *distances, size_t n);

/* An error that is not ten times the reference's own says little. */
bool finest_is_rough(const struct reference *r, size_t variable, double error);

#endif
