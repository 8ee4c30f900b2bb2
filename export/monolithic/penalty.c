#include "penalty.h"
#include "coupled.h"
#include "dense.h"
#include "whole.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct penalty {
    const struct model_type *type;
    const void *constants;
    struct primary_options options;
    struct model_layout layout;
    double alpha;
    size_t n_x, n_z, n_y, n_phi;                    /* states, coordinates, unknowns, rows */
    size_t accelerations, multipliers, constraints; /* places among inputs, inputs, outputs */
    double *room;
    double *m, *u, *q, *outputs;
    double *x, *dx, *x_end, *dx_end, *f, *column, *seed, *moved; /* dx: accelerations behind the rates of z */
    double *u_seed, *u_moved;
    double *y, *tolerances, *tangent;
    double *M, *D, *bias, *matrix, *side; /* of the projections */
    size_t *pivots;
    double complex *complex_room;
    bool law_changed;
    int iterations;
};

static size_t state_of(const struct penalty *p, size_t unknown)
{
    return unknown < p->n_z ? unknown : unknown + p->n_z;
}

static bool find(const struct penalty *p, const char *mechanism, const char *name, enum model_role role, size_t *place,
                 struct model_report *report)
{
    char text[200];
    const int length = snprintf(text, sizeof text, "%s.%s[1]", mechanism, name);
    *place = model_find(p->type, text, (size_t)length) - p->layout.first[role];
    return *place < p->layout.count[role] || model_fail(report, "there is no %s", text);
}

static bool places_find(struct penalty *p, const char *mechanism, struct model_report *report)
{
    return find(p, mechanism, "acceleration", MODEL_INPUT, &p->accelerations, report) &&
           (p->n_phi == 0 || (find(p, mechanism, "multiplier", MODEL_INPUT, &p->multipliers, report) &&
                              find(p, mechanism, "phi", MODEL_OUTPUT, &p->constraints, report)));
}

