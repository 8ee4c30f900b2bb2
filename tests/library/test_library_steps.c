/* Step by step: a controller around a plant, with values in and out. */
#include "tests/testing.h"

#include <paso.h>

#include <string.h>
#include <unistd.h>

#define FMU(name) BUILD_DIR "/tests/fmus/" name ".fmu"

static paso_error error;

static void must(bool done)
{
    if (!done)
        fail_msg("%s: %s", error.code, error.message);
}

/* Opened with options "word=value" each, ended by NULL; `before` is looked up before initialization. */
static paso_run *start(const char *path, const char *const *words, const char *before, int *handle)
{
    paso_system *system = paso_system_open(path, &error);
    must(system != NULL);
    paso_options *options = paso_options_new();
    for (; *words; words += 2)
        must(paso_options_set(options, words[0], words[1], &error));
    paso_run *run = paso_run_open(system, options, &error);
    must(run != NULL);
    paso_options_free(options);
    paso_system_close(system);
    if (before) {
        *handle = paso_run_find(run, before, &error);
        must(*handle >= 0);
    }
    must(paso_run_initialize(run, &error));
    return run;
}

static double get(paso_run *run, const char *name)
{
    double value = NAN;
    must(paso_run_get_real(run, name, &value, &error));
    return value;
}

/* m x'' = -k x + u with u held: x and v after H, in closed form. */
static void oscillate(double state[2], double u, double H)
{
    const double k = 10, w = sqrt(k), x = state[0] - u / k, v = state[1];
    state[0] = x * cos(w * H) + v / w * sin(w * H) + u / k;
    state[1] = -x * w * sin(w * H) + v * cos(w * H);
}

/* A sampled PD controller. Between samples the plant is solved exactly here; the FMU takes Runge-Kutta steps of h = 1 ms, whose
 * error is below t w (w h)^4 / 120 < 2e-12 of the amplitude. */
static void a_control_loop_is_the_sampled_system(void **state)
{
    (void)state;
    static const char *const words[] = {"macro-step", "20ms",           "set", "solver=2", "set", "dx_0=0",
                                        "set",        "x_0=0.1",        "set", "m=1",      "set", "k=10",
                                        "set",        "step_size=1e-3", NULL};
    paso_run *run = start(BUILD_DIR "/fmus/OscillatorMass.fmu", words, NULL, NULL);
    double exact[2] = {0.1, 0};
    for (int k = 0; k < 150; k++) {
        const double x = get(run, "x"), v = get(run, "dx");
        assert_near(x, exact[0], 1e-11);
        assert_near(v, exact[1], 1e-10);
        const double u = -20 * x - 5 * v;
        must(paso_run_set_real(run, "f", u, &error));
        must(paso_run_step(run, &error));
        oscillate(exact, -20 * exact[0] - 5 * exact[1], 0.02);
    }
    assert_near(paso_run_time(run), 3, 1e-12);
    assert_true(fabs(exact[0]) < 1e-3); /* it was a controller */
    must(paso_run_finish(run, &error));
    paso_run_close(run);
}

/* The same plant by Model Exchange, integrated by CVODE: its error stays within a hundred times the tolerance of a step, 1e-10. */
static void a_plant_of_model_exchange_is_steered_too(void **state)
{
    (void)state;
    static const char *const words[] = {"macro-step", "20ms", "interface", "me",  "me-relative-tolerance",
                                        "1e-10",      "set",  "x_0=0.1",   "set", "dx_0=0",
                                        NULL};
    paso_run *run = start(BUILD_DIR "/fmus/OscillatorMass.fmu", words, NULL, NULL);
    double exact[2] = {0.1, 0};
    for (int k = 0; k < 50; k++) {
        assert_near(get(run, "x"), exact[0], 1e-8);
        const double u = -20 * get(run, "x") - 5 * get(run, "dx");
        must(paso_run_set_real(run, "f", u, &error));
        assert_near(get(run, "f"), u, 0);
        must(paso_run_step(run, &error));
        oscillate(exact, -20 * exact[0] - 5 * exact[1], 0.02);
    }
    paso_run_close(run);
}

