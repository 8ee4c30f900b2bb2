/* The linear kind of component. */
#include "master/couple/component_linear.h"
#include "master/couple/component_impl.h"

#include "numerics/dense_product.h"

#include <stdlib.h>
#include <string.h>

struct place {
    unsigned reference;
    size_t index;
};

struct linear_values {
    double *x;              /* the states; behind them ... */
    double *u[STEP_ORDERS]; /* ... the inputs and their derivatives, now */
};

struct linear {
    struct linear_model model;
    struct place *inputs, *outputs;  /* by reference */
    struct place *states, *rates_of; /* the same; none where nobody probes it */
    size_t n_probed;                 /* of each of these */
    struct linear_values now, saved;
    double *next, *rates[2]; /* per state: after the step; its first and second derivative */
    struct arena arena;
};

/* ---- ports ---- */

static int by_reference(const void *a, const void *b)
{
    const unsigned ra = ((const struct place *)a)->reference, rb = ((const struct place *)b)->reference;
    return (ra > rb) - (ra < rb);
}

static struct place *sort_places(struct arena *arena, const unsigned *refs, size_t n)
{
    struct place *places = ARENA_TAKE(arena, n, struct place);
    for (size_t i = 0; places && i < n; i++)
        places[i] = (struct place){refs[i], i};
    if (places)
        qsort(places, n, sizeof *places, by_reference);
    return places;
}

static const struct place *find(const struct place *places, size_t n, unsigned reference)
{
    const struct place key = {.reference = reference};
    return bsearch(&key, places, n, sizeof *places, by_reference);
}

static const struct place *find_input(const struct linear *l, unsigned reference)
{
    return find(l->inputs, l->model.n_inputs, reference);
}

/* Of its jacobian; NO_PLACE: it is none of these. */
enum { NO_PLACE = -1 };

static long row_of(const struct linear *l, unsigned reference)
{
    const struct place *output = find(l->outputs, l->model.n_outputs, reference);
    const struct place *rate = output ? NULL : find(l->rates_of, l->n_probed, reference);
    return output ? (long)(l->model.n_states + output->index) : rate ? (long)rate->index : NO_PLACE;
}

static long column_of(const struct linear *l, unsigned reference)
{
    const struct place *input = find_input(l, reference);
    const struct place *state = input ? NULL : find(l->states, l->n_probed, reference);
    return input ? (long)(l->model.n_states + input->index) : state ? (long)state->index : NO_PLACE;
}

/* So many rows of J (x, u), from one on. */
static void multiply_rows(const struct linear *l, size_t row, size_t n, const double *x, const double *u,
                          double *products)
{
    const struct matrix J = *l->model.jacobian;
    const size_t n_x = l->model.n_states;
    dense_multiply(n, n_x, &MATRIX_AT(J, row, 0), J.rows, x, products);
    dense_add_product(n, l->model.n_inputs, &MATRIX_AT(J, row, n_x), J.rows, u, products);
}

/* The same of what the states and inputs are now, which stand side by side. */
static void multiply_rows_now(const struct linear *l, size_t row, size_t n, double *products)
{
    const struct matrix J = *l->model.jacobian;
    dense_multiply(n, l->model.n_states + l->model.n_inputs, &MATRIX_AT(J, row, 0), J.rows, l->now.x, products);
}

/* J[row] (x, u) */
static double product(const struct linear *l, size_t row, const double *x, const double *u)
{
    double sum;
    multiply_rows(l, row, 1, x, u, &sum);
    return sum;
}

static bool get_real(struct component *c, const unsigned *refs, size_t n, double *values, struct error *error)
{
    (void)error;
    const struct linear *l = c->linear;
    for (size_t i = 0; i < n; i++) {
        const long row = row_of(l, refs[i]), column = row == NO_PLACE ? column_of(l, refs[i]) : NO_PLACE;
        const size_t j = (size_t)column, n_x = l->model.n_states;
        values[i] = row != NO_PLACE      ? product(l, (size_t)row, l->now.x, l->now.u[0])
                    : column == NO_PLACE ? 0
                    : j < n_x            ? l->now.x[j]
                                         : l->now.u[0][j - n_x];
    }
    return true;
}

