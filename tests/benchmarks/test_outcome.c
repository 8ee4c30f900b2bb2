/* Verdicts of rows: by their kind, and by what is known of them. */
#include "tests/testing.h"

#include "benchmarks/bench/bench_print.h"
#include "benchmarks/bench/outcome.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static enum verdict verdict_of(const struct row *row, bool is_bound)
{
    struct outcome o = {0};
    (is_bound ? outcome_bound : outcome_compare)(&o, row);
    const enum verdict verdict = o.rows[0].verdict;
    outcome_free(&o);
    return verdict;
}

static void a_known_difference_is_no_failure_and_no_success(void **state)
{
    (void)state;
    struct row row = {.table = "t", .name = "n", .unit = "", .kind = KIND_PUBLISHED, .expected = 15, .ours = 13.9};
    row.tolerance = 0.5;
    assert_int_equal(verdict_of(&row, false), VERDICT_FAILED);
    row.differs = "a reason";
    assert_int_equal(verdict_of(&row, false), VERDICT_DIFFERS);
    row.ours = 15.4; /* it comes out after all */
    assert_int_equal(verdict_of(&row, false), VERDICT_PASSED);
    row.ours = NAN; /* a run that broke down is no known difference */
    assert_int_equal(verdict_of(&row, false), VERDICT_FAILED);
    row.ours = 16, row.kind = KIND_RECOMPUTED; /* what others have not published has to come out */
    assert_int_equal(verdict_of(&row, false), VERDICT_FAILED);
    assert_int_equal(verdict_of(&row, true), VERDICT_FAILED);
    row.known = 1; /* or to differ by no more than is known */
    assert_int_equal(verdict_of(&row, false), VERDICT_DIFFERS);
    row.ours = 16.01;
    assert_int_equal(verdict_of(&row, false), VERDICT_FAILED);
    row.ours = 13.9;
    assert_int_equal(verdict_of(&row, false), VERDICT_FAILED);
    row.ours = NAN;
    assert_int_equal(verdict_of(&row, false), VERDICT_FAILED);
    row.ours = 14, row.differs = NULL;
    assert_int_equal(verdict_of(&row, false), VERDICT_FAILED);
}

static void a_number_of_unknown_origin_fails(void **state)
{
    (void)state;
    const struct row row = {.table = "t", .name = "n", .unit = "", .expected = 1, .ours = 1, .tolerance = 1};
    assert_int_equal(verdict_of(&row, false), VERDICT_FAILED);
    assert_int_equal(verdict_of(&row, true), VERDICT_FAILED);
}

static void rows_stand_by_table_and_kind(void **state)
{
    (void)state;
    static const struct row rows[] = {
        {.table = "a", .kind = KIND_PUBLISHED, .name = "1"}, {.table = "a", .kind = KIND_RECOMPUTED, .name = "3"},
        {.table = "b", .kind = KIND_CONVERGED, .name = "4"}, {.table = "a", .kind = KIND_PUBLISHED, .name = "2"},
        {.table = "b", .kind = KIND_PUBLISHED, .name = "5"},
    };
    struct outcome o = {0};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        outcome_compare(&o, &rows[i]);
    for (size_t i = 0; i < o.n_rows; i++)
        assert_int_equal(o.rows[i].name[0], '1' + (int)i);
    outcome_free(&o);
}

/* The verdicts of a case stand below each other, however long its names are. */
static void long_names_keep_the_columns(void **state)
{
    (void)state;
    static const char *const names[] = {"short", "a name that is clearly longer than thirty letters"};
    static const struct bench_case which = {.name = "case", .title = "title"};
    struct bench_outcome b = {.which = &which};
    char *text = NULL;
    size_t size = 0, place[2] = {0};
    for (int i = 0; i < 2; i++) {
        const struct row row = {.table = "t",
                                .name = names[i],
                                .unit = "",
                                .kind = KIND_ANALYTIC,
                                .expected = 1,
                                .ours = 1,
                                .tolerance = 1};
        outcome_compare(&b.outcome, &row);
    }
    FILE *file = open_memstream(&text, &size);
    bench_print_case(file, &b);
    fclose(file);
    for (int i = 0; i < 2; i++) {
        const char *line = strstr(text, names[i]);
        assert_non_null(line);
        const char *verdict = strstr(line, "  ok");
        assert_non_null(verdict);
        place[i] = (size_t)(verdict - line);
    }
    assert_int_equal(place[0], place[1]);
    free(text);
    outcome_free(&b.outcome);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_known_difference_is_no_failure_and_no_success),
        cmocka_unit_test(a_number_of_unknown_origin_fails),
        cmocka_unit_test(rows_stand_by_table_and_kind),
        cmocka_unit_test(long_names_keep_the_columns),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
