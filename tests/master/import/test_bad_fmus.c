/* A table of bad FMUs. Each is driven in a process of its own, as the program would drive it: the exit status is the
 * contracted one, the message contains the cause, and no temporary folder is left. */
#include "tests/testing.h"
#include "tests/master/import/bad.h"
#include "tests/master/import/making.h"

#include <string.h>

/* ---- driving ---- */

static bool set_integer(struct instance *i, const char *name, int value, struct error *error)
{
    const struct fmi_variable *v = description_find(fmu_description(instance_fmu(i)), name);
    return !v || instance_set_integer(i, &v->reference, 1, &value, error);
}

static bool set_real(struct instance *i, const char *name, double value, struct error *error)
{
    const struct fmi_variable *v = description_find(fmu_description(instance_fmu(i)), name);
    return !v || instance_set_real(i, &v->reference, 1, &value, error);
}

static bool set_string(struct instance *i, const char *name, const char *value, struct error *error)
{
    const struct fmi_variable *v = description_find(fmu_description(instance_fmu(i)), name);
    return !v || instance_set_string(i, &v->reference, 1, &value, error);
}

static bool set_parameters(struct instance *i, const struct bad *bad, struct error *error)
{
    return set_real(i, "fail_time", bad->fail_time, error) && set_integer(i, "how", bad->how, error) &&
           (!bad->fail_in ||
            (set_integer(i, "fail_status", bad->fail_status, error) && set_string(i, "fail_in", bad->fail_in, error)));
}

static bool co_simulate(struct instance *i, struct error *error)
{
    const unsigned reference = 0;
    const int order = 1;
    const double one = 1;
    double value;
    bool terminated;
    fmi2FMUstate state = NULL;
    for (int k = 0; k < 5; k++) {
        const fmi2Status status = instance_do_step(i, 0.1 * k, 0.1, true, error);
        if (error_is_set(error))
            return false;
        if (status == fmi2Discard)
            return instance_last_successful_time(i, &value, error) && instance_terminated(i, &terminated, error);
    }
    bool ok = instance_get_real(i, &reference, 1, &value, error) && instance_set_real(i, &reference, 1, &one, error);
    size_t size = 0;
    char bytes[4096];
    ok = ok && instance_get_state(i, &state, error) && instance_state_size(i, state, &size, error) &&
         instance_serialize(i, state, bytes, size, error) && instance_set_state(i, state, error) &&
         instance_deserialize(i, bytes, size, &state, error);
    struct error later = {0};
    if (state)
        instance_free_state(i, &state, ok ? error : &later);
    return ok && !error_is_set(error) && instance_set_input_derivatives(i, &reference, 1, &order, &one, error) &&
           instance_get_output_derivatives(i, &reference, 1, &order, &value, error) &&
           instance_last_successful_time(i, &value, error) && instance_terminated(i, &terminated, error);
}

static bool exchange(struct instance *i, struct error *error)
{
    fmi2EventInfo info;
    double x = 0;
    bool event, end;
    return instance_new_discrete_states(i, &info, error) && instance_enter_continuous_time(i, error) &&
           instance_set_time(i, 0.1, error) && instance_get_states(i, &x, 1, error) &&
           instance_set_states(i, &x, 1, error) && instance_get_nominals(i, &x, 1, error) &&
           instance_get_derivatives(i, &x, 1, error) == fmi2OK &&
           instance_get_event_indicators(i, &x, 0, error) == fmi2OK &&
           instance_completed_step(i, true, &event, &end, error) && instance_enter_event_mode(i, error);
}

static bool drive(struct instance *i, const struct bad *bad, struct error *error)
{
    const double stop = 1;
    double value;
    const unsigned reference = 0;
    return set_parameters(i, bad, error) && instance_setup_experiment(i, NULL, 0, &stop, error) &&
           instance_enter_initialization(i, error) && instance_get_real(i, &reference, 1, &value, error) &&
           instance_exit_initialization(i, error) &&
           (bad->model_exchange ? exchange(i, error) : co_simulate(i, error)) && instance_terminate(i, error) &&
           (!bad->fail_in || strcmp(bad->fail_in, "fmi2Reset") != 0 || instance_reset(i, error));
}

static bool impatient;

static bool interrupt(void)
{
    return impatient;
}

