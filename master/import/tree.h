/* XML of unknown origin as a tree of elements that know their place. By expat: no external entities, no entity declarations at all,
 * bounded depth and size, every complaint with its line. */
#ifndef PASO_TREE_H
#define PASO_TREE_H

#include "master/base/arena.h"
#include "master/base/error.h"

struct tree_attribute {
    const char *space; /* namespace; "" for the usual ones */
    const char *name, *value;
};

struct tree {
    struct arena arena;
    const char *label; /* how messages call the file */
    struct node *root;
    size_t n_nodes;
};

struct node {
    const struct tree *tree;
    const char *space, *name; /* namespace and local name */
    const struct tree_attribute *attributes;
    size_t n_attributes;
    struct node *parent, *child, *last_child, *next;
    int line;
};

struct tree_options {
    bool namespaces;     /* false: names are as they are written, and no prefix needs one */
    size_t largest_file; /* bytes; 0: the default */
};

/* `label` is how messages call the file: "modelDescription.xml". */
bool tree_read_file(struct tree *t, const char *path, const char *label, const struct tree_options *options,
                    struct error *error);
bool tree_read_bytes(struct tree *t, const char *bytes, size_t n, const char *label, const struct tree_options *options,
                     struct error *error);
void tree_free(struct tree *t); /* also of {0} */

/* "lim.ssd:41", until the end of the enclosing block. */
enum { PLACE_SIZE = 320 };
#define PLACE(node) node_place((char[PLACE_SIZE]){0}, node)
const char *node_place(char text[PLACE_SIZE], const struct node *e);

bool node_is(const struct node *e, const char *space, const char *name);
const struct node *node_child(const struct node *e, const char *space, const char *name); /* the first, or NULL */

const char *node_attribute(const struct node *e, const char *name);                           /* NULL where absent */
const char *node_need(const struct node *e, const char *name, struct error *error);           /* absent: an error */
bool node_double(const struct node *e, const char *name, double *value, struct error *error); /* absent: unchanged */
bool node_int(const struct node *e, const char *name, int *value, struct error *error);
bool node_bool(const struct node *e, const char *name, bool *value, struct error *error);

#endif
