/* Addresses of resources: RFC 8089 (the file URI scheme), with the Windows forms of its appendices D and E. */
#include "fmi/resource.h"
#include "tests/testing.h"

#include <string.h>

static void assert_path(bool with_drives, const char *location, const char *expected)
{
    char *path = resource_path(location, "model.json", with_drives);
    assert_non_null(path);
    assert_string_equal(path, expected);
    free(path);
}

static void addresses_have_an_empty_host_none_or_this_one(void **state)
{
    (void)state;
    for (int with_drives = 0; with_drives < 2; with_drives++) {
        assert_path(with_drives, "file:///a/resources", "/a/resources/model.json");
        assert_path(with_drives, "file:/a/resources", "/a/resources/model.json");
        assert_path(with_drives, "file://localhost/a/resources", "/a/resources/model.json");
        assert_path(with_drives, "/a/resources", "/a/resources/model.json");
    }
}

static void drives_come_without_the_leading_slash(void **state)
{
    (void)state;
    assert_path(true, "file:///C:/a/resources", "C:/a/resources/model.json");
    assert_path(true, "file:/C:/a/resources", "C:/a/resources/model.json");
    assert_path(true, "file://localhost/c:/a/resources", "c:/a/resources/model.json");
    assert_path(true, "file:///C%3A/a/resources", "C:/a/resources/model.json");
    assert_path(true, "file:///C|/a/resources", "C:/a/resources/model.json");
    assert_path(true, "C:\\a\\resources", "C:\\a\\resources/model.json");
    assert_path(true, "file://server/share/resources", "//server/share/resources/model.json");
    assert_path(true, "file:////server/share/resources", "//server/share/resources/model.json");
}

/* Elsewhere a folder may be called "C:". */
static void without_drives_a_colon_is_a_letter(void **state)
{
    (void)state;
    assert_path(false, "file:///C:/a/resources", "/C:/a/resources/model.json");
}

static void blanks_and_umlauts_are_decoded_from_utf8(void **state)
{
    (void)state;
    assert_path(true, "file:///C:/Bagger%20%C3%BCber/resources",
                "C:/Bagger \xc3\xbc"
                "ber/resources/model.json");
    assert_path(false, "file:///tmp/a%20b/%e4%bd%a0", "/tmp/a b/\xe4\xbd\xa0/model.json");
    assert_path(false, "file:///100%/50%2x/%2", "/100%/50%2x/%2/model.json"); /* no escapes */
}

static void plain_paths_have_no_escapes(void **state)
{
    (void)state;
    assert_path(false, "/a%20b", "/a%20b/model.json");
    assert_path(true, "C:\\a%20b", "C:\\a%20b/model.json");
}

static void what_is_there_is_opened_and_what_is_not_is_named(void **state)
{
    (void)state;
    char *path;
    FILE *file = resource_open("file://localhost" SOURCE_DIR "/tests/%66mi", "CMakeLists.txt", &path);
    assert_non_null(file);
    fclose(file);
    free(path);
    assert_null(resource_open("file:///no/such%20folder", "model.json", &path));
    assert_string_equal(path, "/no/such folder/model.json");
    free(path);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(addresses_have_an_empty_host_none_or_this_one),
        cmocka_unit_test(drives_come_without_the_leading_slash),
        cmocka_unit_test(without_drives_a_colon_is_a_letter),
        cmocka_unit_test(blanks_and_umlauts_are_decoded_from_utf8),
        cmocka_unit_test(plain_paths_have_no_escapes),
        cmocka_unit_test(what_is_there_is_opened_and_what_is_not_is_named),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
