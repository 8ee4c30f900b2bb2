/* What other engines cost is measured elsewhere and quoted twice, in docs/benchmarks.md and in the report: the same numbers. */
#include "tests/testing.h"

#include "benchmarks/measure/chain_costs.h"
#include "benchmarks/measure/peer_chain.h"

#include <string.h>

static char documentation[200000];

static int read_documentation(void **state)
{
    (void)state;
    FILE *file = fopen(SOURCE_DIR "/docs/benchmarks.md", "r");
    if (!file)
        return -1;
    documentation[fread(documentation, 1, sizeof documentation - 1, file)] = '\0';
    fclose(file);
    return 0;
}

static void quoted_times_and_exponents_are_those_of_the_documentation(void **state)
{
    (void)state;
    const char *table = strstr(documentation, "| links in a chain, us per evaluation |");
    assert_non_null(table);
    for (int i = 0; i < CHAIN_COUNTS; i++) {
        table = strstr(table + 1, " | ");
        assert_int_equal(strtol(table + 3, NULL, 10), chain_counts[i]);
    }
    for (int e = 0; e < CHAIN_ENGINES; e++) {
        const struct quoted_costs *q = &chain_quoted[e];
        char head[32];
        snprintf(head, sizeof head, "\n| %s |", q->engine);
        const char *at = strstr(table, head);
        assert_non_null(at);
        at += strlen(head);
        for (int i = 0; i < CHAIN_COUNTS; i++, at = strchr(at, '|') + 1)
            if (isnan(q->us[i]))
                assert_memory_equal(at, " - ", 3);
            else
                assert_true(strtod(at, NULL) == q->us[i]);
        assert_true(strtod(at, NULL) == q->exponent);
        /* of times with more digits: half of its last place, and of that of times over a range of 16 in n */
        assert_near(peer_exponent(CHAIN_COUNTS, chain_counts, q->us), q->exponent, 0.005 + 0.005 / log(16));
        if (e == CHAIN_OURS)
            continue;
        snprintf(head, sizeof head, "%s%s", q->engine, q->version);
        assert_non_null(strstr(documentation, head));
    }
}

static void the_exponent_of_a_power_is_found_from_20_rods_on(void **state)
{
    (void)state;
    double times[CHAIN_COUNTS];
    for (int i = 0; i < CHAIN_COUNTS; i++)
        times[i] = chain_counts[i] < 20 ? 1 : 3e-7 * pow(chain_counts[i], 1.5);
    assert_near(peer_exponent(CHAIN_COUNTS, chain_counts, times), 1.5, 1e-13);
    times[CHAIN_COUNTS - 1] = NAN;
    assert_near(peer_exponent(CHAIN_COUNTS, chain_counts, times), 1.5, 1e-13);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(quoted_times_and_exponents_are_those_of_the_documentation),
        cmocka_unit_test(the_exponent_of_a_power_is_found_from_20_rods_on),
    };
    return cmocka_run_group_tests(tests, read_documentation, NULL);
}