static int run(const void *context)
{
    const struct bad *bad = context;
    struct error error = {0};
    impatient = bad->how == 2;
    fmu_set_interruption(interrupt);
    struct fmu *fmu = fmu_open(bad->path, &bad->options, &error);
    if (fmu) {
        const struct instance_options options = {.name = bad->instance,
                                                 .type = bad->model_exchange ? fmi2ModelExchange : fmi2CoSimulation};
        struct instance *i = instance_open(fmu, &options, &error);
        if (i)
            drive(i, bad, &error);
        instance_close(i);
        fmu_close(fmu);
    }
    if (error_is_set(&error))
        fprintf(stderr, "paso: %s\n", error.text);
    return error_exit_status(&error);
}

/* ---- what an FMU can do wrong, one call after the other ---- */
#define CS(function, code, what)                                                                                       \
    {                                                                                                                  \
        function, .path = FMU("fails"), .status = 1, .cause = what, .fail_in = function, .fail_status = code           \
    }
#define ME(function, code, what)                                                                                       \
    {                                                                                                                  \
        function, .path = FMU("fails"), .status = 1, .cause = what, .fail_in = function, .fail_status = code,          \
                  .model_exchange = true                                                                               \
    }
#define FAILS(function)                                                                                                \
    "worker (fails.fmu): " function " returned fmi2Error at t = 0 s: asked to fail in " function ", x = x"
#define FAILS_LATER(function)                                                                                          \
    "worker (fails.fmu): " function " returned fmi2Error at t = 0.5 s: asked to fail in " function ", x = x"
#define FAILS_IN_ME(function)                                                                                          \
    "worker (fails.fmu): " function " returned fmi2Error at t = 0.1 s: asked to fail in " function ", x = x"
#define CRASHES(number, what)                                                                                          \
    {                                                                                                                  \
        "crash " #number, .path = FMU("fails"), .status = 1, .cause = what, .fail_in = "fmi2DoStep", .how = number,    \
                          .fail_time = 0.15                                                                            \
    }

