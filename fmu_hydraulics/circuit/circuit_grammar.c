#include "fmu_hydraulics/circuit/circuit_grammar.h"
#include "piston/friction_grammar.h"
#include "notation/model_grammar.h"

static const char *const documents[] = {"circuit", NULL};
static const char *const couplings[] = {"force", "pressures", NULL}; /* enum circuit_coupling */
static const char *const fluid_kinds[] = {"constant", "polynomial", "oil and air", "HLP 46",
                                          NULL}; /* enum circuit_fluid_kind */
static const char *const pressure_kinds[] = {"absolute", "gauge", NULL};
static const char *const node_kinds[] = {"volume", "pump", "tank", NULL}; /* NODE_TYPE_... */
static const char *const starts[] = {"equilibrium", "given", NULL};       /* START_..._WORD */
static const char *const spool_starts[] = {"command", "given", "equilibrium",
                                           NULL};              /* start_kind of struct circuit_valve */
static const char *const counts[] = {"added", "scaled", NULL}; /* COUNTS_... */
static const char *const poppet_kinds[] = {
    "check",       "relief",  "general", "counterbalance", "pilot-operated check", "pressure reducing", "sequence",
    "compensator", "shuttle", NULL}; /* POPPET_..., VALVE_... */

#define AT_NODE .refers_to = "nodes", .required = true
/* Limits tell units in the wrong power of ten: MPa or bar for Pa, cm2 for m2, litres for m3. */
#define PRESSURE .unit = "Pa", .min = 0, .max = 1e9
#define MODULUS  .unit = "Pa", .min = 1e6, .max = 1e13
#define AREA     .unit = "m2", .min = 1e-9, .max = 10
#define VOLUME   .unit = "m3", .min = 0, .max = 10
#define LENGTH   .unit = "m", .min = 1e-4, .max = 100
#define TUNABLE  .tunable = true /* flows follow from it, not where anything is or how much oil there is */

/* clang-format off */
static const struct grammar_member fluid_members[] = {
    {"type", GRAMMAR_WORD, "law of the bulk modulus: the same at every pressure; (1 + a p + b p^2)/(a + 2 b p); oil with air, which may cavitate; HLP 46 with air",
     .words = fluid_kinds, .required = true},
    {"bulk_modulus", GRAMMAR_NUMBER, "bulk modulus of the oil itself (oil and air: under the atmosphere)", MODULUS, .required = true,
     .only_for = "constant|oil and air"},
    {"modulus_slope", GRAMMAR_NUMBER, "how its secant modulus grows with the pressure", .initially = "5.6", .min = 1, .max = 100, .only_for = "oil and air"},
    {"temperature", GRAMMAR_NUMBER, "temperature", .unit = "K", .initially = "313.15", .min = 233.15, .max = 423.15, .only_for = "HLP 46"},
    {"entrained_air", GRAMMAR_NUMBER, "bubbles, as a part of the volume under the atmosphere", .initially = "0.005", .min = 1e-6, .max = 0.5,
     .only_for = "oil and air|HLP 46"},
    {"dissolved_air", GRAMMAR_NUMBER, "air that comes out of solution below the pressure of saturation, as a part of the oil's volume under the atmosphere",
     .initially = "0.09", .max = 1, .only_for = "oil and air|HLP 46"},
    {"saturation_pressure", GRAMMAR_NUMBER, "absolute pressure below which dissolved air comes out", .unit = "Pa", .initially = "101325", .min = 100,
     .max = 1e7, .only_for = "oil and air|HLP 46"},
    {"exponent", GRAMMAR_NUMBER, "of the air's p V^n", .initially = "1.4", .min = 1, .max = 1.7, .only_for = "oil and air|HLP 46"},
    {"a", GRAMMAR_NUMBER, "compressibility of the oil, linear coefficient", .unit = "1/Pa", .min = 1e-13, .max = 1e-6, .required = true,
     .only_for = "polynomial"},
    {"b", GRAMMAR_NUMBER, "compressibility of the oil, quadratic coefficient", .unit = "1/Pa2", .initially = "0", .only_for = "polynomial"},
    {"density", GRAMMAR_NUMBER, "density of the oil", .unit = "kg/m3", .min = 100, .max = 3000, .initially = "850",
     .only_for = "constant|polynomial|oil and air"},
    {"viscosity", GRAMMAR_NUMBER, "kinematic viscosity of the oil, for lines (46e-6 without it)", .unit = "m2/s", .min = 1e-7, .max = 1e-2,
     .only_for = "constant|polynomial|oil and air"},
    {"lowest_pressure", GRAMMAR_NUMBER, "absolute pressure below which the oil would cavitate: there a run ends", .unit = "Pa", .initially = "0",
     .min = -1e6, .max = 1e7, .only_for = "constant|polynomial"},
    GRAMMAR_END};

