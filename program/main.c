/* paso: the program. Finds the command and hands the rest of the line to it. */
#include "master/base/read_files.h"
#include "program/command.h"
#include "program/external.h"
#include "program/manual.h"
#include "program/program_messages.h"
#include "program/streams.h"
#include "program/version.h"

#include <stdlib.h>
#include <string.h>

static const char about[] = "runs FMUs (FMI 2.0) and systems of them (SSP 1.0).";

static void print_external(void *file, const char *name)
{
    fprintf(file, "  %-12s a program of its own: paso-%s\n", name, name);
}

static void print_help(FILE *file)
{
    fprintf(file, "paso " PASO_VERSION ": %s\n\nusage: paso COMMAND ...\n\n", about);
    for (size_t i = 0; library_tasks[i]; i++)
        fprintf(file, "  %-12s %s\n", library_tasks[i]->name, library_tasks[i]->summary);
    external_list(print_external, file);
    fputs("  help         this page, or that of a command: paso help run\n\nExit status: " EXIT_STATUS_TEXT "\n", file);
}

/* The command that comes nearest to what was asked for, so far. */
struct guess {
    const char *asked;
    char nearest[64];
};

static void consider(void *context, const char *name)
{
    struct guess *g = context;
    const char *known[] = {g->nearest, name};
    const char *nearest = error_nearest(g->asked, known, 2);
    if (nearest == name)
        error_format(g->nearest, sizeof g->nearest, "%s", name);
}

static int unknown_command(const char *name)
{
    struct guess g = {.asked = name};
    consider(&g, "help");
    for (size_t i = 0; library_tasks[i]; i++)
        consider(&g, library_tasks[i]->name);
    external_list(consider, &g);
    struct error error = {0};
    if (strcmp(name, "bench") == 0)
        error_raise(&error, ERROR_COMMAND_PACKAGE, name, name);
    else if (g.nearest[0])
        error_raise(&error, ERROR_COMMAND_UNKNOWN_BUT, name, g.nearest);
    else
        error_raise(&error, ERROR_COMMAND_UNKNOWN, name);
    return command_report(&error);
}

static int help(const char *name)
{
    if (!name) {
        print_help(stdout);
        return 0;
    }
    const struct task *task = library_task(name);
    if (task)
        return command_explain(task, OPTIONS_HELP);
    char *words[] = {"--help"};
    const int status = external_run(name, 1, words);
    return status ? status : unknown_command(name);
}

static int run_program(int argc, char **argv)
{
    if (argc < 2) {
        print_help(stderr);
        return 2;
    }
    const char *name = argv[1];
    if (strcmp(name, "--version") == 0 || strcmp(name, "version") == 0) {
        printf("paso %s\n", version_text());
        return 0;
    }
    if (strcmp(name, "--help=man") == 0) {
        manual_print_program(stdout, about);
        return 0;
    }
    if (strcmp(name, "--help=table") == 0) {
        manual_print_commands(stdout);
        return 0;
    }
    if (strcmp(name, "help") == 0 || strcmp(name, "--help") == 0 || strcmp(name, "-h") == 0)
        return help(argc > 2 ? argv[2] : NULL);
    const struct task *task = library_task(name);
    if (task)
        return command_main(task, argc - 2, argv + 2);
    const int status = external_run(name, argc - 2, argv + 2);
    return status ? status : unknown_command(name);
}

int main(int argc, char **argv)
{
    streams_prepare();
    read_files_remember();
    program_use_plain_numbers();
    return streams_finish(run_program(argc, argv));
}
