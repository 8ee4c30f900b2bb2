/* What a value does over a step: held, or a polynomial in the time since its start, extrapolated from what is known there or,
 * where the value at the end is known already, interpolated. */
#ifndef PASO_FORECAST_H
#define PASO_FORECAST_H

#include "master/couple/slopes.h"

struct forecast {
    int order; /* 0, 1, 2 */
    const struct exchange *x;
    double *start, *slope, *curvature; /* of y, at the start of the step; slopes where the order is not 0 */
    double *inputs_end;                /* the system's inputs at the end of the step */
    bool inputs_known;                 /* they are */
};

bool forecast_open(struct forecast *f, struct exchange *x, int order, enum slopes_choice slopes, struct arena *arena,
                   struct error *error);

/* At the start of a step: what was exchanged there. */
void forecast_begin(struct forecast *f);

struct polynomial {
    double value, slope, curvature; /* value + slope t + curvature t^2 / 2 */
};

/* Over the coming step of length H; `end`: the value there, where it is known, else NULL. */
struct polynomial forecast_value(const struct forecast *f, size_t index, double H, const double *end);

static inline double polynomial_at(const struct polynomial *p, double t)
{
    return p->value + t * (p->slope + t / 2 * p->curvature);
}

#endif