/* By handles the same: bit for bit. */
static void handles_and_names_are_the_same(void **state)
{
    (void)state;
    static const char *const words[] = {"macro-step", "20ms", NULL};
    paso_run *a = start(BUILD_DIR "/fmus/OscillatorMass.fmu", words, NULL, NULL);
    paso_run *b = start(BUILD_DIR "/fmus/OscillatorMass.fmu", words, NULL, NULL);
    const int outputs[] = {paso_run_find(b, "x", &error), paso_run_find(b, "dx", &error)};
    const int input = paso_run_find(b, "f", &error);
    assert_true(outputs[0] >= 0 && outputs[1] >= 0 && input >= 0);
    for (int k = 0; k < 20; k++) {
        double values[2];
        must(paso_run_get_reals(b, outputs, 2, values, &error));
        assert_true(values[0] == get(a, "x") && values[1] == get(a, "dx"));
        const double u = -values[1];
        must(paso_run_set_real(a, "f", u, &error));
        must(paso_run_set_reals(b, &input, 1, &u, &error));
        must(paso_run_step(a, &error) && paso_run_step(b, &error));
    }
    paso_run_close(a);
    paso_run_close(b);
}

/* x' = -k x + u with u held. */
static double decayed(double x, double k, double u, double H)
{
    return u / k + (x - u / k) * exp(-k * H);
}

/* An FMU that refuses a get after a set without a step in between, as the standard permits: what was looked up before the start
 * was read in time. */
static void a_strict_fmu_is_read_in_time(void **state)
{
    (void)state;
    static const char *const words[] = {"macro-step", "0.1", NULL};
    int y;
    paso_run *run = start(FMU("strict"), words, "y", &y);
    double exact = 1, value, u = 0;
    for (int k = 0; k < 5; k++) {
        u = k;
        must(paso_run_set_real(run, "u", u, &error));
        must(paso_run_get_reals(run, &y, 1, &value, &error)); /* after the set */
        assert_near(value, exact, 1e-12);
        must(paso_run_step(run, &error));
        exact = decayed(exact, 1, u, 0.1);
    }
    must(paso_run_set_real(run, "u", 0, &error));
    assert_false(paso_run_get_real(run, "x", &value, &error)); /* asked too late: the FMU says no */
    paso_run_close(run);
}

static void write_system(const char *path, const char *other)
{
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    fprintf(file,
            "<ssd:SystemStructureDescription version='1.0' name='test' "
            "xmlns:ssd='http://ssp-standard.org/SSP1/SystemStructureDescription' "
            "xmlns:ssc='http://ssp-standard.org/SSP1/SystemStructureCommon'>\n<ssd:System name='top'>\n"
            "<ssd:Connectors><ssd:Connector name='double' kind='input'><ssc:Real/></ssd:Connector>"
            "<ssd:Connector name='half' kind='output'><ssc:Real/></ssd:Connector></ssd:Connectors>\n"
            "<ssd:Elements>\n<ssd:Component name='a' source='%s'/>\n<ssd:Component name='b' source='%s'/>\n"
            "<ssd:Component name='c' source='%s'/>\n</ssd:Elements>\n"
            "<ssd:Connections>\n"
            "<ssd:Connection startConnector='double' endElement='c' endConnector='u'>"
            "<ssc:LinearTransformation factor='0.5' offset='1'/></ssd:Connection>\n"
            "<ssd:Connection startElement='c' startConnector='y' endConnector='half'>"
            "<ssc:LinearTransformation factor='0.5'/></ssd:Connection>\n"
            "</ssd:Connections>\n</ssd:System>\n</ssd:SystemStructureDescription>\n",
            other, FMU("decay"), FMU("decay"));
    assert_int_equal(fclose(file), 0);
}

/* `discards` refuses every macro step: the run goes back and takes smaller ones, and what was set on the way stays set. */
static void a_rejected_step_keeps_what_was_set(void **state)
{
    (void)state;
    static const char path[] = BUILD_DIR "/tests/library/rejected.ssd";
    static const char *const words[] = {"macro-step", "0.1", NULL};
    write_system(path, FMU("discards"));
    paso_run *run = start(path, words, NULL, NULL);
    double exact = 1;
    for (int k = 0; k < 10; k++) {
        must(paso_run_set_real(run, "b.u", k + 1, &error));
        must(paso_run_advance(run, 0.1 * (k + 1), &error));
        exact = decayed(exact, 2, k + 1, 0.1);
        assert_near(get(run, "b.x"), exact, 1e-12);
        assert_near(get(run, "a.x"), exp(-0.1 * (k + 1)), 1e-12);
    }
    paso_summary summary = {.size = sizeof summary};
    paso_run_summary(run, &summary);
    assert_true(summary.rejected > 0);
    paso_run_close(run);
    unlink(path);
}

