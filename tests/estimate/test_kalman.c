/* The filter on plain matrices, against the textbook. */
#include "tests/estimate/chi_square.h"
#include "tests/testing.h"

#include "estimate/consistency.h"
#include "estimate/kalman.h"
#include "estimate/noise.h"
#include "estimate/riccati.h"
#include "numerics/noise_integral.h"

#include <string.h>

/* ---- a linear machine: an oscillator whose force has a slow bias, seen by two sensors ---- */

enum { N = 3, M = 2, STEPS = 400 };

static const double a[N * N] = {0, -40, 0, 1, -0.6, 0, 0, 1, -0.2}; /* column by column: position, velocity, bias */
static const double intensity[N * N] = {0, 0, 0, 0, 0.04, 0, 0, 0, 0.3};
static const double sigmas_0[N] = {0.3, 1, 0.5};
static const double c[M * N] = {1, 0, 0, 1, 0, 0.2};
static const double sensor_sigmas[M] = {0.05, 0.2};
static const double h = 0.02;

static void make_step(double phi[N * N], double q[N * N])
{
    double room[noise_integral_room(N)];
    assert_true(noise_integral(N, a, intensity, h, phi, q, room));
}

static struct kalman open_filter(size_t n, size_t most)
{
    struct kalman k;
    struct error error = {0};
    if (!kalman_open(&k, n, most, &error))
        fail_msg("%s", error.text);
    return k;
}

/* ---- the textbook: P- = phi P phi^T + Q, S = C P- C^T + R, K = P- C^T S^-1, P+ = (1 - K C) P-, in 64 bits of mantissa; sensors
 * that are read together one after the other, which is the same where their noise is independent ---- */

struct textbook {
    long double x[N], p[N][N];
};

static void textbook_predict(struct textbook *b, const double *phi, const double *q)
{
    long double x[N] = {0}, moved[N][N] = {{0}}, p[N][N];
    for (size_t i = 0; i < N; i++)
        for (size_t j = 0; j < N; j++) {
            x[i] += phi[i + j * N] * b->x[j];
            for (size_t k = 0; k < N; k++)
                moved[i][j] += phi[i + k * N] * b->p[k][j];
        }
    for (size_t i = 0; i < N; i++)
        for (size_t j = 0; j < N; j++) {
            p[i][j] = q[i + j * N];
            for (size_t k = 0; k < N; k++)
                p[i][j] += moved[i][k] * phi[j + k * N];
        }
    memcpy(b->x, x, sizeof x);
    memcpy(b->p, p, sizeof p);
}

static void textbook_update(struct textbook *b, size_t sensor, double measured)
{
    long double pc[N] = {0}, s = (long double)sensor_sigmas[sensor] * sensor_sigmas[sensor], y = measured, p[N][N];
    for (size_t i = 0; i < N; i++) {
        for (size_t j = 0; j < N; j++)
            pc[i] += b->p[i][j] * c[sensor + j * M];
        s += c[sensor + i * M] * pc[i];
        y -= c[sensor + i * M] * b->x[i];
    }
    for (size_t i = 0; i < N; i++) {
        b->x[i] += pc[i] / s * y;
        for (size_t j = 0; j < N; j++)
            p[i][j] = b->p[i][j] - pc[i] * pc[j] / s;
    }
    memcpy(b->p, p, sizeof p);
}

/* ---- a machine with noise ---- */

struct machine {
    double x[N], phi[N * N], root[N * N];
    struct noise noise;
};

static void multiply(double to[N], const double m[N * N], const double x[N])
{
    for (size_t i = 0; i < N; i++) {
        to[i] = 0;
        for (size_t j = 0; j < N; j++)
            to[i] += m[i + j * N] * x[j];
    }
}

static void machine_begin(struct machine *m, uint64_t seed)
{
    double q[N * N];
    make_step(m->phi, q);
    m->noise = noise_begin(seed, "machine");
    for (size_t i = 0; i < N; i++)
        m->x[i] = sigmas_0[i] * noise_normal(&m->noise);
    memset(m->root, 0, sizeof m->root); /* Cholesky's */
    for (size_t j = 0; j < N; j++)
        for (size_t i = j; i < N; i++) {
            double rest = q[i + j * N];
            for (size_t k = 0; k < j; k++)
                rest -= m->root[i + k * N] * m->root[j + k * N];
            m->root[i + j * N] = i == j ? sqrt(rest) : rest / m->root[j + j * N];
        }
}

