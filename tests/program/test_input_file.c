/* The file of --input, on an FMU with inputs of every type. */
#include "tests/program/program_testing.h"

#include "master/files/input_file.h"

struct subject {
    struct system *system;
    struct input_file *file;
    const struct run_input *source;
};

static struct subject open_text(const char *text, struct error *error)
{
    struct subject s = {0};
    const struct system_options options = system_options_default();
    s.system = system_open(FMU("types"), &options, error);
    if (!s.system)
        fail_msg("%s", error->text);
    s.file = input_file_open(write_file("in.csv", text), s.system, error);
    if (s.file)
        s.source = input_file_source(s.file);
    return s;
}

static struct subject open_good(const char *text)
{
    struct error error = {0};
    const struct subject s = open_text(text, &error);
    if (!s.file)
        fail_msg("%s", error.text);
    return s;
}

static void close_subject(struct subject s)
{
    input_file_close(s.file);
    system_close(s.system);
}

static size_t input(struct subject s, const char *name)
{
    const struct system *system = s.source->system;
    const struct system_connector *c = system_find_connector(system->inputs, system->n_inputs, name);
    assert_non_null(c);
    const size_t index = (size_t)(c - system->inputs);
    assert_true(s.source->driven[index]);
    return index;
}

static double value(struct subject s, const char *name, double t, bool from_left)
{
    double values[32];
    memset(values, 0xff, sizeof values);
    assert_true(s.source->system->n_inputs <= 32);
    assert_true(s.source->values(s.source->context, t, from_left, values, NULL));
    return values[input(s, name)];
}

static void continuous_inputs_are_interpolated_and_discrete_ones_switched(void **state)
{
    (void)state;
    struct subject s = open_good("\"time\",real_in,\"integer_in\",boolean_in,colour_in\n"
                                 "0,  1,   5, true, 1\n"
                                 "1,  3,   7, false, 2\n"
                                 "3, -1, 7.0, 0, 2\n");
    assert_near(value(s, "real_in", 0.25, false), 1.5, 1e-15);
    assert_near(value(s, "real_in", 2, false), 1, 1e-15);
    assert_near(value(s, "real_in", -1, false), 1, 0);
    assert_near(value(s, "real_in", 9, false), -1, 0);
    assert_near(value(s, "integer_in", 0.999, false), 5, 0);
    assert_near(value(s, "integer_in", 1, true), 5, 0);
    assert_near(value(s, "integer_in", 1, false), 7, 0);
    assert_near(value(s, "boolean_in", 0.5, false), 1, 0);
    assert_near(value(s, "boolean_in", 1.5, false), 0, 0);
    assert_near(value(s, "colour_in", 1, false), 2, 0);

    /* Points fall on the row where something discrete changes, not on the others. */
    assert_near(s.source->next_jump(s.source->context, 0), 1, 0);
    assert_true(isinf(s.source->next_jump(s.source->context, 1)));
    assert_null(s.source->strings);
    close_subject(s);
}

static void a_time_that_stands_twice_is_a_jump(void **state)
{
    (void)state;
    struct subject s = open_good("time,real_in\n0,0\n1,1\n1,5\n2,6\n2,6\n3,9\n");
    assert_near(value(s, "real_in", 1, true), 1, 0);
    assert_near(value(s, "real_in", 1, false), 5, 0);
    assert_near(value(s, "real_in", 0.5, false), 0.5, 1e-15);
    assert_near(value(s, "real_in", 1.5, true), 5.5, 1e-15);
    assert_near(s.source->next_jump(s.source->context, 0), 1, 0);
    assert_true(isinf(s.source->next_jump(s.source->context, 1))); /* the second pair does not differ */
    close_subject(s);
}

static void questions_may_be_asked_in_any_order(void **state)
{
    (void)state;
    char text[4096] = "time,real_in\n";
    for (int k = 0; k <= 100; k++)
        sprintf(text + strlen(text), "%d,%d\n", k, k * k);
    struct subject s = open_good(text);
    unsigned random = 1;
    for (int n = 0; n < 1000; n++) {
        random = random * 1103515245u + 12345u;
        const double t = (random >> 8) % 10000 / 100.0;
        const double k = floor(t);
        assert_near(value(s, "real_in", t, false), k * k + (2 * k + 1) * (t - k), 1e-9);
    }
    close_subject(s);
}

