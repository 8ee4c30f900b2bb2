/* The ranks of an MPI job. Rank 0 plans, hands out and stores; the others wait for work, run it in a process of its own as
 * rank 0 does, and send back what came out. Nobody spins: between looks at the mailbox there is a short sleep. A rank that is not heard
 * of any more is lost with its run; where the launcher lets the others live (mpirun --enable-recovery), they go on. */
#include "sweep/process.h"
#include "sweep/ranks.h"
#include "master/files/files_messages.h"
#include "master/options/quantity.h"
#include "sweep/sweep_messages.h"
#include "sweep/trajectory_bytes.h"
#include "master/base/seconds.h"

#include <limits.h>
#include <mpi.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum tag { TAG_JOB = 1, TAG_REFERENCE, TAG_STOP, TAG_FINDING, TAG_ALIVE };
static const double alive_every = 0.25; /* s: so often the other ranks say that they are there */

struct other {
    size_t ticket; /* SIZE_MAX: idle */
    double heard;  /* s, on this rank's clock */
    bool is_lost;
};

struct ranks {
    int n;                /* other than the first */
    struct other *others; /* rank i + 1 */
    int n_running;
    double limit; /* s */
};

static struct {
    bool under_way, has_lost;
    int rank, size;
} mpi = {.size = 1};

/* Started by a launcher; alone, MPI is not needed and not started. */
static bool is_launched(void)
{
    return getenv("OMPI_COMM_WORLD_SIZE") || getenv("PMI_SIZE") || getenv("PMIX_RANK");
}

bool ranks_begin(struct error *error)
{
    if (!is_launched())
        return true;
    /* Runs are processes that never talk to MPI: nothing to be warned of. */
    setenv("OMPI_MCA_mpi_warn_on_fork", "0", 0);
    if (MPI_Init(NULL, NULL) != MPI_SUCCESS)
        return error_raise(error, ERROR_SWEEP_RANK, "");
    mpi.under_way = true;
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    MPI_Comm_rank(MPI_COMM_WORLD, &mpi.rank);
    MPI_Comm_size(MPI_COMM_WORLD, &mpi.size);
    return true;
}

/* Finalizing waits for all, also for those that will never come. */
void ranks_end(int status)
{
    fflush(NULL);
    if (mpi.under_way && mpi.has_lost)
        MPI_Abort(MPI_COMM_WORLD, status);
    if (mpi.under_way)
        MPI_Finalize();
    mpi.under_way = false;
}

bool ranks_is_first(void)
{
    return mpi.rank == 0;
}

long ranks_count(void)
{
    return mpi.size;
}

bool ranks_agree(bool well)
{
    int mine = well, all = well;
    if (mpi.under_way)
        MPI_Allreduce(&mine, &all, 1, MPI_INT, MPI_MIN, MPI_COMM_WORLD);
    return all;
}

/* ---- messages ---- */

static void rest(void)
{
    const struct timespec a_while = {.tv_nsec = 1000000};
    nanosleep(&a_while, NULL);
}

/* Waits for a message to be on its way; false: nobody took it, or sent it, for `limit` seconds (0: waits for ever). */
static bool complete(MPI_Request *request, double limit)
{
    const double begin = clock_seconds(CLOCK_MONOTONIC);
    int done = 0;
    while (MPI_Test(request, &done, MPI_STATUS_IGNORE) == MPI_SUCCESS && !done) {
        if (limit > 0 && clock_seconds(CLOCK_MONOTONIC) - begin > limit)
            return false;
        rest();
    }
    return done != 0;
}

static bool send_part(const void *data, int n, MPI_Datatype type, int to, int tag, double limit)
{
    MPI_Request request;
    return MPI_Isend(data, n, type, to, tag, MPI_COMM_WORLD, &request) == MPI_SUCCESS && complete(&request, limit);
}

static bool receive_part(void *data, int n, MPI_Datatype type, int from, int tag, double limit)
{
    MPI_Request request;
    return MPI_Irecv(data, n, type, from, tag, MPI_COMM_WORLD, &request) == MPI_SUCCESS && complete(&request, limit);
}

/* A message may be longer than an int counts (a reference): it goes in pieces. Bytes that were not taken still belong to MPI. */
static bool send_bytes(const struct bytes *b, int to, int tag, double limit)
{
    unsigned long long *size = malloc(sizeof *size);
    if (!size)
        return false;
    *size = b->size;
    if (!send_part(size, 1, MPI_UNSIGNED_LONG_LONG, to, tag, limit))
        return false;
    free(size);
    for (size_t at = 0; at < b->size;) {
        const int part = b->size - at < INT_MAX / 2 ? (int)(b->size - at) : INT_MAX / 2;
        if (!send_part(b->data + at, part, MPI_BYTE, to, tag, limit))
            return false;
        at += (size_t)part;
    }
    return true;
}

