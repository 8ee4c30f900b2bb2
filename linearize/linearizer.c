/* From linearized components to the linearized system. */
#include "linearize/linearizer.h"
#include "master/files/files_messages.h"
#include "linearize/linearize_messages.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

LINEARIZE_MESSAGES(MESSAGE_DEFINE)

struct source {   /* of an external input: where its value is read */
    size_t input; /* of all components' */
    double factor, offset;
};

struct linearizer {
    struct arena arena;
    struct run *run;
    const struct system *system;
    struct probe **probes;
    size_t n_components;
    size_t *first_state, *first_input, *first_output; /* per component, and the number of all behind them */
    struct state_space open, coupled;
    struct wire *connections, *external;
    size_t n_connections, n_external, n_w;
    struct source *sources; /* per external input */
    struct closure *closure;
};

/* ---- where a port is ---- */

static size_t find_variable(const struct fmi_variable **list, size_t n, const struct fmi_variable *v)
{
    for (size_t i = 0; i < n; i++)
        if (list[i] == v)
            return i;
    return (size_t)-1;
}

static bool find_input(const struct linearizer *l, struct port port, size_t *index)
{
    const struct ports *p = &l->probes[port.component]->ports;
    const size_t i = find_variable(p->columns + p->n_states, p->n_inputs, system_variable(l->system, port));
    *index = l->first_input[port.component] + i;
    return i != (size_t)-1;
}

static bool find_output(const struct linearizer *l, struct port port, size_t *index)
{
    const struct ports *p = &l->probes[port.component]->ports;
    const size_t i = find_variable(p->rows + p->n_states, p->n_outputs, system_variable(l->system, port));
    *index = l->first_output[port.component] + i;
    return i != (size_t)-1;
}

/* ---- opening ---- */

static bool raise_memory(struct error *error)
{
    return error_raise(error, ERROR_NO_MEMORY, "linearizing");
}

static bool open_probe(struct linearizer *l, size_t c, enum probe_method method, const struct port *tuned,
                       size_t n_tuned, struct error *error)
{
    size_t *own = malloc((n_tuned + 1) * sizeof *own), n = 0;
    if (!own)
        return raise_memory(error);
    for (size_t i = 0; i < n_tuned; i++)
        if (tuned[i].component == c)
            own[n++] = tuned[i].variable;
    const struct probe_target target = {
        l->system, run_components(l->run), c, run_start_time(l->run), run_starts(l->run), own, n};
    l->probes[c] = probe_open(&target, method, error);
    free(own);
    return l->probes[c] != NULL;
}

static bool open_probes(struct linearizer *l, enum probe_method method, const struct port *tuned, size_t n_tuned,
                        struct error *error)
{
    const size_t n = l->n_components;
    l->probes = arena_get(&l->arena, (n + 1) * sizeof *l->probes);
    size_t *firsts = arena_get(&l->arena, 3 * (n + 1) * sizeof *firsts);
    if (!l->probes || !firsts)
        return raise_memory(error);
    l->first_state = firsts;
    l->first_input = firsts + n + 1;
    l->first_output = firsts + 2 * (n + 1);
    for (size_t c = 0; c < n; c++) {
        if (!open_probe(l, c, method, tuned, n_tuned, error))
            return false;
        const struct ports *p = &l->probes[c]->ports;
        l->first_state[c + 1] = l->first_state[c] + p->n_states;
        l->first_input[c + 1] = l->first_input[c] + p->n_inputs;
        l->first_output[c + 1] = l->first_output[c] + p->n_outputs;
    }
    return l->first_state[n] > 0 || error_raise(error, ERROR_LINEARIZE_NO_STATES, l->system->name);
}

static const char *name_of(struct linearizer *l, struct state_space *s, size_t component, const struct fmi_variable *v)
{
    const struct description *d = component_description(run_component(l->run, component));
    char *name = system_port_name(l->system, (struct port){component, description_index(d, v)});
    char *kept = name ? arena_copy(&s->arena, name, strlen(name)) : NULL;
    free(name);
    return kept;
}

