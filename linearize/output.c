/* Files at once, and pictures. */
#include "output.h"

#include "result_file.h"

#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/wait.h>
#include <unistd.h>

bool output_ends_with(const char *path, const char *ending)
{
    const size_t n = strlen(path), m = strlen(ending);
    return n > m && strcasecmp(path + n - m, ending) == 0;
}

static bool write_text(const char *path, const char *text, size_t size, struct error *error)
{
    struct result_file *file = result_file_open(path, error);
    char *room = file ? result_file_room(file, size, error) : NULL;
    bool ok = room != NULL;
    if (ok) {
        memcpy(room, text, size);
        result_file_advance(file, size);
        ok = result_file_finish(file, error);
    }
    result_file_close(file);
    return ok;
}

bool output_write(const char *path, output_print print, const void *context, struct error *error)
{
    char *text = NULL;
    size_t size = 0;
    FILE *memory = open_memstream(&text, &size);
    bool ok = memory && print(memory, context);
    if (memory && fclose(memory) != 0)
        ok = false;
    ok = ok ? write_text(path, text, size, error) : error_raise(error, ERROR_NO_MEMORY, "writing results");
    free(text);
    return ok;
}

void output_field(FILE *file, const char *text)
{
    if (!strpbrk(text, ",\"\n\r")) {
        fputs(text, file);
        return;
    }
    fputc('"', file);
    for (; *text; text++) {
        if (*text == '"')
            fputc('"', file);
        fputc(*text, file);
    }
    fputc('"', file);
}

/* ---- pictures ---- */

bool output_check_picture(const char *path, struct error *error)
{
    return output_ends_with(path, ".svg") || output_ends_with(path, ".png") ||
           error_raise(error, ERROR_OPTION_VALUE, "plot", path, "a file name that ends in .svg or .png");
}

void output_quote(FILE *file, const char *text)
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
    const int status = system("command -v gnuplot >/dev/null 2>&1");
    return status != -1 && WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

static void set_terminal(FILE *file, const char *path, struct picture_size size)
{
    if (output_ends_with(path, ".svg"))
        fprintf(file, "set terminal svg size %d,%d dynamic enhanced background '#ffffff' font 'Helvetica,13'\n",
                size.width, size.height);
    else
        fprintf(file, "set terminal pngcairo size %d,%d enhanced font 'Helvetica,10'\n", size.width, size.height);
}

/* To a file beside the wanted one, which takes its place when gnuplot is content. */
static bool draw(const char *path, struct picture_size size, output_print print, const void *context,
                 struct error *error)
{
    char *partial = NULL;
    if (asprintf(&partial, "%s.partial", path) < 0)
        return error_raise(error, ERROR_NO_MEMORY, "drawing");
    void (*const before)(int) = signal(SIGPIPE, SIG_IGN);
    FILE *pipe = popen("gnuplot - 2>&1", "w");
    bool ok = pipe != NULL;
    if (pipe) {
        set_terminal(pipe, path, size);
        fputs("set output ", pipe);
        output_quote(pipe, partial);
        fputs("\nset termoption noenhanced\nset grid lc rgb 'gray80'\nset border lc rgb 'gray40'\n", pipe);
        ok = print(pipe, context);
        const int status = pclose(pipe);
        ok = ok && status != -1 && WIFEXITED(status) && WEXITSTATUS(status) == 0;
    }
    signal(SIGPIPE, before);
    ok = ok && rename(partial, path) == 0;
    if (!ok)
        unlink(partial);
    free(partial);
    return ok || error_raise(error, ERROR_LINEARIZE_PLOT, path);
}

bool output_draw(const char *path, struct picture_size size, output_print print, const void *context,
                 struct error *error)
{
    if (!has_gnuplot()) {
        error_warn(WARNING_LINEARIZE_NO_GNUPLOT, path);
        return true;
    }
    return draw(path, size, print, context, error);
}
