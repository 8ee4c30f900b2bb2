/* LIM's linear oscillator: two masses of 1 kg, springs of 10, 100 and 1000 N/m, dampers; in its three couplings. Its spectrum is
 * known in closed form; its co-simulation is linear, so that the growth per macro step that the probe predicts can be measured
 * by running it, stable or not. */
#include "linearize/limit.h"
#include "tests/linearize/running.h"
#include "linearize/spectrum.h"

#include <stdlib.h>
#include <string.h>

static const char *const couplings[] = {"fs", "ss", "ff"};
enum { N_COUPLINGS = 3 };

struct oscillator {
    char path[256], sets[16][64];
    const char *list[17];
};

static void set(struct oscillator *o, size_t *n, const char *format, int mass, double value)
{
    snprintf(o->sets[*n], sizeof o->sets[*n], format, mass, value);
    o->list[*n] = o->sets[*n];
    o->list[++*n] = NULL;
}

/* `damping`: of every damper; `solver` as the parameter. Micro steps of 5 ms are coarse for the fast mode: a prediction must know
 * them as they are. */
static struct oscillator *make_oscillator(const char *coupling, double damping, double solver)
{
    struct oscillator *o = calloc(1, sizeof *o);
    size_t n = 0;
    snprintf(o->path, sizeof o->path, "%s/systems/oscillator-%s.ssp", BUILD_DIR, coupling);
    for (int mass = 1; mass <= 2; mass++) {
        set(o, &n, "mass%d.c=%.17g", mass, damping);
        set(o, &n, "mass%d.c_c=%.17g", mass, damping);
        set(o, &n, "mass%d.solver=%g", mass, solver);
        set(o, &n, "mass%d.step_size=%g", mass, 5e-3);
    }
    if (strcmp(coupling, "ff") == 0) {
        snprintf(o->sets[n], sizeof o->sets[n], "spring.c_c=%.17g", damping);
        o->list[n] = o->sets[n];
    }
    return o;
}

/* ---- the spectrum ---- */

/* Undamped: omega^2 are the eigenvalues of [110, -100; -100, 1100], which are 605 -+ 505. */
static void undamped_eigenvalues_are_those_of_the_formula(void **state)
{
    (void)state;
    for (size_t k = 0; k < N_COUPLINGS; k++) {
        struct oscillator *o = make_oscillator(couplings[k], 0, 1);
        struct running r = start_running(o->path, o->list, NULL, PROBE_BEST);
        assert_ok(linearizer_run(r.linearizer, &error));
        struct modes modes;
        assert_ok(modes_open(&modes, linearizer_coupled(r.linearizer), &error));
        assert_int_equal(modes.spectrum.n, 4);
        int slow = 0, fast = 0;
        for (size_t i = 0; i < 4; i++) {
            const double complex value = modes.spectrum.values[i];
            assert_near(creal(value), 0, 1e-13 * sqrt(1110));
            slow += fabs(fabs(cimag(value)) - 10) <= 1e-13 * 10;
            fast += fabs(fabs(cimag(value)) - sqrt(1110)) <= 1e-13 * sqrt(1110);
        }
        assert_int_equal(slow, 2);
        assert_int_equal(fast, 2);
        modes_close(&modes);
        stop_running(&r);
        free(o);
    }
}

/* Dampers to the ground alone, 2 Ns/m at each mass: every mode becomes -1 +- i sqrt(omega^2 - 1). */
static void damped_eigenvalues_are_those_of_the_formula(void **state)
{
    (void)state;
    for (size_t k = 0; k < N_COUPLINGS; k++) {
        struct oscillator *o = make_oscillator(couplings[k], 0, 1);
        static const char *const dampers[] = {"mass1.c=2", "mass2.c=2"};
        o->list[0] = dampers[0];
        o->list[4] = dampers[1];
        struct running r = start_running(o->path, o->list, NULL, PROBE_BEST);
        assert_ok(linearizer_run(r.linearizer, &error));
        struct modes modes;
        assert_ok(modes_open(&modes, linearizer_coupled(r.linearizer), &error));
        for (size_t i = 0; i < 4; i++) {
            const double complex value = modes.spectrum.values[i];
            const double omega = fabs(cimag(value)) < 20 ? sqrt(99) : sqrt(1109);
            assert_near(creal(value), -1, 1e-13 * omega);
            assert_near(fabs(cimag(value)), omega, 1e-13 * omega);
        }
        modes_close(&modes);
        stop_running(&r);
        free(o);
    }
}

