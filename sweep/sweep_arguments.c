/* The command line of a sweep. The tables of `paso run` are read as words here: each run's own words are read by the
 * tables themselves, so that an option means in a sweep what it means in a run. */
#include "sweep/sweep_arguments.h"
#include "master/options/options_messages.h"

#include <stdlib.h>
#include <string.h>

#define AT(member) offsetof(struct sweep_arguments, member)

static const struct option sweep_options[] = {
    {"zip", OPTION_FLAG, NULL, "lists are taken side by side; default: all combinations", AT(zip), NOBODY_ASKS},
    {"reference", OPTION_TEXT, "FILE.csv|finest",
     "errors against this result file, at its own times ({NAME.VARIABLE} or {scheme} in its name is replaced by the "
     "run's value), or, at common communication points, against the run that seems the most accurate among those with "
     "the same --set values",
     AT(study.reference), NOBODY_ASKS},
    {"record", OPTION_TEXT, "PATTERN",
     "comma-separated globs: the variables that are compared; default: all columns of the reference, all outputs with "
     "finest. Without a reference: their minimum, maximum, final value, overshoot and settling time are measured",
     AT(study.record), NOBODY_ASKS},
    {"bound", OPTION_LIST, "NAME.VARIABLE=LOW:HIGH",
     "a run that leaves it is unstable; so is one with values that are not finite, and, where no bound is given, one "
     "that leaves the reference's range by more than that range; may be repeated",
     AT(study.bounds), NOBODY_ASKS},
    {"settling-band", OPTION_POSITIVE, "R",
     "a variable has settled when it stays near its final value, within R times its largest distance from it; default "
     "0.02",
     AT(study.settling_band), NOBODY_ASKS},
    {"keep", OPTION_TEXT, "FOLDER",
     "the series of every run as a result of its own, run-0001.csv for the first row of the table", AT(keep),
     NOBODY_ASKS},
    {"jobs", OPTION_COUNT, "N", "processes at a time; default: one per core, in MPI ranks 1", AT(jobs), NOBODY_ASKS},
    {"run-limit", OPTION_DURATION, "T",
     "a run that takes longer, by the clock on the wall, is stopped and has failed; default: none", AT(run_limit),
     NOBODY_ASKS},
    {"rank-limit", OPTION_DURATION, "T",
     "a rank of an MPI job that has died, or says nothing for so long, is given up, and its run has failed; default 30 "
     "s",
     AT(rank_limit), NOBODY_ASKS},
    {"store", OPTION_TEXT, "FILE.db",
     "SQLite database of all results; runs that it has are not repeated; default: beside the output", AT(store),
     NOBODY_ASKS},
    {"again", OPTION_FLAG, NULL, "run also what the store has", AT(again), NOBODY_ASKS},
    {"output", OPTION_TEXT, "FILE.csv", "the table, one row per run", AT(output), NOBODY_ASKS},
    {"csv-safe", OPTION_FLAG, NULL, "an apostrophe before texts that a spreadsheet would take for a formula",
     AT(csv_safe), NOBODY_ASKS},
    {"plot", OPTION_TEXT, "FILE.svg|png|pdf|html",
     "largest error over macro step and over CPU time, of the first variable; without a reference outcomes over an "
     "option; find-limit: which macro steps are good",
     AT(plot), NOBODY_ASKS},
    {"x", OPTION_TEXT, "COLUMN",
     "plot: the varied option on the x axis; default: the macro step, without a reference the option with the most "
     "numbers",
     AT(x), NOBODY_ASKS},
    {"panels", OPTION_TEXT, "COLUMN", "plot: small multiples, a panel for each value of this varied option", AT(panels),
     NOBODY_ASKS},
    {"outcomes", OPTION_TEXT, "LIST",
     "plot without a reference: some of minimum, maximum, final, overshoot, settling_time; default: all", AT(outcomes),
     NOBODY_ASKS},
    {"find-limit", OPTION_FLAG, NULL,
     "the largest stable macro step of every combination, within --macro-step FIRST:LAST or a list", AT(find_limit),
     NOBODY_ASKS},
    {"limit-error", OPTION_TEXT, "E[+R*H]",
     "find-limit: a run is beyond the limit also when its largest error exceeds E, or E + R times the macro step in s; "
     "several with commas",
     AT(limit_error), NOBODY_ASKS},
    {"limit-resolution", OPTION_POSITIVE, "R", "find-limit: relative; default 0.002", AT(limit_resolution),
     NOBODY_ASKS},
    {"quiet", OPTION_FLAG, NULL, "no progress, no table on the terminal", AT(quiet), NOBODY_ASKS},
};

/* Those that may be lists. Others have commas of their own, or would not be seen in a table. */
static bool takes_list(const char *name)
{
    static const char *const names[] = {
        "macro-step", "scheme",         "order",       "rate",          "set",
        "iterations", "tolerance",      "feedthrough", "extrapolation", "iteration-tolerance",
        "slopes",     "error-tolerance"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strcmp(names[i], name) == 0)
            return true;
    return false;
}

struct sweep_arguments sweep_arguments_default(void)
{
    return (struct sweep_arguments){
        .limit_resolution = 0.002, .rank_limit = 30, .study.settling_band = 0.02, .figure = figure_options_default()};
}

