/* The plan of a sweep. */
#include "sweep/plan.h"

#include "master/options/quantity.h"
#include "master/couple/scheme.h"
#include "sweep/sweep_messages.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool no_memory(struct error *error)
{
    return error_raise(error, ERROR_NO_MEMORY, "planning a sweep");
}

bool plan_add(struct plan *plan, const char *option, const char *subject, const char *values, int position,
              const char *default_range, struct error *error)
{
    struct axis *axes = realloc(plan->axes, (plan->n_axes + 1) * sizeof *axes);
    if (!axes)
        return no_memory(error);
    plan->axes = axes;
    struct axis *axis = &axes[plan->n_axes++];
    *axis = (struct axis){.option = option, .position = position};
    char what[128];
    const bool is_rate = strcmp(option, "rate") == 0;
    error_format(what, sizeof what, "--%s%s%.90s", option, subject ? " " : "", subject ? subject : "");
    if (asprintf(&axis->prefix, "%s%s", subject ? subject : "", subject ? "=" : "") < 0) {
        axis->prefix = NULL;
        return no_memory(error);
    }
    if (asprintf(&axis->column, "%s%s", is_rate ? "rate:" : "", subject ? subject : option) < 0) {
        axis->column = NULL;
        return no_memory(error);
    }
    for (size_t i = 0; i + 1 < plan->n_axes; i++)
        if (strcmp(axes[i].column, axis->column) == 0)
            return error_raise(error, ERROR_SWEEP_TWICE, what);
    const enum list_kind kind = strcmp(option, "macro-step") == 0 ? LIST_DURATIONS : LIST_WORDS;
    return list_parse(&axis->values, what, values, kind, default_range, error);
}

static int by_position(const void *a, const void *b)
{
    return ((const struct axis *)a)->position - ((const struct axis *)b)->position;
}

static bool count_zipped(struct plan *plan, struct error *error)
{
    size_t longest = 1, of = 0;
    for (size_t i = 0; i < plan->n_axes; i++) {
        const size_t n = plan->axes[i].values.n;
        if (n > 1 && longest > 1 && n != longest)
            return error_raise(error, ERROR_SWEEP_ZIP, plan->axes[of].column, TEXT("%zu", longest),
                               plan->axes[i].column, TEXT("%zu", n));
        if (n > longest) {
            longest = n;
            of = i;
        }
    }
    plan->n_runs = longest;
    return true;
}

static bool is_span(const char *macro_step)
{
    return strchr(macro_step, ':') != NULL;
}

bool plan_chooses_steps(const struct plan *plan)
{
    for (size_t i = 0; plan->step != SIZE_MAX && i < plan->axes[plan->step].values.n; i++)
        if (is_span(plan->axes[plan->step].values.items[i]))
            return true;
    return false;
}

static bool mixes_steps(const struct plan *plan)
{
    bool equal = false;
    for (size_t i = 0; plan->step != SIZE_MAX && i < plan->axes[plan->step].values.n; i++)
        equal = equal || !is_span(plan->axes[plan->step].values.items[i]);
    return equal && plan_chooses_steps(plan);
}

bool plan_finish(struct plan *plan, struct error *error)
{
    enum { MOST_RUNS = 10000000 };
    if (plan->n_axes)
        qsort(plan->axes, plan->n_axes, sizeof *plan->axes, by_position);
    plan->scheme = plan_find_axis(plan, "scheme");
    plan->order = plan_find_axis(plan, "order");
    plan->step = plan_find_axis(plan, "macro-step");
    plan->tolerance = plan_find_axis(plan, "error-tolerance");
    plan->mixes = mixes_steps(plan);
    for (size_t i = 0; plan->tolerance == SIZE_MAX && plan_chooses_steps(plan) && i < plan->axes[plan->step].values.n;
         i++)
        if (is_span(plan->axes[plan->step].values.items[i]))
            return error_raise(error, ERROR_SWEEP_SPAN, plan->axes[plan->step].values.items[i]);
    if (plan->zip)
        return count_zipped(plan, error);
    plan->n_runs = 1;
    for (size_t i = 0; i < plan->n_axes; i++) {
        if (plan->axes[i].values.n > MOST_RUNS / plan->n_runs)
            return error_raise(error, ERROR_SWEEP_TOO_MANY, TEXT("%d", MOST_RUNS));
        plan->n_runs *= plan->axes[i].values.n;
    }
    return true;
}

