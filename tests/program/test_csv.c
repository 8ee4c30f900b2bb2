/* CSV files, cut into fields. */
#include "tests/testing.h"

#include "master/files/csv.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static char path[64];

static bool open_text(struct csv *csv, const char *text, size_t size, struct error *error)
{
    strcpy(path, "/tmp/paso-test-XXXXXX");
    const int file = mkstemp(path);
    assert_true(file >= 0);
    assert_int_equal(write(file, text, size), size);
    close(file);
    const bool ok = csv_open(csv, path, error);
    unlink(path);
    return ok;
}

/* Fields joined by '|', rows by '/'; or the message. */
static const char *read_all(const char *text)
{
    static char all[ERROR_TEXT_SIZE];
    struct csv csv;
    struct error error = {0};
    bool found = true;
    all[0] = '\0';
    if (open_text(&csv, text, strlen(text), &error)) {
        while (csv_next(&csv, &found, &error) && found) {
            for (size_t i = 0; i < csv.n_fields; i++) {
                strcat(all, i ? "|" : "");
                strcat(all, csv.fields[i]);
            }
            strcat(all, "/");
        }
    }
    if (error_is_set(&error))
        snprintf(all, sizeof all, "%s", error.text + strlen(path));
    csv_close(&csv);
    return all;
}

static void fields_are_cut_as_people_write_them(void **state)
{
    (void)state;
    assert_string_equal(read_all("a,b\n1,2\n"), "a|b/1|2/");
    assert_string_equal(read_all("a,b\r\n1,2"), "a|b/1|2/");
    assert_string_equal(read_all("\xef\xbb\xbf"
                                 "a , \"b\"\n\n  \n1,\n"),
                        "a|b/1|/");
    assert_string_equal(read_all("\"a,b\",\"c \"\"d\"\"\" , \"e\nf\"\n"), "a,b|c \"d\"|e\nf/");
    assert_string_equal(read_all("\"x\"\r\n\"y\"\r\n"), "x/y/");
    assert_string_equal(read_all(""), "");
    assert_string_equal(read_all(","), "|/");
}

static void broken_quotes_are_named_with_their_line(void **state)
{
    (void)state;
    assert_string_equal(read_all("a\n\"b"), ":2: a quoted field does not end");
    assert_string_equal(read_all("a\n\n\"b\"c\n"), ":3: \"c\" follows a closing quote; a comma should");
}

static void what_is_no_text_is_refused(void **state)
{
    (void)state;
    struct csv csv;
    struct error error = {0};
    assert_false(open_text(&csv, "a\0b", 3, &error));
    assert_non_null(strstr(error.text, "is no text file"));
    csv_close(&csv);
    error_clear(&error);
    assert_false(csv_open(&csv, "/tmp", &error));
    assert_non_null(strstr(error.text, "/tmp: cannot be read: Is a directory"));
    csv_close(&csv);
    error_clear(&error);
    assert_false(csv_open(&csv, "/no/such/file", &error));
    assert_int_equal(error_exit_status(&error), 2);
    assert_non_null(strstr(error.text, "No such file"));
    csv_close(&csv);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(fields_are_cut_as_people_write_them),
        cmocka_unit_test(broken_quotes_are_named_with_their_line),
        cmocka_unit_test(what_is_no_text_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
