/* System documents (JSON) out of any bytes, beside a mechanism m.json and a circuit c.json: read, with its parts and connections, and
 * freed; what is refused has its reason. */
#include "export/assembly.h"

#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

int LLVMFuzzerInitialize(int *argc, char ***argv);
int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n);

static char place[] = "/dev/shm/fuzz-XXXXXX"; /* in memory */
static int folder = -1;

static void remove_place(void)
{
    static const char *const files[] = {"s.json", "m.json", "c.json"};
    for (size_t i = 0; i < sizeof files / sizeof *files; i++)
        unlinkat(folder, files[i], 0);
    rmdir(place);
}

int LLVMFuzzerInitialize(int *argc, char ***argv)
{
    (void)argc, (void)argv;
    if (!mkdtemp(place) || (folder = open(place, O_RDONLY | O_DIRECTORY)) < 0)
        abort();
    atexit(remove_place);
    if (symlinkat(SOURCE_DIR "/benchmarks/mechanisms/lim-manipulator.json", folder, "m.json") != 0 ||
        symlinkat(SOURCE_DIR "/benchmarks/circuits/lim-manipulator.json", folder, "c.json") != 0)
        abort();
    return 0;
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n)
{
    char path[64];
    snprintf(path, sizeof path, "%s/s.json", place);
    FILE *file = fopen(path, "wb");
    if (!file || fwrite(bytes, 1, n, file) != n || fclose(file) != 0)
        abort();
    struct error error = {0};
    struct assembly a;
    if (assembly_open(&a, path, NULL, 0, &error))
        assembly_close(&a);
    else if (!error_is_set(&error))
        __builtin_trap(); /* refused without a reason */
    return 0;
}
