/* What joints, loops and discs carry, and accelerations of bodies and markers: closed forms, and for the papers' four-bar all equations
 * of Newton and Euler with every pin force unknown, written in the plane for bodies whose motion planar_oracle.c knows in closed
 * form. Derivatives of all of them against central differences. */
#include "tests/testing.h"

#include "tests/fmu_multibody/from_file.h"
#include "tests/oracle/planar_oracle.h"

#include <string.h>

static double value(const struct from_file *f, const char *name, const char *suffix)
{
    char whole[80];
    snprintf(whole, sizeof whole, "%s.%s", name, suffix);
    return from_file_value(f, whole);
}

static void begin(struct from_file *f, const char *text)
{
    from_file_open_text(f, text);
    from_file_initialize(f);
    from_file_update(f);
}

/* ---- the four-bar ---- */

enum { N = 9 }; /* pin forces at O, C, D, E, and the acceleration of the crank */

static void gauss(long double a[N][N], long double b[N])
{
    for (int k = 0; k < N; k++) {
        int pivot = k;
        for (int i = k + 1; i < N; i++)
            if (fabsl(a[i][k]) > fabsl(a[pivot][k]))
                pivot = i;
        for (int j = 0; j < N; j++) {
            const long double swapped = a[k][j];
            a[k][j] = a[pivot][j];
            a[pivot][j] = swapped;
        }
        const long double swapped = b[k];
        b[k] = b[pivot];
        b[pivot] = swapped;
        for (int i = 0; i < N; i++) {
            const long double factor = i == k ? 0 : a[i][k] / a[k][k];
            for (int j = k; j < N; j++)
                a[i][j] -= factor * a[k][j];
            b[i] -= factor * b[k];
        }
    }
    for (int k = 0; k < N; k++)
        b[k] /= a[k][k];
}

/* Pin p pushes body p with (x_p, y_p) and body p - 1 with the opposite; E is pin 3, which pushes the ground. */
static void four_bar_pins(long double z1, long double rate, long double push, long double pins[N])
{
    static const long double length[3] = {2, 8, 5};
    struct planar_mechanism p;
    planar_lut2_four_bar(&p, z1);
    long double a[N][N] = {{0}};
    for (int i = 0; i < 3; i++) {
        const struct planar_body *body = &p.bodies[i];
        const long double angle = body->angle.c[0], half_x = length[i] / 2 * cosl(angle),
                          half_y = length[i] / 2 * sinl(angle);
        const int x = 3 * i, y = x + 1, n = x + 2, at = 2 * i, next = at + 2;
        a[x][at] = a[y][at + 1] = 1;
        a[x][next] = a[y][next + 1] = -1;
        a[n][at] = half_y, a[n][at + 1] = -half_x; /* (-half) x F */
        a[n][next] = half_y, a[n][next + 1] = -half_x;
        a[x][8] = -body->mass * body->com.x.c[1];
        a[y][8] = -body->mass * body->com.y.c[1];
        a[n][8] = -body->inertia * body->angle.c[1];
        pins[x] = body->mass * 2 * body->com.x.c[2] * rate * rate;
        pins[y] = body->mass * (2 * body->com.y.c[2] * rate * rate + p.g);
        pins[n] = body->inertia * 2 * body->angle.c[2] * rate * rate;
    }
    /* the cylinder pushes the crank's mass centre away from (-1, 0) */
    pins[0] -= push * (p.bodies[0].com.x.c[0] + 1) / p.s.c[0];
    pins[1] -= push * p.bodies[0].com.y.c[0] / p.s.c[0];
    gauss(a, pins);
}

