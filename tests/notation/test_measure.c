/* Numbers with units. What a unit is worth is from the SI brochure (9th edition, tables 2, 4 and 8) and, for psi and inch, from the
 * international pound and inch (0.45359237 kg, 25.4 mm). */
#include "notation/measure.h"
#include "notation/notation.h"
#include "numerics/law.h"
#include "tests/testing.h"

#include <math.h>
#include <string.h>

static const char *const documents[] = {"pipe", NULL};
static const struct grammar_member pipe_members[] = {
    {"type", GRAMMAR_WORD, "what it is", .words = documents, .required = true},
    {"bore", GRAMMAR_NUMBER, "bore", .unit = "m", .min = 1e-4, .max = 1},
    {"pressure", GRAMMAR_NUMBER, "pressure", .unit = "Pa"},
    {"displacement", GRAMMAR_NUMBER, "displacement", .unit = "m3/rad"},
    {"speed", GRAMMAR_NUMBER, "speed", .unit = "rad/s"},
    {"frequency", GRAMMAR_NUMBER, "frequency", .unit = "Hz"},
    {"leakage", GRAMMAR_NUMBER, "leakage", .unit = "m3/(s.Pa)"},
    {"temperature", GRAMMAR_NUMBER, "temperature", .unit = "K"},
    {"share", GRAMMAR_NUMBER, .description = "share"},
    {"place", GRAMMAR_VECTOR, "place", .unit = "m", .length = 3},
    {"flow", GRAMMAR_LAW, "flow", .unit = "m3/s"},
    GRAMMAR_END};
static const struct grammar pipe_grammar = {"Pipe", "A pipe", pipe_members};

static struct notation *read_pipe(const char *members, struct notation_error *error)
{
    char text[1000];
    snprintf(text, sizeof text, "{\"type\": \"pipe\", %s}", members);
    return notation_read(text, strlen(text), "pipe.json", &pipe_grammar, error);
}

static struct quantity value_of(const char *members, const char *name)
{
    struct notation_error error;
    struct notation *n = read_pipe(members, &error);
    if (!n)
        fail_msg("%s", error.text);
    struct quantity found = {.value = NAN};
    for (size_t i = 0; i < notation_quantity_count(n); i++)
        if (strcmp(notation_quantities(n)[i].name, name) == 0)
            found = notation_quantities(n)[i];
    found.name = found.description = found.unit = NULL;
    found.node = NULL;
    notation_close(n);
    return found;
}

static void assert_worth(const char *members, const char *name, double expected)
{
    const struct quantity q = value_of(members, name);
    assert_true(fabs(q.value - expected) <= 4e-16 * fabs(expected));
    assert_false(q.is_calculated); /* a parameter like any plain number */
}

static void numbers_with_units_are_numbers_in_si_units(void **state)
{
    (void)state;
    assert_worth("\"pressure\": \"200 bar\"", "pressure", 2e7);
    assert_worth("\"pressure\": \"-0.5bar\"", "pressure", -5e4);
    assert_worth("\"pressure\": \"1 psi\"", "pressure", 0.45359237 * 9.80665 / (0.0254 * 0.0254));
    assert_worth("\"pressure\": \"1.5e1 N/mm2\"", "pressure", 15e6);
    assert_worth("\"bore\": \"63 mm\"", "bore", 0.063);
    assert_worth("\"bore\": \"2.5 in\"", "bore", 0.0635);
    assert_worth("\"displacement\": \"45 cm3/rev\"", "displacement", 45e-6 / (2 * 3.14159265358979323846));
    assert_worth("\"speed\": \"1500 rpm\"", "speed", 50 * 3.14159265358979323846);
    assert_worth("\"speed\": \"1500 rev/min\"", "speed", 50 * 3.14159265358979323846);
    assert_worth("\"frequency\": \"120 1/min\"", "frequency", 2);
    assert_worth("\"leakage\": \"0.6 l/(min.bar)\"", "leakage", 1e-10);
    assert_worth("\"temperature\": \"40 degC\"", "temperature", 313.15);
    assert_worth("\"share\": \"95 %\"", "share", 0.95);
    assert_worth("\"place\": [\"1 mm\", \"2 cm\", 3]", "place[2]", 0.02);
    assert_worth("\"flow\": \"30 l/min\"", "flow", 5e-4);
    assert_worth("\"flow\": {\"type\": \"steps\", \"time\": [0, \"100 ms\"], \"value\": [0, \"60 l/min\"]}",
                 "flow.time[2]", 0.1);
    assert_worth("\"flow\": {\"type\": \"steps\", \"time\": [0, \"100 ms\"], \"value\": [0, \"60 l/min\"]}",
                 "flow.value[2]", 1e-3);
}

