/* Circuits in motion: Publication II's system with every friction law against the converged values, a cylinder at its stop, a
 * pressure that falls to zero, a spool that jumps. */
#include "tests/testing.h"

#include "tests/fmu_hydraulics/circuit_files.h"
#include "monolithic/composite.h"
#include "fmu_multibody/mechanism/mechanism_file.h"
#include "numerics/solver.h"

#include <stdlib.h>
#include <string.h>

static struct model_report report;

/* A model that runs, with error control unless it says otherwise. */
struct run {
    struct mechanism_file *mechanism;
    struct circuit_model *circuit;
    struct composite *coupled;
    struct model_instance live;
    struct solver *solver;
    struct solver_settings settings;
};

static void run_start(struct run *r, const struct model_type *type)
{
    r->settings = (struct solver_settings){SOLVER_ARKODE, 1e-3, 1e-10, 1e-10};
    if (!model_instance_open(&r->live, type, &report) || !model_instance_initialize(&r->live, 0, &report))
        fail_msg("%s", report.text);
    r->solver = solver_open(type, &report);
    assert_true(r->solver && solver_prepare(r->solver, &r->settings, &report));
}

static bool run_to(struct run *r, double t, double end, double *reached)
{
    const struct solver_problem problem = {
        .type = r->live.type,
        .layout = &r->live.layout,
        .constants = r->live.constants,
        .scratch = r->live.scratch,
        .m = r->live.m,
        .inputs = {.t0 = t, .u0 = r->live.u, .u1 = r->live.u, .u2 = r->live.u, .n = r->live.layout.count[MODEL_INPUT]}};
    if (!solver_step(r->solver, &r->settings, &problem, t, end - t, r->live.x, r->live.q, reached, &report))
        return false;
    return model_instance_update(&r->live, end, &report);
}

static void run_on(struct run *r, double t, double end)
{
    double reached;
    if (!run_to(r, t, end, &reached))
        fail_msg("at t = %g s: %s", reached, report.text);
}

static void run_close(struct run *r)
{
    solver_close(r->solver);
    model_instance_close(&r->live);
    composite_close(r->coupled);
    circuit_model_close(r->circuit);
    mechanism_file_close(r->mechanism);
}

static void run_start_coupled(struct run *r, const char *mechanism, const char *circuit)
{
    static const struct composite_connection connections[] = {
        {"multibody.cylinder.length", "hydraulics.cylinder.length"},
        {"multibody.cylinder.rate", "hydraulics.cylinder.rate"},
        {"multibody.cylinder.force_static", "hydraulics.cylinder.force_static"},
        {"hydraulics.cylinder.force", "multibody.cylinder.force"}};
    struct notation_error error;
    *r = (struct run){.circuit = circuit_opened(circuit)};
    r->mechanism = mechanism_file_read(mechanism, strlen(mechanism), "mechanism.json", &error);
    if (!r->mechanism)
        fail_msg("%s", error.text);
    const struct composite_part parts[] = {{"multibody", mechanism_file_type(r->mechanism)},
                                           {"hydraulics", circuit_model_type(r->circuit)}};
    r->coupled = composite_open("system", parts, 2, connections, 4, &report);
    if (!r->coupled)
        fail_msg("%s", report.text);
    run_start(r, composite_type(r->coupled));
}

