/* The table of variables of a mechanism: what an FMU shows of it, by which names. */
#include "fmu_multibody/engine/engine.h"
#include "fmu_multibody/mechanism/mechanism_table.h"

#include <string.h>

void table_add(struct mechanism_file *f, struct model_variable row)
{
    row.kind = row.kind ? row.kind : MODEL_REAL;
    model_table_add(&f->table, &row);
}

/* ---- parameters ---- */

static void add_parameters(struct mechanism_file *f)
{
    static const struct model_variable solver_rows[] = {SOLVER_PARAMETER_ROWS(1e-3)};
    const struct node *root = notation_root(f->notation), *experiment = node_member(root, "experiment");
    for (int i = 0; i < SOLVER_PARAMETERS; i++) {
        struct model_variable row = solver_rows[i];
        if (i == SOLVER_KIND)
            row.start = (double)node_integer(experiment, "solver");
        if (i == SOLVER_STEP_SIZE)
            row.start = notation_quantities(f->notation)[node_quantity(experiment, "step_size")].value;
        if (i == SOLVER_REL_TOL || i == SOLVER_ABS_TOL)
            row.start = notation_quantities(f->notation)[node_quantity(experiment, "tolerance")].value;
        table_add(f, row);
    }
    table_add(f, (struct model_variable){
                     MODEL_PARAMETER, MODEL_INTEGER, "formulation",
                     "how loops are stepped in Co-Simulation: 1 coordinate partitioning with the solver above, "
                     "2 augmented Lagrangian with projections (trapezoidal rule, micro steps of step_size)",
                     .unit = "", .start = node_word(root, "formulation") + 1, .min = 1, .max = 2});
    table_add(f,
              (struct model_variable){MODEL_PARAMETER, MODEL_REAL, "penalty", "penalty factor of formulation 2",
                                      .unit = "", .start = engine_augmented_default().penalty, .min = 1, .max = 1e18});
    model_table_add_quantities(&f->table, (enum model_table_quantities)node_word(root, "parameters"));
}

/* ---- names ---- */

/* "dtheta" for "theta", "trunk.dx" for "trunk.x". */
const char *table_rate_name(struct mechanism_file *f, const char *name)
{
    const char *point = strrchr(name, '.');
    const size_t before = point ? (size_t)(point - name) + 1 : 0;
    return KEEP("%.*sd%s", (int)before, name, name + before);
}

/* The file's own name for a port, or ACTUATOR.port. */
const char *table_port_name(const struct mechanism_file *f, size_t actuator, const char *port)
{
    const struct node *node = f->actuator_nodes[actuator];
    const char *own = node_text(node_member(node_member(node, "ports"), port));
    return own && *own ? own : KEEP("%s.%s", node_name(node), port);
}

const char *mechanism_file_port(const struct mechanism_file *f, const char *actuator, const char *port)
{
    for (size_t i = 0; i < f->mechanism->n_actuators; i++)
        if (strcmp(f->mechanism->actuators[i].name, actuator) == 0)
            return table_port_name(f, i, port);
    return NULL;
}

const char *table_rate_unit(const char *unit)
{
    return strcmp(unit, "m") == 0 ? "m/s" : "rad/s";
}

/* An actuator along an angle has a torque. */
const char *table_length_unit(const struct mechanism_file *f, size_t actuator)
{
    const struct mechanism_actuator *a = &f->mechanism->actuators[actuator];
    return a->kind == ACTUATOR_COORDINATE
               ? f->coordinate_units[mechanism_first_coordinate(f->mechanism, (size_t)a->body) + (size_t)a->coordinate]
               : "m";
}

const char *table_force_unit(const struct mechanism_file *f, size_t actuator)
{
    return strcmp(table_length_unit(f, actuator), "m") == 0 ? "N" : "N.m";
}

static const char *second_rate_unit(const char *unit)
{
    return strcmp(unit, "m") == 0 ? "m/s2" : "rad/s2";
}

/* ---- inputs ---- */

