/* Reactions and accelerations that a mechanism file asks for: "reaction" of joints, loops and discs, "motion" of bodies, "acceleration"
 * of markers, "sections" of beams. */
#include "fmu_multibody/mechanism/mechanism_table.h"

enum reaction_word { REACTION_NONE, REACTION_FIRST, REACTION_SECOND, REACTION_GROUND }; /* parent or a, child or b */
enum rolling_word { ROLLING_NONE, ROLLING_BODY, ROLLING_GROUND };

static void add(struct mechanism_file *f, struct mechanism_sensor sensor)
{
    f->sensors[f->n_sensors++] = sensor;
}

static bool add_joints(struct mechanism_file *f, const struct node *joints, struct notation_error *error)
{
    const struct mechanism *m = f->mechanism;
    for (size_t i = 0; i < node_count(joints); i++) {
        const struct node *joint = node_item(joints, i);
        const int word = node_word(joint, "reaction");
        const size_t body = (size_t)mechanism_body_place(f, joint, "child");
        if (word == REACTION_NONE)
            continue;
        if (m->bodies[body].joint.kind == JOINT_FREE)
            return node_fail(node_member(joint, "reaction"), error, "a free joint carries nothing");
        const int axes = word == REACTION_FIRST    ? m->bodies[body].parent
                         : word == REACTION_SECOND ? (int)body
                                                   : MECHANISM_GROUND;
        add(f, (struct mechanism_sensor){.kind = SENSOR_JOINT, .of = body, .axes = axes});
    }
    return true;
}

static void add_loops(struct mechanism_file *f, const struct node *loops)
{
    for (size_t i = 0; i < node_count(loops); i++) {
        const struct node *loop = node_item(loops, i), *a = node_member(loop, "a");
        const int word = node_word(loop, "reaction");
        const int axes = word == REACTION_FIRST    ? mechanism_body_place(f, a, "body")
                         : word == REACTION_SECOND ? mechanism_body_place(f, node_member(loop, "b"), "body")
                                                   : MECHANISM_GROUND;
        const bool is_reverse = f->mechanism->cuts[i].kind == CUT_POINT_ON_LINE && !node_member(a, "axis");
        if (word != REACTION_NONE)
            add(f, (struct mechanism_sensor){.kind = SENSOR_LOOP, .of = i, .axes = axes, .is_reverse = is_reverse});
    }
}

static void add_discs(struct mechanism_file *f, const struct node *rolling)
{
    for (size_t i = 0; i < node_count(rolling); i++) {
        const int word = node_word(node_item(rolling, i), "reaction");
        if (word != ROLLING_NONE)
            add(f, (struct mechanism_sensor){.kind = SENSOR_ROLLING,
                                             .of = i,
                                             .axes = word == ROLLING_BODY ? f->mechanism->contacts[i].body
                                                                          : MECHANISM_GROUND});
    }
}

bool mechanism_read_sensors(struct mechanism_file *f, struct notation_error *error)
{
    const struct node *root = notation_root(f->notation);
    const struct node *bodies = node_member(root, "bodies"), *markers = node_member(root, "markers");
    const struct node *joints = node_member(root, "joints"), *loops = node_member(root, "loops");
    const struct node *rolling = node_member(root, "rolling");
    const size_t most = node_count(bodies) + node_count(markers) + node_count(joints) + node_count(loops) +
                        node_count(rolling) + f->mechanism->n_sections;
    f->sensors = notation_keep(f->notation, (most + 1) * sizeof *f->sensors);
    if (!f->sensors)
        return node_fail(root, error, "out of memory");
    for (size_t i = 0; i < node_count(markers); i++)
        if (node_flag(node_item(markers, i), "acceleration"))
            add(f, (struct mechanism_sensor){.kind = SENSOR_MARKER, .of = i});
    for (size_t i = 0; i < node_count(bodies); i++)
        if (node_flag(node_item(bodies, i), "motion"))
            add(f, (struct mechanism_sensor){.kind = SENSOR_BODY, .of = (size_t)f->places[i]});
    add_loops(f, loops);
    add_discs(f, rolling);
    for (size_t i = 0; i < f->mechanism->n_sections; i++)
        add(f, (struct mechanism_sensor){
                   .kind = SENSOR_SECTION, .of = i, .is_planar = f->mechanism->sections[i].is_planar});
    return add_joints(f, joints, error);
}

size_t mechanism_sensor_locals(const struct mechanism_sensor *sensor)
{
    switch (sensor->kind) {
    case SENSOR_BODY:
        return BODY_LOCALS;
    case SENSOR_JOINT:
    case SENSOR_LOOP:
        return REACTION_LOCALS;
    case SENSOR_SECTION:
        return sensor->is_planar ? SECTION_PLANAR_LOCALS : SECTION_LOCALS;
    case SENSOR_MARKER:
    case SENSOR_ROLLING:
        break;
    }
    return 3;
}

