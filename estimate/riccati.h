/* The steady state of a Kalman filter whose model, noise and sensors do not change: the discrete algebraic Riccati equation
 *     P = F P F^T + Q - F P C^T (C P C^T + R)^-1 C P F^T
 * by the stable deflating subspace of its symplectic pencil (T. Pappas, A. J. Laub, N. R. Sandell, IEEE Trans. Automatic Control 25, 1980),
 * with LAPACK's ordered QZ. Matrices are dense, column by column. */
#ifndef PASO_RICCATI_H
#define PASO_RICCATI_H

#include "master/base/error.h"

struct riccati {
    size_t n, m;          /* states, sensors */
    const double *phi;    /* F: n by n */
    const double *q;      /* n by n */
    const double *c;      /* m by n */
    const double *sigmas; /* of the sensors: R = diag(sigma^2) */
    const double *scales; /* per state: about how large its errors are */
};

/* `p`: before an update, n by n. `gain`: P C^T (C P C^T + R)^-1, n by m. `radius`: the largest absolute eigenvalue of F (1 - gain C), below
 * 1. An error where there is no such filter: a state that is not seen and does not come to rest, or one without noise that is never
 * forgotten. */
bool riccati_solve(const struct riccati *r, double *p, double *gain, double *radius, struct error *error);

#endif
