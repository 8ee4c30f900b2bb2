/* A file that appears when it is complete. */
#include "master/files/result_file.h"
#include "master/base/read_files.h"
#include "master/files/files_messages.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

FILES_MESSAGES(MESSAGE_DEFINE)

enum { BUFFER_SIZE = 1 << 20 };

struct result_file {
    int file;
    char *path, *partial; /* the same where the target is a device or a pipe */
    char *buffer;
    size_t room;
    volatile size_t used; /* a signal handler may have to write what is there */
    bool anything;        /* ever went to the disk */
    bool direct, finished;
};

bool result_file_is_special(const char *path)
{
    struct stat status;
    const bool is_device = strncmp(path, "/dev/", 5) == 0 && strncmp(path, "/dev/shm/", 9) != 0; /* files in memory */
    if (is_device || strncmp(path, "/proc/", 6) == 0)
        return true;
    return stat(path, &status) == 0 && !S_ISREG(status.st_mode) && !S_ISDIR(status.st_mode);
}

/* The program's own streams are shared with whoever else writes there: never opened anew. */
static int open_special(const char *path)
{
    if (strcmp(path, "/dev/stdout") == 0)
        return fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 0);
    if (strcmp(path, "/dev/stderr") == 0)
        return fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, 0);
    return open(path, O_WRONLY | O_CLOEXEC | O_NOCTTY);
}

/* A symbolic link stays one: the file that it leads to is replaced. */
static char *final_path(const char *path)
{
    char *resolved = result_file_is_special(path) ? NULL : realpath(path, NULL);
    return resolved ? resolved : strdup(path);
}

/* Whether the name still leads to this open file. */
static bool is_there(const char *path, int file)
{
    struct stat named, opened;
    return lstat(path, &named) == 0 && fstat(file, &opened) == 0 && named.st_dev == opened.st_dev &&
           named.st_ino == opened.st_ino;
}

