/* Several models as one: their states side by side, outputs of one feeding inputs of another without any step between. The
 * result is a model like any other, so every solver and the complex step take it: the monolithic counterpart of a system of
 * FMUs. Variables are called "part.variable". */
#ifndef PASO_COMPOSITE_H
#define PASO_COMPOSITE_H

#include "numerics/model.h"

struct composite_part {
    const char *name;
    const struct model_type *type;
};

/* "mechanism.s" -> "circuit.s": an output, a state that is one, or a local value, to an input. */
struct composite_connection {
    const char *from, *to;
};

struct composite;

/* NULL, with a report, where a name is unknown or values depend on each other in a circle. Parts and names must outlive it. */
struct composite *composite_open(const char *name, const struct composite_part *parts, size_t n_parts,
                                 const struct composite_connection *connections, size_t n_connections,
                                 struct model_report *report);
/* For whoever shows it to others: some variables ("circuit.valve.u") get names of the whole ("spool"), and every row says what it
 * depends on, through all parts. A variable that has a name already gets an output more for each further one. */
struct composite_name {
    const char *variable, *name;
};
bool composite_declare(struct composite *composite, const struct composite_name *names, size_t n_names,
                       struct model_report *report);

const struct model_type *composite_type(const struct composite *composite);
void composite_close(struct composite *composite); /* accepts NULL */

/* Place of a part's i-th variable of a role among all of that role; COUPLED_NOWHERE: an input that is connected. */
#define COUPLED_NOWHERE ((size_t)-1)
size_t composite_place(const struct composite *composite, size_t part, enum model_role role, size_t i);

/* The constants and the scratch of one part, inside those of the whole, once setup() has been there. */
const void *composite_part_constants(const struct composite *composite, const void *constants, size_t part);
void *composite_part_scratch(const struct composite *composite, const void *scratch, size_t part);
/* The numbers of one part at the last evaluation over doubles, as its own layout says: states, memories, and inputs as they came
 * from the others. */
const double *composite_part_numbers(const struct composite *composite, const void *scratch, size_t part);

#endif
