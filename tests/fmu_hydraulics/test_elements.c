/* Valves that pressures open, pumps and motors, accumulators, lines, spools: each against a closed solution or an independent computation.
 * docs/validation.md has a row for each. */
#include "tests/testing.h"

#include "tests/fmu_hydraulics/circuit_alive.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const double pi = 3.14159265358979323846;
/* Three litres at 1 GPa between a pump and a tank, whose pressures the test gives. */
#define HEAD                                                                                                           \
    "{\"type\": \"circuit\", \"name\": \"Test\", \"start\": \"given\", "                                               \
    "\"fluid\": {\"type\": \"constant\", \"bulk_modulus\": 1e9, \"density\": 800}, "
#define VOLUME(name) "\"" name "\": {\"type\": \"volume\", \"volume\": 1e-3, \"start_pressure\": 1e7}"
#define TANK         "\"tank\": {\"type\": \"tank\", \"pressure\": 1e5}"
#define SUPPLY       "\"pump\": {\"type\": \"pump\", \"pressure\": 2e7}"
#define VALVE(text)  "\"pressure_valves\": {\"valve\": {" text "}}"
#define SIZE         "\"flow_coefficient\": 1e-6, \"laminar_drop\": 1e3"

/* ---- valves that pressures open ---- */

static const char general[] = HEAD "\"nodes\": {" TANK ", " VOLUME("a") ", " VOLUME("b") ", " VOLUME("c") "}, " VALVE(
    "\"type\": \"general\", \"from\": \"a\", \"to\": \"b\", " SIZE ", \"setting\": \"50 bar\", \"span\": \"20 bar\", "
    "\"pilots\": [{\"node\": \"a\", \"weight\": 1}, {\"node\": \"b\", \"weight\": -2}, {\"node\": \"c\", \"weight\": "
    "0.5}]") ", "
             "\"orifices\": {\"o\": {\"from\": \"c\", \"to\": \"tank\", " SIZE "}}}";

/* lift = (p_a - 2 p_b + p_c/2 - 5 MPa)/2 MPa, flow = C lift sqrt(p_a - p_b): at 343 points, by hand. */
static void the_general_valve_weighs_pressures(void **state)
{
    (void)state;
    for (int open = 0; open < 2; open++) {
        char *text =
            circuit_changed(general, "\"setting\"", open ? "\"normally_open\": true, \"setting\"" : "\"setting\"");
        struct opened o = start(text);
        double most = 0;
        for (int k = 0; k < 343; k++) {
            const int place[] = {k % 7, k / 7 % 7, k / 49};
            const double a = 2e6 * place[0] + 1e6, b = 1e6 * place[1] + 3e5, c = 3e6 * place[2] + 1e5;
            set(&o, "a.p", a), set(&o, "b.p", b), set(&o, "c.p", c);
            look(&o, 0);
            double lift = fmin(1, fmax(0, (a - 2 * b + c / 2 - 5e6) / 2e6));
            lift = open ? 1 - lift : lift;
            const double flow = 1e-6 * lift * (a < b ? -1 : 1) * sqrt(fabs(a - b));
            assert_near(get(&o, "valve.lift"), lift, 1e-14);
            assert_near(get(&o, "valve.flow"), flow, 1e-17);
            assert_near(get(&o, "valve.loss"), flow * (a - b), 1e-9);
            assert_near(get(&o, "der(b.p)"), 1e12 * flow, 1e-4);
            most = fmax(most, lift);
        }
        assert_true(most == 1);
        done(&o);
        free(text);
    }
}

/* A first-order lag towards a target that stands still: 1 - exp(-t/T). */
static void an_opening_may_lag(void **state)
{
    (void)state;
    char *text = circuit_changed(general, "\"setting\"", "\"time_constant\": 0.1, \"setting\"");
    struct opened o = start(text);
    set(&o, "a.p", 2e7), set(&o, "b.p", 1e6), set(&o, "c.p", 1e5), set(&o, "valve.lift", 0);
    look(&o, 0);
    assert_near(get(&o, "der(valve.lift)"), 10, 1e-12); /* the target is 1 */
    set(&o, "valve.lift", 0.25);
    look(&o, 0);
    assert_near(get(&o, "der(valve.lift)"), 7.5, 1e-12);
    assert_near(get(&o, "valve.flow"), 1e-6 * 0.25 * sqrt(1.9e7), 1e-17);
    done(&o);
    free(text);
}

#define COUNTERBALANCE                                                                                                 \
    HEAD "\"nodes\": {" TANK ", " VOLUME("load") ", " VOLUME("back") ", " VOLUME("pilot") "}, " VALVE(                 \
        "\"type\": \"counterbalance\", \"from\": \"load\", \"to\": \"back\", \"pilot\": \"pilot\", \"ratio\": 4, "     \
        "\"setting\": \"200 bar\", \"span\": \"40 bar\", " SIZE) ", "                                                  \
                                                                 "\"orifices\": {\"o\": {\"from\": \"pilot\", "        \
                                                                 "\"to\": \"tank\", " SIZE "}}}"

