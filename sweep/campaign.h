/* Many runs: what the store has is taken from it, the rest runs in the crew and is stored as it comes. */
#ifndef PASO_CAMPAIGN_H
#define PASO_CAMPAIGN_H

#include "master/options/task.h"
#include "sweep/crew.h"
#include "sweep/series.h"
#include "sweep/store.h"

#include <signal.h>

struct campaign {
    struct study *study;
    struct store *store;
    struct crew *crew;
    const struct series_folder *folder;     /* for the series of all runs; or NULL */
    bool again;                             /* run also what the store has */
    task_text progress;                     /* hears a line about it; or NULL */
    void *context;                          /* of `progress` */
    const volatile sig_atomic_t *interrupt; /* asks for the end */
    /* counts, for the last line */
    size_t n_run, n_stored, n_failed, n_unstable;
};

struct request {
    struct job job;
    struct finding finding; /* afterwards */
    /* the campaign's own */
    char key[DIGEST_SIZE];
    size_t same_as; /* an earlier request with the same key; itself where there is none */
    bool known;
    size_t series; /* the row after which its series is called; 0: it has none */
};

/* Runs all of them; findings are freed by the caller, also after a failure. */
bool campaign_run(struct campaign *c, struct request *requests, size_t n, struct error *error);

#endif
