#include "export/exporter.h"

#include "fmi/document.h"
#include "fmi/file_model.h"

#include <stdlib.h>
#include <string.h>

extern const char fmu_page[]; /* page.c */

struct text {
    char *bytes;
    size_t size;
};

static bool describe(const struct model_file *f, struct text *xml, struct model_report *report)
{
    const struct describe_options options = file_model_options(f->text, f->length);
    char guid[GUID_SIZE];
    FILE *memory = open_memstream(&xml->bytes, &xml->size);
    if (!memory)
        return model_fail(report, "out of memory");
    const bool good = file_model_guid(f->type, f->text, f->length, guid, report) &&
                      describe_write(memory, f->type, &options, guid, report);
    return fclose(memory) == 0 && good;
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

/* Into memory, or to a file. */
static bool export_fmu(const struct model_file *f, const char *path, struct package_bytes *fmu, struct error *error)
{
    struct text xml = {0}, html = {0};
    struct model_report report = {""};
    char binary[160];
    snprintf(binary, sizeof binary, "binaries/linux64/%s.so", f->type->name);
    bool good = describe(f, &xml, &report) && document(f, &html, &report);
    if (!good)
        error_raise(error, ERROR_EXPORT_DESCRIPTION, f->type->name, report.text);
    const struct package_entry entries[] = {
        {"modelDescription.xml", xml.bytes, xml.size},
        {binary, f->kind->binary, (size_t)(f->kind->binary_end - f->kind->binary)},
        {"resources/" FILE_MODEL_NAME, f->text, f->length},
        {"documentation/index.html", html.bytes, html.size},
    };
    const size_t n = sizeof entries / sizeof *entries;
    good = good && (fmu ? package_make(fmu, entries, n, error) : package_write(path, entries, n, error));
    free(xml.bytes);
    free(html.bytes);
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
