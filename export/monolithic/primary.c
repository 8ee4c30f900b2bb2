#include "primary.h"
#include "dense.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

struct primary {
    const struct model_type *type;
    const void *constants;
    struct primary_options options;
    struct model_layout layout;
    size_t n_x, n_z, n_y;          /* states, positions, unknowns: positions and all but velocities */
    double *room;                  /* all that follows, doubles */
    double *m, *u, *q;             /* memories, inputs, rates of quadratures */
    double *x, *dx;                /* states and rates at the beginning of a step */
    double *x_end, *dx_end;        /* and at its end, as far as the iteration is */
    double *f, *f_moved, *x_moved; /* rates by the model's equations */
    double *y, *residual;          /* increments; residual */
    double *tangent;               /* by columns */
    double *tolerances;            /* of the unknowns */
    double *seed, *column;
    size_t *pivots;
    double complex *complex_room;
    bool law_changed; /* at the end of the last step */
    int iterations;
};

struct primary_options primary_default(void)
{
    return (struct primary_options){PRIMARY_EXACT, 1e-2, 1e-7, 20};
}

/* The state that an unknown is. */
static size_t state_of(const struct primary *p, size_t unknown)
{
    return unknown < p->n_z ? unknown : unknown + p->n_z;
}

struct primary *primary_open(const struct model_type *type, const void *constants,
                             const struct primary_options *options, struct model_report *report)
{
    struct primary *p = calloc(1, sizeof *p);
    if (!p)
        goto no_memory;
    *p = (struct primary){.type = type, .constants = constants, .options = *options, .layout = model_layout(type)};
    const size_t *n = p->layout.count;
    p->n_x = n[MODEL_STATE];
    p->n_z = type->n_positions;
    p->n_y = p->n_x - p->n_z;
    double *room = p->room =
        calloc(n[MODEL_MEMORY] + n[MODEL_INPUT] + n[MODEL_QUADRATURE] + 9 * p->n_x + 3 * p->n_y + p->n_y * p->n_y,
               sizeof *room);
    p->pivots = calloc(p->n_y + 1, sizeof *p->pivots);
    p->complex_room = calloc(model_workspace_size(&p->layout) + 1, sizeof *p->complex_room);
    if (!room || !p->pivots || !p->complex_room)
        goto no_memory;
    p->m = room, room += n[MODEL_MEMORY];
    p->u = room, room += n[MODEL_INPUT];
    p->q = room, room += n[MODEL_QUADRATURE];
    double **const of_states[] = {&p->x,       &p->dx,      &p->x_end, &p->dx_end, &p->f,
                                  &p->f_moved, &p->x_moved, &p->seed,  &p->column};
    for (size_t i = 0; i < sizeof of_states / sizeof *of_states; i++, room += p->n_x)
        *of_states[i] = room;
    p->y = room;
    p->residual = p->y + p->n_y;
    p->tolerances = p->residual + p->n_y;
    p->tangent = p->tolerances + p->n_y;
    for (size_t i = 0; i < p->n_y; i++) {
        const char *unit = type->variables[p->layout.first[MODEL_STATE] + state_of(p, i)].unit;
        p->tolerances[i] = strcmp(unit, "Pa") == 0 ? options->pressure_tolerance : options->tolerance;
    }
    return p;

no_memory:
    model_fail(report, "out of memory for the solver's workspace");
    primary_close(p);
    return NULL;
}

void primary_close(struct primary *p)
{
    if (!p)
        return;
    free(p->room);
    free(p->pivots);
    free(p->complex_room);
    free(p);
}

static bool rates(struct primary *p, double t, const double *x, double *dx, struct model_report *report)
{
    return p->type->over_reals.rates(p->constants, t, p->m, x, p->u, dx, p->q, report);
}

bool primary_start(struct primary *p, double t, const double *m, const double *x, const double *u,
                   struct model_report *report)
{
    memcpy(p->m, m, p->layout.count[MODEL_MEMORY] * sizeof *m);
    memcpy(p->u, u, p->layout.count[MODEL_INPUT] * sizeof *u);
    memcpy(p->x, x, p->n_x * sizeof *x);
    p->law_changed = false;
    return rates(p, t, p->x, p->dx, report);
}

/* Quadratic for positions, linear for all others. */
static void predict(struct primary *p, double h)
{
    const double *v = p->x + p->n_z, *a = p->dx + p->n_z;
    for (size_t i = 0; i < p->n_z; i++)
        p->x_end[i] = p->x[i] + h * v[i] + h * h / 2 * a[i];
    for (size_t i = 2 * p->n_z; i < p->n_x; i++)
        p->x_end[i] = p->x[i] + h * p->dx[i];
}

