/* How a file describes a circuit: the members of the document and what they mean. */
#ifndef PASO_CIRCUIT_GRAMMAR_H
#define PASO_CIRCUIT_GRAMMAR_H

#include "notation/grammar.h"

extern const struct grammar circuit_grammar;

/* Places of words in the grammar's lists. */
enum { NODE_TYPE_VOLUME, NODE_TYPE_PUMP, NODE_TYPE_TANK };
enum { POPPET_CHECK, POPPET_RELIEF };
enum { START_EQUILIBRIUM_WORD, START_GIVEN_WORD };
enum { COUNTS_ADDED, COUNTS_SCALED };

#endif
