/* The FMUs of a wiring, and systems among them: opened without their binaries, named. */
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
    return w->fmus[fmu].package ? w->fmus[fmu].connectors : fmu_description(w->fmus[fmu].fmu);
}

const struct fmi_variable *wiring_find(const struct wiring *w, size_t fmu, const char *name)
{
    const struct description *d = wiring_description(w, fmu);
    if (!w->fmus[fmu].package)
        return description_find(d, name);
    for (size_t i = 0; i < d->n_variables; i++)
        if (strcmp(d->variables[i].name, name) == 0)
            return &d->variables[i];
    return NULL;
}

const struct fmi_unit *wiring_unit(const struct wiring *w, struct wire_end end)
{
    return end.variable->unit == NO_INDEX ? NULL : &wiring_description(w, end.fmu)->units[end.variable->unit];
}

char *wiring_end_name(struct wiring *w, struct wire_end end)
{
    return arena_join(&w->arena, w->fmus[end.fmu].name, ".", end.variable->name);
}

static bool is_package(const char *path)
{
    return output_ends_with(path, ".ssp");
}

/* "pump" of "parts/pump.fmu" */
static const char *file_name(struct wiring *w, const char *path)
{
    const char *slash = strrchr(path, '/');
    const char *name = slash ? slash + 1 : path;
    const size_t length = strlen(name);
    return arena_copy(&w->arena, name, output_ends_with(name, ".fmu") || is_package(name) ? length - 4 : length);
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
static const char *make_source(struct wiring *w, const char *name, const char *ending)
{
    static const char plain[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-.";
    const size_t room = strlen(name) + 48;
    char *source = arena_get(&w->arena, room);
    char *base = arena_copy(&w->arena, name, strlen(name));
    if (!source || !base)
        return NULL;
    for (char *c = base; *c; c++)
        *c = strchr(plain, *c) ? *c : '_';
    snprintf(source, room, "resources/%s%s", base, ending);
    for (int i = 2; is_taken(w, source); i++)
        snprintf(source, room, "resources/%s_%d%s", base, i, ending);
    return source;
}

void wiring_warn_elsewhere(const struct fmu *fmu)
{
    struct error why = {0};
    if (!fmu_has_binary(fmu, &why))
        error_warn(WARNING_CONNECT_PLATFORM, why.text);
}

static bool open_file(struct wiring *w, struct wired_fmu *f, struct error *error)
{
    struct fmu_options options = fmu_options_default();
    options.binary_needed = false;
    f->source = make_source(w, f->name, is_package(f->path) ? ".ssp" : ".fmu");
    if (!f->source)
        return wiring_no_memory(error);
    if (is_package(f->path))
        return wiring_open_package(w, f, error);
    f->fmu = fmu_open(f->path, &options, error);
    return f->fmu != NULL;
}

static bool open_one(struct wiring *w, const char *word, struct error *error)
{
    struct wired_fmu f = {.same = w->n_fmus};
    if (!name_file(w, &f, word, error))
        return false;
    for (size_t i = 0; i < w->n_fmus; i++)
        if (strcmp(w->fmus[i].path, f.path) == 0) {
            const struct wired_fmu *first = &w->fmus[w->fmus[i].same];
            f.same = w->fmus[i].same;
            f.fmu = first->fmu;
            f.package = first->package;
            f.connectors = first->connectors;
            f.source = first->source;
        }
    if (f.same == w->n_fmus && !open_file(w, &f, error))
        return false;
    w->fmus[w->n_fmus++] = f;
    if (f.fmu)
        wiring_warn_elsewhere(f.fmu);
    for (size_t i = 0; f.package && i < f.package->n_fmus; i++)
        wiring_warn_elsewhere(f.package->fmus[i]);
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
        if (w->fmus[i].same == i) {
            fmu_close(w->fmus[i].fmu);
            system_close(w->fmus[i].package);
        }
    arena_free(&w->arena);
    *w = (struct wiring){0};
}
