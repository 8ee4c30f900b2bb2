/* The equilibrium's equations and unknowns; private to circuit_equilibrium.c, circuit_settle.c and circuit_start.c. */
#ifndef PASO_CIRCUIT_EQUILIBRIUM_H
#define PASO_CIRCUIT_EQUILIBRIUM_H

#include "fmu_hydraulics/circuit/circuit_engine.h"

struct equilibrium {
    const struct circuit *c;
    size_t n_unknowns, n_rows;
    size_t n_shafts;  /* that can hold a torque: so many rows more where they decide something */
    bool with_shafts; /* they do */
    double scale;     /* of pressures */
    const double complex *forces;
    bool with_changes;              /* imaginary parts count: only once the equilibrium is found */
    double complex *x, *u, *inflow; /* the point, and the balance there */
    double complex *r;              /* residuals */
    double *J;                      /* rows by columns, both scaled */
    double *row_scale, *rhs, *row_sizes, *step;
    double *found;          /* the step in the order of the pivots */
    size_t *rows, *columns; /* where pivoting put equations and unknowns */
    double *guess;          /* of the unknowns */
    double *settling;       /* room of circuit_settle.c */
};

struct equilibrium equilibrium_place(const struct circuit *c, const double complex *forces, double complex *room);

static inline bool equilibrium_is_free(const struct circuit *c, int node) /* its pressure is unknown */
{
    return (size_t)node < c->n_volumes && !c->volumes[node].start_given;
}

/* Whether a cylinder's force can be balanced at all: a chamber's pressure is unknown. */
static inline bool equilibrium_holds_force(const struct circuit *c, size_t cylinder)
{
    return equilibrium_is_free(c, c->cylinders[cylinder].node_A) ||
           equilibrium_is_free(c, c->cylinders[cylinder].node_B);
}

/* Whether the torque on a shaft can be balanced: the same. */
static inline bool equilibrium_holds_torque(const struct circuit *c, size_t unit)
{
    return c->units[unit].by_torque &&
           (equilibrium_is_free(c, c->units[unit].from) || equilibrium_is_free(c, c->units[unit].to));
}

/* From the guess in x and u to the solution there. */
bool equilibrium_find(struct equilibrium *e, struct model_report *report);

/* circuit_equilibrium_report.c: why there is none. All are false. */
bool equilibrium_report_flow(const struct equilibrium *e, size_t volume, double inflow, struct model_report *report);
bool equilibrium_report_force(const struct equilibrium *e, size_t cylinder, double left, struct model_report *report);
bool equilibrium_report_torque(const struct equilibrium *e, size_t unit, double left, struct model_report *report);
bool equilibrium_report_escape(const struct equilibrium *e, size_t volume, struct model_report *report);

/* circuit_settle.c: from the guess in x to where oil that flows comes to rest, spools held. */
enum equilibrium_settled {
    EQUILIBRIUM_SETTLED,
    EQUILIBRIUM_ESCAPED, /* oil flows on until a pressure leaves its range */
    EQUILIBRIUM_UNKNOWN
};
#define EQUILIBRIUM_HIGHEST 1e11 /* Pa: oil that comes under such a pressure finds no way out */
enum equilibrium_settled equilibrium_settle(const struct equilibrium *e, size_t *escaped); /* the volume that it is */
/* By the smallest change of the pressures in x, where there is one. */
void equilibrium_hold_forces(const struct equilibrium *e);
size_t equilibrium_settle_room(const struct circuit *c); /* in doubles */

/* First-order change of the solution: one more linear step, with the imaginary parts of u, x and the forces on the right. */
void equilibrium_follow(struct equilibrium *e, const double complex *u, const double complex *x);

#endif
