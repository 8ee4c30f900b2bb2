/* Systems of many components, which are stepped in an order of their own: results and messages are those of small ones. */
#include "tests/master/couple/toys.h"
#include "master/couple/couple_messages.h"
#include "master/couple/run_impl.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* ---- a chain of a thousand masses ---- */

enum { LENGTH = 1000, STEPS = 40 };

static bool ignore(void *context, const struct run_point *point, struct error *error)
{
    (void)context, (void)point, (void)error;
    return true;
}

struct mass {
    double x, dx;
};

/* The motion after the last step; `every` 0: nobody looks. */
static void run_chain(struct coupled *c, int threads, long every, struct mass *end)
{
    const struct run_observer observer = {.every = every, .observe = ignore};
    struct port x, dx;
    assert_true(system_find_port(c->system, "mass1.x", &x, &c->error));
    assert_true(system_find_port(c->system, "mass1.dx", &dx, &c->error));
    const unsigned refs[2] = {system_variable(c->system, x)->reference, system_variable(c->system, dx)->reference};
    c->options.threads = threads;
    struct run *run = run_open(c->system, &c->options, &c->error);
    if (!run || (every > 0 && !run_add_observer(run, &observer, &c->error)) || !run_initialize(run, &c->error) ||
        !run_advance(run, INFINITY, &c->error))
        fail_msg("%s", c->error.text);
    assert_int_equal(run_summary(run).steps, STEPS);
    for (size_t i = 0; i < LENGTH; i++) {
        double values[2];
        assert_true(component_get_real(run_component(run, i), refs, 2, values, &c->error));
        end[i] = (struct mass){values[0], values[1]};
    }
    run_close(run);
}

/* Masses of 1 kg on springs of 10 N/m, drawn by one of 100 N/m to where the next one was when the step began; Euler's formula of
 * the document, new velocities first. */
static void expect_chain(struct mass *m, double H)
{
    for (int i = 0; i < LENGTH; i++)
        m[i] = (struct mass){0, (i + 1) * 37 % 101 - 50};
    for (int k = 0; k < STEPS; k++) {
        const double first = m[0].x;
        for (int i = 0; i < LENGTH; i++) {
            const double next = i + 1 < LENGTH ? m[i + 1].x : first;
            m[i].dx += H * (100 * (next - m[i].x) - 10 * m[i].x);
            m[i].x += H * m[i].dx;
        }
    }
}

static void a_chain_comes_to_the_same_however_it_is_stepped(void **state)
{
    (void)state;
    static const struct {
        int threads;
        long every;
    } ways[] = {{1, 0}, {1, 1}, {1, 7}, {2, 0}, {3, 7}};
    static struct mass expected[LENGTH], first[LENGTH], end[LENGTH];
    struct coupled c = coupled_open(BUILD_DIR "/systems/oscillator-chain.ssp");
    c.options.macro_step = 1e-3;
    c.options.has_stop_time = true;
    c.options.stop_time = 1e-3 * STEPS;
    expect_chain(expected, 1e-3);
    run_chain(&c, 1, 0, first);
    for (int i = 0; i < LENGTH; i++) {
        assert_near(first[i].x, expected[i].x, 1e-13);
        assert_near(first[i].dx, expected[i].dx, 1e-12);
    }
    for (size_t way = 1; way < sizeof ways / sizeof *ways; way++) {
        run_chain(&c, ways[way].threads, ways[way].every, end);
        assert_memory_equal(end, first, sizeof first);
    }
    coupled_close(&c);
}

/* ---- stand-ins in chains ---- */

static char long_text[512 << 10];

/* A ring of masses, each of which follows the next one and is followed by the one before. */
static struct coupled ring_open(int length)
{
    const size_t size = sizeof long_text;
    size_t n = (size_t)snprintf(long_text, size, SSD_BEGIN "<ssd:Elements>\n");
    for (int i = 1; i <= length; i++)
        n += (size_t)snprintf(long_text + n, size - n, "<ssd:Component name='m%d' source='%s'/>\n", i,
                              BUILD_DIR "/fmus/OscillatorMass.fmu");
    n += (size_t)snprintf(long_text + n, size - n, "</ssd:Elements>\n<ssd:Connections>\n");
    for (int i = 1; i <= length; i++)
        for (int k = 0; k < 2; k++)
            n += (size_t)snprintf(long_text + n, size - n,
                                  "<ssd:Connection startElement='m%d' startConnector='%s' endElement='m%d' "
                                  "endConnector='%s'/>\n",
                                  i % length + 1, k ? "dx" : "x", i, k ? "dx_c" : "x_c");
    n += (size_t)snprintf(long_text + n, size - n, "</ssd:Connections>\n" SSD_END);
    assert_true(n < size);
    struct coupled c = toy_open(long_text);
    for (int i = 1; i <= length; i++) {
        char text[32];
        snprintf(text, sizeof text, "m%d.coupling=2", i);
        coupled_set(&c, text);
    }
    return c;
}

