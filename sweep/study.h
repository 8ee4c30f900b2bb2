/* What all runs of a sweep have in common: the system, opened once and inherited by the processes that run it, the plan,
 * the references, and what is measured. Constant while runs are under way, but for references that are runs themselves. */
#ifndef PASO_STUDY_H
#define PASO_STUDY_H

#include "sweep/digest.h"
#include "sweep/meter.h"
#include "sweep/plan.h"

struct reference {
    char *source;             /* the file's path; "finest"; "" where there is nothing to compare with */
    char digest[DIGEST_SIZE]; /* of its content, or of the run that it is */
    struct trajectory trajectory;
    bool is_here;   /* the trajectory is */
    size_t run;     /* finest: which run of the plan it is */
    double *errors; /* finest: its estimated errors, per variable; NULL else */
    size_t *columns;
    struct bound *bounds; /* of the variables, then of what is watched */
};

struct study_options {
    const char *reference; /* FILE.csv, perhaps with {COLUMN} in it, or "finest"; NULL: none */
    const char
        *record; /* patterns: the variables that are compared or measured; NULL: all that the reference has, or none */
    struct text_list bounds;
    double settling_band; /* of outcomes */
};

struct study {
    struct system *system;
    struct plan plan;
    struct study_options options;
    struct selection variables; /* compared with a reference; without one their outcomes are measured */
    bool measures_outcomes;
    struct selection watched; /* must stay in their bounds, and finite */
    struct bound *limits;     /* of what is watched, as the options say */
    struct reference *references;
    size_t n_references;
    size_t *reference_of; /* per run of the plan */
    bool finest;
    char digest[DIGEST_SIZE];
};

/* Takes the plan over, also where it fails. Every value of every list is tried out: what cannot be set or read is an error
 * here, before anything runs. */
bool study_open(struct study *s, const char *path, struct plan *plan, const struct study_options *options,
                struct error *error);
void study_close(struct study *s);

/* What identifies a run and all that its finding depends on. */
bool study_key(const struct study *s, const struct job *job, char key[DIGEST_SIZE], struct error *error);

/* A reference has arrived: finds the columns and the bounds. */
bool study_prepare_reference(struct study *s, size_t reference, struct error *error);

bool study_add_reference(struct study *s, char *source, struct error *error); /* takes `source` over */

/* Reads the files, or finds the problems that runs of the sweep are references of. */
bool study_open_references(struct study *s, struct error *error);

#endif