/* The makers' rule for the pilot pressure at which a load comes down: p_pilot = (p_setting - p_load)/ratio with nothing behind the valve; what
 * is behind it adds (1 + ratio) of itself to the setting, unless the spring is vented. */
static void a_counterbalance_valve_opens_by_the_makers_rule(void **state)
{
    (void)state;
    for (int vented = 0; vented < 2; vented++) {
        char *text = circuit_changed(COUNTERBALANCE, "\"ratio\"", vented ? "\"vented\": true, \"ratio\"" : "\"ratio\"");
        struct opened o = start(text);
        for (int k = 0; k < 10; k++) {
            const double load = 1e6 * (8 + k), back = 2e5 * (k % 3) + 1e5;
            const double pilot = (20e6 + (vented ? 0 : 5 * back) - load) / 4;
            set(&o, "load.p", load), set(&o, "back.p", back + 1), set(&o, "pilot.p", pilot - 10);
            look(&o, 0);
            assert_true(get(&o, "valve.flow") == 0);
            set(&o, "back.p", back), set(&o, "pilot.p", pilot + 1e5);
            look(&o, 0);
            assert_near(get(&o, "valve.lift"), 0.1, 1e-9);
            assert_near(get(&o, "valve.flow"), 1e-7 * sqrt(load - back), 1e-15);
        }
        set(&o, "load.p", 1e6), set(&o, "back.p", 2e6), set(&o, "pilot.p", 1); /* oil goes in freely */
        look(&o, 0);
        assert_near(get(&o, "valve.check.flow"), 1e-6 * sqrt(1e6), 1e-17);
        assert_true(get(&o, "valve.flow") == 0);
        done(&o);
        free(text);
    }
}

static const char pilot_check[] =
    HEAD "\"nodes\": {" TANK ", " VOLUME("valve_side") ", " VOLUME("load") ", " VOLUME("pilot") "}, " VALVE(
        "\"type\": \"pilot-operated check\", \"from\": \"valve_side\", \"to\": \"load\", \"pilot\": \"pilot\", "
        "\"ratio\": 3, "
        "\"cracking_pressure\": \"2 bar\", \"span\": \"1 bar\", " SIZE) ", "
                                                                        "\"orifices\": {\"o\": {\"from\": \"pilot\", "
                                                                        "\"to\": \"tank\", " SIZE "}}}";

/* The balance of its piston and seat: ratio (p_pilot - p_valve) = p_load - p_valve + p_crack. */
static void a_pilot_operated_check_valve_opens_backwards_by_its_balance(void **state)
{
    (void)state;
    struct opened o = start(pilot_check);
    for (int k = 0; k < 8; k++) {
        const double valve = 1e5 * (1 + k), load = 5e6 * (k + 1), pilot = valve + (load - valve + 2e5) / 3;
        set(&o, "valve_side.p", valve), set(&o, "load.p", load), set(&o, "pilot.p", pilot - 10);
        look(&o, 0);
        assert_true(get(&o, "valve.flow") == 0 && get(&o, "valve.reverse.flow") == 0);
        set(&o, "pilot.p", pilot + 1e4);
        look(&o, 0);
        assert_near(get(&o, "valve.reverse.lift"), 0.3, 1e-7);
        assert_near(get(&o, "valve.reverse.flow"), 1e-6 * get(&o, "valve.reverse.lift") * sqrt(load - valve), 1e-15);
    }
    set(&o, "valve_side.p", 2e6), set(&o, "load.p", 1e6), set(&o, "pilot.p", 1);
    look(&o, 0);
    assert_near(get(&o, "valve.flow"), 1e-6 * sqrt(1e6), 1e-17);
    done(&o);
}

/* The root of a function that falls from `low` to `high`, to the last bit of a long double. */
static double falling_root(long double (*f)(long double), long double low, long double high)
{
    for (int i = 0; i < 200; i++) {
        const long double middle = (low + high) / 2;
        *(f(middle) > 0 ? &low : &high) = middle;
    }
    return (double)((low + high) / 2);
}

static const char reducing[] =
    "{\"type\": \"circuit\", \"name\": \"Test\", \"fluid\": {\"type\": \"constant\", \"bulk_modulus\": 1e9}, "
    "\"nodes\": {" TANK ", " SUPPLY
    ", " VOLUME("out") "}, " VALVE("\"type\": \"pressure reducing\", \"from\": \"pump\", \"to\": \"out\", \"drain\": "
                                   "\"tank\", \"setting\": \"50 bar\", "
                                   "\"span\": \"10 bar\", " SIZE) ", "
                                                                  "\"flow_sources\": {\"load\": {\"from\": \"out\", "
                                                                  "\"to\": \"tank\", \"flow\": 1e-3}}}";

static long double reducing_balance(long double p) /* what flows in less what is taken out */
{
    return 1e-6L * (5e6L - (p - 1e5L)) / 1e6L * sqrtl(2e7L - p) - 1e-3L;
}

