/* Saving, restoring, serializing: bit for bit, with every solver; instances and threads do not disturb each other; time is
 * exact. */
#include "tests/testing.h"

#include "tests/fmi/fmu_under_test.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

enum { LONGEST_TRACE = 64 };

/* A run in steps of no particular size through the kinks of M1, with moving inputs; what it leaves is the trace. */
struct trace {
    double values[LONGEST_TRACE];
    int n;
};

static void some_steps(struct unit_under_test *u, bool is_hydraulics, double from, int n, struct trace *trace)
{
    static const double sizes[] = {0.4e-3, 1e-3, 0.37e-3, 2.9e-3, 0.1e-3};
    const struct binary *b = u->binary;
    double t = from;
    for (int k = 0; k < n; k++) {
        const double H = sizes[k % 5];
        if (is_hydraulics) {
            unit_set(u, "ds", 0.01 * sin(40 * t));
            const fmi2ValueReference ref = binary_reference(b, "ds");
            const fmi2Integer order = 1;
            const double slope = 0.4 * cos(40 * t);
            assert_int_equal(b->SetRealInputDerivatives(u->component, &ref, 1, &order, &slope), fmi2OK);
        } else {
            unit_set(u, "f_h", 8829 + 300 * sin(40 * t));
        }
        assert_int_equal(b->DoStep(u->component, t, H, fmi2False), fmi2OK);
        t += H;
        trace->values[trace->n++] = unit_get(u, is_hydraulics ? "p1" : "theta1");
        trace->values[trace->n++] = unit_get(u, "actuator_work");
    }
}

static const char *const models[2] = {"Manipulator", "ManipulatorHydraulics"};

static double time_of(const struct unit_under_test *u)
{
    double t;
    assert_int_equal(u->binary->GetRealStatus(u->component, fmi2LastSuccessfulTime, &t), fmi2OK);
    return t;
}

static void open_with_solver(struct unit_under_test *u, const struct binary *b, int solver)
{
    unit_open(u, b, fmi2CoSimulation);
    unit_set_integer(u, "solver", solver);
    unit_set(u, "step_size", 2e-4);
    unit_initialize(u, 1.998); /* M1's first ramp begins at 2 s */
}

static void a_restored_instance_continues_bit_for_bit(void **state)
{
    (void)state;
    for (int model = 0; model < 2; model++)
        for (int solver = 1; solver <= 4; solver++) {
            struct binary *b = binary_open(models[model]);
            struct unit_under_test u, other;
            open_with_solver(&u, b, solver);
            struct trace before = {.n = 0}, first = {.n = 0}, again = {.n = 0}, elsewhere = {.n = 0};
            some_steps(&u, model == 1, 1.998, 3, &before);
            const double t = time_of(&u);

            fmi2FMUstate saved = NULL;
            assert_int_equal(b->GetFMUstate(u.component, &saved), fmi2OK);
            some_steps(&u, model == 1, t, 10, &first);
            assert_int_equal(b->SetFMUstate(u.component, saved), fmi2OK);
            assert_true(time_of(&u) == t);
            some_steps(&u, model == 1, t, 10, &again);
            assert_memory_equal(first.values, again.values, sizeof first.values);

            /* The bytes carry the state into an instance that was never initialized. */
            size_t size = 0;
            assert_int_equal(b->SerializedFMUstateSize(u.component, saved, &size), fmi2OK);
            char *bytes = malloc(size);
            assert_int_equal(b->SerializeFMUstate(u.component, saved, bytes, size), fmi2OK);
            unit_open(&other, b, fmi2CoSimulation);
            fmi2FMUstate carried = NULL;
            assert_int_equal(b->DeSerializeFMUstate(other.component, bytes, size, &carried), fmi2OK);
            assert_int_equal(b->SetFMUstate(other.component, carried), fmi2OK);
            some_steps(&other, model == 1, t, 10, &elsewhere);
            assert_memory_equal(first.values, elsewhere.values, sizeof first.values);

            assert_int_equal(b->FreeFMUstate(other.component, &carried), fmi2OK);
            assert_null(carried);
            assert_int_equal(b->FreeFMUstate(u.component, &saved), fmi2OK);
            assert_int_equal(b->FreeFMUstate(u.component, &saved), fmi2OK); /* NULL is freed too */
            free(bytes);
            unit_close(&other);
            unit_close(&u);
            binary_close(b);
        }
}

static void foreign_bytes_are_no_state(void **state)
{
    (void)state;
    struct binary *b = binary_open("Manipulator"), *foreign = binary_open("ManipulatorHydraulics");
    struct unit_under_test u, f;
    open_with_solver(&u, b, 1);
    open_with_solver(&f, foreign, 1);
    fmi2FMUstate of_foreign = NULL, made = NULL;
    assert_int_equal(foreign->GetFMUstate(f.component, &of_foreign), fmi2OK);
    assert_int_equal(b->SetFMUstate(u.component, of_foreign), fmi2Error);
    assert_non_null(strstr(u.last_message, "not a state of Manipulator"));
    char zeros[4096] = {0};
    assert_int_equal(b->DeSerializeFMUstate(u.component, zeros, sizeof zeros, &made), fmi2Error);
    assert_int_equal(b->DeSerializeFMUstate(u.component, zeros, 3, &made), fmi2Error);
    assert_null(made);
    foreign->FreeFMUstate(f.component, &of_foreign);
    unit_close(&u);
    unit_close(&f);
    binary_close(b);
    binary_close(foreign);
}

struct job {
    const struct binary *b;
    int model, solver;
    struct trace trace;
};

