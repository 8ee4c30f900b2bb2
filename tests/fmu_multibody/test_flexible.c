/* Flexible bodies of mechanism files: beams in floating frames. */
#include "tests/testing.h"

#include "benchmarks/reference/recomputed.h"
#include "fmu_multibody/engine/engine_full.h"
#include "numerics/dense.h"
#include "numerics/solver.h"
#include "tests/fmu_multibody/beams.h"
#include "tests/fmu_multibody/from_file.h"
#include "tests/fmu_multibody/random.h"

#include <complex.h>
#include <string.h>

enum { MOST_STATES = 200 };

static size_t positions(const struct from_file *f)
{
    return f->live.layout.count[MODEL_STATE] / 2;
}

/* Derivatives of the accelerations of some coordinates by their positions, by columns. */
static void jacobian(struct from_file *f, size_t n, const size_t *chosen, double *matrix)
{
    double rates[MOST_STATES], y[MOST_STATES];
    for (size_t j = 0; j < n; j++) {
        double direction[MOST_STATES] = {0};
        direction[chosen[j]] = 1;
        from_file_differentiate_along(f, direction, NULL, rates, y);
        for (size_t i = 0; i < n; i++)
            matrix[j * n + i] = rates[positions(f) + chosen[i]];
    }
}

/* The frequency near `guess` at which these coordinates swing among themselves, and how (or NULL): inverse iteration. */
static double frequency_among(struct from_file *f, size_t n, const size_t *chosen, double guess, double *shape)
{
    double *matrix = calloc(n * n, sizeof *matrix), *x = calloc(n, sizeof *x);
    size_t *pivots = calloc(n, sizeof *pivots);
    double shift = -guess * guess * (1 + 1e-5), value = 0;
    jacobian(f, n, chosen, matrix);
    for (size_t j = 0; j < n; j++) {
        matrix[j * n + j] -= shift;
        x[j] = 1 + 0.1 * (double)j;
    }
    assert_true(dense_factor(n, matrix, pivots));
    for (int pass = 0; pass < 12; pass++) {
        double before[MOST_STATES], along = 0, square = 0;
        memcpy(before, x, n * sizeof *x);
        dense_solve(n, matrix, pivots, x);
        for (size_t i = 0; i < n; i++) {
            along += x[i] * before[i];
            square += x[i] * x[i];
        }
        value = shift + along / square;
        for (size_t i = 0; i < n; i++)
            x[i] /= sqrt(square);
    }
    if (shape)
        memcpy(shape, x, n * sizeof *x);
    free(matrix);
    free(x);
    free(pivots);
    return sqrt(-value);
}

static double mode_near(struct from_file *f, double guess, double *shape)
{
    size_t all[MOST_STATES];
    for (size_t i = 0; i < positions(f); i++)
        all[i] = i;
    return frequency_among(f, positions(f), all, guess, shape);
}

static double frequency_near(struct from_file *f, double guess)
{
    return mode_near(f, guess, NULL);
}

static void open_at_rest(struct from_file *f, const char *text)
{
    from_file_open_text(f, text);
    from_file_initialize(f);
    from_file_update(f);
}

/* ---- the paper's pendulum ---- */

#define PENDULUM(elements, more)                                                                                       \
    MECHANISM(DOWN, "\"rod1\": " ROD(elements, more) ", \"rod2\": " ROD(elements, more),                               \
              "\"a\": {\"type\": \"revolute\", \"parent\": \"ground\", \"child\": \"rod1\", \"orientation\": [0, 0, "  \
              "\"-pi/2\"]}, \"b\": {\"type\": \"revolute\", \"parent\": \"rod1\", \"child\": \"rod2\", \"at\": [4, "   \
              "0, 0]}",                                                                                                \
              ", \"start\": \"equilibrium\"")

/* Frames, stretch, gravity and the joint's second derivatives are all in these numbers (recomputed.h). Eigenvalues of dense matrices lose
 * digits: rounding of the largest, about 1e8, over twice the frequency. */
