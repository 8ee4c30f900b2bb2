/* A mechanism from a file as a model in all its coordinates, for the papers' penalty-based formulation: its loops are equations
 * that somebody else fulfils. States are all coordinates z and their rates. All other variables are those of the file's own
 * model. It adds the inputs acceleration[i] and multiplier[r], and the outputs phi[r]. The "rate" of the rate of z is no acceleration but what is
 * missing to equilibrium with those inputs (Jaiswal, Publication I, eq. 39):
 *
 *     Q - M acceleration - Phi_z^T (alpha phi + multiplier) */
#ifndef PASO_REDUNDANT_MECHANISM_H
#define PASO_REDUNDANT_MECHANISM_H

#include "fmu_multibody/mechanism/mechanism_file.h"

struct redundant_mechanism;

struct redundant_mechanism *redundant_mechanism_open(const struct mechanism_file *file, double alpha,
                                                     struct model_report *report);
const struct model_type *redundant_mechanism_type(const struct redundant_mechanism *redundant);
void redundant_mechanism_close(struct redundant_mechanism *redundant); /* accepts NULL */

/* Where the model has what the formulation adds: the first of n accelerations and m multipliers among its inputs, the first of
 * m phi among its outputs. */
struct redundant_mechanism_places {
    size_t n_coordinates, n_rows;
    size_t accelerations, multipliers, phi;
};
struct redundant_mechanism_places redundant_mechanism_places(const struct redundant_mechanism *redundant);

/* From an instance of the file's own model, at its states x: all coordinates and rates, accelerations and multipliers. */
bool redundant_mechanism_start(const struct mechanism_file *file, const void *constants, void *scratch, double t,
                               const double *m, const double *x, const double *u, double *z, double *dz, double *ddz,
                               double *multipliers, struct model_report *report);

struct redundant_mechanism_sizes {
    size_t coordinates, rows, states; /* n, m, and states of the file's own model */
};
struct redundant_mechanism_sizes redundant_mechanism_sizes(const struct mechanism_file *file);

/* Of an instance of the whole model, at z and dz: the mass matrix (n x n, with room
 * for n more), Phi_z (m x n by rows) and dPhi_z/dt dz (m). */
bool redundant_mechanism_matrices(const void *constants, void *scratch, const double *z, const double *dz, double *M,
                                  double *D, double *bias, struct model_report *report);

#endif
