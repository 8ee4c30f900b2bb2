/* Publication II's four-bar as two coupled FMUs: both couplings converge to the solution of the whole, with the order of the
 * scheme. */
#include "tests/program/paso_process.h"

#include <math.h>

static const double z1_at_2 = 0.842473813562007; /* converged: LUT2_BROWN_MCPHEE_Z1_AT_2 of benchmarks/reference */

static double error_with(const char *system, const char *step, const char *const options[4])
{
    char path[300], csv[300];
    snprintf(path, sizeof path, BUILD_DIR "/systems/%s.ssp", system);
    snprintf(csv, sizeof csv, "%s", in_folder("run.csv"));
    const char *const words[] = {"run",      path,       "--macro-step", step,       "--stop-time", "2",
                                 options[0], options[1], options[2],     options[3], "--record",    "multibody.z1",
                                 "--every",  "100000",   "--output",     csv,        NULL};
    finish_paso(start_paso(words, NULL));
    if (last.status != 0)
        fail_msg("%s at %s: %s", system, step, last.err);
    char *text = read_file(csv);
    const char *row = strchr(strchr(text, '\n') + 1, '\n') + 1; /* header, start, stop */
    double t, z1;
    assert_int_equal(sscanf(row, "%lf,%lf", &t, &z1), 2);
    assert_near(t, 2, 0);
    free(text);
    return fabs(z1 - z1_at_2);
}

static const char *const systems[] = {"lut2-four-bar-brown-mcphee", "lut2-four-bar-brown-mcphee-ps"};

static double error_of(const char *system, const char *step, const char *option, const char *value)
{
    return error_with(system, step, (const char *const[]){option, value, "--slopes", "exact"});
}

static void held_inputs_converge_at_first_order(void **state)
{
    (void)state;
    for (int i = 0; i < 2; i++) {
        const double coarse = error_of(systems[i], "1ms", "--scheme", "gauss-seidel");
        const double fine = error_of(systems[i], "0.25ms", "--scheme", "gauss-seidel");
        assert_true(coarse < 2e-4);
        assert_near(coarse / fine, 4, 0.4);
    }
}

/* Of second order at least: pressures, which the mechanism takes as they are, do better. */
static void linear_inputs_converge_at_second_order(void **state)
{
    (void)state;
    for (int i = 0; i < 2; i++) {
        const double coarse = error_of(systems[i], "0.4ms", "--extrapolation", "1");
        const double fine = error_of(systems[i], "0.1ms", "--extrapolation", "1");
        assert_true(fine < 2e-9);
        assert_true(coarse / fine > 10);
    }
}

/* The largest error of z1 in 10 s with stand-ins, against the solution of the whole in `whole`, which has rows every 10 ms. */
static double largest_error(const struct table *whole, const char *step)
{
    /* At 50 ms it is also said that the force oscillates, which it does: 87 Hz, seen every 50 ms. */
    assert_int_equal(PASO("run", BUILD_DIR "/systems/lut2-four-bar-brown-mcphee.ssp", "--scheme", "gauss-seidel",
                          "--extrapolation", "model", "--macro-step", step, "--record", "multibody.z1", "--output",
                          in_folder("standins.csv")),
                     0);
    struct table t = read_table(in_folder("standins.csv"));
    double largest = 0;
    for (size_t i = 0; i < t.n_rows; i++) {
        const size_t row = (size_t)lround(cell(&t, i, "time") / 10e-3);
        assert_near(cell(whole, row, "time"), cell(&t, i, "time"), 1e-9);
        largest = fmax(largest, fabs(cell(&t, i, "multibody.z1") - cell(whole, row, "multibody.z1")));
    }
    assert_near(last_cell(&t, "time"), 10, 0);
    free_table(&t);
    return largest;
}

/* Where held inputs fail at 1 ms. The bounds are those that were asked for; a prototype had 2.1e-5 rad at 10 ms and 1.2e-4 rad at 50 ms. */
static void stand_ins_take_macro_steps_of_fifty_milliseconds(void **state)
{
    (void)state;
    PASO_OK("monolithic", SOURCE_DIR "/benchmarks/systems/lut2-four-bar.json", "--method", "cvode", "--step", "10ms",
            "--record", "multibody.z1", "--output", in_folder("whole.csv"));
    struct table whole = read_table(in_folder("whole.csv"));
    assert_true(largest_error(&whole, "10ms") < 5e-5);
    assert_true(largest_error(&whole, "50ms") < 3e-4);
    free_table(&whole);
}

/* The pressures' work, as both sides count it, less what the seal's friction takes, is the work that the mechanism receives. */
static void works_of_pressure_coupling_are_told_and_agree(void **state)
{
    (void)state;
    PASO_OK("run", BUILD_DIR "/systems/lut2-four-bar-brown-mcphee-ps.ssp", "--scheme", "gauss-seidel", "--stop-time",
            "2", "--record", "*.cylinder.*", "--output", in_folder("works.csv"));
    double delivered, received;
    const char *told = strstr(last.out, "energy at cylinder: ");
    assert_non_null(told);
    assert_int_equal(sscanf(told, "energy at cylinder: delivered %lf J, received %lf J", &delivered, &received), 2);
    struct table t = read_table(in_folder("works.csv"));
    double loss = 0;
    for (size_t i = 1; i < t.n_rows; i++)
        for (size_t k = i - 1; k <= i; k++)
            loss += cell(&t, k, "multibody.cylinder.friction") * cell(&t, k, "multibody.cylinder.rate") / 2 *
                    (cell(&t, i, "time") - cell(&t, i - 1, "time"));
    assert_near(received, last_cell(&t, "multibody.cylinder.pressure_work"), 1e-3);
    assert_near(delivered, last_cell(&t, "hydraulics.cylinder.work"), 1e-3);
    assert_true(loss > 1);
    assert_near(received - loss, last_cell(&t, "multibody.cylinder.work"), 1e-3 * loss);
    assert_near(delivered, received, 0.01 * loss);
    free_table(&t);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(held_inputs_converge_at_first_order),
        cmocka_unit_test(linear_inputs_converge_at_second_order),
        cmocka_unit_test(stand_ins_take_macro_steps_of_fifty_milliseconds),
        cmocka_unit_test(works_of_pressure_coupling_are_told_and_agree),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
