/* A, B, C, D of an FMU or of a coupled system at points of a run, and what its spectrum says. */
#include "linearize/linearize_task.h"
#include "linearize/linearizer.h"
#include "master/files/experiment.h"
#include "master/options/options_messages.h"
#include "master/options/quantity.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define AT(member) offsetof(struct linearize_task, member)

static const struct option result_options[] = {
    {"vary", OPTION_TEXT, "NAME.VARIABLE=a:b:n", "n values of a parameter or start value, each a point of its own",
     AT(vary), NOBODY_ASKS},
    {"method", OPTION_CHOICE, "best|directional|differences",
     "directional derivatives where FMUs have them, else central differences (the default); or one of them throughout",
     AT(method), NOBODY_ASKS},
    {"coordinates", OPTION_CHOICE, "minimal|mcs|rcs|ucs",
     "of a mechanism file: the states of its FMU (the default), or its constrained equations in a minimal set by "
     "projection, in the redundant set with multipliers, in an unconstrained set with penalties",
     AT(coordinates), NOBODY_ASKS},
    {"ucs-alpha", OPTION_POSITIVE, "ALPHA", "penalty factor of ucs; default: 1e6", AT(penalty.alpha), AT(has_penalty)},
    {"ucs-xi", OPTION_POSITIVE, "XI", "its damping ratio; default: 1", AT(penalty.xi), AT(has_penalty)},
    {"ucs-omega", OPTION_POSITIVE, "OMEGA", "its frequency, in rad/s; default: 10", AT(penalty.omega), AT(has_penalty)},
    {"inputs", OPTION_TEXT, "PATTERN", "comma-separated globs: the inputs that matter; default: all", AT(inputs),
     NOBODY_ASKS},
    {"outputs", OPTION_TEXT, "PATTERN", "comma-separated globs: the outputs that matter; default: all", AT(outputs),
     NOBODY_ASKS},
    {"output", OPTION_TEXT, "FILE", "the result: FILE.json, FILE.csv (one file per matrix) or FILE.mat", AT(output),
     NOBODY_ASKS},
    {"csv-safe", OPTION_FLAG, NULL, "an apostrophe before names that a spreadsheet would take for a formula",
     AT(csv_safe), NOBODY_ASKS},
    {"plot", OPTION_TEXT, "FILE", "the spectrum, or the root locus of several points, as FILE.svg, .png, .pdf or .html",
     AT(plot), NOBODY_ASKS},
    {"bode", OPTION_TEXT, "INPUT,OUTPUT", "adds the Bode plot of this pair to the picture, with its margins", AT(bode),
     NOBODY_ASKS},
    {"frequencies", OPTION_TEXT, "a:b", "of the Bode plot, in rad/s; default: around all modes", AT(frequencies),
     NOBODY_ASKS},
    {"part", OPTION_TEXT, "RE:RE,IM:IM",
     "the part of the plane that is drawn, with straight axes: -50:0,-100:100; default: all of it, logarithmic",
     AT(part), NOBODY_ASKS},
    {"quiet", OPTION_FLAG, NULL, "nothing on the terminal", AT(quiet), NOBODY_ASKS},
};

void linearize_begin(void *values)
{
    *(struct linearize_task *)values = (struct linearize_task){.arguments = run_arguments_probing(PROBE_TRAITS),
                                                               .figure = figure_options_default(),
                                                               .penalty = penalty_terms_default()};
}

struct syntax linearize_syntax(struct option_table tables[MOST_TABLES], void *values)
{
    (void)values;
    const size_t base = AT(arguments);
    tables[0] = point_options_table(AT(points));
    tables[1] = (struct option_table){"results:", result_options, sizeof result_options / sizeof *result_options, 0};
    tables[2] = run_arguments_experiment(base);
    tables[3] = run_arguments_step(base);
    tables[4] = run_arguments_scheme(base);
    tables[5] = figure_options_table(AT(figure));
    return (struct syntax){
        .command = "linearize",
        .arguments = "SYSTEM|FMU|MECHANISM.json",
        .about = "Linearizes a system, a single FMU or a mechanism file at points of a run: state space, eigenvalues, "
                 "modes, zeros.",
        .fewest = 1,
        .most = 1,
        .tables = tables,
        .n_tables = 6,
    };
}

/* What is open while one run goes to its points. */
struct session {
    struct run *run;
    struct linearizer *linearizer;
    struct times times;
};

