/* The hydraulics against closed forms and the oracle's independent equations: equilibrium, manoeuvres, rates. */
#include "tests/testing.h"

#include "tests/fmi/fmu_under_test.h"
#include "tests/oracle/lim_oracle.h"

static struct binary *b;

static int load(void **state)
{
    (void)state;
    b = binary_open("ManipulatorHydraulics");
    return 0;
}

static int unload(void **state)
{
    (void)state;
    binary_close(b);
    return 0;
}

/* Eq. 18 in full precision. */
static void the_documents_equilibrium_is_found_to_full_precision(void **state)
{
    (void)state;
    struct unit_under_test u;
    unit_open(&u, b, fmi2CoSimulation);
    unit_initialize(&u, 0);
    assert_near(unit_get(&u, "p1"), 3170846.15384615384615, 1e-9);
    assert_near(unit_get(&u, "p2"), 4529153.84615384615385, 1e-9);
    assert_near(unit_get(&u, "kappa_start"), 0.454345589598051251, 1.2e-16);
    assert_near(unit_get(&u, "f_h"), 8829, 1e-10);
    unit_close(&u);
}

/* Up to 99.9 % of the largest force, with other pressures and areas too: the closed form. */
static void every_equilibrium_is_that_of_the_closed_form(void **state)
{
    (void)state;
    struct unit_under_test u;
    unit_open(&u, b, fmi2CoSimulation);
    for (int k = -40; k <= 40; k++) {
        struct oracle_parameters p = oracle_default();
        assert_int_equal(b->Reset(u.component), fmi2OK);
        p.p_P = 7.6e6 + 1e5 * k;
        p.a_p = 65e-4 * (1 + 0.01 * k);
        unit_set(&u, "p_P", (double)p.p_P);
        unit_set(&u, "a_p", (double)p.a_p);
        const double force = 0.999 * k / 40 * (double)(p.a_p * (p.p_P - p.p_T));
        unit_set(&u, "f_h_static", force);
        unit_initialize(&u, 0);
        long double p1, p2, kappa;
        oracle_equilibrium(&p, force, &p1, &p2, &kappa);
        assert_near(unit_get(&u, "p1"), (double)p1, 1e-14 * (double)p.p_P);
        assert_near(unit_get(&u, "p2"), (double)p2, 1e-14 * (double)p.p_P);
        assert_near(unit_get(&u, "kappa_start"), (double)kappa, 1e-13);
    }
    unit_close(&u);
}

static void without_equilibrium_the_parameters_say_where_it_starts(void **state)
{
    (void)state;
    struct unit_under_test u;
    unit_open(&u, b, fmi2CoSimulation);
    unit_set_boolean(&u, "start_in_equilibrium", false);
    unit_set(&u, "p1_0", 2e6);
    unit_set(&u, "p2_0", 3e6);
    unit_set(&u, "kappa_0", 0.4);
    unit_initialize(&u, 0);
    assert_true(unit_get(&u, "p1") == 2e6 && unit_get(&u, "p2") == 3e6 && unit_get(&u, "kappa_start") == 0.4);
    unit_close(&u);
}

/* Eqs. 19 and 20, at times between and on the kinks. */
static void the_spool_follows_the_manoeuvres(void **state)
{
    (void)state;
    for (int manoeuvre = 1; manoeuvre <= 2; manoeuvre++) {
        struct oracle_parameters p = oracle_default();
        p.manoeuvre = manoeuvre;
        struct unit_under_test u;
        unit_open(&u, b, fmi2ModelExchange);
        unit_set_integer(&u, "manoeuvre", manoeuvre);
        unit_initialize(&u, 0);
        for (int k = 0; k <= 20000; k++) {
            const double t = k * 5e-4;
            assert_int_equal(b->SetTime(u.component, t), fmi2OK);
            assert_near(unit_get(&u, "spool"), (double)oracle_kappa(&p, t), 2e-14);
        }
        unit_close(&u);
    }
}

