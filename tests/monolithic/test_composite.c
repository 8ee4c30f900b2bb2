/* Models coupled without steps between: LIM's manipulator with its hydraulics, against the independent computation. */
#include "monolithic/composite.h"
#include "monolithic/model_instance.h"
#include "fmu_multibody/manipulator/manipulator.h"
#include "fmu_hydraulics/manipulator/manipulator_hydraulics.h"
#include "tests/oracle/lim_oracle.h"
#include "monolithic/newton_trapezoid.h"
#include "numerics/solver.h"
#include "tests/testing.h"

#include <stdlib.h>

static const struct composite_part parts[] = {{"multibody", &manipulator_type},
                                              {"hydraulics", &manipulator_hydraulics_type}};
static const struct composite_connection by_force[] = {{"multibody.s", "hydraulics.s"},
                                                       {"multibody.ds", "hydraulics.ds"},
                                                       {"hydraulics.f_h", "multibody.f_h"},
                                                       {"multibody.f_h_static", "hydraulics.f_h_static"}};
enum { N_BY_FORCE = 4 };
static const struct composite_connection by_pressure[] = {{"multibody.s", "hydraulics.s"},
                                                          {"multibody.ds", "hydraulics.ds"},
                                                          {"hydraulics.p1", "multibody.p1"},
                                                          {"hydraulics.p2", "multibody.p2"},
                                                          {"multibody.f_h_static", "hydraulics.f_h_static"}};
enum { N_BY_PRESSURE = 5 };

struct system {
    struct composite *composite;
    struct model_instance instance;
};

static void system_open(struct system *s, const struct composite_connection *connections, size_t n, double coupling)
{
    struct model_report report = {""};
    s->composite = composite_open("lim", parts, 2, connections, n, &report);
    if (!s->composite || !model_instance_open(&s->instance, composite_type(s->composite), &report) ||
        !model_instance_set(&s->instance, "multibody.coupling", coupling, &report) ||
        !model_instance_set(&s->instance, "hydraulics.manoeuvre", 1, &report) ||
        !model_instance_initialize(&s->instance, 0, &report))
        fail_msg("%s", report.text);
}

static void system_close(struct system *s)
{
    model_instance_close(&s->instance);
    composite_close(s->composite);
}

static void it_starts_in_the_equilibrium_of_both(void **state)
{
    (void)state;
    struct system s;
    struct model_report report = {""};
    system_open(&s, by_force, N_BY_FORCE, 1);
    assert_near(*model_instance_find(&s.instance, "hydraulics.p1"), 3170846.15384615, 1e-6); /* eq. 18 */
    assert_near(*model_instance_find(&s.instance, "hydraulics.p2"), 4529153.84615385, 1e-6);
    assert_true(model_instance_update(&s.instance, 0, &report));
    for (size_t i = 0; i < s.instance.layout.count[MODEL_STATE]; i++)
        assert_near(s.instance.dx[i], 0, 1e-6); /* Pa/s of some MPa */
    system_close(&s);
}

static void rates_are_those_of_the_whole_with_either_coupling(void **state)
{
    (void)state;
    struct oracle_parameters oracle = oracle_default();
    oracle.manoeuvre = 1;
    for (int coupling = 1; coupling <= 2; coupling++) {
        struct system s;
        struct model_report report = {""};
        system_open(&s, coupling == 1 ? by_force : by_pressure, coupling == 1 ? N_BY_FORCE : N_BY_PRESSURE, coupling);
        const long double z[6] = {0.7L, -1.2L, 0.4L, -0.9L, 3.3e6L, 4.1e6L};
        long double dz[6];
        oracle_rates(&oracle, 3, z, dz);
        for (int i = 0; i < 6; i++) /* positions, velocities, pressures: as the oracle has them */
            s.instance.x[i] = (double)z[i];
        assert_true(model_instance_update(&s.instance, 3, &report));
        for (int i = 0; i < 6; i++)
            assert_near(s.instance.dx[i], (double)dz[i], 1e-12 * fmax(1, fabs((double)dz[i])));
        system_close(&s);
    }
}

