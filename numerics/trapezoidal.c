/* Solver 3, the trapezoidal rule: x1 = x0 + h/2 (f(t0, x0) + f(t1, x1)), solved by Newton with the exact Jacobian. The
 * iteration goes on until the corrections no longer shrink, that is to rounding: the result does not depend on a
 * tolerance. */
#include "numerics/dense.h"
#include "numerics/solver_impl.h"

#include <math.h>
#include <string.h>

enum { MOST_ITERATIONS = 30 };

/* The correction's largest entry, in units of the nominals and of the state itself. */
static double relative_size(const struct solver *s, const double *correction, const double *x)
{
    double size = 0;
    for (size_t i = 0; i < s->n_x; i++)
        size = fmax(size, fabs(correction[i]) / fmax(s->nominal[i], fabs(x[i])));
    return size;
}

bool trapezoidal_step(struct solver *s, const struct solver_problem *problem, double t, double h, double *x, double *q,
                      struct model_report *report)
{
    const size_t n = s->n_x;
    double *const f0 = s->k[0], *const f1 = s->k[1], *const correction = s->k[2];
    double *const x1 = s->x;
    const void *constants = problem->constants;
    void *scratch = problem->scratch;

    const double *u = solver_inputs_at(&problem->inputs, t, s->u);
    if (!s->type->over_real.rates(constants, scratch, t, problem->m, x, u, f0, s->kq[0], report))
        return false;

    memcpy(x1, x, n * sizeof *x1); /* the predictor stays where the model is surely defined */
    u = solver_inputs_at(&problem->inputs, t + h, s->u);
    double last = INFINITY;
    bool stagnated = false;
    for (int iteration = 0; iteration < MOST_ITERATIONS && !stagnated; iteration++) {
        if (!s->type->over_real.rates(constants, scratch, t + h, problem->m, x1, u, f1, s->kq[1], report))
            return false;
        if (last > 1e-3) { /* far away the Jacobian follows, near the solution it is kept */
            if (!solver_jacobian(s, problem, t + h, x1, u, n, s->jacobian, NULL, report))
                return false;
            for (size_t i = 0; i < n * n; i++)
                s->jacobian[i] *= -h / 2;
            for (size_t i = 0; i < n; i++)
                s->jacobian[i * n + i] += 1;
            if (!dense_factor(n, s->jacobian, s->pivots))
                return model_fail(report, "the trapezoidal rule's matrix is singular; take a smaller step_size");
        }
        for (size_t i = 0; i < n; i++)
            correction[i] = x[i] + h / 2 * (f0[i] + f1[i]) - x1[i];
        dense_solve(n, s->jacobian, s->pivots, correction);
        for (size_t i = 0; i < n; i++)
            x1[i] += correction[i];
        const double size = relative_size(s, correction, x1);
        stagnated = size <= 4e-16 || (size < 1e-12 && size >= last / 2);
        last = size;
    }
    if (!stagnated && !(last < 1e-12))
        return model_fail(report,
                          "the trapezoidal rule's iteration does not converge (last correction %.3g); take a smaller "
                          "step_size",
                          last);
    if (!s->type->over_real.rates(constants, scratch, t + h, problem->m, x1, u, f1, s->kq[1], report))
        return false;
    memcpy(x, x1, n * sizeof *x);
    for (size_t i = 0; i < s->n_q; i++)
        q[i] += h / 2 * (s->kq[0][i] + s->kq[1][i]);
    return true;
}
