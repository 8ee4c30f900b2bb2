/* What FMUs do beyond the standard: found out by trials, said by --trait, or left alone. */
#include "tests/program/paso_process.h"

#include "master/import/traits.h"

static struct fmu *open_fmu(const char *path)
{
    struct error error = {0};
    struct fmu *fmu = fmu_open(path, NULL, &error);
    if (!fmu)
        fail_msg("%s", error.text);
    return fmu;
}

static void trials_find_what_an_fmu_does_and_nothing_else(void **state)
{
    (void)state;
    static const struct {
        const char *path;
        bool recomputes, settable, initial;
    } cases[] = {
        {FMU("beyond_follows"), true, true, true},     {FMU("beyond_plain"), false, false, true},
        {FMU("beyond_pretends"), false, false, false}, {FMU("beyond_crashes"), false, false, true},
        {FMU("strict"), false, false, false}, /* refuses everything that is not allowed */
    };
    assert_int_equal(setenv("PASO_LIBEXEC", BUILD_DIR, 1), 0);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct fmu *fmu = open_fmu(cases[i].path);
        const struct traits found = traits_find(fmu, 0);
        assert_int_equal(found.recomputes_on_get, cases[i].recomputes);
        assert_int_equal(found.states_settable, cases[i].settable);
        const struct fmi_variable *x_0 = description_find(fmu_description(fmu), "x_0");
        const struct fmi_variable *u = description_find(fmu_description(fmu), "u");
        if (x_0)
            assert_int_equal(traits_input_is_initial(fmu, description_index(fmu_description(fmu), x_0), 0),
                             cases[i].initial);
        if (u)
            assert_false(traits_input_is_initial(fmu, description_index(fmu_description(fmu), u), 0));
        fmu_close(fmu);
    }
}

/* Three of them in a row: a.y drives b.u, b.y drives c.u, and b.x_0 is a.z. */
static void chain(const char *kind)
{
    char words[3][512];
    for (int i = 0; i < 3; i++)
        snprintf(words[i], sizeof words[i], "%c=" BUILD_DIR "/tests/fmus/%s.fmu", 'a' + i, kind);
    PASO_OK("connect", words[0], words[1], words[2], "--link", "a.y=b.u", "--link", "b.y=c.u", "--link", "a.z=b.x_0",
            "-o", in_folder("chain.ssp"));
}

/* Whether b.y = b.x + d b.u in the last row: then b.y was brought up to date with the fresh input. The row before, the input was
 * another one. */
static bool is_fresh(const char *result)
{
    char *text = read_file(in_folder(result));
    assert_non_null(text);
    char *last_row = strrchr(text, '\n');
    *last_row = '\0';
    last_row = strrchr(text, '\n');
    double t, x, u, y;
    assert_int_equal(sscanf(last_row + 1, "%lf,%lf,%lf,%lf", &t, &x, &u, &y), 4);
    free(text);
    assert_true(t == 1);
    return fabs(y - (x + 0.5 * u)) <= 1e-15;
}

#define RUN(...)                                                                                                       \
    PASO("run", in_folder("chain.ssp"), "--scheme", "jacobi", "--macro-step", "0.1", "--quiet", "--record",            \
         "b.x,b.u,b.y", "--output", in_folder("chain.csv"), "--set", "a.u=1", __VA_ARGS__)

static void an_fmu_that_recomputes_is_brought_up_to_date(void **state)
{
    (void)state;
    chain("beyond_follows");
    assert_int_equal(RUN("--trait", "b=not-initial"), 0);
    assert_true(is_fresh("chain.csv"));
    assert_int_equal(RUN("--no-probe"), 0);
    assert_said("recomputes on a get: between steps it stays as the last step left it");
    assert_false(is_fresh("chain.csv"));
    assert_int_equal(RUN("--no-probe", "--trait", "b=recomputes"), 0);
    assert_true(is_fresh("chain.csv"));
    assert_int_equal(RUN("--trait", "b=not-recomputes"), 0);
    assert_false(is_fresh("chain.csv"));
}

static void one_that_does_not_is_left_as_the_step_left_it(void **state)
{
    (void)state;
    static const char *const kinds[] = {"beyond_plain", "beyond_pretends", "beyond_crashes"};
    for (size_t i = 0; i < 3; i++) {
        chain(kinds[i]);
        assert_int_equal(RUN("--stop-time", "1"), 0);
        assert_false(is_fresh("chain.csv"));
        assert_int_equal(strstr(last.err, "did not survive a trial") != NULL, i == 2);
    }
}

/* At initialization, and never afterwards: then a.z may move as it likes, and is in no order of the exchange. */
static void an_input_of_the_start_is_given_there_only(void **state)
{
    (void)state;
    chain("beyond_follows");
    assert_int_equal(RUN("--stop-time", "1"), 0);
    assert_said("b: the input \"x_0\" is given at initialization only");
    assert_int_equal(RUN("--no-probe", "--trait", "b=recomputes,initial:x_0"), 0);
    assert_null(strstr(last.err, "given at initialization only")); /* who says it knows it */
    assert_int_equal(RUN("--stop-time", "1", "--trait", "b=not-initial"), 0);
    assert_null(strstr(last.err, "given at initialization only"));
}

/* x' = -2 x + u: A = -2, B = (1 0), by differences in place; without trials there is no way. */
static void an_fmu_without_derivatives_is_linearized(void **state)
{
    (void)state;
    PASO_OK("linearize", FMU("beyond_follows"));
    assert_non_null(strstr(last.out, "by differences"));
    assert_non_null(strstr(last.out, "-2 "));
    assert_int_equal(PASO("linearize", FMU("beyond_follows"), "--no-probe"), 2);
    assert_int_equal(PASO("linearize", FMU("beyond_pretends")), 2);
    PASO_OK("linearize", FMU("beyond_follows"), "--no-probe", "--trait", "recomputes,settable");
    assert_int_equal(PASO("linearize", FMU("beyond_follows"), "--trait", "not-settable"), 2);
}

