/* Text -> tree. yajl knows JSON; this file keeps lines and limits. */
#include "notation/decimal.h"
#include "notation/notation_impl.h"

#include <math.h>
#include <setjmp.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <yajl/yajl_parse.h>

struct json {
    struct notation *notation;
    struct notation_error *error;
    yajl_handle parser;
    const char *text;
    size_t counted; /* bytes whose lines are counted */
    int line;
    struct node *open[NOTATION_DEPTH]; /* containers around */
    size_t depth;
    char *key;
    bool failed; /* error->text says why */
};

static int line_now(struct json *j)
{
    for (const size_t consumed = yajl_get_bytes_consumed(j->parser); j->counted < consumed; j->counted++)
        j->line += j->text[j->counted] == '\n';
    return j->line;
}

static int fail(struct json *j, const char *what)
{
    if (!j->failed)
        snprintf(j->error->text, sizeof j->error->text, "%s:%d: %s", j->notation->file, line_now(j), what);
    j->failed = true;
    return 0;
}

struct node *node_make(struct notation *notation, enum node_type type, const struct node *parent, const char *key,
                       int line)
{
    struct node *node = notation_keep(notation, sizeof *node);
    if (!node)
        return NULL;
    node->type = type;
    node->line = line;
    node->parent = parent;
    node->key = key;
    node->notation = notation;
    node->quantity = NODE_NONE;
    node->refers = NODE_NONE;
    node->word = -1;
    return node;
}

bool node_append(struct node *container, struct node *item)
{
    if (container->count == container->room) {
        const size_t room = container->room ? 2 * container->room : 8;
        struct node **items = notation_keep(container->notation, room * sizeof *items);
        if (!items)
            return false;
        if (container->count)
            memcpy(items, container->items, container->count * sizeof *items);
        container->items = items;
        container->room = room;
    }
    item->place = container->count;
    container->items[container->count++] = item;
    return true;
}

/* The next value, hung into the container around it. */
static struct node *add(struct json *j, enum node_type type)
{
    struct node *parent = j->depth ? j->open[j->depth - 1] : NULL;
    if (++j->notation->n_nodes > NOTATION_NODES) {
        fail(j, "the document has more values than any honest one");
        return NULL;
    }
    struct node *node = node_make(j->notation, type, parent, j->key, line_now(j));
    j->key = NULL;
    if (!node || (parent && !node_append(parent, node))) {
        fail(j, "out of memory");
        return NULL;
    }
    if (!parent)
        j->notation->root = node;
    return node;
}

static int on_null(void *context)
{
    return add(context, NODE_NULL) != NULL;
}

static int on_boolean(void *context, int value)
{
    struct node *node = add(context, NODE_FLAG);
    if (node)
        node->flag = value != 0;
    return node != NULL;
}

static int on_number(void *context, const char *digits, size_t length)
{
    struct json *j = context;
    struct node *node = add(j, NODE_NUMBER);
    if (!node)
        return 0;
    node->text = notation_keep_bytes(j->notation, digits, length);
    if (!node->text)
        return fail(j, "out of memory");
    char *end;
    node->number = decimal_read(node->text, &end);
    if (end == node->text)
        return fail(j, "out of memory");
    if (!isfinite(node->number))
        return fail(j, "the number is too large for a double");
    return 1;
}

static char *keep_string(struct json *j, const unsigned char *bytes, size_t length)
{
    if (memchr(bytes, 0, length)) {
        fail(j, "a text must not contain \\u0000");
        return NULL;
    }
    char *copy = notation_keep_bytes(j->notation, (const char *)bytes, length);
    if (!copy)
        fail(j, "out of memory");
    return copy;
}

static int on_string(void *context, const unsigned char *bytes, size_t length)
{
    struct node *node = add(context, NODE_TEXT);
    return node && (node->text = keep_string(context, bytes, length));
}

static int on_key(void *context, const unsigned char *bytes, size_t length)
{
    struct json *j = context;
    if (length > NOTATION_NAME_LENGTH)
        return fail(j, "the name of a member is longer than any honest one");
    return (j->key = keep_string(j, bytes, length)) != NULL;
}

static int on_open(struct json *j, enum node_type type)
{
    if (j->depth == NOTATION_DEPTH)
        return fail(j, "the document is nested too deeply");
    struct node *node = add(j, type);
    if (!node)
        return 0;
    j->open[j->depth++] = node;
    return 1;
}

static int on_start_object(void *context)
{
    return on_open(context, NODE_OBJECT);
}

static int on_start_list(void *context)
{
    return on_open(context, NODE_LIST);
}

static int by_key(const void *a, const void *b)
{
    const struct node *left = *(struct node *const *)a, *right = *(struct node *const *)b;
    const int order = strcmp(left->key, right->key);
    return order ? order : (left->place > right->place) - (left->place < right->place);
}

