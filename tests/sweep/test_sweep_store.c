/* Stores that cannot be used, or not any longer: each with a message, and nothing lost. */
#include "tests/sweep/sweep_testing.h"

#include "sweep/store.h"

#include <sqlite3.h>

#define SWEEP(...) PASO("sweep", FMU("decay"), "--set", "k=1:20:20", "--store", in_folder("s.db"), __VA_ARGS__)

static void execute(const char *path, const char *sql)
{
    sqlite3 *database;
    assert_int_equal(sqlite3_open(path, &database), SQLITE_OK);
    assert_int_equal(sqlite3_exec(database, sql, NULL, NULL, NULL), SQLITE_OK);
    assert_int_equal(sqlite3_close(database), SQLITE_OK);
}

static size_t file_size(const char *path)
{
    struct stat status;
    return stat(path, &status) == 0 ? (size_t)status.st_size : 0;
}

static void what_is_stored_is_found_again(void **state)
{
    (void)state;
    struct error error = {0};
    char *variables[] = {"a.x", "b.y"};
    struct deviation deviations[] = {{1e-300, 1.0 / 3, 0}, {3, 2, 1}};
    struct residual residuals[] = {{"port", -1.5}};
    const struct finding finding = {.status = FINDING_UNSTABLE,
                                    .steps = 7,
                                    .time = 0.1,
                                    .message = "it's \"so\"",
                                    .deviations = deviations,
                                    .n_deviations = 2,
                                    .residuals = residuals,
                                    .n_residuals = 1};
    struct store *store = store_open(in_folder("s.db"), &error);
    assert_non_null(store);
    assert_true(store_put(store, "key", "k 1", 0.1, variables, 2, &finding, NULL, &error));
    assert_true(store_put(store, "key", "k 1", 0.1, variables, 2, &finding, NULL, &error)); /* replaced */
    store_close(store);
    store = store_open(in_folder("s.db"), &error);
    bool found;
    struct finding again;
    assert_true(store_find(store, "no key", variables, 2, false, &found, &again, &error) && !found);
    assert_true(store_find(store, "key", variables, 2, false, &found, &again, &error) && found);
    assert_true(again.status == FINDING_UNSTABLE && again.steps == 7 && again.time == 0.1);
    assert_string_equal(again.message, "it's \"so\"");
    assert_int_equal(again.n_deviations, 2);
    assert_memory_equal(again.deviations, deviations, sizeof deviations);
    assert_int_equal(again.n_residuals, 1);
    assert_string_equal(again.residuals[0].port, "port");
    assert_true(again.residuals[0].energy == -1.5);
    finding_free(&again);
    store_close(store);
}

static void a_store_of_another_format_is_left_alone(void **state)
{
    (void)state;
    assert_int_equal(SWEEP("--quiet"), 0);
    execute(in_folder("s.db"), "PRAGMA user_version = 0");
    assert_int_equal(SWEEP("--quiet"), 2);
    assert_said("format 0");
    execute(in_folder("s.db"), "PRAGMA user_version = 1");
    assert_int_equal(SWEEP("--jobs", "1"), 0);
    assert_non_null(strstr(last.out, "20 of them were in the store"));
}

static void a_damaged_store_is_left_alone(void **state)
{
    (void)state;
    assert_int_equal(SWEEP("--quiet"), 0);
    const size_t size = file_size(in_folder("s.db"));
    assert_true(size > 8192);
    char *good = malloc(size), *bad = malloc(size), *after = malloc(size);
    FILE *file = fopen(in_folder("s.db"), "r+");
    assert_int_equal(fread(good, 1, size, file), size);
    memcpy(bad, good, size);
    memset(bad + 4096, 0x5a, 2048); /* the second page */
    rewind(file);
    assert_int_equal(fwrite(bad, 1, size, file), size);
    fclose(file);
    assert_int_equal(SWEEP("--quiet"), 2);
    assert_said("is damaged");
    file = fopen(in_folder("s.db"), "r");
    assert_int_equal(fread(after, 1, size, file), size);
    fclose(file);
    assert_memory_equal(bad, after, size);
    free(good);
    free(bad);
    free(after);
}

static void files_that_are_no_stores_are_left_alone(void **state)
{
    (void)state;
    write_file("s.db", "This is a text file that is no database, and long enough to have a header of 100 bytes. "
                       "Nobody should write to it because it may be somebody's thesis.");
    assert_int_equal(SWEEP("--quiet"), 2);
    assert_said("is damaged");
    char *text = read_file(in_folder("s.db"));
    assert_true(strncmp(text, "This is a text file", 19) == 0);
    free(text);
    unlink(in_folder("s.db"));
    execute(in_folder("s.db"), "CREATE TABLE thesis(page TEXT)");
    assert_int_equal(SWEEP("--quiet"), 2);
    assert_said("no store of a sweep");
}

static void two_sweeps_do_not_share_a_store(void **state)
{
    (void)state;
    struct error error = {0};
    struct store *store = store_open(in_folder("s.db"), &error);
    assert_non_null(store);
    assert_int_equal(SWEEP("--quiet"), 2);
    assert_said("another sweep is writing to this store");
    store_close(store);
    assert_int_equal(SWEEP("--quiet"), 0);
}

/* A limit on the size of files is what a full disk is to the program. */
static int sweep_in_little_room(int blocks, const char *values)
{
    char command[1024];
    snprintf(command, sizeof command,
             "trap '' XFSZ; ulimit -f %d; TMPDIR='%s' exec '%s' sweep '%s' --jobs 1 --set k=%s --store '%s' "
             ">'%s' 2>'%s'",
             blocks, in_folder("tmp"), BUILD_DIR "/paso", FMU("decay"), values, in_folder("s.db"), in_folder("stdout"),
             in_folder("stderr"));
    mkdir(in_folder("tmp"), 0700);
    const int status = system(command);
    free(last.out);
    free(last.err);
    last.out = read_file(in_folder("stdout"));
    last.err = read_file(in_folder("stderr"));
    return WEXITSTATUS(status);
}

static void a_full_disk_loses_no_finished_run(void **state)
{
    (void)state;
    /* Room for the FMU's binary, but not for four hundred runs. */
    assert_int_equal(sweep_in_little_room(1024, "1:400:400"), 1);
    assert_said("the disk does not take any more");
    assert_said("new runs are in");
    const char *number = strstr(last.err, " new runs");
    while (number > last.err && number[-1] >= '0' && number[-1] <= '9')
        number--;
    const long kept = strtol(number, NULL, 10);
    assert_true(kept > 10);
    PASO_OK("sweep", FMU("decay"), "--set", "k=1:400:400", "--store", in_folder("s.db"));
    char words[64];
    snprintf(words, sizeof words, "%ld of them were in the store", kept);
    if (!strstr(last.out, words))
        fail_msg("%s expected in %s", words, last.out);
}

#define IN_FOLDER(test) cmocka_unit_test_setup_teardown(test, make_folder, remove_folder)

int main(void)
{
    const struct CMUnitTest tests[] = {
        IN_FOLDER(what_is_stored_is_found_again),   IN_FOLDER(a_store_of_another_format_is_left_alone),
        IN_FOLDER(a_damaged_store_is_left_alone),   IN_FOLDER(files_that_are_no_stores_are_left_alone),
        IN_FOLDER(two_sweeps_do_not_share_a_store), IN_FOLDER(a_full_disk_loses_no_finished_run),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
