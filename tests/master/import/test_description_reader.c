/* Our own reader of descriptions: defaults, repairs with a warning, encodings, numbers, size. */
#include "tests/testing.h"

#include "master/import/description_build.h"
#include "master/import/xml.h"
#include "tests/locales.h"

#include <stdlib.h>
#include <string.h>

/* ---- a reader that collects the warnings ---- */

static char warnings[8192];

static void collect(const char *text, void *context)
{
    (void)context;
    strncat(warnings, text, sizeof warnings - strlen(warnings) - 2);
    strcat(warnings, "\n");
}

static struct description *read_text(const char *text)
{
    struct error error = {0};
    warnings[0] = '\0';
    error_set_warning_sink(collect, NULL);
    struct description *d = description_read_bytes(text, strlen(text), "m.xml", &error);
    error_set_warning_sink(NULL, NULL);
    if (!d)
        fail_msg("%s", error.text);
    return d;
}

static const struct fmi_variable *find(const struct description *d, const char *name)
{
    const struct fmi_variable *v = description_find(d, name);
    if (!v)
        fail_msg("there is no %s", name);
    return v;
}

#define HEAD                                                                                                           \
    "<fmiModelDescription fmiVersion='2.0' modelName='M' guid='g' variableNamingConvention='structured'>"              \
    "<CoSimulation modelIdentifier='m'/>"
#define MODEL(variables, structure)                                                                                    \
    HEAD "<ModelVariables>" variables "</ModelVariables><ModelStructure>" structure                                    \
         "</ModelStructure></fmiModelDescription>"

#define assert_warned(words)                                                                                           \
    do {                                                                                                               \
        if (!strstr(warnings, words))                                                                                  \
            fail_msg("no warning contains \"%s\": %s", words, warnings);                                               \
    } while (0)

/* Table of 2.2.7 of the standard: the default of `initial`. */
static void defaults_are_those_of_the_standard(void **state)
{
    (void)state;
    struct description *d = read_text(
        MODEL("<ScalarVariable name='a' valueReference='0'><Real/></ScalarVariable>"
              "<ScalarVariable name='b' valueReference='1' causality='parameter' variability='fixed'><Real "
              "start='1'/></ScalarVariable>"
              "<ScalarVariable name='c' valueReference='2' variability='constant'><Real start='1'/></ScalarVariable>"
              "<ScalarVariable name='d' valueReference='0'><Integer/></ScalarVariable>"
              "<ScalarVariable name='e' valueReference='3' causality='calculatedParameter' "
              "variability='fixed'><Real/></ScalarVariable>",
              "<InitialUnknowns><Unknown index='5'/></InitialUnknowns>"));
    assert_true(find(d, "a")->causality == FMI_LOCAL && find(d, "a")->variability == FMI_CONTINUOUS);
    assert_int_equal(find(d, "a")->initial, FMI_CALCULATED);
    assert_int_equal(find(d, "b")->initial, FMI_EXACT);
    assert_int_equal(find(d, "c")->initial, FMI_EXACT);
    assert_int_equal(find(d, "d")->variability, FMI_DISCRETE);
    assert_int_equal(find(d, "e")->initial, FMI_CALCULATED);
    assert_string_equal(warnings, "");
    description_free(d);
}

static void an_empty_list_of_dependencies_is_not_a_missing_one(void **state)
{
    (void)state;
    struct description *d =
        read_text(MODEL("<ScalarVariable name='y' valueReference='0' causality='output'><Real/></ScalarVariable>",
                        "<Outputs><Unknown index='1' dependencies=''/></Outputs>"));
    assert_true(d->outputs[0].dependencies_known && d->outputs[0].n_dependencies == 0);
    assert_false(d->has_initial_unknowns);
    description_free(d);
}

/* ---- what is repaired ---- */

