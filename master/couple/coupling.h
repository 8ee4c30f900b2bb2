/* The coupling of a run for which nobody has asked for one. Where every component has directional derivatives, that is stand-ins with
 * macro steps by the error (standins.h, control.h), or quadratic Gauss-Seidel with macro steps by the error, whichever asks less of the
 * components at the same tolerance. Calls are counted, not seconds: two runs of the same system are coupled alike. Trials of both (trial.h), from
 * where something moves, tell; where nothing moves in time stand-ins are taken. Everything else, and systems of more than 100 components, are
 * coupled by Jacobi with the default macro step. */
#ifndef PASO_COUPLING_H
#define PASO_COUPLING_H

#include "master/base/arena.h"
#include "master/couple/run.h"

/* Of exchanged values, where nobody asks for another one. */
extern const double coupling_tolerance;
/* Quadratic Gauss-Seidel gets such a part of it. */
extern const double coupling_part_of_tolerance;
/* Of a system that is looked at for that. */
extern const size_t coupling_most_components;

/* Gauss-Seidel with macro steps by the error, in a range that suits the experiment. */
struct run_options coupling_by_error(const struct run_options *from, const struct run_experiment *experiment,
                                     int extrapolation);

/* Fills in scheme, extrapolation, macro steps, the order that trials have found, `coupling` and why. The options' error tolerance and output
 * step are kept. Texts live as long as the arena. The options' interrupt ends trials, too; the plain coupling is then left. */
void coupling_choose(const struct system *system, struct run_options *options, struct arena *arena);

#endif
