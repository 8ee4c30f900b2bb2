/* Gain and phase margins in the Bode plot, against closed forms. */
#include "linearize/results.h"
#include "tests/linearize/systems.h"
#include "linearize/linearize_messages.h"

#include <string.h>
#include <unistd.h>

static const double degree = 0.017453292519943295;

/* The picture of this system says both; `gain` NaN: none, -INFINITY: no gain is small enough. */
static void assert_margins(struct state_space *s, double gain, double gain_at, double phase, double phase_at)
{
    struct error error = {0};
    struct variation none = {0};
    struct results r = {.title = "loop", .variation = &none};
    assert_true(results_add(&r, s, NULL, NULL, 0, &error));
    r.has_pair = true;
    char path[] = "/tmp/paso-margins-XXXXXX.svg";
    assert_true(mkstemps(path, 4) >= 0);
    const struct figure_options figure = figure_options_default();
    assert_true(results_plot(path, &r, &(struct results_view){0}, &figure, &error));
    FILE *file = fopen(path, "r");
    char *text = calloc(1, 1 << 20), said[2][64] = {"no gain margin", ""};
    assert_non_null(file);
    assert_true(fread(text, 1, (1 << 20) - 1, file) > 0);
    if (isinf(gain))
        snprintf(said[0], sizeof said[0], "gain margin −∞ dB at %.4g rad/s", gain_at);
    else if (!isnan(gain))
        snprintf(said[0], sizeof said[0], "gain margin %s%.4g dB at %.4g rad/s", gain < 0 ? "−" : "", fabs(gain),
                 gain_at);
    snprintf(said[1], sizeof said[1], "phase margin %s%.4g° at %.4g rad/s", phase < 0 ? "−" : "", fabs(phase),
             phase_at);
    for (size_t i = 0; i < 2; i++)
        if (!strstr(text, said[i])) {
            const char *found = strstr(text, i ? "phase margin" : "gain margin");
            fail_msg("not \"%s\" but \"%.60s\"", said[i], found ? found : "nothing");
        }
    free(text);
    fclose(file);
    unlink(path);
    results_free(&r);
    state_space_close(s);
}

/* G = K / (s + 1)^3: the phase is -180 degrees at omega = sqrt(3), where |G| = K / 8, and |G| = 1 at omega = sqrt(K^(2/3) - 1). */
static void margins_of_three_lags(void **state)
{
    (void)state;
    static const double gains[] = {4, 10};
    for (size_t i = 0; i < sizeof gains / sizeof *gains; i++) {
        const double K = gains[i], omega = sqrt(pow(K, 2.0 / 3) - 1);
        struct state_space s;
        system_make(&s, 3, 1, 1, (double[]){-1, 1, 0, 0, -1, 1, 0, 0, -1}, (double[]){0, 0, K}, (double[]){1, 0, 0},
                    (double[]){0});
        assert_margins(&s, -20 * log10(K / 8), sqrt(3), 180 - 3 * atan(omega) / degree, omega);
    }
}

/* G = K / (s^2 + w^2): the phase is 0 below w and -180 degrees above, where |G| = 1 at sqrt(w^2 + K). Nothing is passed, and no margin is left. */
static void a_resonance_without_damping_has_no_phase_margin(void **state)
{
    (void)state;
    static const double gains[] = {1e-8, 0.5, 50, 5000};
    for (size_t i = 0; i < sizeof gains / sizeof *gains; i++) {
        const double K = gains[i], w = 10;
        struct state_space s;
        system_make(&s, 2, 1, 1, (double[]){0, 1, -w * w, 0}, (double[]){0, K}, (double[]){1, 0}, (double[]){0});
        assert_margins(&s, NAN, 0, 0, sqrt(w * w + K));
    }
}

