/* Time of a run: a grid of ticks, t = origin + ticks * step, never summed up. Where time was stopped between two ticks, by an
 * input's jump for one, the next step is a short one that leads back to the grid. */
#ifndef PASO_CLOCK_H
#define PASO_CLOCK_H

#include <stdbool.h>

struct clock {
    double origin, step;
    long ticks;   /* the last tick that time has come to */
    bool between; /* time has gone on from there, but not to the next tick */
    double
        now; /* where not between: that tick, or exactly the limit that was asked for and lies there within rounding */
};

struct interval {
    double t, H, end; /* end is t + H but for rounding, and t + H is not beyond it where it is a limit */
    bool to_tick;     /* ends at a tick; else cut by the limit */
    bool is_full;     /* from tick to tick */
};

struct clock clock_start(double origin, double step);

/* The next step, which goes no farther than `limit`. A limit that the next tick meets within rounding is met exactly. */
struct interval clock_next(const struct clock *clock, double limit);

/* Goes to the end of that step. */
void clock_advance(struct clock *clock, const struct interval *step);

/* H, or less by its last digits where t + H would lie beyond `end` by rounding: an FMU that knows its stop time may refuse to
 * go there. */
double clock_length(double t, double H, double end);

#endif
