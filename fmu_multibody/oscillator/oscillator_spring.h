/* The massless spring, and damper, between the masses of LIM's linear oscillator: for force-force coupling. */
#ifndef PASO_OSCILLATOR_SPRING_H
#define PASO_OSCILLATOR_SPRING_H

#include "numerics/model.h"

extern const struct model_type oscillator_spring_type;

#endif