static bool name_signals(struct linearizer *l, struct signals *to, size_t first, size_t component, size_t n,
                         const struct fmi_variable **variables)
{
    for (size_t i = 0; i < n; i++) {
        to->names[first + i] = name_of(l, &l->open, component, variables[i]);
        to->nominals[first + i] = variables[i]->nominal != 0 ? fabs(variables[i]->nominal) : 1;
        if (!to->names[first + i])
            return false;
    }
    return true;
}

static bool open_open(struct linearizer *l, struct error *error)
{
    const size_t n = l->n_components;
    if (!state_space_open(&l->open, l->first_state[n], l->first_input[n], l->first_output[n], error))
        return false;
    for (size_t c = 0; c < n; c++) {
        const struct ports *p = &l->probes[c]->ports;
        if (!name_signals(l, &l->open.states, l->first_state[c], c, p->n_states, p->columns) ||
            !name_signals(l, &l->open.inputs, l->first_input[c], c, p->n_inputs, p->columns + p->n_states) ||
            !name_signals(l, &l->open.outputs, l->first_output[c], c, p->n_outputs, p->rows + p->n_states))
            return raise_memory(error);
    }
    return true;
}

/* Connections between continuous numbers; others carry what does not move. */
static bool list_connections(struct linearizer *l, bool *driven, struct error *error)
{
    const struct system *s = l->system;
    l->connections = arena_get(&l->arena, (s->n_connections + 1) * sizeof *l->connections);
    if (!l->connections)
        return raise_memory(error);
    for (size_t i = 0; i < s->n_connections; i++) {
        const struct connection *c = &s->connections[i];
        struct wire wire = {.factor = c->transformation.factor};
        if (!find_input(l, c->to, &wire.to))
            continue;
        driven[wire.to] = true; /* perhaps only at the start: nobody moves it afterwards */
        if (!c->only_initial && !c->transformation.map && find_output(l, c->from, &wire.from))
            l->connections[l->n_connections++] = wire;
    }
    return true;
}

static void add_external(struct linearizer *l, size_t w, size_t input, double factor, double offset)
{
    l->external[l->n_external++] = (struct wire){.from = w, .to = input, .factor = factor};
    l->sources[w] = (struct source){input, factor, offset};
}

/* The connectors of the system, then the inputs that nothing drives. */
static void list_external(struct linearizer *l, bool *driven, const char **names)
{
    const struct system *s = l->system;
    for (size_t i = 0; i < s->n_inputs; i++) {
        const struct system_connector *c = &s->inputs[i];
        bool used = false;
        for (size_t k = 0; k < c->n_ports; k++) {
            size_t input;
            if (c->type != FMI_REAL || c->transformations[k].map || !find_input(l, c->ports[k], &input))
                continue;
            add_external(l, l->n_w, input, c->transformations[k].factor, c->transformations[k].offset);
            driven[input] = true;
            used = true;
        }
        if (used)
            names[l->n_w++] = c->name;
    }
    for (size_t j = 0; j < l->open.inputs.n; j++) {
        if (driven[j])
            continue;
        add_external(l, l->n_w, j, 1, 0);
        names[l->n_w++] = l->open.inputs.names[j];
    }
}

static size_t count_ports(const struct system *s)
{
    size_t n = 0;
    for (size_t i = 0; i < s->n_inputs; i++)
        n += s->inputs[i].n_ports;
    return n;
}

static bool open_coupled(struct linearizer *l, struct error *error)
{
    const size_t most = l->open.inputs.n + count_ports(l->system) + l->system->n_inputs + 1;
    bool *driven = arena_get(&l->arena, most * sizeof *driven);
    const char **names = arena_get(&l->arena, most * sizeof *names);
    l->external = arena_get(&l->arena, most * sizeof *l->external);
    l->sources = arena_get(&l->arena, most * sizeof *l->sources);
    if (!driven || !names || !l->external || !l->sources)
        return raise_memory(error);
    if (!list_connections(l, driven, error))
        return false;
    list_external(l, driven, names);
    if (!state_space_open(&l->coupled, l->open.states.n, l->n_w, l->open.outputs.n, error))
        return false;
    l->coupled.states = l->open.states;
    l->coupled.outputs = l->open.outputs;
    for (size_t w = 0; w < l->n_w; w++) {
        l->coupled.inputs.names[w] = names[w];
        l->coupled.inputs.nominals[w] = l->open.inputs.nominals[l->sources[w].input] / fabs(l->sources[w].factor);
    }
    l->closure = closure_open(&l->open, l->connections, l->n_connections, l->external, l->n_external, l->n_w, error);
    return l->closure != NULL;
}

