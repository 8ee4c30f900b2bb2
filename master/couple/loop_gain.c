#include "master/couple/loop_gain.h"
#include "master/couple/couple_messages.h"
#include "master/couple/exchange_impl.h"
#include "numerics/dense.h"
#include "numerics/exponential.h"

#include <math.h>
#include <stdlib.h>

/* A loop whose unknowns are sorted: stale ones first, then those that are solved between steps. */
struct passing {
    size_t *order, *pivots;
    size_t n_stale, n;
    double *M, *S, *column,
        *room; /* M: what an unknown makes of the others; S: the same of stale ones, the rest solved; by columns */
};

static bool is_stale(const struct exchange *x, size_t component)
{
    const struct component_abilities can = component_abilities(x->components[component]);
    return !can.recomputes_on_get && !can.directional;
}

/* An output may pass a value on at once when the system initializes, and not later. */
static bool loops_between_steps(const struct graph *between_steps, struct port port)
{
    for (size_t o = between_steps->first_output[port.component]; o < between_steps->first_output[port.component + 1];
         o++)
        if (between_steps->outputs[o].port.variable == port.variable)
            return between_steps->outputs[o].loop != GRAPH_NONE;
    return false;
}

static void sort_unknowns(struct passing *p, const struct exchange *x, const struct loop *loop, const struct graph *g)
{
    for (int stale = 1; stale >= 0; stale--) {
        for (size_t m = 0; m < loop->n_members; m++)
            for (size_t k = 0; is_stale(x, loop->members[m].component) == stale && k < loop->members[m].n_outputs; k++)
                if (loops_between_steps(g, x->y_ports[loop->members[m].outputs[k]]))
                    p->order[p->n++] = loop->members[m].first + k;
        if (stale)
            p->n_stale = p->n;
    }
}

/* S = M_ss + M_sr (1 - M_rr)^-1 M_rs; its spectral radius is what a step makes of an error. */
static double growth(struct passing *p)
{
    const size_t n = p->n, s = p->n_stale, r = n - s;
    double *R = p->room; /* 1 - M_rr */
    for (size_t j = 0; j < r; j++)
        for (size_t i = 0; i < r; i++)
            R[j * r + i] = (i == j) - p->M[(s + j) * n + s + i];
    if (!dense_factor(r, R, p->pivots))
        return INFINITY;
    for (size_t j = 0; j < s; j++) {
        for (size_t i = 0; i < r; i++)
            p->column[i] = p->M[j * n + s + i];
        dense_solve(r, R, p->pivots, p->column);
        for (size_t i = 0; i < s; i++) {
            p->S[j * s + i] = p->M[j * n + i];
            for (size_t k = 0; k < r; k++)
                p->S[j * s + i] += p->M[(s + k) * n + i] * p->column[k];
        }
    }
    return spectral_radius(s, p->S, p->room); /* of the transposed matrix, too */
}

static bool take_room(struct passing *p, size_t n)
{
    p->order = calloc(2 * n + 1, sizeof *p->order);
    p->pivots = p->order ? p->order + n : NULL;
    p->M = calloc(2 * n * n + n + exponential_room(n), sizeof *p->M);
    p->S = p->M ? p->M + n * n : NULL;
    p->column = p->M ? p->S + n * n : NULL;
    p->room = p->M ? p->column + n : NULL;
    return p->order && p->M;
}

/* NULL: none. */
static const struct loop_member *first_stale(const struct exchange *x, const struct loop *loop)
{
    for (size_t m = 0; m < loop->n_members; m++)
        if (is_stale(x, loop->members[m].component))
            return &loop->members[m];
    return NULL;
}

static bool raise_growth(const struct exchange *x, const struct loop *loop, double by, struct error *error)
{
    const size_t component = first_stale(x, loop)->component;
    return error_raise(error, ERROR_LOOP_GAIN, component_label(x->components[component]), loop->text, TEXT("%.3g", by));
}

static bool check_loop(struct exchange *x, struct loop *loop, const struct graph *g, struct error *error)
{
    struct passing p = {0};
    bool good = take_room(&p, loop->n) || error_raise(error, ERROR_NO_MEMORY, "looking at a loop");
    if (good)
        sort_unknowns(&p, x, loop, g);
    if (good && p.n_stale > 0 && (good = loop_differentiate(x, loop, error))) {
        for (size_t j = 0; j < p.n; j++)
            for (size_t i = 0; i < p.n; i++)
                p.M[j * p.n + i] = loop->jacobian[p.order[j]][p.order[i]];
        const double by = growth(&p);
        good = by < 1 || raise_growth(x, loop, by, error);
    }
    free(p.order);
    free(p.M);
    return good;
}

bool loop_gain_check(struct exchange *x, struct error *error)
{
    struct graph *between_steps = NULL;
    bool good = true;
    for (size_t s = 0; good && s < x->n_plan; s++) {
        if (x->plan[s].operation != EXCHANGE_LOOP || !first_stale(x, x->plan[s].loop))
            continue;
        if (!between_steps)
            between_steps = graph_make(x->system, GRAPH_COMMUNICATION, error);
        good = between_steps && check_loop(x, x->plan[s].loop, between_steps, error);
    }
    graph_free(between_steps);
    return good;
}
