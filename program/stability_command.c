/* paso stability: the largest macro step that coupling schemes will stand, before a run. */
#include "program/command.h"
#include "linearize/findings.h"
#include "master/files/input_file.h"
#include "master/files/picture.h"
#include "master/options/quantity.h"
#include "master/options/run_arguments.h"
#include "master/options/options_messages.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

struct stability_command {
    struct run_arguments arguments;
    struct point_options points;
    struct scheme_words words;
    const char *range, *output, *plot;
    int subsystem, method;
    long n_scan;
    bool quiet;
};

#define AT(member) offsetof(struct stability_command, member)

static const struct option scheme_options[] = {
    {"macro-step", OPTION_TEXT, "a:b", "the range of macro steps; the run to the points is made with a", AT(range),
     NOBODY_ASKS},
    {"scheme", OPTION_TEXT, "LIST", "jacobi, gauss-seidel; as in the other lists, every combination is looked at",
     AT(words.schemes), NOBODY_ASKS},
    {"order", OPTION_TEXT, "A/B,B/A", "gauss-seidel: orders of the components", AT(words.orders), NOBODY_ASKS},
    {"extrapolation", OPTION_TEXT, "LIST", "of inputs over a step: 0, 1, 2", AT(words.extrapolations), NOBODY_ASKS},
    {"slopes", OPTION_TEXT, "LIST", "of extrapolated inputs: auto, exact, past", AT(words.slopes), NOBODY_ASKS},
    {"feedthrough", OPTION_TEXT, "LIST", "refreshed, stale", AT(words.feedthroughs), NOBODY_ASKS},
    {"iterations", OPTION_TEXT, "LIST", "passes over every macro step", AT(words.iterations), NOBODY_ASKS},
    {"rate", OPTION_LIST, "NAME=K", "component NAME takes K steps in every macro step; may be repeated",
     AT(arguments.rates), NOBODY_ASKS},
    {"subsystem", OPTION_CHOICE, "best|own|exact",
     "a component steps as its own solver does, or exactly; default: own where its states can be set between steps",
     AT(subsystem), NOBODY_ASKS},
    {"method", OPTION_CHOICE, "best|directional|differences", "of linearization, as in paso linearize", AT(method),
     NOBODY_ASKS},
    {"scan", OPTION_COUNT, "N", "macro steps that are looked at, geometrically spaced; default 200", AT(n_scan),
     NOBODY_ASKS},
};

static const struct option result_options[] = {
    {"output", OPTION_TEXT, "FILE", "the limits: FILE.json or FILE.csv", AT(output), NOBODY_ASKS},
    {"plot", OPTION_TEXT, "FILE", "growth over macro step, all schemes, as FILE.svg or FILE.png", AT(plot),
     NOBODY_ASKS},
    {"quiet", OPTION_FLAG, NULL, "nothing on the terminal", AT(quiet), NOBODY_ASKS},
};

enum { N_TABLES = 4 };

static struct syntax make_syntax(struct option_table tables[N_TABLES])
{
    tables[0] = point_options_table(AT(points));
    tables[1] = (struct option_table){"coupling:", scheme_options, sizeof scheme_options / sizeof *scheme_options, 0};
    tables[2] = run_arguments_experiment(AT(arguments));
    tables[3] = (struct option_table){"results:", result_options, sizeof result_options / sizeof *result_options, 0};
    return (struct syntax){
        .command = "stability",
        .arguments = "SYSTEM",
        .about = "Predicts, without running it, the largest macro step for which a coupling scheme is stable.",
        .fewest = 1,
        .most = 1,
        .tables = tables,
        .n_tables = N_TABLES,
    };
}

/* "a:b", or the default. */
static bool read_range(const char *text, double *from, double *to, struct error *error)
{
    *from = 1e-4;
    *to = 0.1;
    if (!text)
        return true;
    const char *colon = strchr(text, ':');
    char *first = colon ? strndup(text, (size_t)(colon - text)) : NULL;
    const bool ok = first && duration_parse(first, from) && duration_parse(colon + 1, to) && *from > 0 && *to > *from;
    free(first);
    return ok || error_raise(error, ERROR_OPTION_VALUE, "macro-step", text, "a range like 1ms:50ms");
}

static bool check(struct stability_command *c, struct findings *f, struct error *error)
{
    return (!c->output || findings_check_path(c->output, error)) && (!c->plot || picture_check_path(c->plot, error)) &&
           point_options_check(&c->points, error) && read_range(c->range, &f->from, &f->to, error) &&
           run_arguments_finish(&c->arguments, error);
}

