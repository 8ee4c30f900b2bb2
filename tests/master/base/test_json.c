/* The JSON writer, against texts written by hand after RFC 8259. */
#include "tests/testing.h"

#include "master/base/json.h"

#include <stdlib.h>
#include <string.h>

static char *text;
static size_t size;

static struct json begin(void)
{
    FILE *file = open_memstream(&text, &size);
    assert_non_null(file);
    return json_begin(file);
}

static void finish(struct json *j, const char *expected)
{
    assert_true(json_finish(j));
    fclose(j->file);
    assert_string_equal(text, expected);
    free(text);
}

static void objects_arrays_and_rows_nest(void **state)
{
    (void)state;
    struct json j = begin();
    json_object(&j, NULL);
    json_string(&j, "name", "a");
    json_array(&j, "list");
    json_row(&j, NULL);
    json_number(&j, NULL, 1);
    json_number(&j, NULL, -0.1);
    json_end(&j);
    json_null(&j, NULL);
    json_end(&j);
    json_object(&j, "empty");
    json_end(&j);
    json_boolean(&j, "yes", true);
    json_integer(&j, "n", -7);
    json_end(&j);
    finish(&j, "{\n  \"name\": \"a\",\n  \"list\": [\n    [1, -0.1],\n    null\n  ],\n  \"empty\": {},\n"
               "  \"yes\": true,\n  \"n\": -7\n}\n");
}

static void hostile_strings_stay_valid_json(void **state)
{
    (void)state;
    struct json j = begin();
    json_string(&j, NULL, "q\" b\\ n\n c\x01 \xc3\xa4 \xff \xc3 \xed\xa0\x80");
    finish(&j, "\"q\\\" b\\\\ n\\n c\\u0001 \xc3\xa4 \\ufffd \\ufffd \\ufffd\\ufffd\\ufffd\"\n");
}

static void numbers_read_back_as_they_were_and_what_is_no_number_is_null(void **state)
{
    (void)state;
    struct json j = begin();
    json_row(&j, NULL);
    json_number(&j, NULL, 0.1);
    json_number(&j, NULL, 1.0 / 3);
    json_number(&j, NULL, NAN);
    json_number(&j, NULL, -INFINITY);
    json_number(&j, NULL, 1e300);
    json_end(&j);
    finish(&j, "[0.1, 0.3333333333333333, null, null, 1e+300]\n");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(objects_arrays_and_rows_nest),
        cmocka_unit_test(hostile_strings_stay_valid_json),
        cmocka_unit_test(numbers_read_back_as_they_were_and_what_is_no_number_is_null),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
