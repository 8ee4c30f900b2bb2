/* What there is to see of a mechanism: lines, joints and springs, fixed to their bodies and, once they are placed, in space. */
#ifndef PASO_SCENE_H
#define PASO_SCENE_H

#include "export/beam_line.h"
#include "fmu_multibody/mechanism/mechanism_file.h"

enum shape_kind {
    SHAPE_LINK,      /* of a body, from its frame to a point of it; of one that bends, from node to node */
    SHAPE_DISC,      /* that rolls: centre a, axis b, radius */
    SHAPE_ACTUATOR,  /* a to b */
    SHAPE_SPRING,    /* a to b */
    SHAPE_DAMPER,    /* a to b */
    SHAPE_DISTANCE,  /* a to b */
    SHAPE_GROUND,    /* a point of the ground */
    SHAPE_REVOLUTE,  /* a, axis b */
    SHAPE_PRISMATIC, /* a, axis b */
    SHAPE_SPHERICAL, /* a */
    SHAPE_FIXED,     /* a */
    SHAPE_FORCE,     /* a, direction b */
    SHAPE_TORQUE,    /* a, axis b */
    SHAPE_MOTOR,     /* a, axis b: an actuator that turns a joint */
    SHAPE_MASS,      /* centre of mass a, frame of the body b */
    SHAPE_MARKER,    /* a */
    SHAPE_BUSHING,   /* a to b */
    SHAPE_CONTACT, /* of a sphere at a with the radius, or of a corner, and a plane: b is the point below a, across the normal n */
    SHAPE_PAYLOAD /* a */
};

struct shape {
    enum shape_kind kind;
    struct mechanism_point at,
        to;            /* a and b as their bodies have them; `to` is a point or a direction, as the kind says */
    double a[3], b[3]; /* in the ground's frame: scene_place() */
    double radius;
    double normal[3], n[3]; /* of contacts: in the plane's body, and in the ground's frame */
    int body;               /* colours the shape */
    bool closes_a_loop;     /* joints */
    bool in_pages_only;     /* plain pictures stay as they are */
    bool bends;             /* a link of a beam, whose curved line is drawn */
    const char *label;      /* NULL: none */
};

struct scene_beam { /* the curved line of a body that bends */
    const struct mechanism_flexible *beam;
    struct beam_line line;
    double (*at)[3]; /* its points in the ground's frame: scene_place() */
};

struct scene {
    const struct mechanism_file *file;
    const struct mechanism *mechanism;
    struct shape *shapes;
    size_t n, room;
    struct scene_beam *beams;
    size_t n_beams;
    double gravity[3];
    double axes[3][3]; /* sums of |axis| of the revolute joints: tells in which plane it moves */
    const char *title;
};

bool scene_make(struct scene *scene, const struct mechanism_file *file, struct model_report *report);
/* `frames`: FRAME_VALUES for each body. */
enum { FRAME_VALUES = 7 }; /* place, then a unit quaternion w, x, y, z */
void scene_place(struct scene *scene, const double *frames);
bool shape_has_end(enum shape_kind kind); /* `to` is a point */
void scene_free(struct scene *scene);

/* Whether it is no body of the file, but a coordinate of one that bends. */
bool scene_is_coordinate(const struct mechanism *m, size_t body);

#endif