static bool run_points(struct session *s, const struct linearize_task *c, const struct system *system, double varied,
                       struct results *results, struct error *error)
{
    s->run = run_open(system, &c->arguments.run, error);
    if (!s->run || !times_make(&s->times, &c->points, run_start_time(s->run), run_stop_time(s->run), error) ||
        !run_initialize(s->run, error))
        return false;
    s->linearizer = linearizer_open(s->run, (enum probe_method)c->method, error);
    if (!s->linearizer)
        return false;
    for (size_t i = 0; i < s->times.n; i++)
        if (!linearizer_advance(s->linearizer, s->times.t[i], error) || !linearizer_run(s->linearizer, error) ||
            !results_add(results, linearizer_coupled(s->linearizer), c->inputs, c->outputs, varied, error) ||
            !results_remark(results, s->run, system, error))
            return false;
    return true;
}

static void end_session(struct session *s)
{
    linearizer_close(s->linearizer);
    run_close(s->run);
    times_free(&s->times);
    *s = (struct session){0};
}

static bool run_all(const struct linearize_task *c, const struct system *system, const struct variation *v,
                    struct results *results, struct error *error)
{
    for (size_t i = 0; i < v->n; i++) {
        const double value = variation_value(v, i);
        struct session s = {0};
        const bool is_set =
            !v->name || starts_set_value(c->arguments.starts, v->name, TEXT("%.17g", value), "--vary", error);
        const bool ok = is_set && run_points(&s, c, system, value, results, error);
        end_session(&s);
        if (is_set && !ok && v->name)
            error_prefix(error, TEXT("with %.120s = %.9g: ", v->name, value));
        if (!ok)
            return false;
    }
    return results_choose_pair(results, c->bode, error);
}

static bool read_view(struct linearize_task *c, struct error *error)
{
    struct results_view *v = &c->view;
    const char *end = c->frequencies ? range_parse(c->frequencies, &v->from, &v->to) : "";
    if (!end || *end || (c->frequencies && !(v->from > 0)))
        return error_raise(error, ERROR_OPTION_VALUE, "frequencies", c->frequencies, "a range like 0.1:100");
    v->is_chosen = c->part != NULL;
    if (!c->part)
        return true;
    end = range_parse(c->part, &v->left, &v->right);
    end = end && *end == ',' ? range_parse(end + 1, &v->down, &v->up) : NULL;
    if (!end || *end)
        return error_raise(error, ERROR_OPTION_VALUE, "part", c->part, "two ranges like -50:0,-100:100");
    return true;
}

bool linearize_check(void *values, const char *path, struct error *error)
{
    (void)path;
    struct linearize_task *c = values;
    if (c->bode && !c->plot)
        return error_raise(error, ERROR_OPTION_NEEDS, "bode", "plot");
    if (c->frequencies && !c->bode)
        return error_raise(error, ERROR_OPTION_NEEDS, "frequencies", "bode");
    if (c->part && !c->plot)
        return error_raise(error, ERROR_OPTION_NEEDS, "part", "plot");
    if (c->has_penalty && c->coordinates != COORDINATES_UCS)
        return error_raise(error, ERROR_OPTION_NEEDS, "ucs-alpha, --ucs-xi and --ucs-omega", "coordinates ucs");
    if (!figure_options_need_plot(&c->figure, c->plot, error) || !read_view(c, error))
        return false;
    return (!c->output || results_check_path(c->output, error)) &&
           (!c->plot || figure_options_check(&c->figure, c->plot, "plot", error)) &&
           point_options_check(&c->points, error) && run_arguments_finish(&c->arguments, error);
}

bool linearize_tell(const struct linearize_task *c, const struct results *results, FILE *report, struct error *error)
{
    if (report && !c->quiet)
        results_print(report, results);
    return (!c->output || results_write(c->output, results, error)) &&
           (!c->plot || results_plot(c->plot, results, &c->view, &c->figure, error));
}

bool linearize_run(struct linearize_task *c, const char *path, FILE *report, struct error *error)
{
    struct variation variation;
    struct experiment experiment = {0};
    bool ok = variation_read(&variation, c->vary, error) && experiment_open(&experiment, &c->arguments, path, error);
    struct results results = {.variation = &variation,
                              .title = ok ? experiment.system->name : NULL,
                              .system = experiment.system,
                              .csv_safe = c->csv_safe};
    ok = ok && run_all(c, experiment.system, &variation, &results, error) && linearize_tell(c, &results, report, error);
    results_free(&results);
    experiment_close(&experiment);
    variation_free(&variation);
    return ok;
}

void linearize_end(void *values)
{
    run_arguments_free(&((struct linearize_task *)values)->arguments);
}