static double length_after(struct system *s, struct newton_trapezoid *p, double t)
{
    struct model_report report = {""};
    for (int i = 0; i < 6; i++)
        s->instance.x[i] = newton_trapezoid_states(p)[i];
    assert_true(model_instance_update(&s->instance, t, &report));
    return *model_instance_find(&s->instance, "multibody.s");
}

/* s1(6) of manoeuvre M1, converged. Two steps hold the law in time, where its ramps begin and end: one order of h. */
static void the_trapezoidal_rule_converges_to_the_whole_solution(void **state)
{
    (void)state;
    double error[2];
    for (int fine = 0; fine < 2; fine++) {
        struct system s;
        struct model_report report = {""};
        system_open(&s, by_force, N_BY_FORCE, 1);
        const struct newton_trapezoid_options options = newton_trapezoid_default();
        struct newton_trapezoid *p =
            newton_trapezoid_open(s.instance.type, s.instance.constants, s.instance.scratch, &options, &report);
        assert_true(newton_trapezoid_start(p, 0, s.instance.m, s.instance.x, s.instance.u, &report));
        const int n = fine ? 24000 : 6000;
        for (int i = 0; i < n; i++)
            if (!newton_trapezoid_step(p, 6.0 / n * i, 6.0 / n, &report))
                fail_msg("%s", report.text);
        error[fine] = fabs(length_after(&s, p, 6) - 0.596037006167);
        newton_trapezoid_close(p);
        system_close(&s);
    }
    assert_true(error[0] < 1e-4);
    assert_true(error[1] < error[0] / 3);
}

static void cvode_finds_the_whole_solution(void **state)
{
    (void)state;
    struct system s;
    struct model_report report = {""};
    system_open(&s, by_pressure, N_BY_PRESSURE, 2);
    struct solver *solver = solver_open(s.instance.type, &report);
    const struct solver_settings settings = {SOLVER_ARKODE, 1, 1e-11, 1e-11};
    const struct solver_problem problem = {
        .type = s.instance.type,
        .layout = &s.instance.layout,
        .constants = s.instance.constants,
        .scratch = s.instance.scratch,
        .m = s.instance.m,
        .inputs = {
            .u0 = s.instance.u, .u1 = s.instance.u, .u2 = s.instance.u, .n = s.instance.layout.count[MODEL_INPUT]}};
    double reached;
    assert_true(solver_prepare(solver, &settings, &report));
    if (!solver_step(solver, &settings, &problem, 0, 6, s.instance.x, s.instance.q, &reached, &report))
        fail_msg("%s", report.text);
    assert_true(model_instance_update(&s.instance, 6, &report));
    assert_near(*model_instance_find(&s.instance, "multibody.s"), 0.596037006167, 1e-8);
    solver_close(solver);
    system_close(&s);
}

static void wrong_connections_are_refused_by_name(void **state)
{
    (void)state;
    static const struct {
        struct composite_connection connection;
        const char *text;
    } wrong[] = {
        {{"multibody.sd", "hydraulics.s"}, "there is no variable \"multibody.sd\" to connect from"},
        {{"multibody.s", "hydraulic.s"}, "there is no variable \"hydraulic.s\" to connect to"},
        {{"multibody.L", "hydraulics.s"}, "\"multibody.L\" is neither an output nor a state"},
        {{"multibody.s", "hydraulics.p1"}, "\"hydraulics.p1\" is no input"},
    };
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        struct model_report report = {""};
        assert_null(composite_open("lim", parts, 2, &wrong[i].connection, 1, &report));
        assert_string_equal(report.text, wrong[i].text);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(it_starts_in_the_equilibrium_of_both),
        cmocka_unit_test(rates_are_those_of_the_whole_with_either_coupling),
        cmocka_unit_test(the_trapezoidal_rule_converges_to_the_whole_solution),
        cmocka_unit_test(cvode_finds_the_whole_solution),
        cmocka_unit_test(wrong_connections_are_refused_by_name),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
