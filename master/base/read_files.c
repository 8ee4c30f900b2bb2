#include "master/base/read_files.h"

#include <pthread.h>
#include <stddef.h>
#include <stdlib.h>
#include <sys/stat.h>

struct file {
    dev_t device;
    ino_t number;
};

static struct {
    pthread_mutex_t lock;
    bool remembers;
    struct file *files;
    size_t n, room;
    bool incomplete; /* there was no memory: then nothing that exists may be replaced */
} known = {.lock = PTHREAD_MUTEX_INITIALIZER};

void read_files_remember(void)
{
    known.remembers = true;
}

static bool has(struct file file)
{
    for (size_t i = 0; i < known.n; i++)
        if (known.files[i].device == file.device && known.files[i].number == file.number)
            return true;
    return false;
}

static void add(struct file file)
{
    if (known.n == known.room) {
        const size_t room = known.room ? 2 * known.room : 64;
        struct file *larger = realloc(known.files, room * sizeof *larger);
        if (!larger) {
            known.incomplete = true;
            return;
        }
        known.files = larger;
        known.room = room;
    }
    known.files[known.n++] = file;
}

void read_files_note(const char *path)
{
    struct stat status;
    if (!known.remembers || stat(path, &status) != 0 || !S_ISREG(status.st_mode))
        return;
    const struct file file = {status.st_dev, status.st_ino};
    pthread_mutex_lock(&known.lock);
    /* One archive after the other is read again and again: the last one is enough to keep the list short. */
    if (known.n == 0 || known.files[known.n - 1].device != file.device ||
        known.files[known.n - 1].number != file.number)
        add(file);
    pthread_mutex_unlock(&known.lock);
}

bool read_files_include(const char *path)
{
    struct stat status;
    if (!known.remembers || stat(path, &status) != 0 || !S_ISREG(status.st_mode))
        return false;
    pthread_mutex_lock(&known.lock);
    const bool found = known.incomplete || has((struct file){status.st_dev, status.st_ino});
    pthread_mutex_unlock(&known.lock);
    return found;
}
