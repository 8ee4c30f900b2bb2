#include "fmu_observer/observer_file.h"

static const char *const documents[] = {"observer", NULL};

/* clang-format off */
static const struct grammar_member signal_members[] = {
    {"name", GRAMMAR_TEXT, "what it is called", .required = true},
    {"unit", GRAMMAR_TEXT, "its unit, as our FMUs name it", .initially = ""},
    {"at", GRAMMAR_NUMBER, "its value at the point of operation", .required = true, .fixed = true},
    GRAMMAR_END};

static const struct grammar_member members[] = {
    {"type", GRAMMAR_WORD, "what the document describes", .words = documents, .required = true},
    {"name", GRAMMAR_TEXT, "name of the observer", .required = true},
    {"description", GRAMMAR_TEXT, "what it is, in a line", .initially = ""},
    {"period", GRAMMAR_NUMBER, "time from one sample to the next", .unit = "s", .required = true, .min = 1e-9, .max = 1e6, .fixed = true},
    {"estimates", GRAMMAR_LIST, "what comes out", .members = signal_members, .required = true},
    {"measurements", GRAMMAR_LIST, "what goes in", .members = signal_members, .required = true},
    {"inputs", GRAMMAR_LIST, "what drives the machine goes in, too", .members = signal_members},
    {"transition", GRAMMAR_NUMBERS, "F, row by row: estimates over a period", .length = 1, .required = true, .fixed = true},
    {"drive", GRAMMAR_NUMBERS, "G, row by row: inputs over a period", .fixed = true},
    {"drift", GRAMMAR_NUMBERS, "d: what the point of operation moves by in a period", .length = 1, .required = true, .fixed = true},
    {"sensing", GRAMMAR_NUMBERS, "C, row by row: measurements by estimates", .length = 1, .required = true, .fixed = true},
    {"feedthrough", GRAMMAR_NUMBERS, "D, row by row: measurements by inputs", .fixed = true},
    {"gain", GRAMMAR_NUMBERS, "K, row by row: corrections by measurements", .length = 1, .required = true, .fixed = true},
    GRAMMAR_END};
/* clang-format on */

const struct grammar observer_grammar = {
    "Observer", "An observer with a constant gain around a point of operation, for a period of sampling.", members};
