/* A model, for a filter. */
#include "estimate/machine.h"

#include "estimate/estimate_messages.h"
#include "master/system/driven.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

struct machine_room {
    size_t *places; /* of the estimated states among all of the coupled system; of parameters, among its inputs */
    bool *tuned;    /* per estimated state: it is a parameter */
    const struct fmi_variable **variables; /* of parameters */
    size_t *components;                    /* whose they are ... */
    unsigned *refs;                        /* ... and how to reach them */
    size_t *rows;       /* per sensor: its row among the outputs; NOWHERE where it is a state itself */
    struct port *ports; /* per sensor */
    size_t *order;      /* estimated states, component by component */
    unsigned *some_refs;
    double *some, *all;
    bool *walks; /* per estimated state */
};

#define NOWHERE ((size_t)-1)

static bool no_memory(struct error *error)
{
    return error_raise(error, ERROR_NO_MEMORY, "estimating");
}

static bool is_tunable(const struct fmi_variable *v)
{
    return v->type == FMI_REAL && v->causality == FMI_PARAMETER && v->variability == FMI_TUNABLE;
}

static size_t find_name(const char *const *names, size_t n, const char *name)
{
    for (size_t i = 0; i < n; i++)
        if (strcmp(names[i], name) == 0)
            return i;
    return NOWHERE;
}

static bool take_room(struct machine *p, struct error *error)
{
    const size_t n = p->n + 1, m = p->n_sensors + 1;
    struct machine_room *room = p->room = ARENA_TAKE(&p->arena, 1, struct machine_room);
    p->a = ARENA_TAKE(&p->arena, n * n, double);
    p->c = ARENA_TAKE(&p->arena, n * m, double);
    if (!room || !p->a || !p->c)
        return no_memory(error);
    room->places = ARENA_TAKE(&p->arena, n, size_t);
    room->components = ARENA_TAKE(&p->arena, n, size_t);
    room->order = ARENA_TAKE(&p->arena, n, size_t);
    room->refs = ARENA_TAKE(&p->arena, n, unsigned);
    room->some_refs = ARENA_TAKE(&p->arena, n, unsigned);
    room->some = ARENA_TAKE(&p->arena, n, double);
    room->all = ARENA_TAKE(&p->arena, n, double);
    room->walks = ARENA_TAKE(&p->arena, n, bool);
    room->tuned = ARENA_TAKE(&p->arena, n, bool);
    room->variables = ARENA_TAKE(&p->arena, n, const struct fmi_variable *);
    room->rows = ARENA_TAKE(&p->arena, m, size_t);
    room->ports = ARENA_TAKE(&p->arena, m, struct port);
    return (room->places && room->components && room->order && room->refs && room->some_refs && room->some &&
            room->all && room->walks && room->tuned && room->variables && room->rows && room->ports) ||
           no_memory(error);
}

/* ---- names ---- */

/* Which component the system's state or output of this number belongs to, and as which of its own. */
static size_t find_owner(const struct machine *p, size_t number, bool is_state, size_t *own)
{
    for (size_t c = 0;; c++) {
        const struct ports *ports = &linearizer_probe(p->linearizer, c)->ports;
        const size_t n = is_state ? ports->n_states : ports->n_outputs;
        if (number < n) {
            *own = number;
            return c;
        }
        number -= n;
    }
}

static struct port make_port(const struct machine *p, size_t component, const struct fmi_variable *v)
{
    return (struct port){component, description_index(component_description(run_component(p->run, component)), v)};
}

/* All that there are, for "did you mean". */
static bool raise_no_parameter(const struct machine *p, const struct filter_state *wanted, struct error *error)
{
    const struct system *s = run_system(p->run);
    const char **names = NULL;
    size_t n = 0;
    for (size_t c = 0; c < s->n_components; c++) {
        const struct description *d = component_description(run_component(p->run, c));
        for (size_t i = 0; i < d->n_variables; i++) {
            const char **more = is_tunable(&d->variables[i]) ? realloc(names, (n + 1) * sizeof *names) : NULL;
            if (!more)
                continue;
            names = more;
            names[n] = system_port_name(s, (struct port){c, i});
            n += names[n] != NULL;
        }
    }
    filter_file_raise_unknown(wanted->node, "tunable parameter", wanted->name, names, n, error);
    for (size_t i = 0; i < n; i++)
        free((char *)names[i]);
    free(names);
    return false;
}

