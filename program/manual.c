/* Manual pages, and tables for shells. The pages are in the language of man(7). */
#include "program/manual.h"
#include "library/library_options.h"
#include "program/external.h"
#include "program/version.h"

#include <ctype.h>
#include <string.h>

/* `text` in a page: backslashes and hyphens are not those of the language, and no line begins with one of its words. */
static void put(FILE *file, const char *text, size_t length)
{
    if (length > 0 && (*text == '.' || *text == '\''))
        fputs("\\&", file);
    for (size_t i = 0; i < length; i++)
        if (text[i] == '\\')
            fputs("\\e", file);
        else if (text[i] == '-')
            fputs("\\-", file);
        else
            fputc(text[i], file);
}

static void put_text(FILE *file, const char *text)
{
    put(file, text, strlen(text));
}

static void put_upper(FILE *file, const char *text)
{
    for (; *text; text++)
        fputc(toupper((unsigned char)*text), file);
}

static void begin_page(FILE *file, const char *command)
{
    fputs(".TH PASO", file);
    if (command) {
        fputc('-', file);
        put_upper(file, command);
    }
    fprintf(file, " 1 \"%s\" \"pasodoble " PASO_VERSION "\" \"User Commands\"\n.SH NAME\npaso", version_date());
    if (command) {
        fputs("\\-", file);
        put_text(file, command);
    }
    fputs(" \\- ", file);
}

static void end_page(FILE *file)
{
    fputs(".SH EXIT STATUS\n", file);
    put_text(file, EXIT_STATUS_TEXT "\n");
}

/* "Runs a system, or ... (more)": the first clause of `about`, with a small letter. */
static void put_summary(FILE *file, const char *about)
{
    fputc(tolower((unsigned char)*about), file);
    put(file, about + 1, strcspn(about + 1, ".:;("));
    fputc('\n', file);
}

static void put_option(FILE *file, const struct option *option)
{
    fputs(".TP\n.B \\-\\-", file);
    put_text(file, option->name);
    if (option->argument) {
        fputs(" \\fI", file);
        put_text(file, option->argument);
        fputs("\\fR", file);
    }
    fputc('\n', file);
    put_text(file, option->help);
    fputc('\n', file);
}

void manual_print(FILE *file, const struct syntax *syntax)
{
    begin_page(file, syntax->command);
    put_summary(file, syntax->about);
    fputs(".SH SYNOPSIS\n.B paso ", file);
    put_text(file, syntax->command);
    fputs("\n.I ", file);
    put_text(file, syntax->arguments);
    fputs("\n[options]\n.SH DESCRIPTION\n", file);
    put_text(file, syntax->about);
    fputs("\n.SH OPTIONS\n", file);
    for (size_t t = 0; t < syntax->n_tables; t++) {
        const struct option_table *table = &syntax->tables[t];
        if (table->title && strcmp(table->title, "options:") != 0) {
            fputs(".SS ", file);
            put(file, table->title, strcspn(table->title, ":"));
            fputc('\n', file);
        }
        for (size_t i = 0; i < table->n; i++)
            put_option(file, &table->options[i]);
    }
    end_page(file);
    fputs(".SH SEE ALSO\n.BR paso (1)\n", file);
}

void manual_print_program(FILE *file, const char *about)
{
    begin_page(file, NULL);
    put(file, about, strlen(about) - 1);
    fputs("\n.SH SYNOPSIS\n.B paso\n.I COMMAND\n[arguments and options]\n.SH DESCRIPTION\nIt ", file);
    put_text(file, about);
    fputs("\n.SH COMMANDS\nEach has a page of its own: paso\\-run(1) and so on.\n", file);
    for (size_t i = 0; library_tasks[i]; i++) {
        fputs(".TP\n.B ", file);
        put_text(file, library_tasks[i]->name);
        fputc('\n', file);
        put_text(file, library_tasks[i]->summary);
        fputc('\n', file);
    }
    fputs(".TP\n.B help\nthis list, or the options of a command: paso help run\n"
          ".TP\n.B \\-\\-version\nthe release, and the commit that it was built from\n",
          file);
    end_page(file);
    fputs(".SH SEE ALSO\n", file);
    for (size_t i = 0; library_tasks[i]; i++)
        fprintf(file, ".BR paso\\-%s (1)%s\n", library_tasks[i]->name, library_tasks[i + 1] ? "," : "");
}

void manual_print_table(FILE *file, const struct syntax *syntax)
{
    for (size_t t = 0; t < syntax->n_tables; t++)
        for (size_t i = 0; i < syntax->tables[t].n; i++) {
            const struct option *o = &syntax->tables[t].options[i];
            const char *kind = o->kind == OPTION_FLAG ? "flag" : o->kind == OPTION_CHOICE ? "choice" : "value";
            fprintf(file, "--%s\t%s\t%s\t%s\n", o->name, kind, o->argument ? o->argument : "-", o->help);
        }
}

static void put_external(void *file, const char *name)
{
    fprintf(file, "%s\tcommand\t-\ta program of its own: paso-%s\n", name, name);
}

void manual_print_commands(FILE *file)
{
    for (size_t i = 0; library_tasks[i]; i++)
        fprintf(file, "%s\tcommand\t-\t%s\n", library_tasks[i]->name, library_tasks[i]->summary);
    external_list(put_external, file);
    fputs("help\tcommand\t-\tthe list of commands, or the options of one\n", file);
}
