/* Time of a run in integer ticks: t = origin + ticks * step, never summed up. An input's jump, a short step or a rejected
 * one begins a new segment with its own origin. */
#ifndef PASO_CLOCK_H
#define PASO_CLOCK_H

#include <stdbool.h>

struct clock {
    double origin, step;
    long ticks;
    double now; /* origin + ticks * step, or exactly the limit that was asked for and lies there within rounding */
};

struct interval {
    double t, H, end; /* end is t + H but for rounding */
    bool on_grid;     /* a full step; else a short one, cut by the limit */
};

struct clock clock_start(double origin, double step);

/* The next step, which goes no farther than `limit`. A limit that a full step meets within rounding is met exactly. */
struct interval clock_next(const struct clock *clock, double limit);

/* Goes to the end of that step; after a short one a new segment begins. */
void clock_advance(struct clock *clock, const struct interval *step);

/* A new segment begins here. */
void clock_restart(struct clock *clock);

#endif
