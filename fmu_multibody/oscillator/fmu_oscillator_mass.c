/* OscillatorMass.fmu: the model that the export shell is to carry. */
#include "fmu_multibody/oscillator/oscillator_mass.h"
#include "fmi/shell_constant.h"

SHELL_CONSTANT_MODEL(oscillator_mass_type)
