/* Every expected number of `paso bench` says what it is, and a published one that does not come out is said not to. */
#include "tests/program/paso_process.h"

/* LIM's result files are published, with one that is not reproduced; errors of s1 are not printed anywhere. */
static void published_and_recomputed_numbers_are_headed_and_counted_apart(void **state)
{
    (void)state;
    PASO_OK("bench", "lim", "--only", "column fsJ_0[23],fsJ_05 M1", "--output", in_folder("kinds.json"));
    const char *published = strstr(last.out, " published "), *recomputed = strstr(last.out, " recomputed ");
    assert_non_null(published);
    assert_non_null(recomputed);
    const char *column = strstr(last.out, "column fsJ_03"), *error = strstr(last.out, "fsJ_05 M1");
    assert_true(published < column && column < recomputed && recomputed < error);
    assert_non_null(strstr(last.out, "not reproduced, m"));
    assert_non_null(strstr(last.out, "published         1 reproduced, 1 not reproduced, 0 failed"));
    assert_non_null(strstr(last.out, "recomputed        1 passed, 0 failed"));
    assert_non_null(strstr(last.out, "all 2 comparisons passed; 1 published values are not reproduced"));

    char *json = read_file(in_folder("kinds.json"));
    assert_non_null(json);
    assert_non_null(strstr(json, "\"not_reproduced\": 1"));
    assert_non_null(strstr(json, "\"kind\": \"published\""));
    assert_non_null(strstr(json, "\"kind\": \"recomputed\""));
    assert_non_null(strstr(json, "\"verdict\": \"not reproduced\""));
    assert_non_null(strstr(json, "\"reason\": \"the file is late by about 0.8 ms"));
    assert_non_null(strstr(json, "\"doi\": \"10.1016/j.mechmachtheory.2018.04.016\""));
    free(json);
}

static void the_report_heads_counts_and_cites(void **state)
{
    (void)state;
    PASO_OK("bench", "lim", "mechanisms", "--only", "column fsJ_0[23],fsJ_05 M1,N = 1", "--report",
            in_folder("report"));
    char *page = read_file(in_folder("report/index.html"));
    assert_non_null(page);
    static const char *const expected[] = {
        "<tr><th></th><th>published</th>",
        "<tr><th></th><th>recomputed</th>",
        "<tr><th></th><th>analytic</th>",
        "1 published values are not reproduced",
        "<td class=\"text differs\">not reproduced</td>",
        "<tr><td>published</td><td>1</td><td>1</td><td>0</td>",
        "https://doi.org/10.1115/1.4035410",
    };
    for (size_t i = 0; i < sizeof expected / sizeof *expected; i++)
        if (!strstr(page, expected[i]))
            fail_msg("not in the page: %s", expected[i]);
    free(page);
}

static void assert_all_in(const char *text, const char *const *words, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (!strstr(text, words[i]))
            fail_msg("not there: %s", words[i]);
}

