/* An archive out of any bytes, opened as an FMU without its binary: unpacked within small limits, described, removed. A file
 * that appears beside the temporary folder has escaped. */
#include "master/import/archive.h"
#include "master/import/fmu.h"

#include <dirent.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

int LLVMFuzzerInitialize(int *argc, char ***argv);
int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n);

static char place[] = "/dev/shm/fuzz-XXXXXX"; /* in memory: hundreds of runs a second touch no disk */

static void remove_place(void)
{
    rmdir(place);
}

static void ignore(const char *text, void *context)
{
    (void)text, (void)context;
}

int LLVMFuzzerInitialize(int *argc, char ***argv)
{
    (void)argc, (void)argv;
    if (!mkdtemp(place) || setenv("TMPDIR", place, 1) != 0)
        abort();
    atexit(remove_place);
    error_set_warning_sink(ignore, NULL);
    return 0;
}

static size_t count_entries(void)
{
    size_t n = 0;
    DIR *folder = opendir(place);
    while (folder && readdir(folder))
        n++;
    if (folder)
        closedir(folder);
    return n;
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n)
{
    const int file = memfd_create("fuzz.fmu", 0);
    char path[64];
    snprintf(path, sizeof path, "/proc/self/fd/%d", file);
    if (file < 0 || write(file, bytes, n) != (ssize_t)n)
        abort();
    const struct fmu_options options = {.largest_archive = 1 << 20, .largest_description = 1 << 18};
    struct error error = {0};
    struct fmu *fmu = fmu_open(path, &options, &error);
    if (!fmu && !error_is_set(&error))
        __builtin_trap(); /* refused without a reason */
    fmu_close(fmu);
    close(file);
    if (count_entries() != 2) /* . and .. */
        __builtin_trap();
    return 0;
}