void plan_free(struct plan *plan)
{
    for (size_t i = 0; i < plan->n_axes; i++) {
        free(plan->axes[i].column);
        free(plan->axes[i].prefix);
        list_free(&plan->axes[i].values);
    }
    free(plan->axes);
    list_free(&plan->fixed);
    *plan = (struct plan){0};
}

size_t plan_choice(const struct plan *plan, size_t run, size_t axis)
{
    const size_t n = plan->axes[axis].values.n;
    if (plan->zip)
        return n > 1 ? run : 0;
    for (size_t i = plan->n_axes; i-- > axis + 1;)
        run /= plan->axes[i].values.n;
    return run % n;
}

static const char *value_on_the_command_line(const struct plan *plan, size_t run, size_t axis)
{
    return plan->axes[axis].values.items[plan_choice(plan, run, axis)];
}

static bool has_order(const struct plan *plan, size_t run)
{
    const struct run_options defaults = run_options_default();
    const struct scheme *scheme =
        scheme_find(plan->scheme == SIZE_MAX ? defaults.scheme : value_on_the_command_line(plan, run, plan->scheme));
    return !scheme || scheme->one_by_one;
}

bool plan_chooses_steps_of(const struct plan *plan, size_t run)
{
    return plan->step != SIZE_MAX && is_span(value_on_the_command_line(plan, run, plan->step));
}

/* Equal macro steps, in a list that also has others: what belongs to those is not for this run. */
static bool has_no_tolerance(const struct plan *plan, size_t run)
{
    return plan->mixes && !plan_chooses_steps_of(plan, run);
}

static bool takes_micro_steps(const char *extrapolation)
{
    return strcmp(extrapolation, "model") == 0 || strcmp(extrapolation, "waveform") == 0;
}

/* An extrapolation without micro steps, in a list that also has others. */
static bool has_no_micro_steps(const struct plan *plan, size_t run)
{
    const size_t axis = plan_find_axis(plan, "extrapolation");
    if (axis == SIZE_MAX || takes_micro_steps(value_on_the_command_line(plan, run, axis)))
        return false;
    const struct list *values = &plan->axes[axis].values;
    for (size_t i = 0; i < values->n; i++)
        if (takes_micro_steps(values->items[i]))
            return true;
    return false;
}

static bool means_nothing(const struct plan *plan, size_t run, size_t axis)
{
    return (axis == plan->order && !has_order(plan, run)) || (axis == plan->tolerance && has_no_tolerance(plan, run));
}

const char *plan_value(const struct plan *plan, size_t run, size_t axis)
{
    return means_nothing(plan, run, axis) ? "" : value_on_the_command_line(plan, run, axis);
}

bool plan_is_repeated(const struct plan *plan, size_t run)
{
    for (size_t axis = 0; !plan->zip && axis < plan->n_axes; axis++)
        if ((axis == plan->order || axis == plan->tolerance) && plan_choice(plan, run, axis) > 0 &&
            means_nothing(plan, run, axis))
            return true;
    return false;
}

size_t plan_count(const struct plan *plan)
{
    size_t n = 0;
    for (size_t run = 0; run < plan->n_runs; run++)
        n += !plan_is_repeated(plan, run);
    return n;
}

bool plan_is_varied(const struct plan *plan, size_t axis)
{
    return plan->axes[axis].values.n > 1;
}

size_t plan_find_axis(const struct plan *plan, const char *column)
{
    for (size_t i = 0; i < plan->n_axes; i++)
        if (strcmp(plan->axes[i].column, column) == 0)
            return i;
    return SIZE_MAX;
}

bool plan_same_but(const struct plan *plan, size_t axis, size_t a, size_t b)
{
    for (size_t i = 0; i < plan->n_axes; i++)
        if (i != axis && plan_choice(plan, a, i) != plan_choice(plan, b, i))
            return false;
    return true;
}

