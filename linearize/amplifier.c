#include "linearize/amplifier.h"

#include "master/couple/component_linear.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

struct source_of_maps { /* of one component */
    struct step_maps *maps;
    size_t component;
};

struct amplifier {
    struct arena arena;
    struct run *run;
    const struct linearizer *linearizer;
    size_t n_components, n_states, n_memory, n; /* n: of states and memory together */
    struct source_of_maps *sources;             /* per component */
    bool *moves;                                /* per value: else it is a constant */
    double *scales;                             /* per value, at this point and macro step */
    double *memory;                             /* of the run */
    double *before, *after, *rest;              /* values; `rest`: what a step makes of nothing (offsets of units) */
    struct matrix matrix;
    size_t *kept, *waiting; /* what of it matters */
    bool *seen;             /* by the states, now or later */
};

/* ---- opening ---- */

static const struct step_map *get_map(void *context, double h, int order, struct error *error)
{
    const struct source_of_maps *s = context;
    return step_maps_get(s->maps, s->component, h, order, error);
}

static bool replace_component(struct amplifier *a, size_t c, struct error *error)
{
    const struct probe *probe = linearizer_probe(a->linearizer, c);
    const struct ports *p = &probe->ports;
    const struct linear_model model = {
        .n_states = p->n_states,
        .n_inputs = p->n_inputs,
        .n_outputs = p->n_outputs,
        .input_refs = p->column_refs + p->n_states,
        .output_refs = p->row_refs + p->n_states,
        .state_refs = p->column_refs,
        .rate_refs = p->row_refs,
        .jacobian = &probe->jacobian,
        .map = get_map,
        .context = &a->sources[c],
        .order = run_input_order(a->run, c),
    };
    struct component *linear = component_open_linear(run_component(a->run, c), &model, error);
    if (linear)
        run_replace_component(a->run, c, linear);
    return linear;
}

static bool is_among(const struct fmi_variable *const *list, size_t n, const struct fmi_variable *v)
{
    for (size_t i = 0; i < n; i++)
        if (list[i] == v)
            return true;
    return false;
}

/* Variables of this run and of the linearized one are the same: both share the system's FMUs. Numbers that no step and no
 * exchange renews are constants. */
static bool item_moves(const struct amplifier *a, const struct run_memory_item *item)
{
    if (item->port.component == a->n_components)
        return false;
    const struct ports *p = &linearizer_probe(a->linearizer, item->port.component)->ports;
    const struct fmi_variable *v = system_variable(run_system(a->run), item->port);
    return item->kind == MEMORY_INPUT ? is_among(p->columns + p->n_states, p->n_inputs, v)
                                      : is_among(p->rows + p->n_states, p->n_outputs, v);
}

static bool take_tables(struct amplifier *a)
{
    const size_t n = a->n;
    double **const numbers[] = {&a->scales, &a->before, &a->after, &a->rest, &a->memory};
    bool ok = true;
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
        ok = (*numbers[i] = ARENA_TAKE(&a->arena, n, double)) && ok;
    a->moves = ARENA_TAKE(&a->arena, n, bool);
    a->seen = ARENA_TAKE(&a->arena, n, bool);
    a->kept = ARENA_TAKE(&a->arena, n, size_t);
    a->waiting = ARENA_TAKE(&a->arena, n, size_t);
    a->matrix = matrix_take(&a->arena, n, n);
    return ok && a->moves && a->seen && a->kept && a->waiting && a->matrix.a;
}

static bool prepare(struct amplifier *a, struct step_maps *maps, struct error *error)
{
    a->n_components = run_system(a->run)->n_components;
    a->sources = ARENA_TAKE(&a->arena, a->n_components, struct source_of_maps);
    for (size_t c = 0; a->sources && c < a->n_components; c++) {
        a->sources[c] = (struct source_of_maps){maps, c};
        a->n_states += linearizer_probe(a->linearizer, c)->ports.n_states;
        if (!replace_component(a, c, error))
            return false;
    }
    a->n_memory = run_memory_size(a->run);
    a->n = a->n_states + a->n_memory;
    if (!a->sources || !take_tables(a))
        return error_raise(error, ERROR_NO_MEMORY, "preparing the stability analysis");
    for (size_t i = 0; i < a->n; i++) {
        if (i < a->n_states) {
            a->moves[i] = true;
            continue;
        }
        const struct run_memory_item item = run_memory_item(a->run, i - a->n_states);
        a->moves[i] = item_moves(a, &item);
    }
    return true;
}

struct amplifier *amplifier_open(struct run *scheme, const struct linearizer *linearizer, struct step_maps *maps,
                                 struct error *error)
{
    struct amplifier *a = calloc(1, sizeof *a);
    if (!a) {
        error_raise(error, ERROR_NO_MEMORY, "preparing the stability analysis");
        return NULL;
    }
    a->run = scheme;
    a->linearizer = linearizer;
    if (!prepare(a, maps, error)) {
        amplifier_close(a);
        return NULL;
    }
    return a;
}