static bool receive_bytes(struct bytes *b, int from, int tag, double limit)
{
    *b = (struct bytes){0};
    unsigned long long size = 0;
    MPI_Recv(&size, 1, MPI_UNSIGNED_LONG_LONG, from, tag, MPI_COMM_WORLD, MPI_STATUS_IGNORE); /* it is there */
    char *data = malloc(size + 1);
    if (!data)
        return false;
    for (size_t at = 0; at < size;) {
        const int part = size - at < INT_MAX / 2 ? (int)(size - at) : INT_MAX / 2;
        if (!receive_part(data + at, part, MPI_BYTE, from, tag, limit))
            return false;
        at += (size_t)part;
    }
    *b = (struct bytes){.data = data, .size = size, .room = size};
    return true;
}

static bool look(int *from, int *tag)
{
    int there = 0;
    MPI_Status status;
    MPI_Iprobe(MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &there, &status);
    *from = status.MPI_SOURCE;
    *tag = status.MPI_TAG;
    return there != 0;
}

/* ---- rank 0 ---- */

struct ranks *ranks_open(const struct crew_options *options)
{
    if (mpi.size < 2)
        return NULL;
    struct ranks *r = calloc(1, sizeof *r);
    if (!r)
        return NULL;
    r->limit = options->rank_limit;
    r->others = calloc((size_t)mpi.size - 1, sizeof *r->others);
    r->n = r->others ? mpi.size - 1 : 0;
    for (int i = 0; i < r->n; i++)
        r->others[i] = (struct other){.ticket = SIZE_MAX, .heard = clock_seconds(CLOCK_MONOTONIC)};
    return r;
}

static void lose(struct ranks *r, int i)
{
    struct other *o = &r->others[i];
    char limit[32];
    duration_print(r->limit, limit);
    error_warn(WARNING_SWEEP_RANK_GONE, TEXT("%d", i + 1), limit);
    o->is_lost = true;
    mpi.has_lost = true;
    if (o->ticket != SIZE_MAX)
        r->n_running--;
    o->ticket = SIZE_MAX;
}

/* The next message of those that are there; heartbeats are taken on the way. False: none. */
static bool take_message(struct ranks *r, int *i, int *tag, struct bytes *b)
{
    int from;
    while (look(&from, tag)) {
        *i = from - 1;
        if (!receive_bytes(b, from, *tag, r->limit)) {
            r->others[*i].heard = clock_seconds(CLOCK_MONOTONIC) - 2 * r->limit;
            return false;
        }
        r->others[*i].heard = clock_seconds(CLOCK_MONOTONIC);
        if (*tag != TAG_ALIVE && !r->others[*i].is_lost)
            return true;
        bytes_free(b);
    }
    return false;
}

void ranks_close(struct ranks *r)
{
    if (!r)
        return;
    const struct bytes nothing = {0};
    for (int i = 0; i < r->n; i++)
        if (!r->others[i].is_lost && !send_bytes(&nothing, i + 1, TAG_STOP, r->limit))
            lose(r, i);
    /* Who is still running sends what nobody needs any more, and then sees the end. */
    while (r->n_running > 0) {
        int i, tag;
        struct bytes b;
        if (take_message(r, &i, &tag, &b)) {
            bytes_free(&b);
            r->others[i].ticket = SIZE_MAX;
            r->n_running--;
            continue;
        }
        for (i = 0; i < r->n; i++)
            if (r->others[i].ticket != SIZE_MAX && clock_seconds(CLOCK_MONOTONIC) - r->others[i].heard > r->limit)
                lose(r, i);
        rest();
    }
    free(r->others);
    free(r);
}

bool ranks_have_room(const struct ranks *r)
{
    for (int i = 0; r && i < r->n; i++)
        if (r->others[i].ticket == SIZE_MAX && !r->others[i].is_lost)
            return true;
    return false;
}

bool ranks_are_idle(const struct ranks *r)
{
    return !r || r->n_running == 0;
}

bool ranks_start(struct ranks *r, size_t ticket, const struct job *job, bool keep_trajectory, struct error *error)
{
    for (int i = 0; r && i < r->n; i++) {
        struct other *o = &r->others[i];
        if (o->ticket != SIZE_MAX || o->is_lost)
            continue;
        struct bytes b = {0};
        bytes_put_count(&b, job->run);
        bytes_put_number(&b, job->macro_step);
        bytes_put_count(&b, keep_trajectory);
        if (b.failed)
            return error_raise(error, ERROR_NO_MEMORY, "handing out a run");
        if (send_bytes(&b, i + 1, TAG_JOB, r->limit))
            bytes_free(&b);
        /* Where it could not be sent, the rank is lost: that is found out like the loss of any other. */
        o->ticket = ticket;
        r->n_running++;
        return true;
    }
    return error_raise(error, ERROR_INTERNAL, "a run for a rank that is not there");
}