static const struct grammar_member node_members[] = {
    {"type", GRAMMAR_WORD, "a volume, whose pressure follows from the flows, or a pump or tank, whose pressure is given",
     .words = node_kinds, .required = true},
    {"volume", GRAMMAR_NUMBER, "size of the rigid part; hoses and cylinders' chambers come on top", VOLUME, .initially = "0",
     .only_for = "volume"},
    {"start_pressure", GRAMMAR_NUMBER, "pressure at the start, or a guess for it", PRESSURE, .only_for = "volume"},
    {"start", GRAMMAR_WORD, "whether the equilibrium decides the pressure at the start, or start_pressure (a trapped pressure)",
     .words = starts, .initially = "equilibrium", .only_for = "volume"},
    {"pressure", GRAMMAR_LAW, "pressure over time", .unit = "Pa", .min = 1e4, .max = 1e9, .required = true, .only_for = "pump"},
    {"pressure", GRAMMAR_LAW, "pressure over time", .unit = "Pa", .min = 0, .max = 1e8, .required = true, .only_for = "tank"},
    {"input", GRAMMAR_FLAG, "the pressure is an input, which starts as the law does", .initially = "false", .only_for = "pump|tank"},
    GRAMMAR_END};

static const struct grammar_member hose_members[] = {
    {"at", GRAMMAR_NAME, "volume that it is a part of", AT_NODE},
    {"volume", GRAMMAR_NUMBER, "size", .unit = "m3", .min = 1e-9, .max = 10, .required = true},
    {"bulk_modulus", GRAMMAR_NUMBER, "bulk modulus of its wall", MODULUS, .required = true},
    GRAMMAR_END};

#define ENDS                                                                                                           \
    {"from", GRAMMAR_NAME, "node that flow leaves", AT_NODE}, {"to", GRAMMAR_NAME, "node that flow enters", AT_NODE}
#define OPENING                                                                                                        \
    {"flow_coefficient", GRAMMAR_NUMBER, "C of the flow C sqrt(dp), in m3/(s sqrt(Pa)); or give an area", .min = 1e-14, .max = 1e-2, TUNABLE}, \
    {"area", GRAMMAR_NUMBER, "area: C is then discharge area sqrt(2/density)", AREA, TUNABLE},                         \
    {"discharge", GRAMMAR_NUMBER, "discharge coefficient of the area", .initially = "0.7", .min = 0.01, .max = 2, TUNABLE},     \
    {"laminar_drop", GRAMMAR_NUMBER, "pressure drop below which the flow is proportional to it", .unit = "Pa", .initially = "2e5",    \
     .max = 1e8}

static const struct grammar_member orifice_members[] = {
    ENDS, OPENING,
    {"one_way", GRAMMAR_FLAG, "no flow back", .initially = "false"},
    {"opening", GRAMMAR_LAW, "how far it is open over time, within 0 and 1; without it fully", .min = 0, .max = 1},
    {"input", GRAMMAR_FLAG, "the opening is an input, which starts as the law does (without one at 0)", .initially = "false"},
    GRAMMAR_END};

static const struct grammar_member pilot_members[] = {
    {"node", GRAMMAR_NAME, "node whose pressure acts on the valve", AT_NODE},
    {"weight", GRAMMAR_NUMBER, "its area, as a part of the one that the setting is for; negative: it works against opening", .required = true},
    GRAMMAR_END};

/* Words of types, as only_for wants them. */
#define OTHERS    "general|counterbalance|pilot-operated check|pressure reducing|sequence|compensator|shuttle"
#define TWO_ENDED "check|relief|general|counterbalance|pilot-operated check|pressure reducing|sequence|compensator"