static void machine_step(struct machine *m)
{
    double w[N], moved[N], shaken[N];
    for (size_t i = 0; i < N; i++)
        w[i] = noise_normal(&m->noise);
    multiply(moved, m->phi, m->x);
    multiply(shaken, m->root, w);
    for (size_t i = 0; i < N; i++)
        m->x[i] = moved[i] + shaken[i];
}

static double machine_measure(struct machine *m, size_t sensor)
{
    double y = sensor_sigmas[sensor] * noise_normal(&m->noise);
    for (size_t j = 0; j < N; j++)
        y += c[sensor + j * M] * m->x[j];
    return y;
}

/* ---- the filter around a model of it ---- */

struct estimate {
    struct kalman k;
    double x[N], phi[N * N], q[N * N];
    double deviations[M], correction[N];
    bool used[M];
    struct kalman_update update;
};

static void estimate_begin(struct estimate *e)
{
    *e = (struct estimate){.k = open_filter(N, M)};
    e->update = (struct kalman_update){.deviations = e->deviations, .used = e->used, .correction = e->correction};
    make_step(e->phi, e->q);
    kalman_start(&e->k, sigmas_0);
}

static void estimate_predict(struct estimate *e)
{
    double moved[N];
    multiply(moved, e->phi, e->x);
    memcpy(e->x, moved, sizeof moved);
    assert_true(kalman_predict(&e->k, e->phi, e->q));
}

/* Sensors that have a value; the innovations, in their order. */
static size_t estimate_update(struct estimate *e, const bool there[M], const double measured[M],
                              const double told_sigmas[M], double innovations[M])
{
    double rows[M * N], sigmas[M];
    size_t m = 0, which[M] = {0};
    for (size_t i = 0; i < M; i++)
        if (there[i])
            which[m++] = i;
    for (size_t i = 0; i < m; i++) {
        sigmas[i] = told_sigmas[which[i]];
        innovations[i] = measured[which[i]];
        for (size_t j = 0; j < N; j++) {
            rows[i + j * m] = c[which[i] + j * M];
            innovations[i] -= c[which[i] + j * M] * e->x[j];
        }
    }
    const struct kalman_sensors sensors = {m, rows, sigmas, innovations, 0};
    assert_true(kalman_update(&e->k, &sensors, &e->update));
    for (size_t i = 0; i < N; i++)
        e->x[i] += e->correction[i];
    return m;
}

/* Sensors of two rates, values that are missing: the textbook's filter, computed here in long double, to 1e-12. */
static void filter_equals_the_textbook(void **state)
{
    (void)state;
    struct machine machine;
    struct estimate e;
    struct textbook b = {{0}, {{0}}};
    machine_begin(&machine, 1);
    estimate_begin(&e);
    for (size_t i = 0; i < N; i++)
        b.p[i][i] = (long double)sigmas_0[i] * sigmas_0[i];
    for (size_t step = 1; step <= STEPS; step++) {
        machine_step(&machine);
        estimate_predict(&e);
        textbook_predict(&b, e.phi, e.q);
        const bool there[M] = {step % 2 == 0 && step % 7 != 0, step % 5 == 0};
        double measured[M] = {0}, innovations[M];
        for (size_t i = 0; i < M; i++)
            if (there[i]) {
                measured[i] = machine_measure(&machine, i);
                textbook_update(&b, i, measured[i]);
            }
        estimate_update(&e, there, measured, sensor_sigmas, innovations);
        for (size_t i = 0; i < N; i++) {
            assert_near(e.x[i], (double)b.x[i], 1e-12);
            for (size_t j = 0; j < N; j++)
                assert_near(kalman_covariance(&e.k, i, j), (double)b.p[i][j], 1e-12);
        }
    }
    kalman_close(&e.k);
}

/* P. R. Kalata's tracking index (IEEE Trans. Aerospace Electronic Systems 20, 1984): the limit of the gain of a filter for position and
 * velocity, with accelerations that are constant over a step, in closed form. The filter comes to it, and the Riccati equation is solved by it, in
 * whatever units. */
