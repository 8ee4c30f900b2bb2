/* What the results of a run presume (solver_extension, solver.h): at accepted states somebody looks whether it still holds. What does not is
 * told once, with the time at which it was found; the model goes on. */
#ifndef PASO_PRESUMPTIONS_H
#define PASO_PRESUMPTIONS_H

#include "numerics/model.h"

struct presumptions;

struct presumptions *presumptions_open(const struct model_type *type); /* NULL: no memory */
void presumptions_close(struct presumptions *presumptions);            /* accepts NULL */

void presumptions_look(struct presumptions *presumptions, const void *constants, void *scratch, double t,
                       const double *m, const double *x);
/* What was found and has not been told counts no more: a step failed, and nobody has been there. */
void presumptions_take_back(struct presumptions *presumptions);
/* The next one that was found: when, and what. False: there is none. */
bool presumptions_tell(struct presumptions *presumptions, double *t, struct model_report *report);
void presumptions_forget(struct presumptions *presumptions); /* a new run begins */

#endif
