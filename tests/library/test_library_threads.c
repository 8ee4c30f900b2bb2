/* Many runs of one system in many threads: each is as if it were alone. */
#include "tests/testing.h"

#include <paso.h>

#include <pthread.h>

enum { N_THREADS = 6 };

struct job {
    const paso_system *system;
    int number;
    int warnings;
    double x;
    double eigenvalue;
    bool done;
    paso_error error;
};

static void count(const char *text, void *context)
{
    (void)text;
    ++*(int *)context;
}

/* No assertions here: cmocka's belong to the thread of the test. Odd jobs have helpers and warn (two passes are too few). */
static void *work(void *context)
{
    struct job *j = context;
    char stiffness[64];
    snprintf(stiffness, sizeof stiffness, "mass1.k=%d", 10 + j->number / 2);
    paso_options *options = paso_options_new();
    paso_options_on_warning(options, count, &j->warnings);
    bool done = paso_options_set(options, "macro-step", "1ms", &j->error) &&
                paso_options_set(options, "set", stiffness, &j->error) &&
                (j->number % 2 == 0 || (paso_options_set(options, "threads", "2", &j->error) &&
                                        paso_options_set(options, "iterations", "2", &j->error) &&
                                        paso_options_set(options, "iteration-tolerance", "1e-15", &j->error)));
    paso_run *run = done ? paso_run_open(j->system, options, &j->error) : NULL;
    done = run && paso_run_initialize(run, &j->error) && paso_run_advance(run, 1.5, &j->error) &&
           paso_run_get_real(run, "mass1.x", &j->x, &j->error) && paso_run_finish(run, &j->error);
    paso_run_close(run);
    paso_linear *linear = done ? paso_linearize(j->system, options, 0, &j->error) : NULL;
    j->eigenvalue = linear ? paso_linear_eigenvalues(linear)[1] : NAN;
    j->done = linear != NULL;
    paso_linear_free(linear);
    paso_options_free(options);
    return NULL;
}

static void runs_in_threads_are_those_of_one_after_the_other(void **state)
{
    (void)state;
    paso_error error;
    paso_system *system = paso_system_open(BUILD_DIR "/systems/oscillator-fs.ssp", &error);
    if (!system)
        fail_msg("%s", error.message);
    struct job alone[N_THREADS], together[N_THREADS];
    pthread_t threads[N_THREADS];
    for (int i = 0; i < N_THREADS; i++) {
        alone[i] = together[i] = (struct job){.system = system, .number = i};
        work(&alone[i]);
        if (!alone[i].done)
            fail_msg("%s", alone[i].error.message);
    }
    for (int i = 0; i < N_THREADS; i++)
        assert_int_equal(pthread_create(&threads[i], NULL, work, &together[i]), 0);
    for (int i = 0; i < N_THREADS; i++)
        assert_int_equal(pthread_join(threads[i], NULL), 0);
    for (int i = 0; i < N_THREADS; i++) {
        if (!together[i].done)
            fail_msg("%s", together[i].error.message);
        assert_true(together[i].x == alone[i].x && together[i].eigenvalue == alone[i].eigenvalue);
        assert_int_equal(together[i].warnings, alone[i].warnings);
        assert_int_equal(together[i].warnings, i % 2);
    }
    assert_true(alone[0].x != alone[2].x && alone[0].eigenvalue != alone[2].eigenvalue);
    paso_system_close(system);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(runs_in_threads_are_those_of_one_after_the_other)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