static void gain_has_the_limit_of_the_riccati_equation(void **state)
{
    (void)state;
    const double T = 0.1, sigma_w = 3, sigma = 0.02;
    const double phi[4] = {1, 0, T, 1};
    const double q[4] = {T * T * T * T / 4 * sigma_w * sigma_w, T * T * T / 2 * sigma_w * sigma_w,
                         T * T * T / 2 * sigma_w * sigma_w, T * T * sigma_w * sigma_w};
    struct kalman k = open_filter(2, 1);
    kalman_start(&k, (const double[]){5, 5});
    double deviation, gain[2] = {0, 0};
    bool used;
    struct kalman_update update = {.deviations = &deviation, .used = &used, .correction = gain};
    for (int i = 0; i < 200; i++) {
        assert_true(kalman_predict(&k, phi, q));
        const struct kalman_sensors sensors = {1, (const double[]){1, 0}, &sigma, (const double[]){1}, 0};
        assert_true(kalman_update(&k, &sensors, &update));
    }
    const double lambda = sigma_w * T * T / sigma, r = (4 + lambda - sqrt(8 * lambda + lambda * lambda)) / 4;
    const double alpha = 1 - r * r, beta = 2 * (2 - alpha) - 4 * sqrt(1 - alpha);
    assert_near(gain[0], alpha, 1e-12);
    assert_near(gain[1], beta / T, 1e-11);
    kalman_close(&k);
    static const double scales[][2] = {{1, 1}, {0.01, 3}, {5, 0.02}};
    for (size_t i = 0; i < sizeof scales / sizeof *scales; i++) {
        const struct riccati riccati = {2, 1, phi, q, (const double[]){1, 0}, &sigma, scales[i]};
        double p[4], settled[2], radius;
        struct error error = {0};
        if (!riccati_solve(&riccati, p, settled, &radius, &error))
            fail_msg("%s", error.text);
        assert_near(settled[0], alpha, 1e-12);
        assert_near(settled[1], beta / T, 1e-11);
        /* P before the update: alpha = P / (P + sigma^2) of the position */
        assert_near(p[0], alpha / (1 - alpha) * sigma * sigma, 1e-11 * p[0]);
        /* The two poles of an alpha-beta filter are (1 - alpha) in product: they are complex or alike here. */
        const double trace = 2 - alpha - beta, determinant = 1 - alpha;
        assert_true(trace * trace < 4 * determinant);
        assert_near(radius, sqrt(determinant), 1e-11);
    }
}

/* ---- statistics ---- */

struct shares {
    struct consistency innovations, errors;
    double nis, nees; /* sums: of all updates, of the last errors of all runs */
    size_t nis_freedom, nees_freedom;
};

/* e^T P^-1 e = |z|^2 with root z = e. */
static double normalized_error_squared(const struct kalman *k, const double e[N])
{
    double z[N], sum = 0;
    for (size_t i = 0; i < N; i++) {
        z[i] = e[i];
        for (size_t j = 0; j < i; j++)
            z[i] -= MATRIX_AT(k->root, i, j) * z[j];
        z[i] /= MATRIX_AT(k->root, i, i);
        sum += z[i] * z[i];
    }
    return sum;
}

static struct shares run_many(size_t runs, const double told_sigmas[M])
{
    struct shares shares = {.nis = 0};
    for (size_t run = 0; run < runs; run++) {
        struct machine machine;
        struct estimate e;
        machine_begin(&machine, 100 + run);
        estimate_begin(&e);
        for (size_t step = 1; step <= 100; step++) {
            machine_step(&machine);
            estimate_predict(&e);
            const double measured[M] = {machine_measure(&machine, 0), machine_measure(&machine, 1)};
            double innovations[M];
            const size_t m = estimate_update(&e, (const bool[M]){true, true}, measured, told_sigmas, innovations);
            for (size_t i = 0; i < m; i++)
                consistency_add(&shares.innovations, innovations[i], e.deviations[i]);
            for (size_t i = 0; i < N && step % 25 == 0; i++)
                consistency_add(&shares.errors, e.x[i] - machine.x[i], kalman_deviation(&e.k, i));
            shares.nis += e.update.nis;
            shares.nis_freedom += m;
        }
        const double last[N] = {e.x[0] - machine.x[0], e.x[1] - machine.x[1], e.x[2] - machine.x[2]};
        shares.nees += normalized_error_squared(&e.k, last);
        shares.nees_freedom += N;
        kalman_close(&e.k);
    }
    return shares;
}

