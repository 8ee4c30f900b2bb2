/* The twin: its memory, and one macro step. */
#include "linearize/twin_impl.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- opening ---- */

static struct forms take_forms(struct arena *a, size_t n, size_t width, bool *ok)
{
    const struct forms f = {n, width, arena_get(a, (n * width + 1) * sizeof(double))};
    *ok = *ok && f.a;
    return f;
}

static size_t find(const struct fmi_variable **list, size_t first, size_t n, const struct fmi_variable *v)
{
    for (size_t i = first; i < first + n; i++)
        if (list[i] == v)
            return i;
    return NO_VALUE;
}

/* Variables of the scheme's run and of the linearized one are the same: both share the system's FMUs. */
static bool find_places(struct twin *t)
{
    const struct exchange *x = t->x;
    t->row_of = arena_get(&t->arena, (x->n_y + 1) * sizeof *t->row_of);
    t->column_of = arena_get(&t->arena, (x->n_u + 1) * sizeof *t->column_of);
    if (!t->row_of || !t->column_of)
        return false;
    for (size_t i = 0; i < x->n_y; i++) {
        const struct port port = x->y_ports[i];
        t->row_of[i] = NO_VALUE;
        if (port.component == t->n_components)
            continue;
        const struct ports *p = t->components[port.component].ports;
        t->row_of[i] = find(p->rows, p->n_states, p->n_outputs, system_variable(x->system, port));
    }
    for (size_t i = 0; i < x->n_u; i++) {
        const struct port port = x->u_ports[i];
        const struct ports *p = t->components[port.component].ports;
        const size_t column = find(p->columns, p->n_states, p->n_inputs, system_variable(x->system, port));
        t->column_of[i] = column == NO_VALUE ? NO_VALUE : column - p->n_states;
    }
    return true;
}

static size_t count_states(const struct twin *t)
{
    size_t n = 0;
    for (size_t c = 0; c < t->n_components; c++)
        n += t->components[c].ports->n_states;
    return n;
}

static size_t count_memory(const struct twin *t)
{
    const size_t n = count_states(t) + t->x->n_u + t->x->n_y;
    return t->order > 0 ? n + 3 * t->x->n_y : n;
}

static size_t largest_loop(const struct exchange *x)
{
    size_t largest = 0;
    for (size_t i = 0; i < x->n_plan; i++)
        if (x->plan[i].operation == EXCHANGE_LOOP && x->plan[i].loop->n > largest)
            largest = x->plan[i].loop->n;
    return largest;
}

static bool take_component(struct twin *t, struct twin_component *c)
{
    bool ok = true;
    const size_t n_x = c->ports->n_states, n_u = c->ports->n_inputs, w = t->width;
    c->x = take_forms(&t->arena, n_x, w, &ok);
    c->x_next = take_forms(&t->arena, n_x, w, &ok);
    c->saved_x = take_forms(&t->arena, n_x, w, &ok);
    for (int k = 0; k < 2; k++)
        c->rates[k] = take_forms(&t->arena, t->order > 0 ? n_x : 0, w, &ok);
    for (int k = 0; k < STEP_ORDERS; k++) {
        c->u[k] = take_forms(&t->arena, n_u, w, &ok);
        c->saved_u[k] = take_forms(&t->arena, n_u, w, &ok);
    }
    return ok;
}

static size_t most_inputs(const struct stepper *s)
{
    size_t most = 0;
    for (size_t c = 0; c < s->n_components; c++)
        most = s->components[c].n_inputs > most ? s->components[c].n_inputs : most;
    return most;
}

