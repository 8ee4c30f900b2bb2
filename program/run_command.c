/* paso run: a system or a single FMU, with its input file, its results, its progress and its summary. */
#include "program/command.h"
#include "master/import/crash_guard.h"
#include "master/files/finite_watch.h"
#include "master/files/input_file.h"
#include "program/interrupt.h"
#include "program/progress.h"
#include "master/files/recorder.h"
#include "master/files/result_file.h"
#include "master/options/run_arguments.h"
#include "master/files/summary.h"
#include "master/couple/couple_messages.h"
#include "master/files/files_messages.h"
#include "program/program_messages.h"

#include <math.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

struct run_command {
    struct run_arguments arguments;
    const char *output, *record, *summary;
    bool has_every, csv_safe, quiet;
    long every;
};

#define AT(member) offsetof(struct run_command, member)

static const struct option result_options[] = {
    {"output", OPTION_TEXT, "FILE.csv", "the results; without it nothing is recorded", AT(output), NOBODY_ASKS},
    {"every", OPTION_COUNT, "N", "record every N-th communication point, the first and the last", AT(every),
     AT(has_every)},
    {"record", OPTION_TEXT, "PATTERN",
     "comma-separated globs over NAME.VARIABLE; default: all outputs, or everything where there are none", AT(record),
     NOBODY_ASKS},
    {"csv-safe", OPTION_FLAG, NULL, "an apostrophe before names and texts that a spreadsheet would take for a formula",
     AT(csv_safe), NOBODY_ASKS},
    {"summary", OPTION_TEXT, "FILE.json", "steps, iterations, times, status and energy residuals as JSON", AT(summary),
     NOBODY_ASKS},
    {"quiet", OPTION_FLAG, NULL, "no progress, no summary on the terminal", AT(quiet), NOBODY_ASKS},
};

enum { N_TABLES = 4 };

static struct syntax run_syntax(struct option_table tables[N_TABLES])
{
    const size_t base = offsetof(struct run_command, arguments);
    tables[0] = run_arguments_experiment(base);
    tables[1] = run_arguments_step(base);
    tables[2] = run_arguments_scheme(base);
    tables[3] = (struct option_table){"results:", result_options, sizeof result_options / sizeof *result_options, 0};
    return (struct syntax){
        .command = "run",
        .arguments = "SYSTEM|FMU",
        .about = "Runs a system (.ssp, or .ssd beside its FMUs) or a single .fmu from start to stop time.",
        .fewest = 1,
        .most = 1,
        .tables = tables,
        .n_tables = N_TABLES,
    };
}

/* Everything that is open while a run is under way. */
struct session {
    struct system *system;
    struct input_file *input;
    struct recorder *recorder;
    struct finite_watch watch;
    struct run *run;
    struct progress *progress;
    struct warning_list warnings;
    char crash_note[ERROR_TEXT_SIZE + 16]; /* ready before it is needed */
};

static void save_results(void *context)
{
    struct session *s = context;
    recorder_save_in_handler(s->recorder);
    if (recorder_partial_path(s->recorder)) {
        const ssize_t ignored = write(STDERR_FILENO, s->crash_note, strlen(s->crash_note));
        (void)ignored;
    }
}

static void prepare_crash_note(struct session *s)
{
    struct error so_far = {0};
    error_raise(&so_far, ERROR_RUN_RESULTS_SO_FAR, recorder_path_while_running(s->recorder));
    error_format(s->crash_note, sizeof s->crash_note, "paso: %s\n", so_far.text);
}

/* Found out before the run, not after it. */
static bool can_be_written(const char *path, struct error *error)
{
    struct result_file *file = result_file_open(path, error);
    const bool opened = file != NULL;
    result_file_close(file);
    return opened;
}

