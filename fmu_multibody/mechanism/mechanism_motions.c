/* Prescribed motions: a coordinate that follows a law or an input, and the force that this takes. */
#include "fmu_multibody/mechanism/mechanism_table.h"

#include <string.h>

bool mechanism_read_motions(struct mechanism_file *f, struct notation_error *error)
{
    struct mechanism *m = f->mechanism;
    const struct node *root = notation_root(f->notation), *motions = node_member(root, "motions");
    if (f->n_motions > 0 && m->start == START_EQUILIBRIUM)
        return node_fail(motions, error,
                         "an equilibrium at the start has no prescribed motions: \"start\": \"given\" expected");
    for (size_t i = 0; i < f->n_motions; i++) {
        struct mechanism_motion *motion = &f->motions[i];
        const struct node *node = node_item(motions, i);
        const size_t load = m->n_loads - f->n_motions + i;
        int body, place;
        if (!mechanism_find_coordinate(f, node_member(node, "coordinate"), &body, &place, error))
            return false;
        *motion = (struct mechanism_motion){.name = node_name(node), .node = node, .law = node_law(node, "law")};
        motion->coordinate = mechanism_first_coordinate(m, (size_t)body) + (size_t)place;
        motion->input = mechanism_load_input(m, load);
        motion->turns = strcmp(f->coordinate_units[motion->coordinate], "rad") == 0;
        for (size_t k = 0; k < i; k++)
            if (f->motions[k].coordinate == motion->coordinate)
                return node_fail(node, error, "the motion \"%s\" moves this coordinate already", f->motions[k].name);
        m->loads[load] = (struct mechanism_load){
            .name = motion->name, .kind = LOAD_JOINT, .point = {.body = body}, .coordinate = place};
        struct mechanism_coordinate *c = mechanism_coordinate(m, motion->coordinate);
        c->wanted_independent = c->position_given = c->velocity_given = true;
        if (!mechanism_bind(f, &motion->frequency, node_quantity(node, "frequency")))
            return node_fail(node, error, "out of memory");
    }
    return true;
}

void mechanism_start_motions(const struct mechanism_file *f, const double *values, const struct mechanism *m)
{
    for (size_t i = 0; i < f->n_motions; i++) {
        struct mechanism_coordinate *c = mechanism_coordinate(m, f->motions[i].coordinate);
        double curvature;
        if (!f->motions[i].law)
            continue;
        c->position = law_value_real(f->motions[i].law, values, 0, 0);
        law_slopes_real(f->motions[i].law, values, 0, 0, &c->velocity, &curvature);
    }
}

/* The first coordinate among the states that is this one. */
bool mechanism_place_motions(struct mechanism_file *f, struct notation_error *error)
{
    for (size_t i = 0; i < f->n_motions; i++) {
        struct mechanism_motion *motion = &f->motions[i];
        motion->state = 0;
        while (motion->state < f->sizes.independent &&
               mechanism_state_coordinate(f->mechanism, motion->state) != motion->coordinate)
            motion->state++;
        if (motion->state == f->sizes.independent)
            return node_fail(motion->node, error, "its coordinate is not free: other coordinates determine it");
    }
    return true;
}

void table_add_motion_inputs(struct mechanism_file *f)
{
    f->first_motion_input = f->n_actuator_inputs;
    for (size_t i = 0; i < f->n_given_loads; i++)
        f->first_motion_input += f->load_laws[i] == NULL;
    for (size_t i = 0; i < f->n_motions; i++) {
        const struct mechanism_motion *motion = &f->motions[i];
        if (!motion->law)
            table_add(
                f, (struct model_variable){.role = MODEL_INPUT,
                                           .name = KEEP("%s.position", motion->name),
                                           .unit = f->coordinate_units[motion->coordinate],
                                           .description = KEEP("%s: what the coordinate %s follows", motion->name,
                                                               f->coordinates[motion->coordinate]),
                                           .start = mechanism_coordinate(f->mechanism, motion->coordinate)->position});
    }
}

void table_add_motions(struct mechanism_file *f, const struct state_names *states)
{
    for (size_t i = 0; i < f->n_motions; i++) {
        const char *name = f->motions[i].name;
        table_add(f, (struct model_variable){.role = MODEL_LOCAL,
                                             .is_output = true,
                                             .name = KEEP("%s.force", name),
                                             .unit = f->motions[i].turns ? "N.m" : "N",
                                             .description = KEEP("%s: what the motion takes", name),
                                             .depends = states->all_and_inputs});
        table_add(f, (struct model_variable){.role = MODEL_LOCAL,
                                             .name = KEEP("%s.power", name),
                                             .unit = "W",
                                             .description = KEEP("%s: power that the motion gives", name),
                                             .depends = states->all_and_inputs});
    }
}
