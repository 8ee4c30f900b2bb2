/* What all commands share. */
#include "program/command.h"
#include "program/manual.h"
#include "program/program_messages.h"

#include <locale.h>

PROGRAM_MESSAGES(MESSAGE_DEFINE)

void program_use_plain_numbers(void)
{
    uselocale(newlocale(LC_ALL_MASK, "C", (locale_t)0));
}

int command_report(const struct error *error)
{
    fprintf(stderr, "paso: %s\n", error->text);
    return error_exit_status(error);
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
