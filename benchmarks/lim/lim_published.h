/* Points quoted from LIM's result files of the manipulator benchmark (Laboratorio de Ingenieria Mecanica, MIT licence), a few
 * dozen per curve, every digit as printed there. Times in s, lengths in m, pressures in Pa, forces in N. */
#ifndef PASO_LIM_PUBLISHED_H
#define PASO_LIM_PUBLISHED_H

#include <stddef.h>

struct quotation {
    const char *source;  /* file name, and the document's figure */
    const char *columns; /* "t s ds ..." */
    size_t n_columns, n_rows;
    const double *values; /* row by row */
};

static inline double quoted(const struct quotation *q, size_t row, size_t column)
{
    return q->values[row * q->n_columns + column];
}

extern const struct quotation published_kappa_m1, published_kappa_m2;
extern const struct quotation published_reference_m1, published_reference_m2; /* t s ds p1 p2 f_h */
extern const struct quotation published_convergence_s,
    published_convergence_p1;                                         /* t, differences for four step sizes */
extern const struct quotation published_fsj, published_psj;           /* t, reference, H = 0.05, 0.2, 1 ms */
extern const struct quotation published_fsj_10ms, published_psj_10ms; /* t s; labels one macro step late */
extern const struct quotation published_fsj_15ms, published_psj_40ms; /* t s, on the verge of instability */

#endif