/* Model and noise right: 5 % of normal numbers are outside of their 95 % bounds. */
static void innovations_and_errors_keep_their_bounds(void **state)
{
    (void)state;
    const struct shares shares = run_many(200, sensor_sigmas);
    assert_near(consistency_outside(&shares.innovations), 0.05, 0.02);
    assert_near(consistency_outside(&shares.errors), 0.05, 0.02);
    assert_int_equal(consistency_judge(&shares.innovations), CONSISTENT);
}

static void assert_chi_square(double sum, size_t freedom)
{
    const double above = chi_square_above(sum, freedom);
    if (!(above > chi_square_doubt && above < 1 - chi_square_doubt))
        fail_msg("%g is no sum of %zu squares: only %g of such sums are larger", sum, freedom, above);
}

/* All states and all sensors together, with their correlations. Innovations are white: those of all updates count as independent. Errors are not: one
 * of each run counts. A noise that is told 5 % too small is enough to be found out. */
static void sums_of_normalized_squares_are_chi_square(void **state)
{
    (void)state;
    /* Tables: the 99.9 % point of 20 degrees of freedom; half of its last digit times the density there, 3e-4. */
    assert_near(chi_square_above(45.315, 20), 0.001, 0.0005 * 3.1e-4);
    const struct shares right = run_many(200, sensor_sigmas);
    assert_int_equal(right.nis_freedom, 200 * 100 * M);
    assert_int_equal(right.nees_freedom, 200 * N);
    assert_chi_square(right.nis, right.nis_freedom);
    assert_chi_square(right.nees, right.nees_freedom);
    const struct shares wrong = run_many(200, (const double[M]){0.95 * sensor_sigmas[0], 0.95 * sensor_sigmas[1]});
    assert_true(chi_square_above(wrong.nis, wrong.nis_freedom) < chi_square_doubt);
}

static void wrong_noise_is_inconsistent(void **state)
{
    (void)state;
    const double small[M] = {0.025, 0.1}, large[M] = {0.1, 0.4};
    const struct shares too_small = run_many(1, small), too_large = run_many(1, large);
    assert_int_equal(consistency_judge(&too_small.innovations), INNOVATIONS_TOO_LARGE);
    assert_int_equal(consistency_judge(&too_large.innovations), INNOVATIONS_TOO_SMALL);
    const struct consistency few = {.n = 3, .squares = 300};
    assert_int_equal(consistency_judge(&few), INNOVATIONS_TOO_FEW);
}

/* ---- what else an update may meet ---- */

static void outlier_is_left_out_and_changes_nothing(void **state)
{
    (void)state;
    struct kalman both = open_filter(2, 2), one = open_filter(2, 2);
    const double sigma[2] = {0.1, 0.1};
    kalman_start(&both, (const double[]){1, 2});
    kalman_start(&one, (const double[]){1, 2});
    double deviations[2], correction[2], expected[2] = {0, 0};
    bool used[2];
    struct kalman_update update = {.deviations = deviations, .used = used, .correction = correction};
    /* the second sensor's innovation has the deviation sqrt(2^2 + 0.1^2) = 2.0025: ten is within five of them, eleven is not */
    const struct kalman_sensors sensors = {2, (const double[]){1, 0, 0, 1}, sigma, (const double[]){0.5, 11}, 5};
    assert_true(kalman_update(&both, &sensors, &update));
    assert_true(used[0] && !used[1]);
    assert_int_equal(update.n_used, 1);
    assert_near(deviations[1], sqrt(4.01), 1e-15);
    struct kalman_update alone = {.deviations = deviations, .used = used, .correction = expected};
    const struct kalman_sensors first = {1, (const double[]){1, 0}, sigma, (const double[]){0.5}, 5};
    assert_true(kalman_update(&one, &first, &alone));
    for (size_t i = 0; i < 2; i++) {
        assert_true(correction[i] == expected[i]);
        assert_true(kalman_deviation(&both, i) == kalman_deviation(&one, i));
    }
    assert_near(update.nis, 0.25 / 1.01, 1e-15);
    kalman_close(&both);
    kalman_close(&one);
}

static void known_state_stays_known(void **state)
{
    (void)state;
    struct kalman k = open_filter(2, 1);
    kalman_start(&k, (const double[]){1, 0});
    const double phi[4] = {0.9, 0, 0.5, 1}, q[4] = {0.01, 0, 0, 0}, sigma = 0.1;
    double deviation, correction[2];
    bool used;
    struct kalman_update update = {.deviations = &deviation, .used = &used, .correction = correction};
    for (int i = 0; i < 10; i++) {
        assert_true(kalman_predict(&k, phi, q));
        const struct kalman_sensors sensors = {1, (const double[]){1, 1}, &sigma, (const double[]){1}, 0};
        assert_true(kalman_update(&k, &sensors, &update));
        assert_true(kalman_deviation(&k, 1) == 0 && correction[1] == 0 && correction[0] > 0.05);
    }
    kalman_close(&k);
}

