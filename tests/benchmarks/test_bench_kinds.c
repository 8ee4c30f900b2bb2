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

/* Measured here and quoted from another run: the page says which is which. */
static void the_report_has_what_chains_cost_beside_other_engines(void **state)
{
    (void)state;
    PASO_OK("bench", "mechanisms", "--quick", "--only", "chain", "--report", in_folder("costs"), "--output",
            in_folder("costs.json"));
    char *page = read_file(in_folder("costs/index.html")), *json = read_file(in_folder("costs.json"));
    assert_non_null(page);
    assert_non_null(json);
    static const char *const names[] = {"chain of 2 rods", "chain of 320 rods", "chain: exponent from 20 rods on"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        const char *row = strstr(page, names[i]), *end = row ? strstr(row, "</tr>") : NULL;
        const char *measured = row ? strstr(row, ">measured</td>") : NULL,
                   *run = row ? strstr(row, "another run") : NULL;
        if (!measured || measured > end || !run || run > end)
            fail_msg("not measured beside another run: %s", names[i]);
        assert_non_null(strstr(json, names[i]));
    }
    const char *figure = strstr(page, "<figure class=\"plot\" id=\"chain-costs\">");
    assert_non_null(figure);
    static const char *const curves[] = {"class=\"curve",       "class=\"points",      "ours, here",
                                         "ours, quoted",        "RBDL 3.3.1, quoted",  "Pinocchio 3.7, quoted",
                                         "Simbody 3.7, quoted", "MuJoCo 2.2.2, quoted"};
    for (size_t i = 0; i < sizeof curves / sizeof *curves; i++)
        if (!strstr(figure, curves[i]))
            fail_msg("not in the figure: %s", curves[i]);
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
        cmocka_unit_test(the_report_has_what_chains_cost_beside_other_engines),
        cmocka_unit_test(the_report_has_the_estimator_at_once_and_its_saw_tooth),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
