/* Prescribed motions: coordinates are on their laws, and the forces are those of inverse dynamics, in closed form for a double
 * pendulum in the plane and by virtual work for the papers' four-bar; derivatives against central differences. */
#include "tests/testing.h"

#include "numerics/law.h"
#include "tests/fmu_multibody/from_file.h"
#include "tests/oracle/planar_oracle.h"

#include <string.h>

static const double pi = 3.14159265358979323846, g = 9.81;

/* Two rods of 1.5 and 1 m, 6 and 4 kg; the first follows 0.3 + 0.5 sin(2 pi 0.8 t), the second what the brackets hold. */
#define PENDULUM(motions)                                                                                              \
    "{\"type\": \"mechanism\", \"name\": \"Double\", \"gravity\": [0, -9.81, 0], \"bodies\": {"                        \
    "\"upper\": {\"mass\": 6, \"com\": [0.75, 0, 0], \"inertia\": [0, 1.125, 1.125, 0, 0, 0]},"                        \
    "\"lower\": {\"mass\": 4, \"com\": [0.5, 0, 0], \"inertia\": [0, \"1/3\", \"1/3\", 0, 0, 0]}}, \"joints\": {"      \
    "\"a\": {\"type\": \"revolute\", \"parent\": \"ground\", \"child\": \"upper\"},"                                   \
    "\"b\": {\"type\": \"revolute\", \"parent\": \"upper\", \"child\": \"lower\", \"at\": [1.5, 0, 0], \"start\": "    \
    "0.2,"                                                                                                             \
    "\"start_rate\": -0.4}}, \"motions\": {\"lift\": {\"coordinate\": \"a\","                                          \
    "\"law\": {\"type\": \"sine\", \"mean\": 0.3, \"amplitude\": 0.5, \"frequency\": 0.8}}" motions "}}"

static void begin(struct from_file *f, const char *text)
{
    from_file_open_text(f, text);
    from_file_initialize(f);
}

/* Lagrange's equations in absolute angles p and q = p + b: moments on the upper and on the lower rod. */
static void moments(double p, double q, double dp, double dq, double ddp, double ddq, double *on_p, double *on_q)
{
    const double m_1 = 6, m_2 = 4, L = 1.5, h_1 = 0.75, h_2 = 0.5, J_1 = 1.125 + m_1 * h_1 * h_1,
                 J_2 = 1. / 3 + m_2 * h_2 * h_2;
    const double coupled = m_2 * L * h_2, c = cos(q - p), s = sin(q - p);
    *on_p = (J_1 + m_2 * L * L) * ddp + coupled * (c * ddq - s * dq * dq) + (m_1 * h_1 + m_2 * L) * g * cos(p);
    *on_q = J_2 * ddq + coupled * (c * ddp + s * dp * dp) + m_2 * h_2 * g * cos(q);
}

static void rates_at(struct from_file *f, double t, double *dx)
{
    struct model_report report = {""};
    double dq[8];
    if (!f->live.type->over_real.rates(f->live.constants, f->live.scratch, t, f->live.m, f->live.x, f->live.u, dx, dq,
                                       &report))
        fail_msg("%s", report.text);
}

static void locals_at(struct from_file *f, double t)
{
    struct model_report report = {""};
    if (!model_instance_update(&f->live, t, &report))
        fail_msg("%s", report.text);
}

static void a_coordinate_on_its_law_takes_the_force_of_lagrange(void **state)
{
    (void)state;
    struct from_file f;
    begin(&f, PENDULUM(""));
    const double w = 2 * pi * 0.8;
    assert_near(f.live.x[0], 0.3, 1e-15); /* it begins on the law */
    assert_near(f.live.x[2], 0.5 * w, 1e-14);
    for (double t = 0; t < 2; t += 0.17) {
        double dx[4], on_p, on_q;
        const double p = 0.3 + 0.5 * sin(w * t), dp = 0.5 * w * cos(w * t), ddp = -0.5 * w * w * sin(w * t);
        const double b = 0.2 + t, db = -0.4 - t;
        f.live.x[0] = p, f.live.x[1] = b, f.live.x[2] = dp, f.live.x[3] = db;
        rates_at(&f, t, dx);
        assert_near(dx[2], ddp, 1e-11);
        moments(p, p + b, dp, dp + db, dx[2], dx[2] + dx[3], &on_p, &on_q);
        assert_near(on_q, 0, 1e-10); /* the lower rod swings freely */
        locals_at(&f, t);
        assert_near(from_file_value(&f, "lift.force"), on_p, 1e-9);
        assert_near(from_file_value(&f, "lift.power"), on_p * dp, 1e-8);
    }
    from_file_close(&f);
}

