/* Oil with air: density and modulus against formulas of their own in long double, mass over a chamber that is pulled empty, HLP 46, gauge pressures. */
#include "numerics/solver.h"
#include "tests/fmu_hydraulics/circuit_alive.h"

#include <math.h>
#include <stdlib.h>

#define CLOSED(fluid, more)                                                                                            \
    "{\"type\": \"circuit\", \"name\": \"Test\", \"start\": \"given\", " more "\"fluid\": {" fluid "}, "               \
    "\"nodes\": {\"tank\": {\"type\": \"tank\", \"pressure\": 1e5}, \"a\": {\"type\": \"volume\", "                    \
    "\"start_pressure\": 2e5}, \"b\": {\"type\": \"volume\", \"volume\": 1e-3, \"start_pressure\": 2e5}}, "            \
    "\"orifices\": {\"o\": {\"from\": \"b\", \"to\": \"tank\", \"area\": \"1 mm2\"}}, "                                \
    "\"cylinders\": {\"c\": {\"A\": \"a\", \"B\": \"tank\", \"areas\": [1e-3, 1e-3], \"stroke\": 1, "                  \
    "\"retracted_length\": 1, \"dead_lengths\": [0.1, 0.1], \"length\": 1.1}}}"
#define MIXTURE                                                                                                        \
    "\"type\": \"oil and air\", \"bulk_modulus\": 1.6e9, \"entrained_air\": 0.02, \"dissolved_air\": 0.08, "           \
    "\"saturation_pressure\": 9e4, \"exponent\": 1.3, \"density\": 860"

/* What a cubic metre of oil under the atmosphere takes: the formula of docs/circuits.md. */
static long double specific(long double p)
{
    const long double q = p - 101325, missing = p < 9e4L ? 1 - p / 9e4L : 0;
    return 1 - q / (1.6e9L + 5.6L * q) + (0.02L / 0.98L + 0.08L * missing * missing) * powl(101325 / p, 1 / 1.3L);
}

static void the_modulus_is_that_of_the_mixture(void **state)
{
    (void)state;
    struct opened o = start(CLOSED(MIXTURE, ""));
    for (double p = 50; p < 1e8; p *= 1.37) {
        set(&o, "b.p", p);
        look(&o, 0);
        const long double h = 1e-6L * p;
        const double expected = (double)(-specific(p) * 2 * h / (specific(p + h) - specific(p - h)));
        assert_near(get(&o, "b.bulk_modulus"), expected, 1e-8 * expected);
    }
    set(&o, "b.p", 9e4 * (1 - 1e-9)); /* no jump where air begins to come out */
    look(&o, 0);
    const double below = get(&o, "b.bulk_modulus");
    set(&o, "b.p", 9e4 * (1 + 1e-9));
    look(&o, 0);
    assert_near(get(&o, "b.bulk_modulus"), below, 1e-7 * below);
    done(&o);
}

/* A closed chamber of a cylinder is drawn out to five times its length and pushed back: its mass stays, so V/v(p) does, at every moment. */
static void a_chamber_can_be_pulled_empty_and_comes_back(void **state)
{
    (void)state;
    struct opened o = start(CLOSED(MIXTURE, ""));
    const double V_0 = 1e-3 * 0.2;
    const long double v_0 = specific(2e5);
    double lowest = INFINITY, most_gas = 0;
    for (int k = 0; k < 160; k++) {
        const double sense = k < 80 ? 1 : -1;
        for (int i = 0; i < 100; i++) {
            set(&o, "c.rate", sense);
            set(&o, "c.length", 1.1 + (k < 80 ? 0.01 * k + 1e-4 * i : 1.6 - 0.01 * k - 1e-4 * i));
            /* the length moves within a step, too: the middle one is the mean */
            *model_instance_find(&o.live, "c.length") += sense * 0.5e-4;
            run(&o, 0, 1e-4, 1);
        }
        const double length = 1.1 + (k < 80 ? 0.01 * (k + 1) : 1.6 - 0.01 * (k + 1));
        const double expected = (double)(specific(get(&o, "a.p")) / v_0) * V_0, volume = 1e-3 * (length - 0.9);
        assert_near(expected, volume, 1e-5 * volume);
        lowest = fmin(lowest, get(&o, "a.p"));
        most_gas = fmax(most_gas, get(&o, "a.gas"));
    }
    assert_true(lowest > 0 && lowest < 1e4 && most_gas > 0.75);
    assert_near(get(&o, "a.p"), 2e5, 200);
    done(&o);
    /* Oil that cannot do that ends the run, and says so. */
    o = start(CLOSED("\"type\": \"constant\", \"bulk_modulus\": 1.6e9", ""));
    set(&o, "a.p", -1);
    assert_false(model_instance_update(&o.live, 0, &report));
    assert_non_null(strstr(report.text, "the oil would cavitate"));
    done(&o);
}

