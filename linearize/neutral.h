/* Eigenvalues that are zero because the matrix is singular. An eigenvalue algorithm blurs them, to 1e-14 of its norm or, where they
 * come in chains (a body that drifts), to the root of that; so they are split off before.
 *
 * Rank is a question of a matrix's elements relative to each other, not of its norm: rows and columns are scaled to the same
 * size, which changes no rank, before elimination with full pivoting. What is left over then, a few hundred roundings of that
 * size, could be zero with elements that are wrong by no more. So a slow mode beside a stiff one stays what it is. Where it is not much
 * more than such roundings (a beam of many elements that swings), the spectrum of the whole matrix is asked: there are no more zeros
 * than it has eigenvalues that are zero within their own error. */
#ifndef PASO_NEUTRAL_H
#define PASO_NEUTRAL_H

#include "master/base/error.h"
#include "master/base/matrix.h"

struct neutral {
    size_t n;                 /* zero eigenvalues, each as often as it counts */
    struct matrix directions; /* states by columns: A v = 0, what nothing brings back */
    struct matrix kept;       /* states by columns: w^T A = 0, sums w^T x that nothing changes */
    struct matrix R;          /* has the other eigenvalues */
    /* T^-1 A T = [N X; 0 R], N strictly upper triangular; [1 Y] T^-1 belongs to N as the first columns of T do */
    struct matrix T, T_inverse, N, X
    , Y;
};

/* `units` of the states: their nominal values. All lives in the arena. */
bool neutral_split(struct neutral *z, struct matrix A, const double *units, struct arena *arena, struct error *error);

/* The spectrum of A from that of R, with vectors: `all` has room for them. Of each zero it gets vectors of a basis of all that moves
 * with zero, and of its counterpart: eigenvectors, but in a chain, where there is only one for all. */
struct spectrum;
bool neutral_join(const struct neutral *z, const struct spectrum *rest, struct spectrum *all, struct arena *arena);

#endif