static double quantity_value(const struct mechanism_file *f, const struct node *node, const char *member, size_t k)
{
    const size_t place = node_quantity(node, member);
    return place == NODE_NONE ? 0 : notation_quantities(f->notation)[place + k].value;
}

static void add_inputs(struct mechanism_file *f)
{
    const struct mechanism *m = f->mechanism;
    for (size_t i = 0; i < m->n_actuators; i++) {
        const struct node *node = f->actuator_nodes[i];
        if (!f->pistons[i].in_use) {
            table_add(f, (struct model_variable){
                             .role = MODEL_INPUT,
                             .name = table_port_name(f, i, "force"),
                             .unit = table_force_unit(f, i),
                             .description = KEEP("%s: force of the actuator, positive when it pushes", node_name(node)),
                             .start = quantity_value(f, node, "force", 0),
                             .nominal = 1e4});
            continue;
        }
        for (size_t k = 0; k < 2; k++)
            table_add(f,
                      (struct model_variable){.role = MODEL_INPUT,
                                              .name = table_port_name(f, i, k ? "p2" : "p1"),
                                              .unit = "Pa",
                                              .description = KEEP("%s: pressure on area %zu", node_name(node), k + 1),
                                              .start = quantity_value(f, node, "pressures", k),
                                              .nominal = 1e6});
    }
    for (size_t i = 0; i < f->n_given_loads; i++)
        if (!f->load_laws[i]) {
            const enum load_kind kind = m->loads[i].kind;
            const bool is_force = kind == LOAD_FORCE || kind == LOAD_FORCE_FOLLOWING;
            const char *what = kind == LOAD_JOINT ? "drive" : is_force ? "force" : "torque";
            table_add(f, (struct model_variable){.role = MODEL_INPUT,
                                                 .name = KEEP("%s.%s", m->loads[i].name, what),
                                                 .description = KEEP("%s: applied %s", m->loads[i].name, what),
                                                 .unit = kind == LOAD_JOINT ? ""
                                                         : is_force         ? "N"
                                                                            : "N.m"});
        }
    table_add_motion_inputs(f);
    table_add_payload_inputs(f);
}

/* ---- memories ---- */

/* Inputs that move the start: of an equilibrium all but those of actuators that hold their lengths. `first` is the first input. */
static const char *starting_inputs(const struct mechanism_file *f, size_t first, const char *loads)
{
    const char *names = "";
    if (f->mechanism->start != START_EQUILIBRIUM)
        return names;
    for (size_t i = 0; i < f->mechanism->n_actuators; i++) {
        const size_t input = first + f->actuator_inputs[i];
        if (!f->mechanism->actuators[i].holds)
            names = model_table_join(&f->table, names,
                                     model_table_names(&f->table, input, input + (f->pistons[i].in_use ? 2 : 1)));
    }
    return model_table_join(&f->table, names, loads);
}

/* The forces that hold the start follow from the loads and from what moves the start, not from the actuators' own inputs: a circuit may ask
 * for them before it knows its forces. */