static void faulty_values_are_left_out(void **state)
{
    (void)state;
    struct description *d =
        read_text(MODEL("<ScalarVariable name='a' valueReference='0' causality='parameter' variability='fixed'><Real "
                        "start='one' min='2' max='1'/></ScalarVariable>"
                        "<ScalarVariable name='b' valueReference='1' causality='parameter' "
                        "variability='fixed'><Integer start='1.5'/></ScalarVariable>"
                        "<ScalarVariable name='c' valueReference='2' causality='parameter' "
                        "variability='fixed'><Integer start='3.0'/></ScalarVariable>"
                        "<ScalarVariable name='d' valueReference='3' causality='parameter' "
                        "variability='fixed'><Boolean start='True'/></ScalarVariable>"
                        "<ScalarVariable name='e' valueReference='4' causality='parameter' variability='fixed'><Real "
                        "start='7' nominal='-5' max='6'/></ScalarVariable>"
                        "<ScalarVariable name='f' valueReference='5' causality='parameter' variability='fixed'><Real "
                        "start='1' unit='foot' declaredType='Nothing'/></ScalarVariable>",
                        ""));
    assert_false(find(d, "a")->has_start || find(d, "a")->has_min || find(d, "a")->has_max);
    assert_warned("m.xml:1: \"a\" has start=\"one\", which is not a number");
    assert_warned("\"a\" has the minimum 2 above the maximum 1");
    assert_false(find(d, "b")->has_start);
    assert_true(find(d, "c")->has_start && find(d, "c")->start == 3);
    assert_true(find(d, "d")->has_start && find(d, "d")->start == 1);
    assert_true(find(d, "e")->nominal == 5 && find(d, "e")->start == 7);
    assert_warned("\"e\" starts at 7, beyond its max 6");
    assert_warned("\"e\" has the nominal value -5");
    assert_string_equal(d->units[find(d, "f")->unit].name, "foot");
    assert_false(d->units[find(d, "f")->unit].has_base);
    assert_warned("unit \"foot\", which is not defined");
    assert_warned("declared of type \"Nothing\"");
    description_free(d);
}

static void odd_causality_and_variability_are_repaired(void **state)
{
    (void)state;
    struct description *d = read_text(
        MODEL("<ScalarVariable name='a' valueReference='0' causality='parameter'><Real start='1'/></ScalarVariable>"
              "<ScalarVariable name='b' valueReference='1' causality='input' variability='fixed'><Real "
              "start='1'/></ScalarVariable>"
              "<ScalarVariable name='c' valueReference='2' causality='output' "
              "variability='continuous'><Integer/></ScalarVariable>"
              "<ScalarVariable name='d' valueReference='3' causality='input' initial='exact'><Real "
              "start='1'/></ScalarVariable>"
              "<ScalarVariable name='e' valueReference='4' causality='internal'><Real start='1'/></ScalarVariable>"
              "<ScalarVariable name='f' valueReference='5' causality='parameter' variability='constant'><Real "
              "start='1'/></ScalarVariable>",
              "<Outputs><Unknown index='3'/></Outputs><InitialUnknowns><Unknown index='3'/></InitialUnknowns>"));
    assert_int_equal(find(d, "a")->variability, FMI_FIXED);
    assert_int_equal(find(d, "b")->variability, FMI_CONTINUOUS);
    assert_int_equal(find(d, "c")->variability, FMI_DISCRETE);
    assert_int_equal(find(d, "d")->initial, FMI_NO_INITIAL);
    assert_int_equal(find(d, "e")->causality, FMI_LOCAL);
    assert_false(fmi_settable_before_start(find(d, "f")));
    assert_warned("\"b\" is input and fixed");
    assert_warned("\"c\" is Integer and continuous");
    assert_warned("\"d\" has initial=\"exact\"");
    assert_warned("causality=\"internal\"");
    assert_warned("\"e\" has a start value, but is calculated");
    description_free(d);
}

