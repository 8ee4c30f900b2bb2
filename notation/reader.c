/* Tree and grammar -> checked tree: what is there is known, what is needed is there, what is absent has its default. */
#include "notation/notation_impl.h"

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

bool notation_is_identifier(const char *name)
{
    if (!isalpha((unsigned char)*name) && *name != '_')
        return false;
    for (; *name; name++)
        if (!isalnum((unsigned char)*name) && *name != '_')
            return false;
    return true;
}

/* ---- rows ---- */

static bool has_word(const char *words, const char *word)
{
    const size_t length = strlen(word);
    for (const char *at = words; at; at = strchr(at, '|') ? strchr(at, '|') + 1 : NULL)
        if (strncmp(at, word, length) == 0 && (at[length] == '|' || at[length] == '\0'))
            return true;
    return false;
}

bool row_is_allowed(const struct grammar_member *row, const char *type)
{
    return !row->only_for || (type && has_word(row->only_for, type));
}

struct known { /* the names that an object's members may have */
    const struct grammar_member *rows;
    const char *type;
};

static const char *next_known(void *context, size_t i)
{
    const struct known *known = context;
    for (const struct grammar_member *row = known->rows; row->name; row++)
        if (row_is_allowed(row, known->type) && i-- == 0)
            return row->name;
    return NULL;
}

static const char *next_word(void *context, size_t i)
{
    const char *const *words = context;
    return words[i];
}

/* Words of types, "a|b", behind others, none of them twice. */
static void add_words(char *text, size_t size, const char *words)
{
    for (const char *at = words; at; at = strchr(at, '|') ? strchr(at, '|') + 1 : NULL) {
        const size_t used = strlen(text);
        char word[80];
        snprintf(word, sizeof word, "%.*s", (int)strcspn(at, "|"), at);
        if (!*text || !has_word(text, word))
            snprintf(text + used, size - used, "%s%s", used > 0 ? "|" : "", word);
    }
}

static const struct grammar_member *find_row(struct node *member, const struct known *known,
                                             struct notation_error *error)
{
    char room[160], elsewhere[300] = "";
    for (const struct grammar_member *row = known->rows; row->name; row++)
        if (strcmp(row->name, member->key) == 0) {
            if (row_is_allowed(row, known->type))
                return row;
            add_words(elsewhere, sizeof elsewhere, row->only_for);
        }
    if (*elsewhere)
        node_fail(member, error, "this member has no meaning where \"type\" is \"%s\" (only for: %s)",
                  known->type ? known->type : "", elsewhere);
    else
        node_fail(member, error, "unknown member%s", nearest_hint(room, member->key, next_known, (void *)known));
    return NULL;
}

/* ---- values ---- */

/* "crank: centre of mass", from the nearest entry of a map around. */
static const char *description_of(const struct node *node, const struct grammar_member *row)
{
    for (const struct node *around = node->parent; around; around = around->parent)
        if (around->parent && around->parent->row && around->parent->row->kind == GRAMMAR_MAP)
            return notation_keep_text(node->notation, "%s: %s", around->key, row->description);
    return row->description;
}

static bool read_number(struct node *node, const struct grammar_member *row, struct notation_error *error)
{
    return quantity_add(node, row, row->unit, node_path(node), description_of(node, row), error);
}

static bool read_numbers(struct node *node, const struct grammar_member *row, struct notation_error *error)
{
    const char *description = description_of(node, row);
    if (row->kind == GRAMMAR_VECTOR && (node->type != NODE_LIST || node->count != row->length))
        return node_fail(node, error, "a list of %zu numbers expected", row->length);
    if (node->type != NODE_LIST || node->count < row->length)
        return node_fail(node, error, "a list of at least %zu number%s expected", row->length,
                         row->length == 1 ? "" : "s");
    for (size_t i = 0; i < node->count; i++)
        if (!quantity_add(node->items[i], row, row->unit, node_path(node->items[i]), description, error))
            return false;
    node->quantity = node->count ? node->items[0]->quantity : NODE_NONE;
    return true;
}

static bool read_integer(struct node *node, const struct grammar_member *row, struct notation_error *error)
{
    if (node->type != NODE_NUMBER || node->number != rint(node->number) || fabs(node->number) > 1e9)
        return node_fail(node, error, "a whole number expected");
    if ((row->min != 0 || row->max != 0) && !(node->number >= row->min && node->number <= row->max))
        return node_fail(node, error, "%g is not within %g and %g", node->number, row->min, row->max);
    return true;
}

static bool read_text(struct node *node, struct notation_error *error)
{
    return node->type == NODE_TEXT || node_fail(node, error, "a text expected");
}

bool reader_texts(struct node *node, struct notation_error *error)
{
    if (node->type != NODE_LIST)
        return node_fail(node, error, "a list of texts expected");
    for (size_t i = 0; i < node->count; i++)
        if (!read_text(node->items[i], error))
            return false;
    return true;
}

