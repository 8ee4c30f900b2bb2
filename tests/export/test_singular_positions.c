/* Mechanisms that go through singular positions, from the file to the result: with every solver, and in Model Exchange. */
#include "tests/program/paso_process.h"

#include <math.h>
#include <string.h>

enum { LOOPS = 5 };

/* Five rhombi in a row from 60 degrees, folded flat four times in three seconds. Their cranks stay parallel: one equation, (N + 1
 * cranks, N couplers, all of 1 m and 1 kg) phi'' = -((N + 1)/2 + N) g cos phi / ((N + 1)/3 + N). */
static double acceleration(double phi)
{
    return -(1.5 * LOOPS + 0.5) * 9.81 * cos(phi) / ((LOOPS + 1) / 3.0 + LOOPS);
}

static double energy(double phi, double dphi)
{
    return ((LOOPS + 1) / 6.0 + LOOPS / 2.0) * dphi * dphi + (1.5 * LOOPS + 0.5) * 9.81 * sin(phi);
}

/* Its angle at t by Runge and Kutta's method with 1e-4 s: exact to 1e-9. */
static double angle_at(double t, double velocity)
{
    double x[2] = {acos(-1) / 3, velocity};
    const int steps = (int)(t / 1e-4 + 0.5);
    for (int step = 0; step < steps; step++) {
        const double h = t / steps, v[2] = {x[1] + h / 2 * acceleration(x[0]), 0};
        const double k1 = acceleration(x[0]), k2 = acceleration(x[0] + h / 2 * x[1]),
                     k3 = acceleration(x[0] + h / 2 * v[0]);
        const double w3 = x[1] + h / 2 * k2, w4 = x[1] + h * k3, k4 = acceleration(x[0] + h * w3);
        x[0] += h / 6 * (x[1] + 2 * v[0] + 2 * w3 + w4);
        x[1] += h / 6 * (k1 + 2 * k2 + 2 * k3 + k4);
    }
    return x[0];
}

/* Where the cranks leave each other, as they did, 20 J are lost at once. The steps of 1 ms: Euler's energy wavers by the step times
 * its power, which is at most 8 g 5 rad/s; the trapezoidal rule's and the others' by far less. */
static void rhombi_stay_rhombi(void **state)
{
    (void)state;
    static const struct {
        const char *interface, *solver;
        double tolerance; /* of the energy, in J */
    } ways[] = {{"cs", "solver=1", 0.4},
                {"cs", "solver=2", 1e-5},
                {"cs", "solver=3", 1e-3},
                {"cs", "solver=4", 1e-2},
                {"me", "solver=1", 0.1}};
    const char *fmu = in_folder("n.fmu"), *csv = in_folder("o.csv");
    PASO_OK("export", BUILD_DIR "/mechanisms/n-loop-5.json", "--set", "start=given", "--set", "constants.phi=pi/3",
            "--set", "constants.k=0", "--set", "experiment.step_size=1e-3", "-o", fmu);
    for (size_t i = 0; i < sizeof ways / sizeof *ways; i++)
        for (int fast = 0; fast < 2; fast++) {
            const double velocity = fast ? 5 : -2;
            PASO_OK("run", fmu, "--interface", ways[i].interface, "--set", ways[i].solver, "--set",
                    fast ? "joints.A0.start_rate=5" : "joints.A0.start_rate=-2", "--macro-step", "10ms", "--stop-time",
                    "3", "--quiet", "--record", "A*,dA0,*energy", "--output", csv);
            struct table t = read_table(csv);
            for (size_t row = 0; row < t.n_rows; row++) {
                assert_near(cell(&t, row, "kinetic_energy") + cell(&t, row, "potential_energy"),
                            energy(acos(-1) / 3, velocity), ways[i].tolerance);
                assert_near(cell(&t, row, "A5"), cell(&t, row, "A0"), 1e-8);
            }
            if (strcmp(ways[i].solver, "solver=2") == 0)
                assert_near(last_cell(&t, "A0"), angle_at(3, velocity), 1e-6);
            free_table(&t);
        }
}

