/* Values that oscillate from one communication point to the next. Two components x' = -k x + u, each driven by the other's x: over a
 * macro step of held inputs the difference of the two is multiplied by exp(-k H) - (1 - exp(-k H)) / k. */
#include "tests/master/couple/toys.h"

#include <stdio.h>

static const double k = 0.1;

static double factor_of(double H)
{
    return exp(-k * H) - (1 - exp(-k * H)) / k;
}

/* `pairs` of them, started at +1 and -1, over 30 steps; many or few are stepped in ways of their own. */
static struct coupled open_pairs(int pairs, double H)
{
    static char description[16384];
    size_t used = (size_t)snprintf(description, sizeof description, "%s", SSD_BEGIN "<ssd:Elements>\n");
    for (int i = 0; i < 2 * pairs; i++)
        used += (size_t)snprintf(description + used, sizeof description - used,
                                 "<ssd:Component name='m%d' source='" BUILD_DIR "/tests/fmus/strict.fmu'/>\n", i);
    used += (size_t)snprintf(description + used, sizeof description - used, "</ssd:Elements>\n<ssd:Connections>\n");
    for (int i = 0; i < 2 * pairs; i++)
        used += (size_t)snprintf(description + used, sizeof description - used,
                                 "<ssd:Connection startElement='m%d' startConnector='y' endElement='m%d' "
                                 "endConnector='u'/>\n",
                                 i, i ^ 1);
    snprintf(description + used, sizeof description - used, "</ssd:Connections>\n" SSD_END);
    struct coupled c = toy_open(description);
    for (int i = 0; i < 2 * pairs; i++) {
        char text[64];
        snprintf(text, sizeof text, "m%d.k=%g", i, k);
        coupled_set(&c, text);
        snprintf(text, sizeof text, "m%d.x=%d", i, i % 2 ? -1 : 1);
        coupled_set(&c, text);
    }
    c.options.macro_step = H;
    c.options.has_stop_time = true;
    c.options.stop_time = 30 * H;
    return c;
}

/* Whether nobody looks, somebody at every point or at every hundredth; one scheme or the other. */
static struct run_oscillation seen(int pairs, double H, int way, const char *scheme)
{
    struct coupled c = open_pairs(pairs, H);
    c.options.scheme = scheme;
    if (way == 1)
        coupled_record(&c, "m0.y");
    coupled_must_run(&c);
    const struct run_oscillation oscillation = c.summary.oscillation;
    coupled_close(&c);
    return oscillation;
}

static void an_oscillation_that_grows_is_seen_in_every_loop(void **state)
{
    (void)state;
    const double H = 3;
    assert_true(factor_of(H) < -1);
    for (int way = 0; way < 2; way++)
        for (int pairs = 1; pairs <= 10; pairs += 9) {
            const struct run_oscillation oscillation = seen(pairs, H, way, "jacobi");
            assert_true(oscillation.found);
            assert_true(oscillation.time >= 10 * H); /* ten increments are needed */
            assert_true(oscillation.time <= (way ? 12 : 30) * H);
        }
}

static void an_oscillation_that_shrinks_is_none(void **state)
{
    (void)state;
    const double H = 1.95;
    assert_true(factor_of(H) < -0.85 && factor_of(H) > -1);
    for (int way = 0; way < 2; way++)
        for (int pairs = 1; pairs <= 10; pairs += 9)
            assert_false(seen(pairs, H, way, "jacobi").found);
}

/* sin(omega t) with eight points per period turns, but not at every point; with two it does. */
static void a_resolved_wave_is_none(void **state)
{
    (void)state;
    for (int points = 8; points >= 2; points -= 6) {
        struct coupled c = toy_open(TOYS(TOY("a", "curves0") TOY("b", "curves0"), CONNECTION("a", "y", "b", "u")));
        char text[64];
        snprintf(text, sizeof text, "a.omega=%.17g", 2 * 3.14159265358979 / (points * 0.1) + 0.5);
        coupled_set(&c, text);
        c.options.has_stop_time = true;
        c.options.stop_time = 10;
        coupled_must_run(&c);
        assert_int_equal(c.summary.oscillation.found, points == 2);
        coupled_close(&c);
    }
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, world_open, world_close)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(an_oscillation_that_grows_is_seen_in_every_loop),
        TEST(an_oscillation_that_shrinks_is_none),
        TEST(a_resolved_wave_is_none),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