static void a_double_pendulum_swings_and_bends_at_the_recomputed_frequencies(void **state)
{
    (void)state;
    const double expected[] = {PENDULUM_5_S1, PENDULUM_5_S2, PENDULUM_5_S3, PENDULUM_5_S4};
    struct from_file f;
    open_at_rest(&f, PENDULUM("5", ""));
    assert_int_equal(positions(&f), 2 * (1 + 5 * 3));
    for (int i = 0; i < 4; i++)
        assert_near(frequency_near(&f, expected[i]), expected[i], 1e-8);
    from_file_close(&f);
}

/* Craig and Bampton: with all modes between the nodes that are kept the space of motions is the same. */
static void all_modes_between_nodes_are_as_good_as_the_nodes(void **state)
{
    (void)state;
    const double expected[] = {PENDULUM_5_S1, PENDULUM_5_S2, PENDULUM_5_S3, PENDULUM_5_S4};
    struct from_file f;
    open_at_rest(&f, PENDULUM("5", ", \"modes\": 12"));
    for (int i = 0; i < 4; i++)
        assert_near(frequency_near(&f, expected[i]), expected[i], 1e-8);
    from_file_close(&f);
}

#define CLAMPED(more)                                                                                                  \
    MECHANISM("[0, 0, 0]", "\"rod\": " ROD("8", more),                                                                 \
              "\"wall\": {\"type\": \"fixed\", \"parent\": \"ground\", \"child\": \"rod\"}", "")

/* With fewer of them frequencies come from above (Rayleigh and Ritz), and come down with every mode. The closed solution, beta L = 1.87510407,
 * 4.69409113, is below all of them: elements also err upwards, by (beta h)^4/1440. */
static void fewer_modes_come_near_from_above(void **state)
{
    (void)state;
    static const char *const texts[] = {CLAMPED(", \"modes\": 0"), CLAMPED(", \"modes\": 1"), CLAMPED(", \"modes\": 2"),
                                        CLAMPED(", \"modes\": 21"), CLAMPED("")};
    static const double roots[] = {1.87510407, 4.69409113};
    for (int i = 0; i < 2; i++) {
        const double exact = roots[i] * roots[i] / 16 * sqrt(1e8 / 1500) * 0.15 / 2;
        double before = INFINITY, found = 0;
        for (int k = i; k < 5; k++) { /* without modes there is no second one nearby */
            struct from_file f;
            open_at_rest(&f, texts[k]);
            found = frequency_near(&f, exact);
            assert_true(found <= before * (1 + 1e-9) && found > exact);
            before = found;
            from_file_close(&f);
        }
        assert_near((found / exact - 1) * 1440 / pow(roots[i] / 8, 4), 1, 0.1);
    }
}

/* In a mode x of the clamped rod the accelerations are -omega^2 x and, with the ratio zeta, -2 zeta omega x'. Roundings of x itself, 1e-8, count
 * with the 600/s of the fastest modes. */
static void every_mode_has_the_damping_ratio(void **state)
{
    (void)state;
    static const char *const texts[] = {CLAMPED(", \"damping\": 0.03"), CLAMPED(", \"modes\": 3, \"damping\": 0.03")};
    static const double guesses[] = {4.255, 26.67, 74.7, 101.4}; /* the last one stretches: sqrt(E/rho) pi/(2 L) */
    for (int k = 0; k < 2; k++)
        for (int i = 0; i < 4; i++) {
            struct from_file f;
            double shape[MOST_STATES], direction[MOST_STATES] = {0}, rates[MOST_STATES], y[MOST_STATES];
            open_at_rest(&f, texts[k]);
            const size_t n = positions(&f);
            const double omega = mode_near(&f, guesses[i], shape);
            assert_near(omega / guesses[i], 1, 0.12); /* without modes of its own stretch is that of one element */
            memcpy(direction + n, shape, n * sizeof *shape);
            from_file_differentiate_along(&f, direction, NULL, rates, y);
            for (size_t j = 0; j < n; j++)
                assert_near(rates[n + j], -2 * 0.03 * omega * shape[j], 1e-4);
            from_file_close(&f);
        }
}

/* ---- at rest ---- */

