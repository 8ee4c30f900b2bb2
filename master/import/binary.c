/* Loads an FMU's shared library. */
#include "binary.h"
#include "crash_guard.h"

#include <dirent.h>
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* The folder names for this machine: FMI 2.0's own, and the names that some exporters took over from FMI 3.0. */
static const char *const platforms_here[] = {
#if defined(__APPLE__)
    "darwin64",
#if defined(__aarch64__)
    "aarch64-darwin",
#else
    "x86_64-darwin",
#endif
#elif defined(__x86_64__) && !defined(__ILP32__)
    "linux64",
    "x86_64-linux",
#elif defined(__i386__)
    "linux32",
    "x86-linux",
#elif defined(__aarch64__)
    "aarch64-linux",
    "linux64",
#elif defined(__arm__)
    "aarch32-linux",
    "linux32",
#else
    "linux64",
#endif
};
enum { N_PLATFORMS_HERE = sizeof platforms_here / sizeof *platforms_here };

#if defined(__APPLE__)
static const char suffix[] = ".dylib";
#else
static const char suffix[] = ".so";
#endif

struct binary {
    void *library;
    char *path;
    struct functions functions;
};

/* ---- what is there ---- */

static int compare(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

/* Names in a folder, sorted, without hidden ones; of files with that suffix where one is given. */
static size_t list_folder(const char *path, const char *wanted_suffix, char ***names)
{
    size_t n = 0;
    *names = NULL;
    DIR *folder = opendir(path);
    if (!folder)
        return 0;
    const struct dirent *entry;
    while ((entry = readdir(folder))) {
        const size_t length = strlen(entry->d_name);
        const size_t tail = wanted_suffix ? strlen(wanted_suffix) : 0;
        if (entry->d_name[0] == '.' || length < tail ||
            (tail && strcmp(entry->d_name + length - tail, wanted_suffix) != 0))
            continue;
        char **larger = realloc(*names, (n + 1) * sizeof *larger);
        if (!larger)
            break;
        *names = larger;
        larger[n] = strdup(entry->d_name);
        if (!larger[n])
            break;
        n++;
    }
    closedir(folder);
    if (n > 0)
        qsort(*names, n, sizeof **names, compare);
    return n;
}

static void free_list(char **names, size_t n)
{
    for (size_t i = 0; i < n; i++)
        free(names[i]);
    free(names);
}

size_t binary_platforms(const char *folder, char ***names)
{
    char *path;
    if (asprintf(&path, "%s/binaries", folder) < 0) {
        *names = NULL;
        return 0;
    }
    const size_t n = list_folder(path, NULL, names);
    free(path);
    return n;
}

/* "linux32, win64", for messages; "nothing" */
static void join(char **names, size_t n, char *words, size_t size)
{
    snprintf(words, size, "%s", n ? "" : "nothing");
    for (size_t i = 0; i < n; i++) {
        const size_t used = strlen(words);
        snprintf(words + used, size - used, "%s%s", i ? ", " : "", names[i]);
    }
}

/* ---- finding ---- */

static bool raise_no_binary(const char *folder, const char *model_identifier, const char *place, struct error *error)
{
    char words[512];
    for (size_t i = 0; i < N_PLATFORMS_HERE; i++) {
        char *path, **names;
        if (asprintf(&path, "%s/binaries/%s", folder, platforms_here[i]) < 0)
            return error_raise(error, ERROR_NO_MEMORY, "looking for a binary");
        const bool exists = access(path, F_OK) == 0;
        const size_t n = list_folder(path, NULL, &names);
        join(names, n, words, sizeof words);
        free_list(names, n);
        free(path);
        if (exists)
            return error_raise(error, ERROR_BINARY_NAME, place, platforms_here[i], model_identifier, suffix, words);
    }
    char **names;
    const size_t n = binary_platforms(folder, &names);
    join(names, n, words, sizeof words);
    free_list(names, n);
    return error_raise(error, ERROR_NO_BINARY, place, platforms_here[0], words);
}

static char *find_library(const char *folder, const char *model_identifier, const char *place, struct error *error)
{
    for (size_t i = 0; i < N_PLATFORMS_HERE; i++) {
        char *path;
        if (asprintf(&path, "%s/binaries/%s/%s%s", folder, platforms_here[i], model_identifier, suffix) < 0) {
            error_raise(error, ERROR_NO_MEMORY, "looking for a binary");
            return NULL;
        }
        if (access(path, F_OK) == 0)
            return path;
        free(path);
    }
    raise_no_binary(folder, model_identifier, place, error);
    return NULL;
}

/* ---- loading ---- */

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

struct binary *binary_load(const char *folder, const char *model_identifier, const char *place, struct error *error)
{
    struct binary *b = calloc(1, sizeof *b);
    if (!b) {
        error_raise(error, ERROR_NO_MEMORY, "loading a binary");
        return NULL;
    }
    b->path = find_library(folder, model_identifier, place, error);
    if (!b->path) {
        free(b);
        return NULL;
    }
    const struct crash_subject subject = {.name = place, .loading = true};
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
    if (b->library) {
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
