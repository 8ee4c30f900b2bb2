/* paso run: with a line that tells how far it has come. */
#include "program/command.h"
#include "program/progress.h"

struct surroundings {
    struct progress *progress; /* NULL: no line */
};

static void warn(const char *text, void *context)
{
    const struct surroundings *s = context;
    progress_warn(s->progress, text);
}

/* The line goes, the report stays. */
static void print(const char *text, void *context)
{
    struct surroundings *s = context;
    progress_stop(s->progress);
    s->progress = NULL;
    command_print(text, NULL);
}

bool command_run(paso_options *options, const char *path, paso_error *error)
{
    struct surroundings s = {0};
    paso_options_on_warning(options, warn, &s);
    paso_options_on_report(options, print, &s);
    if (!library_options_flag(options, "quiet"))
        s.progress = progress_start();
    paso_options_on_progress(options, progress_say, s.progress);
    paso_run *run = paso_run_open_file(path, options, error);
    if (run)
        progress_begin(s.progress, paso_run_start_time(run), paso_run_stop_time(run));
    bool done = run && (!s.progress || paso_run_observe(run, "", 1, progress_observe, s.progress, error)) &&
                paso_run_complete(run, error);
    progress_stop(s.progress);
    s.progress = NULL;
    done = paso_run_release(run, done ? error : NULL) && done;
    return done;
}
