/* LIM's published columns through the master, whole files, where they lie beside the project. */
#include "tests/master/couple/coupled_run.h"

#include <stdlib.h>
#include <string.h>

#define FILE_NAMED(name) BESIDE_DIR "/reference/lim/hydraulicManipulator_" name ".csv"

/* A column of manoeuvre M1 with Jacobi's scheme. Time labels of the long macro steps are late by one of them. */
struct published {
    int coupling; /* 1 force (f-s), 2 pressure (p-s) */
    double H, late;
    const char *file, *column;
    size_t rows;
};
static const struct published published[] = {
    {1, 5e-5, 0, FILE_NAMED("fsJ_s1"), "sfsJ_01", 51},     {1, 2e-4, 0, FILE_NAMED("fsJ_s1"), "sfsJ_02", 51},
    {2, 5e-5, 0, FILE_NAMED("psJ_s1"), "spsJ_01", 51},     {2, 2e-4, 0, FILE_NAMED("psJ_s1"), "spsJ_02", 51},
    {1, 1e-2, 1e-2, FILE_NAMED("fsJ_s1a"), "s", 6},        {2, 1e-2, 1e-2, FILE_NAMED("psJ_s1a"), "s", 6},
    {1, 15e-3, 15e-3, FILE_NAMED("fsJ_15ms_s"), "s", 667}, {2, 4e-2, 4e-2, FILE_NAMED("psJ_40ms_s"), "s", 251},
};

static struct coupled run(const struct published *p)
{
    struct coupled c = coupled_open(BUILD_DIR "/systems/lim-manipulator.ssp");
    char text[64];
    snprintf(text, sizeof text, "multibody.coupling=%d", p->coupling);
    coupled_set(&c, text);
    snprintf(text, sizeof text, "hydraulics.step_size=%.9g", fmin(p->H, 2e-4));
    coupled_set(&c, text);
    c.options.scheme = "jacobi";
    c.options.feedthrough = p->coupling == 1 ? FEEDTHROUGH_STALE : FEEDTHROUGH_REFRESHED;
    c.options.macro_step = p->H;
    c.options.has_stop_time = true;
    c.options.stop_time = 10.2;
    coupled_record(&c, "multibody.s");
    coupled_must_run(&c);
    return c;
}

static int column_of(char *header, const char *column)
{
    int wanted = -1, k = 0;
    header[strcspn(header, "\r\n")] = '\0';
    for (char *name = strtok(header, ","); name; name = strtok(NULL, ","), k++)
        wanted = strcmp(name, column) == 0 ? k : wanted;
    assert_true(wanted > 0);
    return wanted;
}

static void published_files_are_reproduced_line_by_line(void **state)
{
    (void)state;
    for (const struct published *p = published; p < published + sizeof published / sizeof *published; p++) {
        FILE *file = fopen(p->file, "r");
        if (!file)
            skip();
        char line[512];
        assert_non_null(fgets(line, sizeof line, file));
        const int wanted = column_of(line, p->column);
        struct coupled c = run(p);
        size_t compared = 0;
        while (fgets(line, sizeof line, file)) {
            const double t = strtod(line, NULL) - p->late;
            const char *at = line;
            for (int k = 0; k < wanted; k++)
                at = strchr(at, ',') + 1;
            if (t < -1e-9)
                continue;
            assert_near(coupled_at(&c, t, 0), strtod(at, NULL), 0.5001e-8); /* they print eight digits */
            compared++;
        }
        assert_int_equal(compared, p->rows);
        fclose(file);
        coupled_close(&c);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(published_files_are_reproduced_line_by_line)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
