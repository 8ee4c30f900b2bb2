/* Gain and phase margins in the Bode plot, against closed forms. */
#include "linearize/results.h"
#include "tests/linearize/systems.h"
#include "linearize/linearize_messages.h"

#include <string.h>
#include <unistd.h>

/* G = K / (s + 1)^3: the phase is -180 degrees at omega = sqrt(3), where |G| = K / 8, and |G| = 1 at omega = sqrt(K^(2/3) - 1). */
static void margins_of_three_lags(void **state)
{
    (void)state;
    static const double gains[] = {4, 10};
    for (size_t i = 0; i < sizeof gains / sizeof *gains; i++) {
        const double K = gains[i], omega = sqrt(pow(K, 2.0 / 3) - 1);
        struct state_space s;
        struct error error = {0};
        struct variation none = {0};
        struct results r = {.title = "lags", .variation = &none};
        system_make(&s, 3, 1, 1, (double[]){-1, 1, 0, 0, -1, 1, 0, 0, -1}, (double[]){0, 0, K}, (double[]){1, 0, 0},
                    (double[]){0});
        assert_true(results_add(&r, &s, NULL, NULL, 0, &error));
        r.has_pair = true;
        char path[] = "/tmp/paso-margins-XXXXXX.svg";
        assert_true(mkstemps(path, 4) >= 0);
        const struct figure_options figure = figure_options_default();
        assert_true(results_plot(path, &r, &(struct results_view){0}, &figure, &error));
        FILE *file = fopen(path, "r");
        char *text = calloc(1, 1 << 20), gain[64], phase[64];
        assert_non_null(file);
        assert_true(fread(text, 1, (1 << 20) - 1, file) > 0);
        const double in_dB = -20 * log10(K / 8), in_degrees = 180 - 3 * atan(omega) * 180 / acos(-1);
        snprintf(gain, sizeof gain, "gain margin %s%.4g dB at %.4g rad/s", in_dB < 0 ? "−" : "", fabs(in_dB), sqrt(3));
        snprintf(phase, sizeof phase, "phase margin %s%.4g° at %.4g rad/s", in_degrees < 0 ? "−" : "", fabs(in_degrees),
                 omega);
        if (!strstr(text, gain) || !strstr(text, phase))
            fail_msg("K = %g: not \"%s\" and \"%s\" in %s", K, gain, phase, text);
        free(text);
        fclose(file);
        unlink(path);
        results_free(&r);
        state_space_close(&s);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(margins_of_three_lags),
    };
    if (access("/usr/bin/gnuplot", X_OK) != 0)
        return 77; /* TESTING_SKIPPED: nothing is drawn */
    return cmocka_run_group_tests(tests, NULL, NULL);
}
