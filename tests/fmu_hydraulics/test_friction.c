/* The friction laws against values computed with 30 digits from the dissertation's equations, against the converged runs of
 * Publication II, and against closed solutions; the piston's force with its stops. */
#include "tests/testing.h"

#include "piston/piston.h"
#include "tests/fmu_hydraulics/publication2.h"

#include <complex.h>
#include <string.h>

/* Eqs. 2.42 and 2.44 in 30 digits; the slope of 2.44 by differentiation there. */
static void static_laws_have_the_printed_values(void **state)
{
    (void)state;
    static const struct {
        double v, bengisu_akay, brown_mcphee, slope;
    } rows[] = {
        {-0.2, -276.05258730585281088, -278.32182850408550141, 294.83537814555402527},
        {-0.013, -818.98214545756625455, -833.46066572281358653, -2461.8503608550887633},
        {-0.0125, -834.125, -833.98138630662773075, 419.89055481323239479},
        {-0.004, -446.208, -510.99265369780278493, 89801.045039361709819},
        {0.001, 127.488, 153.12898522137655408, 148147.48390111665973},
        {0.0124, 829.94688, 833.90918413185089601, 1025.8034156176606687},
        {0.0125, 834.125, 833.98138630662773075, 419.89055481323239479},
        {0.05, 321.58007944385564724, 336.40583095261449503, -4876.8112129896872731},
        {0.7, 441.00000000000073033, 440.90144720068597411, 329.53735269496763294},
    };
    const struct friction ba = publication2_friction(FRICTION_BENGISU_AKAY);
    const struct friction bm = publication2_friction(FRICTION_BROWN_MCPHEE);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const double v = rows[i].v;
        assert_near(friction_force_real(&ba, friction_mode(&ba, v), v, NULL, NULL), rows[i].bengisu_akay, 1e-12 * 830);
        assert_near(friction_force_real(&bm, 0, v, NULL, NULL), rows[i].brown_mcphee, 1e-12 * 830);
        const double complex f = friction_force_complex(&bm, 0, v + 1e-100 * I, NULL, NULL);
        assert_near(cimag(f) / 1e-100, rows[i].slope, 1e-12 * 1.5e5);
    }
}

/* What linearizations see: 4 Fc/vs + (16/9)(Fs - Fc)/vs + sigma2 tanh(4) = 155707.55644669168 Ns/m (reference, `mu`), and 2 Fs/vs. */
static void slopes_at_rest_are_those_of_the_linearized_models(void **state)
{
    (void)state;
    const struct friction bm = publication2_friction(FRICTION_BROWN_MCPHEE);
    const struct friction ba = publication2_friction(FRICTION_BENGISU_AKAY);
    assert_near(cimag(friction_force_complex(&bm, 0, 1e-100 * I, NULL, NULL)) / 1e-100, 155707.55644669168, 1e-9);
    assert_near(cimag(friction_force_complex(&ba, 0, 1e-100 * I, NULL, NULL)) / 1e-100, 132800, 1e-9);
}

/* The jump at v_s is sigma2 v_s = 4.125 N; the mode decides near it, the velocity farther away. */
static void bengisu_akay_jumps_where_its_mode_changes(void **state)
{
    (void)state;
    const struct friction f = publication2_friction(FRICTION_BENGISU_AKAY);
    const double below = friction_force_real(&f, 0, f.v_s, NULL, NULL),
                 above = friction_force_real(&f, 1, f.v_s, NULL, NULL);
    assert_near(above - below, 330 * 0.0125, 1e-12);
    assert_true(friction_mode(&f, f.v_s) == 1 && friction_mode(&f, -f.v_s) == 1);
    assert_true(friction_mode(&f, nextafter(f.v_s, 0)) == 0);
    assert_true(friction_indicator(&f, -0.012) < 0 && friction_indicator(&f, -0.013) > 0);
    for (int sign = -1; sign <= 1; sign += 2)
        for (int k = 0; k < 2; k++) { /* a mode that lags far behind does no harm */
            const double v = sign * (k ? 0.05 : 0.005);
            assert_true(friction_force_real(&f, 0, v, NULL, NULL) == friction_force_real(&f, 1, v, NULL, NULL));
        }
}

