#include "master/couple/standin.h"
#include "master/couple/couple_messages.h"

#include "numerics/dense.h"
#include "numerics/exponential.h"

#include <string.h>

/* ---- who hears whom ---- */

static size_t find(const size_t *list, size_t n, size_t value)
{
    for (size_t i = 0; i < n; i++)
        if (list[i] == value)
            return i;
    return NO_VALUE;
}

static size_t add(size_t *list, size_t *n, size_t value)
{
    const size_t at = find(list, *n, value);
    if (at != NO_VALUE)
        return at;
    list[*n] = value;
    return (*n)++;
}

static bool moves(const struct standin_world *w, size_t u)
{
    return w->u_column[u] != NO_VALUE && !w->x->sources[u].map;
}

/* Outputs of members that the listener takes. */
static void list_heard(struct standin *s, const struct standin_world *w, size_t listener)
{
    const struct exchange *x = w->x;
    for (size_t u = x->u_reals[listener].begin; u < x->u_reals[listener].end; u++) {
        const size_t y = x->gather[u];
        if (find(s->members, s->n_members, x->y_ports[y].component) != NO_VALUE && w->y_row[y] != NO_VALUE)
            add(s->outputs, &s->n_outputs, y);
    }
    s->n_heard = s->n_outputs;
}

static void list_inputs(struct standin *s, const struct standin_world *w, size_t listener)
{
    const struct exchange *x = w->x;
    for (int own = 1; own >= 0; own--) /* the listener's drivers come first */
        for (size_t m = 0; m < s->n_members; m++) {
            const struct span reals = x->u_reals[s->members[m]];
            for (size_t u = reals.begin; u < reals.end; u++) {
                const size_t y = x->gather[u], owner = x->y_ports[y].component;
                if (!moves(w, u) || (owner == listener) != own)
                    continue;
                const bool inside = find(s->members, s->n_members, owner) != NO_VALUE && w->y_row[y] != NO_VALUE;
                s->inputs[s->n_inputs++] = (struct standin_input){
                    .member = m,
                    .column = w->u_column[u],
                    .from_inside = inside,
                    .from = inside ? add(s->outputs, &s->n_outputs, y) : add(s->drivers, &s->n_drivers, y),
                    .factor = x->sources[u].factor,
                };
            }
            s->n_own = own ? s->n_drivers : s->n_own;
        }
}

static bool take_lists(struct standin *s, const struct exchange *x, size_t listener, struct arena *a)
{
    size_t n_u = 0;
    for (size_t m = 0; m < s->n_members; m++)
        n_u += x->u_reals[s->members[m]].end - x->u_reals[s->members[m]].begin;
    const size_t n_heard = x->u_reals[listener].end - x->u_reals[listener].begin;
    s->inputs = ARENA_TAKE(a, n_u + 1, struct standin_input);
    s->outputs = ARENA_TAKE(a, n_u + n_heard + 1, size_t);
    s->drivers = ARENA_TAKE(a, n_u + 1, size_t);
    s->first_state = ARENA_TAKE(a, s->n_members + 1, size_t);
    return s->inputs && s->outputs && s->drivers && s->first_state;
}