static bool open_files(struct session *s, const struct run_command *c, struct error *error)
{
    if (c->summary && !can_be_written(c->summary, error))
        return false;
    if (c->arguments.input) {
        s->input = input_file_open(c->arguments.input, s->system, error);
        if (!s->input)
            return false;
    }
    if (!s->system->is_single_fmu) /* there it is the rule */
        system_warn_of_open_inputs(s->system);
    if (!c->output)
        return true;
    struct selection columns;
    if (!selection_make(&columns, s->system, c->record, error)) {
        selection_free(&columns);
        return false;
    }
    s->recorder = recorder_open(c->output, s->system, &columns, c->every, error);
    if (s->recorder && c->csv_safe)
        recorder_mark_formulas(s->recorder);
    return s->recorder != NULL;
}

static bool add_observers(struct session *s, struct error *error)
{
    struct run_observer observer;
    if (s->recorder) {
        observer = recorder_observer(s->recorder);
        if (!run_add_observer(s->run, &observer, error))
            return false;
    }
    /* What is connected is checked at every exchange; a system's other outputs matter where somebody looks at them. */
    const bool unseen = !s->recorder && s->system->n_connections > 0;
    if (!unseen && !finite_watch_open(&s->watch, s->system, error))
        return false;
    if (!unseen && finite_watch_observer(&s->watch, &observer) && !run_add_observer(s->run, &observer, error))
        return false;
    return !progress_observer(s->progress, &observer) || run_add_observer(s->run, &observer, error);
}

/* A step that is shorter than the others, and an FMU that has said that it cannot take one: it may, but not surely. */
static void warn_of_short_steps(const struct session *s)
{
    const double H = run_macro_step(s->run), steps = (run_stop_time(s->run) - run_start_time(s->run)) / H;
    if (fabs(steps - nearbyint(steps)) <= 1e-6)
        return;
    for (size_t c = 0; c < s->system->n_components; c++) {
        struct component *component = run_component(s->run, c);
        if (!component_abilities(component).variable_step)
            error_warn(ERROR_RUN_STEP_DOES_NOT_FIT, component_label(component), TEXT("%.9g", H),
                       TEXT("%.9g", run_start_time(s->run)), TEXT("%.9g", run_stop_time(s->run)));
    }
}

static bool execute(struct session *s, struct error *error)
{
    return run_initialize(s->run, error) && run_advance(s->run, run_stop_time(s->run), error) &&
           run_finish(s->run, error);
}

/* Why a run that did not fail has not come to its stop time; an interrupted one counts as failed. */
static void explain_early_end(const struct session *s, struct error *error)
{
    const struct run_summary summary = run_summary(s->run);
    const char *t = TEXT("%.9g", summary.time);
    if (error->code == ERROR_ME_INTERRUPTED) /* in the middle of a step; the results end before it */
        error_clear(error);
    if (summary.status == RUN_INTERRUPTED && !error_is_set(error))
        error_raise(error, ERROR_RUN_INTERRUPTED, strsignal(interrupt_signal()), t);
    else if (summary.status == RUN_TERMINATED)
        error_warn(ERROR_RUN_TERMINATED, s->system->name, t, TEXT("%.9g", run_stop_time(s->run)));
}

static void mention_partial_results(const struct session *s, struct error *error)
{
    const char *path = s->recorder ? recorder_partial_path(s->recorder) : NULL;
    if (!path)
        return;
    struct error so_far = {0};
    error_raise(&so_far, ERROR_RUN_RESULTS_SO_FAR, path);
    const size_t used = strlen(error->text);
    error_format(error->text + used, sizeof error->text - used, " (%s)", so_far.text);
}

