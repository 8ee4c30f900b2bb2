/* What acts between the bodies of a mechanism file: loops, contacts, springs, loads, actuators, markers. */
#include "fmu_multibody/mechanism/mechanism_plan.h"

#include <string.h>

static bool no_memory(const struct node *node, struct notation_error *error)
{
    return node_fail(node, error, "out of memory");
}

/* A point of a body: {"body": ..., "at": ...}. */
static bool read_point(struct mechanism_file *f, const struct node *object, struct mechanism_point *point)
{
    return mechanism_bind_point(f, object, "body", &point->body, point->at);
}

/* ---- loops ---- */

static bool need_axis(const struct node *side, bool needed, const char *why, struct notation_error *error)
{
    const struct node *axis = node_member(side, "axis");
    if (needed && !axis)
        return node_fail(side, error, "the member \"axis\" is missing: %s", why);
    return needed || !axis || node_fail(axis, error, "an axis has no meaning here: %s", why);
}

static bool check_axes(const struct node *loop, enum cut_kind kind, struct notation_error *error)
{
    const struct node *a = node_member(loop, "a"), *b = node_member(loop, "b");
    const bool has_a = node_member(a, "axis"), has_b = node_member(b, "axis");
    switch (kind) {
    case CUT_REVOLUTE:
    case CUT_PRISMATIC:
    case CUT_UNIVERSAL:
    case CUT_CYLINDRICAL:
    case CUT_PLANAR:
        return need_axis(a, true, "both sides of such a joint have one", error) &&
               need_axis(b, true, "both sides of such a joint have one", error);
    case CUT_SPHERICAL:
    case CUT_DISTANCE:
        return need_axis(a, false, "this kind of joint has none", error) &&
               need_axis(b, false, "this kind of joint has none", error);
    case CUT_POINT_ON_LINE:
        return has_a != has_b ||
               node_fail(loop, error, "one side is the line and has an \"axis\", the other is the point and has none");
    }
    return false;
}

static bool read_loop(struct mechanism_file *f, const struct node *loop, struct mechanism_cut *cut,
                      struct notation_error *error)
{
    cut->name = node_name(loop);
    cut->kind = (enum cut_kind)node_word(loop, "type");
    if (!check_axes(loop, cut->kind, error))
        return false;
    const struct node *a = node_member(loop, "a"), *b = node_member(loop, "b");
    if (cut->kind == CUT_POINT_ON_LINE && !node_member(a, "axis")) { /* the line is the engine's side a */
        const struct node *line = b;
        b = a;
        a = line;
    }
    if (node_reference(a, "body") == node_reference(b, "body"))
        return node_fail(loop, error, "both sides are on the same body");
    return (read_point(f, a, &cut->a) && read_point(f, b, &cut->b) &&
            mechanism_bind_vector(f, cut->axis_a, 3, a, "axis") &&
            mechanism_bind_vector(f, cut->axis_b, 3, b, "axis") &&
            mechanism_bind_vector(f, cut->side_a, 3, a, "side") &&
            mechanism_bind_vector(f, cut->side_b, 3, b, "side") &&
            mechanism_bind(f, &cut->length, node_quantity(loop, "length"))) ||
           no_memory(loop, error);
}

static bool read_rolling(struct mechanism_file *f, const struct node *rolling, struct mechanism_contact *contact,
                         struct notation_error *error)
{
    const struct node *plane = node_member(rolling, "plane");
    contact->name = node_name(rolling);
    contact->body = mechanism_body_place(f, rolling, "body");
    return (mechanism_bind_vector(f, contact->centre, 3, rolling, "centre") &&
            mechanism_bind_vector(f, contact->axis, 3, rolling, "axis") &&
            mechanism_bind(f, &contact->radius, node_quantity(rolling, "radius")) &&
            mechanism_bind_vector(f, contact->plane, 3, plane, "at") &&
            mechanism_bind_vector(f, contact->normal, 3, plane, "normal")) ||
           no_memory(rolling, error);
}

/* ---- springs: dampers are springs without stiffness ---- */

size_t mechanism_count_numbers(const struct node *root)
{
    static const char *const maps[] = {"springs", "dampers", "joint_springs"};
    size_t n = 0;
    for (int k = 0; k < 3; k++) {
        const struct node *map = node_member(root, maps[k]);
        for (size_t i = 0; i < node_count(map); i++) {
            const struct node *table = node_member(node_item(map, i), "table");
            n += node_count(node_member(table, k == 1 ? "rate" : "stretch")) + node_count(node_member(table, "force"));
        }
    }
    return n;
}