/* What is told of a volume at a pressure, as the file counts them; "": nothing. */
static const char *told_at(const char *text, double pressure)
{
    struct opened o = start(text);
    const struct solver_extension *own = o.live.type->for_solvers;
    const bool found[8] = {false};
    set(&o, "a.p", pressure);
    strcpy(report.text, "");
    const size_t broken = own->n_presumptions == 0 ? 0
                                                   : own->presumption(o.live.constants, o.live.scratch, found, 0,
                                                                      o.live.m, o.live.x, &report);
    assert_true(broken == (*report.text ? 0 : own->n_presumptions));
    done(&o);
    return report.text;
}

/* What the message says of a pressure, by the formula in long double. */
static const char *expected_at(double p)
{
    static char text[300];
    snprintf(
        text, sizeof text,
        "volume 'a' (chamber A of cylinder 'c') is pulled empty: at %g Pa absolute it lacks %.3g %% of the oil that "
        "it holds under the atmosphere, and gas is in its place; feed it, or pull slower",
        p, (double)(100 - 100 * specific(101325) / specific(p)));
    return text;
}

/* The pressure at which a tenth of the oil is missing. */
static double emptied(void)
{
    long double low = 1, high = 101325;
    for (int i = 0; i < 100; i++) {
        const long double middle = (low + high) / 2;
        *(0.9L * specific(middle) > specific(101325) ? &low : &high) = middle;
    }
    return (double)low;
}

/* Absolute or counted from the atmosphere: below the saturation pressure, 9e4 Pa, it is still full; oil that never cavitates says nothing. */
static void a_chamber_that_is_pulled_empty_is_named(void **state)
{
    (void)state;
    const double p = emptied();
    assert_true(p > 2e4 && p < 5e4);
    assert_string_equal(told_at(CLOSED(MIXTURE, ""), 9e4 * (1 - 1e-3)), "");
    assert_string_equal(told_at(CLOSED(MIXTURE, ""), p + 1), "");
    assert_non_null(strstr(told_at(CLOSED(MIXTURE, ""), p - 1), "lacks 10 % of"));
    assert_string_equal(told_at(CLOSED(MIXTURE, ""), 2e4), expected_at(2e4));
    assert_string_equal(told_at(CLOSED(MIXTURE, "\"pressures\": \"gauge\", "), p - 101325 + 1), "");
    assert_string_equal(told_at(CLOSED(MIXTURE, "\"pressures\": \"gauge\", "), -96325), expected_at(5000));
    assert_string_equal(told_at(CLOSED("\"type\": \"constant\", \"bulk_modulus\": 1.6e9", ""), 100), "");
}

/* A source that draws a constant volume from a closed vessel leaves it emptier and emptier, and never below nothing: m' = -q m/V. */
static void a_pump_draws_foam(void **state)
{
    (void)state;
    struct opened o = start(
        "{\"type\": \"circuit\", \"name\": \"Test\", \"start\": \"given\", \"fluid\": {" MIXTURE
        "}, \"nodes\": {\"v\": {"
        "\"type\": \"volume\", \"volume\": 1e-3, \"start_pressure\": 2e5}}, \"flow_sources\": {\"draw\": {\"from\": "
        "\"v\", \"flow\": 1e-3}}}");
    run(&o, 0, 1e-4, 30000);
    const long double mass = specific(2e5) / specific(get(&o, "v.p")); /* left of the beginning's */
    assert_near((double)mass, exp(-3), 1e-6);
    done(&o);
}

/* ISO 3448: 46 mm2/s at 40 degC; makers' 6.7 mm2/s at 100 degC and 879 kg/m3 at 15 degC; Hayward's estimate at 40 degC, nu_20 by ASTM D341. A line shows the viscosity, an orifice
 * the density. */
static void hlp_46_has_its_numbers(void **state)
{
    (void)state;
    static const struct {
        double T, viscosity, density;
    } rows[] = {{313.15, 46e-6, 0}, {373.15, 6.7e-6, 0}, {288.15, 0, 879}};
    for (int k = 0; k < 3; k++) {
        char text[900];
        snprintf(text, sizeof text,
                 "{\"type\": \"circuit\", \"name\": \"Test\", \"start\": \"given\", \"fluid\": {\"type\": \"HLP 46\", "
                 "\"temperature\": \"%g degC\"}, "
                 "\"nodes\": {\"t\": {\"type\": \"tank\", \"pressure\": 1e5}, \"v\": {\"type\": \"volume\", "
                 "\"volume\": 1e-3, "
                 "\"start_pressure\": 1.1e6}}, \"orifices\": {\"o\": {\"from\": \"v\", \"to\": \"t\", \"area\": \"10 "
                 "mm2\", \"discharge\": 0.7}}, "
                 "\"lines\": {\"l\": {\"from\": \"v\", \"to\": \"t\", \"length\": 1, \"diameter\": \"10 mm\"}}}",
                 rows[k].T - 273.15);
        struct opened o = start(text);
        const double density = 2 * 1e6 * pow(0.7 * 1e-5 / get(&o, "o.flow"), 2);
        set(&o, "l.flow", 1e-6);
        look(&o, 0);
        const double viscosity = get(&o, "l.loss") / 1e-12 * 3.14159265358979323846 * 1e-8 / 128 / density;
        if (rows[k].viscosity > 0)
            assert_near(viscosity, rows[k].viscosity, 1e-12 * rows[k].viscosity + 1e-18);
        if (rows[k].density > 0)
            assert_near(density, rows[k].density, 1e-9);
        if (k == 0) { /* at 300 bar bubbles hardly count: the oil's own tangent modulus from Hayward's secant one */
            const double lg = log10(log10(46.7)) + (log10(log10(7.4)) - log10(log10(46.7))) * log10(293.15 / 313.15) /
                                                       log10(373.15 / 313.15);
            const double nu_20 = pow(10, pow(10, lg)) - 0.7, K = 1e9 * (1.57 + 0.15 * log10(nu_20)) * pow(10, -0.048),
                         q = 3e7;
            assert_true(nu_20 > 100 && nu_20 < 140);
            set(&o, "v.p", q + 101325);
            look(&o, 0);
            const double secant = K + 5.6 * q, tangent = (1 - q / secant) * secant * secant / K;
            assert_near(get(&o, "v.bulk_modulus"), tangent, 5e-3 * tangent);
            assert_true(get(&o, "v.bulk_modulus") < tangent);
        }
        done(&o);
    }
}

