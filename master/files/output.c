/* Files at once, and pictures. */
#include "master/files/output.h"

#include "master/files/result_file.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

bool output_ends_with(const char *path, const char *ending)
{
    const size_t n = strlen(path), m = strlen(ending);
    return n > m && strcasecmp(path + n - m, ending) == 0;
}

static bool write_text(const char *path, const char *text, size_t size, struct error *error)
{
    struct result_file *file = result_file_open(path, error);
    char *room = file ? result_file_room(file, size, error) : NULL;
    bool ok = room != NULL;
    if (ok) {
        memcpy(room, text, size);
        result_file_advance(file, size);
        ok = result_file_finish(file, error);
    }
    result_file_close(file);
    return ok;
}

bool output_write(const char *path, output_print print, const void *context, struct error *error)
{
    char *text = NULL;
    size_t size = 0;
    FILE *memory = open_memstream(&text, &size);
    bool ok = memory && print(memory, context);
    if (memory && fclose(memory) != 0)
        ok = false;
    ok = ok ? write_text(path, text, size, error) : error_raise(error, ERROR_NO_MEMORY, "writing results");
    free(text);
    return ok;
}
