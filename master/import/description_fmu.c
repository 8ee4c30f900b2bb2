/* The description of an unpacked FMU by our own reader; fmilib_description.c does it with FMI Library. */
#include "master/import/description_build.h"

#include <stdio.h>
#include <stdlib.h>

struct description *description_read_fmu(const char *folder, const char *place, size_t largest, struct error *error)
{
    char *path;
    if (asprintf(&path, "%s/modelDescription.xml", folder) < 0) {
        error_raise(error, ERROR_NO_MEMORY, "reading a description");
        return NULL;
    }
    struct description *d = description_read_file(path, place, largest, error);
    free(path);
    return d;
}
