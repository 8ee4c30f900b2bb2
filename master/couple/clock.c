#include "master/couple/clock.h"

#include <float.h>
#include <math.h>

struct clock clock_start(double origin, double step)
{
    return (struct clock){.origin = origin, .step = step, .now = origin};
}

double clock_length(double t, double H, double end)
{
    if (t + H > end)
        H = end - t;
    while (t + H > end)
        H = nextafter(H, 0);
    return H;
}

struct interval clock_next(const struct clock *clock, double limit)
{
    const double tick = clock->origin + (double)(clock->ticks + 1) * clock->step;
    /* What a decimal step and a decimal limit can differ by after many ticks. */
    const double rounding = 1e-9 * clock->step + 8 * DBL_EPSILON * fabs(tick);
    const bool is_full = !clock->between;
    const double H = is_full ? clock->step : tick - clock->now;
    if (tick < limit - rounding)
        return (struct interval){clock->now, H, tick, .to_tick = true, .is_full = is_full};
    if (tick <= limit + rounding)
        return (struct interval){clock->now, clock_length(clock->now, H, limit), limit, .to_tick = true,
                                 .is_full = is_full};
    return (struct interval){clock->now, clock_length(clock->now, limit - clock->now, limit), limit, .to_tick = false,
                             .is_full = false};
}

void clock_advance(struct clock *clock, const struct interval *step)
{
    clock->now = step->end;
    clock->ticks += step->to_tick;
    clock->between = !step->to_tick;
}
