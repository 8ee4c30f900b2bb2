/* Model Exchange: both FMUs evaluated together as one set of equations, integrated here from event to event. */
#include "tests/testing.h"

#include "tests/fmi/fmu_under_test.h"
#include "tests/oracle/lim_oracle.h"

#include <stdlib.h>
#include <string.h>

struct pair {
    struct binary *binary[2];
    struct unit_under_test mechanism, hydraulics;
};

static void pair_open(struct pair *p, int manoeuvre)
{
    p->binary[0] = binary_open("Manipulator");
    p->binary[1] = binary_open("ManipulatorHydraulics");
    unit_open(&p->mechanism, p->binary[0], fmi2ModelExchange);
    unit_open(&p->hydraulics, p->binary[1], fmi2ModelExchange);
    unit_set_integer(&p->hydraulics, "manoeuvre", manoeuvre);
    unit_initialize(&p->mechanism, 0);
    unit_initialize(&p->hydraulics, 0);
}

static void pair_close(struct pair *p)
{
    unit_close(&p->mechanism);
    unit_close(&p->hydraulics);
    binary_close(p->binary[0]);
    binary_close(p->binary[1]);
}

/* One event iteration of an FMU; the next time event, or INFINITY. */
static double event(const struct unit_under_test *u, double t, bool first)
{
    const struct binary *b = u->binary;
    fmi2EventInfo info;
    if (!first)
        assert_int_equal(b->EnterEventMode(u->component), fmi2OK);
    assert_int_equal(b->SetTime(u->component, t), fmi2OK);
    assert_int_equal(b->NewDiscreteStates(u->component, &info), fmi2OK);
    assert_false(info.newDiscreteStatesNeeded || info.terminateSimulation);
    assert_int_equal(b->EnterContinuousTimeMode(u->component), fmi2OK);
    return info.nextEventTimeDefined ? info.nextEventTime : INFINITY;
}

/* The rates of all six states, the values moved between the FMUs as f-s coupling without any delay. */
static void rates(struct pair *p, double t, const double z[6], double dz[6])
{
    static const char *const moved[2] = {"s", "ds"};
    const struct binary *mb = p->binary[0], *hb = p->binary[1];
    assert_int_equal(mb->SetTime(p->mechanism.component, t), fmi2OK);
    assert_int_equal(hb->SetTime(p->hydraulics.component, t), fmi2OK);
    assert_int_equal(mb->SetContinuousStates(p->mechanism.component, z, 4), fmi2OK);
    assert_int_equal(hb->SetContinuousStates(p->hydraulics.component, z + 4, 2), fmi2OK);
    for (int i = 0; i < 2; i++)
        unit_set(&p->hydraulics, moved[i], unit_get(&p->mechanism, moved[i]));
    unit_set(&p->mechanism, "f_h", unit_get(&p->hydraulics, "f_h"));
    assert_int_equal(mb->GetDerivatives(p->mechanism.component, dz, 4), fmi2OK);
    assert_int_equal(hb->GetDerivatives(p->hydraulics.component, dz + 4, 2), fmi2OK);
}

static void runge_kutta(struct pair *p, double t, double h, double z[6])
{
    static const double node[4] = {0, 0.5, 0.5, 1};
    double k[4][6], at[6];
    for (int stage = 0; stage < 4; stage++) {
        for (int i = 0; i < 6; i++)
            at[i] = stage == 0 ? z[i] : z[i] + h * node[stage] * k[stage - 1][i];
        rates(p, t + node[stage] * h, at, k[stage]);
    }
    for (int i = 0; i < 6; i++)
        z[i] += h / 6 * (k[0][i] + 2 * k[1][i] + 2 * k[2][i] + k[3][i]);
}

static void events_are_announced_and_the_joint_solution_is_the_converged_one(void **state)
{
    (void)state;
    static const struct {
        int manoeuvre;
        double stop, events[4];
    } cases[] = {{1, 3, {2, 2.001, 6, 6.002}}, {2, 2, {1, 8, 9, INFINITY}}};
    for (int c = 0; c < 2; c++) {
        struct oracle_parameters parameters = oracle_default();
        parameters.manoeuvre = cases[c].manoeuvre;
        double expected[4 * 6];
        oracle_solve(&parameters, 5e-5L, 1, cases[c].stop, expected);

        struct pair p;
        pair_open(&p, cases[c].manoeuvre);
        double z[6], t = 0;
        assert_int_equal(p.binary[0]->GetContinuousStates(p.mechanism.component, z, 4), fmi2OK);
        assert_int_equal(p.binary[1]->GetContinuousStates(p.hydraulics.component, z + 4, 2), fmi2OK);
        assert_true(event(&p.mechanism, 0, true) == INFINITY);
        double next = event(&p.hydraulics, 0, true);
        for (int e = 0; t < cases[c].stop; e++) {
            assert_near(next, cases[c].events[e], 0);
            const double end = fmin(next, cases[c].stop);
            const double n = ceil((end - t) / 1e-4 - 1e-9);
            for (double i = 0; i < n; i++)
                runge_kutta(&p, t + (end - t) / n * i, (end - t) / n, z);
            t = end;
            if (t == next)
                next = event(&p.hydraulics, t, false);
        }
        const double *last = expected + 6 * lround(cases[c].stop);
        for (int i = 0; i < 4; i++)
            assert_near(z[i], last[i], 2e-10);
        for (int i = 4; i < 6; i++)
            assert_near(z[i], last[i], 1e-10 * last[i] + 1e-2); /* 0.01 Pa: truncation of the steps used here */
        pair_close(&p);
    }
}