static bool take_matrices(struct standin *s, struct arena *a)
{
    const size_t n = s->n_states, n_w = s->n_drivers + 1;
    s->jacobian = matrix_take(a, n + s->n_heard, n + n_w);
    s->map = (struct step_map){.n_orders = 2, .phi = matrix_take(a, n, n)};
    s->map.gamma[0] = matrix_take(a, n, n_w);
    s->map.gamma[1] = matrix_take(a, n, n_w);
    s->gain = matrix_take(a, s->n_heard, s->n_own);
    s->own_kick = ARENA_TAKE(a, n * s->n_own + 1, double);
    s->A_used = matrix_take(a, n, n);
    s->C = matrix_take(a, s->n_outputs, n);
    s->DE = matrix_take(a, s->n_outputs, n_w);
    s->DF = matrix_take(a, s->n_outputs, s->n_outputs);
    s->hA = ARENA_TAKE(a, n * n + 1, double);
    s->room = ARENA_TAKE(a, exponential_room(n) + s->n_outputs, double);
    s->pivots = ARENA_TAKE(a, s->n_outputs + 1, size_t);
    bool ok = s->jacobian.a && s->map.phi.a && s->map.gamma[0].a && s->map.gamma[1].a && s->gain.a && s->own_kick &&
              s->A_used.a && s->C.a && s->DE.a && s->DF.a && s->hA && s->room && s->pivots;
    s->phi[0] = s->map.phi;
    for (int k = 1; k < 3; k++) {
        s->phi[k] = matrix_take(a, n, n);
        ok = ok && s->phi[k].a;
    }
    return ok;
}

static const struct step_map *get_map(void *context, double h, int order, struct error *error)
{
    (void)h, (void)order, (void)error;
    return &((const struct standin *)context)->map;
}

/* Its ports are numbered, since they belong to many components. */
static bool open_linear(struct standin *s, const struct standin_world *w, size_t listener, struct arena *a,
                        struct error *error)
{
    const size_t n_w = s->n_drivers + 1, most = n_w > s->n_heard ? n_w : s->n_heard;
    unsigned *numbers = ARENA_TAKE(a, most, unsigned);
    for (size_t i = 0; numbers && i < most; i++)
        numbers[i] = (unsigned)i;
    if (!numbers)
        return error_raise(error, ERROR_NO_MEMORY, "preparing stand-ins");
    const struct linear_model model = {
        .n_states = s->n_states,
        .n_inputs = n_w,
        .n_outputs = s->n_heard,
        .input_refs = numbers,
        .output_refs = numbers,
        .jacobian = &s->jacobian,
        .map = get_map,
        .context = s,
        .order = 1,
    };
    s->linear = component_open_linear(w->x->components[listener], &model, error);
    return s->linear;
}

bool standin_open(struct standin *s, const struct standin_world *w, size_t listener, const size_t *members,
                  size_t n_members, struct arena *arena, struct error *error)
{
    *s = (struct standin){.n_members = n_members};
    s->members = ARENA_TAKE(arena, n_members + 1, size_t);
    if (!s->members || n_members == 0)
        return s->members || error_raise(error, ERROR_NO_MEMORY, "preparing stand-ins");
    memcpy(s->members, members, n_members * sizeof *members);
    if (!take_lists(s, w->x, listener, arena))
        return error_raise(error, ERROR_NO_MEMORY, "preparing stand-ins");
    for (size_t m = 0; m < n_members; m++) {
        s->first_state[m] = s->n_states;
        s->n_states += w->probes[members[m]]->ports.n_states;
    }
    list_heard(s, w, listener);
    list_inputs(s, w, listener);
    if (!take_matrices(s, arena))
        return error_raise(error, ERROR_NO_MEMORY, "preparing stand-ins");
    return open_linear(s, w, listener, arena, error);
}

void standin_close(struct standin *s)
{
    component_close(s->linear);
    s->linear = NULL;
}

/* ---- joining ---- */

static double element(const struct standin *s, const struct standin_world *w, size_t member, size_t row, size_t column)
{
    return MATRIX_AT(w->probes[s->members[member]]->jacobian, row, column);
}

/* C, D E and D F of all outputs. */
static void collect_outputs(struct standin *s, const struct standin_world *w)
{
    matrix_zero(s->C);
    matrix_zero(s->DE);
    matrix_zero(s->DF);
    for (size_t i = 0; i < s->n_outputs; i++) {
        const size_t y = s->outputs[i], member = find(s->members, s->n_members, w->x->y_ports[y].component);
        const size_t n = w->probes[s->members[member]]->ports.n_states;
        for (size_t j = 0; j < n; j++)
            MATRIX_AT(s->C, i, s->first_state[member] + j) = element(s, w, member, w->y_row[y], j);
        for (size_t k = 0; k < s->n_inputs; k++) {
            const struct standin_input *in = &s->inputs[k];
            if (in->member == member)
                MATRIX_AT(in->from_inside ? s->DF : s->DE, i, in->from) +=
                    in->factor * element(s, w, member, w->y_row[y], in->column);
        }
    }
}

