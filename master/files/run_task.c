#include "master/files/run_task.h"
#include "master/files/named_files.h"
#include "master/files/result_file.h"
#include "master/files/result_notes.h"
#include "master/couple/scheme.h"
#include "master/options/options_messages.h"

#include <stdlib.h>

#define AT(member) offsetof(struct run_task, member)

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
    {"plot", OPTION_TEXT, "FILE.svg|png|pdf|html",
     "draws what was recorded over time, as paso plot does; also without --output", AT(plot), NOBODY_ASKS},
    {"quiet", OPTION_FLAG, NULL, "no progress, no summary on the terminal", AT(quiet), NOBODY_ASKS},
};

static void begin(void *values)
{
    *(struct run_task *)values =
        (struct run_task){.arguments = run_arguments_default(), .figure = figure_options_default(), .every = 1};
}

static struct syntax make_syntax(struct option_table tables[MOST_TABLES], void *values)
{
    (void)values;
    tables[0] = run_arguments_experiment(AT(arguments));
    tables[1] = run_arguments_step(AT(arguments));
    tables[2] = run_arguments_scheme(AT(arguments));
    tables[3] = (struct option_table){"results:", result_options, sizeof result_options / sizeof *result_options, 0};
    tables[4] = figure_options_table(AT(figure));
    return (struct syntax){
        .command = "run",
        .arguments = "SYSTEM|FMU",
        .about =
            "Runs a system (.ssp, or .ssd beside its FMUs) or a single .fmu from start to stop time. Without scheme, "
            "order, rate, extrapolation, macro-step, micro-step, slopes, feedthrough and iterations a system is "
            "coupled by what asks less of its FMUs for the same error, where that is possible: linear models of the "
            "components, or quadratic extrapolation in Gauss-Seidel, both with macro steps by the error.",
        .fewest = 1,
        .most = 1,
        .tables = tables,
        .n_tables = 5,
    };
}

static bool check_files(const struct run_task *t, const char *path, struct error *error)
{
    char *notes = t->output ? result_notes_path(t->output) : NULL;
    const struct named_file files[] = {{"the system", path},      {"--input", t->arguments.input},
                                       {"--output", t->output},   {"what is written beside --output", notes},
                                       {"--summary", t->summary}, {"--plot", t->plot}};
    const bool good = (notes || !t->output || error_raise(error, ERROR_NO_MEMORY, "reading options")) &&
                      named_files_check(files, sizeof files / sizeof *files, 2, error);
    free(notes);
    return good;
}

/* What was asked for, and changes nothing beside the other options. */
static void warn_of_idle_options(const struct run_options *o)
{
    const struct scheme *scheme = scheme_find(o->scheme);
    if (o->order && scheme && !scheme->one_by_one)
        error_warn(WARNING_OPTION_IDLE, "order", "all components step at once in this scheme");
    if (o->slopes != SLOPES_AUTO && o->extrapolation == 0)
        error_warn(WARNING_OPTION_IDLE, "slopes", "inputs are held, which --extrapolation 1 and 2 change");
    if (o->slopes != SLOPES_AUTO && o->extrapolation != 0 && o->extrapolation != 1 && o->extrapolation != 2)
        error_warn(WARNING_OPTION_IDLE, "slopes", "nothing is extrapolated with --extrapolation model or waveform");
}

static bool check(void *values, const char *path, struct error *error)
{
    struct run_task *t = values;
    if (!t->output && !t->plot && (t->record || t->has_every))
        return error_raise(error, ERROR_OPTION_NEEDS, t->record ? "record" : "every", "output");
    if (!figure_options_need_plot(&t->figure, t->plot, error))
        return false;
    if (t->plot && t->output && result_file_is_special(t->output))
        return error_raise(error, ERROR_OPTION_VALUE, "output", t->output,
                           "a file where there is a --plot, which reads it");
    if (!check_files(t, path, error) || !run_arguments_finish(&t->arguments, error))
        return false;
    warn_of_idle_options(&t->arguments.run);
    return true;
}

static void end(void *values)
{
    run_arguments_free(&((struct run_task *)values)->arguments);
}

const struct task task_run = {.name = "run",
                              .summary = "run a system or a single FMU",
                              .size = sizeof(struct run_task),
                              .begin = begin,
                              .make_syntax = make_syntax,
                              .check = check,
                              .end = end};
