/* Where an FMU's shared library is, and what else there is. */
#include "master/import/binary.h"
#include "master/import/import_messages.h"

#include <dirent.h>
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

bool binary_is_elsewhere(const char *name)
{
    static const char folder[] = "binaries/";
    if (strncmp(name, folder, sizeof folder - 1) != 0)
        return false;
    const char *platform = name + sizeof folder - 1;
    const size_t length = strcspn(platform, "/");
    for (size_t i = 0; i < N_PLATFORMS_HERE; i++)
        if (strlen(platforms_here[i]) == length && strncmp(platform, platforms_here[i], length) == 0)
            return false;
    return platform[length] == '/';
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

char *binary_find(const char *folder, const char *model_identifier, const char *place, struct error *error)
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
