/* A short run that shows what a coupling costs, from where something moves on: before that all couplings look alike. Trials are silent, and
 * what goes wrong in them is of no consequence: what is wrong with a system, the run itself will find. */
#ifndef PASO_TRIAL_H
#define PASO_TRIAL_H

#include "master/couple/run.h"

/* Where trials of one system are compared. */
struct trial_window {
    double since; /* the first step that is not as promised begins here; NaN: the next trial finds it */
    double until;
};

/* When a trial is given up: 0 is any number. */
struct trial_limits {
    long steps, calls;
};

struct trial {
    bool done;    /* it came to the end of the window */
    long steps;   /* macro steps in the window, with those that were taken back */
    long calls;   /* of components there: steps and directional derivatives */
    double error; /* the largest difference between what was promised and what was answered, relative */
};

/* A run with macro steps by the error, opened and not initialized. `rows`: steps in the window meet output points, as where somebody records; on the way there they need not. */
struct trial trial_go(struct run *run, struct trial_window *window, bool rows, struct trial_limits most);

/* How far exchanged values move in a whole run. */
struct trial_motion {
    double *begin, *moved;
    size_t n;
};
/* Of a run that comes to its end and takes no more than so many calls. To be closed in any case. */
bool trial_measure_motion(struct trial_motion *m, struct run *run, long most_calls);
/* The window from where a value has moved by a hundredth of that, in another run of the same kind. */
bool trial_find_motion(const struct trial_motion *m, struct run *run, struct trial_window *window);
void trial_motion_close(struct trial_motion *m);

/* The largest difference so far, relative. */
double trial_error(const struct run *run);
/* Error times length, of steps that missed the tolerance. */
double trial_missed(const struct run *run);

/* Between these two the options open runs that nobody hears. */
struct trial_silence {
    struct warning_route route, *before;
    struct component_options component;
};
void trial_silence_begin(struct trial_silence *silence, struct run_options *options);
void trial_silence_end(struct trial_silence *silence);

#endif
