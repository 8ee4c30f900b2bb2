#include "monolithic/newton_trapezoid.h"
#include "numerics/dense.h"
#include "monolithic/newton_trapezoid_impl.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

struct newton_trapezoid_options newton_trapezoid_default(void)
{
    return (struct newton_trapezoid_options){NEWTON_TRAPEZOID_EXACT, 1e-2, 1e-7, 20};
}

/* The state that an unknown is. */
static size_t state_of(const struct newton_trapezoid *p, size_t unknown)
{
    return unknown < p->n_z ? unknown : unknown + p->n_z;
}

static bool memory_make(struct newton_trapezoid *p)
{
    const size_t *n = p->layout.count;
    const struct {
        double **where;
        size_t size;
    } pieces[] = {{&p->m, n[MODEL_MEMORY]},
                  {&p->q, n[MODEL_QUADRATURE]},
                  {&p->u, n[MODEL_INPUT]},
                  {&p->u_seed, n[MODEL_INPUT]},
                  {&p->u_moved, n[MODEL_INPUT]},
                  {&p->x, p->n_x},
                  {&p->dx, p->n_x},
                  {&p->x_end, p->n_x},
                  {&p->dx_end, p->n_x},
                  {&p->f, p->n_x},
                  {&p->column, p->n_x},
                  {&p->x_seed, p->n_x},
                  {&p->x_moved, p->n_x},
                  {&p->y, p->n_y},
                  {&p->tolerances, p->n_y},
                  {&p->tangent, p->n_y * p->n_y}};
    size_t size = 1;
    for (size_t i = 0; i < sizeof pieces / sizeof *pieces; i++)
        size += pieces[i].size;
    double *next = p->room = calloc(size, sizeof *next);
    p->pivots = calloc(p->n_y + 1, sizeof *p->pivots);
    p->complex_room = calloc(model_workspace_size(&p->layout) + 1, sizeof *p->complex_room);
    if (!p->room || !p->pivots || !p->complex_room)
        return false;
    for (size_t i = 0; i < sizeof pieces / sizeof *pieces; i++) {
        *pieces[i].where = next;
        next += pieces[i].size;
    }
    return true;
}

struct newton_trapezoid *newton_trapezoid_open_with(const struct model_type *type, const void *constants, void *scratch,
                                                    size_t n_positions, const struct newton_trapezoid_options *options,
                                                    const struct newton_trapezoid_addition *addition,
                                                    struct model_report *report)
{
    struct newton_trapezoid *p = calloc(1, sizeof *p);
    if (!p)
        goto no_memory;
    *p = (struct newton_trapezoid){
        .type = type, .constants = constants, .scratch = scratch, .options = *options, .layout = model_layout(type)};
    p->addition =
        addition ? *addition : (struct newton_trapezoid_addition){.accelerations = NEWTON_TRAPEZOID_NO_INPUTS};
    p->n_x = p->layout.count[MODEL_STATE];
    p->n_z = n_positions;
    p->n_y = p->n_x - p->n_z;
    if (!memory_make(p))
        goto no_memory;
    const struct model_variable *states = type->variables + p->layout.first[MODEL_STATE];
    for (size_t i = 0; i < p->n_y; i++)
        p->tolerances[i] = states[state_of(p, i)].is_pressure ? options->pressure_tolerance : options->tolerance;
    return p;

no_memory:
    model_fail(report, "out of memory for the solver's workspace");
    newton_trapezoid_close(p);
    return NULL;
}

struct newton_trapezoid *newton_trapezoid_open(const struct model_type *type, const void *constants, void *scratch,
                                               const struct newton_trapezoid_options *options,
                                               struct model_report *report)
{
    return newton_trapezoid_open_with(type, constants, scratch, type->n_positions, options, NULL, report);
}

void newton_trapezoid_close(struct newton_trapezoid *p)
{
    if (!p)
        return;
    free(p->room);
    free(p->pivots);
    free(p->complex_room);
    free(p);
}

static bool are_inputs(const struct newton_trapezoid *p)
{
    return p->addition.accelerations != NEWTON_TRAPEZOID_NO_INPUTS;
}

static bool rates(struct newton_trapezoid *p, double t, const double *x, const double *u, double *f,
                  struct model_report *report)
{
    return p->type->over_real.rates(p->constants, p->scratch, t, p->m, x, u, f, p->q, report);
}