/* Both follow: forces of inverse dynamics, the law's and the input's by the filter z'' = w^2 (u - z) - 2 w z'. */
static void two_motions_at_once_take_the_forces_of_inverse_dynamics(void **state)
{
    (void)state;
    struct from_file f;
    begin(&f, PENDULUM(", \"fold\": {\"coordinate\": \"b\", \"frequency\": 2}"));
    assert_near(from_file_value(&f, "fold.position"), 0.2, 1e-15); /* the input begins where the joint does */
    *f.live.u = 0.5;
    const double w = 2 * pi * 0.8, filter = 2 * pi * 2, t = 0.4;
    double dx[4], on_p, on_q;
    const double p = 0.3 + 0.5 * sin(w * t), dp = 0.5 * w * cos(w * t), b = 0.7, db = -0.4;
    f.live.x[0] = p, f.live.x[1] = b, f.live.x[2] = dp, f.live.x[3] = db;
    rates_at(&f, t, dx);
    assert_near(dx[2], -0.5 * w * w * sin(w * t), 1e-11);
    assert_near(dx[3], filter * filter * (0.5 - b) - 2 * filter * db, 1e-10);
    moments(p, p + b, dp, dp + db, dx[2], dx[2] + dx[3], &on_p, &on_q);
    locals_at(&f, t);
    assert_near(from_file_value(&f, "lift.force"), on_p + on_q, 1e-9);
    assert_near(from_file_value(&f, "fold.force"), on_q, 1e-9);
    from_file_close(&f);
}

/* The papers' four-bar, its crank at a constant rate: m(q) 0 + m'(q) dq^2/2 = Q of planar_oracle.c, as a moment at the crank. */
static void a_crank_in_a_loop_takes_the_moment_of_virtual_work(void **state)
{
    (void)state;
    struct from_file f;
    begin(&f, "{\"type\": \"mechanism\", \"name\": \"FourBar\", \"gravity\": [0, -9.81, 0], \"bodies\": {"
              "\"crank\": {\"mass\": 16, \"com\": [1, 0, 0], \"inertia\": [0, \"16/3\", \"16/3\", 0, 0, 0]},"
              "\"coupler\": {\"mass\": 64, \"com\": [4, 0, 0], \"inertia\": [0, \"1024/3\", \"1024/3\", 0, 0, 0]},"
              "\"rocker\": {\"mass\": 40, \"com\": [2.5, 0, 0], \"inertia\": [0, \"250/3\", \"250/3\", 0, 0, 0]}},"
              "\"joints\": {\"z1\": {\"type\": \"revolute\", \"parent\": \"ground\", \"child\": \"crank\"},"
              "\"z2\": {\"type\": \"revolute\", \"parent\": \"crank\", \"child\": \"coupler\", \"at\": [2, 0, 0],"
              "\"start\": -0.66},"
              "\"z3\": {\"type\": \"revolute\", \"parent\": \"coupler\", \"child\": \"rocker\", \"at\": [8, 0, 0],"
              "\"start\": -1.63}},"
              "\"loops\": {\"E\": {\"type\": \"revolute\", \"a\": {\"body\": \"rocker\", \"at\": [5, 0, 0], \"axis\": "
              "[0, 0, 1]}, \"b\": {\"body\": \"ground\", \"at\": [10, 0, 0], \"axis\": [0, 0, 1]}}},"
              "\"motions\": {\"turn\": {\"coordinate\": \"z1\", \"law\": {\"type\": \"table\", \"time\": [0, 10],"
              "\"value\": [1.1, 8.1]}}}}");
    const double rate = 0.7;
    assert_near(from_file_value(&f, "z1"), 1.1, 1e-15);
    assert_near(from_file_value(&f, "dz1"), rate, 1e-15);
    locals_at(&f, 0);
    struct planar_mechanism p;
    planar_lut2_four_bar(&p, 1.1L);
    const struct planar_dynamics d = planar_dynamics(&p, rate, 0); /* m ddq + m' dq^2/2 = Q without any force */
    assert_near(from_file_value(&f, "turn.force"), (double)(-d.mass * d.acceleration), 1e-8);
    from_file_close(&f);
}

