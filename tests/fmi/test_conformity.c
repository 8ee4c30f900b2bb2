/* Rules of FMI 2.0 that importers come upon late: derivatives before values, states saved in initialization mode or for the
 * other interface, a tolerance of 0, and what unknowns depend on at initialization. */
#include "tests/testing.h"

#include "tests/fmi/fmu_under_test.h"

#include <stdlib.h>
#include <string.h>

/* ---- input derivatives ---- */

static void derive(struct unit_under_test *u, const char *input, int order, double value)
{
    const fmi2ValueReference ref = binary_reference(u->binary, input);
    assert_int_equal(u->binary->SetRealInputDerivatives(u->component, &ref, 1, &order, &value), fmi2OK);
}

static void step(struct unit_under_test *u, double t, double H)
{
    assert_int_equal(u->binary->DoStep(u->component, t, H, fmi2True), fmi2OK);
}

/* s after two steps of 50 ms in which f_h = 8829 + a t, set at both communication points: the value first, or its slope. */
static double moved(const struct binary *b, bool slope_first, double a, bool slope_again)
{
    struct unit_under_test u;
    unit_open(&u, b, fmi2CoSimulation);
    unit_set_integer(&u, "solver", 2);
    unit_initialize(&u, 0);
    for (int i = 0; i < 2; i++) {
        const bool slope = i == 0 || slope_again;
        if (slope && slope_first)
            derive(&u, "f_h", 1, a);
        unit_set(&u, "f_h", 8829 + a * 0.05 * i);
        if (slope && !slope_first)
            derive(&u, "f_h", 1, a);
        step(&u, 0.05 * i, 0.05);
    }
    const double s = unit_get(&u, "s");
    unit_close(&u);
    return s;
}

static void derivatives_may_come_before_the_value(void **state)
{
    (void)state;
    struct binary *b = binary_open("Manipulator");
    const double usual = moved(b, false, 20000, true), reversed = moved(b, true, 20000, true);
    assert_memory_equal(&usual, &reversed, sizeof usual);
    /* A value alone ends the polynomial: the second step holds it. */
    const double held = moved(b, false, 20000, false), held_too = moved(b, true, 20000, false);
    assert_memory_equal(&held, &held_too, sizeof held);
    assert_true(usual - held > 1e-6);
    binary_close(b);
}

/* A slope that is set anew ends a second derivative that was set for the step before: the same as a parabola with none. */
static void derivatives_of_the_step_before_are_over(void **state)
{
    (void)state;
    struct binary *b = binary_open("Manipulator");
    double s[2];
    for (int i = 0; i < 2; i++) {
        struct unit_under_test u;
        unit_open(&u, b, fmi2CoSimulation);
        unit_set_integer(&u, "solver", 2);
        unit_initialize(&u, 0);
        derive(&u, "f_h", 1, 1000);
        derive(&u, "f_h", 2, 4e5);
        step(&u, 0, 0.05);
        derive(&u, "f_h", 1, 2000);
        if (i == 1)
            derive(&u, "f_h", 2, 0);
        step(&u, 0.05, 0.05);
        s[i] = unit_get(&u, "s");
        unit_close(&u);
    }
    assert_memory_equal(&s[0], &s[1], sizeof s[0]);
    binary_close(b);
}

/* ---- states ---- */

static void begin_initialization(struct unit_under_test *u, const struct binary *b, double m_h)
{
    unit_open(u, b, fmi2CoSimulation);
    unit_set(u, "m_h", m_h);
    assert_int_equal(b->SetupExperiment(u->component, fmi2False, 0, 0, fmi2False, 0), fmi2OK);
    assert_int_equal(b->EnterInitializationMode(u->component), fmi2OK);
}

static void a_state_of_initialization_mode_brings_its_parameters(void **state)
{
    (void)state;
    struct binary *b = binary_open("Manipulator");
    struct unit_under_test u, other;
    begin_initialization(&u, b, 100);
    const double s = unit_get(&u, "s");
    fmi2FMUstate saved = NULL;
    assert_int_equal(b->GetFMUstate(u.component, &saved), fmi2OK);
    unit_set(&u, "m_h", 700);
    unit_set(&u, "L", 1.3);
    assert_true(unit_get(&u, "s") != s);
    assert_int_equal(b->SetFMUstate(u.component, saved), fmi2OK);
    begin_initialization(&other, b, 100);
    assert_near(unit_get(&u, "der(dtheta1)"), unit_get(&other, "der(dtheta1)"), 0);
    assert_near(unit_get(&u, "f_h_static"), unit_get(&other, "f_h_static"), 0);
    assert_int_equal(b->FreeFMUstate(u.component, &saved), fmi2OK);
    unit_close(&u);
    unit_close(&other);
    binary_close(b);
}