static bool take_tables(struct twin *t)
{
    bool ok = true;
    struct arena *a = &t->arena;
    const size_t w = t->width = count_memory(t), n_y = t->x->n_y, n_u = t->x->n_u, n_loop = largest_loop(t->x);
    const size_t n_slopes = t->order > 0 ? n_y : 0;
    for (size_t c = 0; c < t->n_components; c++)
        ok = ok && take_component(t, &t->components[c]);
    t->y = take_forms(a, n_y, w, &ok);
    t->u = take_forms(a, n_u, w, &ok);
    t->u_start = take_forms(a, n_u, w, &ok);
    struct forms *const slopes[] = {&t->slope, &t->curvature,   &t->dy,
                                    &t->ddy,   &t->past,        &t->past2,
                                    &t->start, &t->start_slope, &t->start_curvature};
    for (size_t i = 0; i < sizeof slopes / sizeof *slopes; i++)
        *slopes[i] = take_forms(a, n_slopes, w, &ok);
    t->du = take_forms(a, t->order > 0 ? n_u : 0, w, &ok);
    for (int k = 0; k < STEP_ORDERS; k++)
        t->polynomials[k] = take_forms(a, most_inputs(t->stepper), w, &ok);
    t->end_is_known = arena_get(a, (t->n_components + 1) * sizeof *t->end_is_known);
    t->scratch = arena_get(a, ((2 + n_loop) * w + 1) * sizeof *t->scratch);
    t->loop_matrix = matrix_take(a, n_loop, n_loop);
    t->loop_right = matrix_take(a, n_loop, w);
    t->pivots = arena_get(a, (n_loop + 1) * sizeof *t->pivots);
    t->amplification = matrix_take(a, w, w);
    t->kept = arena_get(a, (w + 1) * sizeof *t->kept);
    t->room = arena_get(a, (w + 1) * sizeof *t->room);
    t->scales = arena_get(a, (w + 1) * sizeof *t->scales);
    t->seen = arena_get(a, (w + 1) * sizeof *t->seen);
    return ok && t->end_is_known && t->scratch && t->loop_matrix.a && t->loop_right.a && t->pivots &&
           t->amplification.a && t->kept && t->room && t->scales && t->seen;
}

struct twin *twin_open(const struct run *scheme, const struct linearizer *linearizer, struct step_maps *maps,
                       struct error *error)
{
    if (!twin_can(run_passes(scheme), error))
        return NULL;
    struct twin *t = calloc(1, sizeof *t);
    if (!t) {
        error_raise(error, ERROR_NO_MEMORY, "preparing the stability analysis");
        return NULL;
    }
    t->stepper = run_stepper(scheme);
    t->passes = run_passes(scheme);
    t->x = t->stepper->x;
    t->maps = maps;
    t->linearizer = linearizer;
    t->n_components = t->x->n_components;
    t->order = t->stepper->forecast.order;
    t->components = arena_get(&t->arena, (t->n_components + 1) * sizeof *t->components);
    bool ok = t->components != NULL;
    for (size_t c = 0; ok && c < t->n_components; c++) {
        t->components[c].ports = &linearizer_probe(linearizer, c)->ports;
        t->components[c].jacobian = &linearizer_probe(linearizer, c)->jacobian;
    }
    if (!ok || !find_places(t) || !take_tables(t)) {
        error_raise(error, ERROR_NO_MEMORY, "preparing the stability analysis");
        twin_close(t);
        return NULL;
    }
    return t;
}

void twin_close(struct twin *t)
{
    if (!t)
        return;
    arena_free(&t->arena);
    free(t);
}

/* ---- the memory ---- */

/* The lists of forms that are remembered from step to step. */
enum { MEMORIES = 5 };

static size_t list_memories(const struct twin *t, const struct forms *list[MEMORIES])
{
    const struct forms *const all[MEMORIES] = {&t->u, &t->y, &t->slope, &t->curvature, &t->past};
    const size_t n = t->order > 0 ? MEMORIES : 2;
    memcpy(list, all, n * sizeof *list);
    return n;
}

static size_t begin_forms(const struct forms *f, size_t first)
{
    for (size_t i = 0; i < f->n; i++) {
        form_zero(form(f, i), f->width);
        form(f, i)[first + i] = 1;
    }
    return first + f->n;
}

/* Numbers that no step and no exchange renews are constants, not memories. */
static void leave_constants(struct twin *t)
{
    const struct exchange *x = t->x;
    for (size_t i = 0; i < x->n_u; i++)
        if (t->column_of[i] == NO_VALUE)
            form_zero(form(&t->u, i), t->width);
    const struct forms *list[MEMORIES];
    const size_t n = list_memories(t, list);
    for (size_t k = 1; k < n; k++)
        for (size_t i = 0; i < x->n_y; i++)
            if (t->row_of[i] == NO_VALUE)
                form_zero(form(list[k], i), t->width);
}

/* Everything that is remembered depends on itself alone; the FMUs have the inputs that were handed to them, held. */
static void begin(struct twin *t)
{
    size_t first = 0;
    const struct forms *list[MEMORIES];
    const size_t n = list_memories(t, list);
    for (size_t c = 0; c < t->n_components; c++) {
        struct twin_component *k = &t->components[c];
        first = begin_forms(&k->x, first);
        k->is_current = false;
        for (int i = 0; i < STEP_ORDERS; i++)
            memset(k->u[i].a, 0, k->u[i].n * k->u[i].width * sizeof(double));
    }
    for (size_t i = 0; i < n; i++)
        first = begin_forms(list[i], first);
    leave_constants(t);
    for (size_t i = 0; i < t->x->n_u; i++)
        if (t->column_of[i] != NO_VALUE)
            form_copy(form(&t->components[t->x->u_ports[i].component].u[0], t->column_of[i]), form(&t->u, i), t->width);
}

