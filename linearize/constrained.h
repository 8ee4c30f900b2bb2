/* Constrained equations of motion, linearized at a point, and their eigenvalues in three sets of coordinates (Gonzalez, Masarati,
 * Cuadrado, Naya: "Assessment of linearization approaches for multibody dynamics formulations", 2017):
 *
 *     M q'' + C q' + K q + D^T lambda = f,    D q = 0
 *
 *   MCS  a minimal set, by projection: q' = R z' (eqs. 2 to 6). Exact; 2 (n - m) eigenvalues.
 *   RCS  the redundant set of q, q' and lambda (eqs. 8 to 10). Exact; 3 m further eigenvalues are infinite.
 *   UCS  an unconstrained set, rows replaced by penalties (eqs. 11 to 15). Approximate; 2 m eigenvalues are spurious.
 *
 * Nothing here knows what moves. What is infinite or spurious is told by the rank of D, never by the size of an eigenvalue. */
#ifndef PASO_CONSTRAINED_H
#define PASO_CONSTRAINED_H

#include "linearize/spectrum.h"

enum coordinate_set { COORDINATES_MINIMAL, COORDINATES_MCS, COORDINATES_RCS, COORDINATES_UCS };

enum eigenvalue_kind { EIGENVALUE_TRUE, EIGENVALUE_SPURIOUS, EIGENVALUE_INFINITE };
const char *eigenvalue_kind_name(enum eigenvalue_kind kind); /* "true" ... */

/* Rows that depend on others are welcome: `kept` are those that count, the others follow from them here. */
struct constrained {
    size_t n, m, l; /* coordinates; holonomic rows; nonholonomic rows, behind them in D */
    struct matrix M, C, K;
    struct matrix D; /* (m + l) x n */
    /* How the rows change with the motion, zero at rest; all without elements where nothing moves: d(D q')/dq, d(D q'' + D' q')/dq,
     * d(D' q')/dq'. */
    struct matrix velocity_q, acceleration_q, acceleration_v;
    const size_t *kept; /* rows: kept_m of the holonomic ones, then kept_l of the others */
    size_t kept_m, kept_l;
    /* Coordinates: as many as kept rows, whose columns are regular; the first kept_m follow from the holonomic rows alone, the positions
     * of the last kept_l are free (admissible). All others are independent. */
    const size_t *dependent, *independent;
};

/* Chooses rows and coordinates of a system without nonholonomic rows by full pivoting: for a D without a choice of its own, or where
 * that one has become singular. The lists have room for n each, `kept` for m. */
bool constrained_choose(struct constrained *c, size_t *kept, size_t *dependent, size_t *independent, struct arena *a);

/* Q, orthogonal: its first `rank` columns span the rows, the others what they leave free. */
bool constrained_split(struct matrix rows, struct matrix *Q, size_t *rank, struct arena *a);

/* Multipliers with D^T lambda = f, which has a solution: where rows depend on each other, many, and this is the one of smallest norm. */
bool constrained_multipliers(const struct constrained *c, const double *f, double *lambda, struct arena *a,
                             struct error *error);

/* ---- MCS ---- */

struct minimal_set {
    size_t n_f;           /* independent velocities */
    struct matrix A;      /* states: independent positions, their velocities, admissible positions */
    struct matrix q, v;   /* n x states: what they make of q and q' */
    struct matrix forces; /* n_f x n: independent accelerations by forces on q */
};
bool constrained_minimal(const struct constrained *c, struct minimal_set *set, struct arena *a, struct error *error);

/* ---- RCS ---- */

/* What is left of the pencil when the constraints' chains of infinite eigenvalues are split off by D's orthogonal bases. */
struct redundant_set {
    size_t rank_m, rank_l;  /* of D's rows, by QR with column pivoting */
    size_t n_infinite;      /* 3 rank_m + 2 rank_l */
    struct matrix A, E;     /* the finite part */
    double complex *values; /* by QZ, least stable first; zeros of structure are exact */
    size_t n_values;
};
bool constrained_redundant(const struct constrained *c, struct redundant_set *set, struct arena *a,
                           struct error *error);

/* The pencil E y' = A y of eq. 9 as it stands, y = (q, q', lambda), with the kept rows. */
bool constrained_pencil(const struct constrained *c, struct matrix *A, struct matrix *E, struct arena *a);
/* What QZ says of it: infinite values are INFINITY. */
bool constrained_raw(struct matrix A, struct matrix E, double complex *values, struct arena *a, struct error *error);

/* ---- UCS ---- */

struct penalty_terms {
    double alpha, xi, omega; /* Xi = alpha 1, Theta = 2 xi omega 1, Omega = omega^2 1 */
};
struct penalty_terms penalty_terms_default(void); /* the paper's: 1e6, 1, 10 */

/* M_p, C_p and K_p of eq. 15; K belongs to the multipliers of eq. 11. */
void constrained_penalize(const struct constrained *c, const struct penalty_terms *p, struct matrix M_p,
                          struct matrix C_p, struct matrix K_p);

struct unconstrained_set {
    size_t rank;            /* of D; 2 rank eigenvalues are spurious */
    double complex *values; /* least stable first */
    enum eigenvalue_kind *kinds;
    size_t n_values;
    double violation; /* largest motion along the rows in what belongs to the true ones, as a part of their own */
};
bool constrained_unconstrained(const struct constrained *c, const struct penalty_terms *p,
                               struct unconstrained_set *set, struct arena *a, struct error *error);

#endif