static void a_state_fits_its_own_interface_only(void **state)
{
    (void)state;
    struct binary *b = binary_open("Manipulator");
    struct unit_under_test slave, model;
    unit_open(&slave, b, fmi2CoSimulation);
    unit_open(&model, b, fmi2ModelExchange);
    unit_initialize(&slave, 0);
    unit_initialize(&model, 0);
    fmi2FMUstate saved = NULL, made = NULL;
    size_t size = 0;
    assert_int_equal(b->GetFMUstate(slave.component, &saved), fmi2OK);
    assert_int_equal(b->SetFMUstate(model.component, saved), fmi2Error);
    assert_non_null(strstr(model.last_message, "Model Exchange"));
    assert_int_equal(b->SerializedFMUstateSize(slave.component, saved, &size), fmi2OK);
    char *bytes = malloc(size);
    assert_non_null(bytes);
    assert_int_equal(b->SerializeFMUstate(slave.component, saved, bytes, size), fmi2OK);
    assert_int_equal(b->DeSerializeFMUstate(model.component, bytes, size, &made), fmi2Error);
    assert_null(made);
    free(bytes);
    assert_int_equal(b->FreeFMUstate(slave.component, &saved), fmi2OK);
    unit_close(&slave);
    unit_close(&model);
    binary_close(b);
}

/* Solver 4's next step size travels with a serialized state into an instance that never stepped: not a bit differs. */
static void the_next_step_size_is_part_of_the_state(void **state)
{
    (void)state;
    struct binary *b = binary_open("ManipulatorHydraulics");
    struct unit_under_test first, second;
    unit_open(&first, b, fmi2CoSimulation);
    unit_open(&second, b, fmi2CoSimulation);
    unit_set_integer(&first, "solver", 4);
    unit_initialize(&first, 0);
    unit_initialize(&second, 0);
    for (int i = 0; i < 20; i++)
        step(&first, i * 0.01, 0.01);
    fmi2FMUstate saved = NULL, made = NULL;
    size_t size = 0;
    assert_int_equal(b->GetFMUstate(first.component, &saved), fmi2OK);
    assert_int_equal(b->SerializedFMUstateSize(first.component, saved, &size), fmi2OK);
    char *bytes = malloc(size);
    assert_non_null(bytes);
    assert_int_equal(b->SerializeFMUstate(first.component, saved, bytes, size), fmi2OK);
    assert_int_equal(b->DeSerializeFMUstate(second.component, bytes, size, &made), fmi2OK);
    assert_int_equal(b->SetFMUstate(second.component, made), fmi2OK);
    free(bytes);
    double p[2];
    struct unit_under_test *const units[2] = {&first, &second};
    for (int k = 0; k < 2; k++) {
        unit_set(units[k], "ds", 0.1); /* something moves */
        step(units[k], 0.2, 0.01);
        p[k] = unit_get(units[k], "p1");
        assert_int_equal(b->FreeFMUstate(units[k]->component, k ? &made : &saved), fmi2OK);
        unit_close(units[k]);
    }
    assert_memory_equal(&p[0], &p[1], sizeof p[0]);
    binary_close(b);
}

/* ---- the experiment ---- */

/* Tools send tolerance 0 for one that was not given (OMSimulator does): the same as none. */
static void a_tolerance_of_zero_is_none(void **state)
{
    (void)state;
    struct binary *b = binary_open("ManipulatorHydraulics");
    double p[2];
    for (int i = 0; i < 2; i++) {
        struct unit_under_test u;
        unit_open(&u, b, fmi2CoSimulation);
        unit_set_integer(&u, "solver", 4);
        assert_int_equal(b->SetupExperiment(u.component, i == 0, 0, 0, fmi2False, 0), fmi2OK);
        assert_int_equal(b->EnterInitializationMode(u.component), fmi2OK);
        assert_int_equal(b->ExitInitializationMode(u.component), fmi2OK);
        unit_set(&u, "ds", 0.1);
        step(&u, 0, 0.05);
        p[i] = unit_get(&u, "p1");
        unit_close(&u);
    }
    assert_memory_equal(&p[0], &p[1], sizeof p[0]);
    struct unit_under_test u;
    unit_open(&u, b, fmi2CoSimulation);
    assert_int_equal(b->SetupExperiment(u.component, fmi2True, -1e-6, 0, fmi2False, 0), fmi2Error);
    unit_close(&u);
    binary_close(b);
}

