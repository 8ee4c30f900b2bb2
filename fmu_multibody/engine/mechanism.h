/* A mechanism as plain data: topology and numbers, made by the reader of mechanism files or by hand. SI units.
 *
 * Bodies form a tree of joints; a body's frame sits in its joint: at zero coordinates it coincides with the joint's frame,
 * which lies at `position` in the parent, turned by `orientation`. Cut joints close loops, contacts roll. Points and axes
 * are given in the frame of the body that they belong to; axes need not have unit length.
 *
 * Coordinates are relative, numbered body by body: none (fixed), one (revolute, prismatic; screw: the angle), two (universal: turns about an axis and
 * about a second one that turns with it; cylindrical: along the axis, then about it), three (spherical: Cardan angles; planar: along two
 * axes, then about the third), six (free: x y z along the axes of the joint's frame, then Cardan angles). Their rates are the
 * velocities. */
#ifndef PASO_MECHANISM_H
#define PASO_MECHANISM_H

#include <stdbool.h>
#include <stddef.h>

#include "numerics/model.h"

enum { MECHANISM_GROUND = -1 }; /* as the index of a body */

enum joint_kind {
    JOINT_REVOLUTE,
    JOINT_PRISMATIC,
    JOINT_SPHERICAL,
    JOINT_FIXED,
    JOINT_FREE,
    JOINT_UNIVERSAL,
    JOINT_CYLINDRICAL,
    JOINT_PLANAR,
    JOINT_SCREW
};

/* What a coordinate is among the states: independent ones bring position and velocity, admissible ones (as many as there are
 * nonholonomic rows) only their position, dependent ones nothing. */
enum coordinate_role { COORDINATE_UNDECIDED, COORDINATE_INDEPENDENT, COORDINATE_ADMISSIBLE, COORDINATE_DEPENDENT };

struct mechanism_coordinate {
    double position, velocity;           /* at the start */
    bool position_given, velocity_given; /* otherwise a guess, which assembly may change */
    double lower, upper;                 /* limits; both 0: none */
    bool wanted_independent;             /* the file names it as a state: then its start values are given as well */
    enum coordinate_role role;           /* mechanism_partition() decides it */
};

struct mechanism_joint {
    const char *name;
    enum joint_kind kind;
    double position[3];    /* of the joint in the parent's frame */
    double orientation[3]; /* of its frame: turns about x, then the new y, then the new z */
    double axis[3];        /* revolute, prismatic, cylindrical, screw: in the joint's frame */
    double pitch;          /* screw: m along the axis for a whole turn; negative where it is left-handed */
    /* Spherical, free, universal: axes of the turns, 0 x, 1 y, 2 z, each about the already turned axis. Planar: the two in the plane, and the
     * one across it. */
    int cardan[3];
    bool keeps_angles; /* spherical, free: they are always counted from the joint's own frame (joint_has_charts) */
    struct mechanism_coordinate coordinates[6];
};

struct mechanism_body {
    const char *name;
    int parent; /* an earlier body, or the ground */
    struct mechanism_joint joint;
    double mass; /* may be zero, with zero inertia */
    double com[3];
    double
        inertia[6]; /* tensor about the mass centre, in the body's axes: xx yy zz xy xz yz (elements, not products) */
};

struct mechanism_point {
    int body;
    double at[3];
};

enum cut_kind {
    CUT_REVOLUTE,      /* the points coincide, the axes are parallel: five rows */
    CUT_PRISMATIC,     /* b's point moves on a's line, no turn: five rows */
    CUT_SPHERICAL,     /* the points coincide: three rows */
    CUT_POINT_ON_LINE, /* b's point moves on a's line: two rows */
    CUT_DISTANCE,      /* the points keep their distance `length`: one row */
    CUT_UNIVERSAL,     /* the points coincide, the axes are perpendicular: four rows */
    CUT_CYLINDRICAL,   /* b's point moves on a's line, the axes are parallel: four rows */
    CUT_PLANAR         /* b's point moves in the plane across a's axis, the axes are parallel: three rows */
};

struct mechanism_cut {
    const char *name;
    enum cut_kind kind;
    struct mechanism_point a, b;
    double axis_a[3], axis_b[3]; /* of kinds whose axes are parallel or perpendicular; a line has axis_a alone */
    /* Prismatic: directions beside the axis that stay parallel. All zero: the body's z axis, where the axis is that its x axis. */
    double side_a[3], side_b[3];
    double length; /* distance */
};

/* A disc that rolls on a plane of the ground without slipping: its height is one holonomic row, its slip two nonholonomic. */
struct mechanism_contact {
    const char *name;
    int body;
    double centre[3], axis[3]; /* of the disc, in the body's frame */
    double radius;
    double plane[3], normal[3]; /* a point of the plane and its normal, towards the disc, in the ground's frame */
};

