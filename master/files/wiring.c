/* The FMUs of a wiring: opened without their binaries, named. */
#include "master/files/wiring.h"

#include "master/base/read_files.h"
#include "master/files/files_messages.h"
#include "master/files/output.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

bool wiring_no_memory(struct error *error)
{
    return error_raise(error, ERROR_NO_MEMORY, "connecting FMUs");
}

const struct description *wiring_description(const struct wiring *w, size_t fmu)
{
    return fmu_description(w->fmus[fmu].fmu);
}

const struct fmi_unit *wiring_unit(const struct wiring *w, struct wire_end end)
{
    return end.variable->unit == NO_INDEX ? NULL : &wiring_description(w, end.fmu)->units[end.variable->unit];
}

char *wiring_end_name(struct wiring *w, struct wire_end end)
{
    return arena_join(&w->arena, w->fmus[end.fmu].name, ".", end.variable->name);
}

/* "pump" of "parts/pump.fmu" */
static const char *file_name(struct wiring *w, const char *path)
{
    const char *slash = strrchr(path, '/');
    const char *name = slash ? slash + 1 : path;
    const size_t length = strlen(name);
    return arena_copy(&w->arena, name, output_ends_with(name, ".fmu") ? length - 4 : length);
}

/* NAME=FILE, unless there is a file of that whole name. */
static bool name_file(struct wiring *w, struct wired_fmu *f, const char *word, struct error *error)
{
    const char *equals = access(word, F_OK) == 0 ? NULL : strchr(word, '=');
    f->path = equals ? equals + 1 : word;
    f->name = equals ? arena_copy(&w->arena, word, (size_t)(equals - word)) : file_name(w, word);
    if (!f->name)
        return wiring_no_memory(error);
    read_files_note(f->path);
    if (!f->name[0])
        return error_raise(error, ERROR_CONNECT_NAME, word);
    for (size_t i = 0; i < w->n_fmus; i++)
        if (strcmp(w->fmus[i].name, f->name) == 0)
            return error_raise(error, ERROR_CONNECT_SAME_NAME, word, w->fmus[i].path, f->name, f->name, f->path);
    return true;
}

/* Whether this name in the archive is another file's already. */
static bool is_taken(const struct wiring *w, const char *source)
{
    for (size_t i = 0; i < w->n_fmus; i++)
        if (strcmp(w->fmus[i].source, source) == 0)
            return true;
    return false;
}

/* Letters, digits and few other characters: what every tool finds again, whether it decodes URIs or not. */
static const char *make_source(struct wiring *w, const char *name)
{
    static const char plain[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-.";
    const size_t room = strlen(name) + 48;
    char *source = arena_get(&w->arena, room);
    char *base = arena_copy(&w->arena, name, strlen(name));
    if (!source || !base)
        return NULL;
    for (char *c = base; *c; c++)
        *c = strchr(plain, *c) ? *c : '_';
    snprintf(source, room, "resources/%s.fmu", base);
    for (int i = 2; is_taken(w, source); i++)
        snprintf(source, room, "resources/%s_%d.fmu", base, i);
    return source;
}

void wiring_warn_elsewhere(const struct fmu *fmu)
{
    struct error why = {0};
    if (!fmu_has_binary(fmu, &why))
        error_warn(WARNING_CONNECT_PLATFORM, why.text);
}

static bool open_one(struct wiring *w, const char *word, struct error *error)
{
    struct fmu_options options = fmu_options_default();
    struct wired_fmu f = {.same = w->n_fmus};
    options.binary_needed = false;
    if (!name_file(w, &f, word, error))
        return false;
    for (size_t i = 0; i < w->n_fmus; i++)
        if (strcmp(w->fmus[i].path, f.path) == 0) {
            f.same = w->fmus[i].same;
            f.fmu = w->fmus[f.same].fmu;
            f.source = w->fmus[f.same].source;
        }
    if (!f.fmu) {
        f.source = make_source(w, f.name);
        f.fmu = f.source ? fmu_open(f.path, &options, error) : NULL;
        if (!f.source)
            return wiring_no_memory(error);
    }
    if (!f.fmu)
        return false;
    w->fmus[w->n_fmus++] = f;
    wiring_warn_elsewhere(f.fmu);
    return true;
}

bool wiring_open(struct wiring *w, const struct text_list *files, struct error *error)
{
    *w = (struct wiring){0};
    w->fmus = arena_get(&w->arena, (files->n + 1) * sizeof *w->fmus);
    if (!w->fmus)
        return wiring_no_memory(error);
    for (size_t i = 0; i < files->n; i++)
        if (!open_one(w, files->items[i], error))
            return false;
    return true;
}

void wiring_close(struct wiring *w)
{
    for (size_t i = 0; i < w->n_fmus; i++)
        if (w->fmus[i].same == i)
            fmu_close(w->fmus[i].fmu);
    arena_free(&w->arena);
    *w = (struct wiring){0};
}
