/* Requests to the process of an isolated FMU, and its answers. Whoever waits gives way before it sleeps: on one core that is the
 * fastest way to each other. The process can write whatever it likes into the memory that is shared, at any time: each number is
 * taken from there once, and looked at before it is used. */
#include "master/base/seconds.h"
#include "master/import/fmu_private.h"
#include "master/import/isolate_impl.h"

#include <sched.h>

enum { MOST_TURNS = 20 }; /* so often this one gives way before it sleeps */
/* So often a process does, where few are there: one that is awake has its turns also when it is not asked. */
enum { PATIENT_TURNS = 20, FEW = 2, FEW_AT_ONCE = 16 };
enum { LOOK_AFTER = 50000000 }; /* ns: so often a process that does not answer is looked at */
const double isolate_user_patience = 0.3;

/* ---- one core ---- */

static _Thread_local int core = -1;

void isolation_pin(struct isolation_pin *pin)
{
    pin->is_pinned = false;
    cpu_set_t one;
    const int here = sched_getcpu();
    if (core >= 0 || here < 0 || sched_getaffinity(0, sizeof pin->before, &pin->before) != 0)
        return;
    CPU_ZERO(&one);
    CPU_SET((unsigned)here, &one);
    if (sched_setaffinity(0, sizeof one, &one) != 0)
        return;
    pin->is_pinned = true;
    core = here;
}

void isolation_unpin(const struct isolation_pin *pin)
{
    if (!pin->is_pinned)
        return;
    core = -1;
    sched_setaffinity(0, sizeof pin->before, &pin->before);
}

/* ---- waited for ---- */

static bool has_answered(const struct isolate *p)
{
    return atomic_load_explicit(&p->channel->answer, memory_order_acquire) == p->count;
}

static void sleep_until(struct isolate *p, const struct timespec *most)
{
    atomic_store(&p->channel->sleeps, 1);
    if (atomic_load(&p->channel->answer) != p->count)
        isolate_sleep(&p->channel->answer, p->count - 1, most);
    atomic_store(&p->channel->sleeps, 0);
}

/* The answer has not come at once: from here on it does not matter how long a look takes. */
static enum isolate_loss wait_long(struct isolate *p, double limit)
{
    const double begin = clock_seconds(CLOCK_MONOTONIC);
    while (!has_answered(p)) {
        const bool is_short = limit > 0 && limit < 2e-9 * LOOK_AFTER;
        const struct timespec turn = {.tv_nsec = is_short ? (long)(0.5e9 * limit) : LOOK_AFTER};
        sleep_until(p, &turn);
        if (has_answered(p))
            break;
        if (isolate_has_ended(p))
            return LOSS_ENDED;
        if (isolate_is_another_program(p))
            return LOSS_EXEC;
        if (fmu_interruption_is_due(isolate_user_patience))
            return LOSS_INTERRUPTED;
        if (limit > 0 && clock_seconds(CLOCK_MONOTONIC) - begin > limit)
            return LOSS_LATE;
    }
    return LOSS_NONE;
}

void isolate_post(struct isolate *p)
{
    struct isolate_channel *const channel = p->channel;
    const bool is_patient = core >= 0 && isolate_count() <= (p->is_begun ? FEW_AT_ONCE : FEW);
    channel->request_used = (uint32_t)(p->out.at - p->request_area);
    p->answer_area = isolate_answer_area(channel, (size_t)(p->out.at - p->request_area));
    channel->n_records = p->n_records;
    channel->n_ahead = p->n_asked;
    channel->core = core;
    channel->turns = is_patient ? PATIENT_TURNS : 0;
    p->posted_records = p->n_records;
    p->posted_ahead = p->n_asked;
    p->out.at = p->request_area;
    p->out.overflow = false;
    p->n_records = p->n_asked = 0;
    p->count++;
    atomic_store(&channel->request, p->count);
    if (atomic_load(&channel->dozes))
        isolate_wake(&channel->request);
}

/* On one core the process has its turn when this one gives way; where it needs more than that, it is slept for. */
static enum isolate_loss wait_for_answer(struct isolate *p)
{
    for (int turn = 0; core >= 0 && turn < MOST_TURNS && !has_answered(p); turn++)
        sched_yield();
    return has_answered(p) ? LOSS_NONE : wait_long(p, p->call_limit);
}

static struct isolate_answer read_answer(const struct isolate_channel *channel)
{
    const volatile struct isolate_answer *const from = &channel->given;
    return (struct isolate_answer){from->n_done, from->status, from->failed, from->warned, from->n_ahead_done};
}

fmi2Status isolate_receive(struct isolate *p)
{
    struct isolate_channel *const channel = p->channel;
    p->is_begun = false;
    p->failed = 0;
    if (p->loss)
        return fmi2Fatal;
    const enum isolate_loss loss = wait_for_answer(p);
    if (loss)
        return isolate_lose(p, loss);
    p->given = read_answer(channel);
    if (channel->magic != ISOLATE_MAGIC || p->given.n_done > p->posted_records ||
        p->given.n_ahead_done > p->posted_ahead || p->given.failed >= OPERATION_COUNT ||
        p->given.warned >= OPERATION_COUNT)
        return isolate_lose(p, LOSS_NONSENSE);
    if (atomic_load_explicit(&channel->log_head, memory_order_acquire) != p->log_tail)
        isolate_take_log(p);
    p->failed = p->given.failed;
    return (fmi2Status)p->given.status;
}

fmi2Status isolate_send(struct isolate *p)
{
    p->failed = 0;
    if (p->loss)
        return fmi2Fatal;
    isolate_post(p);
    return isolate_receive(p);
}

/* A step was begun that nobody wants any more: another component's has failed. What the FMU said in it is none of the run's. */
static void withdraw(struct isolate *p)
{
    p->is_begun = false;
    const enum isolate_loss loss = p->loss ? LOSS_NONE : wait_for_answer(p);
    p->log_tail = atomic_load_explicit(&p->channel->log_head, memory_order_acquire);
    if (loss)
        isolate_lose(p, loss);
}

struct isolate_record *isolate_add(struct isolate *p, enum isolate_operation operation, size_t n, size_t bytes)
{
    if (p->is_begun)
        withdraw(p);
    const size_t needed = sizeof(struct isolate_record) + bytes + 64; /* and what rounding up takes */
    if (n > UINT32_MAX || needed > p->area || bytes > p->area)
        return NULL;
    if ((size_t)(p->out.end - p->out.at) < needed) {
        struct isolate_record *nothing = isolate_take(&p->out, sizeof *nothing);
        if (nothing)
            *nothing = (struct isolate_record){OPERATION_NOTHING, 0};
        p->n_records += nothing != NULL;
        if (isolate_send(p) > fmi2Warning)
            return NULL;
    }
    struct isolate_record *record = isolate_take(&p->out, sizeof *record);
    *record = (struct isolate_record){operation, (uint32_t)n};
    p->n_records++;
    return record;
}
