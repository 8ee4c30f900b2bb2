/* How a file describes a circuit: the members of the document and what they mean. */
#ifndef PASO_CIRCUIT_GRAMMAR_H
#define PASO_CIRCUIT_GRAMMAR_H

#include "notation/grammar.h"

extern const struct grammar circuit_grammar;

/* Places of words in the grammar's lists. */
enum { NODE_TYPE_VOLUME, NODE_TYPE_PUMP, NODE_TYPE_TANK };
/* Of pressure valves: two that only their own ends open, and those that are gates (circuit_elements.h). */
enum {
    POPPET_CHECK,
    POPPET_RELIEF,
    VALVE_GENERAL,
    VALVE_COUNTERBALANCE,
    VALVE_PILOT_CHECK,
    VALVE_REDUCING,
    VALVE_SEQUENCE,
    VALVE_COMPENSATOR,
    VALVE_SHUTTLE
};
enum { START_EQUILIBRIUM_WORD, START_GIVEN_WORD };
enum { PRESSURES_ABSOLUTE, PRESSURES_GAUGE };
enum { COUNTS_ADDED, COUNTS_SCALED };

#endif
