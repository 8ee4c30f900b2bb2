/* Stops and friction of joints, stops of actuators: forces against the integral of the stop's stiffness and the laws' own formulas,
 * energy against the integral of the force, derivatives against central differences, the jump of Bengisu-Akay's law as an event. */
#include "tests/testing.h"

#include "piston/friction.h"
#include "tests/fmu_multibody/from_file.h"

#include <string.h>

#define FRICTION(law)                                                                                                  \
    ", \"friction\": {\"type\": \"" law "\", \"F_c\": 21, \"F_s\": 83, \"v_s\": 0.0125, \"xi\": 40, \"sigma0\": 7300," \
    "\"sigma1\": 31, \"sigma2\": 3.3, \"n\": 1.3, \"v_b\": 0.1, \"tau_hp\": 0.05, \"tau_hn\": 0.1, \"tau_h0\": 20}"
static const struct friction given = {FRICTION_NONE, 21, 83, 0.0125, 40, 7300, 31, 3.3, 1.3, 0.1, 0.05, 0.1, 20};

/* A slide of 5 kg, and a wheel of 2 kg m2, without gravity: accelerations are forces. */
#define SLIDE(joint)                                                                                                   \
    "{\"type\": \"mechanism\", \"name\": \"Slide\", \"gravity\": [0, 0, 0], \"bodies\": {\"block\": {\"mass\": 5}},"   \
    "\"joints\": {\"s\": {\"type\": \"prismatic\", \"parent\": \"ground\", \"child\": \"block\"" joint "}}"
#define WHEEL(joint)                                                                                                   \
    "{\"type\": \"mechanism\", \"name\": \"Wheel\", \"gravity\": [0, 0, 0],"                                           \
    "\"bodies\": {\"wheel\": {\"mass\": 1, \"inertia\": [1, 1, 2, 0, 0, 0]}},"                                         \
    "\"joints\": {\"a\": {\"type\": \"revolute\", \"parent\": \"ground\", \"child\": \"wheel\"" joint "}}"
#define STOPS ", \"limits\": [-0.2, 0.3], \"stops\": {\"stiffness\": 4e5, \"damping\": 0.7, \"onset\": 0.002}"

static void begin(struct from_file *f, const char *text)
{
    from_file_open_text(f, text);
    from_file_initialize(f);
}

/* The acceleration at (z, w), and the other rates behind it. */
static double accelerate(struct from_file *f, double z, double w, double *dx)
{
    f->live.x[0] = z;
    f->live.x[1] = w;
    double dq[8];
    struct model_report report = {""};
    if (!f->live.type->over_real.rates(f->live.constants, f->live.scratch, 0, f->live.m, f->live.x, f->live.u, dx, dq,
                                       &report))
        fail_msg("%s", report.text);
    return dx[1];
}

/* The stiffness grows straight to k over the onset, and stays: the integrals of it, once and twice, in panels of Simpson's rule. */
static long double by_depth(long double depth, bool is_energy)
{
    enum { PANELS = 4000 };
    const long double k = 4e5L, onset = 0.002L, h = depth / (2 * PANELS);
    long double sum = 0;
    for (int i = 0; depth > 0 && i <= 2 * PANELS; i++) {
        const long double x = i * h, stiffness = x < onset ? k * x / onset : k;
        sum += stiffness * (is_energy ? depth - x : 1) * (i == 0 || i == 2 * PANELS ? 1 : i % 2 ? 4 : 2) * h / 3;
    }
    return sum;
}

static void stops_push_back_with_the_integral_of_their_stiffness(void **state)
{
    (void)state;
    static const double depths[] = {-0.01, 0.0005, 0.002, 0.01}, rates[] = {0, 0.4, -0.4, -1.6}; /* 1 - 0.7 1.6 < 0 */
    struct from_file line, turn;
    begin(&line, SLIDE(STOPS) "}");
    begin(&turn, WHEEL(STOPS) "}");
    for (int i = 0; i < 4; i++)
        for (int j = 0; j < 4; j++) {
            double dx[4];
            const double d = depths[i], damped = fmax(0, 1 + 0.7 * rates[j]),
                         force = (double)by_depth(d, false) * damped;
            assert_near(accelerate(&line, 0.3 + d, rates[j], dx) * 5, -force, 2e-7 * (1 + force));
            assert_near(accelerate(&line, -0.2 - d, -rates[j], dx) * 5, force, 2e-7 * (1 + force));
            assert_near(accelerate(&turn, 0.3 + d, rates[j], dx) * 2, -force, 2e-7 * (1 + force));
            assert_near(accelerate(&turn, -0.2 - d, -rates[j], dx) * 2, force, 2e-7 * (1 + force));
            from_file_update(&turn);
            assert_near(from_file_value(&turn, "a.stop_force"), force, 2e-7 * (1 + force));
            assert_near(from_file_value(&turn, "potential_energy"), (double)by_depth(d, true), 1e-6);
        }
    from_file_close(&line);
    from_file_close(&turn);
}

