/* The machine's model as a filter sees it: a run that can be stepped, linearized with respect to the states that are estimated, read where the
 * sensors are, and corrected. A single FMU or a coupled system. */
#ifndef PASO_MACHINE_H
#define PASO_MACHINE_H

#include "estimate/filter_file.h"
#include "linearize/counts.h"
#include "linearize/linearizer.h"

struct machine {
    struct run *run; /* the caller's */
    struct linearizer *linearizer;
    size_t n, n_sensors;     /* n: states and parameters */
    double *a;               /* of the estimated states: their rates' derivatives, n by n, column by column */
    double *c;               /* of the sensors: n_sensors by n */
    bool sensors_are_states; /* c is always the same: no linearization is needed for it */
    struct counts *counts;   /* of each component */
    struct machine_room *room;
    struct arena arena;
};

/* Of a run that was initialized and not yet stepped, and that outlives the machine. What of the filter does not fit it is an error. */
bool machine_open(struct machine *p, struct run *run, const struct filter_file *filter, struct error *error);
void machine_close(struct machine *p); /* of one that was never opened, too, if it is all zero */

/* a and c, where the run stands. */
bool machine_linearize(struct machine *p, struct error *error);

/* The model itself, where it was last linearized, whether errors walk or not: the derivatives of rates by states (a, n by n) and by the system's
 * inputs (b), those of the sensors by the inputs (d), and the rates. */
size_t machine_input_count(const struct machine *p);
void machine_get_inputs(const struct machine *p, const char **names,
                        double *values); /* names live as long as the machine */
void machine_get_model(const struct machine *p, double *a, double *b, double *d, double *rates);

/* An error where states are counted from elsewhere than at the beginning: what a filter knows of their errors does not go across. */
bool machine_check_counts(const struct machine *p, struct error *error);
bool machine_read_states(struct machine *p, double *values, struct error *error);
bool machine_read_sensors(struct machine *p, double *values, struct error *error);

/* Its run has ended before its time. */
bool machine_raise_ended(const struct machine *p, struct error *error);

/* Whether its states can be set at all. */
bool machine_check(const struct machine *p, struct error *error);
/* Adds to the states; everybody is told of the jump. */
bool machine_correct(struct machine *p, const double *correction, struct error *error);

/* Whether everything comes from directional derivatives; says so where it does not. After the first linearization. */
void machine_tell_method(const struct machine *p);

#endif
