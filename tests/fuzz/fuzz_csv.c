/* CSV files out of any bytes: read row by row to their end, and as the input of an FMU; what is refused has its reason. */
#include "master/files/csv.h"
#include "master/files/input_file.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n);

static struct system *fmu;

static void ignore(const char *text, void *context)
{
    (void)text, (void)context;
}

/* Not before the first bytes: libFuzzer wants to be the first to watch SIGALRM. */
static void open_fmu(void)
{
    struct error error = {0};
    const struct system_options options = {.binaries_needed = false};
    error_set_warning_sink(ignore, NULL);
    fmu = system_open(BUILD_DIR "/tests/fmus/types.fmu", &options, &error);
    if (!fmu)
        abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n)
{
    char path[32];
    if (!fmu)
        open_fmu();
    const int file = memfd_create("fuzz", MFD_CLOEXEC);
    if (file < 0 || write(file, bytes, n) != (ssize_t)n)
        abort();
    snprintf(path, sizeof path, "/proc/self/fd/%d", file);
    struct error error = {0};
    struct csv csv;
    bool found = true, ok = csv_open(&csv, path, &error);
    while (ok && found)
        ok = csv_next(&csv, &found, &error);
    if (!ok && !error_is_set(&error))
        __builtin_trap(); /* refused without a reason */
    csv_close(&csv);
    struct error why = {0};
    struct input_file *input = input_file_open(path, fmu, &why);
    if (!input && !error_is_set(&why))
        __builtin_trap();
    input_file_close(input);
    close(file);
    return 0;
}
