/* A mechanism from a file: the document, the mechanism that it describes, and the model that an FMU makes of it. */
#ifndef PASO_MECHANISM_FILE_H
#define PASO_MECHANISM_FILE_H

#include "fmu_multibody/engine/mechanism.h"
#include "fmu_multibody/mechanism/mechanism_grammar.h"
#include "notation/notation.h"

struct mechanism_file;

/* NULL, with the error, where the text describes no mechanism that can be assembled. */
struct mechanism_file *mechanism_file_read(const char *text, size_t length, const char *file,
                                           struct notation_error *error);
void mechanism_file_close(struct mechanism_file *f); /* accepts NULL */

const struct model_type *mechanism_file_type(const struct mechanism_file *f);
const char *mechanism_file_note(const struct mechanism_file *f); /* what its maker should know; "": nothing */
const struct mechanism *mechanism_file_mechanism(const struct mechanism_file *f); /* with the numbers of the file */
/* The engine inside an instance's constants, once setup() has been there. */
struct engine;
const struct engine *mechanism_instance_engine(const void *constants);

/* For whoever places the engine in another way than by the model's states (a formulation in all coordinates). */
#define MECHANISM_INSTANCE_FUNCTIONS(scalar, suffix)                                                                   \
    /* The engine's inputs: actuators, loads, payloads. */                                                             \
    scalar *mechanism_instance_inputs_##suffix(const void *constants, void *scratch, scalar t, const scalar *m,        \
                                               const scalar *u);                                                       \
    /* Adds what pistons push with where the engine is placed; x is read for friction's states alone. */               \
    void mechanism_instance_push_##suffix(const void *constants, void *scratch, const scalar *m, const scalar *x,      \
                                          const scalar *u, scalar *inputs);                                            \
    /* At the placement that the engine has, in the table's order; x is read for friction's states alone. */           \
    void mechanism_instance_powers_##suffix(const void *constants, void *scratch, const scalar *inputs,                \
                                            scalar *powers);                                                           \
    void mechanism_instance_outputs_##suffix(const void *constants, void *scratch, scalar *y);                         \
    bool mechanism_instance_locals_##suffix(const void *constants, void *scratch, scalar t, const scalar *m,           \
                                            const scalar *x, const scalar *u, scalar *w, struct model_report *report);

MECHANISM_INSTANCE_FUNCTIONS(double, real)
MECHANISM_INSTANCE_FUNCTIONS(double complex, complex)

/* What the port "length", "rate", "force", "p1", "p2" or "force_static" of an actuator is called; NULL: no such actuator. */
const char *mechanism_file_port(const struct mechanism_file *f, const char *actuator, const char *port);

/* What was chosen while the file was read, as a change of the document (notation_change) that the caller frees: the states, where
 * loops left a choice. NULL where there was none. */
char *mechanism_file_choice(const struct mechanism_file *f);

/* Name of a coordinate as the file has it. */
const char *mechanism_file_coordinate(const struct mechanism_file *f, size_t i);

/* Name of the memory that tells a joint's chart (mechanism_sizes). */
const char *mechanism_file_chart(const struct mechanism_file *f, size_t i);

/* Where the table has a coordinate, or its rate: among the states or, where it follows from them, among the locals. The locals
 * begin with all of these. */
size_t mechanism_file_row(const struct mechanism_file *f, size_t coordinate, bool is_rate);
size_t mechanism_file_following(const struct mechanism_file *f); /* how many locals these are */

size_t mechanism_file_resistances(const struct mechanism_file *f); /* joints and actuators with stops or friction */
size_t mechanism_file_motions(const struct mechanism_file *f);     /* coordinates whose motion is prescribed */
size_t mechanism_file_wrenches(const struct mechanism_file *f);    /* bushings and contacts */
/* The i-th of them, for pictures: sides of a bushing; centre of a sphere (radius 0: a corner) and its plane. False: there are no more. */
struct mechanism_touch {
    const char *name;
    bool is_contact;
    struct mechanism_point at, other; /* a bushing's from and to; the centre, and the plane's point */
    double normal[3], radius;
};
bool mechanism_file_touch(const struct mechanism_file *f, size_t i, struct mechanism_touch *touch);
size_t mechanism_file_sensors(const struct mechanism_file *f); /* reactions and accelerations that it wants */
size_t mechanism_file_pistons(const struct mechanism_file *f); /* actuators that take pressures instead of a force */

/* What a body looks like, where the file says it. Lengths in m, in the body's frame. */
enum solid_kind { SOLID_BOX, SOLID_CYLINDER, SOLID_SPHERE, SOLID_PROFILE, SOLID_NONE };
struct mechanism_solid {
    enum solid_kind kind;
    double size[3];                /* box */
    double from[3], to[3], radius; /* cylinder; a sphere has the radius */
    double at[3], orientation[3];  /* box, sphere, profile: turns about x, the new y and the new z */
    const struct quantity *points; /* profile: x, y of each corner in turn */
    size_t n_points;
    double thickness;
    const char *colour; /* "#rrggbb"; "": none given */
};
bool mechanism_file_solid(const struct mechanism_file *f, size_t body, struct mechanism_solid *solid);

/* The piston of an actuator that takes pressures; false: it takes a force. The retracted length is NAN where the start decides it. */
bool mechanism_file_piston(const struct mechanism_file *f, size_t actuator, double *stroke, double *retracted_length,
                           double *start_length);

#endif