static size_t end_forms(struct twin *t, const struct forms *f, size_t first)
{
    for (size_t i = 0; i < f->n; i++)
        for (size_t j = 0; j < t->width; j++)
            MATRIX_AT(t->amplification, first + i, j) = form(f, i)[j];
    return first + f->n;
}

static void end(struct twin *t)
{
    size_t first = 0;
    const struct forms *list[MEMORIES];
    const size_t n = list_memories(t, list);
    t->amplification.rows = t->amplification.columns = t->width;
    for (size_t c = 0; c < t->n_components; c++)
        first = end_forms(t, &t->components[c].x, first);
    for (size_t i = 0; i < n; i++)
        first = end_forms(t, list[i], first);
}

/* ---- its units ---- */

static double scale_of(const struct fmi_variable *v, double value)
{
    const double nominal = v->nominal != 0 ? fabs(v->nominal) : 1;
    return isfinite(value) ? fmax(nominal, fabs(value)) : nominal;
}

static double scale_of_output(const struct twin *t, size_t i)
{
    if (t->row_of[i] == NO_VALUE)
        return 1;
    const size_t component = t->x->y_ports[i].component;
    return scale_of(t->components[component].ports->rows[t->row_of[i]],
                    linearizer_probe(t->linearizer, component)->rows[t->row_of[i]]);
}

static void scale_amplification(struct twin *t)
{
    double *scale = t->scales;
    for (size_t c = 0; c < t->n_components; c++)
        for (size_t i = 0; i < t->components[c].ports->n_states; i++)
            *scale++ = scale_of(t->components[c].ports->columns[i], linearizer_probe(t->linearizer, c)->columns[i]);
    for (size_t i = 0; i < t->x->n_u; i++) {
        const struct source *source = &t->x->sources[i];
        *scale++ = scale_of_output(t, source->index) * (source->map ? 1 : fabs(source->factor));
    }
    const double units[] = {1, 1 / t->H, 1 / (t->H * t->H), 1}; /* y, slope, curvature, past */
    for (size_t k = 0; k < (t->order > 0 ? 4 : 1); k++)
        for (size_t i = 0; i < t->x->n_y; i++)
            *scale++ = scale_of_output(t, i) * units[k];
    for (size_t j = 0; j < t->width; j++)
        for (size_t i = 0; i < t->width; i++)
            MATRIX_AT(t->amplification, i, j) *= t->scales[j] / t->scales[i];
}

/* ---- what matters of it ---- */

/* Marks what the states depend on, over one step or several; what else may grow in the memory, nobody ever sees. */
static void mark_seen(const struct twin *t, bool *seen)
{
    size_t n = 0, *waiting = t->room;
    const size_t n_states = count_states(t);
    for (size_t i = 0; i < t->width; i++) {
        seen[i] = i < n_states;
        if (seen[i])
            waiting[n++] = i;
    }
    while (n > 0) {
        const size_t row = waiting[--n];
        for (size_t j = 0; j < t->width; j++)
            if (!seen[j] && MATRIX_AT(t->amplification, row, j) != 0) {
                seen[j] = true;
                waiting[n++] = j;
            }
    }
}

static bool is_always_zero(const struct twin *t, size_t row)
{
    for (size_t j = 0; j < t->width; j++)
        if (MATRIX_AT(t->amplification, row, j) != 0)
            return false;
    return true;
}

static void leave_out(struct twin *t)
{
    size_t n = 0;
    mark_seen(t, t->seen);
    for (size_t i = 0; i < t->width; i++)
        if (t->seen[i] && !is_always_zero(t, i))
            t->kept[n++] = i;
    for (size_t j = 0; j < n; j++) /* in place: every element moves towards the beginning */
        for (size_t i = 0; i < n; i++)
            t->amplification.a[i + j * n] = t->amplification.a[t->kept[i] + t->kept[j] * t->width];
    t->amplification.rows = t->amplification.columns = n;
}

bool twin_amplify(struct twin *t, double H, struct matrix *amplification, struct error *error)
{
    t->H = H;
    t->time = linearizer_coupled(t->linearizer)->time;
    begin(t);
    twin_forecast_begin(t);
    if (!twin_pass_all(t, error))
        return false;
    twin_slopes_move_on(t);
    if (!twin_exchange(t, error))
        return false;
    end(t);
    scale_amplification(t);
    leave_out(t);
    *amplification = t->amplification;
    return true;
}