/* ---- initial unknowns ---- */

/* "dependencies" of the initial unknown at a place among the variables; NULL: it is not listed. */
static const char *initial_dependencies(const struct binary *b, unsigned index)
{
    char line[64];
    snprintf(line, sizeof line, "<Unknown index=\"%u\" dependencies=\"", index);
    const char *list = strstr(b->description, "<InitialUnknowns>");
    const char *unknown = list ? strstr(list, line) : NULL;
    return unknown ? unknown + strlen(line) : NULL;
}

static bool lists(const char *dependencies, unsigned index)
{
    char *end;
    for (const char *at = dependencies; *at != '"'; at = end) {
        if (strtoul(at, &end, 10) == index)
            return true;
        assert_true(end > at);
    }
    return false;
}

enum { MOST_VARIABLES = 200 };

/* All initial unknowns with one parameter changed, or none (0); false: the change is not allowed. */
static bool initial_values(const struct binary *b, unsigned n, unsigned changed, double values[MOST_VARIABLES])
{
    struct unit_under_test u;
    unit_open(&u, b, fmi2CoSimulation);
    assert_int_equal(b->SetupExperiment(u.component, fmi2False, 0, 0, fmi2False, 0), fmi2OK);
    assert_int_equal(b->EnterInitializationMode(u.component), fmi2OK);
    bool good = true;
    if (changed) {
        const fmi2ValueReference ref = changed - 1;
        double value;
        good = b->GetReal(u.component, &ref, 1, &value) == fmi2OK;
        value = value != 0 ? value * 1.01 : 0.01;
        good = good && b->SetReal(u.component, &ref, 1, &value) == fmi2OK;
    }
    for (unsigned i = 1; i <= n && good; i++) {
        const fmi2ValueReference ref = i - 1; /* in our FMUs, a variable's reference is its place */
        good = !initial_dependencies(b, i) || b->GetReal(u.component, &ref, 1, &values[i - 1]) == fmi2OK;
    }
    unit_close(&u);
    return good;
}

/* Whatever changes with a parameter says so: every initial unknown of the FMU after a change of each Real parameter. */
static void initial_unknowns_list_the_parameters_that_move_them(void **state)
{
    (void)state;
    static const char *const names[] = {"Manipulator", "ManipulatorHydraulics", "Relay"};
    for (int k = 0; k < 3; k++) {
        struct binary *b = binary_open(names[k]);
        unsigned n = 0, n_moved = 0;
        for (const char *at = b->description; (at = strstr(at, "<ScalarVariable ")); at++)
            n++;
        assert_in_range(n, 1, MOST_VARIABLES);
        double before[MOST_VARIABLES] = {0}, after[MOST_VARIABLES] = {0};
        assert_true(initial_values(b, n, 0, before));
        for (unsigned p = 1; p <= n; p++) {
            if (!initial_values(b, n, p, after))
                continue;
            for (unsigned i = 1; i <= n; i++) {
                const char *dependencies = initial_dependencies(b, i);
                if (!dependencies || before[i - 1] == after[i - 1])
                    continue;
                n_moved++;
                if (!lists(dependencies, p))
                    fail_msg("%s: variable %u changes with variable %u and does not list it", names[k], i, p);
            }
        }
        assert_true(n_moved > 0);
        binary_close(b);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(derivatives_may_come_before_the_value),
        cmocka_unit_test(derivatives_of_the_step_before_are_over),
        cmocka_unit_test(a_state_of_initialization_mode_brings_its_parameters),
        cmocka_unit_test(a_state_fits_its_own_interface_only),
        cmocka_unit_test(the_next_step_size_is_part_of_the_state),
        cmocka_unit_test(a_tolerance_of_zero_is_none),
        cmocka_unit_test(initial_unknowns_list_the_parameters_that_move_them),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
