/* What `paso linearize` has found: a list of linearized systems, and how it is told. */
#ifndef PASO_RESULTS_H
#define PASO_RESULTS_H

#include "figures/figure_size.h"
#include "linearize/constrained.h"
#include "linearize/points.h"
#include "master/couple/run.h"
#include "linearize/spectrum.h"

#include <stdio.h>

/* What is known of a mechanism whose constraints were linearized with it. All zero: minimal coordinates of FMUs, every eigenvalue true. */
struct result_constraints {
    enum coordinate_set coordinates;
    const double complex *values; /* the finite ones, where the state space does not give them itself: RCS, UCS */
    const enum eigenvalue_kind *kinds;
    size_t n_values, n_infinite;
    const double complex *raw; /* RCS: what QZ makes of the whole pencil; INFINITY where it finds it so */
    size_t n_raw;
    struct penalty_terms penalty;
    size_t n_coordinates, rank, n_redundant; /* of D; rows that depend on others */
    bool is_singular;                        /* they do so in this position alone */
    bool is_equilibrium;
    double violation; /* UCS: of the rows, where penalties hold the forces */
};

struct result { /* one point */
    struct state_space space;
    struct modes modes;
    double complex *zeros; /* of the chosen inputs and outputs */
    size_t n_zeros;
    double varied;        /* the value of what is varied, where something is */
    const char **remarks; /* of the FMUs about their derivatives here: "NAME.VARIABLE: what it means" */
    size_t n_remarks;
    const char **descriptions; /* of the states, by their FMUs; NULL: none */
    struct result_constraints constraints;
};

bool result_has_vectors(const struct result *r); /* of its modes */
/* To rounding in A: some eigenvalue is known to less than five of them. */
bool result_loses_digits(const struct result *r);
enum eigenvalue_kind result_kind(const struct result *r, size_t eigenvalue);

struct results {
    const char *title; /* of the system */
    const struct system *system;
    const struct variation *variation;
    struct result *list;
    size_t n;
    bool csv_safe; /* no name in a CSV file that a spreadsheet takes for a formula */
    bool has_pair; /* --bode */
    size_t pair_input, pair_output;
};

/* Copies what is chosen of the system and analyses it. */
bool results_add(struct results *r, const struct state_space *space, const char *inputs, const char *outputs,
                 double varied, struct error *error);
/* The same of a mechanism with its constraints. */
bool results_add_constrained(struct results *r, const struct state_space *space, const char *inputs,
                             const char *outputs, const struct result_constraints *constraints, struct error *error);
/* Adds to the last point what the FMUs say about their states, and about their derivatives there; the run still stands at it. */
bool results_remark(struct results *r, struct run *run, const struct system *system, struct error *error);
void results_free(struct results *r);

/* "INPUT,OUTPUT": which they are among those that were chosen. The input must move the output at the first or the last point: these
 * are the ones that are drawn. */
bool results_choose_pair(struct results *r, const char *text, struct error *error);
bool result_is_deaf(const struct result *r, size_t input, size_t output); /* the input does not reach the output */

/* ---- telling ---- */

void results_print(FILE *file, const struct results *r);

/* By the ending of the path: .json, .csv (one file per matrix, PATH_A.csv and so on) or .mat. */
bool results_check_path(const char *path, struct error *error);
bool results_write(const char *path, const struct results *r, struct error *error);

/* The spectrum, or the root locus of several points, and the Bode plot of a pair. */
struct results_view {
    double from, to; /* frequencies of the Bode plot, rad/s; 0: by the modes */
    bool is_chosen;  /* the part of the plane: */
    double left, right, down, up;
};
bool results_plot(const char *path, const struct results *r, const struct results_view *view,
                  const struct figure_options *options, struct error *error);

/* ---- the parts ---- */

bool results_print_json(FILE *file, const struct results *r);
bool results_write_csv(const char *path, const struct results *r, struct error *error);
bool results_write_mat(const char *path, const struct results *r, struct error *error);

#endif
