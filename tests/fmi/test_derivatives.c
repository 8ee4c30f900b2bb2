/* fmi2GetDirectionalDerivative against differences of fourth order of the oracle's equations, in long double; and the
 * derivatives of outputs and inputs in time. */
#include "tests/testing.h"

#include "tests/fmi/fmu_under_test.h"
#include "tests/oracle/lim_oracle.h"

#include <stdlib.h>
#include <string.h>

enum { POINTS = 1000 };

/* A fixed sequence, so that a failure can be looked at again. */
static unsigned long long seed_of_the_sequence;
static double between(double low, double high)
{
    seed_of_the_sequence = seed_of_the_sequence * 6364136223846793005u + 1442695040888963407u;
    return low + (high - low) * (double)(seed_of_the_sequence >> 11) / 9007199254740992.0;
}

/* d f(z)/d z_j by the fourth-order central difference, with a step relative to the scale of z_j. */
typedef void function(const struct oracle_parameters *p, const long double *z, long double *f, const void *context);
static void column(function *f, const struct oracle_parameters *p, const long double *z, int n, int n_f, int j,
                   long double scale, long double *slope, const void *context)
{
    static const long double weight[4] = {1, -8, 8, -1};
    static const int place[4] = {-2, -1, 1, 2};
    const long double h = 1e-4L * scale;
    long double at[16], value[16];
    for (int i = 0; i < n_f; i++)
        slope[i] = 0;
    for (int k = 0; k < 4; k++) {
        memcpy(at, z, (size_t)n * sizeof *z);
        at[j] += place[k] * h;
        f(p, at, value, context);
        for (int i = 0; i < n_f; i++)
            slope[i] += weight[k] * value[i] / (12 * h);
    }
}

/* The largest difference, relative to the entry itself but never to less than `floor` of it. */
static void assert_column(const double *got, const long double *expected, int n, const long double *size,
                          const char *const *names, const char *known)
{
    for (int i = 0; i < n; i++) {
        const double e = (double)expected[i];
        if (!(fabs(got[i] - e) <= 1e-12 * fmax(fabs(e), (double)size[i])))
            fail_msg("d %s / d %s = %.17g, expected %.17g", names[i], known, got[i], e);
    }
}

/* ---- mechanism ---- */

/* z = theta1 theta2 dtheta1 dtheta2 | f_h p1 p2; f = the two accelerations, s, ds, static force */
static void mechanism(const struct oracle_parameters *p, const long double *z, long double *f, const void *context)
{
    const int coupling = *(const int *)context;
    const long double ds = oracle_length_rate(p, z);
    oracle_accelerations(p, z, coupling == 1 ? z[4] : (z[6] - z[5]) * p->a_p - p->c * ds, f);
    f[2] = oracle_length(p, z[0]);
    f[3] = ds;
    f[4] = oracle_static_force(p, z);
    f[5] = z[2];
    f[6] = z[3];
}

static const char *const mechanism_parameters[] = {"L", "L_h", "m", "m_p", "m_h", "x_B", "y_B", "g", "a_p", "c"};

static void random_mechanism(struct unit_under_test *u, struct oracle_parameters *p)
{
    long double *const fields[] = {&p->L, &p->L_h, &p->m, &p->m_p, &p->m_h, &p->x_B, &p->y_B, &p->g, &p->a_p, &p->c};
    for (int i = 0; i < 10; i++) {
        const double value = (double)*fields[i] * between(0.7, 1.3) + (fields[i] == &p->y_B ? between(-0.2, 0.2) : 0);
        *fields[i] = value;
        unit_set(u, mechanism_parameters[i], value);
    }
}

