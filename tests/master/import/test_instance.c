/* Instances that do not behave: logs, warnings, missing functions, crashes with hooks, and what is told about them. */
#include "tests/testing.h"
#include "tests/master/import/making.h"

#include "master/import/crash_guard.h"
#include "master/import/fmu.h"

#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

static struct instance *start(const char *path, const char *fail_in, int fail_status, int how)
{
    struct error error = {0};
    struct fmu *fmu = fmu_open(path, NULL, &error);
    struct instance *i =
        fmu ? instance_open(fmu, &(struct instance_options){.name = "unit", .type = fmi2CoSimulation}, &error) : NULL;
    if (!i)
        fail_msg("%s", error.text);
    const struct fmi_variable *v = description_find(fmu_description(fmu), "fail_in");
    if (fail_in && v) {
        const unsigned status = description_find(fmu_description(fmu), "fail_status")->reference;
        const unsigned kind = description_find(fmu_description(fmu), "how")->reference;
        instance_set_integer(i, &status, 1, &fail_status, NULL);
        instance_set_integer(i, &kind, 1, &how, NULL);
        instance_set_string(i, &v->reference, 1, &fail_in, NULL);
    }
    if (!instance_setup_experiment(i, NULL, 0, NULL, &error) || !instance_enter_initialization(i, &error) ||
        !instance_exit_initialization(i, &error))
        fail_msg("%s", error.text);
    return i;
}

static void end(struct instance *i)
{
    struct fmu *fmu = instance_fmu(i);
    instance_close(i);
    fmu_close(fmu);
    assert_int_equal(making_folders_left(), 0);
}

/* ---- flags ---- */

static void claims_without_functions_are_seen_through(void **state)
{
    (void)state;
    struct instance *i = start(FMU("bare"), NULL, 0, 0);
    assert_true(fmu_description(instance_fmu(i))->co_simulation.can_get_and_set_state);
    assert_false(instance_can_rollback(i) || instance_can_directional(i));
    assert_false(fmu_has_function(instance_fmu(i), "GetFMUstate"));
    assert_true(fmu_has_function(instance_fmu(i), "DoStep"));
    assert_int_equal(instance_do_step(i, 0, 1, true, NULL), fmi2OK);
    end(i);
}

static void claims_with_failing_functions_are_seen_through_in_silence(void **state)
{
    (void)state;
    static const char *const functions[] = {"fmi2GetFMUstate", "fmi2SetFMUstate", "fmi2FreeFMUstate"};
    for (size_t k = 0; k < 3; k++) {
        struct instance *i = start(FMU("fails"), functions[k], fmi2Error, 0);
        assert_false(instance_can_rollback(i));
        assert_string_equal(instance_last_log(i), "");
        end(i);
    }
}

/* decay.fmu with another description around the same binary. */
static struct fmu *open_decay_as(const char *interfaces)
{
    size_t n;
    char *library = making_read(BUILD_DIR "/tests/master/import/fmus/decay/binaries/linux64/decay.so", &n);
    char xml[1000];
    snprintf(xml, sizeof xml,
             "<fmiModelDescription fmiVersion='2.0' modelName='D' guid='{decay-2f6d}'>%s<ModelVariables/>"
             "<ModelStructure/></fmiModelDescription>",
             interfaces);
    const char *path = making_archive(
        "decay.fmu", (const struct entry[]){{.name = "modelDescription.xml", .text = xml},
                                            {.name = "binaries/linux64/decay.so", .text = library, .n = n},
                                            {.name = NULL}});
    free(library);
    struct error error = {0};
    struct fmu *fmu = fmu_open(path, NULL, &error);
    if (!fmu)
        fail_msg("%s", error.text);
    return fmu;
}

static void a_second_instance_gets_a_process_where_one_is_all_that_the_fmu_allows(void **state)
{
    (void)state;
    struct fmu *fmu =
        open_decay_as("<CoSimulation modelIdentifier='decay' canBeInstantiatedOnlyOncePerProcess='true'/>");
    const struct instance_options options = {.name = "one", .type = fmi2CoSimulation};
    struct error error = {0};
    struct instance *i = instance_open(fmu, &options, &error);
    assert_non_null(i);
    assert_false(instance_is_isolated(i));
    assert_int_equal(setenv("PASO_LIBEXEC", "/not/there", 1), 0);
    assert_null(instance_open(fmu, &options, &error));
    assert_non_null(strstr(error.text, "isolated-fmu"));
    error_clear(&error);
    assert_int_equal(setenv("PASO_LIBEXEC", BUILD_DIR, 1), 0);
    struct instance *second = instance_open(fmu, &options, &error);
    assert_non_null(second);
    assert_true(instance_is_isolated(second));
    instance_close(second);
    instance_close(i);
    i = instance_open(fmu, &options, &error); /* one after the other is allowed */
    assert_non_null(i);
    assert_false(instance_is_isolated(i));
    end(i);
}