void amplifier_close(struct amplifier *a)
{
    if (!a)
        return;
    arena_free(&a->arena);
    free(a);
}

/* ---- units ---- */

static double scale_of(const struct fmi_variable *v, double value)
{
    const double nominal = v->nominal != 0 ? fabs(v->nominal) : 1;
    return isfinite(value) ? fmax(nominal, fabs(value)) : nominal;
}

static double scale_of_output(const struct amplifier *a, struct port port)
{
    if (port.component == a->n_components)
        return 1;
    const struct probe *probe = linearizer_probe(a->linearizer, port.component);
    const struct fmi_variable *v = system_variable(run_system(a->run), port);
    for (size_t i = probe->ports.n_states; i < probe->ports.n_rows; i++)
        if (probe->ports.rows[i] == v)
            return scale_of(v, probe->rows[i]);
    return 1;
}

static void find_scales(struct amplifier *a, double H)
{
    double *scale = a->scales;
    for (size_t c = 0; c < a->n_components; c++) {
        const struct probe *probe = linearizer_probe(a->linearizer, c);
        for (size_t i = 0; i < probe->ports.n_states; i++)
            *scale++ = scale_of(probe->ports.columns[i], probe->columns[i]);
    }
    for (size_t i = 0; i < a->n_memory; i++) {
        const struct run_memory_item item = run_memory_item(a->run, i);
        const double unit = item.kind == MEMORY_SLOPE ? 1 / H : item.kind == MEMORY_CURVATURE ? 1 / (H * H) : 1;
        *scale++ = scale_of_output(a, item.source) * fabs(item.factor) * unit;
    }
}

/* ---- columns ---- */

static void put_values(struct amplifier *a, const double *values)
{
    for (size_t c = 0; c < a->n_components; c++) {
        const size_t n = linearizer_probe(a->linearizer, c)->ports.n_states;
        memcpy(component_linear_states(run_component(a->run, c)), values, n * sizeof *values);
        values += n;
    }
    run_set_memory(a->run, values);
}

static void take_values(const struct amplifier *a, double *values)
{
    for (size_t c = 0; c < a->n_components; c++) {
        const size_t n = linearizer_probe(a->linearizer, c)->ports.n_states;
        memcpy(values, component_linear_states(run_component(a->run, c)), n * sizeof *values);
        values += n;
    }
    run_get_memory(a->run, values);
}

static bool step_from(struct amplifier *a, double H, double *end, struct error *error)
{
    put_values(a, a->before);
    if (!run_take_alike_step(a->run, H, error))
        return false;
    take_values(a, end);
    return true;
}

static bool fill_columns(struct amplifier *a, double H, struct error *error)
{
    a->matrix.rows = a->matrix.columns = a->n;
    memset(a->before, 0, a->n * sizeof *a->before);
    if (!step_from(a, H, a->rest, error))
        return false;
    for (size_t j = 0; j < a->n; j++) {
        if (a->moves[j]) {
            a->before[j] = a->scales[j];
            if (!step_from(a, H, a->after, error))
                return false;
            a->before[j] = 0;
        }
        for (size_t i = 0; i < a->n; i++)
            MATRIX_AT(a->matrix, i, j) = a->moves[j] && a->moves[i] ? (a->after[i] - a->rest[i]) / a->scales[i] : 0;
    }
    return true;
}

/* ---- what matters of it ---- */

/* Marks what the states depend on, over one step or several; what else may grow in the memory, nobody ever sees. */
static void mark_seen(struct amplifier *a)
{
    size_t n = 0;
    for (size_t i = 0; i < a->n; i++) {
        a->seen[i] = i < a->n_states;
        if (a->seen[i])
            a->waiting[n++] = i;
    }
    while (n > 0) {
        const size_t row = a->waiting[--n];
        for (size_t j = 0; j < a->n; j++)
            if (!a->seen[j] && MATRIX_AT(a->matrix, row, j) != 0) {
                a->seen[j] = true;
                a->waiting[n++] = j;
            }
    }
}

static bool is_always_zero(const struct amplifier *a, size_t row)
{
    for (size_t j = 0; j < a->n; j++)
        if (MATRIX_AT(a->matrix, row, j) != 0)
            return false;
    return true;
}

static void leave_out(struct amplifier *a)
{
    size_t n = 0;
    mark_seen(a);
    for (size_t i = 0; i < a->n; i++)
        if (a->seen[i] && !is_always_zero(a, i))
            a->kept[n++] = i;
    for (size_t j = 0; j < n; j++) /* in place: every element moves towards the beginning */
        for (size_t i = 0; i < n; i++)
            a->matrix.a[i + j * n] = a->matrix.a[a->kept[i] + a->kept[j] * a->n];
    a->matrix.rows = a->matrix.columns = n;
}

bool amplifier_run(struct amplifier *a, double H, struct matrix *amplification, struct error *error)
{
    find_scales(a, H);
    if (!fill_columns(a, H, error))
        return false;
    leave_out(a);
    *amplification = a->matrix;
    return true;
}
