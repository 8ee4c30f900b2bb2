/* Where the bodies of a mechanism are at the rows of a result, for pictures that move. */
#ifndef PASO_MOTION_H
#define PASO_MOTION_H

#include "export/scene.h"
#include "export/stage.h"
#include "export/subject.h"

struct motion_series {
    char *name;
    const char *unit;
    double *values; /* one for each frame */
};

struct motion_run {
    const char *name; /* its file, without folders; "": the start, without a result */
    size_t n;         /* frames */
    double *times;
    double *bodies;    /* n x bodies x FRAME_VALUES */
    double *loads;     /* n x loads: amplitudes */
    double *pressures; /* n x actuators x 2, Pa; NAN where the result has none */
    struct motion_series *series;
    size_t n_series;
};

struct motion {
    const struct subject *subject;
    struct stage stage;
    struct scene scene;
    double (*pistons)[2]; /* of each actuator: stroke, and its length with the piston at its end; NAN: unknown */
    struct motion_run runs[2];
    size_t n_runs;
    double bending;      /* how many times as large it is drawn when a page opens */
    struct motion_note { /* for whoever looks at it */
        char *text;
        bool is_warning;
    } notes[16];
    size_t n_notes;
    bool swings;   /* in a mode: the first run begins again and again, the second one is the machine at rest */
    char *caption; /* of a mode's picture */
};

struct motion_options {
    const char *const *results; /* none: the start alone; two are shown together */
    size_t n_results;
    const char *record; /* columns beside the picture; NULL: coordinates, lengths and pressures */
    size_t largest;     /* bytes that the frames may take; more rows than that are thinned, with a note */
    double bending;     /* of beams, drawn so many times as large; 0: as it is */
    size_t mode; /* instead of results the machine swings in this one, the slowest oscillation being 1; 0: none */
};

bool motion_open(struct motion *m, const struct subject *subject, const struct motion_options *options,
                 struct error *error);
void motion_close(struct motion *m);

/* The frame of the first run that is nearest to a time. */
size_t motion_nearest(const struct motion *m, double time);
void motion_place(struct motion *m, size_t frame);      /* the scene */
bool motion_place_bent(struct motion *m, size_t frame); /* with `bending`; false: no memory */
/* Of one that swings: the scene at rest, which the caller frees. */
bool motion_rest(const struct motion *m, struct scene *rest, struct model_report *report);

#endif
