#include "monolithic/penalty.h"
#include "monolithic/composite.h"
#include "numerics/projection.h"
#include "monolithic/newton_trapezoid_impl.h"
#include "monolithic/redundant_mechanism.h"

#include <stdlib.h>
#include <string.h>

struct penalty {
    const struct composite *composite;
    struct newton_trapezoid *newton_trapezoid;
    double alpha;
    size_t n_phi;                    /* rows */
    size_t multipliers, constraints; /* places among inputs and outputs */
    double *room;
    double *outputs;
    double *M, *D, *bias;
    size_t *pivots;
    struct projection projection;
};

static bool memory_make(struct penalty *p, size_t n_z, size_t n_outputs)
{
    double *room = p->room = calloc(n_outputs + n_z * (n_z + 1) + p->n_phi * (n_z + 1) + n_z * n_z + n_z, sizeof *room);
    size_t *pivots = p->pivots = calloc(n_z + 1, sizeof *pivots);
    if (!room || !pivots)
        return false;
    p->outputs = room;
    p->M = p->outputs + n_outputs;
    p->D = p->M + n_z * (n_z + 1);
    p->bias = p->D + p->n_phi * n_z;
    double *matrix = p->bias + p->n_phi;
    p->projection = (struct projection){.n = n_z,
                                        .rows = p->n_phi,
                                        .W = p->M,
                                        .D = p->D,
                                        .matrix = matrix,
                                        .side = matrix + n_z * n_z,
                                        .pivots = pivots};
    return true;
}

/* After each iteration the multipliers take over what the penalty held (eq. 19). */
static bool multipliers_update(void *owner, double t, struct model_report *report)
{
    struct penalty *p = owner;
    struct newton_trapezoid *s = p->newton_trapezoid;
    if (!s->type->over_real.outputs(s->constants, s->scratch, t, s->m, s->x_end, s->u, p->outputs, report))
        return false;
    for (size_t r = 0; r < p->n_phi; r++)
        s->u[p->multipliers + r] += p->alpha * p->outputs[p->constraints + r];
    return true;
}

/* Velocities and accelerations go back onto the loops after a step: eqs. 20 and 21 with W = M. */
static bool projections(void *owner, double h, struct model_report *report)
{
    struct penalty *p = owner;
    const size_t n = p->newton_trapezoid->n_z;
    const void *mechanism = composite_part_constants(p->composite, p->newton_trapezoid->constants, 0);
    void *scratch = composite_part_scratch(p->composite, p->newton_trapezoid->scratch, 0);
    double *dz = p->newton_trapezoid->x_end + n, *ddz = p->newton_trapezoid->dx_end + n;
    p->projection.weight = h * h / 4 * p->alpha;
    if (!redundant_mechanism_matrices(mechanism, scratch, p->newton_trapezoid->x_end, dz, p->M, p->D, p->bias, report))
        return false;
    if (!projection_factor(&p->projection))
        return model_fail(report, "the matrix of the projections is singular");
    projection_apply(&p->projection, NULL, dz);
    /* the rate of Phi_z goes with the projected velocities; the positions, and so the matrix, have not changed */
    if (!redundant_mechanism_matrices(mechanism, scratch, p->newton_trapezoid->x_end, dz, p->M, p->D, p->bias, report))
        return false;
    projection_apply(&p->projection, p->bias, ddz);
    memcpy(p->newton_trapezoid->dx_end, dz, n * sizeof *dz);
    memcpy(p->newton_trapezoid->u + p->newton_trapezoid->addition.accelerations, ddz, n * sizeof *ddz);
    return true;
}

struct penalty *penalty_open(const struct composite *composite, const void *constants, void *scratch,
                             const struct redundant_mechanism *redundant, double alpha,
                             const struct newton_trapezoid_options *options, struct model_report *report)
{
    const struct model_type *type = composite_type(composite);
    const struct redundant_mechanism_places at = redundant_mechanism_places(redundant);
    struct penalty *p = calloc(1, sizeof *p);
    if (!p)
        goto no_memory;
    *p = (struct penalty){.composite = composite, .alpha = alpha, .n_phi = at.n_rows};
    if (!memory_make(p, at.n_coordinates, model_layout(type).count[MODEL_OUTPUT]))
        goto no_memory;
    struct newton_trapezoid_addition addition = {.accelerations =
                                                     composite_place(composite, 0, MODEL_INPUT, at.accelerations),
                                                 .owner = p,
                                                 .iterated = multipliers_update,
                                                 .stepped = projections};
    if (p->n_phi > 0) {
        p->multipliers = composite_place(composite, 0, MODEL_INPUT, at.multipliers);
        p->constraints = composite_place(composite, 0, MODEL_OUTPUT, at.phi);
    }
    p->newton_trapezoid =
        newton_trapezoid_open_with(type, constants, scratch, at.n_coordinates, options, &addition, report);
    if (p->newton_trapezoid)
        return p;
    penalty_close(p);
    return NULL;

no_memory:
    model_fail(report, "out of memory for the solver's workspace");
    penalty_close(p);
    return NULL;
}

void penalty_close(struct penalty *p)
{
    if (!p)
        return;
    newton_trapezoid_close(p->newton_trapezoid);
    free(p->room);
    free(p->pivots);
    free(p);
}

bool penalty_start(struct penalty *p, double t, const double *m, const double *x, double *u,
                   const double *accelerations, const double *multipliers, struct model_report *report)
{
    memcpy(u + p->newton_trapezoid->addition.accelerations, accelerations, p->newton_trapezoid->n_z * sizeof *u);
    memcpy(u + p->multipliers, multipliers, p->n_phi * sizeof *u);
    return newton_trapezoid_start(p->newton_trapezoid, t, m, x, u, report);
}

struct newton_trapezoid *penalty_newton_trapezoid(struct penalty *p)
{
    return p->newton_trapezoid;
}
