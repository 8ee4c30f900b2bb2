/* Probing one component: which way, in which calls. */
#include "master/couple/probe_impl.h"
#include "master/couple/couple_messages.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- opening ---- */

static bool take_group(struct arena *a, struct probe_group *g, size_t n_columns, size_t n_rows)
{
    g->columns = arena_get(a, (n_columns + 1) * sizeof *g->columns);
    g->column_refs = arena_get(a, (n_columns + 1) * sizeof *g->column_refs);
    g->rows = arena_get(a, (n_rows + 1) * sizeof *g->rows);
    g->owners = arena_get(a, (n_rows + 1) * sizeof *g->owners);
    g->row_refs = arena_get(a, (n_rows + 1) * sizeof *g->row_refs);
    return g->columns && g->column_refs && g->rows && g->owners && g->row_refs;
}

static bool make_group(struct probe *p, struct probe_group *g, const int32_t *group, int32_t number)
{
    const struct ports *ports = &p->ports;
    if (!take_group(&p->inside->arena, g, ports->n_columns, ports->n_rows))
        return false;
    for (size_t j = 0; j < ports->n_columns; j++) {
        if (group[j] != number)
            continue;
        g->columns[g->n_columns] = j;
        g->column_refs[g->n_columns++] = ports->column_refs[j];
        for (size_t i = 0; i < ports->n_rows; i++)
            if (ports->pattern[i * ports->n_columns + j]) {
                g->rows[g->n_rows] = i;
                g->owners[g->n_rows] = j;
                g->row_refs[g->n_rows++] = ports->row_refs[i];
            }
    }
    return true;
}

static bool make_groups(struct probe *p, struct error *error)
{
    struct probe_inside *k = p->inside;
    const struct ports *ports = &p->ports;
    int32_t *group = arena_get(&k->arena, (ports->n_columns + 1) * sizeof *group);
    bool ok = group != NULL;
    if (ok) {
        k->n_groups = columns_group(ports->pattern, ports->n_rows, ports->n_columns, group);
        k->groups = arena_get(&k->arena, (k->n_groups + 1) * sizeof *k->groups);
        ok = k->groups != NULL;
    }
    for (size_t g = 0; ok && g < k->n_groups; g++)
        ok = make_group(p, &k->groups[g], group, (int32_t)g);
    return ok || error_raise(error, ERROR_NO_MEMORY, "linearizing");
}

static bool take_room(struct probe *p, struct error *error)
{
    struct arena *a = &p->inside->arena;
    const size_t n_rows = p->ports.n_rows, n_columns = p->ports.n_columns;
    double *room = arena_get(a, (4 * n_columns + 6 * n_rows + n_rows * n_columns + 1) * sizeof *room);
    p->jacobian = matrix_take(a, n_rows, n_columns);
    if (!room || !p->jacobian.a)
        return error_raise(error, ERROR_NO_MEMORY, "linearizing");
    p->columns = room;
    p->inside->seed = room += n_columns;
    p->inside->moved = room += n_columns;
    p->rows = room += n_columns;
    p->inside->result = room += n_rows;
    for (size_t i = 0; i < 4; i++)
        p->inside->at[i] = room += n_rows;
    p->inside->errors = room + n_rows;
    for (size_t j = 0; j < n_columns; j++)
        p->inside->seed[j] = 1;
    for (size_t i = 0; i < n_rows; i++)
        if (p->ports.same_as[i] >= 0)
            MATRIX_AT(p->jacobian, i, (size_t)p->ports.same_as[i]) = 1;
    return true;
}

/* The best way that the FMU offers; raises an error where there is none. */
static bool choose_way(struct probe *p, enum probe_method method, struct error *error)
{
    struct probe_inside *k = p->inside;
    const struct description *d = component_description(k->component);
    const struct component_abilities can = component_abilities(k->component);
    const char *name = component_label(k->component);
    const bool settable = can.model_exchange || p->ports.n_states == 0 || can.states_settable;
    const bool is_linear = !component_instance(k->component); /* it tells its matrices */
    k->is_readable = can.recomputes_on_get || is_linear;
    p->directional = true;
    if (is_linear || k->n_groups == 0 || (can.directional && method != PROBE_BY_DIFFERENCES))
        return true;

    const bool in_place = settable && can.recomputes_on_get;
    if (!d->model_exchange.present || can.model_exchange || (in_place && method == PROBE_BY_DIFFERENCES)) {
        p->directional = false;
        if (method == PROBE_BY_DIRECTIONAL)
            return error_raise(error, ERROR_PROBE_NO_DIRECTIONAL, name);
        return in_place || error_raise(error, ERROR_PROBE_NO_WAY, name);
    }
    const bool model_directional =
        d->model_exchange.provides_directional_derivative &&
        fmu_has_function(instance_fmu(component_instance(k->component)), "GetDirectionalDerivative");
    p->directional = model_directional && method != PROBE_BY_DIFFERENCES;
    if (method == PROBE_BY_DIRECTIONAL && !p->directional)
        return error_raise(error, ERROR_PROBE_NO_DIRECTIONAL, name);
    if (!p->directional && in_place)
        return true;
    k->model = probe_model_open(&k->target, error);
    k->is_readable = true;
    return k->model != NULL;
}

