#include "benchmarks/reference/extrapolate.h"

#include <math.h>
#include <string.h>

enum { N = EXTRAPOLATE_STATES, COLUMNS = 4 };

/* The modified midpoint rule with n substeps and Gragg's smoothing. */
static void midpoint(const struct extrapolation *e, long double t, long double H, int n, const long double *x,
                     long double *y)
{
    const long double h = H / n;
    long double before[N], now[N], dx[N];
    e->rates(e->context, t, x, dx);
    for (int i = 0; i < e->n; i++) {
        before[i] = x[i];
        now[i] = x[i] + h * dx[i];
    }
    for (int k = 1; k < n; k++) {
        e->rates(e->context, t + k * h, now, dx);
        for (int i = 0; i < e->n; i++) {
            const long double next = before[i] + 2 * h * dx[i];
            before[i] = now[i];
            now[i] = next;
        }
    }
    e->rates(e->context, t + H, now, dx);
    for (int i = 0; i < e->n; i++)
        y[i] = (before[i] + now[i] + h * dx[i]) / 2;
}

void extrapolate_step(const struct extrapolation *e, long double t, long double h, const long double *x, long double *y,
                      long double *error)
{
    long double table[COLUMNS][N] = {{0}}; /* of the last row: column by column */
    *error = 0;
    for (int row = 0; row < COLUMNS; row++) {
        long double value[N];
        midpoint(e, t, h, 2 * (row + 1), x, value);
        for (int i = 0; i < e->n; i++)
            for (int column = 0; column <= row; column++) {
                const long double old = table[column][i];
                table[column][i] = value[i];
                if (column < row) { /* Aitken and Neville, in the squares of the substeps */
                    const long double ratio = (long double)(row + 1) / (row - column);
                    value[i] += (value[i] - old) / (ratio * ratio - 1);
                }
            }
    }
    for (int i = 0; i < e->n; i++) {
        y[i] = table[COLUMNS - 1][i];
        const long double size = fmaxl(e->scale[i], fabsl(y[i]));
        const long double difference = fabsl(y[i] - table[COLUMNS - 2][i]) / size;
        *error = isfinite((double)difference) ? fmaxl(*error, difference) : INFINITY;
    }
}

void extrapolate_to(struct extrapolation *e, long double t, long double end, long double *x)
{
    const long double smallest = 1e-13L; /* s: a jump of a rate is stepped over */
    if (!(e->h > 0))
        e->h = 1e-5L;
    while (t < end) {
        const int is_last = t + e->h >= end;
        const long double h = is_last ? end - t : e->h;
        long double y[N], error;
        extrapolate_step(e, t, h, x, y, &error);
        const long double factor = error > 0 ? 0.9L * powl(e->tolerance / error, 1.0L / (2 * COLUMNS - 1)) : 2;
        if (error > e->tolerance && h > smallest) {
            e->h = h * fmaxl(0.1L, fminl(factor, 0.7L));
            continue;
        }
        if (e->step_done)
            e->step_done(e->listener, e, t, h, x, y);
        memcpy(x, y, (unsigned)e->n * sizeof *x);
        t = is_last ? end : t + h;
        if (!is_last || factor < 1)
            e->h = h * fmaxl(0.5L, fminl(factor, 2));
        if (e->h < smallest)
            e->h = smallest;
    }
}
