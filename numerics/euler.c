/* Solver 1, the document's Euler formulas: semi-implicit for positions and velocities (eqs. 6 and 7), forward for all other
 * states (eq. 14). The quadratures are summed by the same forward formula. */
#include "numerics/solver_impl.h"

bool euler_step(struct solver *s, const struct solver_problem *problem, double t, double h, double *x, double *q,
                struct model_report *report)
{
    const double *u = solver_inputs_at(&problem->inputs, t, s->u);
    double *const dx = s->k[0];
    double *const dq = s->kq[0];
    if (!s->type->over_real.rates(problem->constants, problem->scratch, t, problem->m, x, u, dx, dq, report))
        return false;
    const size_t n_positions = s->type->n_positions;
    for (size_t i = n_positions; i < s->n_x; i++)
        x[i] += h * dx[i]; /* eqs. 6 and 14 */
    for (size_t i = 0; i < n_positions; i++)
        x[i] += h * x[n_positions + i]; /* eq. 7: with the new velocities */
    for (size_t i = 0; i < s->n_q; i++)
        q[i] += h * dq[i];
    return true;
}