static const char four_bar[] =
    "{\"type\": \"mechanism\", \"name\": \"FourBar\", \"gravity\": [0, -9.81, 0],"
    "\"bodies\": {"
    "\"crank\": {\"mass\": 16, \"com\": [1, 0, 0], \"inertia\": [0, \"16/3\", \"16/3\", 0, 0, 0]},"
    "\"coupler\": {\"mass\": 64, \"com\": [4, 0, 0], \"inertia\": [0, \"1024/3\", \"1024/3\", 0, 0, 0],"
    "\"motion\": true},"
    "\"rocker\": {\"mass\": 40, \"com\": [2.5, 0, 0], \"inertia\": [0, \"250/3\", \"250/3\", 0, 0, 0]}},"
    "\"joints\": {"
    "\"z1\": {\"type\": \"revolute\", \"parent\": \"ground\", \"child\": \"crank\", \"start\": 1.1,"
    "\"start_rate\": 0.7, \"reaction\": \"ground\"},"
    "\"z2\": {\"type\": \"revolute\", \"parent\": \"crank\", \"child\": \"coupler\", \"at\": [2, 0, 0],"
    "\"start\": -0.66, \"reaction\": \"parent\"},"
    "\"z3\": {\"type\": \"revolute\", \"parent\": \"coupler\", \"child\": \"rocker\", \"at\": [8, 0, 0],"
    "\"start\": -1.63, \"reaction\": \"child\"}},"
    "\"loops\": {\"E\": {\"type\": \"revolute\", \"a\": {\"body\": \"rocker\", \"at\": [5, 0, 0], \"axis\": [0, 0, 1]},"
    "\"b\": {\"body\": \"ground\", \"at\": [10, 0, 0], \"axis\": [0, 0, 1]}, \"reaction\": \"b\"}},"
    "\"actuators\": {\"cylinder\": {\"from\": {\"body\": \"ground\", \"at\": [-1, 0, 0]},"
    "\"to\": {\"body\": \"crank\", \"at\": [1, 0, 0]}, \"force\": 0}},"
    "\"markers\": {\"middle\": {\"body\": \"rocker\", \"at\": [2.5, 0, 0], \"acceleration\": true}},"
    "\"independent\": [\"z1\"]}";

static void pins_of_a_four_bar_carry_what_newton_and_euler_say(void **state)
{
    (void)state;
    static const double angles[] = {0.4, 1.1, 2.3, 4.5}, rates[] = {0, 0.7, -1.9}, pushes[] = {0, 8000, -3000};
    struct from_file f;
    from_file_open_text(&f, four_bar);
    for (int i = 0; i < 4; i++)
        for (int k = 0; k < 3; k++) {
            long double pins[N];
            struct planar_mechanism p;
            planar_lut2_four_bar(&p, angles[i]);
            from_file_set(&f, "joints.z1.start", angles[i]);
            from_file_set(&f, "joints.z1.start_rate", rates[k]);
            from_file_set(&f, "joints.z2.start", (double)p.z[1].c[0]);
            from_file_set(&f, "joints.z3.start", (double)p.z[2].c[0]);
            from_file_set(&f, "cylinder.force", pushes[k]);
            from_file_initialize(&f);
            from_file_update(&f);
            four_bar_pins(angles[i], rates[k], pushes[k], pins);
            const long double ddq = pins[8], dq = rates[k], c_1 = cosl(angles[i]), s_1 = sinl(angles[i]);
            const long double c_3 = cosl(p.bodies[2].angle.c[0]), s_3 = sinl(p.bodies[2].angle.c[0]);
            double largest = 1;
            for (int j = 0; j < 8; j++)
                largest = fmax(largest, fabs((double)pins[j]));
            const double near = 1e-11 * largest;
            assert_near(value(&f, "z1", "Fx"), (double)pins[0], near);
            assert_near(value(&f, "z1", "Fy"), (double)pins[1], near);
            assert_near(value(&f, "z1", "Mz"), 0, near);
            assert_near(value(&f, "z2", "Fx"), (double)(+c_1 * pins[2] + s_1 * pins[3]), near); /* the crank's axes */
            assert_near(value(&f, "z2", "Fy"), (double)(-s_1 * pins[2] + c_1 * pins[3]), near);
            assert_near(value(&f, "z3", "Fx"), (double)(+c_3 * pins[4] + s_3 * pins[5]), near); /* the rocker's */
            assert_near(value(&f, "z3", "Fy"), (double)(-s_3 * pins[4] + c_3 * pins[5]), near);
            assert_near(value(&f, "E", "Fx"), (double)pins[6], near);
            assert_near(value(&f, "E", "Fy"), (double)pins[7], near);
            assert_near(value(&f, "E", "Mz"), 0, near);
            const struct planar_point *middle = &p.bodies[2].com;
            const struct taylor *angle = &p.bodies[1].angle;
            assert_near(value(&f, "middle", "ax"), (double)(middle->x.c[1] * ddq + 2 * middle->x.c[2] * dq * dq),
                        1e-10);
            assert_near(value(&f, "middle", "ay"), (double)(middle->y.c[1] * ddq + 2 * middle->y.c[2] * dq * dq),
                        1e-10);
            assert_near(value(&f, "coupler", "wz"), (double)(angle->c[1] * dq), 1e-12);
            assert_near(value(&f, "coupler", "alz"), (double)(angle->c[1] * ddq + 2 * angle->c[2] * dq * dq), 1e-11);
            assert_near(value(&f, "coupler", "R11"), (double)cosl(angle->c[0]), 1e-13);
            assert_near(value(&f, "coupler", "R12"), (double)-sinl(angle->c[0]), 1e-13);
            assert_near(value(&f, "coupler", "ax"), (double)(2 * (-s_1 * ddq - c_1 * dq * dq)), 1e-11); /* of C */
            assert_near(value(&f, "coupler", "ay"), (double)(2 * (c_1 * ddq - s_1 * dq * dq)), 1e-11);
        }
    from_file_close(&f);
}

