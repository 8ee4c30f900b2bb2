/* The units that models may use, as FMI wants them: powers of the SI base units, and display units. */
#ifndef PASO_UNITS_H
#define PASO_UNITS_H

#include <stddef.h>

struct display_unit { /* shown = factor * value in the unit */
    const char *name;
    double factor;
};

struct unit {
    const char *name;
    int kg, m, s, rad, K;
    double factor; /* value in base units = factor * value; 0: 1 */
    struct display_unit display[2];
};

const struct unit *unit_find(const char *name); /* NULL: unknown */

#endif
