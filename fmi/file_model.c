#include "fmi/file_model.h"
#include "fmi/resource.h"

#include <errno.h>
#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LARGEST = 16 << 20 };

static char *load(const char *location, const char *name, size_t *length, struct model_report *report)
{
    if (!location) {
        model_fail(report, "no location of the resources was given, where %s is to be found", name);
        return NULL;
    }
    char *path = NULL, *text = malloc(LARGEST + 1);
    FILE *file = text ? resource_open(location, name, &path) : NULL;
    if (!file) {
        model_fail(report, "%s cannot be opened: %s", path ? path : name, strerror(text ? errno : ENOMEM));
        goto failed;
    }
    *length = fread(text, 1, LARGEST + 1, file);
    const bool good = !ferror(file);
    fclose(file);
    if (!good || *length > LARGEST) {
        model_fail(report, "%s %s", path, good ? "is larger than 16 MiB" : "cannot be read");
        goto failed;
    }
    free(path);
    char *fitting = realloc(text, *length + 1);
    return fitting ? fitting : text;

failed:
    free(path);
    free(text);
    return NULL;
}

char *file_model_load(const char *resource_location, size_t *length, struct model_report *report)
{
    return load(resource_location, FILE_MODEL_NAME, length, report);
}

/* FNV-1a: whether the document is still the one that was described. */
static uint64_t hash(const char *document, size_t length)
{
    uint64_t h = 14695981039346656037u;
    for (size_t i = 0; i < length; i++)
        h = (h ^ (unsigned char)document[i]) * 1099511628211u;
    return h;
}

void file_model_stamp(const char *guid, const char *document, size_t length, char stamp[FILE_MODEL_STAMP_SIZE])
{
    snprintf(stamp, FILE_MODEL_STAMP_SIZE, "%s %016" PRIx64 "\n", guid, hash(document, length));
}

bool file_model_guid(const char *resource_location, const char *document, size_t length, char guid[GUID_SIZE],
                     struct model_report *report)
{
    size_t size = 0;
    char *found = load(resource_location, FILE_MODEL_GUID_NAME, &size, report), stamp[FILE_MODEL_STAMP_SIZE];
    if (!found)
        return false;
    snprintf(guid, GUID_SIZE, "%.*s", (int)(size < GUID_SIZE ? size : GUID_SIZE - 1), found);
    file_model_stamp(guid, document, length, stamp);
    const bool fits = size == strlen(stamp) && memcmp(found, stamp, size) == 0;
    free(found);
    return fits || model_fail(report, FILE_MODEL_NAME " was changed after the FMU had been made: its description no "
                                                      "longer fits; make the FMU again with paso export");
}
