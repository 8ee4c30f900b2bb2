/* Dependencies in modelDescription.xml. FMI 2.0, 2.2.8: without `dependencies` an Unknown depends on all Knowns (inputs and states), with
 * an empty list on none. A list that names all of many is left out: it says the same, and would grow with the square of the model. */
#include "fmi/describe.h"
#include "numerics/solver.h"
#include "tests/testing.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST = 120, NAME = 24 };

static char names[MOST][NAME], all_names[MOST * NAME], all_but_one[MOST * NAME];

/* One input u, n - 1 states x1 ..., an output of everything, one of all but the last state and one of nothing. */
static char *describe(size_t n)
{
    static struct model_variable table[SOLVER_PARAMETERS + MOST + 3];
    static const struct model_variable solver[] = {SOLVER_PARAMETER_ROWS(1e-3)};
    size_t k = 0;
    for (; k < SOLVER_PARAMETERS; k++)
        table[k] = solver[k];
    snprintf(names[0], NAME, "u");
    for (size_t i = 1; i < n; i++)
        snprintf(names[i], NAME, "x%zu", i);
    *all_names = *all_but_one = '\0';
    for (size_t i = 0; i < n; i++) {
        strcat(strcat(all_names, i ? " " : ""), names[i]);
        if (i + 1 < n)
            strcat(strcat(all_but_one, i ? " " : ""), names[i]);
    }
    table[k++] = (struct model_variable){.role = MODEL_INPUT, .name = names[0], .description = "", .unit = ""};
    for (size_t i = 1; i < n; i++)
        table[k++] = (struct model_variable){.role = MODEL_STATE,
                                             .name = names[i],
                                             .description = "",
                                             .unit = "",
                                             .rate_unit = "1/s",
                                             .rate_depends = i == 1 ? all_names : ""};
    const char *depends[] = {all_names, all_but_one, ""}, *outputs[] = {"y_all", "y_most", "y_none"};
    for (size_t i = 0; i < 3; i++)
        table[k++] = (struct model_variable){.role = MODEL_OUTPUT,
                                             .is_output = true,
                                             .name = outputs[i],
                                             .description = "",
                                             .unit = "",
                                             .depends = depends[i]};
    const struct model_type type = {.name = "Large",
                                    .description = "",
                                    .experiment = {.stop_time = 1, .step_size = 0.1, .tolerance = 1e-6},
                                    .variables = table,
                                    .n_variables = k};
    const struct describe_options options = {.version = "1"};
    struct model_report report = {""};
    FILE *file = tmpfile();
    assert_non_null(file);
    if (!describe_write(file, &type, &options, "{}", &report))
        fail_msg("%s", report.text);
    const long size = ftell(file);
    char *text = calloc((size_t)size + 1, 1);
    rewind(file);
    assert_non_null(text);
    assert_int_equal(fread(text, 1, (size_t)size, file), size);
    fclose(file);
    return text;
}

/* How many the k-th Unknown of the list depends on; -1: it has no `dependencies`. */
static long count(const char *description, const char *list, size_t k)
{
    const char *at = strstr(description, list);
    assert_non_null(at);
    const char *last = strstr(at, "</");
    for (size_t i = 0; at && i <= k; i++)
        at = strstr(at + 1, "<Unknown ");
    assert_true(at && at < last);
    const char *end = strchr(at, '>'), *first = strstr(at, "dependencies=\"");
    if (!first || first > end)
        return -1;
    long n = 0;
    bool in_number = false;
    for (const char *c = first + strlen("dependencies=\""); *c != '"'; c++) {
        n += *c != ' ' && !in_number;
        in_number = *c != ' ';
    }
    return n;
}

static void a_list_of_all_is_left_out_where_there_are_more_than_a_hundred(void **state)
{
    (void)state;
    static const struct {
        size_t n;
        long all;
    } cases[] = {{2, 2}, {100, 100}, {101, -1}, {MOST, -1}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char *text = describe(cases[i].n);
        assert_int_equal(count(text, "<Outputs>", 0), cases[i].all);
        assert_int_equal(count(text, "<Derivatives>", 0), cases[i].all);
        free(text);
    }
}

/* Only that list: one that leaves out a single state, and an empty one, say something else than a missing one. */
static void any_other_list_stays_however_long(void **state)
{
    (void)state;
    for (size_t n = 100; n <= MOST; n += 10) {
        char *text = describe(n);
        assert_int_equal(count(text, "<Outputs>", 1), (long)n - 1);
        assert_int_equal(count(text, "<Outputs>", 2), 0);
        assert_int_equal(count(text, "<Derivatives>", 1), 0);
        free(text);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_list_of_all_is_left_out_where_there_are_more_than_a_hundred),
        cmocka_unit_test(any_other_list_stays_however_long),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
