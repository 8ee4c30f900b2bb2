/* Solver 2, the classical Runge-Kutta method of order 4; the quadratures by the same weights. */
#include "numerics/solver_impl.h"

bool runge_kutta_step(struct solver *s, const struct solver_problem *problem, double t, double h, double *x, double *q,
                      struct model_report *report)
{
    static const double node[4] = {0, 0.5, 0.5, 1};
    for (int stage = 0; stage < 4; stage++) {
        const double *at = x;
        if (stage > 0) {
            for (size_t i = 0; i < s->n_x; i++)
                s->x[i] = x[i] + h * node[stage] * s->k[stage - 1][i];
            at = s->x;
        }
        const double t_stage = t + node[stage] * h;
        const double *u = solver_inputs_at(&problem->inputs, t_stage, s->u);
        if (!s->type->over_real.rates(problem->constants, problem->scratch, t_stage, problem->m, at, u, s->k[stage],
                                      s->kq[stage], report))
            return false;
    }
    for (size_t i = 0; i < s->n_x; i++)
        x[i] += h / 6 * (s->k[0][i] + 2 * (s->k[1][i] + s->k[2][i]) + s->k[3][i]);
    for (size_t i = 0; i < s->n_q; i++)
        q[i] += h / 6 * (s->kq[0][i] + 2 * (s->kq[1][i] + s->kq[2][i]) + s->kq[3][i]);
    return true;
}