static void add_memories(struct mechanism_file *f, const char *then, const char *loads)
{
    const struct mechanism *m = f->mechanism;
    const char *holding = m->start == START_EQUILIBRIUM ? then : loads;
    for (size_t i = 0; i + f->sizes.charts < f->sizes.memory; i++) {
        const size_t n = f->sizes.coordinates, z = i % n; /* positions, and where there are loops velocities */
        const char *name = i < n ? f->coordinates[z] : table_rate_name(f, f->coordinates[z]);
        const char *unit = f->coordinate_units[z];
        table_add(f, (struct model_variable){.role = MODEL_MEMORY,
                                             .name = KEEP("accepted.%s", name),
                                             .description = KEEP("%s where the mechanism was last accepted", name),
                                             .unit = i < n ? unit : table_rate_unit(unit),
                                             .initially_depends = then});
    }
    for (size_t i = 0; i < f->sizes.charts; i++)
        table_add(f,
                  (struct model_variable){
                      .role = MODEL_MEMORY,
                      .is_output = table_shows_all(f),
                      .tells_count = true,
                      .name = KEEP("%s.chart", m->bodies[mechanism_chart_body(m, i)].joint.name),
                      .unit = "",
                      .description = KEEP("%s: 0 where its angles are those of the file, 1 where they are counted from "
                                          "the joint's frame with its axes exchanged in a circle",
                                          m->bodies[mechanism_chart_body(m, i)].joint.name),
                      .initially_depends = then});
    table_add(f, (struct model_variable){.role = MODEL_MEMORY,
                                         .name = "last_event",
                                         .unit = "s",
                                         .description =
                                             "time of the last event: laws in time are smooth from there to the next"});
    for (size_t i = 0; i < m->n_actuators; i++) {
        const char *name = m->actuators[i].name;
        table_add(f,
                  (struct model_variable){.role = MODEL_MEMORY,
                                          .name = KEEP("%s.force_at_start", name),
                                          .unit = table_force_unit(f, i),
                                          .description = KEEP("%s: force that holds the mechanism at the start", name),
                                          .initially_depends = holding});
    }
    for (size_t i = 0; i < m->n_actuators; i++) {
        const char *name = m->actuators[i].name;
        if (!f->pistons[i].in_use)
            continue;
        table_add(f, (struct model_variable){.role = MODEL_MEMORY,
                                             .name = KEEP("%s.retracted", name),
                                             .unit = "m",
                                             .description = KEEP("%s: length with the piston at its end", name),
                                             .initially_depends = then});
        table_add(f, (struct model_variable){
                         .role = MODEL_MEMORY,
                         .name = KEEP("%s.friction_mode", name),
                         .unit = "",
                         .description = KEEP("%s: 1 where friction that jumps is beyond its jump, else 0", name)});
    }
    for (size_t i = 0; i < f->n_resistances; i++) {
        const char *name = f->resistances[i].name;
        if (f->resistances[i].has_mode)
            table_add(f, (struct model_variable){
                             .role = MODEL_MEMORY,
                             .name = KEEP("%s.friction_mode", name),
                             .unit = "",
                             .description = KEEP("%s: 1 where friction that jumps is beyond its jump, else 0", name)});
    }
}

/* ---- states ---- */

static void add_friction_states(struct mechanism_file *f, const char *name, size_t n_states, bool turns)
{
    if (n_states > 0)
        table_add(
            f, (struct model_variable){.role = MODEL_STATE,
                                       .name = KEEP("%s.q", name),
                                       .description = KEEP("%s: mean deflection of the bristles in its friction", name),
                                       .unit = turns ? "rad" : "m",
                                       .rate_unit = turns ? "rad/s" : "m/s",
                                       .nominal = 1e-6});
    if (n_states > 1)
        table_add(f,
                  (struct model_variable){
                      .role = MODEL_STATE,
                      .name = KEEP("%s.h", name),
                      .description = KEEP("%s: film thickness in its friction; the law has an infinite slope at rest: "
                                          "derivatives use d|h_ss|/dv = 0 there",
                                          name),
                      .unit = "",
                      .rate_unit = "1/s"});
}

/* " (jumps where NAME.chart changes)" of an angle that is counted in charts; "" of other coordinates. */
static const char *remark_on_charts(struct mechanism_file *f, size_t coordinate)
{
    const struct mechanism *m = f->mechanism;
    size_t end = 0; /* of the coordinates of a body's joint: the angles are the last three */
    for (size_t b = 0; b < m->n_bodies; b++) {
        end += joint_coordinates(m->bodies[b].joint.kind);
        if (coordinate < end)
            return coordinate + 3 >= end && joint_has_charts(m, b)
                       ? KEEP(" (jumps where %s.chart changes)", m->bodies[b].joint.name)
                       : "";
    }
    return "";
}