/* F L^3/(3 EI) and q L^4/(8 EI); the wall carries all of it. */
static void a_cantilever_bends_as_in_the_textbook(void **state)
{
    (void)state;
    const double F = -500, L = 3, EI = 210e9 * 8e-6, q = -7850 * 4e-3 * 9.81;
    static const char *const texts[] = {
        CANTILEVER(DOWN, "4", "",
                   ", \"forces\": {\"F\": {\"body\": \"beam\", \"at\": [3, 0, 0], \"direction\": [0, 1, 0], "
                   "\"law\": -500}}, \"markers\": {\"tip\": {\"body\": \"beam\", \"at\": [3, 0, 0]}}, "
                   "\"start\": \"equilibrium\""),
        CANTILEVER(DOWN, "4", ", \"modes\": 0",
                   ", \"forces\": {\"F\": {\"body\": \"beam\", \"at\": [3, 0, 0], \"direction\": [0, 1, 0], "
                   "\"law\": -500}}, \"markers\": {\"tip\": {\"body\": \"beam\", \"at\": [3, 0, 0]}}, "
                   "\"start\": \"equilibrium\"")};
    for (int i = 0; i < 2; i++) {
        struct from_file f;
        const double sag = F * L * L * L / (3 * EI) + q * L * L * L * L / (8 * EI);
        open_at_rest(&f, texts[i]);
        assert_near(from_file_value(&f, "tip.y"), sag, 1e-9 * fabs(sag));
        assert_near(from_file_value(&f, "wall.Fy"), -F - q * L, 1e-6);
        assert_near(from_file_value(&f, "wall.Mz"), -F * L - q * L * L / 2, 1e-3);
        from_file_close(&f);
    }
}

/* ---- small strains ---- */

/* What is told of a box of 4 elements under a force at its tip, at rest; NULL: nothing. */
static const char *told_of(const char *direction, const char *force, const char *modes)
{
    static struct model_report report;
    char text[1200];
    struct from_file f;
    snprintf(text, sizeof text,
             CANTILEVER("[0, 0, 0]", "4", "%s",
                        ", \"forces\": {\"F\": {\"body\": \"beam\", \"at\": [3, 0, 0], \"direction\": %s, "
                        "\"law\": %s}}, \"start\": \"equilibrium\""),
             modes, direction, force);
    open_at_rest(&f, text);
    const struct solver_extension *own = f.live.type->for_solvers;
    assert_int_equal(own->n_presumptions, 1);
    const size_t broken =
        own->presumption(f.live.constants, f.live.scratch, (bool[]){false}, 0, f.live.m, f.live.x, &report);
    from_file_close(&f);
    return broken == 1 ? NULL : report.text;
}

/* Turns of a cantilever's tip are F L^2/(2 EI): 0.2 rad at 74667 N along y and at 28000 N along z, 0.2 rad by both together at
 * 52798 N and 19799 N. Its strain is F/(EA): 0.02 at 16.8e6 N. */
static void a_beam_that_leaves_small_strains_is_told(void **state)
{
    (void)state;
    static const struct {
        const char *direction, *small, *large, *words;
    } loads[] = {
        {"[0, 1, 0]", "74600", "74734", "beam 'beam' leaves small strains: its node 4 is turned by 0.2 rad"},
        {"[0, 0, -1]", "27970", "28030", "beam 'beam' leaves small strains: its node 4 is turned by 0.2 rad"},
        {"[0, 52798, 19799]", "0.999", "1.001", "beam 'beam' leaves small strains: its node 4 is turned by 0.2 rad"},
        {"[1, 0, 0]", "16.78e6", "16.82e6", "beam 'beam' leaves small strains: before its node"},
        {"[-1, 0, 0]", "16.78e6", "16.82e6", "the strain along it is 0.02"},
    };
    static const char *const modes[] = {"", ", \"modes\": 0", ", \"modes\": 4"};
    for (size_t i = 0; i < sizeof loads / sizeof *loads; i++)
        for (size_t k = 0; k < 3; k++) {
            assert_null(told_of(loads[i].direction, loads[i].small, modes[k]));
            const char *told = told_of(loads[i].direction, loads[i].large, modes[k]);
            if (!told || !strstr(told, loads[i].words))
                fail_msg("%s: %s", loads[i].direction, told ? told : "nothing is told");
        }
}

