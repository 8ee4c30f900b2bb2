/* Many runs, compared. */
#include "sweep/sweep_task.h"

#include "master/files/files_messages.h"
#include "master/files/named_files.h"
#include "master/files/result_file.h"
#include "master/options/options_messages.h"
#include "sweep/find_limit.h"
#include "sweep/curves.h"
#include "sweep/outcome_plot.h"
#include "sweep/plot.h"
#include "sweep/ranks.h"
#include "sweep/sweep_arguments.h"
#include "sweep/sweep_messages.h"
#include "sweep/table.h"

#include <sched.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Everything that is open while a sweep is under way. */
struct session {
    struct plan plan;
    struct list macro_steps; /* of --find-limit */
    struct study study;
    struct campaign campaign;
    struct series_folder folder;
    struct outcome_plot outcomes; /* what is drawn */
    char *store_path;
    FILE *report; /* NULL: none */
};

/* Cores that this process may use. */
static long count_cores(void)
{
    cpu_set_t set;
    return sched_getaffinity(0, sizeof set, &set) == 0 ? CPU_COUNT(&set) : sysconf(_SC_NPROCESSORS_ONLN);
}

/* Beside the output: sweep.csv has sweep.db. */
static bool choose_store(struct session *s, const struct sweep_arguments *a, struct error *error)
{
    if (a->store) {
        s->store_path = strdup(a->store);
    } else if (a->output && !result_file_is_special(a->output)) {
        const size_t length = strlen(a->output);
        const bool is_csv = length > 4 && strcmp(a->output + length - 4, ".csv") == 0;
        if (asprintf(&s->store_path, "%.*s.db", (int)(length - (is_csv ? 4 : 0)), a->output) < 0)
            s->store_path = NULL;
    } else {
        return true; /* in memory */
    }
    return s->store_path || error_raise(error, ERROR_NO_MEMORY, "opening a store");
}

static bool check_options(const struct sweep_arguments *a, struct error *error)
{
    if (a->limit_error && !a->find_limit)
        return error_raise(error, ERROR_OPTION_NEEDS, "limit-error", "find-limit");
    if (a->limit_error && !a->study.reference)
        return error_raise(error, ERROR_OPTION_NEEDS, "limit-error", "reference");
    if (a->plot && !a->study.reference && !a->find_limit && !a->study.record)
        return error_raise(error, ERROR_OPTION_NEEDS, "plot", "record or --reference");
    if (a->find_limit && a->study.record && !a->study.reference)
        return error_raise(error, ERROR_OPTION_NEEDS, "record", "reference");
    if (a->keep && !a->study.reference && !a->study.record)
        return error_raise(error, ERROR_OPTION_NEEDS, "keep", "record or --reference");
    if (a->keep && a->find_limit)
        return error_raise(error, ERROR_SWEEP_KEEP_LIMIT, "");
    if ((a->x || a->outcomes || a->panels) && !a->plot)
        return error_raise(error, ERROR_OPTION_NEEDS, a->x ? "x" : a->outcomes ? "outcomes" : "panels", "plot");
    if (!(a->study.settling_band < 1))
        return error_raise(error, ERROR_OPTION_VALUE, "settling-band", TEXT("%g", a->study.settling_band),
                           "a number between 0 and 1");
    if (!figure_options_need_plot(&a->figure, a->plot, error))
        return false;
    return !a->plot || !ranks_is_first() || figure_options_check(&a->figure, a->plot, "plot", error);
}

/* "overshoot,final" */
static bool choose_outcomes(struct outcome_plot *o, const char *text, struct error *error)
{
    struct list words = {0};
    bool ok = !text || list_parse(&words, "--outcomes", text, LIST_WORDS, NULL, error);
    for (int k = 0; k < N_OUTCOMES; k++)
        o->is_wanted[k] = !text;
    for (size_t i = 0; ok && i < words.n; i++) {
        int k = 0;
        while (k < N_OUTCOMES && strcmp(words.items[i], outcome_name((enum outcome_kind)k)) != 0)
            k++;
        if (k < N_OUTCOMES)
            o->is_wanted[k] = true;
        else
            ok = error_raise(error, ERROR_OPTION_VALUE, "outcomes", words.items[i],
                             "minimum, maximum, final, overshoot, settling_time");
    }
    list_free(&words);
    return ok;
}

/* What a plot shows is known before anything runs. */
static bool prepare_plot(struct session *s, const struct sweep_arguments *a, struct error *error)
{
    const struct plan *plan = &s->study.plan;
    const char *column = a->x ? a->x : a->study.reference && plan->step != SIZE_MAX ? "macro-step" : NULL;
    s->outcomes.panels = SIZE_MAX;
    if (!a->plot || a->find_limit)
        return true;
    if (a->panels && !curves_find_axis(plan, "panels", a->panels, &s->outcomes.panels, error))
        return false;
    if (!a->x && column && !plan_is_varied(plan, plan->step)) {
        s->outcomes.axis = plan->step;
        return true;
    }
    return choose_outcomes(&s->outcomes, a->outcomes, error) &&
           curves_find_axis(plan, "x", column, &s->outcomes.axis, error);
}

static bool open_campaign(struct session *s, const struct sweep_arguments *a, const struct task_outlet *outlet,
                          struct error *error)
{
    const struct named_file written[] = {{"--store", a->store}, {"--output", a->output}, {"--plot", a->plot}};
    if (!named_files_check(written, 3, 0, error) || (a->output && !result_file_try(a->output, error)) ||
        !prepare_plot(s, a, error) || !choose_store(s, a, error))
        return false;
    struct campaign *c = &s->campaign;
    if (a->keep && !series_open(&s->folder, &s->study, a->keep, error))
        return false;
    c->folder = a->keep ? &s->folder : NULL;
    c->study = &s->study;
    c->again = a->again;
    c->interrupt = outlet->interrupt;
    c->progress = a->quiet ? NULL : outlet->progress;
    c->context = outlet->context;
    c->store = store_open(s->store_path, error);
    return c->store != NULL;
}

