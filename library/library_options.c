/* Options by the words of the command line: the same tables read them. */
#include "library/library_impl.h"
#include "master/options/options_messages.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { N_TABLES = 3 };

static struct syntax make_syntax(struct option_table tables[N_TABLES])
{
    tables[0] = run_arguments_experiment(0);
    tables[1] = run_arguments_step(0);
    tables[2] = run_arguments_scheme(0);
    return (struct syntax){.command = "run", .tables = tables, .n_tables = N_TABLES};
}

/* Takes the word over; it stays where it is, since values point into it. */
static bool add_word(struct paso_options *o, char *word, struct error *error)
{
    struct option_table tables[N_TABLES];
    const struct syntax syntax = make_syntax(tables);
    struct text_list none = {0};
    char **words = realloc(o->words, (o->n + 1) * sizeof *words);
    if (!words) {
        free(word);
        return error_raise(error, ERROR_NO_MEMORY, "setting options");
    }
    o->words = words;
    const struct run_arguments before = o->arguments;
    const enum options_result result = options_parse(&syntax, 1, &word, &o->arguments, &none, error);
    free(none.items);
    if (result == OPTIONS_READ) {
        o->words[o->n++] = word;
        return true;
    }
    o->arguments = before; /* what is wrong changes nothing */
    if (result != OPTIONS_WRONG)
        error_raise(error, ERROR_OPTION_UNKNOWN, word, syntax.command);
    free(word);
    return false;
}

paso_options *paso_options_new(void)
{
    paso_options *o = calloc(1, sizeof *o);
    if (o)
        o->arguments = run_arguments_default();
    return o;
}

void library_options_close(struct paso_options *o)
{
    struct option_table tables[N_TABLES];
    const struct syntax syntax = make_syntax(tables);
    struct text_list none = {0};
    run_arguments_free(&o->arguments);
    options_free(&syntax, &o->arguments, &none);
    for (size_t i = 0; i < o->n; i++)
        free(o->words[i]);
    free(o->words);
    *o = (struct paso_options){0};
}

void paso_options_free(paso_options *o)
{
    if (!o)
        return;
    library_options_close(o);
    free(o);
}

bool paso_options_set(paso_options *o, const char *word, const char *value, paso_error *error)
{
    struct entry entry;
    library_enter(&entry, library_silence());
    char *text = NULL;
    bool done = true;
    if (!o || !word)
        done = error_raise(&entry.error, ERROR_CALL_ARGUMENT, "paso_options_set", o ? "the word" : "the options");
    else if (asprintf(&text, "--%s%s%s", word, value ? "=" : "", value ? value : "") < 0)
        done = error_raise(&entry.error, ERROR_NO_MEMORY, "setting options");
    else
        done = add_word(o, text, &entry.error);
    return library_leave(&entry, done, error);
}

void paso_options_on_warning(paso_options *o, paso_warning *warning, void *context)
{
    o->warning = warning;
    o->context = context;
}

bool library_options_copy(struct paso_options *to, const struct paso_options *from, struct error *error)
{
    *to = (struct paso_options){.arguments = run_arguments_default()};
    for (size_t i = 0; from && i < from->n; i++) {
        char *word = strdup(from->words[i]);
        if (!word)
            return error_raise(error, ERROR_NO_MEMORY, "setting options");
        if (!add_word(to, word, error))
            return false;
    }
    to->warning = from ? from->warning : NULL;
    to->context = from ? from->context : NULL;
    return run_arguments_finish(&to->arguments, error);
}
