/* A system as the options of a run want it: opened, with its start values, and with the file that drives its inputs. */
#ifndef PASO_EXPERIMENT_H
#define PASO_EXPERIMENT_H

#include "master/files/input_file.h"
#include "master/options/run_arguments.h"

struct experiment {
    struct system *read;
    const struct system *system; /* the same, as the file drives it */
    struct input_file *input;    /* NULL: none */
};

/* Puts the input into the options of the run, too. Closed also after a failure. */
bool experiment_open(struct experiment *e, struct run_arguments *a, const char *path, struct error *error);
void experiment_close(struct experiment *e);

#endif