/* ---- growth per macro step ---- */

struct scheme_case {
    const char *scheme, *order;
    int extrapolation, iterations;
    enum feedthrough feedthrough;
    int rate; /* of mass1 */
};

static struct run_options options_of(const struct scheme_case *s, struct run_rate *rate)
{
    struct run_options options = run_options_default();
    options.scheme = s->scheme;
    options.order = s->order;
    options.extrapolation = s->extrapolation;
    options.slopes = SLOPES_EXACT;
    options.iterations = s->iterations;
    options.iteration_tolerance = 0; /* all passes, always */
    options.feedthrough = s->feedthrough;
    options.has_stop_time = true;
    options.stop_time = 1e9;
    *rate = (struct run_rate){"mass1", s->rate};
    options.rates = rate;
    options.n_rates = s->rate > 1;
    return options;
}

struct predicted {
    struct running *running;
    struct run *scheme;
    struct step_maps *maps;
    struct amplifier *amplifier;
    struct modes modes;
};

/* Of a scheme on a linearized oscillator, which must outlive it. */
static struct predicted start_prediction(struct running *running, const struct scheme_case *s, enum subsystem subsystem)
{
    struct error failure = {0};
    struct run_rate rate;
    struct run_options options = options_of(s, &rate);
    struct predicted p = {.running = running};
    assert_ok(modes_open(&p.modes, linearizer_coupled(p.running->linearizer), &error));
    options.starts = p.running->starts;
    options.macro_step = 0.6; /* the longest that is asked for: micro steps are 1/pace, or the macro step */
    p.scheme = run_open(p.running->system, &options, &failure);
    if (!p.scheme)
        fail_msg("%s", failure.text);
    p.maps = step_maps_open(p.running->run, p.running->linearizer, subsystem, &failure);
    assert_non_null(p.maps);
    p.amplifier = amplifier_open(p.scheme, p.running->linearizer, p.maps, &failure);
    assert_non_null(p.amplifier);
    return p;
}

static void stop_prediction(struct predicted *p)
{
    amplifier_close(p->amplifier);
    step_maps_close(p->maps);
    run_close(p->scheme);
    modes_close(&p->modes);
}

/* An oscillator for many schemes: unpacking and loading FMUs takes longer than predicting growth. */
static struct running start_oscillator(struct oscillator *o)
{
    struct running r = start_running(o->path, o->list, NULL, PROBE_BEST);
    assert_ok(linearizer_run(r.linearizer, &error));
    free(o);
    return r;
}

static struct limit find_limit(struct predicted *p, double from, double to)
{
    struct limit limit;
    struct limit_options options = limit_options_default();
    options.from = from;
    options.to = to;
    options.n_scan = 60;
    assert_ok(
        limit_find(&limit, p->amplifier, p->maps, p->modes.spectrum.values, p->modes.spectrum.n, &options, &error));
    return limit;
}

static double predict(struct predicted *p, double H)
{
    struct growth g;
    assert_ok(growth_at(&g, p->amplifier, p->maps, p->modes.spectrum.values, p->modes.spectrum.n, H, &error));
    return log(g.radius);
}

/* Size of the states, positions in units of what speeds are at 10 rad/s. */
static double size_of(struct run *run)
{
    double largest = 0;
    for (size_t c = 0; c < 2; c++) {
        struct component *component = run_component(run, c);
        const struct description *d = component_description(component);
        const unsigned refs[] = {description_find(d, "x")->reference, description_find(d, "dx")->reference};
        double x[2];
        assert_ok(component_get_real(component, refs, 2, x, &error));
        largest = fmax(largest, fmax(fabs(10 * x[0]), fabs(x[1])));
    }
    return largest;
}

/* The largest size over a few steps from here on: an oscillating mode shows its amplitude. */
static double amplitude(struct run *run, int steps)
{
    double largest = 0;
    for (int i = 0; i < steps; i++) {
        assert_ok(run_step(run, &error));
        largest = fmax(largest, size_of(run));
    }
    return largest;
}