static const struct grammar_member poppet_members[] = {
    {"type", GRAMMAR_WORD, "kind of valve: all are opened by pressures against a spring", .words = poppet_kinds, .required = true},
    {"from", GRAMMAR_NAME, "node that flow leaves (of a counterbalance valve: the load)", AT_NODE, .only_for = TWO_ENDED},
    {"to", GRAMMAR_NAME, "node that flow enters", AT_NODE},
    {"A", GRAMMAR_NAME, "one of the two nodes of which the higher pressure gets through", AT_NODE, .only_for = "shuttle"},
    {"B", GRAMMAR_NAME, "the other one", AT_NODE, .only_for = "shuttle"},
    OPENING,
    {"cracking_pressure", GRAMMAR_NUMBER, "pressure drop at which it opens", PRESSURE, .initially = "0", TUNABLE, .only_for = "check"},
    {"cracking_pressure", GRAMMAR_NUMBER, "pressure drop at which it opens", .unit = "Pa", .min = 1e4, .max = 1e9, .required = true,
     TUNABLE, .only_for = "relief"},
    {"cracking_pressure", GRAMMAR_NUMBER, "pressure drop at which its check valve opens", PRESSURE, .initially = "0",
     TUNABLE, .only_for = "counterbalance|pilot-operated check"},
    {"setting", GRAMMAR_NUMBER, "sum of weight times pressure at which it begins to open (to close, where it is normally open)", .unit = "Pa",
     .min = -1e9, .max = 1e9, .required = true, TUNABLE, .only_for = "general"},
    {"setting", GRAMMAR_NUMBER, "pressure at which it begins to open", .unit = "Pa", .min = 1e4, .max = 1e9, .required = true,
     TUNABLE, .only_for = "counterbalance|sequence"},
    {"setting", GRAMMAR_NUMBER, "pressure behind it (of a compensator: above the sensed one) at which it is closed", .unit = "Pa", .min = 1e4,
     .max = 1e9, .required = true, TUNABLE, .only_for = "pressure reducing|compensator"},
    {"span", GRAMMAR_NUMBER, "what it needs above that to be fully open", .unit = "Pa", .initially = "1e5", .min = 1, .max = 1e9,
     .only_for = "check|relief"},
    {"span", GRAMMAR_NUMBER, "change of pressure between closed and fully open", .unit = "Pa", .initially = "5e5", .min = 1, .max = 1e9,
     .only_for = OTHERS},
    {"pilot", GRAMMAR_NAME, "node whose pressure opens it", AT_NODE, .only_for = "counterbalance|pilot-operated check"},
    {"ratio", GRAMMAR_NUMBER, "area of the pilot's piston over that of the seat", .min = 0.1, .max = 100, .required = true,
     .only_for = "counterbalance|pilot-operated check"},
    {"vented", GRAMMAR_FLAG, "its spring's side is vented: the pressure behind it does not act", .initially = "false",
     .only_for = "counterbalance"},
    {"sense", GRAMMAR_NAME, "node whose pressure opens it, instead of `from`", .refers_to = "nodes", .only_for = "sequence"},
    {"sense", GRAMMAR_NAME, "node behind the opening across which it keeps the drop", AT_NODE, .only_for = "compensator"},
    {"drain", GRAMMAR_NAME, "node at its spring's side: the setting counts from there", .refers_to = "nodes",
     .only_for = "pressure reducing|sequence"},
    {"pilots", GRAMMAR_LIST, "pressures that act on it", .members = pilot_members, .required = true, .only_for = "general"},
    {"normally_open", GRAMMAR_FLAG, "pressures close it", .initially = "false", .only_for = "general"},
    {"one_way", GRAMMAR_FLAG, "no flow back", .initially = "false", .only_for = "general"},
    {"time_constant", GRAMMAR_NUMBER, "lag of the opening behind the pressures; without it there is none", .unit = "s", .min = 1e-6, .max = 100,
     .only_for = OTHERS},
    GRAMMAR_END};

static const struct grammar_member path_members[] = {
    ENDS,
    {"gain", GRAMMAR_NUMBER, "its opening is max(0, offset + gain U) at the spool's position U", .unit = ""},
    {"offset", GRAMMAR_NUMBER, "opening at U = 0; negative: overlap", .initially = "0"},
    {"positions", GRAMMAR_NUMBERS, "positions of the spool, ascending, instead of gain and offset", .length = 1},
    {"areas", GRAMMAR_NUMBERS, "area of the opening at each of them, straight between", .unit = "m2", .length = 1, .min = 0, .max = 10},
    GRAMMAR_END};

