/* The solvers on a model with a closed solution: an oscillator driven by an input that is a polynomial in time, its energy
 * as quadrature; orders of convergence, micro steps, events. */
#include "tests/testing.h"

#include "numerics/dense.h"
#include "numerics/solver.h"

#include <string.h>
#include <tgmath.h>

/* x = position q, velocity v, and z with dz = -20 (z - sin t); the input u drives v. Work = integral of u v. */
#define KERNEL_FILE "tests/numerics/test_oscillator_kernel.h"
#include "numerics/kernel.h"

static double kink(const void *constants, double t)
{
    (void)constants;
    return t < 0.5 ? 0.5 : INFINITY;
}

static const struct model_variable variables[] = {
    SOLVER_PARAMETER_ROWS(1e-3),
    [SOLVER_PARAMETERS] = {MODEL_INPUT, MODEL_REAL, "u", "drive", ""},
    {MODEL_STATE, MODEL_REAL, "q", "position", ""},
    {MODEL_STATE, MODEL_REAL, "v", "velocity", ""},
    {MODEL_STATE, MODEL_REAL, "z", "follower", ""},
    {MODEL_QUADRATURE, MODEL_REAL, "work", "work", ""},
};

static bool setup(const struct model_type *type, const double *p, double *calculated, void *constants, void *scratch,
                  struct model_report *report)
{
    (void)scratch, (void)type, (void)calculated;
    (void)p, (void)constants, (void)report;
    return true;
}

static const struct model_type oscillator = {
    .name = "Oscillator",
    .variables = variables,
    .n_variables = sizeof variables / sizeof *variables,
    .n_positions = 1,
    .setup = setup,
    .over_real = {.rates = rates_real},
    .over_complex = {.rates = rates_complex},
    .next_event = kink,
};

/* u = u0 + u1 t + u2 t^2/2 from rest at q = 1: the closed solution of ddq = -q + u, and the work by quadrature of it. */
static const double u0 = 0.3, u1 = -0.7, u2 = 1.1;

static double exact_position(double t)
{
    return u0 - u2 + u1 * t + u2 * t * t / 2 + (1 - u0 + u2) * cos(t) - u1 * sin(t);
}

static double exact_velocity(double t)
{
    return u1 + u2 * t - (1 - u0 + u2) * sin(t) - u1 * cos(t);
}

static double exact_work(double end)
{
    const int n = 2000; /* Simpson's rule, far below what is compared */
    double sum = 0;
    for (int i = 0; i <= n; i++) {
        const double t = end * i / n, weight = i == 0 || i == n ? 1 : i % 2 ? 4 : 2;
        sum += weight * (u0 + t * (u1 + t / 2 * u2)) * exact_velocity(t);
    }
    return sum * end / (3 * n);
}

/* z(1): dz = -20 (z - a sin t) is a times its periodic part and a decaying rest; a jumps from 1 to 2 at t = 0.5. */
static double periodic(double t)
{
    return 20 * (20 * sin(t) - cos(t)) / (20 * 20 + 1);
}

static double exact_follower(void)
{
    const double decay = exp(-20 * 0.5);
    const double half = periodic(0.5) - periodic(0) * decay;
    return 2 * periodic(1) + (half - 2 * periodic(0.5)) * decay;
}

struct result {
    double q, v, z, work;
};

static struct result integrate(int kind, double step_size, double tolerance, double end)
{
    struct model_report report = {""};
    struct solver *solver = solver_open(&oscillator, &report);
    assert_non_null(solver);
    const struct solver_settings settings = {(enum solver_kind)kind, step_size, tolerance, tolerance};
    if (!solver_prepare(solver, &settings, &report))
        fail_msg("%s", report.text);
    const struct model_layout layout = model_layout(&oscillator);
    const struct solver_problem problem = {
        .type = &oscillator, .layout = &layout, .inputs = {0, &u0, &u1, &u2, true, 1}};
    double x[3] = {1, 0, 0}, work = 0, reached;
    if (!solver_step(solver, &settings, &problem, 0, end, x, &work, &reached, &report))
        fail_msg("%s", report.text);
    solver_close(solver);
    return (struct result){x[0], x[1], x[2], work};
}