static void solve_columns(struct matrix m, const struct matrix factors, const size_t *pivots)
{
    for (size_t j = 0; j < m.columns; j++)
        dense_solve(m.rows, factors.a, pivots, m.a + j * m.rows);
}

/* y = (1 - D F)^-1 (C xi + D E w) */
static bool solve_loops(struct standin *s)
{
    if (s->n_outputs == 0 || matrix_norm(s->DF) == 0)
        return true;
    for (size_t i = 0; i < s->n_outputs * s->n_outputs; i++)
        s->DF.a[i] = -s->DF.a[i];
    for (size_t i = 0; i < s->n_outputs; i++)
        MATRIX_AT(s->DF, i, i) += 1;
    if (!dense_factor(s->n_outputs, s->DF.a, s->pivots))
        return false;
    solve_columns(s->C, s->DF, s->pivots);
    solve_columns(s->DE, s->DF, s->pivots);
    return true;
}

/* A and B of the members, what comes from inside replaced by its outputs. */
static void collect_rates(struct standin *s, const struct standin_world *w)
{
    const size_t n = s->n_states;
    matrix_zero(s->jacobian);
    for (size_t m = 0; m < s->n_members; m++) {
        const struct probe *p = w->probes[s->members[m]];
        const size_t at = s->first_state[m], n_m = p->ports.n_states;
        for (size_t j = 0; j < n_m; j++)
            for (size_t i = 0; i < n_m; i++)
                MATRIX_AT(s->jacobian, at + i, at + j) = MATRIX_AT(p->jacobian, i, j);
        for (size_t i = 0; i < n_m; i++)
            MATRIX_AT(s->jacobian, at + i, n + s->n_drivers) = p->rows[i]; /* f_0 */
    }
    for (size_t k = 0; k < s->n_inputs; k++) {
        const struct standin_input *in = &s->inputs[k];
        const size_t at = s->first_state[in->member], n_m = w->probes[s->members[in->member]]->ports.n_states;
        for (size_t i = 0; i < n_m; i++) {
            const double b = in->factor * element(s, w, in->member, i, in->column);
            if (b == 0)
                continue;
            if (!in->from_inside) {
                MATRIX_AT(s->jacobian, at + i, n + in->from) += b;
                continue;
            }
            for (size_t j = 0; j < n; j++)
                MATRIX_AT(s->jacobian, at + i, j) += b * MATRIX_AT(s->C, in->from, j);
            for (size_t j = 0; j < s->n_drivers; j++)
                MATRIX_AT(s->jacobian, at + i, n + j) += b * MATRIX_AT(s->DE, in->from, j);
        }
    }
    for (size_t i = 0; i < s->n_heard; i++) {
        for (size_t j = 0; j < n; j++)
            MATRIX_AT(s->jacobian, n + i, j) = MATRIX_AT(s->C, i, j);
        for (size_t j = 0; j < s->n_drivers; j++)
            MATRIX_AT(s->jacobian, n + i, n + j) = MATRIX_AT(s->DE, i, j);
    }
}

/* ---- the map of a micro step ---- */

static bool is_used_already(const struct standin *s, double h)
{
    const size_t n = s->n_states;
    if (h != s->h_used)
        return false;
    for (size_t j = 0; j < n; j++)
        if (memcmp(&MATRIX_AT(s->A_used, 0, j), &MATRIX_AT(s->jacobian, 0, j), n * sizeof(double)) != 0)
            return false;
    return true;
}

