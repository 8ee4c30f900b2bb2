/* SpringMass.fmu: the model that the export shell is to carry. */
#include "docs/adding-a-model/spring_mass.h"
#include "fmi/shell_constant.h"

SHELL_CONSTANT_MODEL(spring_mass_type)
