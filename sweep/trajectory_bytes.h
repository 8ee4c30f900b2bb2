/* Trajectories that are sent between processes. */
#ifndef PASO_TRAJECTORY_BYTES_H
#define PASO_TRAJECTORY_BYTES_H

#include "master/files/trajectory.h"
#include "sweep/bytes.h"

void trajectory_pack(const struct trajectory *t, struct bytes *bytes);
bool trajectory_unpack(struct trajectory *t, struct bytes *bytes);

#endif
