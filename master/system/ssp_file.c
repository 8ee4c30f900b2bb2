/* Files of a system: sources as relative URIs, packages that are unpacked, and how messages call them. */
#include "master/system/ssp.h"
#include "master/import/archive.h"
#include "master/import/temporary.h"
#include "master/import/import_messages.h"
#include "master/system/system_messages.h"

#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

bool no_memory(struct reading *r)
{
    return error_raise(r->error, ERROR_NO_MEMORY, "reading the system");
}

/* ---- URIs ---- */

static int hex_digit(char c)
{
    return c >= '0' && c <= '9'   ? c - '0'
           : c >= 'a' && c <= 'f' ? c - 'a' + 10
           : c >= 'A' && c <= 'F' ? c - 'A' + 10
                                  : -1;
}

/* Percent-decoding in place; what is no escape stays as it is, since other tools write plain names. False for a %00. */
static bool decode(char *text)
{
    char *to = text;
    for (const char *from = text; *from; to++) {
        const int high = *from == '%' ? hex_digit(from[1]) : -1;
        const int low = high >= 0 ? hex_digit(from[2]) : -1;
        *to = low >= 0 ? (char)(16 * high + low) : *from;
        from += low >= 0 ? 3 : 1;
        if (!*to)
            return false;
    }
    *to = '\0';
    return true;
}

/* Removes "." and ".." from a relative path, in place; false where it climbs above its beginning. */
static bool normalize(char *path)
{
    char *to = path;
    for (const char *from = path; *from;) {
        const size_t n = strcspn(from, "/");
        const char *next = from[n] ? from + n + 1 : from + n;
        if (n == 2 && strncmp(from, "..", 2) == 0) {
            if (to == path)
                return false;
            to--; /* onto the slash */
            while (to > path && to[-1] != '/')
                to--;
        } else if (n > 0 && !(n == 1 && *from == '.')) {
            memmove(to, from, n);
            to += n;
            if (*next)
                *to++ = '/';
        }
        from = next;
    }
    *to = '\0';
    return true;
}

static bool bad_source(struct reading *r, const struct node *node, const char *source, const char *why)
{
    return error_raise(r->error, ERROR_SSP_SOURCE, PLACE(node), source, why);
}

/* A scheme is letters before a colon that comes before any slash; one letter is a drive, not a scheme. */
static const char *after_scheme(const char *uri)
{
    const size_t n = strcspn(uri, ":/?#");
    return uri[n] == ':' && n > 1 ? uri + n + 1 : uri;
}

static bool locate_from(struct reading *r, const char *folder, const char *label_folder, const char *fence,
                        const struct node *node, const char *source, struct ssp_location *where)
{
    const char *plain = after_scheme(source);
    if (plain != source && strncasecmp(source, "file:", 5) != 0)
        return bad_source(r, node, source, "only files are supported, relative to the system");
    if (plain != source && strncmp(plain, "//", 2) == 0) {
        plain += 2;
        plain += strncmp(plain, "localhost/", 10) == 0 ? 9 : 0;
    }
    char *path = arena_copy(&r->arena, plain, strlen(plain));
    if (!path)
        return no_memory(r);
    char *hash = strchr(path, '#');
    if (hash)
        *hash = '\0';
    const bool is_absolute = path[0] == '/';
    if (!decode(path) || (hash && !decode(hash + 1)))
        return bad_source(r, node, source, "it contains a zero byte");
    if (fence && (is_absolute || plain != source || !normalize(path)))
        return bad_source(r, node, source, "it leads out of the package");
    *where = (struct ssp_location){.path = is_absolute ? path : arena_join(&r->arena, folder, path, ""),
                                   .label = is_absolute ? path : arena_join(&r->arena, label_folder, path, ""),
                                   .fragment = hash ? hash + 1 : NULL,
                                   .fence = fence};
    return where->path && where->label ? true : no_memory(r);
}

bool ssp_locate(struct reading *r, const struct ssp_file *from, const struct node *node, const char *source,
                struct ssp_location *where)
{
    return locate_from(r, from->folder, from->label_folder, from->fence, node, source, where);
}

bool ssp_locate_inside(struct reading *r, const struct ssp_element *component, const struct node *node,
                       const char *source, struct ssp_location *where)
{
    return locate_from(r, component->inner_folder, component->inner_label, component->inner_folder, node, source,
                       where);
}

/* ---- files ---- */

/* Up to and with the last slash. */
static const char *folder_of(struct reading *r, const char *path)
{
    const char *slash = strrchr(path, '/');
    return arena_copy(&r->arena, path, slash ? (size_t)(slash - path) + 1 : 0);
}

struct ssp_file *ssp_file_open(struct reading *r, const struct ssp_location *where)
{
    for (struct ssp_file *known = r->files; known; known = known->next)
        if (strcmp(known->path, where->path) == 0)
            return known;
    struct ssp_file *f = arena_get(&r->arena, sizeof *f);
    if (!f) {
        no_memory(r);
        return NULL;
    }
    f->path = where->path;
    f->fence = where->fence;
    f->folder = folder_of(r, where->path);
    f->label_folder = folder_of(r, where->label);
    if (!f->folder || !f->label_folder) {
        no_memory(r);
        return NULL;
    }
    f->next = r->files;
    r->files = f;
    const struct tree_options options = {.namespaces = true, .largest_file = 64 << 20};
    return tree_read_file(&f->tree, where->path, where->label, &options, r->error) ? f : NULL;
}

