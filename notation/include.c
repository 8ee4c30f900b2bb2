/* Documents in a document. An entry of "include" names a file of the same kind, which is read and checked by itself. Its constants and
 * the entries of its maps come into the document as NAME_..., where NAME is that of the entry; names and expressions in it follow.
 * What the entry says about constants and about entries of maps ("nodes": {"P": "pump"}) takes their place. */
#include "notation/decimal.h"
#include "notation/measure.h"
#include "notation/notation_impl.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

enum { INCLUDE_DEPTH = 4 }; /* of files that include files */

struct graft {
    struct notation *outer;
    const struct notation *inner;
    const struct node *entry; /* of "include" */
    struct notation_error *error;
    const char *ground; /* what the file's or_word is here; NULL: the same word */
};

/* ---- names ---- */

static const char *prefixed(const struct graft *g, const char *name)
{
    return notation_keep_text(g->outer, "%s_%s", g->entry->key, name);
}

static bool is_constant(const struct notation *inner, const char *name, size_t length)
{
    for (size_t i = 0; i < inner->n_constants; i++) {
        const char *key = inner->quantities[i].node->key;
        if (strlen(key) == length && memcmp(key, name, length) == 0)
            return true;
    }
    return false;
}

/* An expression over the file's constants becomes one over those of the document. */
static const char *expression_renamed(const struct graft *g, const char *text)
{
    double number;
    if (unit_in(text, &number))
        return notation_keep_text(g->outer, "%s", text);
    char *renamed = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&renamed, &size);
    if (!out)
        return NULL;
    for (const char *at = text; *at;) {
        const char *begin = at;
        if (isdigit((unsigned char)*at) || *at == '.') {
            char *end;
            decimal_read(at, &end);
            at = end > at ? end : at + 1;
        } else if (isalpha((unsigned char)*at) || *at == '_') {
            while (isalnum((unsigned char)*at) || *at == '_')
                at++;
            if (is_constant(g->inner, begin, (size_t)(at - begin)))
                fprintf(out, "%s_", g->entry->key);
        } else {
            at++;
        }
        fwrite(begin, 1, (size_t)(at - begin), out);
    }
    const char *kept = fclose(out) == 0 ? notation_keep_text(g->outer, "%s", renamed) : NULL;
    free(renamed);
    return kept;
}

static const char *reference_renamed(const struct graft *g, const char *name, const struct grammar_member *row)
{
    const struct node *other = node_find(node_find(g->entry, row->refers_to), name);
    if (other)
        return other->text;
    if (row->or_word && strcmp(row->or_word, name) == 0)
        return g->ground ? g->ground : row->or_word;
    return prefixed(g, name);
}

static const char *text_renamed(const struct graft *g, const char *text, const struct grammar_member *row)
{
    switch (row ? row->kind : GRAMMAR_TEXT) {
    case GRAMMAR_NUMBER:
    case GRAMMAR_VECTOR:
    case GRAMMAR_NUMBERS:
    case GRAMMAR_LAW:
        return expression_renamed(g, text);
    case GRAMMAR_NAME:
    case GRAMMAR_NAMES:
        return reference_renamed(g, text, row);
    case GRAMMAR_TEXT:
    case GRAMMAR_TEXTS:
        if (row && row->own_name && *text)
            return prefixed(g, text);
        return notation_keep_text(g->outer, "%s", text);
    default:
        return notation_keep_text(g->outer, "%s", text);
    }
}

/* ---- the tree ---- */

/* A value of the file, in the document; all of it stands where the document includes it. */
static bool copy(const struct graft *g, const struct node *node, const struct grammar_member *row, struct node *parent,
                 const char *key)
{
    struct node *made =
        key || parent->type == NODE_LIST ? node_make(g->outer, node->type, parent, key, g->entry->line) : NULL;
    if (!made || !node_append(parent, made) || ++g->outer->n_nodes > NOTATION_NODES)
        return node_fail_memory(g->entry, g->error);
    made->flag = node->flag;
    made->number = node->number;
    if (node->type == NODE_TEXT)
        made->text = text_renamed(g, node->text, row);
    else if (node->type == NODE_NUMBER)
        made->text = notation_keep_text(g->outer, "%s", node->text);
    if (!made->text && (node->type == NODE_TEXT || node->type == NODE_NUMBER))
        return node_fail_memory(g->entry, g->error);
    for (size_t i = 0; i < node->count; i++) {
        const struct node *item = node->items[i];
        const char *name = item->key ? notation_keep_text(g->outer, "%s", item->key) : NULL;
        if (!item->is_default && !copy(g, item, item->row ? item->row : row, made, name))
            return false;
    }
    return true;
}