/* Division by whole numbers: what is decimal stays so, to the last bit. */
static void decimal_units_cost_no_digit(void **state)
{
    (void)state;
    assert_true(value_of("\"bore\": \"63 mm\"", "bore").value == 0.063);
    assert_true(value_of("\"bore\": \"1.1 mm\"", "bore").value == 0.0011);
    assert_true(value_of("\"flow\": \"30 l/min\"", "flow").value == 5e-4);
    assert_true(value_of("\"pressure\": \"200 bar\"", "pressure").value == 2e7);
}

static void constants_have_units_and_expressions_follow(void **state)
{
    (void)state;
    assert_true(value_of("\"constants\": {\"D\": \"63 mm\"}, \"bore\": \"D\"", "bore").value == 0.063);
    assert_true(value_of("\"constants\": {\"D\": \"63 mm\"}, \"bore\": \"2*D\"", "bore").is_calculated);
    struct notation_error error;
    struct notation *n =
        read_pipe("\"constants\": {\"D\": \"63 mm\", \"n\": \"1500 rpm\", \"strange\": \"2 m.kg3\"}", &error);
    assert_non_null(n);
    assert_string_equal(notation_quantities(n)[0].unit, "m");
    assert_string_equal(notation_quantities(n)[1].unit, "rad/s");
    assert_string_equal(notation_quantities(n)[2].unit, "");
    notation_close(n);
}

static void wrong_units_are_refused(void **state)
{
    (void)state;
    static const struct {
        const char *members, *message;
    } cases[] = {
        {"\"bore\": \"63 bar\"",
         "bore: \"63 bar\" has the wrong unit: m expected, or a unit that can be converted to it"},
        {"\"bore\": \"63 mm2\"",
         "bore: \"63 mm2\" has the wrong unit: m expected, or a unit that can be converted to it"},
        {"\"speed\": \"1500 1/min\"",
         "speed: \"1500 1/min\" has the wrong unit: rad/s expected, or a unit that can be converted to it"},
        {"\"frequency\": \"1500 rpm\"",
         "frequency: \"1500 rpm\" has the wrong unit: Hz expected, or a unit that can be converted to it"},
        {"\"pressure\": \"200 Bar\"",
         "pressure: \"200 Bar\" is no expression, and there is no unit \"Bar\"; did you mean \"bar\"?"},
        {"\"share\": \"5 mm\"", "share: \"5 mm\" has a unit: a pure number expected"},
        {"\"flow\": \"30 l/min/\"", "flow: \"l/min/\" is no unit: something like kg.m2, l/min or m3/(s.Pa) expected"},
        {"\"flow\": \"30 l/min.bar\"",
         "flow: \"l/min.bar\" is no unit: something like kg.m2, l/min or m3/(s.Pa) expected"},
        {"\"temperature\": \"3 degC.m\"",
         "temperature: \"degC.m\" is no unit: something like kg.m2, l/min or m3/(s.Pa) expected"},
        {"\"flow\": {\"type\": \"step\", \"to\": \"30 bar\", \"time\": 1}",
         "flow.to: \"30 bar\" has the wrong unit: m3/s expected, or a unit that can be converted to it"},
        {"\"constants\": {\"p\": \"30 bar\"}, \"bore\": \"p\"",
         "bore: \"p\" has the wrong unit: m expected, or a unit that can be converted to it"},
        {"\"bore\": \"2000 mm\"", "bore: 2 m is not within 0.0001 and 1"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct notation_error error = {""};
        if (read_pipe(cases[i].members, &error))
            fail_msg("accepted: %s", cases[i].members);
        assert_string_equal(error.text + strlen("pipe.json:1: "), cases[i].message);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(numbers_with_units_are_numbers_in_si_units),
        cmocka_unit_test(decimal_units_cost_no_digit),
        cmocka_unit_test(constants_have_units_and_expressions_follow),
        cmocka_unit_test(wrong_units_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