struct linearizer *linearizer_open(struct run *run, enum probe_method method, struct error *error)
{
    return linearizer_open_tuned(run, method, NULL, 0, error);
}

struct linearizer *linearizer_open_tuned(struct run *run, enum probe_method method, const struct port *tuned,
                                         size_t n_tuned, struct error *error)
{
    if (!lapack_load(error))
        return NULL;
    struct linearizer *l = calloc(1, sizeof *l);
    if (!l) {
        raise_memory(error);
        return NULL;
    }
    l->run = run;
    l->system = run_system(run);
    l->n_components = l->system->n_components;
    if (!open_probes(l, method, tuned, n_tuned, error) || !open_open(l, error) || !open_coupled(l, error)) {
        linearizer_close(l);
        return NULL;
    }
    return l;
}

void linearizer_close(struct linearizer *l)
{
    if (!l)
        return;
    for (size_t c = 0; l->probes && c < l->n_components; c++)
        probe_close(l->probes[c]);
    closure_close(l->closure);
    state_space_close(&l->coupled);
    state_space_close(&l->open);
    arena_free(&l->arena);
    free(l);
}

/* ---- running ---- */

static void insert_part(struct matrix to, size_t row, size_t column, const struct matrix *jacobian, size_t first_row,
                        size_t rows, size_t first_column, size_t columns)
{
    for (size_t j = 0; j < columns; j++)
        for (size_t i = 0; i < rows; i++)
            MATRIX_AT(to, row + i, column + j) = MATRIX_AT(*jacobian, first_row + i, first_column + j);
}

static void place_component(struct linearizer *l, size_t c)
{
    const struct probe *p = l->probes[c];
    const size_t n_x = p->ports.n_states, n_u = p->ports.n_inputs, n_y = p->ports.n_outputs;
    const size_t x = l->first_state[c], u = l->first_input[c], y = l->first_output[c];
    insert_part(l->open.A, x, x, &p->jacobian, 0, n_x, 0, n_x);
    insert_part(l->open.B, x, u, &p->jacobian, 0, n_x, n_x, n_u);
    insert_part(l->open.C, y, x, &p->jacobian, n_x, n_y, 0, n_x);
    insert_part(l->open.D, y, u, &p->jacobian, n_x, n_y, n_x, n_u);
    memcpy(l->open.states.values + x, p->columns, n_x * sizeof(double));
    memcpy(l->open.inputs.values + u, p->columns + n_x, n_u * sizeof(double));
    memcpy(l->open.rates + x, p->rows, n_x * sizeof(double));
    memcpy(l->open.outputs.values + y, p->rows + n_x, n_y * sizeof(double));
    l->open.directional = l->open.directional && p->directional;
    l->open.accuracy = fmax(l->open.accuracy, p->accuracy);
}

bool linearizer_advance(struct linearizer *l, double t, struct error *error)
{
    if (!run_advance(l->run, t, error))
        return false;
    return run_time(l->run) >= t ||
           error_raise(error, ERROR_LINEARIZE_RUN_ENDED, run_status_name(run_summary(l->run).status),
                       TEXT("%.9g", run_time(l->run)), TEXT("%.9g", t));
}

bool linearizer_run(struct linearizer *l, struct error *error)
{
    l->open.time = run_time(l->run);
    l->open.directional = true;
    l->open.accuracy = 0;
    for (size_t c = 0; c < l->n_components; c++) {
        if (!probe_run(l->probes[c], error))
            return false;
        place_component(l, c);
    }
    for (size_t w = 0; w < l->n_w; w++)
        l->coupled.inputs.values[w] =
            (l->open.inputs.values[l->sources[w].input] - l->sources[w].offset) / l->sources[w].factor;
    return closure_make(l->closure, &l->open, &l->coupled, error);
}

const struct state_space *linearizer_coupled(const struct linearizer *l)
{
    return &l->coupled;
}

const struct probe *linearizer_probe(const struct linearizer *l, size_t component)
{
    return l->probes[component];
}
