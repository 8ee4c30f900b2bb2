/* Payloads, point masses whose mass is an input: the same motion as with a body of that mass fixed there, in trees short and long, in loops, on
 * beams, in both formulations; derivatives against those of that body, against the complex step through the equations of motion, and against
 * differences; a mass that changes against its closed solution. */
#include "tests/testing.h"

#include "fmu_multibody/engine/engine_full.h"
#include "numerics/solver.h"
#include "tests/fmu_multibody/from_file.h"

#include <complex.h>
#include <stdlib.h>
#include <string.h>

enum { MOST = 90 };

#define HEAD "{\"type\": \"mechanism\", \"name\": \"Test\", \"gravity\": [1, 0.5, -9.81], "
#define ARM_BODIES                                                                                                     \
    "\"arm\": {\"mass\": 20, \"com\": [0.7, 0, 0], \"inertia\": [0.1, 3, 3, 0, 0, 0]}, \"fore\": {\"mass\": 8, "       \
    "\"com\": [0.4, 0, 0.1], \"inertia\": [0.1, 1, 1, 0, 0, 0]}"
#define ARM_JOINTS                                                                                                     \
    "\"a\": {\"type\": \"revolute\", \"parent\": \"ground\", \"child\": \"arm\", \"axis\": [0.1, 1, 0.2], "            \
    "\"start\": 0.4, \"start_rate\": 1.5}, \"b\": {\"type\": \"revolute\", \"parent\": \"arm\", \"child\": "           \
    "\"fore\", \"at\": [1.4, 0, 0], \"axis\": [0, 1, 0], \"start\": -1.1, \"start_rate\": -2, \"reaction\": "          \
    "\"ground\"}"
#define ARM_LAST "fore"
#define ARM_MORE ", \"drives\": {\"d\": {\"coordinate\": \"b\"}}"

/* Thirteen coordinates: articulated bodies. */
#define LINK(name) "\"" name "\": {\"mass\": 3, \"com\": [0.2, 0.1, 0], \"inertia\": [0.1, 0.2, 0.25, 0.01, 0, 0.02]}"
#define HINGE(name, parent, axis, start)                                                                               \
    "\"j" name "\": {\"type\": \"revolute\", \"parent\": \"" parent "\", \"child\": \"" name                           \
    "\", \"at\": [0.5, 0, 0.1], \"axis\": " axis ", \"start\": " start ", \"start_rate\": 0.3}"
#define LONG_BODIES                                                                                                    \
    LINK("base")                                                                                                       \
    ", " LINK("l1") ", " LINK("l2") ", " LINK("l3") ", " LINK("l4") ", " LINK("l5") ", " LINK("side") ", " LINK("l6")
#define LONG_JOINTS                                                                                                    \
    "\"f\": {\"type\": \"free\", \"parent\": \"ground\", \"child\": \"base\", \"start\": [0.1, 0.2, 0.3, 0.2, -0.3, "  \
    "0.4], \"start_rate\": [1, 2, 3, 0.4, 0.5, 0.6]}, " HINGE("l1", "base", "[0, 1, 0]", "0.3") ", " HINGE(            \
        "l2", "l1", "[1, 0.2, 0]",                                                                                     \
        "-0.4") ", " HINGE("l3", "l2", "[0, 0, 1]",                                                                    \
                           "0.5") ", "                                                                                 \
                                  "\"slide\": {\"type\": \"prismatic\", \"parent\": \"l3\", \"child\": \"l4\", "       \
                                  "\"axis\": [1, 1, 0], \"start\": 0.2, "                                              \
                                  "\"start_rate\": -0.7}, " HINGE("l5", "l4", "[0, 1, 0.3]", "0.6") ", " HINGE(        \
                                      "side", "l3", "[0, 1, 0]",                                                       \
                                      "0.9") ", "                                                                      \
                                             "\"j6\": {\"type\": \"cylindrical\", \"parent\": \"l5\", \"child\": "     \
                                             "\"l6\", \"axis\": [1, 0, 1], \"start\": [0.1, "                          \
                                             "0.2], \"start_rate\": [0.5, 2], \"reaction\": \"parent\"}"