/* The document's map of that name, made where it has none. */
static struct node *map_of(const struct graft *g, const char *name)
{
    struct node *root = g->outer->root, *map = node_find(root, name);
    if (!map && (map = node_make(g->outer, NODE_OBJECT, root, name, g->entry->line)) && !node_append(root, map))
        map = NULL;
    if (!map)
        node_fail_memory(g->entry, g->error);
    else if (map->type != NODE_OBJECT) {
        node_fail(map, g->error, "objects by name expected");
        map = NULL;
    }
    return map;
}

static bool add_entry(const struct graft *g, const struct node *node, const struct grammar_member *row,
                      struct node *map)
{
    const char *name = prefixed(g, node->key);
    if (!name)
        return node_fail_memory(g->entry, g->error);
    if (node_find(map, name))
        return node_fail(g->entry, g->error,
                         "its \"%.60s\" would be called \"%.60s\", which is there already: "
                         "choose another name than \"%.30s\"",
                         node->key, name, g->entry->key);
    return copy(g, node, row, map, name);
}

static const char *next_constant(void *context, size_t i)
{
    const struct notation *inner = context;
    return i < inner->n_constants ? inner->quantities[i].node->key : NULL;
}

static bool add_constants(const struct graft *g)
{
    static const struct grammar_member number = {"constants", GRAMMAR_NUMBER, "a constant", .initially = NULL};
    const struct node *changes = node_find(g->entry, "constants");
    struct node *constants = g->inner->n_constants ? map_of(g, "constants") : NULL;
    char room[160];
    for (size_t i = 0; i < node_count(changes); i++)
        if (!is_constant(g->inner, changes->items[i]->key, strlen(changes->items[i]->key)))
            return node_fail(changes->items[i], g->error, "%.100s has no such constant%s", g->inner->file,
                             nearest_hint(room, changes->items[i]->key, next_constant, (void *)g->inner));
    for (size_t i = 0; i < g->inner->n_constants; i++) {
        const struct node *node = g->inner->quantities[i].node;
        struct node *change = node_find(changes, node->key);
        if (!constants || !add_entry(g, node, &number, constants))
            return false;
        if (change) { /* in the document's own words: nothing is renamed */
            struct node *made = constants->items[constants->count - 1];
            made->type = change->type;
            made->text = change->text;
            made->number = change->number;
        }
    }
    return true;
}

static const char *next_entry(void *context, size_t i)
{
    const struct node *map = context;
    return map && i < map->count ? map->items[i]->key : NULL;
}

static bool add_map(const struct graft *g, const struct node *entries, const struct grammar_member *row)
{
    const struct node *replaced = node_find(g->entry, row->name);
    char room[160];
    for (size_t i = 0; i < node_count(replaced); i++) {
        const struct node *other = replaced->items[i];
        if (!node_find(entries, other->key) && !(row->or_word && strcmp(row->or_word, other->key) == 0))
            return node_fail(other, g->error, "there is no \"%.60s\" among the %s of %.100s%s", other->key, row->name,
                             g->inner->file, nearest_hint(room, other->key, next_entry, (void *)entries));
        if (other->type != NODE_TEXT)
            return node_fail(other, g->error, "a name expected: which of this document's %s it is", row->name);
    }
    struct node *map = node_count(entries) ? map_of(g, row->name) : NULL;
    for (size_t i = 0; i < node_count(entries); i++)
        if (!map || (!node_find(replaced, entries->items[i]->key) && !add_entry(g, entries->items[i], row, map)))
            return false;
    return true;
}

/* Names in a list of the whole document, behind those that it has. */
static bool add_names(const struct graft *g, const struct node *names, const struct grammar_member *row)
{
    struct node *list = node_find(g->outer->root, row->name);
    if (node_count(names) == 0)
        return true;
    if (!list && (!(list = node_make(g->outer, NODE_LIST, g->outer->root, row->name, g->entry->line)) ||
                  !node_append(g->outer->root, list)))
        return node_fail_memory(g->entry, g->error);
    if (list->type != NODE_LIST)
        return node_fail(list, g->error, "a list of texts expected");
    for (size_t i = 0; i < names->count; i++)
        if (!copy(g, names->items[i], row, list, NULL))
            return false;
    return true;
}

