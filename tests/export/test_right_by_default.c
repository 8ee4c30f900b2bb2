/* What `paso run` does with the systems that come with it, where nobody says how to couple: against the solution of the whole by CVODE
 * (paso monolithic, relative tolerance 1e-10). One system of each kind; with the argument "all", every one. */
#include "tests/program/paso_process.h"

#include <math.h>
#include <stdlib.h>

/* No exchanged value is off by more than 1e-4 of its largest magnitude at the end of a macro step, by default. That adds up over steps, and in
 * systems that damp dies away again: ten times as much is allowed, for every state and output. */
static const double most = 1e-3;

/* Values that are never larger than this are rounding: a mechanism at rest. */
static const double least = 1e-9;

static bool all;

static bool has_column(const struct table *t, const char *name)
{
    const size_t length = strlen(name);
    for (const char *at = t->header; at; at = strchr(at, ',') ? strchr(at, ',') + 1 : NULL)
        if (strncmp(at, name, length) == 0 && (at[length] == ',' || !at[length]))
            return true;
    return false;
}

static void compare(const char *name)
{
    struct table run = read_table(in_folder("run.csv")), whole = read_table(in_folder("whole.csv"));
    assert_int_equal(run.n_rows, whole.n_rows);
    size_t compared = 0;
    char *names = strdup(run.header);
    for (char *at = strtok(names, ","); at; at = strtok(NULL, ",")) {
        if (strcmp(at, "time") == 0 || !has_column(&whole, at))
            continue;
        double worst = 0, largest = 0;
        for (size_t row = 0; row < run.n_rows; row++) {
            assert_near(cell(&run, row, "time"), cell(&whole, row, "time"), 1e-9);
            worst = fmax(worst, fabs(cell(&run, row, at) - cell(&whole, row, at)));
            largest = fmax(largest, fabs(cell(&whole, row, at)));
        }
        if (largest < least)
            continue;
        compared++;
        if (!(worst <= most * largest))
            fail_msg("%s: %s is off by %g of %g", name, at, worst, largest);
    }
    assert_true(compared >= 3);
    free(names);
    free_table(&run);
    free_table(&whole);
}

struct shipped {
    const char *system, *document;
    const char *run[2], *whole[2]; /* an option and its value */
    const char *stop_time;
    bool is_first_of_its_kind;
};

static void expect_right(const struct shipped *s, const char *system)
{
    char document[300];
    snprintf(document, sizeof document, SOURCE_DIR "/%s", s->document);
    PASO_OK("monolithic", document, "--method", "cvode", "--step", "10ms", "--stop-time", s->stop_time, s->whole[0],
            s->whole[1], "--output", in_folder("whole.csv"));
    if (PASO("run", system, "--stop-time", s->stop_time, "--output-step", "10ms", s->run[0], s->run[1], "--output",
             in_folder("run.csv")) != 0)
        fail_msg("%s: %s", system, last.err);
    assert_true(
        strstr(last.out, "coupling: stand-ins, macro steps by the error (0.0001)") ||
        strstr(last.out, "coupling: quadratic Gauss-Seidel, macro steps by the error (1e-06, a hundredth of 0.0001)"));
    compare(system);
}

#define FRICTION(type) "hydraulics.cylinders.cylinder.friction.type=" type
#define LUT2           "benchmarks/systems/lut2-four-bar.json"
/* As it is: options that say what holds anyway. */
#define AS_IT_IS                                                                                                       \
    {                                                                                                                  \
        "--threads", "1"                                                                                               \
    }
#define AS_IT_STANDS                                                                                                   \
    {                                                                                                                  \
        "--tolerance", "1e-10"                                                                                         \
    }

/* Up to 2 s: the valve opens at 1 s, and the friction reverses. Kinds: friction that jumps, friction with a state of its own in the mechanism, a slider,
 * and a mechanism in space. */
