/* A system of a mechanism and circuits as one set of equations. */
#include "export/export_task.h"

#include "export/export_messages.h"
#include "export/monolithic_inputs.h"
#include "export/monolithic_record.h"
#include "export/plant.h"
#include "master/base/seconds.h"
#include "master/options/command_text.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

struct monolithic_task {
    int method, tangent;
    double step, stop_time, tolerance, penalty;
    const char *input, *output, *record, *summary;
    struct text_list changes;
    long every;
    bool quiet;
};

#define AT(member) offsetof(struct monolithic_task, member)

static const struct option options[] = {
    {"method", OPTION_CHOICE, "double-step|penalty|cvode",
     "the papers' trapezoidal rule in independent coordinates (the default) or in all coordinates with an augmented "
     "Lagrangian; or with error control",
     AT(method), NOBODY_ASKS},
    {"tangent", OPTION_CHOICE, "exact|differences",
     "Newton's matrix: exact (the default), or the papers' forward differences", AT(tangent), NOBODY_ASKS},
    {"step", OPTION_DURATION, "H", "time step, with error control that of the result; default: 1ms", AT(step),
     NOBODY_ASKS},
    {"stop-time", OPTION_DURATION, "T", "default: the system's", AT(stop_time), NOBODY_ASKS},
    {"tolerance", OPTION_POSITIVE, "R", "relative tolerance of the error control; default: 1e-10", AT(tolerance),
     NOBODY_ASKS},
    {"penalty", OPTION_POSITIVE, "ALPHA", "penalty factor; default: 1e11", AT(penalty), NOBODY_ASKS},
    {"set", OPTION_LIST, "PATH=VALUE",
     "changes the documents before: hydraulics.cylinders.cylinder.friction.type=LuGre", AT(changes), NOBODY_ASKS},
    {"input", OPTION_TEXT, "FILE.csv",
     "values of inputs over time, with --method cvode: the first column is time, the others are named like inputs of "
     "the system or of a component where nothing drives them",
     AT(input), NOBODY_ASKS},
};

static const struct option result_options[] = {
    {"output", OPTION_TEXT, "FILE.csv", "time, iterations, energy, work, drift and variables over the steps",
     AT(output), NOBODY_ASKS},
    {"every", OPTION_COUNT, "N", "only every N-th step", AT(every), NOBODY_ASKS},
    {"record", OPTION_TEXT, "PATTERN", "comma-separated globs over NAME.VARIABLE; default: states and outputs",
     AT(record), NOBODY_ASKS},
    {"summary", OPTION_TEXT, "FILE.json", "iterations, work, energies, drift and constraint violation", AT(summary),
     NOBODY_ASKS},
    {"quiet", OPTION_FLAG, NULL, "nothing on the terminal", AT(quiet), NOBODY_ASKS},
};

static const struct option_table tables[] = {
    {"options:", options, sizeof options / sizeof *options, 0},
    {"results:", result_options, sizeof result_options / sizeof *result_options, 0}};

static const struct syntax syntax = {
    .command = "monolithic",
    .arguments = "SYSTEM.json",
    .about = "Solves a mechanism and the circuits that drive it as one set of equations: the reference of every "
             "co-simulation of them.",
    .fewest = 1,
    .most = 1,
    .tables = tables,
    .n_tables = sizeof tables / sizeof *tables,
};

static void print_summary(FILE *file, const struct monolithic_task *c, const char *name,
                          const struct monolithic_summary *s, double stop, double cpu_s)
{
    fprintf(file, "%s: done at t = %.10g s after %ld steps; CPU %.3g s\n", name, stop, s->steps, cpu_s);
    if (c->method != MONOLITHIC_CVODE)
        fprintf(file, "  iterations: %.4g per step, at most %d\n", (double)s->iterations / (double)s->steps,
                s->most_iterations);
    fprintf(file, "  work of the actuators %.6g J, energy %.6g J, drift at most %.3g J\n", s->work_trapezoidal,
            s->energy, s->drift_trapezoidal);
    if (c->method != MONOLITHIC_CVODE) /* as the papers sum it up */
        fprintf(file, "  work by rectangles between %.6g and %.6g J, drift at most %.3g J\n", s->least_work,
                s->most_work, s->drift_rectangle);
    fprintf(file, "  loops violated by at most %.3g m\n", s->worst_residual);
}

/* A run as it goes: what it is made of, and what it has warned of. */
struct work {
    struct monolithic *monolithic;
    struct monolithic_inputs *inputs;
    struct monolithic_record *record; /* NULL: none */
    struct warning_list warnings;
};

