/* The sweeps that the published case asks for: errors and limits of the LIM manipulator, from the independent prototype's
 * tables. */
#include "tests/sweep/sweep_testing.h"

static const char system_path[] = BUILD_DIR "/systems/lim-manipulator.ssp";
static const char reference[] = BUILD_DIR "/reference/lim-M{hydraulics.manoeuvre}.csv";

/* Largest error of s on a grid of 1 ms, macro steps 0.05, 0.2, 1, 5, 10 ms: every printed digit. */
static void every_entry_of_the_error_table_comes_out(void **state)
{
    (void)state;
    static const struct {
        const char *scheme, *order, *coupling, *manoeuvre;
        double errors[5];
        double digits; /* in units of the third */
    } rows[] = {
        {"jacobi", "", "1", "1", {3.72e-6, 1.49e-5, 8.19e-5, 3.82e-4, 8.10e-4}, 1},
        {"jacobi", "", "1", "2", {7.91e-6, 3.17e-5, 1.77e-4, 9.47e-4, 1.97e-3}, 1},
        {"jacobi", "", "2", "1", {1.34e-6, 5.38e-6, 3.43e-5, 1.43e-4, 3.30e-4}, 1},
        {"jacobi", "", "2", "2", {6.61e-6, 2.65e-5, 1.52e-4, 8.42e-4, 1.77e-3}, 1},
        /* Largest in the kink at 6.002 s, where the third digit depends on the grid. */
        {"gauss-seidel", "multibody/hydraulics", "2", "1", {8.80e-7, 3.53e-6, 2.49e-5, 9.63e-5, 2.37e-4}, 10},
        {"gauss-seidel", "hydraulics/multibody", "2", "1", {2.51e-6, 1.01e-5, 5.76e-5, 2.37e-4, 4.53e-4}, 1},
    };
    PASO_OK("sweep", system_path, "--macro-step", "0.05ms,0.2ms,1ms,5ms,10ms", "--scheme", "jacobi,gauss-seidel",
            "--order", "multibody/hydraulics,hydraulics/multibody", "--set", "multibody.coupling=1,2", "--set",
            "hydraulics.manoeuvre=1,2", "--feedthrough", "stale", "--reference", reference, "--record", "multibody.s",
            "--output", in_folder("table.csv"));
    struct sheet s = read_sheet(in_folder("table.csv"));
    assert_int_equal(s.n_rows, 61); /* Jacobi has no order: it is run once */
    static const double steps[] = {5e-5, 2e-4, 1e-3, 5e-3, 1e-2};
    size_t n_found = 0;
    for (size_t run = 0; run < 60; run++)
        for (size_t r = 0; r < sizeof rows / sizeof *rows; r++) {
            if (strcmp(text_at(&s, run, "scheme"), rows[r].scheme) != 0 ||
                strcmp(text_at(&s, run, "order"), rows[r].order) != 0 ||
                strcmp(text_at(&s, run, "multibody.coupling"), rows[r].coupling) != 0 ||
                strcmp(text_at(&s, run, "hydraulics.manoeuvre"), rows[r].manoeuvre) != 0)
                continue;
            size_t k = 0;
            while (number_at(&s, run, "macro-step") != steps[k])
                k++;
            const double expected = rows[r].errors[k];
            const double digit = pow(10, floor(log10(expected)) - 2);
            assert_near(number_at(&s, run, "max_error:multibody.s"), expected, 0.501 * rows[r].digits * digit);
            n_found++;
        }
    assert_int_equal(n_found, 30);
    free_sheet(&s);
    assert_non_null(strstr(last.out, "60 runs: 60 done"));
}

