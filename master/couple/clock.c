#include "master/couple/clock.h"

#include <float.h>
#include <math.h>

struct clock clock_start(double origin, double step)
{
    return (struct clock){.origin = origin, .step = step, .now = origin};
}

struct interval clock_next(const struct clock *clock, double limit)
{
    const double next = clock->origin + (double)(clock->ticks + 1) * clock->step;
    /* What a decimal step and a decimal limit can differ by after many ticks. */
    const double rounding = 1e-9 * clock->step + 8 * DBL_EPSILON * fabs(next);
    if (next < limit - rounding)
        return (struct interval){clock->now, clock->step, next, true};
    if (next <= limit + rounding)
        return (struct interval){clock->now, clock->step, limit, true};
    return (struct interval){clock->now, limit - clock->now, limit, false};
}

void clock_advance(struct clock *clock, const struct interval *step)
{
    clock->now = step->end;
    clock->ticks++;
    if (!step->on_grid)
        clock_restart(clock);
}

void clock_restart(struct clock *clock)
{
    clock->origin = clock->now;
    clock->ticks = 0;
}
