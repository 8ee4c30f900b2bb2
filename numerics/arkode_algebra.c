#ifdef PASO_WITH_SUNDIALS

#include "numerics/arkode_algebra.h"

#include "numerics/dense.h"

#include <math.h>
#include <string.h>

/* ---- vectors ---- */

/* z = a x + b y; with equal sizes of a and b SUNDIALS multiplies once. Any of them may be the same vector. */
static void linear_sum(double a, N_Vector X, double b, N_Vector Y, N_Vector Z)
{
    const sunindextype n = NV_LENGTH_S(X);
    const double *x = NV_DATA_S(X), *y = NV_DATA_S(Y);
    double *z = NV_DATA_S(Z);
    if (a == b && fabs(a) != 1)
        for (sunindextype i = 0; i < n; i++)
            z[i] = a * (x[i] + y[i]);
    else if (a == -b && fabs(a) != 1)
        for (sunindextype i = 0; i < n; i++)
            z[i] = a * (x[i] - y[i]);
    else
        for (sunindextype i = 0; i < n; i++)
            z[i] = a * x[i] + b * y[i];
}

static void scale(double c, N_Vector X, N_Vector Z)
{
    const sunindextype n = NV_LENGTH_S(X);
    const double *x = NV_DATA_S(X);
    double *z = NV_DATA_S(Z);
    for (sunindextype i = 0; i < n; i++)
        z[i] = c * x[i];
}

static void fill(double c, N_Vector Z)
{
    const sunindextype n = NV_LENGTH_S(Z);
    double *z = NV_DATA_S(Z);
    for (sunindextype i = 0; i < n; i++)
        z[i] = c;
}

static double weighted_norm(N_Vector X, N_Vector W)
{
    const sunindextype n = NV_LENGTH_S(X);
    const double *x = NV_DATA_S(X), *w = NV_DATA_S(W);
    double sum = 0;
    for (sunindextype i = 0; i < n; i++) {
        const double weighted = x[i] * w[i];
        sum += weighted * weighted;
    }
    return sqrt(sum / (double)n);
}

void arkode_algebra_of_vector(N_Vector vector)
{
    vector->ops->nvlinearsum = linear_sum;
    vector->ops->nvscale = scale;
    vector->ops->nvconst = fill;
    vector->ops->nvwrmsnorm = weighted_norm;
}

/* ---- matrices, by columns ---- */

/* c A + 1 */
static int scale_and_add_identity(double c, SUNMatrix A)
{
    const sunindextype n = SM_ROWS_D(A);
    double *a = SM_DATA_D(A);
    for (sunindextype i = 0; i < n * n; i++)
        a[i] *= c;
    for (sunindextype i = 0; i < n; i++)
        a[i * n + i] += 1;
    return 0;
}

static int copy(SUNMatrix A, SUNMatrix B)
{
    memcpy(SM_DATA_D(B), SM_DATA_D(A), (size_t)(SM_ROWS_D(A) * SM_COLUMNS_D(A)) * sizeof(double));
    return 0;
}

void arkode_algebra_of_matrix(SUNMatrix matrix)
{
    matrix->ops->scaleaddi = scale_and_add_identity;
    matrix->ops->copy = copy;
}

static int solver_factor(SUNLinearSolver solver, SUNMatrix A)
{
    SUNLinearSolverContent_Dense content = solver->content;
    const bool good = dense_factor((size_t)SM_ROWS_D(A), SM_DATA_D(A), (size_t *)content->pivots);
    content->last_flag = !good;
    return !good; /* positive: ARKODE tries another step size */
}

static int solver_solve(SUNLinearSolver solver, SUNMatrix A, N_Vector X, N_Vector B, double tolerance)
{
    (void)tolerance;
    const SUNLinearSolverContent_Dense content = solver->content;
    const size_t n = (size_t)SM_ROWS_D(A);
    if (X != B)
        memcpy(NV_DATA_S(X), NV_DATA_S(B), n * sizeof(double));
    dense_solve(n, SM_DATA_D(A), (const size_t *)content->pivots, NV_DATA_S(X));
    return 0;
}

void arkode_algebra_of_solver(SUNLinearSolver solver)
{
    if (sizeof(sunindextype) != sizeof(size_t)) /* SUNDIALS can be built with other numbers; it keeps its solver then */
        return;
    solver->ops->setup = solver_factor;
    solver->ops->solve = solver_solve;
}

#else /* the sources of an FMU, built without SUNDIALS */

struct arkode_algebra;

#endif
