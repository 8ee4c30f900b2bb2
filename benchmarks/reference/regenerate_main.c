/* Computes every number of recomputed.h anew, from the papers' equations in long double, and compares digit by digit.
 *
 * usage: regenerate [linkages|penalty|pendulum|spin-up|friction|agundez|manipulator|lut|lim]... */
#include "benchmarks/reference/regenerate.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int n_checked, n_different;

/* One unit of the last digit of a number: 1e-12 for 0.596037006167. */
static long double last_digit(const char *digits)
{
    const char *exponent = strpbrk(digits, "eE"), *point = strchr(digits, '.');
    const long decimals = point ? (exponent ? exponent : digits + strlen(digits)) - point - 1 : 0;
    return powl(10, (exponent ? strtol(exponent + 1, NULL, 10) : 0) - decimals);
}

void regenerated(const char *name, const char *digits, long double value)
{
    const long double unit = last_digit(digits), difference = value - strtold(digits, NULL);
    const int same = fabsl(difference) <= 0.501L * unit;
    printf("%-42s %24s %24.16Lg %s\n", name, digits, value, same ? "" : "DIFFERENT");
    fflush(stdout);
    n_checked++;
    n_different += !same;
}

void regenerated_near(const char *name, double tree, long double value, long double tolerance)
{
    const int same = fabsl(value - tree) <= tolerance;
    printf("%-42s %24.15g %24.16Lg %s\n", name, tree, value, same ? "" : "DIFFERENT");
    fflush(stdout);
    n_checked++;
    n_different += !same;
}

void regenerated_in_series(const char *name, int i, double tree, long double value)
{
    char text[64];
    snprintf(text, sizeof text, "%s, %d", name, i);
    regenerated_near(text, tree, value, 1e-12L * fmaxl(0.1L, fabsl(value)));
}

int main(int argc, char **argv)
{
    static const struct {
        const char *name;
        void (*run)(void);
    } parts[] = {
        {"linkages", regenerate_linkages},       {"penalty", regenerate_penalty},   {"pendulum", regenerate_pendulum},
        {"spin-up", regenerate_spin_up},         {"friction", regenerate_friction}, {"agundez", regenerate_agundez},
        {"manipulator", regenerate_manipulator}, {"lut", regenerate_lut},           {"lim", regenerate_lim},
    };
    for (unsigned i = 0; i < sizeof parts / sizeof *parts; i++) {
        int wanted = argc < 2;
        for (int k = 1; k < argc; k++)
            wanted = wanted || strcmp(argv[k], parts[i].name) == 0;
        if (wanted)
            parts[i].run();
    }
    printf("%d numbers computed anew, %d of them different from those in the tree\n", n_checked, n_different);
    return n_checked == 0 || n_different > 0;
}