/* ln |mu| from a run that is so long that amplitudes change by exp(100), the first half to let other modes die. */
static double measure(const struct running *r, const struct scheme_case *s, double H, double expected)
{
    struct error failure = {0};
    struct run_rate rate;
    struct run_options options = options_of(s, &rate);
    options.macro_step = H;
    options.starts = r->starts;
    struct run *run = run_open(r->system, &options, &failure);
    if (!run || !run_initialize(run, &failure))
        fail_msg("%s", failure.text);
    const double wanted = 50 / fabs(expected);
    const int half = wanted > 12000 ? 12000 : (int)wanted, window = 40;
    for (int i = 0; i < half; i++)
        assert_ok(run_step(run, &error));
    const double before = amplitude(run, window);
    for (int i = 0; i < half - window; i++)
        assert_ok(run_step(run, &error));
    const double after = amplitude(run, window);
    run_close(run);
    return log(after / before) / half;
}

static void be_silent(const char *text, void *context)
{
    (void)text, (void)context;
}

static void expect_growth(struct running *oscillator, const struct scheme_case *s)
{
    struct predicted p = start_prediction(oscillator, s, SUBSYSTEM_BEST);
    const struct limit limit = find_limit(&p, 2e-3, 0.6);
    const double center = limit.kind == LIMIT_FOUND ? limit.macro_step : 0.1;
    const double around[] = {0.85, 1.15};
    for (size_t i = 0; i < 2; i++) {
        const double H = around[i] * center, predicted = predict(&p, H);
        const double measured = measure(p.running, s, H, predicted);
        if (!(fabs(measured - predicted) <= 0.02 * fabs(predicted)))
            fail_msg("%s %s %s extrapolation %d iterations %d %s rate %d: H = %g, predicted %.6g, measured %.6g",
                     oscillator->system->name, s->scheme, s->order ? s->order : "", s->extrapolation, s->iterations,
                     s->feedthrough == FEEDTHROUGH_STALE ? "stale" : "refreshed", s->rate, H, predicted, measured);
    }
    if (limit.kind == LIMIT_FOUND) { /* beyond it there may be a tongue that ends soon */
        assert_true(predict(&p, 0.999 * center) < 0);
        assert_true(predict(&p, 1.001 * center) > 0);
    }
    free(limit.scan);
    free(limit.again);
    stop_prediction(&p);
}

static void growth_of_explicit_schemes_is_predicted(void **state)
{
    (void)state;
    static const char *const orders[] = {NULL, "mass1/mass2", "mass2/mass1"};
    for (size_t k = 0; k < 2; k++) {
        struct running oscillator = start_oscillator(make_oscillator(couplings[k], 2, 2));
        for (int order = 0; order < 3; order++)
            for (int extrapolation = 0; extrapolation <= 2; extrapolation++)
                for (int stale = 0; stale <= 1; stale++) {
                    const struct scheme_case s = {.scheme = order ? "gauss-seidel" : "jacobi",
                                                  .order = orders[order],
                                                  .extrapolation = extrapolation,
                                                  .iterations = 1,
                                                  .feedthrough = stale ? FEEDTHROUGH_STALE : FEEDTHROUGH_REFRESHED,
                                                  .rate = 1};
                    expect_growth(&oscillator, &s);
                }
        stop_running(&oscillator);
    }
}

/* Three components: the spring between the masses has feedthrough and no states. */
static void growth_with_a_massless_spring_is_predicted(void **state)
{
    (void)state;
    struct running oscillator = start_oscillator(make_oscillator("ff", 2, 2));
    for (int extrapolation = 0; extrapolation <= 2; extrapolation++) {
        const struct scheme_case jacobi = {"jacobi", NULL, extrapolation, 1, FEEDTHROUGH_REFRESHED, 1};
        const struct scheme_case stale = {"jacobi", NULL, extrapolation, 1, FEEDTHROUGH_STALE, 1};
        const struct scheme_case gauss = {
            "gauss-seidel", "mass1/mass2/spring", extrapolation, 1, FEEDTHROUGH_REFRESHED, 1};
        expect_growth(&oscillator, &jacobi);
        expect_growth(&oscillator, &stale);
        expect_growth(&oscillator, &gauss);
    }
    stop_running(&oscillator);
}