static const struct bad misbehaving[] = {
    {"fmi2Instantiate", .path = FMU("fails"), .status = 1, .cause = "fmi2Instantiate failed: the FMU logged nothing",
     .instance = "fails to start"},
    CS("fmi2SetupExperiment", fmi2Error, FAILS("fmi2SetupExperiment")),
    CS("fmi2EnterInitializationMode", fmi2Error, FAILS("fmi2EnterInitializationMode")),
    CS("fmi2ExitInitializationMode", fmi2Error, FAILS("fmi2ExitInitializationMode")),
    CS("fmi2GetReal", fmi2Error, FAILS("fmi2GetReal")),
    CS("fmi2SetReal", fmi2Error, FAILS_LATER("fmi2SetReal")),
    CS("fmi2DoStep", fmi2Error, FAILS("fmi2DoStep")),
    CS("fmi2DoStep", fmi2Fatal, "fmi2DoStep returned fmi2Fatal at t = 0 s"),
    CS("fmi2DoStep", 42, "fmi2DoStep returned the unknown status 42 at t = 0 s"),
    CS("fmi2DoStep", -7, "fmi2DoStep returned the unknown status -7 at t = 0 s"),
    CS("fmi2GetReal", fmi2Discard, "fmi2GetReal returned fmi2Discard at t = 0 s"),
    CS("fmi2GetReal", fmi2Pending, "fmi2GetReal returned fmi2Pending at t = 0 s"),
    CS("fmi2GetFMUstate", fmi2Error, FAILS_LATER("fmi2GetFMUstate")),
    CS("fmi2SetFMUstate", fmi2Error, FAILS_LATER("fmi2SetFMUstate")),
    CS("fmi2FreeFMUstate", fmi2Error, FAILS_LATER("fmi2FreeFMUstate")),
    CS("fmi2SerializedFMUstateSize", fmi2Error, FAILS_LATER("fmi2SerializedFMUstateSize")),
    CS("fmi2SerializeFMUstate", fmi2Error, FAILS_LATER("fmi2SerializeFMUstate")),
    CS("fmi2DeSerializeFMUstate", fmi2Error, FAILS_LATER("fmi2DeSerializeFMUstate")),
    CS("fmi2SetRealInputDerivatives", fmi2Error, FAILS_LATER("fmi2SetRealInputDerivatives")),
    CS("fmi2GetRealOutputDerivatives", fmi2Error, FAILS_LATER("fmi2GetRealOutputDerivatives")),
    CS("fmi2GetRealStatus", fmi2Error, FAILS_LATER("fmi2GetRealStatus")),
    CS("fmi2GetBooleanStatus", fmi2Error, FAILS_LATER("fmi2GetBooleanStatus")),
    CS("fmi2Terminate", fmi2Error, FAILS_LATER("fmi2Terminate")),
    CS("fmi2Reset", fmi2Error, FAILS_LATER("fmi2Reset")),
    ME("fmi2NewDiscreteStates", fmi2Error, FAILS("fmi2NewDiscreteStates")),
    ME("fmi2EnterContinuousTimeMode", fmi2Error, FAILS("fmi2EnterContinuousTimeMode")),
    ME("fmi2SetTime", fmi2Error, FAILS_IN_ME("fmi2SetTime")),
    ME("fmi2GetContinuousStates", fmi2Error, FAILS_IN_ME("fmi2GetContinuousStates")),
    ME("fmi2SetContinuousStates", fmi2Error, FAILS_IN_ME("fmi2SetContinuousStates")),
    ME("fmi2GetNominalsOfContinuousStates", fmi2Error, FAILS_IN_ME("fmi2GetNominalsOfContinuousStates")),
    ME("fmi2GetDerivatives", fmi2Error, FAILS_IN_ME("fmi2GetDerivatives")),
    ME("fmi2GetEventIndicators", fmi2Error, FAILS_IN_ME("fmi2GetEventIndicators")),
    ME("fmi2CompletedIntegratorStep", fmi2Error, FAILS_IN_ME("fmi2CompletedIntegratorStep")),
    ME("fmi2EnterEventMode", fmi2Error, FAILS_IN_ME("fmi2EnterEventMode")),
    CRASHES(1, "worker (fails.fmu): the FMU crashed (segmentation fault, SIGSEGV) in fmi2DoStep at t = 0.2 s: asked to "
               "fail in fmi2DoStep, x = x"),
    CRASHES(2, "the FMU crashed (abort, SIGABRT) in fmi2DoStep at t = 0.2 s"),
    CRASHES(3, "the FMU crashed (arithmetic exception, SIGFPE) in fmi2DoStep at t = 0.2 s"),
    CRASHES(4, "the FMU called exit() in fmi2DoStep at t = 0.2 s"),
    CRASHES(5, "the FMU crashed (segmentation fault, SIGSEGV) in fmi2DoStep at t = 0.2 s"),
    {"crash in fmi2FreeInstance", .path = FMU("fails"), .status = 1, .cause = "in fmi2FreeInstance",
     .fail_in = "fmi2FreeInstance", .how = 1},
    {"a function is missing", .path = FMU("bare"), .status = 1,
     .cause = "fmi2GetFMUstate was called at t = 0.5 s, but is missing"},
    {"a pending step never ends", .path = FMU("pending"), .status = 1, .cause = "was interrupted at t = 0 s", .how = 2},
    {"a pending step fails", .path = FMU("pending"), .status = 1,
     .cause = "fmi2DoStep returned fmi2Error at t = 0 s: the thread has failed", .how = 3},
};

static void check(const struct bad *rows, size_t n)
{
    size_t n_wrong = 0;
    for (size_t k = 0; k < n; k++) {
        struct bad bad = rows[k];
        const struct fmu_options defaults = fmu_options_default();
        bad.options.binary_needed = true;
        if (!bad.options.largest_archive)
            bad.options.largest_archive = defaults.largest_archive;
        if (!bad.options.largest_description)
            bad.options.largest_description = defaults.largest_description;
        if (!bad.instance)
            bad.instance = "worker";
        if (bad.make)
            bad.path = bad.make();
        const struct child child = making_child(run, &bad);
        const bool right = child.status == bad.status && strstr(child.said, bad.cause) && making_folders_left() == 0;
        if (!right) {
            print_error("%s: status %d instead of %d, \"%s\" wanted in: %s; folders left: %zu\n", bad.name,
                        child.status, bad.status, bad.cause, child.said, making_folders_left());
            n_wrong++;
        }
    }
    assert_int_equal(n_wrong, 0);
}

static void bad_files_are_refused_with_their_cause(void **state)
{
    (void)state;
    check(bad_files, n_bad_files);
}

static void misbehaving_fmus_end_the_run_with_their_words(void **state)
{
    (void)state;
    check(misbehaving, sizeof misbehaving / sizeof *misbehaving);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bad_files_are_refused_with_their_cause),
        cmocka_unit_test(misbehaving_fmus_end_the_run_with_their_words),
    };
    return cmocka_run_group_tests(tests, making_begin, making_end);
}
