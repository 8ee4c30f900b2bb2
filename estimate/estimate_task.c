/* States of a machine from a few sensors and a model. */
#include "estimate/estimate_task.h"

#include "estimate/estimate_messages.h"
#include "estimate/estimate_notes.h"
#include "estimate/estimate_write.h"
#include "estimate/observer.h"
#include "estimate/simulate.h"
#include "export/schema_report.h"
#include "linearize/linearize_messages.h"
#include "master/base/printable.h"
#include "master/files/experiment.h"
#include "master/files/named_files.h"
#include "master/files/output.h"
#include "master/options/command_text.h"
#include "master/options/options_messages.h"
#include "master/system/driven.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

struct estimate_task {
    struct run_arguments arguments;
    struct figure_options figure;
    const char *measurements, *filter, *output, *truth, *plot, *observer;
    double at;
    bool has_at, smooth;
    double truth_from;
    bool has_truth_from, simulate, schema, quiet;
    long seed;
    bool has_seed;
};

#define AT(member) offsetof(struct estimate_task, member)

static const struct option options[] = {
    {"filter", OPTION_TEXT, "FILE.json", "sensors, estimated states, noise and initial uncertainty", AT(filter),
     NOBODY_ASKS},
    {"measurements", OPTION_TEXT, "FILE.csv",
     "what was measured: time, then a column for every sensor of the filter; an empty cell is no measurement",
     AT(measurements), NOBODY_ASKS},
    {"output", OPTION_TEXT, "FILE.csv",
     "the estimates with their standard deviations, and the innovations; with --simulate the measurements", AT(output),
     NOBODY_ASKS},
    {"truth", OPTION_TEXT, "FILE.csv",
     "the true states, which the estimates are compared with (a result of paso run); with --simulate they are written "
     "there",
     AT(truth), NOBODY_ASKS},
    {"truth-from", OPTION_TIME, "T", "compares from this time on; default: from the start", AT(truth_from),
     AT(has_truth_from)},
    {"plot", OPTION_TEXT, "FILE.svg|png|pdf|html",
     "draws the states with their 95 % bands and the truth, and the innovations with their bounds", AT(plot),
     NOBODY_ASKS},
    {"simulate", OPTION_FLAG, NULL,
     "makes measurements instead: runs the model, and adds the sensors' noise to what they would see", AT(simulate),
     NOBODY_ASKS},
    {"seed", OPTION_COUNT, "N", "of the noise of --simulate, which is the same on every machine; default 1", AT(seed),
     AT(has_seed)},
    {"smooth", OPTION_FLAG, NULL,
     "goes backward as well, once the filter is through: what all measurements say about every time", AT(smooth),
     NOBODY_ASKS},
    {"export", OPTION_TEXT, "FILE.fmu",
     "an observer with a constant gain as an FMU instead: measurements in, estimates out; linear around a point of the "
     "run",
     AT(observer), NOBODY_ASKS},
    {"at", OPTION_TIME, "T", "of --export: the point, this time of the run; default: its start", AT(at), AT(has_at)},
    {"schema", OPTION_FLAG, NULL, "prints the JSON Schema of filter files instead", AT(schema), NOBODY_ASKS},
    {"quiet", OPTION_FLAG, NULL, "nothing on the terminal", AT(quiet), NOBODY_ASKS},
};

static void begin(void *values)
{
    *(struct estimate_task *)values =
        (struct estimate_task){.arguments = run_arguments_probing(PROBE_TRAITS | PROBE_SETTABLE),
                               .figure = figure_options_default(),
                               .seed = 1};
}

static struct syntax make_syntax(struct option_table tables[MOST_TABLES], void *values)
{
    (void)values;
    const size_t base = AT(arguments);
    tables[0] = (struct option_table){"estimating:", options, sizeof options / sizeof *options, 0};
    tables[1] = figure_options_table(AT(figure));
    tables[2] = run_arguments_experiment(base);
    tables[3] = run_arguments_step(base);
    tables[4] = run_arguments_scheme(base);
    return (struct syntax){
        .command = "estimate",
        .arguments = "SYSTEM|FMU",
        .about = "Estimates the states of a machine from measurements and a model of it: an error-state Kalman filter "
                 "around a system or a single FMU.",
        .fewest = 0,
        .most = 1,
        .tables = tables,
        .n_tables = 5,
    };
}

