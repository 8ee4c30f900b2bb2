/* Mechanisms of the cases, run for a moving figure of the report: as `paso run` and `paso show` do it. */
#ifndef PASO_MOVING_H
#define PASO_MOVING_H

#include "benchmarks/bench/bench.h"

enum { MOVING_OPTIONS = 8 };

struct moving_wish {
    const char *id, *title;
    const char *path;                       /* in the build: "systems/lut1-four-bar.ssp", "fmus/Bicycle.fmu" */
    const char *options[MOVING_OPTIONS][2]; /* of `paso run`; NULL ends them */
    const char *change;                     /* of the mechanism's document, which the run has, too; or NULL */
};

/* Where there is a page to show them, and --only wants the row "motion". */
bool moving_add_all(struct bench *bench, struct outcome *o, const struct moving_wish *wishes, size_t n,
                    struct error *error);

#endif