#define LONG_MORE ", \"drives\": {\"d\": {\"coordinate\": \"slide\"}}"

/* A four-bar linkage in space, driven at its crank; the payload is on its coupler. */
#define LOOP_BODIES LINK("crank") ", " LINK("coupler") ", " LINK("rocker")
#define LOOP_JOINTS                                                                                                    \
    "\"c\": {\"type\": \"revolute\", \"parent\": \"ground\", \"child\": \"crank\", \"axis\": [0, 1, 0], \"start\": "   \
    "0.7, \"start_rate\": 3}, \"k\": {\"type\": \"revolute\", \"parent\": \"crank\", \"child\": \"coupler\", \"at\": " \
    "[0.4, 0, 0], \"axis\": [0, 1, 0], \"start\": -0.6}, \"r\": {\"type\": \"revolute\", \"parent\": \"ground\", "     \
    "\"child\": \"rocker\", \"at\": [1.2, 0, 0], \"axis\": [0, 1, 0], \"start\": -1.2, \"reaction\": \"ground\"}"
#define LOOP_MORE                                                                                                      \
    ", \"loops\": {\"pin\": {\"type\": \"point on line\", \"reaction\": \"a\", \"a\": {\"body\": \"rocker\", \"at\": " \
    "[0.8, 0, 0], \"axis\": [0, 1, 0]}, \"b\": {\"body\": \"coupler\", \"at\": [1.1, 0, 0]}}}, \"drives\": {\"d\": "   \
    "{\"coordinate\": \"c\"}}, \"independent\": [\"c\"]"

/* A beam in space on a hinge, with a section below the payload. */
#define BEAM_BODIES                                                                                                    \
    "\"beam\": {\"flexible\": {\"length\": 2, \"elements\": 4, \"modes\": 1, \"youngs_modulus\": 2e9, "                \
    "\"shear_modulus\": 8e8, \"density\": 2000, \"area\": 4e-3, \"inertia_y\": 2e-6, \"inertia_z\": 1e-6, "            \
    "\"torsion_constant\": 1e-6, \"damping\": 0.02}}"
#define BEAM_JOINTS                                                                                                    \
    "\"h\": {\"type\": \"revolute\", \"parent\": \"ground\", \"child\": \"beam\", \"axis\": [0, 1, 0], \"start\": "    \
    "0.2, \"start_rate\": 1, \"reaction\": \"ground\"}"
#define BEAM_MORE                                                                                                      \
    ", \"sections\": {\"s\": {\"body\": \"beam\", \"at\": [0.5, 0, 0], \"modulus_y\": 1e-5, \"modulus_z\": 1e-5}}, "   \
    "\"drives\": {\"d\": {\"coordinate\": \"h\"}}"

#define AT "[0.9, 0.1, -0.2]"
#define LADEN(bodies, joints, more, last, at, others)                                                                  \
    HEAD others "\"bodies\": {" bodies "}, \"joints\": {" joints "}" more ", \"payloads\": {\"p\": {\"body\": \"" last \
                "\", \"at\": " at "}}}"
#define FIXED(bodies, joints, more, last, at, others)                                                                  \
    HEAD others "\"constants\": {\"mass\": 0}, \"bodies\": {" bodies ", \"load\": {\"mass\": \"mass\"}}, \"joints\": " \
                "{" joints ", \"l\": {\"type\": \"fixed\", \"parent\": \"" last "\", \"child\": \"load\", \"at\": " at \
                "}}" more "}"
