/* The messages of linearized mechanism files: X(code, exit status, text), as error.h explains. */
#ifndef PASO_CONSTRAINT_MESSAGES_H
#define PASO_CONSTRAINT_MESSAGES_H

#include "master/base/error.h"

/* clang-format off */
#define CONSTRAINT_MESSAGES(X)                                                                                         \
    X(ERROR_CONSTRAINTS_MODEL, 1, "{}: {}")                                                                            \
    X(ERROR_CONSTRAINTS_KIND, 2,                                                                                       \
        "{}: describes a \"{}\", which has no constraints: --coordinates {} is for mechanisms")                        \
    X(ERROR_CONSTRAINTS_SYSTEM, 2,                                                                                     \
        "{}: --coordinates {} needs the equations of one mechanism: give its file, or the FMU that paso export has "   \
        "made of it")                                                                                                  \
    X(ERROR_CONSTRAINTS_OPTION, 2,                                                                                     \
        "--{} means nothing with --coordinates {}: a mechanism's constrained equations are linearized where it starts") \
    X(ERROR_CONSTRAINTS_FRICTION, 2,                                                                                   \
        "{}: friction with states of its own (LuGre), of a piston or a joint, is not in the papers' equations: "       \
        "--coordinates minimal takes it")                                                                              \
    X(ERROR_CONSTRAINTS_ROLLING, 2,                                                                                    \
        "{}: contact '{}' rolls: the penalties of ucs hold positions, and no position belongs to a rolling contact; "  \
        "minimal, mcs and rcs take it")                                                                                \
    X(ERROR_CONSTRAINTS_SINGULAR, 1,                                                                                   \
        "{}: moves through a singular position: how joint '{}' goes on does not follow from the equations there; "     \
        "start beside it, or in an equilibrium")                                                                       \
    X(ERROR_CONSTRAINTS_PENALTY, 1,                                                                                    \
        "{}: no equilibrium with the penalties was found near that of the mechanism: a larger --ucs-alpha holds the "  \
        "constraints better")                                                                                          \
    X(ERROR_CONSTRAINTS_BODE, 2,                                                                                       \
        "--bode means nothing with --coordinates rcs, whose equations are no state space: mcs has the same response")
/* clang-format on */

CONSTRAINT_MESSAGES(MESSAGE_DECLARE)

#endif