/* ---- closed forms ---- */

#define GRAVITY_MINUS_Y "\"type\": \"mechanism\", \"gravity\": [0, -9.81, 0], "

/* Two beams in fixed joints, 2 and 1 m, 30 and 10 kg, a force (7, 0, -40) N at the end and a torque: statics of a cantilever. */
static void fixed_joints_carry_what_hangs_on_them(void **state)
{
    (void)state;
    struct from_file f;
    begin(&f,
          "{" GRAVITY_MINUS_Y "\"name\": \"Beam\","
          "\"bodies\": {\"wall\": {\"mass\": 5}, \"inner\": {\"mass\": 30, \"com\": [1, 0, 0]},"
          "\"outer\": {\"mass\": 10, \"com\": [0.5, 0, 0]}},"
          "\"joints\": {\"hinge\": {\"type\": \"prismatic\", \"parent\": \"ground\", \"child\": \"wall\"},"
          "\"root\": {\"type\": \"fixed\", \"parent\": \"wall\", \"child\": \"inner\", \"reaction\": \"ground\"},"
          "\"middle\": {\"type\": \"fixed\", \"parent\": \"inner\", \"child\": \"outer\", \"at\": [2, 0, 0],"
          "\"orientation\": [0, 0, \"pi/2\"], \"reaction\": \"child\"}},"
          "\"forces\": {\"pull\": {\"body\": \"outer\", \"at\": [0, -1, 0], \"direction\": [7, 0, -40], \"law\": 1}},"
          "\"torques\": {\"wring\": {\"body\": \"inner\", \"axis\": [3, 0, 0], \"law\": 1}},"
          "\"drives\": {\"hold\": {\"coordinate\": \"hinge\", \"law\": 40}}}");
    const double g = 9.81;
    /* outer: x axis upwards, so that the mass centre is at (2, 0.5) and the force at (3, 0) of the ground */
    assert_near(value(&f, "root", "Fx"), -7, 1e-12);
    assert_near(value(&f, "root", "Fy"), 40 * g, 1e-12);
    assert_near(value(&f, "root", "Fz"), 40, 1e-12);
    assert_near(value(&f, "root", "Mx"), -3, 1e-12);
    assert_near(value(&f, "root", "My"), -3 * 40, 1e-12); /* -(r x F) of F = (7, 0, -40) at (3, 0, 0): -(0, 120, 0) */
    assert_near(value(&f, "root", "Mz"), 1 * 30 * g + 2 * 10 * g, 1e-11);
    assert_near(value(&f, "middle", "Fx"), 10 * g, 1e-12); /* upwards */
    assert_near(value(&f, "middle", "Fy"), 7, 1e-12);
    assert_near(value(&f, "middle", "Fz"), 40, 1e-12);
    assert_near(value(&f, "middle", "Mx"), -40, 1e-12); /* about the ground's y */
    assert_near(value(&f, "middle", "Mz"), 0, 1e-12);
    from_file_close(&f);
}

