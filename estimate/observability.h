/* What the sensors of a filter see, before anything is filtered: the observability Gramian along the run,
 *     W = sum over measurements of phi^T c^T c phi / sigma^2,   phi from the start to the measurement,
 * scaled by the standard deviations at the start. An eigenvalue w of it says that its direction becomes known by the sensors alone to
 * 1/sqrt(1 + w) of what it was at the start (process noise apart). W is kept as a triangular root: eigenvalues of W itself would be lost behind one
 * that is 1e16 times as large, singular values of the root are there down to 1e-16 of the largest. The model is linearized at some hundred points.
 *
 * The run is that of the model alone. Without its sensors a wrong model may go where it ends: a piston reaches its stop, a pendulum falls. That is why it
 * needs a filter, and no reason not to have one: what is seen on the way to there is told. */
#ifndef PASO_OBSERVABILITY_H
#define PASO_OBSERVABILITY_H

#include "estimate/machine.h"
#include "estimate/sampling.h"

struct observability {
    size_t n;
    const char **names; /* of the states and parameters */
    bool *is_parameter;
    double *left;       /* per direction, the least seen first: what is left of its deviation, from 0 to 1 */
    double *directions; /* n by n, column by column, of unit length in units of the deviations at the start */
    double *growth;     /* per direction: what its length becomes until the end of that run */
    double until;       /* s: the end of that run */
    enum observability_end {
        RAN_TO_THE_END,
        RAN_AWAY /* errors have grown too much to go on */,
        RAN_INTO_A_FAILURE
    } end;
    struct error failure; /* that one */
    struct arena arena;
};

/* The machine's run stands at its start, and is used up. */
bool observability_make(struct observability *o, struct machine *machine, const struct filter_file *filter,
                        struct sampling *sampling, double step, struct error *error);
void observability_free(struct observability *o); /* also after a failure */

/* What is left of the deviation of a state or parameter itself, from 0 to 1: the root of the diagonal of (1 + W)^-1. */
double observability_left(const struct observability *o, size_t state);

/* "0.98 s, 0.17 ds": the states that make up a direction, the largest first. */
void observability_name(const struct observability *o, size_t direction, char *text, size_t size);

/* Whether a filter can work: every parameter is seen, and no direction that is not seen grows. What a run that did not come to its end has not
 * seen may be seen later, when the filter leads it: nothing is refused for that. */
bool observability_check(const struct observability *o, struct error *error);

bool observability_is_seen(const struct observability *o, size_t direction);

#endif