static void a_reducing_valve_keeps_the_pressure_behind_it(void **state)
{
    (void)state;
    struct opened o = start(reducing);
    const double expected = falling_root(reducing_balance, 4.1e6L, 5.1e6L);
    assert_near(get(&o, "out.p"), expected, 1e-8 * expected);
    assert_near(get(&o, "valve.flow"), 1e-3, 1e-12);
    done(&o);
    /* Nothing is taken: from below it fills what is behind it until it closes at its setting. */
    char *text = circuit_changed(reducing, "\"flow\": 1e-3", "\"flow\": 0"),
         *empty = circuit_changed(text, "\"start_pressure\": 1e7", "\"start_pressure\": 1e5");
    o = start(empty);
    assert_near(get(&o, "out.p"), 5.1e6, 1);
    done(&o);
    free(empty);
    free(text);
}

static const char sequence[] = HEAD "\"nodes\": {" TANK ", " VOLUME("in") ", " VOLUME("out") "}, " VALVE(
    "\"type\": \"sequence\", \"from\": \"in\", \"to\": \"out\", \"drain\": \"tank\", \"setting\": \"100 bar\", "
    "\"span\": "
    "\"5 bar\", " SIZE) "}";

static void a_sequence_valve_looks_at_its_inlet_alone(void **state)
{
    (void)state;
    struct opened o = start(sequence);
    for (double out = 1e5; out < 1e7; out += 1e6) {
        set(&o, "in.p", 10.1e6 - 1), set(&o, "out.p", out);
        look(&o, 0);
        assert_true(get(&o, "valve.flow") == 0);
        set(&o, "in.p", 10.35e6);
        look(&o, 0);
        assert_near(get(&o, "valve.flow"), 0.5e-6 * sqrt(10.35e6 - out), 1e-16);
    }
    set(&o, "in.p", 10.35e6), set(&o, "out.p", 12e6); /* no flow back */
    look(&o, 0);
    assert_true(get(&o, "valve.flow") == 0);
    done(&o);
}

#define COMPENSATOR                                                                                                    \
    "{\"type\": \"circuit\", \"name\": \"Test\", \"fluid\": {\"type\": \"constant\", \"bulk_modulus\": 1e9}, "         \
    "\"nodes\": {" SUPPLY ", \"load\": {\"type\": \"pump\", \"pressure\": 5e6}, " VOLUME("before") "}, " VALVE(        \
        "\"type\": \"compensator\", \"from\": \"pump\", \"to\": \"before\", \"sense\": \"load\", \"setting\": "        \
        "\"10 bar\", \"span\": \"2 bar\", \"flow_coefficient\": 4e-6, \"laminar_drop\": 1e3") ", "                     \
                                                                                              "\"orifices\": "         \
                                                                                              "{\"metering\": "        \
                                                                                              "{\"from\": "            \
                                                                                              "\"before\", \"to\": "   \
                                                                                              "\"load\", " SIZE "}}}"

static long double load_now;
static long double compensator_balance(long double drop) /* over the metering orifice */
{
    const long double lift = fminl(1, (1e6L - drop) / 2e5L);
    return 4e-6L * lift * sqrtl(2e7L - load_now - drop) - 1e-6L * sqrtl(drop);
}

/* The flow hardly knows the load: from 1 to 18 MPa it follows from the drop that is left, between 8 and 10 bar. */
static void a_compensator_keeps_the_drop(void **state)
{
    (void)state;
    double least = INFINITY, most = 0;
    for (int k = 1; k <= 18; k++) {
        char pressure[40];
        snprintf(pressure, sizeof pressure, "\"pressure\": %de6}", k);
        char *text = circuit_changed(COMPENSATOR, "\"pressure\": 5e6}", pressure);
        struct opened o = start(text);
        load_now = 1e6L * k;
        const double drop = falling_root(compensator_balance, 1, 1e6L);
        assert_near(get(&o, "before.p") - 1e6 * k, drop, 1e-7 * drop + 1e-2);
        least = fmin(least, get(&o, "metering.flow"));
        most = fmax(most, get(&o, "metering.flow"));
        done(&o);
        free(text);
    }
    assert_true(least >= 1e-6 * sqrt(8e5) && most <= 1e-6 * sqrt(1e6));
}

#define SHUTTLE                                                                                                        \
    "{\"type\": \"circuit\", \"name\": \"Test\", \"fluid\": {\"type\": \"constant\", \"bulk_modulus\": 1e9}, "         \
    "\"nodes\": {\"a\": {\"type\": \"pump\", \"pressure\": 5e6}, \"b\": {\"type\": \"pump\", \"pressure\": "           \
    "8e6}, " VOLUME("out") "}, " VALVE(                                                                                \
        "\"type\": \"shuttle\", \"A\": \"a\", \"B\": \"b\", \"to\": \"out\", " SIZE) "}"

