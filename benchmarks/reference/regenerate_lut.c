/* Publications I and II: mechanism and circuit in minimal coordinates for 10 s, to more digits than any step of 1 ms has. */
#include "benchmarks/reference/regenerate.h"

#include "benchmarks/reference/circuit_oracle.h"
#include "benchmarks/reference/extrapolate.h"

#include <math.h>
#include <string.h>

struct solution {
    long double z[11]; /* every second */
    long double p1_at_3;
    long double most, least; /* work of the cylinder, extremes */
    long double force;       /* static, at the start */
};

static void rates(const void *context, long double t, const long double *x, long double *dx)
{
    oracle_system_rates(context, t, x, dx);
}

/* Between two steps the power changes its sign: the work is extreme there. Bisection in the length of the step. */
static void look_for_extreme(void *listener, const struct extrapolation *e, long double t, long double h,
                             const long double *from, const long double *to)
{
    struct solution *solution = listener;
    long double dx[SYSTEM_STATES], power, end_power, x[SYSTEM_STATES], error;
    e->rates(e->context, t, from, dx);
    power = dx[SYSTEM_WORK];
    e->rates(e->context, t + h, to, dx);
    end_power = dx[SYSTEM_WORK];
    long double work = to[SYSTEM_WORK];
    const long double near = 1e-2L; /* J: what cannot become the extreme is not looked at closely */
    if (power * end_power < 0 && (work > solution->most - near || work < solution->least + near)) {
        long double low = 0, high = h;
        for (int i = 0; i < 50; i++) {
            const long double middle = (low + high) / 2;
            extrapolate_step(e, t, middle, from, x, &error);
            e->rates(e->context, t + middle, x, dx);
            if (dx[SYSTEM_WORK] * power > 0)
                low = middle;
            else
                high = middle;
        }
        work = x[SYSTEM_WORK];
    }
    solution->most = fmaxl(solution->most, work);
    solution->least = fminl(solution->least, work);
}

/* `switches`: times, of the commands that follow. */
static struct solution solve(struct oracle_system s, const long double switches[4], const long double commands[4])
{
    struct solution solution = {0};
    long double x[SYSTEM_STATES], times[16];
    int n = 0;
    struct extrapolation e = {.n = SYSTEM_STATES,
                              .rates = rates,
                              .context = &s,
                              .scale = {0.1L, 0.1L, 1e6L, 1e6L, 1e6L, 1, 1e-5L, 0.1L, 10},
                              .tolerance = 1e-14L,
                              .step_done = look_for_extreme,
                              .listener = &solution};
    for (int second = 1, i = 0; second <= 10; second++) { /* seconds and switches, in their order */
        for (; i < 4 && switches[i] < second; i++)
            if (switches[i] > second - 1)
                times[n++] = switches[i];
        times[n++] = second;
    }
    s.friction = 1;
    solution.force = oracle_system_start(&s, x).static_force;
    solution.z[0] = x[SYSTEM_Z];
    long double t = 0;
    for (int i = 0; i < n; i++) {
        for (int k = 0; k < 4; k++)
            if (t >= switches[k])
                s.U_ref = commands[k];
        e.h = 1e-7L;
        extrapolate_to(&e, t, times[i], x);
        t = times[i];
        if (t == floorl(t))
            solution.z[(int)t] = x[SYSTEM_Z];
        if (t == 3)
            solution.p1_at_3 = x[SYSTEM_P1];
    }
    return solution;
}

static const long double four_bar_switches[4] = {1, 2.5L, 5, 8}, four_bar_commands[4] = {10, 0, -10, 0};
static const long double quick_switches[4] = {1, 4, 6.5L, 8}, quick_commands[4] = {-10, 0, 10, 0};

static struct solution publication_2(enum oracle_friction law)
{
    const struct oracle_system s = {
        .mechanism = planar_lut2_four_bar, .z_0 = acosl(0.5L), .retracted = 1.43L, .stroke = 0.9L, .law = law};
    return solve(s, four_bar_switches, four_bar_commands);
}

static void check_series(enum oracle_friction law, const struct solution *solution)
{
    static const double p1[] = {LUT2_P1_AT_3}, z1[] = {LUT2_BROWN_MCPHEE_SERIES};
    static const int seconds[] = {2, 3, 6, 8, 10};
    regenerated_in_series("LUT2_P1_AT_3", (int)law, p1[law], solution->p1_at_3);
    for (int i = 0; i < 5 && law == BROWN_MCPHEE; i++)
        regenerated_in_series("LUT2_BROWN_MCPHEE_SERIES", seconds[i], z1[i], solution->z[seconds[i]]);
}

static void check_seconds(const char *name, const double tree[11], const struct solution *solution)
{
    for (int i = 0; i <= 10; i++)
        regenerated_in_series(name, i, tree[i], solution->z[i]);
}

#define PUBLICATION_2(NAME, law)                                                                                       \
    do {                                                                                                               \
        const struct solution solution = publication_2(law);                                                           \
        REGENERATED(LUT2_##NAME##_Z1_AT_3, solution.z[3]);                                                             \
        REGENERATED(LUT2_##NAME##_Z1_AT_10, solution.z[10]);                                                           \
        REGENERATED(LUT2_##NAME##_WORK, -solution.least);                                                              \
        check_series(law, &solution);                                                                                  \
    } while (0)

void regenerate_lut(void)
{
    PUBLICATION_2(BENGISU_AKAY, BENGISU_AKAY);
    PUBLICATION_2(BROWN_MCPHEE, BROWN_MCPHEE);
    PUBLICATION_2(LUGRE, LUGRE);
    PUBLICATION_2(MODIFIED_LUGRE, MODIFIED_LUGRE);
    const struct oracle_system four_bar = {
        .mechanism = planar_lut1_four_bar, .z_0 = 0, .retracted = 1.1L, .stroke = 1.1L, .law = VISCOUS};
    struct solution solution = solve(four_bar, four_bar_switches, four_bar_commands);
    REGENERATED(LUT1_FOUR_BAR_FORCE, solution.force);
    REGENERATED(LUT1_FOUR_BAR_Z1_AT_3, solution.z[3]);
    REGENERATED(LUT1_FOUR_BAR_Z1_AT_10, solution.z[10]);
    REGENERATED(LUT1_FOUR_BAR_WORK, solution.most);
    static const double four_bar_seconds[11] = {LUT1_FOUR_BAR_SECONDS};
    check_seconds("LUT1_FOUR_BAR_SECONDS", four_bar_seconds, &solution);
    const long double tilt =
        2 * asinl(0.12L); /* the ram's joint starts at (0, 5): L2 = 1.2 m is a chord of the lever's circle */
    const struct oracle_system quick_return = {.mechanism = planar_lut1_quick_return,
                                               .z_0 = 2 * atanl(1) - tilt - asinl(3 * sinl(tilt)),
                                               .retracted = 1.1L,
                                               .stroke = 1.1L,
                                               .law = VISCOUS};
    solution = solve(quick_return, quick_switches, quick_commands);
    REGENERATED(LUT1_QUICK_RETURN_FORCE, solution.force);
    REGENERATED(LUT1_QUICK_RETURN_Z4_AT_3, solution.z[3]);
    REGENERATED(LUT1_QUICK_RETURN_Z4_AT_10, solution.z[10]);
    REGENERATED(LUT1_QUICK_RETURN_WORK, solution.most);
    static const double quick_return_seconds[11] = {LUT1_QUICK_RETURN_SECONDS};
    check_seconds("LUT1_QUICK_RETURN_SECONDS", quick_return_seconds, &solution);
}
