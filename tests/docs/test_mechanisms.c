/* The example of docs/mechanisms.md, step by step: the force that holds the crane, by the moments about its foot; a longer boom by
 * a changed file and by a parameter; the load that swings. */
#include "tests/program/paso_process.h"

#define CRANE SOURCE_DIR "/docs/mechanisms/crane.json"

/* Moments of the weights about the foot, over the cylinder's lever: foot at (0, 2), cylinder from (0, 0.8) to 1.2 m on the boom. */
static double holding_force(double L)
{
    const double lift = 0.5, x = 1.2 * cos(lift), y = 1.2 * sin(lift) + 1.2, s = hypot(x, y);
    const double lever = (x * y - (y - 1.2) * x) / s;
    return (120 * L / 2 + 250 * L) * 9.81 * cos(lift) / lever;
}

static double recorded(const char *fmu, const char *set, const char *column_name)
{
    PASO_OK("run", fmu, "--set", set, "--stop-time", "0.01", "--quiet", "--record", "*", "--output",
            in_folder("o.csv"));
    struct table t = read_table(in_folder("o.csv"));
    const double value = cell(&t, 0, column_name);
    free_table(&t);
    return value;
}

static void the_crane_is_held_by_the_force_of_statics(void **state)
{
    (void)state;
    PASO_OK("export", CRANE, "-o", in_folder("Crane.fmu"));
    assert_near(recorded(in_folder("Crane.fmu"), "solver=2", "cylinder.force_static"), holding_force(4), 1e-8);
    assert_near(recorded(in_folder("Crane.fmu"), "solver=2", "cylinder.force"), holding_force(4), 1e-4);
    PASO_OK("run", in_folder("Crane.fmu"), "--quiet", "--record", "foot", "--output", in_folder("rest.csv"));
    struct table t = read_table(in_folder("rest.csv"));
    assert_near(last_cell(&t, "foot"), 0.5, 1e-7);
    free_table(&t);
}

static void a_longer_boom_by_file_or_by_parameter_is_the_same(void **state)
{
    (void)state;
    PASO_OK("export", CRANE, "-o", in_folder("Crane.fmu"));
    PASO_OK("export", CRANE, "--set", "constants.L=5", "-o", in_folder("Crane5.fmu"));
    assert_near(recorded(in_folder("Crane5.fmu"), "solver=2", "cylinder.force_static"), holding_force(5), 1e-8);
    assert_near(recorded(in_folder("Crane.fmu"), "constants.L=5", "cylinder.force_static"), holding_force(5), 1e-8);
    assert_near(recorded(in_folder("Crane.fmu"), "constants.L=5", "bodies.boom.com[1]"), 2.5, 0);
}

/* With a boom of great mass the hook is at rest: a pendulum of 1.5 m, -c/(2 m l^2) +- i sqrt(g/l - (c/(2 m l^2))^2). */
static void the_load_swings_as_a_pendulum(void **state)
{
    (void)state;
    PASO_OK("export", CRANE, "--set", "constants.m_boom=1e9", "-o", in_folder("Heavy.fmu"));
    PASO_OK("linearize", in_folder("Heavy.fmu"), "--quiet", "--output", in_folder("h.json"));
    char *text = read_file(in_folder("h.json"));
    const double decay = 30 / (2 * 250 * 1.5 * 1.5), omega = sqrt(9.81 / 1.5 - decay * decay);
    const char *at = strstr(text, "\"eigenvalues\"");
    assert_non_null(at);
    bool found = false;
    double re, im;
    for (at = strchr(at, '[') + 1; (at = strchr(at, '[')) && sscanf(at, "[%lf , %lf", &re, &im) == 2; at++)
        found = found || (fabs(re + decay) < 1e-5 && fabs(im - omega) < 1e-5);
    assert_true(found);
    free(text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_crane_is_held_by_the_force_of_statics),
        cmocka_unit_test(a_longer_boom_by_file_or_by_parameter_is_the_same),
        cmocka_unit_test(the_load_swings_as_a_pendulum),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
