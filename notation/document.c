/* A document from its text: JSON, comments out, constants, grammar, references. */
#include "notation/notation_impl.h"

#include <stdlib.h>
#include <string.h>

/* Takes comments out of the tree, everywhere: from here on nobody sees them. */
bool document_drop_comments(struct node *node, struct notation_error *error)
{
    size_t kept = 0;
    for (size_t i = 0; i < node->count; i++) {
        struct node *item = node->items[i];
        if (item->key && strcmp(item->key, "comment") == 0) {
            if (item->type != NODE_TEXT && !(item->type == NODE_LIST && reader_texts(item, error)))
                return node_fail(item, error, "a text or a list of texts expected");
            continue;
        }
        if (!document_drop_comments(item, error))
            return false;
        item->place = kept;
        node->items[kept++] = item;
    }
    node->count = kept;
    return true;
}

/* ---- references ---- */

static const char *next_entry(void *context, size_t i)
{
    const struct node *map = context;
    return map && i < map->count ? map->items[i]->key : NULL;
}

static bool look_up(struct node *node, const struct grammar_member *row, struct node *root,
                    struct notation_error *error)
{
    struct node *map = node_find(root, row->refers_to);
    const struct node *entry = node_find(map, node->text);
    char room[160];
    if (entry)
        node->refers = entry->place;
    else if (!row->or_word || strcmp(row->or_word, node->text) != 0)
        return node_fail(node, error, "there is no \"%.60s\" among the %s%s", node->text, row->refers_to,
                         nearest_hint(room, node->text, next_entry, map));
    return true;
}

static bool look_up_below(struct node *node, struct node *root, struct notation_error *error)
{
    const struct grammar_member *row = node->row;
    if (row && row->kind == GRAMMAR_NAME)
        return look_up(node, row, root, error);
    for (size_t i = 0; i < node->count; i++)
        if (row && row->kind == GRAMMAR_NAMES ? !look_up(node->items[i], row, root, error)
                                              : !look_up_below(node->items[i], root, error))
            return false;
    return true;
}

/* ---- the document ---- */

/* "constants" and "$schema" belong to every document: out of the way before its grammar looks. */
struct node *document_take_out(struct node *object, const char *key)
{
    struct node *found = node_find(object, key);
    if (!found)
        return NULL;
    for (size_t i = found->place + 1; i < object->count; i++) {
        object->items[i - 1] = object->items[i];
        object->items[i - 1]->place = i - 1;
    }
    object->count--;
    return found;
}

static bool has_row(const struct grammar *grammar, const char *name)
{
    const struct grammar_member *row = grammar->members;
    while (row->name && strcmp(row->name, name) != 0)
        row++;
    return row->name != NULL;
}

static bool read_document(struct notation *n, const char *text, size_t length, const struct grammar *grammar,
                          struct notation_error *error)
{
    if (!json_parse(n, text, length, error) || !document_drop_comments(n->root, error))
        return false;
    if (n->root->type != NODE_OBJECT)
        return node_fail(n->root, error, "an object expected: {...}");
    document_take_out(n->root, "$schema");
    const struct node *include = node_find(n->root, "include");
    if (include && has_row(grammar, "include"))
        return node_fail(include, error, "a document inside of something else cannot include files");
    return quantities_constants(n, document_take_out(n->root, "constants"), error) &&
           reader_members(n->root, grammar->members, error) && look_up_below(n->root, n->root, error) &&
           quantities_tune_constants(n, error);
}

struct notation *notation_read(const char *text, size_t length, const char *file, const struct grammar *grammar,
                               struct notation_error *error)
{
    struct notation *n = calloc(1, sizeof *n);
    if (!n) {
        snprintf(error->text, sizeof error->text, "%s: out of memory", file);
        return NULL;
    }
    n->file = notation_keep_text(n, "%s", file);
    bool good = n->file && read_document(n, text, length, grammar, error);
    if (good && n->n_quantities) {
        double *values = calloc(n->n_quantities, sizeof *values);
        for (size_t i = 0; values && i < n->n_quantities; i++)
            values[i] = n->quantities[i].value;
        good = values && laws_check(n, values, error);
        free(values);
    }
    if (good)
        return n;
    notation_close(n);
    return NULL;
}

void notation_close(struct notation *n)
{
    if (!n)
        return;
    free(n->quantities);
    free(n->expressions);
    store_release(n);
    free(n);
}

bool notation_type(const char *text, size_t length, const char *file, char type[32], struct notation_error *error)
{
    struct notation n = {.file = file};
    bool good = json_parse(&n, text, length, error);
    if (good) {
        const struct node *node = node_find(n.root, "type");
        if (!node || node->type != NODE_TEXT || strlen(node->text) > 31)
            good = node_fail(n.root, error, "the member \"type\" is missing, which says what the document describes");
        else
            strcpy(type, node->text);
    }
    store_release(&n);
    return good;
}