size_t plan_sibling(const struct plan *plan, size_t axis, size_t run, size_t last)
{
    size_t stride = 1, next = last == SIZE_MAX ? 0 : last + 1;
    if (!plan->zip) {
        for (size_t i = plan->n_axes; i-- > axis + 1;)
            stride *= plan->axes[i].values.n;
        const size_t first = run - plan_choice(plan, run, axis) * stride;
        next = last == SIZE_MAX ? first : last + stride;
        return next < first + plan->axes[axis].values.n * stride ? next : SIZE_MAX;
    }
    while (next < plan->n_runs && !plan_same_but(plan, axis, run, next))
        next++;
    return next < plan->n_runs ? next : SIZE_MAX;
}

double plan_macro_step(const struct plan *plan, const struct job *job)
{
    const size_t axis = plan_find_axis(plan, "macro-step");
    double seconds = job->macro_step;
    if (axis != SIZE_MAX)
        number_parse(plan_value(plan, job->run, axis), &seconds);
    return seconds;
}

void plan_describe(const struct plan *plan, size_t run, size_t without, char *text, size_t size)
{
    size_t used = 0;
    text[0] = '\0';
    for (size_t i = 0; i < plan->n_axes; i++) {
        const char *value = plan_value(plan, run, i);
        if (i == without || !plan_is_varied(plan, i) || !*value)
            continue;
        const int n = snprintf(text + used, size - used, "%s%s %s", used ? ", " : "", plan->axes[i].column, value);
        used += n > 0 ? (size_t)n : 0;
        if (used >= size)
            return;
    }
}

static bool add_word(struct run_words *w, const char *a, const char *b, struct error *error)
{
    char **larger = realloc(w->words, (w->n + 1) * sizeof *larger);
    if (larger)
        w->words = larger;
    char *word = NULL;
    if (!larger || asprintf(&word, "%s%s", a, b) < 0)
        return no_memory(error);
    w->words[w->n++] = word;
    return true;
}

/* An option that is the same in all runs, but not for this one. */
static bool is_left_out(const struct plan *plan, size_t run, const char *option)
{
    return (strcmp(option, "--output-step") == 0 && has_no_tolerance(plan, run)) ||
           (strcmp(option, "--micro-step") == 0 && has_no_micro_steps(plan, run));
}

static bool make_words(const struct plan *plan, const struct job *job, struct run_words *w, struct error *error)
{
    for (size_t i = 0; i < plan->fixed.n; i++)
        if (is_left_out(plan, job->run, plan->fixed.items[i]))
            i++; /* and its value */
        else if (!add_word(w, plan->fixed.items[i], "", error))
            return false;
    for (size_t i = 0; i < plan->n_axes; i++)
        if (i == plan->tolerance && has_no_tolerance(plan, job->run))
            continue;
        else if (!add_word(w, "--", plan->axes[i].option, error) ||
                 !add_word(w, plan->axes[i].prefix, value_on_the_command_line(plan, job->run, i), error))
            return false;
    if (job->macro_step > 0 && plan_find_axis(plan, "macro-step") == SIZE_MAX) {
        char text[32];
        number_print(job->macro_step, text);
        return add_word(w, "--macro-step", "", error) && add_word(w, text, "", error);
    }
    return true;
}

static struct syntax run_syntax(struct option_table tables[3])
{
    tables[0] = run_arguments_experiment(0);
    tables[1] = run_arguments_step(0);
    tables[2] = run_arguments_scheme(0);
    return (struct syntax){.command = "sweep", .arguments = "", .about = "", .tables = tables, .n_tables = 3};
}

bool plan_read(const struct plan *plan, const struct job *job, struct run_words *w, struct error *error)
{
    *w = (struct run_words){.arguments = run_arguments_default()};
    if (!make_words(plan, job, w, error))
        return false;
    struct option_table tables[3];
    const struct syntax syntax = run_syntax(tables);
    struct text_list none = {0};
    return options_parse(&syntax, (int)w->n, w->words, &w->arguments, &none, error) == OPTIONS_READ &&
           run_arguments_finish(&w->arguments, error);
}

void plan_free_words(struct run_words *w)
{
    struct option_table tables[3];
    const struct syntax syntax = run_syntax(tables);
    struct text_list none = {0};
    run_arguments_free(&w->arguments);
    options_free(&syntax, &w->arguments, &none);
    for (size_t i = 0; i < w->n; i++)
        free(w->words[i]);
    free(w->words);
    *w = (struct run_words){0};
}