/* The members of a JSON text, as those of a node. */
static bool members_take(const struct graft *g, struct node *node, const char *text)
{
    struct node *root = g->outer->root;
    const bool good = json_parse(g->outer, text, strlen(text), g->error);
    struct node *parsed = g->outer->root;
    g->outer->root = root;
    for (size_t i = 0; good && i < parsed->count; i++) {
        parsed->items[i]->parent = node;
        parsed->items[i]->line = g->entry->line;
        if (!node_append(node, parsed->items[i]))
            return node_fail_memory(g->entry, g->error);
    }
    return good;
}

static struct node *place_entry(const struct graft *g, const struct grammar_place *place, const char *name)
{
    struct node *map = map_of(g, place->map), *made = NULL;
    if (!map)
        return NULL;
    if (node_find(map, name)) {
        node_fail(g->entry, g->error, "its place would be called \"%.60s\", which is there already", name);
        return NULL;
    }
    if (!(made = node_make(g->outer, NODE_OBJECT, map, name, g->entry->line)) || !node_append(map, made)) {
        node_fail_memory(g->entry, g->error);
        return NULL;
    }
    if (!members_take(g, made, place->text))
        return NULL;
    struct node *named = place->named ? node_make(g->outer, NODE_TEXT, made, place->named, g->entry->line) : NULL;
    if (place->named && (!named || !node_append(made, named))) {
        node_fail_memory(g->entry, g->error);
        return NULL;
    }
    if (named)
        named->text = name;
    return made;
}

/* What the file stands on. The members of "place" are read where they go to. */
static bool add_place(struct graft *g, const struct grammar_place *makes, struct node *place)
{
    struct node *last = NULL;
    if (!place)
        return true;
    if (place->type != NODE_OBJECT)
        return node_fail(g->entry, g->error, "its \"place\" must be an object");
    g->ground = prefixed(g, "place");
    for (const struct grammar_place *p = makes; g->ground && p->map; p++)
        if (!(last = place_entry(g, p, g->ground)))
            return false;
    for (size_t i = 0; last && i < place->count; i++) { /* in the document's own words: nothing is renamed */
        place->items[i]->parent = last;
        if (!node_append(last, place->items[i]))
            return node_fail_memory(g->entry, g->error);
    }
    return g->ground || node_fail_memory(g->entry, g->error);
}

static const char *word_of(const struct node *root, const struct grammar_member *row)
{
    const struct node *node = node_find(root, row->name);
    return node && node->type == NODE_TEXT ? node->text : row->initially;
}

static bool add_document(const struct graft *g, const struct grammar *grammar)
{
    for (const struct grammar_member *row = grammar->members; row->name; row++) {
        const struct node *member = node_find(g->inner->root, row->name);
        if (row->alike && strcmp(word_of(g->inner->root, row), word_of(g->outer->root, row)) != 0)
            return node_fail(g->entry, g->error,
                             "%.100s has \"%s\": \"%s\", and this document \"%s\": they must be the same",
                             g->inner->file, row->name, word_of(g->inner->root, row), word_of(g->outer->root, row));
        if (row->kind == GRAMMAR_MAP && !add_map(g, member, row))
            return false;
        if (row->kind == GRAMMAR_TEXTS && row->own_name && !add_names(g, member, row))
            return false;
    }
    return add_constants(g);
}

/* ---- files ---- */

struct including {
    const struct grammar *grammar;
    const struct notation_source *source;
    struct notation_error *error;
};

/* A document, and the one that includes it. */
struct chain {
    const char *file;
    const struct chain *by;
    int depth;
};

static bool include(const struct including *all, char **text, size_t *length, const struct chain *chain);

/* "a.json, b.json", from the outermost one. */
static void chain_print(const struct chain *chain, char *text, size_t size)
{
    if (chain->by)
        chain_print(chain->by, text, size);
    const size_t used = strlen(text);
    const char *slash = strrchr(chain->file, '/');
    snprintf(text + used, size - used, "%s%.60s", used ? ", " : "", slash ? slash + 1 : chain->file);
}

static bool chain_check(const struct chain *chain, const char *path, const struct node *entry,
                        struct notation_error *error)
{
    char names[400] = "";
    bool is_circle = false;
    for (const struct chain *c = chain; c; c = c->by)
        is_circle = is_circle || strcmp(c->file, path) == 0;
    const struct chain next = {path, chain, 0};
    chain_print(&next, names, sizeof names);
    if (is_circle)
        return node_fail(entry, error, "files include each other in a circle: %s", names);
    return chain->depth < INCLUDE_DEPTH ||
           node_fail(entry, error, "files include files over more than %d steps: %s", INCLUDE_DEPTH, names);
}

