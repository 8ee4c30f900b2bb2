/* What FMI costs: the LIM pair (manoeuvre M1, f-s coupling, Jacobi, H = 1 ms, h_H = 0.2 ms, 10 s) three ways, interleaved
 * in one run, medians:
 *   hand-written   both models and the scheme fused into one C loop, the floor
 *   bare           the same model functions that are in the FMUs, in a loop without FMI
 *   FMI            the two FMUs through their C functions
 *
 * usage: overhead [REPETITIONS] */
#include "bare_loop.h"
#include "fmi2.h"
#include "manipulator.h"
#include "manipulator_hydraulics.h"
#include "solver.h"

#include <dlfcn.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { STEPS = 10000, MICRO_STEPS = 5, MOST_REPETITIONS = 1001 };
static const double H = 1e-3;

static double cpu_time(void)
{
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static void stop(const char *why)
{
    fprintf(stderr, "overhead: %s\n", why);
    exit(1);
}

/* ---- bare: the models' functions, set up once ---- */

struct bare_model {
    const struct model_type *type;
    struct model_layout layout;
    double *numbers;
    void *constants;
};

static struct bare_model bare_open(const struct model_type *type)
{
    struct model_report report;
    struct bare_model b = {.type = type, .layout = model_layout(type)};
    b.numbers = calloc(b.layout.size, sizeof *b.numbers);
    b.constants = calloc(1, type->constants_size);
    if (!b.numbers || !b.constants)
        stop("out of memory");
    for (size_t i = 0; i < type->n_variables; i++)
        b.numbers[i] = type->variables[i].start;
    if (!type->setup(b.numbers, b.constants, &report))
        stop(report.text);
    return b;
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

/* s at the end. */
static double run_bare(struct bare_model *mechanism, struct bare_model *hydraulics)
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
            stop(report.text);
        mechanism->type->over_reals.outputs(mechanism->constants, t + H, NULL, mx, mu, my, &report);
        hydraulics->type->over_reals.outputs(hydraulics->constants, t + H, hm, hx, hu, hy, &report);
        mu[0] = hy[0]; /* f_h */
        hu[0] = my[0]; /* s */
        hu[1] = my[1]; /* ds */
    }
    return my[0];
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

static void *function(void *library, const char *name)
{
    void *f = dlsym(library, name);
    if (!f)
        stop(dlerror());
    return f;
}

/* The GUID as it stands in the description beside the binary. */
static void read_guid(const char *folder, char guid[64])
{
    char path[1100], text[2048];
    snprintf(path, sizeof path, "%s/modelDescription.xml", folder);
    FILE *file = fopen(path, "r");
    if (!file)
        stop("a modelDescription.xml is missing: build the FMUs first");
    const size_t n = fread(text, 1, sizeof text - 1, file);
    fclose(file);
    text[n] = '\0';
    const char *found = strstr(text, "guid=\"");
    if (!found || sscanf(found, "guid=\"%63[^\"]", guid) != 1)
        stop("no GUID in a modelDescription.xml");
}

static struct slave slave_open(const struct model_type *type)
{
    static const fmi2CallbackFunctions callbacks;
    char path[1024], guid[64];
    struct slave s = {.type = type};
    snprintf(path, sizeof path, BUILD_DIR "/fmus/%s", type->name);
    read_guid(path, guid);
    snprintf(path, sizeof path, BUILD_DIR "/fmus/%s/%s.so", type->name, type->name);
    s.library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    if (!s.library)
        stop(dlerror());
    *(void **)&s.instantiate = function(s.library, "fmi2Instantiate");
    *(void **)&s.free_instance = function(s.library, "fmi2FreeInstance");
    *(void **)&s.reset = function(s.library, "fmi2Reset");
    *(void **)&s.enter = function(s.library, "fmi2EnterInitializationMode");
    *(void **)&s.exit = function(s.library, "fmi2ExitInitializationMode");
    *(void **)&s.get = function(s.library, "fmi2GetReal");
    *(void **)&s.set = function(s.library, "fmi2SetReal");
    *(void **)&s.step = function(s.library, "fmi2DoStep");
    s.component = s.instantiate(type->name, fmi2CoSimulation, guid, "", &callbacks, fmi2False, fmi2False);
    if (!s.component)
        stop("fmi2Instantiate failed");
    return s;
}

static void slave_close(struct slave *s)
{
    s->free_instance(s->component);
    dlclose(s->library);
}

static fmi2ValueReference reference(const struct slave *s, const char *name)
{
    return (fmi2ValueReference)model_find(s->type, name, strlen(name));
}

static double run_fmi(struct slave *mechanism, struct slave *hydraulics)
{
    const fmi2ValueReference length[2] = {reference(mechanism, "s"), reference(mechanism, "ds")};
    const fmi2ValueReference length_in[2] = {reference(hydraulics, "s"), reference(hydraulics, "ds")};
    const fmi2ValueReference force = reference(hydraulics, "f_h"), force_in = reference(mechanism, "f_h");
    struct slave *both[2] = {mechanism, hydraulics};
    for (int i = 0; i < 2; i++)
        if (both[i]->reset(both[i]->component) != fmi2OK || both[i]->enter(both[i]->component) != fmi2OK ||
            both[i]->exit(both[i]->component) != fmi2OK)
            stop("an FMU could not be initialized");
    double y[2], f;
    for (long k = 0; k < STEPS; k++) {
        const double t = (double)k * H;
        if (mechanism->step(mechanism->component, t, H, fmi2True) != fmi2OK ||
            hydraulics->step(hydraulics->component, t, H, fmi2True) != fmi2OK)
            stop("a step failed");
        mechanism->get(mechanism->component, length, 2, y);
        hydraulics->get(hydraulics->component, &force, 1, &f);
        mechanism->set(mechanism->component, &force_in, 1, &f);
        hydraulics->set(hydraulics->component, length_in, 2, y);
    }
    return y[0];
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

int main(int argc, char **argv)
{
    const int n = argc > 1 ? atoi(argv[1]) : 101;
    if (n < 1 || n > MOST_REPETITIONS)
        stop("REPETITIONS must be between 1 and 1001");
    static double hand[MOST_REPETITIONS], bare[MOST_REPETITIONS], fmi[MOST_REPETITIONS];
    struct bare_model bare_mechanism = bare_open(&manipulator_type),
                      bare_hydraulics = bare_open(&manipulator_hydraulics_type);
    struct slave mechanism = slave_open(&manipulator_type), hydraulics = slave_open(&manipulator_hydraulics_type);
    double s[3] = {0};
    for (int i = 0; i < n; i++) {
        const double t0 = cpu_time();
        s[0] = bare_loop(0, H, MICRO_STEPS, STEPS).s;
        const double t1 = cpu_time();
        s[1] = run_bare(&bare_mechanism, &bare_hydraulics);
        const double t2 = cpu_time();
        s[2] = run_fmi(&mechanism, &hydraulics);
        const double t3 = cpu_time();
        hand[i] = t1 - t0;
        bare[i] = t2 - t1;
        fmi[i] = t3 - t2;
    }
    slave_close(&mechanism);
    slave_close(&hydraulics);
    bare_close(&bare_mechanism);
    bare_close(&bare_hydraulics);

    if (fabs(s[1] - s[0]) > 1e-9 || fabs(s[2] - s[0]) > 1e-9)
        stop("the three do not agree in s(10 s)");
    const double h = median(hand, n), b = median(bare, n), f = median(fmi, n);
    printf("LIM manipulator, M1, f-s, Jacobi, H = 1 ms, h_H = 0.2 ms: CPU time per macro step, median of %d runs\n", n);
    printf("  hand-written loop     %7.1f ns\n", 1e9 * h / STEPS);
    printf("  bare model functions  %7.1f ns\n", 1e9 * b / STEPS);
    printf("  FMI                   %7.1f ns   %.2f times bare, %.2f times hand-written\n", 1e9 * f / STEPS, f / b,
           f / h);
    return 0;
}