/* A point mass on a rod of 2 m that swings: m (g cos a + L da^2) along the rod, as a loop of constant distance. */
static void a_rod_carries_weight_and_centripetal_force(void **state)
{
    (void)state;
    const double a = 0.6, rate = 1.3, carried = 3 * (9.81 * cos(a) + 2 * rate * rate);
    char text[1500];
    snprintf(text, sizeof text,
             "{" GRAVITY_MINUS_Y "\"name\": \"Swing\", \"bodies\": {\"slide\": {\"mass\": 0}, \"bob\": {\"mass\": 3}},"
             "\"joints\": {\"x\": {\"type\": \"prismatic\", \"parent\": \"ground\", \"child\": \"slide\","
             "\"axis\": [1, 0, 0], \"start\": %.17g, \"start_rate\": %.17g},"
             "\"y\": {\"type\": \"prismatic\", \"parent\": \"slide\", \"child\": \"bob\", \"axis\": [0, 1, 0],"
             "\"start\": %.17g, \"start_rate\": %.17g}},"
             "\"loops\": {\"rod\": {\"type\": \"distance\", \"length\": 2, \"a\": {\"body\": \"ground\"},"
             "\"b\": {\"body\": \"bob\"}, \"reaction\": \"ground\"}}, \"independent\": [\"x\"],"
             "\"markers\": {\"bob_at\": {\"body\": \"bob\", \"acceleration\": true}}}",
             2 * sin(a), 2 * rate * cos(a), -2 * cos(a), 2 * rate * sin(a));
    struct from_file f;
    begin(&f, text);
    assert_near(value(&f, "rod", "Fx"), -carried * sin(a), 1e-12 * carried);
    assert_near(value(&f, "rod", "Fy"), carried * cos(a), 1e-12 * carried);
    assert_near(value(&f, "rod", "Mz"), 0, 1e-12 * carried);
    const double turning = -9.81 / 2 * sin(a);
    assert_near(value(&f, "bob_at", "ax"), 2 * (turning * cos(a) - rate * rate * sin(a)), 1e-12);
    assert_near(value(&f, "bob_at", "ay"), 2 * (turning * sin(a) + rate * rate * cos(a)), 1e-12);
    from_file_close(&f);
}

/* A bead of 4 kg on a horizontal wire under 30 N from above: the wire pushes 4 g + 30 N upwards. The wire is side a, then side b. */
static void a_line_carries_its_point_whichever_side_it_is(void **state)
{
    (void)state;
    static const char *const sides[2] = {
        "\"a\": {\"body\": \"ground\", \"axis\": [1, 0, 0]}, \"b\": {\"body\": \"bead\"}",
        "\"a\": {\"body\": \"bead\"}, \"b\": {\"body\": \"ground\", \"axis\": [1, 0, 0]}"};
    for (int i = 0; i < 2; i++) {
        char text[1500];
        snprintf(text, sizeof text,
                 "{" GRAVITY_MINUS_Y "\"name\": \"Wire\", \"bodies\": {\"bead\": {\"mass\": 4,"
                 "\"inertia\": [1, 1, 1, 0, 0, 0]}},"
                 "\"joints\": {\"free\": {\"type\": \"free\", \"parent\": \"ground\", \"child\": \"bead\"}},"
                 "\"forces\": {\"push\": {\"body\": \"bead\", \"direction\": [5, -30, 0], \"law\": 1}},"
                 "\"loops\": {\"wire\": {\"type\": \"point on line\", %s, \"reaction\": \"ground\"}},"
                 "\"markers\": {\"bead_at\": {\"body\": \"bead\", \"acceleration\": true}}}",
                 sides[i]);
        struct from_file f;
        begin(&f, text);
        const double sign = i == 0 ? 1 : -1;
        assert_near(value(&f, "wire", "Fx"), 0, 1e-12);
        assert_near(value(&f, "wire", "Fy"), sign * (4 * 9.81 + 30), 1e-12);
        assert_near(value(&f, "bead_at", "ax"), 5. / 4, 1e-13);
        from_file_close(&f);
    }
}

