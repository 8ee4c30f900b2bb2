/* Wrong use of valves that pressures open, pumps and motors, accumulators, lines and spools: each is refused with its place in the file, what is wrong
 * and what was expected. */
#include "tests/testing.h"

#include "tests/fmu_hydraulics/circuit_files.h"

#include <stdlib.h>
#include <string.h>

static const struct {
    const char *old, *new; /* the change in docs/circuits/load-sensing.json */
    const char *message;   /* behind "circuit.json:LINE: " */
} rows[] = {
    {"\"ratio\": 4, ", "",
     "pressure_valves.holding: the member \"ratio\" is missing: area of the pilot's piston over that of the seat"},
    {"\"ratio\": 4, ", "\"ratio\": 400, ", "pressure_valves.holding.ratio: 400 is not within 0.1 and 100"},
    {"\"setting\": \"180 bar\"", "\"setting\": \"180 mm\"",
     "pressure_valves.holding.setting: \"180 mm\" has the wrong unit: Pa expected, or a unit that can be converted to "
     "it"},
    {"\"setting\": \"180 bar\"", "\"setting\": 180",
     "pressure_valves.holding.setting: 180 Pa is not within 10000 and 1e+09"},
    {"\"pilot\": \"top\"", "\"pilot\": \"tap\"",
     "pressure_valves.holding.pilot: there is no \"tap\" among the nodes; did you mean \"top\"?"},
    {"\"type\": \"counterbalance\"", "\"type\": \"counterbalanced\"",
     "pressure_valves.holding.type: unknown word \"counterbalanced\"; did you mean \"counterbalance\"?"},
    {"\"type\": \"compensator\", \"from\"", "\"type\": \"sequence\", \"vented\": true, \"from\"",
     "pressure_valves.compensator.vented: this member has no meaning where \"type\" is \"sequence\" (only for: "
     "counterbalance)"},
    {"\"type\": \"compensator\", \"from\"", "\"type\": \"compensator\", \"cracking_pressure\": 1e5, \"from\"",
     "pressure_valves.compensator.cracking_pressure: this member has no meaning where \"type\" is \"compensator\" "
     "(only "
     "for: check|relief|counterbalance|pilot-operated check)"},
    {"\"A\": \"line\", \"B\": \"swing\"", "\"A\": \"line\", \"B\": \"line\"",
     "pressure_valves.sensing: \"A\", \"B\" and \"to\" must be three different nodes"},
    {"\"type\": \"sequence\", \"from\": \"swing\", \"to\": \"tank\", \"drain\": \"tank\"",
     "\"type\": \"general\", \"from\": \"swing\", \"to\": \"tank\", \"pilots\": []",
     "pressure_valves.unload.pilots: at least one pressure expected that acts on the valve"},
    {"\"type\": \"sequence\", \"from\": \"swing\", \"to\": \"tank\", \"drain\": \"tank\"",
     "\"type\": \"sequence\", \"from\": \"swing\", \"to\": \"swing\"",
     "pressure_valves.unload: it begins and ends at \"swing\": two different nodes expected"},
    {"\"speed\": \"n\", ", "",
     "pumps.pump: nothing drives it: a speed or a torque expected, a law or an input (\"speed_input\": true)"},
    {"\"speed\": \"n\", ", "\"speed\": \"n\", \"torque\": 5, ",
     "pumps.pump: either a speed or a torque drives it, not both"},
    {"\"speed\": \"n\", ", "\"speed\": \"1800 1/min\", ",
     "pumps.pump.speed: \"1800 1/min\" has the wrong unit: rad/s expected, or a unit that can be converted to it"},
    {"\"71 cm3/rev\"", "\"71 cm3\"",
     "pumps.pump.displacement: \"71 cm3\" has the wrong unit: m3/rad expected, or a unit that can be converted to it"},
    {"\"displacement\": \"71 cm3/rev\"", "\"displacement\": 71",
     "pumps.pump.displacement: 71 m3/rad is not within 1e-10 and 1"},
    {"\"volumetric_efficiency\": \"95 %\"", "\"volumetric_efficiency\": 95",
     "pumps.pump.volumetric_efficiency: 95 is not within 0.01 and 1"},
    {"\"nominal_pressure\": \"250 bar\", \"nominal_speed\": \"n\",", "",
     "pumps.pump: a volumetric efficiency below 1 needs the nominal_pressure and the nominal_speed at which it holds"},
    {"\"sense\": \"sensed\", \"margin\"", "\"sense\": \"senses\", \"margin\"",
     "pumps.pump.sense: there is no \"senses\" among the nodes; did you mean \"sensed\"?"},
    {"\"inertia\": \"4 kg.m2\",", "",
     "motors.swing_motor: where a torque drives it, its shaft needs an inertia (kg.m2)"},
    {"\"from\": \"swing\", \"to\": \"tank\", \"displacement\"",
     "\"from\": \"swing\", \"to\": \"tank\", \"cutoff\": 1e7, \"displacement\"",
     "motors.swing_motor.cutoff: unknown member; known here: from, to, displacement"},
    {"\"at\": \"bottom\", \"volume\": \"0.7 l\"", "\"at\": \"tank\", \"volume\": \"0.7 l\"",
     "accumulators.damper: an accumulator is a part of a volume, and \"tank\" is a pump or a tank"},
    {"\"precharge\": \"40 bar\"", "\"precharge\": \"40 bar\", \"exponent\": 0.7",
     "accumulators.damper.exponent: 0.7 is not within 1 and 5"},
    {"\"diameter\": \"25 mm\"", "\"diameter\": 25", "lines.pipe.diameter: 25 m is not within 0.0001 and 10"},
    {"\"from\": \"outlet\", \"to\": \"supply\", \"length\"", "\"from\": \"outlet\", \"to\": \"outlet\", \"length\"",
     "lines.pipe: it begins and ends at \"outlet\": two different nodes expected"},
    {"\"natural_frequency\": \"12 Hz\"", "\"natural_frequency\": \"12 Hz\", \"time_constant\": 0.01",
     "valves.boom: either a time_constant or a natural_frequency expected, not both"},
    {"\"natural_frequency\": \"12 Hz\", ", "",
     "valves.boom: damping belongs to a spool of second order: give it a natural_frequency"},
    {"\"natural_frequency\": \"12 Hz\", \"damping\": 0.9, ", "",
     "valves.boom: a rate_limit needs a spool that moves: give it a time_constant or a natural_frequency"},
    {"\"positions\": [0.05, 0.2, 1], \"areas\": [0, \"5 mm2\", \"50 mm2\"]",
     "\"positions\": [0.05, 0.2], \"areas\": [0, 1e-6, 2e-6]",
     "valves.boom.paths[1]: as many positions as areas expected: 2 and 3"},
    {"\"positions\": [0.05, 0.2, 1], \"areas\": [0, \"5 mm2\", \"50 mm2\"]",
     "\"positions\": [0.05, 0.2, 0.1], \"areas\": [0, 1e-6, 2e-6]",
     "valves.boom: the positions in the table of path section_line must ascend: 0.1 follows 0.2"},
    {"\"positions\": [0.05, 0.2, 1], \"areas\": [0, \"5 mm2\", \"50 mm2\"]", "\"gain\": 1",
     "valves.boom: where a path has a table of areas, all paths have one, and the valve has neither an area nor a "
     "flow_coefficient"},
    {"\"area\": \"6 mm2\", \"opening\": {", "\"area\": \"6 mm2\", \"openings\": {",
     "orifices.swing_throttle.openings: unknown member; did you mean \"opening\"?"},
    {"\"to\": 0.8}", "\"to\": \"0.8 bar\"}",
     "orifices.swing_throttle.opening.to: \"0.8 bar\" has a unit: a pure number expected"},
    {"\"name\": \"LoadSensing\",", "\"name\": \"LoadSensing\", \"outputs\": [\"bleed.flow\", \"pump.los\"],",
     "outputs[2]: there is no variable \"pump.los\" that could be an output: flows are called NAME.flow, losses "
     "NAME.loss, and so on"},
    {"\"name\": \"LoadSensing\",", "\"name\": \"LoadSensing\", \"outputs\": [\"*.lost\"],",
     "outputs[1]: there is no variable \"*.lost\" that could be an output"},
};

static void wrong_use_is_refused(void **state)
{
    (void)state;
    char *text = circuit_file("../../docs/circuits/load-sensing.json");
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char *changed = circuit_changed(text, rows[i].old, rows[i].new);
        struct notation_error error = {""};
        if (circuit_model_open(changed, strlen(changed), "circuit.json", &error))
            fail_msg("accepted: %s", rows[i].new);
        const char *message = strchr(error.text, ' ');
        if (!message || strncmp(message + 1, rows[i].message, strlen(rows[i].message)) != 0)
            fail_msg("%s\n instead of\n%s", error.text, rows[i].message);
        free(changed);
    }
    free(text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(wrong_use_is_refused)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
