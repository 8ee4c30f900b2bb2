/* The N-loop four-bar linkage in the coordinates of Gonzalez, Masarati, Cuadrado, Naya (2017), section 4.1: x and y of the points B_0 to
 * B_N and the angle phi of the rod A_N-B_N, n = 2 N + 3; rods keep their lengths, squared, and one row ties phi to B_N: m = 2 N + 2.
 * Rods of 1 m and 1 kg with their consistent mass matrices, A_i = (i, 0), springs and dampers from A_{i-1} to B_i. N = 1 is the
 * four-bar linkage with a spring of LIM's benchmark. */
#ifndef PASO_LINKAGE_H
#define PASO_LINKAGE_H

#include "linearize/constrained.h"

struct linkage {
    size_t loops;              /* N */
    double stiffness, damping; /* N/m, Ns/m */
    double gravity[2];         /* m/s^2 */
    bool angle_by_sine;        /* phi by y_N = sin(phi), where x_N = N + cos(phi) does not determine it */
};
struct linkage linkage_default(size_t loops); /* 25 N/m, no damping, 9.81 m/s^2 downwards */

static inline size_t linkage_coordinates(const struct linkage *k)
{
    return 2 * k->loops + 3;
}
static inline size_t linkage_rows(const struct linkage *k)
{
    return 2 * k->loops + 2;
}

/* The closed solution: all rods stand in parallel, (4 N + 1)/3 phi'' + N c sin^2(phi/2) phi' + V'(phi) = 0. */
double linkage_equilibrium(const struct linkage *k); /* phi_0, by Newton's method from 2.2 rad */
double complex linkage_eigenvalue(const struct linkage *k, double phi_0);

void linkage_place(const struct linkage *k, double phi, double *q);

/* Matrices of the equations at q, at rest, and room for them. Rows are not chosen yet. */
struct linkage_terms {
    struct constrained equations;
    double *forces, *phi, *lambda; /* f (n), Phi (m), multipliers (m) */
    size_t *kept, *dependent, *independent;
};
bool linkage_open(const struct linkage *k, struct linkage_terms *t, struct arena *a, struct error *error);
/* All but K: M, C, D, f, Phi. Again and again; the zeros between what is written stay. */
void linkage_evaluate(const struct linkage *k, const double *q, struct linkage_terms *t);
/* K = d(D^T lambda)/dq - df/dq with the multipliers that are in the terms. */
void linkage_stiffness(const struct linkage *k, const double *q, struct linkage_terms *t);
/* phi as the only independent coordinate, as the paper chooses it. */
void linkage_choose_angle(const struct linkage *k, struct linkage_terms *t);

/* The configuration in which penalties and forces are in equilibrium, from q on (eq. 12 at rest). */
bool linkage_settle(const struct linkage *k, const struct penalty_terms *p, double *q, struct linkage_terms *t,
                    struct arena *a, struct error *error);

#endif
