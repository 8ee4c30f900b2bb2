/* A circuit as a plain diagram: nodes are horizontal lines, elements stand in columns between them, with the symbols of ISO 1219. */
#ifndef PASO_CIRCUIT_DRAWING_H
#define PASO_CIRCUIT_DRAWING_H

#include "export/paper.h"
#include "fmu_hydraulics/circuit/circuit.h"

/* On a paper that it begins, and that the caller ends. */
void circuit_drawing_make(struct paper *paper, const struct circuit *circuit, const char *title);

#endif
