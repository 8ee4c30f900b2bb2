/* Results, drawn. */
#include "figures/plot_task.h"

#include "figures/plot_chart.h"
#include "figures/result_series.h"
#include "master/options/options_messages.h"

#include <stdlib.h>
#include <string.h>

struct plot_task {
    struct figure_options figure;
    const char *record, *x, *output;
    struct text_list with;
    struct plot_view view;
};

#define AT(member) offsetof(struct plot_task, member)

static const struct option options[] = {
    {"output", OPTION_TEXT, "FILE.svg|png|pdf|html",
     "the picture, by gnuplot; a page (.html) has zoom and values and needs no gnuplot", AT(output), NOBODY_ASKS},
    {"record", OPTION_TEXT, "PATTERN", "comma-separated globs: the columns that are drawn; default: all", AT(record),
     NOBODY_ASKS},
    {"x", OPTION_TEXT, "NAME", "the column on the x axis; default: time", AT(x), NOBODY_ASKS},
    {"panels", OPTION_CHOICE, "unit|variable|run", "what gets a panel of its own; default: each unit", AT(view.panels),
     NOBODY_ASKS},
    {"x-range", OPTION_TEXT, "a:b", "the part of the x axis that is drawn; default: all of it", AT(view.x_range),
     NOBODY_ASKS},
    {"y-range", OPTION_LIST, "[NAME=]a:b",
     "the part of the y axis that is drawn, of all panels or of those of a unit, a variable or a run; may be repeated",
     AT(view.y_ranges), NOBODY_ASKS},
    {"with", OPTION_LIST, "RESULT.csv", "one more result, as if it stood among the arguments; may be repeated",
     AT(with), NOBODY_ASKS},
};

static void begin(void *values)
{
    *(struct plot_task *)values = (struct plot_task){.figure = figure_options_default()};
}

static struct syntax make_syntax(struct option_table tables[MOST_TABLES], void *values)
{
    (void)values;
    tables[0] = (struct option_table){"options:", options, sizeof options / sizeof *options, 0};
    tables[1] = figure_options_table(AT(figure));
    return (struct syntax){
        .command = "plot",
        .arguments = "RESULT.csv...",
        .about = "Draws the columns of one or several results over time, or over another column. Units and "
                 "descriptions come "
                 "from RESULT.csv.json, which stands beside every result.",
        .fewest = 1,
        .most = 1000,
        .tables = tables,
        .n_tables = 2,
    };
}

static bool check(void *values, const char *path, struct error *error)
{
    const struct plot_task *t = values;
    (void)path;
    if (!t->output)
        return error_raise(error, ERROR_OPTION_ARGUMENT_MISSING, "plot", "--output FILE.svg|png|pdf|html");
    return plot_view_check(&t->view, error);
}

/* All results: the arguments among the words, or the path of a caller of the library, then those of --with. */
static bool list_results(const struct plot_task *t, const char *path, const struct text_list *words,
                         struct text_list *list, struct error *error)
{
    struct task_options again;
    struct text_list arguments = {0};
    bool good = task_options_open(&again, &task_plot, error);
    again.syntax.fewest = 0;
    good = good && options_parse(&again.syntax, (int)words->n, (char **)words->items, again.values, &arguments,
                                 error) == OPTIONS_READ;
    if (good && arguments.n == 0)
        good = text_list_add(list, path, error);
    for (size_t i = 0; good && i < arguments.n; i++)
        good = text_list_add(list, arguments.items[i], error);
    for (size_t i = 0; good && i < t->with.n; i++)
        good = text_list_add(list, t->with.items[i], error);
    free(arguments.items);
    task_options_close(&again);
    return good;
}

/* Results of one name in several folders are called by their paths. */
static const char *title_of(const struct text_list *list, size_t i)
{
    const char *slash = strrchr(list->items[i], '/'), *name = slash ? slash + 1 : list->items[i];
    for (size_t k = 0; k < list->n; k++) {
        const char *other = strrchr(list->items[k], '/');
        if (k != i && strcmp(other ? other + 1 : list->items[k], name) == 0)
            return list->items[i];
    }
    return NULL;
}

static bool perform(void *values, const char *path, const struct text_list *words, const struct task_outlet *outlet,
                    struct error *error)
{
    (void)outlet;
    const struct plot_task *t = values;
    const struct series_choice choice = {t->record, t->x};
    struct text_list list = {0};
    struct result_series *series = NULL;
    size_t n = 0;
    bool good = list_results(t, path, words, &list, error);
    if (good && !(series = calloc(list.n, sizeof *series)))
        good = error_raise(error, ERROR_NO_MEMORY, "reading results");
    for (; good && n < list.n; n++)
        good = result_series_read(&series[n], list.items[n], NULL, title_of(&list, n), &choice, error);
    good = good && figure_options_check(&t->figure, t->output, "output", error) &&
           plot_draw(series, n, &t->view, t->output, &t->figure, error);
    for (size_t i = 0; i < n; i++)
        result_series_free(&series[i]);
    free(series);
    free(list.items);
    return good;
}

bool plot_run(const struct plotted_run *run, const char *path, const struct figure_options *figure, struct error *error)
{
    struct result_series series;
    const bool good =
        result_series_read(&series, run->path, run->notes, run->title, &(struct series_choice){0}, error) &&
        plot_draw(&series, 1, &(struct plot_view){.panels = PLOT_BY_UNIT}, path, figure, error);
    result_series_free(&series);
    return good;
}

const struct task task_plot = {.name = "plot",
                               .summary = "draw results",
                               .size = sizeof(struct plot_task),
                               .begin = begin,
                               .make_syntax = make_syntax,
                               .check = check,
                               .perform = perform};