/* A mode between nodes that are held turns those that have no coordinates of their own. */
static void turns_between_the_nodes_count(void **state)
{
    (void)state;
    struct from_file f;
    struct model_report report = {""};
    open_at_rest(&f, CLAMPED(", \"modes\": 1"));
    const struct solver_extension *own = f.live.type->for_solvers;
    for (int k = 0; k < 2; k++) {
        /* of unit modal mass: about sqrt(1/424) m high at most, and pi times that over 4 m steep */
        *from_file_find(&f, "rod.mode1") = k ? 30 : 0.3;
        assert_int_equal(
            own->presumption(f.live.constants, f.live.scratch, (bool[]){false}, 0, f.live.m, f.live.x, &report),
            k == 0);
    }
    assert_non_null(strstr(report.text, "beam 'rod' leaves small strains: its node "));
    assert_null(strstr(report.text, "node 8"));
    from_file_close(&f);
}

/* ---- in motion ---- */

/* Soft, in space, on a joint that lets it do anything, with a weight at its tip. */
#define FLYING(gravity)                                                                                                \
    MECHANISM(gravity,                                                                                                 \
              "\"beam\": {\"flexible\": {\"length\": 2, \"elements\": 2, \"youngs_modulus\": 2e7, \"shear_modulus\": " \
              "8e6, \"density\": 1000, \"area\": 0.01, \"inertia_y\": 6e-6, \"inertia_z\": 9e-6, "                     \
              "\"torsion_constant\": 1.2e-5, \"stiffening\": true}}, \"weight\": {\"mass\": 3, \"com\": [0.1, 0.2, "   \
              "0.05], \"inertia\": "                                                                                   \
              "[0.02, 0.03, 0.04, 0, 0, 0]}",                                                                          \
              "\"carrier\": {\"type\": \"free\", \"parent\": \"ground\", \"child\": \"beam\", \"start_rate\": [1, 2, " \
              "0.5, 0.7, -0.9, 1.1]}, \"tip\": {\"type\": \"revolute\", \"parent\": \"beam\", \"child\": \"weight\", " \
              "\"at\": [2, 0.1, 0], \"axis\": [0.3, 1, 0.2], \"start_rate\": 3}",                                      \
              "")

static void step(struct from_file *f, double h)
{
    const size_t n = f->live.layout.count[MODEL_STATE];
    double x[MOST_STATES], sum[MOST_STATES];
    static const double at[] = {0, 0.5, 0.5, 1}, weight[] = {1, 2, 2, 1};
    memcpy(x, f->live.x, n * sizeof *x);
    memset(sum, 0, sizeof sum);
    for (int stage = 0; stage < 4; stage++) {
        for (size_t i = 0; i < n; i++)
            f->live.x[i] = x[i] + (stage ? at[stage] * h * f->live.dx[i] : 0);
        from_file_update(f);
        for (size_t i = 0; i < n; i++)
            sum[i] += weight[stage] / 6 * f->live.dx[i];
    }
    for (size_t i = 0; i < n; i++)
        f->live.x[i] = x[i] + h * sum[i];
    from_file_update(f);
}

static double energy(const struct from_file *f)
{
    return from_file_value(f, "kinetic_energy") + from_file_value(f, "potential_energy");
}

/* The largest change of energy in a free motion, in steps of h. */
static double drift(const char *text, double h, double duration)
{
    struct from_file f;
    open_at_rest(&f, text);
    const double begin = energy(&f);
    double worst = 0;
    for (int i = 0; i < (int)(duration / h + 0.5); i++) {
        step(&f, h);
        worst = fmax(worst, fabs(energy(&f) - begin));
    }
    from_file_close(&f);
    return worst;
}

/* What Runge and Kutta's method loses falls with the fourth power of its step, or faster: the equations themselves lose nothing. */
static void free_motion_keeps_its_energy(void **state)
{
    (void)state;
    const double coarse = drift(FLYING("[0, -9.81, 2]"), 4e-4, 0.4), fine = drift(FLYING("[0, -9.81, 2]"), 2e-4, 0.4);
    assert_true(coarse < 1e-4);
    assert_true(fine < coarse / 14);
}