/* A law's slopes: the complex step of its value, and of its first slope. */
static void slopes_of_laws_are_their_derivatives(void **state)
{
    (void)state;
    const double numbers[] = {0.3, 0.5, 0.8, 0.4, 0.1, 0.2, 0, 1, 3, 2, 5, 4}, step = 1e-100;
    const struct law_piece pieces[] = {{LAW_SINE, LAW_ALWAYS, {0, 1, 2, 3, 4, 5}, 0},
                                       {LAW_RAMP, LAW_ALWAYS, {6, 7, 6, 8}, 0},
                                       {LAW_TABLE, LAW_ALWAYS, {6, 9}, 3},
                                       {LAW_STEP, LAW_ALWAYS, {6, 7, 8}, 0}};
    for (int i = 0; i < 4; i++) {
        const struct law law = {1, &pieces[i]};
        for (double t = 0.05; t < 4; t += 0.31) {
            double rate, curvature;
            double complex rate_c, curvature_c;
            law_slopes_real(&law, numbers, t, INFINITY, &rate, &curvature);
            law_slopes_complex(&law, numbers, t + step * I, INFINITY, &rate_c, &curvature_c);
            assert_near(rate, cimag(law_value_complex(&law, numbers, t + step * I, INFINITY)) / step, 1e-13);
            assert_near(curvature, cimag(rate_c) / step, 1e-13);
        }
    }
}

static void derivatives_are_those_of_central_differences(void **state)
{
    (void)state;
    struct from_file f;
    begin(&f, PENDULUM(", \"fold\": {\"coordinate\": \"b\", \"frequency\": 2}"));
    const struct model_layout *l = &f.live.layout;
    double exact[20] = {0}, rates[4] = {0}, after[20] = {0}, before[20] = {0}, dx[4], dx_before[4];
    assert_true(l->count[MODEL_LOCAL] <= 20);
    for (int j = 0; j < 5; j++) {
        double x[4] = {0}, u[1] = {0}, *moved = j < 4 ? f.live.x + j : f.live.u;
        const double kept = *moved, step = 1e-5;
        struct model_report report = {""};
        const struct model_point at = {f.live.constants, f.live.scratch, 0.3, f.live.m, f.live.x, f.live.u};
        *(j < 4 ? x + j : u) = 1;
        assert_true(model_differentiate(f.live.type, l, at, (struct model_direction){.x = x, .u = u},
                                        (struct model_change){.rates = rates, .locals = exact}, f.workspace, &report));
        *moved = kept + step;
        rates_at(&f, 0.3, dx);
        assert_true(f.live.type->over_real.locals(f.live.constants, f.live.scratch, 0.3, f.live.m, f.live.x, f.live.u,
                                                  after, &report));
        *moved = kept - step;
        rates_at(&f, 0.3, dx_before);
        assert_true(f.live.type->over_real.locals(f.live.constants, f.live.scratch, 0.3, f.live.m, f.live.x, f.live.u,
                                                  before, &report));
        *moved = kept;
        for (size_t i = 0; i < l->count[MODEL_LOCAL]; i++)
            assert_near(exact[i], (after[i] - before[i]) / (2 * step), 1e-5 * (1 + fabs(exact[i])));
        for (int i = 0; i < 4; i++)
            assert_near(rates[i], (dx[i] - dx_before[i]) / (2 * step), 1e-5 * (1 + fabs(rates[i])));
    }
    from_file_close(&f);
}

static void wrong_motions_are_refused(void **state)
{
    (void)state;
    from_file_check_refused(PENDULUM(", \"again\": {\"coordinate\": \"a\"}"),
                            "motions.again: the motion \"lift\" moves this coordinate already");
    from_file_check_refused(PENDULUM(", \"fold\": {\"coordinate\": \"c\"}"),
                            "motions.fold.coordinate: there is no coordinate \"c\"");
    from_file_check_refused(PENDULUM("}, \"start\": \"equilibrium\", \"loops\": {"),
                            "motions: an equilibrium at the start has no prescribed motions");
    from_file_check_refused(PENDULUM("}, \"formulation\": \"augmented\", \"loops\": {"),
                            "formulation 2 has no prescribed motions: take formulation 1");
    from_file_check_refused(
        PENDULUM(", \"fold\": {\"coordinate\": \"b\"}}, \"loops\": {\"l\": {\"type\": \"distance\", \"length\": 2.4,"
                 "\"a\": {\"body\": \"ground\"}, \"b\": {\"body\": \"lower\", \"at\": [1, 0, 0]}}"),
        "loops.l: the mechanism cannot be assembled: joint 'l' stays open");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_coordinate_on_its_law_takes_the_force_of_lagrange),
        cmocka_unit_test(two_motions_at_once_take_the_forces_of_inverse_dynamics),
        cmocka_unit_test(a_crank_in_a_loop_takes_the_moment_of_virtual_work),
        cmocka_unit_test(slopes_of_laws_are_their_derivatives),
        cmocka_unit_test(derivatives_are_those_of_central_differences),
        cmocka_unit_test(wrong_motions_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
