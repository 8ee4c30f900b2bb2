/* The papers' mechanisms of one degree of freedom, from their files, against minimal coordinates in closed form: how they are
 * assembled, what holds them, how they move, and their derivatives. */
#include "tests/testing.h"

#include "tests/fmu_multibody/from_file.h"
#include "tests/oracle/planar_oracle.h"
#include "tests/fmu_multibody/random.h"
#include "benchmarks/reference/recomputed.h"

#include <string.h>

static const struct paper {
    const char *file;
    void (*oracle)(struct planar_mechanism *, long double);
    const char *independent, *rate; /* names of its states */
    const char *coordinates[5];     /* in the order of the oracle's z */
    double least, most;             /* of the coordinate, away from dead points */
    double start, static_force, mass;
} papers[] = {
    /* recomputed.h; masses: Lut1's are (analytic) 6540 kg m2, Agundez' recomputed, others from the oracle at the start */
    {"lut2-four-bar.json",
     planar_lut2_four_bar,
     "z1",
     "dz1",
     {"z1", "z2", "z3"},
     0.4,
     1.5,
     1.0471975511966,
     LUT2_FOUR_BAR_FORCE,
     0},
    {"lut1-four-bar.json",
     planar_lut1_four_bar,
     "z1",
     "dz1",
     {"z1", "z2", "z3"},
     -0.3,
     0.2,
     0,
     LUT1_FOUR_BAR_FORCE,
     6540},
    {"lut1-quick-return.json",
     planar_lut1_quick_return,
     "z4",
     "dz4",
     {"z1", "z2", "z3", "z4", "z5"},
     -0.8,
     1.4,
     0.533882486714531,
     LUT1_QUICK_RETURN_FORCE,
     0},
    {"agundez-four-bar.json",
     planar_agundez_four_bar,
     "phi2",
     "dphi2",
     {"phi2", "phi32", "phi43", "alpha", "s"},
     0.4,
     1.5,
     1.0471975511966,
     AGUNDEZ_FORCE,
     AGUNDEZ_MASS},
};
enum { N_PAPERS = sizeof papers / sizeof *papers };

static double relative(double expected, double tolerance)
{
    return tolerance * fmax(1, fabs(expected));
}

static void files_start_assembled_as_the_papers_say(void **state)
{
    (void)state;
    for (const struct paper *p = papers; p < papers + N_PAPERS; p++) {
        struct from_file f;
        static struct planar_mechanism oracle;
        from_file_open(&f, p->file);
        from_file_initialize(&f);
        from_file_update(&f);
        p->oracle(&oracle, from_file_value(&f, p->independent));
        assert_near(from_file_value(&f, p->independent), p->start, 1e-14);
        for (int i = 0; i < 5 && p->coordinates[i]; i++)
            assert_near(from_file_value(&f, p->coordinates[i]), (double)oracle.z[i].c[0], 4e-15 * 8);
        assert_near(from_file_value(&f, "cylinder.length"), (double)oracle.s.c[0], 1e-14);
        assert_true(from_file_value(&f, "constraint_residual") < 1e-14);
        assert_near(from_file_value(&f, "cylinder.force_static"), p->static_force, relative(p->static_force, 1e-12));
        from_file_close(&f);
    }
}

/* A force more, an acceleration more: with ds/dq that is the reduced mass. */
static double reduced_mass(struct from_file *f, const struct paper *p)
{
    double *force = from_file_find(f, "cylinder.force"), *rate = from_file_find(f, p->rate);
    char name[40];
    snprintf(name, sizeof name, "der(%s)", p->rate);
    *rate = 0;
    *force = 1e4;
    from_file_update(f);
    const double pushed = from_file_value(f, name);
    *force = -1e4;
    from_file_update(f);
    const double pulled = from_file_value(f, name);
    *rate = 1;
    from_file_update(f);
    const double jacobian = from_file_value(f, "cylinder.rate");
    *rate = 0;
    return jacobian * 2e4 / (pushed - pulled);
}

static void reduced_masses_are_the_recomputed_ones(void **state)
{
    (void)state;
    for (const struct paper *p = papers; p < papers + N_PAPERS; p++) {
        struct from_file f;
        static struct planar_mechanism oracle;
        from_file_open(&f, p->file);
        from_file_initialize(&f);
        p->oracle(&oracle, p->start);
        const double expected = p->mass > 0 ? p->mass : (double)planar_dynamics(&oracle, 0, 0).mass;
        assert_near(reduced_mass(&f, p), expected, relative(expected, 1e-12));
        from_file_close(&f);
    }
}

/* One random configuration: accelerations, outputs, and their derivatives along position, rate and force. */
static void check_configuration(struct from_file *f, const struct paper *p, uint64_t *seed)
{
    static struct planar_mechanism oracle;
    double rates[2], outputs[2];
    double *q = from_file_find(f, p->independent), *dq = from_file_find(f, p->rate);
    double *force = from_file_find(f, "cylinder.force");
    *q = random_between(seed, p->least, p->most);
    *dq = random_between(seed, -2, 2);
    *force = random_between(seed, -1e4, 1e4);
    from_file_update(f);
    p->oracle(&oracle, *q);
    const struct planar_dynamics d = planar_dynamics(&oracle, *dq, *force);
    const double scale = fmax(1, fmax(fabs((double)d.acceleration), fabs((double)d.d_position)));
    assert_near(f->live.dx[1], (double)d.acceleration, 1e-10 * scale);
    assert_near(f->live.y[0], (double)d.length, 1e-13);
    assert_near(f->live.y[1], (double)d.rate, 1e-12);
    assert_near(from_file_value(f, "kinetic_energy"), (double)d.kinetic_energy,
                relative((double)d.kinetic_energy, 1e-12));
    for (int i = 0; i < 5 && p->coordinates[i]; i++)
        assert_near(from_file_value(f, p->coordinates[i]), (double)oracle.z[i].c[0], 1e-12);

    from_file_differentiate(f, p->independent, rates, outputs);
    assert_near(rates[0], 0, 0);
    assert_near(rates[1], (double)d.d_position, 1e-9 * scale);
    assert_near(outputs[0], (double)d.length_d_position, 1e-11);
    assert_near(outputs[1], (double)d.rate_d_position, 1e-10);
    from_file_differentiate(f, p->rate, rates, outputs);
    assert_near(rates[0], 1, 0);
    assert_near(rates[1], (double)d.d_rate, relative((double)d.d_rate, 1e-9));
    assert_near(outputs[0], 0, 0);
    assert_near(outputs[1], (double)d.length_d_position, 1e-11);
    from_file_differentiate(f, "cylinder.force", rates, outputs);
    assert_near(rates[1], (double)d.d_force, 1e-11);
    assert_near(outputs[1], 0, 0);
}

static void accelerations_and_derivatives_at_1000_random_configurations(void **state)
{
    (void)state;
    for (const struct paper *p = papers; p < papers + N_PAPERS; p++) {
        struct from_file f;
        uint64_t seed = 12345;
        from_file_open(&f, p->file);
        from_file_initialize(&f);
        for (int i = 0; i < 1000; i++)
            check_configuration(&f, p, &seed);
        from_file_close(&f);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(files_start_assembled_as_the_papers_say),
        cmocka_unit_test(reduced_masses_are_the_recomputed_ones),
        cmocka_unit_test(accelerations_and_derivatives_at_1000_random_configurations),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
