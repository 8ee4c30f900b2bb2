/* A coupled system under a filter. */
#include "tests/linearize/running.h"

#include "estimate/estimator.h"
#include "estimate/simulate.h"

#include <signal.h>
#include <string.h>

/* LIM's manipulator in p-s coupling: the piston's speed is a matter of both angles' rates, and an input of the hydraulics. After a
 * correction the other FMU has what follows from the new states, at once. */
static void correction_reaches_the_other_component(void **state)
{
    (void)state;
    struct filter_state states[] = {{.name = "multibody.dtheta1", .sigma = 1}, {.name = "hydraulics.p2", .sigma = 1}};
    struct filter_sensor sensors[] = {{.name = "speed", .output = "multibody.ds", .sigma = 1}};
    const struct filter_file filter = {.states = states, .n_states = 2, .sensors = sensors, .n_sensors = 1};
    struct running r = start_running(LIM, (const char *const[]){"multibody.coupling=2", NULL}, NULL, PROBE_BEST);
    struct machine machine;
    assert_ok(machine_open(&machine, r.run, &filter, &error));
    assert_ok(run_advance(r.run, 0.5, &error));
    assert_ok(machine_linearize(&machine, &error));
    double before[2], after[2], speed_before, speed_after, input, pressure;
    assert_ok(machine_read_states(&machine, before, &error));
    assert_ok(machine_read_sensors(&machine, &speed_before, &error));
    assert_ok(machine_correct(&machine, (const double[]){1e-3, 2e4}, &error));
    assert_ok(machine_read_states(&machine, after, &error));
    assert_true(after[0] == before[0] + 1e-3 && after[1] == before[1] + 2e4);
    /* ds is linear in the rates: what it changes by is exactly its derivative, times the change */
    assert_ok(machine_read_sensors(&machine, &speed_after, &error));
    assert_near(speed_after - speed_before, machine.c[0] * 1e-3, 1e-15);
    assert_true(fabs(machine.c[0]) > 0.01);
    struct component *hydraulics = run_component(r.run, 1), *multibody = run_component(r.run, 0);
    const unsigned ds = description_find(component_description(hydraulics), "ds")->reference;
    const unsigned p2 = description_find(component_description(multibody), "p2")->reference;
    assert_ok(component_get_real(hydraulics, &ds, 1, &input, &error));
    assert_ok(component_get_real(multibody, &p2, 1, &pressure, &error));
    assert_true(input == speed_after);
    assert_true(pressure == after[1]);
    machine_close(&machine);
    stop_running(&r);
}

/* Eqs. 1 to 5 and 8 of the document: the links' angular accelerations, with its masses and lengths, as a function of the payload. */
static void accelerate(double m_h, const double *x, double p1, double p2, double *a)
{
    const double L = 1, L_h = 0.5, m = 200, m_p = 250, g = 9.81, x_B = sqrt(0.75), area = 65e-4, c = 1e5;
    const double s = hypot(L / 2 * cos(x[0]) - x_B, L / 2 * sin(x[0])), J = L / 2 * x_B * sin(x[0]) / s;
    const double M11 = L * L * (m / 3 + m_p + m_h), M22 = L_h * L_h * m_h, M12 = L * L_h * m_h * cos(x[0] - x[1]);
    const double f_h = (p2 - p1) * area - c * J * x[2], turn = L * L_h * m_h * sin(x[0] - x[1]);
    const double f1 = J * f_h - L * g * (m / 2 + m_p + m_h) * cos(x[0]) - turn * x[3] * x[3];
    const double f2 = -L_h * g * m_h * cos(x[1]) + turn * x[2] * x[2];
    const double determinant = M11 * M22 - M12 * M12;
    a[0] = (M22 * f1 - M12 * f2) / determinant;
    a[1] = (M11 * f2 - M12 * f1) / determinant;
}

/* The derivative with respect to a parameter: exact in the FMU; the test's own equations by differences of the fourth order. Where an FMU is
 * not asked for it, the probe's differences give the same. */