/* Forces over a stretch or a rate, among the mechanism's numbers: `count` values that ascend, then as many forces. Straight between, and
 * on with the last slope beyond. */
struct mechanism_curve {
    size_t first, count; /* 0: there is none */
};

/* Between two points: pulls with stiffness (length - free_length) + damping d(length)/dt, and with the curves of both. */
struct mechanism_spring {
    const char *name;
    struct mechanism_point a, b;
    double stiffness, free_length, damping;
    struct mechanism_curve by_stretch, by_rate;
};

/* On a joint's coordinate: -stiffness (z - rest) - damping dz/dt, and minus the curve of z - rest. */
struct mechanism_joint_spring {
    const char *name;
    int body, coordinate; /* the coordinate counts from 0 within the joint */
    double stiffness, rest, damping;
    struct mechanism_curve by_stretch;
};

enum load_kind {
    LOAD_FORCE,            /* at a point, direction in the ground's frame */
    LOAD_FORCE_FOLLOWING,  /* at a point, direction in the body's frame */
    LOAD_TORQUE,           /* on a body, direction in the ground's frame */
    LOAD_TORQUE_FOLLOWING, /* on a body, direction in the body's frame */
    LOAD_JOINT             /* on a joint's coordinate: force or torque */
};

/* Its amplitude is an input of the engine: whoever calls evaluates the law in time. */
struct mechanism_load {
    const char *name;
    enum load_kind kind;
    struct mechanism_point point; /* LOAD_JOINT: only its body */
    double direction[3];          /* times the amplitude is the force; LOAD_JOINT: none */
    int coordinate;               /* LOAD_JOINT: within the joint */
    bool is_internal;             /* what a joint does by itself: pictures leave it out */
};

/* A point mass on a body; its mass is an input of the engine and may change. What comes and goes has the velocity of the point: there is no
 * impulse, and the force on the body is -m (a - g) at every moment. */
struct mechanism_payload {
    const char *name;
    struct mechanism_point point;
};

enum actuator_kind { ACTUATOR_POINTS, ACTUATOR_COORDINATE };

/* Pushes two points apart, or pushes along a coordinate (then its length is that coordinate plus `offset`). Its force is an
 * input of the engine: where pressures make it, whoever calls knows how. */
struct mechanism_actuator {
    const char *name;
    enum actuator_kind kind;
    struct mechanism_point a, b;
    int body, coordinate;
    double offset;
    double lower, upper; /* limits of the length; both 0: none */
    bool
        holds; /* START_EQUILIBRIUM: its length is that of the start, whatever force this takes; its input does not matter */
};

struct mechanism_marker { /* a point whose place and velocity somebody wants to see */
    const char *name;
    struct mechanism_point point;
};

/* A body that bends, in a frame that it keeps at its first end: shapes times coordinates, which are those of bodies without mass behind it. A
 * shape moves points along one axis of the body, by s(x) of where they lie on its x axis, or turns sections about it. The body itself has the
 * mass and inertia of what is not bent. */
enum shape_direction { SHAPE_ALONG_X, SHAPE_ALONG_Y, SHAPE_ALONG_Z, SHAPE_TWIST };
struct mechanism_flexible {
    const char *name;
    int body;
    int first_body; /* of n in a row, with one coordinate each */
    size_t n;
    size_t n_spans;      /* whose tension stiffens it */
    size_t n_elements;   /* between the nodes at which its line is known */
    size_t n_rows;       /* of its sections, all together */
    size_t first_number; /* among flexible_numbers */
};
/* Its numbers: */
struct flexible_numbers {
    const double *direction; /* n: enum shape_direction */
    const double *moment;    /* n: integral of s dm; of a twist, with the polar inertia of sections, dI */
    const double *first;     /* n: integral of x s dm */
    const double
        *products; /* n x n: integral of s_i s_j dm, whatever their directions; of twists with each other, dI */
    const double *stiffness; /* n x n, and so is the damping; symmetric */
    const double *damping;
    /* A span between nodes is as much longer as its ends are apart and as it is bent: e = c q + q G q/2. With its stiffness k, k c c^T is
     * in the stiffness above; the rest of k e^2/2 is the tension's. Of each span k, n of c, n x n of G. */
    const double *spans;
    const double *slopes; /* n_elements x n: ds/dx at the end of each element; of a twist, the angle there */
    const double *places; /* n_elements x n: s there; of a twist, 0 */
    /* Rows of sections, SECTION_NUMBERS(n) each: what the body beyond a section needs along one direction of the axes, as a shape of its own
     * would: direction, moment, first, c; n of products, of stiffness, of G of the span that begins there, of damping. */
    const double *rows;
};
#define SECTION_NUMBERS(n) (4 + 4 * (n))