/* In Model Exchange with a tight tolerance CVODE comes through, too, and to the one equation's angle. */
static void tight_tolerances_come_through(void **state)
{
    (void)state;
    const char *fmu = in_folder("n.fmu"), *csv = in_folder("o.csv");
    PASO_OK("export", BUILD_DIR "/mechanisms/n-loop-5.json", "--set", "start=given", "--set", "constants.phi=pi/3",
            "--set", "constants.k=0", "-o", fmu);
    PASO_OK("run", fmu, "--interface", "me", "--tolerance", "1e-10", "--set", "joints.A0.start_rate=-2", "--macro-step",
            "10ms", "--stop-time", "3", "--quiet", "--record", "A?", "--output", csv);
    struct table t = read_table(csv);
    /* 1e-10 for each of some 10^3 steps, and rounding near the positions, as in test_singular.c */
    assert_near(last_cell(&t, "A0"), angle_at(3, -2), 1e-6);
    assert_near(last_cell(&t, "A5"), last_cell(&t, "A0"), 1e-8);
    free_table(&t);
}

/* A body that turns about its middle axis, nearly: its Cardan angles come near their singular position, where they turn by pi within
 * the body's 0.02 rad. Steps that cannot follow are refused by the joint's name and made shorter, and its energy stays. */
static void angles_that_no_step_follows_are_told(void **state)
{
    (void)state;
    write_file("ball.json", "{\"type\": \"mechanism\", \"name\": \"Ball\", \"gravity\": [0, 0, 0],"
                            "\"bodies\": {\"ball\": {\"mass\": 1, \"inertia\": [1, 2, 2.5, 0, 0, 0]}},"
                            "\"joints\": {\"ball\": {\"type\": \"spherical\", \"parent\": \"ground\", \"child\": "
                            "\"ball\", \"keep_angles\": true, \"start_rate\": [0.02, 3, 0.1]}},"
                            "\"experiment\": {\"step_size\": 1e-3}}");
    const char *fmu = in_folder("ball.fmu"), *csv = in_folder("o.csv");
    PASO_OK("export", in_folder("ball.json"), "-o", fmu);
    static const char *const solvers[] = {"solver=1", "solver=2"};
    for (int i = 0; i < 2; i++) {
        PASO_OK("run", fmu, "--set", solvers[i], "--macro-step", "10ms", "--stop-time", "1", "--quiet", "--record",
                "*energy", "--output", csv);
        struct table t = read_table(csv);
        for (size_t row = 0; row < t.n_rows; row++) /* 3 and 1 %; it went to 12.1 J */
            assert_near(cell(&t, row, "kinetic_energy"), 9.0127, i == 0 ? 0.27 : 0.09);
        free_table(&t);
    }
}

/* Without that it turns over and over, as in test_charts.c: here the FMU, in Co-Simulation with every solver, and in Model Exchange, where charts
 * are events. Without any moment its energy and its angular momentum in the ground's axes, R I R^T w, stay. */