static const struct grammar_member *row_of(const struct grammar_member *members, const char *name)
{
    for (const struct grammar_member *row = members; row->name; row++)
        if (strcmp(row->name, name) == 0)
            return row;
    return NULL;
}

/* Of the object "place" of an entry; NULL: such documents have no places. */
static const struct grammar_place *place_makes(const struct grammar *grammar)
{
    const struct grammar_member *row = row_of(grammar->members, "include");
    const struct grammar_member *place = row ? row_of(row->members, "place") : NULL;
    return place ? place->makes : NULL;
}

static bool include_entry(const struct including *all, struct notation *outer, const struct node *entry,
                          struct node *place, const struct chain *chain)
{
    const char *file = node_find(entry, "file")->text;
    char *text = NULL, *path = NULL;
    size_t length = 0;
    char why[300] = "";
    bool good = all->source->load(all->source->context, outer->file, file, &path, &text, &length, why) ||
                node_fail(entry, all->error, "%s", why);
    good = good && chain_check(chain, path, entry, all->error) &&
           include(all, &text, &length, &(struct chain){path, chain, chain->depth + 1});
    struct notation *inner = good ? notation_read(text, length, path, all->grammar, all->error) : NULL;
    struct graft g = {outer, inner, entry, all->error, NULL};
    good = inner && add_place(&g, place_makes(all->grammar), place) && add_document(&g, all->grammar);
    notation_close(inner);
    free(text);
    free(path);
    return good;
}

/* What an entry puts in place of the file's own must be there, when all files are in. */
static bool check_replaced(const struct notation *outer, const struct node *entry, const struct grammar *grammar,
                           struct notation_error *error)
{
    char room[160];
    for (size_t i = 0; i < entry->count; i++) {
        const struct node *table = entry->items[i], *map = node_find(outer->root, table->key);
        const bool has_names = table->row->kind == GRAMMAR_VALUES && strcmp(table->key, "constants") != 0;
        const struct grammar_member *of_map = has_names ? row_of(grammar->members, table->key) : NULL;
        const char *word = of_map && of_map->or_word ? of_map->or_word : "";
        for (size_t k = 0; has_names && k < table->count; k++)
            if (!node_find(map, table->items[k]->text) && strcmp(word, table->items[k]->text) != 0)
                return node_fail(table->items[k], error, "there is no \"%.60s\" among the %s%s", table->items[k]->text,
                                 table->key, nearest_hint(room, table->items[k]->text, next_entry, (void *)map));
    }
    return true;
}

static bool include_all(const struct including *all, struct notation *outer, struct node *entries,
                        const struct chain *chain)
{
    struct node **places = notation_keep(outer, (entries->count + 1) * sizeof *places);
    if (!places)
        return node_fail_memory(entries, all->error);
    if (!document_drop_comments(entries, all->error))
        return false;
    for (size_t i = 0; place_makes(all->grammar) && entries->type == NODE_OBJECT && i < entries->count; i++)
        if (entries->items[i]->type == NODE_OBJECT)
            places[i] = document_take_out(entries->items[i], "place");
    if (!reader_value(entries, row_of(all->grammar->members, "include"), all->error))
        return false;
    document_take_out(outer->root, "include");
    for (size_t i = 0; i < entries->count; i++)
        if (!include_entry(all, outer, entries->items[i], places[i], chain))
            return false;
    for (size_t i = 0; i < entries->count; i++)
        if (!check_replaced(outer, entries->items[i], all->grammar, all->error))
            return false;
    return true;
}

static bool include(const struct including *all, char **text, size_t *length, const struct chain *chain)
{
    struct notation outer = {.file = chain->file};
    bool good = json_parse(&outer, *text, *length, all->error);
    struct node *entries = good ? node_find(outer.root, "include") : NULL;
    if (entries && row_of(all->grammar->members, "include")) {
        char *whole = NULL;
        good = include_all(all, &outer, entries, chain);
        if (good && !(whole = notation_write(&outer, length)))
            good = node_fail_memory(outer.root, all->error);
        if (whole) {
            free(*text);
            *text = whole;
        }
    }
    store_release(&outer);
    return good;
}

bool notation_include(char **text, size_t *length, const char *file, const struct grammar *grammar,
                      const struct notation_source *source, struct notation_error *error)
{
    return include(&(struct including){grammar, source, error}, text, length, &(struct chain){file, NULL, 0});
}
