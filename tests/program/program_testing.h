/* Helpers of the program's tests: a private folder, files in it, FMUs. */
#ifndef PASO_PROGRAM_TESTING_H
#define PASO_PROGRAM_TESTING_H

#include "tests/testing.h"

#include "master/base/error.h"

#include <stdlib.h>
#include <string.h>
#include <sys/statvfs.h>
#include <unistd.h>

#define FMU(name) BUILD_DIR "/tests/fmus/" name ".fmu"

static char folder[64];

/* Results and stores are written through to the disk, run by run: in memory that costs nothing. FMUs are unpacked and loaded there, too. */
static inline bool is_good_for_tests(const char *place)
{
    struct statvfs about;
    return access(place, W_OK) == 0 && statvfs(place, &about) == 0 && !(about.f_flag & ST_NOEXEC) &&
           about.f_bavail >= (1ul << 30) / about.f_frsize;
}

static inline int make_folder(void **state)
{
    (void)state;
    snprintf(folder, sizeof folder, "%s/paso-test-XXXXXX", is_good_for_tests("/dev/shm") ? "/dev/shm" : "/tmp");
    return mkdtemp(folder) ? 0 : -1;
}

static inline int remove_folder(void **state)
{
    (void)state;
    char command[128];
    snprintf(command, sizeof command, "rm -rf '%s'", folder);
    return system(command);
}

/* A path in the folder; good for a few calls. */
static inline const char *in_folder(const char *name)
{
    static char path[256][256];
    static int n;
    n = (n + 1) % 256;
    snprintf(path[n], sizeof path[n], "%s/%s", folder, name);
    return path[n];
}

static inline const char *write_file(const char *name, const char *text)
{
    const char *path = in_folder(name);
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    fputs(text, file);
    fclose(file);
    return path;
}

/* What a file holds, or NULL; the caller frees it. */
static inline char *read_file(const char *path)
{
    FILE *file = fopen(path, "r");
    if (!file)
        return NULL;
    fseek(file, 0, SEEK_END);
    const size_t size = (size_t)ftell(file);
    rewind(file);
    char *text = malloc(size + 1);
    assert_non_null(text);
    text[fread(text, 1, size, file)] = '\0';
    fclose(file);
    return text;
}

#endif
