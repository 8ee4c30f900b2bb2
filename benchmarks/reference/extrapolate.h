/* Gragg's extrapolation (modified midpoint rule with 2, 4, 6 and 8 substeps, extrapolated in h^2: eighth order) with step control, in
 * long double: an integrator without a table of coefficients, for what is computed anew. */
#ifndef PASO_EXTRAPOLATE_H
#define PASO_EXTRAPOLATE_H

enum { EXTRAPOLATE_STATES = 14 };

struct extrapolation {
    int n;
    void (*rates)(const void *context, long double t, const long double *x, long double *dx);
    const void *context;
    long double
        scale[EXTRAPOLATE_STATES]; /* of the states: errors are relative to it, or to the state where that is larger */
    long double tolerance;         /* of a step */
    long double h;                 /* the next step */
    /* NULL, or told of every step: where it began and what came out */
    void (*step_done)(void *listener, const struct extrapolation *e, long double t, long double h,
                      const long double *from, const long double *to);
    void *listener;
};

/* One step without control: the last and the last but one column differ by `error`, in units of the scales. */
void extrapolate_step(const struct extrapolation *e, long double t, long double h, const long double *x, long double *y,
                      long double *error);
/* From t to `end`, where the rates have no jump in between that is known beforehand. */
void extrapolate_to(struct extrapolation *e, long double t, long double end, long double *x);

#endif
