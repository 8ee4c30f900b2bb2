/* One FMU, probed in every way that it offers. chain: x1' = -x1 + u1, x2' = -2 x2 + u2, x3' = -3 x3 + 5 x1^2 + t. */
#include "tests/linearize/running.h"
#include "linearize/linearize_messages.h"
#include "master/couple/couple_messages.h"

#include <string.h>

#define FMU(name) BUILD_DIR "/tests/fmus/" name ".fmu"

static void expect_chain(const struct state_space *s, double x1, double tolerance)
{
    const double A[3][3] = {{-1, 0, 0}, {0, -2, 0}, {10 * x1, 0, -3}};
    const double B[3][2] = {{1, 0}, {0, 1}, {0, 0}};
    const double C[3][3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    const double D[3][2] = {{0, 0}, {0, 0.5}, {0, 0}};
    assert_int_equal(s->states.n, 3);
    assert_int_equal(s->inputs.n, 2);
    assert_int_equal(s->outputs.n, 3);
    for (size_t i = 0; i < 3; i++) {
        for (size_t j = 0; j < 3; j++) {
            assert_near(MATRIX_AT(s->A, i, j), A[i][j], tolerance);
            assert_near(MATRIX_AT(s->C, i, j), C[i][j], tolerance);
        }
        for (size_t j = 0; j < 2; j++) {
            assert_near(MATRIX_AT(s->B, i, j), B[i][j], tolerance);
            assert_near(MATRIX_AT(s->D, i, j), D[i][j], tolerance);
        }
    }
    assert_string_equal(s->states.names[2], "x3");
    assert_string_equal(s->inputs.names[1], "u2");
    assert_string_equal(s->outputs.names[0], "y1");
}

static int calls_of(struct run *run)
{
    struct component *c = run_component(run, 0);
    const unsigned ref = description_find(component_description(c), "calls")->reference;
    int calls;
    assert_ok(component_get_integer(c, &ref, 1, &calls, &error));
    return calls;
}

/* The columns x1 and x2 meet in no row, neither do x3, u1 and u2: two calls for five columns. */
static void declared_dependencies_save_calls(void **state)
{
    (void)state;
    struct running r = start_running(FMU("chain"), NULL, NULL, PROBE_BEST);
    const int before = calls_of(r.run);
    assert_ok(linearizer_run(r.linearizer, &error));
    assert_int_equal(calls_of(r.run) - before, 2);
    expect_chain(linearizer_coupled(r.linearizer), 2, 0);
    assert_true(linearizer_coupled(r.linearizer)->directional);
    stop_running(&r);
}

/* x1 = 2 exp(-t): by 100 Euler steps per macro step of 10 ms, 2 (1 - 1e-4)^(1e4 t). */
static void linearization_follows_the_run(void **state)
{
    (void)state;
    struct running r = start_running(FMU("chain"), NULL, NULL, PROBE_BEST);
    assert_ok(run_advance(r.run, 0.7, &error));
    assert_ok(linearizer_run(r.linearizer, &error));
    expect_chain(linearizer_coupled(r.linearizer), 2 * pow(1 - 1e-4, 7000), 1e-9);
    assert_near(linearizer_coupled(r.linearizer)->time, 0.7, 0);
    stop_running(&r);
}

static struct run_options me_options(struct component_options *component)
{
    struct run_options options = run_options_default();
    *component = component_options_default();
    component->interface = INTERFACE_MODEL_EXCHANGE;
    options.component = component;
    return options;
}

static void model_exchange_is_probed_in_place(void **state)
{
    (void)state;
    struct component_options component;
    const struct run_options options = me_options(&component);
    static const enum probe_method methods[] = {PROBE_BEST, PROBE_BY_DIFFERENCES};
    for (size_t k = 0; k < 2; k++) {
        struct running r = start_running(FMU("chain"), NULL, &options, methods[k]);
        assert_ok(linearizer_run(r.linearizer, &error));
        const struct state_space *s = linearizer_coupled(r.linearizer);
        expect_chain(s, 2, k == 0 ? 0 : 1e-8);
        assert_int_equal(s->directional, k == 0);
        assert_near(s->rates[2], 17, 1e-15); /* -3 + 5 * 4 */
        stop_running(&r);
    }
}

/* Parameters, inputs at the start, states and time go over to the second instance. */
static void slave_without_derivatives_is_probed_through_model_exchange(void **state)
{
    (void)state;
    static const char *const sets[] = {"u1=3", NULL};
    struct running r = start_running(FMU("chain_plain"), sets, NULL, PROBE_BEST);
    assert_ok(run_advance(r.run, 0.5, &error));
    assert_ok(linearizer_run(r.linearizer, &error));
    const struct state_space *s = linearizer_coupled(r.linearizer);
    const double x1 = 3 - pow(1 - 1e-4, 5000); /* towards 3, from 2 */
    expect_chain(s, x1, 1e-7);
    assert_false(s->directional);
    assert_true(s->accuracy > 0 && s->accuracy < 1e-6);
    assert_near(s->rates[0], 3 - x1, 1e-9);
    assert_near(s->rates[2], -3 * s->states.values[2] + 5 * x1 * x1 + 0.5, 1e-8);
    assert_near(s->outputs.values[2], s->states.values[2] + 3, 1e-12); /* y3 = x3 + what u1 was at the start */
    stop_running(&r);
}

static void directional_derivatives_of_model_exchange_are_taken(void **state)
{
    (void)state;
    struct running r = start_running(FMU("chain_half"), NULL, NULL, PROBE_BEST);
    assert_ok(run_advance(r.run, 0.7, &error));
    assert_ok(linearizer_run(r.linearizer, &error));
    expect_chain(linearizer_coupled(r.linearizer), 2 * pow(1 - 1e-4, 7000), 1e-9);
    assert_true(linearizer_coupled(r.linearizer)->directional);
    stop_running(&r);
}

static void expect_refusal(const char *path, enum probe_method method, const struct message *code)
{
    struct error error = {0};
    struct system *system = open_system(path);
    const struct run_options options = run_options_default();
    struct run *run = run_open(system, &options, &error);
    assert_true(run && run_initialize(run, &error));
    assert_null(linearizer_open(run, method, &error));
    assert_int_equal(error.code, code);
    assert_int_equal(error_exit_status(&error), 2);
    run_close(run);
    system_close(system);
}

static void what_offers_no_way_is_refused(void **state)
{
    (void)state;
    expect_refusal(FMU("chain_slave"), PROBE_BEST, ERROR_PROBE_NO_WAY);
    expect_refusal(FMU("chain_slave"), PROBE_BY_DIRECTIONAL, ERROR_PROBE_NO_DIRECTIONAL);
    expect_refusal(FMU("chain_plain"), PROBE_BY_DIRECTIONAL, ERROR_PROBE_NO_DIRECTIONAL);
    expect_refusal(BUILD_DIR "/fmus/OscillatorSpring.fmu", PROBE_BEST, ERROR_LINEARIZE_NO_STATES);
}

/* ---- groups of columns ---- */

static void groups_hold_columns_that_meet_in_no_row(void **state)
{
    (void)state;
    /* An arrow: the last column meets all others. */
    static const uint8_t arrow[4 * 4] = {1, 0, 0, 1, 0, 1, 0, 1, 0, 0, 1, 1, 0, 0, 0, 1};
    int32_t group[4];
    assert_int_equal(columns_group(arrow, 4, 4, group), 2);
    assert_int_equal(group[0], group[1]);
    assert_int_equal(group[1], group[2]);
    assert_int_not_equal(group[2], group[3]);
    /* A full row needs a call per column; a column that nobody depends on needs none. */
    static const uint8_t row[1 * 4] = {1, 0, 1, 1};
    assert_int_equal(columns_group(row, 1, 4, group), 3);
    assert_int_equal(group[1], -1);
}

/* Tridiagonal, of any size: three groups. */
static void tridiagonal_dependence_takes_three_calls(void **state)
{
    (void)state;
    enum { N = 40 };
    uint8_t pattern[N * N] = {0};
    int32_t group[N];
    for (int i = 0; i < N; i++)
        for (int j = i > 0 ? i - 1 : 0; j <= i + 1 && j < N; j++)
            pattern[i * N + j] = 1;
    assert_int_equal(columns_group(pattern, N, N, group), 3);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(declared_dependencies_save_calls),
        cmocka_unit_test(linearization_follows_the_run),
        cmocka_unit_test(model_exchange_is_probed_in_place),
        cmocka_unit_test(slave_without_derivatives_is_probed_through_model_exchange),
        cmocka_unit_test(directional_derivatives_of_model_exchange_are_taken),
        cmocka_unit_test(what_offers_no_way_is_refused),
        cmocka_unit_test(groups_hold_columns_that_meet_in_no_row),
        cmocka_unit_test(tridiagonal_dependence_takes_three_calls),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
