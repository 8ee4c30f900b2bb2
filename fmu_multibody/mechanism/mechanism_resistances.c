/* Stops and friction of joints, stops of actuators. */
#include "fmu_multibody/mechanism/mechanism_plan.h"

static bool resists(const struct node *joint)
{
    return node_member(joint, "stops") || node_member(joint, "friction");
}

size_t mechanism_count_resistances(const struct node *root, size_t *joints)
{
    const struct node *all = node_member(root, "joints"), *actuators = node_member(root, "actuators");
    size_t n = 0;
    *joints = 0;
    for (size_t i = 0; i < node_count(all); i++)
        *joints += resists(node_item(all, i));
    for (size_t i = 0; i < node_count(actuators); i++)
        n += node_member(node_item(actuators, i), "stops") != NULL;
    return *joints + n;
}

static bool read_stops(struct mechanism_file *f, const struct node *node, struct mechanism_resistance *r,
                       struct notation_error *error)
{
    const struct node *stops = node_member(node, "stops");
    const size_t limits = node_quantity(node, "limits");
    if (!stops)
        return true;
    if (limits == NODE_NONE)
        return node_fail(stops, error, "stops stand at the limits: the member \"limits\" is missing");
    r->has_stops = true;
    return (mechanism_bind(f, &r->lower, limits) && mechanism_bind(f, &r->upper, limits + 1) &&
            mechanism_bind(f, &r->stop.stiffness, node_quantity(stops, "stiffness")) &&
            mechanism_bind(f, &r->stop.damping, node_quantity(stops, "damping")) &&
            mechanism_bind(f, &r->stop.onset, node_quantity(stops, "onset"))) ||
           node_fail(stops, error, "out of memory");
}

/* A joint of one coordinate: its resistance is a load on it. */
static bool read_joint(struct mechanism_file *f, const struct node *joint, size_t load, struct mechanism_resistance *r,
                       struct notation_error *error)
{
    struct mechanism *m = f->mechanism;
    const int body = mechanism_body_place(f, joint, "child");
    r->name = node_name(joint);
    r->of = mechanism_first_coordinate(m, (size_t)body);
    r->input = mechanism_load_input(m, load);
    r->turns = joint_turns(m->bodies[body].joint.kind, 0);
    m->loads[load] =
        (struct mechanism_load){.name = r->name, .kind = LOAD_JOINT, .point = {.body = body}, .is_internal = true};
    return read_stops(f, joint, r, error) &&
           mechanism_read_friction(f, node_member(joint, "friction"), &r->friction, r->turns, error);
}

bool mechanism_read_resistances(struct mechanism_file *f, struct notation_error *error)
{
    const struct node *joints = node_member(notation_root(f->notation), "joints");
    struct mechanism_resistance *r = f->resistances;
    size_t load = f->n_given_loads;
    for (size_t i = 0; i < node_count(joints); i++)
        if (resists(node_item(joints, i)) && !read_joint(f, node_item(joints, i), load++, r++, error))
            return false;
    for (size_t i = 0; i < f->mechanism->n_actuators; i++) {
        const struct node *actuator = f->actuator_nodes[i], *stops = node_member(actuator, "stops");
        if (!stops)
            continue;
        if (f->pistons[i].in_use)
            return node_fail(stops, error, "an actuator that takes pressures has its stops in its \"piston\"");
        r->name = node_name(actuator);
        r->is_actuator = true;
        r->of = i;
        r->input = mechanism_actuator_input(f->mechanism, i);
        if (!read_stops(f, actuator, r++, error))
            return false;
    }
    return true;
}

void mechanism_place_resistances(struct mechanism_file *f)
{
    const size_t n = f->mechanism->n_actuators;
    size_t state = f->sizes.states, memory = f->sizes.memory + MEMORY_FORCES + n;
    for (size_t i = 0; i < n; i++) {
        state += f->pistons[i].n_states;
        memory += f->pistons[i].in_use ? PISTON_MEMORIES : 0;
    }
    for (size_t i = 0; i < f->n_resistances; i++) {
        struct mechanism_resistance *r = &f->resistances[i];
        r->first_state = state;
        r->n_states = friction_states(r->friction.law);
        r->has_mode = friction_has_mode(r->friction.law);
        r->mode = memory;
        state += r->n_states;
        memory += r->has_mode;
        f->n_modes += r->has_mode;
    }
}
