/* Constrained equations in three sets of coordinates: the N-loop four-bar linkage of Gonzalez et al. (2017) in its own coordinates.
 * The expected digits were recomputed by two independent programs with 40 to 80 digits after the paper's errata were resolved; the
 * paper prints them with five. For other N the linkage has a closed solution (linkage.h). */
#include "benchmarks/gonzalez/linkage.h"
#include "linearize/linearize_messages.h"
#include "tests/testing.h"

#include <string.h>

static const struct published {
    size_t loops;
    double phi_0, undamped, damped_re, damped_im;
    double ucs_re, ucs_im, ucs_damped_re,
        ucs_damped_im; /* alpha 1e6, xi 1, omega 10, at the penalties' own equilibrium */
} published[] = {
    {1, 2.234331019017586, 2.1476766385022783, -0.2423858093105051, 2.1339550283483804, -1.932353438126176e-07,
     2.147676280287331, -0.2423859662210078, 2.133954633241584},
    {5, 1.89220365441078, 1.5455220302237256, -0.2349825239075599, 1.5275541101266756, -5.909307657942433e-08,
     1.545521476033735, -0.2349825576828613, 1.52755353912453},
    {10, 1.8454112366945956, 1.4351999860226847, -0.23253224934419697, 1.4162371810168106, -5.374637172894609e-08,
     1.435199229852548, -0.232532272834418, 1.416236406399802},
    {15, 1.8296102233751248, 1.3954759664216656, -0.23162719663535689, 1.376118459522772, -5.224645161083902e-08,
     1.395475118607257, -0.2316272163717757, 1.376117592188866},
    {20, 1.8216714727820282, 1.374986715470888, -0.2311577415227964, 1.355416750027644, -5.15447415501399e-08,
     1.374985815686617, -0.2311577592870743, 1.355415830045191},
};
enum { N_PUBLISHED = sizeof published / sizeof *published };

/* Rounding: fifteen digits of numbers of the size 1 to 2, and a few roundings for each of the rods. */
static double rounding(size_t loops)
{
    return 5e-15 + 64 * 2.2e-16 * (double)(2 * loops + 1);
}

struct fixture {
    struct arena arena;
    struct error error;
    struct linkage linkage;
    struct linkage_terms terms;
    double *q;
};

static void set_up(struct fixture *f, struct linkage linkage, double phi)
{
    *f = (struct fixture){.linkage = linkage};
    assert_true(lapack_load(&f->error));
    assert_true(linkage_open(&f->linkage, &f->terms, &f->arena, &f->error));
    f->q = ARENA_TAKE(&f->arena, linkage_coordinates(&linkage), double);
    assert_non_null(f->q);
    linkage_place(&f->linkage, phi, f->q);
    linkage_evaluate(&f->linkage, f->q, &f->terms);
}

/* Multipliers and K. */
static void hold(struct fixture *f)
{
    if (!constrained_multipliers(&f->terms.equations, f->terms.forces, f->terms.lambda, &f->arena, &f->error))
        fail_msg("%s", f->error.text);
    linkage_stiffness(&f->linkage, f->q, &f->terms);
}

static void at_equilibrium(struct fixture *f, size_t loops, double damping)
{
    struct linkage linkage = linkage_default(loops);
    linkage.damping = damping;
    set_up(f, linkage, linkage_equilibrium(&linkage));
    linkage_choose_angle(&linkage, &f->terms);
    hold(f);
}

static double complex upper(const double complex *values, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (cimag(values[i]) > 0)
            return values[i];
    return NAN;
}

static double complex by_mcs(struct fixture *f)
{
    struct minimal_set set;
    struct spectrum spectrum;
    if (!constrained_minimal(&f->terms.equations, &set, &f->arena, &f->error))
        fail_msg("%s", f->error.text);
    assert_int_equal(set.A.rows, 2);
    struct eigen_solver *e = eigen_solver_open(2, false, &f->error);
    assert_true(eigen_solver_run(e, set.A, &spectrum, &f->error));
    const double complex value = spectrum.values[0];
    eigen_solver_close(e);
    return value;
}

static double complex by_rcs(struct fixture *f)
{
    struct redundant_set set;
    if (!constrained_redundant(&f->terms.equations, &set, &f->arena, &f->error))
        fail_msg("%s", f->error.text);
    assert_int_equal(set.n_infinite, 3 * linkage_rows(&f->linkage));
    assert_int_equal(set.n_values, 2);
    return upper(set.values, set.n_values);
}