/* An observer is made of the model and the filter file alone. */
static bool check_export(const struct estimate_task *c, struct error *error)
{
    const char *other = c->simulate         ? "simulate"
                        : c->measurements   ? "measurements"
                        : c->output         ? "output"
                        : c->truth          ? "truth"
                        : c->has_truth_from ? "truth-from"
                        : c->plot           ? "plot"
                        : c->smooth         ? "smooth"
                        : c->has_seed       ? "seed"
                                            : figure_options_given(&c->figure);
    if (other)
        return error_raise(error, ERROR_ESTIMATE_EXPORT_ALONE, other);
    return output_ends_with(c->observer, ".fmu") ||
           error_raise(error, ERROR_OPTION_VALUE, "export", c->observer, "a file name that ends in .fmu");
}

static bool check_files(const struct estimate_task *c, const char *path, struct error *error)
{
    const struct named_file files[] = {{"the system", path},
                                       {"--filter", c->filter},
                                       {"--input", c->arguments.input},
                                       {"--measurements", c->measurements},
                                       {"--truth", c->simulate ? NULL : c->truth},
                                       {"--output", c->output},
                                       {"--truth", c->simulate ? c->truth : NULL},
                                       {"--plot", c->plot},
                                       {"--export", c->observer}};
    return named_files_check(files, sizeof files / sizeof *files, 5, error);
}

static bool check(void *values, const char *path, struct error *error)
{
    struct estimate_task *c = values;
    if (c->schema)
        return true;
    if (!c->filter)
        return error_raise(error, ERROR_OPTION_ARGUMENT_MISSING, "estimate", "--filter FILE.json");
    if (c->observer)
        return check_export(c, error) && check_files(c, path, error) && run_arguments_finish(&c->arguments, error);
    if (c->has_at)
        return error_raise(error, ERROR_OPTION_NEEDS, "at", "export");
    if (c->simulate && c->smooth)
        return error_raise(error, ERROR_OPTION_NEEDS, "smooth", "measurements");
    if (c->simulate && c->measurements)
        return error_raise(error, ERROR_ESTIMATE_EITHER, "simulate", "measurements");
    if (c->simulate && !c->output)
        return error_raise(error, ERROR_OPTION_NEEDS, "simulate", "output");
    if (!c->simulate && !c->measurements)
        return error_raise(error, ERROR_OPTION_ARGUMENT_MISSING, "estimate", "--measurements FILE.csv");
    if (c->simulate && c->plot)
        return error_raise(error, ERROR_OPTION_NEEDS, "plot", "measurements");
    if (c->has_seed && !c->simulate)
        return error_raise(error, ERROR_OPTION_NEEDS, "seed", "simulate");
    if (c->has_truth_from && (c->simulate || !c->truth))
        return error_raise(error, ERROR_OPTION_NEEDS, "truth-from", "truth");
    return figure_options_need_plot(&c->figure, c->plot, error) && check_files(c, path, error) &&
           (!c->plot || figure_options_check(&c->figure, c->plot, "plot", error)) &&
           run_arguments_finish(&c->arguments, error);
}

/* ---- a run and its machine ---- */

struct session {
    struct experiment experiment;
    struct filter_file filter;
    struct trajectory readings, truth;
    struct sampling sampling;
    struct run *run;
    struct machine machine;
    char *command; /* for the notes beside what is written */
};

static void close_machine(struct session *s)
{
    machine_close(&s->machine);
    run_close(s->run);
    s->run = NULL;
}

static bool open_machine(struct session *s, const struct estimate_task *c, struct error *error)
{
    close_machine(s);
    s->run = run_open(s->experiment.system, &c->arguments.run, error);
    return s->run && run_initialize(s->run, error) && machine_open(&s->machine, s->run, &s->filter, error);
}

