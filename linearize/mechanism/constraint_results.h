/* A mechanism's constrained equations as results of `paso linearize`: names, matrices and eigenvalues of one set of coordinates. */
#ifndef PASO_CONSTRAINT_RESULTS_H
#define PASO_CONSTRAINT_RESULTS_H

#include "linearize/mechanism/constraint_terms.h"
#include "linearize/results.h"

/* Adds the point where the terms were opened; UCS moves them. */
bool constraint_results_add(struct results *results, struct constraint_terms *t, enum coordinate_set coordinates,
                            const struct penalty_terms *penalty, const char *inputs, const char *outputs,
                            struct error *error);

#endif
