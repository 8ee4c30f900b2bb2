/* Vectors and matrices of SUNDIALS with arithmetic of our own, since Debian's libraries are compiled without optimization: 20 instructions for
 * each product. Vectors and matrices do the same operations in the same order; systems of equations are solved by dense.h. */
#ifndef PASO_ARKODE_ALGEBRA_H
#define PASO_ARKODE_ALGEBRA_H

#include "numerics/sundials/sundials_release.h"

#include <nvector/nvector_serial.h>
#include <sunlinsol/sunlinsol_dense.h>
#include <sunmatrix/sunmatrix_dense.h>

/* Serial vectors, dense matrices and their solver, right after they were made: what is cloned from them has the same arithmetic. */
void arkode_algebra_of_vector(N_Vector vector);
void arkode_algebra_of_matrix(SUNMatrix matrix);
void arkode_algebra_of_solver(SUNLinearSolver solver);

#endif