static void growth_of_iterated_schemes_is_predicted(void **state)
{
    (void)state;
    struct running fs = start_oscillator(make_oscillator("fs", 2, 2));
    struct running ss = start_oscillator(make_oscillator("ss", 2, 2));
    for (int iterations = 2; iterations <= 3; iterations++)
        for (int extrapolation = 0; extrapolation <= 2; extrapolation++) {
            const struct scheme_case jacobi = {"jacobi", NULL, extrapolation, iterations, FEEDTHROUGH_REFRESHED, 1};
            const struct scheme_case gauss = {"gauss-seidel", "mass1/mass2",         extrapolation,
                                              iterations,     FEEDTHROUGH_REFRESHED, 1};
            expect_growth(&fs, &jacobi);
            expect_growth(&fs, &gauss);
            expect_growth(&ss, &jacobi);
        }
    stop_running(&fs);
    stop_running(&ss);
}

/* Stand-ins are exact for a linear system, but for straight lines over micro steps and what solvers inside do: nothing but the
 * growth itself tells whether they are predicted as they are. Chosen micro steps, at most 1/pace, are predicted, too. */
static void growth_with_standins_is_predicted(void **state)
{
    (void)state;
    static const char *const orders[] = {NULL, "mass1/mass2", "mass2/mass1", "mass2/mass1/spring"};
    for (size_t k = 0; k < N_COUPLINGS; k++) {
        struct running oscillator = start_oscillator(make_oscillator(couplings[k], 2, 2));
        for (int order = 0; order < 3; order++)
            for (int stale = 0; stale <= 1; stale++)
                for (int iterations = 1; iterations <= 2; iterations++) {
                    const struct scheme_case s = {.scheme = order ? "gauss-seidel" : "jacobi",
                                                  .order = orders[order && k == 2 ? 3 : order],
                                                  .extrapolation = EXTRAPOLATION_MODEL,
                                                  .iterations = iterations,
                                                  .feedthrough = stale ? FEEDTHROUGH_STALE : FEEDTHROUGH_REFRESHED,
                                                  .rate = 1};
                    expect_growth(&oscillator, &s);
                }
        stop_running(&oscillator);
    }
}

/* Passes that have not converged: their number decides. */
static void growth_of_waveforms_is_predicted(void **state)
{
    (void)state;
    for (size_t k = 0; k < 2; k++) {
        struct running oscillator = start_oscillator(make_oscillator(couplings[k], 2, 2));
        for (int iterations = 2; iterations <= 5; iterations++)
            for (int order = 0; order < 2; order++) {
                const struct scheme_case s = {.scheme = order ? "gauss-seidel" : "jacobi",
                                              .order = order ? "mass1/mass2" : NULL,
                                              .extrapolation = EXTRAPOLATION_WAVEFORM,
                                              .iterations = iterations,
                                              .feedthrough = FEEDTHROUGH_REFRESHED,
                                              .rate = 1};
                expect_growth(&oscillator, &s);
            }
        stop_running(&oscillator);
    }
}

static void growth_with_other_solvers_and_rates_is_predicted(void **state)
{
    (void)state;
    for (int solver = 1; solver <= 3; solver++) {
        const struct scheme_case jacobi = {"jacobi", NULL, 1, 1, FEEDTHROUGH_REFRESHED, 1};
        struct running oscillator = start_oscillator(make_oscillator("fs", 2, solver));
        expect_growth(&oscillator, &jacobi);
        stop_running(&oscillator);
    }
    struct running euler = start_oscillator(make_oscillator("fs", 2, 1));
    for (int extrapolation = 0; extrapolation <= 2; extrapolation++) {
        const struct scheme_case twice = {"jacobi", NULL, extrapolation, 1, FEEDTHROUGH_STALE, 2};
        const struct scheme_case thrice = {"gauss-seidel", "mass2/mass1", extrapolation, 1, FEEDTHROUGH_REFRESHED, 3};
        expect_growth(&euler, &twice);
        expect_growth(&euler, &thrice);
    }
    stop_running(&euler);
}

/* An adaptive solver that is accurate steps as the exponential does. */
static void own_steps_of_an_accurate_solver_are_the_exact_ones(void **state)
{
    (void)state;
    struct running oscillator = start_oscillator(make_oscillator("fs", 2, 4));
    const struct scheme_case s = {"gauss-seidel", "mass1/mass2", 2, 1, FEEDTHROUGH_REFRESHED, 1};
    struct predicted own = start_prediction(&oscillator, &s, SUBSYSTEM_OWN);
    struct predicted exact = start_prediction(&oscillator, &s, SUBSYSTEM_EXACT);
    for (double H = 0.01; H < 0.2; H *= 1.5)
        assert_near(predict(&own, H), predict(&exact, H), 1e-5);
    stop_prediction(&own);
    stop_prediction(&exact);
    stop_running(&oscillator);
}

