/* The other ranks of an MPI job, as seen by rank 0: each takes one run at a time. Without MPI, and in a job of one rank,
 * there are none, and all of this is nothing. */
#ifndef PASO_RANKS_H
#define PASO_RANKS_H

#include "sweep/crew.h"

/* Before anything else of a sweep. False: this is one of many ranks, and the program is built without MPI. */
bool ranks_begin(struct error *error);
void ranks_end(int status); /* after everything; does not return where ranks were lost */
bool ranks_is_first(void);
long ranks_count(void); /* 1 without MPI */

/* All ranks have come so far: true where all of them were well. */
bool ranks_agree(bool well);

/* What every rank but the first does: runs what it is given until it is told to stop. */
void ranks_serve(struct study *study, const struct crew_options *options);

struct ranks;
struct ranks *ranks_open(const struct crew_options *options); /* NULL: none */
void ranks_close(struct ranks *r);

bool ranks_have_room(const struct ranks *r);
bool ranks_are_idle(const struct ranks *r);
bool ranks_start(struct ranks *r, size_t ticket, const struct job *job, bool keep_trajectory, struct error *error);
/* A run that has ended, or was lost with its rank. */
bool ranks_collect(struct ranks *r, bool *ended, size_t *ticket, struct finding *finding, struct error *error);
bool ranks_share_reference(struct ranks *r, const struct study *study, size_t reference, struct error *error);

#endif
