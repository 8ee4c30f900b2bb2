/* Strongly connected groups: against definitions, and on graphs large enough to show recursion or quadratic time. */
#include "tests/testing.h"

#include "master/system/strong_groups.h"

#include <stdlib.h>
#include <string.h>

static size_t find(size_t n_nodes, const struct edge *edges, size_t n_edges, size_t *group)
{
    struct digraph g;
    size_t n_groups = 0;
    assert_true(digraph_make(&g, n_nodes, edges, n_edges));
    assert_true(strong_groups(&g, group, &n_groups));
    for (size_t i = 0; i < n_edges; i++)
        assert_true(group[edges[i].from] <= group[edges[i].to]);
    digraph_free(&g);
    return n_groups;
}

static void a_ring_is_one_group_and_what_hangs_on_it_comes_later(void **state)
{
    (void)state;
    const struct edge edges[] = {{0, 1}, {1, 2}, {2, 0}, {2, 3}, {4, 0}};
    size_t group[5];
    assert_int_equal(find(5, edges, 5, group), 3);
    assert_int_equal(group[0], group[1]);
    assert_int_equal(group[0], group[2]);
    assert_true(group[4] < group[0]);
    assert_true(group[3] > group[0]);
}

static void a_graph_without_edges_keeps_the_order_of_its_nodes(void **state)
{
    (void)state;
    size_t group[4];
    assert_int_equal(find(4, NULL, 0, group), 4);
    for (size_t i = 0; i < 4; i++)
        assert_int_equal(group[i], i);
    assert_int_equal(find(0, NULL, 0, group), 0);
}

/* Two nodes are in one group exactly where each reaches the other: by transitive closure, on many small random graphs. */
static void groups_are_mutual_reachability(void **state)
{
    (void)state;
    enum { N = 9 };
    srand(1);
    for (int round = 0; round < 2000; round++) {
        struct edge edges[2 * N];
        bool reach[N][N] = {{false}};
        const size_t n_edges = (size_t)(rand() % (2 * N));
        for (size_t i = 0; i < n_edges; i++) {
            edges[i] = (struct edge){(size_t)(rand() % N), (size_t)(rand() % N)};
            reach[edges[i].from][edges[i].to] = true;
        }
        for (int k = 0; k < N; k++)
            for (int i = 0; i < N; i++)
                for (int j = 0; j < N; j++)
                    reach[i][j] = reach[i][j] || (reach[i][k] && reach[k][j]);
        size_t group[N];
        find(N, edges, n_edges, group);
        for (int i = 0; i < N; i++)
            for (int j = 0; j < N; j++)
                assert_int_equal(group[i] == group[j], i == j || (reach[i][j] && reach[j][i]));
    }
}

/* A million nodes in a row and closed to a ring: recursion would overflow the stack, quadratic time would not end. */
static void a_million_nodes_are_no_trouble(void **state)
{
    (void)state;
    const size_t n = 1000000;
    struct edge *edges = malloc(n * sizeof *edges);
    size_t *group = malloc(n * sizeof *group);
    assert_non_null(edges);
    assert_non_null(group);
    for (size_t i = 0; i < n; i++)
        edges[i] = (struct edge){i, (i + 1) % n};
    assert_int_equal(find(n, edges, n - 1, group), n);
    assert_int_equal(find(n, edges, n, group), 1);
    free(edges);
    free(group);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_ring_is_one_group_and_what_hangs_on_it_comes_later),
        cmocka_unit_test(a_graph_without_edges_keeps_the_order_of_its_nodes),
        cmocka_unit_test(groups_are_mutual_reachability),
        cmocka_unit_test(a_million_nodes_are_no_trouble),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