static void the_papers_systems_are_right(void **state)
{
    (void)state;
    static const struct shipped list[] = {
        {"lut2-four-bar-brown-mcphee", LUT2, AS_IT_IS, {"--set", FRICTION("Brown-McPhee")}, "2", false},
        {"lut2-four-bar-brown-mcphee-ps", LUT2, AS_IT_IS, {"--set", FRICTION("Brown-McPhee")}, "2", false},
        {"lut2-four-bar-bengisu-akay", LUT2, AS_IT_IS, {"--set", FRICTION("Bengisu-Akay")}, "2", true},
        {"lut2-four-bar-bengisu-akay-ps", LUT2, AS_IT_IS, {"--set", FRICTION("Bengisu-Akay")}, "2", false},
        {"lut2-four-bar-lugre", LUT2, AS_IT_IS, {"--set", FRICTION("LuGre")}, "2", false},
        {"lut2-four-bar-lugre-ps", LUT2, AS_IT_IS, {"--set", FRICTION("LuGre")}, "2", true},
        {"lut2-four-bar-modified-lugre", LUT2, AS_IT_IS, {"--set", FRICTION("modified LuGre")}, "2", false},
        {"lut2-four-bar-modified-lugre-ps", LUT2, AS_IT_IS, {"--set", FRICTION("modified LuGre")}, "2", false},
        {"lut1-four-bar", "benchmarks/systems/lut1-four-bar.json", AS_IT_IS, AS_IT_STANDS, "2", false},
        {"lut1-quick-return", "benchmarks/systems/lut1-quick-return.json", AS_IT_IS, AS_IT_STANDS, "2", true},
        {"agundez-four-bar",
         "benchmarks/systems/agundez-four-bar.json",
         {"--set", "multibody.constants.M2=100"},
         {"--set", "multibody.constants.M2=100"},
         "2",
         true},
    };
    for (size_t i = 0; i < sizeof list / sizeof *list; i++) {
        char system[300];
        snprintf(system, sizeof system, BUILD_DIR "/systems/%s.ssp", list[i].system);
        if (all || list[i].is_first_of_its_kind)
            expect_right(&list[i], system);
    }
}

static void the_boom_of_the_docs_is_right(void **state)
{
    (void)state;
    static const char *const couplings[] = {"coupling=force", "coupling=pressures"};
    for (size_t i = 0; i < 2; i++) {
        PASO_OK("export", "--system", SOURCE_DIR "/docs/circuits/boom-system.json", "--set", couplings[i], "-o",
                in_folder("boom.ssp"));
        const struct shipped boom = {"boom", "docs/circuits/boom-system.json", AS_IT_IS, {"--set", couplings[i]}, "3",
                                     true};
        char system[300];
        snprintf(system, sizeof system, "%s", in_folder("boom.ssp"));
        expect_right(&boom, system);
    }
}

/* ---- what is said ---- */