static void close_session(struct session *s)
{
    close_machine(s);
    sampling_close(&s->sampling);
    trajectory_free(&s->truth);
    trajectory_free(&s->readings);
    filter_file_close(&s->filter);
    experiment_close(&s->experiment);
    free(s->command);
}

/* A single FMU whose states Co-Simulation does not let us set is integrated here, where it offers that. */
static void choose_interface(struct estimate_task *c, const struct system *system, FILE *report)
{
    if (c->arguments.has_interface || system->n_components != 1)
        return;
    const struct description *d = fmu_description(system->components[0].fmu);
    struct component_options wanted = c->arguments.component;
    wanted.said = &system->components[0].said;
    if (!d->co_simulation.present || !d->model_exchange.present ||
        component_foresee(system->components[0].fmu, &wanted).states_settable)
        return;
    c->arguments.component.interface = INTERFACE_MODEL_EXCHANGE;
    if (report)
        fputs("Model Exchange: in Co-Simulation the states of this FMU cannot be set between steps\n\n", report);
}

/* Rows, and the steps over which the model is linearized once. */
static double step_of(const struct session *s, const struct estimate_task *c)
{
    if (!run_has_control(s->run))
        return run_macro_step(s->run);
    const double asked = c->arguments.run.output_step;
    return asked > 0 ? asked : run_experiment(s->experiment.system, &c->arguments.run).macro_step;
}

/* ---- simulating ---- */

static bool simulate(struct session *s, const struct estimate_task *c, FILE *report, struct error *error)
{
    struct simulated simulated = {0};
    bool good = estimate_notes_try(c->output, error) && estimate_notes_try(c->truth, error) &&
                open_machine(s, c, error) &&
                simulate_make(&simulated, &s->machine, &s->filter, (uint64_t)c->seed, step_of(s, c), error) &&
                run_finish(s->run, error) && simulate_write_measurements(&simulated, c->output, s->command, error) &&
                (!c->truth || simulate_write_truth(&simulated, c->truth, s->command, error));
    if (good && report)
        fprintf(report, "%zu sensors over %g s, seed %ld: %s\n", simulated.m,
                simulated.rows[(simulated.n_rows - 1) * simulated.width] - simulated.rows[0], c->seed,
                PRINTABLE(c->output));
    simulate_free(&simulated);
    return good;
}

/* ---- filtering ---- */

static bool look_at_sensors(struct session *s, const struct estimate_task *c, FILE *report, struct error *error)
{
    struct observability seen = {0};
    bool good = open_machine(s, c, error) && machine_check(&s->machine, error) &&
                sampling_open(&s->sampling, &s->filter, &s->readings, run_start_time(s->run), run_stop_time(s->run),
                              c->filter, error) &&
                observability_make(&seen, &s->machine, &s->filter, &s->sampling, step_of(s, c), error);
    if (good && report)
        estimate_print_seen(&seen, report);
    good = good && observability_check(&seen, error);
    observability_free(&seen);
    return good;
}

static bool tell(const struct session *s, const struct estimate_task *c, const struct estimate *e, FILE *report,
                 struct error *error)
{
    struct truth_error *errors = c->truth ? calloc(e->n + 1, sizeof *errors) : NULL;
    bool good = !c->truth || errors || error_raise(error, ERROR_NO_MEMORY, "comparing with the truth");
    if (good && errors)
        good = truth_compare(e, &s->truth, c->has_truth_from ? c->truth_from : -INFINITY, errors, error);
    if (good && report)
        estimate_print(e, errors, report);
    free(errors);
    return good && (!c->output || estimate_write(e, c->output, s->command, error)) &&
           (!c->plot ||
            estimate_plot(e, c->truth ? &s->truth : NULL, s->experiment.system->name, c->plot, &c->figure, error));
}

static bool read_measurements(struct session *s, const struct estimate_task *c, struct error *error)
{
    const size_t n = s->filter.n_sensors;
    const char **names = malloc((n + 1) * sizeof *names);
    for (size_t i = 0; names && i < n; i++)
        names[i] = s->filter.sensors[i].name;
    const bool good = names ? trajectory_read_only(&s->readings, c->measurements, CSV_MEASURED, names, n, error)
                            : error_raise(error, ERROR_NO_MEMORY, "reading measurements");
    free(names);
    return good;
}

