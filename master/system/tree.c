/* The tree that expat's events make, and looking at it. */
#include "master/system/tree.h"
#include "master/import/xml.h"
#include "master/import/import_messages.h"
#include "master/system/system_messages.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { LARGEST_FILE = 64 << 20, MOST_NODES = 4000000 };

struct growth {
    struct tree *tree;
    struct node *at; /* the element that is open, NULL before the root */
};

/* "URI name" into its parts. */
static bool split(struct arena *arena, const char *full, const char **space, const char **name)
{
    const char *blank = strrchr(full, ' ');
    *space = blank ? arena_copy(arena, full, (size_t)(blank - full)) : "";
    *name = blank ? arena_copy(arena, blank + 1, strlen(blank + 1)) : arena_copy(arena, full, strlen(full));
    return *space && *name;
}

static bool copy_attributes(struct arena *arena, struct node *e, const char *const *attributes)
{
    while (attributes[2 * e->n_attributes])
        e->n_attributes++;
    struct tree_attribute *list = arena_get(arena, e->n_attributes * sizeof *list);
    for (size_t i = 0; list && i < e->n_attributes; i++) {
        const char *value = attributes[2 * i + 1];
        list[i].value = arena_copy(arena, value, strlen(value));
        if (!list[i].value || !split(arena, attributes[2 * i], &list[i].space, &list[i].name))
            return false;
    }
    e->attributes = list;
    return list;
}

static bool on_start(struct xml_reader *xml, const char *element, const char *const *attributes, void *context)
{
    struct growth *g = context;
    struct arena *arena = &g->tree->arena;
    if (g->tree->n_nodes++ == MOST_NODES)
        return error_raise(xml_error(xml), ERROR_SSP_TOO_MANY, xml_place(xml), TEXT("%d", (int)MOST_NODES));
    struct node *e = arena_get(arena, sizeof *e);
    if (!e || !split(arena, element, &e->space, &e->name) || !copy_attributes(arena, e, attributes))
        return error_raise(xml_error(xml), ERROR_NO_MEMORY, "reading XML");
    e->tree = g->tree;
    e->line = xml_line(xml);
    e->parent = g->at;
    if (!g->at)
        g->tree->root = e;
    else if (g->at->last_child)
        g->at->last_child->next = e;
    else
        g->at->child = e;
    if (g->at)
        g->at->last_child = e;
    g->at = e;
    return true;
}

static bool on_end(struct xml_reader *xml, const char *element, void *context)
{
    (void)xml, (void)element;
    struct growth *g = context;
    g->at = g->at->parent;
    return true;
}

static bool start_tree(struct tree *t, const char *label, struct error *error)
{
    *t = (struct tree){0};
    t->label = arena_copy(&t->arena, label, strlen(label));
    return t->label ? true : error_raise(error, ERROR_NO_MEMORY, "reading XML");
}

bool tree_read_file(struct tree *t, const char *path, const char *label, struct error *error)
{
    struct growth growth = {.tree = t};
    const struct xml_handler handler = {
        .start = on_start, .end = on_end, .context = &growth, .namespaces = true, .largest_file = LARGEST_FILE};
    return start_tree(t, label, error) && xml_read_file(path, t->label, &handler, error);
}

void tree_free(struct tree *t)
{
    arena_free(&t->arena);
    *t = (struct tree){0};
}

/* ---- looking ---- */

const char *node_place(char text[PLACE_SIZE], const struct node *e)
{
    snprintf(text, PLACE_SIZE, "%.*s:%d", PLACE_SIZE - 16, e->tree->label, e->line);
    return text;
}

bool node_is(const struct node *e, const char *space, const char *name)
{
    return strcmp(e->name, name) == 0 && strcmp(e->space, space) == 0;
}

const struct node *node_child(const struct node *e, const char *space, const char *name)
{
    for (const struct node *c = e->child; c; c = c->next)
        if (node_is(c, space, name))
            return c;
    return NULL;
}

enum listing { NOT_LISTED, LISTED, LISTED_MANY };

/* Whether the blank-separated list holds prefix + name, perhaps with a star behind it. */
static enum listing find_word(const char *list, const char *prefix, const char *name)
{
    const size_t n_prefix = strlen(prefix), n_name = strlen(name);
    for (const char *word = list + strspn(list, " "); *word;) {
        const size_t n = strcspn(word, " ");
        const bool many = word[n - 1] == '*';
        if (n - many == n_prefix + n_name && strncmp(word, prefix, n_prefix) == 0 &&
            strncmp(word + n_prefix, name, n_name) == 0)
            return many ? LISTED_MANY : LISTED;
        word += n;
        word += strspn(word, " ");
    }
    return NOT_LISTED;
}

static enum listing find_child(const struct node *e, const struct node *c, const char *children)
{
    const bool is_common = strcmp(c->space, SPACE_SSC) == 0;
    const bool is_own = strcmp(c->space, e->space) == 0;
    if ((is_own || is_common) && strcmp(c->name, "Annotations") == 0)
        return LISTED;
    const enum listing own = is_own ? find_word(children, "", c->name) : NOT_LISTED;
    return own == NOT_LISTED && is_common ? find_word(children, "ssc:", c->name) : own;
}

bool node_knows(const struct node *e, const char *children, const char *attributes, struct error *error)
{
    for (const struct node *c = e->child; c; c = c->next) {
        const enum listing listing = find_child(e, c, children);
        if (listing == NOT_LISTED)
            return error_raise(error, ERROR_SSP_ELEMENT, PLACE(c), c->name, e->name);
        if (listing == LISTED && node_child(e, c->space, c->name) != c)
            return error_raise(error, ERROR_SSP_ELEMENT_TWICE, PLACE(c), e->name, c->name);
    }
    for (size_t i = 0; i < e->n_attributes; i++) {
        const struct tree_attribute *a = &e->attributes[i];
        if (!a->space[0] && find_word(attributes, "", a->name) == NOT_LISTED &&
            find_word("id description", "", a->name) == NOT_LISTED)
            return error_raise(error, ERROR_SSP_ATTRIBUTE, PLACE(e), a->name, e->name);
    }
    return true;
}

const char *node_attribute(const struct node *e, const char *name)
{
    for (size_t i = 0; i < e->n_attributes; i++)
        if (!e->attributes[i].space[0] && strcmp(e->attributes[i].name, name) == 0)
            return e->attributes[i].value;
    return NULL;
}

const char *node_need(const struct node *e, const char *name, struct error *error)
{
    const char *value = node_attribute(e, name);
    if (!value)
        error_raise(error, ERROR_XML_ATTRIBUTE_MISSING, PLACE(e), e->name, name);
    return value;
}

static bool bad_value(const struct node *e, const char *name, const char *expected, struct error *error)
{
    return error_raise(error, ERROR_XML_VALUE, PLACE(e), e->name, name, node_attribute(e, name), expected);
}

bool node_double(const struct node *e, const char *name, double *value, struct error *error)
{
    const char *text = node_attribute(e, name);
    return !text || (xml_double(text, value) && isfinite(*value)) || bad_value(e, name, "a finite number", error);
}

bool node_int(const struct node *e, const char *name, int *value, struct error *error)
{
    const char *text = node_attribute(e, name);
    return !text || xml_int(text, value) || bad_value(e, name, "an integer", error);
}

bool node_bool(const struct node *e, const char *name, bool *value, struct error *error)
{
    const char *text = node_attribute(e, name);
    return !text || xml_bool(text, value) || bad_value(e, name, "true or false", error);
}