struct work { /* of a whole run */
    double micro_steps, linearizations, exponentials;
    double states, drivers, inputs; /* of all stand-ins together: what a micro step multiplies */
    size_t most_states;             /* of one */
};

static struct work work_of(int length, const char *scheme, int iterations)
{
    struct coupled c = ring_open(length);
    c.options.scheme = scheme;
    c.options.extrapolation = EXTRAPOLATION_MODEL;
    c.options.macro_step = 10e-3;
    c.options.micro_step = 5e-3;
    c.options.iterations = iterations;
    c.options.iteration_tolerance = 1e-15; /* all passes */
    c.options.has_stop_time = true;
    c.options.stop_time = 30e-3;
    struct run *run = run_open(c.system, &c.options, &c.error);
    if (!run || !run_initialize(run, &c.error) || !run_advance(run, INFINITY, &c.error))
        fail_msg("%s", c.error.text);
    const struct run_summary summary = run_summary(run);
    struct work w = {.micro_steps = (double)summary.micro_steps, .linearizations = (double)summary.linearizations};
    for (int i = 0; i < length; i++) {
        const struct standin *s = &run->stepper.standins->listeners[i].standin;
        w.exponentials += (double)s->exponentials;
        w.states += (double)s->n_states;
        w.drivers += (double)s->n_drivers;
        w.inputs += (double)s->n_inputs;
        w.most_states = s->n_states > w.most_states ? s->n_states : w.most_states;
    }
    run_close(run);
    coupled_close(&c);
    return w;
}

/* Ten times as many components are ten times as much of everything, and no stand-in is larger; among ten masses the reach of 24
 * states, twelve masses of two, is not filled. */
static void the_work_of_stand_ins_grows_with_the_number_of_components(void **state)
{
    (void)state;
    static const char *const schemes[] = {"jacobi", "gauss-seidel", "gauss-seidel"};
    for (int i = 0; i < 3; i++) {
        const int iterations = i == 2 ? 2 : 1;
        const struct work ten = work_of(10, schemes[i], iterations), hundred = work_of(100, schemes[i], iterations);
        const struct work thousand = work_of(1000, schemes[i], iterations);
        assert_true(ten.most_states <= 18 && hundred.most_states == 24 && thousand.most_states == 24);
        assert_true(hundred.micro_steps == 10 * ten.micro_steps && thousand.micro_steps == 100 * ten.micro_steps);
        assert_true(thousand.linearizations == 100 * ten.linearizations);
        assert_true(thousand.exponentials <= 3 * 1000 + 1000); /* one per macro step, and one to begin with */
        const double measures[][2] = {
            {thousand.states, hundred.states}, {thousand.drivers, hundred.drivers}, {thousand.inputs, hundred.inputs}};
        /* The last twelve of an order have fewer that come later: 2 (1 + ... + 12) = 156 states less than 24 each, on either side of the
         * ring; 24000 / (2400 - 2 156) = 11.5. */
        for (int k = 0; k < 3; k++)
            assert_true(measures[k][0] <= 11.5 * measures[k][1]);
    }
}

/* ---- a crowd around a component that does something special ---- */

enum { CROWD = 20 };

/* A ring of decays, and whom it surrounds. Stale: a decay says that its output might depend on its input, and a refreshed one
 * would be read after it was set. */
static struct coupled crowd_open(const char *components, const char *links)
{
    static char text[64 << 10];
    int n = snprintf(text, sizeof text, SSD_BEGIN "<ssd:Elements>\n");
    for (int i = 1; i <= CROWD; i++)
        n += snprintf(text + n, sizeof text - (size_t)n, "<ssd:Component name='c%d' source='%s'/>\n", i,
                      BUILD_DIR "/tests/fmus/decay.fmu");
    n += snprintf(text + n, sizeof text - (size_t)n, "%s</ssd:Elements>\n<ssd:Connections>\n", components);
    for (int i = 1; i <= CROWD; i++)
        n += snprintf(text + n, sizeof text - (size_t)n,
                      "<ssd:Connection startElement='c%d' startConnector='y' endElement='c%d' endConnector='u'/>\n", i,
                      i % CROWD + 1);
    snprintf(text + n, sizeof text - (size_t)n, "%s</ssd:Connections>\n" SSD_END, links);
    struct coupled c = toy_open(text);
    c.options.feedthrough = FEEDTHROUGH_STALE;
    return c;
}