/* An actuator along the slide's line, 1 m behind its zero. */
static void stops_of_an_actuator_push_its_ends(void **state)
{
    (void)state;
    struct from_file f;
    begin(&f, SLIDE("") ", \"actuators\": {\"jack\": {\"from\": {\"body\": \"ground\", \"at\": [0, 0, -1]},"
                        "\"to\": {\"body\": \"block\"}, \"force\": 0, \"limits\": [0.9, 1.1],"
                        "\"stops\": {\"stiffness\": 4e5, \"damping\": 0.7, \"onset\": 0.002}}}}");
    double dx[4];
    *f.live.u = 100;
    assert_near(accelerate(&f, 0.05, 0.4, dx) * 5, 100, 1e-10);
    const double force = (double)by_depth(0.004, false) * (1 + 0.7 * 0.4);
    assert_near(accelerate(&f, 0.104, 0.4, dx) * 5, 100 - force, 2e-7 * force);
    assert_near(accelerate(&f, -0.104, -0.4, dx) * 5, 100 + force, 2e-7 * force);
    from_file_update(&f);
    assert_near(from_file_value(&f, "jack.acting_force"), 100 + force, 2e-7 * force);
    from_file_close(&f);
}

/* ---- friction ---- */

struct law {
    const char *line, *turn;
    enum friction_law law;
};
#define LAW(name, law)                                                                                                 \
    {                                                                                                                  \
        SLIDE(FRICTION(name)) "}", WHEEL(FRICTION(name)) "}", law                                                      \
    }
static const struct law laws[] = {LAW("viscous", FRICTION_VISCOUS), LAW("Bengisu-Akay", FRICTION_BENGISU_AKAY),
                                  LAW("Brown-McPhee", FRICTION_BROWN_MCPHEE), LAW("LuGre", FRICTION_LUGRE),
                                  LAW("modified LuGre", FRICTION_MODIFIED_LUGRE)};
enum { N_LAWS = sizeof laws / sizeof *laws };

static void joints_rub_by_the_laws_of_pistons(void **state)
{
    (void)state;
    static const double rates[] = {0.003, 0.2, -0.2}, bristles[2] = {3e-4, 0.4};
    for (int i = 0; i < N_LAWS; i++)
        for (int j = 0; j < 3; j++)
            for (int turns = 0; turns < 2; turns++) {
                struct from_file f;
                struct friction friction = given;
                double dx[4] = {0}, dz[2] = {0};
                friction.law = laws[i].law;
                begin(&f, turns ? laws[i].turn : laws[i].line);
                const size_t n = friction_states(friction.law);
                assert_int_equal(f.live.layout.count[MODEL_STATE], 2 + n);
                memcpy(f.live.x + 2, bristles, n * sizeof *bristles);
                const double force =
                    friction_force_real(&friction, friction_mode(&friction, rates[j]), rates[j], bristles, dz);
                assert_near(accelerate(&f, 0.1, rates[j], dx) * (turns ? 2 : 5), -force, 1e-13 * fabs(force));
                for (size_t k = 0; k < n; k++)
                    assert_near(dx[2 + k], dz[k], 0);
                from_file_close(&f);
            }
}

/* Bristles that no longer move: Coulomb, Stribeck and viscous friction, F_c + (F_s - F_c) exp(-(v/v_s)^n) + sigma2 v. */
static void steady_sliding_follows_the_stribeck_curve(void **state)
{
    (void)state;
    struct from_file f;
    begin(&f, laws[3].turn);
    for (double v = 1e-3; v < 1; v *= 3) {
        double dx[4];
        const double g = 21 + (83 - 21) * exp(-pow(v / 0.0125, 1.3));
        f.live.x[2] = g / 7300;
        assert_near(accelerate(&f, 0.1, v, dx) * 2, -(g + 3.3 * v), 1e-10);
        assert_near(dx[2], 0, 1e-14);
        f.live.x[2] = -g / 7300;
        assert_near(accelerate(&f, 0.1, -v, dx) * 2, g + 3.3 * v, 1e-10);
    }
    from_file_close(&f);
}

