/* How a run ends before its stop time: the last row belongs to one time, everybody is told of it, and the work is known. */
#include "tests/master/couple/toys.h"

#include <string.h>

struct rows { /* what an observer is told */
    double t[64], values[64][3];
    size_t n, n_ports;
    bool last;
};

static bool keep_row(void *context, const struct run_point *point, struct error *error)
{
    (void)error;
    struct rows *rows = context;
    assert_true(rows->n < sizeof rows->t / sizeof *rows->t);
    rows->t[rows->n] = point->t;
    memcpy(rows->values[rows->n++], point->values, rows->n_ports * sizeof(double));
    rows->last = point->last;
    return true;
}

/* Runs to the end; the observer is told of every `every`-th point. */
static struct run_summary run_watched(struct coupled *c, long every, struct rows *rows)
{
    *rows = (struct rows){.n_ports = c->n_ports};
    const struct run_observer observer = {
        .context = rows, .ports = c->ports, .n_ports = c->n_ports, .every = every, .observe = keep_row};
    c->run = run_open(c->system, &c->options, &c->error);
    if (!c->run || !run_add_observer(c->run, &observer, &c->error) || !run_initialize(c->run, &c->error) ||
        !run_advance(c->run, INFINITY, &c->error) || !run_finish(c->run, &c->error))
        fail_msg("%s", c->error.text);
    assert_true(run_ended(c->run));
    const struct run_summary summary = run_summary(c->run);
    for (size_t i = 0; i < summary.n_powers; i++)
        c->powers[i] = summary.powers[i];
    run_close(c->run);
    c->run = NULL;
    return summary;
}

/* ---- an FMU wants the end ---- */

/* b holds what a delivers at the begin of every step; the last one goes from 0.5 to 0.55. a: x = t. */
static double held_until_the_end(void)
{
    double b = 1;
    for (int k = 0; k < 5; k++)
        b = decayed(b, 2, 0.1 * k, 0.1);
    return decayed(b, 2, 0.5, 0.05);
}

/* Of these FMUs one cannot go back. Whoever is stepped first would stand at 0.6, or still at 0.5. */
static void the_last_row_belongs_to_the_time_at_which_an_fmu_wants_the_end(void **state)
{
    (void)state;
    static const char *const systems[] = {
        TOYS(TOY("a", "ends") TOY("b", "decay"), CONNECTION("a", "x", "b", "u")),
        TOYS(TOY("b", "decay") TOY("a", "ends"), CONNECTION("a", "x", "b", "u")),
    };
    for (int k = 0; k < 4; k++) {
        const long every = k / 2 ? 4 : 1;
        struct coupled c = toy_open(systems[k % 2]);
        struct rows rows;
        coupled_record(&c, "a.x");
        coupled_record(&c, "b.x");
        coupled_record(&c, "b.u");
        const struct run_summary summary = run_watched(&c, every, &rows);
        const size_t n = rows.n - 1;
        assert_int_equal(summary.status, RUN_TERMINATED);
        assert_near(summary.time, 0.55, 1e-15);
        assert_int_equal(summary.steps, 6);
        assert_int_equal(rows.n, every == 1 ? 7 : 3); /* 0 ... 0.5, 0.55; 0, 0.4, 0.55 */
        assert_true(rows.last);
        assert_near(rows.t[n], 0.55, 1e-15);
        assert_near(rows.values[n][0], 0.55, 1e-15);
        assert_near(rows.values[n][1], held_until_the_end(), 1e-14);
        assert_near(rows.values[n][2], 0.55, 1e-15);
        coupled_close(&c);
    }
}

/* The same with a model that is integrated here; it cannot go back either, and says again that it wants the end. CVODE's usual
 * tolerance is 1e-6. */
static void a_model_that_wants_the_end_ends_the_others_at_its_time(void **state)
{
    (void)state;
    struct coupled c = toy_open(TOYS(TOY("b", "decay") TOY("a", "ends"), CONNECTION("a", "x", "b", "u")));
    struct rows rows;
    coupled_set(&c, "a.how=1");
    c.system->components[1].wants_model_exchange = true;
    coupled_record(&c, "a.x");
    coupled_record(&c, "b.x");
    coupled_record(&c, "b.u");
    const struct run_summary summary = run_watched(&c, 4, &rows);
    assert_int_equal(summary.status, RUN_TERMINATED);
    assert_int_equal(rows.n, 3); /* 0, 0.4, 0.55 */
    assert_near(rows.t[2], 0.55, 1e-9);
    assert_near(rows.values[2][0], 0.55, 1e-6);
    assert_near(rows.values[2][1], held_until_the_end(), 1e-6);
    assert_near(rows.values[2][2], 0.55, 1e-6);
    coupled_close(&c);
}

#define POWER(attributes)                                                                                              \
    "<ssd:Annotations><ssc:Annotation type='org.pasodoble.power'>"                                                     \
    "<paso:PowerPort xmlns:paso='https://pasodoble.org/ssp' name='port' " attributes "/>"                              \
    "</ssc:Annotation></ssd:Annotations>\n"