static void a_shuttle_valve_passes_the_higher_pressure(void **state)
{
    (void)state;
    static const char *const pressures[] = {"5e6}", "2e7}", "8.4e6}"};
    static const double expected[] = {8e6, 2e7, NAN};
    for (int k = 0; k < 3; k++) {
        char *text = circuit_changed(SHUTTLE, "5e6}", pressures[k]);
        struct opened o = start(text);
        /* Within the span both are open, 0.9 and 0.1, and turbulent: 0.9 sqrt(8.4 - p) = 0.1 sqrt(p - 8). */
        const double p = k < 2 ? expected[k] : (0.81 * 8.4e6 + 0.01 * 8e6) / 0.82;
        assert_near(get(&o, "out.p"), p, 1e-3);
        done(&o);
        free(text);
    }
}

/* ---- orifices that open ---- */

static void an_orifice_opens_by_its_command(void **state)
{
    (void)state;
    struct opened o = start(HEAD "\"nodes\": {" TANK ", " VOLUME(
        "v") "}, \"orifices\": {"
             "\"byInput\": {\"from\": \"v\", \"to\": \"tank\", \"input\": true, " SIZE "}, "
             "\"byLaw\": {\"from\": \"v\", \"to\": \"tank\", \"opening\": {\"type\": \"ramp\", \"begin\": 1, "
             "\"end\": 3, \"to\": 1}, " SIZE "}}}");
    const double full = 1e-6 * sqrt(1e7 - 1e5);
    for (int k = -2; k < 13; k++) {
        set(&o, "byInput.opening", k / 10.0);
        event(&o, 1 + k / 5.0);
        assert_near(get(&o, "byInput.flow"), full * fmin(1, fmax(0, k / 10.0)), 1e-17);
        assert_near(get(&o, "byLaw.flow"), full * fmin(1, fmax(0, k / 10.0)), 1e-17);
    }
    done(&o);
}

/* ---- pumps and motors ---- */

#define UNIT(map, text)                                                                                                \
    HEAD "\"nodes\": {" TANK ", " VOLUME(                                                                              \
        "v") "}, \"" map "\": {\"unit\": {" text                                                                       \
             ", \"displacement\": \"45 cm3/rev\", \"volumetric_efficiency\": 0.94, \"mechanical_efficiency\": 0.91, "  \
             "\"nominal_pressure\": \"200 bar\", \"nominal_speed\": \"1500 rpm\"}}}"
#define BY_SPEED "\"speed\": \"1500 rpm\""

/* At the nominal point Q = D n eta_v and T = D dp/(2 pi eta_m): 63.45 l/min and 157.4 Nm for 45 cm3, 1500 1/min, 200 bar; what the shaft takes
 * and the oil does not get, 1 - eta_v eta_m of it, is lost. */
static void a_pump_has_its_efficiencies(void **state)
{
    (void)state;
    struct opened o = start(UNIT("pumps", "\"from\": \"tank\", \"to\": \"v\", " BY_SPEED));
    set(&o, "v.p", 2.01e7);
    look(&o, 0);
    const double Q = 45e-6 * 25 * 0.94, T = 45e-6 * 2e7 / (2 * pi * 0.91), power = T * 50 * pi;
    assert_near(get(&o, "unit.flow"), Q, 1e-14 * Q + 1e-18);
    assert_near(get(&o, "unit.shaft_torque"), T, 1e-12);
    assert_near(get(&o, "unit.shaft_power"), power, 1e-8);
    assert_near(get(&o, "unit.loss"), power * (1 - 0.94 * 0.91), 1e-8);
    assert_near(get(&o, "der(v.p)"), 1e12 * Q, 1e-2);
    done(&o);
}

/* A motor: n = Q eta_v/D, T = D dp eta_m/(2 pi). */
static void a_motor_has_its_efficiencies(void **state)
{
    (void)state;
    struct opened o = start(UNIT("motors", "\"from\": \"v\", \"to\": \"tank\", " BY_SPEED));
    set(&o, "v.p", 2.01e7);
    look(&o, 0);
    const double Q = 45e-6 * 25 / 0.94, T = 45e-6 * 2e7 * 0.91 / (2 * pi);
    assert_near(get(&o, "unit.flow"), Q, 1e-14 * Q + 1e-18);
    assert_near(get(&o, "unit.shaft_torque"), T, 1e-12);
    assert_near(get(&o, "unit.loss"), Q * 2e7 - T * 50 * pi, 1e-8);
    done(&o);
}

/* J dw/dt = T - D dp without losses; and the setting scales both flow and torque. */
static void a_torque_drives_a_shaft_with_inertia(void **state)
{
    (void)state;
    struct opened o = start(HEAD "\"nodes\": {" TANK ", " VOLUME(
        "v") "}, \"pumps\": {\"unit\": {\"from\": \"tank\", \"to\": \"v\", "
             "\"displacement\": 1e-5, \"torque_input\": true, \"inertia\": 0.2, \"start_speed\": 100, "
             "\"input\": true, \"limits\": [-1, 1]}}}");
    set(&o, "v.p", 1.01e7);
    for (int k = -4; k <= 4; k++) {
        const double setting = k / 4.0;
        set(&o, "unit.torque", 70), set(&o, "unit.setting", setting);
        look(&o, 0);
        assert_near(get(&o, "der(unit.speed)"), (70 - 1e-5 * 1e7 * setting) / 0.2, 1e-10);
        assert_near(get(&o, "unit.flow"), 1e-5 * 100 * setting, 1e-17);
    }
    done(&o);
}

