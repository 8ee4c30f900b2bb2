#include "fmu_multibody/engine/engine.h"
#include "fmu_multibody/mechanism/mechanism_plan.h"

#include <stdlib.h>
#include <string.h>

static size_t count(const struct node *root, const char *map)
{
    return node_count(node_member(root, map));
}

/* The block with all arrays at their sizes, still empty. */
static bool make_block(struct mechanism_file *f, struct notation_error *error)
{
    const struct node *root = notation_root(f->notation);
    size_t resisting_joints;
    f->n_resistances = mechanism_count_resistances(root, &resisting_joints);
    f->n_given_loads = count(root, "forces") + count(root, "torques") + count(root, "drives");
    f->n_motions = count(root, "motions");
    f->n_wrenches = count(root, "bushings") + count(root, "contacts");
    struct mechanism m = {.name = node_text(node_member(root, "name")),
                          .n_bodies = count(root, "bodies") + f->n_flexible_bodies,
                          .n_cuts = count(root, "loops"),
                          .n_contacts = count(root, "rolling"),
                          .n_springs = count(root, "springs") + count(root, "dampers"),
                          .n_joint_springs = count(root, "joint_springs"),
                          .n_loads =
                              f->n_given_loads + resisting_joints + mechanism_count_wrench_loads(root) + f->n_motions,
                          .n_payloads = count(root, "payloads"),
                          .n_actuators = count(root, "actuators"),
                          .n_markers = count(root, "markers"),
                          .n_flexibles = f->n_flexibles,
                          .n_flexible_numbers = f->n_flexible_numbers,
                          .n_sections = count(root, "sections"),
                          .n_numbers = mechanism_count_numbers(root),
                          .is_pushed = f->n_wrenches > 0};
    const size_t size = mechanism_size(&m);
    void *empty = calloc(1, size), *block = notation_keep(f->notation, size);
    f->load_laws = notation_keep(f->notation, (m.n_loads + 1) * sizeof *f->load_laws);
    f->load_nodes = notation_keep(f->notation, (m.n_loads + 1) * sizeof *f->load_nodes);
    f->actuator_nodes = notation_keep(f->notation, (m.n_actuators + 1) * sizeof *f->actuator_nodes);
    f->actuator_inputs = notation_keep(f->notation, (m.n_actuators + 1) * sizeof *f->actuator_inputs);
    f->pistons = notation_keep(f->notation, (m.n_actuators + 1) * sizeof *f->pistons);
    f->resistances = notation_keep(f->notation, (f->n_resistances + 1) * sizeof *f->resistances);
    f->motions = notation_keep(f->notation, (f->n_motions + 1) * sizeof *f->motions);
    f->wrenches = notation_keep(f->notation, (f->n_wrenches + 1) * sizeof *f->wrenches);
    f->payload_laws = notation_keep(f->notation, (m.n_payloads + 1) * sizeof *f->payload_laws);
    const bool good = empty && f->motions && f->wrenches && f->payload_laws && block && f->load_laws && f->load_nodes &&
                      f->actuator_nodes && f->actuator_inputs && f->pistons && f->resistances;
    if (good) {
        m.bodies = empty; /* arrays to copy from: nothing but zeros */
        m.cuts = empty;
        m.contacts = empty;
        m.springs = empty;
        m.joint_springs = empty;
        m.loads = empty;
        m.payloads = empty;
        m.actuators = empty;
        m.markers = empty;
        m.flexibles = empty;
        m.flexible_numbers = empty;
        m.sections = empty;
        m.numbers = empty;
        f->mechanism = mechanism_copy(&m, block);
    }
    free(empty);
    return good || node_fail(root, error, "out of memory");
}

bool mechanism_bind(struct mechanism_file *f, double *where, size_t quantity)
{
    if (quantity == NODE_NONE)
        return true;
    if (f->n_bindings == f->binding_room) {
        const size_t room = f->binding_room ? 2 * f->binding_room : 256;
        struct binding *bindings = realloc(f->bindings, room * sizeof *bindings);
        if (!bindings)
            return false;
        f->bindings = bindings;
        f->binding_room = room;
    }
    *where = notation_quantities(f->notation)[quantity].value;
    const char *place = (const char *)where;
    const char *const blocks[] = {[BINDING_MECHANISM] = (const char *)f->mechanism,
                                  [BINDING_PISTONS] = (const char *)f->pistons,
                                  [BINDING_RESISTANCES] = (const char *)f->resistances,
                                  [BINDING_MOTIONS] = (const char *)f->motions,
                                  [BINDING_WRENCHES] = (const char *)f->wrenches};
    const bool is_piston =
        place >= blocks[BINDING_PISTONS] && place < (const char *)(f->pistons + f->mechanism->n_actuators);
    const bool is_resistance =
        place >= blocks[BINDING_RESISTANCES] && place < (const char *)(f->resistances + f->n_resistances);
    const bool is_motion = place >= blocks[BINDING_MOTIONS] && place < (const char *)(f->motions + f->n_motions);
    const bool is_wrench = place >= blocks[BINDING_WRENCHES] && place < (const char *)(f->wrenches + f->n_wrenches);
    const enum binding_block block = is_piston       ? BINDING_PISTONS
                                     : is_resistance ? BINDING_RESISTANCES
                                     : is_motion     ? BINDING_MOTIONS
                                     : is_wrench     ? BINDING_WRENCHES
                                                     : BINDING_MECHANISM;
    f->bindings[f->n_bindings++] =
        (struct binding){.quantity = quantity, .offset = (size_t)(place - blocks[block]), .block = block};
    return true;
}

