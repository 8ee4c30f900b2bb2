/* Foreign text for people: what a terminal would obey is escaped, everything else stays. */
#include "tests/testing.h"

#include "master/base/error.h"
#include "master/base/printable.h"

#include <string.h>

static void what_can_be_shown_stays_as_it_is(void **state)
{
    (void)state;
    const char *texts[] = {"", "multibody.s", "\xc3\xa4\xe2\x82\xac\xf0\x9f\x98\x80", "a`b'\"<&\\"};
    for (size_t i = 0; i < 4; i++)
        assert_ptr_equal(PRINTABLE(texts[i]), texts[i]);
}

/* Codes from the Unicode standard: C0, DEL and C1 (23.1), bidirectional marks (23.2), separators (6.2); UTF-8 by table 3-7. */
static void what_a_terminal_obeys_is_escaped(void **state)
{
    (void)state;
    assert_string_equal(PRINTABLE("a\nb\tc\rd\x1b[31m\x7f"), "a\\nb\\tc\\rd\\x1b[31m\\x7f");
    assert_string_equal(PRINTABLE("\xc2\x9b"), "\\x9b");                                /* U+009B, CSI */
    assert_string_equal(PRINTABLE("\xe2\x80\xae x \xe2\x81\xa9"), "\\u202e x \\u2069"); /* override, isolate */
    assert_string_equal(PRINTABLE("\xd8\x9c\xe2\x80\x8f\xe2\x80\xa8"), "\\u061c\\u200f\\u2028");
    assert_string_equal(PRINTABLE("\xff|\xc0\xaf|\xed\xa0\x80|\xe2\x82"),
                        "\\xff|\\xc0\\xaf|\\xed\\xa0\\x80|\\xe2\\x82");
    assert_string_equal(PRINTABLE("\xf4\x90\x80\x80"), "\\xf4\\x90\\x80\\x80"); /* beyond U+10FFFF */
}

static void a_long_text_is_cut_in_its_copy(void **state)
{
    (void)state;
    char text[3000], copy[100];
    memset(text, '\n', sizeof text - 1);
    text[sizeof text - 1] = '\0';
    assert_ptr_equal(printable(copy, sizeof copy, text), copy);
    assert_true(strlen(copy) < sizeof copy && strlen(copy) > 80);
}

static void messages_show_foreign_words_escaped(void **state)
{
    (void)state;
    struct error error = {0};
    error_raise(&error, ERROR_NO_MEMORY, "x\npaso: done\x1b[2J");
    assert_string_equal(error.text, "out of memory while x\\npaso: done\\x1b[2J");
    error_prefix(&error, "a\xe2\x80\xae.fmu: ");
    assert_memory_equal(error.text, "a\\u202e.fmu: out", 16);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_can_be_shown_stays_as_it_is),
        cmocka_unit_test(what_a_terminal_obeys_is_escaped),
        cmocka_unit_test(a_long_text_is_cut_in_its_copy),
        cmocka_unit_test(messages_show_foreign_words_escaped),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
