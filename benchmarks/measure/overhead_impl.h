/* Inside of the overhead measurement: what its files share. */
#ifndef PASO_OVERHEAD_IMPL_H
#define PASO_OVERHEAD_IMPL_H

#include "benchmarks/measure/overhead.h"
#include "master/base/seconds.h"

bool overhead_fail(struct error *error, const char *why);

/* overhead_lim.c: one run in each way, per macro step. */
struct overhead_lim;
struct overhead_lim *overhead_lim_open(struct bench *bench, struct error *error);
void overhead_lim_close(struct overhead_lim *lim); /* accepts NULL */
bool overhead_lim_run(struct overhead_lim *lim, struct bench *bench, double nanoseconds[OVERHEAD_WAYS],
                      struct error *error);

/* overhead_oscillator.c: the pair through its FMI functions and by paso, per macro step; the pair and the chain, per instance
 * and macro step. */
struct overhead_oscillator;
struct overhead_oscillator *overhead_oscillator_open(struct bench *bench, struct error *error);
void overhead_oscillator_close(struct overhead_oscillator *oscillator); /* accepts NULL */
bool overhead_oscillator_run(struct overhead_oscillator *oscillator, struct bench *bench, double pair[2],
                             double chain[2], struct error *error);

/* overhead_standins.c: f-s and p-s, by the calls alone and by paso, per micro step. */
struct overhead_standins;
struct overhead_standins *overhead_standins_open(struct bench *bench, struct error *error);
void overhead_standins_close(struct overhead_standins *standins); /* accepts NULL */
bool overhead_standins_run(struct overhead_standins *standins, struct bench *bench, double by_calls[OVERHEAD_COUPLINGS],
                           double by_paso[OVERHEAD_COUPLINGS], struct error *error);

#endif
