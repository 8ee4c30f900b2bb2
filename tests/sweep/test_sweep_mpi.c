/* The same sweep over MPI ranks. */
#include "tests/sweep/sweep_testing.h"

#include <sys/wait.h>

/* 200 runs, as in test_sweep_many. The first ten crash, as many give NaN. */
#define SWEEP                                                                                                          \
    "sweep '" FMU("fails") "' --set how=1,6 --set fail_in=fmi2DoStep --set fail_time=0.1:0.8:10,2:50:90 --quiet "

static void run(const char *launcher, const char *words, const char *name)
{
    char command[2048];
    mkdir(in_folder("tmp"), 0700);
    /* As root, as in containers: Open MPI wants to be told twice. More ranks than cores are welcome: in words of Open MPI 4 and of 5. */
    snprintf(
        command, sizeof command,
        "TMPDIR='%s' OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 OMPI_MCA_rmaps_base_oversubscribe=1 "
        "PRTE_MCA_rmaps_default_mapping_policy=:oversubscribe %s '%s' %s --output '%s'",
        in_folder("tmp"), launcher, *launcher ? BUILD_DIR "/paso-mpi" : BUILD_DIR "/paso", words, in_folder(name));
    assert_int_equal(system(command), 0);
}

static void assert_same(const char *a, const char *b)
{
    char *x = timeless(in_folder(a)), *y = timeless(in_folder(b));
    assert_string_equal(x, y);
    free(x);
    free(y);
}

static void two_ranks_give_the_table_of_one_process(void **state)
{
    (void)state;
    run("", SWEEP "--jobs 1", "one.csv");
    run("mpirun -n 2", SWEEP, "ranks.csv");
    assert_same("one.csv", "ranks.csv");
    struct sheet s = read_sheet(in_folder("one.csv"));
    assert_int_equal(s.n_rows, 201);
    free_sheet(&s);
}

static void ranks_share_the_finest_run(void **state)
{
    (void)state;
#define FINEST "sweep '" FMU("decay") "' --set k=1:3:9 --macro-step 0.2,0.1,0.01 --reference finest --quiet "
    run("", FINEST "--jobs 1", "one.csv");
    run("mpirun -n 3", FINEST, "ranks.csv");
    assert_same("one.csv", "ranks.csv");
}

static void ranks_measure_outcomes_and_send_series(void **state)
{
    (void)state;
#define OUTCOMES "sweep '" FMU("decay") "' --set k=1:3:9 --macro-step 0.2,0.1 --record y --quiet "
    char words[1024], command[1024];
    snprintf(words, sizeof words, OUTCOMES "--jobs 1 --keep '%s'", in_folder("one"));
    run("", words, "one.csv");
    snprintf(words, sizeof words, OUTCOMES "--keep '%s'", in_folder("ranks"));
    run("mpirun -n 3", words, "ranks.csv");
    assert_same("one.csv", "ranks.csv");
    struct sheet s = read_sheet(in_folder("one.csv"));
    assert_true(number_at(&s, 17, "maximum:y") == 1); /* exp(-3 t) */
    free_sheet(&s);
    snprintf(command, sizeof command, "diff -r '%s' '%s'", in_folder("one"), in_folder("ranks"));
    assert_int_equal(system(command), 0);
}

/* A rank whose FMU hangs is free again after the run limit. */
static void ranks_stop_runs_that_hang(void **state)
{
    (void)state;
#define HANGING                                                                                                        \
    "sweep '" FMU(                                                                                                     \
        "fails") "' --set how=6,8 --set fail_in=fmi2DoStep --set fail_time=0.3:0.6:4,2 --run-limit 300ms --quiet "
    run("", HANGING "--jobs 1", "one.csv");
    run("mpirun -n 2", HANGING, "ranks.csv");
    assert_same("one.csv", "ranks.csv");
}

/* A rank that dies costs its run and nothing else, where the launcher lets the others live (Open MPI 4: --enable-recovery). The first two
 * runs hang: rank 0 stops its own after the run limit, and rank 1 is killed as soon as the other one has begun. */
static void a_rank_that_dies_costs_its_run(void **state)
{
    (void)state;
    if (system("mpirun --version 2>&1 | grep -q 'Open MPI) 4'") != 0)
        skip();
    char command[2048];
    mkdir(in_folder("tmp"), 0700);
    snprintf(command, sizeof command,
             "TMPDIR='%s' OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 "
             "OMPI_MCA_rmaps_base_oversubscribe=1 mpirun --enable-recovery -n 2 sh -c '"
             "[ $OMPI_COMM_WORLD_RANK = 0 ] || (while [ $(wc -w </proc/$$/task/$$/children) -lt 2 ]; do sleep 0.05; "
             "done; kill -9 $$) & "
             "exec %s/paso-mpi sweep %s --set how=8 --set fail_in=fmi2DoStep --set fail_time=0.3,0.31,2:5:4 "
             "--run-limit 2s --rank-limit 1s --quiet --output %s' 2>'%s'",
             in_folder("tmp"), BUILD_DIR, FMU("fails"), in_folder("ranks.csv"), in_folder("said"));
    (void)!system(command); /* the launcher's status is not ours */
    struct sheet s = read_sheet(in_folder("ranks.csv"));
    assert_int_equal(s.n_rows, 7);
    const char *const expected[] = {"failed", "failed", "done", "done", "done", "done"};
    for (size_t i = 0; i < 6; i++)
        assert_string_equal(text_at(&s, i, "status"), expected[i]);
    free_sheet(&s);
    char *said = read_file(in_folder("said"));
    assert_non_null(strstr(said, "MPI rank 1 has not been heard of"));
    free(said);
}

/* docs/safety.md, way 16: an FMU that calls _exit(0) has not ended well, in this program either. */
static void an_fmu_that_calls_exit_fails(void **state)
{
    (void)state;
    char command[2048];
    snprintf(command, sizeof command,
             "OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 '%s/paso-mpi' run '%s' --set way=16 "
             "--stop-time 1 --macro-step 0.1 --quiet 2>'%s'",
             BUILD_DIR, FMU("misbehaves"), in_folder("said"));
    const int status = system(command);
    assert_true(WIFEXITED(status));
    assert_int_equal(WEXITSTATUS(status), 1);
    char *said = read_file(in_folder("said"));
    assert_non_null(strstr(said, "_exit() in fmi2DoStep"));
    free(said);
}

#define IN_FOLDER(test) cmocka_unit_test_setup_teardown(test, make_folder, remove_folder)

int main(void)
{
    const struct CMUnitTest tests[] = {
        IN_FOLDER(two_ranks_give_the_table_of_one_process), IN_FOLDER(ranks_share_the_finest_run),
        IN_FOLDER(ranks_measure_outcomes_and_send_series),  IN_FOLDER(ranks_stop_runs_that_hang),
        IN_FOLDER(a_rank_that_dies_costs_its_run),          IN_FOLDER(an_fmu_that_calls_exit_fails),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
