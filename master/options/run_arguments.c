/* The options that define a run. */
#include "master/options/run_arguments.h"
#include "master/options/options_messages.h"
#include "master/options/quantity.h"

#include <errno.h>
#include <limits.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#define AT(member)   offsetof(struct run_arguments, member)
#define COUNT(table) (sizeof(table) / sizeof *(table))

static const struct option scheme_options[] = {
    {"scheme", OPTION_TEXT, "NAME",
     "jacobi: all components step at once, with values of the beginning of the step (the default); gauss-seidel: one "
     "after "
     "the other, each with the newest values",
     AT(run.scheme), AT(has_coupling)},
    {"order", OPTION_TEXT, "A/B",
     "gauss-seidel: the order in which components step; default: what the connections suggest", AT(run.order),
     AT(has_coupling)},
    {"rate", OPTION_LIST, "NAME=K", "component NAME takes K steps in every macro step; may be repeated", AT(rates),
     AT(has_coupling)},
    {"extrapolation", OPTION_CHOICE, "0|1|2|model|waveform",
     "inputs over a step: held (the default), linear or quadratic, by output derivatives where FMUs have them, else by "
     "past values; model: what linear models of the other components answer while a component steps; waveform: what "
     "they have delivered over the whole step in the last of the --iterations",
     AT(extrapolation), AT(has_coupling)},
    {"micro-step", OPTION_LIST, "D|NAME=D",
     "extrapolation model and waveform: the steps in which components listen, all or component NAME; may be repeated; "
     "default: "
     "chosen "
     "from the components' time scales",
     AT(micro_steps), AT(has_coupling)},
    {"slopes", OPTION_CHOICE, "auto|exact|past",
     "of extrapolated inputs: the FMUs' output derivatives (exact), past values (past), or by component, exact where "
     "it is "
     "slow beside the macro step (auto, the default)",
     AT(slopes), AT(has_coupling)},
    {"feedthrough", OPTION_CHOICE, "refreshed|stale",
     "outputs that depend directly on inputs are brought up to date with the new inputs (the default), or not, as in "
     "published runs",
     AT(feedthrough), AT(has_coupling)},
    {"iterations", OPTION_COUNT, "N", "at most N passes over every macro step; 1, the default, is the explicit scheme",
     AT(iterations), AT(has_coupling)},
    {"iteration-tolerance", OPTION_POSITIVE, "R", "iterate until no exchanged value changes by more, relatively",
     AT(run.iteration_tolerance), NOBODY_ASKS},
    {"power", OPTION_LIST, "NAME.F,NAME.V",
     "a power port: effort and flow, both outputs; the energy that the coupling creates there is reported; may be "
     "repeated",
     AT(powers), NOBODY_ASKS},
    {"threads", OPTION_COUNT, "N", "threads that step components; results do not depend on it; default 1", AT(threads),
     NOBODY_ASKS},
};

_Static_assert(offsetof(struct run_options, macro_step_most) ==
                   offsetof(struct run_options, macro_step) + sizeof(double),
               "a span of macro steps is read into both");

static const struct option step_options[] = {
    {"macro-step", OPTION_SPAN, "H|a:b",
     "time between communication points; a:b with --error-tolerance: chosen in this range; default: the smallest "
     "stepSize of the default experiments, else a 500th of "
     "the "
     "interval",
     AT(run.macro_step), AT(has_coupling)},
    {"error-tolerance", OPTION_POSITIVE, "R",
     "macro steps are chosen so that no exchanged value differs by more than this from what was promised, relatively",
     AT(run.error_tolerance), NOBODY_ASKS},
    {"output-step", OPTION_DURATION, "D",
     "with --error-tolerance: time between rows of results; default: the default macro step", AT(run.output_step),
     NOBODY_ASKS},
};

