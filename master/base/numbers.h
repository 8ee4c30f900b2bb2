/* Numbers in order of their size. */
#ifndef PASO_NUMBERS_H
#define PASO_NUMBERS_H

#include <stdlib.h>

static inline int numbers_compare(const void *p, const void *q)
{
    const double a = *(const double *)p, b = *(const double *)q;
    return (a > b) - (a < b);
}

static inline void numbers_sort(double *numbers, size_t n)
{
    if (n > 0)
        qsort(numbers, n, sizeof *numbers, numbers_compare);
}

/* Of n > 0 numbers, which it sorts; of the two in the middle the larger one. */
static inline double numbers_median(double *numbers, size_t n)
{
    numbers_sort(numbers, n);
    return numbers[n / 2];
}

#endif
