/* Private to motion*.c: motion.c owns a motion, motion_columns.c finds what a result has of it, motion_run.c goes through the rows,
 * motion_swing.c draws a mode. */
#ifndef PASO_MOTION_IMPL_H
#define PASO_MOTION_IMPL_H

#include "export/motion.h"
#include "master/files/trajectory.h"

#define NO_COLUMN ((size_t)-1)

/* Where a result has what a motion needs. */
struct motion_columns {
    size_t *positions; /* of the stage */
    size_t *lengths;   /* of actuators; NO_COLUMN: not recorded */
    size_t *pressures; /* two of each actuator */
    size_t *inputs;    /* of the model */
    size_t *markers;   /* three of each marker */
    size_t *shown;     /* beside the picture */
    size_t n_shown;
};

bool motion_columns_find(struct motion_columns *c, const struct motion *m, const struct trajectory *t, const char *path,
                         const char *record, struct error *error);
void motion_columns_free(struct motion_columns *c);

/* Unit of a column, as the parts of the subject say it; "": none, or unknown. */
const char *motion_unit(const struct motion *m, const struct trajectory *t, const struct motion_columns *c,
                        size_t column);

void motion_note(struct motion *m, char *text, bool is_warning); /* takes it over; NULL is none */
bool motion_run_read(struct motion *m, const char *path, const struct motion_options *options, struct error *error);
bool motion_run_start(struct motion *m, struct error *error); /* one frame: the start */
bool motion_swing(struct motion *m, size_t number, struct error *error);

bool motion_run_make_room(struct motion_run *run, const struct motion *m, size_t frames, size_t n_series);
/* The stage as it is, as the run's next frame. */
void motion_run_add_frame(struct motion_run *run, struct motion *m, double t);

#endif
