/* Where to look: the times of --at and --along, and the values of --vary. */
#ifndef PASO_POINTS_H
#define PASO_POINTS_H

#include "master/options/options.h"

struct point_options { /* as they stand on the command line */
    struct text_list at;
    long along;
    bool has_along;
};

/* --at and --along, for a command whose target has the options `base` bytes from its beginning. */
struct option_table point_options_table(size_t base);

struct times {
    double *t; /* growing */
    size_t n;
};

/* Checks what can be checked without a run. */
bool point_options_check(const struct point_options *o, struct error *error);
/* The times of --at and the N of --along, evenly spaced from start to stop; without both, the start. */
bool times_make(struct times *times, const struct point_options *o, double start, double stop, struct error *error);
void times_free(struct times *times);

/* "NAME.VARIABLE=a:b:n": n values of a parameter or start value, evenly spaced from a to b. */
struct variation {
    char *name; /* NULL: none */
    double from, to;
    size_t n;
};
bool variation_read(struct variation *v, const char *text, struct error *error); /* text may be NULL */
double variation_value(const struct variation *v, size_t i);
void variation_free(struct variation *v);

#endif
