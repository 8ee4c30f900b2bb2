/* Expressions: what they mean (values by hand), and what is none. */
#include "tests/notation/reading.h"

#include <math.h>

static double value_of(const char *expression)
{
    char text[400];
    snprintf(text, sizeof text,
             "{\"type\": \"band\", \"constants\": {\"a\": 3, \"b\": \"2*a\", \"it\": \"%s\"}, \"players\": {}}",
             expression);
    struct notation *n = reading(text);
    const double value = quantity(n, "constants.it")->value;
    notation_close(n);
    return value;
}

static void operators_bind_as_in_mathematics(void **state)
{
    (void)state;
    assert_true(value_of("1 + 2*3") == 7);
    assert_true(value_of("(1 + 2)*3") == 9);
    assert_true(value_of("8/4/2") == 1);
    assert_true(value_of("8 - 4 - 2") == 2);
    assert_true(value_of("-2^2") == -4);
    assert_true(value_of("2^3^2") == 512);
    assert_true(value_of("2^-1") == 0.5);
    assert_true(value_of("--3") == 3);
    assert_true(value_of("2*-3") == -6);
    assert_true(value_of("1.5e1 + .5") == 15.5);
    assert_true(value_of("a*b") == 18);
}

static void functions_are_those_of_c(void **state)
{
    (void)state;
    assert_true(value_of("sqrt(3)/2") == sqrt(3) / 2);
    assert_true(value_of("sin(pi/6)") == sin(3.14159265358979323846 / 6));
    assert_true(value_of("atan2(1, -1)") == atan2(1, -1));
    assert_true(value_of("min(a, b) + max(a, b)") == 9);
    assert_true(value_of("abs(-a)") == 3);
    assert_true(value_of("exp(log(a))") == exp(log(3)));
    assert_true(value_of("cos(0) + tan(0) + asin(0) + acos(1) + atan(0)") == 1);
}

static void wrong(const char *expression, const char *message)
{
    char text[8400], expected[400];
    snprintf(text, sizeof text, "{\"type\": \"band\",\n \"constants\": {\"arm\": 3,\n \"it\": \"%s\"}}", expression);
    snprintf(expected, sizeof expected, "band.json:3: constants.it: %s", message);
    refused(text, expected);
}

static void what_is_no_expression_is_told(void **state)
{
    (void)state;
    wrong("2*", "\"2*\" is no expression: the expression ends too early (character 3)");
    wrong("", "\"\" is no expression: the expression ends too early (character 1)");
    wrong("2 3", "\"2 3\" is no expression: an operator expected (character 3)");
    wrong("(1", "\"(1\" is no expression: \")\" expected (character 3)");
    wrong("sqrt 2", "\"sqrt 2\" is no expression: \"(\" expected behind sqrt (character 6)");
    wrong("atan2(1)", "\"atan2(1)\" is no expression: atan2 has two arguments: \",\" expected (character 8)");
    wrong("1..2", "\"1..2\" is no expression: this is not a number (character 1)");
    wrong("0x10", "\"0x10\" is no expression: this is not a number (character 1)");
    wrong("2*amr", "\"2*amr\" is no expression: there is no constant \"amr\" (character 3); did you mean \"arm\"?");
    wrong("1/0", "constants.it is infinite");
    wrong("sqrt(-1)", "constants.it is not a number");
    wrong("it + 1", "the constant needs its own value");
}

static void nesting_has_an_end(void **state)
{
    (void)state;
    char deep[3000] = "";
    for (int i = 0; i < 1000; i++)
        strcat(deep, "(");
    char text[4000];
    snprintf(text, sizeof text, "{\"constants\": {\"it\": \"%s\"}}", deep);
    struct notation_error error;
    assert_null(notation_read(text, strlen(text), "band.json", &band_grammar, &error));
    assert_non_null(strstr(error.text, "the expression is nested too deeply"));
    memset(deep, '-', 2000);
    snprintf(text, sizeof text, "{\"constants\": {\"it\": \"%.2000s\"}}", deep);
    assert_null(notation_read(text, strlen(text), "band.json", &band_grammar, &error));
    assert_non_null(strstr(error.text, "the expression is nested too deeply"));
}

static void circles_of_constants_are_refused(void **state)
{
    (void)state;
    refused("{\"constants\": {\n\"a\": \"b\",\n\"b\": \"c + 1\",\n\"c\": \"2*a\"}}",
            "band.json:2: constants.a: the constant needs its own value");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(operators_bind_as_in_mathematics), cmocka_unit_test(functions_are_those_of_c),
        cmocka_unit_test(what_is_no_expression_is_told),    cmocka_unit_test(nesting_has_an_end),
        cmocka_unit_test(circles_of_constants_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
