/* A small importer that is compiled for every platform: runs FMUs by both interfaces, saves, restores and differentiates, and prints
 * every value with all digits. compare.py writes its plan and compares what the platforms print.
 *   host PLAN OUTPUT
 * A plan is a text of words: "fmu LIBRARY RESOURCES GUID STEPS STEP SOLVER_REFERENCE N_SOLVERS", then the lists "reals", "states", "rates", "inputs", each as
 * "NAME COUNT REFERENCE...". Words have no blanks; in paths they are written %20, as in addresses. */
#include "fmi/fmi2.h"

#include <math.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifdef _WIN32
#include <windows.h>
#else
#include <dlfcn.h>
#endif

static FILE *output;

static _Noreturn void stop(const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    fputs("host: ", stderr);
    vfprintf(stderr, format, arguments);
    fputc('\n', stderr);
    va_end(arguments);
    exit(1);
}

#define CHECK(call)                                                                                                    \
    do {                                                                                                               \
        const fmi2Status status = (call);                                                                              \
        if (status != fmi2OK)                                                                                          \
            stop("%s: status %d", #call, (int)status);                                                                 \
    } while (0)

/* ---- the platform ---- */

#ifdef _WIN32
static void *library_open(const char *path)
{
    wchar_t wide[1000];
    if (!MultiByteToWideChar(CP_UTF8, 0, path, -1, wide, 1000))
        stop("%s: not UTF-8", path);
    HMODULE library = LoadLibraryW(wide);
    if (!library)
        stop("%s: cannot be loaded (%lu)", path, GetLastError());
    return library;
}

static void library_find(void *library, const char *name, void *function)
{
    const FARPROC found = GetProcAddress(library, name);
    if (!found)
        stop("%s is missing", name);
    memcpy(function, &found, sizeof found);
}

static void library_close(void *library)
{
    FreeLibrary(library);
}
#else
static void *library_open(const char *path)
{
    void *library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    if (!library)
        stop("%s", dlerror());
    return library;
}

static void library_find(void *library, const char *name, void *function)
{
    void *const found = dlsym(library, name);
    if (!found)
        stop("%s is missing", name);
    memcpy(function, &found, sizeof found);
}

static void library_close(void *library)
{
    dlclose(library);
}
#endif

/* ---- the plan ---- */

enum { MOST = 4000, WORD_SIZE = 1000 };

struct list {
    size_t n;
    fmi2ValueReference references[MOST];
};

static struct {
    char library[WORD_SIZE], resources[WORD_SIZE], guid[WORD_SIZE];
    long steps, solvers;
    double step;
    fmi2ValueReference solver;
    struct list reals, states, rates, inputs;
} plan;

static void read_list(FILE *file, const char *name, struct list *list)
{
    char word[WORD_SIZE];
    if (fscanf(file, "%999s %zu", word, &list->n) != 2 || strcmp(word, name) != 0 || list->n > MOST)
        stop("the plan has no list %s", name);
    for (size_t i = 0; i < list->n; i++)
        if (fscanf(file, "%u", &list->references[i]) != 1)
            stop("the list %s is too short", name);
}

static void decode(char *text)
{
    char *to = text;
    for (; *text; text++) {
        unsigned value;
        if (*text == '%' && sscanf(text + 1, "%2x", &value) == 1) {
            *to++ = (char)value;
            text += 2;
        } else {
            *to++ = *text;
        }
    }
    *to = '\0';
}

static bool read_plan(FILE *file)
{
    char word[WORD_SIZE];
    if (fscanf(file, "%999s", word) != 1)
        return false;
    if (strcmp(word, "fmu") != 0 || fscanf(file, "%999s %999s %999s %ld %lf %u %ld", plan.library, plan.resources,
                                           plan.guid, &plan.steps, &plan.step, &plan.solver, &plan.solvers) != 7)
        stop("the plan is wrong at \"%s\"", word);
    decode(plan.library);
    read_list(file, "reals", &plan.reals);
    read_list(file, "states", &plan.states);
    read_list(file, "rates", &plan.rates);
    read_list(file, "inputs", &plan.inputs);
    return true;
}

/* ---- the FMU ---- */

static struct {
#define FUNCTION(result, name, arguments) fmi2##name##TYPE *name;
    FMI2_FUNCTIONS(FUNCTION)
#undef FUNCTION
} fmu;

static void say(fmi2ComponentEnvironment environment, fmi2String name, fmi2Status status, fmi2String category,
                fmi2String message, ...)
{
    (void)environment;
    va_list arguments;
    va_start(arguments, message);
    fprintf(stderr, "%s: %d %s: ", name, (int)status, category);
    vfprintf(stderr, message, arguments);
    fputc('\n', stderr);
    va_end(arguments);
}

static const fmi2CallbackFunctions callbacks = {.logger = say, .allocateMemory = calloc, .freeMemory = free};

static fmi2Component instantiate(fmi2Type type)
{
    fmi2Component c = fmu.Instantiate("host", type, plan.guid, plan.resources, &callbacks, fmi2False, fmi2False);
    if (!c)
        stop("%s: cannot be instantiated", plan.library);
    return c;
}

static void initialize(fmi2Component c)
{
    CHECK(fmu.SetupExperiment(c, fmi2False, 0, 0, fmi2False, 0));
    CHECK(fmu.EnterInitializationMode(c));
    CHECK(fmu.ExitInitializationMode(c));
}

static void print_row(const char *title, double t, const double *values, size_t n)
{
    fprintf(output, "%s %.17g", title, t);
    for (size_t i = 0; i < n; i++)
        fprintf(output, " %.17g", values[i]);
    fputc('\n', output);
}

static void print_reals(fmi2Component c, const char *title, double t)
{
    static double values[MOST];
    CHECK(fmu.GetReal(c, plan.reals.references, plan.reals.n, values));
    print_row(title, t, values, plan.reals.n);
}

/* Inputs swing about their starts by a fiftieth, in triangles of one second: every platform computes the same numbers. */
static void drive(fmi2Component c, double t)
{
    static double starts[MOST], values[MOST];
    if (plan.inputs.n == 0)
        return;
    if (t == 0)
        CHECK(fmu.GetReal(c, plan.inputs.references, plan.inputs.n, starts));
    const double phase = t - floor(t), swing = 0.02 * (phase < 0.5 ? 1 - 4 * phase : 4 * phase - 3);
    for (size_t i = 0; i < plan.inputs.n; i++)
        values[i] = starts[i] * (1 + swing);
    CHECK(fmu.SetReal(c, plan.inputs.references, plan.inputs.n, values));
}

/* Every column of A and B: all rates along one state or input. */
static void print_derivatives(fmi2Component c, const char *title, double t)
{
    static double column[MOST];
    const struct list *const knowns[2] = {&plan.states, &plan.inputs};
    for (int k = 0; k < 2; k++)
        for (size_t i = 0; i < knowns[k]->n && plan.rates.n > 0; i++) {
            const double one = 1;
            CHECK(fmu.GetDirectionalDerivative(c, plan.rates.references, plan.rates.n, &knowns[k]->references[i], 1,
                                               &one, column));
            print_row(title, t, column, plan.rates.n);
        }
}

/* ---- Co-Simulation ---- */

static void take_steps(fmi2Component c, const char *title, long from, long to)
{
    for (long i = from; i < to; i++) {
        drive(c, (double)i * plan.step);
        CHECK(fmu.DoStep(c, (double)i * plan.step, plan.step, fmi2True));
        if ((i + 1) % (plan.steps / 20 > 0 ? plan.steps / 20 : 1) == 0)
            print_reals(c, title, (double)(i + 1) * plan.step);
    }
}

/* Half of the run, saved as bytes; the rest; back to the middle, and the rest again. */
static void run_co_simulation(int solver)
{
    char title[2][32];
    snprintf(title[0], sizeof title[0], "cs%d", solver);
    snprintf(title[1], sizeof title[1], "restored%d", solver);
    fmi2Component c = instantiate(fmi2CoSimulation);
    if (plan.solvers > 0)
        CHECK(fmu.SetInteger(c, &plan.solver, 1, &solver));
    initialize(c);
    print_reals(c, title[0], 0);
    const long middle = plan.steps / 2;
    take_steps(c, title[0], 0, middle);

    fmi2FMUstate state = NULL, copy = NULL;
    size_t size = 0;
    CHECK(fmu.GetFMUstate(c, &state));
    CHECK(fmu.SerializedFMUstateSize(c, state, &size));
    fmi2Byte *bytes = malloc(size);
    if (!bytes)
        stop("out of memory");
    CHECK(fmu.SerializeFMUstate(c, state, bytes, size));
    CHECK(fmu.FreeFMUstate(c, &state));
    take_steps(c, title[0], middle, plan.steps);
    CHECK(fmu.DeSerializeFMUstate(c, bytes, size, &copy));
    CHECK(fmu.SetFMUstate(c, copy));
    CHECK(fmu.FreeFMUstate(c, &copy));
    free(bytes);
    if (solver == 1)
        print_derivatives(c, "slopes", (double)middle * plan.step);
    take_steps(c, title[1], middle, plan.steps);
    CHECK(fmu.Terminate(c));
    fmu.FreeInstance(c);
}

/* ---- Model Exchange: Runge-Kutta 4, with time events at the ends of steps ---- */

static void evaluate(fmi2Component c, double t, const double *x, size_t n, double *dx)
{
    CHECK(fmu.SetTime(c, t));
    drive(c, t);
    CHECK(fmu.SetContinuousStates(c, x, n));
    CHECK(fmu.GetDerivatives(c, dx, n));
}

static void update_events(fmi2Component c, fmi2EventInfo *info)
{
    do
        CHECK(fmu.NewDiscreteStates(c, info));
    while (info->newDiscreteStatesNeeded);
    CHECK(fmu.EnterContinuousTimeMode(c));
}

static void run_model_exchange(void)
{
    static double x[MOST], z[MOST], k[4][MOST];
    const size_t n = plan.states.n;
    fmi2Component c = instantiate(fmi2ModelExchange);
    fmi2EventInfo info = {0};
    initialize(c);
    update_events(c, &info);
    CHECK(fmu.GetContinuousStates(c, x, n));
    double t = 0;
    for (long i = 0; i < plan.steps;) {
        const double grid = (double)(i + 1) * plan.step;
        const bool to_event = info.nextEventTimeDefined && info.nextEventTime < grid && info.nextEventTime > t;
        const double end = to_event ? info.nextEventTime : grid, h = end - t;
        static const double places[4] = {0, 0.5, 0.5, 1};
        for (int stage = 0; stage < 4; stage++) {
            for (size_t j = 0; j < n; j++)
                z[j] = stage ? x[j] + places[stage] * h * k[stage - 1][j] : x[j];
            evaluate(c, t + places[stage] * h, z, n, k[stage]);
        }
        for (size_t j = 0; j < n; j++)
            x[j] += h / 6 * (k[0][j] + 2 * k[1][j] + 2 * k[2][j] + k[3][j]);
        t = end;
        evaluate(c, t, x, n, k[0]);
        fmi2Boolean event = fmi2False, ends = fmi2False;
        CHECK(fmu.CompletedIntegratorStep(c, fmi2True, &event, &ends));
        if (event || (info.nextEventTimeDefined && info.nextEventTime <= t)) {
            CHECK(fmu.EnterEventMode(c));
            update_events(c, &info);
            CHECK(fmu.GetContinuousStates(c, x, n));
        } else {
            CHECK(fmu.GetContinuousStates(c, x, n)); /* the FMU may have put them onto the constraints */
        }
        if (!to_event && ++i % (plan.steps / 20 > 0 ? plan.steps / 20 : 1) == 0)
            print_reals(c, "me", t);
    }
    print_derivatives(c, "me-slopes", t);
    CHECK(fmu.Terminate(c));
    fmu.FreeInstance(c);
}

int main(int argc, char **argv)
{
    FILE *file = argc == 3 ? fopen(argv[1], "r") : NULL;
    output = argc == 3 ? fopen(argv[2], "w") : NULL;
    if (!file || !output)
        stop("usage: host PLAN OUTPUT");
    while (read_plan(file)) {
        void *library = library_open(plan.library);
#define FUNCTION(result, name, arguments) library_find(library, "fmi2" #name, &fmu.name);
        FMI2_FUNCTIONS(FUNCTION)
#undef FUNCTION
        fprintf(output, "fmu\n");
        for (int solver = 1; solver <= (plan.solvers > 0 ? plan.solvers : 1); solver++)
            run_co_simulation(solver);
        run_model_exchange();
        library_close(library);
    }
    fclose(file);
    return fclose(output) == 0 ? 0 : 1;
}
