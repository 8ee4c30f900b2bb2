/* One component of a system linearized where it stands, at a communication point: the derivatives of its rates and outputs with
 * respect to its states and inputs. By directional derivatives where the FMU has them, in as few calls as the declared
 * dependencies permit; else by central differences, with a statement about their accuracy.
 *
 * A Co-Simulation FMU that can do neither between steps may still offer Model Exchange: then a second instance of it, with
 * the same parameters and brought to the same time, states and inputs, is probed in its place. */
#ifndef PASO_PROBE_H
#define PASO_PROBE_H

#include "master/base/matrix.h"
#include "master/couple/ports.h"
#include "master/couple/component.h"
#include "master/system/starts.h"

enum probe_method {
    PROBE_BEST,           /* directional where possible */
    PROBE_BY_DIRECTIONAL, /* or an error */
    PROBE_BY_DIFFERENCES
};

struct probe {
    struct ports ports;
    struct matrix jacobian; /* rows by columns of the ports */
    double *columns, *rows; /* their values at the point; NaN where they could not be read */
    bool directional;       /* with respect to states and inputs */
    bool directional_tuned; /* with respect to tunable parameters, too */
    double accuracy;        /* of differences: the largest estimated error, relative to its row; 0 for directional */
    struct probe_inside *inside;
};

struct probe_target {
    const struct system *system;
    struct component **components; /* the system's; one may be opened anew between two points */
    size_t component;
    double start_time;
    const struct starts *starts; /* of the run; NULL: those of the system */
    const size_t *tuned;         /* tunable parameters that count as inputs (ports.h); only while it is opened */
    size_t n_tuned;
};

/* To be opened when the components have been initialized and not yet stepped: initial inputs are still those of the start. */
struct probe *probe_open(const struct probe_target *target, enum probe_method method, struct error *error);
void probe_close(struct probe *p); /* accepts NULL */

/* Calls of fmi2GetDirectionalDerivative that one run of it makes. */
long probe_calls(const struct probe *p);

/* Whether the values of rows and columns are read at every point; else they are NaN. */
bool probe_reads(const struct probe *p);

/* At the present point, from which the component goes on afterwards as if nothing had happened. No memory is taken. */
bool probe_run(struct probe *p, struct error *error);

/* Values of rows and columns alone; the derivatives stay those of the last time. */
bool probe_read(struct probe *p, struct error *error);

#endif
