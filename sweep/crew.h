/* Where runs run: processes of this machine, one per run, so that an FMU's crash costs that run and nothing else, and the
 * ranks of an MPI job. Work is handed out one by one. */
#ifndef PASO_CREW_H
#define PASO_CREW_H

#include "sweep/single.h"

struct crew;

struct crew_options {
    long jobs;         /* processes of this rank at a time */
    double run_limit;  /* s: a run that takes longer has failed; 0: none */
    double rank_limit; /* s: a rank that says nothing for so long is lost, and its run with it */
    bool pass_on_logs; /* what FMUs print goes to standard error; else it is dropped */
    int private_file;  /* a descriptor that the processes must not keep open; -1: none */
};

struct crew *crew_open(struct study *study, const struct crew_options *options, struct error *error);
void crew_close(struct crew *crew); /* ends what is running; accepts NULL */

bool crew_has_room(const struct crew *crew);
bool crew_is_idle(const struct crew *crew);
bool crew_start(struct crew *crew, size_t ticket, const struct job *job, bool keep_trajectory, struct error *error);

/* Waits at most `seconds` for the end of a run. */
bool crew_wait(struct crew *crew, double seconds, bool *ended, size_t *ticket, struct finding *finding,
               struct error *error);

/* A reference of the study has been filled: everybody gets it. */
bool crew_share_reference(struct crew *crew, size_t reference, struct error *error);

#endif
