/* Build tool: packs files into a zip archive, always the same bytes for the same files.
 *   pack ARCHIVE NAME=FILE... */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <zip.h>

static int failed(const char *what, const char *why)
{
    fprintf(stderr, "pack: %s: %s\n", what, why);
    return 1;
}

/* In an FMU all sources lie in one folder, for whoever compiles them without our build: there, what a preprocessor line quotes
 * no longer names the room. No two headers have the same name, so that nothing is lost. The result is to be freed. */
static char *without_rooms(const char *text, size_t size, size_t *left)
{
    char *flat = malloc(size);
    *left = 0;
    for (size_t i = 0; flat && i < size;) {
        const bool is_directive = text[i] == '#' && (i == 0 || text[i - 1] == '\n');
        const char *line_end = memchr(text + i, '\n', size - i);
        const size_t end = line_end ? (size_t)(line_end - text) + 1 : size;
        const char *quote = is_directive ? memchr(text + i, '"', end - i) : NULL;
        if (quote) {
            const size_t name = (size_t)(quote - text) + 1;
            memcpy(flat + *left, text + i, name - i);
            *left += name - i;
            i = name;
            for (size_t k = name; k < end && text[k] != '"'; k++)
                if (text[k] == '/')
                    i = k + 1;
        }
        memcpy(flat + *left, text + i, end - i);
        *left += end - i;
        i = end;
    }
    return flat;
}

static zip_source_t *source_of(zip_t *archive, const char *name, const char *path)
{
    if (strncmp(name, "sources/", 8) != 0)
        return zip_source_file(archive, path, 0, -1);
    FILE *file = fopen(path, "rb");
    char *text = NULL;
    size_t size = 0;
    if (file && fseek(file, 0, SEEK_END) == 0 && ftell(file) > 0) {
        size = (size_t)ftell(file);
        rewind(file);
        text = malloc(size);
        if (text && fread(text, 1, size, file) != size)
            size = 0;
    }
    if (file)
        fclose(file);
    size_t left = 0;
    char *flat = text && size > 0 ? without_rooms(text, size, &left) : NULL;
    free(text);
    zip_source_t *source = flat ? zip_source_buffer(archive, flat, left, 1) : NULL;
    if (!source)
        free(flat);
    return source;
}

static bool add(zip_t *archive, const char *name, const char *file)
{
    static const time_t then = 946728000; /* a fixed date: equal files give equal archives */
    zip_source_t *source = source_of(archive, name, file);
    const zip_int64_t index = source ? zip_file_add(archive, name, source, ZIP_FL_ENC_UTF_8) : -1;
    if (index < 0) {
        zip_source_free(source);
        return false;
    }
    const zip_uint64_t entry = (zip_uint64_t)index;
    const char *ending = strrchr(name, '.');
    const bool is_compressed = ending && strcmp(ending, ".fmu") == 0; /* inside: a second time saves nothing */
    return zip_set_file_compression(archive, entry, is_compressed ? ZIP_CM_STORE : ZIP_CM_DEFLATE, 9) == 0 &&
           zip_file_set_mtime(archive, entry, then, 0) == 0 &&
           zip_file_set_external_attributes(archive, entry, 0, ZIP_OPSYS_UNIX, 0100644u << 16) == 0;
}

int main(int argc, char **argv)
{
    if (argc < 3)
        return failed("usage", "pack ARCHIVE NAME=FILE...");
    int code = 0;
    zip_t *archive = zip_open(argv[1], ZIP_CREATE | ZIP_TRUNCATE, &code);
    if (!archive)
        return failed(argv[1], "cannot be created");
    for (int i = 2; i < argc; i++) {
        char *file = strchr(argv[i], '=');
        if (file)
            *file++ = '\0';
        if (!file || !add(archive, argv[i], file)) {
            zip_discard(archive);
            return failed(argv[i], file ? "cannot be added" : "NAME=FILE expected");
        }
    }
    if (zip_close(archive) != 0) {
        const int status = failed(argv[1], zip_strerror(archive));
        zip_discard(archive);
        return status;
    }
    return 0;
}
