/* What a value does over a step: held, or a polynomial in the time since its start, extrapolated from what is known there or,
 * where the value at the end is known already, interpolated.
 *
 * Extrapolated by the FMU's output derivatives as far as they go, by past values beyond; past values are used back to the
 * start, to the last event or to the last rejected step. */
#ifndef PASO_FORECAST_H
#define PASO_FORECAST_H

#include "exchange.h"

struct forecast {
    int order; /* 0, 1, 2 */
    size_t n;  /* values: all of y */
    const struct exchange *x;
    double *start;             /* y at the start of the step */
    double *slope, *curvature; /* first and second derivative there, extrapolated */
    double *past, *past2;      /* y one and two steps ago ... */
    double h, h2;              /* ... and how long these steps were */
    int n_past;                /* 0, 1, 2 */
    double *inputs_end;        /* the system's inputs at the end of the step */
    bool inputs_known;         /* they are */
    size_t *owner;             /* per value: its component */
};

bool forecast_open(struct forecast *f, struct exchange *x, int order, struct arena *arena, struct error *error);

/* At the start of a step: y is what was exchanged there. */
void forecast_begin(struct forecast *f);
/* After a step of length h that counts: the start becomes past. */
void forecast_end(struct forecast *f, double h);
/* An event, or a rejected step: what lies behind says nothing about what comes. */
void forecast_forget(struct forecast *f);

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
