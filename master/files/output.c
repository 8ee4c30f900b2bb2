/* Files at once. */
#include "master/files/output.h"

#include "master/files/files_messages.h"
#include "master/files/result_file.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

bool output_ends_with(const char *path, const char *ending)
{
    const size_t n = strlen(path), m = strlen(ending);
    return n > m && strcasecmp(path + n - m, ending) == 0;
}

bool output_put(const char *path, const void *bytes, size_t size, struct error *error)
{
    if (!bytes) /* a stream in memory that could not grow says so in no other way */
        return error_raise(error, ERROR_NO_MEMORY, "writing results");
    struct result_file *file = result_file_open(path, error);
    char *room = file ? result_file_room(file, size, error) : NULL;
    bool ok = room != NULL;
    if (ok) {
        memcpy(room, bytes, size);
        result_file_advance(file, size);
        ok = result_file_finish(file, error);
    }
    result_file_discard(file);
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
    ok = ok ? output_put(path, text, size, error) : error_raise(error, ERROR_NO_MEMORY, "writing results");
    free(text);
    return ok;
}

bool output_copy(const char *path, int from, struct error *error)
{
    enum { BLOCK = 1 << 16 };
    struct result_file *to = result_file_open(path, error);
    bool ok = to && lseek(from, 0, SEEK_SET) == 0;
    for (ssize_t n = 1; ok && n > 0;) {
        char *room = result_file_room(to, BLOCK, error);
        do
            n = room ? read(from, room, BLOCK) : -1;
        while (room && n < 0 && errno == EINTR);
        ok = n >= 0;
        if (n > 0)
            result_file_advance(to, (size_t)n);
    }
    if (ok)
        ok = result_file_finish(to, error);
    else if (to)
        error_raise(error, ERROR_RESULT_WRITE, path, strerror(errno));
    result_file_discard(to);
    return ok;
}
