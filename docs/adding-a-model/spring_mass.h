/* A mass between a wall, to which a spring and a damper tie it, and an outer force. */
#ifndef PASO_SPRING_MASS_H
#define PASO_SPRING_MASS_H

#include "numerics/model.h"

extern const struct model_type spring_mass_type;

#endif
