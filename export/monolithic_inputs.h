/* The file of --input for a system as one set of equations: its columns are inputs of the system, or of a part where nothing drives them. */
#ifndef PASO_MONOLITHIC_INPUTS_H
#define PASO_MONOLITHIC_INPUTS_H

#include "export/plant.h"
#include "master/base/error.h"

struct monolithic_inputs;

/* Before monolithic_start(): inputs begin as the file has them at t = 0. `path` NULL: no file, inputs keep their start values. */
struct monolithic_inputs *monolithic_inputs_open(const char *path, const struct plant *plant,
                                                 struct monolithic *monolithic, struct error *error);
void monolithic_inputs_close(struct monolithic_inputs *inputs); /* accepts NULL */

/* From t to `end` by steps that end at the rows of the file: straight lines between them, jumps at their own times. Failing, `reached` is
 * where the step began that did. */
bool monolithic_inputs_follow(struct monolithic_inputs *inputs, double t, double end, double *reached,
                              struct model_report *report);

#endif
