#include "master/files/text_file.h"

#include "master/base/read_files.h"
#include "master/files/files_messages.h"
#include "master/import/import_messages.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { LARGEST = 16 << 20 };

bool text_file_read(const char *path, const char *shown, char **text, size_t *length, struct error *error)
{
    struct stat status;
    *text = NULL;
    *length = 0;
    FILE *file = fopen(path, "rb");
    if (!file || fstat(fileno(file), &status) != 0 || S_ISDIR(status.st_mode)) {
        error_raise(error, ERROR_FILE_OPEN, shown, strerror(file && S_ISDIR(status.st_mode) ? EISDIR : errno));
        if (file)
            fclose(file);
        return false;
    }
    read_files_note(path);
    *text = malloc(LARGEST + 1);
    *length = *text ? fread(*text, 1, LARGEST + 1, file) : 0;
    const bool good = *text && !ferror(file);
    fclose(file);
    if (!good)
        return error_raise(error, ERROR_FILE_OPEN, shown, strerror(*text ? EIO : ENOMEM));
    return *length <= LARGEST || error_raise(error, ERROR_DOCUMENT_TOO_LARGE, shown, TEXT("%d", LARGEST >> 20));
}