static void a_number_that_is_none_is_named_in_a_crowd(void **state)
{
    (void)state;
    struct coupled c = crowd_open(TOY("bad", "fails") TOY("victim", "decay"), CONNECTION("bad", "y", "victim", "u"));
    coupled_set(&c, "bad.fail_in=fmi2GetReal");
    coupled_set(&c, "bad.how=6");
    coupled_set(&c, "bad.fail_time=0.45");
    assert_false(coupled_run(&c));
    assert_ptr_equal(c.error.code, ERROR_NOT_FINITE);
    assert_non_null(strstr(c.error.text, "bad.y became nan at t = 0.5 s"));
    assert_int_equal(c.summary.status, RUN_FAILED);
    coupled_close(&c);
}

static void a_failing_component_is_named_in_a_crowd(void **state)
{
    (void)state;
    struct coupled c = crowd_open(TOY("bad", "fails") TOY("b", "decay"), CONNECTION("bad", "y", "b", "u"));
    coupled_set(&c, "bad.fail_in=fmi2DoStep");
    coupled_set(&c, "bad.fail_time=0.45");
    assert_false(coupled_run(&c));
    assert_non_null(strstr(c.error.text, "bad"));
    assert_non_null(strstr(c.error.text, "fmi2DoStep"));
    assert_non_null(strstr(c.error.text, "0.5"));
    assert_non_null(strstr(c.error.text, "asked to fail"));
    assert_int_equal(c.summary.steps, 5);
    coupled_close(&c);
}

/* As in a pair: 0.1 is made up for by four steps of 0.025. All of the ring are alike, x' = -2 x + u with u held at x. */
static void a_discarded_step_is_made_up_for_in_a_crowd(void **state)
{
    (void)state;
    struct coupled c = crowd_open(TOY("a", "discards") TOY("b", "decay"), CONNECTION("a", "x", "b", "u"));
    coupled_record(&c, "a.x");
    coupled_record(&c, "b.x");
    coupled_record(&c, "c7.x");
    coupled_must_run(&c);
    assert_int_equal(c.summary.rejected, 10);
    assert_int_equal(c.summary.steps, 40);
    double a = 1, b = 1, ring = 1;
    for (int k = 0; k < 40; k++) {
        b = decayed(b, 2, a, 0.025);
        a *= exp(-0.025);
        ring = decayed(ring, 2, ring, 0.025);
    }
    assert_near(coupled_last(&c, 0), a, 1e-14);
    assert_near(coupled_last(&c, 1), b, 1e-14);
    assert_near(coupled_last(&c, 2), ring, 1e-14);
    coupled_close(&c);
}

/* ---- interrupts ---- */

static volatile sig_atomic_t interrupted;

static bool interrupt_at_three(void *context, const struct run_point *point, struct error *error)
{
    (void)error;
    *(double *)context = point->t;
    interrupted = point->step >= 3;
    return true;
}

static void an_interrupt_ends_at_the_next_communication_point_in_a_crowd(void **state)
{
    (void)state;
    struct coupled c = crowd_open("", "");
    double told = -1;
    const struct run_observer observer = {.context = &told, .every = 3, .observe = interrupt_at_three};
    interrupted = 0;
    c.options.interrupt = &interrupted;
    struct run *run = run_open(c.system, &c.options, &c.error);
    assert_true(run && run_add_observer(run, &observer, &c.error) && run_initialize(run, &c.error));
    assert_true(run_advance(run, INFINITY, &c.error));
    assert_int_equal(run_summary(run).status, RUN_INTERRUPTED);
    assert_int_equal(run_summary(run).steps, 4);
    assert_near(told, 0.4, 1e-15);
    assert_true(run_finish(run, &c.error));
    run_close(run);
    coupled_close(&c);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_chain_comes_to_the_same_however_it_is_stepped),
        cmocka_unit_test_setup_teardown(the_work_of_stand_ins_grows_with_the_number_of_components, world_open,
                                        world_close),
        cmocka_unit_test_setup_teardown(a_number_that_is_none_is_named_in_a_crowd, world_open, world_close),
        cmocka_unit_test_setup_teardown(a_failing_component_is_named_in_a_crowd, world_open, world_close),
        cmocka_unit_test_setup_teardown(a_discarded_step_is_made_up_for_in_a_crowd, world_open, world_close),
        cmocka_unit_test_setup_teardown(an_interrupt_ends_at_the_next_communication_point_in_a_crowd, world_open,
                                        world_close),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
