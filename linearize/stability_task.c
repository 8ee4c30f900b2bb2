/* The largest macro step that coupling schemes will stand, before a run. */
#include "linearize/findings.h"
#include "linearize/linearize_task.h"
#include "master/files/experiment.h"
#include "master/options/options_messages.h"
#include "master/options/quantity.h"

#include <stdlib.h>
#include <string.h>

struct stability_task {
    struct run_arguments arguments;
    struct point_options points;
    struct scheme_words words;
    struct figure_options figure;
    const char *range, *output, *plot;
    double from, to; /* the range */
    int subsystem, method;
    long n_scan;
    bool quiet, csv_safe;
};

#define AT(member) offsetof(struct stability_task, member)

static const struct option scheme_options[] = {
    {"macro-step", OPTION_TEXT, "a:b", "the range of macro steps; the run to the points is made with a", AT(range),
     NOBODY_ASKS},
    {"scheme", OPTION_TEXT, "LIST", "jacobi, gauss-seidel; as in the other lists, every combination is looked at",
     AT(words.schemes), NOBODY_ASKS},
    {"order", OPTION_TEXT, "A/B,B/A", "gauss-seidel: orders of the components", AT(words.orders), NOBODY_ASKS},
    {"extrapolation", OPTION_TEXT, "LIST", "of inputs over a step: 0, 1, 2, model, waveform", AT(words.extrapolations),
     NOBODY_ASKS},
    {"micro-step", OPTION_LIST, "D|NAME=D",
     "extrapolation model and waveform: the steps in which components listen; may be repeated",
     AT(arguments.micro_steps), NOBODY_ASKS},
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
    {"csv-safe", OPTION_FLAG, NULL, "an apostrophe before texts that a spreadsheet would take for a formula",
     AT(csv_safe), NOBODY_ASKS},
    {"plot", OPTION_TEXT, "FILE", "growth over macro step, all schemes, as FILE.svg, .png, .pdf or .html", AT(plot),
     NOBODY_ASKS},
    {"quiet", OPTION_FLAG, NULL, "nothing on the terminal", AT(quiet), NOBODY_ASKS},
};

static void begin(void *values)
{
    *(struct stability_task *)values = (struct stability_task){
        .arguments = run_arguments_probing(PROBE_TRAITS | PROBE_SETTABLE), .figure = figure_options_default()};
}

static struct syntax make_syntax(struct option_table tables[MOST_TABLES], void *values)
{
    (void)values;
    tables[0] = point_options_table(AT(points));
    tables[1] = (struct option_table){"coupling:", scheme_options, sizeof scheme_options / sizeof *scheme_options, 0};
    tables[2] = run_arguments_experiment(AT(arguments));
    tables[3] = (struct option_table){"results:", result_options, sizeof result_options / sizeof *result_options, 0};
    tables[4] = figure_options_table(AT(figure));
    return (struct syntax){
        .command = "stability",
        .arguments = "SYSTEM",
        .about = "Predicts, without running it, the largest macro step for which a coupling scheme is stable.",
        .fewest = 1,
        .most = 1,
        .tables = tables,
        .n_tables = 5,
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

static bool check(void *values, const char *path, struct error *error)
{
    (void)path;
    struct stability_task *c = values;
    return figure_options_need_plot(&c->figure, c->plot, error) &&
           (!c->output || findings_check_path(c->output, error)) &&
           (!c->plot || figure_options_check(&c->figure, c->plot, "plot", error)) &&
           point_options_check(&c->points, error) && read_range(c->range, &c->from, &c->to, error) &&
           run_arguments_finish(&c->arguments, error);
}

static bool look(struct stability *s, const struct stability_task *c, struct findings *f, struct error *error)
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
    f->pilots = calloc(f->schemes.n + 1, sizeof *f->pilots);
    if (!f->pilots)
        return error_raise(error, ERROR_NO_MEMORY, "preparing the stability analysis");
    for (size_t k = 0; k < f->schemes.n; k++)
        if (scheme_listens(&f->schemes.options[k])) {
            struct run_options scheme = f->schemes.options[k];
            scheme.order = scheme_has_order(&scheme) ? stability_order(s, k) : NULL;
            pilot_find(&f->pilots[k], f->system, &scheme, f->from, f->to);
        }
    return true;
}

static bool tell(const struct stability *s, const struct stability_task *c, struct findings *f, FILE *report,
                 struct error *error)
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
    f->csv_safe = c->csv_safe;
    if (ok && report && !c->quiet)
        findings_print(report, f);
    ok = ok && (!c->output || findings_write(c->output, f, error)) &&
         (!c->plot || findings_plot(c->plot, f, &c->figure, error));
    free(own);
    free(f->orders);
    return ok;
}

static bool analyse(const struct stability_task *c, struct findings *f, FILE *report, struct error *error)
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
    ok = s && look(s, c, f, error) && tell(s, c, f, report, error);
    for (size_t i = 0; f->limits && i < f->times.n * f->schemes.n; i++)
        limit_free(&f->limits[i]);
    free(f->limits);
    free(f->pilots);
    times_free(&f->times);
    stability_close(s);
    scheme_choices_free(&f->schemes);
    return ok;
}

static bool perform(void *values, const char *path, const struct text_list *words, const struct task_outlet *outlet,
                    struct error *error)
{
    (void)words;
    struct stability_task *c = values;
    struct experiment experiment;
    bool ok = experiment_open(&experiment, &c->arguments, path, error);
    struct findings findings = {.system = experiment.system, .from = c->from, .to = c->to};
    ok = ok && analyse(c, &findings, outlet->report, error);
    experiment_close(&experiment);
    return ok;
}

static void end(void *values)
{
    run_arguments_free(&((struct stability_task *)values)->arguments);
}

const struct task task_stability = {.name = "stability",
                                    .summary = "the largest macro step that schemes will stand",
                                    .size = sizeof(struct stability_task),
                                    .begin = begin,
                                    .make_syntax = make_syntax,
                                    .check = check,
                                    .perform = perform,
                                    .end = end};
