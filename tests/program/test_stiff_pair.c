/* LIM's manipulator with a lighter load and much more friction: the piston comes to its stop at 5.989 s (solver 4 with macro steps of
 * 0.1 ms: 5.9893 s), and the shorter its chamber, the stiffer the oil. An explicit solver loses it before that. */
#include "tests/program/paso_process.h"

/* What a user may ask for; the last one asks for nothing. */
enum coupling { JACOBI, STANDINS, QUADRATIC, DEFAULT };

static void run_stiff_pair(const char *solver, enum coupling coupling)
{
    char multibody[32], hydraulics[32];
    snprintf(multibody, sizeof multibody, "multibody.solver=%s", solver);
    snprintf(hydraulics, sizeof hydraulics, "hydraulics.solver=%s", solver);
    const char *const scheme = coupling == JACOBI ? "jacobi" : "gauss-seidel";
    const char *const extrapolation = coupling == JACOBI ? "0" : coupling == STANDINS ? "model" : "2";
    const char *const step = coupling == JACOBI ? "1ms" : "10us:1s";
    const char *const word = coupling == JACOBI ? "--stop-time" : "--error-tolerance";
    const char *const value = coupling == JACOBI ? "10" : coupling == STANDINS ? "1e-4" : "1e-6";
#define STIFF_PAIR                                                                                                     \
    "run", BUILD_DIR "/systems/lim-manipulator.ssp", "--set", "multibody.m_h=150", "--set", "hydraulics.c=5e4",        \
        "--set", multibody, "--set", hydraulics, "--quiet"
    const int status = coupling == DEFAULT ? PASO(STIFF_PAIR)
                                           : PASO(STIFF_PAIR, "--scheme", scheme, "--extrapolation", extrapolation,
                                                  "--macro-step", step, word, value);
    assert_int_equal(status, 1);
}

static void an_explicit_solver_that_cannot_keep_up_says_so(void **state)
{
    (void)state;
    static const enum coupling couplings[] = {JACOBI, STANDINS, DEFAULT};
    for (size_t k = 0; k < sizeof couplings / sizeof *couplings; k++) {
        run_stiff_pair("1", couplings[k]);
        assert_said("too long for solver 1 (");
        assert_said("is outside the bulk modulus' range");
        run_stiff_pair("2", couplings[k]);
        assert_said("too long for solver 2 (");
    }
}

/* Runge-Kutta's errors stay within the FMU's range there, but its pressure is off by several times the pump's: extrapolation sees that,
 * in every one of its smallest steps. */
static void a_coupling_that_has_lost_its_solution_ends(void **state)
{
    (void)state;
    run_stiff_pair("2", QUADRATIC);
    assert_said("the coupling has lost the solution at t = 5.94");
    assert_said("--extrapolation model");
}

/* Solver 4 by Jacobi's scheme only: chosen steps go on to 1e-11 s before the stop, and there it gives up by itself. */
static void an_implicit_one_reaches_the_stop_and_says_that(void **state)
{
    (void)state;
    static const struct {
        const char *solver;
        enum coupling coupling;
    } runs[] = {{"3", JACOBI}, {"3", STANDINS}, {"3", QUADRATIC}, {"3", DEFAULT}, {"4", JACOBI}};
    for (size_t k = 0; k < sizeof runs / sizeof *runs; k++) {
        run_stiff_pair(runs[k].solver, runs[k].coupling);
        assert_said("the piston has reached its stop");
        assert_said("t = 5.989");
        assert_null(strstr(last.err, "too long"));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_explicit_solver_that_cannot_keep_up_says_so),
        cmocka_unit_test(a_coupling_that_has_lost_its_solution_ends),
        cmocka_unit_test(an_implicit_one_reaches_the_stop_and_says_that),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
