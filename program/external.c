#include "program/external.h"

#include "program/command.h"
#include "program/program_messages.h"

#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static const char prefix[] = "paso-";

/* Seen from the folder of the program itself. */
static const char *const folders[] = {"", "../libexec/paso/"};
enum { N_FOLDERS = sizeof folders / sizeof *folders };

bool program_folder(char folder[static PATH_MAX])
{
    const ssize_t n = readlink("/proc/self/exe", folder, PATH_MAX - 1);
    if (n <= 0)
        return false;
    folder[n] = '\0';
    char *slash = strrchr(folder, '/');
    if (!slash)
        return false;
    *slash = '\0';
    return true;
}

/* A command's name is a word, not a path. */
static bool is_word(const char *name)
{
    return *name && strspn(name, "abcdefghijklmnopqrstuvwxyz0123456789-") == strlen(name);
}

static bool is_program(const char *path)
{
    struct stat file;
    return stat(path, &file) == 0 && S_ISREG(file.st_mode) && access(path, X_OK) == 0;
}

static bool find(const char *name, char path[static PATH_MAX])
{
    char own[PATH_MAX];
    if (!is_word(name) || !program_folder(own))
        return false;
    for (size_t i = 0; i < N_FOLDERS; i++) {
        const int n = snprintf(path, PATH_MAX, "%s/%s%s%s", own, folders[i], prefix, name);
        if (n > 0 && n < PATH_MAX && is_program(path))
            return true;
    }
    return false;
}

int external_run(const char *name, int argc, char **argv)
{
    char path[PATH_MAX];
    if (!find(name, path))
        return 0;
    char **words = calloc((size_t)argc + 2, sizeof *words);
    struct error error = {0};
    if (words) {
        words[0] = path;
        memcpy(words + 1, argv, (size_t)argc * sizeof *words);
        execv(path, words);
        error_raise(&error, ERROR_COMMAND_START, path, strerror(errno));
    } else {
        error_raise(&error, ERROR_NO_MEMORY, "starting a program");
    }
    free(words);
    return command_report(&error);
}

static int is_external(const struct dirent *entry)
{
    return strncmp(entry->d_name, prefix, sizeof prefix - 1) == 0 && is_word(entry->d_name + sizeof prefix - 1);
}

void external_list(void (*tell)(void *context, const char *name), void *context)
{
    char own[PATH_MAX], folder[PATH_MAX];
    for (size_t i = 0; program_folder(own) && i < N_FOLDERS; i++) {
        struct dirent **entries = NULL;
        const int length = snprintf(folder, sizeof folder, "%s/%s", own, folders[i]);
        const int n = length > 0 && length < PATH_MAX ? scandir(folder, &entries, is_external, alphasort) : 0;
        for (int k = 0; k < n; k++) {
            const char *name = entries[k]->d_name + sizeof prefix - 1;
            char path[PATH_MAX];
            if (find(name, path) && strncmp(path, folder, strlen(folder)) == 0)
                tell(context, name);
            free(entries[k]);
        }
        free(entries);
    }
}
