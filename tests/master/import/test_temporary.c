/* Temporary folders are gone on every way out. */
#include "tests/testing.h"
#include "tests/master/import/making.h"

#include "master/import/temporary.h"

#include <dirent.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static const int deadly[] = {SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGPIPE, SIGXCPU};

/* A folder with folders, files, a link that leads out and a folder without permissions. */
static char *make_full_folder(void)
{
    struct error error = {0};
    char *folder = temporary_create(&error);
    assert_non_null(folder);
    char path[2048];
    for (int k = 0; k < 300; k++) {
        snprintf(path, sizeof path, "%s/file-%d-with-a-long-name-so-that-the-listing-takes-several-buffers", folder, k);
        const int file = open(path, O_WRONLY | O_CREAT, 0600);
        assert_true(file >= 0);
        close(file);
    }
    snprintf(path, sizeof path, "%s/link", folder);
    assert_int_equal(symlink(making_path(""), path), 0);
    snprintf(path, sizeof path, "%s/inner", folder);
    assert_int_equal(mkdir(path, 0700), 0);
    snprintf(path, sizeof path, "%s/inner/file", folder);
    const int file = open(path, O_WRONLY | O_CREAT, 0400);
    assert_true(file >= 0);
    close(file);
    snprintf(path, sizeof path, "%s/inner", folder);
    assert_int_equal(chmod(path, 0), 0);
    return folder;
}

static void folders_are_private_and_removed_with_all_inside(void **state)
{
    (void)state;
    making_file("outside", "kept", 4);
    char *one = make_full_folder(), *two = make_full_folder();
    struct stat info;
    assert_int_equal(stat(one, &info), 0);
    assert_int_equal(info.st_mode & 0777, 0700);
    assert_string_not_equal(one, two);
    temporary_remove(one);
    assert_int_not_equal(access(one, F_OK), 0);
    assert_int_equal(access(two, F_OK), 0);
    temporary_remove(two);
    assert_int_equal(making_folders_left(), 0);
    assert_int_equal(access(making_path("outside"), F_OK), 0);
    temporary_remove(NULL);
    free(one);
    free(two);
}

static int end_by_exit(const void *context)
{
    (void)context;
    free(make_full_folder());
    return 3;
}

static int end_by_signal(const void *context)
{
    free(make_full_folder());
    raise(*(const int *)context);
    return 0;
}

static void nothing_is_left_at_exit_and_after_deadly_signals(void **state)
{
    (void)state;
    assert_int_equal(making_child(end_by_exit, NULL).status, 3);
    assert_int_equal(making_folders_left(), 0);
    for (size_t k = 0; k < sizeof deadly / sizeof *deadly; k++) {
        assert_int_equal(making_child(end_by_signal, &deadly[k]).status, 128 + deadly[k]);
        assert_int_equal(making_folders_left(), 0);
    }
}

static volatile sig_atomic_t caught;

static void catch (int number)
{
    caught = number;
}

static int handle_it_oneself(const void *context)
{
    (void)context;
    signal(SIGINT, catch);
    char *folder = make_full_folder();
    raise(SIGINT);
    const int status = caught == SIGINT && access(folder, F_OK) == 0 ? 5 : 6;
    free(folder);
    return status;
}

static void a_signal_that_is_handled_by_others_stays_theirs(void **state)
{
    (void)state;
    assert_int_equal(making_child(handle_it_oneself, NULL).status, 5);
    assert_int_equal(making_folders_left(), 0);
}

static int inherit(const void *context)
{
    (void)context;
    struct error error = {0};
    char *own = temporary_create(&error);
    free(own);
    return own ? 0 : 1;
}

static void a_forked_child_leaves_its_parents_folder_alone(void **state)
{
    (void)state;
    char *folder = make_full_folder();
    assert_int_equal(making_child(inherit, NULL).status, 0);
    assert_int_equal(access(folder, F_OK), 0);
    assert_int_equal(making_folders_left(), 1);
    temporary_remove(folder);
    free(folder);
    assert_int_equal(making_folders_left(), 0);
}

static void a_place_that_cannot_be_written_is_told(void **state)
{
    (void)state;
    char *before = strdup(getenv("TMPDIR"));
    setenv("TMPDIR", "/proc/nowhere", 1);
    struct error error = {0};
    assert_null(temporary_create(&error));
    assert_int_equal(error_exit_status(&error), 1);
    assert_non_null(strstr(error.text, "/proc/nowhere"));
    assert_non_null(strstr(error.text, "TMPDIR"));
    setenv("TMPDIR", before, 1);
    free(before);
}

static void a_root_that_a_cleaner_took_away_is_made_again(void **state)
{
    (void)state;
    char *first = temporary_create(NULL);
    assert_non_null(first);
    char root[2048];
    snprintf(root, sizeof root, "%.*s", (int)(strrchr(first, '/') - first), first);
    assert_int_equal(rmdir(first), 0);
    char alive[2100];
    snprintf(alive, sizeof alive, "%s/alive", root);
    assert_int_equal(unlink(alive), 0);
    assert_int_equal(rmdir(root), 0);
    char *second = temporary_create(NULL);
    assert_non_null(second);
    temporary_remove(first); /* of another root: no harm */
    assert_int_equal(access(second, F_OK), 0);
    temporary_remove(second);
    free(first);
    free(second);
    assert_int_equal(making_folders_left(), 0);
}

static void *create_and_remove(void *argument)
{
    for (int k = 0; k < 100; k++) {
        char *folder = temporary_create(NULL);
        if (!folder || access(folder, F_OK) != 0)
            *(bool *)argument = true;
        temporary_remove(folder);
        free(folder);
    }
    return NULL;
}

static void threads_may_make_and_remove_folders_at_once(void **state)
{
    (void)state;
    pthread_t threads[4];
    bool failed[4] = {false};
    for (int k = 0; k < 4; k++)
        assert_int_equal(pthread_create(&threads[k], NULL, create_and_remove, &failed[k]), 0);
    for (int k = 0; k < 4; k++) {
        pthread_join(threads[k], NULL);
        assert_false(failed[k]);
    }
    assert_int_equal(making_folders_left(), 0);
}

int main(void)
{
    for (size_t k = 0; k < sizeof deadly / sizeof *deadly; k++)
        signal(deadly[k], SIG_DFL); /* under nohup one of them would be ignored, and stay so */
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(folders_are_private_and_removed_with_all_inside),
        cmocka_unit_test(nothing_is_left_at_exit_and_after_deadly_signals),
        cmocka_unit_test(a_signal_that_is_handled_by_others_stays_theirs),
        cmocka_unit_test(a_forked_child_leaves_its_parents_folder_alone),
        cmocka_unit_test(a_place_that_cannot_be_written_is_told),
        cmocka_unit_test(a_root_that_a_cleaner_took_away_is_made_again),
        cmocka_unit_test(threads_may_make_and_remove_folders_at_once),
    };
    return cmocka_run_group_tests(tests, making_begin, making_end);
}
