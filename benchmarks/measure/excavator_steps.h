/* Steps of 1.2 ms of the excavator's working cycle, mechanism and hydraulics together, with the master between them: CPU time of the thread
 * per step. With several runs each step counts by its best one, which leaves out what other programs do to the caches.
 *
 * The dissertation (Jaiswal, LUT 2021) takes steps of 1.2 ms for a tractor with a front loader, in 0.26 to 0.43 ms each. */
#ifndef PASO_EXCAVATOR_STEPS_H
#define PASO_EXCAVATOR_STEPS_H

#include "include/paso.h"

#include <stdbool.h>
#include <stddef.h>

struct excavator_steps {
    size_t n;
    double median, most, longest; /* s; 99.9 % of the steps stay below `most` */
};

#define EXCAVATOR_COUPLINGS 2
extern const struct excavator_coupling {
    const char *name, *system;
} excavator_couplings[EXCAVATOR_COUPLINGS];

static const double excavator_allowed_median = 0.10e-3, excavator_allowed_most = 0.26e-3; /* s */

/* FOLDER is the build's: the system and the cycle are in its systems/. */
bool excavator_steps_measure(const char *folder, const char *system, int runs, struct excavator_steps *steps,
                             paso_error *error);

#endif
