/* Manipulator.fmu: the model that the export shell is to carry. */
#include "fmu_multibody/manipulator/manipulator.h"
#include "fmi/shell_constant.h"

SHELL_CONSTANT_MODEL(manipulator_type)
