/* Circuits that make no sense: each one is refused with its place in the file, what is wrong and what was expected. */
#include "tests/testing.h"

#include "tests/fmu_hydraulics/circuit_files.h"

#include <stdlib.h>
#include <string.h>

static const struct {
    const char *old, *new; /* the change in benchmarks/circuits/lut2-four-bar.json */
    const char *message;   /* behind "circuit.json:" */
} rows[] = {
    {"\"V2\": {\"type\": \"volume\"},",
     "\"V2\": {\"type\": \"volume\"}, \"V4\": {\"type\": \"volume\", \"volume\": 1e-4},",
     "20: nodes.V4: nothing is connected to it: an orifice, valve, cylinder, flow source, pump, motor or line "
     "expected"},
    {"\"V2\": {\"type\": \"volume\"},",
     "\"V2\": {\"type\": \"volume\"}, \"pump\": {\"type\": \"pump\", \"pressure\": 5e6},",
     "20: nodes.pump: is given twice, first in line 17"},
    {"\"cylinders\": {", "\"flow_sources\": {\"leak\": {\"to\": \"tank\", \"flow\": 1e-5}}, \"cylinders\": {",
     "44: flow_sources.leak: neither of its ends is a volume: the pressures of pumps and tanks are given, no flow "
     "changes "
     "them"},
    {"\"retracted_length\": 1.43", "\"retracted_length\": 0.7",
     "45: cylinders.cylinder: the retracted length, 0.7 m, is shorter than the stroke of 0.9 m: the rod would not fit "
     "into the barrel"},
    {"\"command\": {\"type\": \"steps\", \"time\": [0, 1, 2.5, 5, 8], \"value\": [0, \"U_ref\", 0, \"-U_ref\", 0]}",
     "\"start\": \"command\"",
     "32: valves.valve: it has no command: a law (\"command\": ...) or an input (\"input\": true) expected"},
    {"\"p_P\": 7.6e6", "\"p_P\": 7.6", "17: nodes.pump.pressure: 7.6 Pa is not within 10000 and 1e+09"},
    {"\"B_oil\": 1500e6", "\"B_oil\": 1500", "15: fluid.bulk_modulus: 1500 Pa is not within 1e+06 and 1e+13"},
    {"\"d_2\": 0.08", "\"d_2\": 80", "47: cylinders.cylinder.areas[1]: 5026.548246 m2 is not within 1e-09 and 10"},
    {"\"V_h2\": 3.14e-5", "\"V_h2\": 31.4", "25: hoses.hose2.volume: 31.4 m3 is not within 1e-09 and 10"},
    {"\"tau\": 0.0045", "\"tau\": 4500", "34: valves.valve.time_constant: 4500 s is not within 1e-06 and 100"},
    {"\"from\": \"V1\", \"to\": \"V2\"", "\"from\": \"V1\", \"to\": \"V1\"",
     "29: orifices.throttle: it begins and ends at \"V1\": two different nodes expected"},
    {"\"from\": \"V1\", \"to\": \"V2\"", "\"from\": \"V1\", \"to\": \"v2\"",
     "29: orifices.throttle.to: there is no \"v2\" among the nodes; did you mean \"V2\"?"},
    {"\"discharge\": \"C_d\", \"area\": \"A_t\"",
     "\"discharge\": \"C_d\", \"area\": \"A_t\", \"flow_coefficient\": 1e-6",
     "29: orifices.throttle: either a flow_coefficient or an area expected, not both"},
    {"\"discharge\": \"C_d\", \"area\": \"A_t\"", "\"discharge\": \"C_d\"",
     "29: orifices.throttle: either a flow_coefficient or an area expected"},
    {"\"area\": \"A_t\", \"laminar_drop\": 2e5", "\"area\": \"A_t\", \"laminar_drop\": 0",
     "29: orifices.throttle: without a laminar range the flow has an infinite slope where it changes its direction; "
     "give a laminar_drop (2e5 Pa in the papers)"},
    {"\"at\": \"V2\"", "\"at\": \"tank\"",
     "25: hoses.hose2: a hose is a part of a volume, and \"tank\" is a pump or a tank"},
    {"\"stroke\": \"l\", \"retracted_length\": 1.43", "\"stroke\": \"l\"",
     "45: cylinders.cylinder: either a retracted_length or a start_length expected: where is the piston?"},
    {"\"retracted_length\": 1.43", "\"retracted_length\": 1.43, \"start_length\": 0.3",
     "45: cylinders.cylinder: either a retracted_length or a start_length expected, not both"},
    {"\"F_s\": 830", "\"F_s\": 83",
     "45: cylinders.cylinder: static friction F_s = 83 N is below Coulomb friction F_c = 210 N"},
    {"\"type\": \"Brown-McPhee\",\n        \"F_c\": 210, \"F_s\": 830, \"v_s\": 0.0125, \"xi\": 50,\n        "
     "\"sigma0\": \"sqrt(54)*1e6\",",
     "\"type\": \"LuGre\",\n        \"F_c\": 210, \"F_s\": 830, \"v_s\": 0.0125, \"xi\": 50,\n       ",
     "49: cylinders.cylinder.friction: LuGre friction needs the member \"sigma0\" (stiffness of the bristles (LuGre), "
     "in N/m)"},
    {"\"limits\": [-10, 10]", "\"limits\": [10, -10]",
     "32: valves.valve: the spool's limits, 10 and -10, are the wrong way round"},
    {"\"start_pressure\": 3.5e6, \"start\": \"given\"", "\"start\": \"given\"",
     "21: nodes.V3: \"start\": \"given\" needs a start_pressure"},
    {"\"hose1\"", "\"throttle\"", "29: orifices.throttle: the name \"throttle\" is taken already, by hoses.throttle"},
    {"\"name\": \"Lut2Circuit\"", "\"name\": \"lut2-circuit\"",
     "4: name: \"lut2-circuit\" is no name for a model: letters, digits and _ expected, a letter first"},
    {"\"stroke\": \"l\"", "\"strok\": \"l\"", "48: cylinders.cylinder.strok: unknown member; did you mean \"stroke\"?"},
    {"\"fluid\": {\"type\": \"constant\", \"bulk_modulus\": \"B_oil\"",
     "\"fluid\": {\"type\": \"polynomial\", \"bulk_modulus\": \"B_oil\"",
     "15: fluid.bulk_modulus: this member has no meaning where \"type\" is \"polynomial\" (only for: constant|oil and "
     "air)"},
    {"\"time\": [0, 1, 2.5, 5, 8]", "\"time\": [0, 1, 5, 2.5, 8]",
     "41: valves.valve.command.time[4]: 2.5 s is before 5 s: the times must ascend"},
    {"\"type\": \"Brown-McPhee\"", "\"type\": \"Brown McPhee\"",
     "50: cylinders.cylinder.friction.type: unknown word \"Brown McPhee\"; did you mean \"Brown-McPhee\"?"},
    {"\"wall_modulus\": \"B_c\"", "\"dead_lengths\": [0, -0.1]",
     "48: cylinders.cylinder.dead_lengths[2]: -0.1 m is not within 0 and 100"},
    {"\"from\": \"V1\", \"to\": \"tank\", \"gain\": -1", "\"from\": \"pump\", \"to\": \"V1\", \"gain\": -1",
     "38: valves.valve.paths[3]: a second path from \"pump\" to \"V1\""},
};

static void nonsense_is_told(void **state)
{
    (void)state;
    char *text = circuit_file("lut2-four-bar.json");
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char *changed = circuit_changed(text, rows[i].old, rows[i].new), expected[700];
        struct notation_error error = {""};
        struct circuit_model *model = circuit_model_open(changed, strlen(changed), "circuit.json", &error);
        if (model)
            fail_msg("accepted: %s", rows[i].new);
        snprintf(expected, sizeof expected, "circuit.json:%s", rows[i].message);
        assert_string_equal(error.text, expected);
        free(changed);
    }
    free(text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(nonsense_is_told)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
