/* Assembly: positions and velocities at the start that fulfil the constraints, near the guesses. */
#include "fmu_multibody/engine/engine_impl.h"

#include "numerics/dense.h"

#include <math.h>
#include <string.h>

/* Residuals and Jacobian of all holonomic rows at z; the sum of squares comes back, infinite where there is none. */
static double residuals_at(struct engine *e, const double *z, bool with_jacobian)
{
    struct model_report unused;
    double sum = 0;
    engine_move_positions_real(e, z);
    if (!engine_rows_real(e, e->all_rows, e->n_holonomic_rows, e->all_phi, with_jacobian ? e->all_D : NULL, &unused))
        return INFINITY;
    for (size_t i = 0; i < e->n_holonomic_rows; i++)
        sum += e->all_phi[i] * e->all_phi[i];
    return sum;
}

static double residual_largest(const struct engine *e, size_t count, size_t *worst)
{
    *worst = 0;
    for (size_t i = 0; i < count; i++)
        if (!(fabs(e->all_phi[i]) <= fabs(e->all_phi[*worst])))
            *worst = i;
    return count > 0 ? fabs(e->all_phi[*worst]) : 0;
}

/* Cholesky of the n x n `square` in place and solution of square x = b. What is zero from the beginning of a row on stays so: `first` becomes
 * where each row begins. */
static bool positive_solve(size_t n, double *square, double *b, size_t *first)
{
    for (size_t i = 0; i < n; i++) {
        first[i] = 0;
        while (first[i] < i && square[i * n + first[i]] == 0)
            first[i]++;
    }
    for (size_t j = 0; j < n; j++) {
        for (size_t k = first[j]; k < j; k++)
            square[j * n + j] -= square[j * n + k] * square[j * n + k];
        if (!(square[j * n + j] > 0))
            return false;
        square[j * n + j] = sqrt(square[j * n + j]);
        for (size_t i = j + 1; i < n; i++) {
            if (first[i] > j)
                continue;
            for (size_t k = first[i] > first[j] ? first[i] : first[j]; k < j; k++)
                square[i * n + j] -= square[i * n + k] * square[j * n + k];
            square[i * n + j] /= square[j * n + j];
        }
    }
    for (size_t i = 0; i < n; i++) {
        for (size_t k = first[i]; k < i; k++)
            b[i] -= square[i * n + k] * b[k];
        b[i] /= square[i * n + i];
    }
    for (size_t i = n; i-- > 0;) {
        for (size_t k = i + 1; k < n; k++)
            if (first[k] <= i)
                b[i] -= square[k * n + i] * b[k];
        b[i] /= square[i * n + i];
    }
    return true;
}

/* The smallest change of the unknowns that makes the rows' residuals all_phi zero, or near it where it is damped. */
static bool nearest_step(struct engine *e, size_t rows, size_t unknowns, double damping)
{
    double trace = 0;
    for (size_t i = 0; i < unknowns; i++) {
        e->step[i] = 0;
        for (size_t j = 0; j <= i; j++)
            e->square[i * unknowns + j] = 0;
    }
    for (size_t r = 0; r < rows; r++) { /* mostly zeros: a row has those of its chains alone */
        const double *row = e->all_D + r * e->n;
        for (size_t i = 0; i < unknowns; i++) {
            const double x = row[e->chosen[i]];
            if (x == 0)
                continue;
            e->step[i] -= x * e->all_phi[r];
            for (size_t j = 0; j <= i; j++)
                e->square[i * unknowns + j] += x * row[e->chosen[j]];
        }
    }
    for (size_t i = 0; i < unknowns; i++)
        trace += e->square[i * unknowns + i];
    for (size_t i = 0; i < unknowns; i++)
        e->square[i * unknowns + i] += fmax(damping, 1e-13) * trace + 1e-300;
    return positive_solve(unknowns, e->square, e->step, e->column_order);
}

static size_t jacobian_rank(struct engine *e, size_t rows, size_t unknowns)
{
    for (size_t r = 0; r < rows; r++)
        for (size_t i = 0; i < unknowns; i++)
            e->matrix[r * unknowns + i] = e->all_D[r * e->n + e->chosen[i]];
    return engine_rank(e, rows, unknowns);
}

/* One Newton step with as many rows and columns as the rank has: to the last digit. */
static void exact_step(struct engine *e, size_t rows, size_t unknowns, double *values)
{
    const size_t rank = jacobian_rank(e, rows, unknowns);
    dense_rank_solve(rank, unknowns, e->matrix, e->row_order, e->all_phi, e->step);
    for (size_t i = 0; i < rank; i++)
        values[e->chosen[e->column_order[i]]] -= e->step[i];
}

