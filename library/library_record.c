/* What a run leaves behind: the result file, which survives a crash, the summary, the report, and why it has ended. */
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
#include <unistd.h>

static bool open_recorder(paso_run *r, const char *path, struct selection *columns, struct error *error)
{
    const struct run_task *t = setup_run(&r->setup);
    struct text_list words = {0};
    char *command =
        library_options_list(&r->setup.options, &words, error) ? command_text(task_run.name, path, &words) : NULL;
    if (command)
        r->recorder = recorder_open(t->output, r->setup.experiment.system, columns, t->every, command, error);
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
    if (!t->output)
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
    if (recorder_partial_path(r->recorder)) {
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
    if (!path)
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
    if (r->recorder && !error_is_set(error))
        recorder_finish(r->recorder, error);
    if (error_is_set(error))
        mention_partial_results(r, error);
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
}
