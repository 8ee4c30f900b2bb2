/* LIM's manipulator with a lighter load and much more friction: the piston comes to its stop at 5.989 s (solver 4 with macro steps of
 * 0.1 ms: 5.9893 s), and the shorter its chamber, the stiffer the oil. An explicit solver loses it before that. */
#include "paso_process.h"

static void run_stiff_pair(const char *solver)
{
    char multibody[32], hydraulics[32];
    snprintf(multibody, sizeof multibody, "multibody.solver=%s", solver);
    snprintf(hydraulics, sizeof hydraulics, "hydraulics.solver=%s", solver);
    assert_int_equal(PASO("run", BUILD_DIR "/systems/lim-manipulator.ssp", "--set", "multibody.m_h=150", "--set",
                          "hydraulics.c=5e4", "--set", multibody, "--set", hydraulics, "--quiet"),
                     1);
}

static void an_explicit_solver_that_cannot_keep_up_says_so(void **state)
{
    (void)state;
    run_stiff_pair("1");
    assert_said("too long for solver 1 (");
    assert_said("is outside the bulk modulus' range");
    run_stiff_pair("2");
    assert_said("too long for solver 2 (");
}

static void an_implicit_one_reaches_the_stop_and_says_that(void **state)
{
    (void)state;
    static const char *const solvers[] = {"3", "4"};
    for (int k = 0; k < 2; k++) {
        run_stiff_pair(solvers[k]);
        assert_said("the piston has reached its stop");
        assert_said("t = 5.989 s");
        assert_null(strstr(last.err, "too long"));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_explicit_solver_that_cannot_keep_up_says_so),
        cmocka_unit_test(an_implicit_one_reaches_the_stop_and_says_that),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
