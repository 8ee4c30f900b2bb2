/* What came out of one run. */
#ifndef PASO_FINDING_H
#define PASO_FINDING_H

#include "sweep/variable_outcome.h"
#include "sweep/trajectory_bytes.h"

enum finding_status {
    FINDING_DONE,
    FINDING_TERMINATED, /* an FMU wanted the end */
    FINDING_UNSTABLE,   /* a value left its bounds, at `time` */
    FINDING_FAILED
};

struct deviation { /* of one variable from the reference, absolute values */
    double max, rms, final;
};

struct residual { /* energy that the coupling has created at a power port, in J where the units are SI */
    char *port;
    double energy;
};

struct finding {
    enum finding_status status;
    long steps;
    double time; /* where the run stands, or stopped */
    double cpu_s, wall_s;
    char *message;                /* why it is not done; NULL: it is */
    bool stopped;                 /* it took too long or was killed: a later sweep repeats it */
    struct deviation *deviations; /* of the compared variables, in their order; only where it is done */
    size_t n_deviations;
    struct variable_outcome
        *outcomes; /* of the recorded variables where there is no reference; only where it is done */
    size_t n_outcomes;
    struct residual *residuals;
    size_t n_residuals;
    struct trajectory trajectory; /* where one was asked for */
};

const char *finding_status_name(enum finding_status status);
bool finding_status_find(const char *name, enum finding_status *status);

/* A run that came to nothing. */
void finding_fail(struct finding *o, const char *message);
void finding_free(struct finding *o);
bool finding_copy(struct finding *to, const struct finding *from, struct error *error); /* without the trajectory */

void finding_pack(const struct finding *o, struct bytes *b);
bool finding_unpack(struct finding *o, struct bytes *b);

#endif
