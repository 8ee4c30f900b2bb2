/* OscillatorSpring.fmu: the model that the export shell is to carry. */
#include "oscillator_spring.h"
#include "shell_constant.h"

SHELL_CONSTANT_MODEL(oscillator_spring_type)
