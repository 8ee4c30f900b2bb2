/* What others may ask of a document. */
#include "notation/notation_impl.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

const struct node *notation_root(const struct notation *n)
{
    return n->root;
}

struct node *node_find(const struct node *object, const char *key)
{
    if (object && object->type == NODE_OBJECT)
        for (size_t i = 0; i < object->count; i++)
            if (strcmp(object->items[i]->key, key) == 0)
                return object->items[i];
    return NULL;
}

const struct node *node_member(const struct node *object, const char *name)
{
    return node_find(object, name);
}

size_t node_count(const struct node *node)
{
    return node ? node->count : 0;
}

const struct node *node_item(const struct node *node, size_t i)
{
    return node->items[i];
}

const char *node_name(const struct node *node)
{
    return node->key;
}

const char *node_text(const struct node *node)
{
    return node ? node->text : NULL;
}

int node_word(const struct node *object, const char *member)
{
    const struct node *node = node_find(object, member);
    return node ? node->word : -1;
}

bool node_flag(const struct node *object, const char *member)
{
    const struct node *node = node_find(object, member);
    return node && node->flag;
}

long node_integer(const struct node *object, const char *member)
{
    const struct node *node = node_find(object, member);
    return node ? (long)node->number : 0;
}

size_t node_refers(const struct node *reference)
{
    return reference ? reference->refers : NODE_NONE;
}

size_t node_reference(const struct node *object, const char *member)
{
    return node_refers(node_find(object, member));
}

size_t node_quantity(const struct node *object, const char *member)
{
    const struct node *node = node_find(object, member);
    return node ? node->quantity : NODE_NONE;
}

const struct law *node_law(const struct node *object, const char *member)
{
    const struct node *node = node_find(object, member);
    return node ? node->law : NULL;
}

/* "forces.push.law[2].amplitude": names with points between, places in lists from 1. Written from its end. */
const char *node_path(const struct node *node)
{
    char text[(NOTATION_DEPTH + 2) * (NOTATION_NAME_LENGTH + 2)] = "", *begin = text + sizeof text - 1;
    struct notation *notation = node->notation;
    for (; node->parent; node = node->parent) {
        char step[NOTATION_NAME_LENGTH + 2];
        if (node->key)
            snprintf(step, sizeof step, "%s%s", node->parent->parent ? "." : "", node->key);
        else
            snprintf(step, sizeof step, "[%zu]", node->place + 1);
        const size_t length = strlen(step);
        if (length > (size_t)(begin - text))
            break;
        begin -= length;
        memcpy(begin, step, length);
    }
    const char *path = notation_keep_bytes(notation, begin, strlen(begin));
    return path ? path : "";
}

bool node_fail(const struct node *node, struct notation_error *error, const char *format, ...)
{
    char what[300];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(what, sizeof what, format, arguments);
    va_end(arguments);
    const char *path = node_path(node);
    snprintf(error->text, sizeof error->text, "%.140s:%d: %.120s%s%s", node->notation->file, node->line, path,
             *path ? ": " : "", what);
    return false;
}

bool node_fail_memory(const struct node *node, struct notation_error *error)
{
    return node_fail(node, error, "out of memory");
}

/* Edits (insert, delete, replace, swap of neighbours) that lead from one name to the other, up to a limit. */
static size_t distance(const char *a, const char *b)
{
    enum { LONGEST = 40 };
    const size_t n = strlen(a), m = strlen(b);
    if (n > LONGEST || m > LONGEST)
        return LONGEST;
    size_t rows[3][LONGEST + 1] = {{0}};
    for (size_t j = 0; j <= m; j++)
        rows[0][j] = j;
    for (size_t i = 1; i <= n; i++) {
        size_t *before = rows[(i - 1) % 3], *row = rows[i % 3], *two_before = rows[(i + 1) % 3];
        row[0] = i;
        for (size_t j = 1; j <= m; j++) {
            size_t best = before[j - 1] + (a[i - 1] != b[j - 1]);
            if (before[j] + 1 < best)
                best = before[j] + 1;
            if (row[j - 1] + 1 < best)
                best = row[j - 1] + 1;
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] && two_before[j - 2] + 1 < best)
                best = two_before[j - 2] + 1;
            row[j] = best;
        }
    }
    return rows[n % 3][m];
}

const char *nearest_hint(char room[static 160], const char *wrong, const char *(*next)(void *names, size_t i),
                         void *names)
{
    size_t best = (size_t)-1, used = 0;
    const char *nearest = NULL, *name;
    for (size_t i = 0; (name = next(names, i)); i++) {
        const size_t d = distance(wrong, name);
        if (d < best) {
            best = d;
            nearest = name;
        }
    }
    room[0] = '\0';
    if (!nearest)
        return room;
    if (best <= 1 + strlen(wrong) / 4) {
        snprintf(room, 160, "; did you mean \"%.60s\"?", nearest);
        return room;
    }
    used = (size_t)snprintf(room, 160, "; known here: ");
    for (size_t i = 0; (name = next(names, i)); i++) {
        if (used + strlen(name) + 8 > 160) {
            snprintf(room + used, 160 - used, " ...");
            break;
        }
        used += (size_t)snprintf(room + used, 160 - used, "%s%s", i ? ", " : "", name);
    }
    return room;
}
