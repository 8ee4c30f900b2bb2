/* The sets of coordinates of Gonzalez et al. (2017) on their linkage, once or many times: eigenvalue and time. */
#ifndef PASO_METHODS_H
#define PASO_METHODS_H

#include "benchmarks/gonzalez/linkage.h"

enum method {
    METHOD_MCS,
    METHOD_RCS,
    METHOD_UCS,
    METHOD_RAW, /* RCS with all infinite eigenvalues left to QZ */
    N_METHODS
};
const char *method_name(enum method method);

struct measurement {
    double complex value; /* the eigenvalue above the real axis; at phi = 0 the slowest one */
    double complex next;  /* and the next one, where there is one */
    size_t n_true, n_spurious, n_infinite;
    double smallest; /* QZ: of those that should be infinite and are not */
    double
        ms; /* median of CPU times: terms, eigenvalues, telling them apart; without the equilibrium, as in the paper */
    double total_ms; /* of 1000 executions, as LIM wants it */
};

/* At its equilibrium; for UCS at that of the penalties. `executions`: at least 1; some seconds end it before. */
bool method_measure(enum method method, const struct linkage *k, double phi_0, int executions,
                    struct measurement *found, struct error *error);

#endif