static const struct option experiment_options[] = {
    {"set", OPTION_LIST, "NAME.VARIABLE=VALUE",
     "a parameter or start value (VARIABLE=VALUE for a single FMU); may be repeated", AT(sets), NOBODY_ASKS},
    {"input", OPTION_TEXT, "FILE.csv",
     "values of inputs over time: the first column is time, the others are named like connectors of the system or "
     "inputs "
     "that nothing drives",
     AT(input), NOBODY_ASKS},
    {"start-time", OPTION_TIME, "T", "default: from the default experiment, else 0", AT(run.start_time),
     AT(run.has_start_time)},
    {"stop-time", OPTION_TIME, "T", "default: from the default experiment", AT(run.stop_time), AT(run.has_stop_time)},
    {"tolerance", OPTION_POSITIVE, "R", "relative tolerance of the FMUs' solvers; default: from the default experiment",
     AT(run.tolerance), AT(run.has_tolerance)},
    {"interface", OPTION_CHOICE, "cs|me", "of a single FMU that has both; default: cs", AT(interface),
     AT(has_interface)},
    {"me-relative-tolerance", OPTION_POSITIVE, "R",
     "of the integration of Model Exchange; default: --tolerance, else 1e-6", AT(component.me_relative_tolerance),
     NOBODY_ASKS},
    {"me-absolute-tolerance", OPTION_POSITIVE, "A",
     "of all states; default: a hundredth of the relative tolerance times each state's nominal value",
     AT(component.me_absolute_tolerance), NOBODY_ASKS},
    {"me-max-step", OPTION_DURATION, "H", "of the integration of Model Exchange; default: no limit",
     AT(component.me_max_step), NOBODY_ASKS},
    {"me-solver", OPTION_CHOICE, "bdf|adams", "CVODE's method for stiff (the default) or nonstiff models", AT(solver),
     NOBODY_ASKS},
    {"isolate", OPTION_TEXT, "all|NAME,...",
     "these components live in processes of their own: whatever their FMUs do, the run ends with a message",
     AT(run.isolate), NOBODY_ASKS},
    {"call-limit", OPTION_DURATION, "T",
     "a call of an FMU that takes longer, by the clock on the wall, ends the run; default: none, in a sweep 60 s",
     AT(run.isolation.call_limit), NOBODY_ASKS},
    {"child-memory", OPTION_TEXT, "SIZE", "memory of each isolated FMU's process, as in 500M or 2G; default: no limit",
     AT(child_memory), NOBODY_ASKS},
    {"child-files", OPTION_COUNT, "N", "open files of each isolated FMU's process; default: the system's limit",
     AT(child_files), NOBODY_ASKS},
    OPTION_TRAIT(AT(traits)),
    OPTION_NO_PROBE(AT(component.no_probes)),
    {"log", OPTION_FLAG, NULL, "everything that the FMUs log, on standard error", AT(component.logging), NOBODY_ASKS},
};

struct option_table run_arguments_scheme(size_t base)
{
    return (struct option_table){"coupling:", scheme_options, COUNT(scheme_options), base};
}

struct option_table run_arguments_step(size_t base)
{
    return (struct option_table){NULL, step_options, COUNT(step_options), base};
}

struct option_table run_arguments_experiment(size_t base)
{
    return (struct option_table){"experiment:", experiment_options, COUNT(experiment_options), base};
}

struct run_arguments run_arguments_default(void)
{
    return (struct run_arguments){
        .run = run_options_default(),
        .component = component_options_default(),
        .iterations = 1,
        .threads = 1,
    };
}

struct run_arguments run_arguments_probing(unsigned probes)
{
    struct run_arguments a = run_arguments_default();
    a.component.probes = probes;
    return a;
}

enum { MOST_RATE = 1000000 };

/* "NAME=K"; the name may hold dots, never an equals sign. */
static bool read_rate(const char *text, char **name, int *steps, struct error *error)
{
    const char *equals = strrchr(text, '=');
    if (!equals || equals == text)
        return error_raise(error, ERROR_OPTION_VALUE, "rate", text, "NAME=K");
    char *end;
    errno = 0;
    const long k = strtol(equals + 1, &end, 10);
    if (end == equals + 1 || *end || errno || k < 1 || k > MOST_RATE)
        return error_raise(error, ERROR_OPTION_VALUE, "rate", text, "NAME=K with an integer K from 1 to 1000000");
    *steps = (int)k;
    *name = strndup(text, (size_t)(equals - text));
    return *name || error_raise(error, ERROR_NO_MEMORY, "reading the command line");
}

static bool read_rates(struct run_arguments *a, struct error *error)
{
    if (a->rates.n == 0)
        return true;
    a->rate_list = calloc(a->rates.n, sizeof *a->rate_list);
    a->rate_names = calloc(a->rates.n, sizeof *a->rate_names);
    if (!a->rate_list || !a->rate_names)
        return error_raise(error, ERROR_NO_MEMORY, "reading the command line");
    for (size_t i = 0; i < a->rates.n; i++) {
        if (!read_rate(a->rates.items[i], &a->rate_names[i], &a->rate_list[i].steps, error))
            return false;
        a->rate_list[i].component = a->rate_names[i];
        for (size_t k = 0; k < i; k++)
            if (strcmp(a->rate_names[k], a->rate_names[i]) == 0)
                return error_raise(error, ERROR_OPTION_RATE_TWICE, a->rate_names[i]);
    }
    a->run.rates = a->rate_list;
    a->run.n_rates = a->rates.n;
    return true;
}

/* "500M": bytes, or so many times 1024, 1024^2, 1024^3 of them. */
static bool read_size(const char *option, const char *text, size_t *size, struct error *error)
{
    static const char units[] = "kMG";
    char *end = NULL;
    errno = 0;
    const unsigned long long number = *text >= '0' && *text <= '9' ? strtoull(text, &end, 10) : 0;
    const char *unit = end && *end ? strchr(units, *end) : NULL;
    const unsigned shift = unit ? 10 * (unsigned)(unit - units + 1) : 0;
    if (!end || errno || (*end && (!unit || end[1])) || number == 0 || number > (SIZE_MAX >> 1) >> shift)
        return error_raise(error, ERROR_OPTION_VALUE, option, text, "a size in bytes, or with k, M or G after it,");
    *size = (size_t)number << shift;
    return true;
}

