/* What the program costs around a single FMU: a million Co-Simulation steps, nothing recorded, two ways, interleaved in one
 * run, medians:
 *   direct    the FMU's own functions from its shared library: a step, then its Real outputs, as whoever writes a loop by
 *             hand would call them
 *   paso      what `paso run` does: the same steps, outputs watched for NaN and infinity, signals, time in ticks
 *
 * usage: import_overhead [FMU [STEPS [REPETITIONS]]] */
#include "master/files/finite_watch.h"
#include "library/interrupt.h"
#include "master/couple/run.h"
#include "master/base/seconds.h"
#include "master/base/numbers.h"

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_REPETITIONS = 101, MOST_OUTPUTS = 1000 };
static double H; /* the FMU's default step */

static void stop(const char *why)
{
    fprintf(stderr, "import_overhead: %s\n", why);
    exit(1);
}

/* ---- direct ---- */

struct direct {
    fmi2Component component;
    fmi2DoStepTYPE *do_step;
    fmi2GetRealTYPE *get_real;
    fmi2FreeInstanceTYPE *free_instance;
    unsigned outputs[MOST_OUTPUTS];
    size_t n_outputs;
};

static void be_silent(fmi2ComponentEnvironment e, fmi2String name, fmi2Status status, fmi2String category,
                      fmi2String message, ...)
{
    (void)e, (void)name, (void)status, (void)category, (void)message;
}

static void *function(void *library, const char *name)
{
    void *found = dlsym(library, name);
    if (!found)
        stop(name);
    return found;
}

static struct direct direct_open(const struct fmu *fmu)
{
    static const fmi2CallbackFunctions callbacks = {be_silent, calloc, free, NULL, NULL};
    const struct description *d = fmu_description(fmu);
    char path[4096];
    snprintf(path, sizeof path, "%s/binaries/linux64/%s.so", fmu_folder(fmu), d->co_simulation.model_identifier);
    void *library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    if (!library)
        stop(dlerror());
    struct direct direct = {0};
    *(void **)&direct.do_step = function(library, "fmi2DoStep");
    *(void **)&direct.get_real = function(library, "fmi2GetReal");
    *(void **)&direct.free_instance = function(library, "fmi2FreeInstance");
    fmi2InstantiateTYPE *instantiate;
    fmi2SetupExperimentTYPE *setup;
    fmi2EnterInitializationModeTYPE *enter;
    fmi2ExitInitializationModeTYPE *leave;
    *(void **)&instantiate = function(library, "fmi2Instantiate");
    *(void **)&setup = function(library, "fmi2SetupExperiment");
    *(void **)&enter = function(library, "fmi2EnterInitializationMode");
    *(void **)&leave = function(library, "fmi2ExitInitializationMode");
    char resources[4200];
    snprintf(resources, sizeof resources, "file://%s/resources", fmu_folder(fmu));
    direct.component = instantiate("direct", fmi2CoSimulation, d->guid, resources, &callbacks, fmi2False, fmi2False);
    if (!direct.component || setup(direct.component, fmi2False, 0, 0, fmi2False, 0) != fmi2OK ||
        enter(direct.component) != fmi2OK || leave(direct.component) != fmi2OK)
        stop("the FMU does not start");
    for (size_t i = 0; i < d->n_variables && direct.n_outputs < MOST_OUTPUTS; i++)
        if (d->variables[i].causality == FMI_OUTPUT && d->variables[i].type == FMI_REAL)
            direct.outputs[direct.n_outputs++] = d->variables[i].reference;
    return direct;
}

static double direct_time(const struct fmu *fmu, long steps, bool with_outputs)
{
    struct direct d = direct_open(fmu);
    double values[MOST_OUTPUTS];
    const double begin = clock_seconds(CLOCK_PROCESS_CPUTIME_ID);
    for (long k = 0; k < steps; k++) {
        if (d.do_step(d.component, (double)k * H, H, fmi2True) != fmi2OK)
            stop("the FMU fails");
        if (with_outputs && d.n_outputs && d.get_real(d.component, d.outputs, d.n_outputs, values) != fmi2OK)
            stop("the FMU fails");
    }
    const double end = clock_seconds(CLOCK_PROCESS_CPUTIME_ID);
    d.free_instance(d.component);
    return end - begin;
}

/* ---- paso ---- */

static double paso_time(struct system *system, long steps)
{
    struct error error = {0};
    struct component_options component = component_options_default();
    component.interface = INTERFACE_CO_SIMULATION;
    struct run_options options = run_options_default();
    options.macro_step = H;
    options.has_start_time = options.has_stop_time = true;
    options.stop_time = (double)steps * H;
    options.interrupt = interrupt_flag();
    options.component = &component;
    struct run *run = run_open(system, &options, &error);
    struct finite_watch watch;
    struct run_observer observer;
    if (!run || !finite_watch_open(&watch, system, &error))
        stop(error.text);
    if (finite_watch_observer(&watch, &observer) && !run_add_observer(run, &observer, &error))
        stop(error.text);
    if (!run_initialize(run, &error))
        stop(error.text);
    const double begin = clock_seconds(CLOCK_PROCESS_CPUTIME_ID);
    if (!run_advance(run, options.stop_time, &error))
        stop(error.text);
    const double end = clock_seconds(CLOCK_PROCESS_CPUTIME_ID);
    if (run_summary(run).steps != steps)
        stop("the number of steps is wrong");
    run_close(run);
    finite_watch_close(&watch);
    return end - begin;
}

int main(int argc, char **argv)
{
    const char *path = argc > 1 ? argv[1] : BUILD_DIR "/fmus/ManipulatorHydraulics.fmu";
    const long steps = argc > 2 ? strtol(argv[2], NULL, 10) : 1000000;
    const int repetitions = argc > 3 ? (int)strtol(argv[3], NULL, 10) : 5;
    if (steps < 1 || repetitions < 1 || repetitions > MOST_REPETITIONS)
        stop("usage: import_overhead [FMU [STEPS [REPETITIONS]]]");
    struct error error = {0};
    const struct system_options system_options = system_options_default();
    struct system *system = system_open(path, &system_options, &error);
    if (!system || !system->is_single_fmu)
        stop(system ? "a single FMU is needed" : error.text);

    const struct fmi_experiment *experiment = &fmu_description(system->components[0].fmu)->experiment;
    H = experiment->has_step_size ? experiment->step_size : 1e-3;

    double steps_only[MOST_REPETITIONS], direct[MOST_REPETITIONS], paso[MOST_REPETITIONS];
    for (int i = 0; i < repetitions; i++) {
        steps_only[i] = direct_time(system->components[0].fmu, steps, false);
        direct[i] = direct_time(system->components[0].fmu, steps, true);
        paso[i] = paso_time(system, steps);
    }
    const double ns = 1e9 / (double)steps;
    const double a = numbers_median(steps_only, (size_t)repetitions) * ns,
                 b = numbers_median(direct, (size_t)repetitions) * ns,
                 c = numbers_median(paso, (size_t)repetitions) * ns;
    printf("%s, %ld steps of %g s, ns per step\n", path, steps, H);
    printf("  direct, steps alone         %8.1f\n", a);
    printf("  direct, steps and outputs   %8.1f\n", b);
    printf("  paso                        %8.1f   %.2f times direct\n", c, c / b);
    system_close(system);
    return 0;
}
