#include "fmu_machine/machine_file.h"

static const char *const documents[] = {"machine", NULL};
static const char *const kinds[] = {"mechanism", "circuit", NULL}; /* enum machine_part_kind */

/* clang-format off */
static const struct grammar_member part_members[] = {
    {"kind", GRAMMAR_WORD, "what its document describes", .words = kinds, .required = true},
    {"document", GRAMMAR_TEXT, "its document, as a text", .required = true},
    GRAMMAR_END};

static const struct grammar_member connection_members[] = {
    {"from", GRAMMAR_TEXT, "PART.OUTPUT", .required = true},
    {"to", GRAMMAR_TEXT, "PART.INPUT", .required = true},
    GRAMMAR_END};

static const struct grammar_member name_members[] = {
    {"of", GRAMMAR_TEXT, "PART.VARIABLE", .required = true},
    GRAMMAR_END};

static const struct grammar_member members[] = {
    {"type", GRAMMAR_WORD, "what the document describes", .words = documents, .required = true},
    {"name", GRAMMAR_TEXT, "name of the machine", .required = true},
    {"description", GRAMMAR_TEXT, "what it is, in a line", .initially = ""},
    {"parts", GRAMMAR_MAP, "mechanisms and circuits by name", .members = part_members, .required = true},
    {"connections", GRAMMAR_LIST, "outputs that feed inputs", .members = connection_members},
    {"names", GRAMMAR_MAP, "names of the machine's own inputs and outputs", .members = name_members},
    GRAMMAR_END};
/* clang-format on */

const struct grammar machine_grammar = {
    "Machine", "Mechanisms and circuits as one model: their documents, connections, names.", members};
