/* Inside of the step maps. */
#ifndef PASO_STEP_MAP_IMPL_H
#define PASO_STEP_MAP_IMPL_H

#include "linearize/step_map.h"

/* Fills a map that has its h, its number of orders and room for all matrices. */
bool step_map_exact(struct step_map *map, const struct probe *probe, struct error *error);
bool step_map_own(struct step_map *map, const struct probe *probe, struct component *c, struct error *error);

#endif
