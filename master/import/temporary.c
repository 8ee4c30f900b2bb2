/* Temporary folders. One root per process holds them all, so that a signal handler has one name to remove and needs no
 * list; removal uses system calls only (no malloc, no stdio), since it must work inside a handler after a crash. */
#include "master/import/temporary.h"
#include "master/import/import_messages.h"
#include "master/import/signals.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

enum { ROOT_SIZE = 4096, DEEPEST = 200 };

static struct {
    pthread_mutex_t lock;
    char root[ROOT_SIZE];
    volatile pid_t owner; /* 0: there is no root; a forked child does not own its parent's */
    int alive;            /* holds a lock on a file in the root as long as the process lives */
    unsigned n_folders, n_created;
    bool prepared;
} temporary = {.lock = PTHREAD_MUTEX_INITIALIZER, .alive = -1};

static const char root_beginning[] = "paso-", root_ending[] = "XXXXXX", lock_name[] = "alive";

/* What the kernel's getdents64 fills: readdir would allocate. */
struct kernel_entry {
    uint64_t inode;
    int64_t offset;
    unsigned short length;
    unsigned char type;
    char name[];
};

static bool is_dot(const char *name)
{
    return name[0] == '.' && (name[1] == '\0' || (name[1] == '.' && name[2] == '\0'));
}

/* Removes `name` in the folder `at`; symbolic links are removed, never followed. Whether it is gone: what cannot be removed is not
 * tried again, since that would take as many passes as there are folders above it, multiplied. */