/* Eq. 33: what the rule makes of positions and pressures. */
static void follow_rule(struct primary *p, double h)
{
    for (size_t i = 0; i < p->n_z; i++) {
        const size_t v = p->n_z + i;
        p->dx_end[i] = p->x_end[v] = 2 / h * (p->x_end[i] - p->x[i]) - p->x[v];
        p->dx_end[v] = 2 / h * (p->x_end[v] - p->x[v]) - p->dx[v];
    }
    for (size_t i = 2 * p->n_z; i < p->n_x; i++)
        p->dx_end[i] = 2 / h * (p->x_end[i] - p->x[i]) - p->dx[i];
}

/* Row i of the residual belongs to the acceleration of position i, or to the rate of the i-th unknown. */
static size_t row_of(const struct primary *p, size_t i)
{
    return p->n_z + i;
}

/* Change of the rates along unknown j, exactly; velocities go along with their positions. */
static bool column_exact(struct primary *p, double t, double h, size_t j, struct model_report *report)
{
    const size_t state = state_of(p, j);
    p->seed[state] = 1;
    if (j < p->n_z)
        p->seed[p->n_z + j] = 2 / h;
    const struct model_point at = {p->constants, t, p->m, p->x_end, p->u};
    const bool done = model_differentiate(p->type, &p->layout, at, (struct model_direction){.x = p->seed},
                                          (struct model_change){.rates = p->column}, p->complex_room, report);
    p->seed[state] = 0;
    if (j < p->n_z)
        p->seed[p->n_z + j] = 0;
    return done;
}

static bool column_by_differences(struct primary *p, double t, double h, size_t j, struct model_report *report)
{
    const size_t state = state_of(p, j);
    memcpy(p->x_moved, p->x_end, p->n_x * sizeof *p->x_moved);
    const double epsilon = 1e-8 * fmax(1e-2, fabs(p->x_end[state])); /* eq. 41 */
    p->x_moved[state] += epsilon;
    if (j < p->n_z)
        p->x_moved[p->n_z + j] += 2 / h * epsilon;
    if (!rates(p, t, p->x_moved, p->f_moved, report))
        return false;
    for (size_t i = 0; i < p->n_x; i++)
        p->column[i] = (p->f_moved[i] - p->f[i]) / epsilon;
    return true;
}

static bool tangent_find(struct primary *p, double t, double h, struct model_report *report)
{
    for (size_t j = 0; j < p->n_y; j++) {
        if (!(p->options.tangent == PRIMARY_EXACT ? column_exact : column_by_differences)(p, t, h, j, report))
            return false;
        double *column = p->tangent + j * p->n_y;
        for (size_t i = 0; i < p->n_y; i++)
            column[i] = -p->column[row_of(p, i)];
        column[j] += j < p->n_z ? 4 / (h * h) : 2 / h;
    }
    return dense_factor(p->n_y, p->tangent, p->pivots) || model_fail(report, "the tangent matrix is singular");
}

/* One Newton iteration; `small` tells whether its increments are below the tolerances. */
static bool iterate(struct primary *p, double t, double h, bool *small, struct model_report *report)
{
    follow_rule(p, h);
    if (!rates(p, t, p->x_end, p->f, report) || !tangent_find(p, t, h, report))
        return false;
    for (size_t i = 0; i < p->n_y; i++)
        p->y[i] = p->f[row_of(p, i)] - p->dx_end[row_of(p, i)];
    dense_solve(p->n_y, p->tangent, p->pivots, p->y);
    *small = true;
    for (size_t i = 0; i < p->n_y; i++) {
        p->x_end[state_of(p, i)] += p->y[i];
        if (!(fabs(p->y[i]) < p->tolerances[i]))
            *small = false;
    }
    return true;
}

/* When laws in time are asked at the end of a step: a law that switches during it, or at its end, still has the value of the
 * beginning. */
static double law_time(struct primary *p, double t, double h)
{
    const double rounding = 1e-9 * h;
    p->law_changed = p->type->next_event && p->type->next_event(p->constants, t + rounding) <= t + h + rounding;
    return p->law_changed ? t : t + h;
}

bool primary_step(struct primary *p, double t, double h, struct model_report *report)
{
    if (p->law_changed && !rates(p, t, p->x, p->dx, report))
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
    follow_rule(p, h);
    memcpy(p->x, p->x_end, p->n_x * sizeof *p->x);
    memcpy(p->dx, p->dx_end, p->n_x * sizeof *p->dx);
    return !p->type->accept || p->type->accept(p->constants, t + h, p->x, p->u, p->m, MODEL_EVENT, report);
}

const double *primary_states(const struct primary *p)
{
    return p->x;
}

const double *primary_memory(const struct primary *p)
{
    return p->m;
}

const double *primary_inputs(const struct primary *p)
{
    return p->u;
}

int primary_iterations(const struct primary *p)
{
    return p->iterations;
}
