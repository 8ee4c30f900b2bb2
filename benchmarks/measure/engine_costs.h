/* What the engine takes for chains, trees, loops and derivatives: measured, beside what all engines took in the run of peer_cost that the
 * documentation has. */
#ifndef PASO_ENGINE_COSTS_H
#define PASO_ENGINE_COSTS_H

#include "benchmarks/bench/bench.h"

enum { ENGINE_SUBJECTS = 5 };

struct engine_subject {
    const char *name;         /* of rows, and what --only asks for */
    const char *group, *unit; /* "chain", "rods": a chain of 20 rods */
    const char *head;         /* of the quoted table: its first cell */
    const char *title;        /* of what is measured */
    const char *id;           /* of the figure */
    const struct engine_measure *measures;
    int shape; /* enum peer_shape or enum peer_linkage_kind */
    bool has_loops;
};
extern const struct engine_subject engine_subjects[ENGINE_SUBJECTS];

/* Those that are asked for. */
bool engine_costs_add(struct bench *bench, struct outcome *o, struct error *error);

#endif