static void missing_and_surplus_entries_of_the_structure_are_mended(void **state)
{
    (void)state;
    struct description *d =
        read_text(MODEL("<ScalarVariable name='x' valueReference='0' initial='exact'><Real start='1'/></ScalarVariable>"
                        "<ScalarVariable name='y' valueReference='1' causality='output'><Real/></ScalarVariable>"
                        "<ScalarVariable name='z' valueReference='2' causality='output'><Real/></ScalarVariable>",
                        "<Outputs><Unknown index='1'/><Unknown index='2' dependencies='1 99'/><Unknown "
                        "index='2'/><Unknown index='77'/></Outputs>"
                        "<InitialUnknowns><Unknown index='1'/><Unknown index='2'/></InitialUnknowns>"));
    assert_int_equal(d->n_outputs, 2);
    assert_int_equal(d->outputs[0].variable, 1);
    assert_false(d->outputs[0].dependencies_known);
    assert_int_equal(d->outputs[1].variable, 2);
    assert_warned("\"x\" is listed in Outputs");
    assert_warned("\"y\" depends on variable 99");
    assert_warned("\"z\" is missing in Outputs");
    assert_warned("\"z\" is missing in InitialUnknowns");
    assert_warned("\"x\" is listed in InitialUnknowns without reason");
    description_free(d);
}

static void names_against_the_convention_and_twice_are_told(void **state)
{
    (void)state;
    struct description *d = read_text(MODEL("<ScalarVariable name='a b' valueReference='0'><Real/></ScalarVariable>"
                                            "<ScalarVariable name='c' valueReference='1'><Real/></ScalarVariable>"
                                            "<ScalarVariable name='c' valueReference='2'><Real/></ScalarVariable>",
                                            ""));
    assert_warned("\"a b\" does not follow the naming convention");
    assert_warned("more than one variable \"c\"");
    assert_int_equal(find(d, "c")->reference, 1);
    description_free(d);
    static const char *const good[] = {"a", "a.b[1,2].c_3", "der(x)", "der(a.b, 2)", "'any thing'.x", "_x[3]"};
    static const char *const bad[] = {"", "a-b", "1a", "a.", "a[", "a[]", "der(x", "a b", "'open"};
    for (size_t k = 0; k < sizeof good / sizeof *good; k++)
        if (!description_name_is_structured(good[k]))
            fail_msg("%s is a good name", good[k]);
    for (size_t k = 0; k < sizeof bad / sizeof *bad; k++)
        if (description_name_is_structured(bad[k]))
            fail_msg("%s is a bad name", bad[k]);
}

static void many_warnings_of_a_kind_are_counted(void **state)
{
    (void)state;
    static char text[20000] = HEAD "<ModelVariables>";
    char variable[200];
    for (int k = 0; k < 100; k++) {
        snprintf(variable, sizeof variable,
                 "<ScalarVariable name='bad %d' valueReference='%d'><Real/></ScalarVariable>", k, k);
        strcat(text, variable);
    }
    strcat(text, "</ModelVariables></fmiModelDescription>");
    struct description *d = read_text(text);
    assert_warned("97 more warnings");
    assert_null(strstr(warnings, "\"bad 3\""));
    description_free(d);
}

/* ---- XML ---- */

static void encodings_of_old_tools_are_read(void **state)
{
    (void)state;
    static const struct {
        const char *encoding, *bytes;
    } ways[] = {{"UTF-8", "Ger\303\244t"},
                {"ISO-8859-1", "Ger\344t"},
                {"windows-1252", "Ger\344t"},
                {"ISO-8859-15", "Ger\344t"}};
    for (size_t k = 0; k < sizeof ways / sizeof *ways; k++) {
        char text[500];
        snprintf(text, sizeof text,
                 "<?xml version='1.0' encoding='%s'?><fmiModelDescription fmiVersion='2.0' modelName='%s' guid='g'>"
                 "<CoSimulation modelIdentifier='m'/></fmiModelDescription>",
                 ways[k].encoding, ways[k].bytes);
        struct description *d = read_text(text);
        assert_string_equal(d->model_name, "Ger\303\244t");
        description_free(d);
    }
}

