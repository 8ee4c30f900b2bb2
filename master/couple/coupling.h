/* The coupling of a run for which nobody has asked for one. Where every component has directional derivatives, that is stand-ins with
 * macro steps by the error (standins.h, control.h). Two short trial runs decide whether quadratic Gauss-Seidel, with macro steps by
 * the error, too, is better for this system: it must have been seen at work, without a step that missed the tolerance, and with clearly
 * fewer calls of the components. Where nothing moves in the trial, or a step was rejected, stand-ins are taken. Everything else, and systems of more than 100
 * components, are coupled by Jacobi with the default macro step. */
#ifndef PASO_COUPLING_H
#define PASO_COUPLING_H

#include "master/couple/run.h"

/* Of exchanged values, where nobody asks for another one. */
extern const double coupling_tolerance;
/* Of a system that is looked at for that. */
extern const size_t coupling_most_components;

/* Gauss-Seidel with macro steps by the error, in a range that suits the experiment. */
struct run_options coupling_by_error(const struct run_options *from, const struct run_experiment *experiment,
                                     int extrapolation);

/* Fills in scheme, extrapolation, macro steps and `coupling`. The options' error tolerance and output step are kept. Trial runs say
 * nothing: what is wrong with a system, the run itself will find. */
void coupling_choose(const struct system *system, struct run_options *options);

#endif