static bool look(struct stability *s, const struct stability_command *c, struct findings *f, struct error *error)
{
    struct limit_options options = limit_options_default();
    options.from = f->from;
    options.to = f->to;
    options.n_scan = c->n_scan ? (size_t)c->n_scan : options.n_scan;
    if (!times_make(&f->times, &c->points, stability_start_time(s), stability_stop_time(s), error))
        return false;
    f->limits = calloc(f->times.n * f->schemes.n + 1, sizeof *f->limits);
    if (!f->limits)
        return error_raise(error, ERROR_NO_MEMORY, "preparing the stability analysis");
    for (size_t t = 0; t < f->times.n; t++) {
        if (!stability_advance(s, f->times.t[t], error))
            return false;
        for (size_t k = 0; k < f->schemes.n; k++)
            if (!stability_find_limit(s, k, &options, &f->limits[t * f->schemes.n + k], error))
                return false;
    }
    return true;
}

static bool tell(const struct stability *s, const struct stability_command *c, struct findings *f, struct error *error)
{
    bool *own = calloc(f->system->n_components + 1, sizeof *own);
    f->orders = calloc(f->schemes.n + 1, sizeof *f->orders);
    bool ok = own && f->orders;
    if (!ok)
        error_raise(error, ERROR_NO_MEMORY, "writing results");
    for (size_t k = 0; ok && k < f->system->n_components; k++)
        own[k] = stability_is_own(s, k);
    for (size_t k = 0; ok && k < f->schemes.n; k++)
        f->orders[k] = scheme_has_order(&f->schemes.options[k]) ? stability_order(s, k) : NULL;
    f->own = own;
    if (ok && !c->quiet)
        findings_print(stdout, f);
    ok = ok && (!c->output || findings_write(c->output, f, error)) && (!c->plot || findings_plot(c->plot, f, error));
    free(own);
    free(f->orders);
    return ok;
}

static bool analyse(struct stability_command *c, struct findings *f, struct error *error)
{
    struct stability *s = NULL;
    bool ok = scheme_choices_make(&f->schemes, &c->words, &c->arguments.run, error);
    if (ok) {
        struct stability_options options = {
            .run = f->schemes.options[0],
            .schemes = f->schemes.options,
            .n_schemes = f->schemes.n,
            .subsystem = (enum subsystem)c->subsystem,
            .method = (enum probe_method)c->method,
            .largest_step = f->to,
        };
        options.run.macro_step = f->from;
        s = stability_open(f->system, &options, error);
    }
    ok = s && look(s, c, f, error) && tell(s, c, f, error);
    for (size_t i = 0; f->limits && i < f->times.n * f->schemes.n; i++)
        limit_free(&f->limits[i]);
    free(f->limits);
    times_free(&f->times);
    stability_close(s);
    scheme_choices_free(&f->schemes);
    return ok;
}

static bool execute(struct stability_command *c, struct findings *f, const char *path, struct error *error)
{
    struct system *system = run_arguments_open_system(&c->arguments, path, error);
    struct input_file *input = NULL;
    bool ok = system != NULL;
    if (ok && c->arguments.input) {
        input = input_file_open(c->arguments.input, system, error);
        ok = input != NULL;
        c->arguments.run.input = ok ? input_file_source(input) : NULL;
    }
    f->system = system;
    ok = ok && analyse(c, f, error);
    input_file_close(input);
    system_close(system);
    return ok;
}

static int stability_main(int argc, char **argv)
{
    struct option_table tables[N_TABLES];
    const struct syntax syntax = make_syntax(tables);
    struct stability_command c = {.arguments = run_arguments_default()};
    struct findings findings = {0};
    struct text_list arguments = {0};
    struct error error = {0};
    int status = 0;
    const enum options_result result = options_parse(&syntax, argc, argv, &c, &arguments, &error);
    if (result != OPTIONS_READ)
        status = command_end_early(result, &syntax, &error);
    else if (!check(&c, &findings, &error) || !execute(&c, &findings, arguments.items[0], &error))
        status = command_report(&error);
    run_arguments_free(&c.arguments);
    options_free(&syntax, &c, &arguments);
    return status;
}

static void stability_help(FILE *file)
{
    struct option_table tables[N_TABLES];
    const struct syntax syntax = make_syntax(tables);
    options_print_help(file, &syntax);
}

const struct command command_stability = {"stability", "the largest macro step that schemes will stand", stability_main,
                                          stability_help};