static struct state_names add_states(struct mechanism_file *f, size_t first_input, const char *inputs,
                                     const char *starting)
{
    const size_t first = f->table.n, n = f->sizes.independent;
    for (size_t i = 0; i < f->sizes.states; i++) {
        const size_t z = mechanism_state_coordinate(f->mechanism, i);
        const bool is_rate = i >= n && i < 2 * n;
        const char *unit = f->coordinate_units[z], *name = f->coordinates[z];
        table_add(f, (struct model_variable){.role = MODEL_STATE,
                                             .is_output = table_shows_all(f),
                                             .name = is_rate ? table_rate_name(f, name) : name,
                                             .description = KEEP("%scoordinate %s%s", is_rate ? "rate of the " : "",
                                                                 name, remark_on_charts(f, z)),
                                             .unit = is_rate ? table_rate_unit(unit) : unit,
                                             .rate_unit = is_rate ? second_rate_unit(unit) : table_rate_unit(unit)});
    }
    struct state_names names;
    const char *rates = model_table_names(&f->table, first + n, first + 2 * n);
    names.positions = model_table_join(&f->table, model_table_names(&f->table, first, first + n),
                                       model_table_names(&f->table, first + 2 * n, first + f->sizes.states));
    names.motion = model_table_join(&f->table, names.positions, rates);
    for (size_t i = 0; i < f->mechanism->n_actuators; i++)
        add_friction_states(f, f->mechanism->actuators[i].name, f->pistons[i].n_states, false);
    for (size_t i = 0; i < f->n_resistances; i++)
        add_friction_states(f, f->resistances[i].name, f->resistances[i].n_states, f->resistances[i].turns);
    names.all =
        model_table_join(&f->table, names.motion, model_table_names(&f->table, first + f->sizes.states, f->table.n));
    names.all_and_inputs = model_table_join(&f->table, names.all, inputs);
    const char *const *linkages = table_linkages(f, first_input, first);
    for (size_t i = 0; first + i < f->table.n && !f->table.has_no_memory; i++) {
        struct model_variable *row = &f->table.rows[first + i];
        row->rate_depends = i < n                 ? f->table.rows[first + n + i].name
                            : i < 2 * n           ? linkages && linkages[i] ? linkages[i] : names.all_and_inputs
                            : i < f->sizes.states ? names.motion
                                                  : names.all;
        row->initially_depends = starting;
    }
    return names;
}

/* ---- outputs ---- */

bool table_shows_all(const struct mechanism_file *f)
{
    return !node_member(notation_root(f->notation), "outputs");
}

static struct model_variable *find_result(const struct mechanism_file *f, const char *name)
{
    for (size_t i = 0; i < f->table.n; i++) {
        struct model_variable *row = &f->table.rows[i];
        const bool is_result = row->role == MODEL_STATE || row->role == MODEL_LOCAL || row->tells_count;
        if (is_result && strcmp(row->name, name) == 0)
            return row;
    }
    return NULL;
}

static bool choose_outputs(struct mechanism_file *f, struct notation_error *error)
{
    const struct node *names = node_member(notation_root(f->notation), "outputs");
    for (size_t i = 0; i < node_count(names); i++) {
        const struct node *name = node_item(names, i);
        struct model_variable *row = find_result(f, node_text(name));
        if (!row)
            return node_fail(
                name, error,
                "there is no variable \"%.60s\" that could be an output: coordinates are called like their "
                "joints, rates have a d before that, places of a marker end in .x, .vx and so on",
                node_text(name));
        row->is_output = true;
    }
    return true;
}

bool mechanism_make_variables(struct mechanism_file *f, struct notation_error *error)
{
    model_table_begin(&f->table, f->notation);
    add_parameters(f);
    const size_t first = f->table.n;
    add_inputs(f);
    const char *inputs = model_table_names(&f->table, first, f->table.n);
    const char *loads = model_table_names(&f->table, first + f->n_actuator_inputs, f->table.n);
    const char *starting = starting_inputs(f, first, loads);
    add_memories(f, starting, loads);
    const struct state_names states = add_states(f, first, inputs, starting);
    table_add_results(f, &states);
    return model_table_finish(&f->table, error) && choose_outputs(f, error);
}