static void an_interface_without_its_binary_only_matters_when_it_is_asked_for(void **state)
{
    (void)state;
    struct fmu *fmu = open_decay_as("<ModelExchange modelIdentifier='other'/><CoSimulation modelIdentifier='decay'/>");
    struct error error = {0};
    assert_null(instance_open(fmu, &(struct instance_options){.name = "x", .type = fmi2ModelExchange}, &error));
    assert_int_equal(error_exit_status(&error), 2);
    assert_non_null(strstr(error.text, "does not hold other.so; it holds: decay.so"));
    error_clear(&error);
    struct instance *i = instance_open(fmu, &(struct instance_options){.name = "x", .type = fmi2CoSimulation}, &error);
    assert_non_null(i);
    end(i);
}

/* ---- logs and warnings ---- */

static void the_last_line_is_kept_with_the_names_of_variables(void **state)
{
    (void)state;
    struct instance *i = start(FMU("chatters"), NULL, 0, 0);
    assert_string_equal(instance_last_log(i), "");
    assert_int_equal(instance_do_step(i, 0.5, 0.25, true, NULL), fmi2OK);
    assert_string_equal(instance_last_log(i), "line 999 of the step at t = 0.5; 100% chatter about y and #");
    end(i);
}

static int log_without_end(const void *context)
{
    (void)context;
    struct fmu *fmu = fmu_open(FMU("chatters"), NULL, NULL);
    struct instance *i =
        instance_open(fmu, &(struct instance_options){.name = "unit", .type = fmi2CoSimulation, .logging = true}, NULL);
    FILE *counted = fopen(making_path("log"), "w+");
    dup2(fileno(counted), STDERR_FILENO);
    for (int k = 0; k < 100; k++)
        instance_do_step(i, k, 1, true, NULL);
    rewind(counted);
    int n = 0, c;
    while ((c = fgetc(counted)) != EOF)
        n += c == '\n';
    instance_close(i);
    fmu_close(fmu);
    fclose(counted);
    return n == 10001 ? 0 : 1; /* ten thousand lines, and one that says that there are more */
}

static void an_endless_log_is_cut(void **state)
{
    (void)state;
    assert_int_equal(making_child(log_without_end, NULL).status, 0);
}

static unsigned n_warnings;
static char first_warning[500];

static void count_warning(const char *text, void *context)
{
    (void)context;
    if (n_warnings++ == 0)
        snprintf(first_warning, sizeof first_warning, "%s", text);
}

static void warnings_do_not_stop_a_run_and_are_not_repeated_without_end(void **state)
{
    (void)state;
    n_warnings = 0;
    error_set_warning_sink(count_warning, NULL);
    struct instance *i = start(FMU("fails"), "fmi2DoStep", fmi2Warning, 0);
    for (int k = 0; k < 1000; k++)
        assert_int_equal(instance_do_step(i, 0.5 * k, 0.5, true, NULL), fmi2Warning);
    end(i);
    error_set_warning_sink(NULL, NULL);
    assert_string_equal(first_warning, "unit (fails.fmu): fmi2DoStep returned fmi2Warning at t = 0 s: asked to fail in "
                                       "fmi2DoStep, x = x");
    assert_int_equal(n_warnings, 6);
}

/* ---- the end ---- */

static void after_fatal_nothing_is_called_any_more(void **state)
{
    (void)state;
    struct instance *i = start(FMU("fails"), "fmi2DoStep", fmi2Fatal, 0);
    struct error error = {0};
    const unsigned y = 3;
    double value;
    assert_int_equal(instance_do_step(i, 0, 1, true, &error), fmi2Fatal);
    assert_non_null(strstr(error.text, "fmi2Fatal"));
    error_clear(&error);
    assert_false(instance_get_real(i, &y, 1, &value, &error));
    assert_non_null(strstr(error.text, "the FMU returned fmi2Fatal before"));
    end(i);
}

static void leaks_of_an_fmu_are_its_own(void **state)
{
    (void)state;
    struct instance *i = start(FMU("leaks"), NULL, 0, 0);
    for (int k = 0; k < 1000; k++)
        assert_int_equal(instance_do_step(i, k, 1, true, NULL), fmi2OK);
    end(i);
}

