/* What all commands share. */
#include "program/command.h"
#include "program/manual.h"
#include "program/program_messages.h"

#include <locale.h>
#include <stdlib.h>

PROGRAM_MESSAGES(MESSAGE_DEFINE)

void program_use_plain_numbers(void)
{
    uselocale(newlocale(LC_ALL_MASK, "C", (locale_t)0));
}

static int report(const char *message, int status)
{
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

int command_main(const struct task *task, int argc, char **argv)
{
    paso_take_signals();
    struct error error = {0};
    struct text_list arguments = {0};
    paso_error failure = {0};
    paso_options *options = paso_options_for(task->name, &failure);
    if (!options)
        return report(failure.message, failure.status);
    int status = 0;
    const enum options_result result = library_options_parse(options, argc, argv, &arguments, &error);
    if (result == OPTIONS_WRONG)
        status = command_report(&error);
    else if (result != OPTIONS_READ)
        status = command_explain(task, result);
    else if (!command_run(options, arguments.items[0], &failure))
        status = report(failure.message, failure.status);
    free(arguments.items);
    paso_options_free(options);
    return status;
}
