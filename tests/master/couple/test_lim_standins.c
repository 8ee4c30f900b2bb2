/* Stand-ins on the LIM manipulator, Runge-Kutta inside, micro steps of 0.5 ms, hydraulics first: the largest error of s against the exact
 * solution. The expected errors are those of a prototype on the same equations, printed with two digits; half as much again, or
 * 1e-7 m where that is more, is allowed. */
#include "tests/master/couple/coupled_run.h"
#include "tests/master/couple/lim_reference.h"

#include "master/couple/run_impl.h"
#include "master/import/fmu_private.h"

/* M1 as an input of the system: kappa of the document's eq. 19, with kappa_0 in full (eq. 18). */
static bool read_valve(void *context, double t, bool from_left, double *values, struct error *error)
{
    (void)context, (void)from_left, (void)error;
    const double kappa_0 = 0.454345589598051251;
    values[0] = kappa_0 - 0.01 * fmin(1, fmax(0, (t - 2) / 1e-3)) + 0.03 * fmin(1, fmax(0, (t - 6) / 2e-3));
    return true;
}

static double no_jump(void *context, double t)
{
    (void)context, (void)t;
    return (double)INFINITY;
}

static const bool driven[] = {true};
static const struct run_input valve = {.driven = driven, .values = read_valve, .next_jump = no_jump};

static double error_with(enum lim_coupling coupling, int manoeuvre, double H, const char *scheme, const char *order,
                         const struct run_input *input)
{
    struct coupled c = lim_open(coupling, manoeuvre);
    if (input)
        coupled_set(&c, "hydraulics.manoeuvre=0");
    c.options.scheme = scheme;
    c.options.input = input;
    c.options.order = order;
    c.options.extrapolation = EXTRAPOLATION_MODEL;
    c.options.macro_step = H;
    c.options.micro_step = 0.5e-3;
    coupled_must_run(&c);
    const double largest = lim_error(&c, manoeuvre);
    coupled_close(&c);
    return largest;
}

static double error_of(enum lim_coupling coupling, int manoeuvre, double H, const char *order)
{
    return error_with(coupling, manoeuvre, H, "gauss-seidel", order, NULL);
}

static void errors_are_those_of_the_prototype(void **state)
{
    (void)state;
    static const struct {
        enum lim_coupling coupling;
        int manoeuvre;
        double H, error;
    } table[] = {
        {P_S, 1, 1e-3, 5.7e-8},  {P_S, 1, 5e-3, 4.6e-8},  {P_S, 1, 10e-3, 2.5e-8}, {P_S, 1, 20e-3, 1.2e-8},
        {P_S, 1, 50e-3, 1.2e-7}, {P_S, 1, 0.1, 7.5e-7},   {P_S, 1, 0.2, 5e-6},     {P_S, 2, 1e-3, 2.4e-8},
        {P_S, 2, 5e-3, 6.1e-8},  {P_S, 2, 10e-3, 4.2e-7}, {P_S, 2, 20e-3, 3.4e-6}, {P_S, 2, 50e-3, 4.4e-5},
        {P_S, 2, 0.1, 2.5e-4},   {P_S, 2, 0.2, 1.1e-3},   {F_S, 1, 1e-3, 2.3e-7},  {F_S, 1, 10e-3, 1.1e-8},
        {F_S, 1, 50e-3, 1.5e-6}, {F_S, 1, 0.1, 1e-5},     {F_S, 2, 1e-3, 1.3e-6},  {F_S, 2, 10e-3, 2.4e-6},
        {F_S, 2, 50e-3, 3.9e-4}, {F_S, 2, 0.1, 3.2e-3},
    };
    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        const double found = error_of(table[i].coupling, table[i].manoeuvre, table[i].H, "hydraulics/multibody");
        if (!(found <= fmax(1.5 * table[i].error, 1e-7)))
            fail_msg("%s, M%d, H = %g: error %.3g, the prototype's was %.2g", table[i].coupling == F_S ? "f-s" : "p-s",
                     table[i].manoeuvre, table[i].H, found, table[i].error);
    }
}

/* Within a macro step of 100 ms the work at the cylinder is summed up by trapezoids over the micro steps: half of them come to a third of the
 * distance from the work that the FMUs themselves integrate, or less (second order: a quarter). Trapezoids over macro steps say 140.6 J, not 133.2. */
static void work_is_summed_up_in_micro_steps(void **state)
{
    (void)state;
    double distance[2][2];
    for (int i = 0; i < 2; i++) {
        static const char *const power = "hydraulics.f_h,multibody.ds"; /* once more, without the FMUs' own work */
        struct coupled c = lim_open(F_S, 1);
        c.options.scheme = "gauss-seidel";
        c.options.order = "hydraulics/multibody";
        c.options.extrapolation = EXTRAPOLATION_MODEL;
        c.options.macro_step = 0.1;
        c.options.micro_step = i == 0 ? 1e-3 : 0.5e-3;
        c.options.powers = &power;
        c.options.n_powers = 1;
        coupled_must_run(&c);
        assert_int_equal(c.summary.n_powers, 2);
        assert_true(c.powers[0].from_components && !c.powers[1].from_components);
        distance[i][0] = fabs(c.powers[1].delivered - c.powers[0].delivered);
        distance[i][1] = fabs(c.powers[1].received - c.powers[0].received);
        coupled_close(&c);
    }
    for (int side = 0; side < 2; side++) {
        assert_true(distance[0][side] < 0.01);
        assert_true(distance[1][side] < distance[0][side] / 3);
    }
}

