/* The option parser: every kind, and a clear word for everything that can be wrong. */
#include "tests/testing.h"

#include "master/options/options.h"

#include <stdlib.h>
#include <string.h>

struct part {
    double step;
    bool has_step;
};

struct target {
    bool quiet;
    const char *output;
    struct text_list sets;
    long every;
    int scheme;
    double tolerance, start, span[2];
    struct part part;
};

#define AT(member) offsetof(struct target, member)

static const struct option options[] = {
    {"quiet", OPTION_FLAG, NULL, "says nothing", AT(quiet), NOBODY_ASKS},
    {"output", OPTION_TEXT, "FILE", "results", AT(output), NOBODY_ASKS},
    {"set", OPTION_LIST, "NAME=VALUE", "a value", AT(sets), NOBODY_ASKS},
    {"every", OPTION_COUNT, "N", "rows", AT(every), NOBODY_ASKS},
    {"scheme", OPTION_CHOICE, "jacobi|gauss-seidel", "which", AT(scheme), NOBODY_ASKS},
    {"tolerance", OPTION_POSITIVE, "R", "how exact", AT(tolerance), NOBODY_ASKS},
    {"start", OPTION_TIME, "T", "when", AT(start), NOBODY_ASKS},
    {"span", OPTION_SPAN, "H|a:b", "between", AT(span), NOBODY_ASKS},
};
static const struct option part_options[] = {
    {"step", OPTION_DURATION, "H", "how long", offsetof(struct part, step), offsetof(struct part, has_step)},
};
static const struct option_table tables[] = {{"all:", options, sizeof options / sizeof *options, 0},
                                             {NULL, part_options, 1, AT(part)}};
static const struct syntax syntax = {.command = "try",
                                     .arguments = "FILE",
                                     .about = "Tries out.",
                                     .fewest = 1,
                                     .most = 1,
                                     .tables = tables,
                                     .n_tables = 2};

static struct target target;
static struct text_list arguments;
static struct error error;

static enum options_result parse(const char *const *words)
{
    int argc = 0;
    while (words[argc])
        argc++;
    target = (struct target){.every = 1};
    arguments = (struct text_list){0};
    error_clear(&error);
    return options_parse(&syntax, argc, (char **)words, &target, &arguments, &error);
}
#define PARSE(...) parse((const char *const[]){__VA_ARGS__, NULL})

static void release(void)
{
    options_free(&syntax, &target, &arguments);
}

static void every_kind_is_read_in_both_spellings(void **state)
{
    (void)state;
    assert_int_equal(PARSE("--quiet", "--set", "a=1", "x.fmu", "--every=5", "--set=b=2", "--scheme", "gauss-seidel",
                           "--tolerance", "1e-6", "--start", "-2ms", "--step=0.2ms", "--output", "-"),
                     OPTIONS_READ);
    assert_true(target.quiet);
    assert_int_equal(target.sets.n, 2);
    assert_string_equal(target.sets.items[1], "b=2");
    assert_int_equal(target.every, 5);
    assert_int_equal(target.scheme, 1);
    assert_near(target.tolerance, 1e-6, 0);
    assert_near(target.start, -0.002, 0);
    assert_near(target.part.step, 0.0002, 0);
    assert_true(target.part.has_step);
    assert_string_equal(target.output, "-");
    assert_int_equal(arguments.n, 1);
    assert_string_equal(arguments.items[0], "x.fmu");
    release();
}

static void two_minus_signs_end_the_options(void **state)
{
    (void)state;
    assert_int_equal(PARSE("--quiet", "--", "--odd-name.fmu"), OPTIONS_READ);
    assert_string_equal(arguments.items[0], "--odd-name.fmu");
    assert_false(target.part.has_step);
    release();
}

static void help_wins_over_everything_else(void **state)
{
    (void)state;
    assert_int_equal(PARSE("--nonsense", "--help"), OPTIONS_HELP);
    release();
    char *text = NULL;
    size_t size = 0;
    FILE *memory = open_memstream(&text, &size);
    options_print_help(memory, &syntax);
    fclose(memory);
    assert_non_null(strstr(text, "usage: paso try FILE [options]"));
    assert_non_null(strstr(text, "--scheme jacobi|gauss-seidel"));
    assert_non_null(strstr(text, "--step H"));
    free(text);
}

static void whatever_is_wrong_is_said(void **state)
{
    (void)state;
    static const struct {
        const char *words[4];
        const char *message;
    } wrong[] = {
        {{"x", "--outputt", "y"}, "there is no option --outputt; did you mean --output?"},
        {{"x", "--evry=3"}, "did you mean --every?"},
        {{"x", "-q"}, "there is no option -q"},
        {{"x", "--pressure=3"}, "there is no option --pressure; paso help try names them"},
        {{"x", "--output"}, "--output needs a value: FILE"},
        {{"x", "--output", "--quiet"}, "--output needs a value: FILE"},
        {{"x", "--output="}, "--output needs a value, not an empty one"},
        {{"x", "--quiet=yes"}, "--quiet takes no value"},
        {{"x", "--quiet", "--quiet"}, "--quiet stands there twice"},
        {{"x", "--every=0"}, "an integer of 1 or more"},
        {{"x", "--every=2.5"}, "an integer of 1 or more"},
        {{"x", "--every=99999999999999999999"}, "an integer of at most"},
        {{"x", "--scheme=jakobi"}, "jacobi|gauss-seidel is needed"},
        {{"x", "--tolerance=-1"}, "a number above zero"},
        {{"x", "--step=0"}, "a duration above zero"},
        {{"x", "--step=1 week"}, "a duration above zero"},
        {{"x", "--span=0"}, "a duration above zero"},
        {{"x", "--span=10ms:1ms"},
         "a range a:b of durations above zero, the shorter one first, like 0.1ms:10ms, is needed"},
        {{"x", "--span=1ms:1ms"}, "the shorter one first"},
        {{"x", "--span=0:1ms"}, "a range a:b"},
        {{"x", "--start=noon"}, "a time like"},
        {{"x", "--set="}, "--set needs a value"},
        {{"--quiet"}, "paso try needs FILE"},
        {{"x", "y"}, "what is \"y\"?"},
    };
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        assert_int_equal(parse(wrong[i].words), OPTIONS_WRONG);
        assert_int_equal(error_exit_status(&error), 2);
        if (!strstr(error.text, wrong[i].message))
            fail_msg("\"%s\" instead of \"%s\"", error.text, wrong[i].message);
        release();
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_kind_is_read_in_both_spellings),
        cmocka_unit_test(two_minus_signs_end_the_options),
        cmocka_unit_test(help_wins_over_everything_else),
        cmocka_unit_test(whatever_is_wrong_is_said),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