static void mechanism_derivatives_are_exact(void **state)
{
    (void)state;
    static const char *const unknown_names[] = {"der(dtheta1)", "der(dtheta2)", "s",          "ds",
                                                "f_h_static",   "der(theta1)",  "der(theta2)"};
    static const char *const known_names[] = {"theta1", "theta2", "dtheta1", "dtheta2", "f_h", "p1", "p2"};
    long double scale[] = {1, 1, 1, 1, 1e4L, 1e6L, 1e6L};
    struct binary *b = binary_open("Manipulator");
    fmi2ValueReference unknowns[7], knowns[7];
    for (int i = 0; i < 7; i++) {
        unknowns[i] = binary_reference(b, unknown_names[i]);
        knowns[i] = binary_reference(b, known_names[i]);
    }
    seed_of_the_sequence = 1;
    struct unit_under_test u;
    unit_open(&u, b, fmi2CoSimulation);
    int compared = 0;
    for (int point = 0; compared < POINTS; point++) {
        const int coupling = 1 + point % 2;
        struct oracle_parameters p = oracle_default();
        assert_int_equal(b->Reset(u.component), fmi2OK);
        random_mechanism(&u, &p);
        unit_set_integer(&u, "coupling", coupling);
        unit_initialize(&u, 0);
        const double z[7] = {between(0.2, 2.5),  between(0, 6.28),  between(-2, 2),   between(-2, 2),
                             between(-2e4, 2e4), between(1e5, 7e6), between(1e5, 7e6)};
        long double at[7];
        for (int i = 0; i < 7; i++) {
            unit_set(&u, known_names[i], z[i]);
            at[i] = z[i];
        }
        /* Where the actuator is short or near its dead point, theta1 acts on that scale. */
        const long double J = fabsl(oracle_length_rate(&p, (long double[]){at[0], 0, 1, 0}));
        scale[0] = fminl(1, fminl(oracle_length(&p, at[0]), J) / p.L);
        if (scale[0] < 0.02L)
            continue; /* too near for a difference; few points */
        compared++;
        for (int j = 0; j < 7; j++) {
            long double slope[7], value[7], size[7];
            mechanism(&p, at, value, &coupling);
            column(mechanism, &p, at, 7, 7, j, scale[j], slope, &coupling);
            for (int i = 0; i < 7; i++)
                size[i] = fabsl(value[i]) / scale[j]; /* an entry that cancels to less than f/z has no digits left */
            double got[7];
            const double one = 1;
            assert_int_equal(b->GetDirectionalDerivative(u.component, unknowns, 7, &knowns[j], 1, &one, got), fmi2OK);
            assert_column(got, slope, 7, size, unknown_names, known_names[j]);
        }
    }
    unit_close(&u);
    binary_close(b);
}

/* ---- hydraulics ---- */

/* z = p1 p2 | s ds kappa; f = the two pressure rates, f_h */
static void hydraulics(const struct oracle_parameters *p, const long double *z, long double *f, const void *context)
{
    (void)context;
    oracle_pressure_rates(p, z[2], z[3], z[4], z, f);
    f[2] = (z[1] - z[0]) * p->a_p - p->c * z[3];
}

static void hydraulic_derivatives_are_exact(void **state)
{
    (void)state;
    static const char *const parameters[] = {"a_p", "l", "c", "c_d", "rho", "p_P", "p_T", "a", "b", "A_valve"};
    static const char *const unknown_names[] = {"der(p1)", "der(p2)", "f_h"};
    static const char *const known_names[] = {"p1", "p2", "s", "ds", "kappa"};
    struct binary *b = binary_open("ManipulatorHydraulics");
    fmi2ValueReference unknowns[3], knowns[5];
    for (int i = 0; i < 3; i++)
        unknowns[i] = binary_reference(b, unknown_names[i]);
    for (int i = 0; i < 5; i++)
        knowns[i] = binary_reference(b, known_names[i]);
    seed_of_the_sequence = 2;
    struct unit_under_test u;
    unit_open(&u, b, fmi2CoSimulation);
    for (int point = 0; point < POINTS; point++) {
        struct oracle_parameters p = oracle_default();
        long double *const fields[] = {&p.a_p, &p.l, &p.c, &p.c_d, &p.rho, &p.p_P, &p.p_T, &p.a, &p.b, &p.A_valve};
        assert_int_equal(b->Reset(u.component), fmi2OK);
        for (int i = 0; i < 10; i++) {
            const double value = (double)*fields[i] * between(0.8, 1.25);
            *fields[i] = value;
            unit_set(&u, parameters[i], value);
        }
        const double s_0 = between(0.4, 0.7);
        p.s_0 = s_0;
        unit_set_integer(&u, "manoeuvre", 0);
        unit_set(&u, "s", s_0);
        unit_initialize(&u, 0);
        /* Pressures on both sides of pump and tank, where the flow against the drop is zero, but not next to them: there the
         * square root has no scale for a difference. */
        const double p_P = (double)p.p_P, p_T = (double)p.p_T;
        double z[5] = {between(1.1 * p_T + 5e4, 0.95 * p_P), between(1.1 * p_T + 5e4, 0.95 * p_P),
                       s_0 + between(-0.15, 0.15), between(-0.5, 0.5), between(0.01, 0.99)};
        if (point % 10 == 0)
            z[0] = between(1.1 * p_P, 1.5 * p_P);
        if (point % 10 == 1)
            z[1] = between(0.1 * p_T, 0.8 * p_T);
        long double at[5];
        for (int i = 0; i < 5; i++) {
            unit_set(&u, known_names[i], z[i]);
            at[i] = z[i];
        }
        for (int j = 0; j < 5; j++) {
            const long double to_root = j < 2 ? fminl(fabsl(p.p_P - at[j]), fabsl(at[j] - p.p_T)) : j == 2 ? 0.1L : 1;
            long double slope[3], value[3], size[3];
            hydraulics(&p, at, value, NULL);
            column(hydraulics, &p, at, 5, 3, j, to_root, slope, NULL);
            for (int i = 0; i < 3; i++)
                size[i] = fabsl(value[i]) / (j < 2 ? 1e6L : 1);
            double got[3];
            const double one = 1;
            assert_int_equal(b->GetDirectionalDerivative(u.component, unknowns, 3, &knowns[j], 1, &one, got), fmi2OK);
            assert_column(got, slope, 3, size, unknown_names, known_names[j]);
        }
    }
    unit_close(&u);
    binary_close(b);
}