bool ranks_collect(struct ranks *r, bool *ended, size_t *ticket, struct finding *finding, struct error *error)
{
    int i, tag;
    struct bytes b;
    *ended = false;
    if (!r)
        return true;
    if (take_message(r, &i, &tag, &b)) {
        const bool ok = tag == TAG_FINDING && finding_unpack(finding, &b);
        bytes_free(&b);
        if (!ok)
            return error_raise(error, ERROR_SWEEP_RANK_LOST, "");
        *ticket = r->others[i].ticket;
        r->others[i].ticket = SIZE_MAX;
        r->n_running--;
        *ended = true;
        return true;
    }
    for (i = 0; i < r->n && !*ended; i++) {
        struct other *o = &r->others[i];
        if (o->is_lost || clock_seconds(CLOCK_MONOTONIC) - o->heard <= r->limit)
            continue;
        *ticket = o->ticket;
        *ended = o->ticket != SIZE_MAX;
        lose(r, i);
        *finding = (struct finding){0};
        if (*ended)
            finding_fail(finding, TEXT("MPI rank %d, which ran it, was lost", i + 1));
        finding->stopped = true; /* another sweep runs it again */
    }
    return true;
}

bool ranks_share_reference(struct ranks *r, const struct study *study, size_t reference, struct error *error)
{
    struct bytes b = {0};
    bytes_put_count(&b, reference);
    trajectory_pack(&study->references[reference].trajectory, &b);
    if (b.failed) {
        bytes_free(&b);
        return error_raise(error, ERROR_NO_MEMORY, "sending a reference");
    }
    bool all = true;
    for (int i = 0; r && i < r->n; i++)
        if (!r->others[i].is_lost && !send_bytes(&b, i + 1, TAG_REFERENCE, r->limit)) {
            all = false;
            r->others[i].heard = clock_seconds(CLOCK_MONOTONIC) - 2 * r->limit;
        }
    if (all)
        bytes_free(&b);
    return true;
}

/* ---- the other ranks ---- */

static void take_reference(struct study *study, struct bytes *b)
{
    const size_t which = bytes_get_count(b);
    struct error error = {0};
    if (which >= study->n_references)
        return;
    struct reference *r = &study->references[which];
    trajectory_free(&r->trajectory);
    r->is_here = trajectory_unpack(&r->trajectory, b) && study_prepare_reference(study, which, &error);
}

static void say_alive(double *last)
{
    const struct bytes nothing = {0};
    if (clock_seconds(CLOCK_MONOTONIC) - *last < alive_every)
        return;
    send_bytes(&nothing, 0, TAG_ALIVE, 0);
    *last = clock_seconds(CLOCK_MONOTONIC);
}

static void run_job(struct study *study, const struct crew_options *options, struct bytes *b, double *said)
{
    struct job job;
    struct process process = {0};
    struct finding finding = {0};
    struct error error = {0};
    job.run = bytes_get_count(b);
    job.macro_step = bytes_get_number(b);
    const bool keep_trajectory = bytes_get_count(b) != 0;
    if (!process_start(&process, study, &job, keep_trajectory, options, &error)) {
        finding_fail(&finding, error.text);
    } else {
        struct pollfd files[2];
        do {
            files[0] = (struct pollfd){.fd = process.result, .events = POLLIN};
            files[1] = (struct pollfd){.fd = process.words, .events = POLLIN};
            poll(files, 2, 200);
            say_alive(said);
        } while (!process_read(&process, options, &finding));
    }
    struct bytes answer = {0};
    finding_pack(&finding, &answer);
    send_bytes(&answer, 0, TAG_FINDING, 0);
    bytes_free(&answer);
    finding_free(&finding);
}

void ranks_serve(struct study *study, const struct crew_options *options)
{
    double said = clock_seconds(CLOCK_MONOTONIC);
    for (;;) {
        int from, tag;
        if (!look(&from, &tag)) {
            say_alive(&said);
            rest();
            continue;
        }
        struct bytes b;
        const bool ok = receive_bytes(&b, from, tag, 0);
        if (ok && tag == TAG_REFERENCE)
            take_reference(study, &b);
        else if (ok && tag == TAG_JOB)
            run_job(study, options, &b, &said);
        bytes_free(&b);
        if (tag == TAG_STOP)
            return;
    }
}
