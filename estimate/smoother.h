/* What all measurements of a run say about every row of it, also those that came later: a fixed-interval smoother. It gives what that of
 * H. E. Rauch, F. Tung and C. T. Striebel (AIAA Journal 3, 1965) gives, in the form of A. E. Bryson and M. Frazier as modified by
 * G. J. Bierman (Automatica 9, 1973): going backward, no covariance is inverted, so that states may be known exactly. */
#ifndef PASO_SMOOTHER_H
#define PASO_SMOOTHER_H

#include "estimate/kalman.h"

struct smoother {
    size_t n;
    size_t *firsts; /* where each row begins among the numbers */
    size_t n_rows, row_room;
    double *numbers;
    size_t n_numbers, room;
};

void smoother_open(struct smoother *s, size_t n);
void smoother_close(struct smoother *s); /* of one that was never opened, too, if it is all zero */

/* The next row: `phi` leads to it from the row before; `update` was made there, with its trace, or is NULL. */
bool smoother_add(struct smoother *s, const double *phi, const struct kalman *after, const struct kalman_update *update,
                  struct error *error);

/* Backward through all rows, the last one first: what is to be added to the estimate of a row, and the standard deviations. */
bool smoother_run(struct smoother *s,
                  void (*take)(void *context, size_t row, const double *correction, const double *deviations),
                  void *context, struct error *error);

#endif