/* G = K (T s + 1) / (s^2 + w^2): s^2 + K T s + w^2 + K is stable for every K > 0, so that there is no gain margin. |G| = 1 where
 * u = omega^2 solves (u - w^2)^2 = K^2 (1 + T^2 u), there the phase is -180 degrees + atan(T omega); of the two solutions the one above w is nearer
 * to -180. */
static void a_resonance_without_damping_is_led_by_a_derivative(void **state)
{
    (void)state;
    static const double gains[] = {1e-6, 0.5, 50, 5000};
    for (size_t i = 0; i < sizeof gains / sizeof *gains; i++) {
        const double K = gains[i], w = 10, T = 0.01, half = w * w + K * K * T * T / 2;
        const double omega = sqrt(half + sqrt(half * half - pow(w, 4) + K * K));
        struct state_space s;
        system_make(&s, 2, 1, 1, (double[]){0, 1, -w * w, 0}, (double[]){0, K}, (double[]){1, T}, (double[]){0});
        assert_margins(&s, NAN, 0, atan(T * omega) / degree, omega);
    }
}

/* G = K w^2 / ((s^2 + w^2) (T s + 1)): by Hurwitz T s^3 + s^2 + T w^2 s + w^2 (1 + K) is unstable for every K > 0. Above w, |G| = 1 where
 * (u - w^2)^2 (1 + T^2 u) = (K w^2)^2, found by bisection, and the phase is -180 degrees - atan(T omega). */
static void a_resonance_without_damping_and_a_lag_are_unstable_with_every_gain(void **state)
{
    (void)state;
    static const double gains[] = {0.01, 0.5, 3};
    for (size_t i = 0; i < sizeof gains / sizeof *gains; i++) {
        const double K = gains[i], w = 10, T = 0.01;
        double low = w * w, high = 100 * w * w;
        for (int k = 0; k < 200; k++) {
            const double u = (low + high) / 2;
            *((u - w * w) * (u - w * w) * (1 + T * T * u) < K * w * w * K * w * w ? &low : &high) = u;
        }
        struct state_space s;
        system_make(&s, 3, 1, 1, (double[]){0, 1, 0, -w * w, 0, 1, 0, 0, -1 / T}, (double[]){0, 0, K * w * w / T},
                    (double[]){1, 0, 0}, (double[]){0});
        assert_margins(&s, -INFINITY, w, -atan(T * sqrt(low)) / degree, sqrt(low));
    }
}

/* G = K (s^2 + 9) / (s + 1)^4, a notch without damping: with z = s + 1, s^2 + 9 = z^2 - 2 z + 10. The phase is -180 degrees at omega = 1, where
 * |G| = 2 K; behind the notch it is 180 degrees - 4 atan(omega), which stays above -180. |G| = 1 where K |9 - u| = (1 + u)^2. */
static void a_notch_turns_the_phase_back(void **state)
{
    (void)state;
    const double K = 0.3, u = (-(2 + K) + sqrt((2 + K) * (2 + K) - 4 * (1 - 9 * K))) / 2, omega = sqrt(u);
    struct state_space s;
    system_make(&s, 4, 1, 1, (double[]){-1, 1, 0, 0, 0, -1, 1, 0, 0, 0, -1, 1, 0, 0, 0, -1}, (double[]){0, 0, 0, K},
                (double[]){10, -2, 1, 0}, (double[]){0});
    assert_margins(&s, -20 * log10(2 * K), 1, 180 - 4 * atan(omega) / degree, omega);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(margins_of_three_lags),
        cmocka_unit_test(a_resonance_without_damping_has_no_phase_margin),
        cmocka_unit_test(a_resonance_without_damping_is_led_by_a_derivative),
        cmocka_unit_test(a_resonance_without_damping_and_a_lag_are_unstable_with_every_gain),
        cmocka_unit_test(a_notch_turns_the_phase_back),
    };
    if (access("/usr/bin/gnuplot", X_OK) != 0)
        return 77; /* TESTING_SKIPPED: nothing is drawn */
    return cmocka_run_group_tests(tests, NULL, NULL);
}
