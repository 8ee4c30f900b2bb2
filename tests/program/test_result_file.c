/* Files that appear when they are complete. */
#include "tests/program/program_testing.h"

#include "master/files/result_file.h"

#include <sys/stat.h>

static void put(struct result_file *f, const char *text)
{
    struct error error = {0};
    char *room = result_file_room(f, strlen(text), &error);
    assert_non_null(room);
    memcpy(room, text, strlen(text));
    result_file_advance(f, strlen(text));
}

static const char *content(const char *path)
{
    static char text[64];
    FILE *file = fopen(path, "r");
    if (!file)
        return NULL;
    text[fread(text, 1, sizeof text - 1, file)] = '\0';
    fclose(file);
    return text;
}

static void a_file_gets_its_name_when_it_is_complete(void **state)
{
    (void)state;
    struct error error = {0};
    const char *path = in_folder("a b\xc3\xa4'\".csv");
    struct result_file *f = result_file_open(path, &error);
    put(f, "one,");
    put(f, "two\n");
    assert_null(content(path));
    assert_true(result_file_finish(f, &error));
    assert_string_equal(content(path), "one,two\n");
    result_file_close(f);
    assert_string_equal(content(path), "one,two\n");
}

static void an_aborted_file_stays_partial_and_leaves_the_old_one_alone(void **state)
{
    (void)state;
    struct error error = {0};
    struct result_file *f = result_file_open(in_folder("r"), &error);
    put(f, "old");
    assert_true(result_file_finish(f, &error));
    result_file_close(f);
    f = result_file_open(in_folder("r"), &error);
    put(f, "new");
    result_file_close(f);
    assert_string_equal(content(in_folder("r")), "old");
    assert_string_equal(content(in_folder("r.partial")), "new");
}

static void nothing_written_leaves_nothing(void **state)
{
    (void)state;
    struct error error = {0};
    struct result_file *f = result_file_open(in_folder("e"), &error);
    result_file_close(f);
    assert_int_equal(access(in_folder("e"), F_OK), -1);
    assert_int_equal(access(in_folder("e.partial"), F_OK), -1);
}

static void two_writers_of_one_name_do_not_mix(void **state)
{
    (void)state;
    struct error error = {0};
    struct result_file *a = result_file_open(in_folder("two"), &error), *b = result_file_open(in_folder("two"), &error);
    assert_string_not_equal(result_file_partial_path(a), result_file_partial_path(b));
    put(a, "from a");
    put(b, "from b");
    assert_true(result_file_finish(a, &error));
    assert_string_equal(content(in_folder("two")), "from a");
    assert_true(result_file_finish(b, &error));
    assert_string_equal(content(in_folder("two")), "from b");
    result_file_close(a);
    result_file_close(b);
}

static void a_symbolic_link_stays_one(void **state)
{
    (void)state;
    struct error error = {0};
    write_file("real", "old");
    assert_int_equal(symlink("real", in_folder("link")), 0);
    struct result_file *f = result_file_open(in_folder("link"), &error);
    put(f, "new");
    assert_true(result_file_finish(f, &error));
    result_file_close(f);
    struct stat status;
    assert_int_equal(lstat(in_folder("link"), &status), 0);
    assert_true(S_ISLNK(status.st_mode));
    assert_string_equal(content(in_folder("real")), "new");
}

static void standard_output_is_written_and_never_replaced(void **state)
{
    (void)state;
    struct error error = {0};
    struct stat before, after;
    assert_int_equal(lstat("/dev/stdout", &before), 0);
    struct result_file *f = result_file_open("/dev/stdout", &error);
    assert_non_null(f);
    put(f, "(on standard output)\n");
    assert_true(result_file_finish(f, &error));
    result_file_close(f);
    assert_int_equal(lstat("/dev/stdout", &after), 0);
    assert_int_equal(before.st_ino, after.st_ino);
    assert_int_equal(access("/dev/stdout.partial", F_OK), -1);
}

static void what_cannot_be_opened_is_said_before_anything_runs(void **state)
{
    (void)state;
    const char *bad[] = {in_folder("no/such/folder"), folder, "/proc/paso.csv"};
    for (size_t i = 0; i < 3; i++) {
        struct error error = {0};
        assert_null(result_file_open(bad[i], &error));
        assert_int_equal(error_exit_status(&error), 2);
        assert_non_null(strstr(error.text, bad[i]));
        assert_non_null(strstr(error.text, "cannot be written"));
    }
}

static void a_full_disk_is_an_error_with_its_name(void **state)
{
    (void)state;
    if (access("/dev/full", W_OK) != 0)
        skip();
    struct error error = {0};
    struct result_file *f = result_file_open("/dev/full", &error);
    put(f, "no room");
    assert_false(result_file_finish(f, &error));
    assert_int_equal(error_exit_status(&error), 1);
    assert_non_null(strstr(error.text, "/dev/full"));
    assert_non_null(strstr(error.text, "No space left"));
    result_file_close(f);
}

/* /dev/shm is a folder of files, not a device. */
static void a_file_in_memory_is_an_ordinary_file(void **state)
{
    (void)state;
    if (access("/dev/shm", W_OK) != 0)
        skip();
    char path[64];
    snprintf(path, sizeof path, "/dev/shm/paso-test-%ld.csv", (long)getpid());
    struct error error = {0};
    struct result_file *f = result_file_open(path, &error);
    assert_non_null(f);
    put(f, "text");
    assert_int_not_equal(access(path, F_OK), 0); /* appears when it is complete */
    assert_true(result_file_finish(f, &error));
    result_file_close(f);
    char *text = read_file(path);
    unlink(path);
    assert_string_equal(text, "text");
    free(text);
}

static void a_line_may_be_longer_than_the_buffer(void **state)
{
    (void)state;
    struct error error = {0};
    struct result_file *f = result_file_open(in_folder("long"), &error);
    const size_t size = 5 << 20;
    put(f, "x");
    char *room = result_file_room(f, size, &error);
    memset(room, 'y', size);
    result_file_advance(f, size);
    put(f, "z");
    assert_true(result_file_finish(f, &error));
    struct stat status;
    assert_int_equal(stat(in_folder("long"), &status), 0);
    assert_int_equal(status.st_size, size + 2);
    result_file_close(f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_file_gets_its_name_when_it_is_complete),
        cmocka_unit_test(an_aborted_file_stays_partial_and_leaves_the_old_one_alone),
        cmocka_unit_test(nothing_written_leaves_nothing),
        cmocka_unit_test(two_writers_of_one_name_do_not_mix),
        cmocka_unit_test(a_symbolic_link_stays_one),
        cmocka_unit_test(standard_output_is_written_and_never_replaced),
        cmocka_unit_test(what_cannot_be_opened_is_said_before_anything_runs),
        cmocka_unit_test(a_full_disk_is_an_error_with_its_name),
        cmocka_unit_test(a_file_in_memory_is_an_ordinary_file),
        cmocka_unit_test(a_line_may_be_longer_than_the_buffer),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