/* The table of a spring, over the member `over`; `or_member` is what stands for it, NULL: it need not be there. */
static bool read_table(struct mechanism_file *f, const struct node *node, const char *over, const char *or_member,
                       struct mechanism_curve *curve, struct notation_error *error)
{
    const struct node *table = node_member(node, "table");
    if (or_member && (table != NULL) == (node_member(node, or_member) != NULL))
        return node_fail(node, error, "either \"%s\" or a \"table\" expected%s", or_member, table ? ", not both" : "");
    if (!table)
        return true;
    const struct node *at = node_member(table, over), *force = node_member(table, "force");
    if (node_count(at) != node_count(force))
        return node_fail(force, error, "%zu forces expected, as many as values of \"%s\"", node_count(at), over);
    *curve = (struct mechanism_curve){.first = f->n_numbers, .count = node_count(at)};
    f->n_numbers += 2 * curve->count;
    double *numbers = f->mechanism->numbers + curve->first;
    return (mechanism_bind_vector(f, numbers, curve->count, table, over) &&
            mechanism_bind_vector(f, numbers + curve->count, curve->count, table, "force")) ||
           no_memory(node, error);
}

static bool read_spring(struct mechanism_file *f, const struct node *node, bool is_damper,
                        struct mechanism_spring *spring, struct notation_error *error)
{
    spring->name = node_name(node);
    if (!read_table(f, node, is_damper ? "rate" : "stretch", is_damper ? "damping" : "stiffness",
                    is_damper ? &spring->by_rate : &spring->by_stretch, error))
        return false;
    return (read_point(f, node_member(node, "from"), &spring->a) &&
            read_point(f, node_member(node, "to"), &spring->b) &&
            mechanism_bind(f, &spring->stiffness, node_quantity(node, "stiffness")) &&
            mechanism_bind(f, &spring->free_length, node_quantity(node, "length")) &&
            mechanism_bind(f, &spring->damping, node_quantity(node, "damping"))) ||
           no_memory(node, error);
}

static bool read_joint_spring(struct mechanism_file *f, const struct node *node, struct mechanism_joint_spring *spring,
                              struct notation_error *error)
{
    spring->name = node_name(node);
    return mechanism_find_coordinate(f, node_member(node, "coordinate"), &spring->body, &spring->coordinate, error) &&
           read_table(f, node, "stretch", NULL, &spring->by_stretch, error) &&
           ((mechanism_bind(f, &spring->stiffness, node_quantity(node, "stiffness")) &&
             mechanism_bind(f, &spring->rest, node_quantity(node, "rest")) &&
             mechanism_bind(f, &spring->damping, node_quantity(node, "damping"))) ||
            no_memory(node, error));
}

/* ---- loads: forces, torques, drives ---- */

static bool read_force(struct mechanism_file *f, const struct node *node, struct mechanism_load *load,
                       struct notation_error *error)
{
    load->kind = node_word(node, "frame") == FRAME_BODY ? LOAD_FORCE_FOLLOWING : LOAD_FORCE;
    return (read_point(f, node, &load->point) && mechanism_bind_vector(f, load->direction, 3, node, "direction")) ||
           no_memory(node, error);
}

static bool read_torque(struct mechanism_file *f, const struct node *node, struct mechanism_load *load,
                        struct notation_error *error)
{
    load->kind = node_word(node, "frame") == FRAME_BODY ? LOAD_TORQUE_FOLLOWING : LOAD_TORQUE;
    load->point.body = mechanism_body_place(f, node, "body");
    return mechanism_bind_vector(f, load->direction, 3, node, "axis") || no_memory(node, error);
}

static bool read_drive(struct mechanism_file *f, const struct node *node, struct mechanism_load *load,
                       struct notation_error *error)
{
    load->kind = LOAD_JOINT;
    return mechanism_find_coordinate(f, node_member(node, "coordinate"), &load->point.body, &load->coordinate, error);
}

