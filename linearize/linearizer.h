/* A system linearized where its run stands: every component by itself (probe.h), then closed over the connections. External
 * inputs are the connectors of the system and whatever inputs nothing drives. Names are those of result columns. */
#ifndef PASO_LINEARIZER_H
#define PASO_LINEARIZER_H

#include "master/couple/probe.h"
#include "master/couple/run.h"
#include "linearize/state_space.h"

struct linearizer;

/* To be opened when the run has been initialized and not yet stepped. The run must outlive it. A system without continuous
 * states is an error. */
struct linearizer *linearizer_open(struct run *run, enum probe_method method, struct error *error);
/* The same with tunable parameters that count as external inputs, by the names of their result columns. */
struct linearizer *linearizer_open_tuned(struct run *run, enum probe_method method, const struct port *tuned,
                                         size_t n_tuned, struct error *error);
void linearizer_close(struct linearizer *l); /* accepts NULL */

/* Steps the run to t; one that ends before is an error. */
bool linearizer_advance(struct linearizer *l, double t, struct error *error);

/* At the present point of the run, any number of times; no memory is taken. */
bool linearizer_run(struct linearizer *l, struct error *error);

/* The coupled system, valid until the next linearizer_run. */
const struct state_space *linearizer_coupled(const struct linearizer *l);
const struct probe *linearizer_probe(const struct linearizer *l, size_t component);

#endif
