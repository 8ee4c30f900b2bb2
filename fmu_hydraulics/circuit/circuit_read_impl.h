/* Private to circuit_read.c, circuit_parts.c and circuit_whole.c. */
#ifndef PASO_CIRCUIT_READ_IMPL_H
#define PASO_CIRCUIT_READ_IMPL_H

#include "fmu_hydraulics/circuit/circuit_grammar.h"
#include "fmu_hydraulics/circuit/circuit_read.h"

struct reader {
    struct circuit_document *d;
    struct circuit *c;
    const struct node *root;
    struct notation_error *error;
};

/* The engine numbers volumes first, then sources; the file has them mixed: the place of an entry of the file's nodes. */
int circuit_node_place(const struct reader *r, size_t entry);

/* From the document's members to the circuit's data; its arrays are there already (circuit_parts.c). */
bool circuit_read_parts(struct reader *r);

/* Whether the parts make a circuit (circuit_whole.c). */
bool circuit_check_whole(struct reader *r);
/* A report of circuit_setup(), which names what is wrong by its path, as an error at that place of the file. */
bool circuit_fail_setup(struct reader *r, const char *text);

#endif
