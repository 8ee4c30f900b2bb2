/* Our two FMUs, each alone, through the program: both interfaces, the same solution. */
#include "tests/program/paso_process.h"

#define MANIPULATOR BUILD_DIR "/fmus/Manipulator.fmu"
#define HYDRAULICS  BUILD_DIR "/fmus/ManipulatorHydraulics.fmu"

/* The FMU's own solver 4 in Co-Simulation and our CVODE in Model Exchange, both at 1e-10. */
static struct table run_at_1e_10(const char *fmu, const char *interface, const char *set, const char *option,
                                 const char *value)
{
    PASO_OK("run", fmu, "--interface", interface, "--set", "solver=4", "--set", "rel_tol=1e-10", "--set",
            "abs_tol=1e-12", "--me-relative-tolerance", "1e-10", "--set", set, "--stop-time", "1", "--macro-step",
            "10ms", "--output", in_folder("r.csv"), "--quiet", option, value);
    return read_table(in_folder("r.csv"));
}

/* Relative to the largest value of the column; returns how far the columns moved, relatively. */
static double compare(const struct table *a, const struct table *b, double tolerance)
{
    assert_string_equal(a->header, b->header);
    assert_int_equal(a->n_rows, b->n_rows);
    double moved = 0;
    for (size_t c = 0; c < a->n_columns; c++) {
        double largest = 0, difference = 0;
        for (size_t r = 0; r < a->n_rows; r++) {
            largest = fmax(largest, fabs(a->values[r * a->n_columns + c]));
            difference = fmax(difference, fabs(a->values[r * a->n_columns + c] - b->values[r * a->n_columns + c]));
            if (c > 0)
                moved = fmax(moved, fabs(a->values[r * a->n_columns + c] - a->values[c]) / fmax(largest, 1e-300));
        }
        if (!(difference <= tolerance * largest))
            fail_msg("column %zu of %s: off by %g of %g", c, a->header, difference, largest);
    }
    return moved;
}

static void both_interfaces_of_the_multibody_model_agree(void **state)
{
    (void)state;
    struct table cs = run_at_1e_10(MANIPULATOR, "cs", "f_h=9000", "--every", "1");
    struct table me = run_at_1e_10(MANIPULATOR, "me", "f_h=9000", "--every", "1");
    assert_true(compare(&cs, &me, 1e-7) > 0.1); /* and it has moved */
    free_table(&cs);
    free_table(&me);
}

static void both_interfaces_of_the_hydraulics_agree(void **state)
{
    (void)state;
    const char *input = write_file("in.csv", "time,s,ds\n0,0.5,0\n0.2,0.5,0\n0.4,0.502,0.02\n1,0.514,0.02\n");
    struct table cs = run_at_1e_10(HYDRAULICS, "cs", "manoeuvre=1", "--input", input);
    struct table me = run_at_1e_10(HYDRAULICS, "me", "manoeuvre=1", "--input", input);
    assert_true(compare(&cs, &me, 1e-7) > 0.05);
    free_table(&cs);
    free_table(&me);
}

/* Until the valve moves at t = 2 s nothing does: p1 = 3.170846 MPa, p2 = 4.529154 MPa (the document's equilibrium). */
static void the_hydraulics_rest_until_the_manoeuvre_begins(void **state)
{
    (void)state;
    for (int me = 0; me <= 1; me++) {
        PASO_OK("run", HYDRAULICS, "--interface", me ? "me" : "cs", "--set", "manoeuvre=1", "--stop-time", "2",
                "--output", in_folder("r.csv"), "--quiet");
        struct table t = read_table(in_folder("r.csv"));
        assert_int_equal(t.n_rows, 2001);
        for (size_t r = 0; r < t.n_rows; r++) {
            assert_near(cell(&t, r, "p1"), 3170846.1538, 0.01);
            assert_near(cell(&t, r, "p2"), 4529153.8462, 0.01);
        }
        free_table(&t);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(both_interfaces_of_the_multibody_model_agree),
        cmocka_unit_test(both_interfaces_of_the_hydraulics_agree),
        cmocka_unit_test(the_hydraulics_rest_until_the_manoeuvre_begins),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
