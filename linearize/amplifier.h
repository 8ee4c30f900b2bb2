/* The amplification matrix of a macro step: the scheme's own run with linear components in the place of the FMUs takes one macro
 * step for every value that is remembered at its beginning (a state, what an exchange has handed over, what a forecast
 * remembers), moved alone. What it makes of all that is remembered at the end is a column of the matrix. */
#ifndef PASO_AMPLIFIER_H
#define PASO_AMPLIFIER_H

#include "linearize/step_map.h"

struct amplifier;

/* `scheme` is a run that was opened with the options of the scheme and not initialized; its components are replaced, and it must
 * outlive the amplifier. Linearizer and maps belong to another run of the same system, which stands at the point. */
struct amplifier *amplifier_open(struct run *scheme, const struct linearizer *linearizer, struct step_maps *maps,
                                 struct error *error);
void amplifier_close(struct amplifier *a); /* accepts NULL */

/* For a macro step H, everything in units of its nominal value or of its value at the point. What no state ever depends on is
 * left out, and what is always zero. Valid until the next call. */
bool amplifier_run(struct amplifier *a, double H, struct matrix *amplification, struct error *error);

#endif