static void the_jump_of_bengisu_akay_is_an_event(void **state)
{
    (void)state;
    struct from_file f;
    struct model_report report = {""};
    begin(&f, laws[1].turn);
    const struct model_type *type = f.live.type;
    assert_int_equal(type->n_indicators, 1);
    static const double rates[] = {0.012, 0.013, -0.013};
    for (int i = 0; i < 3; i++) {
        double z;
        f.live.x[1] = rates[i];
        assert_true(type->indicators(f.live.constants, f.live.scratch, 0, f.live.m, f.live.x, f.live.u, &z, &report));
        assert_near(z, fabs(rates[i]) - 0.0125, 1e-15);
        assert_true(
            type->accept(f.live.constants, f.live.scratch, 0, f.live.x, f.live.u, f.live.m, MODEL_EVENT, &report));
        assert_near(from_file_value(&f, "a.friction_mode"), i > 0, 0);
    }
    from_file_close(&f);
}

/* ---- derivatives ---- */

static void check_derivatives(const char *text, double z, double w)
{
    struct from_file f;
    begin(&f, text);
    const size_t n = f.live.layout.count[MODEL_STATE];
    f.live.x[0] = z;
    f.live.x[1] = w;
    for (size_t k = 2; k < n; k++)
        f.live.x[k] = 0.4e-3;
    for (size_t j = 0; j < n; j++) {
        const double step = 1e-7;
        double along[4] = {0}, exact[4] = {0}, outputs[8], after[4], before[4], kept[4];
        memcpy(kept, f.live.x, n * sizeof *kept);
        along[j] = 1;
        from_file_differentiate_along(&f, along, NULL, exact, outputs);
        f.live.x[j] = kept[j] + step;
        accelerate(&f, f.live.x[0], f.live.x[1], after);
        f.live.x[j] = kept[j] - step;
        accelerate(&f, f.live.x[0], f.live.x[1], before);
        memcpy(f.live.x, kept, n * sizeof *kept);
        for (size_t k = 0; k < n; k++) {
            const double slope = (after[k] - before[k]) / (2 * step);
            assert_near(exact[k], slope, 1e-5 * (1 + fabs(slope)));
        }
    }
    from_file_close(&f);
}

static void derivatives_are_those_of_central_differences(void **state)
{
    (void)state;
    check_derivatives(SLIDE(STOPS) "}", 0.301, 0.2);
    check_derivatives(WHEEL(STOPS) "}", 0.31, 0.2);
    check_derivatives(WHEEL(STOPS) "}", -0.2011, 0.2);
    for (int i = 0; i < N_LAWS; i++)
        check_derivatives(laws[i].turn, 0.1, 0.05);
}

/* ---- what is refused ---- */

static void check_refused(const char *text, const char *message)
{
    struct notation_error error = {""};
    struct mechanism_file *file = mechanism_file_read(text, strlen(text), "wrong.json", &error);
    if (file || !strstr(error.text, message))
        fail_msg("said %s, expected %s", error.text, message);
}

static void wrong_resistances_are_refused(void **state)
{
    (void)state;
    check_refused(SLIDE(", \"stops\": {\"stiffness\": 1e5}") "}",
                  "joints.s.stops: stops stand at the limits: the member \"limits\" is missing");
    check_refused(SLIDE(", \"limits\": [1, 1], \"stops\": {\"stiffness\": 1e5}") "}",
                  "joint 's': its lower limit 1 is not below its upper limit 1");
    check_refused(WHEEL(", \"friction\": {\"type\": \"Brown-McPhee\", \"F_c\": 1, \"v_s\": 0.1, \"sigma2\": 0}") "}",
                  "joints.a.friction: Brown-McPhee friction needs the member \"F_s\" (static friction, in N.m)");
    check_refused(WHEEL(", \"friction\": {\"type\": \"viscous\", \"sigma2\": -1}") "}", "joint 'a': sigma2 = -1");
    check_refused(SLIDE(STOPS) ", \"formulation\": \"augmented\"}", "formulation 2 has neither stops nor friction");
    check_refused(SLIDE(STOPS) ", \"start\": \"equilibrium\", \"joint_springs\": {\"k\": {\"coordinate\": \"s\","
                               "\"stiffness\": 10, \"rest\": 0.5}}}",
                  "the equilibrium at the start lies beyond the stops of 's'");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(stops_push_back_with_the_integral_of_their_stiffness),
        cmocka_unit_test(stops_of_an_actuator_push_its_ends),
        cmocka_unit_test(joints_rub_by_the_laws_of_pistons),
        cmocka_unit_test(steady_sliding_follows_the_stribeck_curve),
        cmocka_unit_test(the_jump_of_bengisu_akay_is_an_event),
        cmocka_unit_test(derivatives_are_those_of_central_differences),
        cmocka_unit_test(wrong_resistances_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