static void pressure_rates_agree_with_the_oracle(void **state)
{
    (void)state;
    struct unit_under_test u;
    unit_open(&u, b, fmi2CoSimulation);
    unit_set_integer(&u, "manoeuvre", 0);
    unit_initialize(&u, 0);
    const struct oracle_parameters p = oracle_default();
    for (int k = 0; k < 100; k++) { /* also below the tank's and above the pump's pressure */
        const double p1 = 2e4 + 9e4 * k, p2 = 9e6 - 8.95e4 * k, s = 0.4 + 0.002 * k, ds = 0.3 - 0.006 * k,
                     kappa = 0.01 * k;
        unit_set(&u, "p1", p1);
        unit_set(&u, "p2", p2);
        unit_set(&u, "s", s);
        unit_set(&u, "ds", ds);
        unit_set(&u, "kappa", kappa);
        long double rates[2];
        oracle_pressure_rates(&p, s, ds, kappa, (const long double[2]){p1, p2}, rates);
        assert_near(unit_get(&u, "der(p1)"), (double)rates[0], 1e-13 * fabs((double)rates[0]) + 1e-4);
        assert_near(unit_get(&u, "der(p2)"), (double)rates[1], 1e-13 * fabs((double)rates[1]) + 1e-4);
        assert_near(unit_get(&u, "l_1") + unit_get(&u, "l_2"), 0.442, 1e-15);
    }
    unit_close(&u);
}

/* Forward Euler breaks down beyond |1 + h lambda| = 1, with the stiffest eigenvalue of the pressures at the start, d(dp)/dp of a
 * chamber (in M1 at 0.2492 ms: recomputed.h). The stiff solvers do not care. */
static void the_stiff_solvers_stand_steps_that_euler_does_not(void **state)
{
    (void)state;
    struct unit_under_test u;
    unit_open(&u, b, fmi2CoSimulation);
    unit_initialize(&u, 0);
    double lambda = 0;
    for (int i = 1; i <= 2; i++) {
        const char *pressure = i == 1 ? "p1" : "p2", *rate = i == 1 ? "der(p1)" : "der(p2)";
        const fmi2ValueReference unknown = binary_reference(b, rate), known = binary_reference(b, pressure);
        double slope = NAN;
        assert_int_equal(b->GetDirectionalDerivative(u.component, &unknown, 1, &known, 1, &(double){1}, &slope),
                         fmi2OK);
        lambda = fmax(lambda, -slope);
    }
    for (int solver = 1; solver <= 4; solver++) {
        assert_int_equal(b->Reset(u.component), fmi2OK);
        unit_set_integer(&u, "solver", solver);
        unit_set(&u, "step_size", 2.1 / lambda);
        unit_initialize(&u, 0);
        unit_set(&u, "p1", unit_get(&u, "p1") + 1e3);
        unit_set(&u, "p2", unit_get(&u, "p2") - 1e3);
        fmi2Status status = fmi2OK;
        for (int k = 0; k < 200 && status == fmi2OK; k++)
            status = b->DoStep(u.component, k * 2.1 / lambda, 2.1 / lambda, fmi2True);
        const double left = status == fmi2OK ? fmax(fabs(unit_get(&u, "p1") - 3170846.153846),
                                                    fabs(unit_get(&u, "p2") - 4529153.846154))
                                             : INFINITY;
        if (solver == 1)
            assert_true(left > 1e3);
        else
            assert_true(left < 1);
    }
    unit_close(&u);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_documents_equilibrium_is_found_to_full_precision),
        cmocka_unit_test(every_equilibrium_is_that_of_the_closed_form),
        cmocka_unit_test(without_equilibrium_the_parameters_say_where_it_starts),
        cmocka_unit_test(the_spool_follows_the_manoeuvres),
        cmocka_unit_test(pressure_rates_agree_with_the_oracle),
        cmocka_unit_test(the_stiff_solvers_stand_steps_that_euler_does_not),
    };
    return cmocka_run_group_tests(tests, load, unload);
}
