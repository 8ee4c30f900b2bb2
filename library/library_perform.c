/* Work that options describe as a whole: what the commands of paso do. */
#include "library/interrupt.h"
#include "library/library_impl.h"
#include "master/options/options_messages.h"

#include <stdlib.h>

static bool perform(struct setup *s, const char *path, struct error *error)
{
    const struct task *task = s->options.task.task;
    const bool hears_signals = task->looks_at_interruption && library_takes_signals();
    struct task_outlet outlet = {.report = s->report,
                                 .progress = s->options.progress.tell,
                                 .context = s->options.progress.context,
                                 .ask = s->options.ask,
                                 .ask_context = s->options.ask_context,
                                 .interrupt = hears_signals ? interrupt_flag() : NULL};
    struct text_list words = {0};
    if (hears_signals)
        interrupt_install(NULL, NULL);
    const bool done = library_options_list(&s->options, &words, error) &&
                      task->perform(s->options.task.values, path, &words, &outlet, error);
    if (hears_signals)
        interrupt_remove();
    free(words.items);
    return done;
}

static bool begin(struct setup *s, const paso_options *options, const char *path, struct error *error)
{
    if (!path && options->task.syntax.fewest > 0)
        return error_raise(error, ERROR_OPTION_ARGUMENT_MISSING, options->task.syntax.command,
                           options->task.syntax.arguments);
    return setup_begin(s, options, path, error) && perform(s, path, error);
}

static bool run(const paso_options *options, const char *path, paso_error *error)
{
    paso_system *system = paso_system_open(path, error);
    paso_run *r = system ? paso_run_open(system, options, error) : NULL;
    bool done = r && paso_run_complete(r, error);
    done = paso_run_release(r, done ? error : NULL) && done;
    paso_system_close(system);
    return done;
}

bool paso_perform(const paso_options *options, const char *path, paso_error *error)
{
    if (options && options->task.task == &task_run)
        return run(options, path, error);
    struct entry entry;
    struct setup setup = {0};
    library_enter(&entry, &setup.route);
    bool done = options ? begin(&setup, options, path, &entry.error)
                        : error_raise(&entry.error, ERROR_CALL_ARGUMENT, "paso_perform", "the options");
    done = !error_take_late_failure(&entry.error) && done;
    error_route_warnings(library_silence());
    setup_close(&setup);
    return library_leave(&entry, done, error);
}
