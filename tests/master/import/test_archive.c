/* Archives: what is unpacked, and how; what is refused stands in the table of bad FMUs. */
#include "tests/testing.h"
#include "tests/master/import/making.h"

#include "master/import/archive.h"
#include "master/import/temporary.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define ARCHIVE(...) making_archive("a.zip", (const struct entry[]){__VA_ARGS__, {0}})

static char *unpacked(const char *path, const struct archive_limits *limits, struct error *error)
{
    const struct archive_limits defaults = archive_limits_default();
    char *folder = temporary_create(error);
    assert_non_null(folder);
    if (archive_unpack(path, folder, limits ? limits : &defaults, error))
        return folder;
    temporary_remove(folder);
    free(folder);
    return NULL;
}

static void assert_holds(const char *folder, const char *file, const char *text)
{
    char path[2048];
    size_t n;
    snprintf(path, sizeof path, "%s/%s", folder, file);
    char *bytes = making_read(path, &n);
    assert_string_equal(bytes, text);
    free(bytes);
}

static void files_and_folders_are_unpacked_with_their_content(void **state)
{
    (void)state;
    struct error error = {0};
    char *folder = unpacked(ARCHIVE({.name = "a/b/c.txt", .text = "see"}, {.name = "empty/", .text = ""},
                                    {.name = "nothing", .n_zeros = 0}, {.name = "\303\244.txt", .text = "umlaut"},
                                    {.name = "windows\\made\\this", .text = "back"}, {.name = "./here", .text = "dot"}),
                            NULL, &error);
    if (!folder)
        fail_msg("%s", error.text);
    assert_holds(folder, "a/b/c.txt", "see");
    assert_holds(folder, "nothing", "");
    assert_holds(folder, "\303\244.txt", "umlaut");
    assert_holds(folder, "windows/made/this", "back");
    assert_holds(folder, "here", "dot");
    char path[2048];
    struct stat info;
    snprintf(path, sizeof path, "%s/empty", folder);
    assert_true(stat(path, &info) == 0 && S_ISDIR(info.st_mode));
    temporary_remove(folder);
    free(folder);
}

static void only_the_owner_can_use_the_files(void **state)
{
    (void)state;
    struct error error = {0};
    char *folder = unpacked(ARCHIVE({.name = "tool", .text = "x", .mode = S_IFREG | 04777},
                                    {.name = "data", .text = "x", .mode = S_IFREG | 0666}),
                            NULL, &error);
    assert_non_null(folder);
    char path[2048];
    struct stat info;
    snprintf(path, sizeof path, "%s/tool", folder);
    assert_true(stat(path, &info) == 0 && (info.st_mode & 07777) == 0700);
    snprintf(path, sizeof path, "%s/data", folder);
    assert_true(stat(path, &info) == 0 && (info.st_mode & 07777) == 0600);
    temporary_remove(folder);
    free(folder);
}

static void limits_hold(void **state)
{
    (void)state;
    const char *path =
        ARCHIVE({.name = "a", .text = "12345"}, {.name = "b", .text = "12345"}, {.name = "c", .text = "1"});
    struct archive_limits limits = archive_limits_default();
    struct error error = {0};
    limits.most_entries = 2;
    assert_null(unpacked(path, &limits, &error));
    assert_non_null(strstr(error.text, "more than 2 entries"));
    error_clear(&error);
    limits.most_entries = 3;
    limits.largest_total = 10;
    assert_null(unpacked(path, &limits, &error));
    assert_non_null(strstr(error.text, "too large"));
    error_clear(&error);
    limits.largest_total = 11;
    char *folder = unpacked(path, &limits, &error);
    assert_non_null(folder);
    temporary_remove(folder);
    free(folder);
}

/* The archive's directory claims one byte; a thousand come out. libzip or we notice, and nothing beyond the limit is written. */
static void the_true_size_counts_whatever_the_directory_claims(void **state)
{
    (void)state;
    const char *path = ARCHIVE({.name = "zeros", .n_zeros = 100000});
    size_t n;
    char *bytes = making_read(path, &n);
    size_t changed = 0;
    for (size_t k = 0; k + 46 < n; k++) {
        if (memcmp(bytes + k, "PK\1\2", 4) == 0) { /* central directory: uncompressed size at 24 */
            memcpy(bytes + k + 24, "\1\0\0\0", 4);
            changed++;
        }
        if (memcmp(bytes + k, "PK\3\4", 4) == 0) /* local header: at 22 */
            memcpy(bytes + k + 22, "\1\0\0\0", 4);
    }
    assert_int_equal(changed, 1);
    path = making_file("liar.zip", bytes, n);
    free(bytes);
    struct archive_limits limits = archive_limits_default();
    limits.largest_total = 1000;
    struct error error = {0};
    assert_null(unpacked(path, &limits, &error));
    assert_int_equal(error_exit_status(&error), 2);
}

static void of_an_entry_that_comes_twice_the_last_is_taken(void **state)
{
    (void)state;
    size_t n;
    char *bytes = making_read(ARCHIVE({.name = "name-1", .text = "first"}, {.name = "name-2", .text = "last"}), &n);
    for (char *at = bytes; (at = memmem(at, n - (size_t)(at - bytes), "name-2", 6)); at++)
        at[5] = '1';
    const char *path = making_file("twice.zip", bytes, n);
    free(bytes);
    struct error error = {0};
    char *folder = unpacked(path, NULL, &error);
    if (!folder)
        fail_msg("%s", error.text);
    assert_holds(folder, "name-1", "last");
    temporary_remove(folder);
    free(folder);
}

static void a_folder_that_cannot_be_written_is_told(void **state)
{
    (void)state;
    struct error error = {0};
    const struct archive_limits limits = archive_limits_default();
    const char *path = ARCHIVE({.name = "full", .text = "x"});
    assert_false(archive_unpack(path, "/proc/self/fdinfo", &limits, &error));
    assert_int_equal(error_exit_status(&error), 1);
    assert_non_null(strstr(error.text, "cannot be unpacked"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(files_and_folders_are_unpacked_with_their_content),
        cmocka_unit_test(only_the_owner_can_use_the_files),
        cmocka_unit_test(limits_hold),
        cmocka_unit_test(the_true_size_counts_whatever_the_directory_claims),
        cmocka_unit_test(of_an_entry_that_comes_twice_the_last_is_taken),
        cmocka_unit_test(a_folder_that_cannot_be_written_is_told),
    };
    return cmocka_run_group_tests(tests, making_begin, making_end);
}