static bool read_loads(struct mechanism_file *f, const struct node *root, struct notation_error *error)
{
    static const struct {
        const char *map;
        bool (*read)(struct mechanism_file *f, const struct node *node, struct mechanism_load *load,
                     struct notation_error *error);
    } kinds[] = {{"forces", read_force}, {"torques", read_torque}, {"drives", read_drive}};
    size_t next = 0;
    for (int k = 0; k < 3; k++) {
        const struct node *map = node_member(root, kinds[k].map);
        for (size_t i = 0; i < node_count(map); i++, next++) {
            struct mechanism_load *load = &f->mechanism->loads[next];
            load->name = node_name(node_item(map, i));
            if (!kinds[k].read(f, node_item(map, i), load, error))
                return false;
            f->load_nodes[next] = node_item(map, i);
            f->load_laws[next] = node_law(node_item(map, i), "law");
        }
    }
    return true;
}

/* ---- actuators ---- */

static bool read_ends(struct mechanism_file *f, const struct node *node, struct mechanism_actuator *a,
                      struct notation_error *error)
{
    const struct node *from = node_member(node, "from"), *to = node_member(node, "to");
    const struct node *coordinate = node_member(node, "coordinate");
    if (coordinate ? from || to : !from || !to)
        return node_fail(node, error, "an actuator acts between \"from\" and \"to\", or along a \"coordinate\"");
    if (coordinate) {
        a->kind = ACTUATOR_COORDINATE;
        return mechanism_find_coordinate(f, coordinate, &a->body, &a->coordinate, error) &&
               (mechanism_bind(f, &a->offset, node_quantity(node, "offset")) || no_memory(node, error));
    }
    a->kind = ACTUATOR_POINTS;
    if (node_reference(from, "body") == node_reference(to, "body"))
        return node_fail(node, error, "both ends are on the same body");
    return (read_point(f, from, &a->a) && read_point(f, to, &a->b)) || no_memory(node, error);
}

static bool read_actuator(struct mechanism_file *f, const struct node *node, struct mechanism_actuator *a,
                          struct notation_error *error)
{
    a->name = node_name(node);
    const size_t limits = node_quantity(node, "limits");
    return read_ends(f, node, a, error) &&
           (limits == NODE_NONE || node_member(node, "stops") ||
            (mechanism_bind(f, &a->lower, limits) && mechanism_bind(f, &a->upper, limits + 1)) ||
            no_memory(node, error));
}

/* ---- all of them ---- */

bool mechanism_read_elements(struct mechanism_file *f, struct notation_error *error)
{
    struct mechanism *m = f->mechanism;
    const struct node *root = notation_root(f->notation);
    const struct node *loops = node_member(root, "loops"), *rolling = node_member(root, "rolling");
    const struct node *springs = node_member(root, "springs"), *dampers = node_member(root, "dampers");
    const struct node *joint_springs = node_member(root, "joint_springs");
    const struct node *actuators = node_member(root, "actuators"), *markers = node_member(root, "markers");
    m->start = (enum mechanism_start)node_word(root, "start");
    bool good = mechanism_bind_vector(f, m->gravity, 3, root, "gravity") || no_memory(root, error);
    for (size_t i = 0; i < m->n_cuts && good; i++)
        good = read_loop(f, node_item(loops, i), &m->cuts[i], error);
    for (size_t i = 0; i < m->n_contacts && good; i++)
        good = read_rolling(f, node_item(rolling, i), &m->contacts[i], error);
    for (size_t i = 0; i < node_count(springs) && good; i++)
        good = read_spring(f, node_item(springs, i), false, &m->springs[i], error);
    for (size_t i = 0; i < node_count(dampers) && good; i++)
        good = read_spring(f, node_item(dampers, i), true, &m->springs[node_count(springs) + i], error);
    for (size_t i = 0; i < m->n_joint_springs && good; i++)
        good = read_joint_spring(f, node_item(joint_springs, i), &m->joint_springs[i], error);
    good = good && read_loads(f, root, error);
    for (size_t i = 0; i < m->n_actuators && good; i++) {
        f->actuator_nodes[i] = node_item(actuators, i);
        good = read_actuator(f, node_item(actuators, i), &m->actuators[i], error) && mechanism_read_piston(f, i, error);
        m->actuators[i].holds = !node_member(f->actuator_nodes[i], f->pistons[i].in_use ? "pressures" : "force");
    }
    for (size_t i = 0; i < m->n_markers && good; i++) {
        m->markers[i].name = node_name(node_item(markers, i));
        good = read_point(f, node_item(markers, i), &m->markers[i].point) || no_memory(root, error);
    }
    return good && mechanism_read_resistances(f, error) && mechanism_read_motions(f, error) &&
           mechanism_read_wrenches(f, error) && mechanism_read_payloads(f, error) &&
           mechanism_read_sections(f, error) && mechanism_read_sensors(f, error);
}
