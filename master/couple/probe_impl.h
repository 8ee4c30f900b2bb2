/* Inside of a probe: what its files share. */
#ifndef PASO_PROBE_IMPL_H
#define PASO_PROBE_IMPL_H

#include "master/couple/probe.h"

struct probe_group { /* columns that are probed together */
    size_t *columns, n_columns;
    unsigned *column_refs;
    size_t *rows, n_rows; /* that depend on one of them ... */
    size_t *owners;       /* ... and on which */
    unsigned *row_refs;
    bool by_differences;
};

struct probe_inside {
    struct arena arena;
    struct probe_target target;
    struct component *component; /* as the target has it now: it may be opened anew, after a step that was refused */
    struct component *model;     /* a second instance, for Model Exchange; NULL: the component itself is probed */
    bool is_readable;            /* rates and outputs belong to the inputs that the component has now */
    struct probe_group *groups;
    size_t n_groups;
    double *seed, *result; /* of one call */
    double *moved, *at[4]; /* columns; rows at four places */
    double *errors;        /* estimated, rows by columns */
};

/* ---- probe_model.c: the second instance ---- */

struct component *probe_model_open(const struct probe_target *target, struct error *error);
/* Brings it to where the component is. */
bool probe_model_place(struct probe *p, double t, struct error *error);

/* ---- probe_differences.c ---- */

bool probe_differences(struct probe *p, struct error *error); /* of the groups that want it */

/* Sets all columns, reads all rows. */
bool probe_set(struct probe *p, const double *columns, struct error *error);
bool probe_get(struct probe *p, double *rows, struct error *error);

#endif
