/* The option parser and its help. */
#include "master/options/options.h"

#include "master/base/read_files.h"
#include "master/options/quantity.h"
#include "master/options/options_messages.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

OPTIONS_MESSAGES(MESSAGE_DEFINE)

/* What is known about one option in the course of parsing. */
struct found {
    const struct option *option;
    size_t base;
    size_t number; /* over all tables */
};

static struct found find_option(const struct syntax *syntax, const char *name, size_t length)
{
    size_t number = 0;
    for (size_t t = 0; t < syntax->n_tables; t++) {
        const struct option_table *table = &syntax->tables[t];
        for (size_t i = 0; i < table->n; i++, number++)
            if (strncmp(table->options[i].name, name, length) == 0 && table->options[i].name[length] == '\0')
                return (struct found){&table->options[i], table->base, number};
    }
    return (struct found){0};
}

static size_t count_options(const struct syntax *syntax)
{
    size_t n = 0;
    for (size_t t = 0; t < syntax->n_tables; t++)
        n += syntax->tables[t].n;
    return n;
}

static bool raise_unknown(const struct syntax *syntax, const char *given, struct error *error)
{
    const size_t length = strcspn(given, "=");
    char name[128];
    error_format(name, sizeof name, "%.*s", length < 100 ? (int)length : 100, given);
    const char **names = malloc((count_options(syntax) + 1) * sizeof *names);
    const char *nearest = NULL;
    if (names) {
        size_t n = 0;
        for (size_t t = 0; t < syntax->n_tables; t++)
            for (size_t i = 0; i < syntax->tables[t].n; i++)
                names[n++] = syntax->tables[t].options[i].name;
        nearest = error_nearest(name + strspn(name, "-"), names, n);
        free(names);
    }
    return nearest ? error_raise(error, ERROR_OPTION_UNKNOWN_BUT, name, nearest)
                   : error_raise(error, ERROR_OPTION_UNKNOWN, name, syntax->command);
}

bool text_list_add(struct text_list *list, const char *text, struct error *error)
{
    const char **items = realloc(list->items, (list->n + 1) * sizeof *items);
    if (!items)
        return error_raise(error, ERROR_NO_MEMORY, "reading the command line");
    list->items = items;
    list->items[list->n++] = text;
    return true;
}

/* Which of the words "a|b|c" it is, or -1. */
static int find_choice(const char *words, const char *value)
{
    const size_t length = strlen(value);
    int index = 0;
    for (const char *word = words;; index++) {
        const size_t end = strcspn(word, "|");
        if (end == length && strncmp(word, value, length) == 0)
            return index;
        if (word[end] == '\0')
            return -1;
        word += end + 1;
    }
}

/* Counts beyond reason are slips of the pen; each would take memory, processes or years. */
static long most_of(const char *name)
{
    static const struct {
        const char *name;
        long most;
    } bounds[] = {{"jobs", 4096},    {"threads", 1024},       {"along", 1000000},
                  {"scan", 1000000}, {"iterations", 1000000}, {"child-files", 1000000}};
    for (size_t i = 0; i < sizeof bounds / sizeof *bounds; i++)
        if (strcmp(bounds[i].name, name) == 0)
            return bounds[i].most;
    return 1000000000000;
}

/* "H", or "a:b". */
static bool span_parse(const char *text, double span[2])
{
    const char *colon = strchr(text, ':');
    span[1] = 0;
    if (!colon)
        return duration_parse(text, span) && span[0] > 0;
    char first[64];
    const size_t length = (size_t)(colon - text);
    if (length >= sizeof first)
        return false;
    memcpy(first, text, length);
    first[length] = '\0';
    return duration_parse(first, &span[0]) && duration_parse(colon + 1, &span[1]) && span[0] > 0 && span[1] > span[0];
}

