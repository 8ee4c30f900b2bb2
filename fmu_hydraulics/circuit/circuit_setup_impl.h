/* Private to circuit_setup.c and circuit_setup_elements.c. */
#ifndef PASO_CIRCUIT_SETUP_IMPL_H
#define PASO_CIRCUIT_SETUP_IMPL_H

#include "fmu_hydraulics/circuit/circuit.h"

/* `map` and `name` say where it stands in a file. */
bool circuit_setup_opening(struct circuit_opening *opening, double density, const char *map, const char *name,
                           struct model_report *report);
bool circuit_setup_elements(struct circuit *c, struct model_report *report);

#endif
