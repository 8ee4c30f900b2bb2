/* A parameter binding as a list of assignments to names; what the names mean is found out elsewhere. Private to system/. */
#ifndef PASO_BINDING_H
#define PASO_BINDING_H

#include "master/system/ssp.h"

struct binding_value {
    enum fmi_type type;
    double number;               /* Real, Integer, Boolean */
    const char *text;            /* as written; an enumeration's item, a string */
    const struct fmi_unit *unit; /* NULL: that of the target */
};

struct assignment {
    const char *target; /* hierarchical, seen from the element that is bound */
    struct binding_value value;
    struct mapping mapping;
    const struct node *node; /* the parameter */
};

struct binding {
    const struct node *node;
    struct assignment *list;
    size_t n;
};

/* Reads a <ParameterBinding> of element `e` with all that it refers to. */
bool binding_read(struct reading *r, const struct ssp_element *e, const struct ssp_file *file, const struct node *node,
                  struct binding *b);

#endif
