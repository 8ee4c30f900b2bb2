/* The hydraulics of LIM's manipulator (Universidade da Coruna, 2021): one cylinder, one valve, two manoeuvres. */
#ifndef PASO_MANIPULATOR_HYDRAULICS_H
#define PASO_MANIPULATOR_HYDRAULICS_H

#include "numerics/model.h"

extern const struct model_type manipulator_hydraulics_type;

#endif
