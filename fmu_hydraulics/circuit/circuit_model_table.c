/* The table of a circuit's variables: parameters from the document's quantities, ports, states, what there is to look at. */
#include "fmu_hydraulics/circuit/circuit_model_impl.h"
#include "numerics/solver.h"

#include <math.h>
#include <string.h>

void circuit_model_add(struct circuit_model *model, enum model_role role, struct model_variable row)
{
    row.role = role;
    model->count[role]++;
    model_table_add(&model->table, &row);
}

static void add_parameters(struct circuit_model *model)
{
    const struct circuit_document *d = model->document;
    struct model_variable solver_rows[] = {SOLVER_PARAMETER_ROWS(0)};
    solver_rows[SOLVER_KIND].start = d->solver;
    solver_rows[SOLVER_STEP_SIZE].start = d->step_size;
    solver_rows[SOLVER_REL_TOL].start = solver_rows[SOLVER_ABS_TOL].start = d->tolerance;
    for (size_t i = 0; i < SOLVER_PARAMETERS; i++)
        circuit_model_add(model, MODEL_PARAMETER, solver_rows[i]);
    circuit_model_add(
        model, MODEL_PARAMETER,
        (struct model_variable){.kind = MODEL_BOOLEAN,
                                .name = "start_in_equilibrium",
                                .description =
                                    "true: pressures (and spools) start at rest under the static forces; false: at "
                                    "their start values",
                                .unit = "",
                                .start = d->in_equilibrium});
    model_table_add_quantities(&model->table, QUANTITIES_ALL);
    model->count[MODEL_PARAMETER] += model->table.n_parameters;
    model->count[MODEL_CALCULATED] += model->table.n_calculated;
}

/* The name of a signal's element, and what it is. */
static struct model_variable signal_row(struct circuit_model *model, size_t k)
{
    const struct circuit *c = model->circuit;
    if (k < c->n_valves)
        return (struct model_variable){.name = TEXT("%s.command", c->valves[k].name),
                                       .description = TEXT("command of valve %s", c->valves[k].name),
                                       .unit = ""};
    k -= c->n_valves;
    if (k < c->n_sources)
        return (struct model_variable){.name = TEXT("%s.pressure", c->sources[k].name),
                                       .description = TEXT("pressure of %s", c->sources[k].name),
                                       .unit = "Pa",
                                       .nominal = 1e6};
    k -= c->n_sources;
    if (k >= c->n_flows) {
        const struct circuit_signal *s = &model->document->signals[c->n_valves + c->n_sources + k];
        return (struct model_variable){
            .name = s->name, .description = s->description, .unit = s->unit, .nominal = s->nominal};
    }
    return (struct model_variable){.name = TEXT("%s.flow", c->flows[k].name),
                                   .description = TEXT("flow of source %s", c->flows[k].name),
                                   .unit = "m3/s",
                                   .nominal = 1e-4};
}

static double signal_start(const struct circuit_document *d, size_t k)
{
    return d->signals[k].law ? law_value_real(d->signals[k].law, d->values, 0, INFINITY) : 0;
}

static void add_inputs(struct circuit_model *model)
{
    const struct circuit_document *d = model->document;
    const struct circuit *c = model->circuit;
    for (size_t k = 0; k < c->n_cylinders; k++) {
        const char *name = c->cylinders[k].name;
        circuit_model_add(model, MODEL_INPUT,
                          (struct model_variable){.name = TEXT("%s.length", name),
                                                  .description = TEXT("length of cylinder %s, between its ends", name),
                                                  .unit = "m",
                                                  .start = d->lengths[k]});
        circuit_model_add(model, MODEL_INPUT,
                          (struct model_variable){.name = TEXT("%s.rate", name),
                                                  .description = TEXT("rate of cylinder %s's length", name),
                                                  .unit = "m/s"});
        circuit_model_add(
            model, MODEL_INPUT,
            (struct model_variable){.name = TEXT("%s.force_static", name),
                                    .description = TEXT("force that cylinder %s holds at the start", name),
                                    .unit = "N",
                                    .start = d->forces[k],
                                    .nominal = 1e4});
    }
    for (size_t k = 0; k < d->n_signals; k++) {
        model->signal_input[k] = NOWHERE;
        if (!d->signals[k].is_input)
            continue;
        struct model_variable row = signal_row(model, k);
        row.start = signal_start(d, k);
        model->signal_input[k] = model->count[MODEL_INPUT];
        circuit_model_add(model, MODEL_INPUT, row);
    }
}

