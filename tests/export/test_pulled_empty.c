/* Volumes of oil with air that are pulled empty: what runs of FMUs and of one set of equations say. */
#include "tests/program/paso_process.h"

#include <math.h>

/* Sources draw 100 cm3/s from two closed vessels of 1 and 2 l, the larger one below the saturation pressure from the beginning. A third one is at
 * rest with a tank of 1 bar, below it, too. */
#define CIRCUIT                                                                                                        \
    "{\"type\": \"circuit\", \"name\": \"Vessels\", \"start\": \"given\", \"fluid\": {\"type\": \"oil and air\", "     \
    "\"bulk_modulus\": 1.6e9, \"entrained_air\": 0.02, \"dissolved_air\": 0.08, \"exponent\": 1.3}, \"nodes\": "       \
    "{\"tank\": {\"type\": \"tank\", \"pressure\": \"1 bar\"}, \"large\": {\"type\": "                                 \
    "\"volume\", \"volume\": 2e-3, \"start_pressure\": 1e5}, \"small\": {\"type\": \"volume\", \"volume\": 1e-3, "     \
    "\"start_pressure\": 2e5}, \"still\": {\"type\": \"volume\", \"volume\": 1e-3, \"start_pressure\": 1e5}}, "        \
    "\"flow_sources\": {\"f\": {\"from\": \"small\", \"flow\": 1e-4}, \"g\": {\"from\": \"large\", \"flow\": 1e-4}}, " \
    "\"orifices\": {\"o\": {\"from\": \"still\", \"to\": \"tank\", \"area\": 1e-5}}, \"experiment\": {\"stop_time\": " \
    "3, \"step_size\": 0.001, \"solver\": 3}}"

/* What a cubic metre of oil under the atmosphere takes: the formula of docs/circuits.md. */
static double specific(double p)
{
    const double q = p - 101325, missing = fmax(0, 1 - p / 101325);
    return 1 - q / (1.6e9 + 5.6 * q) + (0.02 / 0.98 + 0.08 * missing * missing) * pow(101325 / p, 1 / 1.3);
}

/* A source takes Q v of the oil in V: v grows by exp(Q t/V), up to where a tenth of the oil is missing. */
static double time_of(double volume, double start)
{
    return volume / 1e-4 * log(specific(101325) / 0.9 / specific(start));
}

static size_t count(const char *text, const char *words)
{
    size_t n = 0;
    for (; (text = strstr(text, words)); text++)
        n++;
    return n;
}

static void assert_told_once(const char *text, const char *name, double when, double step)
{
    char words[80];
    snprintf(words, sizeof words, "volume '%s' is pulled empty: ", name);
    assert_int_equal(count(text, words), 1);
    const char *at = strstr(strstr(text, words), "first at t = ");
    assert_non_null(at);
    const double t = atof(at + strlen("first at t = "));
    assert_true(t > when - 1e-6 && t < when + step);
}

/* The first accepted step behind the moment: of the solver's own, which communication points cut. */
static void assert_told(double step)
{
    char *summary = read_file(in_folder("s.json"));
    const char *texts[] = {last.err, strstr(summary, "\"warnings\": [")};
    for (int k = 0; k < 2; k++) {
        assert_told_once(texts[k], "small", time_of(1e-3, 2e5), step);
        assert_told_once(texts[k], "large", time_of(2e-3, 1e5), step);
        assert_int_equal(count(texts[k], "pulled empty"), 2);
    }
    free(summary);
}

#define RUN(...)                                                                                                       \
    PASO("run", in_folder("vessels.fmu"), "--macro-step", "0.1", "--summary", in_folder("s.json"), "--quiet",          \
         __VA_ARGS__)

static void export_vessels(void)
{
    PASO_OK("export", write_file("vessels.json", CIRCUIT), "-o", in_folder("vessels.fmu"));
}

static void a_run_tells_each_volume_once_and_when(void **state)
{
    (void)state;
    assert_true(time_of(1e-3, 2e5) > 0.9 && time_of(2e-3, 1e5) < 2.5);
    export_vessels();
    assert_int_equal(RUN("--set", "solver=3"), 0);
    assert_told(0.001);
    assert_int_equal(RUN("--set", "solver=4"), 0);
    assert_told(0.1);
    assert_int_equal(RUN("--interface", "me", "--me-max-step", "0.02"), 0);
    assert_told(0.02);
}

/* One step of 3 s: both in one call, each with its time. */
static void two_volumes_within_a_step_are_both_told(void **state)
{
    (void)state;
    export_vessels();
    assert_int_equal(
        PASO("run", in_folder("vessels.fmu"), "--macro-step", "3", "--summary", in_folder("s.json"), "--quiet"), 0);
    assert_told(0.001);
}

static void full_volumes_are_not_told(void **state)
{
    (void)state;
    export_vessels();
    assert_int_equal(RUN("--stop-time", "0.9"), 0);
    assert_string_equal(last.err, "");
}

/* Beside a mass on a spring, as one set of equations, by all methods. */
static void one_set_of_equations_tells_as_well(void **state)
{
    (void)state;
    write_file("vessels.json", CIRCUIT);
    write_file("mass.json", "{\"type\": \"mechanism\", \"name\": \"Mass\", \"gravity\": [0, 0, 0], \"bodies\": "
                            "{\"m\": {\"mass\": 10}}, \"joints\": {\"s\": {\"type\": \"prismatic\", \"parent\": "
                            "\"ground\", \"child\": \"m\"}}, \"joint_springs\": {\"k\": {\"coordinate\": \"s\", "
                            "\"stiffness\": 1000}}}");
    const char *system = write_file("whole.json", "{\"type\": \"system\", \"name\": \"whole\", \"components\": "
                                                  "{\"multibody\": {\"file\": \"mass.json\"}, \"hydraulics\": "
                                                  "{\"file\": \"vessels.json\"}}, \"experiment\": {\"stop_time\": 3, "
                                                  "\"step_size\": 0.001}}");
    static const char *const methods[] = {"double-step", "penalty", "cvode"};
    for (int k = 0; k < 3; k++) {
        assert_int_equal(PASO("monolithic", system, "--method", methods[k], "--step", "0.01", "--summary",
                              in_folder("s.json"), "--quiet"),
                         0);
        assert_told(0.01);
    }
    PASO_OK("monolithic", system, "--stop-time", "0.9", "--step", "0.01", "--quiet");
    PASO_OK("export", "--system", system, "--whole", "-o", in_folder("whole.fmu"));
    assert_int_equal(PASO("run", in_folder("whole.fmu"), "--macro-step", "0.1", "--set", "solver=3", "--summary",
                          in_folder("s.json"), "--quiet"),
                     0);
    assert_told(0.001);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_run_tells_each_volume_once_and_when),
        cmocka_unit_test(two_volumes_within_a_step_are_both_told),
        cmocka_unit_test(full_volumes_are_not_told),
        cmocka_unit_test(one_set_of_equations_tells_as_well),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
