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

/* A row of a 100 kB field in quotes, with line ends and quotes in it, wherever the blocks of the file are cut; and 300 of them, 36 MB, are
 * read in a fiftieth of that. */
static void a_row_is_held_and_not_the_file(void **state)
{
    (void)state;
    enum { LENGTH = 100003, ROWS = 300 };
    char *field = malloc(LENGTH + 1), *quoted = malloc(2 * LENGTH + 8);
    strcpy(path, "/tmp/paso-test-XXXXXX");
    FILE *file = fdopen(mkstemp(path), "w");
    size_t n = 0;
    quoted[n++] = '"';
    for (size_t i = 0; i < LENGTH; i++) {
        field[i] = "x\n\",y"[i % 5];
        quoted[n++] = field[i];
        if (field[i] == '"')
            quoted[n++] = '"';
    }
    field[LENGTH] = '\0';
    memcpy(quoted + n, "\",1\n", 5);
    for (size_t row = 0; row < ROWS; row++)
        fputs(quoted, file);
    assert_int_equal(fclose(file), 0);
    struct csv csv;
    struct error error = {0};
    bool found = true;
    size_t rows = 0;
    assert_true(csv_open(&csv, path, &error));
    unlink(path);
    for (; csv_next(&csv, &found, &error) && found; rows++) {
        assert_int_equal(csv.n_fields, 2);
        assert_string_equal(csv.fields[0], field);
        assert_string_equal(csv.fields[1], "1");
        assert_int_equal(csv.line,
                         1 + rows * (LENGTH / 5 + 1 + 1)); /* the rest of LENGTH / 5, three bytes, has one line end */
    }
    assert_false(error_is_set(&error));
    assert_int_equal(rows, ROWS);
    assert_true(csv.capacity <= ROWS * strlen(quoted) / 50);
    csv_close(&csv);
    free(field);
    free(quoted);
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
        cmocka_unit_test(a_row_is_held_and_not_the_file),
        cmocka_unit_test(what_is_no_text_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
