/* An exported circuit as an FMU: friction that jumps and a spool that follows a law, alike in Model Exchange and Co-Simulation. */
#include "tests/program/paso_process.h"

#include <math.h>

static void run(const char *const *words)
{
    finish_paso(start_paso(words, NULL));
    if (last.status != 0)
        fail_msg("%s", last.err);
}

/* LIM's circuit with Bengisu-Akay friction, and the cylinder moved to and fro: 0.06 sin(2 t) m/s, v_s = 0.0125 m/s. */
static int make_fmu(void **state)
{
    make_folder(state);
    run((const char *const[]){"export", SOURCE_DIR "/benchmarks/circuits/lim-manipulator.json", "-o",
                              in_folder("ba.fmu"), "--set",
                              "cylinders.cylinder.friction={\"type\": \"Bengisu-Akay\", \"F_c\": 210, \"F_s\": 830, "
                              "\"v_s\": 0.0125, \"xi\": 50, \"sigma2\": 330}",
                              NULL});
    FILE *file = fopen(in_folder("motion.csv"), "w");
    assert_non_null(file);
    fputs("time,cylinder.length,cylinder.rate\n", file);
    for (int k = 0; k <= 7000; k++)
        fprintf(file, "%.17g,%.17g,%.17g\n", k * 1e-3, 0.5 + 0.03 * (1 - cos(2e-3 * k)), 0.06 * sin(2e-3 * k));
    fclose(file);
    return 0;
}

/* Eq. 2.42. */
static double friction(double v)
{
    const double a = fabs(v), v_s = 0.0125;
    return a < v_s ? copysign(830 - 830 / (v_s * v_s) * (a - v_s) * (a - v_s), v)
                   : copysign(210 + 620 * exp(-50 * (a - v_s)), v) + 330 * v;
}

static double p1_at_the_end(const char *const *choice)
{
    const char *words[20] = {"run",     in_folder("ba.fmu"),     "--quiet",     "--output", in_folder("out.csv"),
                             "--input", in_folder("motion.csv"), "--stop-time", "7",        "--tolerance",
                             "1e-9"};
    for (int i = 11; *choice; i++)
        words[i] = *choice++;
    run(words);
    struct table t = read_table(in_folder("out.csv"));
    assert_int_equal(t.n_rows, 7001);
    for (size_t k = 0; k < t.n_rows; k++) {
        const double v = 0.06 * sin(2 * cell(&t, k, "time"));
        const double expected = (cell(&t, k, "V2.p") - cell(&t, k, "V1.p")) * 65e-4 - friction(v);
        assert_near(cell(&t, k, "cylinder.force"), expected, 1e-8);
    }
    const double p1 = last_cell(&t, "V1.p");
    free_table(&t);
    return p1;
}

/* Every row has the friction that is printed, on both sides of its jump; and all ways lead to the same pressure. */
static void friction_jumps_as_printed_in_every_interface(void **state)
{
    (void)state;
    const double exact = p1_at_the_end(
        (const char *const[]){"--set", "solver=4", "--set", "rel_tol=1e-11", "--set", "abs_tol=1e-11", NULL});
    const double exchanged = p1_at_the_end((const char *const[]){"--interface", "me", NULL});
    const double stepped = p1_at_the_end((const char *const[]){"--set", "solver=2", "--set", "step_size=5e-5", NULL});
    assert_near(exchanged, exact, 1);
    assert_near(stepped, exact, 1);
}