static bool remove_tree(int at, const char *name, int depth)
{
    if (unlinkat(at, name, 0) == 0 || errno == ENOENT)
        return true;
    if (depth > DEEPEST)
        return false;
    int folder = openat(at, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    if (folder < 0 && errno == EACCES) { /* somebody took the permissions away */
        fchmodat(at, name, 0700, 0);
        folder = openat(at, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    }
    if (folder < 0)
        return false;
    fchmod(folder, 0700);

    /* Removing while reading may skip entries on some file systems: read again until a pass removes nothing. */
    for (int pass = 0, removed = 1; removed && pass < 100; pass++) {
        removed = 0;
        lseek(folder, 0, SEEK_SET);
        _Alignas(struct kernel_entry) char buffer[4096];
        long n;
        while ((n = syscall(SYS_getdents64, folder, buffer, sizeof buffer)) > 0) {
            for (long at_byte = 0; at_byte < n;) {
                const struct kernel_entry *entry = (const void *)(buffer + at_byte);
                if (!is_dot(entry->name) && remove_tree(folder, entry->name, depth + 1))
                    removed = 1;
                at_byte += entry->length;
            }
        }
    }
    close(folder);
    return unlinkat(at, name, AT_REMOVEDIR) == 0;
}

void temporary_remove_all(void)
{
    if (temporary.owner == 0 || temporary.owner != getpid())
        return;
    const int kept = errno;
    remove_tree(AT_FDCWD, temporary.root, 0);
    temporary.owner = 0;
    if (temporary.alive >= 0)
        close(temporary.alive);
    temporary.alive = -1;
    errno = kept;
}

static void end_by_signal(int number)
{
    temporary_remove_all();
    signal(number, SIG_DFL);
    raise(number); /* delivered when this handler returns: the parent sees the true cause */
}

/* Signals whose default ends the program. Whoever wants to handle one itself installs its handler, before or after. */
static void watch_signals(void)
{
    static const int deadly[] = {SIGHUP,  SIGINT,    SIGQUIT, SIGPIPE, SIGALRM, SIGTERM,
                                 SIGUSR1, SIGVTALRM, SIGPROF, SIGUSR2, SIGXCPU, SIGXFSZ};
    for (size_t k = 0; k < sizeof deadly / sizeof *deadly; k++) {
        struct sigaction now;
        if (sigaction(deadly[k], NULL, &now) == 0 && !(now.sa_flags & SA_SIGINFO) && now.sa_handler == SIG_DFL) {
            struct sigaction ours = {.sa_handler = end_by_signal};
            sigfillset(&ours.sa_mask);
            sigaction(deadly[k], &ours, NULL);
        }
    }
}

/* ---- who lives ---- */

/* The lock has its name only when it is held: a lock that can be had belongs to nobody. */
static int claim(const char *root)
{
    const int folder = open(root, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    const int file = folder >= 0 ? openat(folder, "new", O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600) : -1;
    const bool ok = file >= 0 && flock(file, LOCK_EX | LOCK_NB) == 0 && renameat(folder, "new", folder, lock_name) == 0;
    if (folder >= 0)
        close(folder);
    if (!ok && file >= 0)
        close(file);
    return ok ? file : -1; /* without it the folder works as well; it is only never cleared by others */
}

/* A folder of ours whose process was killed. */
static bool is_abandoned(int place, const char *name)
{
    const size_t n = sizeof root_beginning - 1 + sizeof root_ending - 1;
    if (strlen(name) != n || strncmp(name, root_beginning, sizeof root_beginning - 1) != 0)
        return false;
    const int folder = openat(place, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    struct stat status;
    bool abandoned = folder >= 0 && fstat(folder, &status) == 0 && status.st_uid == geteuid();
    const int file = abandoned ? openat(folder, lock_name, O_WRONLY | O_NOFOLLOW | O_CLOEXEC) : -1;
    abandoned = file >= 0 && flock(file, LOCK_EX | LOCK_NB) == 0;
    if (file >= 0)
        close(file);
    if (folder >= 0)
        close(folder);
    return abandoned;
}

static void clear_abandoned(const char *place)
{
    DIR *folder = opendir(place);
    if (!folder)
        return;
    for (const struct dirent *entry; (entry = readdir(folder));)
        if (is_abandoned(dirfd(folder), entry->d_name))
            remove_tree(dirfd(folder), entry->d_name, 0);
    closedir(folder);
}

static bool create_root(struct error *error)
{
    const char *place = getenv("TMPDIR");
    if (!place || place[0] != '/')
        place = "/tmp";
    const int length = snprintf(temporary.root, sizeof temporary.root, "%s/%s%s", place, root_beginning, root_ending);
    if (length < 0 || (size_t)length >= sizeof temporary.root)
        return error_raise(error, ERROR_TEMPORARY_FOLDER, place, strerror(ENAMETOOLONG));
    if (!temporary.prepared)
        clear_abandoned(place);
    if (!mkdtemp(temporary.root))
        return error_raise(error, ERROR_TEMPORARY_FOLDER, place, strerror(errno));
    if (temporary.alive >= 0)
        close(temporary.alive);
    temporary.alive = claim(temporary.root);
    temporary.owner = getpid();
    temporary.n_folders = 0;
    if (!temporary.prepared) {
        temporary.prepared = true;
        atexit(temporary_remove_all);
        if (!signals_are_left_alone())
            watch_signals();
    }
    return true;
}

static char *create_folder(struct error *error)
{
    /* A root may be gone although it is ours: cleaners of /tmp remove what is old. */
    if ((temporary.owner != getpid() || access(temporary.root, F_OK) != 0) && !create_root(error))
        return NULL;
    char *path = NULL;
    if (asprintf(&path, "%s/%u", temporary.root, temporary.n_created) < 0) {
        error_raise(error, ERROR_NO_MEMORY, "making a temporary folder");
        return NULL;
    }
    if (mkdir(path, 0700) != 0) {
        error_raise(error, ERROR_TEMPORARY_FOLDER, path, strerror(errno));
        free(path);
        return NULL;
    }
    temporary.n_created++;
    temporary.n_folders++;
    return path;
}

char *temporary_create(struct error *error)
{
    pthread_mutex_lock(&temporary.lock);
    char *path = create_folder(error);
    pthread_mutex_unlock(&temporary.lock);
    return path;
}

static bool is_in_root(const char *folder)
{
    const size_t n = strlen(temporary.root);
    return strncmp(folder, temporary.root, n) == 0 && folder[n] == '/';
}

void temporary_remove(const char *folder)
{
    pthread_mutex_lock(&temporary.lock);
    const bool ours = temporary.owner == getpid();
    pthread_mutex_unlock(&temporary.lock);
    if (!folder || !ours)
        return;
    remove_tree(AT_FDCWD, folder, 0);
    pthread_mutex_lock(&temporary.lock);
    if (is_in_root(folder) && temporary.n_folders > 0 && --temporary.n_folders == 0)
        temporary_remove_all();
    pthread_mutex_unlock(&temporary.lock);
}