/* Words, and beside each the same in JSON. */
static void info_tells_traits_and_who_says_so(void **state)
{
    (void)state;
    static const struct {
        const char *fmu, *words[3]; /* of the command line */
        const char *text, *json;
    } cases[] = {
        {FMU("beyond_follows"),
         {NULL},
         "  recomputes on get    yes (probe)\n  settable states      yes (probe)\n  inputs at start only x_0 (probe)\n",
         "\"initial\":[{\"input\":\"x_0\",\"from\":\"probe\"}],\"not_probed\":null"},
        {FMU("beyond_pretends"),
         {NULL},
         "  recomputes on get    no (probe)\n  settable states      no (probe)\n  inputs at start only none\n",
         "\"recomputes\":{\"value\":false,\"from\":\"probe\"},\"settable\":{\"value\":false,\"from\":\"probe\"},"
         "\"initial\":[]"},
        {FMU("beyond_follows"),
         {"--no-probe"},
         "  recomputes on get    not known\n  settable states      not known\n  inputs at start only none\n"
         "  not probed           --no-probe\n",
         "\"recomputes\":{\"value\":null,\"from\":null}"},
        {FMU("beyond_follows"),
         {"--trait", "not-settable,initial:u"},
         "  recomputes on get    yes (probe)\n  settable states      no (option)\n"
         "  inputs at start only u (option), x_0 (probe)\n",
         "\"settable\":{\"value\":false,\"from\":\"option\"}"},
        {BUILD_DIR "/fmus/ManipulatorHydraulics.fmu",
         {"--no-probe"}, /* nothing is left to be tried */
         "  recomputes on get    yes (annotation)\n  settable states      yes (annotation)\n"
         "  inputs at start only f_h_static (annotation)\n  Model Exchange",
         "\"traits\":{\"recomputes\":{\"value\":true,\"from\":\"annotation\"}"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const char *const *w = cases[i].words;
        assert_int_equal(PASO("info", cases[i].fmu, w[0], w[1], w[2]), 0);
        if (!strstr(last.out, cases[i].text))
            fail_msg("%s is not in %s", cases[i].text, last.out);
        assert_int_equal(PASO("info", "--json", cases[i].fmu, w[0], w[1], w[2]), 0);
        char *to = last.out;
        for (const char *from = last.out; *from; from++)
            if (*from != ' ' && *from != '\n')
                *to++ = *from;
        *to = '\0';
        if (!strstr(last.out, cases[i].json))
            fail_msg("%s is not in %s", cases[i].json, last.out);
    }
}

/* Nothing can be tried: the reason is told, and it is no failure. Model Exchange has no such traits. */
static void info_tells_why_nothing_was_tried(void **state)
{
    (void)state;
    PASO_OK("info", FMU("ticker"), "--json");
    assert_non_null(strstr(last.out, "\"traits\": null"));
    PASO_OK("info", FMU("needs"));
    assert_non_null(strstr(last.out, "  recomputes on get    not known\n"));
    assert_non_null(strstr(last.out, "  not probed           "));
    assert_int_equal(PASO("info", FMU("beyond_follows"), "--trait", "quick"), 2);
    assert_said("--trait quick: \"quick\" is none of recomputes");
}

/* What is said about a component of a system reaches the runs by which its coupling is found. */
static void info_of_a_system_takes_them_too(void **state)
{
    (void)state;
    chain("beyond_follows");
    PASO_OK("info", in_folder("chain.ssp"), "--trait", "b=initial:x_0", "--no-probe");
    assert_non_null(strstr(last.out, "a.z -> b.x_0, at initialization only"));
    assert_int_equal(PASO("info", in_folder("chain.ssp"), "--trait", "d=settable"), 2);
    assert_said("\"d\": the system has no component of that name");
}

static void wrong_words_are_named(void **state)
{
    (void)state;
    chain("beyond_plain");
    static const struct {
        const char *words, *said;
    } cases[] = {
        {"b", "--trait b: NAME=recomputes,settable,initial:VARIABLE is needed"},
        {"d=settable", "\"d\": the system has no component of that name"},
        {"b=setable", "--trait b=setable: \"setable\" is none of recomputes, settable, initial:VARIABLE"},
        {"b=recomputes,", "--trait b=recomputes,: \"\" is none of"},
        {"b=initial:y", "--trait b=initial:y: \"y\" is no input of \"b\""},
        {"b=initial:w[1,2]", "\"w[1,2]\" is no input of \"b\""},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        assert_int_equal(PASO("run", in_folder("chain.ssp"), "--trait", cases[i].words), 2);
        assert_said(cases[i].said);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(trials_find_what_an_fmu_does_and_nothing_else),
        cmocka_unit_test(an_fmu_that_recomputes_is_brought_up_to_date),
        cmocka_unit_test(one_that_does_not_is_left_as_the_step_left_it),
        cmocka_unit_test(an_input_of_the_start_is_given_there_only),
        cmocka_unit_test(an_fmu_without_derivatives_is_linearized),
        cmocka_unit_test(info_tells_traits_and_who_says_so),
        cmocka_unit_test(info_tells_why_nothing_was_tried),
        cmocka_unit_test(info_of_a_system_takes_them_too),
        cmocka_unit_test(wrong_words_are_named),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
