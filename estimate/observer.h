/* A filter whose gain has settled, at one point of operation: its steady state (riccati.h), and the observer that applies it as a document
 * (fmu_observer), from which an FMU is made. */
#ifndef PASO_OBSERVER_H
#define PASO_OBSERVER_H

#include "estimate/machine.h"

#include <stdio.h>

struct observer {
    const struct filter_file *filter;
    double time, period;
    size_t n, m, n_inputs;
    double *deviations; /* per state, after an update */
    double *gain;       /* n by m, column by column, as all matrices here */
    double radius;      /* what is left of the slowest error after a period */
    double *transition, *drive, *drift, *sensing, *feedthrough;
    double *x_0, *y_0, *w_0; /* the point */
    const char **inputs;
    const char **state_units, **sensor_units, **input_units; /* "": none, or none that an FMU of ours can have */
    struct arena arena;
};

/* Where the machine's run stands. */
bool observer_make(struct observer *o, struct machine *machine, const struct filter_file *filter, struct error *error);
void observer_free(struct observer *o); /* also after a failure */

void observer_print(const struct observer *o, FILE *report);
bool observer_export(const struct observer *o, const char *system, const char *path, struct error *error);

#endif
