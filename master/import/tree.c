/* The tree that expat's events make, within limits, and looking at it. */
#include "master/import/tree.h"
#include "master/base/read_files.h"
#include "master/import/import_messages.h"
#include "master/import/xml.h"

#include <errno.h>
#include <expat.h>
#include <fcntl.h>
#include <iconv.h>
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>
#include <unistd.h>

enum { DEEPEST_ELEMENT = 100, LARGEST_FILE = 256 << 20, PIECE = 1 << 20, MOST_NODES = 4000000 };

struct growth {
    XML_Parser parser;
    struct tree *tree;
    struct node *at; /* the element that is open, NULL before the root */
    int depth;
    struct error *error;
};

/* ---- what expat calls ---- */

static int line_of(const struct growth *g)
{
    const XML_Size line = XML_GetCurrentLineNumber(g->parser);
    return line < INT_MAX ? (int)line : INT_MAX;
}

/* Where expat is now, like the place of a node there. */
#define HERE(g) node_place((char[PLACE_SIZE]){0}, &(struct node){.tree = (g)->tree, .line = line_of(g)})

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

static bool add_node(struct growth *g, const char *element, const char *const *attributes)
{
    struct arena *arena = &g->tree->arena;
    if (++g->depth > DEEPEST_ELEMENT)
        return error_raise(g->error, ERROR_XML_DEPTH, HERE(g), TEXT("%d", DEEPEST_ELEMENT));
    if (g->tree->n_nodes++ == MOST_NODES)
        return error_raise(g->error, ERROR_SSP_TOO_MANY, HERE(g), TEXT("%d", (int)MOST_NODES));
    struct node *e = arena_get(arena, sizeof *e);
    if (!e || !split(arena, element, &e->space, &e->name) || !copy_attributes(arena, e, attributes))
        return error_raise(g->error, ERROR_NO_MEMORY, "reading XML");
    e->tree = g->tree;
    e->line = line_of(g);
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

/* After an error expat may still report the end of an element whose start stopped it. */
static void XMLCALL on_start(void *user, const XML_Char *element, const XML_Char **attributes)
{
    struct growth *g = user;
    if (!error_is_set(g->error) && !add_node(g, element, (const char *const *)attributes))
        XML_StopParser(g->parser, XML_FALSE);
}

static void XMLCALL on_end(void *user, const XML_Char *element)
{
    (void)element;
    struct growth *g = user;
    if (error_is_set(g->error))
        return;
    g->depth--;
    g->at = g->at->parent;
}

/* Descriptions and systems have no use for entities; attacks do. */
static void XMLCALL on_entity(void *user, const XML_Char *name, int is_parameter, const XML_Char *value, int length,
                              const XML_Char *base, const XML_Char *system, const XML_Char *public,
                              const XML_Char *notation)
{
    (void)is_parameter, (void)value, (void)length, (void)base, (void)system, (void)public, (void)notation;
    struct growth *g = user;
    error_raise(g->error, ERROR_XML_ENTITY, HERE(g), name);
    XML_StopParser(g->parser, XML_FALSE);
}

/* Encodings beyond those that expat knows: any with one byte per character (Windows-1252, ISO-8859-15 ...) by iconv. */
static int XMLCALL on_encoding(void *user, const XML_Char *name, XML_Encoding *encoding)
{
    (void)user;
    if (strncasecmp(name, "windows-125", 11) != 0 && strncasecmp(name, "cp", 2) != 0 &&
        strncasecmp(name, "iso-8859-", 9) != 0)
        return XML_STATUS_ERROR;
    const iconv_t converter = iconv_open("UCS-4LE", name);
    if (converter == (iconv_t)-1)
        return XML_STATUS_ERROR;
    for (int byte = 0; byte < 256; byte++) {
        char in = (char)byte;
        unsigned char out[8];
        char *from = &in, *to = (char *)out;
        size_t n_from = 1, n_to = sizeof out;
        iconv(converter, NULL, NULL, NULL, NULL);
        const bool single = iconv(converter, &from, &n_from, &to, &n_to) != (size_t)-1 && n_to == sizeof out - 4;
        encoding->map[byte] = single && out[2] == 0 && out[3] == 0 ? out[0] | out[1] << 8 : -1;
    }
    iconv_close(converter);
    encoding->data = NULL;
    encoding->convert = NULL;
    encoding->release = NULL;
    return XML_STATUS_OK;
}

/* ---- reading ---- */

static bool prepare(struct growth *g, bool namespaces)
{
    g->parser = namespaces ? XML_ParserCreateNS(NULL, ' ') : XML_ParserCreate(NULL);
    if (!g->parser)
        return error_raise(g->error, ERROR_NO_MEMORY, "reading XML");
    XML_SetUserData(g->parser, g);
    XML_SetElementHandler(g->parser, on_start, on_end);
    XML_SetEntityDeclHandler(g->parser, on_entity);
    XML_SetUnknownEncodingHandler(g->parser, on_encoding, NULL);
    return true;
}

/* The prefix in the tag at `at` that no xmlns before or in it binds; "" where it cannot be told. */
static const char *find_unbound(struct growth *g, const char *bytes, size_t n, size_t at)
{
    const char *end = at < n ? memchr(bytes + at, '>', n - at) : NULL;
    for (const char *p = end ? bytes + at + 1 : end; p < end;) {
        const size_t length = strcspn(p, " \t\r\n:=/>\"'");
        const char quote = p[length];
        if (quote == ':' && length > 0 && strncmp(p, "xml", 3) != 0) {
            char *prefix = arena_copy(&g->tree->arena, p, length);
            char *binding = prefix ? arena_join(&g->tree->arena, "xmlns:", prefix, "=") : NULL;
            if (binding && !memmem(bytes, (size_t)(end - bytes), binding, strlen(binding)))
                return prefix;
        }
        p += length;
        if ((quote == '"' || quote == '\'') && p < end) { /* values are skipped */
            const char *close = memchr(p + 1, quote, (size_t)(end - p - 1));
            p = close ? close : end;
        }
        p++;
    }
    return "";
}

static bool raise_parse_error(struct growth *g, const char *bytes, size_t n)
{
    const enum XML_Error code = XML_GetErrorCode(g->parser);
    if (code == XML_ERROR_NO_MEMORY)
        return error_raise(g->error, ERROR_NO_MEMORY, "reading XML");
    const XML_Index at = XML_GetCurrentByteIndex(g->parser);
    const char *prefix = code == XML_ERROR_UNBOUND_PREFIX && at >= 0 ? find_unbound(g, bytes, n, (size_t)at) : "";
    return *prefix ? error_raise(g->error, ERROR_XML_PREFIX, HERE(g), prefix, prefix)
                   : error_raise(g->error, ERROR_XML, HERE(g), XML_ErrorString(code));
}

static bool feed(struct growth *g, const char *bytes, size_t n)
{
    for (size_t at = 0;; at += PIECE) {
        const bool last = n - at <= PIECE;
        if (XML_Parse(g->parser, bytes + at, last ? (int)(n - at) : PIECE, last) != XML_STATUS_OK)
            return raise_parse_error(g, bytes, n);
        if (last)
            return true;
    }
}

bool tree_read_bytes(struct tree *t, const char *bytes, size_t n, const char *label, const struct tree_options *options,
                     struct error *error)
{
    struct error own = {0};
    struct growth g = {.tree = t, .error = error ? error : &own};
    *t = (struct tree){0};
    t->label = arena_copy(&t->arena, label, strlen(label));
    const bool ok = t->label ? prepare(&g, options->namespaces) && feed(&g, bytes, n)
                             : error_raise(g.error, ERROR_NO_MEMORY, "reading XML");
    if (g.parser)
        XML_ParserFree(g.parser);
    return ok;
}

static bool read_all(int file, char *bytes, size_t n)
{
    for (size_t have = 0; have < n;) {
        const ssize_t got = read(file, bytes + have, n - have);
        if (got < 0 && errno == EINTR)
            continue;
        if (got == 0)
            errno = EIO;
        if (got <= 0)
            return false;
        have += (size_t)got;
    }
    return true;
}

static bool read_open_file(struct tree *t, int file, const char *label, const struct tree_options *options,
                           struct error *error)
{
    const size_t largest = options->largest_file ? options->largest_file : LARGEST_FILE;
    struct stat info;
    if (fstat(file, &info) != 0)
        return error_raise(error, ERROR_FILE_OPEN, label, strerror(errno));
    if (!S_ISREG(info.st_mode))
        return error_raise(error, ERROR_FILE_OPEN, label, strerror(S_ISDIR(info.st_mode) ? EISDIR : EINVAL));
    if ((size_t)info.st_size > largest)
        return error_raise(error, ERROR_XML_TOO_LARGE, label, TEXT("%zu", largest >> 20));
    const size_t n = (size_t)info.st_size;
    char *bytes = malloc(n + 1);
    if (!bytes)
        return error_raise(error, ERROR_NO_MEMORY, "reading XML");
    const bool ok = read_all(file, bytes, n) ? tree_read_bytes(t, bytes, n, label, options, error)
                                             : error_raise(error, ERROR_FILE_OPEN, label, strerror(errno));
    free(bytes);
    return ok;
}

bool tree_read_file(struct tree *t, const char *path, const char *label, const struct tree_options *options,
                    struct error *error)
{
    *t = (struct tree){0};
    const int file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK); /* O_NONBLOCK: a fifo is refused, not waited for */
    if (file < 0)
        return error_raise(error, ERROR_FILE_OPEN, label, strerror(errno));
    read_files_note(path);
    const bool ok = read_open_file(t, file, label, options, error);
    close(file);
    return ok;
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