static double complex by_ucs(struct fixture *f)
{
    const struct penalty_terms penalty = penalty_terms_default();
    struct unconstrained_set set;
    if (!linkage_settle(&f->linkage, &penalty, f->q, &f->terms, &f->arena, &f->error))
        fail_msg("%s", f->error.text);
    linkage_evaluate(&f->linkage, f->q, &f->terms);
    hold(f);
    if (!constrained_unconstrained(&f->terms.equations, &penalty, &set, &f->arena, &f->error))
        fail_msg("%s", f->error.text);
    size_t n_spurious = 0;
    double complex value = NAN;
    for (size_t i = 0; i < set.n_values; i++) {
        if (set.kinds[i] == EIGENVALUE_SPURIOUS)
            n_spurious++;
        else if (cimag(set.values[i]) > 0)
            value = set.values[i];
    }
    assert_int_equal(set.n_values, 2 * linkage_coordinates(&f->linkage));
    assert_int_equal(n_spurious, 2 * linkage_rows(&f->linkage));
    return value;
}

static void assert_value(double complex value, double re, double im, double tolerance)
{
    assert_near(creal(value), re, tolerance);
    assert_near(cimag(value), im, tolerance);
}

static void tables_1_and_2_come_out_by_mcs_and_rcs_to_all_recomputed_digits(void **state)
{
    (void)state;
    for (int i = 0; i < N_PUBLISHED; i++) {
        const struct published *p = &published[i];
        struct fixture f;
        at_equilibrium(&f, p->loops, 0);
        assert_near(f.q[linkage_coordinates(&f.linkage) - 1], p->phi_0, rounding(p->loops));
        assert_value(by_mcs(&f), 0, p->undamped, rounding(p->loops));
        assert_value(by_rcs(&f), 0, p->undamped, rounding(p->loops));
        arena_free(&f.arena);
        at_equilibrium(&f, p->loops, 1);
        assert_value(by_mcs(&f), p->damped_re, p->damped_im, rounding(p->loops));
        assert_value(by_rcs(&f), p->damped_re, p->damped_im, rounding(p->loops));
        arena_free(&f.arena);
    }
}

/* Not the exact values, but the penalty system's own, to all digits: alpha costs none. */
static void ucs_errs_as_the_penalty_system_does_and_by_no_more(void **state)
{
    (void)state;
    for (int i = 0; i < N_PUBLISHED; i++) {
        const struct published *p = &published[i];
        struct fixture f;
        at_equilibrium(&f, p->loops, 0);
        const double complex value = by_ucs(&f);
        assert_value(value, p->ucs_re, p->ucs_im, 100 * rounding(p->loops));
        const double error = cabs(value - p->undamped * I);
        assert_true(error > 4e-7 && error < 9.1e-7); /* what the recomputation found over all N */
        arena_free(&f.arena);
        at_equilibrium(&f, p->loops, 1);
        assert_value(by_ucs(&f), p->ucs_damped_re, p->ucs_damped_im, 100 * rounding(p->loops));
        arena_free(&f.arena);
    }
}

static void other_numbers_of_loops_agree_with_the_closed_solution(void **state)
{
    (void)state;
    static const size_t loops[] = {2, 3, 7, 30, 60};
    for (size_t i = 0; i < sizeof loops / sizeof *loops; i++) {
        struct fixture f;
        at_equilibrium(&f, loops[i], 0.3);
        const double complex exact = linkage_eigenvalue(&f.linkage, linkage_equilibrium(&f.linkage));
        assert_value(by_mcs(&f), creal(exact), cimag(exact), 10 * rounding(loops[i]));
        assert_value(by_rcs(&f), creal(exact), cimag(exact), 10 * rounding(loops[i]));
        arena_free(&f.arena);
    }
}

/* Chains of three infinite eigenvalues are blurred by QZ to some 1e5; the true ones are among all of them. */
static void raw_qz_finds_the_true_eigenvalues_but_loses_infinite_ones(void **state)
{
    (void)state;
    struct fixture f;
    struct matrix A, E;
    at_equilibrium(&f, 5, 1);
    assert_true(constrained_pencil(&f.terms.equations, &A, &E, &f.arena));
    const size_t n = linkage_coordinates(&f.linkage), m = linkage_rows(&f.linkage);
    assert_int_equal(A.rows, 2 * n + m);
    double complex *raw = ARENA_TAKE(&f.arena, A.rows, double complex);
    assert_non_null(raw);
    assert_true(constrained_raw(A, E, raw, &f.arena, &f.error));
    size_t n_small = 0;
    for (size_t i = 0; i < A.rows; i++)
        if (isfinite(creal(raw[i])) && cabs(raw[i]) < 100) {
            n_small++;
            assert_near(creal(raw[i]), published[1].damped_re, 1e-9);
            assert_near(fabs(cimag(raw[i])), published[1].damped_im, 1e-9);
        }
    assert_int_equal(n_small, 2 * (n - m));
    arena_free(&f.arena);
}

