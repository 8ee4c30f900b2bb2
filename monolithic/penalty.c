#include "monolithic/penalty.h"
#include "monolithic/coupled.h"
#include "numerics/projection.h"
#include "monolithic/primary_impl.h"
#include "monolithic/whole.h"

#include <stdlib.h>
#include <string.h>

struct penalty {
    const struct coupled *coupled;
    struct primary *primary;
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
    struct primary *s = p->primary;
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
    const size_t n = p->primary->n_z;
    const void *mechanism = coupled_part_constants(p->coupled, p->primary->constants, 0);
    void *scratch = coupled_part_scratch(p->coupled, p->primary->scratch, 0);
    double *dz = p->primary->x_end + n, *ddz = p->primary->dx_end + n;
    p->projection.weight = h * h / 4 * p->alpha;
    if (!whole_matrices(mechanism, scratch, p->primary->x_end, dz, p->M, p->D, p->bias, report))
        return false;
    if (!projection_factor(&p->projection))
        return model_fail(report, "the matrix of the projections is singular");
    projection_apply(&p->projection, NULL, dz);
    /* the rate of Phi_z goes with the projected velocities; the positions, and so the matrix, have not changed */
    if (!whole_matrices(mechanism, scratch, p->primary->x_end, dz, p->M, p->D, p->bias, report))
        return false;
    projection_apply(&p->projection, p->bias, ddz);
    memcpy(p->primary->dx_end, dz, n * sizeof *dz);
    memcpy(p->primary->u + p->primary->addition.accelerations, ddz, n * sizeof *ddz);
    return true;
}

struct penalty *penalty_open(const struct coupled *coupled, const void *constants, void *scratch,
                             const struct whole *whole, double alpha, const struct primary_options *options,
                             struct model_report *report)
{
    const struct model_type *type = coupled_type(coupled);
    const struct whole_places at = whole_places(whole);
    struct penalty *p = calloc(1, sizeof *p);
    if (!p)
        goto no_memory;
    *p = (struct penalty){.coupled = coupled, .alpha = alpha, .n_phi = at.n_rows};
    if (!memory_make(p, at.n_coordinates, model_layout(type).count[MODEL_OUTPUT]))
        goto no_memory;
    struct primary_addition addition = {.accelerations = coupled_place(coupled, 0, MODEL_INPUT, at.accelerations),
                                        .owner = p,
                                        .iterated = multipliers_update,
                                        .stepped = projections};
    if (p->n_phi > 0) {
        p->multipliers = coupled_place(coupled, 0, MODEL_INPUT, at.multipliers);
        p->constraints = coupled_place(coupled, 0, MODEL_OUTPUT, at.phi);
    }
    p->primary = primary_open_with(type, constants, scratch, at.n_coordinates, options, &addition, report);
    if (p->primary)
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
    primary_close(p->primary);
    free(p->room);
    free(p->pivots);
    free(p);
}

bool penalty_start(struct penalty *p, double t, const double *m, const double *x, double *u,
                   const double *accelerations, const double *multipliers, struct model_report *report)
{
    memcpy(u + p->primary->addition.accelerations, accelerations, p->primary->n_z * sizeof *u);
    memcpy(u + p->multipliers, multipliers, p->n_phi * sizeof *u);
    return primary_start(p->primary, t, m, x, u, report);
}

struct primary *penalty_primary(struct penalty *p)
{
    return p->primary;
}
