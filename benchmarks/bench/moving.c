#include "benchmarks/bench/moving.h"

#include "benchmarks/bench/bench_messages.h"
#include "export/motion_page.h"
#include "include/paso.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

enum { LARGEST = 256 << 10 }; /* bytes of frames: the report has several machines */

static bool set_options(paso_options *options, const struct moving_wish *wish, const char *result, paso_error *error)
{
    bool ok = options && paso_options_set(options, "output", result, error);
    for (size_t i = 0; ok && i < MOVING_OPTIONS && wish->options[i][0]; i++)
        ok = paso_options_set(options, wish->options[i][0], wish->options[i][1], error);
    return ok;
}

static bool simulate(const struct moving_wish *wish, const char *path, const char *result, struct error *error)
{
    paso_error failure = {0};
    paso_options *options = paso_options_new();
    paso_run *run = set_options(options, wish, result, &failure) ? paso_run_open_file(path, options, &failure) : NULL;
    const bool ok = run && paso_run_complete(run, &failure);
    paso_run_close(run);
    paso_options_free(options);
    return ok || error_raise(error, ERROR_BENCH_MACHINE, wish->id, failure.message);
}

static bool draw(struct outcome *o, const struct moving_wish *wish, const char *path, const char *result,
                 struct error *error)
{
    const struct motion_options wanted = {.results = &result, .n_results = 1, .largest = LARGEST};
    struct subject subject;
    struct motion motion;
    if (!subject_open(&subject, path, &wish->change, wish->change ? 1 : 0, error))
        return false;
    bool ok = subject_find_mechanism(&subject, NULL, error) && motion_open(&motion, &subject, &wanted, error);
    if (ok) {
        char *text = NULL;
        size_t size = 0;
        FILE *page = open_memstream(&text, &size);
        ok = page && motion_page_figure(page, &motion, wish->id);
        ok = page && fclose(page) == 0 && ok;
        if (ok)
            outcome_moving(o, wish->id, wish->title, text);
        else
            error_raise(error, ERROR_NO_MEMORY, "drawing a machine");
        free(text);
        motion_close(&motion);
    }
    subject_close(&subject);
    return ok;
}

static bool add(struct bench *bench, struct outcome *o, const struct moving_wish *wish, struct error *error)
{
    char path[4096], result[64];
    const int file = memfd_create("result", MFD_CLOEXEC);
    if (file < 0)
        return error_raise(error, ERROR_NO_MEMORY, "running a machine");
    bench_progress(bench, "moving picture: %s", wish->title);
    error_format(path, sizeof path, "%s/%s", bench->folder, wish->path);
    error_format(result, sizeof result, "/proc/self/fd/%d", file);
    const bool ok = simulate(wish, path, result, error) && draw(o, wish, path, result, error);
    close(file);
    return ok;
}

bool moving_add_all(struct bench *bench, struct outcome *o, const struct moving_wish *wishes, size_t n,
                    struct error *error)
{
    for (size_t i = 0; i < n && bench_wants(bench, "motion") && bench->has_page; i++)
        if (!add(bench, o, &wishes[i], error))
            return false;
    return true;
}
