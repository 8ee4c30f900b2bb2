/* The quoted points against LIM's files, where these are at hand. */
#include "tests/testing.h"

#include "benchmarks/lim/lim_published.h"

#include <stdlib.h>
#include <string.h>

static const struct {
    const struct quotation *quotation;
    const char *file;
    const char *columns[6]; /* as the file calls them */
    int header;             /* line with the names */
} quotations[] = {
    {&published_kappa_m1, "kappa", {"Time", "kappa"}, 2},
    {&published_kappa_m2, "kappaM2", {"t", "kappa"}, 1},
    {&published_reference_m1, "ref", {"t", "pos_7", "vel_7", "p_1", "p_2", "F"}, 2},
    {&published_reference_m2, "refM2", {"t", "s", "sd", "p1", "p2", "f"}, 1},
    {&published_convergence_s, "convergencePosMono", {"t", "Run1", "Run2", "Run3", "Run4"}, 1},
    {&published_convergence_p1, "convergencePresMono", {"t", "Run1", "Run2", "Run3", "Run4"}, 1},
    {&published_fsj, "fsJ_s1", {"tref", "sref", "sfsJ_01", "sfsJ_02", "sfsJ_03"}, 1},
    {&published_psj, "psJ_s1", {"tref", "sref", "spsJ_01", "spsJ_02", "spsJ_03"}, 1},
    {&published_fsj_10ms, "fsJ_s1a", {"t", "s"}, 1},
    {&published_psj_10ms, "psJ_s1a", {"t", "s"}, 1},
    {&published_fsj_15ms, "fsJ_15ms_s", {"t", "s"}, 1},
    {&published_psj_40ms, "psJ_40ms_s", {"t", "s"}, 1},
};

static int column_of(const char *header, const char *name)
{
    char copy[2048];
    snprintf(copy, sizeof copy, "%s", header);
    int n = 0;
    for (char *word = strtok(copy, ", \r\n"); word; word = strtok(NULL, ", \r\n"), n++)
        if (strcmp(word, name) == 0)
            return n;
    fail_msg("no column %s in: %s", name, header);
    return -1;
}

static double cell(const char *line, int column)
{
    for (; column > 0; column--)
        line = strchr(line, ',') + 1;
    return strtod(line, NULL);
}

static void every_quoted_point_stands_in_the_files(void **state)
{
    (void)state;
    size_t n_files = 0;
    for (size_t i = 0; i < sizeof quotations / sizeof *quotations; i++) {
        const struct quotation *q = quotations[i].quotation;
        char path[512], line[4096], header[4096] = "";
        snprintf(path, sizeof path, BESIDE_DIR "/reference/lim/hydraulicManipulator_%s.csv", quotations[i].file);
        FILE *file = fopen(path, "r");
        if (!file)
            continue;
        n_files++;
        for (int k = 0; k < quotations[i].header; k++)
            assert_non_null(fgets(header, sizeof header, file));
        int columns[6];
        for (size_t c = 0; c < q->n_columns; c++)
            columns[c] = column_of(header, quotations[i].columns[c]);
        size_t row = 0;
        while (row < q->n_rows && fgets(line, sizeof line, file)) {
            if (cell(line, columns[0]) != quoted(q, row, 0))
                continue;
            for (size_t c = 1; c < q->n_columns; c++)
                if (cell(line, columns[c]) != quoted(q, row, c))
                    fail_msg("%s at t = %g: %s", q->source, quoted(q, row, 0), line);
            row++;
        }
        fclose(file);
        if (row < q->n_rows)
            fail_msg("%s: t = %g is not in the file", q->source, quoted(q, row, 0));
    }
    if (n_files == 0) {
        print_message("LIM's result files are not at hand: the quoted points are not compared with them\n");
        skip();
    }
    assert_int_equal(n_files, sizeof quotations / sizeof *quotations);
}

/* A few dozen points per curve are a quotation, a whole file is not. */
static void quotations_are_short(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof quotations / sizeof *quotations; i++) {
        assert_true(quotations[i].quotation->n_rows <= 66);
        assert_non_null(strstr(quotations[i].quotation->source, "hydraulicManipulator_"));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_quoted_point_stands_in_the_files),
        cmocka_unit_test(quotations_are_short),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
