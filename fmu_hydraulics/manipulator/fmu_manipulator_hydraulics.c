/* ManipulatorHydraulics.fmu: the model that the export shell is to carry. */
#include "fmu_hydraulics/manipulator/manipulator_hydraulics.h"
#include "fmi/shell_constant.h"

SHELL_CONSTANT_MODEL(manipulator_hydraulics_type)