/* The member "outputs": a loss that others can connect to, Q dp with Q = C sqrt(dp), and its exact slope, 1.5 C sqrt(dp). */
static void a_loss_may_be_an_output(void **state)
{
    (void)state;
    const double C = 1e-7, dp = 5e6;
    write_file("drain.json",
               "{\"type\": \"circuit\", \"name\": \"Drain\", \"fluid\": {\"type\": \"constant\", \"bulk_modulus\": "
               "1.5e9}, \"outputs\": [\"*.loss\"], \"nodes\": {\"tank\": {\"type\": \"tank\", \"pressure\": 1e5}, "
               "\"line\": {\"type\": \"volume\", \"volume\": 1e-3, \"start\": \"given\", \"start_pressure\": 5.1e6}}, "
               "\"orifices\": {\"out\": {\"from\": \"line\", \"to\": \"tank\", \"flow_coefficient\": 1e-7}}}");
    write_file("heat.json",
               "{\"type\": \"system\", \"name\": \"heat\", \"components\": {\"h\": {\"file\": \"drain.json\"}}, "
               "\"outputs\": {\"heat\": {\"from\": \"h.out.loss\"}}}");
    run((const char *const[]){"export", in_folder("drain.json"), "-o", in_folder("Drain.fmu"), NULL});
    run((const char *const[]){"linearize", in_folder("Drain.fmu"), "--quiet", "--output",
                              in_folder("drain-result.json"), NULL});
    char *text = read_file(in_folder("drain-result.json"));
    assert_non_null(strstr(text, "\"outputs\": [\"line.p\", \"out.loss\"]"));
    const char *rows = strstr(text, "\"C\": [");
    assert_non_null(rows);
    const char *row = strchr(rows + strlen("\"C\": [\n    ["), '[');
    assert_non_null(row);
    const double slope = 1.5 * C * sqrt(dp);
    assert_near(strtod(row + 1, NULL), slope, 1e-14 * slope);
    free(text);

    run((const char *const[]){"export", "--system", in_folder("heat.json"), "-o", in_folder("heat.ssp"), NULL});
    run((const char *const[]){"run", in_folder("heat.ssp"), "--stop-time", "0.001", "--quiet", "--output",
                              in_folder("heat.csv"), NULL});
    struct table t = read_table(in_folder("heat.csv"));
    assert_near(cell(&t, 0, "h.out.loss"), C * dp * sqrt(dp), 1e-12 * C * dp * sqrt(dp));
    free_table(&t);
}

/* The FMU's words have the time, for tools that do not tell it; here the message does. */
static void a_failure_tells_the_time_once(void **state)
{
    (void)state;
    PASO_OK("export",
            write_file("line.json",
                       "{\"type\": \"circuit\", \"name\": \"Line\", \"fluid\": {\"type\": \"constant\", "
                       "\"bulk_modulus\": 1.5e9}, \"nodes\": {\"line\": {\"type\": \"volume\", \"volume\": "
                       "1e-3}}, \"flow_sources\": {\"pump\": {\"to\": \"line\", \"flow\": 1e-4}}}"),
            "-o", in_folder("line.fmu"));
    assert_int_equal(PASO("run", in_folder("line.fmu"), "--quiet"), 1);
    const char *at = strstr(last.err, " at t = 0 s");
    assert_non_null(at);
    assert_non_null(strstr(at, "volumes.line: there is no equilibrium"));
    assert_null(strstr(at + 1, " at t = "));

    /* A vessel of 1 l and 1.5 GPa under 10 bar: 10 cm3/s empty it in 1e-3/1.5e9 1e6/1e-5 s, within steps that are tried. */
    PASO_OK("export",
            write_file("line.json",
                       "{\"type\": \"circuit\", \"name\": \"Line\", \"start\": \"given\", \"fluid\": "
                       "{\"type\": \"constant\", \"bulk_modulus\": 1.5e9}, \"nodes\": {\"line\": {\"type\": "
                       "\"volume\", \"volume\": 1e-3, \"start_pressure\": 1e6}}, \"flow_sources\": {\"pump\": "
                       "{\"from\": \"line\", \"flow\": 1e-5}}}"),
            "-o", in_folder("line.fmu"));
    assert_int_equal(PASO("run", in_folder("line.fmu"), "--quiet", "--stop-time", "1"), 1);
    at = strstr(last.err, " at t = ");
    assert_non_null(at);
    assert_near(atof(at + strlen(" at t = ")), 1e-3 / 1.5e9 * 1e6 / 1e-5, 1e-7);
    assert_non_null(strstr(at, "feed it)"));
    assert_null(strstr(at + 1, " at t = "));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(friction_jumps_as_printed_in_every_interface),
        cmocka_unit_test(a_loss_may_be_an_output),
        cmocka_unit_test(a_failure_tells_the_time_once),
    };
    return cmocka_run_group_tests(tests, make_fmu, remove_folder);
}
