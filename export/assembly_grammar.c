#include "export/assembly.h"

static const char *const documents[] = {"system", NULL};
static const char *const couplings[] = {"force", "pressures", NULL}; /* enum assembly_coupling */

/* clang-format off */
static const struct grammar_member component_members[] = {
    {"file", GRAMMAR_TEXT, "file that describes it, or an FMU, seen from this one", .required = true},
    {"changes", GRAMMAR_TEXTS, "changes of that file's document, \"path=value\" each", .initially = ""},
    GRAMMAR_END};

static const struct grammar_member cylinder_members[] = {
    {"actuator", GRAMMAR_TEXT, "COMPONENT.ACTUATOR of a mechanism", .required = true},
    {"cylinder", GRAMMAR_TEXT, "COMPONENT.CYLINDER of a circuit", .required = true},
    GRAMMAR_END};

static const struct grammar_member connection_members[] = {
    {"from", GRAMMAR_TEXT, "COMPONENT.OUTPUT", .required = true},
    {"to", GRAMMAR_TEXT, "COMPONENT.INPUT", .required = true},
    GRAMMAR_END};

static const struct grammar_member input_members[] = {
    {"to", GRAMMAR_TEXT, "COMPONENT.INPUT", .required = true},
    GRAMMAR_END};

static const struct grammar_member output_members[] = {
    {"from", GRAMMAR_TEXT, "COMPONENT.OUTPUT", .required = true},
    GRAMMAR_END};

static const struct grammar_member experiment_members[] = {
    {"stop_time", GRAMMAR_NUMBER, "stop time of the default experiment", .unit = "s", .initially = "10", .min = 1e-9, .max = 1e9, .fixed = true},
    {"step_size", GRAMMAR_NUMBER, "communication step of the default experiment, and largest micro step of every component", .unit = "s",
     .min = 1e-9, .max = 1e6, .fixed = true},
    GRAMMAR_END};

static const struct grammar_member members[] = {
    {"type", GRAMMAR_WORD, "what the document describes", .words = documents, .required = true},
    {"name", GRAMMAR_TEXT, "name of the system", .required = true},
    {"description", GRAMMAR_TEXT, "what it is, in a line", .initially = ""},
    {"components", GRAMMAR_MAP, "models by name", .members = component_members, .required = true},
    {"cylinders", GRAMMAR_LIST, "actuators of mechanisms that are cylinders of circuits: length, rate and force (or pressures) are connected",
     .members = cylinder_members},
    {"coupling", GRAMMAR_WORD, "who computes the cylinders' forces: the circuit (force), or the mechanism from the pressures, with friction "
     "and stops", .words = couplings, .initially = "force"},
    {"connections", GRAMMAR_LIST, "further connections", .members = connection_members},
    {"inputs", GRAMMAR_MAP, "inputs of the whole, by name", .members = input_members},
    {"outputs", GRAMMAR_MAP, "outputs of the whole, by name", .members = output_members},
    {"experiment", GRAMMAR_OBJECT, "default experiment", .members = experiment_members, .initially = "{}"},
    GRAMMAR_END};
/* clang-format on */

const struct grammar assembly_grammar = {
    "System", "A system of mechanisms and circuits: components, cylinders, connections.", members};
