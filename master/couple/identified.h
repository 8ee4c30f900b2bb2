/* A component that has neither derivatives nor a way back, as a stand-in: a linear model found from what it has answered so far. Its
 * outputs y are taken for its states,
 *     y' = A y + B u + c + D u',
 * fitted to the micro steps that it has taken, the older ones with less weight (recursive least squares with forgetting, as sums of
 * products about the mean). It is right as far as the outputs tell the state: position and speed of a mechanism do. */
#ifndef PASO_IDENTIFIED_H
#define PASO_IDENTIFIED_H

#include "master/base/matrix.h"

struct identified {
    size_t n_outputs, n_inputs;
    size_t n;                /* what rates are explained by: outputs, inputs, slopes of inputs */
    bool *direct;            /* outputs by inputs: the output may depend directly on the input */
    double *sums;            /* weight; means of what explains, and of rates; products of these: all that is learned */
    size_t n_sums;           /* numbers there */
    double *last;            /* of the last micro step: what explained, then the rates */
    double *given_before;    /* inputs at the end of the last micro step */
    struct matrix jacobian;  /* rates, then outputs, by states and inputs */
    double *rates;           /* at the start of the macro step */
    double *now, *deviation; /* room */
    double *factors, *solution, *scales;
    size_t *chosen, *pivots;
};

bool identified_open(struct identified *m, size_t n_outputs, size_t n_inputs, const bool *direct, struct arena *arena);
void identified_forget(struct identified *m);

/* A micro step of length h: outputs at both ends, the mean of inputs over it, and their change from the end of the last one to its end. */
void identified_learn(struct identified *m, double h, const double *before, const double *after, const double *mean,
                      const double *change);

/* The model at the start of a macro step, with these outputs and inputs. `holds`: a model that says that nothing moves; that is what
 * there is until enough has been seen, too. */
void identified_update(struct identified *m, const double *outputs, const double *inputs, bool holds);

#endif
