/* Actuators that take the pressures of their chambers: the members of a circuit's cylinder that the force needs. */
#include "fmu_multibody/mechanism/mechanism_plan.h"

#include <math.h>

bool mechanism_read_friction(struct mechanism_file *f, const struct node *node, struct friction *friction, bool turns,
                             struct notation_error *error)
{
    if (!node)
        return true;
    friction->law = (enum friction_law)node_word(node, "type");
    for (size_t i = 0; i < friction_n_parameters; i++) {
        const struct friction_parameter *p = &friction_parameters[i];
        const char *unit = turns ? p->angular_unit : p->unit;
        if (p->laws & 1u << friction->law && !node_member(node, p->name))
            return node_fail(node, error, "%s friction needs the member \"%s\" (%s, in %s)",
                             friction_name(friction->law), p->name, p->description, *unit ? unit : "1");
        if (!mechanism_bind(f, (double *)(void *)((char *)friction + p->offset), node_quantity(node, p->name)))
            return node_fail(node, error, "out of memory");
    }
    return true;
}

bool mechanism_read_piston(struct mechanism_file *f, size_t actuator, struct notation_error *error)
{
    const struct node *node = node_member(f->actuator_nodes[actuator], "piston"), *stops = node_member(node, "stops");
    struct mechanism_piston *p = &f->pistons[actuator];
    p->in_use = node_word(f->actuator_nodes[actuator], "coupling") == COUPLING_PRESSURES;
    if (!p->in_use)
        return true;
    f->n_pistons++;
    p->start_relative = node_member(node, "start_length") != NULL;
    if (!node)
        return node_fail(f->actuator_nodes[actuator], error, "an actuator that takes pressures needs a \"piston\"");
    if (p->start_relative == (node_member(node, "retracted_length") != NULL))
        return node_fail(node, error, "either a retracted_length or a start_length expected%s",
                         p->start_relative ? ", not both" : ": where is the piston?");
    return ((mechanism_bind_vector(f, &p->piston.area_A, 2, node, "areas") &&
             mechanism_bind(f, &p->piston.stroke, node_quantity(node, "stroke")) &&
             mechanism_bind(f, &p->retracted_length, node_quantity(node, "retracted_length")) &&
             mechanism_bind(f, &p->start_length, node_quantity(node, "start_length")) &&
             mechanism_bind(f, &p->piston.stop_stiffness, node_quantity(stops, "stiffness")) &&
             mechanism_bind(f, &p->piston.stop_damping, node_quantity(stops, "damping"))) ||
            node_fail(node, error, "out of memory")) &&
           mechanism_read_friction(f, node_member(node, "friction"), &p->piston.friction, false, error);
}

void mechanism_place_pistons(struct mechanism_file *f)
{
    size_t state = f->sizes.states, memory = f->sizes.memory + MEMORY_FORCES + f->mechanism->n_actuators;
    for (size_t i = 0; i < f->mechanism->n_actuators; i++) {
        struct mechanism_piston *p = &f->pistons[i];
        f->actuator_inputs[i] = f->n_actuator_inputs;
        f->n_actuator_inputs += p->in_use ? 2 : 1;
        p->first_state = state;
        p->first_memory = memory;
        memory += p->in_use ? PISTON_MEMORIES : 0;
        p->n_states = p->in_use ? friction_states(p->piston.friction.law) : 0;
        p->has_mode = p->in_use && friction_has_mode(p->piston.friction.law);
        state += p->n_states;
        f->n_modes += p->has_mode;
    }
}

bool mechanism_file_piston(const struct mechanism_file *f, size_t actuator, double *stroke, double *retracted_length,
                           double *start_length)
{
    const struct mechanism_piston *p = &f->pistons[actuator];
    *stroke = p->piston.stroke;
    *retracted_length = p->start_relative ? NAN : p->retracted_length;
    *start_length = p->start_length;
    return p->in_use;
}
