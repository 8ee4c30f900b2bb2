/* How tests are counted: a program whose test skipped itself has not passed, and a failure is never hidden by a skip. */
#include "tests/testing.h"

static void passes(void **state)
{
    (void)state;
}

static void skips(void **state)
{
    (void)state;
    skip();
}

static void fails(void **state)
{
    (void)state;
    fail();
}

int main(void)
{
    const struct CMUnitTest passing[] = {cmocka_unit_test(passes)}, skipping[] = {cmocka_unit_test(skips)},
                            failing[] = {cmocka_unit_test(fails)};
    const int passed = cmocka_run_group_tests(passing, NULL, NULL),
              skipped = cmocka_run_group_tests(skipping, NULL, NULL),
              failed = cmocka_run_group_tests(failing, NULL, NULL);
    printf("passed %d, skipped %d, failed %d\n", passed, skipped, failed);
    return passed == 0 && skipped == TESTING_SKIPPED && failed == 1 ? 0 : 1;
}
