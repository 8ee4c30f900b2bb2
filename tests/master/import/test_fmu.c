/* Valid FMUs through fmu.h: opened, instantiated, stepped; every number is known in closed form. These tests run on both
 * implementations of the header. */
#include "tests/testing.h"
#include "tests/master/import/making.h"

#include "master/import/fmu.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static struct fmu *open_fmu(const char *path)
{
    struct error error = {0};
    struct fmu *fmu = fmu_open(path, NULL, &error);
    if (!fmu)
        fail_msg("%s", error.text);
    return fmu;
}

static struct instance *open_instance(struct fmu *fmu, fmi2Type type)
{
    struct error error = {0};
    struct instance *i = instance_open(fmu, &(struct instance_options){.name = "unit", .type = type}, &error);
    if (!i)
        fail_msg("%s", error.text);
    return i;
}

#define assert_ok(call)                                                                                                \
    do {                                                                                                               \
        struct error error = {0};                                                                                      \
        if (!(call) || error_is_set(&error))                                                                           \
            fail_msg("%s: %s", #call, error.text);                                                                     \
    } while (0)

static void initialize(struct instance *i)
{
    assert_ok(instance_setup_experiment(i, NULL, 0, NULL, &error));
    assert_ok(instance_enter_initialization(i, &error));
    assert_ok(instance_exit_initialization(i, &error));
}

static unsigned reference(const struct fmu *fmu, const char *name)
{
    const struct fmi_variable *v = description_find(fmu_description(fmu), name);
    assert_non_null(v);
    return v->reference;
}

/* x' = -2 x + u from x = 1: x(t) = exp(-2 t) for u = 0. */
static void co_simulation_follows_the_exact_solution(void **state)
{
    (void)state;
    struct fmu *fmu = open_fmu(FMU("decay"));
    struct instance *i = open_instance(fmu, fmi2CoSimulation);
    initialize(i);
    const unsigned y = reference(fmu, "y");
    double value;
    for (int k = 0; k < 10; k++) {
        assert_int_equal(instance_do_step(i, 0.1 * k, 0.1, true, NULL), fmi2OK);
        assert_ok(instance_get_real(i, &y, 1, &value, &error));
        assert_near(value, exp(-0.2 * (k + 1)), 1e-14);
    }
    assert_ok(instance_terminate(i, &error));
    instance_close(i);
    fmu_close(fmu);
}

static void a_state_is_taken_back_and_crosses_bytes(void **state)
{
    (void)state;
    struct fmu *fmu = open_fmu(FMU("decay"));
    struct instance *i = open_instance(fmu, fmi2CoSimulation);
    initialize(i);
    assert_true(instance_can_rollback(i));
    assert_true(instance_can_directional(i));
    const unsigned y = reference(fmu, "y");
    fmi2FMUstate saved = NULL, copy = NULL;
    size_t size;
    char bytes[4096];
    double before, after;
    assert_ok(instance_get_state(i, &saved, &error));
    assert_ok(instance_state_size(i, saved, &size, &error));
    assert_in_range(size, 1, sizeof bytes);
    assert_ok(instance_serialize(i, saved, bytes, size, &error));
    assert_ok(instance_deserialize(i, bytes, size, &copy, &error));
    assert_ok(instance_get_real(i, &y, 1, &before, &error));
    instance_do_step(i, 0, 0.5, false, NULL);
    assert_ok(instance_set_state(i, copy, &error));
    assert_ok(instance_get_real(i, &y, 1, &after, &error));
    assert_true(before == after);
    assert_ok(instance_free_state(i, &saved, &error));
    assert_ok(instance_free_state(i, &copy, &error));
    instance_close(i);
    fmu_close(fmu);
}

/* dy/du = d, dx'/dx = -k */
static void directional_derivatives_are_those_of_the_equations(void **state)
{
    (void)state;
    struct fmu *fmu = open_fmu(FMU("decay"));
    struct instance *i = open_instance(fmu, fmi2CoSimulation);
    const unsigned d = reference(fmu, "d");
    assert_ok(instance_set_real(i, &d, 1, &(double){0.25}, &error));
    initialize(i);
    const unsigned unknowns[] = {reference(fmu, "y"), reference(fmu, "der(x)")};
    const unsigned knowns[] = {reference(fmu, "u"), reference(fmu, "x")};
    const double seed[] = {1, 10};
    double result[2];
    assert_ok(instance_directional(i, unknowns, 2, knowns, 2, seed, result, &error));
    assert_true(result[0] == 0.25 + 10 && result[1] == 1 - 20);
    instance_close(i);
    fmu_close(fmu);
}

/* u = 1 + 2 tau over one step from x = 1 with k = 2: x = exp(-2 tau)(1 - (1*2 - 2)/4) + (1*2 - 2)/4 + tau = exp(-2 tau) + tau */
static void input_slopes_and_output_derivatives_are_handed_over(void **state)
{
    (void)state;
    struct fmu *fmu = open_fmu(FMU("decay"));
    struct instance *i = open_instance(fmu, fmi2CoSimulation);
    initialize(i);
    const unsigned u = reference(fmu, "u"), y = reference(fmu, "y");
    const int order = 1;
    double value;
    assert_ok(instance_set_real(i, &u, 1, &(double){1}, &error));
    assert_ok(instance_set_input_derivatives(i, &u, 1, &order, &(double){2}, &error));
    assert_int_equal(instance_do_step(i, 0, 0.5, true, NULL), fmi2OK);
    assert_ok(instance_get_real(i, &y, 1, &value, &error));
    assert_near(value, exp(-1) + 0.5, 1e-15);
    assert_ok(instance_get_output_derivatives(i, &y, 1, &order, &value, &error));
    assert_near(value, -2 * exp(-1) + 1, 1e-15);
    instance_close(i);
    fmu_close(fmu);
}

static void every_type_goes_in_and_comes_out(void **state)
{
    (void)state;
    struct fmu *fmu = open_fmu(FMU("types"));
    struct instance *i = open_instance(fmu, fmi2CoSimulation);
    const unsigned real_offset = reference(fmu, "real_offset"), prefix = reference(fmu, "string_prefix");
    assert_ok(instance_set_real(i, &real_offset, 1, &(double){0.25}, &error));
    assert_ok(instance_set_string(i, &prefix, 1, &(const char *){"g\303\274n "}, &error));
    initialize(i);
    const unsigned real_in = reference(fmu, "real_in"), real_out = reference(fmu, "real_out");
    const unsigned whole_in[] = {reference(fmu, "integer_in"), reference(fmu, "colour_in")};
    const unsigned whole_out[] = {reference(fmu, "integer_out"), reference(fmu, "colour_out")};
    const unsigned flag_in = reference(fmu, "boolean_in"), flag_out = reference(fmu, "boolean_out");
    const unsigned text_in = reference(fmu, "string_in"), text_out = reference(fmu, "string_out");
    assert_ok(instance_set_real(i, &real_in, 1, &(double){-1.5}, &error));
    assert_ok(instance_set_integer(i, whole_in, 2, (const int[]){-7, 2}, &error));
    assert_ok(instance_set_boolean(i, &flag_in, 1, &(int){1}, &error));
    assert_ok(instance_set_string(i, &text_in, 1, &(const char *){"world"}, &error));
    assert_int_equal(instance_do_step(i, 0, 0.1, true, NULL), fmi2OK);
    double real;
    int whole[2], flag;
    const char *text;
    assert_ok(instance_get_real(i, &real_out, 1, &real, &error));
    assert_ok(instance_get_integer(i, whole_out, 2, whole, &error));
    assert_ok(instance_get_boolean(i, &flag_out, 1, &flag, &error));
    assert_ok(instance_get_string(i, &text_out, 1, &text, &error));
    assert_true(real == -1.25);
    assert_int_equal(whole[0], 3);
    assert_int_equal(whole[1], (2 + 3) % 3 + 1);
    assert_int_equal(flag, 0); /* true, negated */
    assert_string_equal(text, "g\303\274n world");
    assert_ok(instance_terminate(i, &error));
    instance_close(i);
    fmu_close(fmu);
}

/* The temporary folder of these tests has blanks, quotes, a percent sign and an umlaut in its name. */
static void resources_are_found_through_a_percent_encoded_uri(void **state)
{
    (void)state;
    struct fmu *fmu = open_fmu(FMU("types"));
    struct instance *i = open_instance(fmu, fmi2CoSimulation);
    initialize(i);
    const unsigned words = reference(fmu, "words");
    const char *text;
    assert_ok(instance_get_string(i, &words, 1, &text, &error));
    assert_string_equal(text, "to be found by a percent-encoded path");
    instance_close(i);
    fmu_close(fmu);
}

/* Dropped from 1 m with e = 0.7 the ball bounces at t_1 = sqrt(2/g) and 2 e v_1/g later; v_1 = sqrt(2 g). Between them
 * h = e v_1 tau - g tau^2/2. */
static void the_ball_bounces_at_its_times(void **state)
{
    (void)state;
    struct fmu *fmu = open_fmu(FMU("ball"));
    struct instance *i = open_instance(fmu, fmi2CoSimulation);
    initialize(i);
    const unsigned h = reference(fmu, "h"), bounces = reference(fmu, "bounces");
    const double g = 9.81, t_1 = sqrt(2 / g), v = 0.7 * sqrt(2 * g);
    double height;
    int n;
    assert_int_equal(instance_do_step(i, 0, t_1 + 0.2, true, NULL), fmi2OK);
    assert_ok(instance_get_real(i, &h, 1, &height, &error));
    assert_ok(instance_get_integer(i, &bounces, 1, &n, &error));
    assert_near(height, v * 0.2 - g * 0.02, 1e-14);
    assert_int_equal(n, 1);
    instance_close(i);
    fmu_close(fmu);
}

/* The calls of Model Exchange one by one on the ball: h' = v, v' = -g, the indicator is h, and an event at h < 0 turns v. */
static void model_exchange_calls_do_what_they_say(void **state)
{
    (void)state;
    struct fmu *fmu = open_fmu(FMU("ball"));
    struct instance *i = open_instance(fmu, fmi2ModelExchange);
    initialize(i);
    fmi2EventInfo info;
    double x[2], derivatives[2], nominals[2], indicator;
    bool event, terminate;
    assert_ok(instance_new_discrete_states(i, &info, &error));
    assert_false(info.newDiscreteStatesNeeded || info.terminateSimulation || info.valuesOfContinuousStatesChanged);
    assert_ok(instance_enter_continuous_time(i, &error));
    assert_ok(instance_get_states(i, x, 2, &error));
    assert_true(x[0] == 1 && x[1] == 0);
    assert_ok(instance_get_nominals(i, nominals, 2, &error));
    assert_true(nominals[0] == 1 && nominals[1] == 1);
    assert_ok(instance_set_time(i, 0.5, &error));
    assert_ok(instance_set_states(i, (const double[]){-0.001, -3}, 2, &error));
    assert_int_equal(instance_get_derivatives(i, derivatives, 2, NULL), fmi2OK);
    assert_true(derivatives[0] == -3 && derivatives[1] == -9.81);
    assert_int_equal(instance_get_event_indicators(i, &indicator, 1, NULL), fmi2OK);
    assert_true(indicator < 0);
    assert_ok(instance_completed_step(i, true, &event, &terminate, &error));
    assert_false(event || terminate);
    assert_ok(instance_enter_event_mode(i, &error));
    assert_ok(instance_new_discrete_states(i, &info, &error));
    assert_true(info.valuesOfContinuousStatesChanged);
    assert_ok(instance_get_states(i, x, 2, &error));
    assert_true(x[0] == 0 && x[1] == 0.7 * 3);
    assert_ok(instance_terminate(i, &error));
    instance_close(i);
    fmu_close(fmu);
}

static void a_slave_that_ends_early_says_when(void **state)
{
    (void)state;
    struct fmu *fmu = open_fmu(FMU("ends"));
    struct instance *i = open_instance(fmu, fmi2CoSimulation);
    initialize(i);
    double reached = 0;
    bool terminated = false;
    for (int k = 0; k < 5; k++)
        assert_int_equal(instance_do_step(i, 0.1 * k, 0.1, true, NULL), fmi2OK);
    assert_ok(instance_do_step(i, 0.5, 0.1, true, &error) == fmi2Discard); /* no error: the caller's to handle */
    assert_ok(instance_last_successful_time(i, &reached, &error));
    assert_ok(instance_terminated(i, &terminated, &error));
    assert_near(reached, 0.55, 1e-15);
    assert_true(terminated);
    instance_close(i);
    fmu_close(fmu);
}

static void a_discarded_step_can_be_taken_back_and_done_smaller(void **state)
{
    (void)state;
    struct fmu *fmu = open_fmu(FMU("discards"));
    struct instance *i = open_instance(fmu, fmi2CoSimulation);
    initialize(i);
    const unsigned x = reference(fmu, "x");
    fmi2FMUstate saved = NULL;
    double value = 0, reached = 0;
    assert_ok(instance_get_state(i, &saved, &error));
    assert_int_equal(instance_do_step(i, 0, 0.1, false, NULL), fmi2Discard);
    assert_ok(instance_last_successful_time(i, &reached, &error));
    assert_near(reached, 0.025, 1e-17);
    assert_ok(instance_set_state(i, saved, &error));
    assert_int_equal(instance_do_step(i, 0, 0.05, false, NULL), fmi2OK);
    assert_ok(instance_get_real(i, &x, 1, &value, &error));
    assert_near(value, exp(-0.05), 1e-15);
    assert_ok(instance_free_state(i, &saved, &error));
    instance_close(i);
    fmu_close(fmu);
}

/* It refuses what the standard forbids: none of this is. */
static void a_strict_slave_accepts_the_order_of_calls(void **state)
{
    (void)state;
    struct fmu *fmu = open_fmu(FMU("strict"));
    struct instance *i = open_instance(fmu, fmi2CoSimulation);
    const unsigned k = reference(fmu, "k"), y = reference(fmu, "y"), u = reference(fmu, "u");
    const double stop = 0.3;
    double value;
    assert_ok(instance_set_real(i, &k, 1, &(double){2}, &error));
    assert_ok(instance_setup_experiment(i, NULL, 0, &stop, &error));
    assert_ok(instance_enter_initialization(i, &error));
    assert_ok(instance_set_real(i, &u, 1, &(double){0}, &error));
    assert_ok(instance_get_real(i, &y, 1, &value, &error));
    assert_ok(instance_exit_initialization(i, &error));
    for (int n = 0; n < 3; n++) {
        assert_ok(instance_set_real(i, &u, 1, &(double){0}, &error));
        assert_int_equal(instance_do_step(i, 0.1 * n, 0.1, true, NULL), fmi2OK);
        assert_ok(instance_get_real(i, &y, 1, &value, &error));
        assert_near(value, exp(-0.2 * (n + 1)), 1e-15);
    }
    assert_ok(instance_terminate(i, &error));
    assert_ok(instance_reset(i, &error));
    instance_close(i);
    fmu_close(fmu);
}

static void a_pending_step_is_waited_for(void **state)
{
    (void)state;
    struct fmu *fmu = open_fmu(FMU("pending"));
    static const int hows[] = {0, 1, 5}; /* told by fmi2GetStatus; by stepFinished, too; by that too late */
    for (size_t n = 0; n < sizeof hows / sizeof hows[0]; n++) {
        struct instance *i = open_instance(fmu, fmi2CoSimulation);
        const unsigned y = reference(fmu, "y"), parameter = reference(fmu, "how");
        assert_ok(instance_set_integer(i, &parameter, 1, &hows[n], &error));
        initialize(i);
        double value;
        for (int k = 0; k < 5; k++) {
            assert_int_equal(instance_do_step(i, k, 1, true, NULL), fmi2OK);
            assert_ok(instance_get_real(i, &y, 1, &value, &error));
            assert_true(value == k + 1);
        }
        instance_close(i);
    }
    fmu_close(fmu);
}

static void instances_know_nothing_of_each_other(void **state)
{
    (void)state;
    struct fmu *fmus[] = {open_fmu(FMU("decay")), open_fmu(FMU("decay"))};
    struct instance *instances[4];
    const unsigned x = reference(fmus[0], "x"), y = reference(fmus[0], "y");
    for (int k = 0; k < 4; k++) {
        instances[k] = open_instance(fmus[k / 2], fmi2CoSimulation);
        assert_ok(instance_set_real(instances[k], &x, 1, &(double){k}, &error));
        initialize(instances[k]);
    }
    for (int k = 0; k < 4; k++)
        assert_int_equal(instance_do_step(instances[k], 0, 0.5, true, NULL), fmi2OK);
    for (int k = 0; k < 4; k++) {
        double value;
        assert_ok(instance_get_real(instances[k], &y, 1, &value, &error));
        assert_near(value, k * exp(-1), 1e-15);
        instance_close(instances[k]);
    }
    fmu_close(fmus[0]);
    fmu_close(fmus[1]);
    assert_int_equal(making_folders_left(), 0);
}

static void *simulate(void *argument)
{
    struct instance *i = argument;
    for (int k = 0; k < 1000; k++)
        if (instance_do_step(i, 0.001 * k, 0.001, true, NULL) != fmi2OK)
            break;
    return NULL;
}

static void instances_run_in_threads(void **state)
{
    (void)state;
    enum { THREADS = 4 };
    struct fmu *fmu = open_fmu(FMU("decay"));
    struct instance *instances[THREADS];
    pthread_t threads[THREADS];
    const unsigned y = reference(fmu, "y");
    for (int k = 0; k < THREADS; k++) {
        instances[k] = open_instance(fmu, fmi2CoSimulation);
        initialize(instances[k]);
        assert_int_equal(pthread_create(&threads[k], NULL, simulate, instances[k]), 0);
    }
    for (int k = 0; k < THREADS; k++) {
        double value;
        pthread_join(threads[k], NULL);
        assert_ok(instance_get_real(instances[k], &y, 1, &value, &error));
        assert_near(value, exp(-2), 1e-13);
        instance_close(instances[k]);
    }
    fmu_close(fmu);
}

static void a_file_may_have_any_name(void **state)
{
    (void)state;
    size_t n;
    char *bytes = making_read(FMU("decay"), &n);
    const char *path = making_file("\303\234ber 'drei' \"Z\303\244hne\" %20.fmu", bytes, n);
    free(bytes);
    struct fmu *fmu = open_fmu(path);
    assert_string_equal(fmu_path(fmu), path);
    assert_int_equal(fmu_archive_size(fmu), n);
    struct instance *i = open_instance(fmu, fmi2CoSimulation);
    initialize(i);
    assert_int_equal(instance_do_step(i, 0, 1, true, NULL), fmi2OK);
    instance_close(i);
    fmu_close(fmu);
}

static void a_description_can_be_read_without_the_binary(void **state)
{
    (void)state;
    struct error error = {0};
    struct fmu_options options = fmu_options_default();
    options.binary_needed = false;
    struct fmu *fmu = fmu_open(FMU("needs"), &options, &error); /* its binary cannot be loaded here */
    assert_non_null(fmu);
    const char *const *platforms;
    assert_int_equal(fmu_platforms(fmu, &platforms), 1);
    assert_string_equal(platforms[0], "linux64");
    assert_string_equal(fmu_description(fmu)->model_name, "Needs");
    assert_false(fmu_has_function(fmu, "DoStep"));
    fmu_close(fmu);
    assert_int_equal(making_folders_left(), 0);
}

static bool is_there(const struct fmu *fmu, const char *name)
{
    char path[1024];
    snprintf(path, sizeof path, "%s/%s", fmu_folder(fmu), name);
    return access(path, F_OK) == 0;
}

/* A start unpacks what a run may open; what else there is, is known all the same. */
static void sources_documentation_and_other_platforms_stay_in_the_archive(void **state)
{
    (void)state;
    static const char description[] =
        "<fmiModelDescription fmiVersion='2.0' modelName='m' guid='g'><CoSimulation modelIdentifier='m'/>"
        "<ModelVariables><ScalarVariable name='x' valueReference='0'><Real/></ScalarVariable></ModelVariables>"
        "<ModelStructure/></fmiModelDescription>";
    const char *path =
        making_archive("left.fmu", (const struct entry[]){{.name = "modelDescription.xml", .text = description},
                                                          {.name = "binaries/win64/m.dll", .text = "x"},
                                                          {.name = "binaries/linux64/m.so", .text = "x"},
                                                          {.name = "sources/m.c", .text = "x"},
                                                          {.name = "documentation/index.html", .text = "x"},
                                                          {.name = "licenses/SUNDIALS.txt", .text = "x"},
                                                          {.name = "resources/sources/data", .text = "x"},
                                                          {.name = "extra/more", .text = "x"},
                                                          {.name = NULL}});
    const struct fmu_options options = {.largest_archive = 1 << 20, .largest_description = 1 << 20};
    struct error error = {0};
    struct fmu *fmu = fmu_open(path, &options, &error);
    if (!fmu)
        fail_msg("%s", error.text);
    assert_true(is_there(fmu, "binaries/linux64/m.so"));
    assert_true(is_there(fmu, "resources/sources/data"));
    assert_true(is_there(fmu, "extra/more"));
    assert_false(is_there(fmu, "sources"));
    assert_false(is_there(fmu, "documentation"));
    assert_false(is_there(fmu, "licenses"));
    assert_false(is_there(fmu, "binaries/win64/m.dll"));
    const char *const *platforms;
    assert_int_equal(fmu_platforms(fmu, &platforms), 2);
    assert_string_equal(platforms[1], "win64");
    fmu_close(fmu);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(co_simulation_follows_the_exact_solution),
        cmocka_unit_test(a_state_is_taken_back_and_crosses_bytes),
        cmocka_unit_test(directional_derivatives_are_those_of_the_equations),
        cmocka_unit_test(input_slopes_and_output_derivatives_are_handed_over),
        cmocka_unit_test(every_type_goes_in_and_comes_out),
        cmocka_unit_test(resources_are_found_through_a_percent_encoded_uri),
        cmocka_unit_test(sources_documentation_and_other_platforms_stay_in_the_archive),
        cmocka_unit_test(the_ball_bounces_at_its_times),
        cmocka_unit_test(model_exchange_calls_do_what_they_say),
        cmocka_unit_test(a_slave_that_ends_early_says_when),
        cmocka_unit_test(a_discarded_step_can_be_taken_back_and_done_smaller),
        cmocka_unit_test(a_strict_slave_accepts_the_order_of_calls),
        cmocka_unit_test(a_pending_step_is_waited_for),
        cmocka_unit_test(instances_know_nothing_of_each_other),
        cmocka_unit_test(instances_run_in_threads),
        cmocka_unit_test(a_file_may_have_any_name),
        cmocka_unit_test(a_description_can_be_read_without_the_binary),
    };
    return cmocka_run_group_tests(tests, making_begin, making_end);
}
