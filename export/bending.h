/* The bending of beams drawn larger than it is. */
#ifndef PASO_BENDING_H
#define PASO_BENDING_H

#include "fmu_multibody/engine/mechanism.h"

/* From the frames of all bodies, as scene_place() wants them, to those that are drawn: what is fixed to a beam goes with it, what hangs on it
 * moves and does not turn. player/machine.js does so in pages. */
void bending_enlarge(const struct mechanism *m, double times, const double *exact, double *drawn);

/* A coordinate of a beam, `body`: it moves along an axis of its parent, or turns about it; so far from where it is at rest. */
double bending_of(const struct mechanism *m, const double *frames, int body);

/* Whether a body hangs as it does where what it hangs on is drawn bent more: its joint may turn. */
bool bending_leaves_direction(enum joint_kind kind);

#endif