/* Losses add up at most: 25 times as long, 25 times what 0.4 s may lose. Without gravity, whose work would grow
 * with the square of the time. */
static void a_long_free_motion_keeps_its_energy(void **state)
{
    (void)state;
    assert_true(drift(FLYING("[0, 0, 0]"), 4e-4, 10) < 25 * 1e-4);
}

/* A four-bar whose coupler bends. */
#define FOUR_BAR                                                                                                       \
    MECHANISM(DOWN,                                                                                                    \
              "\"crank\": {\"mass\": 1, \"com\": [0.25, 0, 0], \"inertia\": [0.01, 0.02, 0.02, 0, 0, 0]}, "            \
              "\"coupler\": {\"flexible\": {\"length\": 2, \"elements\": 4, \"modes\": 1, \"freedoms\": \"plane\", "   \
              "\"youngs_modulus\": 7e10, \"density\": 2700, \"area\": 1e-3, \"inertia_z\": 1e-7}}, \"rocker\": "       \
              "{\"mass\": 2, \"com\": [0.75, 0, 0], \"inertia\": [0.1, 0.2, 0.2, 0, 0, 0]}",                           \
              "\"a\": {\"type\": \"revolute\", \"parent\": \"ground\", \"child\": \"crank\", \"start\": 1.2}, "        \
              "\"b\": {\"type\": \"revolute\", \"parent\": \"crank\", \"child\": \"coupler\", \"at\": [0.5, 0, 0], "   \
              "\"start\": -1}, \"d\": {\"type\": \"revolute\", \"parent\": \"ground\", \"child\": \"rocker\", "        \
              "\"at\": [2, 0, 0], \"start\": 1.5}",                                                                    \
              ", \"loops\": {\"c\": {\"type\": \"spherical\", \"a\": {\"body\": \"coupler\", \"at\": [2, 0, 0]}, "     \
              "\"b\": {\"body\": \"rocker\", \"at\": [1.5, 0, 0]}}}, \"independent\": [\"a\", \"coupler.node4.u\", "   \
              "\"coupler.node4.v\", \"coupler.node4.phi_z\", \"coupler.mode1\"]")

/* What its rates do to the energy, by a central difference: nothing. Single terms of it are some hundred W. */
static void a_loop_that_bends_keeps_its_energy(void **state)
{
    (void)state;
    struct from_file f;
    double x[MOST_STATES], rates[MOST_STATES], energies[2];
    open_at_rest(&f, FOUR_BAR);
    const size_t n = f.live.layout.count[MODEL_STATE];
    assert_int_equal(n, 10);
    static const double position[] = {0, 1e-4, 0.02, -0.015, 0.05}, rate[] = {4, 0.02, -0.5, 0.8, 1.5};
    for (size_t i = 0; i < 5; i++) {
        f.live.x[i] += position[i];
        f.live.x[5 + i] = rate[i];
    }
    from_file_update(&f);
    memcpy(x, f.live.x, sizeof(double) * n);
    memcpy(rates, f.live.dx, sizeof(double) * n);
    const double h = 1e-7;
    for (int k = 0; k < 2; k++) {
        for (size_t i = 0; i < n; i++)
            f.live.x[i] = x[i] + (k ? h : -h) * rates[i];
        from_file_update(&f);
        energies[k] = energy(&f);
    }
    assert_near((energies[1] - energies[0]) / (2 * h), 0, 1e-3);
    from_file_close(&f);
}

/* Central differences of fourth order, at a bent and moving place; their rounding is that of the accelerations over the step. */
static void derivatives_are_exact(void **state)
{
    (void)state;
    struct from_file f;
    open_at_rest(&f, FLYING("[0, -9.81, 2]"));
    const size_t n = f.live.layout.count[MODEL_STATE];
    for (int i = 0; i < 200; i++)
        step(&f, 2e-4);
    for (size_t j = 0; j < n; j++) {
        static const double weights[] = {1. / 12, -8. / 12, 0, 8. / 12, -1. / 12};
        double direction[MOST_STATES] = {0}, rates[MOST_STATES], y[MOST_STATES], difference[MOST_STATES] = {0},
               size = 1;
        const double h = 1e-3, x = f.live.x[j];
        direction[j] = 1;
        from_file_differentiate_along(&f, direction, NULL, rates, y);
        for (int k = 0; k < 5; k++) {
            f.live.x[j] = x + (k - 2) * h;
            from_file_update(&f);
            for (size_t i = 0; i < n; i++)
                difference[i] += weights[k] / h * f.live.dx[i];
        }
        f.live.x[j] = x;
        for (size_t i = 0; i < n; i++)
            size = fmax(size, fabs(rates[i]));
        for (size_t i = 0; i < n; i++)
            assert_near(difference[i] / size, rates[i] / size, 1e-8);
    }
    from_file_close(&f);
}

