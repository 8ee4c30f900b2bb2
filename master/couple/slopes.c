#include "master/couple/slopes.h"

#include <string.h>

static bool take_room(struct exchange *x, struct slopes *s)
{
    struct arena *a = &x->arena;
    const size_t most = x->n_y > x->n_u ? x->n_y : x->n_u;
    double **tables[] = {&s->slope, &s->curvature, &s->dy, &s->ddy, &s->past, &s->past2};
    for (size_t i = 0; i < sizeof tables / sizeof *tables; i++)
        if (!(*tables[i] = ARENA_TAKE(a, x->n_y, double)))
            return false;
    s->given = ARENA_TAKE(a, x->n_y, int);
    s->offered = ARENA_TAKE(a, x->n_y, int);
    s->paces = ARENA_TAKE(a, x->n_components, double);
    s->reads_late = ARENA_TAKE(a, x->n_components, bool);
    s->renews = ARENA_TAKE(a, x->n_components, bool);
    s->held = ARENA_TAKE(a, x->n_y, bool);
    s->du = ARENA_TAKE(a, x->n_u, double);
    s->ddu = ARENA_TAKE(a, x->n_u, double);
    s->moves = ARENA_TAKE(a, x->n_u, int);
    s->ones = ARENA_TAKE(a, most, int);
    s->twos = ARENA_TAKE(a, most, int);
    s->values = ARENA_TAKE(a, most, double);
    s->refs = ARENA_TAKE(a, most, unsigned);
    for (size_t i = 0; s->ones && s->twos && i < most; i++) {
        s->ones[i] = 1;
        s->twos[i] = 2;
    }
    return s->given && s->offered && s->paces && s->reads_late && s->renews && s->held && s->du && s->ddu && s->moves &&
           s->ones && s->twos && s->values && s->refs;
}

/* What a loop delivers is found by solving, and no FMU knows its derivative: past values. */
static void take_back_loops(struct exchange *x, struct slopes *s)
{
    for (size_t p = 0; p < x->n_plan; p++)
        for (size_t i = 0; x->plan[p].operation == EXCHANGE_LOOP && i < x->n_y; i++)
            if (exchange_is_in_loop(x->plan[p].loop, i))
                s->offered[i] = 0;
}

bool slopes_are_exact(const struct slopes *s, size_t c, double H)
{
    return s->choice == SLOPES_EXACT || (s->choice == SLOPES_AUTO && s->paces[c] * H <= 1);
}

void slopes_choose(struct exchange *x, double H)
{
    struct slopes *s = x->slopes;
    for (size_t c = 0; c < x->n_components; c++) {
        s->renews[c] = false;
        for (size_t i = x->y_reals[c].begin; i < x->y_reals[c].end; i++) {
            s->given[i] = slopes_are_exact(s, c, H) ? s->offered[i] : 0;
            s->renews[c] = s->renews[c] || (s->given[i] > 0 && s->reads_late[c]);
        }
    }
}

/* Components that may be asked again after their inputs were set, and were not. */
static void find_late_readers(const struct exchange *x, struct slopes *s)
{
    for (size_t c = 0; c < x->n_components; c++)
        s->reads_late[c] = component_abilities(x->components[c]).recomputes_on_get;
    for (size_t p = 0; p < x->n_plan; p++)
        if (x->plan[p].operation == EXCHANGE_SET && x->plan[p].is_looked_at)
            s->reads_late[x->plan[p].component] = false;
}

bool slopes_open(struct exchange *x, int order, enum slopes_choice choice, struct error *error)
{
    struct slopes *s = ARENA_TAKE(&x->arena, 1, struct slopes);
    if (!s || !take_room(x, s))
        return error_raise(error, ERROR_NO_MEMORY, "preparing the extrapolation");
    s->order = order;
    s->choice = choice;
    for (size_t c = 0; c < x->n_components; c++) {
        const struct component_abilities can = component_abilities(x->components[c]);
        for (size_t i = x->y_reals[c].begin; i < x->y_reals[c].end; i++) {
            s->held[i] = system_variable(x->system, x->y_ports[i])->variability != FMI_CONTINUOUS;
            if (!s->held[i])
                s->offered[i] = can.output_derivative_order < order ? can.output_derivative_order : order;
        }
        for (size_t i = x->u_reals[c].begin; i < x->u_reals[c].end; i++)
            if (system_variable(x->system, x->u_ports[i])->variability == FMI_CONTINUOUS)
                s->moves[i] = can.input_derivative_order;
    }
    take_back_loops(x, s);
    find_late_readers(x, s);
    x->slopes = s;
    slopes_choose(x, 0);
    return true;
}

void slopes_move_on(struct slopes *s, size_t n_y, const double *y, double h)
{
    double *oldest = s->past2;
    s->past2 = s->past;
    s->past = oldest;
    memcpy(s->past, y, n_y * sizeof *y);
    s->h2 = s->h;
    s->h = h;
    s->n_past = s->n_past < 2 ? s->n_past + 1 : 2;
}