/* Force and velocity in the converged runs of Publication II at t = 2, 6 and 8 s (15 digits; q and h are the dynamic laws'). */
static void forces_are_those_of_the_converged_runs(void **state)
{
    (void)state;
    static const struct {
        enum friction_law law;
        double v, F_mu, z[2];
    } rows[] = {
        {FRICTION_BENGISU_AKAY, 0.0940717867880555, 251.541116210934, {0}},
        {FRICTION_BENGISU_AKAY, -0.0820092267306874, -256.250527862403, {0}},
        {FRICTION_BROWN_MCPHEE, 0.094058694367634, 262.017688904365, {0}},
        {FRICTION_BROWN_MCPHEE, -0.0831148234015319, -267.001976260839, {0}},
        {FRICTION_LUGRE, 0.0940350685693749, 280.952039981847, {3.40102059198122e-05}},
        {FRICTION_LUGRE, -0.0830902275498366, -284.482178160539, {-3.49819401273783e-05}},
        {FRICTION_MODIFIED_LUGRE, 0.0940478939655413, 270.686922420195, {3.26131337865112e-05, 0.191992428703979}},
        {FRICTION_MODIFIED_LUGRE, -0.081984726894363, -273.654322318731, {-3.35586194272974e-05, 0.175925755071375}},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const struct friction f = publication2_friction(rows[i].law);
        double dz[2];
        /* F_mu depends on q through sigma1 dq with dF/dq up to 7e7 N/m: q's 15 digits are good for 4e-12 of 300 N. */
        assert_near(friction_force_real(&f, friction_mode(&f, rows[i].v), rows[i].v, rows[i].z, dz), rows[i].F_mu,
                    2e-9);
    }
}

/* Eqs. 2.45 to 2.54 in 30 digits, at q = 3e-5 m and h = 0.2. */
static void dynamic_laws_have_the_printed_rates(void **state)
{
    (void)state;
    static const struct {
        double v, dq, F, dq_film, dh, F_film;
    } rows[] = {
        {-0.3, -0.60815269497976269036, -19110.022736206494495, -0.60993964349736461875, 0.89846159648589532048,
         -19166.531009977330296},
        {0.002, 0.001295221769133162944, 262.07258550542170203, 0.0011427445763813530804, -0.12330619572259269537,
         257.25083330217933939},
        {0.1, 0.010619078532501385206, 589.25882499951350589, 0.0069162077532758937356, 0.016535169238472456278,
         472.16376956316299902},
    };
    const double z[2] = {3e-5, 0.2};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        double dz[2];
        struct friction f = publication2_friction(FRICTION_LUGRE);
        assert_near(friction_force_real(&f, 0, rows[i].v, z, dz), rows[i].F, 1e-12 * fabs(rows[i].F));
        assert_near(dz[0], rows[i].dq, 1e-14);
        f.law = FRICTION_MODIFIED_LUGRE;
        assert_near(friction_force_real(&f, 0, rows[i].v, z, dz), rows[i].F_film, 1e-12 * fabs(rows[i].F_film));
        assert_near(dz[0], rows[i].dq_film, 1e-14);
        assert_near(dz[1], rows[i].dh, 1e-14);
    }
}

/* At a constant velocity g is constant: q = v/|v| g/sigma0 (1 - exp(-sigma0 |v| t / g)), F goes to the Stribeck curve. The film
 * follows h = h_ss (1 - exp(-t/tau_hp)). Runge-Kutta 4 here, the closed solutions there. */
