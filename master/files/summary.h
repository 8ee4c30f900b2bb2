/* What a run came to: for people on standard output, for programs as JSON. */
#ifndef PASO_SUMMARY_H
#define PASO_SUMMARY_H

#include "master/couple/run.h"
#include "master/files/warning_list.h"

#include <stdio.h>

void summary_print(FILE *file, const struct run *run);

/* Warns where the numbers themselves show that the coupling is far off: by its energies, or since values oscillate. */
void summary_warn(const struct run *run);

/* steps, rejected, iterations, time, wall_s, cpu_s, status, energy_residual_J per power port, warnings; `message`: why it failed,
 * or NULL. */
bool summary_write(const char *path, const struct run *run, const struct warning_list *warnings, const char *message,
                   struct error *error);

#endif
