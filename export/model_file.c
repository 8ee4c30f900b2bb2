#include "export/model_file.h"

#include "master/import/archive.h"
#include "fmi/file_model.h"
#include "master/files/text_file.h"
#include "master/import/temporary.h"
#include "export/export_messages.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

static bool is_archive(const char *path)
{
    char magic[2] = "";
    FILE *file = fopen(path, "rb");
    const bool is = file && fread(magic, 1, 2, file) == 2 && memcmp(magic, "PK", 2) == 0;
    if (file)
        fclose(file);
    return is;
}

static bool load_from_fmu(const char *path, struct model_file *f, struct error *error)
{
    const struct archive_limits limits = archive_limits_default();
    char *folder = temporary_create(error), *document = NULL;
    bool good = folder && archive_unpack(path, folder, &limits, error);
    char *system = NULL;
    if (good && (asprintf(&document, "%s/resources/" FILE_MODEL_NAME, folder) < 0 ||
                 asprintf(&system, "%s/SystemStructure.ssd", folder) < 0))
        good = error_raise(error, ERROR_NO_MEMORY, "reading an FMU");
    struct stat status;
    if (good && stat(document, &status) != 0)
        good = stat(system, &status) == 0
                   ? error_raise(error, ERROR_DOCUMENT_PACKAGE, path)
                   : error_raise(error, ERROR_DOCUMENT_NOT_INSIDE, path, "resources/" FILE_MODEL_NAME);
    free(system);
    good = good && text_file_read(document, path, &f->text, &f->length, error);
    free(document);
    temporary_remove(folder);
    free(folder);
    return good;
}

static bool change(struct model_file *f, const char *path, const char *const *changes, size_t n, struct error *error)
{
    struct notation_error wrong = {""};
    size_t length = 0;
    char *text = n ? notation_change(f->text, f->length, path, changes, n, &length, &wrong) : NULL;
    if (n && !text)
        return error_raise(error, ERROR_DOCUMENT, wrong.text);
    if (text) {
        free(f->text);
        f->text = text;
        f->length = length;
    }
    return true;
}

char *model_file_beside(const char *path, const char *file)
{
    const char *slash = strrchr(path, '/');
    char *joined = NULL;
    const int folder = file[0] == '/' || !slash ? 0 : (int)(slash + 1 - path);
    return asprintf(&joined, "%.*s%s", folder, path, file) < 0 ? NULL : joined;
}

static bool find_kind(struct model_file *f, const char *path, struct error *error)
{
    struct notation_error wrong = {""};
    char type[32];
    if (!notation_type(f->text, f->length, path, type, &wrong))
        return error_raise(error, ERROR_DOCUMENT, wrong.text);
    f->kind = kind_find(type);
    if (strcmp(type, "system") == 0)
        return error_raise(error, ERROR_DOCUMENT_SYSTEM, path);
    if (!f->kind) {
        const char *names[8];
        size_t n = 0;
        for (; n < 8 && kinds[n]; n++)
            names[n] = kinds[n]->name;
        const char *nearest = error_nearest(type, names, n);
        return error_raise(error, ERROR_DOCUMENT_TYPE, path, type, nearest ? nearest : names[0]);
    }
    return true;
}

/* ---- included files ---- */

/* An absolute path, or one with a step upwards. */
static bool leaves_folder(const char *file)
{
    for (const char *at = file; at; at = strchr(at, '/') ? strchr(at, '/') + 1 : NULL)
        if (strncmp(at, "..", 2) == 0 && (at[2] == '/' || at[2] == '\0'))
            return true;
    return file[0] == '/';
}

static bool load_included(void *nobody, const char *from, const char *file, char **path, char **text, size_t *length,
                          char why[static 300])
{
    (void)nobody;
    struct error wrong = {0};
    if (leaves_folder(file)) {
        snprintf(why, 300, "\"%.150s\" is not in the folder of this document, nor below it", file);
        return false;
    }
    *path = model_file_beside(from, file);
    if (*path && text_file_read(*path, *path, text, length, &wrong))
        return true;
    snprintf(why, 300, "%.299s", *path ? wrong.text : "out of memory");
    return false;
}

static bool is_of_include(const char *change)
{
    return strncmp(change, "include", 7) == 0 && strchr(".[=", change[7]);
}

