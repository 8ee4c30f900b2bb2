/* One mass of LIM's linear two-mass oscillator: held to the ground by a spring and a damper, coupled to the other mass by
 * another pair of them. */
#ifndef PASO_OSCILLATOR_MASS_H
#define PASO_OSCILLATOR_MASS_H

#include "numerics/model.h"

extern const struct model_type oscillator_mass_type;

#endif