static void run_session(struct session *s, struct run_command *c, const char *path, struct error *error)
{
    s->system = run_arguments_open_system(&c->arguments, path, error);
    if (!s->system || !open_files(s, c, error))
        return;
    c->arguments.run.input = s->input ? input_file_source(s->input) : NULL;
    c->arguments.run.interrupt = interrupt_flag();
    s->run = run_open(s->system, &c->arguments.run, error);
    if (!s->run)
        return;
    if (!c->quiet)
        s->progress = progress_start(run_start_time(s->run), run_stop_time(s->run));
    if (!add_observers(s, error))
        return;
    warn_of_short_steps(s);

    if (s->recorder) {
        prepare_crash_note(s);
        crash_guard_add_hook(save_results, s);
    }
    interrupt_install(s->recorder ? save_results : NULL, s);
    const bool ok = execute(s, error);
    interrupt_remove();
    if (s->recorder)
        crash_guard_remove_hook(save_results, s);
    progress_stop(s->progress);
    s->progress = NULL;

    summary_warn(s->run);
    if (ok || error->code == ERROR_ME_INTERRUPTED)
        explain_early_end(s, error);
    if (s->recorder && !error_is_set(error))
        recorder_finish(s->recorder, error);
    if (error_is_set(error))
        mention_partial_results(s, error);
    if (c->summary)
        summary_write(c->summary, s->run, &s->warnings, error_is_set(error) ? error->text : NULL, error);
    if (!c->quiet && !error_is_set(error))
        summary_print(stdout, s->run);
}

static void close_session(struct session *s)
{
    progress_stop(s->progress);
    run_close(s->run);
    recorder_close(s->recorder);
    finite_watch_close(&s->watch);
    input_file_close(s->input);
    system_close(s->system);
    warning_list_end(&s->warnings);
}

static bool is_same_file(const char *a, const char *b)
{
    struct stat x, y;
    if (!a || !b)
        return false;
    if (strcmp(a, b) == 0)
        return strncmp(a, "/dev/", 5) != 0;
    return stat(a, &x) == 0 && stat(b, &y) == 0 && S_ISREG(x.st_mode) && x.st_dev == y.st_dev && x.st_ino == y.st_ino;
}

/* What is read must not be overwritten, and two results need two files. */
static bool check_files(const struct run_command *c, const char *path, struct error *error)
{
    const struct {
        const char *what, *path;
    } files[] = {
        {"the system", path}, {"--input", c->arguments.input}, {"--output", c->output}, {"--summary", c->summary}};
    for (size_t i = 2; i < 4; i++)
        for (size_t k = 0; k < i; k++)
            if (is_same_file(files[i].path, files[k].path))
                return error_raise(error, ERROR_OPTION_SAME_FILE, files[i].what, files[i].path, files[k].what);
    return true;
}

static bool check_options(struct run_command *c, const char *path, struct error *error)
{
    if (!c->output && (c->record || c->has_every))
        return error_raise(error, ERROR_OPTION_NEEDS, c->record ? "record" : "every", "output");
    return check_files(c, path, error) && run_arguments_finish(&c->arguments, error);
}

static int run_main(int argc, char **argv)
{
    struct option_table tables[N_TABLES];
    const struct syntax syntax = run_syntax(tables);
    struct run_command c = {.arguments = run_arguments_default(), .every = 1};
    struct text_list arguments = {0};
    struct error error = {0};
    int status = 0;
    const enum options_result result = options_parse(&syntax, argc, argv, &c, &arguments, &error);
    if (result != OPTIONS_READ) {
        status = command_end_early(result, &syntax, &error);
    } else {
        struct session s = {0};
        warning_list_begin(&s.warnings);
        if (check_options(&c, arguments.items[0], &error))
            run_session(&s, &c, arguments.items[0], &error);
        close_session(&s);
        if (error_is_set(&error))
            status = command_report(&error);
    }
    run_arguments_free(&c.arguments);
    options_free(&syntax, &c, &arguments);
    return status;
}

static void run_help(FILE *file)
{
    struct option_table tables[N_TABLES];
    const struct syntax syntax = run_syntax(tables);
    options_print_help(file, &syntax);
}

const struct command command_run = {"run", "run a system or a single FMU", run_main, run_help};