/* Changes of what is included, then the files, then all other changes. */
static bool include(struct model_file *f, const char *path, const char *const *changes, size_t n, struct error *error)
{
    const struct notation_source source = {load_included, NULL};
    struct notation_error wrong = {""};
    const char **some = calloc(n + 1, sizeof *some);
    size_t n_before = 0, n_after = 0;
    bool good = some || error_raise(error, ERROR_NO_MEMORY, "reading a document");
    for (size_t i = 0; i < n && good; i++)
        if (is_of_include(changes[i]))
            some[n_before++] = changes[i];
    good = good && change(f, path, some, n_before, error) && find_kind(f, path, error);
    if (good && !notation_include(&f->text, &f->length, path, f->kind->grammar, &source, &wrong))
        good = error_raise(error, ERROR_DOCUMENT, wrong.text);
    for (size_t i = 0; i < n && good; i++)
        if (!is_of_include(changes[i]))
            some[n_after++] = changes[i];
    good = good && change(f, path, some, n_after, error);
    free(some);
    return good;
}

static bool read_document(struct model_file *f, const char *path, struct error *error)
{
    struct notation_error wrong = {""};
    if (!find_kind(f, path, error))
        return false;
    f->opened = f->kind->read(f->text, f->length, path, &wrong);
    if (!f->opened)
        return error_raise(error, ERROR_DOCUMENT, wrong.text);
    f->type = f->kind->type(f->opened);
    return true;
}

/* What the reader chose is written down in the document, and read again. */
static bool settle(struct model_file *f, const char *path, struct error *error)
{
    char *choice = f->kind->choice ? f->kind->choice(f->opened) : NULL;
    if (!choice)
        return true;
    f->kind->close(f->opened);
    f->opened = NULL;
    const bool good = change(f, path, (const char *const[]){choice}, 1, error) && read_document(f, path, error);
    free(choice);
    return good;
}

static bool load_changed(struct model_file *f, const char *path, const char *const *changes, size_t n_changes,
                         struct error *error)
{
    *f = (struct model_file){0};
    if (is_archive(path))
        return load_from_fmu(path, f, error) && change(f, path, changes, n_changes, error);
    return text_file_read(path, path, &f->text, &f->length, error) && include(f, path, changes, n_changes, error);
}

static bool open_loaded(struct model_file *f, const char *shown, struct error *error)
{
    if (read_document(f, shown, error) && settle(f, shown, error))
        return true;
    model_file_close(f);
    return false;
}

bool model_file_open_inside(struct model_file *f, const char *folder, const char *shown, const char *const *changes,
                            size_t n_changes, bool *found, struct error *error)
{
    static const char *const names[] = {FILE_MODEL_NAME, MODEL_FILE_PICTURE};
    struct stat status;
    *f = (struct model_file){0};
    *found = false;
    for (size_t i = 0; i < sizeof names / sizeof *names && !*found; i++) {
        char *document = NULL;
        if (asprintf(&document, "%s/resources/%s", folder, names[i]) < 0)
            return error_raise(error, ERROR_NO_MEMORY, "reading an FMU");
        *found = stat(document, &status) == 0;
        const bool good = !*found || text_file_read(document, shown, &f->text, &f->length, error);
        free(document);
        if (!good) {
            model_file_close(f);
            return false;
        }
    }
    return !*found ||
           (change(f, shown, changes, n_changes, error) ? open_loaded(f, shown, error) : (model_file_close(f), false));
}

bool model_file_open(struct model_file *f, const char *path, const char *const *changes, size_t n_changes,
                     struct error *error)
{
    if (load_changed(f, path, changes, n_changes, error))
        return open_loaded(f, path, error);
    model_file_close(f);
    return false;
}

struct notation *model_file_read(const char *path, const char *const *changes, size_t n_changes,
                                 const struct kind **kind, struct error *error)
{
    struct model_file f;
    struct notation_error wrong = {""};
    struct notation *document = NULL;
    if (load_changed(&f, path, changes, n_changes, error) && find_kind(&f, path, error)) {
        document = notation_read(f.text, f.length, path, f.kind->grammar, &wrong);
        if (!document)
            error_raise(error, ERROR_DOCUMENT, wrong.text);
        *kind = f.kind;
    }
    model_file_close(&f);
    return document;
}

void model_file_close(struct model_file *f)
{
    if (f->opened)
        f->kind->close(f->opened);
    free(f->text);
    *f = (struct model_file){0};
}

char *model_file_load(const char *path, size_t *length, struct error *error)
{
    struct model_file f = {0};
    if (text_file_read(path, path, &f.text, &f.length, error)) {
        *length = f.length;
        return f.text;
    }
    free(f.text);
    return NULL;
}