/* The prototype's errors there are 0.22 and 3.1 mm. */
static void a_macro_step_of_a_second_is_stable(void **state)
{
    (void)state;
    assert_true(error_of(P_S, 1, 1, "hydraulics/multibody") < 1.5 * 2.2e-4);
    assert_true(error_of(P_S, 2, 1, "hydraulics/multibody") < 1.5 * 3.1e-3);
}

/* Left to itself the run steps the hydraulics first: the same numbers. */
static void the_order_is_found(void **state)
{
    (void)state;
    assert_true(error_of(P_S, 1, 0.1, NULL) == error_of(P_S, 1, 0.1, "hydraulics/multibody"));
}

/* The valve's ramps of 1 and 2 ms are seen by micro steps, inside of macro steps of 100 ms. */
static void inputs_of_the_system_drive_stand_ins(void **state)
{
    (void)state;
    assert_true(error_with(P_S, 1, 10e-3, "gauss-seidel", NULL, &valve) <= 1e-7);
    assert_true(error_with(P_S, 1, 0.1, "gauss-seidel", NULL, &valve) <= 1.5 * 7.5e-7);
}

/* In Jacobi's scheme the mechanism hears a stand-in of the hydraulics: it knows the valve's input ahead, but no law of time inside. */
static void jacobi_is_better_off_where_the_valve_is_an_input(void **state)
{
    (void)state;
    assert_true(error_with(P_S, 1, 10e-3, "jacobi", NULL, &valve) <
                0.1 * error_with(P_S, 1, 10e-3, "jacobi", NULL, NULL));
}

/* Waveforms repeated until they stand: what is left is that values are straight over micro steps. */
static double error_of_waveforms(double H, double micro_step)
{
    struct coupled c = lim_open(P_S, 2);
    coupled_set(&c, "multibody.step_size=5e-5");
    coupled_set(&c, "hydraulics.step_size=2.5e-5");
    c.options.scheme = "gauss-seidel";
    c.options.extrapolation = EXTRAPOLATION_WAVEFORM;
    c.options.iterations = 50;
    c.options.iteration_tolerance = 1e-10;
    c.options.macro_step = H;
    c.options.micro_step = micro_step;
    c.options.has_stop_time = true;
    c.options.stop_time = 3;
    coupled_must_run(&c);
    const double largest = lim_error(&c, 2);
    coupled_close(&c);
    return largest;
}

static void waveforms_converge_to_the_solution_with_micro_steps(void **state)
{
    (void)state;
    const double coarse = error_of_waveforms(8e-3, 1e-3), fine = error_of_waveforms(8e-3, 0.5e-3);
    const double shorter = error_of_waveforms(4e-3, 0.5e-3);
    assert_true(fine < 1e-7 && coarse / fine > 3.7 && coarse / fine < 4.5);
    assert_near(shorter, fine, 0.02 * fine); /* the macro step does not matter */
}

/* Of the first second and a half. */
static long steps_by_the_error(enum lim_coupling coupling, double tolerance)
{
    struct coupled c = lim_open(coupling, 2);
    c.options.scheme = "gauss-seidel";
    c.options.extrapolation = EXTRAPOLATION_MODEL;
    c.options.macro_step = 1e-5;
    c.options.macro_step_most = 1;
    c.options.output_step = 10e-3;
    c.options.error_tolerance = tolerance;
    c.options.has_stop_time = true;
    c.options.stop_time = 1.5;
    coupled_must_run(&c);
    const long taken = c.summary.steps;
    coupled_close(&c);
    return taken;
}

/* Forces or pressures, the hydraulics hear the same mechanism, and its curvature decides on the macro step. The force is a direct output of an
 * FMU that recomputes: read as it stands, it would be off by what the damper makes of the piston's speed, which is not what was promised. */
static void as_many_macro_steps_are_enough_for_forces_as_for_pressures(void **state)
{
    (void)state;
    static const double tolerances[] = {1e-4, 1e-5, 5e-6, 1e-6, 1e-7};
    long before = 0;
    for (int i = 0; i < 5; i++) {
        const long forces = steps_by_the_error(F_S, tolerances[i]), pressures = steps_by_the_error(P_S, tolerances[i]);
        if (!(forces > before && fabs((double)(forces - pressures)) < 0.1 * (double)pressures))
            fail_msg("%g: %ld macro steps, with pressures %ld, before %ld", tolerances[i], forces, pressures, before);
        before = forces;
    }
}

