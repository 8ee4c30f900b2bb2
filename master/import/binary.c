/* Loads an FMU's shared library. */
#include "master/import/binary.h"
#include "master/import/crash_guard.h"
#include "master/import/import_messages.h"

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct binary {
    void *library;
    char *path;
    struct functions functions;
    size_t strangers; /* threads that were there before it was loaded, and are not ours */
};

/* dlerror() says "libm3.so.1: cannot open shared object file: No such file or directory": that one is missing. */
static bool raise_load(const char *path, const char *place, const char *reason, struct error *error)
{
    static const char cannot_open[] = ": cannot open shared object file: No such file";
    const char *at = strstr(reason, cannot_open);
    const size_t n = at ? (size_t)(at - reason) : 0;
    if (n > 0 && (n != strlen(path) || strncmp(reason, path, n) != 0)) {
        char name[256];
        snprintf(name, sizeof name, "%.*s", (int)n, reason);
        return error_raise(error, ERROR_LIBRARY_MISSING, place, name);
    }
    /* The temporary folder's name tells nobody anything. */
    const size_t length = strlen(path);
    if (strncmp(reason, path, length) == 0 && strncmp(reason + length, ": ", 2) == 0)
        reason += length + 2;
    const char *file = strstr(path, "/binaries/");
    return error_raise(error, ERROR_LIBRARY_LOAD, place, file ? file + 1 : path, reason);
}

/* FMI 2.0 exports plain names from shared libraries; some exporters kept the prefix of static ones. */
static void *find_function(void *library, const char *model_identifier, const char *name)
{
    void *found = dlsym(library, name);
    char *prefixed;
    if (!found && asprintf(&prefixed, "%s_%s", model_identifier, name) >= 0) {
        found = dlsym(library, prefixed);
        free(prefixed);
    }
    return found;
}

static void find_functions(struct binary *b, const char *model_identifier)
{
    void *found;
#define FIND(result, name, arguments)                                                                                  \
    found = find_function(b->library, model_identifier, "fmi2" #name);                                                 \
    memcpy(&b->functions.name, &found, sizeof found);
    FMI2_FUNCTIONS(FIND)
#undef FIND
}

/* A library of another version of the standard, or of none, is refused; version functions may be missing. */
static bool check_version(const struct binary *b, const char *place, struct error *error)
{
    if (!b->functions.Instantiate)
        return error_raise(error, ERROR_LIBRARY_FUNCTION, place, "fmi2Instantiate");
    const struct crash_subject subject = {.name = place, .loading = true};
    if (b->functions.GetVersion) {
        crash_guard_enter(&subject, "fmi2GetVersion");
        const char *version = b->functions.GetVersion();
        crash_guard_leave();
        if (!version || strncmp(version, "2.", 2) != 0)
            return error_raise(error, ERROR_LIBRARY_VERSION, place, "fmi2GetVersion", version ? version : "NULL",
                               fmi2Version);
    }
    if (b->functions.GetTypesPlatform) {
        crash_guard_enter(&subject, "fmi2GetTypesPlatform");
        const char *platform = b->functions.GetTypesPlatform();
        crash_guard_leave();
        if (!platform || strcmp(platform, fmi2TypesPlatform) != 0)
            return error_raise(error, ERROR_LIBRARY_VERSION, place, "fmi2GetTypesPlatform",
                               platform ? platform : "NULL", fmi2TypesPlatform);
    }
    return true;
}

struct binary *binary_load(const char *folder, fmi2Type type, const char *model_identifier, const char *place,
                           struct error *error)
{
    (void)type;
    struct binary *b = calloc(1, sizeof *b);
    if (!b) {
        error_raise(error, ERROR_NO_MEMORY, "loading a binary");
        return NULL;
    }
    b->path = binary_find(folder, model_identifier, place, error);
    if (!b->path) {
        free(b);
        return NULL;
    }
    const struct crash_subject subject = {.name = place, .loading = true};
    b->strangers = crash_guard_count_strangers();
    crash_guard_enter(&subject, "dlopen()"); /* its constructors run */
    b->library = dlopen(b->path, RTLD_NOW | RTLD_LOCAL);
    const char *reason = b->library ? NULL : dlerror();
    crash_guard_leave();
    if (!b->library) {
        raise_load(b->path, place, reason ? reason : "?", error);
        binary_unload(b);
        return NULL;
    }
    find_functions(b, model_identifier);
    if (!check_version(b, place, error)) {
        binary_unload(b);
        return NULL;
    }
    return b;
}

void binary_unload(struct binary *b)
{
    if (!b)
        return;
    if (b->library && crash_guard_count_strangers() <= b->strangers) {
        const struct crash_subject subject = {.name = b->path};
        crash_guard_enter(&subject, "dlclose()");
        dlclose(b->library);
        crash_guard_leave();
    }
    free(b->path);
    free(b);
}

const struct functions *binary_functions(const struct binary *b)
{
    return &b->functions;
}

const char *binary_path(const struct binary *b)
{
    return b->path;
}

fmi2Component binary_instantiate(struct binary *b, const char *name, fmi2Type type, const char *guid,
                                 const char *resources, const fmi2CallbackFunctions *callbacks, bool logging)
{
    return b->functions.Instantiate(name, type, guid, resources, callbacks, fmi2False, logging);
}