#define CONTROLLED(control, load)                                                                                      \
    "{\"type\": \"circuit\", \"name\": \"Test\", \"fluid\": {\"type\": \"constant\", \"bulk_modulus\": 1e9}, "         \
    "\"nodes\": {" TANK ", \"load\": {\"type\": \"pump\", \"pressure\": 6e6}, " VOLUME(                                \
        "v") "}, "                                                                                                     \
             "\"pumps\": {\"unit\": {\"from\": \"tank\", \"to\": \"v\", \"displacement\": 1e-5, \"speed\": "           \
             "150, " control "}}, \"orifices\": {\"o\": {\"from\": \"v\", \"to\": \"load\", " load                     \
             ", \"laminar_drop\": 1e3}}}"

static long double cutoff_balance(long double p)
{
    return 1.5e-3L * fminl(1, (2.5e7L - p) / 1e6L) - 2e-7L * sqrtl(p - 6e6L);
}

static void a_pressure_controlled_pump_finds_its_point(void **state)
{
    (void)state;
    struct opened o = start(CONTROLLED("\"cutoff\": \"250 bar\", \"span\": \"10 bar\"", "\"flow_coefficient\": 2e-7"));
    const double p = falling_root(cutoff_balance, 6e6L, 2.5e7L);
    assert_near(get(&o, "v.p"), p, 1e-8 * p);
    assert_near(get(&o, "unit.swash"), (2.5e7 - p) / 1e6, 1e-8);
    done(&o);
}

static long double sensing_balance(long double p)
{
    return 1.5e-3L * fminl(1, (8e6L - p) / 5e5L) - 5e-7L * sqrtl(p - 6e6L);
}

/* Load sensing: the pump stays between 15 and 20 bar above the load, and gives what the orifice takes at that drop. */
static void a_load_sensing_pump_follows_its_load(void **state)
{
    (void)state;
    struct opened o =
        start(CONTROLLED("\"sense\": \"load\", \"margin\": \"20 bar\", \"span\": \"5 bar\", \"time_constant\": 0.02",
                         "\"flow_coefficient\": 5e-7"));
    const double p = falling_root(sensing_balance, 6e6L, 8e6L);
    assert_near(get(&o, "v.p"), p, 1e-8 * p);
    assert_true(get(&o, "v.p") - 6e6 > 1.5e6 && get(&o, "v.p") - 6e6 < 2e6);
    assert_near(get(&o, "der(unit.swash)"), 0, 1e-6);
    set(&o, "unit.swash", 0.1);
    look(&o, 0);
    assert_near(get(&o, "der(unit.swash)"), ((8e6 - get(&o, "v.p")) / 5e5 - 0.1) / 0.02, 1e-9);
    done(&o);
}

/* ---- accumulators ---- */

/* p V^n stays: filled with 0.1 l/s from its pre-charge, p = p_0 (V_0/(V_0 - q t))^n; the oil is next to incompressible (1e13 Pa: less than 1e-6). */
static void an_accumulator_follows_the_gas_law(void **state)
{
    (void)state;
    static const double exponents[] = {1, 1.2, 1.4};
    for (int k = 0; k < 3; k++) {
        char text[1200];
        snprintf(
            text, sizeof text,
            "{\"type\": \"circuit\", \"name\": \"Test\", \"start\": \"given\", \"fluid\": {\"type\": \"constant\", "
            "\"bulk_modulus\": 1e13}, \"nodes\": {\"v\": {\"type\": \"volume\", \"volume\": 1e-6, \"start_pressure\": "
            "50.00001e5}}, "
            "\"accumulators\": {\"gas\": {\"at\": \"v\", \"volume\": \"1 l\", \"precharge\": \"50 bar\", \"exponent\": "
            "%g}}, "
            "\"flow_sources\": {\"fill\": {\"to\": \"v\", \"flow\": 1e-4}}}",
            exponents[k]);
        struct opened o = start(text);
        for (int i = 1; i <= 5; i++) {
            run(&o, 0, 1e-3, 1000);
            const double expected = 50.00001e5 * pow(1 / (1 - 0.1 * i), exponents[k]);
            assert_near(get(&o, "v.p"), expected, 2e-6 * expected);
            assert_near(get(&o, "gas.oil"), 1e-4 * i, 1e-9);
        }
        done(&o);
    }
}

/* ---- lines ---- */

