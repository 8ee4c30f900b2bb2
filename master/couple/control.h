/* Macro steps chosen by the error: what was promised to components for the end of a step, by extrapolation or by stand-ins, against what
 * their neighbours have answered there. Each difference is taken relative to the largest magnitude that the value has had, or its
 * nominal value where that is larger. A PI controller (K. Gustafsson, ACM Trans. Math. Softw. 17, 1991) keeps the largest of them near
 * the tolerance. Without a tolerance errors are only looked at. */
#ifndef PASO_CONTROL_H
#define PASO_CONTROL_H

#include "master/couple/exchange.h"

struct control {
    double tolerance;
    double smallest, largest; /* macro steps that are allowed */
    int order;                /* of the promise: its error goes with this power of H */
    double next;              /* the macro step to be tried */
    double micro;             /* the micro step, a power of two times the output step; 0: it is not chosen */
    double micro_first;       /* ... at the start of the run */
    double micro_most;        /* ... and the longest that is allowed */
    double before;            /* the error of the last step that was accepted, in tolerances; 0: there is none */
    bool was_rejected;        /* the step before this one: it does not grow at once */
    double *scales;           /* per kind of y: the largest magnitude so far */
    double *followed; /* ... in steps longer than the smallest, within the tolerance; 0: it was never followed */
    size_t *kinds;    /* per y: the first one that is the same variable of the same FMU */
    double *worst;    /* per u: the largest difference of steps that were accepted */
    int lost;         /* so many steps in succession have lost the solution ... */
    size_t lost_u;    /* ... of this u ... */
    double lost_by;   /* ... by so much in the last one, relative to its largest magnitude */
    double missed;    /* error times length, of steps that missed the tolerance and were accepted */
    size_t *counted;  /* the u that are looked at: continuous values without a table, but for the system's inputs */
    size_t n_counted;
    bool *counts;                       /* per u: it is one of these */
    double took_smallest, took_largest; /* macro steps that were accepted; the smallest: output points and ends apart */
};

bool control_open(struct control *c, const struct exchange *x, int order, struct arena *arena, struct error *error);

/* The run begins anew. */
void control_forget(struct control *c, const struct exchange *x);

/* All outputs are in y. `promised`: per u, for the end of the step. The largest error, in tolerances. */
double control_measure(struct control *c, const struct exchange *x, const double *promised, bool *moves);

/* A difference of an input, relative to how large the value has become; 0: it does not count. */
double control_relative(const struct control *c, const struct exchange *x, size_t u, double difference);
/* The largest one in steps that were accepted. */
double control_worst(const struct control *c, const struct exchange *x, size_t u);

/* A step was accepted: keeps the largest differences and magnitudes. Also where nobody chooses steps by them. */
void control_note(struct control *c, const struct exchange *x, const double *promised);
/* The same, and promises that what is there now is held until the end of the next step. */
void control_note_held(struct control *c, const struct exchange *x, double *promised);
void control_hold(const struct control *c, const struct exchange *x, double *promised); /* only promises */
void control_note_sizes(struct control *c, const struct exchange *x);                   /* of y, at the start */

/* After a step of length H with that error: the next one. */
void control_accept(struct control *c, const struct exchange *x, const double *promised, double H, double error,
                    bool is_full);
/* Steps cannot be shorter, and have lost the solution: a value that was followed before is grossly wrong in one after another. A jump spoils
 * few steps, and what was never followed may be noise. */
bool control_has_lost(const struct control *c);
/* Straight lines of length h over micro steps had this error, in tolerances. */
void control_look_at_lines(struct control *c, double h, double error);
bool control_micro_is_smallest(const struct control *c);
/* The longest micro step of the grid that is not longer than h. */
double control_micro_step(double h, double output_step);
void control_reject(struct control *c, double H, double error);

#endif
