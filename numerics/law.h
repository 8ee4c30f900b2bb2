/* Laws in time: what a force or a command does over a run. A law is a list of pieces, each in force from its beginning until
 * the next one's. The shape of a law is constant; its numbers stand somewhere in an array of the caller, so that they may
 * be parameters.
 *
 * A piece begins at t >= t_begin within rounding, and so does each step or corner inside it: a step at 2.5 s is in force at
 * 2500 steps of 1 ms. Derivatives with respect to time are those to the right. */
#ifndef PASO_LAW_H
#define PASO_LAW_H

#include <complex.h>
#include <stddef.h>

enum law_kind {
    LAW_CONSTANT, /* value */
    LAW_STEP,     /* from, to, time: jumps at time */
    LAW_RAMP,     /* from, to, begin, end: straight between, held outside */
    LAW_SINE,     /* mean, amplitude, frequency (Hz), phase (rad), begin, growth (of the amplitude per s):
                     mean + (amplitude + growth (t - begin)) sin(2 pi frequency (t - begin) + phase) from begin on, before
                     it the value at begin */
    LAW_TABLE,    /* times, values: straight between, held outside; a time given twice is a jump to the later value */
    LAW_STEPS     /* times, values: value k from time k on; the first one also before */
};
enum { LAW_NUMBERS = 6 }; /* of a kind, at most */

struct law_piece {
    enum law_kind kind;
    size_t begin; /* place of t_begin in the numbers; LAW_ALWAYS where there is none (the first piece) */
    size_t
        at[LAW_NUMBERS]; /* places of its numbers, in the order above; tables: of the first time and the first value */
    size_t n;            /* rows of a table */
};
#define LAW_ALWAYS ((size_t)-1)

struct law {
    size_t n_pieces;
    const struct law_piece *pieces;
};

/* Between two events a law is smooth: `since` is the time of the last one (a solver's last stop, or the start), and what changes
 * after it is not yet in force, however far t has come. So the end of a step that was cut at a jump still sees the value before
 * it. INFINITY: the law as it is written. */
double law_value_real(const struct law *law, const double *numbers, double t, double since);
double complex law_value_complex(const struct law *law, const double *numbers, double complex t, double since);

/* Its first and second derivative in time. */
void law_slopes_real(const struct law *law, const double *numbers, double t, double since, double *rate,
                     double *curvature);
void law_slopes_complex(const struct law *law, const double *numbers, double complex t, double since,
                        double complex *rate, double complex *curvature);

/* The next time after t (beyond rounding) at which the law has a jump or a corner; INFINITY where there is none. */
double law_next_event(const struct law *law, const double *numbers, double t);

#endif
