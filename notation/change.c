/* Changes of a document before it is read: "bodies.arm.mass=3", "bodies.arm.com=[1, 0, 0]". The text that comes out
 * is the whole document again. */
#include "notation/notation_impl.h"

#include <ctype.h>
#include <locale.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static bool fail(struct notation_error *error, const char *assignment, const char *what)
{
    snprintf(error->text, sizeof error->text, "the change \"%.200s\": %s", assignment, what);
    return false;
}

/* ---- finding ---- */

/* The next step of a path: a name, or a place [k]; NULL where it is neither. */
static const char *step(const char *at, char name[static NOTATION_NAME_LENGTH + 1], size_t *place)
{
    char *end;
    name[0] = '\0';
    if (*at == '[') {
        *place = strtoul(at + 1, &end, 10);
        return *end == ']' && end > at + 1 && *place > 0 ? end + 1 : NULL;
    }
    const size_t length = strcspn(at, ".[=");
    if (length == 0 || length > NOTATION_NAME_LENGTH)
        return NULL;
    memcpy(name, at, length);
    name[length] = '\0';
    return at + length;
}

/* The node that is to change; members that objects do not have yet are made. */
static struct node *find(struct notation *n, const char *assignment, const char **value, struct notation_error *error)
{
    struct node *node = n->root;
    const char *at = assignment;
    while (at && *at && *at != '=') {
        char name[NOTATION_NAME_LENGTH + 1];
        size_t place = 0;
        at = step(at, name, &place);
        if (!at || (*at && !strchr(".[=", *at)))
            break;
        if (*at == '.')
            at++;
        struct node *below = NULL;
        if (!name[0])
            below = node->type == NODE_LIST && place <= node->count ? node->items[place - 1] : NULL;
        else if (!(below = node_find(node, name)) && node->type == NODE_OBJECT &&
                 (*at == '=' || isalpha((unsigned char)*at))) {
            const enum node_type type = *at == '=' ? NODE_NULL : NODE_OBJECT;
            below = node_make(n, type, node, notation_keep_text(n, "%s", name), node->line);
            if (!below || !node_append(node, below)) {
                fail(error, assignment, "out of memory");
                return NULL;
            }
        }
        if (!below) {
            fail(error, assignment, "the document has no such place");
            return NULL;
        }
        node = below;
    }
    if (!at || *at != '=' || node == n->root) {
        fail(error, assignment, "PATH=VALUE expected, such as bodies.arm.mass=3");
        return NULL;
    }
    *value = at + 1;
    return node;
}

/* An object or a list: JSON, in place of the node. */
static bool set_json(struct node *node, const char *value, struct notation_error *error)
{
    struct notation *n = node->notation;
    struct node *root = n->root;
    const bool good = json_parse(n, value, strlen(value), error);
    if (good) {
        node->type = n->root->type;
        node->items = n->root->items;
        node->count = n->root->count;
    }
    n->root = root;
    return good;
}

/* An object, a list, true, false, a number, else a text. */
static bool set(struct node *node, const char *value, struct notation_error *error)
{
    char *end;
    const double number = strtod(value, &end);
    if (*value == '{' || *value == '[')
        return set_json(node, value, error);
    node->count = 0;
    node->text = notation_keep_text(node->notation, "%s", value);
    node->flag = strcmp(value, "true") == 0;
    if (node->flag || strcmp(value, "false") == 0)
        node->type = NODE_FLAG;
    else if (*value && !*end && isfinite(number) && (isdigit((unsigned char)*value) || *value == '-')) {
        node->type = NODE_NUMBER;
        node->number = number;
        node->text = notation_keep_text(node->notation, "%.17g", number);
    } else
        node->type = NODE_TEXT;
    return node->text || fail(error, value, "out of memory");
}

char *notation_change(const char *text, size_t length, const char *file, const char *const *changes, size_t n_changes,
                      size_t *new_length, struct notation_error *error)
{
    struct notation n = {.file = file};
    char *changed = NULL;
    locale_t plain = newlocale(LC_ALL_MASK, "C", (locale_t)0);
    const locale_t before = plain ? uselocale(plain) : (locale_t)0;
    bool good = plain ? json_parse(&n, text, length, error) : fail(error, file, "out of memory");
    for (size_t i = 0; i < n_changes && good; i++) {
        const char *value = NULL;
        struct node *node = find(&n, changes[i], &value, error);
        good = node && set(node, value, error);
    }
    if (good && !(changed = notation_write(&n, new_length)))
        fail(error, file, "out of memory");
    if (plain) {
        uselocale(before);
        freelocale(plain);
    }
    store_release(&n);
    return changed;
}
