/* LIM's hydraulic manipulator in one piece: six states, written once more and otherwise than in the FMUs (the mechanism as
 * three point masses and the Jacobians of their positions, instead of the document's mass matrix), in extended precision, and
 * differentiated by the complex step. What the probe finds through the two FMUs must be this. */
#ifndef PASO_TEST_MONOLITHIC_H
#define PASO_TEST_MONOLITHIC_H

#include <complex.h>

enum { THETA1, THETA2, DTHETA1, DTHETA2, P1, P2, MONOLITHIC_STATES };
typedef long double complex number;

/* The equilibrium of eq. 18, in closed form. */
void monolithic_equilibrium(long double x[MONOLITHIC_STATES], long double *kappa);
void monolithic_rates(const number x[MONOLITHIC_STATES], number kappa, number rates[MONOLITHIC_STATES]);
void monolithic_jacobian(const long double x[MONOLITHIC_STATES], long double kappa,
                         long double A[MONOLITHIC_STATES][MONOLITHIC_STATES]);

/* The root of det(A - lambda 1) that Newton's method reaches from a start value. */
number monolithic_eigenvalue(const long double A[MONOLITHIC_STATES][MONOLITHIC_STATES], number start);

#endif
