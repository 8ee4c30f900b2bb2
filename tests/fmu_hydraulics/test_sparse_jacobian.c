/* Columns of a Jacobian that are computed together are those that are computed one by one, bit for bit: what a circuit says about its
 * dependencies is true. */
#include "tests/fmu_hydraulics/circuit_alive.h"

#include "numerics/solver_impl.h"

#include <stdlib.h>

static void columns_together_are_columns_one_by_one(void **state)
{
    (void)state;
    char *text = circuit_file("../../docs/circuits/load-sensing.json");
    struct opened o = start(text);
    struct model_instance *l = &o.live;
    struct solver *s = solver_open(l->type, &report);
    const struct solver_settings settings = {SOLVER_TRAPEZOIDAL, 1e-3, 1e-6, 1e-6};
    assert_true(s && solver_prepare(s, &settings, &report));
    const size_t n = s->n_x, stride = n + s->n_q + 1;
    double *one_by_one = calloc(n * stride, sizeof(double)), *together = calloc(n * stride, sizeof(double));
    const struct solver_problem problem = {
        .type = l->type, .layout = &l->layout, .constants = l->constants, .scratch = l->scratch, .m = l->m};
    assert_true(s->n_groups > 1 && 2 * s->n_groups <= n + 2);
    for (int point = 0; point < 20;
         point++) { /* pressures, spools, flows and speeds beside the equilibrium: valves open and close */
        for (size_t i = 0; i < n; i++)
            l->x[i] *= 1 + 0.03 * ((double)((i * 7 + (size_t)point * 5) % 11) - 4);
        assert_true(solver_jacobian(s, &problem, 0.7, l->x, l->u, stride, one_by_one, one_by_one + n, &report));
        assert_true(solver_jacobian(s, &problem, 0.7, l->x, l->u, stride, together, NULL, &report));
        for (size_t j = 0; j < n; j++)
            for (size_t i = 0; i < n; i++)
                if (one_by_one[j * stride + i] != together[j * stride + i])
                    fail_msg("row %zu, column %zu: %.17g and %.17g", i, j, one_by_one[j * stride + i],
                             together[j * stride + i]);
    }
    free(one_by_one);
    free(together);
    solver_close(s);
    done(&o);
    free(text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(columns_together_are_columns_one_by_one)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
