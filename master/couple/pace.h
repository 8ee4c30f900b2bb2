/* How fast a component is: the largest absolute value of its eigenvalues where it stands, in 1/s. Its outputs follow a change of
 * its inputs within a few times 1/pace. */
#ifndef PASO_PACE_H
#define PASO_PACE_H

#include "master/couple/probe.h"

/* 0 where the component does not tell without a second instance of its FMU, and where nothing moves in it. */
bool pace_find(const struct probe_target *target, double *pace, struct error *error);

/* Of a component that was probed. */
bool pace_of(const struct probe *probe, double *pace, struct error *error);

#endif
