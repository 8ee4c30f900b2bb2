/* Integers, booleans and strings between components whose outputs answer at the end of a step (FMU `echo`): what is given when, in
 * every scheme, and when passes over a step have come to an end. The expected numbers are those of counting. */
#include "tests/master/couple/toys.h"

#include <string.h>

static const char *const schemes[] = {"jacobi", "gauss-seidel"};

/* a.early is true until initialization ends, then false; b has been given the true one. */
static void a_value_that_becomes_0_after_initialization_is_given(void **state)
{
    (void)state;
    struct coupled c = toy_open(TOYS(TOY("a", "echo") TOY("b", "echo"), CONNECTION("a", "early", "b", "b")));
    coupled_record(&c, "b.b");
    coupled_record(&c, "b.seen");
    coupled_must_run(&c);
    for (int k = 0; k <= 10; k++) {
        assert_near(coupled_at(&c, 0.1 * k, 0), 0, 0);
        assert_near(coupled_at(&c, 0.1 * k, 1), 0, 0);
    }
    coupled_close(&c);
}

/* a counts its steps. In Gauss-Seidel's scheme b is given the count at the end of the step, in Jacobi's that at its begin,
 * whether real values are held or extrapolated. */
static void the_later_component_knows_discrete_values_whatever_the_extrapolation(void **state)
{
    (void)state;
    for (int variant = 0; variant < 6; variant++) {
        const int order = variant / 2, later = variant % 2;
        struct coupled c = toy_open(TOYS(TOY("a", "echo") TOY("b", "echo"),
                                         CONNECTION("a", "count", "b", "n") CONNECTION("a", "name", "b", "s")
                                             CONNECTION("a", "y", "b", "u")));
        c.options.scheme = schemes[later];
        c.options.order = later ? "a/b" : NULL;
        c.options.extrapolation = order;
        coupled_record(&c, "b.answer");
        coupled_record(&c, "b.heard");
        coupled_must_run(&c);
        for (int k = 1; k <= 10; k++) {
            assert_near(coupled_at(&c, 0.1 * k, 0), k + later, 0); /* n + 1 */
            assert_near(coupled_at(&c, 0.1 * k, 1), k - 1 + later, 0);
        }
        coupled_close(&c);
    }
}

/* A discrete real output is given in the same way, also to an input that is continuous. stair = floor(4 t), b.x' = u. */
static void the_later_component_holds_a_discrete_real_value(void **state)
{
    (void)state;
    for (int order = 0; order <= 2; order++) {
        struct coupled c = toy_open(TOYS(TOY("a", "curves2") TOY("b", "curves2"), CONNECTION("a", "stair", "b", "u")));
        c.options.scheme = "gauss-seidel";
        c.options.order = "a/b";
        c.options.extrapolation = order;
        coupled_record(&c, "b.x");
        coupled_must_run(&c);
        double x = 0;
        for (int k = 1; k <= 10; k++) {
            x += 0.1 * floor(4 * 0.1 * k + 1e-9);
            assert_near(coupled_at(&c, 0.1 * k, 0), x, 1e-14);
        }
        coupled_close(&c);
    }
}

/* A count is a number: b.y = u / 2 + 1 follows a's count of its steps, held as an Integer is, whatever the extrapolation. */
static void an_integer_feeds_a_real_input(void **state)
{
    (void)state;
    for (int variant = 0; variant < 6; variant++) {
        const int order = variant / 2, later = variant % 2;
        struct coupled c = toy_open(TOYS(TOY("a", "echo") TOY("b", "echo"), CONNECTION("a", "count", "b", "u")));
        c.options.scheme = schemes[later];
        c.options.order = later ? "a/b" : NULL;
        c.options.extrapolation = order;
        coupled_record(&c, "b.y");
        coupled_must_run(&c);
        for (int k = 1; k <= 10; k++)
            assert_near(coupled_at(&c, 0.1 * k, 0), (k - 1 + later) / 2.0 + 1, 1e-15);
        coupled_close(&c);
    }
}

/* true is 1: b.answer = n + 1, b.y = u / 2 + 1, and a factor of 3 on the way to c.u. Said once for each pair of types. */
static void a_boolean_feeds_integer_and_real_inputs(void **state)
{
    (void)state;
    struct coupled c = toy_open(
        SSD(ELEMENTS(COMPONENT_WITH("a", BUILD_DIR "/tests/fmus/echo",
                                    BINDINGS(INLINE_BINDING(PARAMETER("b", "<ssv:Boolean value='true'/>"))))
                         TOY("b", "echo") TOY("c", "echo"))
                CONNECTIONS(CONNECTION("a", "seen", "b", "n") CONNECTION("a", "seen", "b", "u")
                                CONNECTION_WITH("a", "seen", "c", "u", "<ssc:LinearTransformation factor='3'/>"))));
    coupled_record(&c, "b.answer");
    coupled_record(&c, "b.y");
    coupled_record(&c, "c.y");
    coupled_must_run(&c);
    assert_near(coupled_last(&c, 0), 2, 0);
    assert_near(coupled_last(&c, 1), 1.5, 1e-15);
    assert_near(coupled_last(&c, 2), 2.5, 1e-15);
    coupled_close(&c);
    const char *real = strstr(world_warnings(), "type Boolean becomes one of type Real: false is 0, true is 1");
    assert_non_null(strstr(world_warnings(), "type Boolean becomes one of type Integer: false is 0, true is 1"));
    assert_non_null(real);
    assert_null(strstr(real + 1, "type Boolean becomes one of type Real"));
}

