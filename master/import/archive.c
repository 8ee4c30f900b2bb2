/* Unpacks zip archives with libzip, expecting hostile ones. */
#include "master/import/archive.h"
#include "master/base/read_files.h"
#include "master/import/import_messages.h"

#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zip.h>

enum { LONGEST_NAME = 1024, LONGEST_PART = 255, DEEPEST = 64, SHOWN_NAME = 100, BUFFER_SIZE = 1 << 16 };

struct archive_limits archive_limits_default(void)
{
    return (struct archive_limits){.largest_total = (size_t)4 << 30,
                                   .most_entries = 200000,
                                   .largest_ratio = 200,
                                   .harmless_in_total = (size_t)64 << 20};
}

struct unpacking {
    const char *path;
    zip_t *zip;
    int folder; /* descriptor of the folder unpacked to */
    const struct archive_limits *limits;
    uint64_t packed_size, total;
    char buffer[BUFFER_SIZE];
};

/* ---- names ---- */

/* A name for messages: not too long, and nothing that a terminal would obey. */
static const char *shown(const char *name, char text[SHOWN_NAME])
{
    size_t n = 0;
    for (; n < SHOWN_NAME - 4 && name[n]; n++)
        text[n] = (unsigned char)name[n] < ' ' || name[n] == 127 ? '?' : name[n];
    strcpy(text + n, name[n] ? "..." : "");
    return text;
}
#define SHOWN(name) shown(name, (char[SHOWN_NAME]){0})

/* The name as a relative path with forward slashes (archivers of Windows write backslashes); why it is unsafe, or NULL. */
static const char *name_refused(const char *name, char path[LONGEST_NAME])
{
    const size_t length = strlen(name);
    int depth = 0;
    if (length == 0)
        return "the name is empty";
    if (length >= LONGEST_NAME)
        return "the name is longer than 1023 bytes";
    for (size_t i = 0; i <= length; i++) {
        path[i] = name[i] == '\\' ? '/' : name[i];
        if ((unsigned char)name[i] < ' ' && name[i] != '\0')
            return "the name contains control characters";
    }
    if (path[0] == '/' || (length > 1 && path[1] == ':'))
        return "the name is an absolute path";
    for (const char *part = path; *part;) {
        const size_t n = strcspn(part, "/");
        if (n == 2 && part[0] == '.' && part[1] == '.')
            return "the name leads out of the folder";
        if (n > LONGEST_PART)
            return "a folder or file in it has a name of more than 255 bytes";
        if (part[n] == '/' && ++depth > DEEPEST)
            return "it lies more than 64 folders deep";
        part += n + (part[n] == '/');
    }
    return NULL;
}

/* Zip keeps Unix file modes in the upper half of the external attributes. Only files and folders may be unpacked. */
static const char *kind_refused(zip_t *zip, zip_uint64_t index, bool *executable)
{
    zip_uint8_t system;
    zip_uint32_t attributes;
    *executable = false;
    if (zip_file_get_external_attributes(zip, index, 0, &system, &attributes) != 0)
        return NULL;
    if (system != ZIP_OPSYS_UNIX && system != ZIP_OPSYS_OS_X)
        return NULL;
    const mode_t mode = (mode_t)(attributes >> 16);
    *executable = (mode & S_IXUSR) != 0;
    switch (mode & S_IFMT) {
    case 0:
    case S_IFREG:
    case S_IFDIR:
        return NULL;
    case S_IFLNK:
        return "it is a symbolic link";
    default:
        return "it is neither a file nor a folder";
    }
}

/* ---- writing ---- */

static bool make_folders(struct unpacking *u, char *path, struct error *error)
{
    for (char *slash = strchr(path, '/'); slash; slash = strchr(slash + 1, '/')) {
        *slash = '\0';
        const bool made = *path == '\0' || mkdirat(u->folder, path, 0700) == 0 || errno == EEXIST;
        if (!made)
            return error_raise(error, ERROR_ARCHIVE_WRITE, u->path, SHOWN(path), strerror(errno));
        *slash = '/';
    }
    return true;
}

/* Whether so many bytes more are too many: the true bytes are counted, whatever the directory of the archive claims. */
static bool grow(struct unpacking *u, uint64_t n, struct error *error)
{
    u->total += n;
    if (u->total > u->limits->largest_total)
        return error_raise(error, ERROR_ARCHIVE_TOO_LARGE, u->path, TEXT("%zu", u->limits->largest_total >> 20));
    if (u->total > u->limits->harmless_in_total && u->total / u->limits->largest_ratio > u->packed_size)
        return error_raise(error, ERROR_ARCHIVE_BOMB, u->path, TEXT("%zu", u->limits->largest_ratio));
    return true;
}

static bool write_all(int file, const char *bytes, size_t n)
{
    while (n > 0) {
        const ssize_t written = write(file, bytes, n);
        if (written < 0 && errno == EINTR)
            continue;
        if (written < 0)
            return false;
        bytes += written;
        n -= (size_t)written;
    }
    return true;
}

static bool copy_content(struct unpacking *u, zip_file_t *entry, const char *name, int file, struct error *error)
{
    for (;;) {
        const zip_int64_t n = zip_fread(entry, u->buffer, sizeof u->buffer);
        if (n < 0)
            return error_raise(error, ERROR_ARCHIVE_DAMAGED, u->path, SHOWN(name),
                               zip_error_strerror(zip_file_get_error(entry)));
        if (n == 0)
            return true;
        if (!grow(u, (uint64_t)n, error))
            return false;
        if (!write_all(file, u->buffer, (size_t)n))
            return error_raise(error, ERROR_ARCHIVE_WRITE, u->path, SHOWN(name), strerror(errno));
    }
}

