/* Work of friction in the third period of v = 0.05 sin(2 pi t) m/s, with the parameters of Publication II's Table 2. */
#include "benchmarks/reference/regenerate.h"

#include "benchmarks/reference/circuit_oracle.h"
#include "benchmarks/reference/extrapolate.h"

#include <math.h>

enum { Q, H, WORK, N };

struct law {
    enum oracle_friction law;
    int is_slow; /* below v_s, where Bengisu and Akay's law jumps: at the end of a piece as well as within */
};

static long double velocity(long double t)
{
    return 0.05L * sinl(8 * atanl(1) * t);
}

static void rates(const void *context, long double t, const long double *x, long double *dx)
{
    const struct law *law = context;
    const long double v_s = 0.0125L, found = velocity(t), speed = fabsl(found);
    const long double v = copysignl(law->is_slow ? fminl(speed, nextafterl(v_s, 0)) : fmaxl(speed, v_s), found);
    dx[WORK] = oracle_friction(law->law, v, x[Q], x[H], &dx[Q], &dx[H]) * v;
}

/* Pieces end where the velocity is zero, and where its size is v_s. */
static long double third_period(enum oracle_friction which)
{
    struct law law = {which, 1};
    struct extrapolation e = {.n = N, .rates = rates, .context = &law, .scale = {1e-5L, 0.1L, 1}, .tolerance = 3e-17L};
    const long double at_v_s = asinl(0.25L) / (8 * atanl(1)); /* of a period */
    long double x[N] = {0}, before = 0;
    for (int half = 0; half < 6; half++) {
        const long double begin = half / 2.0L;
        const long double ends[] = {begin, begin + at_v_s, begin + 0.25L, begin + 0.5L - at_v_s, begin + 0.5L};
        if (half == 4)
            before = x[WORK];
        for (int i = 0; i < 4; i++) {
            e.h = 1e-7L;
            law.is_slow = i == 0 || i == 3;
            extrapolate_to(&e, ends[i], ends[i + 1], x);
        }
    }
    return x[WORK] - before;
}

void regenerate_friction(void)
{
    REGENERATED(FRICTION_WORK_BENGISU_AKAY, third_period(BENGISU_AKAY));
    REGENERATED(FRICTION_WORK_BROWN_MCPHEE, third_period(BROWN_MCPHEE));
    REGENERATED(FRICTION_WORK_LUGRE, third_period(LUGRE));
    REGENERATED(FRICTION_WORK_MODIFIED_LUGRE, third_period(MODIFIED_LUGRE));
}
