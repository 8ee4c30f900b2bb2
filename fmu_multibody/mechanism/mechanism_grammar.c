#include "fmu_multibody/mechanism/mechanism_grammar.h"

#include "piston/friction_grammar.h"
#include "notation/model_grammar.h"

static const char *const documents[] = {"mechanism", NULL};
static const char *const joint_kinds[] = {"revolute",  "prismatic",   "spherical", "fixed", "free",
                                          "universal", "cylindrical", "planar",    "screw", NULL};
static const char *const loop_kinds[] = {
    "revolute", "prismatic", "spherical", "point on line", "distance", "universal", "cylindrical", "planar", NULL};
static const char *const orders[] = {"xyz", "xzy", "yxz", "yzx", "zxy", "zyx", NULL};
static const char *const axis_pairs[] = {"xy", "xz", "yx", "yz", "zx", "zy", NULL};
static const char *const frames[] = {"ground", "body", NULL};
static const char *const couplings[] = {"force", "pressures", NULL}; /* enum coupling_word */
static const char *const starts[] = {"given", "equilibrium", NULL};
static const char *const joint_reactions[] = {"none", "parent", "child", "ground", NULL}; /* enum reaction_word */
static const char *const loop_reactions[] = {"none", "a", "b", "ground", NULL};
static const char *const rolling_reactions[] = {"none", "body", "ground", NULL};                 /* enum rolling_word */
static const char *const shape_kinds[] = {"box", "cylinder", "sphere", "profile", "none", NULL}; /* enum solid_kind */
static const char *const parameter_choices[] = {"all", "constants", NULL}; /* enum model_table_quantities */
static const char *const beam_freedoms[] = {"space", "plane", NULL};
static const char *const formulations[] = {"partitioning", "augmented", NULL};

#define BODY_OR_GROUND .refers_to = "bodies", .or_word = "ground"
#define POINT          .unit = "m", .length = 3, .initially = "0 0 0"
#define DIRECTION      .length = 3
#define TUNABLE        .tunable = true /* it moves nothing by itself: forces and accelerations follow */
#define DRAWN_SIZE     .unit = "m", .min = 1e-6, .max = 1e6, .is_drawn = true
#define DRAWN_POINT    .unit = "m", .length = 3, .is_drawn = true

/* clang-format off */
#define STOPS(length, force, speed)                                                                                     \
    {"stiffness", GRAMMAR_NUMBER, "stiffness of both stops", .unit = force, .required = true, .min = 1e-6, .max = 1e15, TUNABLE}, \
    {"damping", GRAMMAR_NUMBER, "damping c: at the depth d the force is that of the stiffness times 1 + c d', and never pulls", .unit = speed, \
     .initially = "0", .max = 1e6, TUNABLE},                                                                            \
    {"onset", GRAMMAR_NUMBER, "depth over which the stiffness begins, so that the force has no kink; 0: at once", .unit = length, \
     .initially = "0.001", .max = 1e3}
static const struct grammar_member line_stop_members[] = {STOPS("m", "N/m", "s/m"), GRAMMAR_END};
static const struct grammar_member turn_stop_members[] = {STOPS("rad", "N.m/rad", "s/rad"), GRAMMAR_END};

