/* paso linearize: A, B, C, D of an FMU or of a coupled system at points of a run, and what its spectrum says. */
#include "program/command.h"
#include "master/files/input_file.h"
#include "linearize/linearizer.h"
#include "master/files/picture.h"
#include "linearize/results.h"
#include "master/options/run_arguments.h"
#include "master/files/files_messages.h"
#include "program/program_messages.h"
#include "master/options/options_messages.h"

#include <stdlib.h>
#include <string.h>

struct linearize_command {
    struct run_arguments arguments;
    struct point_options points;
    const char *vary, *output, *plot, *bode, *inputs, *outputs;
    int method;
    bool quiet;
};

#define AT(member) offsetof(struct linearize_command, member)

static const struct option result_options[] = {
    {"vary", OPTION_TEXT, "NAME.VARIABLE=a:b:n", "n values of a parameter or start value, each a point of its own",
     AT(vary), NOBODY_ASKS},
    {"method", OPTION_CHOICE, "best|directional|differences",
     "directional derivatives where FMUs have them, else central differences (the default); or one of them throughout",
     AT(method), NOBODY_ASKS},
    {"inputs", OPTION_TEXT, "PATTERN", "comma-separated globs: the inputs that matter; default: all", AT(inputs),
     NOBODY_ASKS},
    {"outputs", OPTION_TEXT, "PATTERN", "comma-separated globs: the outputs that matter; default: all", AT(outputs),
     NOBODY_ASKS},
    {"output", OPTION_TEXT, "FILE", "the result: FILE.json, FILE.csv (one file per matrix) or FILE.mat", AT(output),
     NOBODY_ASKS},
    {"plot", OPTION_TEXT, "FILE", "the spectrum, or the root locus of several points, as FILE.svg or FILE.png",
     AT(plot), NOBODY_ASKS},
    {"bode", OPTION_TEXT, "INPUT,OUTPUT", "adds the Bode plot of this pair to the picture", AT(bode), NOBODY_ASKS},
    {"quiet", OPTION_FLAG, NULL, "nothing on the terminal", AT(quiet), NOBODY_ASKS},
};

enum { N_TABLES = 5 };

static struct syntax make_syntax(struct option_table tables[N_TABLES])
{
    const size_t base = AT(arguments);
    tables[0] = point_options_table(AT(points));
    tables[1] = (struct option_table){"results:", result_options, sizeof result_options / sizeof *result_options, 0};
    tables[2] = run_arguments_experiment(base);
    tables[3] = run_arguments_step(base);
    tables[4] = run_arguments_scheme(base);
    return (struct syntax){
        .command = "linearize",
        .arguments = "SYSTEM|FMU",
        .about = "Linearizes a system or a single FMU at points of a run: state space, eigenvalues, modes, zeros.",
        .fewest = 1,
        .most = 1,
        .tables = tables,
        .n_tables = N_TABLES,
    };
}

/* What is open while one run goes to its points. */
struct session {
    struct run *run;
    struct linearizer *linearizer;
    struct times times;
};

static bool go_to(struct session *s, double t, struct error *error)
{
    if (!run_advance(s->run, t, error))
        return false;
    return run_time(s->run) >= t ||
           error_raise(error, ERROR_LINEARIZE_RUN_ENDED, run_status_name(run_summary(s->run).status),
                       TEXT("%.9g", run_time(s->run)), TEXT("%.9g", t));
}

static bool run_points(struct session *s, const struct linearize_command *c, const struct system *system, double varied,
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
        if (!go_to(s, s->times.t[i], error) || !linearizer_run(s->linearizer, error) ||
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

static bool set_value(struct system *system, const struct variation *v, double value, struct error *error)
{
    return system_set_value(system, v->name, TEXT("%.17g", value), "--vary", error);
}

static bool run_all(const struct linearize_command *c, struct system *system, const struct variation *v,
                    struct results *results, struct error *error)
{
    for (size_t i = 0; i < v->n; i++) {
        const double value = variation_value(v, i);
        struct session s = {0};
        const bool is_set = !v->name || set_value(system, v, value, error);
        const bool ok = is_set && run_points(&s, c, system, value, results, error);
        end_session(&s);
        if (is_set && !ok && v->name)
            error_prefix(error, TEXT("with %.120s = %.9g: ", v->name, value));
        if (!ok)
            return false;
    }
    return results_choose_pair(results, c->bode, error);
}

static bool check(struct linearize_command *c, struct error *error)
{
    if (c->bode && !c->plot)
        return error_raise(error, ERROR_OPTION_NEEDS, "bode", "plot");
    return (!c->output || results_check_path(c->output, error)) && (!c->plot || picture_check_path(c->plot, error)) &&
           point_options_check(&c->points, error) && run_arguments_finish(&c->arguments, error);
}

static bool execute(struct linearize_command *c, const char *path, struct error *error)
{
    struct variation variation;
    struct results results = {.variation = &variation};
    struct input_file *input = NULL;
    bool ok = variation_read(&variation, c->vary, error);
    struct system *system = ok ? run_arguments_open_system(&c->arguments, path, error) : NULL;
    ok = system != NULL;
    if (ok && c->arguments.input) {
        input = input_file_open(c->arguments.input, system, error);
        ok = input != NULL;
        c->arguments.run.input = ok ? input_file_source(input) : NULL;
    }
    if (ok)
        results.title = system->name;
    ok = ok && run_all(c, system, &variation, &results, error);
    if (ok && !c->quiet)
        results_print(stdout, &results);
    ok = ok && (!c->output || results_write(c->output, &results, error)) &&
         (!c->plot || results_plot(c->plot, &results, error));
    results_free(&results);
    input_file_close(input);
    system_close(system);
    variation_free(&variation);
    return ok;
}

static int linearize_main(int argc, char **argv)
{
    struct option_table tables[N_TABLES];
    const struct syntax syntax = make_syntax(tables);
    struct linearize_command c = {.arguments = run_arguments_default()};
    struct text_list arguments = {0};
    struct error error = {0};
    int status = 0;
    const enum options_result result = options_parse(&syntax, argc, argv, &c, &arguments, &error);
    if (result != OPTIONS_READ)
        status = command_end_early(result, &syntax, &error);
    else if (!check(&c, &error) || !execute(&c, arguments.items[0], &error))
        status = command_report(&error);
    run_arguments_free(&c.arguments);
    options_free(&syntax, &c, &arguments);
    return status;
}

static void linearize_help(FILE *file)
{
    struct option_table tables[N_TABLES];
    const struct syntax syntax = make_syntax(tables);
    options_print_help(file, &syntax);
}

const struct command command_linearize = {"linearize", "state space and spectrum of a system or FMU", linearize_main,
                                          linearize_help};