/* The error in q and in the work falls with the order of the method when the micro step is halved. */
static void methods_have_their_order_in_states_and_quadrature(void **state)
{
    (void)state;
    static const struct {
        int kind;
        double step, order;
    } methods[] = {{SOLVER_EULER, 1e-3, 1}, {SOLVER_RUNGE_KUTTA, 5e-2, 4}, {SOLVER_TRAPEZOIDAL, 2e-2, 2}};
    const double end = 1;
    for (int i = 0; i < 3; i++) {
        const struct result coarse = integrate(methods[i].kind, methods[i].step, 0, end);
        const struct result fine = integrate(methods[i].kind, methods[i].step / 2, 0, end);
        const double factor = pow(2, methods[i].order);
        assert_near((coarse.q - exact_position(end)) / (fine.q - exact_position(end)), factor, 0.1 * factor);
        assert_near((coarse.work - exact_work(end)) / (fine.work - exact_work(end)), factor, 0.15 * factor);
    }
}

static void error_control_reaches_its_tolerance(void **state)
{
    (void)state;
    for (double tolerance = 1e-4; tolerance > 1e-11; tolerance /= 1000) {
        const struct result r = integrate(SOLVER_ARKODE, 1, tolerance, 1);
        assert_near(r.q, exact_position(1), 100 * tolerance);
        assert_near(r.v, exact_velocity(1), 100 * tolerance);
        assert_near(r.work, exact_work(1), 100 * tolerance);
        assert_near(r.z, exact_follower(), 100 * tolerance);
    }
}

/* n = max(1, ceil(H/step_size - 1e-9)): a step that is a multiple within rounding is not cut once more. */
static void micro_steps_are_equal_and_as_few_as_possible(void **state)
{
    (void)state;
    const struct result one = integrate(SOLVER_EULER, 0.1, 0, 0.1 * (1 + 1e-12));
    assert_near(one.q, 1 + 0.1 * (0.1 * (-1 + u0)), 1e-12); /* one step, eqs. 6 and 7 */
    const struct result two = integrate(SOLVER_EULER, 0.1, 0, 0.15);
    const double h = 0.075, v1 = h * (-1 + u0), q1 = 1 + h * v1, v2 = v1 + h * (-q1 + u0 + u1 * h + u2 * h * h / 2);
    assert_near(two.q, q1 + h * v2, 1e-14); /* two equal ones */
}

static void dense_systems_are_solved(void **state)
{
    (void)state;
    /* By columns: a matrix that needs its rows exchanged; the solution is 1, -2, 3. */
    double a[9] = {0, 2, 4, 1, -1, 3, 2, 5, -1};
    double b[3] = {-2 + 6, 2 + 2 + 15, 4 - 6 - 3};
    size_t pivots[3];
    assert_true(dense_factor(3, a, pivots));
    dense_solve(3, a, pivots, b);
    assert_near(b[0], 1, 1e-15);
    assert_near(b[1], -2, 1e-15);
    assert_near(b[2], 3, 1e-15);
    double singular[4] = {1, 2, 2, 4};
    assert_false(dense_factor(2, singular, pivots));
}

static void full_pivoting_finds_rank_and_solution(void **state)
{
    (void)state;
    /* By rows: the third is the sum of the others, the last column twice the first; x = 1, -2, 0 is one solution. */
    double a[9] = {1, 2, 2, 3, -8, 6, 4, -6, 8};
    const double b[3] = {1 - 4, 3 + 16, 4 + 12};
    size_t rows[3], columns[3];
    double found[3], x[3] = {0}, sizes[3];
    assert_int_equal(dense_rank(3, 3, a, 1e-10, rows, columns, sizes), 2);
    dense_rank_solve(2, 3, a, rows, b, found);
    for (size_t k = 0; k < 2; k++)
        x[columns[k]] = found[k];
    assert_near(x[1], -2, 1e-15);
    assert_near(x[0] + 2 * x[2], 1, 1e-15);
    assert_int_equal(columns[0], 1); /* the largest element, -8 */
    assert_int_equal(rows[0], 1);
    double wide[2] = {0, 0};
    assert_int_equal(dense_rank(1, 2, wide, 1e-10, rows, columns, sizes), 0);
}

