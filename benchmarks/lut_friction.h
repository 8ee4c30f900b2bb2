/* Figure of the friction models; part of the case lut. */
#ifndef PASO_LUT_FRICTION_H
#define PASO_LUT_FRICTION_H

#include "outcome.h"

void lut_friction_draw(struct outcome *outcome);

#endif
