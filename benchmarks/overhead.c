#include "overhead.h"

#include "bare_loop.h"
#include "fmi2.h"
#include "manipulator.h"
#include "manipulator_hydraulics.h"
#include "solver.h"

#include <dlfcn.h>
#include <errno.h>
#include <math.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { STEPS = 10000, MICRO_STEPS = 5 };
static const double H = 1e-3;

static double cpu_time(void)
{
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static bool fail(struct error *error, const char *why)
{
    return error_raise(error, ERROR_BENCH_SOLVER, "measuring the overhead", why);
}

/* ---- bare: the models' functions, set up once ---- */

struct bare_model {
    const struct model_type *type;
    struct model_layout layout;
    double *numbers;
    void *constants;
};

static bool bare_open(struct bare_model *b, const struct model_type *type, struct error *error)
{
    struct model_report report;
    b->type = type;
    b->layout = model_layout(type);
    b->numbers = calloc(b->layout.size, sizeof *b->numbers);
    b->constants = calloc(1, type->constants_size);
    if (!b->numbers || !b->constants)
        return error_raise(error, ERROR_NO_MEMORY, "measuring the overhead");
    for (size_t i = 0; i < type->n_variables; i++)
        b->numbers[i] = type->variables[i].start;
    return type->setup(type, b->numbers, NULL, b->constants, &report) || fail(error, report.text);
}

static void bare_close(struct bare_model *b)
{
    free(b->numbers);
    free(b->constants);
}

static double *bare_group(const struct bare_model *b, enum model_role role)
{
    return b->numbers + b->layout.first[role];
}

static bool run_bare(struct bare_model *mechanism, struct bare_model *hydraulics, double *s_end, struct error *error)
{
    struct model_report report;
    double *mu = bare_group(mechanism, MODEL_INPUT), *mx = bare_group(mechanism, MODEL_STATE);
    double *my = bare_group(mechanism, MODEL_OUTPUT), *mq = bare_group(mechanism, MODEL_QUADRATURE);
    double *hu = bare_group(hydraulics, MODEL_INPUT), *hm = bare_group(hydraulics, MODEL_MEMORY);
    double *hx = bare_group(hydraulics, MODEL_STATE), *hy = bare_group(hydraulics, MODEL_OUTPUT);
    double *hq = bare_group(hydraulics, MODEL_QUADRATURE);
    mu[0] = 8829;
    hu[0] = 0.5;
    hu[1] = 0;
    mechanism->type->over_reals.initialize(mechanism->constants, 0, mu, NULL, mx, &report);
    hydraulics->type->over_reals.initialize(hydraulics->constants, 0, hu, hm, hx, &report);
    for (long k = 0; k < STEPS; k++) {
        const double t = (double)k * H;
        double reached;
        if (!mechanism->type->euler_loop(mechanism->constants, t, H, 1, NULL, mu, mx, mq, &reached, &report) ||
            !hydraulics->type->euler_loop(hydraulics->constants, t, H / MICRO_STEPS, MICRO_STEPS, hm, hu, hx, hq,
                                          &reached, &report))
            return fail(error, report.text);
        mechanism->type->over_reals.outputs(mechanism->constants, t + H, NULL, mx, mu, my, &report);
        hydraulics->type->over_reals.outputs(hydraulics->constants, t + H, hm, hx, hu, hy, &report);
        mu[0] = hy[0]; /* f_h */
        hu[0] = my[0]; /* s */
        hu[1] = my[1]; /* ds */
    }
    *s_end = my[0];
    return true;
}

/* ---- FMI ---- */

struct slave {
    void *library;
    fmi2Component component;
    const struct model_type *type;
    fmi2InstantiateTYPE *instantiate;
    fmi2FreeInstanceTYPE *free_instance;
    fmi2ResetTYPE *reset;
    fmi2EnterInitializationModeTYPE *enter;
    fmi2ExitInitializationModeTYPE *exit;
    fmi2GetRealTYPE *get;
    fmi2SetRealTYPE *set;
    fmi2DoStepTYPE *step;
};

/* The GUID as it stands in the description beside the binary. */
static bool read_guid(const char *folder, const char *name, char guid[64], struct error *error)
{
    char path[PATH_MAX], text[2048];
    snprintf(path, sizeof path, "%s/fmus/%s/modelDescription.xml", folder, name);
    FILE *file = fopen(path, "r");
    if (!file)
        return error_raise(error, ERROR_FILE_OPEN, path, strerror(errno));
    const size_t n = fread(text, 1, sizeof text - 1, file);
    fclose(file);
    text[n] = '\0';
    const char *found = strstr(text, "guid=\"");
    if (!found || sscanf(found, "guid=\"%63[^\"]", guid) != 1)
        return fail(error, "no GUID in a modelDescription.xml");
    return true;
}

static bool slave_open(struct slave *s, const char *folder, const struct model_type *type, struct error *error)
{
    static const fmi2CallbackFunctions callbacks;
    char path[PATH_MAX], guid[64];
    s->type = type;
    if (!read_guid(folder, type->name, guid, error))
        return false;
    snprintf(path, sizeof path, "%s/fmus/%s/%s.so", folder, type->name, type->name);
    s->library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    if (!s->library)
        return fail(error, dlerror());
    const struct {
        const char *name;
        void **place;
    } functions[] = {
        {"fmi2Instantiate", (void **)&s->instantiate},
        {"fmi2FreeInstance", (void **)&s->free_instance},
        {"fmi2Reset", (void **)&s->reset},
        {"fmi2EnterInitializationMode", (void **)&s->enter},
        {"fmi2ExitInitializationMode", (void **)&s->exit},
        {"fmi2GetReal", (void **)&s->get},
        {"fmi2SetReal", (void **)&s->set},
        {"fmi2DoStep", (void **)&s->step},
    };
    for (size_t i = 0; i < sizeof functions / sizeof *functions; i++)
        if (!(*functions[i].place = dlsym(s->library, functions[i].name)))
            return fail(error, functions[i].name);
    s->component = s->instantiate(type->name, fmi2CoSimulation, guid, "", &callbacks, fmi2False, fmi2False);
    return s->component || fail(error, "fmi2Instantiate");
}

static void slave_close(struct slave *s)
{
    if (s->component)
        s->free_instance(s->component);
    if (s->library)
        dlclose(s->library);
}

static fmi2ValueReference reference(const struct slave *s, const char *name)
{
    return (fmi2ValueReference)model_find(s->type, name, strlen(name));
}

static bool run_fmi(struct slave *mechanism, struct slave *hydraulics, double *s_end, struct error *error)
{
    const fmi2ValueReference length[2] = {reference(mechanism, "s"), reference(mechanism, "ds")};
    const fmi2ValueReference length_in[2] = {reference(hydraulics, "s"), reference(hydraulics, "ds")};
    const fmi2ValueReference force = reference(hydraulics, "f_h"), force_in = reference(mechanism, "f_h");
    struct slave *both[2] = {mechanism, hydraulics};
    for (int i = 0; i < 2; i++)
        if (both[i]->reset(both[i]->component) != fmi2OK || both[i]->enter(both[i]->component) != fmi2OK ||
            both[i]->exit(both[i]->component) != fmi2OK)
            return fail(error, "an FMU could not be initialized");
    double y[2] = {0}, f;
    for (long k = 0; k < STEPS; k++) {
        const double t = (double)k * H;
        if (mechanism->step(mechanism->component, t, H, fmi2True) != fmi2OK ||
            hydraulics->step(hydraulics->component, t, H, fmi2True) != fmi2OK)
            return fail(error, "a step failed");
        mechanism->get(mechanism->component, length, 2, y);
        hydraulics->get(hydraulics->component, &force, 1, &f);
        mechanism->set(mechanism->component, &force_in, 1, &f);
        hydraulics->set(hydraulics->component, length_in, 2, y);
    }
    *s_end = y[0];
    return true;
}

/* ---- measurement ---- */

static int ascending(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static double median(double *v, int n)
{
    qsort(v, (size_t)n, sizeof *v, ascending);
    return v[n / 2];
}

struct four { /* the ways */
    double seconds[OVERHEAD_WAYS][OVERHEAD_MOST];
};

static bool measure_once(struct bench *bench, struct bare_model bare[2], struct slave slaves[2], struct four *four,
                         int i, struct error *error)
{
    double s[OVERHEAD_WAYS] = {0};
    const double t0 = cpu_time();
    s[OVERHEAD_HAND] = bare_loop(0, H, MICRO_STEPS, STEPS).s;
    const double t1 = cpu_time();
    if (!run_bare(&bare[0], &bare[1], &s[OVERHEAD_BARE], error))
        return false;
    const double t2 = cpu_time();
    if (!run_fmi(&slaves[0], &slaves[1], &s[OVERHEAD_FMI], error))
        return false;
    const double t3 = cpu_time();
    const struct lim_run run = {.coupling = LIM_FORCE, .manoeuvre = 1, .H = H, .h_H = H / MICRO_STEPS, .interval = 1};
    struct trace trace;
    if (!lim_simulate(bench, &run, &trace, error))
        return false;
    s[OVERHEAD_PASO] = trace.n_rows ? trace_at(&trace, trace.n_rows - 1, 1) : NAN;
    four->seconds[OVERHEAD_HAND][i] = t1 - t0;
    four->seconds[OVERHEAD_BARE][i] = t2 - t1;
    four->seconds[OVERHEAD_FMI][i] = t3 - t2;
    four->seconds[OVERHEAD_PASO][i] = trace.cpu_s; /* the loop, without opening and closing */
    trace_free(&trace);
    for (int way = 1; way < OVERHEAD_WAYS; way++)
        if (!(fabs(s[way] - s[0]) <= 1e-9))
            return fail(error, TEXT("the ways do not agree in s(10 s): %.12g and %.12g m", s[0], s[way]));
    return true;
}

bool overhead_measure(struct bench *bench, int repetitions, double nanoseconds[OVERHEAD_WAYS], struct error *error)
{
    static const struct model_type *const types[2] = {&manipulator_type, &manipulator_hydraulics_type};
    struct bare_model bare[2] = {0};
    struct slave slaves[2] = {0};
    struct four *four = calloc(1, sizeof *four);
    bool ok = four || error_raise(error, ERROR_NO_MEMORY, "measuring the overhead");
    for (int i = 0; i < 2 && ok; i++)
        ok = bare_open(&bare[i], types[i], error) && slave_open(&slaves[i], bench->folder, types[i], error);
    for (int i = 0; i < repetitions && ok; i++)
        ok = measure_once(bench, bare, slaves, four, i, error);
    for (int way = 0; way < OVERHEAD_WAYS && ok; way++)
        nanoseconds[way] = 1e9 * median(four->seconds[way], repetitions) / STEPS;
    for (int i = 0; i < 2; i++) {
        slave_close(&slaves[i]);
        bare_close(&bare[i]);
    }
    free(four);
    return ok;
}

bool overhead_case_run(struct bench *bench, struct outcome *o, struct error *error)
{
    static const char *const names[OVERHEAD_WAYS] = {"hand-written loop", "model functions, no FMI", "FMI functions",
                                                     "paso"};
    if (!bench_wants(bench, "cost"))
        return true;
    bench_progress(bench, "measuring");
    double nanoseconds[OVERHEAD_WAYS];
    if (!overhead_measure(bench, bench->quick ? 15 : OVERHEAD_MOST, nanoseconds, error))
        return false;
    struct row row = {.table = "CPU time per macro step (medians, interleaved in one run)",
                      .unit = "ns",
                      .source = "M1, f-s, Jacobi, H = 1 ms, h_H = 0.2 ms"};
    for (int way = 0; way < OVERHEAD_WAYS; way++) {
        row.name = names[way];
        row.ours = nanoseconds[way];
        outcome_measure(o, &row);
    }
    row.unit = "";
    row.name = "FMI functions / model functions";
    row.ours = nanoseconds[OVERHEAD_FMI] / nanoseconds[OVERHEAD_BARE];
    outcome_measure(o, &row);
    row.name = "paso / hand-written loop";
    row.ours = nanoseconds[OVERHEAD_PASO] / nanoseconds[OVERHEAD_HAND];
    outcome_measure(o, &row);
    return true;
}