/* Of a matrix that is mostly zeros: the factors make the matrix again, in the order of the pivots, no factor is larger than 1, and each
 * pivot is the largest of those after it in its row. The same where some rows are zero, and some repeat others: `rank` rows are left. */
static void check_sparse(bool has_redundant_rows, size_t rank)
{
    enum { ROWS = 40, COLUMNS = 30 };
    double a[ROWS * COLUMNS] = {0}, factors[ROWS * COLUMNS], sizes[ROWS];
    size_t rows[ROWS], columns[COLUMNS];
    for (size_t i = 0; i < ROWS; i++) {
        const size_t like = has_redundant_rows && i % 5 == 3 ? i - 1 : i;
        for (size_t k = 0; k < 4 && !(has_redundant_rows && i % 5 == 1); k++)
            a[i * COLUMNS + (like + 7 * k * k) % COLUMNS] = sin((double)(1 + 3 * like + 5 * k));
    }
    memcpy(factors, a, sizeof a);
    assert_int_equal(dense_rank(ROWS, COLUMNS, factors, 1e-10, rows, columns, sizes), rank);
    for (size_t i = 0; i < ROWS; i++)
        for (size_t j = 0; j < COLUMNS; j++) {
            const bool is_left = i >= rank && j >= rank; /* smaller than a pivot */
            double product = j >= i || is_left ? factors[i * COLUMNS + j] : 0;
            for (size_t k = 0; k < i && k <= j && k < rank; k++)
                product += factors[i * COLUMNS + k] * factors[k * COLUMNS + j];
            assert_near(product, a[rows[i] * COLUMNS + columns[j]], 1e-14);
            if (is_left)
                assert_near(factors[i * COLUMNS + j], 0, 1e-14);
            else if (j < i)
                assert_true(fabs(factors[i * COLUMNS + j]) <= 1 + 1e-8);
            else
                assert_true(fabs(factors[i * COLUMNS + j]) <= fabs(factors[i * COLUMNS + i]) * (1 + 1e-8));
        }
}

static void full_pivoting_takes_the_largest_of_a_sparse_matrix(void **state)
{
    (void)state;
    check_sparse(false, 30);
    check_sparse(
        true,
        23); /* of each five rows one is zero, one is another one again: numpy's singular values are 0.25 and 3e-16 */
}

/* d(rates) along q, v, z and u together with time, from the equations on paper. */
static void complex_step_gives_the_analytic_derivative(void **state)
{
    (void)state;
    const struct model_layout layout = model_layout(&oscillator);
    double complex workspace[64];
    assert_true(model_workspace_size(&layout) <= 64);
    const double x[3] = {0.3, -2, 0.7}, u = 0.9, dx[3] = {1.5, -0.5, 2}, du = 0.25;
    double rates[3];
    struct model_report report;
    assert_true(model_differentiate(&oscillator, &layout, (struct model_point){NULL, NULL, 0.2, NULL, x, &u},
                                    (struct model_direction){.t = 0.1, .x = dx, .u = &du},
                                    (struct model_change){.rates = rates}, workspace, &report));
    assert_near(rates[0], dx[1], 0);
    assert_near(rates[1], -dx[0] + du, 1e-15);
    assert_near(rates[2], -20 * (dx[2] - cos(0.2) * 0.1), 1e-12);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(methods_have_their_order_in_states_and_quadrature),
        cmocka_unit_test(error_control_reaches_its_tolerance),
        cmocka_unit_test(micro_steps_are_equal_and_as_few_as_possible),
        cmocka_unit_test(dense_systems_are_solved),
        cmocka_unit_test(full_pivoting_finds_rank_and_solution),
        cmocka_unit_test(full_pivoting_takes_the_largest_of_a_sparse_matrix),
        cmocka_unit_test(complex_step_gives_the_analytic_derivative),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
