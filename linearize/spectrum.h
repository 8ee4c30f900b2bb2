/* Eigenvalues and what they mean: modes, who takes part in them, who moves and who sees them; zeros; frequency response. */
#ifndef PASO_SPECTRUM_H
#define PASO_SPECTRUM_H

#include "linearize/state_space.h"
#include "linearize/neutral.h"

#include <complex.h>

/* Eigenvalues of a matrix, the least stable first: by falling real part, then by the size of the imaginary part, the
 * positive one of a pair before its conjugate. The matrix is balanced before. */
struct spectrum {
    size_t n;
    double complex *values;
    double complex *right, *left; /* column by column, of length 1, or NULL; left^H right of the same mode is not 0 */
    double *conditions; /* |left^H right| of each, of the balanced matrix: a small change of it, of size e, moves
                                     the eigenvalue by e / condition; NULL without vectors */
    double norm;        /* of the balanced matrix */
};

/* A workspace for matrices of one size, used again and again. */
struct eigen_solver;
struct eigen_solver *eigen_solver_open(size_t n, bool with_vectors, struct error *error);
bool eigen_solver_run(struct eigen_solver *e, struct matrix m, struct spectrum *spectrum, struct error *error);
void eigen_solver_close(struct eigen_solver *e); /* accepts NULL; its spectra die with it */

/* ---- modes of a system ---- */

struct mode {
    double complex value;
    double frequency;     /* |lambda|, rad/s */
    double damping;       /* -Re(lambda)/|lambda|; NaN for a mode at 0, which has none */
    double time_constant; /* -1/Re(lambda): negative for a mode that grows, infinite for one that does neither */
};
struct mode mode_of(double complex value);
/* The same where the real part is zero within `error`: neither damped nor growing. */
struct mode mode_within(double complex value, double error);

/* Modes by states, inputs and outputs; states, inputs and outputs count in units of their nominal values, so that what is
 * measured differently can be compared. */
struct modes {
    struct arena arena;
    struct spectrum spectrum;      /* eigenvectors in the system's own units, unit length in nominal ones */
    struct matrix participation;   /* states by modes: |w_i v_i|, each mode's sum is 1 */
    struct matrix controllability; /* modes by inputs: cosine of the angle between left eigenvector and column of B */
    struct matrix observability;   /* outputs by modes: cosine between right eigenvector and row of C */
    struct neutral neutral;        /* what the eigenvalues at 0 are */
    double *errors;                /* real parts of this size say nothing */
    size_t
        worst; /* the eigenvalue of which one rounding of all elements of A moves the largest part, n without any ... */
    double worst_part; /* ... and that part */
};
/* Its numbers without what is rounding alone. Of values without vectors (sets of coordinates) the error is guessed from the largest. */
struct mode modes_get(const struct modes *m, size_t k);
bool modes_open(struct modes *m, const struct state_space *s, struct error *error);
void modes_close(struct modes *m);

/* ---- zeros and frequency response ---- */

/* Invariant zeros of the system: finite values at which [A - z 1, B; C, D] loses rank below what it has elsewhere. Infinite
 * ones, and what inputs and outputs in excess bring, are taken off by structure before the QZ algorithm sees the rest. Any
 * numbers of inputs and outputs. `zeros` has room for n_states; their number is returned in *n. */
bool zeros_find(const struct state_space *s, double complex *zeros, size_t *n, struct error *error);

/* G(i omega) from one input to one output. */
bool response_at(const struct state_space *s, size_t input, size_t output, double omega, double complex *value,
                 struct error *error);

#endif