/* Levenberg and Marquardt: robust from a rough guess, and the nearest solution where there are many. */
static void approach(struct engine *e, size_t unknowns)
{
    enum { MOST_STEPS = 200 };
    double damping = 1e-3, sum = residuals_at(e, e->z_0, true);
    for (int k = 0; k < MOST_STEPS && sum > 1e-24 && damping < 1e12; k++) {
        double after = INFINITY;
        if (nearest_step(e, e->n_holonomic_rows, unknowns, damping * fmin(1, sum))) {
            memcpy(e->trial, e->z_0, e->n * sizeof *e->trial);
            for (size_t i = 0; i < unknowns; i++)
                e->trial[e->chosen[i]] += e->step[i];
            after = residuals_at(e, e->trial, true);
        }
        if (after < sum) {
            memcpy(e->z_0, e->trial, e->n * sizeof *e->trial);
            sum = after;
            damping = fmax(damping / 5, 1e-12);
        } else {
            damping *= 4;
            residuals_at(e, e->z_0, true);
        }
    }
}

bool engine_assemble(struct engine *e, struct model_report *report)
{
    const double tolerance = 1e-9;
    size_t unknowns = 0, worst;
    for (size_t i = 0; i < e->n; i++) {
        const struct mechanism_coordinate *coordinate = mechanism_coordinate(e->mechanism, i);
        e->z_0[i] = coordinate->position;
        if (!coordinate->position_given && !coordinate->wanted_independent)
            e->chosen[unknowns++] = i;
    }
    engine_move_positions_real(e, e->z_0);
    if (!engine_rows_real(e, e->all_rows, e->n_rows, NULL, e->all_D,
                          report)) /* a guess in which a row has no meaning */
        return false;
    approach(e, unknowns);
    for (int k = 0; k < 4; k++) {
        if (!(residuals_at(e, e->z_0, true) < 1e-8))
            break;
        exact_step(e, e->n_holonomic_rows, unknowns, e->z_0);
    }
    residuals_at(e, e->z_0, true);
    e->assembled_residual = residual_largest(e, e->n_holonomic_rows, &worst);
    if (!(e->assembled_residual < tolerance))
        return model_fail(report,
                          "the mechanism cannot be assembled: joint '%s' stays open by %.6g (rank %zu of %zu rows, %zu "
                          "unknown coordinates); check lengths, given coordinates and guesses",
                          e->rows[worst].name, e->assembled_residual, jacobian_rank(e, e->n_holonomic_rows, unknowns),
                          e->n_holonomic_rows, unknowns);
    memcpy(e->over_real->z, e->z_0, e->n * sizeof *e->z_0);
    return true;
}

/* D w = 0, linear: the given velocities are kept, the others change as little as possible. */
bool engine_assemble_velocities(struct engine *e, struct model_report *report)
{
    size_t unknowns = 0, worst;
    double speed = 1;
    for (size_t i = 0; i < e->n; i++) {
        const struct mechanism_coordinate *coordinate = mechanism_coordinate(e->mechanism, i);
        e->w_0[i] = coordinate->velocity;
        speed = fmax(speed, fabs(coordinate->velocity));
        if (!coordinate->velocity_given && !coordinate->wanted_independent)
            e->chosen[unknowns++] = i;
    }
    if (e->n_rows == 0)
        return true;
    engine_move_positions_real(e, e->z_0);
    if (!engine_rows_real(e, e->all_rows, e->n_rows, NULL, e->all_D, report))
        return false;
    for (int k = 0;; k++) {
        for (size_t r = 0; r < e->n_rows; r++) {
            e->all_phi[r] = 0;
            for (size_t i = 0; i < e->n; i++)
                e->all_phi[r] += e->all_D[r * e->n + i] * e->w_0[i];
        }
        if (k == 3)
            break;
        if (k > 0)
            exact_step(e, e->n_rows, unknowns, e->w_0);
        else if (nearest_step(e, e->n_rows, unknowns, 0))
            for (size_t i = 0; i < unknowns; i++)
                e->w_0[e->chosen[i]] += e->step[i];
    }
    const double left = residual_largest(e, e->n_rows, &worst);
    return left <= 1e-9 * speed ||
           model_fail(report, "the given velocities contradict joint '%s': it would come apart at %.6g m/s",
                      e->rows[worst].name, left);
}