/* d p1/d f = -1/(2 a_p), d p2/d f = +1/(2 a_p) from the closed form; f_h follows the force that it balances. */
static void initialization_is_differentiated_too(void **state)
{
    (void)state;
    struct binary *b = binary_open("ManipulatorHydraulics");
    struct unit_under_test u;
    unit_open(&u, b, fmi2CoSimulation);
    assert_int_equal(b->SetupExperiment(u.component, fmi2False, 0, 0, fmi2False, 0), fmi2OK);
    assert_int_equal(b->EnterInitializationMode(u.component), fmi2OK);
    unit_set(&u, "f_h_static", 5000);
    const fmi2ValueReference unknowns[4] = {binary_reference(b, "p1"), binary_reference(b, "p2"),
                                            binary_reference(b, "f_h"), binary_reference(b, "kappa_start")};
    const fmi2ValueReference known = binary_reference(b, "f_h_static");
    const double one = 1;
    double got[4];
    assert_int_equal(b->GetDirectionalDerivative(u.component, unknowns, 4, &known, 1, &one, got), fmi2OK);
    const double a_p = 65e-4;
    assert_near(got[0], -1 / (2 * a_p), 1e-12 / a_p);
    assert_near(got[1], 1 / (2 * a_p), 1e-12 / a_p);
    assert_near(got[2], 1, 1e-12);
    /* kappa = (1 - x)/2, D = 2x/(1 + x^2), hence d kappa/d D = -(1 + x^2)^2/(4 (1 - x^2)). */
    const double D = 5000 / (a_p * 7.5e6), x = D / (1 + sqrt(1 - D * D));
    const double slope = -(1 + x * x) * (1 + x * x) / (4 * (1 - x * x)) / (a_p * 7.5e6);
    assert_near(got[3], slope, 1e-12 * fabs(slope));
    unit_close(&u);
    binary_close(b);
}

/* Two seeds at once are the sum of the two. */
static void a_direction_may_have_several_seeds(void **state)
{
    (void)state;
    struct binary *b = binary_open("Manipulator");
    struct unit_under_test u;
    unit_open(&u, b, fmi2CoSimulation);
    unit_initialize(&u, 0);
    unit_set(&u, "dtheta1", 0.3); /* at rest there is no power */
    const fmi2ValueReference knowns[2] = {binary_reference(b, "theta1"), binary_reference(b, "f_h")};
    const fmi2ValueReference unknowns[2] = {binary_reference(b, "der(dtheta1)"), binary_reference(b, "actuator_power")};
    const double seeds[2] = {0.3, 70};
    double both[2], first[2], second[2];
    assert_int_equal(b->GetDirectionalDerivative(u.component, unknowns, 2, knowns, 2, seeds, both), fmi2OK);
    assert_int_equal(b->GetDirectionalDerivative(u.component, unknowns, 2, &knowns[0], 1, &seeds[0], first), fmi2OK);
    assert_int_equal(b->GetDirectionalDerivative(u.component, unknowns, 2, &knowns[1], 1, &seeds[1], second), fmi2OK);
    for (int i = 0; i < 2; i++) {
        assert_true(first[i] != 0 && second[i] != 0);
        assert_near(both[i], first[i] + second[i], 4e-16 * (fabs(first[i]) + fabs(second[i])));
    }
    unit_close(&u);
    binary_close(b);
}