#define PIPE(length, diameter, pressure)                                                                               \
    "{\"type\": \"circuit\", \"name\": \"Test\", \"fluid\": {\"type\": \"constant\", \"bulk_modulus\": 1e9, "          \
    "\"density\": 870, \"viscosity\": \"46 cSt\"}, \"nodes\": {\"a\": {\"type\": \"pump\", \"pressure\": " pressure    \
    "}, \"b\": {\"type\": \"tank\", \"pressure\": 1e5}, " VOLUME(                                                      \
        "v") "}, \"orifices\": {\"o\": {\"from\": \"v\", "                                                             \
             "\"to\": \"b\", " SIZE "}}, "                                                                             \
             "\"lines\": {\"pipe\": {\"from\": \"a\", \"to\": \"b\", \"length\": " length ", \"diameter\": " diameter  \
             "}}}"

/* Hagen and Poiseuille: Q = pi d^4 dp/(128 eta l). Blasius, in the form of handbooks: dp = 0.2414 l rho^0.75 eta^0.25 Q^1.75/d^4.75, where
 * 0.2414 is 0.3164/2 (4/pi)^1.75. */
static void a_line_loses_what_the_books_say(void **state)
{
    (void)state;
    struct opened o = start(PIPE("\"2 m\"", "\"10 mm\"", "2e5"));
    const double eta = 46e-6 * 870, laminar = pi * 1e-8 * 1e5 / (128 * eta * 2);
    assert_near(get(&o, "pipe.flow"), laminar, 1e-14 * laminar);
    assert_near(get(&o, "pipe.loss"), laminar * 1e5, 1e-9);
    done(&o);
    o = start(PIPE("\"2 m\"", "\"10 mm\"", "2.1e6"));
    const double k = 0.3164 / 2 * pow(4 / pi, 1.75) * 2 * pow(870, 0.75) * pow(eta, 0.25) / pow(0.01, 4.75);
    const double rough = pow(2e6 / k, 1 / 1.75);
    assert_true(rough / (pi / 4 * 1e-4) * 0.01 / 46e-6 > 4000); /* Re */
    assert_near(get(&o, "pipe.flow"), rough, 1e-12 * rough);
    assert_near(get(&o, "der(pipe.flow)"), 0, 1e-9);
    done(&o);
}

/* A volume behind a pipe rings with w^2 = 1/(L C) - (R/2L)^2, L = rho l/A, C = V/B, R = 128 eta l/(pi d^4), and dies out with R/2L. */
static void oil_rings_behind_a_line(void **state)
{
    (void)state;
    struct opened o =
        start("{\"type\": \"circuit\", \"name\": \"Test\", \"start\": \"given\", \"fluid\": {\"type\": \"constant\", "
              "\"bulk_modulus\": 1e9, \"density\": 870, \"viscosity\": 46e-6}, \"nodes\": {\"a\": {\"type\": \"pump\", "
              "\"pressure\": 1e6}, \"v\": {\"type\": \"volume\", \"volume\": 1e-3, \"start_pressure\": 1.01e6}}, "
              "\"lines\": {\"pipe\": {\"from\": \"a\", \"to\": \"v\", \"length\": 3, \"diameter\": 0.02}}}");
    const double area = pi / 4 * 4e-4, L = 870 * 3 / area, C = (1e-3 + area * 1.5) / 1e9,
                 R = 128 * 46e-6 * 870 * 3 / (pi * 1.6e-7), w = sqrt(1 / (L * C) - R * R / (4 * L * L));
    assert_true(fabs(2 * pi * 1e-5 / (2 * pi / w)) < 0.01); /* fine steps */
    for (int k = 1; k <= 3; k++) {
        run(&o, 0, 1e-5, 2000);
        const double t = 0.02 * k, decay = exp(-R / (2 * L) * t);
        const double expected = 1e4 * decay * (cos(w * t) + R / (2 * L * w) * sin(w * t));
        assert_near(get(&o, "v.p") - 1e6, expected, 1e-2); /* of 1e4 Pa */
    }
    done(&o);
}

/* ---- spools ---- */

#define SPOOL(more)                                                                                                    \
    HEAD "\"nodes\": {" TANK                                                                                           \
         ", " VOLUME("v") "}, \"valves\": {\"valve\": {" more                                                          \
                          ", \"command\": {\"type\": \"step\", \"to\": 1, \"time\": 0}, \"start\": \"given\", "        \
                          "\"paths\": [{\"from\": \"v\", \"to\": \"tank\", \"positions\": [-1, -0.1, 0.2, 1], "        \
                          "\"areas\": [0, \"1 mm2\", \"1 mm2\", \"9 mm2\"]}]}}}"

static void a_path_has_the_area_of_its_table(void **state)
{
    (void)state;
    struct opened o = start(SPOOL("\"discharge\": 0.6, \"time_constant\": 1"));
    static const double rows[][2] = {{-2, 0},     {-1, 0},     {-0.55, 0.5e-6}, {-0.1, 1e-6}, {0, 1e-6},
                                     {0.2, 1e-6}, {0.4, 3e-6}, {1, 9e-6},       {3, 9e-6}};
    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
        set(&o, "valve.U", rows[k][0]);
        look(&o, 0);
        assert_near(get(&o, "valve.v_tank.flow"), 0.6 * rows[k][1] * sqrt(2 / 800.0 * (1e7 - 1e5)), 1e-17);
    }
    done(&o);
}

