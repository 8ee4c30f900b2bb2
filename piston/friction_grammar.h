/* How a file describes friction and stops, for circuits and mechanisms alike: members of the objects "friction" and "stops". */
#ifndef PASO_FRICTION_GRAMMAR_H
#define PASO_FRICTION_GRAMMAR_H

#include "piston/friction.h"
#include "notation/grammar.h"

/* In the order of enum friction_law; friction.c has the same names. */
static const char *const friction_words[] = {"none",           "viscous", "Bengisu-Akay", "Brown-McPhee", "LuGre",
                                             "modified LuGre", NULL};

/* All numbers may stand in a file whatever the law, so that another law can be chosen later; those that the law needs must. */
#define FRICTION_TYPE                                                                                                  \
    {                                                                                                                  \
        "type", GRAMMAR_WORD, "friction law", .words = friction_words, .required = true                                \
    }
#define X(member, unit_text, angular, description, laws, positive, may_change)                                         \
    {#member, GRAMMAR_NUMBER, description, .unit = unit_text, .tunable = may_change},
static const struct grammar_member friction_members[] = {FRICTION_TYPE, FRICTION_PARAMETERS(X) GRAMMAR_END};
#undef X

static const struct grammar_member stop_members[] = {
    {"stiffness", GRAMMAR_NUMBER, "stiffness of both stops", .unit = "N/m", .required = true, .min = 1, .max = 1e15,
     .tunable = true},
    {"damping", GRAMMAR_NUMBER, "damping c of a stop's force k d (1 + c d') at the depth d", .unit = "s/m",
     .initially = "0", .max = 1e6, .tunable = true},
    GRAMMAR_END};

#endif