/* Without springs, gravity along x, straight: sqrt(11.772) and sqrt(19.62) 1/s; N = 2 from the recomputation, with nine digits. */
static void the_singular_position_has_multipliers_of_smallest_norm(void **state)
{
    (void)state;
    static const struct {
        size_t loops;
        double values[3], tolerance;
    } cases[] = {{1, {3.431034829318991, 4.4294469180700204, 0}, 1e-13},
                 {2, {3.23846296, 3.87163583, 4.74486665}, 0.5e-8}};
    for (size_t i = 0; i < 2; i++) {
        struct linkage linkage = {.loops = cases[i].loops, .gravity = {9.81, 0}, .angle_by_sine = true};
        const size_t n_f = linkage.loops + 1;
        struct fixture f;
        struct minimal_set mcs;
        struct redundant_set rcs;
        struct spectrum spectrum;
        set_up(&f, linkage, 0);
        linkage_choose_angle(&linkage, &f.terms);
        assert_false(constrained_minimal(&f.terms.equations, &mcs, &f.arena, &f.error)); /* phi alone is not enough */
        assert_non_null(strstr(f.error.text, "choose other coordinates as independent"));
        assert_true(
            constrained_choose(&f.terms.equations, f.terms.kept, f.terms.dependent, f.terms.independent, &f.arena));
        assert_int_equal(f.terms.equations.kept_m, linkage_coordinates(&linkage) - n_f);
        hold(&f);
        if (linkage.loops == 1)
            assert_near(f.terms.lambda[1], 0, 1e-12); /* of the coupler, by symmetry */
        assert_true(constrained_minimal(&f.terms.equations, &mcs, &f.arena, &f.error));
        assert_int_equal(mcs.n_f, n_f);
        struct eigen_solver *e = eigen_solver_open(2 * n_f, false, &f.error);
        assert_true(eigen_solver_run(e, mcs.A, &spectrum, &f.error));
        assert_true(constrained_redundant(&f.terms.equations, &rcs, &f.arena, &f.error));
        assert_int_equal(rcs.n_infinite, 3 * f.terms.equations.kept_m);
        for (size_t k = 0; k < n_f; k++) { /* each is near one of them */
            double near_mcs = INFINITY, near_rcs = INFINITY;
            for (size_t j = 0; j < 2 * n_f; j++) {
                near_mcs = fmin(near_mcs, cabs(spectrum.values[j] - cases[i].values[k] * I));
                near_rcs = fmin(near_rcs, cabs(rcs.values[j] - cases[i].values[k] * I));
            }
            assert_near(near_mcs, 0, cases[i].tolerance);
            assert_near(near_rcs, 0, cases[i].tolerance);
        }
        eigen_solver_close(e);
        arena_free(&f.arena);
    }
}

static void a_penalty_that_is_too_small_tells_nothing(void **state)
{
    (void)state;
    struct fixture f;
    struct unconstrained_set set;
    const struct penalty_terms weak = {1e-6, 1, 1};
    at_equilibrium(&f, 1, 0);
    assert_false(constrained_unconstrained(&f.terms.equations, &weak, &set, &f.arena, &f.error));
    assert_non_null(strstr(f.error.text, "a larger --ucs-alpha may help"));
    arena_free(&f.arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(tables_1_and_2_come_out_by_mcs_and_rcs_to_all_recomputed_digits),
        cmocka_unit_test(ucs_errs_as_the_penalty_system_does_and_by_no_more),
        cmocka_unit_test(other_numbers_of_loops_agree_with_the_closed_solution),
        cmocka_unit_test(raw_qz_finds_the_true_eigenvalues_but_loses_infinite_ones),
        cmocka_unit_test(the_singular_position_has_multipliers_of_smallest_norm),
        cmocka_unit_test(a_penalty_that_is_too_small_tells_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
