#include "tests/testing.h"

#include "tests/fmi/fmu_under_test.h"

#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>

static char *read_whole(const char *path)
{
    FILE *file = fopen(path, "rb");
    if (!file)
        fail_msg("cannot open %s", path);
    fseek(file, 0, SEEK_END);
    const long size = ftell(file);
    rewind(file);
    char *text = calloc((size_t)size + 1, 1);
    assert_non_null(text);
    assert_int_equal(fread(text, 1, (size_t)size, file), size);
    fclose(file);
    return text;
}

struct binary *binary_open(const char *name)
{
    struct binary *b = calloc(1, sizeof *b);
    assert_non_null(b);
    char path[512];
    snprintf(path, sizeof path, BUILD_DIR "/fmus/%s/%s.so", name, name);
    b->library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    if (!b->library)
        fail_msg("%s", dlerror());
#define FUNCTION(result, name, arguments)                                                                              \
    *(void **)&b->name = dlsym(b->library, "fmi2" #name);                                                              \
    assert_non_null(b->name);
    FMI2_FUNCTIONS(FUNCTION)
#undef FUNCTION
    snprintf(path, sizeof path, BUILD_DIR "/fmus/%s/modelDescription.xml", name);
    b->description = read_whole(path);
    const char *guid = strstr(b->description, "guid=\"");
    assert_non_null(guid);
    assert_int_equal(sscanf(guid, "guid=\"%63[^\"]", b->guid), 1);
    return b;
}

void binary_close(struct binary *b)
{
    dlclose(b->library);
    free(b->description);
    free(b);
}

fmi2ValueReference binary_reference(const struct binary *b, const char *variable)
{
    char pattern[160];
    snprintf(pattern, sizeof pattern, "<ScalarVariable name=\"%s\" valueReference=\"", variable);
    const char *found = strstr(b->description, pattern);
    if (!found)
        fail_msg("the description has no variable %s", variable);
    return (fmi2ValueReference)strtoul(found + strlen(pattern), NULL, 10);
}

static void keep_message(fmi2ComponentEnvironment environment, fmi2String name, fmi2Status status, fmi2String category,
                         fmi2String message, ...)
{
    (void)name, (void)status, (void)category;
    struct unit_under_test *unit = environment;
    va_list arguments;
    va_start(arguments, message);
    vsnprintf(unit->last_message, sizeof unit->last_message, message, arguments);
    va_end(arguments);
    unit->n_messages++;
}

void unit_open(struct unit_under_test *unit, const struct binary *b, fmi2Type type)
{
    memset(unit, 0, sizeof *unit);
    unit->binary = b;
    const fmi2CallbackFunctions callbacks = {.logger = keep_message, .componentEnvironment = unit};
    unit->component = b->Instantiate("unit", type, b->guid, "file:///nowhere", &callbacks, fmi2False, fmi2False);
    if (!unit->component)
        fail_msg("fmi2Instantiate: %s", unit->last_message);
}

void unit_close(struct unit_under_test *unit)
{
    unit->binary->FreeInstance(unit->component);
    unit->component = NULL;
}

#define MUST(unit, call)                                                                                               \
    do {                                                                                                               \
        if ((unit)->binary->call != fmi2OK)                                                                            \
            fail_msg("%s: %s", #call, (unit)->last_message);                                                           \
    } while (0)

void unit_set(struct unit_under_test *unit, const char *variable, double value)
{
    const fmi2ValueReference ref = binary_reference(unit->binary, variable);
    MUST(unit, SetReal(unit->component, &ref, 1, &value));
}

void unit_set_integer(struct unit_under_test *unit, const char *variable, int value)
{
    const fmi2ValueReference ref = binary_reference(unit->binary, variable);
    MUST(unit, SetInteger(unit->component, &ref, 1, &value));
}

void unit_set_boolean(struct unit_under_test *unit, const char *variable, bool value)
{
    const fmi2ValueReference ref = binary_reference(unit->binary, variable);
    const fmi2Boolean boolean = value;
    MUST(unit, SetBoolean(unit->component, &ref, 1, &boolean));
}

double unit_get(struct unit_under_test *unit, const char *variable)
{
    const fmi2ValueReference ref = binary_reference(unit->binary, variable);
    double value = NAN;
    MUST(unit, GetReal(unit->component, &ref, 1, &value));
    return value;
}

void unit_initialize(struct unit_under_test *unit, double start_time)
{
    MUST(unit, SetupExperiment(unit->component, fmi2False, 0, start_time, fmi2False, 0));
    MUST(unit, EnterInitializationMode(unit->component));
    MUST(unit, ExitInitializationMode(unit->component));
}