/* M z'' = -tau in complex numbers, with forces and mass matrix as the equations have them. */
static void stepped_accelerations(const struct from_file *f, const double complex *x, const double complex *u,
                                  double complex *accelerations)
{
    const struct engine *e = mechanism_instance_engine(f->live.scratch);
    const size_t n = positions(f);
    double complex *M = calloc(n * n, sizeof *M), *tau = calloc(n, sizeof *tau);
    struct model_report report = {""};
    engine_full_place_complex(e, x, x + n);
    assert_true(engine_full_forces_complex(e, NULL, u, tau, &report));
    engine_full_mass_complex(e, M);
    for (size_t k = 0; k < n; k++)
        for (size_t i = k + 1; i < n; i++) {
            const double complex l = M[i * n + k] / M[k * n + k];
            for (size_t j = k; j < n; j++)
                M[i * n + j] -= l * M[k * n + j];
            tau[i] -= l * tau[k];
        }
    for (size_t i = n; i-- > 0;) {
        accelerations[i] = -tau[i];
        for (size_t j = i + 1; j < n; j++)
            accelerations[i] -= M[i * n + j] * accelerations[j];
        accelerations[i] /= M[i * n + i];
    }
    free(M);
    free(tau);
}

/* Along every state and input, and along a mixed direction, where all that is there moves. */
static void check_derivatives(const char *text, uint64_t seed)
{
    const double step = 1e-100;
    struct from_file f;
    open_at_rest(&f, text);
    const size_t n = positions(&f), n_u = f.live.layout.count[MODEL_INPUT];
    double dx[MOST_STATES], du[4], rates[MOST_STATES], y[MOST_STATES];
    double complex x[MOST_STATES], u[4], expected[MOST_STATES];
    assert_true(n_u < 4 && 2 * n < MOST_STATES);
    for (size_t i = 0; i < 2 * n; i++) {
        const bool bends = strchr(f.live.type->variables[f.live.layout.first[MODEL_STATE] + i].name, '.') != NULL;
        f.live.x[i] += random_between(&seed, -1, 1) * (bends ? 0.02 : 0.3) * (i < n ? 1 : 10);
    }
    for (size_t i = 0; i < n_u; i++)
        f.live.u[i] += random_between(&seed, -30, 30);
    from_file_update(&f);
    for (size_t j = 0; j <= 2 * n + n_u; j++) {
        const bool mixed = j == 2 * n + n_u;
        double largest = 1;
        for (size_t i = 0; i < 2 * n + n_u; i++) {
            const double along = mixed ? random_between(&seed, -1, 1) : i == j;
            if (i < 2 * n)
                x[i] = f.live.x[i] + (dx[i] = along) * step * I;
            else
                u[i - 2 * n] = f.live.u[i - 2 * n] + (du[i - 2 * n] = along) * step * I;
        }
        from_file_differentiate_along(&f, dx, du, rates, y);
        stepped_accelerations(&f, x, u, expected);
        for (size_t i = 0; i < n; i++)
            largest = fmax(largest, fabs(cimag(expected[i]) / step));
        for (size_t i = 0; i < n; i++)
            assert_near(rates[n + i] / largest, cimag(expected[i]) / step / largest, 1e-9);
    }
    from_file_close(&f);
}

#define SOFT(elements, more)                                                                                           \
    "{\"flexible\": {\"length\": 3, \"elements\": " elements ", \"youngs_modulus\": 2e6, \"shear_modulus\": 8e5, "     \
    "\"density\": 1000, \"area\": 0.02, \"inertia_y\": 4e-5, \"inertia_z\": 6e-5, \"torsion_constant\": 7e-5" more     \
    "}}"