/* "D", or "NAME=D". */
static bool read_micro_step(struct run_arguments *a, const char *text, struct error *error)
{
    const char *equals = strrchr(text, '=');
    double step;
    if (equals == text || !duration_parse(equals ? equals + 1 : text, &step) || !(step > 0))
        return error_raise(error, ERROR_OPTION_VALUE, "micro-step", text, "a duration like 0.5ms, or NAME=0.5ms");
    if (!equals) {
        a->run.micro_step = step;
        return true;
    }
    char *name = strndup(text, (size_t)(equals - text));
    if (!name)
        return error_raise(error, ERROR_NO_MEMORY, "reading the command line");
    a->micro_step_list[a->run.n_micro_steps++] = (struct run_micro_step){name, step};
    return true;
}

static bool read_micro_steps(struct run_arguments *a, struct error *error)
{
    a->run.micro_step = 0;
    a->run.n_micro_steps = 0;
    if (a->micro_steps.n == 0)
        return true;
    a->micro_step_list = calloc(a->micro_steps.n, sizeof *a->micro_step_list);
    if (!a->micro_step_list)
        return error_raise(error, ERROR_NO_MEMORY, "reading the command line");
    a->run.micro_steps = a->micro_step_list;
    for (size_t i = 0; i < a->micro_steps.n; i++)
        if (!read_micro_step(a, a->micro_steps.items[i], error))
            return false;
    return true;
}

bool run_arguments_finish(struct run_arguments *a, struct error *error)
{
    if (a->iterations > INT_MAX || a->threads > INT_MAX)
        return error_raise(error, ERROR_OPTION_VALUE, a->threads > INT_MAX ? "threads" : "iterations",
                           TEXT("%ld", a->threads > INT_MAX ? a->threads : a->iterations), "a smaller number");
    a->run.iterations = (int)a->iterations;
    a->run.threads = (int)a->threads;
    a->run.feedthrough = a->feedthrough ? FEEDTHROUGH_STALE : FEEDTHROUGH_REFRESHED;
    a->run.extrapolation = a->extrapolation == 3   ? EXTRAPOLATION_MODEL
                           : a->extrapolation == 4 ? EXTRAPOLATION_WAVEFORM
                                                   : a->extrapolation;
    a->run.slopes = (enum slopes_choice)a->slopes;
    a->run.powers = a->powers.items;
    a->run.n_powers = a->powers.n;
    a->component.me_nonstiff = a->solver == 1;
    if (a->has_interface)
        a->component.interface = a->interface == 0 ? INTERFACE_CO_SIMULATION : INTERFACE_MODEL_EXCHANGE;
    a->run.component = &a->component;
    a->run.isolation.files = a->child_files;
    if (a->child_memory && !read_size("child-memory", a->child_memory, &a->run.isolation.memory, error))
        return false;
    if (a->run.has_start_time && a->run.has_stop_time && !(a->run.stop_time > a->run.start_time))
        return error_raise(error, ERROR_OPTION_TIMES, TEXT("%.10g", a->run.stop_time),
                           TEXT("%.10g", a->run.start_time));
    return read_rates(a, error) && read_micro_steps(a, error);
}

void run_arguments_free(struct run_arguments *a)
{
    for (size_t i = 0; a->rate_names && i < a->rates.n; i++)
        free(a->rate_names[i]);
    for (size_t i = 0; a->micro_step_list && i < a->run.n_micro_steps; i++)
        free((char *)a->micro_step_list[i].component);
    free(a->micro_step_list);
    a->micro_step_list = NULL;
    a->run.n_micro_steps = 0;
    free(a->rate_names);
    free(a->rate_list);
    starts_close(a->starts);
    a->run.starts = a->starts = NULL;
    a->rate_names = NULL;
    a->rate_list = NULL;
}

bool run_arguments_set_starts(struct run_arguments *a, const struct system *system, struct error *error)
{
    starts_close(a->starts); /* of a run before */
    a->run.starts = a->starts = starts_open(system, error);
    bool ok = a->starts != NULL;
    for (size_t i = 0; i < a->sets.n && ok; i++)
        ok = starts_set(a->starts, a->sets.items[i], error);
    return ok;
}

struct system *run_arguments_open_system(struct run_arguments *a, const char *path, struct error *error)
{
    struct system_options options = system_options_default();
    options.isolate = a->run.isolate;
    options.isolation = a->run.isolation;
    options.traits = a->traits.items;
    options.n_traits = a->traits.n;
    options.no_probes = a->component.no_probes;
    struct system *system = system_open(path, &options, error);
    bool ok = system != NULL;
    if (ok && a->has_interface && !system->is_single_fmu)
        ok = error_raise(error, ERROR_OPTION_INTERFACE_OF_SYSTEM, path);
    if (!ok || !run_arguments_set_starts(a, system, error)) {
        system_close(system);
        return NULL;
    }
    return system;
}
