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
const char *table_length_unit(const struct mechanism_file *f, size_t actuator);
const char *table_force_unit(const struct mechanism_file *f, size_t actuator);
/* The file's own name for a port, or ACTUATOR.port. */
const char *table_port_name(const struct mechanism_file *f, size_t actuator, const char *port);
/* Whether all states and markers are outputs: the file does not choose some. */
bool table_shows_all(const struct mechanism_file *f);

/* Of each state's linkage the names of its states and inputs (mechanism_linkages.c); NULL where the list would be as good as all names, or
 * for all of them. */
const char *const *table_linkages(struct mechanism_file *f, size_t first_input, size_t first_state);
/* Inputs and locals of motions (mechanism_motions.c). */
void table_add_motion_inputs(struct mechanism_file *f);
void table_add_motions(struct mechanism_file *f, const struct state_names *states);
/* Locals of bushings and contacts (mechanism_wrenches.c). */
void table_add_wrenches(struct mechanism_file *f, const struct state_names *states);
/* Inputs and locals of payloads (mechanism_payloads.c). */
void table_add_payload_inputs(struct mechanism_file *f);
void table_add_payloads(struct mechanism_file *f, const struct state_names *states);
/* Locals of sensors, behind all others (mechanism_sensors.c). */
void table_add_sensors(struct mechanism_file *f, const struct state_names *states);
/* Outputs, locals and quadratures. */
void table_add_results(struct mechanism_file *f, const struct state_names *states);

#endif
