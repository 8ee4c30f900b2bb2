/* Units: whether one can become another, and how. */
#ifndef PASO_UNIT_H
#define PASO_UNIT_H

#include "master/import/description.h"

enum unit_relation {
    UNITS_SAME,
    UNITS_CONVERTIBLE,
    UNITS_DIFFERENT, /* powers of base units differ */
    UNITS_UNKNOWN    /* different names, and at least one is not defined by base units */
};

/* The radian is a number: rad/s and 1/s are convertible. */
enum unit_relation unit_relate(const struct fmi_unit *a, const struct fmi_unit *b);

/* In b: factor * (in a) + offset. For a difference of two values the offset does not count. */
void unit_convert(const struct fmi_unit *a, const struct fmi_unit *b, double *factor, double *offset);

#endif