/* A section of a flexible body, whose force and moment somebody wants: what the beam beyond it does to the beam before it. */
struct mechanism_section {
    const char *name;
    size_t flexible;
    size_t first_row, span; /* of that body: its rows, and the span that begins there */
    bool is_planar;         /* three rows: Fx, Fy, Mz; else six */
    double area, modulus_y, modulus_z;
};

enum mechanism_start {
    START_GIVEN,      /* assemble from the coordinates' start values */
    START_EQUILIBRIUM /* then find the configuration that the forces at the start hold; velocities zero */
};

struct mechanism {
    const char *name;
    double gravity[3];
    enum mechanism_start start;
    size_t n_bodies, n_cuts, n_contacts, n_springs, n_joint_springs, n_loads, n_payloads, n_actuators, n_markers,
        n_flexibles, n_flexible_numbers, n_sections, n_numbers;
    struct mechanism_body *bodies;
    struct mechanism_cut *cuts;
    struct mechanism_contact *contacts;
    struct mechanism_spring *springs;
    struct mechanism_joint_spring *joint_springs;
    struct mechanism_load *loads;
    struct mechanism_payload *payloads;
    struct mechanism_actuator *actuators;
    struct mechanism_marker *markers;
    struct mechanism_flexible *flexibles;
    double *flexible_numbers;
    struct mechanism_section *sections;
    double *numbers; /* of curves */
    bool is_pushed;  /* by forces that follow its placement and come from outside (engine_take_pushes()) */
};

/* One block of memory with the mechanism and all its arrays. A copy has the same layout: the offset of a double from the
 * start of one copy is its offset in every copy. Names are not copied, they belong to whoever made them. */
size_t mechanism_size(const struct mechanism *m);
struct mechanism *mechanism_copy(const struct mechanism *m, void *memory);

size_t flexible_numbers_count(const struct mechanism_flexible *flexible); /* that it needs */
struct flexible_numbers flexible_numbers(const struct mechanism *m, const struct mechanism_flexible *flexible);

/* Three axes, one after another: turned about x, then the new y, then the new z. */
void mechanism_orientation(const double angles[3], double axes[9]);

size_t joint_coordinates(enum joint_kind kind);
bool joint_turns(enum joint_kind kind, size_t place); /* whether that coordinate is an angle */
/* Whether the Cardan angles of a body's joint may be counted from another frame, so that they never come to their singular position
 * (engine_charts.c): all three are states of their own, nothing acts on them, and nothing rolls. With roles as they are. */
bool joint_has_charts(const struct mechanism *m, size_t body);
size_t mechanism_coordinates(const struct mechanism *m);                   /* n */
size_t mechanism_first_coordinate(const struct mechanism *m, size_t body); /* of its joint */
struct mechanism_coordinate *mechanism_coordinate(const struct mechanism *m, size_t i);
/* "shoulder", or "trunk.x" ... "trunk.angle3" where a joint has several; returns `text`. */
const char *mechanism_coordinate_name(const struct mechanism *m, size_t i, char *text, size_t size);

/* Inputs of the engine: the actuators' forces, the loads' amplitudes, then the payloads' masses. */
size_t mechanism_inputs(const struct mechanism *m);
size_t mechanism_actuator_input(const struct mechanism *m, size_t actuator);
size_t mechanism_load_input(const struct mechanism *m, size_t load);
size_t mechanism_payload_input(const struct mechanism *m, size_t payload);

/* States: independent positions, their velocities, admissible positions. Memory, where there are loops: all positions and
 * velocities of the last accepted configuration; then a number for each joint that has charts: 0, or 1 where its angles are counted
 * from the other frame. */
struct mechanism_sizes {
    size_t coordinates;             /* n */
    size_t independent, admissible; /* n - m - l, l: with roles as mechanism_partition() left them */
    size_t charts;
    size_t states, memory;
};
struct mechanism_sizes mechanism_sizes(const struct mechanism *m);
size_t mechanism_chart_body(const struct mechanism *m, size_t chart);       /* in whose joint it is */
size_t mechanism_state_coordinate(const struct mechanism *m, size_t state); /* whose position or velocity it is */

/* Checks topology and numbers, assembles, and decides the coordinates' roles: those wanted independent, the others by full
 * pivoting. Once, when the mechanism is read; an instance with other numbers keeps the roles. `inputs` at the start (NULL:
 * zero) matter for START_EQUILIBRIUM alone, where the roles are decided once more: not where it is pushed. */
bool mechanism_partition(struct mechanism *m, const double *inputs, struct model_report *report);

#endif