/* What gives it a value in every step would take the filter's away. */
static bool raise_driven_parameter(const struct filter_state *wanted, struct error *error)
{
    struct notation_error wrong = {""};
    node_fail(wanted->node, &wrong,
              "the parameter \"%s\" is driven by --input or by a connection, and cannot be estimated", wanted->name);
    return error_raise(error, ERROR_FILTER_FILE, wrong.text);
}

static bool find_parameters(struct machine *p, const struct filter_file *filter, struct port *ports, size_t *n,
                            struct error *error)
{
    *n = 0;
    for (size_t i = 0; i < p->n; i++) {
        const struct filter_state *wanted = &filter->states[i];
        struct port port;
        p->room->tuned[i] = wanted->is_parameter;
        if (!wanted->is_parameter)
            continue;
        if (!system_find_port(run_system(p->run), wanted->name, &port, NULL) ||
            !is_tunable(system_variable(run_system(p->run), port)))
            return raise_no_parameter(p, wanted, error);
        if (system_port_driver(run_system(p->run), port))
            return raise_driven_parameter(wanted, error);
        p->room->components[i] = port.component;
        p->room->variables[i] = system_variable(run_system(p->run), port);
        p->room->refs[i] = p->room->variables[i]->reference;
        ports[(*n)++] = port;
    }
    return true;
}

static bool open_linearizer(struct machine *p, const struct filter_file *filter, struct error *error)
{
    struct port *ports = malloc((p->n + 1) * sizeof *ports);
    size_t n;
    if (!ports)
        return no_memory(error);
    if (find_parameters(p, filter, ports, &n, error))
        p->linearizer = linearizer_open_tuned(p->run, PROBE_BEST, ports, n, error);
    free(ports);
    return p->linearizer != NULL;
}

static bool find_states(struct machine *p, const struct filter_file *filter, struct error *error)
{
    const struct signals *states = &linearizer_coupled(p->linearizer)->states,
                         *inputs = &linearizer_coupled(p->linearizer)->inputs;
    struct machine_room *room = p->room;
    for (size_t i = 0; i < p->n; i++) {
        const struct filter_state *wanted = &filter->states[i];
        size_t own;
        room->walks[i] = wanted->walks || wanted->is_parameter;
        if (wanted->is_parameter) {
            room->places[i] = find_name(inputs->names, inputs->n, wanted->name);
            if (room->places[i] == NOWHERE) /* a connection drives it */
                return raise_no_parameter(p, wanted, error);
            continue;
        }
        room->places[i] = find_name(states->names, states->n, wanted->name);
        if (room->places[i] == NOWHERE)
            return filter_file_raise_unknown(wanted->node, "state", wanted->name, states->names, states->n, error);
        room->components[i] = find_owner(p, room->places[i], true, &own);
        room->refs[i] = linearizer_probe(p->linearizer, room->components[i])->ports.column_refs[own];
    }
    size_t at = 0;
    for (size_t c = 0; c < run_system(p->run)->n_components; c++)
        for (size_t i = 0; i < p->n; i++)
            if (room->components[i] == c)
                room->order[at++] = i;
    return true;
}

/* Outputs and states, for "did you mean". */
static bool raise_no_output(const struct machine *p, const struct filter_sensor *sensor, struct error *error)
{
    const struct state_space *s = linearizer_coupled(p->linearizer);
    const size_t n = s->outputs.n + s->states.n;
    const char **names = malloc((n + 1) * sizeof *names);
    if (!names)
        return no_memory(error);
    memcpy(names, s->outputs.names, s->outputs.n * sizeof *names);
    memcpy(names + s->outputs.n, s->states.names, s->states.n * sizeof *names);
    filter_file_raise_unknown(sensor->node, "continuous output or state", sensor->output, names, n, error);
    free(names);
    return false;
}

static bool find_sensors(struct machine *p, const struct filter_file *filter, struct error *error)
{
    const struct state_space *s = linearizer_coupled(p->linearizer);
    struct machine_room *room = p->room;
    p->sensors_are_states = true;
    for (size_t i = 0; i < p->n_sensors; i++) {
        const char *name = filter->sensors[i].output;
        const size_t state = find_name(s->states.names, s->states.n, name);
        const size_t row = find_name(s->outputs.names, s->outputs.n, name);
        if (state == NOWHERE && row == NOWHERE)
            return raise_no_output(p, &filter->sensors[i], error);
        size_t own;
        const size_t component = find_owner(p, state != NOWHERE ? state : row, state != NOWHERE, &own);
        const struct ports *ports = &linearizer_probe(p->linearizer, component)->ports;
        room->ports[i] =
            make_port(p, component, state != NOWHERE ? ports->columns[own] : ports->rows[ports->n_states + own]);
        room->rows[i] = state != NOWHERE ? NOWHERE : row;
        for (size_t k = 0; state != NOWHERE && k < p->n; k++)
            if (!room->tuned[k] && room->places[k] == state)
                p->c[i + k * p->n_sensors] = 1;
        p->sensors_are_states = p->sensors_are_states && state != NOWHERE;
    }
    return true;
}