/* ---- limits ---- */

/* Displacement coupling at a step near the period of the fast mode: a tongue of instability with stable steps on both sides,
 * narrower than the distance between two places of the scan. */
static void tongue_of_instability_is_found(void **state)
{
    (void)state;
    struct running oscillator = start_oscillator(make_oscillator("ss", 2, 2));
    const struct scheme_case jacobi = {"jacobi", NULL, 0, 1, FEEDTHROUGH_REFRESHED, 1};
    struct predicted p = start_prediction(&oscillator, &jacobi, SUBSYSTEM_EXACT);
    struct limit limit = find_limit(&p, 2e-3, 0.6);
    assert_int_equal(limit.kind, LIMIT_FOUND);
    assert_int_equal(limit.n_again, 1);
    const double from = limit.macro_step, to = limit.again[0];
    assert_true(to > from && to < 1.05 * from);
    assert_true(predict(&p, 0.97 * from) < 0);
    assert_true(predict(&p, (from + to) / 2) > 0);
    assert_true(predict(&p, 1.03 * to) < 0);
    assert_near(limit.again[1], 0.6, 0);
    limit_free(&limit);
    stop_prediction(&p);
    stop_running(&oscillator);
}

/* Without damping a held force works against the motion it has missed: every macro step feeds energy, however small. */
static void undamped_force_coupling_stands_no_macro_step(void **state)
{
    (void)state;
    static const enum subsystem subsystems[] = {SUBSYSTEM_EXACT, SUBSYSTEM_OWN};
    for (size_t k = 0; k < 2; k++) {
        struct running oscillator = start_oscillator(make_oscillator("fs", 0, 2));
        const struct scheme_case jacobi = {"jacobi", NULL, 0, 1, FEEDTHROUGH_REFRESHED, 1};
        struct predicted p = start_prediction(&oscillator, &jacobi, subsystems[k]);
        struct limit limit = find_limit(&p, 1e-4, 0.1);
        assert_int_equal(limit.kind, LIMIT_BELOW);
        assert_true(limit.scan[0].excess > 1);
        limit_free(&limit);
        stop_prediction(&p);
        stop_running(&oscillator);
    }
}

/* The same system, solved as a whole or not at all coupled: a component alone grows with no macro step. */
static void exact_subsystems_without_coupling_are_stable_everywhere(void **state)
{
    (void)state;
    struct oscillator *o = make_oscillator("fs", 2, 2);
    static const char *const loose[] = {"mass1.k_c=0", "mass1.c_c=0"};
    o->list[8] = loose[0];
    o->list[9] = loose[1];
    o->list[10] = NULL;
    struct running oscillator = start_oscillator(o);
    const struct scheme_case jacobi = {"jacobi", NULL, 0, 1, FEEDTHROUGH_REFRESHED, 1};
    struct predicted p = start_prediction(&oscillator, &jacobi, SUBSYSTEM_EXACT);
    struct limit limit = find_limit(&p, 1e-3, 1);
    assert_int_equal(limit.kind, LIMIT_ABOVE);
    /* Each mass by itself: -1 +- i sqrt(9) and -1 +- i sqrt(999). */
    assert_near(predict(&p, 0.25), -0.25, 1e-10);
    limit_free(&limit);
    stop_prediction(&p);
    stop_running(&oscillator);
}

int main(void)
{
    error_set_warning_sink(be_silent, NULL);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(undamped_eigenvalues_are_those_of_the_formula),
        cmocka_unit_test(damped_eigenvalues_are_those_of_the_formula),
        cmocka_unit_test(growth_of_explicit_schemes_is_predicted),
        cmocka_unit_test(growth_with_a_massless_spring_is_predicted),
        cmocka_unit_test(growth_of_iterated_schemes_is_predicted),
        cmocka_unit_test(growth_with_standins_is_predicted),
        cmocka_unit_test(growth_of_waveforms_is_predicted),
        cmocka_unit_test(growth_with_other_solvers_and_rates_is_predicted),
        cmocka_unit_test(own_steps_of_an_accurate_solver_are_the_exact_ones),
        cmocka_unit_test(tongue_of_instability_is_found),
        cmocka_unit_test(undamped_force_coupling_stands_no_macro_step),
        cmocka_unit_test(exact_subsystems_without_coupling_are_stable_everywhere),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
