/* Springs and dampers by table: forces, slopes and energy by straight lines drawn by hand. */
#include "tests/testing.h"

#include "tests/fmu_multibody/from_file.h"

#include <string.h>

/* A block of 5 kg on a slide along z, 1 m above the ground's point of the spring; without gravity. */
#define SLIDE(elements)                                                                                                \
    "{\"type\": \"mechanism\", \"name\": \"Slide\", \"gravity\": [0, 0, 0], \"bodies\": {\"block\": {\"mass\": 5}},"   \
    "\"joints\": {\"s\": {\"type\": \"prismatic\", \"parent\": \"ground\", \"child\": \"block\", \"at\": [0, 0, "      \
    "1]}}, " elements "}"
#define ENDS     "\"from\": {\"body\": \"ground\"}, \"to\": {\"body\": \"block\"}"
#define STRETCH  "\"table\": {\"stretch\": [-0.2, 0, 0.1, 0.3], \"force\": [-400, -10, 50, 900]}"
#define A_SPRING "\"springs\": {\"coil\": {" ENDS ", \"length\": 1.05, \"damping\": 7, " STRETCH "}}"
#define A_DAMPER "\"dampers\": {\"shock\": {" ENDS ", \"table\": {\"rate\": [-1, 0, 0.5], \"force\": [-900, 0, 100]}}}"
#define A_JOINT  "\"joint_springs\": {\"coil\": {\"coordinate\": \"s\", \"rest\": 0.05, " STRETCH "}}"

/* By hand: beyond the ends, on each piece, at a corner (slopes to the right). */
static const struct {
    double stretch, force, slope, energy; /* energy from no stretch on */
} points[] = {
    {-0.3, -400 - 195, 1950, 0.2 * 205 + 0.1 * 497.5}, /* 1950 N/m; means of -10 and -400, of -400 and -595 */
    {-0.1, -205, 1950, 0.1 * 107.5},
    {0.05, 20, 600, 0.05 * 5},
    {0.1, 50, 4250, 0.1 * 20},
    {0.2, 475, 4250, 0.1 * 20 + 0.1 * 262.5},
    {0.4, 1325, 4250, 0.1 * 20 + 0.2 * 475 + 0.1 * 1112.5},
};

static double accelerate(struct from_file *f, double z, double w, double slopes[2])
{
    double rates[2], outputs[4];
    f->live.x[0] = z;
    f->live.x[1] = w;
    from_file_update(f);
    for (int j = 0; j < 2; j++) {
        const double x[2] = {j == 0, j == 1};
        from_file_differentiate_along(f, x, NULL, rates, outputs);
        slopes[j] = rates[1];
    }
    return from_file_value(f, "der(ds)");
}

static void check_stretch(const char *text, double damping)
{
    struct from_file f;
    from_file_open_text(&f, text);
    from_file_initialize(&f);
    for (size_t i = 0; i < sizeof points / sizeof *points; i++) {
        double slopes[2];
        assert_near(accelerate(&f, points[i].stretch + 0.05 + 1e-15, 0.3, slopes) * 5,
                    -(points[i].force + damping * 0.3), 1e-10);
        assert_near(slopes[0] * 5, -points[i].slope, 1e-9);
        assert_near(slopes[1] * 5, -damping, 1e-12);
        assert_near(from_file_value(&f, "potential_energy"), points[i].energy, 1e-11);
    }
    from_file_close(&f);
}

static void springs_pull_by_their_table(void **state)
{
    (void)state;
    check_stretch(SLIDE(A_SPRING), 7);
    check_stretch(SLIDE(A_JOINT), 0);
}

static void dampers_pull_by_their_table(void **state)
{
    (void)state;
    static const double rates[][3] = {{-2, -1800, 900}, {-0.5, -450, 900}, {0.25, 50, 200}, {1, 200, 200}};
    struct from_file f;
    from_file_open_text(&f, SLIDE(A_DAMPER));
    from_file_initialize(&f);
    for (int i = 0; i < 4; i++) {
        double slopes[2];
        assert_near(accelerate(&f, 0.1, rates[i][0], slopes) * 5, -rates[i][1], 1e-10);
        assert_near(slopes[1] * 5, -rates[i][2], 1e-10);
    }
    from_file_close(&f);
}

/* Their numbers are parameters. */
static void numbers_of_a_table_can_be_set(void **state)
{
    (void)state;
    struct from_file f;
    double slopes[2];
    from_file_open_text(&f, SLIDE(A_JOINT));
    from_file_set(&f, "joint_springs.coil.table.force[3]", 80);
    from_file_initialize(&f);
    assert_near(accelerate(&f, 0.1, 0, slopes) * 5, -35, 1e-10);
    from_file_close(&f);
}

static void wrong_tables_are_refused(void **state)
{
    (void)state;
    from_file_check_refused(SLIDE("\"springs\": {\"coil\": {" ENDS ", \"length\": 1}}"),
                            "springs.coil: either \"stiffness\" or a \"table\" expected");
    from_file_check_refused(SLIDE("\"springs\": {\"coil\": {" ENDS ", \"length\": 1, \"stiffness\": 5, " STRETCH "}}"),
                            "springs.coil: either \"stiffness\" or a \"table\" expected, not both");
    from_file_check_refused(SLIDE("\"dampers\": {\"shock\": {" ENDS "}}"),
                            "dampers.shock: either \"damping\" or a \"table\" expected");
    from_file_check_refused(
        SLIDE("\"dampers\": {\"shock\": {" ENDS ", \"table\": {\"rate\": [0, 1], \"force\": [1, 2, 3]}}}"),
        "dampers.shock.table.force: 2 forces expected, as many as values of \"rate\"");
    from_file_check_refused(
        SLIDE("\"dampers\": {\"shock\": {" ENDS ", \"table\": {\"rate\": [0, 1, 1], \"force\": [1, 2, 3]}}}"),
        "spring 'shock': 1 in its table is not above 1 before it");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(springs_pull_by_their_table),
        cmocka_unit_test(dampers_pull_by_their_table),
        cmocka_unit_test(numbers_of_a_table_can_be_set),
        cmocka_unit_test(wrong_tables_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
