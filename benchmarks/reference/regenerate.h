/* What the programs that compute the recomputed numbers share: every value is printed with the digits that stand in the tree, and
 * compared with them. */
#ifndef PASO_REGENERATE_H
#define PASO_REGENERATE_H

#include "benchmarks/reference/recomputed.h"

/* Of the number as it is written in recomputed.h. */
#define REGENERATE_TEXT(number)    #number
#define REGENERATE_DIGITS(number)  REGENERATE_TEXT(number)
#define REGENERATED(number, value) regenerated(#number, REGENERATE_DIGITS(number), value)

/* Compares with half a unit of the last digit in the text. */
void regenerated(const char *name, const char *digits, long double value);

/* Of a series: `i`-th value of `tree`. Numbers of 15 digits that come from integrations to 1e-13. */
void regenerated_in_series(const char *name, int i, double tree, long double value);

void regenerated_near(const char *name, double tree, long double value, long double tolerance);

void regenerate_linkages(void);
void regenerate_penalty(void);
void regenerate_pendulum(void);
void regenerate_spin_up(void);
void regenerate_friction(void);
void regenerate_agundez(void);
void regenerate_lut(void);
void regenerate_manipulator(void);
void regenerate_lim(void);

#endif