static bool is_constant(const struct law *law)
{
    return law->n_pieces == 1 && law->pieces[0].kind == LAW_CONSTANT;
}

static void add_memories(struct circuit_model *model)
{
    const struct circuit *c = model->circuit;
    for (size_t k = 0; k < c->n_cylinders; k++) {
        const char *name = c->cylinders[k].name;
        if (c->cylinders[k].start_relative)
            circuit_model_add(
                model, MODEL_MEMORY,
                (struct model_variable){.name = TEXT("%s.retracted", name),
                                        .description = TEXT("length of cylinder %s where chamber A has none", name),
                                        .unit = "m"});
        if (circuit_has_mode(c, k))
            circuit_model_add(
                model, MODEL_MEMORY,
                (struct model_variable){.name = TEXT("%s.sliding", name),
                                        .description = TEXT("friction of cylinder %s: 0 adhesion, 1 sliding", name),
                                        .unit = ""});
    }
    for (size_t k = 0; k < c->n_valves; k++)
        if (c->valves[k].start_kind == SPOOL_FOUND)
            circuit_model_add(
                model, MODEL_MEMORY,
                (struct model_variable){.name = TEXT("%s.U_start", c->valves[k].name),
                                        .description = TEXT("position of %s's spool at the start", c->valves[k].name),
                                        .unit = ""});
    model->since = NOWHERE;
    for (size_t k = 0; k < model->document->n_signals && model->since == NOWHERE; k++)
        if (model->signal_input[k] == NOWHERE && !is_constant(model->document->signals[k].law)) {
            model->since = model->count[MODEL_MEMORY];
            circuit_model_add(
                model, MODEL_MEMORY,
                (struct model_variable){.name = "since",
                                        .description =
                                            "time of the last event of a law: what begins later is not in force yet",
                                        .unit = "s"});
        }
}

static void add_friction_states(struct circuit_model *model, size_t k)
{
    const struct circuit *c = model->circuit;
    const char *name = c->cylinders[k].name;
    const struct friction *friction = &c->cylinders[k].piston.friction;
    if (circuit_friction_states(c, k) > 0)
        circuit_model_add(model, MODEL_STATE,
                          (struct model_variable){
                              .name = TEXT("%s.q", name),
                              .description = TEXT("mean deflection of the bristles in cylinder %s's friction", name),
                              .unit = "m",
                              .rate_unit = "m/s",
                              .nominal = fmax(1e-12, friction->F_s / friction->sigma0)});
    if (circuit_friction_states(c, k) > 1)
        circuit_model_add(
            model, MODEL_STATE,
            (struct model_variable){
                .name = TEXT("%s.h", name),
                .description = TEXT("film thickness in cylinder %s's friction; its law has an infinite slope at "
                                    "rest: derivatives use d|h_ss|/dv = 0 there",
                                    name),
                .unit = "",
                .rate_unit = "1/s"});
}

static void add_states(struct circuit_model *model)
{
    const struct circuit *c = model->circuit;
    for (size_t i = 0; i < c->n_volumes; i++)
        circuit_model_add(model, MODEL_STATE,
                          (struct model_variable){.name = TEXT("%s.p", c->volumes[i].name),
                                                  .description = TEXT("pressure in volume %s", c->volumes[i].name),
                                                  .unit = "Pa",
                                                  .is_output = true,
                                                  .is_pressure = true,
                                                  .nominal = 1e6,
                                                  .rate_unit = "Pa/s"});
    for (size_t k = 0; k < c->n_valves; k++)
        if (c->valves[k].has_state)
            circuit_model_add(model, MODEL_STATE,
                              (struct model_variable){.name = TEXT("%s.U", c->valves[k].name),
                                                      .description = TEXT("position of %s's spool", c->valves[k].name),
                                                      .unit = "",
                                                      .is_output = true,
                                                      .rate_unit = "1/s"});
    for (size_t k = 0; k < c->n_cylinders; k++)
        add_friction_states(model, k);
    circuit_model_add_element_states(model);
}

