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
/* The same for what circuit_elements.h has (circuit_read_elements.c); and how much of it there is. */
void circuit_count_elements(const struct node *root, struct circuit *counted);
bool circuit_read_elements(struct reader *r);

/* The document's number goes where the circuit keeps it; nothing happens where it is absent. */
void circuit_place_number(struct reader *r, const struct node *object, const char *member, double *target,
                          size_t count);
int circuit_node_at(const struct reader *r, const struct node *object, const char *member);
bool circuit_is_volume(const struct reader *r, int node);
bool circuit_read_ends(struct reader *r, const struct node *node, int *from, int *to);
bool circuit_read_opening(struct reader *r, const struct node *node, struct circuit_opening *opening);

/* The next command of an element: its law, or an input, or both; 0 where the file has neither. */
size_t circuit_read_command(struct reader *r, const struct node *node, const char *member, const char *flag,
                            struct circuit_signal described);
/* The next state of an element. */
size_t circuit_next_state(struct reader *r);

/* Of a directional valve: how its spool follows, and a path's table. */
bool circuit_read_spool(struct reader *r, const struct node *node, struct circuit_valve *valve);
bool circuit_read_table(struct reader *r, const struct node *node, struct circuit_path *path);

/* Whether the parts make a circuit (circuit_whole.c). */
bool circuit_check_whole(struct reader *r);
/* A report of circuit_setup(), which names what is wrong by its path, as an error at that place of the file. */
bool circuit_fail_setup(struct reader *r, const char *text);

#endif