static const struct grammar_member valve_members[] = {
    OPENING,
    {"one_way", GRAMMAR_FLAG, "no flow against the direction of a path", .initially = "false"},
    {"paths", GRAMMAR_LIST, "what the spool opens", .members = path_members, .required = true},
    {"limits", GRAMMAR_VECTOR, "smallest and largest position of the spool", .length = 2},
    {"time_constant", GRAMMAR_NUMBER, "lag of the spool behind its command; without it the spool is at its command", .unit = "s",
     .min = 1e-6, .max = 100},
    {"natural_frequency", GRAMMAR_NUMBER, "of a spool of second order, instead of the time constant", .unit = "Hz", .min = 1e-3, .max = 1e5},
    {"damping", GRAMMAR_NUMBER, "damping ratio of a spool of second order (0.7 without it)", .min = 0.01, .max = 100},
    {"rate_limit", GRAMMAR_NUMBER, "largest velocity of the spool, in positions per second; without it there is no limit", .unit = "1/s", .min = 1e-6,
     .max = 1e9},
    {"command", GRAMMAR_LAW, "command over time", .unit = ""},
    {"input", GRAMMAR_FLAG, "the command is an input, which starts as the law does (without one at 0)", .initially = "false"},
    {"start", GRAMMAR_WORD, "where the spool starts: at its command, as start_position says, or where the equilibrium finds it",
     .words = spool_starts, .initially = "command"},
    {"start_position", GRAMMAR_NUMBER, "position of the spool at the start, or a guess for it", .initially = "0"},
    {"counts", GRAMMAR_WORD, "what a law means where the equilibrium finds the start U_0: the command is U_0 + law, or U_0 (1 + law)",
     .words = counts, .initially = "added"},
    GRAMMAR_END};

static const struct grammar_member cylinder_members[] = {
    {"A", GRAMMAR_NAME, "node at the piston's side, whose pressure makes it longer", AT_NODE},
    {"B", GRAMMAR_NAME, "node at the rod's side, whose pressure makes it shorter", AT_NODE},
    {"areas", GRAMMAR_VECTOR, "areas of the piston on sides A and B", .unit = "m2", .length = 2, .min = 1e-9, .max = 10, .required = true},
    {"stroke", GRAMMAR_NUMBER, "stroke", LENGTH, .required = true},
    {"retracted_length", GRAMMAR_NUMBER, "length of the cylinder, between its ends, with the piston at side A's end", LENGTH},
    {"start_length", GRAMMAR_NUMBER, "length of chamber A at the start, instead of retracted_length: whatever the cylinder's length is then",
     .unit = "m", .min = 0, .max = 100},
    {"dead_lengths", GRAMMAR_VECTOR, "lengths of the chambers that the piston never reaches", .unit = "m", .length = 2, .initially = "0",
     .max = 100},
    {"wall_modulus", GRAMMAR_NUMBER, "bulk modulus of the cylinder's wall; without it the wall is rigid", MODULUS},
    {"leakage", GRAMMAR_NUMBER, "flow past the piston per pressure difference", .unit = "m3/(s.Pa)", .initially = "0", .max = 1e-6, TUNABLE},
    {"friction", GRAMMAR_OBJECT, "friction of the seals", .members = friction_members},
    {"stops", GRAMMAR_OBJECT, "stops at both ends of the stroke", .members = stop_members},
    {"length", GRAMMAR_NUMBER, "start value of the input length, where nobody is connected", .unit = "m", .fixed = true},
    {"force", GRAMMAR_NUMBER, "start value of the input force_static, which the equilibrium holds", .unit = "N", .initially = "0",
     .fixed = true},
    GRAMMAR_END};

static const struct grammar_member flow_members[] = {
    {"from", GRAMMAR_NAME, "node that the flow leaves", .refers_to = "nodes", .or_word = "outside", .initially = "outside"},
    {"to", GRAMMAR_NAME, "node that the flow enters", .refers_to = "nodes", .or_word = "outside", .initially = "outside"},
    {"flow", GRAMMAR_LAW, "flow over time", .unit = "m3/s", .min = -10, .max = 10, .required = true},
    {"input", GRAMMAR_FLAG, "the flow is an input, which starts as the law does", .initially = "false"},
    GRAMMAR_END};

