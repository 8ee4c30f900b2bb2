/* One component linearized where it stands, at a communication point of a run: the derivatives of its rates and outputs with
 * respect to its states and inputs. By directional derivatives where the FMU has them, in as few calls as the declared
 * dependencies permit; else by central differences, with a statement about their accuracy.
 *
 * A Co-Simulation FMU that can do neither between steps may still offer Model Exchange: then a second instance of it, with
 * the same parameters and brought to the same time, states and inputs, is probed in its place. */
#ifndef PASO_PROBE_H
#define PASO_PROBE_H

#include "linearize/matrix_algebra.h"
#include "linearize/ports.h"
#include "master/couple/run.h"

enum probe_method {
    PROBE_BEST,           /* directional where possible */
    PROBE_BY_DIRECTIONAL, /* or an error */
    PROBE_BY_DIFFERENCES
};

struct probe {
    struct ports ports;
    struct matrix jacobian; /* rows by columns of the ports */
    double *columns, *rows; /* their values at the point; NaN where they could not be read */
    bool directional;
    double accuracy; /* of differences: the largest estimated error, relative to its row; 0 for directional */
    struct probe_inside *inside;
};

/* To be opened when the run has been initialized and not yet stepped: initial inputs are still those of the start. */
struct probe *probe_open(struct run *run, size_t component, enum probe_method method, struct error *error);
void probe_close(struct probe *p); /* accepts NULL */

/* At the present point of the run, which goes on afterwards as if nothing had happened. No memory is taken. */
bool probe_run(struct probe *p, struct error *error);

#endif