/* Along the solution: y' = C x' + D u', y'' = C x'' + D u''. */
static bool get_output_derivatives(struct component *c, const unsigned *refs, size_t n, const int *orders,
                                   double *values, struct error *error)
{
    (void)error;
    const struct linear *l = c->linear;
    multiply_rows(l, 0, l->model.n_states, l->now.x, l->now.u[0], l->rates[0]);
    multiply_rows(l, 0, l->model.n_states, l->rates[0], l->now.u[1], l->rates[1]);
    for (size_t i = 0; i < n; i++) {
        const struct place *output = find(l->outputs, l->model.n_outputs, refs[i]);
        values[i] = output && orders[i] < STEP_ORDERS
                        ? product(l, l->model.n_states + output->index, l->rates[orders[i] - 1], l->now.u[orders[i]])
                        : 0;
    }
    return true;
}

void component_linear_hold(struct component *c, const unsigned *refs, size_t n, const double *values)
{
    struct linear *l = c->linear;
    for (size_t i = 0; i < n; i++) {
        const struct place *input = find_input(l, refs[i]);
        for (int k = 0; input && k < STEP_ORDERS; k++)
            l->now.u[k][input->index] = k == 0 ? values[i] : 0;
    }
}

static bool set_real(struct component *c, const unsigned *refs, size_t n, const double *values, struct error *error)
{
    (void)error;
    component_linear_hold(c, refs, n, values);
    return true;
}

static bool set_input_derivatives(struct component *c, const unsigned *refs, size_t n, const int *orders,
                                  const double *values, struct error *error)
{
    (void)error;
    struct linear *l = c->linear;
    for (size_t i = 0; i < n; i++) {
        const struct place *input = find_input(l, refs[i]);
        if (input && orders[i] < STEP_ORDERS)
            l->now.u[orders[i]][input->index] = values[i];
    }
    return true;
}

static bool directional(struct component *c, const unsigned *unknowns, size_t n_unknowns, const unsigned *knowns,
                        size_t n_knowns, const double *seed, double *result, struct error *error)
{
    (void)error;
    const struct linear *l = c->linear;
    for (size_t i = 0; i < n_unknowns; i++) {
        const long row = row_of(l, unknowns[i]);
        result[i] = 0;
        for (size_t j = 0; row != NO_PLACE && j < n_knowns; j++) {
            const long column = column_of(l, knowns[j]);
            if (column != NO_PLACE)
                result[i] += MATRIX_AT(*l->model.jacobian, (size_t)row, (size_t)column) * seed[j];
        }
    }
    return true;
}

/* What is discrete does not move. */

static bool get_numbers(struct component *c, const unsigned *refs, size_t n, int *values, struct error *error)
{
    (void)c, (void)refs, (void)error;
    memset(values, 0, n * sizeof *values);
    return true;
}

static bool set_numbers(struct component *c, const unsigned *refs, size_t n, const int *values, struct error *error)
{
    (void)c, (void)refs, (void)n, (void)values, (void)error;
    return true;
}

static bool get_string(struct component *c, const unsigned *refs, size_t n, const char **values, struct error *error)
{
    (void)c, (void)refs, (void)error;
    for (size_t i = 0; i < n; i++)
        values[i] = "";
    return true;
}

static bool set_string(struct component *c, const unsigned *refs, size_t n, const char *const *values,
                       struct error *error)
{
    (void)c, (void)refs, (void)n, (void)values, (void)error;
    return true;
}

/* ---- steps ---- */

struct step_map step_map_take(struct arena *arena, size_t n_states, size_t n_inputs, int n_orders)
{
    const struct matrix whole = matrix_take(arena, n_states, n_states + (size_t)n_orders * n_inputs);
    struct step_map map = {.n_orders = n_orders, .whole = whole, .phi = {n_states, n_states, whole.a}};
    for (int k = 0; whole.a && k < n_orders; k++)
        map.gamma[k] = (struct matrix){n_states, n_inputs, whole.a + n_states * (n_states + (size_t)k * n_inputs)};
    return map;
}

static void apply(struct linear *l, const struct step_map *map)
{
    const size_t n_x = l->model.n_states, n_u = l->model.n_inputs;
    struct linear_values *now = &l->now;
    dense_multiply(n_x, map->whole.columns, map->whole.a, n_x, now->x, l->next);
    memcpy(now->x, l->next, n_x * sizeof *now->x);
    const double h = map->h;
    /* The polynomials seen from the end of the step. */
    for (size_t j = 0; l->model.order < 2 && j < n_u; j++)
        now->u[0][j] += h * now->u[1][j];
    for (size_t j = 0; l->model.order >= 2 && j < n_u; j++) {
        now->u[0][j] += h * now->u[1][j] + h * h / 2 * now->u[2][j];
        now->u[1][j] += h * now->u[2][j];
    }
}

