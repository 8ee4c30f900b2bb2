/* The half of a Kalman filter that knows nothing of models: the covariance P of the estimate's error, and what measurements do to it. An
 * error-state filter (S. Jaiswal, dissertation 2021, chapter 3): the model itself carries the estimate, the expected error is zero
 * before every update, and the update says by how much the model is to be corrected.
 *
 * P is never formed: the filter keeps a root of it, P = root root^T, and brings arrays to triangular form by orthogonal
 * transformations (T. Kailath, A. H. Sayed, B. Hassibi, Linear Estimation, 2000, chapter 12). So P stays positive whatever the rounding,
 * and units do not matter: each state's row is transformed by itself.
 *
 * Matrices are dense, column by column. No memory is taken after kalman_open. */
#ifndef PASO_KALMAN_H
#define PASO_KALMAN_H

#include "master/base/error.h"
#include "master/base/matrix.h"

struct kalman {
    size_t n;           /* error states */
    size_t most;        /* sensors in one update */
    struct matrix root; /* lower triangular */
    struct kalman_room *room;
    struct arena arena;
};

bool kalman_open(struct kalman *k, size_t n, size_t most_sensors, struct error *error);
void kalman_close(struct kalman *k); /* of one that was never opened, too, if it is all zero */

/* P = diag(sigmas^2). A state whose sigma is 0 is known. */
void kalman_start(struct kalman *k, const double *sigmas);

/* P = phi P phi^T + q, with q symmetric and not negative. False where something is not finite. */
bool kalman_predict(struct kalman *k, const double *phi, const double *q);

/* Sensors that are read at the same time: innovation = measured - what the model says = c e + noise, e the error. */
struct kalman_sensors {
    size_t m;
    const double *c;      /* m by n */
    const double *sigmas; /* of the noise, above 0 */
    const double *innovations;
    double
        gate; /* an innovation larger than this many of its standard deviations is an outlier: left out; 0: none is */
};

struct kalman_update {
    double *deviations; /* out: standard deviation that each innovation should have, whether it is used or not */
    bool *used;         /* out: not an outlier */
    double *correction; /* out: of each state, to be added to the model's */
    /* For a smoother, out; or NULL: with a root L of the innovations' covariance, gain L (n by n_used), L^-1 c (n_used by n), L^-1 innovations. */
    double *gain, *seen, *whitened;
    size_t n_used;
    double
        nis; /* normalized innovation squared of all that were used together: chi-square with n_used degrees of freedom */
};

/* False where something is not finite. */
bool kalman_update(struct kalman *k, const struct kalman_sensors *sensors, struct kalman_update *update);

double kalman_deviation(const struct kalman *k, size_t state);        /* standard deviation */
double kalman_covariance(const struct kalman *k, size_t i, size_t j); /* an element of P */

#endif