static bool open_crew(struct session *s, const struct sweep_arguments *a, struct error *error)
{
    const struct crew_options options = {
        .jobs = a->jobs             ? a->jobs
                : ranks_count() > 1 ? 1
                                    : count_cores(),
        .run_limit = a->run_limit,
        .rank_limit = a->rank_limit,
        .pass_on_logs = sweep_arguments_has_flag(a, "log"),
        .private_file = s->campaign.store ? store_lock_file(s->campaign.store) : -1,
    };
    if (!ranks_is_first()) {
        ranks_serve(&s->study, &options);
        return true;
    }
    s->campaign.crew = crew_open(&s->study, &options, error);
    return s->campaign.crew != NULL;
}

static void print_counts(FILE *file, const struct campaign *c, size_t n)
{
    fprintf(file, "%zu runs: %zu done, %zu unstable, %zu failed", n, n - c->n_unstable - c->n_failed, c->n_unstable,
            c->n_failed);
    if (c->n_stored)
        fprintf(file, "; %zu of them were in the store", c->n_stored);
    fputc('\n', file);
}

static bool tell(struct session *s, const struct sweep_arguments *a, const struct request *requests,
                 struct error *error)
{
    const size_t n = s->study.plan.n_runs;
    struct table table;
    bool ok = table_open(&table, &s->study, requests, n, error);
    table.csv_safe = a->csv_safe;
    table.has_series = a->keep;
    if (ok && a->output)
        ok = table_write(&table, a->output, error);
    if (ok && s->report) {
        table_print(&table, s->report);
        print_counts(s->report, &s->campaign, plan_count(&s->study.plan));
    }
    if (ok)
        table_warn(&table);
    if (ok && a->plot)
        ok = s->study.measures_outcomes
                 ? outcome_plot_write(&table, &s->outcomes, a->plot, &a->figure, error)
                 : plot_write(&table, s->outcomes.axis, s->outcomes.panels, a->plot, &a->figure, error);
    table_close(&table);
    return ok;
}

static bool sweep(struct session *s, const struct sweep_arguments *a, struct error *error)
{
    const size_t n = s->study.plan.n_runs;
    struct request *requests = calloc(n, sizeof *requests);
    if (!requests)
        return error_raise(error, ERROR_NO_MEMORY, "planning a sweep");
    for (size_t i = 0; i < n; i++)
        requests[i].job.run = i;
    const bool ok = campaign_run(&s->campaign, requests, n, error) && tell(s, a, requests, error);
    for (size_t i = 0; i < n; i++)
        finding_free(&requests[i].finding);
    free(requests);
    return ok;
}

static bool find_limits(struct session *s, const struct sweep_arguments *a, struct error *error)
{
    const struct limit_options options = {
        .steps = s->macro_steps,
        .errors = a->limit_error,
        .resolution = a->limit_resolution,
        .output = a->output,
        .plot = a->plot,
        .figure = &a->figure,
        .report = s->report,
        .csv_safe = a->csv_safe,
    };
    return limit_find_all(&s->campaign, &options, error);
}

/* Also said where a sweep was interrupted: nothing is lost. */
static void mention_store(const struct session *s, struct error *error)
{
    if (!s->store_path || !s->campaign.store || s->campaign.n_run == 0)
        return;
    struct error kept = {0};
    error_raise(&kept, ERROR_SWEEP_KEPT, TEXT("%zu", s->campaign.n_run), s->store_path);
    const size_t used = strlen(error->text);
    error_format(error->text + used, sizeof error->text - used, " (%s)", kept.text);
}

static void run_session(struct session *s, const struct sweep_arguments *a, const char *path,
                        const struct text_list *words, const struct task_outlet *outlet, struct error *error)
{
    bool ok = check_options(a, error) && sweep_arguments_plan(a, words, &s->plan, &s->macro_steps, error) &&
              study_open(&s->study, path, &s->plan, &a->study, error) &&
              (!ranks_is_first() || open_campaign(s, a, outlet, error));
    if (!ranks_agree(ok)) {
        if (ok)
            error_raise(error, ERROR_SWEEP_RANK, "");
        return;
    }
    ok = open_crew(s, a, error);
    if (ok && ranks_is_first())
        ok = a->find_limit ? find_limits(s, a, error) : sweep(s, a, error);
    if (!ok)
        mention_store(s, error);
    crew_close(s->campaign.crew);
}

static void close_session(struct session *s)
{
    store_close(s->campaign.store);
    study_close(&s->study);
    plan_free(&s->plan);
    list_free(&s->macro_steps);
    series_close(&s->folder);
    free(s->store_path);
}

static void begin(void *values)
{
    *(struct sweep_arguments *)values = sweep_arguments_default();
}

static bool perform(void *values, const char *path, const struct text_list *words, const struct task_outlet *outlet,
                    struct error *error)
{
    const struct sweep_arguments *a = values;
    struct session s = {.report = a->quiet ? NULL : outlet->report};
    run_session(&s, a, path, words, outlet, error);
    close_session(&s);
    return !error_is_set(error);
}

const struct task task_sweep = {.name = "sweep",
                                .summary = "run many times and compare",
                                .size = sizeof(struct sweep_arguments),
                                .begin = begin,
                                .make_syntax = sweep_syntax,
                                .perform = perform,
                                .looks_at_interruption = true};