/* `ends` wants the end at 0.55 and cannot go back; nobody could set again what was set: the last point, 0.5, is the end. */
static void a_steered_run_ends_at_its_last_point(void **state)
{
    (void)state;
    static const char path[] = BUILD_DIR "/tests/library/ends.ssd";
    static const char *const words[] = {"macro-step", "0.1", NULL};
    write_system(path, FMU("ends"));
    paso_run *run = start(path, words, NULL, NULL);
    must(paso_run_set_real(run, "b.u", 3, &error));
    must(paso_run_advance(run, INFINITY, &error));
    assert_true(paso_run_ended(run));
    paso_summary summary = {.size = sizeof summary};
    paso_run_summary(run, &summary);
    assert_string_equal(summary.status, "terminated");
    assert_near(paso_run_time(run), 0.5, 1e-15);
    paso_run_close(run);
    unlink(path);
}

/* u = 0.5 w + 1 by the connector's transformation, half = 0.5 y: decay with u held. */
static void connectors_of_the_system_transform(void **state)
{
    (void)state;
    static const char path[] = BUILD_DIR "/tests/library/connectors.ssd";
    static const char *const words[] = {"macro-step", "0.1", NULL};
    write_system(path, FMU("decay"));
    paso_run *run = start(path, words, NULL, NULL);
    double exact = 1;
    for (int k = 0; k < 5; k++) {
        must(paso_run_set_real(run, "double", k, &error));
        assert_near(get(run, "double"), k, 0);
        must(paso_run_step(run, &error));
        exact = decayed(exact, 2, 0.5 * k + 1, 0.1);
        assert_near(get(run, "half"), exact / 2, 1e-12);
    }
    assert_false(paso_run_set_real(run, "c.u", 1, &error));
    assert_string_equal(error.code, "SYSTEM_INPUT_DRIVEN");
    assert_false(paso_run_set_real(run, "half", 1, &error));
    assert_string_equal(error.code, "SYSTEM_NO_INPUT");
    paso_run_close(run);
    unlink(path);
}

/* 10 kg on a spring, let go at 0.1 m: the controller makes it 4000 N/m at 0.5 s, 20 instead of 10 rad/s. A length stays fixed. */
static void a_number_of_a_file_is_set_between_steps(void **state)
{
    (void)state;
    static const char *const words[] = {"macro-step", "0.01", NULL};
    FILE *file = fopen("spring.json", "w");
    assert_non_null(file);
    fputs(
        "{\"type\": \"mechanism\", \"name\": \"Mass\", \"gravity\": [0, 0, 0], \"bodies\": {\"m\": {\"mass\": 10}}, "
        "\"joints\": {\"s\": {\"type\": \"prismatic\", \"parent\": \"ground\", \"child\": \"m\", \"start\": 0.1}}, "
        "\"joint_springs\": {\"k\": {\"coordinate\": \"s\", \"stiffness\": 1000}}, \"experiment\": {\"stop_time\": 1, "
        "\"tolerance\": 1e-10, \"solver\": 4}}",
        file);
    fclose(file);
    must(paso_export("spring.json", "spring.fmu", NULL, 0, &error));
    paso_run *run = start("spring.fmu", words, NULL, NULL);
    for (int k = 0; k < 100; k++) {
        const double t = 0.01 * k, after = t - 0.5;
        assert_near(get(run, "s"),
                    k <= 50 ? 0.1 * cos(10 * t)
                            : 0.1 * cos(5) * cos(20 * after) - 0.1 * 10 / 20 * sin(5) * sin(20 * after),
                    1e-7);
        if (k == 20) {
            assert_false(paso_run_set_real(run, "joints.s.start", 0, &error));
            assert_string_equal(error.code, "SYSTEM_NO_INPUT");
        }
        if (k == 50)
            must(paso_run_set_real(run, "joint_springs.k.stiffness", 4000, &error));
        must(paso_run_step(run, &error));
    }
    paso_run_close(run);
    unlink("spring.json");
    unlink("spring.fmu");
}

