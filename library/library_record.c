/* What a run leaves behind: the result file, which survives a crash, the summary, the report, and why it has ended. */
#include "figures/plot_task.h"
#include "library/interrupt.h"
#include "library/library_run.h"
#include "master/couple/couple_messages.h"
#include "master/files/files_messages.h"
#include "master/files/result_file.h"
#include "master/files/summary.h"
#include "master/import/crash_guard.h"
#include "master/import/import_messages.h"
#include "master/options/command_text.h"

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

/* ---- the plot ---- */

enum { DESCRIPTOR_PATH = 64 };

/* The way to an open file that has no name. */
static const char *descriptor_path(int file, char path[static DESCRIPTOR_PATH])
{
    return error_format(path, DESCRIPTOR_PATH, "/proc/self/fd/%d", file);
}

/* Where the rows go: the file that was asked for, or one without a name where they are only drawn. */
static const char *choose_result(paso_run *r, char path[static DESCRIPTOR_PATH], struct error *error)
{
    const struct run_task *t = setup_run(&r->setup);
    if (t->output)
        return t->output;
    r->unnamed = memfd_create("result", MFD_CLOEXEC);
    r->is_unnamed = r->unnamed >= 0;
    if (r->is_unnamed)
        return descriptor_path(r->unnamed, path);
    error_raise(error, ERROR_NO_MEMORY, "recording what is to be drawn");
    return NULL;
}

static bool draw_unnamed(paso_run *r, struct plotted_run run, const struct figure_options *figure, struct error *error)
{
    char result[DESCRIPTOR_PATH], notes[DESCRIPTOR_PATH];
    const int described = memfd_create("notes", MFD_CLOEXEC);
    if (described < 0)
        return error_raise(error, ERROR_NO_MEMORY, "drawing a run");
    run.path = descriptor_path(r->unnamed, result);
    run.notes = descriptor_path(described, notes);
    const bool good = recorder_write_notes(r->recorder, run.notes, error) &&
                      plot_run(&run, setup_run(&r->setup)->plot, figure, error);
    close(described);
    return good;
}

static bool draw(paso_run *r, struct error *error)
{
    const struct run_task *t = setup_run(&r->setup);
    const struct plotted_run run = {.path = t->output, .title = r->setup.experiment.system->name};
    return t->output ? plot_run(&run, t->plot, &t->figure, error) : draw_unnamed(r, run, &t->figure, error);
}

/* ---- opening ---- */

static bool open_recorder(paso_run *r, const char *path, struct selection *columns, struct error *error)
{
    const struct run_task *t = setup_run(&r->setup);
    char unnamed[DESCRIPTOR_PATH];
    const char *result = choose_result(r, unnamed, error);
    struct text_list words = {0};
    char *command =
        library_options_list(&r->setup.options, &words, error) ? command_text(task_run.name, path, &words) : NULL;
    if (command && result)
        r->recorder = recorder_open(result, r->setup.experiment.system, columns, t->every, command, error);
    else
        error_raise(error, ERROR_NO_MEMORY, "opening a result file");
    free(command);
    free(words.items);
    selection_free(columns);
    return r->recorder != NULL;
}

bool run_record_open(paso_run *r, const char *path, struct error *error)
{
    const struct run_task *t = setup_run(&r->setup);
    if (t->plot && !figure_options_check(&t->figure, t->plot, "plot", error))
        return false;
    if (!t->output && !t->plot)
        return true;
    struct selection columns;
    if (!selection_make(&columns, r->setup.experiment.system, t->record, error)) {
        selection_free(&columns);
        return false;
    }
    r->is_looked_at = true;
    if (!open_recorder(r, path, &columns, error))
        return false;
    if (t->csv_safe)
        recorder_mark_formulas(r->recorder);
    return true;
}

bool run_record_begin(paso_run *r, struct error *error)
{
    if (!r->recorder)
        return true;
    const struct run_observer observer = recorder_observer(r->recorder);
    return run_add_observer(r->run, &observer, error);
}

/* ---- signals ---- */

static void save_results(void *context)
{
    paso_run *r = context;
    recorder_save_in_handler(r->recorder);
    if (recorder_partial_path(r->recorder) && !r->is_unnamed) {
        const ssize_t ignored = write(STDERR_FILENO, r->crash_note, strlen(r->crash_note));
        (void)ignored;
    }
}

static void prepare_crash_note(paso_run *r)
{
    struct error so_far = {0};
    error_raise(&so_far, ERROR_RUN_RESULTS_SO_FAR, recorder_path_while_running(r->recorder));
    error_format(r->crash_note, sizeof r->crash_note, "paso: %s\n", so_far.text);
}

void run_record_start(paso_run *r)
{
    if (!library_takes_signals())
        return;
    r->has_signals = true;
    if (r->recorder) {
        prepare_crash_note(r);
        crash_guard_add_hook(save_results, r);
    }
    interrupt_install(r->recorder ? save_results : NULL, r);
}

static void leave_signals(paso_run *r)
{
    if (!r->has_signals)
        return;
    r->has_signals = false;
    interrupt_remove();
    if (r->recorder)
        crash_guard_remove_hook(save_results, r);
}

/* ---- the end ---- */

static bool is_interruption(const struct error *error)
{
    return error->code == ERROR_ME_INTERRUPTED || error->code == ERROR_ISOLATED_INTERRUPTED;
}

/* Why a run that did not fail has not come to its stop time; one that a signal has ended counts as failed. */
static void explain_early_end(const paso_run *r, struct error *error)
{
    const struct run_summary summary = run_summary(r->run);
    const char *t = TEXT("%.9g", summary.time);
    if (is_interruption(error)) /* in the middle of a step; the results end before it */
        error_clear(error);
    if (summary.status == RUN_INTERRUPTED && !error_is_set(error) && library_takes_signals() && interrupt_signal())
        error_raise(error, ERROR_RUN_INTERRUPTED, strsignal(interrupt_signal()), t);
    else if (summary.status == RUN_TERMINATED)
        error_warn(ERROR_RUN_TERMINATED, r->setup.experiment.system->name, t, TEXT("%.9g", run_stop_time(r->run)));
}

static void mention_partial_results(const paso_run *r, struct error *error)
{
    const char *path = r->recorder ? recorder_partial_path(r->recorder) : NULL;
    if (!path || r->is_unnamed)
        return;
    struct error so_far = {0};
    error_raise(&so_far, ERROR_RUN_RESULTS_SO_FAR, path);
    const size_t used = strlen(error->text);
    error_format(error->text + used, sizeof error->text - used, " (%s)", so_far.text);
}

bool run_record_settle(paso_run *r, bool well, struct error *error)
{
    if (r->settled)
        return well;
    r->settled = true;
    leave_signals(r);
    const struct run_task *t = setup_run(&r->setup);
    summary_warn(r->run);
    if (well || is_interruption(error))
        explain_early_end(r, error);
    const bool is_complete = !error_is_set(error) && (!r->recorder || recorder_finish(r->recorder, error));
    if (!is_complete)
        mention_partial_results(r, error);
    else if (t->plot)
        draw(r, error);
    if (t->summary)
        summary_write(t->summary, r->run, &r->setup.warnings, error_is_set(error) ? error->text : NULL, error);
    if (r->setup.report && !t->quiet && !error_is_set(error))
        summary_print(r->setup.report, r->run);
    return !error_is_set(error);
}

void run_record_close(paso_run *r)
{
    leave_signals(r);
    recorder_close(r->recorder);
    if (r->is_unnamed)
        close(r->unnamed);
}
