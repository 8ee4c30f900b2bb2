/* Options by the words of the command line: the same tables read them. */
#include "estimate/estimate_task.h"
#include "export/export_task.h"
#include "export/new_task.h"
#include "figures/plot_task.h"
#include "library/library_impl.h"
#include "linearize/linearize_task.h"
#include "master/files/connect_task.h"
#include "master/files/info.h"
#include "master/options/options_messages.h"
#include "sweep/sweep_task.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const struct task *const library_tasks[] = {
    &task_run,     &task_info,   &task_linearize, &task_stability,  &task_estimate, &task_sweep, &task_plot,
    &task_connect, &task_export, &task_show,      &task_monolithic, &task_new,      NULL};

const struct task *library_task(const char *name)
{
    for (size_t i = 0; library_tasks[i]; i++)
        if (strcmp(library_tasks[i]->name, name) == 0)
            return library_tasks[i];
    return NULL;
}

/* ---- words ---- */

/* Copies of words stay where they are, since values point into them. */
static char **keep_words(struct paso_options *o, int argc, const char *const *argv, struct error *error)
{
    char **words = realloc(o->words, (o->n + (size_t)argc + 1) * sizeof *words);
    bool done = words != NULL;
    if (done)
        o->words = words;
    size_t n = o->n;
    for (int i = 0; done && i < argc; i++)
        done = (words[n++] = strdup(argv[i])) != NULL;
    if (done) {
        words[n++] = NULL;
        char **first = o->words + o->n;
        o->n = n;
        return first;
    }
    while (n > o->n)
        free(o->words[--n]);
    error_raise(error, ERROR_NO_MEMORY, "setting options");
    return NULL;
}

static void forget_words(struct paso_options *o, int argc)
{
    for (int i = 0; i <= argc; i++)
        free(o->words[--o->n]);
}

static enum options_result add_words(struct paso_options *o, int argc, const char *const *argv,
                                     const struct syntax *syntax, struct text_list *arguments, struct error *error)
{
    char **words = keep_words(o, argc, argv, error);
    return words ? options_parse(syntax, argc, words, o->task.values, arguments, error) : OPTIONS_WRONG;
}

/* Any number of arguments: they are not what is read here. */
static struct syntax without_arguments(const struct paso_options *o)
{
    struct syntax syntax = o->task.syntax;
    syntax.fewest = 0;
    syntax.most = SIZE_MAX;
    return syntax;
}

enum options_result library_options_parse(paso_options *o, int argc, char **argv, struct text_list *arguments,
                                          struct error *error)
{
    const enum options_result result = add_words(o, argc, (const char *const *)argv, &o->task.syntax, arguments, error);
    if (result != OPTIONS_READ)
        return result;
    struct paso_options tried;
    const bool good = library_options_copy(&tried, o, arguments->n ? arguments->items[0] : NULL, error);
    library_options_close(&tried);
    return good ? OPTIONS_READ : OPTIONS_WRONG;
}

/* ---- making ---- */

paso_options *paso_options_new(void)
{
    return paso_options_for(task_run.name, NULL);
}

paso_options *paso_options_for(const char *task, paso_error *error)
{
    struct entry entry;
    library_enter(&entry, library_silence());
    const struct task *known = task ? library_task(task) : NULL;
    paso_options *o = calloc(1, sizeof *o);
    bool done = o || error_raise(&entry.error, ERROR_NO_MEMORY, "setting options");
    if (!known)
        done = error_raise(&entry.error, ERROR_CALL_TASK, task ? task : "");
    done = done && task_options_open(&o->task, known, &entry.error);
    if (!done) {
        free(o);
        o = NULL;
    }
    library_leave(&entry, done, error);
    return o;
}

void library_options_close(struct paso_options *o)
{
    task_options_close(&o->task);
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

static bool set(paso_options *o, const char *word, struct error *error)
{
    const struct syntax syntax = without_arguments(o);
    struct text_list none = {0};
    char before[o->task.task->size];
    memcpy(before, o->task.values, sizeof before);
    const enum options_result result = add_words(o, 1, &word, &syntax, &none, error);
    free(none.items);
    if (result == OPTIONS_READ)
        return true;
    memcpy(o->task.values, before, sizeof before); /* what is wrong changes nothing */
    if (result != OPTIONS_WRONG)
        error_raise(error, ERROR_OPTION_UNKNOWN, word, syntax.command);
    if (error->code != ERROR_NO_MEMORY)
        forget_words(o, 1);
    return false;
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
        done = set(o, text, &entry.error);
    free(text);
    return library_leave(&entry, done, error);
}

void paso_options_on_warning(paso_options *o, paso_text *warning, void *context)
{
    o->warning = (struct sink){warning, context};
}

void paso_options_on_report(paso_options *o, paso_text *report, void *context)
{
    o->report = (struct sink){report, context};
}

void paso_options_on_progress(paso_options *o, paso_text *progress, void *context)
{
    o->progress = (struct sink){progress, context};
}

void paso_options_on_question(paso_options *o, paso_question *ask, void *context)
{
    o->ask = ask;
    o->ask_context = context;
}

/* ---- using ---- */

/* NULL: there is none of that name. `base`: where its table's values begin. */
static const struct option *find(const paso_options *o, const char *name, size_t *base)
{
    for (size_t t = 0; t < o->task.syntax.n_tables; t++) {
        const struct option_table *table = &o->task.syntax.tables[t];
        *base = table->base;
        for (size_t i = 0; i < table->n; i++)
            if (strcmp(table->options[i].name, name) == 0)
                return &table->options[i];
    }
    return NULL;
}

bool library_options_flag(const paso_options *o, const char *name)
{
    size_t base;
    const struct option *option = find(o, name, &base);
    return option && option->kind == OPTION_FLAG &&
           *(const bool *)((const char *)o->task.values + base + option->offset);
}

bool paso_options_repeats(const paso_options *o, const char *word)
{
    size_t base;
    const struct option *option = find(o, word, &base);
    return option && option->kind == OPTION_LIST;
}

bool library_options_copy(struct paso_options *to, const struct paso_options *from, const char *path,
                          struct error *error)
{
    *to = from ? (struct paso_options){.warning = from->warning,
                                       .report = from->report,
                                       .progress = from->progress,
                                       .ask = from->ask,
                                       .ask_context = from->ask_context}
               : (struct paso_options){0};
    const struct task *task = from ? from->task.task : &task_run;
    if (!task_options_open(&to->task, task, error))
        return false;
    const struct syntax syntax = without_arguments(to);
    for (size_t i = 0, end = 0; from && i < from->n; i = end + 1) {
        for (end = i; from->words[end];)
            end++;
        struct text_list none = {0};
        const enum options_result result =
            add_words(to, (int)(end - i), (const char *const *)from->words + i, &syntax, &none, error);
        free(none.items);
        if (result != OPTIONS_READ)
            return false;
    }
    return !task->check || task->check(to->task.values, path, error);
}

bool library_options_list(const struct paso_options *o, struct text_list *words, struct error *error)
{
    for (size_t i = 0; i < o->n; i++)
        if (o->words[i] && !text_list_add(words, o->words[i], error))
            return false;
    return true;
}

bool library_options_are(const struct paso_options *o, const struct task *task, const char *function,
                         struct error *error)
{
    return !o || o->task.task == task ||
           error_raise(error, ERROR_CALL_OPTIONS, function, o->task.task->name, task->name);
}
