/* What the grammar says where the file says nothing. */
#include "notation/decimal.h"
#include "notation/notation_impl.h"

#include <stdlib.h>
#include <string.h>

static struct node *make_number(struct node *parent, const char *key, const char *text, size_t length)
{
    struct node *node = node_make(parent->notation, NODE_TEXT, parent, key, parent->line);
    if (!node || !(node->text = notation_keep_bytes(parent->notation, text, length)))
        return NULL;
    node->is_default = true;
    char *end;
    const double value = decimal_read(node->text, &end);
    if (*end == '\0') {
        node->type = NODE_NUMBER;
        node->number = value;
    }
    return node;
}

/* "0 0 1": the components, the last one again where there are too few. */
static struct node *make_vector(struct node *parent, const struct grammar_member *row)
{
    struct node *list = node_make(parent->notation, NODE_LIST, parent, row->name, parent->line);
    const char *at = row->initially;
    for (size_t i = 0; list && i < row->length; i++) {
        const size_t length = strcspn(at, " ");
        struct node *item = make_number(list, NULL, at, length);
        if (!item || !node_append(list, item))
            return NULL;
        if (at[length])
            at += length + 1;
    }
    return list;
}

struct node *default_make(struct node *parent, const struct grammar_member *row)
{
    struct notation *n = parent->notation;
    struct node *node;
    switch (row->kind) {
    case GRAMMAR_NUMBER:
    case GRAMMAR_INTEGER:
    case GRAMMAR_LAW:
        return make_number(parent, row->name, row->initially, strlen(row->initially));
    case GRAMMAR_VECTOR:
    case GRAMMAR_NUMBERS:
        return make_vector(parent, row);
    case GRAMMAR_FLAG:
        node = node_make(n, NODE_FLAG, parent, row->name, parent->line);
        if (node)
            node->flag = strcmp(row->initially, "true") == 0;
        return node;
    case GRAMMAR_VALUES:
    case GRAMMAR_OBJECT:
    case GRAMMAR_MAP:
        return node_make(n, NODE_OBJECT, parent, row->name, parent->line);
    case GRAMMAR_TEXTS:
    case GRAMMAR_NAMES:
    case GRAMMAR_LIST:
        return node_make(n, NODE_LIST, parent, row->name, parent->line);
    default:
        node = node_make(n, NODE_TEXT, parent, row->name, parent->line);
        if (node)
            node->text = row->initially;
        return node;
    }
}