static bool open_counts(struct machine *p, struct error *error)
{
    const size_t n = run_system(p->run)->n_components;
    p->counts = ARENA_TAKE(&p->arena, n + 1, struct counts);
    if (!p->counts)
        return no_memory(error);
    for (size_t c = 0; c < n; c++)
        if (!counts_open(&p->counts[c], run_component(p->run, c), &p->arena, error))
            return false;
    return true;
}

bool machine_check_counts(const struct machine *p, struct error *error)
{
    for (size_t i = 0; i < run_system(p->run)->n_components; i++) {
        struct component *c = run_component(p->run, i);
        const char *changed;
        if (!counts_stay(&p->counts[i], c, &changed, error))
            return false;
        if (changed)
            return error_raise(error, ERROR_ESTIMATE_COUNTED_ANEW, component_label(c), changed,
                               TEXT("%.9g", run_time(p->run)));
    }
    return true;
}

bool machine_open(struct machine *p, struct run *run, const struct filter_file *filter, struct error *error)
{
    *p = (struct machine){.run = run, .n = filter->n_states, .n_sensors = filter->n_sensors};
    if (take_room(p, error) && open_linearizer(p, filter, error) && find_states(p, filter, error) &&
        find_sensors(p, filter, error) && open_counts(p, error))
        return true;
    machine_close(p);
    return false;
}

void machine_close(struct machine *p)
{
    linearizer_close(p->linearizer);
    arena_free(&p->arena);
    *p = (struct machine){0};
}

/* ---- values ---- */

bool machine_linearize(struct machine *p, struct error *error)
{
    if (!linearizer_run(p->linearizer, error))
        return false;
    const struct state_space *s = linearizer_coupled(p->linearizer);
    const struct machine_room *room = p->room;
    for (size_t j = 0; j < p->n; j++) {
        const struct matrix a = room->tuned[j] ? s->B : s->A, c = room->tuned[j] ? s->D : s->C;
        for (size_t i = 0; i < p->n; i++)
            p->a[i + j * p->n] = room->walks[i] ? 0 : MATRIX_AT(a, room->places[i], room->places[j]);
        for (size_t i = 0; i < p->n_sensors; i++)
            if (room->rows[i] != NOWHERE)
                p->c[i + j * p->n_sensors] = MATRIX_AT(c, room->rows[i], room->places[j]);
    }
    return true;
}

/* The next input of the coupled system that is no estimated parameter, from `at` on. */
static size_t next_input(const struct machine *p, size_t at)
{
    for (size_t i = 0; i < p->n; i++)
        if (p->room->tuned[i] && p->room->places[i] == at)
            return next_input(p, at + 1);
    return at;
}

size_t machine_input_count(const struct machine *p)
{
    size_t n = linearizer_coupled(p->linearizer)->inputs.n;
    for (size_t i = 0; i < p->n; i++)
        n -= p->room->tuned[i];
    return n;
}

void machine_get_inputs(const struct machine *p, const char **names, double *values)
{
    const struct signals *inputs = &linearizer_coupled(p->linearizer)->inputs;
    for (size_t i = 0, at = next_input(p, 0); i < machine_input_count(p); i++, at = next_input(p, at + 1)) {
        names[i] = inputs->names[at];
        values[i] = inputs->values[at];
    }
}

void machine_get_model(const struct machine *p, double *a, double *b, double *d, double *rates)
{
    const struct state_space *s = linearizer_coupled(p->linearizer);
    const struct machine_room *room = p->room;
    const size_t n = p->n, m = p->n_sensors, n_inputs = machine_input_count(p);
    for (size_t i = 0; i < n; i++) {
        rates[i] = room->tuned[i] ? 0 : s->rates[room->places[i]];
        for (size_t j = 0; j < n; j++)
            a[i + j * n] = room->tuned[i]   ? 0
                           : room->tuned[j] ? MATRIX_AT(s->B, room->places[i], room->places[j])
                                            : MATRIX_AT(s->A, room->places[i], room->places[j]);
    }
    for (size_t k = 0, at = next_input(p, 0); k < n_inputs; k++, at = next_input(p, at + 1)) {
        for (size_t i = 0; i < n; i++)
            b[i + k * n] = room->tuned[i] ? 0 : MATRIX_AT(s->B, room->places[i], at);
        for (size_t i = 0; i < m; i++)
            d[i + k * m] = room->rows[i] == NOWHERE ? 0 : MATRIX_AT(s->D, room->rows[i], at);
    }
}