static void add_outputs(struct circuit_model *model)
{
    const struct circuit *c = model->circuit;
    for (size_t k = 0; k < c->n_cylinders; k++) {
        const char *name = c->cylinders[k].name;
        if (c->coupling == CIRCUIT_FORCE)
            circuit_model_add(
                model, MODEL_OUTPUT,
                (struct model_variable){.name = TEXT("%s.force", name),
                                        .description = TEXT("force of cylinder %s, positive when it pushes", name),
                                        .unit = "N",
                                        .is_output = true,
                                        .nominal = 1e4});
        for (int side = 1; side <= 2 && c->coupling == CIRCUIT_PRESSURES; side++)
            circuit_model_add(
                model, MODEL_OUTPUT,
                (struct model_variable){.name = TEXT("%s.p%d", name, side),
                                        .description = TEXT("pressure in chamber %c of cylinder %s, which %s",
                                                            "AB"[side - 1], name, side == 1 ? "pushes" : "pulls"),
                                        .unit = "Pa",
                                        .is_output = true,
                                        .nominal = 1e6});
    }
    circuit_model_add_element_outputs(model);
}

static void add_flow(struct circuit_model *model, const char *name, const char *description)
{
    circuit_model_add(
        model, MODEL_LOCAL,
        (struct model_variable){.name = name, .description = description, .unit = "m3/s", .nominal = 1e-4});
}

static void add_cylinder_locals(struct circuit_model *model, size_t k)
{
    const struct circuit *c = model->circuit;
    const char *name = c->cylinders[k].name;
    const struct friction *friction = &c->cylinders[k].piston.friction;
    circuit_model_add(model, MODEL_LOCAL,
                      (struct model_variable){.name = TEXT("%s.length_A", name),
                                              .description = TEXT("length of cylinder %s's chamber A", name),
                                              .unit = "m"});
    if (c->coupling != CIRCUIT_FORCE)
        return;
    circuit_model_add(
        model, MODEL_LOCAL,
        (struct model_variable){.name = TEXT("%s.friction", name),
                                .description = TEXT("friction of cylinder %s (%s)", name, friction_name(friction->law)),
                                .unit = "N"});
    circuit_model_add(
        model, MODEL_LOCAL,
        (struct model_variable){.name = TEXT("%s.power", name),
                                .description = TEXT("power that cylinder %s gives to the mechanism", name),
                                .unit = "W"});
    const char *remark = friction_slope_remark(friction, 0, (const double[FRICTION_MOST_STATES]){1});
    circuit_model_add(
        model, MODEL_LOCAL,
        (struct model_variable){.name = TEXT("%s.slope_chosen", name),
                                .description = TEXT("1 where cylinder %s's friction has no slope of its own%s%s", name,
                                                    remark ? ": " : " (never with this law)", remark ? remark : ""),
                                .unit = "",
                                .tells_chosen_slope = remark != NULL});
}