/* JSON leaves members of the same name to the reader; here they are a mistake. */
static int on_end_object(void *context)
{
    struct json *j = context;
    struct node *object = j->open[--j->depth];
    if (object->count < 2)
        return 1;
    struct node **sorted = malloc(object->count * sizeof *sorted);
    if (!sorted)
        return fail(j, "out of memory");
    memcpy(sorted, object->items, object->count * sizeof *sorted);
    qsort(sorted, object->count, sizeof *sorted, by_key);
    for (size_t i = 1; i < object->count && !j->failed; i++)
        if (strcmp(sorted[i - 1]->key, sorted[i]->key) == 0 && strcmp(sorted[i]->key, "comment") != 0)
            j->failed = !node_fail(sorted[i], j->error, "is given twice, first in line %d", sorted[i - 1]->line);
    free(sorted);
    return !j->failed;
}

static int on_end_list(void *context)
{
    struct json *j = context;
    j->depth--;
    return 1;
}

/* yajl's own words, on one line. */
static void fail_syntax(struct json *j)
{
    unsigned char *words = yajl_get_error(j->parser, 0, NULL, 0);
    char line[200] = "it is not JSON";
    if (words)
        snprintf(line, sizeof line, "it is not JSON: %.*s", (int)strcspn((const char *)words, "\n"),
                 (const char *)words);
    yajl_free_error(j->parser, words);
    fail(j, line);
}

/* ---- memory for yajl, which uses what it gets without looking ---- */

struct block { /* before every piece */
    struct block *next, *previous;
    max_align_t piece[];
};

struct yajl_memory {
    struct block *blocks;
    jmp_buf out; /* where to go when there is no more */
};

static void link_block(struct yajl_memory *m, struct block *b)
{
    b->previous = NULL;
    b->next = m->blocks;
    if (b->next)
        b->next->previous = b;
    m->blocks = b;
}

static void unlink_block(struct yajl_memory *m, struct block *b)
{
    if (b->previous)
        b->previous->next = b->next;
    else
        m->blocks = b->next;
    if (b->next)
        b->next->previous = b->previous;
}

static struct block *block_of(void *piece)
{
    return (struct block *)(void *)((char *)piece - offsetof(struct block, piece));
}

static void *take(void *context, size_t size)
{
    struct yajl_memory *m = context;
    struct block *b = malloc(sizeof *b + size);
    if (!b)
        longjmp(m->out, 1);
    link_block(m, b);
    return b->piece;
}

static void give_back(void *context, void *piece)
{
    if (!piece)
        return;
    unlink_block(context, block_of(piece));
    free(block_of(piece));
}

static void *take_more(void *context, void *piece, size_t size)
{
    if (!piece)
        return take(context, size);
    struct yajl_memory *m = context;
    struct block *b = block_of(piece);
    unlink_block(m, b);
    struct block *larger = realloc(b, sizeof *b + size);
    if (!larger) {
        link_block(m, b); /* freed with the others */
        longjmp(m->out, 1);
    }
    link_block(m, larger);
    return larger->piece;
}

/* False: there was no more memory. */
static bool parse(struct json *j, const yajl_callbacks *callbacks, size_t length, struct yajl_memory *memory)
{
    yajl_alloc_funcs functions = {take, take_more, give_back, memory};
    if (setjmp(memory->out) != 0)
        return false;
    j->parser = yajl_alloc(callbacks, &functions, j);
    if (yajl_parse(j->parser, (const unsigned char *)j->text, length) != yajl_status_ok ||
        yajl_complete_parse(j->parser) != yajl_status_ok)
        fail_syntax(j);
    yajl_free(j->parser);
    return true;
}

bool json_parse(struct notation *notation, const char *text, size_t length, struct notation_error *error)
{
    static const yajl_callbacks callbacks = {.yajl_null = on_null,
                                             .yajl_boolean = on_boolean,
                                             .yajl_number = on_number,
                                             .yajl_string = on_string,
                                             .yajl_map_key = on_key,
                                             .yajl_start_map = on_start_object,
                                             .yajl_end_map = on_end_object,
                                             .yajl_start_array = on_start_list,
                                             .yajl_end_array = on_end_list};
    struct json j = {.notation = notation, .error = error, .text = text, .line = 1};
    if (length > NOTATION_BYTES) {
        snprintf(error->text, sizeof error->text, "%s: the file is larger than %d MiB", notation->file,
                 NOTATION_BYTES >> 20);
        return false;
    }
    struct yajl_memory memory = {0};
    if (!parse(&j, &callbacks, length, &memory) && !j.failed) {
        snprintf(error->text, sizeof error->text, "%s: out of memory", notation->file);
        j.failed = true;
    }
    while (memory.blocks) /* after a jump; else there are none */
        give_back(&memory, memory.blocks->piece);
    return !j.failed;
}
