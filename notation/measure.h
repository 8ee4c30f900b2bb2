/* Quantities with a unit, "200 bar", "45 cm3/rev", "30 l/min": the number in SI units, and the dimension that it has. Angles have a
 * dimension of their own, so that revolutions and radians are not taken for each other. */
#ifndef PASO_MEASURE_H
#define PASO_MEASURE_H

#include <stdbool.h>
#include <stddef.h>

enum unit_base { UNIT_KG, UNIT_M, UNIT_S, UNIT_RAD, UNIT_K, UNIT_BASES };

struct unit_scale {
    int power[UNIT_BASES];
    double up,
        down; /* value in SI units = value up/down: both are whole numbers, so that "63 mm" is 0.063 to the last digit */
    double offset; /* K; added */
};

/* "kg.m2", "m3/(s.Pa)", "1/s", "l/min"; false where it is none. `unknown`: the symbol that nobody knows, or "". */
bool unit_read(const char *text, struct unit_scale *unit, char unknown[static 24]);
bool unit_is_like(const struct unit_scale *a, const struct unit_scale *b); /* of the same dimension */
const char *unit_si_name(const struct unit_scale *unit);                   /* "Pa"; "" where it has no short name */
const char *unit_symbol(void *nobody, size_t i);                           /* the symbols, NULL behind the last one */

/* Where a number is followed by something that is no operator: the unit in `text`; else NULL. */
const char *unit_in(const char *text, double *number);

#endif