/* The rates at the beginning of a step; accelerations that are inputs stay. */
static bool begin(struct newton_trapezoid *p, double t, struct model_report *report)
{
    if (!are_inputs(p))
        return rates(p, t, p->x, p->u, p->dx, report);
    memcpy(p->u + p->addition.accelerations, p->dx + p->n_z, p->n_z * sizeof *p->u);
    if (!rates(p, t, p->x, p->u, p->f, report))
        return false;
    memcpy(p->dx, p->x + p->n_z, p->n_z * sizeof *p->dx);
    for (size_t i = 2 * p->n_z; i < p->n_x; i++)
        p->dx[i] = p->f[i];
    return true;
}

bool newton_trapezoid_start(struct newton_trapezoid *p, double t, const double *m, const double *x, const double *u,
                            struct model_report *report)
{
    memcpy(p->m, m, p->layout.count[MODEL_MEMORY] * sizeof *m);
    memcpy(p->u, u, p->layout.count[MODEL_INPUT] * sizeof *u);
    memcpy(p->x, x, p->n_x * sizeof *x);
    if (are_inputs(p))
        memcpy(p->dx + p->n_z, u + p->addition.accelerations, p->n_z * sizeof *u);
    p->rates_jump = false;
    return begin(p, t, report);
}

/* Quadratic for positions, linear for all others. */
static void predict(struct newton_trapezoid *p, double h)
{
    const double *v = p->x + p->n_z, *a = p->dx + p->n_z;
    for (size_t i = 0; i < p->n_z; i++)
        p->x_end[i] = p->x[i] + h * v[i] + h * h / 2 * a[i];
    for (size_t i = 2 * p->n_z; i < p->n_x; i++)
        p->x_end[i] = p->x[i] + h * p->dx[i];
}

/* Eq. 33: what the rule makes of positions and pressures. */
static void follow_rule(struct newton_trapezoid *p, double h)
{
    for (size_t i = 0; i < p->n_z; i++) {
        const size_t v = p->n_z + i;
        p->dx_end[i] = p->x_end[v] = 2 / h * (p->x_end[i] - p->x[i]) - p->x[v];
        p->dx_end[v] = 2 / h * (p->x_end[v] - p->x[v]) - p->dx[v];
        if (are_inputs(p))
            p->u[p->addition.accelerations + i] = p->dx_end[v];
    }
    for (size_t i = 2 * p->n_z; i < p->n_x; i++)
        p->dx_end[i] = 2 / h * (p->x_end[i] - p->x[i]) - p->dx[i];
}

/* Row i of the residual belongs to the acceleration of position i, or to the rate of the i-th unknown. */
static size_t row_of(const struct newton_trapezoid *p, size_t i)
{
    return p->n_z + i;
}

/* Change of the rates along unknown j, exactly; velocities and accelerations go along with their positions. */
static bool column_exact(struct newton_trapezoid *p, double t, double h, size_t j, struct model_report *report)
{
    double unused = 0;
    const bool moves = j < p->n_z;
    double *of_unknown = p->x_seed + state_of(p, j), *of_velocity = moves ? p->x_seed + p->n_z + j : &unused;
    double *of_acceleration = moves && are_inputs(p) ? p->u_seed + p->addition.accelerations + j : &unused;
    *of_unknown = 1;
    *of_velocity = 2 / h;
    *of_acceleration = 4 / (h * h);
    const struct model_point at = {p->constants, p->scratch, t, p->m, p->x_end, p->u};
    const struct model_direction along = {.x = p->x_seed, .u = p->u_seed};
    const bool done = model_differentiate(p->type, &p->layout, at, along, (struct model_change){.rates = p->column},
                                          p->complex_room, report);
    *of_unknown = *of_velocity = *of_acceleration = 0;
    return done;
}

