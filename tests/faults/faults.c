/* Fault injection, loaded before all other libraries (LD_PRELOAD): the N-th call of one kind in the process that is told to, and every
 * call of that kind after it where PASO_FAULT_ALL is set, fails. PASO_FAULT=KIND:N, N from 1; with N = 0 calls are only counted. The
 * counts go to the file PASO_FAULT_COUNT at the end, with the blocks of memory that nobody has freed. Kinds: memory, write, fsync,
 * rename, mmap, fork. With PASO_FAULT_CHILDREN calls of forked children count as well; with PASO_FAULT_PROGRAM=NAME those of that
 * program, wherever it is started, and no others. */
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

enum kind { MEMORY, WRITE, FSYNC, RENAME, MMAP, FORK, N_KINDS };
static const char *const names[N_KINDS] = {"memory", "write", "fsync", "rename", "mmap", "fork"};

static atomic_long own_counts[N_KINDS], *counts = own_counts; /* with children: shared */
static atomic_long blocks;
static enum kind wanted = N_KINDS;
static long number;
static bool all, armed;

/* The C library's own, which glibc offers under these names. */
void *__libc_malloc(size_t size);
void *__libc_calloc(size_t n, size_t size);
void *__libc_realloc(void *memory, size_t size);
void *__libc_memalign(size_t alignment, size_t size);
void __libc_free(void *memory);

__attribute__((constructor)) static void begin(void)
{
    const char *text = getenv("PASO_FAULT");
    const char *colon = text ? strchr(text, ':') : NULL;
    for (int k = 0; colon && k < N_KINDS; k++)
        if (strncmp(text, names[k], (size_t)(colon - text)) == 0)
            wanted = (enum kind)k;
    number = colon ? strtol(colon + 1, NULL, 10) : 0;
    all = getenv("PASO_FAULT_ALL") != NULL;
    const char *program = getenv("PASO_FAULT_PROGRAM");
    if (getenv("PASO_FAULT_CHILDREN")) {
        void *shared = (void *)syscall(SYS_mmap, NULL, sizeof own_counts, PROT_READ | PROT_WRITE,
                                       MAP_SHARED | MAP_ANONYMOUS, -1, 0L);
        if (shared != MAP_FAILED)
            counts = shared;
    }
    if (program && strcmp(program, program_invocation_short_name) != 0)
        return;
    unsetenv("LD_PRELOAD"); /* programs that are started from here are not the subject */
    armed = true;
}

__attribute__((destructor)) static void end(void)
{
    if (!armed)
        return;
    armed = false;
    const char *path = getenv("PASO_FAULT_COUNT");
    const int file = path ? open(path, O_WRONLY | O_CREAT | O_TRUNC, 0600) : -1;
    if (file < 0)
        return;
    for (int k = 0; k < N_KINDS; k++)
        dprintf(file, "%s %ld\n", names[k], (long)counts[k]);
    dprintf(file, "blocks %ld\n", (long)blocks);
    close(file);
}

static bool fails(enum kind kind)
{
    if (!armed)
        return false;
    const long n = atomic_fetch_add(&counts[kind], 1) + 1;
    return kind == wanted && number > 0 && (n == number || (all && n > number));
}

static void *count_block(void *memory)
{
    atomic_fetch_add(&blocks, memory != NULL);
    return memory;
}

void free(void *memory)
{
    atomic_fetch_sub(&blocks, memory != NULL);
    __libc_free(memory);
}

/* The process of an isolated FMU ends by this. */
void _exit(int status)
{
    end();
    for (;;)
        syscall(SYS_exit_group, status);
}

void *malloc(size_t size)
{
    if (fails(MEMORY)) {
        errno = ENOMEM;
        return NULL;
    }
    return count_block(__libc_malloc(size));
}

void *memalign(size_t alignment, size_t size)
{
    if (fails(MEMORY)) {
        errno = ENOMEM;
        return NULL;
    }
    return count_block(__libc_memalign(alignment, size));
}

void *aligned_alloc(size_t alignment, size_t size)
{
    return memalign(alignment, size);
}

int posix_memalign(void **memory, size_t alignment, size_t size)
{
    void *block = memalign(alignment, size);
    if (block)
        *memory = block;
    return block ? 0 : ENOMEM;
}

void *calloc(size_t n, size_t size)
{
    if (fails(MEMORY)) {
        errno = ENOMEM;
        return NULL;
    }
    return count_block(__libc_calloc(n, size));
}

void *realloc(void *memory, size_t size)
{
    if (fails(MEMORY)) {
        errno = ENOMEM;
        return NULL;
    }
    void *block = __libc_realloc(memory, size);
    atomic_fetch_add(&blocks, memory ? -(block == NULL && size == 0) : block != NULL);
    return block;
}

/* Messages must come through: standard error never fails. */
ssize_t write(int file, const void *bytes, size_t n)
{
    if (file != STDERR_FILENO && fails(WRITE)) {
        errno = ENOSPC;
        return -1;
    }
    return syscall(SYS_write, file, bytes, n);
}

ssize_t pwrite64(int file, const void *bytes, size_t n, off64_t at)
{
    if (fails(WRITE)) {
        errno = ENOSPC;
        return -1;
    }
    return syscall(SYS_pwrite64, file, bytes, n, at);
}

ssize_t pwrite(int file, const void *bytes, size_t n, off_t at)
{
    return pwrite64(file, bytes, n, at);
}

int fsync(int file)
{
    if (fails(FSYNC)) {
        errno = EIO;
        return -1;
    }
    return (int)syscall(SYS_fsync, file);
}

int fdatasync(int file)
{
    if (fails(FSYNC)) {
        errno = EIO;
        return -1;
    }
    return (int)syscall(SYS_fdatasync, file);
}

int rename(const char *from, const char *to)
{
    if (fails(RENAME)) {
        errno = EACCES;
        return -1;
    }
    return (int)syscall(SYS_renameat, AT_FDCWD, from, AT_FDCWD, to);
}

int renameat(int from_folder, const char *from, int to_folder, const char *to)
{
    if (fails(RENAME)) {
        errno = EACCES;
        return -1;
    }
    return (int)syscall(SYS_renameat, from_folder, from, to_folder, to);
}

void *mmap(void *at, size_t size, int protection, int flags, int file, off_t offset)
{
    if (fails(MMAP)) {
        errno = ENOMEM;
        return MAP_FAILED;
    }
    return (void *)syscall(SYS_mmap, at, size, protection, flags, file, offset);
}

pid_t fork(void)
{
    static pid_t (*real)(void);
    if (!real)
        *(void **)&real = dlsym(RTLD_NEXT, "fork");
    if (fails(FORK)) {
        errno = EAGAIN;
        return -1;
    }
    const pid_t child = real();
    if (child == 0)
        armed = getenv("PASO_FAULT_CHILDREN") != NULL; /* else children are left alone */
    return child;
}
