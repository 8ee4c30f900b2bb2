/* Measures a run while it runs: its distance from a reference at the reference's own times, or its outcomes, and whether a value leaves its bounds.
 * A reference from a file may have times of its own: between its communication points the run is interpolated linearly, the
 * reference never is. With a reference that is a run of the sweep only points are compared that both have. */
#ifndef PASO_METER_H
#define PASO_METER_H

#include "sweep/finding.h"
#include "master/couple/run.h"
#include "master/files/selection.h"

struct bound {
    double lowest, highest;
};

struct meter {
    const struct selection *variables;  /* compared with the reference, or recorded */
    const struct trajectory *reference; /* NULL: none */
    const size_t *columns;              /* per variable, in the reference */
    const struct bound *bounds;         /* per variable, then per output of `outputs` */
    const struct selection *outputs;    /* must stay in their bounds, and finite */
    bool common_only;                   /* compare nothing but communication points of this run */
    bool record;                        /* keep the variables in `kept` */
    double settling_band;               /* of outcomes; 0: none are measured. They need what is kept */
    /* the rest is the meter's own */
    struct trajectory kept;
    struct port *ports;
    double before_t, *before; /* the last communication point */
    bool begun;
    size_t next; /* time of the reference */
    size_t n_compared;
    struct deviation *sums; /* rms: sum of squares */
    bool unstable;
    double unstable_at;
    char why[256];
};

bool meter_open(struct meter *m, struct error *error); /* the members above are filled */
void meter_close(struct meter *m);
bool meter_observer(struct meter *m, struct run_observer *observer); /* false: there is nothing to observe */

/* As if the trajectory, of the variables, was the run; `outputs` is empty. */
bool meter_replay(struct meter *m, const struct trajectory *t, struct error *error);

/* Fills the deviations, or the outcomes; false: no time of the reference lies within the run. */
bool meter_result(const struct meter *m, struct finding *o, struct error *error);

#endif
