/* paso bench: the published cases. */
#include "benchmarks/bench/bench_print.h"
#include "program/command.h"
#include "program/external.h"
#include "library/interrupt.h"
#include "benchmarks/report/report.h"
#include "benchmarks/bench/simulation.h"
#include "benchmarks/bench/bench_messages.h"
#include "master/files/files_messages.h"
#include "master/files/output.h"
#include "program/streams.h"
#include "master/import/import_messages.h"
#include "master/options/command_text.h"
#include "master/base/seconds.h"

#include <errno.h>
#include <limits.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

struct bench_command {
    bool list, quick;
    const char *only, *report, *output;
    const char *command; /* all of it, as somebody would type it */
    struct text_list sets;
};

#define AT(member) offsetof(struct bench_command, member)
static const struct option bench_options[] = {
    {"list", OPTION_FLAG, NULL, "name the cases and do nothing", AT(list), NOBODY_ASKS},
    {"quick", OPTION_FLAG, NULL, "leave out what takes long", AT(quick), NOBODY_ASKS},
    {"only", OPTION_TEXT, "PATTERN",
     "comma-separated globs: rows (fsJ_0*), cases, or both (lim/fsJ_*) that are to be computed", AT(only), NOBODY_ASKS},
    {"set", OPTION_LIST, "NAME.VARIABLE=VALUE", "another parameter in every system that has it; may be repeated",
     AT(sets), NOBODY_ASKS},
    {"report", OPTION_TEXT, "DIR", "writes DIR/index.html, one page with everything, and DIR/results.json", AT(report),
     NOBODY_ASKS},
    {"output", OPTION_TEXT, "FILE.json", "all rows and verdicts", AT(output), NOBODY_ASKS},
};
static const struct option_table bench_tables[] = {
    {"options:", bench_options, sizeof bench_options / sizeof *bench_options, 0}};

static const struct syntax bench_syntax = {
    .command = "bench",
    .arguments = "[CASE...]",
    .about =
        "Runs the published cases and compares. Every expected value says what it is: published, recomputed, analytic "
        "or "
        "converged. The exit status is 1 where a comparison fails; values that are known not to come out are \"not "
        "reproduced\", with the reason.",
    .fewest = 0,
    .most = SIZE_MAX,
    .tables = bench_tables,
    .n_tables = 1,
};

/* Systems and papers are beside the program in the build's folder; where it is installed, in share/paso. */
static bool find_folder(char folder[PATH_MAX], struct error *error)
{
    static const char installed[] = "/../../share/paso";
    char systems[PATH_MAX + sizeof "/systems"];
    if (!program_folder(folder))
        return error_raise(error, ERROR_FILE_OPEN, "/proc/self/exe", strerror(errno));
    snprintf(systems, sizeof systems, "%s/systems", folder);
    if (access(systems, F_OK) != 0 && strlen(folder) + sizeof installed <= PATH_MAX)
        strcat(folder, installed);
    return true;
}

static const struct bench_case *find_case(const char *name, struct error *error)
{
    const char *names[64];
    size_t n = 0;
    for (size_t i = 0; i < bench_list_length; i++) {
        if (strcmp(bench_list[i].name, name) == 0)
            return &bench_list[i];
        if (n < sizeof names / sizeof *names)
            names[n++] = bench_list[i].name;
    }
    const char *nearest = error_nearest(name, names, n);
    if (nearest)
        error_raise(error, ERROR_BENCH_UNKNOWN_BUT, name, nearest);
    else
        error_raise(error, ERROR_BENCH_UNKNOWN, name);
    return NULL;
}

static bool run_case(struct bench *bench, struct bench_outcome *o, struct error *error)
{
    bench->running = o->which->name;
    const double begin = clock_seconds(CLOCK_MONOTONIC);
    bool ok = o->which->run(bench, &o->outcome, error);
    o->outcome.wall_s = clock_seconds(CLOCK_MONOTONIC) - begin;
    if (bench->show_progress)
        fputs("\r\x1b[K", stderr);
    if (ok && o->outcome.out_of_memory)
        ok = error_raise(error, ERROR_NO_MEMORY, "running a benchmark");
    return ok;
}

static bool write_json(const char *path, const struct bench_outcome *outcomes, size_t n, struct error *error)
{
    char *text = NULL;
    size_t size = 0;
    FILE *memory = open_memstream(&text, &size);
    bool ok = memory && bench_print_json(memory, outcomes, n);
    if (memory && fclose(memory) != 0)
        ok = false;
    ok = ok ? output_put(path, text, size, error) : error_raise(error, ERROR_NO_MEMORY, "writing the results");
    free(text);
    return ok;
}