#define MACHINE                                                                                                        \
    {"displacement", GRAMMAR_NUMBER, "displacement at full setting", .unit = "m3/rad", .min = 1e-10, .max = 1, .required = true},       \
    {"volumetric_efficiency", GRAMMAR_NUMBER, "at nominal pressure and speed: the rest leaks, in proportion to the pressure", .initially = "1",   \
     .min = 0.01, .max = 1},                                                                                           \
    {"mechanical_efficiency", GRAMMAR_NUMBER, "at full setting: the rest of the torque is lost, in proportion to the pressure", .initially = "1", \
     .min = 0.01, .max = 1},                                                                                           \
    {"nominal_pressure", GRAMMAR_NUMBER, "pressure drop at which the volumetric efficiency holds", .unit = "Pa", .min = 1e4, .max = 1e9}, \
    {"nominal_speed", GRAMMAR_NUMBER, "speed at which the volumetric efficiency holds", .unit = "rad/s", .min = 0.01, .max = 1e5},   \
    {"speed", GRAMMAR_LAW, "speed of the shaft over time", .unit = "rad/s", .min = -1e5, .max = 1e5},                  \
    {"speed_input", GRAMMAR_FLAG, "the speed is an input, which starts as the law does (without one at 0)", .initially = "false"},   \
    {"torque", GRAMMAR_LAW, "torque on the shaft over time, instead of a speed", .unit = "N.m", .min = -1e8, .max = 1e8}, \
    {"torque_input", GRAMMAR_FLAG, "the torque is an input, which starts as the law does (without one at 0)", .initially = "false"}, \
    {"inertia", GRAMMAR_NUMBER, "moment of inertia of the shaft, where a torque drives it", .unit = "kg.m2", .min = 1e-9, .max = 1e6}, \
    {"start_speed", GRAMMAR_NUMBER, "speed at the start, where a torque drives it", .unit = "rad/s", .initially = "0", .min = -1e5, .max = 1e5}, \
    {"setting", GRAMMAR_LAW, "setting over time: displacement as a part of the full one", .min = -1, .max = 1},        \
    {"input", GRAMMAR_FLAG, "the setting is an input, which starts as the law does (without one at 0)", .initially = "false"},      \
    {"limits", GRAMMAR_VECTOR, "smallest and largest setting", .length = 2, .initially = "0 1", .min = -1, .max = 1},  \
    {"time_constant", GRAMMAR_NUMBER, "lag of the setting; without it there is none", .unit = "s", .min = 1e-6, .max = 100}

static const struct grammar_member pump_members[] = {
    {"from", GRAMMAR_NAME, "node that it draws from", AT_NODE},
    {"to", GRAMMAR_NAME, "node that it delivers to", AT_NODE},
    MACHINE,
    {"cutoff", GRAMMAR_NUMBER, "pressure control: pressure it delivers to at which the setting is 0", .unit = "Pa", .min = 1e4, .max = 1e9, TUNABLE},
    {"sense", GRAMMAR_NAME, "load sensing: node whose pressure it stays above by the margin", .refers_to = "nodes"},
    {"margin", GRAMMAR_NUMBER, "load sensing: pressure above the sensed one at which the setting is 0", .unit = "Pa", .initially = "2e6", .min = 1e4,
     .max = 1e8, TUNABLE},
    {"span", GRAMMAR_NUMBER, "what is missing to the cut-off or the margin at full setting", .unit = "Pa", .initially = "5e5", .min = 1, .max = 1e8},
    GRAMMAR_END};

static const struct grammar_member motor_members[] = {
    {"from", GRAMMAR_NAME, "node that drives it", AT_NODE},
    {"to", GRAMMAR_NAME, "node behind it", AT_NODE},
    MACHINE,
    GRAMMAR_END};