static void derivatives_by_a_parameter_are_those_of_the_equations(void **state)
{
    (void)state;
    struct filter_state states[] = {{.name = "multibody.theta1", .sigma = 1},
                                    {.name = "multibody.theta2", .sigma = 1},
                                    {.name = "multibody.dtheta1", .sigma = 1},
                                    {.name = "multibody.dtheta2", .sigma = 1},
                                    {.name = "hydraulics.p1", .sigma = 1},
                                    {.name = "hydraulics.p2", .sigma = 1},
                                    {.name = "multibody.m_h", .sigma = 1, .is_parameter = true}};
    struct filter_sensor sensors[] = {{.name = "speed", .output = "multibody.ds", .sigma = 1}};
    const struct filter_file filter = {.states = states, .n_states = 7, .sensors = sensors, .n_sensors = 1};
    struct running r = start_running(LIM, (const char *const[]){"multibody.coupling=2", NULL}, NULL, PROBE_BEST);
    struct machine machine;
    assert_ok(machine_open(&machine, r.run, &filter, &error));
    assert_ok(run_advance(r.run, 6.1, &error)); /* it moves */
    const double correction[7] = {[6] = 20};
    assert_ok(machine_correct(&machine, correction, &error));
    assert_ok(machine_linearize(&machine, &error));
    double x[7], at[4][2];
    assert_ok(machine_read_states(&machine, x, &error));
    assert_near(x[6], 120, 0);
    for (int i = 0; i < 4; i++)
        accelerate(120 + (i - 1.5 + (i < 2 ? -0.5 : 0.5)) * 0.01, x, x[4], x[5], at[i]);
    for (size_t k = 0; k < 2; k++) {
        const double expected = (8 * (at[2][k] - at[1][k]) - (at[3][k] - at[0][k])) / (12 * 0.01);
        assert_true(fabs(expected) > 1e-6);
        assert_near(machine.a[2 + k + 6 * 7], expected, 1e-8 * fabs(expected) + 1e-12);
    }
    for (size_t i = 0; i < 7; i++) /* nothing else knows the mass, and it has no rate */
        assert_true((i == 2 || i == 3 || machine.a[i + 6 * 7] == 0) && machine.a[6 + i * 7] == 0);
    const struct port mass = {
        0, description_index(component_description(run_component(r.run, 0)),
                             description_find(component_description(run_component(r.run, 0)), "m_h"))};
    struct linearizer *l = linearizer_open_tuned(r.run, PROBE_BY_DIFFERENCES, &mass, 1, NULL);
    assert_non_null(l);
    assert_ok(linearizer_run(l, &error));
    const struct state_space *s = linearizer_coupled(l);
    size_t column = 0;
    while (column < s->inputs.n && strcmp(s->inputs.names[column], "multibody.m_h") != 0)
        column++;
    assert_true(column < s->inputs.n);
    for (size_t k = 2; k < 4; k++)
        assert_near(MATRIX_AT(s->B, k, column), machine.a[k + 6 * 7], 1e-7 * fabs(machine.a[k + 6 * 7]));
    linearizer_close(l);
    machine_close(&machine);
    stop_running(&r);
}

/* ---- a correction is a discontinuity ---- */

#define OSCILLATOR BUILD_DIR "/systems/oscillator-fs.ssp"
enum { OSCILLATOR_STATES = 4 };

struct way { /* of coupling and solving */
    const char *scheme;
    int extrapolation;
    enum slopes_choice slopes;
    int iterations;
    double error_tolerance;
    enum component_interface interface;
    const char *solver;
};

static struct running start_oscillator(const struct way *way, const double *at, struct component_options *components,
                                       struct machine *machine, const struct filter_file *filter)
{
    static const char *const names[OSCILLATOR_STATES] = {"mass1.x_0", "mass1.dx_0", "mass2.x_0", "mass2.dx_0"};
    char texts[OSCILLATOR_STATES + 2][60];
    const char *sets[OSCILLATOR_STATES + 3] = {NULL};
    for (size_t i = 0; i < OSCILLATOR_STATES; i++)
        snprintf(texts[i], sizeof texts[i], "%s=%.17g", names[i], at[i]);
    for (int mass = 1; mass <= 2; mass++)
        snprintf(texts[OSCILLATOR_STATES - 1 + mass], sizeof texts[0], "mass%d.solver=%s", mass, way->solver);
    for (size_t i = 0; i < OSCILLATOR_STATES + 2; i++)
        sets[i] = texts[i];
    *components = component_options_default();
    components->interface = way->interface;
    struct run_options options = run_options_default();
    options.scheme = way->scheme;
    options.extrapolation = way->extrapolation;
    options.slopes = way->slopes;
    options.iterations = way->iterations;
    options.error_tolerance = way->error_tolerance;
    options.macro_step = way->error_tolerance > 0 ? 1e-3 : 0.01;
    options.macro_step_most = way->error_tolerance > 0 ? 0.02 : 0;
    options.component = components;
    const struct running r = start_running(OSCILLATOR, sets, &options, PROBE_BEST);
    assert_ok(machine_open(machine, r.run, filter, &error));
    return r;
}

/* Nothing in the two-mass oscillator depends on time. So a run that is corrected at 0.2 s goes on exactly like one that starts with these
 * states, whatever slopes, stand-ins, step sizes and solvers have known before. It moves by 100 m/s: what is remembered of another motion shows. */
