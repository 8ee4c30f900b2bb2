/* Valid FMUs through fmu.h: opened, instantiated, stepped; every number is known in closed form. These tests run on both
 * implementations of the header. */
#include "testing.h"

#include "fmu.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define FMU(name) BUILD_DIR "/tests/fmus/" name ".fmu"

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
    assert_true(instance_can_serialize(i));
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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(co_simulation_follows_the_exact_solution),
        cmocka_unit_test(a_state_is_taken_back_and_crosses_bytes),
        cmocka_unit_test(directional_derivatives_are_those_of_the_equations),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