static void strings_and_names_of_items_are_read(void **state)
{
    (void)state;
    struct subject s =
        open_good("time,string_in,colour_in\n0,\"a, \"\"b\"\"\",red\n0.5,\"a, \"\"b\"\"\",1\n1,c,green\n");
    const char *strings[32] = {0};
    assert_non_null(s.source->strings);
    assert_true(s.source->strings(s.source->context, 0.9, false, strings, NULL));
    assert_string_equal(strings[input(s, "string_in")], "a, \"b\"");
    assert_true(s.source->strings(s.source->context, 1, false, strings, NULL));
    assert_string_equal(strings[input(s, "string_in")], "c");
    assert_near(value(s, "colour_in", 0, false), 1, 0);
    assert_near(value(s, "colour_in", 1, false), 2, 0);
    assert_near(s.source->next_jump(s.source->context, 0), 1, 0);
    close_subject(s);
}

static void whatever_is_wrong_is_named_with_file_and_line(void **state)
{
    (void)state;
    static const struct {
        const char *text, *words;
    } wrong[] = {
        {"", "in.csv: holds no row"},
        {"time,real_in\n", "in.csv: holds no row"},
        {"t,real_in\n0,1\n", "in.csv:1: the first column is called \"t\""},
        {"time,real_inn\n0,1\n", "in.csv:1: "},
        {"time,real_inn\n0,1\n", "\"real_in\""},
        {"time,real_out\n0,1\n", "in.csv:1: "},
        {"time,real_in,real_in\n0,1,1\n", "in.csv:1: \"real_in\" stands in two columns"},
        {"time,,real_in\n0,1,1\n", "in.csv:1: column 2 has no name"},
        {"time,real_in\n0,1\n1\n", "in.csv:3: 1 values in a file of 2 columns"},
        {"time,real_in\n0,1,2\n", "in.csv:2: 3 values in a file of 2 columns"},
        {"time,real_in\n0,1\n\n1,\n", "in.csv:4: \"\" is not a number"},
        {"time,real_in\n0,nan\n", "in.csv:2: \"nan\" is not a number"},
        {"time,real_in\n0,1e999\n", "in.csv:2: \"1e999\" is not a number"},
        {"time,real_in\n0,1;5\n", "in.csv:2: \"1;5\" is not a number"},
        {"time,real_in\nnoon,1\n", "in.csv:2: \"noon\" is not a time"},
        {"time,real_in\n1,1\n0.5,1\n", "in.csv:3: the time 0.5 lies before"},
        {"time,integer_in\n0,1.5\n", "in.csv:2: \"1.5\" is not an integer"},
        {"time,integer_in\n0,99999999999\n", "is not an integer"},
        {"time,boolean_in\n0,maybe\n", "in.csv:2: \"maybe\" is not true or false"},
        {"time,boolean_in\n0,2\n", "is not true or false"},
        {"time,colour_in\n0,mauve\n", "is not an item"},
        {"time,\"real_in\n0,1\n", "in.csv:1: a quoted field does not end"},
        {"time;real_in\n0;1\n", "in.csv:1: the first column is called \"time;real_in\""},
    };
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        struct error error = {0};
        const struct subject s = open_text(wrong[i].text, &error);
        assert_null(s.file);
        assert_int_equal(error_exit_status(&error), 2);
        if (!strstr(error.text, wrong[i].words))
            fail_msg("%zu: \"%s\" instead of \"%s\"", i, error.text, wrong[i].words);
        close_subject(s);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(continuous_inputs_are_interpolated_and_discrete_ones_switched),
        cmocka_unit_test(a_time_that_stands_twice_is_a_jump),
        cmocka_unit_test(questions_may_be_asked_in_any_order),
        cmocka_unit_test(strings_and_names_of_items_are_read),
        cmocka_unit_test(whatever_is_wrong_is_named_with_file_and_line),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
