/* Where circuits with flow sources start: pressures that a valve decides which is closed at the guess, pressures that nothing
 * decides, and flows that have no way out. */
#include "tests/testing.h"

#include "tests/fmu_hydraulics/circuit_files.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static struct model_report report;

#define DOCUMENT(nodes, elements)                                                                                      \
    "{\"type\": \"circuit\", \"name\": \"Start\","                                                                     \
    " \"fluid\": {\"type\": \"constant\", \"bulk_modulus\": 1500e6},"                                                  \
    " \"nodes\": {\"tank\": {\"type\": \"tank\", \"pressure\": 1e5}, " nodes "}, " elements "}"
#define LINE       "\"line\": {\"type\": \"volume\", \"volume\": 1e-3}"
#define FAR        "\"far\": {\"type\": \"volume\", \"volume\": 1e-3}"
#define PUMP(flow) "\"flow_sources\": {\"pump\": {\"from\": \"tank\", \"to\": \"line\", \"flow\": " flow "}}"
#define RELIEF(from)                                                                                                   \
    "\"pressure_valves\": {\"relief\": {\"type\": \"relief\", \"from\": \"" from "\", \"to\": \"tank\","               \
    " \"cracking_pressure\": 1e7, \"span\": 1e5, \"flow_coefficient\": 1e-6}}"

struct opened {
    struct circuit_model *model;
    struct model_instance live;
};

static struct opened open_text(const char *text)
{
    struct opened o = {.model = circuit_opened(text)};
    if (!model_instance_open(&o.live, circuit_model_type(o.model), &report))
        fail_msg("%s", report.text);
    return o;
}

static struct opened start(const char *text)
{
    struct opened o = open_text(text);
    if (!model_instance_initialize(&o.live, 0, &report) || !model_instance_update(&o.live, 0, &report))
        fail_msg("%s", report.text);
    return o;
}

static void close_opened(struct opened *o)
{
    model_instance_close(&o->live);
    circuit_model_close(o->model);
}

/* Pressure drop at which the relief valve lets q through: C (dp - 1e7)/1e5 sqrt(dp) = q, by bisection. */
static double relief_drop(double q)
{
    long double low = 1e7L, high = 1.01e7L;
    for (int i = 0; i < 100; i++) {
        const long double middle = (low + high) / 2;
        *(1e-6L * (middle - 1e7L) / 1e5L * sqrtl(middle) < (long double)q ? &low : &high) = middle;
    }
    return (double)low;
}

static void a_relief_valve_decides_the_pressure_of_a_pump(void **state)
{
    (void)state;
    static const char *const flows[] = {"1e-6", "1e-4", "1e-3"};
    static const char *const documents[] = {DOCUMENT(LINE, PUMP("1e-6") "," RELIEF("line")),
                                            DOCUMENT(LINE, PUMP("1e-4") "," RELIEF("line")),
                                            DOCUMENT(LINE, PUMP("1e-3") "," RELIEF("line"))};
    for (int i = 0; i < 3; i++) {
        struct opened o = start(documents[i]);
        assert_near(circuit_get(&o.live, "line.p"), 1e5 + relief_drop(strtod(flows[i], NULL)), 1e-3);
        assert_near(circuit_get(&o.live, "relief.flow"), strtod(flows[i], NULL), 1e-12);
        close_opened(&o);
    }
}

/* Fully open: dp = (q/C)^2 = 1.6e7 Pa. */
static void a_relief_valve_that_is_too_small_decides_it_too(void **state)
{
    (void)state;
    struct opened o = start(DOCUMENT(LINE, PUMP("4e-3") "," RELIEF("line")));
    assert_near(circuit_get(&o.live, "line.p"), 1e5 + 1.6e7, 1e-3);
    close_opened(&o);
}