static void corrected_run_goes_on_like_one_that_starts_there(void **state)
{
    (void)state;
    static const struct way ways[] = {
        {"jacobi", 0, SLOPES_AUTO, 1, 0, INTERFACE_CO_SIMULATION, "1"},
        {"gauss-seidel", 1, SLOPES_PAST, 1, 0, INTERFACE_CO_SIMULATION, "2"},
        {"gauss-seidel", 2, SLOPES_PAST, 1, 0, INTERFACE_CO_SIMULATION, "3"},
        {"jacobi", 2, SLOPES_EXACT, 1, 0, INTERFACE_CO_SIMULATION, "4"},
        {"jacobi", 1, SLOPES_PAST, 1, 0, INTERFACE_MODEL_EXCHANGE, "1"},
        {"gauss-seidel", 2, SLOPES_PAST, 3, 0, INTERFACE_CO_SIMULATION, "2"},
        {"gauss-seidel", EXTRAPOLATION_MODEL, SLOPES_AUTO, 1, 0, INTERFACE_CO_SIMULATION, "2"},
        {"jacobi", EXTRAPOLATION_MODEL, SLOPES_AUTO, 1, 0, INTERFACE_CO_SIMULATION, "3"},
        {"jacobi", EXTRAPOLATION_WAVEFORM, SLOPES_AUTO, 5, 0, INTERFACE_CO_SIMULATION, "2"},
        {"gauss-seidel", 1, SLOPES_PAST, 1, 1e-5, INTERFACE_CO_SIMULATION, "2"},
    };
    struct filter_state states[] = {
        {.name = "mass1.x"}, {.name = "mass1.dx"}, {.name = "mass2.x"}, {.name = "mass2.dx"}};
    struct filter_sensor sensors[] = {{.name = "force", .output = "mass1.f_c", .sigma = 1}};
    const struct filter_file filter = {
        .states = states, .n_states = OSCILLATOR_STATES, .sensors = sensors, .n_sensors = 1};
    for (size_t w = 0; w < sizeof ways / sizeof *ways; w++) {
        struct component_options components[2];
        struct machine machines[2];
        double x[2][OSCILLATOR_STATES];
        struct running r =
            start_oscillator(&ways[w], (const double[]){0, 100, 0, -100}, &components[0], &machines[0], &filter);
        assert_ok(run_advance(r.run, 0.2, &error));
        assert_ok(machine_correct(&machines[0], (const double[]){1, -50, 2, 80}, &error));
        assert_ok(machine_read_states(&machines[0], x[0], &error));
        struct running fresh = start_oscillator(&ways[w], x[0], &components[1], &machines[1], &filter);
        for (int k = 1; k <= 10; k++) { /* steps end on both grids */
            assert_ok(run_advance(r.run, 0.2 + k * 0.02, &error));
            assert_ok(run_advance(fresh.run, k * 0.02, &error));
            assert_ok(machine_read_states(&machines[0], x[0], &error));
            assert_ok(machine_read_states(&machines[1], x[1], &error));
            for (size_t i = 0; i < OSCILLATOR_STATES; i++)
                if (!(fabs(x[0][i] - x[1][i]) <= 1e-10 * 100))
                    fail_msg("way %zu, %d: %s is %.17g, and %.17g in a run that starts there", w, k, states[i].name,
                             x[0][i], x[1][i]);
        }
        machine_close(&machines[0]);
        machine_close(&machines[1]);
        stop_running(&r);
        stop_running(&fresh);
    }
}

/* Somebody does not want to wait any longer, and the step that was under way ends well: what there is by then is neither an estimate nor a simulation. */
static void interrupted_run_is_a_failure(void **state)
{
    (void)state;
    struct filter_state states[] = {{.name = "mass1.x", .sigma = 1}};
    struct filter_sensor sensors[] = {{.name = "ruler", .output = "mass1.x", .sigma = 1}};
    const struct filter_file filter = {.states = states, .n_states = 1, .sensors = sensors, .n_sensors = 1};
    const struct trajectory readings = {.path = "measured",
                                        .names = (char *[]){"ruler"},
                                        .n_names = 1,
                                        .times = (double[]){0.01, 0.05},
                                        .values = (double[]){0, 0},
                                        .n_times = 2};
    const double step = 0.01;
    for (int simulates = 0; simulates < 2; simulates++) {
        volatile sig_atomic_t interrupt = 0;
        struct run_options options = run_options_default();
        options.macro_step = step;
        options.stop_time = 0.1;
        options.has_stop_time = true;
        options.interrupt = &interrupt;
        struct running r = start_running(OSCILLATOR, NULL, &options, PROBE_BEST);
        struct machine machine;
        struct estimate e = {0};
        struct simulated s = {0};
        struct sampling sampling;
        struct error failure = {0};
        assert_ok(machine_open(&machine, r.run, &filter, &error));
        assert_ok(sampling_open(&sampling, &filter, &readings, 0, 0.1, "the test", &error));
        interrupt = SIGINT;
        assert_false(simulates ? simulate_make(&s, &machine, &filter, 1, step, &failure)
                               : estimate_make(&e, &machine, &filter, &sampling, step, false, &failure));
        assert_non_null(strstr(failure.text, "the run is interrupted at t = 0.01 s"));
        simulate_free(&s);
        estimate_free(&e);
        sampling_close(&sampling);
        machine_close(&machine);
        stop_running(&r);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(derivatives_by_a_parameter_are_those_of_the_equations),
        cmocka_unit_test(correction_reaches_the_other_component),
        cmocka_unit_test(corrected_run_goes_on_like_one_that_starts_there),
        cmocka_unit_test(interrupted_run_is_a_failure),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
