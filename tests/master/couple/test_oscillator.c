/* LIM's linear oscillator in its three couplings: orders of convergence against the exact solution, iterations, energy. */
#include "tests/master/couple/coupled_run.h"

#include <string.h>

static const char *const couplings[] = {"fs", "ss", "ff"};

/* ---- the exact solution: exp(A t), by its series after scaling, in long double ---- */

enum { N = 4 };
typedef long double matrix[N][N];

static void multiply(matrix a, matrix b, matrix result)
{
    matrix r = {{0}};
    for (int i = 0; i < N; i++)
        for (int k = 0; k < N; k++)
            for (int j = 0; j < N; j++)
                r[i][j] += a[i][k] * b[k][j];
    memcpy(result, r, sizeof r);
}

/* x1, x2 at time t, from rest length with 100 and -100 m/s; damping c everywhere. */
static void exact(double t, double c, double x[2])
{
    enum { SQUARINGS = 14, TERMS = 20 };
    const long double k1 = 10, k_c = 100, k2 = 1000, d = c;
    matrix a = {{0, 0, 1, 0}, {0, 0, 0, 1}, {-k1 - k_c, k_c, -2 * d, d}, {k_c, -k2 - k_c, d, -2 * d}};
    matrix sum = {{0}}, term = {{0}};
    for (int i = 0; i < N; i++) {
        sum[i][i] = term[i][i] = 1;
        for (int j = 0; j < N; j++)
            a[i][j] *= (long double)t / (1 << SQUARINGS);
    }
    for (int k = 1; k <= TERMS; k++) {
        multiply(term, a, term);
        for (int i = 0; i < N; i++)
            for (int j = 0; j < N; j++)
                sum[i][j] += term[i][j] /= k;
    }
    for (int k = 0; k < SQUARINGS; k++)
        multiply(sum, sum, sum);
    for (int i = 0; i < 2; i++)
        x[i] = (double)(100 * sum[i][2] - 100 * sum[i][3]);
}

/* Undamped and uncoupled the formula is known: a check of the series. Coupled: the energy of the exact solution is kept. */
static void the_exact_solution_is_one(void **state)
{
    (void)state;
    const double t = 10, dt = 1e-6;
    double x[2], before[2], after[2];
    exact(t, 0, x);
    exact(t - dt, 0, before);
    exact(t + dt, 0, after);
    const double v1 = (after[0] - before[0]) / (2 * dt), v2 = (after[1] - before[1]) / (2 * dt);
    const double energy = (v1 * v1 + v2 * v2 + 10 * x[0] * x[0] + 1000 * x[1] * x[1] + 100 * pow(x[1] - x[0], 2)) / 2;
    assert_near(energy, 1e4, 1e-4); /* the differences cost digits */
    /* m1 ddx1 = -110 x1 + 100 x2 */
    const double h = 1e-4;
    exact(t - h, 0, before);
    exact(t + h, 0, after);
    assert_near((after[0] - 2 * x[0] + before[0]) / (h * h), -110 * x[0] + 100 * x[1], 1e-3);
}

/* ---- runs ---- */

static struct coupled open_oscillator(const char *coupling, double H, double stop, double damping)
{
    char path[256], text[64];
    snprintf(path, sizeof path, "%s/systems/oscillator-%s.ssp", BUILD_DIR, coupling);
    struct coupled c = coupled_open(path);
    for (int k = 1; k <= 2; k++) { /* so accurate that the coupling makes the error */
        snprintf(text, sizeof text, "mass%d.solver=2", k);
        coupled_set(&c, text);
        snprintf(text, sizeof text, "mass%d.step_size=1e-4", k);
        coupled_set(&c, text);
        snprintf(text, sizeof text, "mass%d.c=%g", k, damping);
        coupled_set(&c, text);
        snprintf(text, sizeof text, "mass%d.c_c=%g", k, damping);
        coupled_set(&c, text);
    }
    if (strcmp(coupling, "ff") == 0) {
        snprintf(text, sizeof text, "spring.c_c=%g", damping);
        coupled_set(&c, text);
    }
    c.options.macro_step = H;
    c.options.has_stop_time = true;
    c.options.stop_time = stop;
    coupled_record(&c, "mass1.x");
    coupled_record(&c, "mass2.x");
    return c;
}

struct method {
    const char *scheme;
    int extrapolation, iterations;
    double damping;
};

static double final_error(const char *coupling, const struct method *m, double H, double stop)
{
    struct coupled c = open_oscillator(coupling, H, stop, m->damping);
    double x[2];
    c.options.scheme = m->scheme;
    c.options.extrapolation = m->extrapolation;
    c.options.iterations = m->iterations;
    c.options.iteration_tolerance = 1e-12;
    coupled_must_run(&c);
    exact(stop, m->damping, x);
    const double error = fmax(fabs(coupled_last(&c, 0) - x[0]), fabs(coupled_last(&c, 1) - x[1]));
    coupled_close(&c);
    return error;
}

static void assert_order(const char *coupling, const struct method *m, double H, double stop)
{
    const double coarse = final_error(coupling, m, H, stop), fine = final_error(coupling, m, H / 2, stop);
    const double order = log2(coarse / fine);
    if (!(fabs(order - (m->extrapolation + 1)) < 0.12))
        fail_msg("%s, %s, extrapolation %d, %d passes: errors %g and %g, order %g", coupling, m->scheme,
                 m->extrapolation, m->iterations, coarse, fine, order);
}

