/* What a mechanism's FMU computes from its states: outputs, locals, quadratures. */
#include "fmu_multibody/mechanism/mechanism_table.h"

static void add_outputs(struct mechanism_file *f, const struct state_names *states)
{
    for (size_t i = 0; i < f->mechanism->n_actuators; i++) {
        const char *actuator = f->mechanism->actuators[i].name;
        table_add(f, (struct model_variable){.role = MODEL_OUTPUT,
                                             .is_output = true,
                                             .name = table_port_name(f, i, "length"),
                                             .unit = table_length_unit(f, i),
                                             .description = KEEP("%s: length of the actuator", actuator),
                                             .depends = states->positions});
        table_add(f, (struct model_variable){.role = MODEL_OUTPUT,
                                             .is_output = true,
                                             .name = table_port_name(f, i, "rate"),
                                             .unit = table_rate_unit(table_length_unit(f, i)),
                                             .description = KEEP("%s: rate of the actuator's length", actuator),
                                             .depends = states->motion});
    }
}

/* Whether a coordinate, or its rate, follows from the states. */
static bool follows(const struct mechanism_file *f, size_t z, bool is_rate)
{
    const enum coordinate_role role = mechanism_coordinate(f->mechanism, z)->role;
    return role == COORDINATE_DEPENDENT || (is_rate && role == COORDINATE_ADMISSIBLE);
}

static void add_dependent(struct mechanism_file *f, const struct state_names *states, bool rates)
{
    for (size_t z = 0; z < f->sizes.coordinates; z++) {
        if (!follows(f, z, rates))
            continue;
        const char *name = f->coordinates[z], *unit = f->coordinate_units[z];
        table_add(f, (struct model_variable){.role = MODEL_LOCAL,
                                             .name = rates ? table_rate_name(f, name) : name,
                                             .unit = rates ? table_rate_unit(unit) : unit,
                                             .description = KEEP("%s %s, which follows from the states",
                                                                 rates ? "rate of the coordinate" : "coordinate", name),
                                             .depends = rates ? states->motion : states->positions});
    }
}

/* Those before coordinate z, or before its rate. */
static size_t count_following(const struct mechanism_file *f, size_t z, bool is_rate)
{
    size_t n = 0;
    for (size_t i = 0; is_rate && i < f->sizes.coordinates; i++)
        n += follows(f, i, false);
    for (size_t i = 0; i < z; i++)
        n += follows(f, i, is_rate);
    return n;
}

size_t mechanism_file_following(const struct mechanism_file *f)
{
    return count_following(f, f->sizes.coordinates, true);
}

size_t mechanism_file_row(const struct mechanism_file *f, size_t z, bool is_rate)
{
    const struct model_layout layout = model_layout(&f->type);
    const size_t n = f->sizes.independent;
    for (size_t i = 0; i < f->sizes.states; i++)
        if (mechanism_state_coordinate(f->mechanism, i) == z && (i >= n && i < 2 * n) == is_rate)
            return layout.first[MODEL_STATE] + i;
    return layout.first[MODEL_LOCAL] + count_following(f, z, is_rate);
}

static void add_actuator_locals(struct mechanism_file *f, size_t i, const struct state_names *states)
{
    const char *name = f->mechanism->actuators[i].name;
    table_add(f, (struct model_variable){.role = MODEL_LOCAL,
                                         .name = KEEP("%s.acting_force", name),
                                         .unit = table_force_unit(f, i),
                                         .description = KEEP("%s: force with which it acts", name),
                                         .depends = states->all_and_inputs});
    table_add(f,
              (struct model_variable){.role = MODEL_LOCAL,
                                      .name = KEEP("%s.power", name),
                                      .unit = "W",
                                      .description = KEEP("%s: power that the actuator gives to the mechanism", name),
                                      .depends = states->all_and_inputs});
    table_add(f, (struct model_variable){
                     .role = MODEL_LOCAL,
                     .is_output = true,
                     .name = table_port_name(f, i, "force_static"),
                     .unit = table_force_unit(f, i),
                     .description = KEEP("%s: force that holds the mechanism at the start; 0 where none does", name),
                     .depends = KEEP("%s.force_at_start", name)});
}

/* The friction itself, and whether its slope was chosen. */
static void add_friction_locals(struct mechanism_file *f, const char *name, const struct friction *friction,
                                const char *unit, const struct state_names *states)
{
    table_add(f, (struct model_variable){.role = MODEL_LOCAL,
                                         .name = KEEP("%s.friction", name),
                                         .unit = unit,
                                         .description = KEEP("%s: friction (%s)", name, friction_name(friction->law)),
                                         .depends = states->all});
    const char *remark = friction_slope_remark(friction, 0, (const double[FRICTION_MOST_STATES]){1});
    table_add(
        f, (struct model_variable){.role = MODEL_LOCAL,
                                   .name = KEEP("%s.slope_chosen", name),
                                   .unit = "",
                                   .description = KEEP("%s: 1 where friction has no slope of its own%s%s", name,
                                                       remark ? ": " : " (never with this law)", remark ? remark : ""),
                                   .tells_chosen_slope = remark != NULL,
                                   .depends = states->all});
}

