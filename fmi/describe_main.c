/* Build tool: writes modelDescription.xml and model_guid.h, or the documentation, of the model that it is linked with.
 *   describe DESCRIPTION.xml GUID.h SOURCE...
 *   describe --document PAGE.html FRAGMENTS DOCUMENT.html [PICTURE] */
#include "fmi/describe.h"
#include "fmi/document.h"
#include "fmi/shell_model.h"

#include <stdio.h>
#include <string.h>

static int failed(const char *what, const char *why)
{
    fprintf(stderr, "describe: %s: %s\n", what, why);
    return 1;
}

static int document(const struct model_type *type, const char *page_path, const char *fragments,
                    const char *document_path, const char *picture)
{
    struct model_report report = {""};
    FILE *page = fopen(page_path, "r");
    if (!page)
        return failed(page_path, "cannot be read");
    FILE *out = fopen(document_path, "w");
    const bool good = out && document_write(page, fragments, picture, out, type, &report);
    fclose(page);
    if ((out && fclose(out) != 0) || !good)
        return failed(document_path, report.text[0] ? report.text : "cannot be written");
    return 0;
}

int main(int argc, char **argv)
{
    if (argc < 3)
        return failed("usage", "describe DESCRIPTION.xml GUID.h SOURCE...");
    struct model_report report = {""};
    struct shell_model model;
    if (!shell_model_open(NULL, &model, &report))
        return failed(argv[1], report.text);
    if (argc >= 5 && strcmp(argv[1], "--document") == 0)
        return document(model.type, argv[2], argv[3], argv[4], argv[5]); /* the last one may be NULL: none */
    const struct describe_options options = {
        .version = PASO_VERSION, .source_files = (const char *const *)argv + 3, .n_source_files = (size_t)argc - 3};

    char guid[GUID_SIZE];
    if (!describe_guid(model.type, &options, guid, &report))
        return failed(model.type->name, report.text);
    FILE *xml = fopen(argv[1], "w");
    if (!xml || !describe_write(xml, model.type, &options, guid, &report) || fclose(xml) != 0)
        return failed(argv[1], report.text[0] ? report.text : "cannot be written");
    FILE *header = fopen(argv[2], "w");
    if (!header || fprintf(header, "#define MODEL_GUID \"%s\"\n", guid) < 0 || fclose(header) != 0)
        return failed(argv[2], "cannot be written");
    return 0;
}
