/* Manipulator.fmu: the model that the export shell is to carry. */
#include "manipulator.h"
#include "shell_constant.h"

SHELL_CONSTANT_MODEL(manipulator_type)