/* So soft that inertia counts: a beam on a wall, and one on a joint of another one, pushed by a cylinder at a node; a weight hangs between them. */
#define CRANES                                                                                                         \
    MECHANISM(                                                                                                         \
        DOWN,                                                                                                          \
        "\"boom\": " SOFT("4", ", \"modes\": 3, \"damping\": 0.02, \"stiffening\": true") ", \"jib\": " SOFT(          \
            "3", ", \"modes\": 2") ", \"mast\": " SOFT("2", "") ", \"load\": {\"mass\": 25, \"com\": [0.1, -1.5, 0]}", \
        "\"foot\": {\"type\": \"spherical\", \"parent\": \"ground\", \"child\": \"boom\"}, \"mast\": {\"type\": "      \
        "\"fixed\", \"parent\": \"ground\", \"child\": \"mast\", \"orientation\": [0.3, 0, 1.5]}, \"hinge\": "         \
        "{\"type\": \"revolute\", \"parent\": \"boom\", \"child\": \"jib\", \"at\": [2.25, 0.1, 0.2], \"axis\": "      \
        "[0.2, 0.1, 1], \"start\": -0.7}, \"slide\": {\"type\": \"prismatic\", \"parent\": \"jib\", \"child\": "       \
        "\"load\", \"at\": [3, 0, 0], \"axis\": [0.3, 1, 0.2]}",                                                       \
        ", \"actuators\": {\"cylinder\": {\"from\": {\"body\": \"ground\", \"at\": [0, -1, 0.3]}, \"to\": "            \
        "{\"body\": \"boom\", \"at\": [0.75, 0, 0]}, \"force\": 30}}, \"springs\": {\"rope\": {\"from\": "             \
        "{\"body\": \"mast\", \"at\": [3, 0, 0]}, \"to\": {\"body\": \"load\", \"at\": [0, 0, 0]}, "                   \
        "\"stiffness\": 50, \"length\": 3, \"damping\": 3}}")

/* Written out for trees (engine_bent_tangent.c), against the complex step through the equations themselves. Both solve with the mass matrix: its
 * condition of 1e6, and some hundred roundings. */
static void derivatives_of_trees_are_those_of_the_complex_step(void **state)
{
    (void)state;
    check_derivatives(FLYING("[0, -9.81, 2]"), 5);
    check_derivatives(PENDULUM("5", ""), 7);
    check_derivatives(PENDULUM("5", ", \"modes\": 3, \"damping\": 0.03, \"stiffening\": true"), 11);
    check_derivatives(CRANES, 13);
}

/* ---- tension ---- */

#define SPINNING(elements)                                                                                             \
    MECHANISM("[0, 0, 0]",                                                                                             \
              "\"beam\": {\"flexible\": {\"length\": 2, \"elements\": " elements                                       \
              ", \"youngs_modulus\": 7e10, \"shear_modulus\": 2.7e10, \"density\": 3000, \"area\": 4e-4, "             \
              "\"inertia_y\": 1e-9, \"inertia_z\": 2e-9, \"torsion_constant\": 1e-9, \"stiffening\": true}}",          \
              "\"hub\": {\"type\": \"revolute\", \"parent\": \"ground\", \"child\": \"beam\"}", "")