/* The first macro step beyond the limit, found there in steps of 0.1 ms: it is bad, the one 0.1 ms below is good. */
static void the_stability_limits_come_out(void **state)
{
    (void)state;
    static const struct {
        const char *coupling, *manoeuvre, *criterion;
        double first_bad; /* ms */
    } limits[] = {
        {"1", "1", "0.005", 14.0}, {"1", "1", "0.02", 14.5}, {"1", "2", "0.005+0.2*H", 18.5}, {"1", "2", "0.02", 18.6},
        {"2", "1", "0.005", 40.2}, {"2", "1", "0.02", 41.5}, {"2", "2", "0.005+0.2*H", 53.8}, {"2", "2", "0.02", 54.0},
    };
    PASO_OK("sweep", system_path, "--find-limit", "--macro-step", "5ms:80ms", "--set", "multibody.coupling=1,2",
            "--set", "hydraulics.manoeuvre=1,2", "--feedthrough", "stale", "--reference", reference, "--record",
            "multibody.s", "--limit-error", "0.005,0.005+0.2*H,0.02", "--output", in_folder("limits.csv"));
    struct sheet s = read_sheet(in_folder("limits.csv"));
    size_t n_found = 0;
    for (size_t run = 0; run + 1 < s.n_rows; run++)
        for (size_t i = 0; i < sizeof limits / sizeof *limits; i++) {
            if (strcmp(text_at(&s, run, "multibody.coupling"), limits[i].coupling) != 0 ||
                strcmp(text_at(&s, run, "hydraulics.manoeuvre"), limits[i].manoeuvre) != 0 ||
                strcmp(text_at(&s, run, "limit-error"), limits[i].criterion) != 0)
                continue;
            const double resolution = 0.002 * limits[i].first_bad;
            assert_true(1e3 * number_at(&s, run, "macro-step") < limits[i].first_bad);
            assert_true(1e3 * number_at(&s, run, "macro-step") > limits[i].first_bad - 0.1 - resolution);
            n_found++;
        }
    assert_int_equal(n_found, sizeof limits / sizeof *limits);
    free_sheet(&s);
}

/* Equal macro steps have no tolerance and run once each, chosen ones once for every tolerance. The true error of s, about 0.5 m, stays below the tolerance's
 * part of it, and chosen steps are fewer. */
static void equal_macro_steps_are_compared_with_chosen_ones(void **state)
{
    (void)state;
    static const char *const steps[] = {"0.001", "0.005", "1e-05:1", "1e-05:1"};
    static const char *const tolerances[] = {"", "", "1e-4", "1e-5"};
    PASO_OK("sweep", system_path, "--macro-step", "1ms,5ms,10us:1s", "--error-tolerance", "1e-4,1e-5", "--output-step",
            "1ms", "--scheme", "gauss-seidel", "--extrapolation", "model", "--set", "multibody.coupling=2", "--set",
            "multibody.solver=2", "--set", "hydraulics.solver=2", "--set", "hydraulics.manoeuvre=1", "--reference",
            reference, "--record", "multibody.s", "--output", in_folder("chosen.csv"), "--plot",
            in_folder("chosen.html"));
    struct sheet s = read_sheet(in_folder("chosen.csv"));
    assert_int_equal(s.n_rows, 5);
    for (size_t run = 0; run < 4; run++) {
        assert_string_equal(text_at(&s, run, "macro-step"), steps[run]);
        assert_string_equal(text_at(&s, run, "error-tolerance"), tolerances[run]);
        assert_string_equal(text_at(&s, run, "status"), "done");
        if (run >= 2)
            assert_true(number_at(&s, run, "max_error:multibody.s") < 0.5 * strtod(tolerances[run], NULL));
    }
    assert_true(number_at(&s, 0, "steps") == 10000 && number_at(&s, 1, "steps") == 2000);
    assert_true(number_at(&s, 2, "steps") < number_at(&s, 3, "steps") && number_at(&s, 3, "steps") < 2000);

    /* Drawn over the macro step, in ms, chosen ones at their mean: 10 s by their number. */
    char *page = read_file(in_folder("chosen.html")), equal[64], chosen[128];
    assert_non_null(page);
    snprintf(equal, sizeof equal, "\"equal macro steps\",\"about\":\"\",\"x\":[1,5],");
    snprintf(chosen, sizeof chosen, "\"macro steps by the error, 1e-05:1 s\",\"about\":\"\",\"x\":[%.9g,%.9g],",
             1e4 / number_at(&s, 2, "steps"), 1e4 / number_at(&s, 3, "steps"));
    assert_non_null(strstr(page, equal));
    assert_non_null(strstr(page, chosen));
    free(page);
    free_sheet(&s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_entry_of_the_error_table_comes_out),
        cmocka_unit_test(the_stability_limits_come_out),
        cmocka_unit_test(equal_macro_steps_are_compared_with_chosen_ones),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
