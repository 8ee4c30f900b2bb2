/* Four-bar linkages with springs, of one loop and of N loops, from their files, against the minimal coordinate. */
#include "tests/testing.h"

#include "tests/fmu_multibody/from_file.h"
#include "tests/oracle/planar_oracle.h"
#include "tests/fmu_multibody/random.h"
#include "benchmarks/reference/recomputed.h"

static const struct linkage {
    const char *file;
    int n;
    const char *independent, *rate;
    double mass;     /* reduced: (4 N + 1)/3 kg m2 */
    double phi_0;    /* equilibrium; this and what follows: recomputed.h */
    double undamped; /* eigenvalue without damping */
    double re, im;   /* and with c = 1 Ns/m */
} linkages[] = {
#define RECOMPUTED(n) N_LOOP_##n##_PHI_0, N_LOOP_##n##_UNDAMPED, N_LOOP_##n##_DAMPED_RE, N_LOOP_##n##_DAMPED_IM
    {"four-bar-spring.json", 1, "B", "dB", 5. / 3, RECOMPUTED(1)},
    {BUILD_DIR "/mechanisms/n-loop-1.json", 1, "A0", "dA0", 5. / 3, RECOMPUTED(1)},
    {BUILD_DIR "/mechanisms/n-loop-5.json", 5, "A0", "dA0", 7, RECOMPUTED(5)},
    {BUILD_DIR "/mechanisms/n-loop-10.json", 10, "A0", "dA0", 41. / 3, RECOMPUTED(10)},
    {BUILD_DIR "/mechanisms/n-loop-15.json", 15, "A0", "dA0", 61. / 3, RECOMPUTED(15)},
    {BUILD_DIR "/mechanisms/n-loop-20.json", 20, "A0", "dA0", 27, RECOMPUTED(20)},
};
enum { N_LINKAGES = sizeof linkages / sizeof *linkages };

static void they_start_in_the_published_equilibrium(void **state)
{
    (void)state;
    for (const struct linkage *l = linkages; l < linkages + N_LINKAGES; l++) {
        struct from_file f;
        from_file_open(&f, l->file);
        from_file_initialize(&f);
        from_file_update(&f);
        assert_near(from_file_value(&f, l->independent), l->phi_0, 1e-13);
        assert_near(f.live.dx[1], 0, 1e-12);
        assert_true(from_file_value(&f, "constraint_residual") < 1e-13);
        from_file_close(&f);
    }
}

/* lambda^2 = d_rate lambda + d_position: the reduced Jacobian has these two numbers. */
static void reduced_jacobians_have_the_published_eigenvalues(void **state)
{
    (void)state;
    for (const struct linkage *l = linkages; l < linkages + N_LINKAGES; l++)
        for (int damped = 0; damped < 2; damped++) {
            struct from_file f;
            double by_position[2], by_rate[2], y[1];
            from_file_open(&f, l->file);
            from_file_set(&f, "constants.c", damped);
            from_file_initialize(&f);
            from_file_differentiate(&f, l->independent, by_position, y);
            from_file_differentiate(&f, l->rate, by_rate, y);
            const double re = by_rate[1] / 2, im = sqrt(-by_position[1] - re * re);
            assert_near(re, damped ? l->re : 0, 1e-11);
            assert_near(im, damped ? l->im : l->undamped, 1e-11);
            from_file_close(&f);
        }
}

/* M x'' = -K x with springs of 10, 100 between the masses and 1000 N/m, and masses of 1 kg. */
static void the_oscillator_has_the_stiffness_of_its_springs(void **state)
{
    (void)state;
    static const double minus_k[2][2] = {{-110, 100}, {100, -1100}};
    static const char *const coordinates[] = {"x1", "x2"}, *const rates[] = {"dx1", "dx2"};
    struct from_file f;
    from_file_open(&f, "linear-oscillator.json");
    from_file_initialize(&f);
    from_file_update(&f);
    for (int i = 0; i < 2; i++) {
        assert_near(*from_file_find(&f, rates[i]), i ? -100 : 100, 1e-12);
        double by_position[4], by_rate[4], y[16];
        from_file_differentiate(&f, coordinates[i], by_position, y);
        from_file_differentiate(&f, rates[i], by_rate, y);
        for (int k = 0; k < 2; k++) {
            assert_near(by_position[2 + k], minus_k[k][i], 1e-12 * 1100);
            assert_near(by_rate[2 + k], 0, 1e-12);
        }
    }
    from_file_close(&f);
}

static void check_configuration(struct from_file *f, const struct linkage *l, uint64_t *seed)
{
    static struct planar_mechanism oracle;
    double *q = from_file_find(f, l->independent), *dq = from_file_find(f, l->rate), rates[2], y[1];
    *q = random_between(seed, 0.5, 2.7);
    *dq = random_between(seed, -3, 3);
    from_file_update(f);
    planar_n_loop(&oracle, l->n, 1, *q);
    const struct planar_dynamics d = planar_dynamics(&oracle, *dq, 0);
    const double scale = fmax(1, fabs((double)d.d_position));
    assert_near((double)d.mass, l->mass, 1e-13 * l->mass);
    assert_near(f->live.dx[1], (double)d.acceleration, 1e-11 * scale);
    assert_near(from_file_value(f, "kinetic_energy"), (double)d.kinetic_energy, 1e-12 * l->mass);
    assert_near(from_file_value(f, "potential_energy"), (double)d.potential_energy, 1e-12 * 100 * l->n);
    from_file_differentiate(f, l->independent, rates, y);
    assert_near(rates[1], (double)d.d_position, 1e-9 * scale);
    from_file_differentiate(f, l->rate, rates, y);
    assert_near(rates[1], (double)d.d_rate, 1e-9 * scale);
}

static void accelerations_and_derivatives_at_1000_random_configurations(void **state)
{
    (void)state;
    for (const struct linkage *l = linkages; l < linkages + N_LINKAGES; l++) {
        struct from_file f;
        uint64_t seed = 777;
        from_file_open(&f, l->file);
        from_file_set(&f, "constants.c", 1);
        from_file_initialize(&f);
        for (int i = 0; i < 1000; i++)
            check_configuration(&f, l, &seed);
        from_file_close(&f);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(they_start_in_the_published_equilibrium),
        cmocka_unit_test(reduced_jacobians_have_the_published_eigenvalues),
        cmocka_unit_test(the_oscillator_has_the_stiffness_of_its_springs),
        cmocka_unit_test(accelerations_and_derivatives_at_1000_random_configurations),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
