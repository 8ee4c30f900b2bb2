/* The two-link hydraulic manipulator of LIM's benchmark document (Universidade da Coruna, 2021), in minimal coordinates. */
#ifndef PASO_MANIPULATOR_H
#define PASO_MANIPULATOR_H

#include "numerics/model.h"

extern const struct model_type manipulator_type;

#endif
