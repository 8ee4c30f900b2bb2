#include "benchmarks/bench/simulation.h"

#include "library/interrupt.h"
#include "master/files/files_messages.h"
#include "master/files/output.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct open_system {
    struct open_system *next;
    char *name;
    struct system *system;
};

static struct system *open_once(struct bench *bench, const char *name, struct error *error)
{
    for (const struct open_system *o = bench->opened; o; o = o->next)
        if (strcmp(o->name, name) == 0)
            return o->system;
    struct open_system *o = calloc(1, sizeof *o);
    char *path = NULL;
    const char *ending = output_ends_with(name, ".fmu") ? "" : ".ssp", *folder = *ending ? "systems" : "fmus";
    if (!o || !(o->name = strdup(name)) || asprintf(&path, "%s/%s/%s%s", bench->folder, folder, name, ending) < 0) {
        if (o)
            free(o->name);
        free(o);
        error_raise(error, ERROR_NO_MEMORY, "opening a system");
        return NULL;
    }
    const struct system_options options = system_options_default();
    o->system = system_open(path, &options, error);
    free(path);
    if (!o->system) {
        free(o->name);
        free(o);
        return NULL;
    }
    o->next = bench->opened;
    bench->opened = o;
    return o->system;
}

void bench_close_systems(struct bench *bench)
{
    for (struct open_system *o = bench->opened, *next; o; o = next) {
        next = o->next;
        system_close(o->system);
        free(o->name);
        free(o);
    }
    bench->opened = NULL;
}

/* --set is meant for the systems that have the component. */
static bool concerns(const struct system *system, const char *assignment)
{
    const size_t length = strcspn(assignment, "=");
    for (size_t i = 0; i < system->n_components; i++) {
        const char *name = system->components[i].name;
        const size_t n = strlen(name);
        if (n < length && strncmp(assignment, name, n) == 0 && assignment[n] == '.')
            return true;
    }
    return false;
}

const struct system *simulation_system(struct bench *bench, const char *name, const char *const *sets,
                                       struct starts **starts, struct error *error)
{
    const struct system *system = open_once(bench, name, error);
    *starts = system ? starts_open(system, error) : NULL;
    bool ok = *starts != NULL;
    for (size_t i = 0; ok && sets[i]; i++)
        ok = starts_set(*starts, sets[i], error);
    for (size_t i = 0; ok && i < bench->n_sets; i++)
        ok = !concerns(system, bench->sets[i]) || starts_set(*starts, bench->sets[i], error);
    return ok ? system : NULL;
}

static bool record(void *context, const struct run_point *point, struct error *error)
{
    struct trace *trace = context;
    if (trace->n_rows == trace->room) {
        const size_t room = trace->room ? 2 * trace->room : 1024;
        double *values = realloc(trace->values, room * trace->n_columns * sizeof *values);
        if (!values)
            return error_raise(error, ERROR_NO_MEMORY, "recording a benchmark");
        trace->values = values;
        trace->room = room;
    }
    double *row = trace->values + trace->n_rows++ * trace->n_columns;
    row[0] = point->t;
    memcpy(row + 1, point->values, (trace->n_columns - 1) * sizeof *row);
    return true;
}

static bool observe(struct run *run, const struct simulation *s, struct trace *trace, struct error *error)
{
    struct port ports[32];
    size_t n = 0;
    while (n < sizeof ports / sizeof *ports && s->columns[n]) {
        if (!system_find_port(run_system(run), s->columns[n], &ports[n], error))
            return false;
        n++;
    }
    trace->n_columns = n + 1;
    const struct run_observer observer = {
        .context = trace, .ports = ports, .n_ports = n, .every = s->every > 0 ? s->every : 1, .observe = record};
    return run_add_observer(run, &observer, error);
}

bool simulation_run(struct bench *bench, const struct simulation *s, struct trace *trace, struct error *error)
{
    *trace = (struct trace){0};
    struct starts *starts;
    const struct system *system = simulation_system(bench, s->system, s->sets, &starts, error);
    struct run_options options = s->options;
    options.starts = starts;
    options.interrupt = bench->interrupt;
    struct run *run = system ? run_open(system, &options, error) : NULL;
    bool ok = run && observe(run, s, trace, error) && run_initialize(run, error);
    if (ok) {
        struct error on_the_way = {0};
        const double cpu_before = run_summary(run).cpu_s;
        const bool advanced = run_advance(run, run_stop_time(run), &on_the_way);
        trace->steps_cpu_s = run_summary(run).cpu_s - cpu_before;
        if (!advanced || !run_finish(run, &on_the_way)) {
            trace->broke_down = true;
            error_format(trace->why, sizeof trace->why, "%.*s", (int)sizeof trace->why - 1, on_the_way.text);
        }
        const struct run_summary summary = run_summary(run);
        trace->cpu_s = summary.cpu_s;
        trace->steps = summary.steps;
        if (summary.status == RUN_INTERRUPTED)
            ok = error_raise(error, ERROR_RUN_INTERRUPTED, strsignal(interrupt_signal()), TEXT("%.9g", summary.time));
    }
    run_close(run);
    starts_close(starts);
    if (!ok)
        trace_free(trace);
    return ok;
}

void trace_free(struct trace *trace)
{
    free(trace->values);
    *trace = (struct trace){0};
}

double trace_interpolate(const struct trace *trace, size_t column, double t, size_t *row)
{
    size_t k = *row;
    while (k + 2 < trace->n_rows && trace_at(trace, k + 1, 0) < t - 1e-9)
        k++;
    *row = k;
    if (k + 1 >= trace->n_rows)
        return NAN;
    const double t0 = trace_at(trace, k, 0), t1 = trace_at(trace, k + 1, 0);
    if (t < t0 - 1e-9 || t > t1 + 1e-9)
        return NAN;
    const double part = (t - t0) / (t1 - t0);
    const double v0 = trace_at(trace, k, column), v1 = trace_at(trace, k + 1, column);
    return v0 + part * (v1 - v0);
}
