/* Pictures by gnuplot, which is reached from here and from nowhere else. */
#include "master/files/picture.h"

#include "master/base/printable.h"
#include "master/files/files_messages.h"
#include "master/files/output.h"
#include "master/files/result_file.h"
#include "master/options/options_messages.h"

#include <errno.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

bool picture_is_possible(const char *path)
{
    return output_ends_with(path, ".svg") || output_ends_with(path, ".png") || output_ends_with(path, ".pdf");
}

/* Between single quotes gnuplot takes everything as it is, except for quotes, which are doubled, and ends of lines, which printable_next
 * escapes as it does all control characters. Backticks mean commands elsewhere: something that looks like them stands for them. */
void picture_text(FILE *file, const char *text)
{
    fputc('\'', file);
    for (const char *begin = text; *text;) {
        char piece[PRINTABLE_LONGEST];
        if (*text == '>' && text - begin >= 2 && text[-1] == ']' && text[-2] == ']')
            fputs("\xe2\x80\x89", file); /* a thin blank: gnuplot leaves > alone, and SVG cannot hold ]]> */
        const size_t n = printable_next(&text, piece);
        if (*piece == '\'')
            fputs("\'\'", file);
        else if (*piece == '`')
            fputs("\xcb\x8b", file); /* U+02CB, a grave accent by itself */
        else
            fwrite(piece, 1, n, file);
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

static void put_beginning(FILE *file, const char *path, struct picture_size size)
{
    /* Lines of width 1 have half a point, letters the points that were asked for: what that means differs between terminals. */
    static const double svg_resolution = 96, png_resolution = 200, points = 72, inch = 25.4;
    if (output_ends_with(path, ".svg"))
        fprintf(file,
                "set terminal svg size %.0f,%.0f fixed enhanced font 'sans,%.4g' linewidth %.4g background '#ffffff'\n",
                size.width / inch * svg_resolution, size.height / inch * svg_resolution,
                size.font * svg_resolution / points, 0.5 * svg_resolution / points);
    else if (output_ends_with(path, ".pdf"))
        fprintf(file, "set terminal pdfcairo size %.6gcm,%.6gcm enhanced font 'sans,%.4g' fontscale 0.75\n",
                size.width / 10, size.height / 10, size.font);
    else
        fprintf(file,
                "set terminal pngcairo size %.0f,%.0f enhanced font 'sans,%.4g' fontscale %.5g linewidth %.4g "
                "pointscale %.4g\n",
                size.width / inch * png_resolution, size.height / inch * png_resolution, size.font, png_resolution / 96,
                0.5 * png_resolution / points, png_resolution / 96);
    fputs("set encoding utf8\nset termoption noenhanced\nset grid lc rgb 'gray80'\nset border lc rgb 'gray40'\n", file);
}

/* A file without a name that holds the commands, read from its beginning; -1 where there is no room for it. */
static int write_script(const char *path, struct picture_size size, picture_print print, const void *context)
{
    const int script = memfd_create("gnuplot", MFD_CLOEXEC);
    FILE *file = script >= 0 ? fdopen(dup(script), "w") : NULL;
    bool ok = file != NULL;
    if (file) {
        put_beginning(file, path, size);
        ok = print(file, context);
        ok = fclose(file) == 0 && ok && lseek(script, 0, SEEK_SET) == 0;
    }
    if (!ok && script >= 0)
        close(script);
    return ok ? script : -1;
}

/* Without a shell, without the user's start files, the script as standard input and the picture as standard output: no name that is
 * foreign or has blanks comes near a command line. */
static bool run_gnuplot(int script, int picture)
{
    char *const words[] = {"gnuplot", "--default-settings", "-", NULL};
    posix_spawn_file_actions_t actions;
    pid_t child = 0;
    if (posix_spawn_file_actions_init(&actions) != 0)
        return false;
    bool ok = posix_spawn_file_actions_adddup2(&actions, script, STDIN_FILENO) == 0 &&
              posix_spawn_file_actions_adddup2(&actions, picture, STDOUT_FILENO) == 0 &&
              posix_spawnp(&child, words[0], &actions, NULL, words, environ) == 0;
    posix_spawn_file_actions_destroy(&actions);
    if (!ok)
        return false;
    int status = 0;
    pid_t ended;
    do
        ended = waitpid(child, &status, 0);
    while (ended < 0 && errno == EINTR);
    return ended == child && WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

static bool draw(const char *path, struct picture_size size, picture_print print, const void *context,
                 struct error *error)
{
    const int script = write_script(path, size, print, context);
    const int picture = script >= 0 ? memfd_create("picture", MFD_CLOEXEC) : -1;
    bool ok = picture >= 0 && run_gnuplot(script, picture) && lseek(picture, 0, SEEK_CUR) > 0;
    ok = ok ? output_copy(path, picture, error) : error_raise(error, ERROR_NOT_DRAWN, path);
    if (picture >= 0)
        close(picture);
    if (script >= 0)
        close(script);
    return ok;
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