void slopes_forget(struct slopes *s)
{
    s->n_past = 0;
}

/* Derivatives of one order, of those outputs that have them. */
static bool get_derivatives(struct exchange *x, size_t c, struct span reals, const int *orders, double *derivatives,
                            struct error *error)
{
    struct slopes *s = x->slopes;
    size_t n = 0;
    for (size_t i = reals.begin; i < reals.end; i++)
        if (s->given[i] >= orders[0])
            s->refs[n++] = x->y_refs[i];
    if (n == 0)
        return true;
    if (!component_get_output_derivatives(x->components[c], s->refs, n, orders, s->values, error))
        return false;
    n = 0;
    for (size_t i = reals.begin; i < reals.end; i++)
        if (s->given[i] >= orders[0])
            derivatives[i] = s->values[n++];
    return true;
}

bool slopes_get(struct exchange *x, size_t c, struct span reals, struct error *error)
{
    struct slopes *s = x->slopes;
    return get_derivatives(x, c, reals, s->ones, s->dy, error) &&
           (s->order < 2 || get_derivatives(x, c, reals, s->twos, s->ddy, error));
}

void slopes_extrapolate(struct exchange *x, size_t i)
{
    struct slopes *s = x->slopes;
    const double y = x->y[i];
    double slope = 0, curvature = 0;
    if (s->held[i]) {
        slope = curvature = 0;
    } else if (s->given[i] >= 1) {
        slope = s->dy[i];
        if (s->given[i] >= 2)
            curvature = s->ddy[i];
        else if (s->order >= 2 && s->n_past >= 1)
            curvature = 2 * (s->past[i] - y + slope * s->h) / (s->h * s->h);
    } else if (s->order >= 2 && s->n_past >= 2) {
        const double newer = (y - s->past[i]) / s->h, older = (s->past[i] - s->past2[i]) / s->h2;
        const double bend = (newer - older) / (s->h + s->h2);
        slope = newer + bend * s->h;
        curvature = 2 * bend;
    } else if (s->n_past >= 1) {
        slope = (y - s->past[i]) / s->h;
    }
    s->slope[i] = slope;
    s->curvature[i] = curvature;
}

static bool hand_over(struct exchange *x, size_t c, struct span reals, const double *of_y, double *of_u,
                      const int *orders, struct error *error)
{
    struct slopes *s = x->slopes;
    size_t n = 0;
    for (size_t i = reals.begin; i < reals.end; i++) {
        if (s->moves[i] < orders[0])
            continue;
        s->refs[n] = x->u_refs[i];
        s->values[n++] = of_u[i] = x->sources[i].factor * of_y[x->gather[i]];
    }
    return n == 0 || component_set_input_derivatives(x->components[c], s->refs, n, orders, s->values, error);
}

bool slopes_hand_over(struct exchange *x, size_t c, struct span reals, struct error *error)
{
    struct slopes *s = x->slopes;
    return hand_over(x, c, reals, s->slope, s->du, s->ones, error) &&
           (s->order < 2 || hand_over(x, c, reals, s->curvature, s->ddu, s->twos, error));
}

bool slopes_renew(struct exchange *x, struct error *error)
{
    struct slopes *s = x->slopes;
    for (size_t c = 0; s->choice == SLOPES_AUTO && c < x->n_components; c++) {
        if (!s->renews[c])
            continue;
        if (!slopes_hand_over(x, c, x->u_reals[c], error) || !slopes_get(x, c, x->y_reals[c], error))
            return false;
        for (size_t i = x->y_reals[c].begin; i < x->y_reals[c].end; i++)
            slopes_extrapolate(x, i);
    }
    return true;
}

/* dy += D (change of the inputs' slopes). */
bool slopes_refresh(struct exchange *x, size_t c, const struct refresh *f, struct error *error)
{
    struct slopes *s = x->slopes;
    for (size_t j = 0; j < f->n_inputs; j++) {
        const size_t i = f->inputs[j];
        f->seed[j] = x->sources[i].factor * s->slope[x->gather[i]] - s->du[i];
    }
    bool some_given = false;
    for (size_t k = 0; k < f->n_outputs; k++)
        some_given = some_given || s->given[f->outputs[k]] >= 1;
    if (some_given) {
        if (!component_directional(x->components[c], f->output_refs, f->n_outputs, f->input_refs, f->n_inputs, f->seed,
                                   f->result, error))
            return false;
        for (size_t k = 0; k < f->n_outputs; k++)
            s->dy[f->outputs[k]] += f->result[k];
    }
    for (size_t k = 0; k < f->n_outputs; k++)
        slopes_extrapolate(x, f->outputs[k]);
    return true;
}