/* The step response of second order, from its books: 1 - e^(-D w t) (cos w_d t + D/sqrt(1 - D^2) sin w_d t). */
static void a_spool_of_second_order_answers_a_step(void **state)
{
    (void)state;
    struct opened o = start(SPOOL("\"natural_frequency\": 20, \"damping\": 0.5"));
    const double w = 40 * pi, D = 0.5, w_d = w * sqrt(1 - D * D);
    for (int k = 1; k <= 5; k++) {
        run(&o, 0, 1e-5, 1000);
        const double t = 0.01 * k;
        const double expected = 1 - exp(-D * w * t) * (cos(w_d * t) + D / sqrt(1 - D * D) * sin(w_d * t));
        assert_near(get(&o, "valve.U"), expected, 1e-9);
    }
    done(&o);
}

/* While its rate is at the limit the velocity goes to v as 1 - e^(-2 D w t): U = v (t - (1 - e^(-2 D w t))/(2 D w)). */
static void a_spool_keeps_its_rate_limit(void **state)
{
    (void)state;
    struct opened o = start(SPOOL("\"natural_frequency\": 20, \"damping\": 0.5, \"rate_limit\": 5"));
    const double a = 40 * pi;
    run(&o, 0, 1e-5, 10000);
    assert_near(get(&o, "valve.U"), 5 * (0.1 - (1 - exp(-a * 0.1)) / a), 1e-9);
    assert_true(get(&o, "valve.dU") <= 5);
    done(&o);
    o = start(SPOOL("\"time_constant\": 0.01, \"rate_limit\": 5"));
    run(&o, 0, 1e-5, 10000);
    assert_near(get(&o, "valve.U"), 0.5, 1e-9);
    done(&o);
}

/* ---- all together ---- */

static double sum_of(const struct opened *o, const char *suffix)
{
    double sum = 0;
    const struct model_type *type = o->live.type;
    for (size_t i = 0; i < type->n_variables; i++) {
        const char *name = type->variables[i].name, *end = strrchr(name, '.');
        if (type->variables[i].role == MODEL_LOCAL && end && strcmp(end + 1, suffix) == 0)
            sum += get(o, name);
    }
    return sum;
}

/* What a cubic metre of the air-laden oil below takes at a pressure: the formula of docs/circuits.md, in long double. */
#define FOAMING                                                                                                        \
    "{\"type\": \"oil and air\", \"bulk_modulus\": 1.4e9, \"entrained_air\": 0.01, \"density\": 870, \"viscosity\": "  \
    "\"46 cSt\"}"
static long double specific(long double p)
{
    const long double q = p - 101325, missing = p < 101325 ? 1 - p / 101325 : 0;
    return 1 - q / (1.4e9L + 5.6L * q) + (0.01L / 0.99L + 0.09L * missing * missing) * powl(101325 / p, 1 / 1.4L);
}

/* What such oil brings from the tank: the integral of v dp from the tank's pressure on, Simpson's rule over the logarithm. */
static long double enthalpy(long double p)
{
    enum { PANELS = 2000 };
    const long double step = logl(p / 1e5L) / PANELS;
    long double sum = 0;
    for (int k = 0; k <= PANELS; k++) {
        const long double at = 1e5L * expl(k * step);
        sum += (k == 0 || k == PANELS ? 1 : k % 2 ? 4 : 2) * specific(at) * at;
    }
    return sum * step / 3;
}

/* What a volume takes up in a second: p dV/dt by the balance of its oil, and with foaming oil the energy of what flows in. */
static double stored_in(const struct opened *o, const char *volume, double sweep, bool foams)
{
    char name[40];
    snprintf(name, sizeof name, "%s.p", volume);
    const double p = get(o, name);
    snprintf(name, sizeof name, "der(%s.p)", volume);
    const double rate = get(o, name);
    snprintf(name, sizeof name, "%s.size", volume);
    const double size = get(o, name);
    snprintf(name, sizeof name, "%s.bulk_modulus", volume);
    const double squeezed = rate * size / get(o, name);
    if (!foams)
        return p * squeezed;
    const long double v = specific(p);
    return (double)(p * squeezed + (squeezed + sweep) / v * (enthalpy(p) - p * v));
}

/* What shafts give = what is lost + what the cylinder and the motor's inertia take + what volumes, line and tank take up: at every moment of a run. The line: p of
 * its inertia. The tank, where oil does not foam: its pressure times the flows; else its oil is where energies count from. */