/* ---- what a step asks for ---- */

static const struct functions *own[2];
static fmi2Component components[2];
static long steps[2], calls[2];

static size_t whose(fmi2Component component)
{
    return component == components[0] ? 0 : 1;
}

static const struct functions *called(fmi2Component component)
{
    calls[whose(component)]++;
    return own[whose(component)];
}

static fmi2Status get_real(fmi2Component c, const fmi2ValueReference refs[], size_t n, fmi2Real values[])
{
    return called(c)->GetReal(c, refs, n, values);
}

static fmi2Status set_real(fmi2Component c, const fmi2ValueReference refs[], size_t n, const fmi2Real values[])
{
    return called(c)->SetReal(c, refs, n, values);
}

static fmi2Status set_derivatives(fmi2Component c, const fmi2ValueReference refs[], size_t n,
                                  const fmi2Integer orders[], const fmi2Real values[])
{
    return called(c)->SetRealInputDerivatives(c, refs, n, orders, values);
}

static fmi2Status directional(fmi2Component c, const fmi2ValueReference unknowns[], size_t n,
                              const fmi2ValueReference knowns[], size_t n_knowns, const fmi2Real seed[],
                              fmi2Real result[])
{
    return called(c)->GetDirectionalDerivative(c, unknowns, n, knowns, n_knowns, seed, result);
}

static fmi2Status do_step(fmi2Component c, fmi2Real t, fmi2Real length, fmi2Boolean no_way_back)
{
    steps[whose(c)]++;
    return called(c)->DoStep(c, t, length, no_way_back);
}

/* Calls of both components between the start and the end of a run, by macro steps of length H. */
static void count_calls(double H, struct run_summary *summary, size_t *exponentials)
{
    static struct functions counting[2];
    struct coupled c = lim_open(P_S, 2);
    c.options.scheme = "gauss-seidel";
    c.options.order = "hydraulics/multibody";
    c.options.extrapolation = EXTRAPOLATION_MODEL;
    c.options.macro_step = H;
    c.options.micro_step = 0.5e-3;
    c.options.has_stop_time = true;
    c.options.stop_time = 0.4;
    struct run *run = run_open(c.system, &c.options, &c.error);
    if (!run || !run_initialize(run, &c.error))
        fail_msg("%s", c.error.text);
    for (size_t k = 0; k < 2; k++) {
        struct instance *i = component_instance(run_component(run, k));
        components[k] = i->component;
        own[k] = i->functions;
        counting[k] = *i->functions;
        counting[k].GetReal = get_real;
        counting[k].SetReal = set_real;
        counting[k].SetRealInputDerivatives = set_derivatives;
        counting[k].GetDirectionalDerivative = directional;
        counting[k].DoStep = do_step;
        i->functions = &counting[k];
        steps[k] = calls[k] = 0;
    }
    if (!run_advance(run, INFINITY, &c.error))
        fail_msg("%s", c.error.text);
    *summary = run_summary(run);
    *exponentials = 0;
    for (size_t k = 0; k < 2; k++) {
        component_instance(run_component(run, k))->functions = own[k];
        *exponentials += run->stepper.standins->listeners[k].standin.exponentials;
    }
    run_close(run);
    coupled_close(&c);
}

/* A micro step is four calls: inputs, how they move, the step, outputs. All else, derivatives above all, is asked for once per macro step
 * (and at the end): with half as many macro steps over the same micro steps it is half as much. A matrix exponential is taken per macro
 * step and stand-in. */
static void a_micro_step_is_four_calls(void **state)
{
    (void)state;
    long rest[3][2];
    for (int n = 0; n < 3; n++) {
        struct run_summary s;
        size_t exponentials;
        count_calls(ldexp(10e-3, n), &s, &exponentials);
        assert_int_equal(s.steps, 40 >> n);
        assert_in_range(exponentials, 1, s.steps + 1);
        for (size_t k = 0; k < 2; k++) {
            assert_int_equal(steps[k], 800);
            rest[n][k] = calls[k] - 4 * steps[k];
            assert_in_range(rest[n][k], 1, 20 * s.steps);
        }
    }
    for (size_t k = 0; k < 2; k++)
        assert_int_equal(rest[0][k] - rest[1][k], 2 * (rest[1][k] - rest[2][k]));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(errors_are_those_of_the_prototype),
        cmocka_unit_test(work_is_summed_up_in_micro_steps),
        cmocka_unit_test(a_macro_step_of_a_second_is_stable),
        cmocka_unit_test(as_many_macro_steps_are_enough_for_forces_as_for_pressures),
        cmocka_unit_test(a_micro_step_is_four_calls),
        cmocka_unit_test(the_order_is_found),
        cmocka_unit_test(inputs_of_the_system_drive_stand_ins),
        cmocka_unit_test(waveforms_converge_to_the_solution_with_micro_steps),
        cmocka_unit_test(jacobi_is_better_off_where_the_valve_is_an_input),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