/* z1 and p1 of the converged runs of Publication II at 3 s (benchmarks/reference, computed anew by the target `regenerate`). */
static void publication_2_moves_as_converged_with_every_friction_law(void **state)
{
    (void)state;
    static const struct {
        const char *law;
        double z1, p1;
    } rows[] = {
        {"Bengisu-Akay", 0.717085769553797, 2427231.77259893},
        {"Brown-McPhee", 0.717142912132841, 2427456.34861941},
        {"LuGre", 0.717229235716811, 2424308.98194572},
        {"modified LuGre", 0.71718351382223, 2424944.97646030},
    };
    char *mechanism = circuit_file("../mechanisms/lut2-four-bar.json"), *circuit = circuit_file("lut2-four-bar.json");
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char *changed = circuit_changed(circuit, "Brown-McPhee", rows[i].law);
        struct run r;
        run_start_coupled(&r, mechanism, changed);
        assert_near(circuit_get(&r.live, "hydraulics.V2.p"), 2753284.89263337, 1e-4);
        run_on(&r, 0, 3);
        assert_near(circuit_get(&r.live, "multibody.z1"), rows[i].z1, 2e-8);
        assert_near(circuit_get(&r.live, "hydraulics.V1.p"), rows[i].p1, 1e-6 * rows[i].p1);
        run_close(&r);
        free(changed);
    }
    free(circuit);
    free(mechanism);
}

/* A mass on the cylinder, without gravity. */
static const char slider[] =
    "{\"type\": \"mechanism\", \"name\": \"Slider\", \"gravity\": [0, 0, 0],\n"
    " \"bodies\": {\"mass\": {\"mass\": 500}},\n"
    " \"joints\": {\"x\": {\"type\": \"prismatic\", \"parent\": \"ground\", \"child\": \"mass\", \"axis\": [1, 0, 0], "
    "\"start\": 2.2}},\n"
    " \"actuators\": {\"cylinder\": {\"from\": {\"body\": \"ground\"}, \"to\": {\"body\": \"mass\"}}}}";

/* The valve stays open, the piston runs into its stop and rests there: pump pressure on one side, tank pressure on the other, and
 * the stop deep enough to hold the rest, A2 p_P - A3 p_T = k d. */
static void a_cylinder_rests_at_its_stop(void **state)
{
    (void)state;
    char *text = circuit_file("lut2-four-bar.json");
    char *stops = circuit_changed(
        text, "\"wall_modulus\"",
        "\"stops\": {\"stiffness\": 1e8, \"damping\": 5}, \"dead_lengths\": [0.01, 0.01], \"wall_modulus\"");
    char *open = circuit_changed(
        stops,
        "\"command\": {\"type\": \"steps\", \"time\": [0, 1, 2.5, 5, 8], \"value\": [0, \"U_ref\", 0, \"-U_ref\", 0]}",
        "\"command\": {\"type\": \"step\", \"to\": 10, \"time\": 0.1}");
    struct run r;
    run_start_coupled(&r, slider, open);
    run_on(&r, 0, 30);
    const double A2 = 5.02654824574367e-3, A3 = 4.0644354955818e-3, force = A2 * 7.6e6 - A3 * 0.1e6;
    assert_near(circuit_get(&r.live, "hydraulics.V2.p"), 7.6e6, 1);
    assert_near(circuit_get(&r.live, "hydraulics.V3.p"), 0.1e6, 1);
    assert_near(circuit_get(&r.live, "multibody.x"), 1.43 + 0.9 + force / 1e8, 1e-9);
    run_close(&r);

    /* Without stops the run ends where the chamber does, and says so. */
    char *bare = circuit_changed(
        text,
        "\"command\": {\"type\": \"steps\", \"time\": [0, 1, 2.5, 5, 8], \"value\": [0, \"U_ref\", 0, \"-U_ref\", 0]}",
        "\"command\": {\"type\": \"step\", \"to\": 10, \"time\": 0.1}");
    run_start_coupled(&r, slider, bare);
    double reached;
    assert_false(run_to(&r, 0, 30, &reached));
    assert_true(reached > 0.1 && reached < 5);
    assert_non_null(strstr(report.text, "has reached its extended end: chamber B has no length left"));
    run_close(&r);
    free(bare);
    free(open);
    free(stops);
    free(text);
}

