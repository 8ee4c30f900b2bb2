/* paso sweep: many runs, compared. */
#include "program/command.h"

#include "library/interrupt.h"
#include "sweep/find_limit.h"
#include "master/files/picture.h"
#include "sweep/plot.h"
#include "sweep/ranks.h"
#include "master/files/result_file.h"
#include "sweep/sweep_arguments.h"
#include "sweep/table.h"
#include "master/files/files_messages.h"
#include "program/program_messages.h"
#include "master/options/options_messages.h"

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
    return !a->plot || !ranks_is_first() || picture_check_path(a->plot, error);
}

/* Found out before the runs, not after them. */
static bool can_be_written(const char *path, struct error *error)
{
    struct result_file *file = path ? result_file_open(path, error) : NULL;
    const bool ok = !path || file;
    result_file_close(file);
    return ok;
}

static bool open_campaign(struct session *s, const struct sweep_arguments *a, struct error *error)
{
    if (!can_be_written(a->output, error) || !choose_store(s, a, error))
        return false;
    struct campaign *c = &s->campaign;
    c->study = &s->study;
    c->again = a->again;
    c->interrupt = interrupt_flag();
    c->show_progress = !a->quiet && isatty(STDERR_FILENO);
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

static void print_counts(const struct campaign *c, size_t n)
{
    printf("%zu runs: %zu done, %zu unstable, %zu failed", n, n - c->n_unstable - c->n_failed, c->n_unstable,
           c->n_failed);
    if (c->n_stored)
        printf("; %zu of them were in the store", c->n_stored);
    putchar('\n');
}

static bool report(struct session *s, const struct sweep_arguments *a, const struct request *requests,
                   struct error *error)
{
    const size_t n = s->study.plan.n_runs;
    struct table table;
    bool ok = table_open(&table, &s->study, requests, n, error);
    table.csv_safe = a->csv_safe;
    if (ok && a->output)
        ok = table_write(&table, a->output, error);
    if (ok && !a->quiet) {
        table_print(&table, stdout);
        print_counts(&s->campaign, plan_count(&s->study.plan));
    }
    if (ok)
        table_warn(&table);
    if (ok && a->plot)
        ok = plot_write(&table, a->plot, error);
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
    const bool ok = campaign_run(&s->campaign, requests, n, error) && report(s, a, requests, error);
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
        .print = !a->quiet,
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

static void run_session(struct session *s, const struct sweep_arguments *a, int argc, char **argv, const char *path,
                        struct error *error)
{
    bool ok = check_options(a, error) && sweep_arguments_plan(a, argc, argv, &s->plan, &s->macro_steps, error) &&
              study_open(&s->study, path, &s->plan, &a->study, error) &&
              (!ranks_is_first() || open_campaign(s, a, error));
    if (!ranks_agree(ok)) {
        if (ok)
            error_raise(error, ERROR_SWEEP_RANK, "");
        return;
    }
    interrupt_install(NULL, NULL);
    ok = open_crew(s, a, error);
    if (ok && ranks_is_first())
        ok = a->find_limit ? find_limits(s, a, error) : sweep(s, a, error);
    if (!ok)
        mention_store(s, error);
    crew_close(s->campaign.crew);
    interrupt_remove();
}

static void close_session(struct session *s)
{
    store_close(s->campaign.store);
    study_close(&s->study);
    plan_free(&s->plan);
    list_free(&s->macro_steps);
    free(s->store_path);
}

static int sweep_with(struct sweep_arguments *a, const struct syntax *syntax, int argc, char **argv)
{
    struct text_list arguments = {0};
    struct error error = {0};
    int status = 0;
    const enum options_result result = options_parse(syntax, argc, argv, a, &arguments, &error);
    if (result != OPTIONS_READ) {
        status = ranks_is_first() ? command_end_early(result, syntax, &error) : 0;
    } else {
        struct session s = {0};
        run_session(&s, a, argc, argv, arguments.items[0], &error);
        close_session(&s);
        if (error_is_set(&error))
            status = ranks_is_first() ? command_report(&error) : error_exit_status(&error);
    }
    options_free(syntax, a, &arguments);
    return status;
}

static int sweep_main(int argc, char **argv)
{
    struct sweep_arguments *a = malloc(sizeof *a);
    struct error error = {0};
    if (!a || !ranks_begin(&error)) {
        if (!a)
            error_raise(&error, ERROR_NO_MEMORY, "reading the command line");
        free(a);
        return command_report(&error);
    }
    *a = sweep_arguments_default();
    const struct syntax syntax = sweep_syntax(a);
    const int status = sweep_with(a, &syntax, argc, argv);
    free(a);
    ranks_end();
    return status;
}

static void sweep_help(FILE *file)
{
    struct sweep_arguments *a = malloc(sizeof *a);
    if (!a)
        return;
    *a = sweep_arguments_default();
    const struct syntax syntax = sweep_syntax(a);
    options_print_help(file, &syntax);
    free(a);
}

const struct command command_sweep = {"sweep", "run many times and compare", sweep_main, sweep_help};