/* Estimated states of one component, side by side in `some`, beginning at `at` of the order; returns where the next component begins. */
static size_t gather(const struct machine *p, size_t at)
{
    const struct machine_room *room = p->room;
    size_t end = at;
    for (; end < p->n && room->components[room->order[end]] == room->components[room->order[at]]; end++)
        room->some_refs[end - at] = room->refs[room->order[end]];
    return end;
}

bool machine_read_states(struct machine *p, double *values, struct error *error)
{
    struct machine_room *room = p->room;
    for (size_t at = 0, end; at < p->n; at = end) {
        end = gather(p, at);
        struct component *c = run_component(p->run, room->components[room->order[at]]);
        if (!component_get_real(c, room->some_refs, end - at, room->some, error))
            return false;
        for (size_t i = at; i < end; i++)
            values[room->order[i]] = room->some[i - at];
    }
    return true;
}

bool machine_read_sensors(struct machine *p, double *values, struct error *error)
{
    for (size_t i = 0; i < p->n_sensors; i++)
        if (!run_get_value(p->run, p->room->ports[i], &values[i], error))
            return false;
    return true;
}

bool machine_raise_ended(const struct machine *p, struct error *error)
{
    return error_raise(error, ERROR_ESTIMATE_RUN_ENDED, run_status_name(run_summary(p->run).status),
                       TEXT("%.9g", run_time(p->run)));
}

static bool raise_not_settable(const struct machine *p, size_t component, struct error *error)
{
    const struct component *c = run_component(p->run, component);
    const bool is_single = run_system(p->run)->n_components == 1;
    return error_raise(error, ERROR_ESTIMATE_NOT_SETTABLE, component_label(c),
                       is_single && component_description(c)->model_exchange.present
                           ? "; --interface me integrates it here, where they can"
                           : "");
}

bool machine_check(const struct machine *p, struct error *error)
{
    for (size_t i = 0; i < p->n; i++)
        if (!run_can_set_states(p->run, p->room->components[i]))
            return raise_not_settable(p, p->room->components[i], error);
    return true;
}

/* What the FMU would not take is the filter's mistake, not the FMU's. */
static bool check_parameters(const struct machine *p, const double *correction, struct error *error)
{
    const struct machine_room *room = p->room;
    for (size_t i = 0; i < p->n; i++) {
        if (!room->tuned[i])
            continue;
        const struct fmi_variable *v = room->variables[i];
        const double value = room->all[i] + correction[i];
        const double least = v->has_min ? v->min : -INFINITY, most = v->has_max ? v->max : INFINITY;
        if (!(value >= least && value <= most))
            return error_raise(error, ERROR_ESTIMATE_PARAMETER_LIMITS, TEXT("%.9g", run_time(p->run)), v->name,
                               TEXT("%.6g", value), TEXT("%.6g", least), TEXT("%.6g", most));
    }
    return true;
}

bool machine_correct(struct machine *p, const double *correction, struct error *error)
{
    struct machine_room *room = p->room;
    if (!machine_read_states(p, room->all, error) || !check_parameters(p, correction, error))
        return false;
    for (size_t at = 0, end; at < p->n; at = end) {
        end = gather(p, at);
        for (size_t i = at; i < end; i++)
            room->some[i - at] = room->all[room->order[i]] + correction[room->order[i]];
        if (!run_set_states(p->run, room->components[room->order[at]], room->some_refs, room->some, end - at, error))
            return false;
    }
    return run_exchange_states(p->run, error);
}

void machine_tell_method(const struct machine *p)
{
    for (size_t c = 0; c < run_system(p->run)->n_components; c++) {
        const struct probe *probe = linearizer_probe(p->linearizer, c);
        if (!probe->directional_tuned)
            error_warn(probe->directional ? WARNING_ESTIMATE_PARAMETER_DIFFERENCES : WARNING_ESTIMATE_DIFFERENCES,
                       component_label(run_component(p->run, c)), TEXT("%.1g", probe->accuracy));
    }
}
