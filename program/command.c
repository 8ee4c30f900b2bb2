/* What all commands share. */
#include "program/command.h"
#include "program/manual.h"
#include "program/program_messages.h"
#include "sweep/ranks.h"

#include <locale.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

PROGRAM_MESSAGES(MESSAGE_DEFINE)

void program_use_plain_numbers(void)
{
    uselocale(newlocale(LC_ALL_MASK, "C", (locale_t)0));
}

static int report(const char *message, int status)
{
    if (ranks_is_first())
        fprintf(stderr, "paso: %s\n", message);
    return status;
}

int command_report(const struct error *error)
{
    return report(error->text, error_exit_status(error));
}

int command_end_early(enum options_result result, const struct syntax *syntax, const struct error *error)
{
    if (result == OPTIONS_WRONG)
        return command_report(error);
    if (result == OPTIONS_MANUAL)
        manual_print(stdout, syntax);
    else if (result == OPTIONS_TABLE)
        manual_print_table(stdout, syntax);
    else
        options_print_help(stdout, syntax);
    return 0;
}

int command_explain(const struct task *task, enum options_result how)
{
    struct task_options options;
    struct error error = {0};
    const int status =
        command_end_early(task_options_open(&options, task, &error) ? how : OPTIONS_WRONG, &options.syntax, &error);
    task_options_close(&options);
    return status;
}

void command_print(const char *text, void *context)
{
    (void)context;
    fputs(text, stdout);
}

static void warn(const char *text, void *context)
{
    (void)context;
    fprintf(stderr, "paso: warning: %s\n", text);
}

/* One line of the terminal, written again and again. */
static void show_progress(const char *text, void *context)
{
    (void)context;
    fprintf(stderr, "\r%s\x1b[K", text);
    fflush(stderr);
}

/* Yes is a word that begins with y; everything else is no. */
static bool ask(const char *question, void *context)
{
    (void)context;
    char answer[64] = "";
    fputs(question, stderr);
    fflush(stderr);
    return fgets(answer, sizeof answer, stdin) && (answer[0] == 'y' || answer[0] == 'Y');
}

static bool perform(const struct task *task, paso_options *options, const char *path, paso_error *error)
{
    if (!task->perform)
        return command_run(options, path, error);
    paso_options_on_warning(options, warn, NULL);
    paso_options_on_report(options, command_print, NULL);
    if (isatty(STDERR_FILENO))
        paso_options_on_progress(options, show_progress, NULL);
    if (isatty(STDIN_FILENO) && isatty(STDERR_FILENO))
        paso_options_on_question(options, ask, NULL);
    return paso_perform(options, path, error);
}

static int read_and_perform(const struct task *task, int argc, char **argv)
{
    struct error error = {0};
    struct text_list arguments = {0};
    paso_error failure = {0};
    paso_options *options = paso_options_for(task->name, &failure);
    if (!options)
        return report(failure.message, failure.status);
    int status = 0;
    const enum options_result result = library_options_parse(options, argc, argv, &arguments, &error);
    if (result != OPTIONS_READ)
        status = !ranks_is_first()         ? 0
                 : result == OPTIONS_WRONG ? command_report(&error)
                                           : command_explain(task, result);
    else if (!perform(task, options, arguments.n ? arguments.items[0] : NULL, &failure))
        status = report(failure.message, failure.status);
    free(arguments.items);
    paso_options_free(options);
    return status;
}

int command_main(const struct task *task, int argc, char **argv)
{
    struct error error = {0};
    const bool may_have_ranks = strcmp(task->name, "sweep") == 0; /* each reads the words, the first one speaks */
    paso_take_signals();
    if (may_have_ranks && !ranks_begin(&error))
        return command_report(&error);
    const int status = read_and_perform(task, argc, argv);
    if (may_have_ranks)
        ranks_end(status);
    return status;
}
