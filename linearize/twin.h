/* The linear twin of a coupled run: it does in one macro step what the run does, in the same order and from the same tables,
 * but with linear forms in place of numbers. Every value (a state, what an exchange has handed over, what a forecast
 * remembers) is a row: how it depends on all that was remembered at the beginning of the macro step. The rows of what is
 * remembered at its end are the amplification matrix of the step. */
#ifndef PASO_TWIN_H
#define PASO_TWIN_H

#include "linearize/step_map.h"

struct twin;

/* `scheme` is a run that was opened with the options of the scheme and need not be initialized; it lends its tables and must
 * outlive the twin. The maps may belong to another run of the same system. */
struct twin *twin_open(const struct run *scheme, const struct linearizer *linearizer, struct step_maps *maps,
                       struct error *error);
void twin_close(struct twin *t); /* accepts NULL */

/* The amplification matrix of a macro step H, everything in units of its nominal value or of its value at the point. What no
 * state ever depends on is left out, and what is always zero. Valid until the next call. */
bool twin_amplify(struct twin *t, double H, struct matrix *amplification, struct error *error);

#endif