static void states_follow_the_closed_solutions_at_constant_velocity(void **state)
{
    (void)state;
    const double v = -0.03;
    const struct friction f = publication2_friction(FRICTION_LUGRE);
    const double g = 210 + 620 * exp(-sqrt(0.03 / 0.0125)), rate = f.sigma0 * 0.03 / g;
    double q = 0, F = 0;
    const int n = 400;
    const double h = 5 / rate / n;
    for (int k = 0; k < n; k++) {
        double k1, k2, k3, k4, z;
        friction_force_real(&f, 0, v, (z = q, &z), &k1);
        friction_force_real(&f, 0, v, (z = q + h / 2 * k1, &z), &k2);
        friction_force_real(&f, 0, v, (z = q + h / 2 * k2, &z), &k3);
        friction_force_real(&f, 0, v, (z = q + h * k3, &z), &k4);
        q += h / 6 * (k1 + 2 * k2 + 2 * k3 + k4);
    }
    double dq;
    F = friction_force_real(&f, 0, v, &q, &dq);
    assert_near(q, -g / f.sigma0 * (1 - exp(-5)), 1e-9 * g / f.sigma0);
    assert_near(F, -g * (1 - exp(-5)) - f.sigma1 * 0.03 * exp(-5) - 330 * 0.03, 1e-8 * g);

    const struct friction m = publication2_friction(FRICTION_MODIFIED_LUGRE);
    const double h_ss = (1 - 210.0 / 830) * pow(0.03 / 0.7, 2.0 / 3);
    double film = 0;
    for (int k = 0; k < 100; k++) { /* the exact step of a linear rate: its value there tells h_ss and tau */
        const double z[2] = {0, film};
        double dz[2];
        friction_force_real(&m, 0, v, z, dz);
        film += dz[1] * 0.25 * (1 - exp(-0.01 / 0.25));
    }
    assert_near(film, h_ss * (1 - exp(-1 / 0.25)), 1e-13);
}

/* Eq. 2.51: dwell at exactly zero velocity only, 40 s; in deceleration 1.5 s. */
static void the_film_dwells_at_rest_only(void **state)
{
    (void)state;
    const struct friction f = publication2_friction(FRICTION_MODIFIED_LUGRE);
    const double z[2] = {0, 0.3};
    double dz[2];
    friction_force_real(&f, 0, 0, z, dz);
    assert_near(dz[1], -0.3 / 40, 1e-17);
    friction_force_real(&f, 0, 1e-300, z, dz);
    assert_near(dz[1], -0.3 / 1.5, 1e-16);
    friction_force_real(&f, 0, 3.0, z, dz); /* above v_b: h_ss = 1 - Fc/Fs */
    assert_near(dz[1], (1 - 210.0 / 830 - 0.3) / 0.25, 1e-14);
}

/* Derivatives in long differences of the law itself, on both branches; at rest the slopes that the header promises. */
static void derivatives_are_exact_and_finite_everywhere(void **state)
{
    (void)state;
    for (int law = 0; law < FRICTION_LAWS; law++) {
        const struct friction f = publication2_friction((enum friction_law)law);
        const double speeds[] = {-0.9, -0.05, -0.002, 0.003, 0.04, 0.65, 2};
        for (size_t i = 0; i < sizeof speeds / sizeof *speeds; i++) {
            const double v = speeds[i], e = 1e-5 * fabs(v), z[2] = {2e-5, 0.15};
            const double complex cz[2] = {z[0], z[1]};
            double dz[2] = {0}, plus[3], minus[3];
            double complex cdz[2] = {0};
            const double complex F = friction_force_complex(&f, friction_mode(&f, v), v + 1e-100 * I, cz, cdz);
            plus[0] = friction_force_real(&f, friction_mode(&f, v), v + e, z, dz), plus[1] = dz[0], plus[2] = dz[1];
            minus[0] = friction_force_real(&f, friction_mode(&f, v), v - e, z, dz), minus[1] = dz[0], minus[2] = dz[1];
            const double exact[] = {cimag(F) / 1e-100, cimag(cdz[0]) / 1e-100, cimag(cdz[1]) / 1e-100};
            for (int k = 0; k < 3; k++)
                assert_near(exact[k], (plus[k] - minus[k]) / (2 * e), 1e-6 * (1 + fabs(exact[k])));
        }
    }
    const struct friction m = publication2_friction(FRICTION_MODIFIED_LUGRE);
    const double complex z[2] = {0, 0};
    double complex dz[2];
    const double complex F = friction_force_complex(&m, 0, 1e-100 * I, z, dz);
    assert_near(cimag(F) / 1e-100, m.sigma1 + m.sigma2, 1e-9);
    assert_near(cimag(dz[0]) / 1e-100, 1, 1e-15);
    assert_true(cimag(dz[1]) == 0);
    assert_non_null(strstr(friction_slope_remark(&m, 0, (const double[]){0, 0}), "infinite slope"));
    assert_null(friction_slope_remark(&m, 1e-9, (const double[]){0, 0}));
}

