/* The two FMUs coupled as in the LIM document, through their C functions: a minimal master for the tests. */
#ifndef PASO_LIM_PAIR_H
#define PASO_LIM_PAIR_H

#include "tests/fmi/fmu_under_test.h"

enum lim_coupling { LIM_FORCE = 1, LIM_PRESSURE = 2 };

struct lim_case {
    enum lim_coupling coupling;
    int manoeuvre;    /* 1 or 2 */
    double H;         /* macro step */
    double h_H;       /* micro step of the hydraulics */
    double h_M;       /* micro step of the multibody; 0: H */
    int solver;       /* of both: 1 Euler ... 4 error control */
    bool refreshed;   /* f_h read again after ds was set */
    double tolerance; /* of solver 4; 0: default */
    double stop_time; /* 0: 10 s */
};

/* Runs the case with Jacobi's scheme and gives s after every macro step to `observe`; returns early where a step is
 * discarded, with the time reached. */
typedef void lim_observer(long step, double t, double s, void *context);
double lim_run(const struct lim_case *c, lim_observer *observe, void *context);

#endif