/* An orifice on the way to it takes (q/C)^2 = 2.5e5 Pa, above its laminar drop. */
static void a_relief_valve_decides_all_pressures_before_it(void **state)
{
    (void)state;
    struct opened o = start(
        DOCUMENT(LINE "," FAR,
                 PUMP("1e-4") "," RELIEF("far") ", \"orifices\": {\"throttle\": {\"from\": \"line\", \"to\": \"far\","
                                                " \"flow_coefficient\": 2e-7}}"));
    const double far = 1e5 + relief_drop(1e-4);
    assert_near(circuit_get(&o.live, "far.p"), far, 1e-3);
    assert_near(circuit_get(&o.live, "line.p"), far + 2.5e5, 1e-3);
    close_opened(&o);
}

/* Where a pump takes oil out, the check valve from the tank opens: C dp/span sqrt(dp) = q with dp = 1e4 Pa, span 1e4. */
static void a_check_valve_feeds_what_a_pump_takes(void **state)
{
    (void)state;
    struct opened o =
        start(DOCUMENT(LINE, "\"flow_sources\": {\"pump\": {\"from\": \"line\", \"to\": \"tank\", \"flow\": 1e-4}},"
                             " \"pressure_valves\": {\"feed\": {\"type\": \"check\", \"from\": \"tank\","
                             "   \"to\": \"line\", \"span\": 1e4, \"laminar_drop\": 1, \"flow_coefficient\": 1e-6}}"));
    assert_near(circuit_get(&o.live, "line.p"), 1e5 - 1e4, 1e-3);
    close_opened(&o);
}

/* The pump's line by the relief valve, A by the force: p_A = (F + area_B p_B)/area_A with p_B, which is trapped and given. */
#define VALVE                                                                                                          \
    "\"valves\": {\"valve\": {\"flow_coefficient\": 1e-7, \"command\": 0, \"paths\": ["                                \
    " {\"from\": \"line\", \"to\": \"A\", \"gain\": 1, \"offset\": -0.1},"                                             \
    " {\"from\": \"B\", \"to\": \"tank\", \"gain\": 1, \"offset\": -0.1}]}}"
#define RAM                                                                                                            \
    "\"cylinders\": {\"ram\": {\"A\": \"A\", \"B\": \"B\", \"areas\": [2e-3, 1e-3], \"stroke\": 0.5,"                  \
    " \"start_length\": 0.2, \"force\": 6000}}"
#define CHAMBERS                                                                                                       \
    "\"A\": {\"type\": \"volume\"}, \"B\": {\"type\": \"volume\", \"start\": \"given\", \"start_pressure\": 2e6}"
static const char press[] = DOCUMENT(LINE "," CHAMBERS, PUMP("1e-4") "," RELIEF("line") "," VALVE "," RAM);

static void a_press_starts_with_the_pump_at_its_relief_pressure(void **state)
{
    (void)state;
    struct opened o = start(press);
    assert_near(circuit_get(&o.live, "line.p"), 1e5 + relief_drop(1e-4), 1e-3);
    assert_near(circuit_get(&o.live, "A.p"), (6000 + 1e-3 * 2e6) / 2e-3, 1e-3);
    assert_near(circuit_get(&o.live, "B.p"), 2e6, 0);
    close_opened(&o);
}

static void assert_no_start(const char *text, const char *why)
{
    struct opened o = open_text(text);
    assert_false(model_instance_initialize(&o.live, 0, &report));
    if (!strstr(report.text, why))
        fail_msg("\"%s\" is not in: %s", why, report.text);
    close_opened(&o);
}

/* Nothing flows, and no valve would open: any pressure up to the relief valve's is an equilibrium. */
static void a_trapped_pressure_is_still_told(void **state)
{
    (void)state;
    assert_no_start(DOCUMENT(LINE, PUMP("0") "," RELIEF("line")),
                    "volumes.line: the equilibrium does not determine its pressure (it is trapped)");
    char *text = circuit_changed(press, "\"start\": \"given\", ", "");
    assert_no_start(text, "the equilibrium does not determine its pressure (it is trapped)");
    free(text);
}