/* What a run left behind that is no longer there makes room; whoever writes holds a lock. Never a link, never what is read. */
static void remove_leftover(const char *path)
{
    if (read_files_include(path))
        return;
    const int file = open(path, O_WRONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
    struct stat status;
    if (file < 0)
        return;
    if (fstat(file, &status) == 0 && S_ISREG(status.st_mode) && flock(file, LOCK_EX | LOCK_NB) == 0 &&
        is_there(path, file))
        unlink(path);
    close(file);
}

/* A new file of this name, locked; -1 where the name is taken (EEXIST) or cannot be had. */
static int create(const char *path)
{
    const int flags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_NOCTTY | O_CLOEXEC;
    int file = open(path, flags, 0666);
    if (file < 0 && errno == EEXIST) {
        remove_leftover(path);
        file = open(path, flags, 0666);
    }
    if (file < 0)
        return -1;
    const bool locked =
        flock(file, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK; /* not every file system has locks */
    if (locked && is_there(path, file))
        return file;
    close(file); /* somebody took it for a leftover in this moment */
    errno = EEXIST;
    return -1;
}

/* FILE.partial, else FILE.PID.partial, else one with a number more. */
static bool open_partial(struct result_file *f)
{
    enum { MOST_TRIALS = 100 };
    for (int trial = 0; trial < MOST_TRIALS; trial++) {
        free(f->partial);
        f->partial = NULL;
        const int length = trial == 0   ? asprintf(&f->partial, "%s.partial", f->path)
                           : trial == 1 ? asprintf(&f->partial, "%s.%ld.partial", f->path, (long)getpid())
                                        : asprintf(&f->partial, "%s.%ld-%d.partial", f->path, (long)getpid(), trial);
        if (length < 0) {
            f->partial = NULL;
            errno = ENOMEM;
            return false;
        }
        f->file = create(f->partial);
        if (f->file >= 0 || errno != EEXIST)
            return f->file >= 0;
    }
    return false;
}

struct result_file *result_file_open(const char *path, struct error *error)
{
    struct result_file *f = calloc(1, sizeof *f);
    if (!f || !(f->buffer = malloc(BUFFER_SIZE)) || !(f->path = final_path(path))) {
        error_raise(error, ERROR_NO_MEMORY, "opening a result file");
        if (f)
            f->file = -1;
        result_file_close(f);
        return NULL;
    }
    f->room = BUFFER_SIZE;
    f->file = -1;
    f->direct = result_file_is_special(path);
    struct stat status;
    bool ok = true;
    if (read_files_include(path)) {
        error_raise(error, ERROR_RESULT_IS_READ, path);
        result_file_close(f);
        return NULL;
    }
    if (f->direct) {
        f->file = open_special(path);
        f->partial = strdup(path);
        ok = f->file >= 0 && f->partial;
    } else if (stat(path, &status) == 0 && S_ISDIR(status.st_mode)) {
        errno = EISDIR;
        ok = false;
    } else {
        ok = open_partial(f);
    }
    if (!ok) {
        error_raise(error, ERROR_RESULT_OPEN, path, strerror(errno));
        result_file_close(f);
        return NULL;
    }
    return f;
}

/* 0, or errno; only system calls. */
static int write_out(struct result_file *f)
{
    size_t written = 0;
    const size_t used = f->used;
    int failure = 0;
    while (written < used && !failure) {
        const ssize_t n = write(f->file, f->buffer + written, used - written);
        if (n >= 0)
            written += (size_t)n;
        else if (errno != EINTR)
            failure = errno;
    }
    f->anything = f->anything || written > 0;
    if (written && written < used)
        memmove(f->buffer, f->buffer + written, used - written);
    f->used = used - written;
    return failure;
}

bool result_file_flush(struct result_file *f, struct error *error)
{
    const int failure = write_out(f);
    return !failure || error_raise(error, ERROR_RESULT_WRITE, f->partial, strerror(failure));
}

void result_file_flush_in_handler(struct result_file *f)
{
    const int kept = errno;
    write_out(f);
    errno = kept;
}

char *result_file_room(struct result_file *f, size_t size, struct error *error)
{
    if (f->room - f->used < size && !result_file_flush(f, error))
        return NULL;
    if (f->room - f->used < size) {
        const size_t room = 2 * size;
        char *larger = malloc(room);
        if (!larger) {
            error_raise(error, ERROR_NO_MEMORY, "writing a result file");
            return NULL;
        }
        free(f->buffer);
        f->buffer = larger;
        f->room = room;
    }
    return f->buffer + f->used;
}

void result_file_advance(struct result_file *f, size_t written)
{
    f->used += written;
}

/* A file system that cannot do it is no failure. */
static int synchronize(int file)
{
    return fsync(file) == 0 || errno == EINVAL || errno == ENOSYS || errno == EROFS ? 0 : errno;
}

/* The new name is safe when the folder is. */
static int synchronize_folder(const char *path)
{
    const char *slash = strrchr(path, '/');
    char *name = slash ? strndup(path, slash == path ? 1 : (size_t)(slash - path)) : strdup(".");
    const int folder = name ? open(name, O_RDONLY | O_DIRECTORY | O_CLOEXEC) : -1;
    int failure = folder >= 0 ? synchronize(folder) : errno == EACCES ? 0 : errno; /* one may write and not read */
    if (folder >= 0)
        close(folder);
    free(name);
    return failure;
}

/* Some file systems tell only on closing that there was no room. The lock stays with the second descriptor. */
static int close_checked(struct result_file *f)
{
    const int kept = fcntl(f->file, F_DUPFD_CLOEXEC, 0);
    const int file = f->file;
    if (kept < 0)
        return errno;
    f->file = kept;
    return close(file) == 0 ? 0 : errno;
}

bool result_file_finish(struct result_file *f, struct error *error)
{
    if (!result_file_flush(f, error))
        return false;
    int failure = f->direct ? 0 : synchronize(f->file);
    if (!failure)
        failure = close_checked(f);
    if (failure)
        return error_raise(error, ERROR_RESULT_WRITE, f->partial, strerror(failure));
    if (!f->direct && rename(f->partial, f->path) != 0)
        return error_raise(error, ERROR_RESULT_RENAME, f->partial, f->path, strerror(errno));
    f->finished = true;
    failure = f->direct ? 0 : synchronize_folder(f->path);
    return !failure || error_raise(error, ERROR_RESULT_WRITE, f->path, strerror(failure));
}

void result_file_discard(struct result_file *f)
{
    if (f && f->file >= 0 && !f->direct && !f->finished) {
        f->used = 0;
        f->anything = false;
    }
    result_file_close(f);
}

void result_file_close(struct result_file *f)
{
    if (!f)
        return;
    if (f->file >= 0) {
        write_out(f);
        if (!f->anything && !f->direct && !f->finished)
            unlink(f->partial);
        else if (!f->direct && !f->finished)
            synchronize(f->file);
        close(f->file);
    }
    free(f->path);
    free(f->partial);
    free(f->buffer);
    free(f);
}

bool result_file_try(const char *path, struct error *error)
{
    struct result_file *f = result_file_open(path, error);
    result_file_close(f);
    return f != NULL;
}

const char *result_file_partial_path(const struct result_file *f)
{
    return f->partial;
}