/* The frequency of flapping, along the axis of the spin, over sqrt(EI/(m L^4)), at a spin of `spin` times that. */
static double flapping(const char *text, double spin, double guess)
{
    const double unit = sqrt(7e10 * 1e-9 / (3000 * 4e-4)) / 4;
    size_t along[MOST_STATES], across[MOST_STATES], n_along = 0, n_across = 0;
    struct from_file f;
    open_at_rest(&f, text);
    for (size_t i = 0; i < positions(&f); i++) {
        const char *name = f.live.type->variables[f.live.layout.first[MODEL_STATE] + i].name;
        if (strstr(name, ".u"))
            along[n_along++] = i;
        if (strstr(name, ".w") || strstr(name, ".phi_y"))
            across[n_across++] = i;
    }
    *from_file_find(&f, "dhub") = spin * unit;
    from_file_update(&f);
    double *matrix = calloc(n_along * n_along, sizeof *matrix), step_of[MOST_STATES];
    size_t pivots[MOST_STATES];
    for (int pass = 0; pass < 3; pass++) { /* stretched until nothing moves along the beam */
        jacobian(&f, n_along, along, matrix);
        assert_true(dense_factor(n_along, matrix, pivots));
        for (size_t i = 0; i < n_along; i++)
            step_of[i] = f.live.dx[positions(&f) + along[i]];
        dense_solve(n_along, matrix, pivots, step_of);
        for (size_t i = 0; i < n_along; i++)
            f.live.x[along[i]] -= step_of[i];
        from_file_update(&f);
    }
    /* rho Omega^2 L^3/(3 E) at the tip, as it is for a beam that hardly stretches */
    const double omega = spin * unit, stretch = 3000 * omega * omega * 8 / (3 * 7e10);
    assert_near(f.live.x[along[n_along - 1]] / stretch, 1, 1e-4);
    const double found = frequency_among(&f, n_across, across, guess * unit, NULL) / unit;
    free(matrix);
    from_file_close(&f);
    return found;
}

/* Rotating beams of Wright, Smith, Thresher and Wang (Journal of Applied Mechanics 49, 1982), hub radius zero: 4.7973 at a spin of 3 and 13.1702
 * at 12 (3.5160 at rest), computed anew by Ritz's method with polynomials of degree 15. Tension is constant in each element: second order. */
static void spinning_stiffens_a_beam(void **state)
{
    (void)state;
    static const struct {
        double spin, frequency;
    } rotating[] = {{3, 4.797279}, {12, 13.170150}};
    for (int i = 0; i < 2; i++) {
        const double exact = rotating[i].frequency;
        const double coarse = flapping(SPINNING("4"), rotating[i].spin, exact) - exact;
        const double fine = flapping(SPINNING("8"), rotating[i].spin, exact) - exact;
        assert_true(fabs(coarse / exact) < 0.02);
        assert_near(coarse / fine, 4, 0.6);
        assert_near(fine - (coarse - fine) / 3, 0, 2e-3 * exact);
    }
}

/* ---- solvers ---- */

/* A file says with which tolerance its beams are worth their time, for states that are zero, too. */
static void the_tolerance_of_the_experiment_is_that_of_the_solver(void **state)
{
    (void)state;
    static const char *const texts[] = {
        CLAMPED(""), MECHANISM(DOWN, "\"rod\": " ROD("8", ""),
                               "\"wall\": {\"type\": \"fixed\", \"parent\": \"ground\", \"child\": \"rod\"}",
                               ", \"experiment\": {\"tolerance\": 1e-4}")};
    for (int i = 0; i < 2; i++) {
        struct from_file f;
        from_file_open_text(&f, texts[i]);
        assert_near(from_file_value(&f, "rel_tol"), i ? 1e-4 : 1e-8, 0);
        assert_near(from_file_value(&f, "abs_tol"), i ? 1e-4 : 1e-8, 0);
        from_file_close(&f);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_double_pendulum_swings_and_bends_at_the_recomputed_frequencies),
        cmocka_unit_test(all_modes_between_nodes_are_as_good_as_the_nodes),
        cmocka_unit_test(fewer_modes_come_near_from_above),
        cmocka_unit_test(every_mode_has_the_damping_ratio),
        cmocka_unit_test(a_cantilever_bends_as_in_the_textbook),
        cmocka_unit_test(a_beam_that_leaves_small_strains_is_told),
        cmocka_unit_test(turns_between_the_nodes_count),
        cmocka_unit_test(free_motion_keeps_its_energy),
        cmocka_unit_test(a_long_free_motion_keeps_its_energy),
        cmocka_unit_test(a_loop_that_bends_keeps_its_energy),
        cmocka_unit_test(derivatives_are_exact),
        cmocka_unit_test(derivatives_of_trees_are_those_of_the_complex_step),
        cmocka_unit_test(spinning_stiffens_a_beam),
        cmocka_unit_test(the_tolerance_of_the_experiment_is_that_of_the_solver),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