/* Two sensors that are nearly alike and nearly exact (G. J. Bierman, Factorization Methods, 1977, V.4): P with 1 + e^2 rounded to 1 loses its
 * sign in the usual formulas. The exact covariance, by the inverse of I/s^2 + sum of c c^T/r^2, is computed in long double. */
static void covariance_stays_positive_whatever_the_rounding(void **state)
{
    (void)state;
    const double e = 1e-7, sigma = 1e-7;
    struct kalman k = open_filter(2, 1);
    kalman_start(&k, (const double[]){1, 1});
    double deviation, correction[2];
    bool used;
    struct kalman_update update = {.deviations = &deviation, .used = &used, .correction = correction};
    const double rows[2][2] = {{1, e}, {1, 1}};
    for (int i = 0; i < 2; i++) {
        const struct kalman_sensors sensors = {1, rows[i], &sigma, (const double[]){0}, 0};
        assert_true(kalman_update(&k, &sensors, &update));
    }
    const long double r2 = (long double)sigma * sigma, le = e;
    const long double i11 = 1 + 2 / r2, i12 = (le + 1) / r2, i22 = 1 + (le * le + 1) / r2;
    const long double determinant = i11 * i22 - i12 * i12;
    assert_near(kalman_covariance(&k, 0, 0) / (double)(i22 / determinant), 1, 1e-6);
    assert_near(kalman_covariance(&k, 1, 1) / (double)(i11 / determinant), 1, 1e-6);
    kalman_close(&k);
}

/* ---- process noise over a step ---- */

/* Double integrator driven by white acceleration: eq. 3.17 of the dissertation. */
static void noise_of_a_double_integrator_is_the_closed_form(void **state)
{
    (void)state;
    const double A[4] = {0, 0, 1, 0}, Q[4] = {0, 0, 0, 0.7}, t = 0.3;
    double phi[4], q[4], room[noise_integral_room(2)];
    assert_true(noise_integral(2, A, Q, t, phi, q, room));
    const double expected[4] = {0.7 * t * t * t / 3, 0.7 * t * t / 2, 0.7 * t * t / 2, 0.7 * t};
    const double transition[4] = {1, 0, t, 1};
    for (size_t i = 0; i < 4; i++) {
        assert_near(q[i], expected[i], 1e-16);
        assert_near(phi[i], transition[i], 1e-15);
    }
}

/* A fast decay over a step of a thousand of its time constants, beside a slow one, in units that differ by 1e9: each has
 * intensity (1 - exp(-2 a t))/(2 a). */
static void noise_of_a_stiff_system_is_the_closed_form(void **state)
{
    const double rounding = 4096 * 2.3e-16; /* the step is doubled a dozen times */
    (void)state;
    const double fast = 1e5, slow = 2, t = 0.01;
    const double A[4] = {-fast, 0, 0, -slow}, Q[4] = {9e18, 0, 0, 4};
    double phi[4], q[4], room[noise_integral_room(2)];
    assert_true(noise_integral(2, A, Q, t, phi, q, room));
    assert_near(q[0] / (9e18 / (2 * fast)), 1, rounding);
    assert_near(q[3] / (4 * -expm1(-2 * slow * t) / (2 * slow)), 1, rounding);
    assert_near(phi[0], 0, 1e-300);
    assert_near(phi[3], exp(-slow * t), rounding);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(filter_equals_the_textbook),
        cmocka_unit_test(gain_has_the_limit_of_the_riccati_equation),
        cmocka_unit_test(innovations_and_errors_keep_their_bounds),
        cmocka_unit_test(sums_of_normalized_squares_are_chi_square),
        cmocka_unit_test(wrong_noise_is_inconsistent),
        cmocka_unit_test(outlier_is_left_out_and_changes_nothing),
        cmocka_unit_test(known_state_stays_known),
        cmocka_unit_test(covariance_stays_positive_whatever_the_rounding),
        cmocka_unit_test(noise_of_a_double_integrator_is_the_closed_form),
        cmocka_unit_test(noise_of_a_stiff_system_is_the_closed_form),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
