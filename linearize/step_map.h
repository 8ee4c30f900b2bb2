/* What one step of a component does to small changes (struct step_map, component_linear.h). Either exactly, by the exponential of its linearization, or as the FMU's own solver
 * does it: by stepping the FMU from moved states and inputs, with rollback. */
#ifndef PASO_STEP_MAP_H
#define PASO_STEP_MAP_H

#include "linearize/linearizer.h"
#include "master/couple/component_linear.h"

enum subsystem {
    SUBSYSTEM_BEST, /* own where possible */
    SUBSYSTEM_OWN,  /* or an error */
    SUBSYSTEM_EXACT
};

struct step_maps;

/* The maps of all components at the points of a run; the linearizer belongs to the same run. */
struct step_maps *step_maps_open(struct run *run, const struct linearizer *linearizer, enum subsystem subsystem,
                                 struct error *error);
void step_maps_close(struct step_maps *m); /* accepts NULL */

/* The run has gone on and was linearized there. */
void step_maps_begin_point(struct step_maps *m);

/* The map of one step of length h; `order` is the highest derivative of inputs that is wanted. Made once, kept until the next
 * point. NULL with an error: the FMU cannot take such a step. */
const struct step_map *step_maps_get(struct step_maps *m, size_t component, double h, int order, struct error *error);

/* The worst accuracy of the maps that were asked for at this point. */
double step_maps_accuracy(const struct step_maps *m);

bool step_maps_is_own(const struct step_maps *m, size_t component);

#endif
