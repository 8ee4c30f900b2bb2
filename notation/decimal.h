/* Decimal numbers in documents have points, whatever language the process speaks. */
#ifndef PASO_DECIMAL_H
#define PASO_DECIMAL_H

/* Like strtod() where points are points. Without memory for a number of very many digits nothing is read (end is text). */
double decimal_read(const char *text, char **end);

#endif