/* ---- crashes ---- */

static void write_first(void *context)
{
    dprintf(STDERR_FILENO, "hook of %s\n", (const char *)context);
}

static void hang(void *context)
{
    (void)context;
    for (;;)
        pause();
}

static int crash_with_hooks(const void *context)
{
    (void)context;
    crash_guard_add_hook(write_first, "the older");
    crash_guard_add_hook(write_first, "nobody");
    crash_guard_add_hook(write_first, "the younger");
    crash_guard_remove_hook(write_first, "nobody");
    struct instance *i = start(FMU("fails"), "fmi2GetReal", 0, 1);
    const unsigned y = 3;
    double value;
    instance_set_message_time(i, 1.25);
    instance_get_real(i, &y, 1, &value, NULL);
    return 0;
}

static void a_crash_runs_the_hooks_latest_first(void **state)
{
    (void)state;
    const struct child child = making_child(crash_with_hooks, NULL);
    assert_int_equal(child.status, 1);
    assert_string_equal(
        child.said, "paso: unit (fails.fmu): the FMU crashed (segmentation fault, SIGSEGV) in fmi2GetReal at t = 1.25 "
                    "s: asked to fail in fmi2GetReal, x = x\nhook of the younger\nhook of the older\n");
    assert_int_equal(making_folders_left(), 0);
}

static int crash_with_a_hook_that_hangs(const void *context)
{
    crash_guard_add_hook(hang, NULL);
    return crash_with_hooks(context);
}

static void a_hook_that_hangs_is_cut_off(void **state)
{
    (void)state;
    assert_int_equal(making_child(crash_with_a_hook_that_hangs, NULL).status, 1);
    assert_int_equal(making_folders_left(), 0);
}

static void *crash_in_thread(void *argument)
{
    crash_guard_protect_thread();
    instance_do_step(argument, 0, 1, true, NULL);
    return NULL;
}

static int overflow_in_a_thread(const void *context)
{
    (void)context;
    struct instance *i = start(FMU("fails"), "fmi2DoStep", 0, 5);
    pthread_t thread;
    pthread_create(&thread, NULL, crash_in_thread, i);
    pthread_join(thread, NULL);
    return 0;
}

static void a_stack_overflow_in_a_thread_is_told(void **state)
{
    (void)state;
    const struct child child = making_child(overflow_in_a_thread, NULL);
    assert_int_equal(child.status, 1);
    assert_non_null(strstr(child.said, "in fmi2DoStep at t = 0 s"));
    assert_int_equal(making_folders_left(), 0);
}

static int crash_oneself(const void *context)
{
    (void)context;
    const struct rlimit none = {0, 0};
    setrlimit(RLIMIT_CORE, &none);
    start(FMU("fails"), NULL, 0, 0);
    raise(SIGILL); /* outside of any call, and nothing that a sanitizer handles */
    return 0;
}

static void a_crash_of_the_program_stays_one_but_leaves_no_folder(void **state)
{
    (void)state;
    const struct child child = making_child(crash_oneself, NULL);
    assert_int_not_equal(child.status, 0);
    assert_int_not_equal(child.status, 1);
    assert_null(strstr(child.said, "the FMU"));
    assert_int_equal(making_folders_left(), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(claims_without_functions_are_seen_through),
        cmocka_unit_test(claims_with_failing_functions_are_seen_through_in_silence),
        cmocka_unit_test(a_second_instance_gets_a_process_where_one_is_all_that_the_fmu_allows),
        cmocka_unit_test(an_interface_without_its_binary_only_matters_when_it_is_asked_for),
        cmocka_unit_test(the_last_line_is_kept_with_the_names_of_variables),
        cmocka_unit_test(an_endless_log_is_cut),
        cmocka_unit_test(warnings_do_not_stop_a_run_and_are_not_repeated_without_end),
        cmocka_unit_test(after_fatal_nothing_is_called_any_more),
        cmocka_unit_test(leaks_of_an_fmu_are_its_own),
        cmocka_unit_test(a_crash_runs_the_hooks_latest_first),
        cmocka_unit_test(a_hook_that_hangs_is_cut_off),
        cmocka_unit_test(a_stack_overflow_in_a_thread_is_told),
        cmocka_unit_test(a_crash_of_the_program_stays_one_but_leaves_no_folder),
    };
    return cmocka_run_group_tests(tests, making_begin, making_end);
}
