/* What an evaluation of a chain of rods costs: measured, beside what all engines took in the run of peer_cost that the documentation has. */
#ifndef PASO_CHAIN_COSTS_H
#define PASO_CHAIN_COSTS_H

#include "benchmarks/bench/bench.h"

enum { CHAIN_COUNTS = 8, CHAIN_ENGINES = 5, CHAIN_OURS = 0, CHAIN_RBDL = 1 };
extern const int chain_counts[CHAIN_COUNTS]; /* rods */

struct quoted_costs {
    const char *engine, *version;
    double us[CHAIN_COUNTS]; /* per evaluation; NaN: it takes no such chain */
    double exponent;         /* from 20 rods on, of times with more digits */
};
extern const struct quoted_costs chain_quoted[CHAIN_ENGINES]; /* the first is this program's */

bool chain_costs_add(struct bench *bench, struct outcome *o, struct error *error);

#endif