static void charts_change_in_fmus(void **state)
{
    (void)state;
    static const struct {
        const char *interface, *solver, *step;
        double tolerance;
    } ways[] = {{"cs", "solver=1", "step_size=1e-4", 0.05}, /* first order: 6 J, 3 rad/s, 1e-4 s, over ten turns */
                {"cs", "solver=2", "step_size=1e-3", 1e-8},
                {"cs", "solver=3", "step_size=1e-3", 1e-3},
                {"cs", "solver=4", "step_size=1", 1e-6},
                {"me", "solver=1", "step_size=1", 1e-6}};
    static const double inertia[3] = {1, 2, 2.5}, rate[3] = {2, 0, 1.8};
    write_file("top.json", "{\"type\": \"mechanism\", \"name\": \"Top\", \"gravity\": [0, 0, 0],"
                           "\"bodies\": {\"ball\": {\"mass\": 1, \"inertia\": [1, 2, 2.5, 0, 0, 0], \"motion\": true}},"
                           "\"joints\": {\"ball\": {\"type\": \"free\", \"parent\": \"ground\", \"child\": "
                           "\"ball\", \"start_rate\": [0, 0, 0, 2, 0, 1.8]}},"
                           "\"experiment\": {\"step_size\": 1e-3}}");
    const char *fmu = in_folder("top.fmu"), *csv = in_folder("o.csv");
    double last_axes[9] = {0};
    PASO_OK("export", in_folder("top.json"), "-o", fmu);
    PASO_OK("info", fmu); /* who connects an angle is told; places do not jump */
    assert_non_null(strstr(last.out, "coordinate ball.angle2 (jumps where ball.chart changes)"));
    assert_null(strstr(last.out, "coordinate ball.x (jumps"));
    for (size_t i = 0; i < sizeof ways / sizeof *ways; i++) {
        PASO_OK("run", fmu, "--interface", ways[i].interface, "--set", ways[i].solver, "--set", ways[i].step,
                "--tolerance", "1e-10", "--macro-step", "50ms", "--stop-time", "10", "--quiet", "--output", csv);
        struct table t = read_table(csv);
        int changes = 0;
        for (size_t row = 0; row < t.n_rows; row++) {
            char name[16];
            double R[9], w[3], body[3], energy = 0;
            for (int k = 0; k < 9; k++) {
                snprintf(name, sizeof name, "ball.R%d%d", k / 3 + 1, k % 3 + 1);
                R[k] = cell(&t, row, name);
            }
            for (int k = 0; k < 3; k++)
                w[k] = cell(&t, row, k == 0 ? "ball.wx" : k == 1 ? "ball.wy" : "ball.wz");
            for (int k = 0; k < 3; k++) {
                body[k] = R[k] * w[0] + R[3 + k] * w[1] + R[6 + k] * w[2];
                energy += inertia[k] * (body[k] * body[k] - rate[k] * rate[k]) / 2;
            }
            assert_near(energy, 0, ways[i].tolerance);
            for (int k = 0; k < 3; k++)
                assert_near(R[3 * k] * inertia[0] * body[0] + R[3 * k + 1] * inertia[1] * body[1] +
                                R[3 * k + 2] * inertia[2] * body[2],
                            inertia[k] * rate[k], ways[i].tolerance);
            changes += row > 0 && cell(&t, row, "ball.chart") != cell(&t, row - 1, "ball.chart");
            if (row + 1 == t.n_rows && strcmp(ways[i].solver, "solver=4") == 0)
                memcpy(last_axes, R, sizeof last_axes);
            for (int k = 0; k < 9 && row + 1 == t.n_rows && strcmp(ways[i].interface, "me") == 0; k++)
                assert_near(R[k], last_axes[k], 1e-6);
        }
        assert_true(changes > 4);
        free_table(&t);
    }
    PASO_OK("show", in_folder("top.json"), "--result", csv, "--output", in_folder("top.html"));
    PASO_OK("run", fmu, "--stop-time", "0.1", "--quiet", "--record", "ball.angle*,ball.x,ball.y,ball.z", "--output",
            csv);
    assert_int_equal(PASO("show", in_folder("top.json"), "--result", csv, "--output", in_folder("not.html")), 2);
    assert_said("ball.chart");
}

/* The map of a step that changes a chart would be one between different states. The second angle of this body is 1 rad at the start and 60
 * degrees 16 ms later, with 3 rad/s. */
static void stability_refuses_steps_that_change_charts(void **state)
{
    (void)state;
    write_file("spin.json", "{\"type\": \"mechanism\", \"name\": \"Spin\", \"gravity\": [0, 0, 0],"
                            "\"bodies\": {\"ball\": {\"mass\": 1, \"inertia\": [1, 1, 1, 0, 0, 0]}},"
                            "\"joints\": {\"ball\": {\"type\": \"spherical\", \"parent\": \"ground\", \"child\": "
                            "\"ball\", \"start\": [0, 1, 0],"
                            "\"start_rate\": [0, 3, 0]}}, \"experiment\": {\"solver\": 2, \"step_size\": 1e-3}}");
    const char *fmu = in_folder("spin.fmu");
    PASO_OK("export", in_folder("spin.json"), "-o", fmu);
    PASO_OK("stability", fmu, "--macro-step", "1ms:10ms");
    assert_int_equal(PASO("stability", fmu, "--macro-step", "10ms:20ms"), 1);
    assert_said("ball.chart changes: its states are counted from elsewhere afterwards");
    PASO_OK("stability", fmu, "--macro-step", "10ms:20ms", "--subsystem", "exact");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rhombi_stay_rhombi),
        cmocka_unit_test(tight_tolerances_come_through),
        cmocka_unit_test(angles_that_no_step_follows_are_told),
        cmocka_unit_test(charts_change_in_fmus),
        cmocka_unit_test(stability_refuses_steps_that_change_charts),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