/* Warns of what results presume and what no longer holds. */
static void tell(struct work *w, const char *path)
{
    struct model_report report;
    for (double t; monolithic_tell(w->monolithic, &t, &report);) {
        char text[ERROR_TEXT_SIZE];
        snprintf(text, sizeof text, "%s: %s; first at t = %.10g s", path, report.text, t);
        warning_list_add(&w->warnings, text);
        error_warn(WARNING_MONOLITHIC, text);
    }
}

/* Steps to the stop time; time is k h, never summed up. */
static bool run_steps(const struct monolithic_task *c, struct work *w, const char *path, double stop,
                      struct error *error)
{
    struct monolithic_inputs *inputs = w->inputs;
    struct monolithic_record *record = w->record;
    struct model_report report = {""};
    const long n = (long)fmax(1, ceil(stop / c->step - 1e-9));
    tell(w, path);
    if (record && !monolithic_record_row(record, 0, error))
        return false;
    for (long k = 0; k < n; k++) {
        const double t = (double)k * c->step, end = k + 1 < n ? (double)(k + 1) * c->step : stop;
        double reached;
        if (!monolithic_inputs_follow(inputs, t, end, &reached, &report))
            return error_raise(
                error, ERROR_MONOLITHIC_STEP, path, TEXT("%.9g", reached), report.text,
                c->method == MONOLITHIC_CVODE ? "" : "; where the motion is abrupt, a shorter --step may pass");
        tell(w, path);
        const bool is_last = k + 1 == n;
        if (record && ((k + 1) % c->every == 0 || is_last) && !monolithic_record_row(record, end, error))
            return false;
    }
    return !record || monolithic_record_finish(record, error);
}

static bool solve(const struct monolithic_task *c, const struct plant *p, const char *path, const char *command,
                  FILE *report, struct error *error)
{
    struct monolithic_options chosen = monolithic_default();
    chosen.method = (enum monolithic_method)c->method;
    chosen.newton.tangent = (enum newton_trapezoid_tangent)c->tangent;
    chosen.alpha = c->penalty;
    chosen.tolerance = c->tolerance;
    struct model_report why = {""};
    const double begin = clock_seconds(CLOCK_PROCESS_CPUTIME_ID),
                 stop = c->stop_time > 0 ? c->stop_time : p->assembly.stop_time;
    struct work w = {.monolithic = monolithic_open(&p->system, &chosen, &why)};
    w.inputs = w.monolithic ? monolithic_inputs_open(c->input, p, w.monolithic, error) : NULL;
    if (!w.inputs || !monolithic_start(w.monolithic, &why)) {
        monolithic_inputs_close(w.inputs);
        monolithic_close(w.monolithic);
        return error_is_set(error) ? false : error_raise(error, ERROR_MONOLITHIC_SETUP, path, why.text);
    }
    w.record = c->output ? monolithic_record_open(c->output, w.monolithic, c->record, command, error) : NULL;
    bool good = (w.record || !c->output) && run_steps(c, &w, path, stop, error);
    monolithic_record_close(w.record);
    const struct monolithic_summary summary = monolithic_summary(w.monolithic);
    const double cpu_s = clock_seconds(CLOCK_PROCESS_CPUTIME_ID) - begin;
    if (good && c->summary)
        good = monolithic_summary_write(c->summary, &summary, &w.warnings, stop, cpu_s, error);
    if (good && report && !c->quiet)
        print_summary(report, c, p->assembly.name, &summary, stop, cpu_s);
    warning_list_free(&w.warnings);
    monolithic_inputs_close(w.inputs);
    monolithic_close(w.monolithic);
    return good;
}

static bool perform(void *values, const char *path, const struct text_list *words, const struct task_outlet *outlet,
                    struct error *error)
{
    const struct monolithic_task *c = values;
    if (c->input && c->method != MONOLITHIC_CVODE)
        return error_raise(error, ERROR_MONOLITHIC_METHOD, c->method == MONOLITHIC_PENALTY ? "penalty" : "double-step");
    struct plant p;
    char *command = command_text(syntax.command, path, words);
    if (!command)
        return error_raise(error, ERROR_NO_MEMORY, "preparing a run");
    const bool is_open = plant_open(&p, path, c->changes.items, c->changes.n, error);
    const bool good = is_open && solve(c, &p, path, command, outlet->report, error);
    if (is_open)
        plant_close(&p);
    free(command);
    return good;
}

static void begin(void *values)
{
    const struct monolithic_options usual = monolithic_default();
    *(struct monolithic_task *)values =
        (struct monolithic_task){.step = 1e-3, .every = 1, .tolerance = usual.tolerance, .penalty = usual.alpha};
}

const struct task task_monolithic = {.name = "monolithic",
                                     .summary = "a mechanism and its circuits as one set of equations",
                                     .size = sizeof(struct monolithic_task),
                                     .begin = begin,
                                     .syntax = &syntax,
                                     .perform = perform};
