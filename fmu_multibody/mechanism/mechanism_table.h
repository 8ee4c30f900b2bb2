/* Private to the two files that make the table of variables: mechanism_variables.c (what is set, remembered and integrated) and
 * mechanism_results.c (what is computed from it). */
#ifndef PASO_MECHANISM_TABLE_H
#define PASO_MECHANISM_TABLE_H

#include "fmu_multibody/mechanism/mechanism_plan.h"

#define KEEP(...) notation_keep_text(f->notation, __VA_ARGS__)

struct state_names { /* lists for dependencies; `all` has the friction's states, too */
    const char *positions, *motion, *all, *all_and_inputs;
};

void table_add(struct mechanism_file *f, struct model_variable row);
const char *table_rate_name(struct mechanism_file *f,
                            const char *name); /* "dtheta" for "theta", "trunk.dx" for "trunk.x" */
const char *table_rate_unit(const char *unit);
/* The file's own name for a port, or ACTUATOR.port. */
const char *table_port_name(const struct mechanism_file *f, size_t actuator, const char *port);

/* Outputs, locals and quadratures. */
void table_add_results(struct mechanism_file *f, const struct state_names *states);

#endif
