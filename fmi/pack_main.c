/* Build tool: packs files into a zip archive, always the same bytes for the same files.
 *   pack ARCHIVE NAME=FILE... */
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <zip.h>

static int failed(const char *what, const char *why)
{
    fprintf(stderr, "pack: %s: %s\n", what, why);
    return 1;
}

static bool add(zip_t *archive, const char *name, const char *file)
{
    static const time_t then = 946728000; /* a fixed date: equal files give equal archives */
    zip_source_t *source = zip_source_file(archive, file, 0, -1);
    const zip_int64_t index = source ? zip_file_add(archive, name, source, ZIP_FL_ENC_UTF_8) : -1;
    if (index < 0) {
        zip_source_free(source);
        return false;
    }
    const zip_uint64_t entry = (zip_uint64_t)index;
    return zip_set_file_compression(archive, entry, ZIP_CM_DEFLATE, 9) == 0 &&
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