static bool filter(struct session *s, const struct estimate_task *c, FILE *report, struct error *error)
{
    struct estimate e = {0};
    const bool good = estimate_notes_try(c->output, error) && read_measurements(s, c, error) &&
                      (!c->truth || trajectory_read(&s->truth, c->truth, CSV_OF_RESULT, error)) &&
                      look_at_sensors(s, c, report, error) && open_machine(s, c, error) &&
                      estimate_make(&e, &s->machine, &s->filter, &s->sampling, step_of(s, c), c->smooth, error) &&
                      run_finish(s->run, error) && tell(s, c, &e, report, error);
    estimate_free(&e);
    return good;
}

/* ---- an observer ---- */

static bool reach_point(struct session *s, const struct estimate_task *c, struct error *error)
{
    if (!c->has_at)
        return true;
    const double start = run_start_time(s->run), stop = run_stop_time(s->run);
    if (!(c->at >= start && c->at <= stop))
        return error_raise(error, ERROR_LINEARIZE_TIME, TEXT("%.9g", c->at), TEXT("%.9g", start), TEXT("%.9g", stop));
    return c->at == start || linearizer_advance(s->machine.linearizer, c->at, error);
}

static bool make_observer(struct session *s, const struct estimate_task *c, FILE *report, struct error *error)
{
    struct observer observer = {0};
    bool good = open_machine(s, c, error) && reach_point(s, c, error);
    good = good && observer_make(&observer, &s->machine, &s->filter, error) &&
           observer_export(&observer, s->experiment.system->name, c->observer, error);
    if (good && report)
        observer_print(&observer, report);
    observer_free(&observer);
    return good;
}

/* Of the other options only --quiet has something to say. */
static bool print_schema(const char *path, const struct text_list *words, FILE *report, struct error *error)
{
    for (size_t i = 0; !path && i < words->n; i++)
        if (strcmp(words->items[i], "--schema") != 0 && strcmp(words->items[i], "--quiet") != 0)
            return error_raise(error, ERROR_ESTIMATE_SCHEMA_ALONE, words->items[i]);
    return schema_report("estimate", &filter_grammar, path, report, error);
}

static bool perform(void *values, const char *path, const struct text_list *words, const struct task_outlet *outlet,
                    struct error *error)
{
    struct estimate_task *c = values;
    FILE *report = c->quiet ? NULL : outlet->report;
    if (c->schema)
        return print_schema(path, words, report, error);
    if (!path)
        return error_raise(error, ERROR_OPTION_ARGUMENT_MISSING, "estimate", "SYSTEM|FMU");
    struct session s = {.command = command_text("estimate", path, words)};
    c->arguments.run.interrupt = outlet->interrupt;
    bool good = (s.command || error_raise(error, ERROR_NO_MEMORY, "estimating")) &&
                experiment_open(&s.experiment, &c->arguments, path, error) &&
                filter_file_open(&s.filter, c->filter, error);
    if (good) {
        estimate_notes_find_units(&s.filter, s.experiment.system);
        choose_interface(c, s.experiment.system, report);
        if (!c->observer &&
            !s.experiment.system->is_single_fmu) /* there it is the rule; inputs of an observer are its own */
            system_warn_of_open_inputs(s.experiment.system, c->arguments.starts);
        good = c->observer   ? make_observer(&s, c, report, error)
               : c->simulate ? simulate(&s, c, report, error)
                             : filter(&s, c, report, error);
    }
    close_session(&s);
    return good;
}

static void end(void *values)
{
    run_arguments_free(&((struct estimate_task *)values)->arguments);
}

const struct task task_estimate = {.name = "estimate",
                                   .summary = "states of a machine from measurements and a model of it",
                                   .size = sizeof(struct estimate_task),
                                   .begin = begin,
                                   .make_syntax = make_syntax,
                                   .check = check,
                                   .perform = perform,
                                   .end = end,
                                   .looks_at_interruption = true};