static bool take_exponential(struct standin *s, double h)
{
    const size_t n = s->n_states;
    if (is_used_already(s, h))
        return true;
    for (size_t j = 0; j < n; j++)
        for (size_t i = 0; i < n; i++) {
            MATRIX_AT(s->A_used, i, j) = MATRIX_AT(s->jacobian, i, j);
            s->hA[i + j * n] = h * MATRIX_AT(s->jacobian, i, j);
        }
    s->h_used = s->map.h = h;
    s->exponentials++;
    double *const phi[] = {s->phi[0].a, s->phi[1].a, s->phi[2].a};
    return exponential_phi(n, s->hA, 2, phi, s->room);
}

/* gamma = factor phi B */
static void multiply_inputs(const struct standin *s, struct matrix gamma, double factor, struct matrix phi)
{
    const size_t n = s->n_states;
    matrix_zero(gamma);
    for (size_t j = 0; j < gamma.columns; j++)
        for (size_t k = 0; k < n; k++) {
            const double b = factor * MATRIX_AT(s->jacobian, k, n + j);
            for (size_t i = 0; b != 0 && i < n; i++)
                MATRIX_AT(gamma, i, j) += MATRIX_AT(phi, i, k) * b;
        }
}

static void find_gains(struct standin *s, double h)
{
    const size_t n = s->n_states;
    for (size_t j = 0; j < s->n_own; j++) {
        for (size_t i = 0; i < n; i++)
            s->own_kick[i + j * n] = MATRIX_AT(s->map.gamma[1], i, j) / h;
        for (size_t i = 0; i < s->n_heard; i++) {
            double sum = MATRIX_AT(s->jacobian, n + i, n + j);
            for (size_t k = 0; k < n; k++)
                sum += MATRIX_AT(s->jacobian, n + i, k) * s->own_kick[k + j * n];
            MATRIX_AT(s->gain, i, j) = sum;
        }
    }
}

bool standin_update(struct standin *s, const struct standin_world *w, double h, struct error *error)
{
    if (!s->linear)
        return true;
    collect_outputs(s, w);
    if (!solve_loops(s))
        return error_raise(error, ERROR_STANDIN_LOOP, component_label(s->linear));
    collect_rates(s, w);
    if (!matrix_is_finite(s->jacobian) || !take_exponential(s, h))
        return error_raise(error, ERROR_STANDIN_NOT_FINITE, component_label(s->linear), TEXT("%.6g", h));
    multiply_inputs(s, s->map.gamma[0], h, s->phi[1]);
    multiply_inputs(s, s->map.gamma[1], h * h, s->phi[2]);
    find_gains(s, h);
    memset(component_linear_states(s->linear), 0, s->n_states * sizeof(double));
    return true;
}

/* ---- stepping ---- */

bool standin_step(struct standin *s, const double *drivers, const double *slopes, double *heard, struct error *error)
{
    double *const u = component_linear_inputs(s->linear, 0), *const du = component_linear_inputs(s->linear, 1);
    memcpy(u, drivers, s->n_drivers * sizeof *u);
    memcpy(du, slopes, s->n_drivers * sizeof *du);
    u[s->n_drivers] = 1;
    double reached;
    if (component_step(s->linear, 0, s->map.h, &reached, error) != STEP_DONE)
        return false;
    component_linear_outputs(s->linear, heard);
    return true;
}

void standin_correct(struct standin *s, const double *change, double *heard)
{
    double *const x = component_linear_states(s->linear);
    for (size_t j = 0; j < s->n_own; j++) {
        const double c = change[j];
        for (size_t i = 0; i < s->n_states; i++)
            x[i] += s->own_kick[i + j * s->n_states] * c;
        for (size_t i = 0; i < s->n_heard; i++)
            heard[i] += MATRIX_AT(s->gain, i, j) * c;
    }
}
