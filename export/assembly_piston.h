/* A circuit's cylinder as the mechanism wants it where it computes the force itself: the object "piston" of an
 * actuator. */
#ifndef PASO_ASSEMBLY_PISTON_H
#define PASO_ASSEMBLY_PISTON_H

#include "export/model_file.h"

/* JSON text, which the caller frees; NULL where there is no such cylinder or no memory. */
char *assembly_piston(const struct model_file *circuit, const char *cylinder);

#endif
