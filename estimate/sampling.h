/* Which values of a file of measurements a filter uses, in the order of time: those of its sensors, no more of each than its rate says. */
#ifndef PASO_SAMPLING_H
#define PASO_SAMPLING_H

#include "estimate/filter_file.h"
#include "master/files/trajectory.h"

/* When a sensor with a rate has its values: periods are counted from the first one, and anew after a gap. */
struct sampling_clock {
    bool has_begun;
    double first, n;
};
double sampling_due(const struct sampling_clock *clock, double rate);      /* the next one; -INFINITY: at any time */
bool sampling_is_due(struct sampling_clock *clock, double t, double rate); /* then the next one is waited for */

struct sampling {
    const struct filter_file *filter;
    const struct trajectory *readings;
    size_t *columns;               /* per sensor */
    struct sampling_clock *clocks; /* per sensor */
    size_t row;                    /* the next one */
    double start, stop;            /* of the run */
};

/* A sensor without a column, times outside of the run and a file without any value are errors. Times within rounding of the run's are in it. */
bool sampling_open(struct sampling *s, const struct filter_file *filter, const struct trajectory *readings,
                   double start, double stop, const char *filter_path, struct error *error);
void sampling_close(struct sampling *s); /* also after a failure */

void sampling_rewind(struct sampling *s);

double sampling_time(const struct sampling *s); /* of the next row; INFINITY behind the last one */

/* The next row: per sensor its value, NaN where there is none to be used. How many there are. */
size_t sampling_take(struct sampling *s, double *values);

#endif