bool mechanism_bind_vector(struct mechanism_file *f, double *where, size_t n, const struct node *object,
                           const char *member)
{
    const size_t first = node_quantity(object, member);
    for (size_t i = 0; i < n && first != NODE_NONE; i++)
        if (!mechanism_bind(f, where + i, first + i))
            return false;
    return true;
}

/* The engine speaks of joint 'knee': then the message goes where the file describes it. */
static bool fail_where(const struct mechanism_file *f, const char *report, struct notation_error *error)
{
    static const char *const maps[] = {"joints",        "loops",    "rolling",  "bodies",   "springs",   "dampers",
                                       "joint_springs", "forces",   "torques",  "drives",   "actuators", "markers",
                                       "motions",       "bushings", "contacts", "payloads", "sections"};
    const struct node *root = notation_root(f->notation);
    const char *quote = strchr(report, '\'');
    char name[101] = "";
    if (quote && sscanf(quote, "'%100[^'.]", name) == 1)
        for (size_t i = 0; i < sizeof maps / sizeof *maps; i++) {
            const struct node *node = node_member(node_member(root, maps[i]), name);
            if (node)
                return node_fail(node, error, "%s", report);
        }
    return node_fail(root, error, "%s", report);
}

/* What the inputs of the engine are at the start, as far as the file says; and where motions begin. */
static double *start_inputs(const struct mechanism_file *f)
{
    const struct mechanism *m = f->mechanism;
    double *inputs = calloc(f->n_inputs + 1, sizeof *inputs);
    double *values = calloc(notation_quantity_count(f->notation) + 1, sizeof *values);
    for (size_t i = 0; values && i < notation_quantity_count(f->notation); i++)
        values[i] = notation_quantities(f->notation)[i].value;
    for (size_t i = 0; inputs && values && i < m->n_actuators; i++) {
        const struct mechanism_piston *p = &f->pistons[i];
        const size_t given = node_quantity(f->actuator_nodes[i], p->in_use ? "pressures" : "force");
        if (given != NODE_NONE)
            inputs[mechanism_actuator_input(m, i)] =
                p->in_use ? p->piston.area_A * values[given] - p->piston.area_B * values[given + 1] : values[given];
    }
    for (size_t i = 0; inputs && values && i < f->n_given_loads; i++)
        if (f->load_laws[i])
            inputs[mechanism_load_input(m, i)] = law_value_real(f->load_laws[i], values, 0, 0);
    for (size_t i = 0; inputs && values && i < m->n_payloads; i++)
        if (f->payload_laws[i])
            inputs[mechanism_payload_input(m, i)] = law_value_real(f->payload_laws[i], values, 0, 0);
    if (values)
        mechanism_start_motions(f, values, m);
    free(values);
    return inputs;
}

/* Assembles the mechanism of the file and decides what its states are. */
static bool partition(struct mechanism_file *f, struct notation_error *error)
{
    struct model_report report = {""};
    f->n_inputs = mechanism_inputs(f->mechanism);
    double *inputs = start_inputs(f);
    const bool good = inputs && mechanism_fill_flexibles(f, NULL, f->mechanism, &report) &&
                      mechanism_partition(f->mechanism, inputs, &report);
    free(inputs);
    if (!good)
        return fail_where(f, report.text[0] ? report.text : "out of memory", error);
    f->sizes = mechanism_sizes(f->mechanism);
    mechanism_place_pistons(f);
    mechanism_place_resistances(f);
    return mechanism_read_states(f, error) && mechanism_place_motions(f, error);
}

/* The start value stands in the description: for readers, without the last digits of a machine's sine. What is found as an equilibrium is to be
 * one: beams are stiff. */
static double rounded(double value, bool is_equilibrium)
{
    char text[32];
    snprintf(text, sizeof text, is_equilibrium ? "%.13g" : "%.9g", value);
    return strtod(text, NULL);
}

/* Redundant rows, joint by joint: rows of a joint follow each other. */
static void note_redundant(struct mechanism_file *f, const struct engine *e)
{
    enum { MOST = 250 }; /* characters for joints by name; the others are counted */
    const size_t n = engine_summary(e).dropped;
    size_t used = 0;
    for (size_t i = 0, count; i < n && used < sizeof f->note; i += count) {
        if (used > MOST) {
            snprintf(f->note + used, sizeof f->note - used, ", and %zu of other joints", n - i);
            return;
        }
        const char *name = engine_dropped(e, i);
        for (count = 1; i + count < n && strcmp(engine_dropped(e, i + count), name) == 0;)
            count++;
        used += (size_t)snprintf(f->note + used, sizeof f->note - used, "%s%zu of joint '%s'",
                                 used ? ", " : "redundant rows, dropped: ", count, name);
    }
}

