/* The equilibrium's equations and unknowns; private to circuit_equilibrium.c and circuit_start.c. */
#ifndef PASO_CIRCUIT_EQUILIBRIUM_H
#define PASO_CIRCUIT_EQUILIBRIUM_H

#include "fmu_hydraulics/circuit/circuit_engine.h"

struct equilibrium {
    const struct circuit *c;
    size_t n_unknowns, n_rows;
    double scale; /* of pressures */
    const double complex *forces;
    bool with_changes;              /* imaginary parts count: only once the equilibrium is found */
    double complex *x, *u, *inflow; /* the point, and the balance there */
    double complex *r;              /* residuals */
    double *J;                      /* rows by columns, both scaled */
    double *row_scale, *rhs, *step;
    size_t *columns; /* where pivoting put the unknowns */
};

struct equilibrium equilibrium_place(const struct circuit *c, const double complex *forces, double complex *room);

/* From the guess in x and u to the solution there. */
bool equilibrium_find(const struct equilibrium *e, struct model_report *report);

/* First-order change of the solution: one more linear step, with the imaginary parts of u, x and the forces on the right. */
void equilibrium_follow(struct equilibrium *e, const double complex *u, const double complex *x);

#endif