/* tests/master/import/fmus/types: outputs are the inputs changed by the parameters. */
static void all_types_go_in_and_out(void **state)
{
    (void)state;
    static const char *const words[] = {"macro-step", "0.25", "set", "string_in=you", NULL};
    paso_run *run = start(FMU("types"), words, NULL, NULL);
    must(paso_run_set_real(run, "real_in", 1.5, &error));
    must(paso_run_set_real(run, "real_offset", 0.25, &error)); /* a tunable parameter */
    must(paso_run_set_real(run, "integer_in", 7, &error));
    must(paso_run_set_real(run, "boolean_in", 1, &error));
    must(paso_run_step(run, &error));
    const char *text;
    assert_near(get(run, "real_out"), 1.75, 0);
    assert_near(get(run, "integer_out"), 17, 0);
    assert_near(get(run, "boolean_out"), 0, 0); /* negated */
    must(paso_run_get_string(run, "string_out", &text, &error));
    assert_string_equal(text, "hello you");
    double value;
    assert_false(paso_run_get_real(run, "string_out", &value, &error));
    assert_string_equal(error.message, "\"string_out\" cannot be read as a number: it is a string");
    assert_false(paso_run_get_string(run, "real_out", &text, &error));
    assert_string_equal(error.code, "RUN_VALUE");
    assert_false(paso_run_set_real(run, "integer_in", 0.5, &error));
    assert_string_equal(error.message, "\"integer_in\" cannot be 0.5: it is an integer");
    assert_false(paso_run_set_real(run, "real_in", NAN, &error));
    assert_false(paso_run_set_real(run, "string_in", 1, &error));
    assert_false(paso_run_set_real(run, "integer_offset", 1, &error)); /* fixed */
    assert_string_equal(error.code, "SYSTEM_NO_INPUT");
    paso_run_close(run);
}

static bool nobody(const paso_point *point, void *context)
{
    (void)point;
    (void)context;
    return true;
}

/* Errors as values, and the run goes on as if nothing had been asked. */
static void numbers_that_are_none_are_told(void **state)
{
    (void)state;
    static const char *const words[] = {"macro-step", "0.1", NULL};
    paso_run *run = start(FMU("decay"), words, NULL, NULL);
    assert_false(paso_run_advance(run, NAN, &error));
    assert_string_equal(error.code, "CALL_NUMBER");
    assert_string_equal(error.message, "paso_run_advance: the time cannot be NaN");
    assert_int_equal(error.status, 2);
    assert_near(paso_run_time(run), 0, 0);
    must(paso_run_advance(run, 0.5, &error));
    assert_near(paso_run_time(run), 0.5, 0);
    must(paso_run_advance(run, INFINITY, &error));
    assert_true(paso_run_ended(run));
    paso_run_close(run);

    paso_system *system = paso_system_open(BUILD_DIR "/systems/oscillator-ff.ssp", &error);
    must(system != NULL);
    run = paso_run_open(system, NULL, &error);
    must(run != NULL);
    for (long every = 0; every > -2; every--) {
        assert_false(paso_run_observe(run, NULL, every, nobody, NULL, &error));
        assert_string_equal(error.code, "CALL_NUMBER");
    }
    assert_string_equal(error.message, "paso_run_observe: every cannot be -1");
    must(paso_run_observe(run, NULL, 1, nobody, NULL, &error));
    paso_run_close(run);

    paso_limit limit;
    assert_null(paso_linearize(system, NULL, NAN, &error));
    assert_string_equal(error.message, "paso_linearize: the time cannot be NaN");
    assert_false(paso_stability(system, NULL, NAN, 1e-3, 1, &limit, &error));
    assert_string_equal(error.message, "paso_stability: the time cannot be NaN");
    static const double ranges[][2] = {{1e-3, INFINITY}, {1e-3, NAN}, {NAN, 1}, {0, 1}, {1, 1}};
    for (size_t i = 0; i < sizeof ranges / sizeof *ranges; i++) {
        assert_false(paso_stability(system, NULL, 0, ranges[i][0], ranges[i][1], &limit, &error));
        assert_string_equal(error.code, "CALL_RANGE");
    }
    paso_system_close(system);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_control_loop_is_the_sampled_system),
        cmocka_unit_test(a_plant_of_model_exchange_is_steered_too),
        cmocka_unit_test(handles_and_names_are_the_same),
        cmocka_unit_test(a_strict_fmu_is_read_in_time),
        cmocka_unit_test(a_rejected_step_keeps_what_was_set),
        cmocka_unit_test(a_steered_run_ends_at_its_last_point),
        cmocka_unit_test(connectors_of_the_system_transform),
        cmocka_unit_test(all_types_go_in_and_out),
        cmocka_unit_test(a_number_of_a_file_is_set_between_steps),
        cmocka_unit_test(numbers_that_are_none_are_told),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