/* The output's derivative in time, against the oracle: ds/dt = J'' dtheta^2 + J ddtheta by a difference along the motion. */
static void output_derivatives_are_exact(void **state)
{
    (void)state;
    struct binary *b = binary_open("Manipulator");
    struct unit_under_test u;
    unit_open(&u, b, fmi2CoSimulation);
    unit_initialize(&u, 0);
    const struct oracle_parameters p = oracle_default();
    const double z[4] = {0.7, 4.5, 0.3, -0.2};
    static const char *const names[4] = {"theta1", "theta2", "dtheta1", "dtheta2"};
    for (int i = 0; i < 4; i++)
        unit_set(&u, names[i], z[i]);
    unit_set(&u, "f_h", 9500);
    long double acceleration[2], at[4] = {z[0], z[1], z[2], z[3]};
    oracle_accelerations(&p, at, 9500, acceleration);
    const long double h = 1e-4L;
    long double ds_rate = 0;
    for (int side = -1; side <= 1; side += 2) /* Taylor's difference of second order twice: h and 2h, extrapolated */
        for (int k = 1; k <= 2; k++) {
            const long double dt = side * k * h;
            const long double moved[4] = {at[0] + dt * at[2] + dt * dt / 2 * acceleration[0], 0,
                                          at[2] + dt * acceleration[0], 0};
            ds_rate += (k == 1 ? 8.0L : -1.0L) * side * oracle_length_rate(&p, moved) / (12 * h);
        }
    const fmi2ValueReference refs[2] = {binary_reference(b, "s"), binary_reference(b, "ds")};
    const fmi2Integer orders[2] = {1, 1};
    double got[2];
    assert_int_equal(b->GetRealOutputDerivatives(u.component, refs, 2, orders, got), fmi2OK);
    assert_near(got[0], unit_get(&u, "ds"), 1e-15);
    assert_near(got[1], (double)ds_rate, 1e-12 * fabs((double)ds_rate));
    unit_close(&u);
    binary_close(b);
}

/* Inputs as polynomials inside the step: with f_h(t) given by its derivatives, one step of RK4 over H in many micro steps
 * equals the oracle driven by the same polynomial. */
static void inputs_follow_their_derivatives_inside_a_step(void **state)
{
    (void)state;
    struct binary *b = binary_open("Manipulator");
    struct unit_under_test u;
    unit_open(&u, b, fmi2CoSimulation);
    unit_set_integer(&u, "solver", 2);
    unit_set(&u, "step_size", 1e-3);
    unit_initialize(&u, 0);
    const double f0 = 9000, f1 = 2e4, f2 = -3e5, H = 0.1;
    unit_set(&u, "f_h", f0);
    const fmi2ValueReference refs[2] = {binary_reference(b, "f_h"), binary_reference(b, "f_h")};
    assert_int_equal(
        b->SetRealInputDerivatives(u.component, refs, 2, (const fmi2Integer[]){1, 2}, (const double[]){f1, f2}),
        fmi2OK);
    assert_int_equal(b->DoStep(u.component, 0, H, fmi2True), fmi2OK);

    const struct oracle_parameters p = oracle_default();
    long double z[4] = {p.theta1_0, p.theta2_0, 0, 0};
    const int n = 1000;
    const long double h = (long double)H / n;
    for (int step = 0; step < n; step++) {
        long double k[4][4], at[4];
        static const long double node[4] = {0, 0.5L, 0.5L, 1};
        for (int stage = 0; stage < 4; stage++) {
            const long double t = (step + node[stage]) * h;
            for (int i = 0; i < 4; i++)
                at[i] = stage == 0 ? z[i] : z[i] + h * node[stage] * k[stage - 1][i];
            k[stage][0] = at[2];
            k[stage][1] = at[3];
            oracle_accelerations(&p, at, f0 + t * (f1 + t / 2 * f2), k[stage] + 2);
        }
        for (int i = 0; i < 4; i++)
            z[i] += h / 6 * (k[0][i] + 2 * k[1][i] + 2 * k[2][i] + k[3][i]);
    }
    assert_near(unit_get(&u, "theta1"), (double)z[0], 1e-11);
    assert_near(unit_get(&u, "dtheta1"), (double)z[2], 1e-10);
    assert_near(unit_get(&u, "f_h"), f0 + H * (f1 + H / 2 * f2), 1e-9); /* the polynomial's end */
    unit_close(&u);
    binary_close(b);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(mechanism_derivatives_are_exact),
        cmocka_unit_test(hydraulic_derivatives_are_exact),
        cmocka_unit_test(initialization_is_differentiated_too),
        cmocka_unit_test(a_direction_may_have_several_seeds),
        cmocka_unit_test(output_derivatives_are_exact),
        cmocka_unit_test(inputs_follow_their_derivatives_inside_a_step),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