/* Where both couplings were tried their calls are told; else why one of them was not. */
static void the_choice_is_told(void **state)
{
    (void)state;
    static const struct {
        const char *system, *option, *value, *said;
    } cases[] = {
        {"lim-manipulator", "--threads", "1",
         "coupling: stand-ins, macro steps by the error (0.0001), chosen by trials: FMUs were called "},
        {"oscillator-fs", "--threads", "1",
         "by the error (0.0001); quadratic Gauss-Seidel takes too many calls (equal"},
        {"oscillator-chain", "--stop-time", "0.01",
         "coupling: Jacobi, held values every 1 ms; more than 100 components: try --extrapolation 2"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char system[300];
        snprintf(system, sizeof system, BUILD_DIR "/systems/%s.ssp", cases[i].system);
        if (PASO("run", system, cases[i].option, cases[i].value) != 0 || !strstr(last.out, cases[i].said))
            fail_msg("%s: %s%s", cases[i].system, last.out, last.err);
    }
    assert_int_equal(
        PASO("run", BUILD_DIR "/systems/oscillator-chain.ssp", "--stop-time", "0.01", "--scheme", "jacobi"), 0);
    assert_null(strstr(last.out, "coupling: "));
}

/* ---- the order ---- */

static long steps_of_run(void)
{
    const char *at = strstr(last.out, " after ");
    assert_non_null(at);
    return strtol(at + strlen(" after "), NULL, 10);
}

#define BY_ERROR                                                                                                       \
    "--scheme", "gauss-seidel", "--extrapolation", "model", "--macro-step", "1us:1s", "--error-tolerance", "1e-4"

/* Publication II with p-s coupling has its friction in the mechanism, whose linear model is soon wrong, though the hydraulics are faster:
 * the mechanism steps first. With f-s coupling the hydraulics have both. Whoever asks for an order gets it. */
static void what_is_strongly_nonlinear_steps_first(void **state)
{
    (void)state;
    PASO_OK("run", BUILD_DIR "/systems/lut2-four-bar-brown-mcphee-ps.ssp", BY_ERROR);
    assert_non_null(strstr(last.out, "multibody/hydraulics ("));
    assert_non_null(strstr(last.out, "macro steps in a trial"));
    const long found = steps_of_run();
    PASO_OK("run", BUILD_DIR "/systems/lut2-four-bar-brown-mcphee-ps.ssp", BY_ERROR, "--order", "hydraulics/multibody");
    assert_non_null(strstr(last.out, "hydraulics/multibody;"));
    assert_true(found < steps_of_run());
    PASO_OK("run", BUILD_DIR "/systems/lut2-four-bar-brown-mcphee.ssp", BY_ERROR);
    assert_non_null(strstr(last.out, "hydraulics/multibody (the fastest first)"));
}

/* ---- the cheaper coupling ---- */

/* With a coarse tolerance the energies may be told to be far off. */
#define RUN_ROWS(p, ...)                                                                                               \
    assert_int_equal(PASO("run", (p)->system, "--set", "multibody.rel_tol=1e-10", "--set", "hydraulics.rel_tol=1e-10", \
                          "--set", (p)->set, "--output-step", "10ms", "--stop-time", (p)->stop_time, "--record",       \
                          (p)->angle, "--output", in_folder("run.csv"), "--summary", in_folder("run.json"),            \
                          __VA_ARGS__),                                                                                \
                     0)

static long calls_of_run(void)
{
    char *summary = read_file(in_folder("run.json"));
    const char *at = strstr(summary, "\"calls\": ");
    assert_non_null(at);
    const long calls = strtol(at + strlen("\"calls\": "), NULL, 10);
    free(summary);
    assert_true(calls > 0);
    return calls;
}

static double error_of_run(const struct table *whole, const char *angle)
{
    struct table run = read_table(in_folder("run.csv"));
    assert_int_equal(run.n_rows, whole->n_rows);
    double worst = 0;
    for (size_t row = 0; row < run.n_rows; row++)
        worst = fmax(worst, fabs(cell(&run, row, angle) - cell(whole, row, angle)));
    free_table(&run);
    return worst;
}

struct pair {
    const char *system, *document, *set, *whole_set, *angle, *stop_time;
};

/* What is taken asks less of the components than the other coupling does for the same error. Both are measured here, with rows every 10 ms. The tolerance
 * of the other one is made smaller until its error is no larger; once it is dearer already, that is enough. */
static void expect_cheaper(const struct pair *p)
{
    static const char *const tolerances[] = {"1e-2", "1e-3", "1e-4", "1e-5", "1e-6", "1e-7"};
    PASO_OK("monolithic", p->document, "--method", "cvode", "--tolerance", "1e-12", "--step", "10ms", "--stop-time",
            p->stop_time, "--set", p->whole_set, "--record", p->angle, "--output", in_folder("whole.csv"));
    struct table whole = read_table(in_folder("whole.csv"));
    RUN_ROWS(p, "--threads", "1");
    const bool has_standins = strstr(last.out, "coupling: stand-ins") != NULL;
    assert_true(has_standins || strstr(last.out, "coupling: quadratic Gauss-Seidel"));
    const double error = error_of_run(&whole, p->angle);
    const long calls = calls_of_run();
    bool is_dearer = false;
    for (size_t k = 0; k < sizeof tolerances / sizeof *tolerances && !is_dearer; k++) {
        RUN_ROWS(p, "--scheme", "gauss-seidel", "--extrapolation", has_standins ? "2" : "model", "--macro-step",
                 has_standins ? "0.01us:1s" : "1us:1s", "--error-tolerance", tolerances[k]);
        is_dearer = calls_of_run() > calls;
        if (!is_dearer && error_of_run(&whole, p->angle) <= error)
            fail_msg("%s: %ld calls, but %ld with the other coupling at %s", p->system, calls, calls_of_run(),
                     tolerances[k]);
    }
    assert_true(is_dearer);
    free_table(&whole);
}

#define AS_IT_COMES "multibody.rel_tol=1e-10"

/* Publication II up to 4 s (its valve opens at 1 s). Bengisu-Akay's friction jumps, and so does the force that is exchanged: that in a jump it is not
 * what was promised is no reason against a coupling. */
static void the_cheaper_coupling_is_taken(void **state)
{
    (void)state;
#define PUBLICATION(file, law)                                                                                         \
    {                                                                                                                  \
        BUILD_DIR "/systems/lut2-four-bar-" file ".ssp", SOURCE_DIR "/" LUT2, AS_IT_COMES, FRICTION(law),              \
            "multibody.z1", "4"                                                                                        \
    }
    static const struct pair list[] = {PUBLICATION("bengisu-akay", "Bengisu-Akay"),
                                       PUBLICATION("brown-mcphee", "Brown-McPhee"),
                                       PUBLICATION("brown-mcphee-ps", "Brown-McPhee")};
    for (size_t i = 0; i < (all ? sizeof list / sizeof *list : 1); i++)
        expect_cheaper(&list[i]);
}

/* A pulse that begins at once, and a boom whose valve closes. */
static void the_cheaper_coupling_is_taken_where_something_begins_at_once(void **state)
{
    (void)state;
    static const struct pair pulse = {BUILD_DIR "/systems/agundez-four-bar.ssp",
                                      SOURCE_DIR "/benchmarks/systems/agundez-four-bar.json",
                                      "multibody.constants.M2=250",
                                      "multibody.constants.M2=250",
                                      "multibody.phi2",
                                      "2"};
    expect_cheaper(&pulse);
    if (!all)
        return;
    char system[300];
    snprintf(system, sizeof system, "%s", in_folder("boom.ssp"));
    PASO_OK("export", "--system", SOURCE_DIR "/docs/circuits/boom-system.json", "-o", system);
    const struct pair boom = {
        system, SOURCE_DIR "/docs/circuits/boom-system.json", AS_IT_COMES, "coupling=force", "multibody.O", "12"};
    expect_cheaper(&boom);
}

/* The excavator begins to dig. Quadratic Gauss-Seidel needs more than four times the calls of equal steps, and stand-ins, whose micro steps are short
 * beside its fast valves, three times as many again: 21,066 and 67,713 calls, counted once. */
static void many_calls_may_be_the_fewest(void **state)
{
    (void)state;
    PASO_OK("run", BUILD_DIR "/systems/excavator.ssp", "--stop-time", "2", "--input",
            SOURCE_DIR "/export/examples/excavator/cycle.csv", "--summary", in_folder("run.json"), "--output",
            in_folder("run.csv"));
    assert_non_null(strstr(last.out, "coupling: quadratic Gauss-Seidel"));
    assert_true(calls_of_run() < 67713 / 2);
}

/* A torque that begins at once, with a tight tolerance: the shortest step is as much shorter, and keeps it. Else extrapolation was off by 1.3e-8 there, and
 * stand-ins were taken: 453,746 calls in the place of 48,142, counted once. */
static void what_begins_at_once_keeps_a_tight_tolerance(void **state)
{
    (void)state;
    PASO_OK("run", BUILD_DIR "/systems/agundez-four-bar.ssp", "--set", "multibody.constants.M2=250", "--set",
            "multibody.rel_tol=1e-10", "--set", "hydraulics.rel_tol=1e-10", "--error-tolerance", "1e-8",
            "--output-step", "10ms", "--summary", in_folder("run.json"), "--output", in_folder("run.csv"));
    assert_non_null(strstr(last.out, "coupling: quadratic Gauss-Seidel"));
    assert_true(calls_of_run() < 453746 / 4);
}

/* ---- the order, once more ---- */

/* The document's Euler formula in the mechanism is off by more than the coupling is: that alone does not make it step first, since its neighbour moves a
 * valve by a law of time that no linear model knows. M2 moves from the start. */
static void an_inaccurate_solver_does_not_decide(void **state)
{
    (void)state;
    static const char *const solvers[][2] = {{"multibody.solver=1", "hydraulics.solver=1"},
                                             {"multibody.solver=2", "hydraulics.solver=2"}};
    for (size_t i = 0; i < 2; i++) {
        assert_int_equal(PASO("run", BUILD_DIR "/systems/lim-manipulator.ssp", "--set", "multibody.coupling=2", "--set",
                              "hydraulics.manoeuvre=2", "--set", solvers[i][0], "--set", solvers[i][1], "--scheme",
                              "gauss-seidel", "--extrapolation", "model", "--macro-step", "10ms"),
                         0);
        assert_non_null(strstr(last.out, "hydraulics/multibody (the fastest first)"));
    }
}

/* ---- what `paso info` says of it ---- */

/* The pressures settle within a tenth of a millisecond, far less than the default macro step, the mechanism within tenths of a second; both FMUs
 * have directional derivatives. */
static void info_tells_slopes_grades_and_order(void **state)
{
    (void)state;
    PASO_OK("info", BUILD_DIR "/systems/lim-manipulator.ssp");
    assert_non_null(strstr(last.out, "coupling (default macro step 1 ms)\n  multibody: "));
    assert_non_null(strstr(last.out, "slopes exact, stand-in directional\n  hydraulics: "));
    assert_non_null(strstr(last.out, "slopes past, stand-in directional\n"));
    assert_non_null(strstr(last.out, "order with stand-ins: hydraulics/multibody (the fastest first)"));
    PASO_OK("info", BUILD_DIR "/systems/lim-manipulator.ssp", "--json");
    assert_non_null(strstr(last.out, "\"slopes\": \"past\""));
    assert_non_null(strstr(last.out, "\"grade\": \"directional\""));
    assert_non_null(strstr(last.out, "\"order_reason\": \"the fastest first\""));
}

int main(int argc, char **argv)
{
    all = argc > 1 && strcmp(argv[1], "all") == 0;
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_papers_systems_are_right),
        cmocka_unit_test(the_boom_of_the_docs_is_right),
        cmocka_unit_test(the_choice_is_told),
        cmocka_unit_test(what_is_strongly_nonlinear_steps_first),
        cmocka_unit_test(the_cheaper_coupling_is_taken),
        cmocka_unit_test(the_cheaper_coupling_is_taken_where_something_begins_at_once),
        cmocka_unit_test(many_calls_may_be_the_fewest),
        cmocka_unit_test(what_begins_at_once_keeps_a_tight_tolerance),
        cmocka_unit_test(an_inaccurate_solver_does_not_decide),
        cmocka_unit_test(info_tells_slopes_grades_and_order),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
