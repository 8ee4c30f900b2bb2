/* Both formulations of stepping closed loops, on the papers' files: coordinate partitioning and the augmented Lagrangian with
 * projections. They agree to the order of the trapezoidal rule, and keep their loops. */
#include "tests/testing.h"

#include "tests/fmu_multibody/from_file.h"
#include "tests/fmu_multibody/solve.h"

#include <string.h>

static const struct motion {
    const char *file, *coordinate, *driven; /* an input that is set, or a rate that it starts with */
    double value, time;
} motions[] = {
    {"lut2-four-bar.json", "z1", "cylinder.force", -300, 0.5},
    {"lut1-four-bar.json", "z1", "cylinder.force", 10500, 0.5},
    {"lut1-quick-return.json", "z4", "cylinder.force", -4300, 0.2},
    {"agundez-four-bar.json", "phi2", "cylinder.force", -40, 0.5},
    {"four-bar-spring.json", "B", "dB", 0.5, 0.5},
    {BUILD_DIR "/mechanisms/n-loop-5.json", "A0", "dA0", 0.5, 0.5},
};

struct ending {
    double coordinate, moved, residual;
};

static struct ending run(const struct motion *k, int formulation, enum solver_kind kind, double h)
{
    struct from_file f;
    from_file_open(&f, k->file);
    from_file_set(&f, "formulation", formulation);
    from_file_initialize(&f);
    *from_file_find(&f, k->driven) = k->value;
    const double start = from_file_value(&f, k->coordinate);
    solve(&f.live, &(struct solver_settings){kind, h, 1e-12, 1e-12}, k->time);
    from_file_update(&f);
    const struct ending end = {from_file_value(&f, k->coordinate), fabs(from_file_value(&f, k->coordinate) - start),
                               from_file_value(&f, "constraint_residual")};
    from_file_close(&f);
    return end;
}

static void formulations_agree_to_the_order_of_the_rule(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof motions / sizeof *motions; i++) {
        const struct motion *k = &motions[i];
        const struct ending exact = run(k, 1, SOLVER_ARKODE, 1);
        const struct ending coarse = run(k, 2, SOLVER_TRAPEZOIDAL, 4e-3), fine = run(k, 2, SOLVER_TRAPEZOIDAL, 2e-3);
        const struct ending reduced = run(k, 1, SOLVER_TRAPEZOIDAL, 2e-3);
        assert_true(exact.moved > 1e-3);
        assert_near((coarse.coordinate - exact.coordinate) / (fine.coordinate - exact.coordinate), 4, 0.1);
        assert_near(fine.coordinate, reduced.coordinate, 1e-8);
        assert_true(exact.residual < 1e-13 && reduced.residual < 1e-13);
        assert_true(fine.residual < 1e-8 && coarse.residual < 1e-8);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(formulations_agree_to_the_order_of_the_rule),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