static void unknown_elements_are_passed_over(void **state)
{
    (void)state;
    struct description *d = read_text(HEAD "<Invented><ModelVariables><ScalarVariable/></ModelVariables></Invented>"
                                           "<VendorAnnotations><Tool name='x'><paso recomputesOnGet='true'/></Tool>"
                                           "</VendorAnnotations></fmiModelDescription>");
    assert_int_equal(d->n_variables, 0);
    assert_false(d->recomputes_on_get);
    assert_warned("\"Invented\"");
    description_free(d);
}

/* The schema's numbers, and nothing else. */
static void numbers_are_those_of_the_schema_in_any_locale(void **state)
{
    (void)state;
    double value = 0;
    int whole = 0;
    unsigned count = 0;
    speak_with_commas();
    assert_true(xml_double(" 1.5e-3\n", &value) && value == 1.5e-3);
    assert_true(xml_double("-INF", &value) && value < 0 && isinf(value));
    assert_true(xml_double("NaN", &value) && isnan(value));
    static const char *const not_doubles[] = {"", " ", "1,5", "0x10", "1e", "nan", "inf", "1 2", "e5", "--1", "1d3"};
    for (size_t k = 0; k < sizeof not_doubles / sizeof *not_doubles; k++)
        if (xml_double(not_doubles[k], &value))
            fail_msg("\"%s\" is no number", not_doubles[k]);
    assert_true(xml_int("-2147483648", &whole) && whole == INT32_MIN);
    assert_false(xml_int("2147483648", &whole) || xml_int("1.0", &whole) || xml_int("", &whole));
    assert_true(xml_unsigned("4294967295", &count) && count == UINT32_MAX);
    assert_false(xml_unsigned("-1", &count) || xml_unsigned("99999999999999999999", &count));
    bool flag = false;
    assert_true(xml_bool("1", &flag) && flag && xml_bool(" false ", &flag) && !flag);
    assert_false(xml_bool("TRUE", &flag) || xml_bool("yes", &flag) || xml_bool("", &flag));
    setlocale(LC_ALL, "C");
}

/* A hundred thousand variables: reading them and finding each takes no noticeable time (a scan for each would take minutes). */
static void large_descriptions_are_read_and_searched_fast(void **state)
{
    (void)state;
    enum { MANY = 100000 };
    char *text = malloc(MANY * 100 + 1000), *to = text;
    assert_non_null(text);
    to += sprintf(to, HEAD "<ModelVariables>");
    for (int k = 0; k < MANY; k++)
        to += sprintf(to, "<ScalarVariable name='v%d' valueReference='%d'><Real/></ScalarVariable>", k, k);
    sprintf(to, "</ModelVariables></fmiModelDescription>");
    struct description *d = read_text(text);
    assert_int_equal(d->n_variables, MANY);
    for (int k = 0; k < MANY; k++) {
        char name[20];
        snprintf(name, sizeof name, "v%d", k);
        assert_int_equal(find(d, name)->reference, k);
    }
    description_free(d);
    free(text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_empty_list_of_dependencies_is_not_a_missing_one),
        cmocka_unit_test(defaults_are_those_of_the_standard),
        cmocka_unit_test(faulty_values_are_left_out),
        cmocka_unit_test(odd_causality_and_variability_are_repaired),
        cmocka_unit_test(missing_and_surplus_entries_of_the_structure_are_mended),
        cmocka_unit_test(names_against_the_convention_and_twice_are_told),
        cmocka_unit_test(many_warnings_of_a_kind_are_counted),
        cmocka_unit_test(encodings_of_old_tools_are_read),
        cmocka_unit_test(unknown_elements_are_passed_over),
        cmocka_unit_test(numbers_are_those_of_the_schema_in_any_locale),
        cmocka_unit_test(large_descriptions_are_read_and_searched_fast),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
