/* The centre line of a beam that bends, for pictures: points along it, and how far each of the beam's coordinates moves them. */
#ifndef PASO_BEAM_LINE_H
#define PASO_BEAM_LINE_H

#include "fmu_multibody/engine/mechanism.h"

struct beam_line {
    size_t n_points; /* from the beam's frame to its end */
    size_t n;        /* coordinates of the beam */
    double *x;       /* of the points, m, in the frame of the beam's body */
    double *shapes;  /* n_points x n: along a coordinate's direction, for 1 m or 1 rad of it; of a twist, 0 */
};

bool beam_line_make(struct beam_line *line, const struct mechanism *m, const struct mechanism_flexible *beam);
void beam_line_free(struct beam_line *line);

#endif