static void add_locals(struct circuit_model *model)
{
    const struct circuit *c = model->circuit;
    for (size_t i = 0; i < c->n_volumes; i++) {
        const char *name = c->volumes[i].name;
        circuit_model_add(
            model, MODEL_LOCAL,
            (struct model_variable){.name = TEXT("%s.size", name),
                                    .description = TEXT("size of volume %s, with hoses and chambers", name),
                                    .unit = "m3",
                                    .nominal = 1e-3});
        circuit_model_add(model, MODEL_LOCAL,
                          (struct model_variable){.name = TEXT("%s.bulk_modulus", name),
                                                  .description = TEXT("effective bulk modulus of volume %s", name),
                                                  .unit = "Pa",
                                                  .nominal = 1e9});
    }
    for (size_t k = 0; k < c->n_orifices; k++)
        add_flow(model, TEXT("%s.flow", c->orifices[k].name), TEXT("flow through orifice %s", c->orifices[k].name));
    for (size_t k = 0; k < c->n_poppets; k++)
        add_flow(model, TEXT("%s.flow", c->poppets[k].name),
                 TEXT("flow through pressure valve %s", c->poppets[k].name));
    for (size_t k = 0; k < c->n_paths; k++) {
        const struct circuit_path *path = &c->paths[k];
        const char *valve = c->valves[path->valve].name;
        add_flow(model, TEXT("%s.%s.flow", valve, path->name),
                 TEXT("flow through valve %s from %s to %s", valve, circuit_node_name(c, path->from),
                      circuit_node_name(c, path->to)));
    }
    for (size_t k = 0; k < c->n_valves; k++) {
        struct model_variable command = signal_row(model, k);
        if (model->signal_input[k] != NOWHERE) {
            command.name = TEXT("%s.commanded", c->valves[k].name);
            command.description = TEXT("command of valve %s, as it stands", c->valves[k].name);
        }
        circuit_model_add(model, MODEL_LOCAL, command);
        if (!c->valves[k].has_state)
            circuit_model_add(model, MODEL_LOCAL,
                              (struct model_variable){.name = TEXT("%s.U", c->valves[k].name),
                                                      .description = TEXT("position of %s's spool", c->valves[k].name),
                                                      .unit = ""});
    }
    for (size_t k = 0; k < c->n_cylinders; k++)
        add_cylinder_locals(model, k);
    circuit_model_add_element_locals(model);
    circuit_model_add_losses(model);
    for (size_t i = 0; circuit_fluid_has_air(c->fluid.kind) && i < c->n_volumes; i++)
        circuit_model_add(
            model, MODEL_LOCAL,
            (struct model_variable){.name = TEXT("%s.gas", c->volumes[i].name),
                                    .description =
                                        TEXT("part of volume %s that is gas: near 1 it is empty", c->volumes[i].name),
                                    .unit = ""});
}

static void add_quadratures(struct circuit_model *model)
{
    const struct circuit *c = model->circuit;
    for (size_t k = 0; k < c->n_cylinders; k++)
        circuit_model_add(
            model, MODEL_QUADRATURE,
            (struct model_variable){
                .name = TEXT("%s.work", c->cylinders[k].name),
                .description = TEXT("work given by cylinder %s%s since the start, by the solver's own quadrature "
                                    "(Co-Simulation)",
                                    c->cylinders[k].name, c->coupling == CIRCUIT_FORCE ? "" : "'s pressures"),
                .unit = "J"});
}

/* Whether a name is the wanted one, in which one star may stand for anything. */
static bool is_wanted(const char *name, const char *wanted)
{
    const char *star = strchr(wanted, '*');
    if (!star)
        return strcmp(name, wanted) == 0;
    const size_t before = (size_t)(star - wanted), behind = strlen(star + 1), length = strlen(name);
    return length >= before + behind && strncmp(name, wanted, before) == 0 &&
           strcmp(name + length - behind, star + 1) == 0;
}

static bool choose_outputs(struct circuit_model *model, struct notation_error *error)
{
    const struct node *names = node_member(notation_root(model->document->notation), "outputs");
    for (size_t i = 0; i < node_count(names); i++) {
        const struct node *name = node_item(names, i);
        bool found = false;
        for (size_t k = 0; k < model->table.n; k++) {
            struct model_variable *row = &model->table.rows[k];
            if ((row->role == MODEL_STATE || row->role == MODEL_OUTPUT || row->role == MODEL_LOCAL) &&
                is_wanted(row->name, node_text(name)))
                found = row->is_output = true;
        }
        if (!found)
            return node_fail(name, error,
                             "there is no variable \"%.60s\" that could be an output: flows are called NAME.flow, "
                             "losses NAME.loss, and so on",
                             node_text(name));
    }
    return true;
}

bool circuit_model_tabulate(struct circuit_model *model, struct notation_error *error)
{
    struct notation *n = model->document->notation;
    model->signal_input = notation_keep(n, (model->document->n_signals + 1) * sizeof *model->signal_input);
    if (!model->signal_input)
        return node_fail(notation_root(n), error, "out of memory");
    model_table_begin(&model->table, n);
    static void (*const parts[])(struct circuit_model *) = {add_parameters, add_inputs, add_memories,   add_states,
                                                            add_outputs,    add_locals, add_quadratures};
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
        parts[i](model);
    size_t next = 0; /* roles without variables stand where they would */
    for (int role = 0; role < MODEL_ROLES; role++) {
        model->first[role] = next;
        next += model->count[role];
    }
    return model_table_finish(&model->table, error) && choose_outputs(model, error);
}
