#ifdef PASO_WITH_SUNDIALS

#include "numerics/arkode_algebra.h"

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

/* to -= factor column, from row `first` on */
static inline void column_take(sunindextype first, sunindextype n, double factor, const double *restrict column,
                               double *restrict to)
{
    for (sunindextype i = first; i < n; i++)
        to[i] -= factor * column[i];
}

/* LU with row exchanges, column by column; the number of the column where the matrix is singular, from 1 on. */
static sunindextype factor(sunindextype n, double *a, sunindextype *pivots)
{
    for (sunindextype k = 0; k < n; k++) {
        double *column = a + k * n;
        sunindextype p = k;
        for (sunindextype i = k + 1; i < n; i++)
            if (fabs(column[i]) > fabs(column[p]))
                p = i;
        pivots[k] = p;
        if (column[p] == 0)
            return k + 1;
        for (sunindextype j = 0; p != k && j < n; j++) {
            const double swapped = a[j * n + k];
            a[j * n + k] = a[j * n + p];
            a[j * n + p] = swapped;
        }
        const double inverse = 1 / column[k];
        for (sunindextype i = k + 1; i < n; i++)
            column[i] *= inverse;
        for (sunindextype j = k + 1; j < n; j++)
            if (a[j * n + k] != 0)
                column_take(k + 1, n, a[j * n + k], column, a + j * n);
    }
    return 0;
}

static int solver_factor(SUNLinearSolver solver, SUNMatrix A)
{
    SUNLinearSolverContent_Dense content = solver->content;
    content->last_flag = factor(SM_ROWS_D(A), SM_DATA_D(A), content->pivots);
    return content->last_flag > 0; /* positive: ARKODE tries another step size */
}

static int solver_solve(SUNLinearSolver solver, SUNMatrix A, N_Vector X, N_Vector B, double tolerance)
{
    (void)tolerance;
    const SUNLinearSolverContent_Dense content = solver->content;
    const sunindextype n = SM_ROWS_D(A);
    const double *a = SM_DATA_D(A);
    double *x = NV_DATA_S(X);
    if (X != B)
        memcpy(x, NV_DATA_S(B), (size_t)n * sizeof *x);
    for (sunindextype k = 0; k < n; k++) {
        const double swapped = x[k];
        x[k] = x[content->pivots[k]];
        x[content->pivots[k]] = swapped;
    }
    for (sunindextype k = 0; k < n; k++)
        column_take(k + 1, n, x[k], a + k * n, x);
    for (sunindextype k = n; k-- > 0;) {
        x[k] /= a[k * n + k];
        column_take(0, k, x[k], a + k * n, x);
    }
    return 0;
}

void arkode_algebra_of_solver(SUNLinearSolver solver)
{
    solver->ops->setup = solver_factor;
    solver->ops->solve = solver_solve;
}

#else /* the sources of an FMU, built without SUNDIALS */

struct arkode_algebra;

#endif
