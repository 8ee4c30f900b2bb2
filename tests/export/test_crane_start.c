/* The crane of the documentation, rigid and with a boom that bends, starts at rest in every way in which it is run: nobody says with what force. */
#include "tests/program/paso_process.h"

#include <math.h>

static void write_system(const char *mechanism, const char *coupling)
{
    char text[2000];
    snprintf(text, sizeof text,
             "{\"type\": \"system\", \"name\": \"crane\", \"components\": {"
             "\"multibody\": {\"file\": \"%s\"}, \"hydraulics\": {\"file\": \"%s\", \"changes\": "
             "[\"valves.valve.command=0\"]}},"
             "\"cylinders\": [{\"actuator\": \"multibody.cylinder\", \"cylinder\": \"hydraulics.cylinder\"}], "
             "\"coupling\": \"%s\", \"outputs\": {\"s\": {\"from\": \"multibody.cylinder.length\"}}, "
             "\"experiment\": {\"stop_time\": 1, \"step_size\": 0.001}}",
             mechanism, SOURCE_DIR "/export/examples/crane/circuit.json", coupling);
    write_file("system.json", text);
}

static const double bound = 1e-9; /* m, in the first second */

/* How far the cylinder is from its start at most, m. */
static double moves(const char *column)
{
    struct table t = read_table(in_folder("result.csv"));
    const double s = cell(&t, 0, column);
    double most = 0;
    for (size_t i = 0; i < t.n_rows; i++)
        most = fmax(most, fabs(cell(&t, i, column) - s));
    assert_near(last_cell(&t, "time"), 1, 1e-9);
    assert_near(s, sqrt(pow(1.2 * cos(0.5), 2) + pow(1.2 + 1.2 * sin(0.5), 2)), 1e-9);
    free_table(&t);
    return most;
}

static void starts_at_rest(const char *mechanism)
{
    for (int i = 0; i < 2; i++) {
        write_system(mechanism, i ? "pressures" : "force");
        assert_int_equal(PASO("export", "--system", in_folder("system.json"), "-o", in_folder("crane.ssp")), 0);
        assert_int_equal(PASO("run", in_folder("crane.ssp"), "--output", in_folder("result.csv"), "--quiet"), 0);
        const double coupled = moves("multibody.cylinder.length");
        if (!(coupled < bound))
            fail_msg("%s, %s: %g m", mechanism, i ? "pressures" : "force", coupled);
        if (i > 0)
            break; /* the same as one set of equations */
        assert_int_equal(PASO("export", "--system", in_folder("system.json"), "--whole", "-o", in_folder("crane.fmu")),
                         0);
        assert_int_equal(
            PASO("run", in_folder("crane.fmu"), "--macro-step", "0.01", "--output", in_folder("result.csv"), "--quiet"),
            0);
        const double whole = moves("s");
        assert_int_equal(PASO("monolithic", in_folder("system.json"), "--method", "cvode", "--step", "0.01", "--output",
                              in_folder("result.csv"), "--quiet"),
                         0);
        const double monolithic = moves("multibody.cylinder.length");
        if (!(whole < bound && monolithic < bound))
            fail_msg("%s: %g m as one FMU, %g m monolithic", mechanism, whole, monolithic);
    }
}

static void the_rigid_crane_starts_at_rest(void **state)
{
    (void)state;
    starts_at_rest(SOURCE_DIR "/docs/mechanisms/crane.json");
}

static void the_crane_that_bends_starts_at_rest(void **state)
{
    (void)state;
    starts_at_rest(SOURCE_DIR "/docs/mechanisms/flexible-crane.json");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_rigid_crane_starts_at_rest),
        cmocka_unit_test(the_crane_that_bends_starts_at_rest),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
