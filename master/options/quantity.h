/* Numbers and durations as people write them: 0.001, 1e-3, 1ms. */
#ifndef PASO_QUANTITY_H
#define PASO_QUANTITY_H

#include <stdbool.h>

/* The whole text is one finite decimal number. */
bool number_parse(const char *text, double *number);

/* "LOW:HIGH" with LOW < HIGH at the beginning of the text; returns what is behind it, NULL where there is no such range. */
const char *range_parse(const char *text, double *low, double *high);

/* A number of seconds, or a number with one of the units ns, us, ms, s, min, h: "0.2ms" is exactly the double 0.0002. */
bool duration_parse(const char *text, double *seconds);

/* "1 h 02 min", "3 min 20 s", "4.2 s": for people, at most 31 characters. */
void duration_print(double seconds, char text[32]);

#endif
