#include "fmu_hydraulics/circuit/circuit_grammar.h"
#include "piston/friction_grammar.h"
#include "notation/model_grammar.h"

static const char *const documents[] = {"circuit", NULL};
static const char *const couplings[] = {"force", "pressures", NULL};       /* enum circuit_coupling */
static const char *const fluid_kinds[] = {"constant", "polynomial", NULL}; /* enum circuit_fluid_kind */
static const char *const node_kinds[] = {"volume", "pump", "tank", NULL};  /* NODE_TYPE_... */
static const char *const starts[] = {"equilibrium", "given", NULL};        /* START_..._WORD */
static const char *const spool_starts[] = {"command", "given", "equilibrium",
                                           NULL};              /* start_kind of struct circuit_valve */
static const char *const counts[] = {"added", "scaled", NULL}; /* COUNTS_... */
static const char *const poppet_kinds[] = {"check", "relief", NULL};

#define AT_NODE .refers_to = "nodes", .required = true
/* Limits tell units in the wrong power of ten: MPa or bar for Pa, cm2 for m2, litres for m3. */
#define PRESSURE .unit = "Pa", .min = 0, .max = 1e9
#define MODULUS  .unit = "Pa", .min = 1e6, .max = 1e13
#define AREA     .unit = "m2", .min = 1e-9, .max = 10
#define VOLUME   .unit = "m3", .min = 0, .max = 10
#define LENGTH   .unit = "m", .min = 1e-4, .max = 100

/* clang-format off */
static const struct grammar_member fluid_members[] = {
    {"type", GRAMMAR_WORD, "law of the bulk modulus: the same at every pressure, or (1 + a p + b p^2)/(a + 2 b p)",
     .words = fluid_kinds, .required = true},
    {"bulk_modulus", GRAMMAR_NUMBER, "bulk modulus of the oil", MODULUS, .required = true, .only_for = "constant"},
    {"a", GRAMMAR_NUMBER, "compressibility of the oil, linear coefficient", .unit = "1/Pa", .min = 1e-13, .max = 1e-6, .required = true,
     .only_for = "polynomial"},
    {"b", GRAMMAR_NUMBER, "compressibility of the oil, quadratic coefficient", .unit = "1/Pa2", .initially = "0", .only_for = "polynomial"},
    {"density", GRAMMAR_NUMBER, "density of the oil", .unit = "kg/m3", .min = 100, .max = 3000, .initially = "850"},
    {"lowest_pressure", GRAMMAR_NUMBER, "pressure below which the oil would cavitate: there a run ends", .unit = "Pa", .initially = "0",
     .min = -1e6, .max = 1e7},
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
    {"flow_coefficient", GRAMMAR_NUMBER, "C of the flow C sqrt(dp), in m3/(s sqrt(Pa)); or give an area", .min = 1e-14, .max = 1e-2}, \
    {"area", GRAMMAR_NUMBER, "area: C is then discharge area sqrt(2/density)", AREA},                                  \
    {"discharge", GRAMMAR_NUMBER, "discharge coefficient of the area", .initially = "0.7", .min = 0.01, .max = 2},     \
    {"laminar_drop", GRAMMAR_NUMBER, "pressure drop below which the flow is proportional to it", .unit = "Pa", .initially = "2e5",    \
     .max = 1e8}

static const struct grammar_member orifice_members[] = {
    ENDS, OPENING,
    {"one_way", GRAMMAR_FLAG, "no flow back", .initially = "false"},
    GRAMMAR_END};

static const struct grammar_member poppet_members[] = {
    {"type", GRAMMAR_WORD, "check valve or relief valve", .words = poppet_kinds, .required = true},
    ENDS, OPENING,
    {"cracking_pressure", GRAMMAR_NUMBER, "pressure drop at which it opens", PRESSURE, .initially = "0", .only_for = "check"},
    {"cracking_pressure", GRAMMAR_NUMBER, "pressure drop at which it opens", .unit = "Pa", .min = 1e4, .max = 1e9, .required = true,
     .only_for = "relief"},
    {"span", GRAMMAR_NUMBER, "what it needs above that to be fully open", .unit = "Pa", .initially = "1e5", .min = 1, .max = 1e9},
    GRAMMAR_END};

static const struct grammar_member path_members[] = {
    ENDS,
    {"gain", GRAMMAR_NUMBER, "its opening is max(0, offset + gain U) at the spool's position U", .required = true},
    {"offset", GRAMMAR_NUMBER, "opening at U = 0; negative: overlap", .initially = "0"},
    GRAMMAR_END};

static const struct grammar_member valve_members[] = {
    OPENING,
    {"one_way", GRAMMAR_FLAG, "no flow against the direction of a path", .initially = "false"},
    {"paths", GRAMMAR_LIST, "what the spool opens", .members = path_members, .required = true},
    {"limits", GRAMMAR_VECTOR, "smallest and largest position of the spool", .length = 2},
    {"time_constant", GRAMMAR_NUMBER, "lag of the spool behind its command; without it the spool is at its command", .unit = "s",
     .min = 1e-6, .max = 100},
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
    {"leakage", GRAMMAR_NUMBER, "flow past the piston per pressure difference", .unit = "m3/(s.Pa)", .initially = "0", .max = 1e-6},
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

static const struct grammar_member experiment_members[] = {
    MODEL_EXPERIMENT_ROWS("3"),
    GRAMMAR_END};

static const struct grammar_member members[] = {
    {"type", GRAMMAR_WORD, "what the document describes", .words = documents, .required = true},
    {"name", GRAMMAR_TEXT, "name of the model: letters, digits and _, beginning with a letter", .required = true},
    {"description", GRAMMAR_TEXT, "what it is, in a line", .initially = ""},
    {"coupling", GRAMMAR_WORD, "who computes the cylinders' forces: this circuit, or the mechanism from the chambers' pressures; only that "
     "side carries friction and stops", .words = couplings, .initially = "force"},
    {"fluid", GRAMMAR_OBJECT, "the oil", .members = fluid_members, .required = true},
    {"nodes", GRAMMAR_MAP, "volumes of oil, pumps and tanks: places of one pressure", .members = node_members, .required = true,
     .or_word = "outside"},
    {"hoses", GRAMMAR_MAP, "parts of volumes whose walls give way", .members = hose_members},
    {"orifices", GRAMMAR_MAP, "orifices and throttles", .members = orifice_members},
    {"pressure_valves", GRAMMAR_MAP, "check and relief valves", .members = poppet_members},
    {"valves", GRAMMAR_MAP, "directional control valves", .members = valve_members},
    {"cylinders", GRAMMAR_MAP, "double-acting cylinders: the ports to a mechanism", .members = cylinder_members},
    {"flow_sources", GRAMMAR_MAP, "given flows", .members = flow_members},
    {"start", GRAMMAR_WORD, "whether the start is the equilibrium under the cylinders' forces, or as given", .words = starts,
     .initially = "equilibrium"},
    {"experiment", GRAMMAR_OBJECT, "default experiment", .members = experiment_members, .initially = "{}"},
    GRAMMAR_END};
/* clang-format on */

const struct grammar circuit_grammar = {
    "Circuit", "A hydraulic circuit of volumes, hoses, orifices, valves, cylinders, pumps and tanks; SI units.",
    members};