static bool read_word(struct node *node, const struct grammar_member *row, struct notation_error *error)
{
    char room[160];
    if (node->type != NODE_TEXT)
        return node_fail(node, error, "a word expected, such as \"%s\"", row->words[0]);
    for (int i = 0; row->words[i]; i++)
        if (strcmp(row->words[i], node->text) == 0) {
            node->word = i;
            return true;
        }
    return node_fail(node, error, "unknown word \"%.60s\"%s", node->text,
                     nearest_hint(room, node->text, next_word, (void *)row->words));
}

static bool read_values(struct node *node, struct notation_error *error)
{
    if (node->type != NODE_OBJECT)
        return node_fail(node, error, "numbers or texts by name expected");
    for (size_t i = 0; i < node->count; i++)
        if (node->items[i]->type != NODE_NUMBER && node->items[i]->type != NODE_TEXT)
            return node_fail(node->items[i], error, "a number or a text expected");
    return true;
}

static bool read_entries(struct node *node, const struct grammar_member *row, struct notation_error *error)
{
    const bool is_map = row->kind == GRAMMAR_MAP;
    if (node->type != (is_map ? NODE_OBJECT : NODE_LIST))
        return node_fail(node, error, is_map ? "objects by name expected" : "a list of objects expected");
    for (size_t i = 0; i < node->count; i++) {
        if (is_map && !notation_is_identifier(node->items[i]->key))
            return node_fail(node->items[i], error,
                             "a name of letters, digits and _ expected, beginning with a letter");
        if (is_map && row->or_word && strcmp(node->items[i]->key, row->or_word) == 0)
            return node_fail(node->items[i], error, "the name \"%s\" is taken", row->or_word);
        if (!reader_members(node->items[i], row->members, error))
            return false;
    }
    return true;
}

bool reader_value(struct node *node, const struct grammar_member *row, struct notation_error *error)
{
    node->row = row;
    switch (row->kind) {
    case GRAMMAR_NUMBER:
        return read_number(node, row, error);
    case GRAMMAR_VECTOR:
    case GRAMMAR_NUMBERS:
        return read_numbers(node, row, error);
    case GRAMMAR_INTEGER:
        return read_integer(node, row, error);
    case GRAMMAR_FLAG:
        return node->type == NODE_FLAG || node_fail(node, error, "true or false expected");
    case GRAMMAR_TEXT:
    case GRAMMAR_NAME: /* what it names is looked up when all is read */
        return read_text(node, error);
    case GRAMMAR_TEXTS:
    case GRAMMAR_NAMES:
        return reader_texts(node, error);
    case GRAMMAR_WORD:
        return read_word(node, row, error);
    case GRAMMAR_LAW:
        return law_read(node, row, error);
    case GRAMMAR_OBJECT:
        return reader_members(node, row->members, error);
    case GRAMMAR_VALUES:
        return read_values(node, error);
    case GRAMMAR_MAP:
    case GRAMMAR_LIST:
        return read_entries(node, row, error);
    }
    return false;
}

/* ---- objects ---- */

static bool add_absent(struct node *object, const struct grammar_member *row, struct notation_error *error)
{
    if (row->required) {
        const bool has_unit = row->unit && *row->unit && *row->unit != '*';
        return node_fail(object, error, "the member \"%s\" is missing: %s%s%s%s", row->name, row->description,
                         has_unit ? " (" : "", has_unit ? row->unit : "", has_unit ? ")" : "");
    }
    if (!row->initially)
        return true;
    struct node *made = default_make(object, row);
    if (!made || !node_append(object, made))
        return node_fail_memory(object, error);
    made->is_default = true;
    return reader_value(made, row, error);
}

/* The members in the order of the grammar, so that quantities come in that order too; then what the grammar does not know. */
bool reader_members(struct node *object, const struct grammar_member *members, struct notation_error *error)
{
    if (object->type != NODE_OBJECT)
        return node_fail(object, error, "an object expected: {...}");
    struct known known = {.rows = members};
    struct node *type = node_find(object, "type");
    if (strcmp(members->name, "type") == 0 && type) {
        if (!reader_value(type, members, error))
            return false;
        known.type = type->text;
    } else if (strcmp(members->name, "type") == 0) {
        known.type = members->initially;
    }
    for (size_t i = 0; i < object->count; i++)
        if (!find_row(object->items[i], &known, error))
            return false;
    for (const struct grammar_member *row = members; row->name; row++) {
        if (!row_is_allowed(row, known.type))
            continue;
        struct node *member = node_find(object, row->name);
        if (member ? !reader_value(member, row, error) : !add_absent(object, row, error))
            return false;
    }
    return true;
}