static void add_resistance_locals(struct mechanism_file *f, size_t i, const struct state_names *states)
{
    const struct mechanism_resistance *r = &f->resistances[i];
    const char *unit = r->turns ? "N.m" : "N";
    table_add(f, (struct model_variable){.role = MODEL_LOCAL,
                                         .name = KEEP("%s.stop_force", r->name),
                                         .unit = unit,
                                         .description = KEEP("%s: what its stops push with", r->name),
                                         .depends = states->motion});
    add_friction_locals(f, r->name, &r->friction, unit, states);
}

static void add_piston_locals(struct mechanism_file *f, size_t i, const struct state_names *states)
{
    const char *name = f->mechanism->actuators[i].name;
    table_add(f, (struct model_variable){.role = MODEL_LOCAL,
                                         .name = KEEP("%s.length_A", name),
                                         .unit = "m",
                                         .description = KEEP("%s: length of its first chamber", name),
                                         .depends = states->positions});
    add_friction_locals(f, name, &f->pistons[i].piston.friction, "N", states);
}

static void add_marker_locals(struct mechanism_file *f, size_t i, const struct state_names *states)
{
    static const char *const suffixes[MARKER_LOCALS] = {"x", "y", "z", "vx", "vy", "vz"};
    const char *name = f->mechanism->markers[i].name;
    for (int k = 0; k < MARKER_LOCALS; k++)
        table_add(f, (struct model_variable){.role = MODEL_LOCAL,
                                             .is_output = table_shows_all(f),
                                             .name = KEEP("%s.%s", name, suffixes[k]),
                                             .unit = k < 3 ? "m" : "m/s",
                                             .description = KEEP("%s: %s of the marker along %c of the ground", name,
                                                                 k < 3 ? "place" : "velocity", "xyz"[k % 3]),
                                             .depends = k < 3 ? states->positions : states->motion});
}

static void add_locals(struct mechanism_file *f, const struct state_names *states)
{
    const bool is_laden = f->mechanism->n_payloads > 0;
    add_dependent(f, states, false);
    add_dependent(f, states, true);
    table_add(f, (struct model_variable){.role = MODEL_LOCAL,
                                         .name = "kinetic_energy",
                                         .unit = "J",
                                         .description = "kinetic energy",
                                         .depends = is_laden ? states->all_and_inputs : states->motion});
    table_add(f, (struct model_variable){.role = MODEL_LOCAL,
                                         .name = "potential_energy",
                                         .unit = "J",
                                         .description = "potential energy of gravity and springs",
                                         .depends = is_laden ? states->all_and_inputs : states->positions});
    table_add(f, (struct model_variable){.role = MODEL_LOCAL,
                                         .name = "constraint_residual",
                                         .unit = "m",
                                         .description = "largest violation of a loop or contact",
                                         .depends = states->positions});
    for (size_t i = 0; i < f->mechanism->n_actuators; i++)
        add_actuator_locals(f, i, states);
    for (size_t i = 0; i < f->mechanism->n_actuators; i++)
        if (f->pistons[i].in_use)
            add_piston_locals(f, i, states);
    for (size_t i = 0; i < f->n_resistances; i++)
        add_resistance_locals(f, i, states);
    table_add_motions(f, states);
    table_add_wrenches(f, states);
    table_add_payloads(f, states);
    for (size_t i = 0; i < f->mechanism->n_markers; i++)
        add_marker_locals(f, i, states);
    table_add_sensors(f, states);
}

void table_add_results(struct mechanism_file *f, const struct state_names *states)
{
    add_outputs(f, states);
    add_locals(f, states);
    for (size_t i = 0; i < f->mechanism->n_actuators; i++)
        table_add(f,
                  (struct model_variable){.role = MODEL_QUADRATURE,
                                          .name = KEEP("%s.work", f->mechanism->actuators[i].name),
                                          .unit = "J",
                                          .description = KEEP("%s: work received from the actuator since the start, by "
                                                              "the solver's own quadrature (Co-Simulation)",
                                                              f->mechanism->actuators[i].name)});
    for (size_t i = 0; i < f->mechanism->n_actuators; i++)
        if (f->pistons[i].in_use)
            table_add(
                f, (struct model_variable){
                       .role = MODEL_QUADRATURE,
                       .name = KEEP("%s.pressure_work", f->mechanism->actuators[i].name),
                       .unit = "J",
                       .description = KEEP("%s: work received from the pressures since the start, before friction and "
                                           "stops, by the solver's own quadrature (Co-Simulation)",
                                           f->mechanism->actuators[i].name)});
}
