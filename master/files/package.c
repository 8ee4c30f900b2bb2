#include "master/files/package.h"
#include "master/files/output.h"

#include "master/import/import_messages.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <zip.h>

/* FMUs and packages are compressed inside: once more saves nothing, and costs time whenever a system is opened. */
static bool is_archive(const char *name)
{
    return output_ends_with(name, ".fmu") || output_ends_with(name, ".ssp");
}

static bool add(zip_t *archive, const struct package_entry *entry)
{
    static const time_t then = 946728000; /* a fixed date: equal entries give equal archives */
    zip_source_t *source = zip_source_buffer(archive, entry->bytes, entry->size, 0);
    const zip_int64_t index = source ? zip_file_add(archive, entry->name, source, ZIP_FL_ENC_UTF_8) : -1;
    if (index < 0) {
        zip_source_free(source);
        return false;
    }
    const zip_uint64_t place = (zip_uint64_t)index;
    return zip_set_file_compression(archive, place, is_archive(entry->name) ? ZIP_CM_STORE : ZIP_CM_DEFLATE, 6) == 0 &&
           zip_file_set_mtime(archive, place, then, 0) == 0 &&
           zip_file_set_external_attributes(archive, place, 0, ZIP_OPSYS_UNIX, 0100644u << 16) == 0;
}

static bool read_back(zip_source_t *source, struct package_bytes *package)
{
    zip_stat_t status;
    if (zip_source_stat(source, &status) != 0 || !(status.valid & ZIP_STAT_SIZE) || zip_source_open(source) != 0)
        return false;
    package->size = (size_t)status.size;
    package->bytes = malloc(package->size + 1);
    const bool good =
        package->bytes && zip_source_read(source, package->bytes, status.size) == (zip_int64_t)status.size;
    zip_source_close(source);
    return good;
}

bool package_make(struct package_bytes *package, const struct package_entry *entries, size_t n, struct error *error)
{
    zip_error_t why;
    zip_error_init(&why);
    *package = (struct package_bytes){0};
    zip_source_t *source = zip_source_buffer_create(NULL, 0, 0, &why);
    zip_t *archive = source ? zip_open_from_source(source, ZIP_TRUNCATE, &why) : NULL;
    bool good = archive != NULL;
    if (archive)
        zip_source_keep(source); /* closing the archive gives up its own hold */
    for (size_t i = 0; i < n && good; i++)
        good = add(archive, &entries[i]);
    if (archive && (!good || zip_close(archive) != 0)) {
        good = false;
        zip_discard(archive);
    }
    good = good && read_back(source, package);
    if (source)
        zip_source_free(source);
    zip_error_fini(&why);
    if (good)
        return true;
    free(package->bytes);
    *package = (struct package_bytes){0};
    return error_raise(error, ERROR_NO_MEMORY, "packing an archive");
}

bool package_load(struct package_bytes *bytes, const char *path, struct error *error)
{
    *bytes = (struct package_bytes){0};
    FILE *file = fopen(path, "rb");
    struct stat info;
    if (!file || fstat(fileno(file), &info) != 0) {
        error_raise(error, ERROR_FILE_OPEN, path, strerror(errno));
        if (file)
            fclose(file);
        return false;
    }
    bytes->size = (size_t)info.st_size;
    bytes->bytes = malloc(bytes->size + 1);
    bool good = bytes->bytes || error_raise(error, ERROR_NO_MEMORY, "packing an archive");
    if (good && fread(bytes->bytes, 1, bytes->size, file) != bytes->size)
        good = error_raise(error, ERROR_FILE_OPEN, path, ferror(file) ? strerror(errno) : "it has become shorter");
    fclose(file);
    return good;
}

bool package_write(const char *path, const struct package_entry *entries, size_t n, struct error *error)
{
    struct package_bytes package;
    if (!package_make(&package, entries, n, error))
        return false;
    const bool good = output_put(path, package.bytes, package.size, error);
    free(package.bytes);
    return good;
}