static bool unpack_file(struct unpacking *u, zip_uint64_t index, const char *name, const char *path, bool executable,
                        struct error *error)
{
    zip_file_t *entry = zip_fopen_index(u->zip, index, 0);
    if (!entry)
        return error_raise(error, ERROR_ARCHIVE_DAMAGED, u->path, SHOWN(name), zip_strerror(u->zip));

    bool ok = false;
    int file = openat(u->folder, path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, executable ? 0700 : 0600);
    if (file < 0 && errno == EEXIST) {
        error_warn(WARNING_ARCHIVE_TWICE, u->path, SHOWN(name));
        file = openat(u->folder, path, O_WRONLY | O_TRUNC | O_NOFOLLOW | O_CLOEXEC);
    }
    if (file < 0) {
        error_raise(error, ERROR_ARCHIVE_WRITE, u->path, SHOWN(name), strerror(errno));
    } else {
        ok = copy_content(u, entry, name, file, error);
        if (close(file) != 0 && ok)
            ok = error_raise(error, ERROR_ARCHIVE_WRITE, u->path, SHOWN(name), strerror(errno));
    }
    zip_fclose(entry);
    return ok;
}

static bool unpack_entry(struct unpacking *u, zip_uint64_t index, struct error *error)
{
    const char *name = zip_get_name(u->zip, index, ZIP_FL_ENC_GUESS);
    if (!name)
        return error_raise(error, ERROR_ARCHIVE_DAMAGED, u->path, TEXT("%llu", (unsigned long long)index),
                           zip_strerror(u->zip));
    char path[LONGEST_NAME];
    bool executable;
    const char *refused = name_refused(name, path);
    if (!refused)
        refused = kind_refused(u->zip, index, &executable);
    if (refused)
        return error_raise(error, ERROR_ARCHIVE_REFUSED, u->path, SHOWN(name), refused);
    const enum archive_part part = u->limits->wanted ? u->limits->wanted(path) : ARCHIVE_ALL;
    if (part == ARCHIVE_NOTHING)
        return true;
    if (!make_folders(u, path, error))
        return false;
    if (path[strlen(path) - 1] == '/' || part == ARCHIVE_FOLDERS) /* made */
        return true;
    return unpack_file(u, index, name, path, executable, error);
}

/* Before anything is written: what the archive's own directory claims must be within the limits, too. */
static bool check_claims(struct unpacking *u, zip_int64_t n_entries, struct error *error)
{
    if ((uint64_t)n_entries > u->limits->most_entries)
        return error_raise(error, ERROR_ARCHIVE_ENTRIES, u->path, TEXT("%zu", u->limits->most_entries));
    for (zip_uint64_t i = 0; i < (zip_uint64_t)n_entries; i++) {
        zip_stat_t info;
        zip_stat_init(&info);
        if (zip_stat_index(u->zip, i, 0, &info) != 0)
            return error_raise(error, ERROR_ARCHIVE_DAMAGED, u->path, TEXT("%llu", (unsigned long long)i),
                               zip_strerror(u->zip));
        if ((info.valid & ZIP_STAT_SIZE) && info.size > u->limits->largest_total)
            return error_raise(error, ERROR_ARCHIVE_TOO_LARGE, u->path, TEXT("%zu", u->limits->largest_total >> 20));
        if ((info.valid & ZIP_STAT_SIZE) && !grow(u, info.size, error))
            return false;
    }
    u->total = 0;
    return true;
}

static bool unpack_all(struct unpacking *u, struct error *error)
{
    const zip_int64_t n_entries = zip_get_num_entries(u->zip, 0);
    bool ok = check_claims(u, n_entries, error);
    for (zip_uint64_t i = 0; ok && i < (zip_uint64_t)n_entries; i++)
        ok = unpack_entry(u, i, error);
    return ok;
}

/* ---- opening ---- */

static bool open_zip(struct unpacking *u, struct error *error)
{
    struct stat info;
    if (stat(u->path, &info) != 0)
        return error_raise(error, ERROR_FILE_OPEN, u->path, strerror(errno));
    if (!S_ISREG(info.st_mode))
        return error_raise(error, ERROR_ARCHIVE_NOT_ZIP, u->path,
                           S_ISDIR(info.st_mode) ? "it is a folder" : "it is not a regular file");
    if (info.st_size == 0)
        return error_raise(error, ERROR_ARCHIVE_NOT_ZIP, u->path, "the file is empty");
    u->packed_size = (uint64_t)info.st_size;
    read_files_note(u->path);

    int code = 0;
    u->zip = zip_open(u->path, ZIP_RDONLY, &code);
    if (u->zip)
        return true;
    if (code == ZIP_ER_OPEN || code == ZIP_ER_READ)
        return error_raise(error, ERROR_FILE_OPEN, u->path, strerror(errno));
    zip_error_t problem;
    zip_error_init_with_code(&problem, code);
    error_raise(error, ERROR_ARCHIVE_NOT_ZIP, u->path, zip_error_strerror(&problem));
    zip_error_fini(&problem);
    return false;
}

bool archive_unpack(const char *path, const char *folder, const struct archive_limits *limits, struct error *error)
{
    struct unpacking *u = calloc(1, sizeof *u);
    if (!u)
        return error_raise(error, ERROR_NO_MEMORY, "unpacking an archive");
    u->path = path;
    u->limits = limits;
    u->folder = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);

    bool ok = false;
    if (u->folder < 0)
        error_raise(error, ERROR_FILE_OPEN, folder, strerror(errno));
    else if (open_zip(u, error))
        ok = unpack_all(u, error);

    if (u->zip)
        zip_discard(u->zip);
    if (u->folder >= 0)
        close(u->folder);
    free(u);
    return ok;
}
