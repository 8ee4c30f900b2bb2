/* Several models as one: their states side by side, outputs of one feeding inputs of another without any step between. The
 * result is a model like any other, so every solver and the complex step take it: the monolithic counterpart of a system of
 * FMUs. Variables are called "part.variable". */
#ifndef PASO_COUPLED_H
#define PASO_COUPLED_H

#include "numerics/model.h"

struct coupled_part {
    const char *name;
    const struct model_type *type;
};

/* "mechanism.s" -> "circuit.s": an output, a state that is one, or a local value, to an input. */
struct coupled_connection {
    const char *from, *to;
};

struct coupled;

/* NULL, with a report, where a name is unknown or values depend on each other in a circle. Parts and names must outlive it. */
struct coupled *coupled_open(const char *name, const struct coupled_part *parts, size_t n_parts,
                             const struct coupled_connection *connections, size_t n_connections,
                             struct model_report *report);
/* For whoever shows it to others: some variables ("circuit.valve.u") get names of the whole ("spool"), and every row says what it
 * depends on, through all parts. */
struct coupled_name {
    const char *variable, *name;
};
bool coupled_declare(struct coupled *coupled, const struct coupled_name *names, size_t n_names,
                     struct model_report *report);

const struct model_type *coupled_type(const struct coupled *coupled);
void coupled_close(struct coupled *coupled); /* accepts NULL */

/* Place of a part's i-th variable of a role among all of that role; COUPLED_NOWHERE: an input that is connected. */
#define COUPLED_NOWHERE ((size_t)-1)
size_t coupled_place(const struct coupled *coupled, size_t part, enum model_role role, size_t i);

/* The constants and the scratch of one part, inside those of the whole, once setup() has been there. */
const void *coupled_part_constants(const struct coupled *coupled, const void *constants, size_t part);
void *coupled_part_scratch(const struct coupled *coupled, const void *scratch, size_t part);
/* The numbers of one part at the last evaluation over doubles, as its own layout says: states, memories, and inputs as they came
 * from the others. */
const double *coupled_part_numbers(const struct coupled *coupled, const void *scratch, size_t part);

#endif
