/* The fast loop of solver 1: the models that are stepped millions of times have it, and it does what the solver does without
 * it, bit for bit. */
#include "tests/testing.h"

#include "fmu_multibody/manipulator/manipulator.h"
#include "fmu_hydraulics/manipulator/manipulator_hydraulics.h"
#include "fmu_multibody/oscillator/oscillator_mass.h"
#include "numerics/solver.h"

#include <stdlib.h>
#include <string.h>

enum { MOST = 128, STEPS = 200 };

struct instance {
    double numbers[MOST];
    void *constants;
    struct model_layout layout;
};

static void start(struct instance *i, const struct model_type *type)
{
    struct model_report report;
    i->layout = model_layout(type);
    i->constants = calloc(1, type->constants_size);
    assert_true(i->constants && i->layout.size <= MOST);
    for (size_t k = 0; k < type->n_variables; k++)
        i->numbers[k] = type->variables[k].start;
    double *n = i->numbers;
    const size_t *first = i->layout.first;
    if (!type->setup(type, n, n + first[MODEL_CALCULATED], i->constants, NULL, &report) ||
        !type->over_real.initialize(i->constants, NULL, 0, n + first[MODEL_INPUT], n + first[MODEL_MEMORY],
                                    n + first[MODEL_STATE], &report))
        fail_msg("%s", report.text);
    n[first[MODEL_INPUT]] *= 1.01; /* out of rest */
}

/* Steps of 5 micro steps of 0.2 ms, from 1.95 s on: over the first kink of manoeuvre M1. */
static void step(struct instance *i, const struct model_type *type)
{
    struct model_report report;
    double *n = i->numbers, reached;
    const size_t *first = i->layout.first;
    struct solver *solver = solver_open(type, &report);
    const struct solver_settings settings = {.kind = SOLVER_EULER, .step_size = 2e-4};
    const struct solver_problem problem = {.type = type,
                                           .layout = &i->layout,
                                           .constants = i->constants,
                                           .m = n + first[MODEL_MEMORY],
                                           .inputs = {.u0 = n + first[MODEL_INPUT], .n = i->layout.count[MODEL_INPUT]}};
    assert_true(solver && solver_prepare(solver, &settings, &report));
    for (int k = 0; k < STEPS; k++)
        if (!solver_step(solver, &settings, &problem, 1.95 + k * 1e-3, 1e-3, n + first[MODEL_STATE],
                         n + first[MODEL_QUADRATURE], &reached, &report))
            fail_msg("%s", report.text);
    solver_close(solver);
}

static void the_loop_does_what_the_solver_does(void **state)
{
    (void)state;
    static const struct model_type *const types[] = {&manipulator_type, &manipulator_hydraulics_type,
                                                     &oscillator_mass_type};
    for (int k = 0; k < 3; k++) {
        assert_true(types[k]->for_solvers->euler_loop && types[k]->scratch_size == 0);
        struct model_type without = *types[k];
        without.for_solvers = NULL;
        struct instance a = {.constants = NULL}, b = a, at_start = a;
        start(&a, types[k]);
        start(&b, &without);
        start(&at_start, &without);
        step(&a, types[k]);
        step(&b, &without);
        assert_memory_equal(a.numbers, b.numbers, sizeof a.numbers);
        assert_memory_not_equal(a.numbers, at_start.numbers, sizeof a.numbers);
        free(a.constants);
        free(b.constants);
        free(at_start.constants);
    }
}

/* The loop knows nothing of memories that follow the states, nor of a model's own steps. */
static bool accept_nothing(const void *constants, void *scratch, double t, const double *x, const double *u, double *m,
                           enum model_moment moment, struct model_report *report)
{
    (void)scratch, (void)constants, (void)t, (void)x, (void)u, (void)m, (void)moment;
    return model_fail(report, "nothing is accepted");
}

static void a_model_that_follows_its_states_is_not_stepped_by_the_loop(void **state)
{
    (void)state;
    struct model_report report;
    struct model_type type = manipulator_type;
    const struct solver_settings settings = {.kind = SOLVER_EULER, .step_size = 2e-4};
    struct solver *solver = solver_open(&type, &report);
    assert_non_null(solver);
    assert_true(solver_loop(solver, &settings, 1e-3).H == 1e-3);
    type.accept = accept_nothing;
    assert_true(isnan(solver_loop(solver, &settings, 1e-3).H));
    solver_close(solver);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_loop_does_what_the_solver_does),
        cmocka_unit_test(a_model_that_follows_its_states_is_not_stepped_by_the_loop),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
