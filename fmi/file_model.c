#include "fmi/file_model.h"

#include <errno.h>
#include <locale.h>
#include <stdlib.h>
#include <string.h>

enum { LARGEST = 16 << 20 };

struct describe_options file_model_options(const char *document, size_t length)
{
    return (struct describe_options){.version = PASO_VERSION, .document = document, .document_length = length};
}

/* The description's numbers have points, whatever language the process speaks. */
bool file_model_guid(const struct model_type *type, const char *document, size_t length, char guid[GUID_SIZE],
                     struct model_report *report)
{
    const struct describe_options options = file_model_options(document, length);
    locale_t plain = newlocale(LC_ALL_MASK, "C", (locale_t)0);
    if (!plain)
        return model_fail(report, "out of memory");
    const locale_t before = uselocale(plain);
    const bool good = describe_guid(type, &options, guid, report);
    uselocale(before);
    freelocale(plain);
    return good;
}

static int digit(char c)
{
    if (c >= '0' && c <= '9')
        return c - '0';
    c |= 0x20;
    return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

/* file:///a%20b, file:/a, file://localhost/a or a plain path -> "/a b/NAME". */
static char *document_path(const char *location)
{
    if (strncmp(location, "file:", 5) == 0) {
        location += 5;
        if (strncmp(location, "//", 2) == 0) {
            const char *root = strchr(location + 2, '/');
            location = root ? root : location + 2;
        }
    }
    char *path = malloc(strlen(location) + sizeof "/" FILE_MODEL_NAME), *end = path;
    if (!path)
        return NULL;
    for (; *location; location++)
        if (*location == '%' && digit(location[1]) >= 0 && digit(location[2]) >= 0) {
            *end++ = (char)(digit(location[1]) * 16 + digit(location[2]));
            location += 2;
        } else {
            *end++ = *location;
        }
    strcpy(end, "/" FILE_MODEL_NAME);
    return path;
}

char *file_model_load(const char *resource_location, size_t *length, struct model_report *report)
{
    if (!resource_location) {
        model_fail(report, "no location of the resources was given, where %s is to be found", FILE_MODEL_NAME);
        return NULL;
    }
    char *path = document_path(resource_location), *text = path ? malloc(LARGEST + 1) : NULL;
    FILE *file = text ? fopen(path, "rb") : NULL;
    if (!file) {
        model_fail(report, "%s cannot be opened: %s", path ? path : FILE_MODEL_NAME, strerror(text ? errno : ENOMEM));
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
