/* SpringMass.fmu: the model that the export shell is to carry. */
#include "spring_mass.h"
#include "shell_constant.h"

SHELL_CONSTANT_MODEL(spring_mass_type)
