/* ManipulatorHydraulics.fmu: the model that the export shell is to carry. */
#include "manipulator_hydraulics.h"
#include "shell_constant.h"

SHELL_CONSTANT_MODEL(manipulator_hydraulics_type)