/* x' = u stands for the work of both: sums of the held values sin(t_k) and sin(2 t_k), in mm. */
static void the_work_is_known_where_an_fmu_wants_the_end(void **state)
{
    (void)state;
    for (int k = 0; k < 2; k++) {
        struct coupled c =
            toy_open(SSD(ELEMENTS(TOY("a", "curves0") TOY("b", "curves0"))
                             CONNECTIONS(CONNECTION("a", "y", "b", "u") CONNECTION("b", "y", "a", "u"))
                                 POWER("effort='a.y' flow='b.y' work_delivered='a.x' work_received='b.x'")));
        struct rows rows;
        coupled_set(&c, "b.omega=2");
        coupled_set(&c, k ? "a.end_time=0.55" : "b.end_time=0.55");
        coupled_record(&c, "a.x");
        const struct run_summary summary = run_watched(&c, 3, &rows);
        double a = 0, b = 0;
        for (int i = 0; i < 6; i++) {
            const double h = i < 5 ? 0.1 : 0.05;
            a += 1000 * h * sin(2 * 0.1 * i);
            b += 1000 * h * sin(0.1 * i);
        }
        assert_int_equal(summary.status, RUN_TERMINATED);
        assert_int_equal(rows.n, 3); /* 0, 0.3, 0.55 */
        assert_near(rows.values[2][0], a, 1e-10);
        assert_near(c.powers[0].delivered, a, 1e-10);
        assert_near(c.powers[0].received, b, 1e-10);
        assert_near(c.powers[0].residual, b - a, 1e-10);
        coupled_close(&c);
    }
}

/* ---- a last step that is refused ---- */

/* `rigid` has said that all its steps must be the same, and means it. */
static void the_point_before_a_refused_last_step_is_the_last_row(void **state)
{
    (void)state;
    struct coupled c = toy_open(TOYS(TOY("a", "rigid") TOY("b", "decay"), CONNECTION("a", "x", "b", "u")));
    struct rows rows;
    coupled_set(&c, "a.largest_step=0.1");
    coupled_set(&c, "a.smallest_step=0.1");
    c.options.has_stop_time = true;
    c.options.stop_time = 0.95;
    coupled_record(&c, "a.x");
    coupled_record(&c, "b.x");
    const struct run_summary summary = run_watched(&c, 4, &rows);
    double b = 1;
    for (int k = 0; k < 9; k++)
        b = decayed(b, 2, exp(-0.1 * k), 0.1);
    assert_int_equal(summary.status, RUN_DONE);
    assert_near(summary.time, 0.9, 1e-15);
    assert_int_equal(rows.n, 4); /* 0, 0.4, 0.8, 0.9 */
    assert_true(rows.last);
    assert_near(rows.t[3], 0.9, 1e-15);
    assert_near(rows.values[3][0], exp(-0.9), 1e-14);
    assert_near(rows.values[3][1], b, 1e-14);
    assert_non_null(strstr(world_warnings(), "a: does not take the shorter last step"));
    coupled_close(&c);
}

/* After the short last step an output cannot be read: a failure of `bad`, not a step that `stiff` refuses. */
static void a_failure_in_a_short_last_step_is_a_failure(void **state)
{
    (void)state;
    struct coupled c =
        toy_open(TOYS(TOY("stiff", "rigid") TOY("bad", "fails") TOY("c", "decay"), CONNECTION("bad", "y", "c", "u")));
    coupled_set(&c, "stiff.largest_step=0.1");
    coupled_set(&c, "bad.fail_in=fmi2GetReal");
    coupled_set(&c, "bad.fail_time=0.85");
    c.options.scheme = "gauss-seidel";
    c.options.order = "stiff/bad/c";
    c.options.has_stop_time = true;
    c.options.stop_time = 0.95;
    coupled_record(&c, "c.x");
    assert_false(coupled_run(&c));
    assert_int_equal(c.summary.status, RUN_FAILED);
    assert_non_null(strstr(c.error.text, "bad"));
    assert_non_null(strstr(c.error.text, "fmi2GetReal"));
    coupled_close(&c);
}

/* ---- an interrupt ---- */

static volatile sig_atomic_t interrupted;

/* Asked again for a time that lies far behind: the run has started over. */
static bool interrupt_second_time(void *context, double t, bool from_left, double *values, struct error *error)
{
    (void)from_left, (void)error;
    double *farthest = context;
    interrupted = interrupted || t < *farthest - 0.25;
    *farthest = fmax(*farthest, t);
    values[0] = 0;
    return true;
}

static void an_interrupt_while_the_run_starts_over_ends_it_as_interrupted(void **state)
{
    (void)state;
    for (int k = 0; k < 2; k++) {
        struct coupled c = toy_open(SSD(CONNECTORS(CONNECTOR("u", "input", "<ssc:Real/>")) ELEMENTS(
            TOY("a", "curves0") TOY("b", "decay")) CONNECTIONS(FROM_SYSTEM("u", "b", "u"))));
        double farthest = 0;
        const bool is_driven = true;
        const struct run_input input = {.context = &farthest, .driven = &is_driven, .values = interrupt_second_time};
        struct rows rows;
        interrupted = 0;
        c.options.interrupt = &interrupted;
        c.options.input = &input;
        if (k) { /* wants the end inside of a step */
            coupled_set(&c, "a.end_time=0.75");
        } else {
            coupled_set(&c, "a.largest_step=0.05");
            coupled_set(&c, "a.discard_after=0.7");
        }
        coupled_record(&c, "b.x");
        const struct run_summary summary = run_watched(&c, 1, &rows);
        assert_int_equal(summary.status, RUN_INTERRUPTED);
        assert_near(summary.time, 0.7, 1e-15);
        assert_int_equal(rows.n, 8); /* none of them twice */
        coupled_close(&c);
    }
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, world_open, world_close)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(the_last_row_belongs_to_the_time_at_which_an_fmu_wants_the_end),
        TEST(a_model_that_wants_the_end_ends_the_others_at_its_time),
        TEST(the_work_is_known_where_an_fmu_wants_the_end),
        TEST(the_point_before_a_refused_last_step_is_the_last_row),
        TEST(a_failure_in_a_short_last_step_is_a_failure),
        TEST(an_interrupt_while_the_run_starts_over_ends_it_as_interrupted),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