/* A disc of 6 kg and 0.5 m is pushed with 12 N through its centre: a = 2 F / (3 m), and the plane holds back a third of the push. */
static void a_plane_carries_a_rolling_disc(void **state)
{
    (void)state;
    struct from_file f;
    begin(&f,
          "{\"type\": \"mechanism\", \"name\": \"Disc\", \"gravity\": [0, 0, -9.81],"
          "\"bodies\": {\"disc\": {\"mass\": 6, \"inertia\": [0.375, 0.75, 0.375, 0, 0, 0]}},"
          "\"joints\": {\"d\": {\"type\": \"free\", \"parent\": \"ground\", \"child\": \"disc\", \"order\": \"zxy\","
          "\"start\": [0, 0, 0.5, 0, 0, 0]}},"
          "\"rolling\": {\"rim\": {\"body\": \"disc\", \"axis\": [0, 1, 0], \"radius\": 0.5,"
          "\"reaction\": \"ground\"}},"
          "\"forces\": {\"push\": {\"body\": \"disc\", \"direction\": [12, 0, 0], \"law\": 1}},"
          "\"markers\": {\"hub\": {\"body\": \"disc\", \"acceleration\": true}}}");
    assert_near(value(&f, "hub", "ax"), 12 * 2 / (3 * 6.), 1e-13);
    assert_near(value(&f, "rim", "Fx"), -4, 1e-12);
    assert_near(value(&f, "rim", "Fy"), 0, 1e-12);
    assert_near(value(&f, "rim", "Fz"), 6 * 9.81, 1e-12);
    from_file_close(&f);
}

/* ---- derivatives ---- */

static void derivatives_are_those_of_central_differences(void **state)
{
    (void)state;
    enum { MOST = 100 };
    struct from_file f;
    begin(&f, four_bar);
    const struct model_layout *l = &f.live.layout;
    const size_t n = l->count[MODEL_LOCAL];
    assert_true(n <= MOST);
    for (int along = 0; along < 3; along++) { /* angle, rate, force */
        const double step = along == 2 ? 10 : 1e-5;
        double x[2] = {0}, u[1] = {0}, exact[MOST] = {0}, after[MOST] = {0}, before[MOST] = {0};
        *(along == 2 ? u : x + along) = 1;
        struct model_report report = {""};
        const struct model_point at = {f.live.constants, f.live.scratch, 0, f.live.m, f.live.x, f.live.u};
        assert_true(model_differentiate(f.live.type, l, at, (struct model_direction){.x = x, .u = u},
                                        (struct model_change){.locals = exact}, f.workspace, &report));
        double *moved = along == 2 ? f.live.u : f.live.x + along;
        const double kept = *moved;
        const struct model_functions *real = &f.live.type->over_real;
        *moved = kept + step;
        assert_true(real->locals(f.live.constants, f.live.scratch, 0, f.live.m, f.live.x, f.live.u, after, &report));
        *moved = kept - step;
        assert_true(real->locals(f.live.constants, f.live.scratch, 0, f.live.m, f.live.x, f.live.u, before, &report));
        *moved = kept;
        for (size_t i = 0; i < n; i++) {
            const double slope = (after[i] - before[i]) / (2 * step);
            if (strcmp(f.live.type->variables[l->first[MODEL_LOCAL] + i].name, "constraint_residual") != 0)
                assert_near(exact[i], slope, 1e-6 * (1 + fabs(slope) + fabs(after[i])));
        }
    }
    from_file_close(&f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(pins_of_a_four_bar_carry_what_newton_and_euler_say),
        cmocka_unit_test(fixed_joints_carry_what_hangs_on_them),
        cmocka_unit_test(a_rod_carries_weight_and_centripetal_force),
        cmocka_unit_test(a_line_carries_its_point_whichever_side_it_is),
        cmocka_unit_test(a_plane_carries_a_rolling_disc),
        cmocka_unit_test(derivatives_are_those_of_central_differences),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
