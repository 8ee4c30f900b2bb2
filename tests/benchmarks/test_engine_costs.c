/* What other engines cost is measured elsewhere and stands in docs/benchmarks.md; the report shows it beside what is measured anew. */
#include "tests/testing.h"

#include "benchmarks/measure/engine_costs.h"
#include "benchmarks/measure/peer_chain.h"
#include "benchmarks/measure/quoted_table.h"

#include <string.h>

static const struct quoted_line *line_of(const struct quoted_table *table, const char *name)
{
    for (size_t i = 0; i < table->n_lines; i++)
        if (strcmp(table->lines[i].name, name) == 0)
            return &table->lines[i];
    fail_msg("no line %s", name);
    return NULL;
}

static void a_table_is_read_from_a_page(void **state)
{
    (void)state;
    const char *page = "words | with | bars\n\n| other | 1 | 2 | exponent |\n|---|---|---|---|\n| a | 7 | 8 | 9 |\n"
                       "\n| rods, us | 2 | 40 | exponent |\n|---|---|---|---|\n| ours | 0.5 | 1.25e1 | 1.07 |\n"
                       "| Peer 3.7, null space | 3 | - | |\n\n| ours | 5 | 6 | 7 |\n";
    struct quoted_table table;
    assert_true(quoted_table_read(&table, page, "rods, us"));
    assert_int_equal(table.n_columns, 2);
    assert_int_equal(table.counts[0], 2);
    assert_int_equal(table.counts[1], 40);
    assert_int_equal(table.n_lines, 2);
    const struct quoted_line *ours = line_of(&table, "ours"), *peer = line_of(&table, "Peer 3.7, null space");
    assert_true(ours->values[0] == 0.5 && ours->values[1] == 12.5 && ours->exponent == 1.07);
    assert_true(peer->values[0] == 3 && isnan(peer->values[1]) && isnan(peer->exponent));
}

static void what_is_no_such_table_is_refused(void **state)
{
    (void)state;
    struct quoted_table table;
    static const char long_name[] = "| rods | 2 | 5 | exponent |\n|---|\n| "
                                    "0123456789012345678901234567890123456789012345678901234567890123 | 1 | 2 | 3 |";
    static const char *const pages[] = {
        "",
        "words",
        "| rods |",
        "| rods | 2 | 5",                                          /* ends within a line */
        "| rods | 2 | 5 | exponent |",                             /* ends after its head */
        "| rods | two | 5 | exponent |\n|---|\n| a | 1 | 2 | 3 |", /* no number */
        "| rods | 2 | 5 | exponent |\n|---|\n| a | 1 | 2 |\n",     /* a cell is missing */
        long_name,
        "| rods | 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9 | 10 | 11 | exponent |\n|---|\n| a | 1 |\n",
    };
    for (size_t i = 0; i < sizeof pages / sizeof *pages; i++)
        if (quoted_table_read(&table, pages[i], "rods"))
            fail_msg("taken: %s", pages[i]);
}

static void every_subject_has_its_table_with_our_times_and_those_of_others(void **state)
{
    (void)state;
    for (int s = 0; s < ENGINE_SUBJECTS; s++) {
        struct quoted_table table;
        if (!quoted_table_read(&table, benchmarks_page, engine_subjects[s].head))
            fail_msg("not in docs/benchmarks.md: %s", engine_subjects[s].head);
        size_t n_times = 0;
        for (size_t i = 0; i < table.n_lines; i++) {
            const struct quoted_line *line = &table.lines[i];
            if (isnan(line->exponent))
                continue;
            n_times++;
            /* of times with more digits: half of its last place, and of that of times over a range of 16 in n */
            assert_near(peer_exponent(table.n_columns, table.counts, line->values), line->exponent,
                        0.005 + 0.005 / log(16));
        }
        assert_true(n_times >= 2);
    }
}