static void a_flow_without_a_way_out_is_told(void **state)
{
    (void)state;
    assert_no_start(DOCUMENT(LINE "," FAR, PUMP("1e-4") ", \"orifices\": {\"throttle\": {\"from\": \"line\","
                                                        " \"to\": \"far\", \"flow_coefficient\": 2e-7}}"),
                    "volumes.line: there is no equilibrium: more oil flows into it than finds a way out");
    assert_non_null(strstr(report.text, ", most through flow_sources.pump; close what feeds it, or give it a way out"));
    assert_no_start(DOCUMENT(LINE, PUMP("-1e-9")),
                    "volumes.line: there is no equilibrium: more oil is taken out of it than flows in");
    assert_non_null(strstr(report.text, ", most through flow_sources.pump; close what takes it, or feed it"));
}

/* A force of 60 kN needs 31 MPa in A, where 2 MPa are in B. The holding valve opens at 20 MPa of p_A + 4 p_B, by 19 of its 40 MPa, and lets
 * 1e-7 19/40 sqrt(31 MPa) out to line, which the tank's pressure is given to. */
#define HOLDING(valve, line)                                                                                           \
    DOCUMENT("\"line\": {\"type\": \"volume\", \"volume\": 1e-3, \"start\": \"given\", \"start_pressure\": " line      \
             "}, " CHAMBERS,                                                                                           \
             "\"pressure_valves\": {\"holding\": {" valve ", \"flow_coefficient\": 1e-7, \"laminar_drop\": 1e3}}, "    \
             "\"orifices\": {\"bleed\": {\"from\": \"line\", \"to\": \"tank\", \"flow_coefficient\": 1e-9}}, "         \
             "\"cylinders\": {\"ram\": {\"A\": \"A\", \"B\": \"B\", \"areas\": [2e-3, 1e-3], \"stroke\": 0.5,"         \
             " \"start_length\": 0.2, \"force\": 60000}}")
static void a_flow_at_rest_is_told_with_its_sense_and_its_element(void **state)
{
    (void)state;
    char expected[400];
    snprintf(expected, sizeof expected,
             "volumes.A: there is no equilibrium: %.6g m3/s flow out of it at rest, most through "
             "pressure_valves.holding (a lower start_pressure of B closes it); close that, or give the volume a "
             "start_pressure with \"start\": \"given\"",
             1e-7 * 19 / 40 * sqrt(31e6 - 1e6));
    assert_no_start(HOLDING("\"type\": \"counterbalance\", \"from\": \"A\", \"to\": \"line\", \"pilot\": \"B\", "
                            "\"setting\": 20e6, \"ratio\": 4, \"span\": 40e6, \"vented\": true",
                            "1e6"),
                    expected);
    /* The same, opened by what is missing: a higher pressure closes it; and flow into A. */
    snprintf(expected, sizeof expected, "volumes.A: there is no equilibrium: %.6g m3/s flow into it at rest, most",
             1e-7 * sqrt(40e6 - 31e6));
    assert_no_start(HOLDING("\"type\": \"general\", \"from\": \"line\", \"to\": \"A\", \"pilots\": [{\"node\": \"B\", "
                            "\"weight\": 2}], \"normally_open\": true, \"setting\": 4.5e6",
                            "40e6"),
                    expected);
    assert_non_null(strstr(report.text, "(a higher start_pressure of B closes it)"));
}

/* ---- shafts that a torque drives ---- */

#define WINCH(more)                                                                                                    \
    "\"motors\": {\"winch\": {\"from\": \"line\", \"to\": \"tank\", \"displacement\": 2e-5, \"torque\": -300, "        \
    "\"inertia\": 1" more "}}"

/* A load hangs on a drum behind a closed valve: p = p_tank + T/D. The torque is along the rotation, so that -300 Nm want to turn it back. */
static void the_torque_on_a_shaft_decides_a_trapped_pressure(void **state)
{
    (void)state;
    struct opened o = start(DOCUMENT(LINE, WINCH("")));
    assert_near(circuit_get(&o.live, "line.p"), 1e5 + 300 / 2e-5, 1e-3);
    assert_near(circuit_get(&o.live, "der(winch.speed)"), 0, 1e-8);
    assert_near(circuit_get(&o.live, "der(line.p)"), 0, 1e-3);
    close_opened(&o);
}

