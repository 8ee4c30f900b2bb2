#include "master/files/named_files.h"
#include "master/files/result_file.h"
#include "master/options/options_messages.h"

#include <string.h>
#include <sys/stat.h>

static bool is_same_file(const char *a, const char *b)
{
    struct stat x, y;
    if (!a || !b)
        return false;
    if (strcmp(a, b) == 0)
        return !result_file_is_special(a);
    return stat(a, &x) == 0 && stat(b, &y) == 0 && S_ISREG(x.st_mode) && x.st_dev == y.st_dev && x.st_ino == y.st_ino;
}

bool named_files_check(const struct named_file *files, size_t n, size_t n_read, struct error *error)
{
    for (size_t i = n_read; i < n; i++)
        for (size_t k = 0; k < i; k++)
            if (is_same_file(files[i].path, files[k].path))
                return error_raise(error, ERROR_OPTION_SAME_FILE, files[i].what, files[i].path, files[k].what);
    return true;
}