static bool memory_make(struct penalty *p)
{
    const size_t *n = p->layout.count, n_z = p->n_z, n_u = n[MODEL_INPUT];
    const struct {
        double **where;
        size_t size;
    } pieces[] = {{&p->m, n[MODEL_MEMORY]},
                  {&p->u, n_u},
                  {&p->u_seed, n_u},
                  {&p->u_moved, n_u},
                  {&p->q, n[MODEL_QUADRATURE]},
                  {&p->outputs, n[MODEL_OUTPUT]},
                  {&p->x, p->n_x},
                  {&p->dx, p->n_x},
                  {&p->x_end, p->n_x},
                  {&p->dx_end, p->n_x},
                  {&p->f, p->n_x},
                  {&p->column, p->n_x},
                  {&p->seed, p->n_x},
                  {&p->moved, p->n_x},
                  {&p->y, p->n_y},
                  {&p->tolerances, p->n_y},
                  {&p->tangent, p->n_y * p->n_y},
                  {&p->M, n_z * (n_z + 1)},
                  {&p->D, p->n_phi * n_z},
                  {&p->bias, p->n_phi},
                  {&p->matrix, n_z * n_z},
                  {&p->side, n_z}};
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

struct penalty *penalty_open(const struct model_type *type, const void *constants, const char *mechanism,
                             size_t n_coordinates, size_t n_rows, double alpha, const struct primary_options *options,
                             struct model_report *report)
{
    struct penalty *p = calloc(1, sizeof *p);
    if (p)
        *p = (struct penalty){.type = type,
                              .constants = constants,
                              .options = *options,
                              .layout = model_layout(type),
                              .alpha = alpha,
                              .n_z = n_coordinates,
                              .n_phi = n_rows};
    if (p) {
        p->n_x = p->layout.count[MODEL_STATE];
        p->n_y = p->n_x - p->n_z;
    }
    if (!p || !memory_make(p)) {
        model_fail(report, "out of memory for the solver's workspace");
        penalty_close(p);
        return NULL;
    }
    if (!places_find(p, mechanism, report)) {
        penalty_close(p);
        return NULL;
    }
    for (size_t i = 0; i < p->n_y; i++) {
        const char *unit = type->variables[p->layout.first[MODEL_STATE] + state_of(p, i)].unit;
        p->tolerances[i] = strcmp(unit, "Pa") == 0 ? options->pressure_tolerance : options->tolerance;
    }
    return p;
}

void penalty_close(struct penalty *p)
{
    if (!p)
        return;
    free(p->room);
    free(p->pivots);
    free(p->complex_room);
    free(p);
}

static bool rates(struct penalty *p, double t, const double *x, const double *u, double *f, struct model_report *report)
{
    return p->type->over_reals.rates(p->constants, t, p->m, x, u, f, p->q, report);
}

/* Rates of all but velocities; the accelerations in dx stay. */
static bool others_begin(struct penalty *p, double t, struct model_report *report)
{
    memcpy(p->u + p->accelerations, p->dx + p->n_z, p->n_z * sizeof *p->u);
    if (!rates(p, t, p->x, p->u, p->f, report))
        return false;
    for (size_t i = 2 * p->n_z; i < p->n_x; i++)
        p->dx[i] = p->f[i];
    return true;
}

bool penalty_start(struct penalty *p, double t, const double *m, const double *x, const double *u,
                   const double *accelerations, const double *multipliers, struct model_report *report)
{
    memcpy(p->m, m, p->layout.count[MODEL_MEMORY] * sizeof *m);
    memcpy(p->u, u, p->layout.count[MODEL_INPUT] * sizeof *u);
    memcpy(p->u + p->multipliers, multipliers, p->n_phi * sizeof *u);
    memcpy(p->x, x, p->n_x * sizeof *x);
    memcpy(p->dx, x + p->n_z, p->n_z * sizeof *x);
    memcpy(p->dx + p->n_z, accelerations, p->n_z * sizeof *accelerations);
    p->law_changed = false;
    return others_begin(p, t, report);
}

static void predict(struct penalty *p, double h)
{
    for (size_t i = 0; i < p->n_z; i++)
        p->x_end[i] = p->x[i] + h * p->x[p->n_z + i] + h * h / 2 * p->dx[p->n_z + i];
    for (size_t i = 2 * p->n_z; i < p->n_x; i++)
        p->x_end[i] = p->x[i] + h * p->dx[i];
}

/* Eq. 33; the accelerations are also inputs of the mechanism. */
static void follow_rule(struct penalty *p, double h)
{
    for (size_t i = 0; i < p->n_z; i++) {
        const size_t v = p->n_z + i;
        p->dx_end[i] = p->x_end[v] = 2 / h * (p->x_end[i] - p->x[i]) - p->x[v];
        p->dx_end[v] = 2 / h * (p->x_end[v] - p->x[v]) - p->dx[v];
        p->u[p->accelerations + i] = p->dx_end[v];
    }
    for (size_t i = 2 * p->n_z; i < p->n_x; i++)
        p->dx_end[i] = 2 / h * (p->x_end[i] - p->x[i]) - p->dx[i];
}

/* Change of the model's rates along unknown j. */
static bool column_exact(struct penalty *p, double t, double h, size_t j, struct model_report *report)
{
    const size_t state = state_of(p, j);
    const bool moves = j < p->n_z;
    p->seed[state] = 1;
    if (moves) {
        p->seed[p->n_z + j] = 2 / h;
        p->u_seed[p->accelerations + j] = 4 / (h * h);
    }
    const struct model_point at = {p->constants, t, p->m, p->x_end, p->u};
    const bool done =
        model_differentiate(p->type, &p->layout, at, (struct model_direction){.x = p->seed, .u = p->u_seed},
                            (struct model_change){.rates = p->column}, p->complex_room, report);
    p->seed[state] = 0;
    if (moves)
        p->seed[p->n_z + j] = p->u_seed[p->accelerations + j] = 0;
    return done;
}

static bool column_by_differences(struct penalty *p, double t, double h, size_t j, struct model_report *report)
{
    const size_t state = state_of(p, j);
    const double epsilon = 1e-8 * fmax(1e-2, fabs(p->x_end[state])); /* eq. 41 */
    memcpy(p->moved, p->x_end, p->n_x * sizeof *p->moved);
    memcpy(p->u_moved, p->u, p->layout.count[MODEL_INPUT] * sizeof *p->u_moved);
    p->moved[state] += epsilon;
    if (j < p->n_z) {
        p->moved[p->n_z + j] += 2 / h * epsilon;
        p->u_moved[p->accelerations + j] += 4 / (h * h) * epsilon;
    }
    if (!rates(p, t, p->moved, p->u_moved, p->column, report))
        return false;
    for (size_t i = 0; i < p->n_x; i++)
        p->column[i] = (p->column[i] - p->f[i]) / epsilon;
    return true;
}

static bool tangent_find(struct penalty *p, double t, double h, struct model_report *report)
{
    for (size_t j = 0; j < p->n_y; j++) {
        if (!(p->options.tangent == PRIMARY_EXACT ? column_exact : column_by_differences)(p, t, h, j, report))
            return false;
        double *column = p->tangent + j * p->n_y;
        for (size_t i = 0; i < p->n_y; i++)
            column[i] = -p->column[p->n_z + i];
        if (j >= p->n_z)
            column[j] += 2 / h;
    }
    return dense_factor(p->n_y, p->tangent, p->pivots) || model_fail(report, "the tangent matrix is singular");
}

/* One Newton iteration, after which the multipliers take over what the penalty held (eq. 19). */
static bool iterate(struct penalty *p, double t, double h, bool *small, struct model_report *report)
{
    follow_rule(p, h);
    if (!rates(p, t, p->x_end, p->u, p->f, report) || !tangent_find(p, t, h, report))
        return false;
    for (size_t i = 0; i < p->n_y; i++)
        p->y[i] = p->f[p->n_z + i] - (i < p->n_z ? 0 : p->dx_end[p->n_z + i]);
    dense_solve(p->n_y, p->tangent, p->pivots, p->y);
    *small = true;
    for (size_t i = 0; i < p->n_y; i++) {
        p->x_end[state_of(p, i)] += p->y[i];
        if (!(fabs(p->y[i]) < p->tolerances[i]))
            *small = false;
    }
    follow_rule(p, h);
    if (!p->type->over_reals.outputs(p->constants, t, p->m, p->x_end, p->u, p->outputs, report))
        return false;
    for (size_t r = 0; r < p->n_phi; r++)
        p->u[p->multipliers + r] += p->alpha * p->outputs[p->constraints + r];
    return true;
}

/* [M + h^2/4 Phi_z^T alpha Phi_z] v = M v' - h^2/4 Phi_z^T alpha b, eqs. 20 and 21 with W = M; v stands in `v`. */
static void project(struct penalty *p, double h, const double *bias, double *v)
{
    const size_t n = p->n_z;
    for (size_t i = 0; i < n; i++) {
        p->side[i] = 0;
        for (size_t j = 0; j < n; j++)
            p->side[i] += p->M[i * n + j] * v[j];
        for (size_t r = 0; bias && r < p->n_phi; r++)
            p->side[i] -= h * h / 4 * p->alpha * p->D[r * n + i] * bias[r];
    }
    dense_solve(n, p->matrix, p->pivots, p->side);
    memcpy(v, p->side, n * sizeof *v);
}

static bool projections(struct penalty *p, double h, struct model_report *report)
{
    const size_t n = p->n_z;
    const void *mechanism = coupled_part_constants(p->constants, 0);
    double *dz = p->x_end + n, *ddz = p->dx_end + n;
    if (!whole_matrices(mechanism, p->x_end, dz, p->M, p->D, p->bias, report))
        return false;
    for (size_t j = 0; j < n; j++)
        for (size_t i = 0; i < n; i++) {
            double product = 0;
            for (size_t r = 0; r < p->n_phi; r++)
                product += p->D[r * n + i] * p->D[r * n + j];
            p->matrix[j * n + i] = p->M[i * n + j] + h * h / 4 * p->alpha * product;
        }
    if (!dense_factor(n, p->matrix, p->pivots))
        return model_fail(report, "the matrix of the projections is singular");
    project(p, h, NULL, dz);
    /* the rate of Phi_z goes with the projected velocities; the positions, and so the matrix, have not changed */
    if (!whole_matrices(mechanism, p->x_end, dz, p->M, p->D, p->bias, report))
        return false;
    project(p, h, p->bias, ddz);
    memcpy(p->dx_end, dz, n * sizeof *dz);
    return true;
}

bool penalty_step(struct penalty *p, double t, double h, struct model_report *report)
{
    if (p->law_changed && !others_begin(p, t, report))
        return false;
    const double rounding = 1e-9 * h; /* laws in time as in primary_step() */
    p->law_changed = p->type->next_event && p->type->next_event(p->constants, t + rounding) <= t + h + rounding;
    const double at = p->law_changed ? t : t + h;
    predict(p, h);
    bool small = false;
    for (p->iterations = 0; !small; p->iterations++) {
        if (p->iterations == p->options.max_iterations)
            return model_fail(report, "Newton's method does not converge within %d iterations", p->iterations);
        if (!iterate(p, at, h, &small, report))
            return false;
    }
    if (!projections(p, h, report))
        return false;
    memcpy(p->x, p->x_end, p->n_x * sizeof *p->x);
    memcpy(p->dx, p->dx_end, p->n_x * sizeof *p->dx);
    memcpy(p->u + p->accelerations, p->dx + p->n_z, p->n_z * sizeof *p->u);
    return !p->type->accept || p->type->accept(p->constants, t + h, p->x, p->u, p->m, MODEL_EVENT, report);
}

const double *penalty_states(const struct penalty *p)
{
    return p->x;
}

const double *penalty_memory(const struct penalty *p)
{
    return p->m;
}

const double *penalty_inputs(const struct penalty *p)
{
    return p->u;
}

int penalty_iterations(const struct penalty *p)
{
    return p->iterations;
}
