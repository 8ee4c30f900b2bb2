/* A beam that bends too far for its equations: FMUs of mechanisms, and what a run says. */
#include "tests/program/paso_process.h"

/* A cantilever; the force at its tip grows by 80 kN in a second. Its tip turns by F L^2/(2 EI): 0.2 rad at 0.9333 s. */
static void export_cantilever(void)
{
    const char *file = write_file("cantilever.json", "{\"type\": \"mechanism\", \"name\": \"Cantilever\", \"gravity\": "
                                                     "[0, 0, 0], \"bodies\": {\"beam\": {\"flexible\": "
                                                     "{\"length\": 3, \"elements\": 4, \"freedoms\": \"plane\", "
                                                     "\"youngs_modulus\": 210e9, \"density\": 7850, \"area\": 4e-3, "
                                                     "\"inertia_z\": 8e-6, \"damping\": 0.1}}}, \"joints\": {\"wall\": "
                                                     "{\"type\": \"fixed\", \"parent\": \"ground\", "
                                                     "\"child\": \"beam\"}}, \"forces\": {\"F\": {\"body\": \"beam\", "
                                                     "\"at\": [3, 0, 0], \"direction\": [0, 1, 0], \"law\": "
                                                     "{\"type\": \"ramp\", \"to\": 160000, \"begin\": 0, \"end\": "
                                                     "2}}}, \"experiment\": {\"stop_time\": 1.2, \"step_size\": "
                                                     "0.001, \"solver\": 3}}");
    PASO_OK("export", file, "-o", in_folder("cantilever.fmu"));
}

static const char *const leaves = "beam 'beam' leaves small strains: its node 4 is turned by 0.2";

static size_t count(const char *text, const char *words)
{
    size_t n = 0;
    for (; (text = strstr(text, words)); text++)
        n++;
    return n;
}

/* It follows a ramp late by at most a radian of its first mode, 3.516 sqrt(EI/(m L^4)) = 90/s. Communication points, every 0.1 s, are coarser. */
static void assert_told(void)
{
    assert_int_equal(count(last.err, leaves), 1);
    const char *at = strstr(last.err, "first at t = ");
    assert_non_null(at);
    assert_near(atof(at + strlen("first at t = ")), 0.9333, 1. / 90);
    char *summary = read_file(in_folder("s.json"));
    assert_int_equal(count(strstr(summary, "\"warnings\": ["), leaves), 1);
    free(summary);
}

#define RUN(...)                                                                                                       \
    PASO("run", in_folder("cantilever.fmu"), "--macro-step", "0.1", "--summary", in_folder("s.json"), "--quiet",       \
         __VA_ARGS__)

static void a_run_tells_once_and_when(void **state)
{
    (void)state;
    static const char *const solvers[] = {"solver=3", "solver=4"};
    export_cantilever();
    for (int k = 0; k < 2; k++) {
        assert_int_equal(RUN("--set", solvers[k]), 0);
        assert_told();
    }
    assert_int_equal(RUN("--interface", "me"), 0);
    assert_told();
}

static void within_small_strains_nothing_is_told(void **state)
{
    (void)state;
    export_cantilever();
    assert_int_equal(RUN("--stop-time", "0.9"), 0);
    assert_string_equal(last.err, "");
}

/* Its fastest mode, at some 1e4/s, is beyond explicit methods with 1 ms. */
static void a_step_too_long_for_an_explicit_solver_is_told(void **state)
{
    (void)state;
    export_cantilever();
    assert_int_equal(RUN("--set", "solver=1"), 1);
    assert_said("s is too long for solver 1 (an error grows ");
    assert_int_equal(RUN("--set", "solver=2"), 1);
    assert_said("s is too long for solver 2 (an error grows ");
}

/* Without anything that ends the run it goes on with numbers that mean nothing. Where the step is short enough the beam itself is to blame. */
static void a_beam_that_an_explicit_solver_shakes_is_told(void **state)
{
    (void)state;
    export_cantilever();
    assert_int_equal(PASO("run", in_folder("cantilever.fmu"), "--macro-step", "0.001", "--set", "solver=2",
                          "--stop-time", "0.01", "--quiet"),
                     0);
    assert_said("beam 'beam' leaves small strains");
    assert_said("; the step of 0.001 s is too long for solver 2 (an error grows ");
    assert_int_equal(RUN("--set", "solver=2", "--set", "step_size=1e-5"), 0);
    assert_told();
    assert_null(strstr(last.err, "too long for solver"));
}

/* Within one communication step the crane's boom is thrown to where its equations give no number: its start tells of the step. The boom's
 * fastest modes, at some 1e4/s, are beyond h omega = 2.8. */
static void a_crane_that_an_explicit_solver_throws_away_is_told(void **state)
{
    (void)state;
    PASO_OK("export", SOURCE_DIR "/docs/mechanisms/flexible-crane.json", "-o", in_folder("crane.fmu"));
    assert_int_equal(PASO("run", in_folder("crane.fmu"), "--set", "solver=2", "--set", "step_size=1e-3", "--set",
                          "cylinder.force=17481", "--quiet"),
                     1);
    assert_said("beam 'boom' leaves small strains: its node 10");
    const char *at = strstr(last.err, "first at t = ");
    assert_non_null(at);
    at = strstr(at, " s; ");
    assert_non_null(at);
    assert_int_equal(strncmp(at, " s; the step of 0.001 s is too long for solver 2 (", 50), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_run_tells_once_and_when),
        cmocka_unit_test(a_step_too_long_for_an_explicit_solver_is_told),
        cmocka_unit_test(a_beam_that_an_explicit_solver_shakes_is_told),
        cmocka_unit_test(a_crane_that_an_explicit_solver_throws_away_is_told),
        cmocka_unit_test(within_small_strains_nothing_is_told),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