static enum step_outcome step(struct component *c, double t, double H, double *reached, struct error *error)
{
    struct linear *l = c->linear;
    const struct step_map *map = l->model.map(l->model.context, H, l->model.order, error);
    *reached = t;
    if (!map)
        return STEP_FAILED;
    apply(l, map);
    *reached = c->time = t + H;
    return STEP_DONE;
}

static void copy(const struct linear *l, struct linear_values *to, const struct linear_values *from)
{
    memcpy(to->x, from->x, l->model.n_states * sizeof *to->x);
    for (int k = 0; k < STEP_ORDERS; k++)
        memcpy(to->u[k], from->u[k], l->model.n_inputs * sizeof *to->u[k]);
}

static bool save(struct component *c, struct error *error)
{
    (void)error;
    copy(c->linear, &c->linear->saved, &c->linear->now);
    return true;
}

static bool restore(struct component *c, struct error *error)
{
    (void)error;
    copy(c->linear, &c->linear->now, &c->linear->saved);
    return true;
}

/* ---- its life ---- */

static bool nothing_to_do(struct component *c, struct error *error)
{
    (void)c, (void)error;
    return true;
}

static void close_linear(struct component *c)
{
    if (!c->linear)
        return;
    arena_free(&c->linear->arena);
    free(c->linear);
}

const struct component_kind kind_linear = {
    .enter_initialization = nothing_to_do,
    .exit_initialization = nothing_to_do,
    .get_real = get_real,
    .set_real = set_real,
    .get_integer = get_numbers,
    .set_integer = set_numbers,
    .get_boolean = get_numbers,
    .set_boolean = set_numbers,
    .get_string = get_string,
    .set_string = set_string,
    .set_input_derivatives = set_input_derivatives,
    .get_output_derivatives = get_output_derivatives,
    .directional = directional,
    .step = step,
    .save = save,
    .restore = restore,
    .terminate = nothing_to_do,
    .close = close_linear,
};

static bool take_values(struct linear *l, struct linear_values *v)
{
    v->x = ARENA_TAKE(&l->arena, l->model.n_states + STEP_ORDERS * l->model.n_inputs, double);
    for (size_t k = 0; v->x && k < STEP_ORDERS; k++)
        v->u[k] = v->x + l->model.n_states + k * l->model.n_inputs;
    return v->x;
}

static bool take_room(struct linear *l)
{
    const bool ok = take_values(l, &l->now) && take_values(l, &l->saved);
    l->next = ARENA_TAKE(&l->arena, l->model.n_states, double);
    for (int k = 0; k < 2; k++)
        l->rates[k] = ARENA_TAKE(&l->arena, l->model.n_states, double);
    l->inputs = sort_places(&l->arena, l->model.input_refs, l->model.n_inputs);
    l->outputs = sort_places(&l->arena, l->model.output_refs, l->model.n_outputs);
    l->n_probed = l->model.state_refs && l->model.rate_refs ? l->model.n_states : 0;
    l->states = sort_places(&l->arena, l->model.state_refs, l->n_probed);
    l->rates_of = sort_places(&l->arena, l->model.rate_refs, l->n_probed);
    return ok && l->next && l->rates[0] && l->rates[1] && l->inputs && l->outputs && l->states && l->rates_of;
}

struct component *component_open_linear(const struct component *original, const struct linear_model *model,
                                        struct error *error)
{
    struct component *c = calloc(1, sizeof *c);
    struct linear *l = calloc(1, sizeof *l);
    if (c && l) {
        c->kind = &kind_linear;
        c->linear = l;
        c->description = original->description;
        c->abilities = original->abilities;
        c->abilities.rollback = true;
        c->options = original->options;
        c->options.name = strdup(component_label(original));
        l->model = *model;
        if (c->options.name && take_room(l))
            return c;
        component_close(c);
    } else {
        free(c);
        free(l);
    }
    error_raise(error, ERROR_NO_MEMORY, "opening a linear component");
    return NULL;
}

double *component_linear_states(struct component *c)
{
    return c->linear->now.x;
}

double *component_linear_inputs(struct component *c, int derivative)
{
    return c->linear->now.u[derivative];
}

void component_linear_outputs(const struct component *c, double *values)
{
    const struct linear *l = c->linear;
    multiply_rows_now(l, l->model.n_states, l->model.n_outputs, values);
}