/* The same oil, counted from the atmosphere and from nothing: the same modulus, oil in an accumulator, rates. */
static void gauge_pressures_count_from_the_atmosphere(void **state)
{
    (void)state;
#define BOTH(kind, tank, start)                                                                                        \
    "{\"type\": \"circuit\", \"name\": \"Test\", \"start\": \"given\", \"pressures\": \"" kind                         \
    "\", \"fluid\": {" MIXTURE "}, \"nodes\": {\"t\": {\"type\": \"tank\", \"pressure\": " tank                        \
    "}, \"v\": {\"type\": \"volume\", \"volume\": 1e-3, "                                                              \
    "\"start_pressure\": " start "}}, \"orifices\": {\"o\": {\"from\": \"v\", \"to\": \"t\", \"area\": \"1 mm2\"}}, "  \
    "\"accumulators\": {\"g\": {\"at\": \"v\", \"volume\": \"1 l\", \"precharge\": "
    struct opened a = start(BOTH("absolute", "101325", "3101325") "1101325}}}"),
                  g = start(BOTH("gauge", "0", "3e6") "1e6}}}");
    assert_near(get(&a, "der(v.p)"), get(&g, "der(v.p)"), 1e-9 * fabs(get(&a, "der(v.p)")));
    assert_near(get(&a, "g.oil"), get(&g, "g.oil"), 1e-16);
    assert_near(get(&a, "v.bulk_modulus"), get(&g, "v.bulk_modulus"), 1e-4);
    set(&g, "v.p", -90000);
    look(&g, 0);
    set(&g, "v.p", -101326);
    assert_false(model_instance_update(&g.live, 0, &report));
    done(&a);
    done(&g);
}

static void wrong_use_is_refused(void **state)
{
    (void)state;
    static const struct {
        const char *old, *new, *message;
    } rows[] = {
        {"\"entrained_air\": 0.02", "\"entrained_air\": 2", "fluid.entrained_air: 2 is not within 1e-06 and 0.5"},
        {"\"exponent\": 1.3", "\"exponent\": 0.3", "fluid.exponent: 0.3 is not within 1 and 1.7"},
        {"\"exponent\": 1.3", "\"lowest_pressure\": 0",
         "fluid.lowest_pressure: this member has no meaning where \"type\" is \"oil and air\" (only for: "
         "constant|polynomial)"},
        {"\"bulk_modulus\": 1.6e9, ", "",
         "fluid: the member \"bulk_modulus\" is missing: bulk modulus of the oil itself (oil and air: under the "
         "atmosphere) "
         "(Pa)"},
        {MIXTURE, "\"type\": \"HLP 46\", \"temperature\": 40",
         "fluid.temperature: 40 K is not within 233.15 and 423.15"},
        {"\"type\": \"oil and air\", \"bulk_modulus\": 1.6e9", "\"type\": \"HLP 46\"",
         "fluid.density: this member has no meaning where \"type\" is \"HLP 46\" (only for: constant|polynomial|oil "
         "and air)"},
        {"\"start\": \"given\", ", "\"pressures\": \"relative\", ",
         "pressures: unknown word \"relative\"; known here: absolute, gauge"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char *changed = circuit_changed(CLOSED(MIXTURE, ""), rows[i].old, rows[i].new);
        struct notation_error error = {""};
        if (circuit_model_open(changed, strlen(changed), "circuit.json", &error))
            fail_msg("accepted: %s", rows[i].new);
        assert_string_equal(error.text + strlen("circuit.json:1: "), rows[i].message);
        free(changed);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_modulus_is_that_of_the_mixture),
        cmocka_unit_test(a_chamber_can_be_pulled_empty_and_comes_back),
        cmocka_unit_test(a_chamber_that_is_pulled_empty_is_named),
        cmocka_unit_test(a_pump_draws_foam),
        cmocka_unit_test(hlp_46_has_its_numbers),
        cmocka_unit_test(gauge_pressures_count_from_the_atmosphere),
        cmocka_unit_test(wrong_use_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
