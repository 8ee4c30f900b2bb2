/* A component that can go back, but has no derivatives, as a stand-in: its answers over the micro steps of a macro step. It is stepped
 * with its inputs held, and once more for every input, which rises by a small amount within the first micro step; each time it goes
 * back. With rho the answer to a rise by one,
 *     y(t_k) = y_held(t_k) + sum over i < k of rho(t_k - t_i) (u(t_{i+1}) - u(t_i)),
 * which is exact where the component is linear, whatever its states are. */
#ifndef PASO_RESPONSES_H
#define PASO_RESPONSES_H

#include "master/couple/exchange.h"

struct responses {
    size_t component;
    size_t *outputs, n_outputs; /* indices in y */
    size_t *inputs, n_inputs;   /* indices in u */
    bool takes_slopes;          /* else it holds the mean over a micro step */
    double own_step;            /* on which it insists; 0: on none */
    int steps;                  /* micro steps of this macro step */
    double h;
    bool is_usable; /* the component came through all of them; else its outputs are held */
    double *held; /* outputs at the ends of micro steps, as they are with held inputs: less their values at the start */
    double *answers; /* the same to a rise of an input by one: outputs by inputs, for every micro step since */
    double *rises;   /* of inputs, in the micro steps that were taken */
    double *levels;  /* of inputs, now, less their values at the start */
    int taken;
    int steps_room;
    double *values, *slopes; /* on their way */
    unsigned *input_refs, *output_refs;
    int *orders;
    long samples; /* steps that were taken for it */
};

bool responses_open(struct responses *r, const struct exchange *x, size_t component, const size_t *outputs,
                    size_t n_outputs, const size_t *inputs, size_t n_inputs, struct arena *arena);
void responses_close(struct responses *r);

/* At the start of a macro step of so many micro steps of length h; y: outputs there. `anew`: answers are taken again, too; else those of
 * the last time are kept, if they fit. */
bool responses_take(struct responses *r, const struct exchange *x, const double *y, int steps, double h, bool anew,
                    struct error *error);
/* Back to the begin of the macro step. */
void responses_rewind(struct responses *r);

/* One micro step: inputs at its begin, less their values at the start, and their slopes. Outputs at its end, less theirs; without the
 * part of held inputs where `changes_only`. */
void responses_step(struct responses *r, const double *inputs, const double *slopes, bool changes_only,
                    double *outputs);
/* What an output there moves by with an input at the same end. */
double responses_gain(const struct responses *r, size_t output, size_t input);
/* Inputs have come out different there. */
void responses_correct(struct responses *r, size_t input, double change);

#endif
