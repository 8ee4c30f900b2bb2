/* Pictures by gnuplot. */
#include "master/files/picture.h"

#include "master/files/result_file.h"
#include "master/files/files_messages.h"
#include "master/options/options_messages.h"

#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/wait.h>
#include <unistd.h>

static bool ends_with(const char *path, const char *ending)
{
    const size_t n = strlen(path), m = strlen(ending);
    return n > m && strcasecmp(path + n - m, ending) == 0;
}

bool picture_check_path(const char *path, struct error *error)
{
    if (!ends_with(path, ".svg") && !ends_with(path, ".png"))
        return error_raise(error, ERROR_OPTION_VALUE, "plot", path, "a file name that ends in .svg or .png");
    struct result_file *trial = result_file_open(path, error);
    result_file_close(trial);
    return trial != NULL;
}

void picture_quote(FILE *file, const char *text)
{
    fputc('\'', file);
    for (; *text; text++) {
        if (*text == '\'')
            fputc('\'', file);
        fputc(*text, file);
    }
    fputc('\'', file);
}

static bool has_gnuplot(void)
{
    const char *path = getenv("PATH");
    char *copy = strdup(path ? path : "/usr/bin:/bin"), *rest = NULL;
    bool found = false;
    for (char *folder = copy ? strtok_r(copy, ":", &rest) : NULL; folder && !found;
         folder = strtok_r(NULL, ":", &rest)) {
        char file[4096];
        found = access(error_format(file, sizeof file, "%s/gnuplot", folder), X_OK) == 0;
    }
    free(copy);
    return found;
}

static void set_terminal(FILE *file, const char *path, struct picture_size size)
{
    fprintf(file, "set terminal %s size %d,%d enhanced font 'sans,12'%s\n",
            ends_with(path, ".svg") ? "svg dynamic" : "pngcairo", size.width, size.height,
            ends_with(path, ".svg") ? " background '#ffffff'" : "");
}

/* To a file beside the wanted one, which takes its place when gnuplot is content. */
static bool draw(const char *path, struct picture_size size, picture_print print, const void *context,
                 struct error *error)
{
    char *partial = NULL;
    if (asprintf(&partial, "%s.partial", path) < 0)
        return error_raise(error, ERROR_NO_MEMORY, "drawing");
    void (*const before)(int) = signal(SIGPIPE, SIG_IGN);
    FILE *pipe = popen("gnuplot -", "w");
    bool ok = pipe != NULL;
    if (pipe) {
        set_terminal(pipe, path, size);
        fputs("set output ", pipe);
        picture_quote(pipe, partial);
        fputs("\nset encoding utf8\nset termoption noenhanced\nset grid lc rgb 'gray80'\nset border lc rgb 'gray40'\n",
              pipe);
        ok = print(pipe, context);
        const int status = pclose(pipe);
        ok = ok && status != -1 && WIFEXITED(status) && WEXITSTATUS(status) == 0;
    }
    signal(SIGPIPE, before);
    ok = ok && rename(partial, path) == 0;
    if (!ok)
        unlink(partial);
    free(partial);
    return ok || error_raise(error, ERROR_NOT_DRAWN, path);
}

bool picture_draw(const char *path, struct picture_size size, picture_print print, const void *context,
                  struct error *error)
{
    if (!has_gnuplot()) {
        error_warn(WARNING_NO_GNUPLOT, path);
        return true;
    }
    return draw(path, size, print, context, error);
}