static void check_power(const char *text, bool foams)
{
    struct opened o = start(text);
    static const char *const volumes[] = {"outlet", "supply", "section", "bottom", "line", "top", "sensed", "swing"};
    double most = 0, worst = 0;
    for (int k = 0; k < 60; k += foams ? 5 : 1) {
        if (k == 10) { /* the cylinder moves */
            set(&o, "boom_cylinder.rate", 0.05);
            set(&o, "boom.U", 0.5);
        }
        event(&o, 0.05 * k);
        run(&o, 0.05 * k, 2e-6, 500);
        double stored = 0;
        const double ds = k < 10 ? 0 : 0.05, rod = pi / 4 * (0.1 * 0.1 - 0.06 * 0.06);
        for (int i = 0; i < 8; i++)
            stored += stored_in(&o, volumes[i], i == 3 ? pi / 4 * 0.01 * ds : i == 5 ? -rod * ds : 0, foams);
        const double kinetic = 870 * 2 / (pi / 4 * 0.025 * 0.025) * get(&o, "pipe.flow") * get(&o, "der(pipe.flow)");
        const double tank =
            foams ? 0
                  : 1e5 * (get(&o, "boom.top_tank.flow") + get(&o, "boom.line_tank.flow") + get(&o, "relief.flow") +
                           get(&o, "unload.flow") + get(&o, "bleed.flow") + get(&o, "swing_motor.flow") -
                           get(&o, "feed.flow") - get(&o, "feed_swing.flow") - get(&o, "pump.flow"));
        const double given = sum_of(&o, "shaft_power"), lost = sum_of(&o, "loss");
        worst = fmax(worst, fabs(given - lost - stored - kinetic - tank - get(&o, "boom_cylinder.power")));
        most = fmax(most, fabs(given));
        if (lost < 0)
            fail_msg("a loss of %g W", lost);
    }
    assert_true(most > 1e3);
    assert_near(worst, 0, 1e-9 * most);
    done(&o);
}

static void power_closes(void **state)
{
    (void)state;
    char *text = circuit_file("../../docs/circuits/load-sensing.json");
    check_power(text, false);
    free(text);
}

/* Oil that gives way carries energy: squeezing it on its way through pump and valves counts in their losses, by enthalpies. */
static void power_closes_with_oil_and_air(void **state)
{
    (void)state;
    char *text = circuit_file("../../docs/circuits/load-sensing.json");
    char *changed = circuit_changed(text,
                                    "{\"type\": \"constant\", \"bulk_modulus\": \"1.4 GPa\", \"density\": \"870 "
                                    "kg/m3\", \"viscosity\": \"46 cSt\"}",
                                    FOAMING);
    check_power(changed, true);
    free(changed);
    free(text);
}

/* Nothing moves at the start: every rate is 0 but for the rounding of pressures over stiff oil. */
static void the_example_starts_at_rest(void **state)
{
    (void)state;
    char *text = circuit_file("../../docs/circuits/load-sensing.json");
    struct opened o = start(text);
    const struct model_instance *l = &o.live;
    for (size_t i = 0; i < l->layout.count[MODEL_STATE]; i++) {
        const double scale = l->type->variables[l->layout.first[MODEL_STATE] + i].nominal;
        assert_near(l->dx[i], 0, 1e-6 * (scale > 0 ? scale : 1));
    }
    assert_near(get(&o, "boom_cylinder.force"), 60000, 1e-6);
    assert_near(get(&o, "outlet.p") - get(&o, "sensed.p"), 2e6 - get(&o, "pump.swash") * 5e5, 1e-2); /* the margin */
    done(&o);
    free(text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_general_valve_weighs_pressures),
        cmocka_unit_test(an_opening_may_lag),
        cmocka_unit_test(a_counterbalance_valve_opens_by_the_makers_rule),
        cmocka_unit_test(a_pilot_operated_check_valve_opens_backwards_by_its_balance),
        cmocka_unit_test(a_reducing_valve_keeps_the_pressure_behind_it),
        cmocka_unit_test(a_sequence_valve_looks_at_its_inlet_alone),
        cmocka_unit_test(a_compensator_keeps_the_drop),
        cmocka_unit_test(a_shuttle_valve_passes_the_higher_pressure),
        cmocka_unit_test(an_orifice_opens_by_its_command),
        cmocka_unit_test(a_pump_has_its_efficiencies),
        cmocka_unit_test(a_motor_has_its_efficiencies),
        cmocka_unit_test(a_torque_drives_a_shaft_with_inertia),
        cmocka_unit_test(a_pressure_controlled_pump_finds_its_point),
        cmocka_unit_test(a_load_sensing_pump_follows_its_load),
        cmocka_unit_test(an_accumulator_follows_the_gas_law),
        cmocka_unit_test(a_line_loses_what_the_books_say),
        cmocka_unit_test(oil_rings_behind_a_line),
        cmocka_unit_test(a_path_has_the_area_of_its_table),
        cmocka_unit_test(a_spool_of_second_order_answers_a_step),
        cmocka_unit_test(a_spool_keeps_its_rate_limit),
        cmocka_unit_test(power_closes),
        cmocka_unit_test(power_closes_with_oil_and_air),
        cmocka_unit_test(the_example_starts_at_rest),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
