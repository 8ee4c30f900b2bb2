/* OscillatorMass.fmu: the model that the export shell is to carry. */
#include "oscillator_mass.h"
#include "shell_constant.h"

SHELL_CONSTANT_MODEL(oscillator_mass_type)