/* At most RBDL's time; a Jacobian at most three times Pinocchio's, a direction at most three evaluations. */
static void the_quoted_run_keeps_the_aims(void **state)
{
    (void)state;
    struct quoted_table table;
    for (int s = 0; s < 2; s++) {
        assert_true(quoted_table_read(&table, benchmarks_page, engine_subjects[s].head));
        const struct quoted_line *ours = line_of(&table, "ours"), *rbdl = line_of(&table, "RBDL 3.3.1");
        for (size_t i = 0; i < table.n_columns; i++)
            assert_true(ours->values[i] <= rbdl->values[i]);
    }
    assert_true(quoted_table_read(&table, benchmarks_page, "derivatives of a chain"));
    const struct quoted_line *along = line_of(&table, "one direction at a new point, evaluations"),
                             *ours = line_of(&table, "whole Jacobian, us"),
                             *pinocchio = line_of(&table, "Pinocchio 3.7, whole Jacobian, us"),
                             *ratio = line_of(&table, "ours over Pinocchio's time");
    for (size_t i = 0; i < table.n_columns; i++) {
        assert_true(along->values[i] <= 3);
        assert_true(ours->values[i] <= 3 * pinocchio->values[i]);
        assert_near(ours->values[i] / pinocchio->values[i], ratio->values[i],
                    0.055); /* half of its last place, and rounding of the times */
    }
}

static void assert_same(double shown, double quoted)
{
    assert_true(isnan(quoted) ? isnan(shown) : shown == quoted);
}

static void an_overview_has_what_is_measured_and_then_the_quoted_table(void **state)
{
    (void)state;
    struct bench bench = {.running = "mechanisms"};
    struct outcome o = {.out_of_memory = false};
    struct error error = {.text = ""};
    if (!engine_costs_add(&bench, &o, &error))
        fail_msg("%s", error.text);
    assert_false(o.out_of_memory);
    assert_int_equal(o.n_overviews, ENGINE_SUBJECTS);
    assert_int_equal(o.n_figures, ENGINE_SUBJECTS);
    for (int s = 0; s < ENGINE_SUBJECTS; s++) {
        struct quoted_table table;
        assert_true(quoted_table_read(&table, benchmarks_page, engine_subjects[s].head));
        const struct overview *overview = &o.overviews[s];
        assert_int_equal(overview->n_columns, table.n_columns + 1);
        assert_true(overview->n_lines > table.n_lines);
        const size_t n_here = overview->n_lines - table.n_lines;
        for (size_t i = 0; i < overview->n_lines; i++) {
            const struct overview_line *line = &overview->lines[i];
            assert_int_equal(strncmp(line->name, "here: ", 6) == 0, i < n_here);
            for (size_t k = 0; k < table.n_columns; k++)
                if (i < n_here)
                    assert_true(line->values[k] > 0);
                else
                    assert_same(line->values[k], table.lines[i - n_here].values[k]);
            if (i >= n_here)
                assert_same(line->values[table.n_columns], table.lines[i - n_here].exponent);
        }
    }
    outcome_free(&o);
}

static void the_exponent_of_a_power_is_found_from_20_rods_on(void **state)
{
    (void)state;
    static const int counts[] = {PEER_COUNTS};
    enum { N = sizeof counts / sizeof *counts };
    double times[N];
    for (int i = 0; i < N; i++)
        times[i] = counts[i] < 20 ? 1 : 3e-7 * pow(counts[i], 1.5);
    assert_near(peer_exponent(N, counts, times), 1.5, 1e-13);
    times[N - 1] = NAN;
    assert_near(peer_exponent(N, counts, times), 1.5, 1e-13);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_table_is_read_from_a_page),
        cmocka_unit_test(what_is_no_such_table_is_refused),
        cmocka_unit_test(every_subject_has_its_table_with_our_times_and_those_of_others),
        cmocka_unit_test(the_quoted_run_keeps_the_aims),
        cmocka_unit_test(an_overview_has_what_is_measured_and_then_the_quoted_table),
        cmocka_unit_test(the_exponent_of_a_power_is_found_from_20_rods_on),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