#define BOTH(name, kind, last, at)                                                                                     \
    {                                                                                                                  \
        name, LADEN(kind##_BODIES, kind##_JOINTS, kind##_MORE, last, at, ""),                                          \
            FIXED(kind##_BODIES, kind##_JOINTS, kind##_MORE, last, at, "")                                             \
    }

static const struct {
    const char *name, *laden, *fixed;
} pairs[] = {
    BOTH("short tree", ARM, "fore", AT),
    BOTH("long tree", LONG, "l6", AT),
    BOTH("long tree, in its middle", LONG, "l3", AT),
    BOTH("loop", LOOP, "coupler", AT),
    BOTH("beam, at a node within", BEAM, "beam", "[1, 0.1, -0.2]"),
    BOTH("beam, at its end", BEAM, "beam", "[2, 0, 0]"),
};
enum { N_PAIRS = sizeof pairs / sizeof *pairs };

static void begin(struct from_file *f, const char *text, const char *name, double mass)
{
    from_file_open_text(f, text);
    from_file_set(f, name, mass);
    from_file_initialize(f);
    from_file_update(f);
}

static void rates_at(struct from_file *f, double t, double *dx)
{
    double dq[8];
    struct model_report report = {""};
    if (!f->live.type->over_real.rates(f->live.constants, f->live.scratch, t, f->live.m, f->live.x, f->live.u, dx, dq,
                                       &report))
        fail_msg("%s", report.text);
}

/* Runge and Kutta's steps of fourth order. */
static void run(struct from_file *f, double t, double h, int steps)
{
    const size_t n = f->live.layout.count[MODEL_STATE];
    assert_true(n <= MOST);
    for (int step = 0; step < steps; step++, t += h) {
        static const double weights[] = {1, 2, 2, 1}, ahead[] = {0.5, 0.5, 1, 0}, at[] = {0, 0.5, 0.5, 1};
        double x[MOST], sum[MOST] = {0}, dx[MOST];
        memcpy(x, f->live.x, n * sizeof *x);
        for (int stage = 0; stage < 4; stage++) {
            rates_at(f, t + at[stage] * h, dx);
            for (size_t i = 0; i < n; i++) {
                sum[i] += weights[stage] * dx[i];
                f->live.x[i] = x[i] + ahead[stage] * h * dx[i];
            }
        }
        for (size_t i = 0; i < n; i++)
            f->live.x[i] = x[i] + h / 6 * sum[i];
    }
}

/* Rates, energies, reactions, sections. */
static void assert_same(struct from_file *laden, struct from_file *fixed, const char *what, double tolerance)
{
    static const char *const suffixes[] = {".Fx",
                                           ".Fy",
                                           ".Fz",
                                           ".Mx",
                                           ".My",
                                           ".Mz",
                                           "_stress",
                                           "_stress_y",
                                           "_stress_z",
                                           "kinetic_energy",
                                           "potential_energy",
                                           "constraint_residual"};
    const struct model_type *type = laden->live.type;
    const size_t n = laden->live.layout.count[MODEL_STATE];
    size_t found = 0;
    double largest = 1;
    from_file_update(laden);
    from_file_update(fixed);
    for (size_t i = 0; i < n; i++)
        largest = fmax(largest, fabs(fixed->live.dx[i]));
    for (size_t i = 0; i < n; i++)
        if (!(fabs(laden->live.dx[i] - fixed->live.dx[i]) <= tolerance * largest))
            fail_msg("%s: rate %zu is %.17g, and with the body %.17g", what, i, laden->live.dx[i], fixed->live.dx[i]);
    for (size_t i = 0; i < type->n_variables; i++)
        for (size_t k = 0; k < sizeof suffixes / sizeof *suffixes; k++) {
            const char *name = type->variables[i].name, *suffix = suffixes[k];
            const size_t length = strlen(name), end = strlen(suffix);
            if (type->variables[i].role != MODEL_LOCAL || name[0] == 'p' || length < end ||
                strcmp(name + length - end, suffix) != 0)
                continue;
            const double value = from_file_value(laden, name), expected = from_file_value(fixed, name);
            if (!(fabs(value - expected) <= tolerance * (1e3 + fabs(expected))))
                fail_msg("%s: %s is %.17g, and with the body %.17g", what, name, value, expected);
            found++;
        }
    assert_true(found >= 8);
}

/* From rounding to rounding: also after 0.1 s, and with other masses at the same placement. */
static void a_payload_moves_as_a_body_of_its_mass(void **state)
{
    (void)state;
    for (size_t k = 0; k < N_PAIRS; k++) {
        struct from_file laden, fixed;
        const bool is_beam = strncmp(pairs[k].name, "beam", 4) == 0;
        begin(&laden, pairs[k].laden, "p.mass", 15);
        begin(&fixed, pairs[k].fixed, "constants.mass", 15);
        assert_same(&laden, &fixed, pairs[k].name, is_beam ? 1e-9 : 1e-11);
        run(&laden, 0, is_beam ? 5e-5 : 1e-3, 100);
        run(&fixed, 0, is_beam ? 5e-5 : 1e-3, 100);
        for (size_t i = 0; i < laden.live.layout.count[MODEL_STATE]; i++)
            assert_near(laden.live.x[i], fixed.live.x[i], 1e-10 * (1 + fabs(fixed.live.x[i])));
        assert_same(&laden, &fixed, pairs[k].name, is_beam ? 1e-7 : 1e-9);
        from_file_close(&fixed);
        from_file_set(&laden, "p.mass", 0);
        struct from_file empty, again;
        begin(&fixed, pairs[k].fixed, "constants.mass", 0);
        begin(&empty, pairs[k].laden, "p.mass", 15);
        from_file_set(&empty, "p.mass", 0);
        assert_same(&empty, &fixed, pairs[k].name, 1e-11);
        begin(&again, pairs[k].fixed, "constants.mass", 300);
        from_file_set(&empty, "p.mass", 300);
        assert_same(&empty, &again, pairs[k].name, is_beam ? 1e-9 : 1e-11);
        from_file_close(&again);
        from_file_close(&empty);
        from_file_close(&fixed);
        from_file_close(&laden);
    }
}

/* Along every state and the drive both are exact. */
static void derivatives_are_those_of_the_body(void **state)
{
    (void)state;
    for (size_t k = 0; k < N_PAIRS; k++) {
        struct from_file laden, fixed;
        begin(&laden, pairs[k].laden, "p.mass", 15);
        begin(&fixed, pairs[k].fixed, "constants.mass", 15);
        const size_t n = laden.live.layout.count[MODEL_STATE];
        double of_laden[MOST], of_fixed[MOST], y[200];
        for (size_t j = 0; j <= n; j++) {
            double x[MOST] = {0}, largest = 1e-3;
            const double u[2] = {j == n, 0};
            if (j < n)
                x[j] = 1;
            from_file_differentiate_along(&laden, x, u, of_laden, y);
            from_file_differentiate_along(&fixed, x, u, of_fixed, y);
            for (size_t i = 0; i < n; i++)
                largest = fmax(largest, fabs(of_fixed[i]));
            for (size_t i = 0; i < n; i++)
                if (!(fabs(of_laden[i] - of_fixed[i]) <= 1e-10 * largest))
                    fail_msg("%s, along %zu: %.17g and %.17g", pairs[k].name, j, of_laden[i], of_fixed[i]);
        }
        from_file_close(&fixed);
        from_file_close(&laden);
    }
}

/* Along the mass. By differences of fourth order; and of trees by the complex step through M q'' + C - Q = 0, whose imaginary part is zero
 * only with the right derivative of q''. */
static void derivatives_along_the_mass_are_exact(void **state)
{
    (void)state;
    for (size_t k = 0; k < N_PAIRS; k++) {
        struct from_file f;
        double along[MOST], y[200], at[5][MOST], dx[MOST];
        begin(&f, pairs[k].laden, "p.mass", 15);
        const size_t n = f.live.layout.count[MODEL_STATE], n_q = n / 2;
        double *mass = from_file_find(&f, "p.mass");
        from_file_differentiate(&f, "p.mass", along, y);
        for (int i = 0; i < 5; i++) {
            *mass = 15 + 0.02 * (i - 2);
            rates_at(&f, 0, at[i]);
        }
        *mass = 15;
        double largest = 0;
        for (size_t i = 0; i < n; i++)
            largest = fmax(largest, fabs(along[i]));
        assert_true(largest > 1e-4);
        for (size_t i = 0; i < n; i++)
            assert_near(along[i], (at[0][i] - 8 * at[1][i] + 8 * at[3][i] - at[4][i]) / 0.24, 1e-8 * (1 + largest));
        if (strcmp(pairs[k].name, "loop") != 0) {
            const double step = 1e-100;
            struct model_report report = {""};
            const struct engine *e = mechanism_instance_engine(f.live.scratch);
            double complex z[MOST], w[MOST], a[MOST], tau[MOST], u[2] = {0, 15 + step * I}, memory[2 * MOST] = {0};
            rates_at(&f, 0, dx);
            for (size_t i = 0; i < n_q; i++) {
                z[i] = f.live.x[i];
                w[i] = f.live.x[n_q + i];
                a[i] = dx[n_q + i] + step * along[n_q + i] * I;
            }
            const double complex *inputs =
                mechanism_instance_inputs_complex(f.live.constants, f.live.scratch, 0, memory, u);
            engine_full_place_complex(e, z, w);
            if (!engine_full_forces_complex(e, a, inputs, tau, &report))
                fail_msg("%s", report.text);
            for (size_t i = 0; i < n_q; i++)
                assert_near(cimag(tau[i]) / step, 0, 1e-10 * (1 + 100 * largest));
        }
        from_file_close(&f);
    }
}

/* The second formulation, with a loop and without one. */
static void the_augmented_formulation_carries_them(void **state)
{
    (void)state;
    static const char *const texts[2][2] = {
        {LADEN(ARM_BODIES, ARM_JOINTS, ARM_MORE, "fore", AT, "\"formulation\": \"augmented\", "),
         FIXED(ARM_BODIES, ARM_JOINTS, ARM_MORE, "fore", AT, "\"formulation\": \"augmented\", ")},
        {LADEN(LOOP_BODIES, LOOP_JOINTS, LOOP_MORE, "coupler", AT, "\"formulation\": \"augmented\", "),
         FIXED(LOOP_BODIES, LOOP_JOINTS, LOOP_MORE, "coupler", AT, "\"formulation\": \"augmented\", ")}};
    for (int k = 0; k < 2; k++) {
        struct from_file f[2];
        begin(&f[0], texts[k][0], "p.mass", 15);
        begin(&f[1], texts[k][1], "constants.mass", 15);
        for (int i = 0; i < 2; i++) {
            const struct solver_extension *own = f[i].live.type->for_solvers;
            struct model_report report = {""};
            double q[8] = {0};
            assert_true(own->uses_own_step(f[i].live.constants));
            for (int step = 0; step < 50; step++)
                if (!own->own_step(f[i].live.constants, f[i].live.scratch, step * 1e-3, 1e-3, f[i].live.u, f[i].live.u,
                                   f[i].live.m, f[i].live.x, q, &report))
                    fail_msg("%s", report.text);
        }
        for (size_t i = 0; i < f[0].live.layout.count[MODEL_STATE]; i++)
            assert_near(f[0].live.x[i], f[1].live.x[i], 1e-9 * (1 + fabs(f[1].live.x[i])));
        from_file_close(&f[0]);
        from_file_close(&f[1]);
    }
}

/* An arm on a spring finds its rest with the payload as with the body; a cylinder holds both with the same force. */
static void statics_know_them(void **state)
{
    (void)state;
#define RESTING                                                                                                        \
    ", \"joint_springs\": {\"s\": {\"coordinate\": \"a\", \"stiffness\": 4000}, \"t\": {\"coordinate\": \"b\", "       \
    "\"stiffness\": 3000, \"rest\": -0.3}}, \"start\": \"equilibrium\""
#define HELD                                                                                                           \
    ", \"actuators\": {\"c\": {\"from\": {\"body\": \"ground\", \"at\": [0.2, 0, -1]}, \"to\": {\"body\": \"arm\", "   \
    "\"at\": [0.9, 0, 0]}}, \"d\": {\"from\": {\"body\": \"arm\", \"at\": [0.5, 0, 0.4]}, \"to\": {\"body\": "         \
    "\"fore\", \"at\": [0.3, 0, 0.2]}}}"
    struct from_file laden, fixed;
    begin(&laden, LADEN(ARM_BODIES, ARM_JOINTS, RESTING, "fore", AT, ""), "p.mass", 40);
    begin(&fixed, FIXED(ARM_BODIES, ARM_JOINTS, RESTING, "fore", AT, ""), "constants.mass", 40);
    assert_true(fabs(from_file_value(&laden, "a")) > 0.05);
    for (int i = 0; i < 4; i++)
        assert_near(laden.live.x[i], fixed.live.x[i], 1e-10);
    from_file_close(&laden);
    from_file_close(&fixed);
    begin(&laden, LADEN(ARM_BODIES, ARM_JOINTS, HELD, "fore", AT, ""), "p.mass", 40);
    begin(&fixed, FIXED(ARM_BODIES, ARM_JOINTS, HELD, "fore", AT, ""), "constants.mass", 40);
    assert_near(from_file_value(&laden, "c.force_static"), from_file_value(&fixed, "c.force_static"), 1e-8);
    assert_near(from_file_value(&laden, "d.force_static"), from_file_value(&fixed, "d.force_static"), 1e-8);
    from_file_close(&laden);
    from_file_close(&fixed);
}

#define CART(more)                                                                                                     \
    "{\"type\": \"mechanism\", \"name\": \"Cart\", \"gravity\": [0, 0, -9.81], \"bodies\": {\"cart\": {\"mass\": "     \
    "2}}, "                                                                                                            \
    "\"joints\": {\"x\": {\"type\": \"prismatic\", \"parent\": \"ground\", \"child\": \"cart\", \"axis\": [1, 0, 0], " \
    "\"start_rate\": 3}}, \"drives\": {\"pull\": {\"coordinate\": \"x\"}}, \"payloads\": {\"p\": {\"body\": "          \
    "\"cart\", "                                                                                                       \
    "\"at\": [0, 1, 0]" more "}}}"

/* What is taken up has the velocity of the cart: alone it goes on as it was, whatever comes and goes; a pull F gives it F/(2 + 5 t), which
 * is F/5 ln(1 + 5 t/2) after t. Momentum and energy grow by what the load brings. */
static void mass_that_comes_brings_its_velocity(void **state)
{
    (void)state;
    struct from_file f;
    begin(&f, CART(", \"mass\": {\"type\": \"ramp\", \"begin\": 0, \"end\": 10, \"to\": 50}"), "pull.drive", 0);
    run(&f, 0, 0.01, 200);
    assert_near(from_file_value(&f, "dx"), 3, 0);
    from_file_close(&f);
    begin(&f, CART(", \"mass\": {\"type\": \"ramp\", \"begin\": 0, \"end\": 10, \"to\": 50}"), "pull.drive", 7);
    run(&f, 0, 0.01, 200);
    assert_near(from_file_value(&f, "dx"), 3 + 7.0 / 5 * log(1 + 5 * 2.0 / 2), 1e-8);
    from_file_close(&f);
    begin(&f, CART(""), "p.mass", 4);
    assert_near(from_file_value(&f, "kinetic_energy"), (2 + 4) * 9 / 2.0, 1e-14);
    assert_near(from_file_value(&f, "p.Fz"), -4 * 9.81, 1e-14);
    from_file_set(&f, "p.mass", 10);
    from_file_set(&f, "pull.drive", 24);
    from_file_update(&f);
    assert_near(from_file_value(&f, "dx"), 3, 0);
    assert_near(from_file_value(&f, "kinetic_energy"), (2 + 10) * 9 / 2.0, 1e-14);
    assert_near(from_file_value(&f, "p.Fx"), -10 * 24 / 12.0, 1e-14);
    from_file_close(&f);
}

static double power_brought(struct from_file *f, double t, double *energy)
{
    static const double gravity[3] = {1, 0.5, -9.81};
    static const char *const places[] = {"q.x", "q.y", "q.z"}, *const velocities[] = {"q.vx", "q.vy", "q.vz"};
    struct model_report report = {""};
    if (!model_instance_update(&f->live, t, &report))
        fail_msg("%s", report.text);
    *energy = from_file_value(f, "kinetic_energy") + from_file_value(f, "potential_energy");
    double each = 0;
    for (int k = 0; k < 3; k++)
        each += pow(from_file_value(f, velocities[k]), 2) / 2 - gravity[k] * from_file_value(f, places[k]);
    return 20 * each;
}

/* An arm that swings freely, with 20 kg more every second: its energy grows by v^2/2 - g r of each of them, by Simpson's rule. */
static void mass_that_comes_brings_its_energy(void **state)
{
    (void)state;
    struct from_file f;
    from_file_open_text(&f, HEAD "\"bodies\": {" ARM_BODIES "}, \"joints\": {" ARM_JOINTS
                                 "}, \"markers\": {\"q\": {\"body\": \"fore\", \"at\": " AT
                                 "}}, \"payloads\": {\"p\": {\"body\": \"fore\", \"at\": " AT
                                 ", \"mass\": {\"type\": \"ramp\", \"begin\": 0, \"end\": 10, \"to\": 200}}}}");
    from_file_initialize(&f);
    const double h = 1e-3;
    double begin, energy, brought = power_brought(&f, 0, &begin);
    const int steps = 1000;
    for (int i = 1; i <= steps; i++) {
        run(&f, (i - 1) * h, h, 1);
        brought += power_brought(&f, i * h, &energy) * (i == steps ? 1 : i % 2 ? 4 : 2);
    }
    brought *= h / 3;
    assert_true(fabs(brought) > 10 && fabs(energy - begin) > 10);
    assert_near(energy - begin, brought, 1e-6 * fabs(brought));
    from_file_close(&f);
}

/* In a loop, and behind a motion that is prescribed: a crank that turns evenly, the slider's load by Newton. */
static void a_payload_in_a_loop_behind_a_motion(void **state)
{
    (void)state;
    struct from_file f;
    begin(
        &f,
        "{\"type\": \"mechanism\", \"name\": \"Crank\", \"gravity\": [0, 0, -9.81], \"bodies\": {\"crank\": {\"mass\": "
        "0}, \"rod\": {\"mass\": 0}, \"slider\": {\"mass\": 10}}, \"joints\": {\"c\": {\"type\": \"revolute\", "
        "\"parent\": "
        "\"ground\", \"child\": \"crank\", \"axis\": [0, 0, 1], \"start\": 0.5}, \"r\": {\"type\": \"revolute\", "
        "\"parent\": \"crank\", \"child\": \"rod\", \"at\": [0.3, 0, 0], \"axis\": [0, 0, 1], \"start\": -0.7}, "
        "\"s\": {\"type\": \"prismatic\", \"parent\": \"ground\", \"child\": \"slider\", \"axis\": [1, 0, 0], "
        "\"start\": 1.2}}, \"loops\": {\"pin\": {\"type\": \"point on line\", \"a\": {\"body\": \"slider\", \"axis\": "
        "[0, 0, 1]}, \"b\": {\"body\": \"rod\", \"at\": [1, 0, 0]}}}, \"payloads\": {\"p\": {\"body\": \"slider\"}}, "
        "\"motions\": {\"m\": {\"coordinate\": \"c\", \"law\": {\"type\": \"ramp\", \"begin\": -1, \"end\": 9, "
        "\"from\": 0, \"to\": 50}}}}",
        "p.mass", 30);
    const double angle = from_file_value(&f, "c"), w = 5; /* the ramp goes through 5 rad at t = 0 */
    const double s = sin(angle), c = cos(angle), y = 0.3 * s,
                 root = copysign(sqrt(1 - y * y), from_file_value(&f, "s") - 0.3 * c); /* as it was assembled */
    /* slider at 0.3 c + root; with angle' = w: x'' by hand */
    const double dy = 0.3 * c * w, ddy = -0.3 * s * w * w;
    const double dx = -0.3 * s - y * 0.3 * c / root;
    const double ddx = -0.3 * c * w * w - (dy * dy + y * ddy) / root - y * y * dy * dy / (root * root * root);
    assert_near(from_file_value(&f, "m.force"), 40 * ddx * dx, 1e-8);
    assert_near(from_file_value(&f, "p.Fx"), -30 * ddx, 1e-8);
    from_file_close(&f);
}

/* With "modes" a beam keeps the nodes at which something is attached: those of payloads, bushings and contacts, too. */
static void beams_keep_the_nodes_of_payloads(void **state)
{
    (void)state;
    static const char *const attached[] = {
        "\"payloads\": {\"p\": {\"body\": \"beam\", \"at\": [1, 0, 0]}}",
        "\"contacts\": {\"c\": {\"body\": \"beam\", \"at\": [1, 0, 0], \"stiffness\": 1e6}}",
        ("\"bushings\": {\"m\": {\"from\": {\"body\": \"ground\"}, \"to\": {\"body\": \"beam\", \"at\": [1, 0, 0]}, "
         "\"stiffness\": [1, 1, 1]}}")};
    for (int i = 0; i < 3; i++) {
        char text[2000];
        struct from_file f;
        snprintf(text, sizeof text, HEAD "\"bodies\": {" BEAM_BODIES "}, \"joints\": {" BEAM_JOINTS "}, %s}",
                 attached[i]);
        from_file_open_text(&f, text);
        from_file_find(&f, "beam.node2.w");
        from_file_close(&f);
    }
}

/* ---- wrong use ---- */

static void wrong_masses_are_refused(void **state)
{
    (void)state;
    static const struct {
        double mass;
        const char *message;
    } wrong[] = {{-3, "payload 'p': its mass, -3 kg, is below 0"},
                 {NAN, "payload 'p': its mass, nan kg, is not a number"},
                 {INFINITY, "payload 'p': its mass, inf kg, is not a number"}};
    for (size_t k = 0; k < N_PAIRS; k++)
        for (int i = 0; i < 3; i++) {
            struct from_file f;
            struct model_report report = {""};
            double dx[MOST], dq[8];
            begin(&f, pairs[k].laden, "p.mass", 15);
            *from_file_find(&f, "p.mass") = wrong[i].mass;
            assert_false(f.live.type->over_real.rates(f.live.constants, f.live.scratch, 0, f.live.m, f.live.x, f.live.u,
                                                      dx, dq, &report));
            assert_string_equal(report.text, wrong[i].message);
            from_file_close(&f);
        }
    from_file_check_refused(CART(", \"mass\": -3"), "payloads.p: payload 'p': its mass, -3 kg, is below 0");
    from_file_check_refused(HEAD "\"bodies\": {" ARM_BODIES "}, \"joints\": {" ARM_JOINTS
                                 "}, \"payloads\": {\"p\": {\"body\": \"bell\"}}}",
                            "there is no \"bell\" among the bodies");
    from_file_check_refused(HEAD "\"bodies\": {" BEAM_BODIES "}, \"joints\": {" BEAM_JOINTS
                                 "}, \"payloads\": {\"p\": {\"body\": \"beam\", \"at\": [0.3, 0, 0]}}}",
                            "payloads.p: x = 0.3 m lies inside of an element of the beam");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_payload_moves_as_a_body_of_its_mass),
        cmocka_unit_test(derivatives_are_those_of_the_body),
        cmocka_unit_test(derivatives_along_the_mass_are_exact),
        cmocka_unit_test(the_augmented_formulation_carries_them),
        cmocka_unit_test(statics_know_them),
        cmocka_unit_test(mass_that_comes_brings_its_velocity),
        cmocka_unit_test(mass_that_comes_brings_its_energy),
        cmocka_unit_test(a_payload_in_a_loop_behind_a_motion),
        cmocka_unit_test(beams_keep_the_nodes_of_payloads),
        cmocka_unit_test(wrong_masses_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