static void *work(void *context)
{
    struct job *job = context;
    struct unit_under_test u;
    open_with_solver(&u, job->b, job->solver);
    some_steps(&u, job->model == 1, 1.998, 20, &job->trace);
    unit_close(&u);
    return NULL;
}

static void two_threads_give_the_same_bits_as_one(void **state)
{
    (void)state;
    for (int model = 0; model < 2; model++)
        for (int solver = 1; solver <= 4; solver++) {
            struct binary *b = binary_open(models[model]);
            struct job jobs[3];
            for (int i = 0; i < 3; i++)
                jobs[i] = (struct job){b, model, solver, {.n = 0}};
            work(&jobs[0]);
            pthread_t threads[2];
            for (int i = 0; i < 2; i++)
                assert_int_equal(pthread_create(&threads[i], NULL, work, &jobs[1 + i]), 0);
            for (int i = 0; i < 2; i++)
                pthread_join(threads[i], NULL);
            assert_memory_equal(jobs[0].trace.values, jobs[1].trace.values, sizeof jobs[0].trace.values);
            assert_memory_equal(jobs[0].trace.values, jobs[2].trace.values, sizeof jobs[0].trace.values);
            binary_close(b);
        }
}

static void a_million_steps_of_a_hundredth_of_a_millisecond_end_exactly_at_ten_seconds(void **state)
{
    (void)state;
    struct binary *b = binary_open("Manipulator");
    struct unit_under_test u;
    unit_open(&u, b, fmi2CoSimulation);
    unit_initialize(&u, 0);
    for (int k = 0; k < 1000000; k++)
        if (b->DoStep(u.component, k * 1e-5, 1e-5, fmi2True) != fmi2OK)
            fail_msg("step %d: %s", k, u.last_message);
    assert_true(time_of(&u) == 10.0);
    unit_close(&u);
    binary_close(b);
}

/* A master that adds up its time drifts by rounding; that is its right. A step from somewhere else is a mistake. */
static void a_step_begins_where_the_last_one_ended_within_rounding(void **state)
{
    (void)state;
    struct binary *b = binary_open("Manipulator");
    struct unit_under_test u;
    unit_open(&u, b, fmi2CoSimulation);
    unit_initialize(&u, 0);
    double t = 0;
    for (int k = 0; k < 1000; k++, t += 1e-3)
        assert_int_equal(b->DoStep(u.component, t, 1e-3, fmi2True), fmi2OK);
    assert_int_equal(b->DoStep(u.component, t + 1e-3, 1e-3, fmi2True), fmi2Error);
    assert_non_null(strstr(u.last_message, "the step begins at 1.00"));
    assert_int_equal(b->DoStep(u.component, t, 1e-3, fmi2True), fmi2OK); /* the refused call changed nothing */
    unit_close(&u);
    binary_close(b);
}

/* Solver 1 has a fast loop for held inputs; an input derivative of 1e-300 takes the general way. The bits are the same. */
static void the_fast_loop_does_what_the_general_solver_does(void **state)
{
    (void)state;
    for (int model = 0; model < 2; model++) {
        struct binary *b = binary_open(models[model]);
        const fmi2ValueReference input = binary_reference(b, model == 1 ? "ds" : "f_h");
        double values[2][2];
        for (int general = 0; general < 2; general++) {
            struct unit_under_test u;
            open_with_solver(&u, b, 1);
            for (int k = 0; k < 20; k++) {
                const double value = model == 1 ? 0.01 * sin(k) : 8829 + 300 * sin(k);
                assert_int_equal(b->SetReal(u.component, &input, 1, &value), fmi2OK);
                if (general)
                    assert_int_equal(
                        b->SetRealInputDerivatives(u.component, &input, 1, &(fmi2Integer){1}, &(double){1e-300}),
                        fmi2OK);
                assert_int_equal(b->DoStep(u.component, 1.998 + k * 1e-3, 1e-3, fmi2True), fmi2OK);
            }
            values[general][0] = unit_get(&u, model == 1 ? "p1" : "theta1");
            values[general][1] = unit_get(&u, "actuator_work");
            unit_close(&u);
        }
        assert_memory_equal(values[0], values[1], sizeof values[0]);
        binary_close(b);
    }
}

static void reset_makes_a_new_instance(void **state)
{
    (void)state;
    struct binary *b = binary_open("ManipulatorHydraulics");
    struct unit_under_test u;
    struct trace fresh = {.n = 0}, again = {.n = 0};
    open_with_solver(&u, b, 3);
    some_steps(&u, true, 1.998, 8, &fresh);
    assert_int_equal(b->Reset(u.component), fmi2OK);
    unit_set_integer(&u, "solver", 3);
    unit_set(&u, "step_size", 2e-4);
    unit_initialize(&u, 1.998);
    some_steps(&u, true, 1.998, 8, &again);
    assert_memory_equal(fresh.values, again.values, sizeof fresh.values);
    unit_close(&u);
    binary_close(b);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_restored_instance_continues_bit_for_bit),
        cmocka_unit_test(foreign_bytes_are_no_state),
        cmocka_unit_test(two_threads_give_the_same_bits_as_one),
        cmocka_unit_test(a_million_steps_of_a_hundredth_of_a_millisecond_end_exactly_at_ten_seconds),
        cmocka_unit_test(a_step_begins_where_the_last_one_ended_within_rounding),
        cmocka_unit_test(the_fast_loop_does_what_the_general_solver_does),
        cmocka_unit_test(reset_makes_a_new_instance),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
