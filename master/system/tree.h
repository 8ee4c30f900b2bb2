/* An XML file of SSP as a tree of elements that know their place. What the formats do not define is refused here with its
 * name and line: a reader first says which children and attributes it knows. */
#ifndef PASO_TREE_H
#define PASO_TREE_H

#include "master/base/arena.h"
#include "master/base/error.h"

#define SPACE_SSD "http://ssp-standard.org/SSP1/SystemStructureDescription"
#define SPACE_SSC "http://ssp-standard.org/SSP1/SystemStructureCommon"
#define SPACE_SSV "http://ssp-standard.org/SSP1/SystemStructureParameterValues"
#define SPACE_SSM "http://ssp-standard.org/SSP1/SystemStructureParameterMapping"

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

bool tree_read_file(struct tree *t, const char *path, const char *label, struct error *error);
void tree_free(struct tree *t); /* also of {0} */

/* "lim.ssd:41", until the end of the enclosing block. */
enum { PLACE_SIZE = 320 };
#define PLACE(node) node_place((char[PLACE_SIZE]){0}, node)
const char *node_place(char text[PLACE_SIZE], const struct node *e);

bool node_is(const struct node *e, const char *space, const char *name);
const struct node *node_child(const struct node *e, const char *space, const char *name); /* the first, or NULL */

/* Whether all children and attributes are among the blank-separated lists. Children are names of the element's own namespace
 * or "ssc:Name", with a star where there may be several; <Annotations> is always allowed, so are `id`, `description` and
 * attributes of other namespaces. */
bool node_knows(const struct node *e, const char *children, const char *attributes, struct error *error);

const char *node_attribute(const struct node *e, const char *name);                           /* NULL where absent */
const char *node_need(const struct node *e, const char *name, struct error *error);           /* absent: an error */
bool node_double(const struct node *e, const char *name, double *value, struct error *error); /* absent: unchanged */
bool node_int(const struct node *e, const char *name, int *value, struct error *error);
bool node_bool(const struct node *e, const char *name, bool *value, struct error *error);

#endif