static bool take_value(const struct option *option, const char *value, char *target, struct error *error)
{
    void *place = target + option->offset;
    switch (option->kind) {
    case OPTION_FLAG:
        *(bool *)place = true;
        return true;
    case OPTION_TEXT:
        if (!*value)
            return error_raise(error, ERROR_OPTION_EMPTY, option->name);
        *(const char **)place = value;
        return true;
    case OPTION_LIST:
        if (!*value)
            return error_raise(error, ERROR_OPTION_EMPTY, option->name);
        return text_list_add(place, value, error);
    case OPTION_TIME:
        return duration_parse(value, place) ||
               error_raise(error, ERROR_OPTION_VALUE, option->name, value, "a time like 0.5, 5e-3 or 20ms");
    case OPTION_DURATION:
        return (duration_parse(value, place) && *(double *)place > 0) ||
               error_raise(error, ERROR_OPTION_VALUE, option->name, value,
                           "a duration above zero like 0.001, 1e-3 or 1ms");
    case OPTION_SPAN:
        return span_parse(value, place) ||
               error_raise(error, ERROR_OPTION_VALUE, option->name, value,
                           strchr(value, ':')
                               ? "a range a:b of durations above zero, the shorter one first, like 0.1ms:10ms,"
                               : "a duration above zero like 0.001, 1e-3 or 1ms");
    case OPTION_POSITIVE:
        return (number_parse(value, place) && *(double *)place > 0) ||
               error_raise(error, ERROR_OPTION_VALUE, option->name, value, "a number above zero");
    case OPTION_COUNT: {
        char *end;
        errno = 0;
        const long count = strtol(value, &end, 10);
        const long most = most_of(option->name);
        if (end == value || *end || (errno && errno != ERANGE) || count < 1)
            return error_raise(error, ERROR_OPTION_VALUE, option->name, value, "an integer of 1 or more");
        if (errno || count > most)
            return error_raise(error, ERROR_OPTION_VALUE, option->name, value, TEXT("an integer of at most %ld", most));
        *(long *)place = count;
        return true;
    }
    case OPTION_CHOICE: {
        const int index = find_choice(option->argument, value);
        if (index < 0)
            return error_raise(error, ERROR_OPTION_VALUE, option->name, value, option->argument);
        *(int *)place = index;
        return true;
    }
    }
    return error_raise(error, ERROR_INTERNAL, "an option has no kind");
}

/* -o is what everybody writes for --output. */
static bool is_output(const struct syntax *syntax, const char *word)
{
    return strcmp(word, "-o") == 0 && find_option(syntax, "output", 6).option;
}