#define X(member, unit_text, angular, description, laws, positive, may_change)                                          \
    {#member, GRAMMAR_NUMBER, description, .unit = angular, .tunable = may_change},
static const struct grammar_member turn_friction_members[] = {FRICTION_TYPE, FRICTION_PARAMETERS(X) GRAMMAR_END};
#undef X

static const struct grammar_member shape_members[] = {
    {"type", GRAMMAR_WORD, "what the body is drawn as; none: not at all", .words = shape_kinds, .required = true},
    {"size", GRAMMAR_VECTOR, "lengths of the box along its x, y and z", DRAWN_SIZE, .length = 3, .required = true, .only_for = "box"},
    {"from", GRAMMAR_VECTOR, "centre of one end, in the body's frame", DRAWN_POINT, .required = true, .only_for = "cylinder"},
    {"to", GRAMMAR_VECTOR, "centre of the other end", DRAWN_POINT, .required = true, .only_for = "cylinder"},
    {"radius", GRAMMAR_NUMBER, "radius", DRAWN_SIZE, .required = true, .only_for = "cylinder|sphere"},
    {"points", GRAMMAR_NUMBERS, "corners of the profile in its x-y plane, one after the other: x1, y1, x2, y2, ...", .unit = "m", .length = 6,
     .is_drawn = true, .required = true, .only_for = "profile"},
    {"thickness", GRAMMAR_NUMBER, "thickness of the profile, half of it on each side of its plane", DRAWN_SIZE, .required = true,
     .only_for = "profile"},
    {"at", GRAMMAR_VECTOR, "centre, or the profile's origin, in the body's frame", DRAWN_POINT, .initially = "0 0 0",
     .only_for = "box|sphere|profile"},
    {"orientation", GRAMMAR_VECTOR, "of its axes in the body's frame: turns about x, the new y and the new z", .unit = "rad", .length = 3,
     .is_drawn = true, .initially = "0", .only_for = "box|profile"},
    {"colour", GRAMMAR_TEXT, "its colour, as #rrggbb; without it each body has one of its own", .initially = ""},
    GRAMMAR_END};

static const struct grammar_member flexible_members[] = {
    {"length", GRAMMAR_NUMBER, "length of the beam, from the body's origin along its x axis", .unit = "m", .required = true, .min = 1e-3,
     .max = 1e5},
    {"elements", GRAMMAR_INTEGER, "beam elements, all of one length; things are attached at the nodes between them", .required = true},
    {"modes", GRAMMAR_INTEGER, "how many modes are kept of what lies between the nodes at which something is attached; without it every "
     "node has its coordinates", .required = false},
    {"freedoms", GRAMMAR_WORD, "space: bends in both planes, stretches and twists; plane: bends in the x-y plane, and stretches",
     .words = beam_freedoms, .initially = "space"},
    {"youngs_modulus", GRAMMAR_NUMBER, "Young's modulus", .unit = "Pa", .required = true, .min = 1, .max = 1e15},
    {"shear_modulus", GRAMMAR_NUMBER, "shear modulus; needed in space", .unit = "Pa", .min = 1, .max = 1e15},
    {"density", GRAMMAR_NUMBER, "density", .unit = "kg/m3", .required = true, .min = 1e-3, .max = 1e6},
    {"area", GRAMMAR_NUMBER, "area of the section", .unit = "m2", .required = true, .min = 1e-12, .max = 1e4},
    {"inertia_y", GRAMMAR_NUMBER, "second moment of the section about y, for bending in the x-z plane; needed in space", .unit = "m4",
     .min = 1e-18, .max = 1e4},
    {"inertia_z", GRAMMAR_NUMBER, "second moment of the section about z, for bending in the x-y plane", .unit = "m4", .required = true,
     .min = 1e-18, .max = 1e4},
    {"torsion_constant", GRAMMAR_NUMBER, "torsion constant of the section; needed in space", .unit = "m4", .min = 1e-18, .max = 1e4},
    {"stiffening", GRAMMAR_FLAG, "whether tension between the nodes makes it stiffer in bending, and compression softer", .initially = "false"},
    {"damping", GRAMMAR_NUMBER, "damping ratio of every mode of the beam, clamped at its origin", .initially = "0", .min = 0, .max = 1},
    GRAMMAR_END};

static const struct grammar_member body_members[] = {
    {"mass", GRAMMAR_NUMBER, "mass; zero is allowed, with zero inertia; a flexible body has none here", .unit = "kg", .max = 1e12, TUNABLE},
    {"com", GRAMMAR_VECTOR, "centre of mass in the body's frame", POINT},
    {"inertia", GRAMMAR_VECTOR, "inertia tensor about the centre of mass, in the body's axes: xx, yy, zz, xy, xz, yz (elements of the "
     "matrix, not products of inertia)", .unit = "kg.m2", .length = 6, .initially = "0", TUNABLE},
    {"motion", GRAMMAR_FLAG, "whether its orientation, angular rate and accelerations are outputs", .initially = "false"},
    {"flexible", GRAMMAR_OBJECT, "a body that bends: a beam, clamped to its frame at its origin", .members = flexible_members},
    {"shape", GRAMMAR_OBJECT, "what it looks like, for pictures alone; without it bars to all of its points", .members = shape_members},
    GRAMMAR_END};

static const struct grammar_member joint_members[] = {
    {"type", GRAMMAR_WORD, "what the child may do against the parent", .words = joint_kinds, .required = true},
    {"parent", GRAMMAR_NAME, "body that carries the joint, or the ground", BODY_OR_GROUND, .required = true},
    {"child", GRAMMAR_NAME, "body that the joint carries; its frame sits in the joint", .refers_to = "bodies", .required = true},
    {"at", GRAMMAR_VECTOR, "place of the joint in the parent's frame", POINT},
    {"orientation", GRAMMAR_VECTOR, "of the joint's frame in the parent's: turns about x, the new y and the new z", .unit = "rad",
     .length = 3, .initially = "0"},
    {"axis", GRAMMAR_VECTOR, "axis in the joint's frame", DIRECTION, .initially = "0 0 1", .only_for = "revolute|prismatic|cylindrical|screw"},
    {"pitch", GRAMMAR_NUMBER, "how far it moves along the axis in a whole turn; negative where it is left-handed", .unit = "m", .required = true, .min = -1e3, .max = 1e3,
     .only_for = "screw"},
    {"axes", GRAMMAR_WORD, "universal: axes of the two turns, the second turned by the first; planar: axes of the plane in which it slides, it turns about "
     "the third", .words = axis_pairs, .initially = "xy", .only_for = "universal|planar"},
    {"order", GRAMMAR_WORD, "axes of the three Cardan angles, each turned by those before", .words = orders, .initially = "xyz",
     .only_for = "spherical|free"},
    {"keep_angles", GRAMMAR_FLAG, "whether its angles are always counted from the joint's own frame, which has a singular position",
     .initially = "false", .only_for = "spherical|free"},
    {"coordinates", GRAMMAR_TEXTS, "names of the coordinates, where the joint's own name is not wanted", .initially = "", .own_name = true},
    {"start", GRAMMAR_NUMBER, "angle at the start", .unit = "rad", .initially = "0", .only_for = "revolute|screw"},
    {"start", GRAMMAR_NUMBER, "displacement at the start", .unit = "m", .initially = "0", .only_for = "prismatic"},
    {"start", GRAMMAR_VECTOR, "angles at the start", .unit = "rad", .length = 3, .initially = "0", .only_for = "spherical"},
    {"start", GRAMMAR_VECTOR, "displacements (m) and angles (rad) at the start", .length = 6, .initially = "0", .only_for = "free"},
    {"start", GRAMMAR_VECTOR, "two angles at the start", .unit = "rad", .length = 2, .initially = "0", .only_for = "universal"},
    {"start", GRAMMAR_VECTOR, "displacement (m) and angle (rad) at the start", .length = 2, .initially = "0", .only_for = "cylindrical"},
    {"start", GRAMMAR_VECTOR, "two displacements (m) and an angle (rad) at the start", .length = 3, .initially = "0", .only_for = "planar"},
    {"start_rate", GRAMMAR_VECTOR, "rates of the two angles at the start", .unit = "rad/s", .length = 2, .initially = "0", .only_for = "universal"},
    {"start_rate", GRAMMAR_VECTOR, "rates of displacement (m/s) and angle (rad/s) at the start", .length = 2, .initially = "0",
     .only_for = "cylindrical"},
    {"start_rate", GRAMMAR_VECTOR, "rates of displacements (m/s) and angle (rad/s) at the start", .length = 3, .initially = "0",
     .only_for = "planar"},
    {"start_rate", GRAMMAR_NUMBER, "angular velocity at the start", .unit = "rad/s", .initially = "0", .only_for = "revolute|screw"},
    {"start_rate", GRAMMAR_NUMBER, "velocity at the start", .unit = "m/s", .initially = "0", .only_for = "prismatic"},
    {"start_rate", GRAMMAR_VECTOR, "rates of the angles at the start", .unit = "rad/s", .length = 3, .initially = "0",
     .only_for = "spherical"},
    {"start_rate", GRAMMAR_VECTOR, "rates of displacements (m/s) and angles (rad/s) at the start", .length = 6, .initially = "0",
     .only_for = "free"},
    {"limits", GRAMMAR_VECTOR, "smallest and largest angle; beyond, a run ends, or stops push back", .unit = "rad", .length = 2,
     .only_for = "revolute|screw"},
    {"limits", GRAMMAR_VECTOR, "smallest and largest displacement; beyond, a run ends, or stops push back", .unit = "m", .length = 2,
     .only_for = "prismatic"},
    {"stops", GRAMMAR_OBJECT, "stops at both limits", .members = turn_stop_members, .only_for = "revolute|screw"},
    {"stops", GRAMMAR_OBJECT, "stops at both limits", .members = line_stop_members, .only_for = "prismatic"},
    {"friction", GRAMMAR_OBJECT, "friction of the joint", .members = turn_friction_members, .only_for = "revolute|screw"},
    {"friction", GRAMMAR_OBJECT, "friction of the joint", .members = friction_members, .only_for = "prismatic"},
    {"reaction", GRAMMAR_WORD, "in whose axes the force and the moment that the joint puts on the child are outputs", .words = joint_reactions,
     .initially = "none"},
    GRAMMAR_END};

/* One side of a cut joint. */
static const struct grammar_member side_members[] = {
    {"body", GRAMMAR_NAME, "body, or the ground", BODY_OR_GROUND, .required = true},
    {"at", GRAMMAR_VECTOR, "point in that body's frame", POINT},
    {"axis", GRAMMAR_VECTOR, "axis in that body's frame", DIRECTION},
    {"side", GRAMMAR_VECTOR, "prismatic: a direction beside the axis that stays parallel to the other body's", DIRECTION},
    GRAMMAR_END};

static const struct grammar_member loop_members[] = {
    {"type", GRAMMAR_WORD, "what closes the loop", .words = loop_kinds, .required = true},
    {"a", GRAMMAR_OBJECT, "one side", .members = side_members, .required = true},
    {"b", GRAMMAR_OBJECT, "other side", .members = side_members, .required = true},
    {"length", GRAMMAR_NUMBER, "distance that the two points keep", .unit = "m", .required = true, .min = 1e-9, .max = 1e9,
     .only_for = "distance"},
    {"reaction", GRAMMAR_WORD, "in whose axes the force and the moment that side a puts on side b are outputs", .words = loop_reactions,
     .initially = "none"},
    GRAMMAR_END};

static const struct grammar_member plane_members[] = {
    {"at", GRAMMAR_VECTOR, "point of the plane", POINT},
    {"normal", GRAMMAR_VECTOR, "normal of the plane, towards the disc", DIRECTION, .initially = "0 0 1"},
    GRAMMAR_END};

static const struct grammar_member rolling_members[] = {
    {"body", GRAMMAR_NAME, "body with the disc", .refers_to = "bodies", .required = true},
    {"centre", GRAMMAR_VECTOR, "centre of the disc in the body's frame", POINT},
    {"axis", GRAMMAR_VECTOR, "axis of the disc in the body's frame", DIRECTION, .required = true},
    {"radius", GRAMMAR_NUMBER, "radius of the disc", .unit = "m", .required = true, .min = 1e-9, .max = 1e6},
    {"plane", GRAMMAR_OBJECT, "plane of the ground on which it rolls", .members = plane_members, .initially = "{}"},
    {"reaction", GRAMMAR_WORD, "in whose axes the force that the plane puts on the disc is an output", .words = rolling_reactions,
     .initially = "none"},
    GRAMMAR_END};

static const struct grammar_member point_members[] = {
    {"body", GRAMMAR_NAME, "body, or the ground", BODY_OR_GROUND, .required = true},
    {"at", GRAMMAR_VECTOR, "point in that body's frame", POINT},
    GRAMMAR_END};

#define BETWEEN                                                                                                         \
    {"from", GRAMMAR_OBJECT, "one end", .members = point_members, .required = true},                                    \
    {"to", GRAMMAR_OBJECT, "other end", .members = point_members, .required = true}

#define FORCES {"force", GRAMMAR_NUMBERS, "force at each of them; straight between, and on with the last slope beyond", .length = 2, .required = true}
static const struct grammar_member stretch_table_members[] = {
    {"stretch", GRAMMAR_NUMBERS, "length less the length without force, ascending, m; on a coordinate: that less its rest, m or rad", .length = 2, .required = true},
    FORCES,
    GRAMMAR_END};
static const struct grammar_member rate_table_members[] = {
    {"rate", GRAMMAR_NUMBERS, "rate of the length, ascending, m/s", .length = 2, .required = true},
    FORCES,
    GRAMMAR_END};

static const struct grammar_member spring_members[] = {
    BETWEEN,
    {"stiffness", GRAMMAR_NUMBER, "stiffness; it or a table is needed", .unit = "N/m", .max = 1e15, TUNABLE},
    {"table", GRAMMAR_OBJECT, "pull over the stretch, instead of the stiffness", .members = stretch_table_members},
    {"length", GRAMMAR_NUMBER, "length without force", .unit = "m", .required = true, .max = 1e9},
    {"damping", GRAMMAR_NUMBER, "damping of the length's rate", .unit = "N.s/m", .initially = "0", .max = 1e15, TUNABLE},
    GRAMMAR_END};

static const struct grammar_member damper_members[] = {
    BETWEEN,
    {"damping", GRAMMAR_NUMBER, "damping of the length's rate; it or a table is needed", .unit = "N.s/m", .max = 1e15, TUNABLE},
    {"table", GRAMMAR_OBJECT, "pull over the rate of the length, instead of the damping", .members = rate_table_members},
    GRAMMAR_END};

static const struct grammar_member joint_spring_members[] = {
    {"coordinate", GRAMMAR_TEXT, "coordinate on which it acts", .required = true, .own_name = true},
    {"stiffness", GRAMMAR_NUMBER, "stiffness, N/m or N.m/rad", .initially = "0", .max = 1e15, TUNABLE},
    {"table", GRAMMAR_OBJECT, "force (N) or torque (N.m) that draws it back, over coordinate less rest; besides the stiffness", .members = stretch_table_members},
    {"rest", GRAMMAR_NUMBER, "coordinate without force, m or rad", .initially = "0"},
    {"damping", GRAMMAR_NUMBER, "damping, N.s/m or N.m.s/rad", .initially = "0", .max = 1e15, TUNABLE},
    GRAMMAR_END};

static const struct grammar_member bushing_side_members[] = {
    {"body", GRAMMAR_NAME, "body, or the ground", BODY_OR_GROUND, .required = true},
    {"at", GRAMMAR_VECTOR, "point in that body's frame", POINT},
    {"orientation", GRAMMAR_VECTOR, "of the bushing's axes in that body's frame: turns about x, the new y and the new z", .unit = "rad", .length = 3,
     .initially = "0"},
    GRAMMAR_END};

static const struct grammar_member bushing_members[] = {
    {"from", GRAMMAR_OBJECT, "one side, whose axes those of the stiffnesses are", .members = bushing_side_members, .required = true},
    {"to", GRAMMAR_OBJECT, "other side", .members = bushing_side_members, .required = true},
    {"stiffness", GRAMMAR_VECTOR, "stiffness along the three axes", .unit = "N/m", .length = 3, .required = true, .min = 0, .max = 1e15, TUNABLE},
    {"damping", GRAMMAR_VECTOR, "damping along them", .unit = "N.s/m", .length = 3, .initially = "0", .min = 0, .max = 1e15, TUNABLE},
    {"turn_stiffness", GRAMMAR_VECTOR, "stiffness about the three axes", .unit = "N.m/rad", .length = 3, .initially = "0", .min = 0, .max = 1e15, TUNABLE},
    {"turn_damping", GRAMMAR_VECTOR, "damping about them", .unit = "N.m.s/rad", .length = 3, .initially = "0", .min = 0, .max = 1e15, TUNABLE},
    GRAMMAR_END};

static const struct grammar_member contact_plane_members[] = {
    {"body", GRAMMAR_NAME, "body with the plane; without it the ground", BODY_OR_GROUND},
    {"at", GRAMMAR_VECTOR, "point of the plane in that body's frame", POINT},
    {"normal", GRAMMAR_VECTOR, "normal of the plane there, towards the sphere", DIRECTION, .initially = "0 0 1"},
    GRAMMAR_END};

static const struct grammar_member contact_members[] = {
    {"body", GRAMMAR_NAME, "body with the sphere or the corner", .refers_to = "bodies", .required = true},
    {"at", GRAMMAR_VECTOR, "centre of the sphere, or the corner, in the body's frame", POINT},
    {"radius", GRAMMAR_NUMBER, "radius of the sphere; 0: a corner", .unit = "m", .initially = "0", .min = 0, .max = 1e6},
    {"plane", GRAMMAR_OBJECT, "plane that it meets", .members = contact_plane_members, .initially = "{}"},
    STOPS("m", "N/m", "s/m"),
    {"friction", GRAMMAR_NUMBER, "coefficient of friction", .initially = "0", .min = 0, .max = 100, TUNABLE},
    {"slip", GRAMMAR_NUMBER, "speed of sliding at which 71 % of the friction act: at rest there is none, and it creeps", .unit = "m/s", .initially = "0.001",
     .min = 1e-9, .max = 1e3},
    GRAMMAR_END};

static const struct grammar_member payload_members[] = {
    {"body", GRAMMAR_NAME, "body that carries it", .refers_to = "bodies", .required = true},
    {"at", GRAMMAR_VECTOR, "where it lies in the body's frame", POINT},
    {"mass", GRAMMAR_LAW, "mass over time; without it the mass is an input", .unit = "kg"},
    GRAMMAR_END};

static const struct grammar_member force_members[] = {
    {"body", GRAMMAR_NAME, "body on which it acts", .refers_to = "bodies", .required = true},
    {"at", GRAMMAR_VECTOR, "point in the body's frame", POINT},
    {"direction", GRAMMAR_VECTOR, "direction; times the law it is the force", DIRECTION, .required = true},
    {"frame", GRAMMAR_WORD, "whose axes the direction is given in", .words = frames, .initially = "ground"},
    {"law", GRAMMAR_LAW, "force over time; without it the force is an input", .unit = "N"},
    GRAMMAR_END};

static const struct grammar_member torque_members[] = {
    {"body", GRAMMAR_NAME, "body on which it acts", .refers_to = "bodies", .required = true},
    {"axis", GRAMMAR_VECTOR, "direction; times the law it is the torque", DIRECTION, .required = true},
    {"frame", GRAMMAR_WORD, "whose axes the direction is given in", .words = frames, .initially = "ground"},
    {"law", GRAMMAR_LAW, "torque over time; without it the torque is an input", .unit = "N.m"},
    GRAMMAR_END};

static const struct grammar_member drive_members[] = {
    {"coordinate", GRAMMAR_TEXT, "coordinate on which it acts", .required = true, .own_name = true},
    {"law", GRAMMAR_LAW, "force (N) or torque (N.m) over time; without it the drive is an input", .unit = ""},
    GRAMMAR_END};

static const struct grammar_member motion_members[] = {
    {"coordinate", GRAMMAR_TEXT, "coordinate that is moved", .required = true, .own_name = true},
    {"law", GRAMMAR_LAW, "where it is over time, in m or rad; without it that is an input", .unit = ""},
    {"frequency", GRAMMAR_NUMBER, "how fast it comes back to the law or to the input, without overshoot, where it is not there", .unit = "Hz",
     .initially = "10", .min = 1e-6, .max = 1e6},
    GRAMMAR_END};

static const struct grammar_member port_members[] = {
    {"force", GRAMMAR_TEXT, "name of the input for the force", .initially = "", .own_name = true},
    {"p1", GRAMMAR_TEXT, "name of the input for the first pressure", .initially = "", .own_name = true},
    {"p2", GRAMMAR_TEXT, "name of the input for the second pressure", .initially = "", .own_name = true},
    {"length", GRAMMAR_TEXT, "name of the output for the length", .initially = "", .own_name = true},
    {"rate", GRAMMAR_TEXT, "name of the output for the length's rate", .initially = "", .own_name = true},
    {"force_static", GRAMMAR_TEXT, "name of the output for the force that holds the start", .initially = "", .own_name = true},
    GRAMMAR_END};

/* Of a circuit's cylinder what its force needs. */
static const struct grammar_member piston_members[] = {
    {"areas", GRAMMAR_VECTOR, "areas of the piston; the first pressure pushes on the first, the second pulls on the second",
     .unit = "m2", .length = 2, .min = 1e-9, .max = 10, .required = true},
    {"stroke", GRAMMAR_NUMBER, "stroke", .unit = "m", .min = 1e-4, .max = 100, .required = true},
    {"retracted_length", GRAMMAR_NUMBER, "length of the actuator with the piston at its end", .unit = "m", .min = 1e-4, .max = 100},
    {"start_length", GRAMMAR_NUMBER, "length of the first chamber at the start, instead of retracted_length: whatever the actuator's "
     "length is then", .unit = "m", .min = 0, .max = 100},
    {"friction", GRAMMAR_OBJECT, "friction of the seals", .members = friction_members},
    {"stops", GRAMMAR_OBJECT, "stops at both ends of the stroke", .members = stop_members},
    GRAMMAR_END};

static const struct grammar_member actuator_members[] = {
    {"from", GRAMMAR_OBJECT, "one end", .members = point_members},
    {"to", GRAMMAR_OBJECT, "other end", .members = point_members},
    {"coordinate", GRAMMAR_TEXT, "coordinate along which it acts, instead of two ends", .required = false, .own_name = true},
    {"offset", GRAMMAR_NUMBER, "its length where that coordinate is zero", .unit = "m", .initially = "0"},
    {"coupling", GRAMMAR_WORD, "what comes in: the force, or the two pressures of its chambers", .words = couplings,
     .initially = "force"},
    {"force", GRAMMAR_NUMBER, "start value of the input force; without it the force that holds the start, if there is one: then a start in "
     "equilibrium keeps the actuator's length", .unit = "N", .fixed = true},
    {"pressures", GRAMMAR_VECTOR, "start values of the input pressures; without them 0, and a start in equilibrium keeps the actuator's length",
     .unit = "Pa", .length = 2, .fixed = true},
    {"piston", GRAMMAR_OBJECT, "needed for pressures: the piston on which they act", .members = piston_members},
    {"limits", GRAMMAR_VECTOR, "smallest and largest length; beyond, a run ends, or stops push back", .unit = "m", .length = 2},
    {"stops", GRAMMAR_OBJECT, "stops at both limits", .members = line_stop_members},
    {"ports", GRAMMAR_OBJECT, "names of its ports, where NAME.force, NAME.length and so on are not wanted", .members = port_members,
     .initially = "{}"},
    GRAMMAR_END};

static const struct grammar_member marker_members[] = {
    {"body", GRAMMAR_NAME, "body, or the ground", BODY_OR_GROUND, .required = true},
    {"at", GRAMMAR_VECTOR, "point in that body's frame", POINT},
    {"acceleration", GRAMMAR_FLAG, "whether its acceleration is an output, too", .initially = "false"},
    GRAMMAR_END};

static const struct grammar_member section_members[] = {
    {"body", GRAMMAR_NAME, "flexible body", .refers_to = "bodies", .required = true},
    {"at", GRAMMAR_VECTOR, "where its beam is cut: at a node, but not at its end; the forces are those just beyond", POINT},
    {"modulus_z", GRAMMAR_NUMBER, "section modulus for bending in the x-y plane", .unit = "m3", .required = true, .min = 1e-15, .max = 1e4},
    {"modulus_y", GRAMMAR_NUMBER, "section modulus for bending in the x-z plane; needed in space", .unit = "m3", .min = 1e-15, .max = 1e4},
    GRAMMAR_END};

static const struct grammar_member place_members[] = {
    {"parent", GRAMMAR_TEXT, "body of this document that carries it, or the ground", .required = true},
    {"at", GRAMMAR_VECTOR, "where that file's ground is in the parent's frame", POINT},
    {"orientation", GRAMMAR_VECTOR, "of that ground's axes in the parent's frame: turns about x, the new y and the new z", .unit = "rad", .length = 3,
     .initially = "0"},
    GRAMMAR_END};

static const struct grammar_place place_entries[] = {{"bodies", "{\"mass\": 0}", NULL}, {"joints", "{\"type\": \"fixed\"}", "child"}, {NULL, NULL, NULL}};

static const struct grammar_member include_members[] = {
    {"file", GRAMMAR_TEXT, "mechanism file in the folder of this one or below: its constants, bodies, joints and so on are here as NAME_...",
     .required = true},
    {"constants", GRAMMAR_VALUES, "constants of that file that have another value here: numbers, or expressions over this file's constants", .initially = NULL},
    {"place", GRAMMAR_OBJECT, "where that file's ground is: fixed to a body of this one", .members = place_members, .makes = place_entries},
    GRAMMAR_END};

static const struct grammar_member experiment_members[] = {
    MODEL_EXPERIMENT_ROWS("2"),
    GRAMMAR_END};

static const struct grammar_member members[] = {
    {"type", GRAMMAR_WORD, "what the document describes", .words = documents, .required = true},
    {"name", GRAMMAR_TEXT, "name of the model: letters, digits and _, beginning with a letter", .required = true},
    {"description", GRAMMAR_TEXT, "what it is, in a line", .initially = ""},
    {"include", GRAMMAR_MAP, "other mechanisms that are parts of this one, by name", .members = include_members},
    {"gravity", GRAMMAR_VECTOR, "gravity in the ground's frame", .unit = "m/s2", .length = 3, .required = true},
    {"bodies", GRAMMAR_MAP, "rigid bodies", .members = body_members, .required = true, .or_word = "ground"},
    {"joints", GRAMMAR_MAP, "tree of joints: one for each body, which carries it", .members = joint_members, .required = true},
    {"loops", GRAMMAR_MAP, "cut joints, which close loops", .members = loop_members},
    {"rolling", GRAMMAR_MAP, "discs that roll without slipping", .members = rolling_members},
    {"springs", GRAMMAR_MAP, "springs between two points", .members = spring_members},
    {"dampers", GRAMMAR_MAP, "dampers between two points", .members = damper_members},
    {"joint_springs", GRAMMAR_MAP, "springs and dampers on coordinates", .members = joint_spring_members},
    {"bushings", GRAMMAR_MAP, "springs and dampers along and about three axes, between two bodies", .members = bushing_members},
    {"contacts", GRAMMAR_MAP, "spheres and corners that meet planes", .members = contact_members},
    {"payloads", GRAMMAR_MAP, "point masses that laws or inputs set", .members = payload_members},
    {"forces", GRAMMAR_MAP, "applied forces", .members = force_members},
    {"torques", GRAMMAR_MAP, "applied torques", .members = torque_members},
    {"drives", GRAMMAR_MAP, "applied forces or torques on coordinates", .members = drive_members},
    {"motions", GRAMMAR_MAP, "prescribed motions of coordinates", .members = motion_members},
    {"actuators", GRAMMAR_MAP, "linear actuators, whose force, length and rate are ports", .members = actuator_members},
    {"markers", GRAMMAR_MAP, "points whose places and velocities are wanted", .members = marker_members},
    {"sections", GRAMMAR_MAP, "sections of beams whose forces, moments and stresses are wanted", .members = section_members},
    {"independent", GRAMMAR_TEXTS, "coordinates that are to be the states; by default the best ones at the start", .initially = "", .own_name = true},
    {"states", GRAMMAR_TEXTS, "coordinates that export has chosen as states, in their order: written into the FMU's document, so that the "
     "choice is made once", .initially = ""},
    {"outputs", GRAMMAR_TEXTS, "coordinates, rates, places of markers and other results that are outputs of the FMU; without it the states and all "
     "markers. Ports of actuators always are", .required = false},
    {"parameters", GRAMMAR_WORD, "what becomes a parameter of the FMU: every number of the file, or its constants alone",
     .words = parameter_choices, .initially = "all"},
    {"start", GRAMMAR_WORD, "whether the start is as given, or the equilibrium near it", .words = starts, .initially = "given"},
    {"formulation", GRAMMAR_WORD, "how closed loops are stepped in Co-Simulation", .words = formulations,
     .initially = "partitioning"},
    {"experiment", GRAMMAR_OBJECT, "default experiment", .members = experiment_members, .initially = "{}"},
    GRAMMAR_END};
/* clang-format on */

const struct grammar mechanism_grammar = {
    "Mechanism", "A mechanism of rigid bodies, joints, loops, springs, forces and actuators; SI units, angles in rad.",
    members};
