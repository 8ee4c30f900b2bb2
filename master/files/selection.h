/* Which variables are recorded: ports chosen by glob patterns over their column names. */
#ifndef PASO_SELECTION_H
#define PASO_SELECTION_H

#include "master/system/system.h"

struct selection {
    struct port *ports; /* in the order of the components and of their descriptions */
    char **names;       /* column names */
    size_t n;
};

/* `patterns` (patterns.h) over NAME.VARIABLE (VARIABLE of a single FMU). NULL: all outputs, or all variables where the system
 * has no outputs. A pattern that matches nothing is an error. */
bool selection_make(struct selection *s, const struct system *system, const char *patterns, struct error *error);

/* All continuous outputs: those in which NaN or infinity means that a run has failed. */
bool selection_make_real_outputs(struct selection *s, const struct system *system, struct error *error);

void selection_free(struct selection *s);

#endif