/* Options whose value is the name of a file that is read. */
static bool is_read(const struct option *option)
{
    static const char *const names[] = {"input", "reference", "system", "result", "measurements", "filter"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (option->kind == OPTION_TEXT && strcmp(option->name, names[i]) == 0)
            return true;
    return false;
}

/* The option at argv[*i], with its value; moves *i to the last word that was read. */
static bool read_option(const struct syntax *syntax, int argc, char **argv, int *i, char *target, bool *seen,
                        struct error *error)
{
    const char *word = is_output(syntax, argv[*i]) ? "output" : argv[*i] + 2;
    const size_t length = strcspn(word, "=");
    const struct found found = find_option(syntax, word, length);
    if (!found.option)
        return raise_unknown(syntax, argv[*i], error);
    const struct option *option = found.option;
    if (seen[found.number] && option->kind != OPTION_LIST)
        return error_raise(error, ERROR_OPTION_TWICE, option->name);
    seen[found.number] = true;

    const char *value = word[length] == '=' ? word + length + 1 : NULL;
    if (option->kind == OPTION_FLAG) {
        if (value)
            return error_raise(error, ERROR_OPTION_NO_VALUE, option->name, value);
    } else if (!value) {
        /* The next word, which may begin with a minus sign where it is a number. */
        if (*i + 1 >= argc || strncmp(argv[*i + 1], "--", 2) == 0 || is_output(syntax, argv[*i + 1]))
            return error_raise(error, ERROR_OPTION_VALUE_MISSING, option->name, option->argument);
        value = argv[++*i];
    }
    if (is_read(option))
        read_files_note(value);
    if (option->given != NOBODY_ASKS)
        *(bool *)(target + found.base + option->given) = true;
    return take_value(option, value, target + found.base, error);
}

/* The first argument is what the command works on. */
static bool take_argument(const struct syntax *syntax, const char *word, char *target, struct text_list *arguments,
                          struct error *error)
{
    if (!syntax->further || arguments->n == 0)
        return text_list_add(arguments, word, error);
    const struct found found = find_option(syntax, syntax->further, strlen(syntax->further));
    return take_value(found.option, word, target + found.base, error);
}

enum options_result options_parse(const struct syntax *syntax, int argc, char **argv, void *target,
                                  struct text_list *arguments, struct error *error)
{
    for (int i = 0; i < argc && strcmp(argv[i], "--") != 0; i++) {
        if (strcmp(argv[i], "--help") == 0 || strcmp(argv[i], "-h") == 0)
            return OPTIONS_HELP;
        if (strcmp(argv[i], "--help=man") == 0)
            return OPTIONS_MANUAL;
        if (strcmp(argv[i], "--help=table") == 0)
            return OPTIONS_TABLE;
    }

    bool *seen = calloc(count_options(syntax) + 1, sizeof *seen);
    bool ok = seen != NULL;
    if (!ok)
        error_raise(error, ERROR_NO_MEMORY, "reading the command line");
    bool only_arguments = false;
    for (int i = 0; i < argc && ok; i++) {
        if (only_arguments || argv[i][0] != '-' || argv[i][1] == '\0') {
            read_files_note(argv[i]);
            ok = take_argument(syntax, argv[i], target, arguments, error);
        } else if (strcmp(argv[i], "--") == 0)
            only_arguments = true;
        else if (argv[i][1] == '-' || is_output(syntax, argv[i]))
            ok = read_option(syntax, argc, argv, &i, target, seen, error);
        else
            ok = raise_unknown(syntax, argv[i], error);
    }
    free(seen);
    if (ok && arguments->n < syntax->fewest)
        ok = error_raise(error, ERROR_OPTION_ARGUMENT_MISSING, syntax->command, syntax->arguments);
    if (ok && arguments->n > syntax->most)
        ok = error_raise(error, ERROR_OPTION_ARGUMENT_SURPLUS, syntax->command, syntax->arguments,
                         arguments->items[syntax->most]);
    return ok ? OPTIONS_READ : OPTIONS_WRONG;
}

void options_free(const struct syntax *syntax, void *target, struct text_list *arguments)
{
    for (size_t t = 0; t < syntax->n_tables; t++) {
        const struct option_table *table = &syntax->tables[t];
        for (size_t i = 0; i < table->n; i++)
            if (table->options[i].kind == OPTION_LIST) {
                struct text_list *list = (void *)((char *)target + table->base + table->options[i].offset);
                free(list->items);
                *list = (struct text_list){0};
            }
    }
    free(arguments->items);
    *arguments = (struct text_list){0};
}

/* ---- help ---- */

enum { HELP_COLUMN = 30, HELP_WIDTH = 100 };

/* Words of `text` in lines that begin at `column`; the first line stands there already. */
static void print_wrapped(FILE *file, const char *text, int column)
{
    int at = column;
    while (*text) {
        const int length = (int)strcspn(text, " ");
        if (at > column && at + 1 + length > HELP_WIDTH) {
            fprintf(file, "\n%*s", column, "");
            at = column;
        }
        at += fprintf(file, "%s%.*s", at > column ? " " : "", length, text);
        text += length;
        text += strspn(text, " ");
    }
    fputc('\n', file);
}

void options_print_help(FILE *file, const struct syntax *syntax)
{
    fprintf(file, "usage: paso %s %s [options]\n\n", syntax->command, syntax->arguments);
    print_wrapped(file, syntax->about, 0);
    for (size_t t = 0; t < syntax->n_tables; t++) {
        const struct option_table *table = &syntax->tables[t];
        if (table->title)
            fprintf(file, "\n%s\n", table->title);
        for (size_t i = 0; i < table->n; i++) {
            const struct option *option = &table->options[i];
            const int used = fprintf(file, "  --%s%s%s", option->name, option->argument ? " " : "",
                                     option->argument ? option->argument : "");
            if (used + 2 > HELP_COLUMN)
                fprintf(file, "\n%*s", HELP_COLUMN, "");
            else
                fprintf(file, "%*s", HELP_COLUMN - used, "");
            print_wrapped(file, option->help, HELP_COLUMN);
        }
    }
}