static bool write_report(const struct bench_command *c, const struct bench_outcome *outcomes, size_t n,
                         struct error *error)
{
    char *page = NULL, *json = NULL;
    bool ok = asprintf(&page, "%s/index.html", c->report) > 0 && asprintf(&json, "%s/results.json", c->report) > 0;
    if (!ok)
        error_raise(error, ERROR_NO_MEMORY, "writing the report");
    ok = ok && report_write(page, outcomes, n, c->quick, c->command, error) && write_json(json, outcomes, n, error);
    if (ok)
        printf("report: %s\n", page);
    free(page);
    free(json);
    return ok;
}

/* Before anything is computed: a folder that cannot be made should not cost minutes. */
static bool make_report_folder(const struct bench_command *c, struct error *error)
{
    struct stat found;
    if (!c->report || mkdir(c->report, 0777) == 0 || (stat(c->report, &found) == 0 && S_ISDIR(found.st_mode)))
        return true;
    return error_raise(error, ERROR_RESULT_OPEN, c->report, strerror(errno));
}

static bool select_cases(const struct bench_command *c, const struct text_list *names, struct bench_outcome *outcomes,
                         size_t *n, struct error *error)
{
    *n = 0;
    for (size_t i = 0; i < names->n; i++) {
        const struct bench_case *which = find_case(names->items[i], error);
        if (!which)
            return false;
        outcomes[(*n)++].which = which;
    }
    for (size_t i = 0; i < bench_list_length && names->n == 0; i++)
        if (!c->quick || bench_list[i].is_quick)
            outcomes[(*n)++].which = &bench_list[i];
    return true;
}

/* The verdicts; true where all passed. */
static bool run_cases(const struct bench_command *c, const struct text_list *names, struct error *error)
{
    char folder[PATH_MAX];
    struct bench bench = {.folder = folder,
                          .quick = c->quick,
                          .only = c->only,
                          .sets = c->sets.items,
                          .n_sets = c->sets.n,
                          .interrupt = interrupt_flag(),
                          .show_progress = isatty(STDERR_FILENO),
                          .has_page = c->report != NULL};
    struct bench_outcome *outcomes = calloc(bench_list_length + names->n, sizeof *outcomes);
    size_t n = 0;
    bool ok = outcomes || error_raise(error, ERROR_NO_MEMORY, "running benchmarks");
    ok =
        ok && find_folder(folder, error) && select_cases(c, names, outcomes, &n, error) && make_report_folder(c, error);
    interrupt_install(NULL, NULL);
    size_t n_rows = 0;
    for (size_t i = 0; i < n && ok; i++) {
        ok = run_case(&bench, &outcomes[i], error);
        n_rows += outcomes[i].outcome.n_rows;
        if (ok && outcomes[i].outcome.n_rows > 0)
            bench_print_case(stdout, &outcomes[i]);
    }
    interrupt_remove();
    if (ok && c->only && n_rows == 0)
        ok = error_raise(error, ERROR_BENCH_NOTHING, c->only);
    bool passed = false;
    if (ok) {
        bench_print_summary(stdout, outcomes, n);
        const struct verdict_count count = bench_count(outcomes, n);
        passed = bench_sum(&count, VERDICT_FAILED) == 0;
        ok = (!c->output || write_json(c->output, outcomes, n, error)) &&
             (!c->report || write_report(c, outcomes, n, error));
    }
    bench_close_systems(&bench);
    for (size_t i = 0; i < n; i++)
        outcome_free(&outcomes[i].outcome);
    free(outcomes);
    return ok && passed;
}

int main(int argc, char **argv)
{
    streams_prepare();
    program_use_plain_numbers();
    struct bench_command c = {0};
    struct text_list names = {0};
    struct error error = {0};
    int status = 0;
    const enum options_result result = options_parse(&bench_syntax, argc - 1, argv + 1, &c, &names, &error);
    if (result != OPTIONS_READ) {
        status = command_end_early(result, &bench_syntax, &error);
    } else if (c.list) {
        for (size_t i = 0; i < bench_list_length; i++)
            printf("%-15s %s%s\n", bench_list[i].name, bench_list[i].title,
                   bench_list[i].is_quick ? "" : " (not quick)");
    } else {
        char *command = command_text("bench", NULL, &(struct text_list){(const char **)argv + 1, (size_t)argc - 1});
        c.command = command ? command : "";
        status = run_cases(&c, &names, &error) ? 0 : 1;
        free(command);
        if (error_is_set(&error))
            status = command_report(&error);
    }
    options_free(&bench_syntax, &c, &names);
    return streams_finish(status);
}
