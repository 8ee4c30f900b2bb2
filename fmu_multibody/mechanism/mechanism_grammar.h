/* What a mechanism file may say. The words are in the order of the enumerations of mechanism.h. */
#ifndef PASO_MECHANISM_GRAMMAR_H
#define PASO_MECHANISM_GRAMMAR_H

#include "notation/grammar.h"

extern const struct grammar mechanism_grammar;

enum coupling_word { COUPLING_FORCE, COUPLING_PRESSURES };
enum frame_word { FRAME_GROUND, FRAME_BODY };
enum formulation_word { FORMULATION_PARTITIONING, FORMULATION_AUGMENTED };

#endif