static void contradicting_parameters_are_told(void **state)
{
    (void)state;
    struct model_report report;
    struct friction f = publication2_friction(FRICTION_LUGRE);
    assert_true(friction_check(&f, &report));
    f.F_s = 100;
    assert_false(friction_check(&f, &report));
    assert_non_null(strstr(report.text, "F_s = 100 N is below Coulomb friction F_c = 210 N"));
    f = publication2_friction(FRICTION_MODIFIED_LUGRE);
    f.tau_hn = 0;
    assert_false(friction_check(&f, &report));
    assert_non_null(strstr(report.text, "tau_hn = 0 s of the modified LuGre friction must be above 0"));
    f.law = FRICTION_LUGRE; /* which needs no film */
    assert_true(friction_check(&f, &report));
}

/* Eq. 2.40 and the stops: nothing inside the stroke, k d (1 + c d') beyond it, and never a pull. */
static void pistons_push_and_stops_hold(void **state)
{
    (void)state;
    const struct piston p = {.area_A = 5e-3,
                             .area_B = 4e-3,
                             .stroke = 0.9,
                             .stop_stiffness = 1e8,
                             .stop_damping = 2,
                             .friction = {.law = FRICTION_VISCOUS, .sigma2 = 1000}};
    struct model_report report;
    assert_true(piston_check(&p, &report));
    assert_near(piston_force_real(&p, 0.4, 0.1, 3e6, 2e6, 0, NULL, NULL), 15000 - 8000 - 100, 1e-9);
    assert_near(piston_force_real(&p, -0.001, -0.1, 0, 0, 0, NULL, NULL), 100 + 1e5 * 1.2, 1e-9);
    assert_near(piston_force_real(&p, 0.901, 0.1, 0, 0, 0, NULL, NULL), -100 - 1e5 * 1.2, 1e-6);
    assert_near(piston_force_real(&p, 0.901, -0.1, 0, 0, 0, NULL, NULL), 100 - 1e5 * 0.8, 1e-6);
    assert_near(piston_force_real(&p, 0.901, -1, 0, 0, 0, NULL, NULL), 1000,
                1e-9); /* it leaves faster than the stop follows */
    const double complex slope = piston_force_complex(&p, 0.901 + 1e-100 * I, 0, 0, 0, 0, NULL, NULL);
    assert_near(cimag(slope) / 1e-100, -1e8, 1e-6);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(static_laws_have_the_printed_values),
        cmocka_unit_test(slopes_at_rest_are_those_of_the_linearized_models),
        cmocka_unit_test(bengisu_akay_jumps_where_its_mode_changes),
        cmocka_unit_test(forces_are_those_of_the_converged_runs),
        cmocka_unit_test(dynamic_laws_have_the_printed_rates),
        cmocka_unit_test(states_follow_the_closed_solutions_at_constant_velocity),
        cmocka_unit_test(the_film_dwells_at_rest_only),
        cmocka_unit_test(derivatives_are_exact_and_finite_everywhere),
        cmocka_unit_test(contradicting_parameters_are_told),
        cmocka_unit_test(pistons_push_and_stops_hold),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
