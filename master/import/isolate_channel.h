/* The memory that a run shares with an FMU's process (isolated_fmu.c): requests go one way, answers and log lines the other.
 *
 * A request is a list of records, each one call of FMI: calls that only set values wait in the list until a call that asks for
 * something is put behind them. After a step stand the reads that are likely to follow it, so that a step is one request. Whoever
 * has nothing to do gives way to the others for a few times, then it sleeps on the other's counter. Private to import/. */
#ifndef PASO_ISOLATE_CHANNEL_H
#define PASO_ISOLATE_CHANNEL_H

#include "fmi/fmi2.h"

#include <limits.h>
#include <linux/futex.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

/* What can be asked: every function of FMI 2.0, and what is around them. */
enum isolate_operation {
    OPERATION_NOTHING, /* only what waits in the list */
    OPERATION_LOAD,
    OPERATION_END, /* unload and end the process */
#define ISOLATE_OPERATION(result, name, arguments) OPERATION_##name,
    FMI2_FUNCTIONS(ISOLATE_OPERATION)
#undef ISOLATE_OPERATION
        OPERATION_COUNT
};

struct isolate_record {
    uint32_t operation, n; /* n: length of the first array */
};

/* How a process says farewell, where it can. */
enum isolate_farewell { FAREWELL_NONE, FAREWELL_EXIT, FAREWELL_THREAD, FAREWELL_NONSENSE };

enum { ISOLATE_LOG_LINES = 256, ISOLATE_LINE_SIZE = 1024, ISOLATE_CATEGORY_SIZE = 56, ISOLATE_FILE = 3 };

/* What came of a request. */
struct isolate_answer {
    uint32_t n_done;         /* records that were executed */
    int32_t status;          /* of the last call that is not a read ahead, or of the one that failed */
    uint32_t failed, warned; /* operations among those that waited; 0: none */
    uint32_t n_ahead_done;   /* reads after a step that have succeeded */
};

struct isolate_line {
    int32_t status;
    char category[ISOLATE_CATEGORY_SIZE];
    char text[ISOLATE_LINE_SIZE];
};

#define ISOLATE_MAGIC 0x656c626f646f7361ull

struct isolate_channel {
    uint64_t magic;
    uint64_t size;   /* the longest request and the longest answer, bytes */
    int64_t parent;  /* the process that runs the system */
    uint64_t memory; /* limits; 0: none */
    uint64_t files;
    uint32_t dies_with; /* the kernel ends the process with its parent; else it looks for its parent itself */

    _Alignas(64) _Atomic uint32_t request; /* counts requests */
    uint32_t request_used;                 /* bytes of records */
    uint32_t n_records, n_ahead;           /* all; of them reads after a step */
    int32_t core;                          /* where to run; -1: anywhere */
    uint32_t turns;                        /* so often the process gives way, before it sleeps */

    _Alignas(64) _Atomic uint32_t answer; /* counts answers */
    struct isolate_answer given;
    _Atomic uint32_t sleeps;                /* whoever waits for the answer must be woken up */
    _Atomic uint32_t dozes;                 /* the process must be woken up for a request */
    _Atomic uint32_t running;               /* the operation under way */
    _Atomic uint32_t farewell;              /* of enum isolate_farewell */
    _Alignas(64) _Atomic uint64_t log_head; /* lines ever written */
};

static inline unsigned char *isolate_request_area(struct isolate_channel *channel)
{
    return (unsigned char *)(channel + 1);
}

/* The answer stands behind the request: what is small lies on one page, where processes without number have one each. */
static inline unsigned char *isolate_answer_area(struct isolate_channel *channel, size_t request_used)
{
    return isolate_request_area(channel) + ((request_used + 63) & ~(size_t)63);
}

/* The last lines, at the end of the memory. */
static inline struct isolate_line *isolate_log(struct isolate_channel *channel, size_t area)
{
    return (struct isolate_line *)(void *)(isolate_request_area(channel) + 2 * area);
}

static inline size_t isolate_channel_size(size_t area)
{
    return sizeof(struct isolate_channel) + 2 * area + ISOLATE_LOG_LINES * sizeof(struct isolate_line);
}

/* A place in an area, where things are put or taken one after the other, all of them at multiples of eight. */
struct isolate_cursor {
    unsigned char *at, *end;
    bool overflow; /* something did not fit */
};

static inline void *isolate_take(struct isolate_cursor *cursor, size_t size)
{
    const size_t left = (size_t)(cursor->end - cursor->at);
    if (cursor->overflow || size > left || ((size + 7) & ~(size_t)7) > left) {
        cursor->overflow = true;
        return NULL;
    }
    void *here = cursor->at;
    cursor->at += (size + 7) & ~(size_t)7;
    return here;
}

static inline void *isolate_take_array(struct isolate_cursor *cursor, size_t n, size_t size)
{
    if (n > SIZE_MAX / 16 / size)
        cursor->overflow = true;
    return isolate_take(cursor, cursor->overflow ? 0 : n * size);
}

/* ---- waiting ---- */

static inline void isolate_wake(_Atomic uint32_t *word)
{
    syscall(SYS_futex, word, FUTEX_WAKE, INT_MAX, NULL, NULL, 0);
}

/* Until the word is no longer `value`, or for no reason; `most` NULL: for ever. */
static inline void isolate_sleep(_Atomic uint32_t *word, uint32_t value, const struct timespec *most)
{
    syscall(SYS_futex, word, FUTEX_WAIT, value, most, NULL, 0);
}

#endif
