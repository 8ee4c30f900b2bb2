/* Warnings of a run, on standard error and in its summary. */
#include "tests/program/paso_process.h"

#define LIM BUILD_DIR "/systems/lim-manipulator.ssp"

static char *summary;

static void read_summary(int status)
{
    assert_int_equal(status, 0);
    free(summary);
    summary = read_file(in_folder("s.json"));
    assert_non_null(summary);
}

static const char *listed(void)
{
    const char *list = strstr(summary, "\"warnings\": [");
    assert_non_null(list);
    return list;
}

static void run_lim(const char *feedthrough)
{
    read_summary(PASO("run", LIM, "--set", "hydraulics.solver=2", "--set", "multibody.solver=2", "--macro-step", "10ms",
                      "--feedthrough", feedthrough, "--summary", in_folder("s.json"), "--quiet"));
}

/* docs/schemes.md: f-s coupling at 10 ms in M1, of 133 J in all, has a residual of 8.2 J stale (6 %) and of 2.4 J refreshed (2 %). */
static void a_residual_of_more_than_a_twentieth_of_the_work_is_told(void **state)
{
    (void)state;
    run_lim("stale");
    assert_said("paso: warning: energy at actuator: ");
    assert_said("--macro-step");
    assert_non_null(strstr(listed(), "energy at actuator: "));
    run_lim("refreshed");
    assert_string_equal(last.err, "");
    assert_non_null(strstr(listed(), "[]"));
}

/* x1' = -x1 / 10 + x2 and the same the other way round: with H = 3 s and held inputs x1 - x2 is multiplied by
 * exp(-0.3) - 10 (1 - exp(-0.3)) = -1.85 in every step, with H = 1 s by -0.05. */
static void a_coupling_that_oscillates_is_told(void **state)
{
    (void)state;
    const char *system = write_file(
        "pair.ssd", "<ssd:SystemStructureDescription version='1.0' name='pair' "
                    "xmlns:ssd='http://ssp-standard.org/SSP1/SystemStructureDescription'><ssd:System name='top'>"
                    "<ssd:Elements><ssd:Component name='a' source='" FMU(
                        "strict") "'/>"
                                  "<ssd:Component name='b' source='" FMU(
                                      "strict") "'/></ssd:Elements><ssd:Connections>"
                                                "<ssd:Connection startElement='a' startConnector='y' endElement='b' "
                                                "endConnector='u'/>"
                                                "<ssd:Connection startElement='b' startConnector='y' endElement='a' "
                                                "endConnector='u'/>"
                                                "</ssd:Connections></ssd:System></ssd:SystemStructureDescription>");
#define RUN_PAIR(H)                                                                                                    \
    PASO("run", system, "--set", "a.k=0.1", "--set", "b.k=0.1", "--set", "a.x=1", "--set", "b.x=-1", "--macro-step",   \
         H, "--stop-time", "60", "--summary", in_folder("s.json"), "--quiet")
    read_summary(RUN_PAIR("3"));
    assert_said("y oscillates from one communication point to the next");
    assert_said("the macro step of 3 s is too long");
    assert_non_null(strstr(listed(), "y oscillates from one communication point to the next"));
    read_summary(RUN_PAIR("1"));
    assert_null(strstr(last.err, "oscillates"));
}

/* Those of the end of the run are in the list, too. */
static void every_warning_is_in_the_summary(void **state)
{
    (void)state;
    read_summary(PASO("run", FMU("ends"), "--summary", in_folder("s.json"), "--quiet"));
    assert_said("paso: warning: Ends: an FMU asked for the end");
    assert_non_null(strstr(listed(), "\"Ends: an FMU asked for the end"));
    read_summary(PASO("run", FMU("decay"), "--summary", in_folder("s.json"), "--quiet"));
    assert_non_null(strstr(listed(), "[]"));
}

static void options_without_effect_are_told(void **state)
{
    (void)state;
#define RUN_IDLE(...)                                                                                                  \
    PASO("run", LIM, "--stop-time", "0.02", "--macro-step", "10ms", "--summary", in_folder("s.json"), "--quiet",       \
         __VA_ARGS__)
    read_summary(RUN_IDLE("--order", "hydraulics/multibody", "--slopes", "past"));
    assert_said("paso: warning: --order has no effect: all components step at once in this scheme");
    assert_said("paso: warning: --slopes has no effect: inputs are held");
    assert_non_null(strstr(listed(), "--order has no effect"));
    read_summary(RUN_IDLE("--slopes", "past", "--extrapolation", "model"));
    assert_said("--slopes has no effect: nothing is extrapolated");
    read_summary(RUN_IDLE("--order", "hydraulics/multibody", "--scheme", "gauss-seidel", "--slopes", "past",
                          "--extrapolation", "1"));
    assert_string_equal(last.err, "");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_residual_of_more_than_a_twentieth_of_the_work_is_told),
        cmocka_unit_test(a_coupling_that_oscillates_is_told),
        cmocka_unit_test(every_warning_is_in_the_summary),
        cmocka_unit_test(options_without_effect_are_told),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