/* The valve closed and the piston pulled out: p2 falls to zero, as dp = -B_e A2 ds/V2 says, after 0.2 % of the volume. */
static void a_pressure_that_falls_to_zero_ends_the_run(void **state)
{
    (void)state;
    char *text = circuit_file("agundez-four-bar.json");
    struct run r = {.circuit = circuit_opened(text)};
    run_start(&r, circuit_model_type(r.circuit));
    *model_instance_find(&r.live, "cylinder.rate") = 0.01; /* the length itself stays: the first-order effect alone */
    double reached;
    assert_false(run_to(&r, 0, 10, &reached));
    /* p1 and p2 fall together: V1/B_e1 + V2/B_e2 take 2.82 MPa at the flow A2 ds. */
    const double capacity = 4.71e-5 / 402439024.3902439 + 0.0015393644737231008 / 1360817369.7890432;
    assert_near(reached, 2820478.97 * capacity / (5.026548245743669e-3 * 0.01), 3e-3);
    assert_non_null(strstr(report.text, "the pressure in volume V2 has fallen to"));
    assert_non_null(strstr(report.text, "a check valve from the tank can feed it"));
    run_close(&r);

    /* With that check valve the oil comes from the tank, and the run goes on. */
    char *fed =
        circuit_changed(text, "\"cylinders\": {",
                        "\"pressure_valves\": {\"feed\": {\"type\": \"check\", \"from\": \"tank\", \"to\": \"V2\","
                        " \"flow_coefficient\": 1e-5, \"span\": 1e4}}, \"cylinders\": {");
    r = (struct run){.circuit = circuit_opened(fed)};
    run_start(&r, circuit_model_type(r.circuit));
    *model_instance_find(&r.live, "cylinder.rate") = 0.01;
    run_on(&r, 0, 0.1);
    *model_instance_find(&r.live, "cylinder.rate") = 0; /* V3 is compressed meanwhile and would burst */
    assert_true(circuit_get(&r.live, "V2.p") > 0 && circuit_get(&r.live, "V2.p") < 1e5);
    assert_near(circuit_get(&r.live, "feed.flow"), 5.026548245743669e-3 * 0.01, 1e-9);
    run_close(&r);
    free(fed);
    free(text);
}

static double p1_after_jump(enum solver_kind kind, double step)
{
    char *text = circuit_file("lim-manipulator.json");
    char *jump = circuit_changed(text,
                                 "{\"type\": \"table\", \"time\": [\"t_a\", \"t_a + t_r\", \"t_b\", \"t_b + 2*t_r\"], "
                                 "\"value\": [0, -0.01, -0.01, 0.02]}",
                                 "{\"type\": \"step\", \"to\": 0.02, \"time\": \"sqrt(2)/100\"}");
    struct run r = {.circuit = circuit_opened(jump)};
    run_start(&r, circuit_model_type(r.circuit));
    r.settings.kind = kind;
    r.settings.step_size = step;
    r.settings.rel_tol = r.settings.abs_tol = 1e-13;
    for (int k = 0; k < 16; k++) /* it falls inside of a communication step, and of a micro step */
        run_on(&r, k * 1e-3, (k + 1) * 1e-3);
    const double p = circuit_get(&r.live, "V1.p");
    run_close(&r);
    free(jump);
    free(text);
    return p;
}

/* A spool without inertia jumps in the middle of a step: fixed steps stop there, and keep their order. */
static void a_jump_of_the_spool_does_not_cost_the_order(void **state)
{
    (void)state;
    const double exact = p1_after_jump(SOLVER_ARKODE, 1e-3);
    assert_true(fabs(exact - 3170846.153846) > 1e4);
    const double coarse = fabs(p1_after_jump(SOLVER_RUNGE_KUTTA, 1e-4) - exact),
                 fine = fabs(p1_after_jump(SOLVER_RUNGE_KUTTA, 5e-5) - exact);
    assert_true(coarse > 1e-4 && fine < coarse / 10 && fine < 2e3);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(publication_2_moves_as_converged_with_every_friction_law),
        cmocka_unit_test(a_cylinder_rests_at_its_stop),
        cmocka_unit_test(a_pressure_that_falls_to_zero_ends_the_run),
        cmocka_unit_test(a_jump_of_the_spool_does_not_cost_the_order),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
