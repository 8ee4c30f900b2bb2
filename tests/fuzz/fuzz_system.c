/* A system out of any bytes, beside the FMUs decay.fmu and types.fmu: read, checked, ordered, printed, closed. The bytes are an
 * .ssd or, where they begin with v or m, an .ssv or .ssm that a good .ssd refers to. */
#include "master/system/graph.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

int LLVMFuzzerInitialize(int *argc, char ***argv);
int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n);

#define SPACE "http://ssp-standard.org/SSP1/SystemStructure"

static const char good_system[] =
    "<d:SystemStructureDescription xmlns:d='" SPACE "Description' version='1.0' name='s'><d:System name='s'>"
    "<d:ParameterBindings><d:ParameterBinding source='fuzz.ssv'><d:ParameterMapping source='fuzz.ssm'/>"
    "</d:ParameterBinding><d:ParameterBinding source='fuzz.ssv' prefix='types.'/></d:ParameterBindings>"
    "<d:Elements><d:Component name='types' source='types.fmu'/><d:Component name='decay' source='decay.fmu'/>"
    "</d:Elements></d:System></d:SystemStructureDescription>";
static const char good_values[] =
    "<v:ParameterSet xmlns:v='" SPACE "ParameterValues' version='1.0' name='s'><v:Parameters>"
    "<v:Parameter name='real_offset'><v:Real value='1'/></v:Parameter>"
    "<v:Parameter name='colour_parameter'><v:Enumeration value='green'/></v:Parameter>"
    "<v:Parameter name='boolean_negate'><v:Boolean value='false'/></v:Parameter></v:Parameters></v:ParameterSet>";
static const char good_mapping[] = "<m:ParameterMapping xmlns:m='" SPACE "ParameterMapping' version='1.0'>"
                                   "<m:MappingEntry source='real_offset' target='decay.k'/></m:ParameterMapping>";

static const char *const files[] = {"fuzz.ssd", "user.ssd", "fuzz.ssv", "fuzz.ssm", "decay.fmu", "types.fmu"};
static char place[] = "/dev/shm/fuzz-XXXXXX"; /* in memory: hundreds of runs a second touch no disk */

static const char *path_of(const char *name)
{
    static char path[2][64];
    static size_t next;
    char *to = path[next++ % 2];
    snprintf(to, sizeof path[0], "%s/%s", place, name);
    return to;
}

static void remove_place(void)
{
    for (size_t i = 0; i < sizeof files / sizeof *files; i++)
        unlink(path_of(files[i]));
    rmdir(place);
}

static void ignore(const char *text, void *context)
{
    (void)text, (void)context;
}

static void write_file(const char *name, const void *bytes, size_t n)
{
    FILE *file = fopen(path_of(name), "wb");
    if (!file || fwrite(bytes, 1, n, file) != n || fclose(file) != 0)
        abort();
}

int LLVMFuzzerInitialize(int *argc, char ***argv)
{
    (void)argc, (void)argv;
    if (!mkdtemp(place))
        abort();
    atexit(remove_place);
    if (symlink(BUILD_DIR "/tests/fmus/decay.fmu", path_of("decay.fmu")) != 0 ||
        symlink(BUILD_DIR "/tests/fmus/types.fmu", path_of("types.fmu")) != 0)
        abort();
    write_file("user.ssd", good_system, sizeof good_system - 1);
    error_set_warning_sink(ignore, NULL);
    return 0;
}

static void print(const struct system *s)
{
    struct error error = {0};
    char *text = NULL;
    size_t size = 0;
    FILE *file = open_memstream(&text, &size);
    if (!file || !system_print(file, s, NULL, &error) || !system_print_json(file, s, NULL, &error))
        __builtin_trap();
    fclose(file);
    free(text);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n)
{
    const char kind = n > 0 ? (char)bytes[0] : '\0';
    const bool is_values = kind == 'v', is_mapping = kind == 'm';
    if (is_values || is_mapping) {
        write_file("fuzz.ssv", is_values ? (const char *)bytes + 1 : good_values,
                   is_values ? n - 1 : sizeof good_values - 1);
        write_file("fuzz.ssm", is_mapping ? (const char *)bytes + 1 : good_mapping,
                   is_mapping ? n - 1 : sizeof good_mapping - 1);
    } else {
        write_file("fuzz.ssd", bytes, n);
    }
    struct error error = {0};
    const struct system_options options = {.binaries_needed = false};
    struct system *s = system_open(path_of(is_values || is_mapping ? "user.ssd" : "fuzz.ssd"), &options, &error);
    if (!s && !error_is_set(&error))
        __builtin_trap(); /* refused without a reason */
    if (s)
        print(s);
    system_close(s);
    return 0;
}