/* An instance as the file describes it is tried: what fails now would fail in every FMU. The forces that hold it become the
 * start values of the actuators' inputs where the file gives none. */
static bool try_instance(struct mechanism_file *f, struct notation_error *error)
{
    const struct model_layout layout = model_layout(&f->type);
    const size_t first_input = layout.first[MODEL_INPUT], first_memory = layout.first[MODEL_MEMORY];
    double *numbers = calloc(2 * layout.size + 1, sizeof *numbers);
    void *constants = calloc(1, f->type.constants_size), *scratch = calloc(1, f->type.scratch_size);
    struct model_report report = {"out of memory"};
    bool good = numbers && constants && scratch;
    for (size_t i = 0; good && i < f->table.n; i++)
        numbers[i] = f->table.rows[i].start;
    double *x = numbers + layout.first[MODEL_STATE], *m = numbers + first_memory, *u = numbers + first_input;
    good = good &&
           f->type.setup(&f->type, numbers, numbers + layout.first[MODEL_CALCULATED], constants, scratch, &report) &&
           f->type.over_real.initialize(constants, scratch, 0, u, m, x, &report) &&
           f->type.over_real.rates(constants, scratch, 0, m, x, u, numbers + layout.size,
                                   numbers + layout.first[MODEL_QUADRATURE], &report);
    for (size_t i = 0; good && i < f->mechanism->n_actuators; i++)
        if (!f->pistons[i].in_use && !node_member(f->actuator_nodes[i], "force"))
            f->table.rows[first_input + f->actuator_inputs[i]].start =
                rounded(m[f->sizes.memory + MEMORY_FORCES + i],
                        f->mechanism->actuators[i].holds && f->mechanism->start == START_EQUILIBRIUM);
    if (good) {
        note_redundant(f, mechanism_instance_engine(scratch));
        mechanism_note_flexibles(f);
    }
    free(constants);
    free(scratch);
    free(numbers);
    return good || fail_where(f, report.text, error);
}

static bool read_name(const struct mechanism_file *f, struct notation_error *error)
{
    const struct node *name = node_member(notation_root(f->notation), "name");
    return (notation_is_identifier(node_text(name)) && strlen(node_text(name)) <= 60) ||
           node_fail(name, error, "a name of letters, digits and _ expected, beginning with a letter, of 60 at most");
}

struct mechanism_file *mechanism_file_read(const char *text, size_t length, const char *file,
                                           struct notation_error *error)
{
    struct mechanism_file *f = calloc(1, sizeof *f);
    if (!f) {
        snprintf(error->text, sizeof error->text, "%s: out of memory", file);
        return NULL;
    }
    f->notation = notation_read(text, length, file, &mechanism_grammar, error);
    bool good = f->notation && read_name(f, error) && mechanism_plan_flexibles(f, error) && make_block(f, error) &&
                mechanism_read_bodies(f, error) && mechanism_read_elements(f, error) && partition(f, error) &&
                mechanism_make_variables(f, error);
    if (good) {
        mechanism_make_type(f);
        good = try_instance(f, error);
    }
    if (good)
        return f;
    mechanism_file_close(f);
    return NULL;
}

void mechanism_file_close(struct mechanism_file *f)
{
    if (!f)
        return;
    notation_close(f->notation);
    free(f->bindings);
    free(f);
}

const struct model_type *mechanism_file_type(const struct mechanism_file *f)
{
    return &f->type;
}

const char *mechanism_file_note(const struct mechanism_file *f)
{
    return f->note;
}

const struct mechanism *mechanism_file_mechanism(const struct mechanism_file *f)
{
    return f->mechanism;
}

const char *mechanism_file_coordinate(const struct mechanism_file *f, size_t i)
{
    return f->coordinates[i];
}

const char *mechanism_file_chart(const struct mechanism_file *f, size_t i)
{
    const size_t first = model_layout(&f->type).first[MODEL_MEMORY] + f->sizes.memory - f->sizes.charts;
    return f->type.variables[first + i].name;
}

size_t mechanism_file_resistances(const struct mechanism_file *f)
{
    return f->n_resistances;
}

size_t mechanism_file_motions(const struct mechanism_file *f)
{
    return f->n_motions;
}

size_t mechanism_file_wrenches(const struct mechanism_file *f)
{
    return f->n_wrenches;
}

size_t mechanism_file_sensors(const struct mechanism_file *f)
{
    return f->n_sensors;
}

size_t mechanism_file_pistons(const struct mechanism_file *f)
{
    return f->n_pistons;
}
