/* LIM's manipulator twice: in closed form with absolute angles, and from its file with relative ones, theta21 = theta2 -
 * theta1. After the transformation they are the same. */
#include "tests/testing.h"

#include "tests/fmu_multibody/from_file.h"
#include "fmu_multibody/manipulator/manipulator.h"
#include "tests/fmu_multibody/random.h"
#include "tests/fmu_multibody/solve.h"

#include <string.h>

struct pair {
    struct from_file general;
    struct model_instance closed;
};

static void pair_open(struct pair *p)
{
    struct model_report report = {""};
    from_file_open(&p->general, "lim-manipulator.json");
    from_file_initialize(&p->general);
    assert_true(model_instance_open(&p->closed, &manipulator_type, &report));
    assert_true(model_instance_initialize(&p->closed, 0, &report));
}

static void pair_close(struct pair *p)
{
    model_instance_close(&p->closed);
    from_file_close(&p->general);
}

/* Relative from absolute; the same for rates and for directions. */
static void relative(const double absolute[4], double made[4])
{
    for (int i = 0; i < 4; i += 2) {
        made[i] = absolute[i];
        made[i + 1] = absolute[i + 1] - absolute[i];
    }
}

static void assert_same(const double *general, const double *closed, double tolerance)
{
    double expected[4], scale = 1;
    relative(closed, expected);
    for (int i = 0; i < 4; i++)
        scale = fmax(scale, fabs(expected[i]));
    for (int i = 0; i < 4; i++)
        assert_near(general[i], expected[i], tolerance * scale);
}

static void both_start_alike(void **state)
{
    (void)state;
    struct pair p;
    struct model_report report = {""};
    pair_open(&p);
    from_file_update(&p.general);
    assert_true(model_instance_update(&p.closed, 0, &report));
    assert_same(p.general.live.x, p.closed.x, 1e-15);
    assert_near(from_file_value(&p.general, "f_h_static"), 8829, 8829e-12); /* the document's 8.829 kN */
    assert_near(from_file_value(&p.general, "s"), 0.5, 1e-15);
    pair_close(&p);
}

static void accelerations_and_derivatives_at_1000_random_configurations(void **state)
{
    (void)state;
    struct pair p;
    struct model_report report = {""};
    double complex workspace[64];
    uint64_t seed = 99;
    pair_open(&p);
    assert_true(model_workspace_size(&p.closed.layout) <= 64);
    for (int k = 0; k < 1000; k++) {
        double along[4], along_relative[4], u[3] = {0}, rates[4], y[2], closed_rates[4], closed_y[2] = {0};
        for (int i = 0; i < 4; i++) {
            p.closed.x[i] = random_between(&seed, -3, 3);
            along[i] = random_between(&seed, -1, 1);
        }
        u[0] = random_between(&seed, -1e4, 1e4);
        p.closed.u[0] = p.general.live.u[0] = random_between(&seed, -1e4, 1e4);
        relative(p.closed.x, p.general.live.x);
        relative(along, along_relative);
        from_file_update(&p.general);
        assert_true(model_instance_update(&p.closed, 0, &report));
        assert_same(p.general.live.dx, p.closed.dx, 1e-12);
        assert_near(p.general.live.y[0], p.closed.y[0], 1e-12);
        assert_near(p.general.live.y[1], p.closed.y[1], 1e-12);
        assert_near(from_file_value(&p.general, "kinetic_energy"), *model_instance_find(&p.closed, "kinetic_energy"),
                    1e-9);

        from_file_differentiate_along(&p.general, along_relative, u, rates, y);
        const struct model_point at = {p.closed.constants, p.closed.scratch, 0, p.closed.m, p.closed.x, p.closed.u};
        assert_true(
            model_differentiate(p.closed.type, &p.closed.layout, at, (struct model_direction){.x = along, .u = u},
                                (struct model_change){.rates = closed_rates, .outputs = closed_y}, workspace, &report));
        assert_same(rates, closed_rates, 1e-12);
        assert_near(y[0], closed_y[0], 1e-12);
        assert_near(y[1], closed_y[1], 1e-12 * fmax(1, fabs(closed_y[1])));
    }
    pair_close(&p);
}

static void run(struct model_instance *live, enum solver_kind kind, double t)
{
    solve(live, &(struct solver_settings){kind, 1e-3, 1e-12, 1e-12}, t);
}

/* The transformation is linear, so Euler, Runge-Kutta and the trapezoidal rule commute with it. */
static void trajectories_are_the_same(void **state)
{
    (void)state;
    for (enum solver_kind kind = SOLVER_EULER; kind <= SOLVER_TRAPEZOIDAL; kind++) {
        struct pair p;
        pair_open(&p);
        p.closed.u[0] = p.general.live.u[0] = 9000;
        run(&p.general.live, kind, 1);
        run(&p.closed, kind, 1);
        assert_true(fabs(p.closed.x[0] - 0.5235987755982988) > 0.01); /* it has moved */
        assert_same(p.general.live.x, p.closed.x, 1e-12);
        pair_close(&p);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(both_start_alike),
        cmocka_unit_test(accelerations_and_derivatives_at_1000_random_configurations),
        cmocka_unit_test(trajectories_are_the_same),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