/* y = u / 2 + 1 in a circle wants many passes; in all of them b hears what a has said in the pass before, or in the same. To follow
 * a polynomial these FMUs take ten smaller steps. */
static void strings_are_given_anew_in_every_pass(void **state)
{
    (void)state;
    for (int variant = 0; variant < 4; variant++) {
        struct coupled c = toy_open(TOYS(TOY("a", "echo") TOY("b", "echo"),
                                         CONNECTION("a", "y", "b", "u") CONNECTION("b", "y", "a", "u")
                                             CONNECTION("a", "name", "b", "s")));
        c.options.scheme = schemes[variant % 2];
        c.options.extrapolation = variant / 2;
        c.options.iterations = 50;
        coupled_record(&c, "b.heard");
        coupled_record(&c, "b.y");
        coupled_must_run(&c);
        assert_true(c.summary.iterations > c.summary.steps);
        for (int k = 1; k <= 10; k++)
            assert_near(coupled_at(&c, 0.1 * k, 0), c.options.extrapolation ? 10 * k : k, 0);
        assert_near(coupled_last(&c, 1), 2, 1e-5);
        coupled_close(&c);
    }
}

/* a.answer = min(b.answer + 1, 7) and the same of b: 7 is the only solution, and passes are needed to come there. */
static void passes_go_on_until_discrete_feedback_has_settled(void **state)
{
    (void)state;
    for (int variant = 0; variant < 2; variant++) {
        struct coupled c = toy_open(TOYS(TOY("a", "echo") TOY("b", "echo"),
                                         CONNECTION("a", "answer", "b", "n") CONNECTION("b", "answer", "a", "n")));
        coupled_set(&c, "a.top=7");
        coupled_set(&c, "b.top=7");
        c.options.scheme = schemes[variant];
        c.options.iterations = 20;
        coupled_record(&c, "a.answer");
        coupled_record(&c, "b.answer");
        coupled_must_run(&c);
        for (int k = 1; k <= 10; k++) {
            assert_near(coupled_at(&c, 0.1 * k, 0), 7, 0);
            assert_near(coupled_at(&c, 0.1 * k, 1), 7, 0);
        }
        assert_string_equal(world_warnings(), "");
        coupled_close(&c);
    }
}

/* a's name is heard by b, whose count of what it heard is nowhere fed back but as a string: b's name follows from its steps, and
 * a second pass confirms it. */
static void strings_that_are_fed_back_count(void **state)
{
    (void)state;
    struct coupled c = toy_open(
        TOYS(TOY("a", "echo") TOY("b", "echo"), CONNECTION("a", "name", "b", "s") CONNECTION("b", "name", "a", "s")));
    c.options.iterations = 5;
    coupled_record(&c, "a.heard");
    coupled_record(&c, "b.heard");
    coupled_must_run(&c);
    assert_int_equal(c.summary.iterations, 2 * c.summary.steps);
    for (int k = 1; k <= 10; k++) {
        assert_near(coupled_at(&c, 0.1 * k, 0), k, 0);
        assert_near(coupled_at(&c, 0.1 * k, 1), k, 0);
    }
    coupled_close(&c);
}

/* A discarded step brings everybody back; strings that were given since then are given again. */
static void strings_are_given_again_after_a_rejected_step(void **state)
{
    (void)state;
    struct coupled c =
        toy_open(TOYS(TOY("a", "echo") TOY("b", "echo") TOY("d", "curves0"), CONNECTION("a", "name", "b", "s")));
    coupled_set(&c, "d.largest_step=0.05");
    coupled_set(&c, "d.discard_after=0.5");
    c.options.scheme = "gauss-seidel";
    c.options.order = "a/b/d";
    coupled_record(&c, "b.heard");
    coupled_must_run(&c);
    for (int k = 1; k <= 5; k++)
        assert_near(coupled_at(&c, 0.1 * k, 0), k, 0);
    for (int k = 1; k <= 10; k++)
        assert_near(coupled_at(&c, 0.5 + 0.05 * k, 0), 5 + k, 0);
    coupled_close(&c);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, world_open, world_close)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(a_value_that_becomes_0_after_initialization_is_given),
        TEST(the_later_component_knows_discrete_values_whatever_the_extrapolation),
        TEST(the_later_component_holds_a_discrete_real_value),
        TEST(an_integer_feeds_a_real_input),
        TEST(a_boolean_feeds_integer_and_real_inputs),
        TEST(strings_are_given_anew_in_every_pass),
        TEST(passes_go_on_until_discrete_feedback_has_settled),
        TEST(strings_that_are_fed_back_count),
        TEST(strings_are_given_again_after_a_rejected_step),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