static const struct grammar_member accumulator_members[] = {
    {"at", GRAMMAR_NAME, "volume that it is a part of", AT_NODE},
    {"volume", GRAMMAR_NUMBER, "volume of the gas before any oil is in it", .unit = "m3", .min = 1e-7, .max = 10, .required = true},
    {"precharge", GRAMMAR_NUMBER, "pressure of the gas then", .unit = "Pa", .min = 1e4, .max = 1e9, .required = true},
    {"exponent", GRAMMAR_NUMBER, "of p V^n: 1 for slow changes, 1.4 for fast ones (nitrogen at moderate pressures)", .initially = "1.4", .min = 1,
     .max = 5},
    GRAMMAR_END};

static const struct grammar_member line_members[] = {
    ENDS,
    {"length", GRAMMAR_NUMBER, "length", .unit = "m", .min = 1e-3, .max = 1e4, .required = true},
    {"diameter", GRAMMAR_NUMBER, "inner diameter", .unit = "m", .min = 1e-4, .max = 10, .required = true},
    GRAMMAR_END};

static const struct grammar_member experiment_members[] = {
    MODEL_EXPERIMENT_ROWS("3"),
    GRAMMAR_END};

static const struct grammar_member include_members[] = {
    {"file", GRAMMAR_TEXT, "circuit file, seen from this one: its constants, nodes and elements are here as NAME_...", .required = true},
    {"constants", GRAMMAR_VALUES, "constants of that file that have another value here: numbers, or expressions over this file's constants", .initially = NULL},
    {"nodes", GRAMMAR_VALUES, "nodes of that file that are nodes of this one: its name there, and its name here", .initially = NULL},
    GRAMMAR_END};

static const struct grammar_member members[] = {
    {"type", GRAMMAR_WORD, "what the document describes", .words = documents, .required = true},
    {"name", GRAMMAR_TEXT, "name of the model: letters, digits and _, beginning with a letter", .required = true},
    {"description", GRAMMAR_TEXT, "what it is, in a line", .initially = ""},
    {"coupling", GRAMMAR_WORD, "who computes the cylinders' forces: this circuit, or the mechanism from the chambers' pressures; only that "
     "side carries friction and stops", .words = couplings, .initially = "force"},
    {"pressures", GRAMMAR_WORD, "what pressures of the file and of the model count from: nothing at all, or the atmosphere (101325 Pa)",
     .words = pressure_kinds, .initially = "absolute", .alike = true},
    {"include", GRAMMAR_MAP, "other circuits that are parts of this one, by name", .members = include_members},
    {"fluid", GRAMMAR_OBJECT, "the oil", .members = fluid_members, .required = true},
    {"nodes", GRAMMAR_MAP, "volumes of oil, pumps and tanks: places of one pressure", .members = node_members, .required = true,
     .or_word = "outside"},
    {"hoses", GRAMMAR_MAP, "parts of volumes whose walls give way", .members = hose_members},
    {"orifices", GRAMMAR_MAP, "orifices and throttles", .members = orifice_members},
    {"pressure_valves", GRAMMAR_MAP, "valves that pressures open against a spring: check, relief, counterbalance and others", .members = poppet_members},
    {"valves", GRAMMAR_MAP, "directional control valves", .members = valve_members},
    {"cylinders", GRAMMAR_MAP, "double-acting cylinders: the ports to a mechanism", .members = cylinder_members},
    {"flow_sources", GRAMMAR_MAP, "given flows", .members = flow_members},
    {"pumps", GRAMMAR_MAP, "pumps that a shaft drives", .members = pump_members},
    {"motors", GRAMMAR_MAP, "motors that drive a shaft", .members = motor_members},
    {"accumulators", GRAMMAR_MAP, "gas that gives way, at volumes", .members = accumulator_members},
    {"lines", GRAMMAR_MAP, "pipes and hoses whose oil has inertia and friction", .members = line_members},
    {"start", GRAMMAR_WORD, "whether the start is the equilibrium under the cylinders' forces, or as given", .words = starts,
     .initially = "equilibrium"},
    {"outputs", GRAMMAR_TEXTS, "flows, lifts, losses and other results that are outputs of the FMU, besides pressures, spools and ports; \"*.loss\" are "
     "all losses", .initially = "", .own_name = true},
    {"experiment", GRAMMAR_OBJECT, "default experiment", .members = experiment_members, .initially = "{}"},
    GRAMMAR_END};
/* clang-format on */

const struct grammar circuit_grammar = {
    "Circuit", "A hydraulic circuit of volumes, hoses, orifices, valves, cylinders, pumps and tanks; SI units.",
    members};
