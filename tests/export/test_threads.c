/* Threads: many systems at once, each with its own instances of the same FMUs, and systems that step with threads of their own. All
 * of them give the bits of a run alone; under ThreadSanitizer nothing is read while another thread writes it. */
#include "tests/testing.h"

#include "master/couple/run.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

/* FMUs that are C, and FMUs of files: mechanism, circuit, with a friction state. */
static const struct world {
    const char *path, *setting; /* what every second instance has, so that neighbours differ where they may */
    double macro_step, stop_time;
    const char *scheme;
} worlds[] = {
    {BUILD_DIR "/systems/lim-manipulator.ssp", "hydraulics.manoeuvre=2", 1e-3, 0.1, "jacobi"},
    {BUILD_DIR "/systems/lim-manipulator.ssp", "multibody.solver=4", 1e-3, 0.05, "gauss-seidel"},
    {BUILD_DIR "/systems/lim-manipulator-files.ssp", NULL, 1e-3, 0.02, "jacobi"},
    {BUILD_DIR "/systems/agundez-four-bar.ssp", NULL, 1e-3, 0.02, "jacobi"},
    {BUILD_DIR "/systems/lut2-four-bar-lugre.ssp", NULL, 1e-3, 0.02, "jacobi"},
};
enum { WORLDS = sizeof worlds / sizeof *worlds, TWINS = 2, JOBS = WORLDS * TWINS };

struct job {
    const struct world *world;
    bool changed;
    int threads;
    struct error error;
    double *rows; /* time and the first connection's value */
    size_t n_values, room;
    bool done;
};

static bool keep_row(void *context, const struct run_point *point, struct error *error)
{
    (void)error;
    struct job *job = context;
    if (job->n_values + 2 > job->room) {
        job->room = 2 * job->room + 64;
        job->rows = realloc(job->rows, job->room * sizeof *job->rows);
    }
    job->rows[job->n_values++] = point->t;
    job->rows[job->n_values++] = point->values[0];
    return job->rows != NULL;
}

/* From the file to the last step; no assertions, which belong to the first thread. */
static bool run_job(struct job *job)
{
    const struct world *w = job->world;
    const struct system_options how = system_options_default();
    struct system *system = system_open(w->path, &how, &job->error);
    struct run_options options = run_options_default();
    options.macro_step = w->macro_step;
    options.has_stop_time = true;
    options.stop_time = w->stop_time;
    options.scheme = w->scheme;
    options.threads = job->threads;
    struct starts *starts = system ? starts_open(system, &job->error) : NULL;
    options.starts = starts;
    bool ok = starts && (!job->changed || !w->setting || starts_set(starts, w->setting, &job->error));

    struct run *run = ok ? run_open(system, &options, &job->error) : NULL;
    const struct port port = ok ? system->connections[0].from : (struct port){0};
    const struct run_observer observer = {
        .context = job, .ports = &port, .n_ports = 1, .every = 1, .observe = keep_row};
    ok = run && run_add_observer(run, &observer, &job->error) && run_initialize(run, &job->error) &&
         run_advance(run, INFINITY, &job->error) && run_finish(run, &job->error);
    run_close(run);
    starts_close(starts);
    system_close(system);
    return ok;
}

static void *work(void *argument)
{
    struct job *job = argument;
    job->done = run_job(job);
    return NULL;
}

static void make_jobs(struct job jobs[JOBS], int threads)
{
    for (int i = 0; i < JOBS; i++)
        jobs[i] = (struct job){.world = &worlds[i / TWINS], .changed = i % TWINS != 0, .threads = threads};
}

static void assert_same_and_free(struct job jobs[JOBS], struct job alone[JOBS])
{
    for (int i = 0; i < JOBS; i++) {
        if (!jobs[i].done || !alone[i].done)
            fail_msg("%s: %s%s", jobs[i].world->path, jobs[i].error.text, alone[i].error.text);
        assert_true(alone[i].n_values > 2 * 10);
        assert_int_equal(jobs[i].n_values, alone[i].n_values);
        assert_memory_equal(jobs[i].rows, alone[i].rows, alone[i].n_values * sizeof *alone[i].rows);
        free(jobs[i].rows);
        free(alone[i].rows);
    }
}

static void systems_in_threads_give_the_bits_of_systems_alone(void **state)
{
    (void)state;
    struct job alone[JOBS], together[JOBS];
    make_jobs(alone, 1);
    make_jobs(together, 1);
    pthread_t threads[JOBS];
    for (int i = 0; i < JOBS; i++)
        assert_int_equal(pthread_create(&threads[i], NULL, work, &together[i]), 0);
    for (int i = 0; i < JOBS; i++)
        pthread_join(threads[i], NULL);
    for (int i = 0; i < JOBS; i++)
        work(&alone[i]);
    assert_same_and_free(together, alone);
}

static void components_in_threads_give_the_bits_of_one_thread(void **state)
{
    (void)state;
    struct job alone[JOBS], spread[JOBS];
    make_jobs(alone, 1);
    make_jobs(spread, 2);
    for (int i = 0; i < JOBS; i++) {
        work(&alone[i]);
        work(&spread[i]);
    }
    assert_same_and_free(spread, alone);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(systems_in_threads_give_the_bits_of_systems_alone),
        cmocka_unit_test(components_in_threads_give_the_bits_of_one_thread),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