static bool column_by_differences(struct newton_trapezoid *p, double t, double h, size_t j, struct model_report *report)
{
    const size_t state = state_of(p, j);
    const double epsilon = 1e-8 * fmax(1e-2, fabs(p->x_end[state])); /* eq. 41 */
    memcpy(p->x_moved, p->x_end, p->n_x * sizeof *p->x_moved);
    memcpy(p->u_moved, p->u, p->layout.count[MODEL_INPUT] * sizeof *p->u_moved);
    p->x_moved[state] += epsilon;
    if (j < p->n_z)
        p->x_moved[p->n_z + j] += 2 / h * epsilon;
    if (j < p->n_z && are_inputs(p))
        p->u_moved[p->addition.accelerations + j] += 4 / (h * h) * epsilon;
    if (!rates(p, t, p->x_moved, p->u_moved, p->column, report))
        return false;
    for (size_t i = 0; i < p->n_x; i++)
        p->column[i] = (p->column[i] - p->f[i]) / epsilon;
    return true;
}

static bool tangent_find(struct newton_trapezoid *p, double t, double h, struct model_report *report)
{
    for (size_t j = 0; j < p->n_y; j++) {
        if (!(p->options.tangent == NEWTON_TRAPEZOID_EXACT ? column_exact : column_by_differences)(p, t, h, j, report))
            return false;
        double *column = p->tangent + j * p->n_y;
        for (size_t i = 0; i < p->n_y; i++)
            column[i] = -p->column[row_of(p, i)];
        if (j >= p->n_z)
            column[j] += 2 / h;
        else if (!are_inputs(p))
            column[j] += 4 / (h * h);
    }
    return dense_factor(p->n_y, p->tangent, p->pivots) || model_fail(report, "the tangent matrix is singular");
}

/* One Newton iteration; `small` tells whether its increments are below the tolerances. */
static bool iterate(struct newton_trapezoid *p, double t, double h, bool *small, struct model_report *report)
{
    follow_rule(p, h);
    if (!rates(p, t, p->x_end, p->u, p->f, report) || !tangent_find(p, t, h, report))
        return false;
    for (size_t i = 0; i < p->n_y; i++) {
        const bool is_balance = i < p->n_z && are_inputs(p); /* forces, accelerations included, that have to vanish */
        p->y[i] = p->f[row_of(p, i)] - (is_balance ? 0 : p->dx_end[row_of(p, i)]);
    }
    dense_solve(p->n_y, p->tangent, p->pivots, p->y);
    *small = true;
    for (size_t i = 0; i < p->n_y; i++) {
        p->x_end[state_of(p, i)] += p->y[i];
        if (!(fabs(p->y[i]) < p->tolerances[i]))
            *small = false;
    }
    follow_rule(p, h);
    return !p->addition.iterated || p->addition.iterated(p->addition.owner, t, report);
}

/* When laws in time are asked at the end of a step: a law that switches during it, or at its end, still has the value of the
 * beginning. */
static double law_time(struct newton_trapezoid *p, double t, double h)
{
    const double rounding = 1e-9 * h;
    p->rates_jump = p->type->next_event && p->type->next_event(p->constants, t + rounding) <= t + h + rounding;
    return p->rates_jump ? t : t + h;
}

bool newton_trapezoid_step(struct newton_trapezoid *p, double t, double h, struct model_report *report)
{
    if (p->rates_jump && !begin(p, t, report))
        return false;
    const double at = law_time(p, t, h);
    predict(p, h);
    bool small = false;
    for (p->iterations = 0; !small; p->iterations++) {
        if (p->iterations == p->options.max_iterations)
            return model_fail(report, "Newton's method does not converge within %d iterations", p->iterations);
        if (!iterate(p, at, h, &small, report))
            return false;
    }
    if (p->addition.stepped && !p->addition.stepped(p->addition.owner, h, report))
        return false;
    memcpy(p->x, p->x_end, p->n_x * sizeof *p->x);
    memcpy(p->dx, p->dx_end, p->n_x * sizeof *p->dx);
    if (p->type->accept && !p->type->accept(p->constants, p->scratch, t + h, p->x, p->u, p->m, MODEL_EVENT, report))
        return false;
    if (p->type->recount && p->type->recount(p->constants, p->scratch, p->m, p->x, MODEL_EVENT))
        p->rates_jump = true;
    return true;
}

const double *newton_trapezoid_states(const struct newton_trapezoid *p)
{
    return p->x;
}

const double *newton_trapezoid_memory(const struct newton_trapezoid *p)
{
    return p->m;
}

const double *newton_trapezoid_inputs(const struct newton_trapezoid *p)
{
    return p->u;
}

int newton_trapezoid_iterations(const struct newton_trapezoid *p)
{
    return p->iterations;
}
