/* Many runs, compared. */
#include "sweep/sweep_task.h"

#include "master/files/files_messages.h"
#include "master/files/result_file.h"
#include "master/options/options_messages.h"
#include "sweep/find_limit.h"
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
    } else if (a->output && strncmp(a->output, "/dev/", 5) != 0) {
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
    if (a->plot && !a->study.reference && !a->find_limit)
        return error_raise(error, ERROR_OPTION_NEEDS, "plot", "reference");
    if (a->study.record && !a->study.reference)
        return error_raise(error, ERROR_OPTION_NEEDS, "record", "reference");
    return !a->plot || !ranks_is_first() || figure_options_check(&a->figure, a->plot, "plot", error);
}

static bool open_campaign(struct session *s, const struct sweep_arguments *a, const struct task_outlet *outlet,
                          struct error *error)
{
    if ((a->output && !result_file_try(a->output, error)) || !choose_store(s, a, error))
        return false;
    struct campaign *c = &s->campaign;
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
    if (ok && a->output)
        ok = table_write(&table, a->output, error);
    if (ok && s->report) {
        table_print(&table, s->report);
        print_counts(s->report, &s->campaign, plan_count(&s->study.plan));
    }
    if (ok)
        table_warn(&table);
    if (ok && a->plot)
        ok = plot_write(&table, a->plot, &a->figure, error);
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
