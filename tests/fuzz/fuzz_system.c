/* A system description out of any bytes, beside an FMU called decay.fmu: read, checked, closed. */
#include "system.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

int LLVMFuzzerInitialize(int *argc, char ***argv);
int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n);

static char place[] = "/dev/shm/fuzz-XXXXXX"; /* in memory: hundreds of runs a second touch no disk */
static char path[64], fmu[64];

static void remove_place(void)
{
    unlink(path);
    unlink(fmu);
    rmdir(place);
}

static void ignore(const char *text, void *context)
{
    (void)text, (void)context;
}

int LLVMFuzzerInitialize(int *argc, char ***argv)
{
    (void)argc, (void)argv;
    if (!mkdtemp(place))
        abort();
    snprintf(path, sizeof path, "%s/fuzz.ssd", place);
    snprintf(fmu, sizeof fmu, "%s/decay.fmu", place);
    if (symlink(BUILD_DIR "/tests/fmus/decay.fmu", fmu) != 0)
        abort();
    atexit(remove_place);
    error_set_warning_sink(ignore, NULL);
    return 0;
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n)
{
    FILE *file = fopen(path, "wb");
    if (!file || fwrite(bytes, 1, n, file) != n || fclose(file) != 0)
        abort();
    struct error error = {0};
    const struct system_options options = {.binaries_needed = false};
    struct system *s = system_open(path, &options, &error);
    if (!s && !error_is_set(&error))
        __builtin_trap(); /* refused without a reason */
    system_close(s);
    return 0;
}