/* Parameters of FMUs that differentiate with respect to states and inputs only; of all others, everything or nothing. */
static bool choose_groups(struct probe *p, enum probe_method method, struct error *error)
{
    struct probe_inside *k = p->inside;
    const bool is_model = k->model || component_abilities(k->component).model_exchange;
    p->directional_tuned =
        p->directional && (p->ports.n_tuned == 0 || component_description(k->component)->differentiates_parameters);
    for (size_t g = 0; g < k->n_groups; g++) {
        const bool is_tuned = k->groups[g].columns[0] >= p->ports.n_columns - p->ports.n_tuned;
        k->groups[g].by_differences = !(is_tuned ? p->directional_tuned : p->directional);
    }
    if (p->directional_tuned)
        return true;
    if (p->directional && method == PROBE_BY_DIRECTIONAL)
        return error_raise(error, ERROR_PROBE_NO_DIRECTIONAL, component_label(k->component));
    return k->is_readable || is_model || error_raise(error, ERROR_PROBE_NO_WAY, component_label(k->component));
}

struct probe *probe_open(const struct probe_target *target, enum probe_method method, struct error *error)
{
    struct probe *p = calloc(1, sizeof *p);
    if (p)
        p->inside = calloc(1, sizeof *p->inside);
    if (!p || !p->inside) {
        error_raise(error, ERROR_NO_MEMORY, "linearizing");
        probe_close(p);
        return NULL;
    }
    p->inside->target = *target;
    p->inside->component = target->components[target->component];
    if (!ports_open(&p->ports, component_description(p->inside->component), target->tuned, target->n_tuned, error) ||
        !make_groups(p, error) || !take_room(p, error) || !choose_way(p, method, error) ||
        !choose_groups(p, method, error)) {
        probe_close(p);
        return NULL;
    }
    return p;
}

void probe_close(struct probe *p)
{
    if (!p)
        return;
    if (p->inside) {
        component_close(p->inside->model);
        arena_free(&p->inside->arena);
    }
    free(p->inside);
    ports_close(&p->ports);
    free(p);
}

bool probe_reads(const struct probe *p)
{
    return p->inside->is_readable;
}

long probe_calls(const struct probe *p)
{
    long n = 0;
    for (size_t g = 0; g < p->inside->n_groups; g++)
        n += !p->inside->groups[g].by_differences;
    return n;
}

/* ---- running ---- */

static struct instance *probed_instance(struct probe *p)
{
    return component_instance(p->inside->model ? p->inside->model : p->inside->component);
}

bool probe_get(struct probe *p, double *rows, struct error *error)
{
    if (p->ports.n_rows == 0)
        return true;
    if (p->inside->model)
        return instance_get_real(probed_instance(p), p->ports.row_refs, p->ports.n_rows, rows, error);
    return component_get_real(p->inside->component, p->ports.row_refs, p->ports.n_rows, rows, error);
}

bool probe_set(struct probe *p, const double *columns, struct error *error)
{
    const size_t n_x = p->ports.n_states, n_u = p->ports.n_inputs;
    if (!p->inside->model)
        return n_x + n_u == 0 ||
               component_set_real(p->inside->component, p->ports.column_refs, n_x + n_u, columns, error);
    struct instance *i = probed_instance(p);
    return (n_x == 0 || instance_set_states(i, columns, n_x, error)) &&
           (n_u == 0 || instance_set_real(i, p->ports.column_refs + n_x, n_u, columns + n_x, error));
}

/* Values of states and inputs, then of rates and outputs. Between steps a Co-Simulation FMU need not answer after a set, and
 * where it does, with old values: those are not asked for. */
static bool read_values(struct probe *p, struct error *error)
{
    struct probe_inside *k = p->inside;
    if (k->is_readable && p->ports.n_columns > 0 &&
        !component_get_real(k->component, p->ports.column_refs, p->ports.n_columns, p->columns, error))
        return false;
    if (k->model && !probe_model_place(p, component_time(k->component), error))
        return false;
    if (k->is_readable)
        return probe_get(p, p->rows, error);
    for (size_t j = 0; j < p->ports.n_columns; j++)
        p->columns[j] = (double)NAN;
    for (size_t i = 0; i < p->ports.n_rows; i++)
        p->rows[i] = (double)NAN;
    return true;
}

static bool run_directional(struct probe *p, struct error *error)
{
    struct probe_inside *k = p->inside;
    for (const struct probe_group *g = k->groups; g < k->groups + k->n_groups; g++) {
        if (g->by_differences)
            continue;
        const bool done = k->model ? instance_directional(probed_instance(p), g->row_refs, g->n_rows, g->column_refs,
                                                          g->n_columns, k->seed, k->result, error)
                                   : component_directional(k->component, g->row_refs, g->n_rows, g->column_refs,
                                                           g->n_columns, k->seed, k->result, error);
        if (!done)
            return false;
        for (size_t i = 0; i < g->n_rows; i++)
            MATRIX_AT(p->jacobian, g->rows[i], g->owners[i]) = k->result[i];
    }
    return true;
}

bool probe_read(struct probe *p, struct error *error)
{
    p->inside->component = p->inside->target.components[p->inside->target.component];
    return read_values(p, error);
}

bool probe_run(struct probe *p, struct error *error)
{
    p->inside->component = p->inside->target.components[p->inside->target.component];
    if (!read_values(p, error) || !run_directional(p, error) || !(p->directional_tuned || probe_differences(p, error)))
        return false;
    return matrix_is_finite(p->jacobian) ||
           error_raise(error, ERROR_PROBE_NOT_FINITE, component_label(p->inside->component),
                       TEXT("%.9g", component_time(p->inside->component)));
}
