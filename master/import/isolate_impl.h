/* Inside of isolate.h: the process (isolate_process.c), requests and answers (isolate_message.c), the calls (isolate_calls.c). */
#ifndef PASO_ISOLATE_IMPL_H
#define PASO_ISOLATE_IMPL_H

#include "master/import/isolate.h"
#include "master/import/isolate_channel.h"

#include <sys/types.h>

enum isolate_loss {
    LOSS_NONE,
    LOSS_ENDED,       /* the process has ended; `wait_status` says how */
    LOSS_EXEC,        /* it has become another program */
    LOSS_LATE,        /* the call limit */
    LOSS_NONSENSE,    /* what it has answered cannot be */
    LOSS_INTERRUPTED, /* the user does not want to wait any longer */
};

/* Reads that have followed a step, as the records that they are. */
struct isolate_reads {
    unsigned char *bytes;
    size_t used, room;
    uint32_t n;
};

struct isolate {
    struct functions functions;
    struct isolate_channel *channel;
    unsigned char *request_area, *answer_area; /* of the last request */
    size_t area;
    struct isolate_cursor out;             /* where the next record goes */
    uint32_t n_records;                    /* that wait ... */
    uint32_t n_asked;                      /* ... of them reads that are to follow a step */
    uint32_t count;                        /* requests so far */
    uint32_t posted_records, posted_ahead; /* of the last one */
    struct isolate_answer given;           /* and what came of it */
    bool is_begun;                         /* a step was posted, and its answer not received */
    fmi2Real begun[2];                     /* from where, how far */
    bool deferring;
    uint32_t failed; /* the operation that had waited and has failed; 0: none */

    struct isolate_reads ahead, learned; /* asked for with the last step; read since then */
    size_t ahead_at;                     /* bytes of `ahead` that were served */
    uint32_t n_served, n_ahead;          /* of the reads ahead; how many have succeeded */
    struct isolate_cursor ahead_values;  /* of the next one */
    bool learning;                       /* nothing but reads since the last step */

    struct instance *owner;
    uint64_t log_tail;
    char *strings; /* of the last fmi2GetString */

    pid_t pid, opener;
    dev_t device; /* of the program's file, to know it again */
    ino_t inode;
    double call_limit; /* s; 0: none */
    enum isolate_loss loss;
    int wait_status;
};

/* ---- isolate_message.c ---- */

void isolate_post(struct isolate *isolate); /* all that waits */
/* The answer: the status of the last call. fmi2Fatal: the process is lost. */
fmi2Status isolate_receive(struct isolate *isolate);
fmi2Status isolate_send(struct isolate *isolate); /* both */
/* A record of its own for the list; NULL: it does not fit. `bytes`: of all that comes after it. A step that was begun and is not
 * wanted any more is waited for, and forgotten. */
struct isolate_record *isolate_add(struct isolate *isolate, enum isolate_operation operation, size_t n, size_t bytes);

extern const double isolate_user_patience; /* s: after a signal that asks for the end */

/* ---- isolate_process.c ---- */

unsigned isolate_count(void); /* processes that this one has */
bool isolate_has_ended(struct isolate *isolate);
bool isolate_is_another_program(const struct isolate *isolate);
/* Takes what was logged, ends the process by force; fmi2Fatal. */
fmi2Status isolate_lose(struct isolate *isolate, enum isolate_loss loss);
/* The end of a run has gone wrong, when all results were there already. */
void isolate_warn_lost(const struct isolate *isolate, const char *function);

/* ---- isolate_calls.c ---- */

/* The adapters of this process's functions, as far as the binary has them. */
void isolate_make_functions(struct isolate *isolate, uint64_t present);
const char *isolate_operation_name(uint32_t operation);

/* Hands on what was logged. */
void isolate_take_log(struct isolate *isolate);

#endif
