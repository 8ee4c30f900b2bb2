/* The ranks of an MPI job. Rank 0 plans, hands out and stores; the others wait for work, run it in a process of its own as
 * rank 0 does, and send back what came out. Nobody spins: between looks at the mailbox there is a short sleep. */
#include "sweep/process.h"
#include "sweep/ranks.h"
#include "master/files/files_messages.h"
#include "sweep/sweep_messages.h"

#include <limits.h>
#include <mpi.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum tag { TAG_JOB = 1, TAG_REFERENCE, TAG_STOP, TAG_FINDING };

struct ranks {
    int n;           /* other than the first */
    size_t *tickets; /* of rank i + 1; SIZE_MAX: idle */
    int n_running;
};

static struct {
    bool under_way;
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
    MPI_Comm_rank(MPI_COMM_WORLD, &mpi.rank);
    MPI_Comm_size(MPI_COMM_WORLD, &mpi.size);
    return true;
}

void ranks_end(void)
{
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

/* A message may be longer than an int counts (a reference): it goes in pieces. */
static void send_bytes(const struct bytes *b, int to, enum tag tag)
{
    unsigned long long size = b->size;
    MPI_Send(&size, 1, MPI_UNSIGNED_LONG_LONG, to, tag, MPI_COMM_WORLD);
    for (size_t at = 0; at < b->size;) {
        const int part = b->size - at < INT_MAX / 2 ? (int)(b->size - at) : INT_MAX / 2;
        MPI_Send(b->data + at, part, MPI_BYTE, to, tag, MPI_COMM_WORLD);
        at += (size_t)part;
    }
}

static bool receive_bytes(struct bytes *b, int from, int tag)
{
    unsigned long long size = 0;
    MPI_Recv(&size, 1, MPI_UNSIGNED_LONG_LONG, from, tag, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    *b = (struct bytes){.data = malloc(size + 1), .size = size, .room = size};
    if (!b->data)
        return false;
    for (size_t at = 0; at < size;) {
        const int part = size - at < INT_MAX / 2 ? (int)(size - at) : INT_MAX / 2;
        MPI_Recv(b->data + at, part, MPI_BYTE, from, tag, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        at += (size_t)part;
    }
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

struct ranks *ranks_open(void)
{
    if (mpi.size < 2)
        return NULL;
    struct ranks *r = calloc(1, sizeof *r);
    if (!r)
        return NULL;
    r->n = mpi.size - 1;
    r->tickets = malloc((size_t)r->n * sizeof *r->tickets);
    for (int i = 0; r->tickets && i < r->n; i++)
        r->tickets[i] = SIZE_MAX;
    return r;
}

void ranks_close(struct ranks *r)
{
    if (!r)
        return;
    const struct bytes nothing = {0};
    for (int i = 0; i < r->n; i++)
        send_bytes(&nothing, i + 1, TAG_STOP);
    /* Who is still running sends what nobody needs any more, and then sees the end. */
    while (r->n_running > 0) {
        int from, tag;
        struct bytes b;
        if (!look(&from, &tag)) {
            rest();
            continue;
        }
        receive_bytes(&b, from, tag);
        bytes_free(&b);
        r->n_running--;
    }
    free(r->tickets);
    free(r);
}

bool ranks_have_room(const struct ranks *r)
{
    return r && r->tickets && r->n_running < r->n;
}

bool ranks_are_idle(const struct ranks *r)
{
    return !r || r->n_running == 0;
}

bool ranks_start(struct ranks *r, size_t ticket, const struct job *job, bool keep_trajectory, struct error *error)
{
    for (int i = 0; r && i < r->n; i++)
        if (r->tickets[i] == SIZE_MAX) {
            struct bytes b = {0};
            bytes_put_count(&b, job->run);
            bytes_put_number(&b, job->macro_step);
            bytes_put_count(&b, keep_trajectory);
            if (b.failed)
                return error_raise(error, ERROR_NO_MEMORY, "handing out a run");
            send_bytes(&b, i + 1, TAG_JOB);
            bytes_free(&b);
            r->tickets[i] = ticket;
            r->n_running++;
            return true;
        }
    return error_raise(error, ERROR_INTERNAL, "a run for a rank that is not there");
}

bool ranks_collect(struct ranks *r, bool *ended, size_t *ticket, struct finding *finding, struct error *error)
{
    int from, tag;
    *ended = false;
    if (!r || r->n_running == 0 || !look(&from, &tag))
        return true;
    struct bytes b;
    const bool ok = receive_bytes(&b, from, tag) && tag == TAG_FINDING && finding_unpack(finding, &b);
    bytes_free(&b);
    if (!ok)
        return error_raise(error, ERROR_SWEEP_RANK_LOST, "");
    *ticket = r->tickets[from - 1];
    r->tickets[from - 1] = SIZE_MAX;
    r->n_running--;
    *ended = true;
    return true;
}

bool ranks_share_reference(struct ranks *r, const struct study *study, size_t reference, struct error *error)
{
    struct bytes b = {0};
    bytes_put_count(&b, reference);
    trajectory_pack(&study->references[reference].trajectory, &b);
    const bool failed = b.failed;
    for (int i = 0; r && i < r->n && !failed; i++)
        send_bytes(&b, i + 1, TAG_REFERENCE);
    bytes_free(&b);
    return !failed || error_raise(error, ERROR_NO_MEMORY, "sending a reference");
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

static void run_job(struct study *study, const struct crew_options *options, struct bytes *b)
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
        } while (!process_read(&process, options, &finding));
    }
    struct bytes answer = {0};
    finding_pack(&finding, &answer);
    send_bytes(&answer, 0, TAG_FINDING);
    bytes_free(&answer);
    finding_free(&finding);
}

void ranks_serve(struct study *study, const struct crew_options *options)
{
    for (;;) {
        int from, tag;
        if (!look(&from, &tag)) {
            rest();
            continue;
        }
        struct bytes b;
        const bool ok = receive_bytes(&b, from, tag);
        if (ok && tag == TAG_REFERENCE)
            take_reference(study, &b);
        else if (ok && tag == TAG_JOB)
            run_job(study, options, &b);
        bytes_free(&b);
        if (tag == TAG_STOP)
            return;
    }
}