/* ---- packages ---- */

const char *ssp_canonical(struct reading *r, const char *path)
{
    char *canonical = realpath(path, NULL);
    const char *copy = canonical ? arena_copy(&r->arena, canonical, strlen(canonical)) : NULL;
    free(canonical);
    return copy;
}

/* The package at this path, unpacked once however often it is referred to. */
static const struct package *unpack(struct reading *r, const struct ssp_location *where)
{
    const char *path = ssp_canonical(r, where->path);
    if (!path) {
        error_raise(r->error, ERROR_FILE_OPEN, where->label, strerror(errno));
        return NULL;
    }
    for (const struct package *p = r->packages; p; p = p->next)
        if (strcmp(p->path, path) == 0)
            return p;
    struct package *p = arena_get(&r->arena, sizeof *p);
    if (!p) {
        no_memory(r);
        return NULL;
    }
    *p = (struct package){.path = path, .label = where->label, .folder = temporary_create(r->error)};
    if (!p->folder)
        return NULL;
    p->next = r->packages;
    r->packages = p;
    const struct archive_limits limits = archive_limits_default();
    return archive_unpack(path, p->folder, &limits, r->error) ? p : NULL;
}

static int is_ssd(const struct dirent *entry)
{
    const size_t length = strlen(entry->d_name);
    return length > 4 && strcmp(entry->d_name + length - 4, ".ssd") == 0;
}

/* What the package has instead of a system: one that was meant, or all. */
static bool raise_variant(struct reading *r, const struct ssp_location *where, const char *folder, const char *variant)
{
    struct dirent **entries = NULL;
    const int n = scandir(folder, &entries, is_ssd, alphasort);
    const char **names = arena_get(&r->arena, ((size_t)(n > 0 ? n : 0) + 1) * sizeof *names);
    char tail[ERROR_TEXT_SIZE] = "";
    for (int i = 0; i < n && names; i++) {
        const size_t used = strlen(tail);
        names[i] = entries[i]->d_name;
        error_format(tail + used, sizeof tail - used, "%s%s", i > 0 ? ", " : "; it has ", names[i]);
    }
    const char *nearest = n == 1 && names ? names[0] : n > 1 && names ? error_nearest(variant, names, (size_t)n) : NULL;
    if (nearest)
        error_format(tail, sizeof tail, "; did you mean %s#%s?", where->label, nearest);
    error_raise(r->error, ERROR_SSP_VARIANT, where->label, n > 0 ? "" : "is not a system package: ", variant, tail);
    for (int i = 0; i < n; i++)
        free(entries[i]);
    free(entries);
    return false;
}

bool ssp_unpack(struct reading *r, const struct ssp_location *where, struct ssp_location *inside)
{
    const struct package *p = unpack(r, where);
    if (!p)
        return false;
    const char *variant = where->fragment && where->fragment[0] ? where->fragment : "SystemStructure.ssd";
    char *name = arena_copy(&r->arena, variant, strlen(variant));
    if (!name)
        return no_memory(r);
    *inside = (struct ssp_location){.fence = p->folder};
    if (normalize(name)) {
        inside->path = arena_join(&r->arena, p->folder, "/", name);
        inside->label = arena_join(&r->arena, where->label, "/", name);
        if (!inside->path || !inside->label)
            return no_memory(r);
    }
    if (!inside->path || access(inside->path, F_OK) != 0)
        return raise_variant(r, where, p->folder, variant);
    return true;
}

static void replace_all(char text[ERROR_TEXT_SIZE], const char *word, const char *by)
{
    char result[ERROR_TEXT_SIZE];
    size_t n = 0;
    const size_t n_word = strlen(word), n_by = strlen(by);
    for (const char *from = text; *from && n + 1 < sizeof result;) {
        const bool found = strncmp(from, word, n_word) == 0 && !isdigit((unsigned char)from[n_word]);
        if (found && n + n_by + 1 < sizeof result) {
            memcpy(result + n, by, n_by);
            n += n_by;
            from += n_word;
        } else {
            result[n++] = *from++;
        }
    }
    result[n] = '\0';
    memcpy(text, result, n + 1);
}

void ssp_hide_temporary(struct reading *r)
{
    for (const struct package *p = r->packages; p && error_is_set(r->error); p = p->next)
        replace_all(r->error->text, p->folder, p->label);
}

/* ---- the end ---- */

void reading_close(struct reading *r)
{
    for (struct ssp_element *e = r->elements; e; e = e->all) {
        names_free(&e->child_names);
        names_free(&e->connector_names);
    }
    for (struct ssp_file *f = r->files; f; f = f->next)
        tree_free(&f->tree);
    for (struct package *p = r->packages; p; p = p->next) {
        temporary_remove(p->folder);
        free(p->folder);
    }
    arena_free(&r->arena);
}
