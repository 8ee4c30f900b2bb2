#include "export/exporter.h"

#include "fmi/file_model.h"
#include "export/embed.h"
#include "export/export_messages.h"
#include "export/model_picture.h"
#include "export/fmu_page.h"

#include <locale.h>
#include <stdlib.h>
#include <string.h>

EXPORT_MESSAGES(MESSAGE_DEFINE)

/* The notices of what is linked into every general binary, as Debian's packages have them, and our own. */
EMBED(sundials_notice, SUNDIALS_NOTICE);
EMBED(yajl_notice, YAJL_NOTICE);
EMBED(licence, OWN_LICENCE);
#ifdef MINGW_NOTICE
EMBED(mingw_notice, MINGW_NOTICE);
#endif

struct text {
    char *bytes;
    size_t size;
};

/* What is to be compiled of the sources; the caller frees the list. */
static const char **source_files(const struct kind *kind, size_t *n)
{
    const char **names = calloc(kind->n_sources + 1, sizeof *names);
    *n = 0;
    for (size_t i = 0; names && i < kind->n_sources; i++) {
        const char *name = strrchr(kind->sources[i].path, '/') + 1;
        if (strcmp(strrchr(name, '.'), ".c") == 0)
            names[(*n)++] = name;
    }
    return names;
}

/* The description, and the GUID that goes with it and with the document. */
static bool describe(const struct model_file *f, struct text *xml, char guid[GUID_SIZE], struct model_report *report)
{
    struct describe_options options = {.version = PASO_VERSION, .document = f->text, .document_length = f->length};
    const char **names = source_files(f->kind, &options.n_source_files);
    if (!names)
        return model_fail(report, "out of memory");
    options.source_files = names;
    const locale_t plain = newlocale(LC_ALL_MASK, "C", (locale_t)0); /* numbers have points in any language */
    FILE *memory = plain ? open_memstream(&xml->bytes, &xml->size) : NULL;
    const locale_t before = plain ? uselocale(plain) : (locale_t)0;
    bool good = memory ? describe_guid(f->type, &options, guid, report) &&
                             describe_write(memory, f->type, &options, guid, report)
                       : model_fail(report, "out of memory");
    if (memory && fclose(memory) != 0 && good)
        good = model_fail(report, "out of memory");
    if (plain) {
        uselocale(before);
        freelocale(plain);
    }
    free(names);
    return good;
}

static bool document(const struct model_file *f, struct text *html, struct model_report *report)
{
    FILE *memory = open_memstream(&html->bytes, &html->size);
    bool good = memory && fmu_page_write(memory, f, report);
    if (memory && fclose(memory) != 0)
        good = false;
    return good || (report->text[0] ? false : model_fail(report, "out of memory"));
}

static bool draw(const struct model_file *f, struct text *svg, struct model_report *report)
{
    struct paper paper;
    if (!model_picture_exists(f))
        return true;
    if (!model_picture_make(&paper, f, report))
        return false;
    FILE *memory = open_memstream(&svg->bytes, &svg->size);
    bool good = memory && paper_print(memory, &paper);
    if (memory && fclose(memory) != 0)
        good = false;
    paper_end(&paper);
    return good || model_fail(report, "out of memory");
}

/* Where the binaries go: those of all platforms, or that of one, for tools that know this one alone. Some tools on machines with
 * ARM look into linux64, as FMI 2.0 had it at first. */
enum { MOST_BINARIES = 4, MOST_ENTRIES = MOST_BINARIES + 10 };

struct entries {
    struct package_entry *list; /* sources come besides */
    size_t n;
    char paths[MOST_BINARIES][200];
    size_t n_binaries;
};

static void add(struct entries *e, const char *name, const void *bytes, size_t size)
{
    e->list[e->n++] = (struct package_entry){.name = name, .bytes = bytes, .size = size};
}

static void add_text(struct entries *e, const char *name, const void *text)
{
    add(e, name, text, strlen(text));
}

static void add_binary(struct entries *e, const char *folder, const struct model_file *f,
                       const struct kind_binary *binary)
{
    char *path = e->paths[e->n_binaries++];
    snprintf(path, sizeof e->paths[0], "binaries/%s/%s%s", folder, f->type->name, binary->suffix);
    add(e, path, binary->bytes, (size_t)(binary->end - binary->bytes));
}

static bool add_binaries(struct entries *e, const struct model_file *f, const char *platform, struct error *error)
{
    char known[100] = "";
    for (size_t i = 0; i < f->kind->n_binaries; i++) {
        const struct kind_binary *binary = &f->kind->binaries[i];
        const size_t used = strlen(known);
        snprintf(known + used, sizeof known - used, "%s%s", i ? ", " : "", binary->platform);
        if (!platform || strcmp(platform, binary->platform) == 0)
            add_binary(e, binary->platform, f, binary);
        if (platform && strcmp(platform, binary->platform) == 0 && strcmp(platform, "aarch64-linux") == 0)
            add_binary(e, "linux64", f, binary);
    }
    return e->n_binaries > 0 || error_raise(error, ERROR_EXPORT_PLATFORM, platform, known);
}

/* Into memory, or to a file. */
static bool export_fmu(const struct model_file *f, const char *platform, const char *path, struct package_bytes *fmu,
                       struct error *error)
{
    struct entries e = {.list = calloc(MOST_ENTRIES + f->kind->n_sources, sizeof *e.list)};
    if (!e.list)
        return error_raise(error, ERROR_NO_MEMORY, "packing an FMU");
    if (!add_binaries(&e, f, platform, error)) {
        free(e.list);
        return false;
    }
    struct text xml = {0}, html = {0}, svg = {0};
    struct model_report report = {""};
    char guid[GUID_SIZE] = "", stamp[FILE_MODEL_STAMP_SIZE];
    bool good = describe(f, &xml, guid, &report) && document(f, &html, &report) && draw(f, &svg, &report);
    if (!good)
        error_raise(error, ERROR_EXPORT_DESCRIPTION, f->type->name, report.text);
    file_model_stamp(guid, f->text, f->length, stamp);
    add(&e, "modelDescription.xml", xml.bytes, xml.size);
    add(&e, "resources/" FILE_MODEL_NAME, f->text, f->length);
    add_text(&e, "resources/" FILE_MODEL_GUID_NAME, stamp);
    add(&e, "documentation/index.html", html.bytes, html.size);
    if (model_picture_exists(f))
        add(&e, "documentation/picture.svg", svg.bytes, svg.size);
    add_text(&e, "licenses/SUNDIALS.txt", sundials_notice);
    add_text(&e, "licenses/yajl.txt", yajl_notice);
#ifdef MINGW_NOTICE
    add_text(&e, "licenses/mingw-w64.txt", mingw_notice);
#endif
    add_text(&e, "documentation/LICENSE", licence);
    for (size_t i = 0; i < f->kind->n_sources; i++) {
        const struct kind_source *source = &f->kind->sources[i];
        add(&e, source->path, source->bytes, (size_t)(source->end - source->bytes));
    }
    good = good && (fmu ? package_make(fmu, e.list, e.n, error) : package_write(path, e.list, e.n, error));
    free(e.list);
    free(xml.bytes);
    free(html.bytes);
    free(svg.bytes);
    return good;
}

bool exporter_make_fmu(const struct model_file *f, const char *platform, struct package_bytes *fmu, struct error *error)
{
    return export_fmu(f, platform, NULL, fmu, error);
}

bool exporter_write_fmu(const struct model_file *f, const char *platform, const char *path, struct error *error)
{
    return export_fmu(f, platform, path, NULL, error);
}