/* A pump against a relief valve keeps its speed where the torque is D dp; any other one speeds it up, by so much. */
static struct opened pump_of_torque(double torque)
{
    char text[900];
    snprintf(text, sizeof text,
             DOCUMENT("%s", "%s, \"pumps\": {\"feeder\": {\"from\": \"tank\", \"to\": \"line\", \"displacement\": "
                            "1e-6, \"torque\": %.17g, \"inertia\": 1, \"start_speed\": 100}}"),
             LINE, RELIEF("line"), torque);
    return open_text(text);
}

static void a_shaft_that_would_speed_up_is_told(void **state)
{
    (void)state;
    struct opened o = pump_of_torque(1e-6 * relief_drop(1e-4));
    assert_true(model_instance_initialize(&o.live, 0, &report));
    assert_near(circuit_get(&o.live, "line.p"), 1e5 + relief_drop(1e-4), 1e-3);
    close_opened(&o);
    o = pump_of_torque(40);
    assert_false(model_instance_initialize(&o.live, 0, &report));
    char expected[300];
    snprintf(expected, sizeof expected,
             "pumps.feeder: there is no equilibrium: the pressures leave over %.6g N m of the torque of 40 N m on its "
             "shaft, which would speed up or slow down from 100 rad/s; change the torque or the start_speed, or begin "
             "with \"start\": \"given\"",
             40 - 1e-6 * relief_drop(1e-4));
    assert_string_equal(report.text, expected);
    close_opened(&o);
}

/* The ram pulls 6000 N with 2 MPa on its rod's side, which gives 2000 N: side A would need (-6000 + 2000)/2e-3 Pa, and the rod's side at
 * least 6000/1e-3 Pa. */
static void a_cylinder_that_would_have_to_suck_is_told_with_what_helps(void **state)
{
    (void)state;
    char *text = circuit_changed(press, "\"force\": 6000", "\"force\": -6000");
    assert_no_start(text,
                    "cylinders.ram: to hold -6000 N with 2e+06 Pa in B, A would need -2e+06 Pa, which no oil has: a "
                    "start_pressure of B above 6e+06 Pa would help");
    free(text);
}

static void the_tolerance_of_the_experiment_is_that_of_the_solver(void **state)
{
    (void)state;
    static const char *const texts[] = {
        DOCUMENT(LINE, PUMP("1e-4") ", " RELIEF("line")),
        DOCUMENT(LINE, PUMP("1e-4") ", " RELIEF("line") ", \"experiment\": {\"tolerance\": 1e-4}")};
    for (int i = 0; i < 2; i++) {
        struct opened o = open_text(texts[i]);
        assert_near(circuit_get(&o.live, "rel_tol"), i ? 1e-4 : 1e-8, 0);
        assert_near(circuit_get(&o.live, "abs_tol"), i ? 1e-4 : 1e-8, 0);
        close_opened(&o);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_relief_valve_decides_the_pressure_of_a_pump),
        cmocka_unit_test(a_relief_valve_that_is_too_small_decides_it_too),
        cmocka_unit_test(a_relief_valve_decides_all_pressures_before_it),
        cmocka_unit_test(a_check_valve_feeds_what_a_pump_takes),
        cmocka_unit_test(a_press_starts_with_the_pump_at_its_relief_pressure),
        cmocka_unit_test(a_trapped_pressure_is_still_told),
        cmocka_unit_test(a_flow_without_a_way_out_is_told),
        cmocka_unit_test(a_flow_at_rest_is_told_with_its_sense_and_its_element),
        cmocka_unit_test(the_torque_on_a_shaft_decides_a_trapped_pressure),
        cmocka_unit_test(a_shaft_that_would_speed_up_is_told),
        cmocka_unit_test(a_cylinder_that_would_have_to_suck_is_told_with_what_helps),
        cmocka_unit_test(the_tolerance_of_the_experiment_is_that_of_the_solver),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