/* Measured here and quoted from another run: tables and figures say which is which. */
static void the_report_has_what_the_engine_costs_beside_others(void **state)
{
    (void)state;
    PASO_OK("bench", "mechanisms", "--quick", "--only", "chain,tree,four-bars,five-bars,derivatives", "--report",
            in_folder("costs"), "--output", in_folder("costs.json"));
    char *page = read_file(in_folder("costs/index.html")), *json = read_file(in_folder("costs.json"));
    assert_non_null(page);
    assert_non_null(json);
    static const char *const names[] = {"chain of 2 rods",
                                        "chain of 320 rods",
                                        "chain: exponent from 20 rods on",
                                        "tree of 2 rods",
                                        "tree of 320 rods",
                                        "tree: exponent from 20 rods on",
                                        "row of 1 four-bars",
                                        "row of 40 four-bars",
                                        "row: exponent from 20 four-bars on",
                                        "group of 1 five-bars",
                                        "group of 32 five-bars",
                                        "group: exponent from 20 five-bars on",
                                        "chain of 20 rods, one direction",
                                        "chain of 80 rods, whole Jacobian",
                                        "chain of 160 rods, whole Jacobian",
                                        "chain, whole Jacobian: exponent from 20 rods on"};
    assert_all_in(json, names, sizeof names / sizeof *names);
    assert_all_in(page, names, sizeof names / sizeof *names);
    /* of each table something; MuJoCo has no chains of 160 and 320 */
    static const char *const lines[] = {"<td>here: ours</td>",
                                        "<td>MuJoCo 2.2.2</td>",
                                        "<td></td><td></td>",
                                        "<td>RBDL 3.3.1, null space</td>",
                                        "<td>here: whole Jacobian, us</td>",
                                        "<td>Pinocchio 3.7, whole Jacobian, us</td>"};
    assert_all_in(page, lines, sizeof lines / sizeof *lines);
    static const char *const figures[] = {"id=\"chain-costs\">", "id=\"tree-costs\">", "id=\"four-bar-costs\">",
                                          "id=\"five-bar-costs\">", "id=\"derivative-costs\">"};
    assert_all_in(page, figures, sizeof figures / sizeof *figures);
    static const char *const curves[] = {"class=\"curve",       "class=\"points",      "ours, here",
                                         "ours, quoted",        "RBDL 3.3.1, quoted",  "Pinocchio 3.7, quoted",
                                         "Simbody 3.7, quoted", "MuJoCo 2.2.2, quoted"};
    assert_all_in(strstr(page, figures[0]), curves, sizeof curves / sizeof *curves);
    static const char *const jacobians[] = {"whole Jacobian, here", "whole Jacobian, us, quoted",
                                            "Pinocchio 3.7, whole Jacobian, us, quoted"};
    assert_all_in(strstr(page, figures[4]), jacobians, sizeof jacobians / sizeof *jacobians);
    free(page);
    free(json);
}

/* One table of all that was asked for, and figures in which the 95 % band stands once in the legend, and the saw tooth is seen: 2 to 2.1 s are 101 rows. An update
 * is two points: 20 at 200 Hz, 2.001 to 2.096 s, since the first measurement comes after a step. */
static void the_report_has_the_estimator_at_once_and_its_saw_tooth(void **state)
{
    (void)state;
    PASO_OK("bench", "estimator", "--quick", "--only", "set 1 at 200 Hz,set 2 at 500 Hz", "--report",
            in_folder("filters"));
    assert_non_null(strstr(last.out, "angle, mrad"));
    char *page = read_file(in_folder("filters/index.html"));
    assert_non_null(page);
    const char *table = strstr(page, "<th>angle, mrad</th>"), *end = table ? strstr(table, "</table>") : NULL;
    assert_non_null(end);
    static const char *const lines[] = {"<tr><td>set 1 at 200 Hz</td><td>", "<tr><td>set 2 at 500 Hz</td><td>"};
    for (size_t i = 0; i < 2; i++) {
        const char *line = strstr(table, lines[i]);
        assert_true(line && line < end);
    }
    const char *figure = strstr(page, "<figure class=\"plot\" id=\"estimator-angle\">");
    assert_non_null(figure);
    size_t n = 0;
    for (const char *at = strstr(figure, "<ul class=\"legend\">"); at && at < strstr(figure, "</ul>");
         at = strstr(at + 1, "<li"))
        n++;
    assert_int_equal(n, 1 + 2); /* the list itself; error and band */
    const char *saw = strstr(page, "<figure class=\"plot\" id=\"estimator-saw\">");
    const char *numbers = saw ? strstr(saw, "\"y\":[") : NULL;
    assert_non_null(numbers);
    size_t n_numbers = 1;
    for (const char *at = numbers; *at != ']'; at++)
        n_numbers += *at == ',';
    assert_int_equal(n_numbers, 101 + 20);
    free(page);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(published_and_recomputed_numbers_are_headed_and_counted_apart),
        cmocka_unit_test(the_report_heads_counts_and_cites),
        cmocka_unit_test(the_report_has_what_the_engine_costs_beside_others),
        cmocka_unit_test(the_report_has_the_estimator_at_once_and_its_saw_tooth),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
