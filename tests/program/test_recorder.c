/* Selected columns and the result CSV. */
#include "tests/program/program_testing.h"

#include "master/files/recorder.h"

static struct system *open_system(const char *path)
{
    struct error error = {0};
    const struct system_options options = system_options_default();
    struct system *s = system_open(path, &options, &error);
    if (!s)
        fail_msg("%s", error.text);
    return s;
}

/* The chosen names, joined by blanks; or the message. */
static const char *chosen(const struct system *system, const char *patterns)
{
    static char text[ERROR_TEXT_SIZE];
    struct error error = {0};
    struct selection s;
    text[0] = '\0';
    if (selection_make(&s, system, patterns, &error)) {
        for (size_t i = 0; i < s.n; i++) {
            strcat(text, i ? " " : "");
            strcat(text, s.names[i]);
        }
    } else {
        assert_int_equal(error_exit_status(&error), 2);
        strcpy(text, error.text);
    }
    selection_free(&s);
    return text;
}

static void outputs_are_recorded_by_default_and_patterns_choose_others(void **state)
{
    (void)state;
    struct system *s = open_system(FMU("types"));
    assert_string_equal(chosen(s, NULL), "real_out integer_out colour_out boolean_out string_out");
    assert_string_equal(chosen(s, "real_*"), "real_in real_out real_offset real_twice_offset real_out_alias");
    assert_string_equal(chosen(s, "words, *_in"), "real_in integer_in colour_in boolean_in string_in words");
    assert_string_equal(chosen(s, "integer_ou[st]"), "integer_out");
    assert_string_equal(chosen(s, "time*"), "--record: no variable matches \"time*\"");
    assert_non_null(strstr(chosen(s, "real_ou"), "\"real_out\"")); /* a name that is meant */
    assert_string_equal(chosen(s, "words,,real_in"), "--record: an empty pattern in \"words,,real_in\"");
    system_close(s);
}

static void rows_are_written_as_contracted(void **state)
{
    (void)state;
    struct system *system = open_system(FMU("types"));
    struct error error = {0};
    struct selection columns;
    assert_true(selection_make(&columns, system, NULL, &error));
    struct recorder *r = recorder_open(in_folder("out.csv"), system, &columns, 3, "paso run types.fmu", &error);
    assert_non_null(r);
    const struct run_observer observer = recorder_observer(r);
    assert_int_equal(observer.n_ports, 5);
    assert_int_equal(observer.every, 3);
    assert_null(recorder_partial_path(r));

    const double first[] = {0.1, -2147483648.0, 3, 1, 0}, second[] = {1.0 / 3, 7, 1, 0, 0};
    const char *const words[][5] = {{[4] = "plain"}, {[4] = "a, \"b\"\nc"}};
    assert_true(
        observer.observe(observer.context, &(struct run_point){.t = 0, .values = first, .strings = words[0]}, &error));
    assert_true(observer.observe(observer.context,
                                 &(struct run_point){.t = 1e-3, .values = second, .strings = words[1]}, &error));
    assert_non_null(recorder_partial_path(r));
    assert_true(recorder_finish(r, &error));
    recorder_close(r);

    /* The 17 digits of 0.1, 0.001 and 1/3 are known (IEEE 754). */
    char *text = read_file(in_folder("out.csv"));
    assert_string_equal(text, "time,real_out,integer_out,colour_out,boolean_out,string_out\n"
                              "0,0.10000000000000001,-2147483648,3,1,plain\n"
                              "0.001,0.33333333333333331,7,1,0,\"a, \"\"b\"\"\nc\"\n");
    free(text);
    assert_int_equal(access(in_folder("out.csv.partial"), F_OK), -1);
    assert_int_equal(access(in_folder("out.csv.json.partial"), F_OK), -1);
    system_close(system);
}

/* Units and descriptions as tests/master/import/fmus/types declares them. */
static void notes_tell_units_descriptions_and_command(void **state)
{
    (void)state;
    char *text = read_file(in_folder("out.csv.json"));
    assert_non_null(strstr(text, "\"real_out\": \"m\""));
    assert_non_null(strstr(text, "\"integer_out\": null"));
    assert_non_null(strstr(text, "\"command\": \"paso run types.fmu\""));
    free(text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(outputs_are_recorded_by_default_and_patterns_choose_others),
        cmocka_unit_test(rows_are_written_as_contracted),
        cmocka_unit_test(notes_tell_units_descriptions_and_command),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