static void every_coupling_converges_at_the_order_of_its_extrapolation(void **state)
{
    (void)state;
    for (size_t k = 0; k < 3; k++)
        for (int order = 0; order <= 2; order++)
            for (int damped = 0; damped <= 1; damped++) {
                assert_order(couplings[k], &(struct method){"jacobi", order, 1, damped ? 0.01 : 0}, 1e-3, 1);
                assert_order(couplings[k], &(struct method){"gauss-seidel", order, 1, damped ? 0.01 : 0}, 1e-3, 1);
            }
}

/* Of a linear system stand-ins are exact: of second order in the micro step, in macro steps of 0.2 s. */
static void stand_ins_converge_at_second_order_in_the_micro_step(void **state)
{
    (void)state;
    for (size_t k = 0; k < 3; k++)
        for (int one_by_one = 0; one_by_one <= 1; one_by_one++) {
            double errors[2];
            for (int fine = 0; fine <= 1; fine++) {
                struct coupled c = open_oscillator(couplings[k], 0.2, 1, 0.01);
                double x[2];
                c.options.scheme = one_by_one ? "gauss-seidel" : "jacobi";
                c.options.extrapolation = EXTRAPOLATION_MODEL;
                c.options.micro_step = fine ? 0.5e-3 : 1e-3;
                coupled_must_run(&c);
                exact(1, 0.01, x);
                errors[fine] = fmax(fabs(coupled_last(&c, 0) - x[0]), fabs(coupled_last(&c, 1) - x[1]));
                coupled_close(&c);
            }
            if (!(fabs(log2(errors[0] / errors[1]) - 2) < 0.12))
                fail_msg("%s: errors %g and %g", couplings[k], errors[0], errors[1]);
        }
}

static void iterations_keep_the_order(void **state)
{
    (void)state;
    for (size_t k = 0; k < 3; k++)
        for (int order = 0; order <= 2; order++)
            assert_order(couplings[k], &(struct method){"jacobi", order, 60, 0}, 1e-3, 1);
}

static void ten_seconds_converge_as_well(void **state)
{
    (void)state;
    for (size_t k = 0; k < 3; k++)
        for (int order = 1; order <= 2; order++)
            assert_order(couplings[k], &(struct method){"gauss-seidel", order, 1, 0.01}, 2.5e-4, 10);
}

static void iterated_schemes_find_the_same_fixed_point(void **state)
{
    (void)state;
    for (size_t k = 0; k < 3; k++)
        for (int order = 0; order <= 2; order++) {
            struct coupled a = open_oscillator(couplings[k], 1e-3, 1, 0), b = open_oscillator(couplings[k], 1e-3, 1, 0);
            a.options.extrapolation = b.options.extrapolation = order;
            a.options.iterations = b.options.iterations = 60;
            a.options.iteration_tolerance = b.options.iteration_tolerance = 1e-12;
            b.options.scheme = "gauss-seidel";
            coupled_must_run(&a);
            coupled_must_run(&b);
            assert_near(coupled_last(&a, 0), coupled_last(&b, 0), 1e-11);
            assert_near(coupled_last(&a, 1), coupled_last(&b, 1), 1e-11);
            assert_true(b.summary.iterations <= a.summary.iterations);
            coupled_close(&a);
            coupled_close(&b);
        }
}

/* A rate with polynomial inputs: the component's own accuracy does not matter, so the order stays. */
static void rates_keep_the_order(void **state)
{
    (void)state;
    static const struct run_rate rate = {"mass2", 4};
    for (int order = 0; order <= 2; order++) {
        double error[2], x[2];
        exact(1, 0, x);
        for (int k = 0; k < 2; k++) {
            struct coupled c = open_oscillator("ss", k ? 5e-4 : 1e-3, 1, 0);
            c.options.extrapolation = order;
            c.options.rates = &rate;
            c.options.n_rates = 1;
            coupled_must_run(&c);
            error[k] = fmax(fabs(coupled_last(&c, 0) - x[0]), fabs(coupled_last(&c, 1) - x[1]));
            coupled_close(&c);
        }
        assert_near(log2(error[0] / error[1]), order + 1, 0.12);
    }
}

/* With the mass's own rate of energy exact, what the coupling creates is first order in H and gone when iterated. */
static void energy_residuals_fall_with_the_order(void **state)
{
    (void)state;
    for (int order = 0; order <= 1; order++) {
        double residual[2];
        for (int k = 0; k < 2; k++) {
            struct coupled c = open_oscillator("fs", k ? 5e-4 : 1e-3, 1, 0);
            c.options.extrapolation = order;
            c.options.slopes = SLOPES_EXACT;
            coupled_must_run(&c);
            assert_true(c.powers[0].from_components);
            residual[k] = c.powers[0].residual;
            coupled_close(&c);
        }
        assert_near(log2(residual[0] / residual[1]), order + 1, 0.15);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_exact_solution_is_one),
        cmocka_unit_test(every_coupling_converges_at_the_order_of_its_extrapolation),
        cmocka_unit_test(stand_ins_converge_at_second_order_in_the_micro_step),
        cmocka_unit_test(iterations_keep_the_order),
        cmocka_unit_test(ten_seconds_converge_as_well),
        cmocka_unit_test(iterated_schemes_find_the_same_fixed_point),
        cmocka_unit_test(rates_keep_the_order),
        cmocka_unit_test(energy_residuals_fall_with_the_order),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