/* ---- their rows in the table ---- */

/* Three rows, NAME.Fx, NAME.Fy and NAME.Fz. */
static void add_vector(struct mechanism_file *f, const char *name, const char *letter, const char *unit,
                       const char *description, const char *depends)
{
    for (int k = 0; k < 3; k++)
        table_add(f, (struct model_variable){.role = MODEL_LOCAL,
                                             .is_output = true,
                                             .name = KEEP("%s.%s%c", name, letter, "xyz"[k]),
                                             .unit = unit,
                                             .description = KEEP("%s: %s, along %c", name, description, "xyz"[k]),
                                             .depends = depends});
}

static void add_body_rows(struct mechanism_file *f, size_t body, const struct state_names *states)
{
    const char *name = f->mechanism->bodies[body].name;
    for (int k = 0; k < 9; k++)
        table_add(f, (struct model_variable){.role = MODEL_LOCAL,
                                             .is_output = true,
                                             .name = KEEP("%s.R%d%d", name, k / 3 + 1, k % 3 + 1),
                                             .unit = "",
                                             .description = KEEP("%s: %c of its %c axis in the ground's frame", name,
                                                                 "xyz"[k / 3], "xyz"[k % 3]),
                                             .depends = states->positions});
    add_vector(f, name, "w", "rad/s", "angular rate in the ground's frame", states->motion);
    add_vector(f, name, "al", "rad/s2", "angular acceleration in the ground's frame", states->all_and_inputs);
    add_vector(f, name, "a", "m/s2", "acceleration of its origin in the ground's frame", states->all_and_inputs);
}

/* What is always zero of a beam in the plane has no row. */
static void add_section_rows(struct mechanism_file *f, const struct mechanism_sensor *s, const char *depends)
{
    static const struct {
        const char *name, *unit, *text;
        bool is_spatial;
    } rows[SECTION_LOCALS] = {
        {"Fx", "N", "tension", false},
        {"Fy", "N", "shear force along its y axis", false},
        {"Fz", "N", "shear force along its z axis", true},
        {"Mx", "N.m", "torque", true},
        {"My", "N.m", "bending moment about its y axis", true},
        {"Mz", "N.m", "bending moment about its z axis", false},
        {"tension_stress", "Pa", "stress of the tension, Fx over the area", false},
        {"bending_stress_y", "Pa", "largest stress of bending in the x-z plane, My over the section modulus", true},
        {"bending_stress_z", "Pa", "largest stress of bending in the x-y plane, Mz over the section modulus", false}};
    const struct mechanism_section *section = &f->mechanism->sections[s->of];
    const char *beam = f->mechanism->flexibles[section->flexible].name;
    for (int k = 0; k < SECTION_LOCALS; k++)
        if (!s->is_planar || !rows[k].is_spatial)
            table_add(f, (struct model_variable){.role = MODEL_LOCAL,
                                                 .is_output = true,
                                                 .name = KEEP("%s.%s", section->name, rows[k].name),
                                                 .unit = rows[k].unit,
                                                 .description =
                                                     KEEP("%s: %s, on the beam %s", section->name, rows[k].text, beam),
                                                 .depends = depends});
}

static const char *frame_name(const struct mechanism_file *f, int axes)
{
    return axes < 0 ? "the ground" : f->mechanism->bodies[axes].name;
}

void table_add_sensors(struct mechanism_file *f, const struct state_names *states)
{
    const struct mechanism *m = f->mechanism;
    const char *depends = states->all_and_inputs;
    for (size_t i = 0; i < f->n_sensors; i++) {
        const struct mechanism_sensor *s = &f->sensors[i];
        const char *axes = frame_name(f, s->axes);
        switch (s->kind) {
        case SENSOR_MARKER:
            add_vector(f, m->markers[s->of].name, "a", "m/s2", "acceleration of the marker in the ground's frame",
                       depends);
            break;
        case SENSOR_BODY:
            add_body_rows(f, s->of, states);
            break;
        case SENSOR_JOINT:
        case SENSOR_LOOP: {
            const bool is_joint = s->kind == SENSOR_JOINT;
            const char *name = is_joint ? m->bodies[s->of].joint.name : m->cuts[s->of].name;
            const char *on = is_joint ? "the child" : "side b";
            add_vector(f, name, "F", "N", KEEP("force on %s in the frame of %s", on, axes), depends);
            add_vector(f, name, "M", "N.m", KEEP("moment on %s in the frame of %s", on, axes), depends);
            break;
        }
        case SENSOR_ROLLING:
            add_vector(f, m->contacts[s->of].name, "F", "N", KEEP("force on the disc in the frame of %s", axes),
                       depends);
            break;
        case SENSOR_SECTION:
            add_section_rows(f, s, depends);
            break;
        }
    }
}