static void counts_and_nominals_are_those_of_the_states(void **state)
{
    (void)state;
    struct pair p;
    pair_open(&p, 1);
    double values[5];
    fmi2Component c = p.hydraulics.component;
    assert_int_equal(p.binary[1]->GetNominalsOfContinuousStates(c, values, 2), fmi2OK);
    assert_true(values[0] == 1e6 && values[1] == 1e6);
    assert_int_equal(p.binary[1]->GetDerivatives(c, values, 3), fmi2Error);
    assert_non_null(strstr(p.hydraulics.last_message, "3 values, but there are 2"));
    assert_int_equal(p.binary[1]->GetEventIndicators(c, NULL, 0), fmi2OK);
    assert_int_equal(p.binary[1]->GetEventIndicators(c, values, 1), fmi2Error);
    pair_close(&p);
}

/* At rest in M1 until 2 s: all rates vanish, to rounding of rates that are 1e10 Pa/s per m/s. */
static void the_start_is_an_equilibrium(void **state)
{
    (void)state;
    struct pair p;
    pair_open(&p, 1);
    double dx[4], dp[2];
    assert_int_equal(p.binary[0]->GetDerivatives(p.mechanism.component, dx, 4), fmi2OK);
    assert_int_equal(p.binary[1]->GetDerivatives(p.hydraulics.component, dp, 2), fmi2OK);
    for (int i = 0; i < 4; i++)
        assert_near(dx[i], 0, 1e-13);
    for (int i = 0; i < 2; i++)
        assert_near(dp[i], 0, 1e-4);
    pair_close(&p);
}

static void a_state_outside_the_domain_asks_for_a_smaller_step(void **state)
{
    (void)state;
    struct pair p;
    pair_open(&p, 1);
    event(&p.hydraulics, 0, true);
    double dp[2];
    const double beyond[2] = {3e6, 4e8};
    assert_int_equal(p.binary[1]->SetContinuousStates(p.hydraulics.component, beyond, 2), fmi2OK);
    assert_int_equal(p.binary[1]->GetDerivatives(p.hydraulics.component, dp, 2), fmi2Discard);
    assert_non_null(strstr(p.hydraulics.last_message, "p2 = 4e+08 Pa"));
    const double inside[2] = {3e6, 4e6};
    assert_int_equal(p.binary[1]->SetContinuousStates(p.hydraulics.component, inside, 2), fmi2OK);
    assert_int_equal(p.binary[1]->GetDerivatives(p.hydraulics.component, dp, 2), fmi2OK);
    pair_close(&p);
}

/* FMI 2.0, 3.2.3: in event mode, not while an integrator is under way. What follows from it is there at once. */
static void a_tunable_parameter_is_set_in_event_mode(void **state)
{
    (void)state;
    struct binary *b = binary_open("Manipulator");
    struct unit_under_test u, fresh;
    const fmi2ValueReference mass = binary_reference(b, "m_h"), length = binary_reference(b, "L");
    const double heavy = 150;
    double before[4], told[4], begun[4];
    unit_open(&u, b, fmi2ModelExchange);
    unit_open(&fresh, b, fmi2ModelExchange);
    unit_set(&fresh, "m_h", heavy);
    unit_initialize(&u, 0);
    unit_initialize(&fresh, 0);
    assert_int_equal(b->GetDerivatives(u.component, before, 4), fmi2OK);
    event(&u, 0, true);
    assert_int_equal(b->SetReal(u.component, &mass, 1, &heavy), fmi2Error);
    assert_non_null(strstr(u.last_message, "the tunable parameter m_h can be set in event mode only"));
    assert_int_equal(b->EnterEventMode(u.component), fmi2OK);
    assert_int_equal(b->SetReal(u.component, &length, 1, &heavy), fmi2Error);
    assert_non_null(strstr(u.last_message, "the parameter L is fixed"));
    assert_int_equal(b->SetReal(u.component, &mass, 1, &heavy), fmi2OK);
    assert_int_equal(b->GetDerivatives(u.component, told, 4), fmi2OK);
    assert_int_equal(b->GetDerivatives(fresh.component, begun, 4), fmi2OK);
    assert_memory_equal(told, begun, sizeof told);
    assert_true(told[2] != before[2]);
    unit_close(&u);
    unit_close(&fresh);
    binary_close(b);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(events_are_announced_and_the_joint_solution_is_the_converged_one),
        cmocka_unit_test(counts_and_nominals_are_those_of_the_states),
        cmocka_unit_test(the_start_is_an_equilibrium),
        cmocka_unit_test(a_tunable_parameter_is_set_in_event_mode),
        cmocka_unit_test(a_state_outside_the_domain_asks_for_a_smaller_step),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