/* The table with everything as words; `number`: of its first option among all. */
static struct option_table make_table(struct option_table from, struct option *to, size_t *number)
{
    for (size_t i = 0; i < from.n; i++, ++*number) {
        to[i] = from.options[i];
        to[i].given = NOBODY_ASKS;
        if (to[i].kind == OPTION_FLAG) {
            to[i].offset = AT(flags) + *number * sizeof(bool);
        } else if (to[i].kind == OPTION_LIST) {
            to[i].offset = AT(lists) + *number * sizeof(struct text_list);
        } else {
            to[i].kind = OPTION_TEXT;
            to[i].offset = AT(words) + *number * sizeof(char *);
        }
    }
    return (struct option_table){from.title, to, from.n, 0};
}

struct syntax sweep_syntax(struct option_table *unused, void *arguments)
{
    (void)unused;
    struct sweep_arguments *a = arguments;
    size_t number = 0;
    a->tables[0] = (struct option_table){"sweep:", sweep_options, sizeof sweep_options / sizeof *sweep_options, 0};
    a->tables[1] = make_table(run_arguments_experiment(0), a->run_options[0], &number);
    a->tables[2] = make_table(run_arguments_step(0), a->run_options[1], &number);
    a->tables[3] = make_table(run_arguments_scheme(0), a->run_options[2], &number);
    a->tables[4] = figure_options_table(AT(figure));
    return (struct syntax){
        .command = "sweep",
        .arguments = "SYSTEM|FMU",
        .about =
            "Runs a system or a single FMU many times and compares the results. --macro-step, --scheme, --order, "
            "--rate NAME=, --set NAME.VARIABLE=, --extrapolation, --slopes, --feedthrough, --iterations, "
            "--iteration-tolerance, --error-tolerance and --tolerance take lists: a,b,c and ranges, FIRST:LAST:COUNT "
            "or "
            "FIRST:LAST:COUNTlog, as in 0.1ms:50ms:20log. --macro-step a:b, without a count, is for steps that the "
            "--error-tolerance chooses.",
        .fewest = 1,
        .most = 1,
        .tables = a->tables,
        .n_tables = 5,
    };
}

/* Where on the command line a value stands, which points into it. */
static int position(const struct text_list *words, const char *value)
{
    for (size_t i = 0; i < words->n; i++)
        if (value >= words->items[i] && value <= words->items[i] + strlen(words->items[i]))
            return (int)i;
    return (int)words->n;
}

struct planning {
    const struct text_list *words;
    struct plan *plan;
    struct list *macro_steps; /* NULL: they are an axis */
};

/* An option that is the same in all runs. */
static bool add_fixed(struct plan *plan, const struct option *option, const char *value, struct error *error)
{
    return list_add(&plan->fixed, TEXT("--%s", option->name), error) &&
           (!value || list_add(&plan->fixed, value, error));
}

/* "NAME.VARIABLE=a,b,c" or "NAME=1,2" */
static bool add_assignments(const struct planning *p, const struct option *option, const char *text,
                            struct error *error)
{
    const bool is_rate = strcmp(option->name, "rate") == 0;
    const char *equals = is_rate ? strrchr(text, '=') : strchr(text, '=');
    if (!equals || equals == text)
        return error_raise(error, ERROR_OPTION_VALUE, option->name, text, option->argument);
    char *subject = strndup(text, (size_t)(equals - text));
    if (!subject)
        return error_raise(error, ERROR_NO_MEMORY, "planning a sweep");
    const bool ok = plan_add(p->plan, option->name, subject, equals + 1, position(p->words, text), NULL, error);
    free(subject);
    return ok;
}

static bool add_word(const struct planning *p, const struct option *option, const char *text, struct error *error)
{
    if (!takes_list(option->name))
        return add_fixed(p->plan, option, text, error);
    if (p->macro_steps && strcmp(option->name, "macro-step") == 0)
        return list_parse(p->macro_steps, "--macro-step", text, LIST_DURATIONS, "25log", error);
    return plan_add(p->plan, option->name, NULL, text, position(p->words, text), NULL, error);
}

static bool add_option(const struct sweep_arguments *a, const struct planning *p, const struct option *option,
                       size_t number, struct error *error)
{
    if (option->kind == OPTION_FLAG)
        return !a->flags[number] || add_fixed(p->plan, option, NULL, error);
    if (option->kind == OPTION_TEXT)
        return !a->words[number] || add_word(p, option, a->words[number], error);
    for (size_t i = 0; i < a->lists[number].n; i++) {
        const char *text = a->lists[number].items[i];
        if (!(takes_list(option->name) ? add_assignments(p, option, text, error)
                                       : add_fixed(p->plan, option, text, error)))
            return false;
    }
    return true;
}

bool sweep_arguments_plan(const struct sweep_arguments *a, const struct text_list *words, struct plan *plan,
                          struct list *macro_steps, struct error *error)
{
    const struct planning p = {words, plan, a->find_limit ? macro_steps : NULL};
    size_t number = 0;
    for (int t = 1; t < 4; t++)
        for (size_t i = 0; i < a->tables[t].n; i++, number++)
            if (!add_option(a, &p, &a->tables[t].options[i], number, error))
                return false;
    plan->zip = a->zip;
    return plan_finish(plan, error);
}

bool sweep_arguments_has_flag(const struct sweep_arguments *a, const char *name)
{
    size_t number = 0;
    for (int t = 1; t < 4; t++)
        for (size_t i = 0; i < a->tables[t].n; i++, number++)
            if (strcmp(a->tables[t].options[i].name, name) == 0)
                return a->flags[number];
    return false;
}
