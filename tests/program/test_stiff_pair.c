/* LIM's manipulator with a lighter load and much more friction: the piston comes to its stop at 5.989 s (solver 4 with macro steps of
 * 0.1 ms: 5.9893 s), and the shorter its chamber, the stiffer the oil. An explicit solver loses it before that. */
#include "tests/program/paso_process.h"

/* With Jacobi's equal macro steps, or as paso chooses the coupling. */
static void run_stiff_pair(const char *solver, bool jacobi)
{
    char multibody[32], hydraulics[32];
    snprintf(multibody, sizeof multibody, "multibody.solver=%s", solver);
    snprintf(hydraulics, sizeof hydraulics, "hydraulics.solver=%s", solver);
    const char *const word = jacobi ? "--scheme" : "--stop-time", *const value = jacobi ? "jacobi" : "10";
    assert_int_equal(PASO("run", BUILD_DIR "/systems/lim-manipulator.ssp", "--set", "multibody.m_h=150", "--set",
                          "hydraulics.c=5e4", "--set", multibody, "--set", hydraulics, "--quiet", word, value),
                     1);
}

static void an_explicit_solver_that_cannot_keep_up_says_so(void **state)
{
    (void)state;
    for (int jacobi = 0; jacobi < 2; jacobi++) {
        run_stiff_pair("1", jacobi);
        assert_said("too long for solver 1 (");
        assert_said("is outside the bulk modulus' range");
        run_stiff_pair("2", jacobi);
        assert_said("too long for solver 2 (");
    }
}

/* Solver 4 by Jacobi's scheme only: chosen steps go on to 1e-11 s before the stop, and there it gives up by itself. */
static void an_implicit_one_reaches_the_stop_and_says_that(void **state)
{
    (void)state;
    static const struct {
        const char *solver;
        bool jacobi;
    } runs[] = {{"3", true}, {"3", false}, {"4", true}};
    for (size_t k = 0; k < sizeof runs / sizeof *runs; k++) {
        run_stiff_pair(runs[k].solver, runs[k].jacobi);
        assert_said("the piston has reached its stop");
        assert_said("t = 5.989");
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
