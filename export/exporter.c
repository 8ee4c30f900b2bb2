#include "export/exporter.h"

#include "fmi/document.h"
#include "fmi/file_model.h"
#include "export/embed.h"
#include "export/export_messages.h"
#include "export/model_picture.h"

#include <locale.h>
#include <stdlib.h>
#include <string.h>

EXPORT_MESSAGES(MESSAGE_DEFINE)

extern const char fmu_page[]; /* page.c */

/* The notices of what is linked into every general binary, as Debian's packages have them. */
EMBED(sundials_notice, SUNDIALS_NOTICE);
EMBED(yajl_notice, YAJL_NOTICE);

struct text {
    char *bytes;
    size_t size;
};

/* The description, and the GUID that goes with it and with the document. */
static bool describe(const struct model_file *f, struct text *xml, char guid[GUID_SIZE], struct model_report *report)
{
    const struct describe_options options = {
        .version = PASO_VERSION, .document = f->text, .document_length = f->length};
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
    return good;
}

/* The page in the FMU, with tables of its variables. */
static bool document(const struct model_file *f, struct text *html, struct model_report *report)
{
    FILE *page = fmemopen((char *)fmu_page, strlen(fmu_page), "r");
    FILE *memory = page ? open_memstream(&html->bytes, &html->size) : NULL;
    bool good = memory && document_write(page, "", memory, f->type, report);
    if (page)
        fclose(page);
    if (memory && fclose(memory) != 0)
        good = false;
    return good || (report->text[0] ? false : model_fail(report, "out of memory"));
}

static bool draw(const struct model_file *f, struct text *svg, struct model_report *report)
{
    struct paper paper;
    if (!model_picture_make(&paper, f, report))
        return false;
    FILE *memory = open_memstream(&svg->bytes, &svg->size);
    bool good = memory && paper_print(memory, &paper);
    if (memory && fclose(memory) != 0)
        good = false;
    paper_end(&paper);
    return good || model_fail(report, "out of memory");
}

/* Into memory, or to a file. */
static bool export_fmu(const struct model_file *f, const char *path, struct package_bytes *fmu, struct error *error)
{
    struct text xml = {0}, html = {0}, svg = {0};
    struct model_report report = {""};
    char binary[160], guid[GUID_SIZE] = "", stamp[FILE_MODEL_STAMP_SIZE];
    snprintf(binary, sizeof binary, "binaries/linux64/%s.so", f->type->name);
    bool good = describe(f, &xml, guid, &report) && document(f, &html, &report) && draw(f, &svg, &report);
    if (!good)
        error_raise(error, ERROR_EXPORT_DESCRIPTION, f->type->name, report.text);
    file_model_stamp(guid, f->text, f->length, stamp);
    const struct package_entry entries[] = {
        {"modelDescription.xml", xml.bytes, xml.size},
        {binary, f->kind->binary, (size_t)(f->kind->binary_end - f->kind->binary)},
        {"resources/" FILE_MODEL_NAME, f->text, f->length},
        {"resources/" FILE_MODEL_GUID_NAME, stamp, strlen(stamp)},
        {"documentation/index.html", html.bytes, html.size},
        {"documentation/picture.svg", svg.bytes, svg.size},
        {"licenses/SUNDIALS.txt", sundials_notice, strlen((const char *)sundials_notice)},
        {"licenses/yajl.txt", yajl_notice, strlen((const char *)yajl_notice)},
    };
    const size_t n = sizeof entries / sizeof *entries;
    good = good && (fmu ? package_make(fmu, entries, n, error) : package_write(path, entries, n, error));
    free(xml.bytes);
    free(html.bytes);
    free(svg.bytes);
    return good;
}

bool exporter_make_fmu(const struct model_file *f, struct package_bytes *fmu, struct error *error)
{
    return export_fmu(f, NULL, fmu, error);
}

bool exporter_write_fmu(const struct model_file *f, const char *path, struct error *error)
{
    return export_fmu(f, path, NULL, error);
}
