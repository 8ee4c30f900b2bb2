/* How a mechanism swings about its start, by itself or with the rest of its system: an oscillation of the linearized equations. */
#ifndef PASO_MODE_SHAPE_H
#define PASO_MODE_SHAPE_H

#include "export/stage.h"
#include "export/subject.h"

struct mode_shape {
    size_t number, of; /* 1 for the slowest oscillation, and how many there are */
    double frequency;  /* Hz */
    double damping;    /* ratio */
    double *real,
        *imag; /* of the stage's positions: they move by real cos - imag sin; the largest one by 1, most of it in `real` */
};

/* Of the model's or the system's documents, all parts of which are known; an error where there is no such mode. */
bool mode_shape_find(struct mode_shape *mode, const struct subject *subject, const struct stage *stage, size_t number,
                     struct error *error);
void mode_shape_free(struct mode_shape *mode);

#endif
