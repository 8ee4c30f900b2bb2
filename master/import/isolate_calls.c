/* FMI's functions for an FMU in a process of its own: each puts its arguments into the shared memory. What only sets values waits
 * there for the next call; what was read after the last step is read ahead with the next one. */
#include "master/import/fmu_private.h"
#include "master/import/isolate_impl.h"

#include <stdlib.h>

enum { MOST_READS = 16, MOST_READ_BYTES = 1 << 16 };

static const char *const operation_names[OPERATION_COUNT] = {[OPERATION_NOTHING] = "fmi2SetReal",
                                                             [OPERATION_LOAD] = "dlopen()",
                                                             [OPERATION_END] = "dlclose()",
#define NAME(result, name, arguments) [OPERATION_##name] = "fmi2" #name,
                                                             FMI2_FUNCTIONS(NAME)
#undef NAME
};

const char *isolate_operation_name(uint32_t operation)
{
    return operation_names[operation];
}

const char *isolate_failed_function(const struct isolate *p, const char *called)
{
    return p->failed ? operation_names[p->failed] : called;
}

void isolate_defer_sets(struct isolate *p)
{
    p->deferring = true;
}

/* ---- the log ---- */

void isolate_take_log(struct isolate *p)
{
    const uint64_t head = atomic_load_explicit(&p->channel->log_head, memory_order_acquire);
    if (!p->owner)
        return;
    if (head - p->log_tail > ISOLATE_LOG_LINES)
        p->log_tail = head - ISOLATE_LOG_LINES; /* more than there is room for: the latest */
    for (; p->log_tail < head; p->log_tail++) {
        struct isolate_line line = isolate_log(p->channel, p->area)[p->log_tail % ISOLATE_LOG_LINES];
        line.category[sizeof line.category - 1] = line.text[sizeof line.text - 1] = '\0';
        instance_take_log(p->owner, (fmi2Status)line.status, line.category, line.text);
    }
    p->log_tail = head;
}

/* ---- putting and getting ---- */

static void put(struct isolate *p, const void *from, size_t n, size_t size)
{
    void *to = isolate_take_array(&p->out, n, size);
    if (to && n)
        memcpy(to, from, n * size);
}

/* Any call but a read: what was read ahead is old from now on. */
static bool begin(struct isolate *p, enum isolate_operation operation, size_t n, size_t bytes)
{
    p->learning = false;
    p->n_served = p->n_ahead = 0;
    if (isolate_add(p, operation, n, bytes))
        return true;
    if (!p->loss && p->owner)
        instance_take_log(p->owner, fmi2Error, "",
                          "the values do not fit into the memory that is shared with its process");
    return false;
}

/* What comes of a call that has failed before it could be sent. */
static fmi2Status not_sent(const struct isolate *p)
{
    return p->loss ? fmi2Fatal : fmi2Error;
}

/* Makes the best of an answer. */
static fmi2Status conclude(const struct isolate *p, fmi2Status status)
{
    const uint32_t warned = p->loss ? 0 : p->given.warned;
    if (warned && p->owner)
        instance_not_ok(p->owner, operation_names[warned], fmi2Warning, NULL);
    /* What has waited cannot be discarded any more. */
    return p->failed && status == fmi2Discard ? fmi2Error : status;
}

static fmi2Status send_all(struct isolate *p)
{
    return conclude(p, isolate_send(p));
}

static fmi2Status send_set(struct isolate *p)
{
    return p->deferring ? fmi2OK : send_all(p);
}

static bool is_done(const struct isolate *p, fmi2Status status)
{
    return !p->loss && !p->failed && status <= fmi2Discard;
}

static struct isolate_cursor answer(const struct isolate *p)
{
    return (struct isolate_cursor){.at = p->answer_area, .end = p->answer_area + p->area};
}

static void get(struct isolate_cursor *in, void *to, size_t n, size_t size)
{
    const void *from = isolate_take_array(in, n, size);
    if (from && n)
        memcpy(to, from, n * size);
}

/* ---- reads ---- */

static bool remember(struct isolate_reads *reads, const void *record, size_t size)
{
    if (reads->n >= MOST_READS || reads->used + size > MOST_READ_BYTES)
        return false;
    if (reads->used + size > reads->room) {
        const size_t room = 2 * (reads->used + size);
        unsigned char *bytes = realloc(reads->bytes, room);
        if (!bytes)
            return false;
        reads->bytes = bytes;
        reads->room = room;
    }
    memcpy(reads->bytes + reads->used, record, size);
    reads->used += size;
    reads->n++;
    return true;
}

/* Whether the values of this record, the last of the list, have come with the last step; then they are copied. */
static bool is_foreseen(struct isolate *p, unsigned char *record, void *values, size_t n, size_t size)
{
    const size_t bytes = (size_t)(p->out.at - record);
    p->learning = p->learning && remember(&p->learned, record, bytes);
    if (p->n_served >= p->n_ahead || p->ahead_at + bytes > p->ahead.used ||
        memcmp(p->ahead.bytes + p->ahead_at, record, bytes) != 0)
        return false;
    p->ahead_at += bytes;
    p->n_served++;
    get(&p->ahead_values, values, n, size);
    p->out.at = record; /* it needs not be asked */
    p->n_records--;
    return true;
}

/* A read of n values by references, and of orders where there are any. */
static fmi2Status read_values(struct isolate *p, enum isolate_operation operation, const fmi2ValueReference *refs,
                              size_t n, const fmi2Integer *orders, void *values, size_t size)
{
    if (!isolate_add(p, operation, n, n * 16))
        return not_sent(p);
    unsigned char *const record = p->out.at - sizeof(struct isolate_record);
    put(p, refs, n, sizeof *refs);
    if (orders)
        put(p, orders, n, sizeof *orders);
    if (is_foreseen(p, record, values, n, size))
        return fmi2OK;
    p->n_served = p->n_ahead = 0; /* the answer area is written anew */
    const fmi2Status status = send_all(p);
    struct isolate_cursor in = answer(p);
    if (is_done(p, status))
        get(&in, values, n, size);
    return status;
}

static fmi2Status call_GetReal(fmi2Component c, const fmi2ValueReference refs[], size_t n, fmi2Real values[])
{
    return read_values(c, OPERATION_GetReal, refs, n, NULL, values, sizeof *values);
}

static fmi2Status call_GetInteger(fmi2Component c, const fmi2ValueReference refs[], size_t n, fmi2Integer values[])
{
    return read_values(c, OPERATION_GetInteger, refs, n, NULL, values, sizeof *values);
}

static fmi2Status call_GetBoolean(fmi2Component c, const fmi2ValueReference refs[], size_t n, fmi2Boolean values[])
{
    return read_values(c, OPERATION_GetBoolean, refs, n, NULL, values, sizeof *values);
}

static fmi2Status call_GetRealOutputDerivatives(fmi2Component c, const fmi2ValueReference refs[], size_t n,
                                                const fmi2Integer orders[], fmi2Real values[])
{
    return read_values(c, OPERATION_GetRealOutputDerivatives, refs, n, orders, values, sizeof *values);
}

/* Lengths, then the texts one after the other; they live here until the next time. */
static fmi2Status call_GetString(fmi2Component c, const fmi2ValueReference refs[], size_t n, fmi2String values[])
{
    struct isolate *p = c;
    if (!begin(p, OPERATION_GetString, n, n * sizeof *refs))
        return not_sent(p);
    put(p, refs, n, sizeof *refs);
    const fmi2Status status = send_all(p);
    if (!is_done(p, status))
        return status;
    struct isolate_cursor in = answer(p);
    uint64_t total = 0;
    get(&in, &total, 1, sizeof total);
    if (total > p->area)
        return isolate_lose(p, LOSS_NONSENSE);
    const size_t size = (size_t)total;
    const char *texts = isolate_take(&in, size);
    if (!texts)
        return isolate_lose(p, LOSS_NONSENSE);
    char *copy = malloc(size + n + 1);
    if (!copy)
        return fmi2Error;
    memcpy(copy, texts, size);
    memset(copy + size, 0, n + 1);
    free(p->strings);
    p->strings = copy;
    size_t at = 0;
    for (size_t i = 0; i < n; i++) {
        values[i] = copy + at;
        at += at < size ? strlen(copy + at) + 1 : 0;
    }
    return status;
}

/* ---- what sets values ---- */

static fmi2Status set_values(struct isolate *p, enum isolate_operation operation, const fmi2ValueReference *refs,
                             size_t n, const fmi2Integer *orders, const void *values, size_t size)
{
    if (!begin(p, operation, n, n * 16))
        return not_sent(p);
    put(p, refs, n, sizeof *refs);
    if (orders)
        put(p, orders, n, sizeof *orders);
    put(p, values, n, size);
    return send_set(p);
}

static fmi2Status call_SetReal(fmi2Component c, const fmi2ValueReference refs[], size_t n, const fmi2Real values[])
{
    return set_values(c, OPERATION_SetReal, refs, n, NULL, values, sizeof *values);
}

static fmi2Status call_SetInteger(fmi2Component c, const fmi2ValueReference refs[], size_t n,
                                  const fmi2Integer values[])
{
    return set_values(c, OPERATION_SetInteger, refs, n, NULL, values, sizeof *values);
}

static fmi2Status call_SetBoolean(fmi2Component c, const fmi2ValueReference refs[], size_t n,
                                  const fmi2Boolean values[])
{
    return set_values(c, OPERATION_SetBoolean, refs, n, NULL, values, sizeof *values);
}

static fmi2Status call_SetRealInputDerivatives(fmi2Component c, const fmi2ValueReference refs[], size_t n,
                                               const fmi2Integer orders[], const fmi2Real values[])
{
    return set_values(c, OPERATION_SetRealInputDerivatives, refs, n, orders, values, sizeof *values);
}

static fmi2Status call_SetString(fmi2Component c, const fmi2ValueReference refs[], size_t n, const fmi2String values[])
{
    struct isolate *p = c;
    size_t bytes = n * sizeof *refs;
    for (size_t i = 0; i < n; i++)
        bytes += strlen(values[i]) + 9;
    if (!begin(p, OPERATION_SetString, n, bytes))
        return not_sent(p);
    put(p, refs, n, sizeof *refs);
    for (size_t i = 0; i < n; i++)
        put(p, values[i], strlen(values[i]) + 1, 1);
    return send_set(p);
}

static fmi2Status call_SetTime(fmi2Component c, fmi2Real time)
{
    struct isolate *p = c;
    if (!begin(p, OPERATION_SetTime, 1, sizeof time))
        return not_sent(p);
    put(p, &time, 1, sizeof time);
    return send_set(p);
}

static fmi2Status call_SetContinuousStates(fmi2Component c, const fmi2Real x[], size_t n)
{
    struct isolate *p = c;
    if (!begin(p, OPERATION_SetContinuousStates, n, n * sizeof *x))
        return not_sent(p);
    put(p, x, n, sizeof *x);
    return send_set(p);
}

/* ---- steps ---- */

static bool post_step(struct isolate *p, fmi2Real time, fmi2Real step_size, fmi2Boolean no_set_state_before)
{
    const fmi2Real times[2] = {time, step_size};
    if (!begin(p, OPERATION_DoStep, 0, sizeof times + 8 + p->learned.used))
        return false;
    put(p, times, 2, sizeof *times);
    put(p, &no_set_state_before, 1, sizeof no_set_state_before);

    const struct isolate_reads last = p->ahead;
    p->ahead = p->learned;
    p->learned = last;
    p->learned.used = p->learned.n = 0;
    put(p, p->ahead.bytes, p->ahead.used, 1);
    p->n_records += p->ahead.n;
    p->n_asked = p->ahead.n;
    p->begun[0] = time;
    p->begun[1] = step_size;
    if (p->loss)
        return false;
    p->is_begun = true;
    isolate_post(p);
    return true;
}

void isolate_begin_step(struct isolate *p, double time, double step_size, bool no_set_state_before)
{
    if (!p->loss)
        post_step(p, time, step_size, no_set_state_before);
}

static fmi2Status call_DoStep(fmi2Component c, fmi2Real time, fmi2Real step_size, fmi2Boolean no_set_state_before)
{
    struct isolate *p = c;
    const bool is_begun = p->is_begun && p->begun[0] == time && p->begun[1] == step_size;
    if (!is_begun && !post_step(p, time, step_size, no_set_state_before))
        return not_sent(p);
    const fmi2Status status = conclude(p, isolate_receive(p));
    p->learning = true;
    p->ahead_at = 0;
    p->ahead_values = answer(p);
    p->n_served = 0;
    p->n_ahead = p->loss ? 0 : p->given.n_ahead_done;
    return status;
}

/* ---- everything else ---- */

/* A call without arguments but `n`, and what it gives. */
static fmi2Status ask(struct isolate *p, enum isolate_operation operation, size_t n, void *values, size_t count,
                      size_t size)
{
    if (!begin(p, operation, n, 0))
        return not_sent(p);
    const fmi2Status status = send_all(p);
    struct isolate_cursor in = answer(p);
    if (is_done(p, status) && count)
        get(&in, values, count, size);
    return status;
}

#define PLAIN(name)                                                                                                    \
    static fmi2Status call_##name(fmi2Component c)                                                                     \
    {                                                                                                                  \
        return ask(c, OPERATION_##name, 0, NULL, 0, 0);                                                                \
    }
PLAIN(EnterInitializationMode)
PLAIN(ExitInitializationMode)
PLAIN(Terminate)
PLAIN(Reset)
PLAIN(EnterEventMode)
PLAIN(EnterContinuousTimeMode)
PLAIN(CancelStep)
#undef PLAIN

#define NUMBERS(name)                                                                                                  \
    static fmi2Status call_##name(fmi2Component c, fmi2Real values[], size_t n)                                        \
    {                                                                                                                  \
        return ask(c, OPERATION_##name, n, values, n, sizeof *values);                                                 \
    }
NUMBERS(GetDerivatives)
NUMBERS(GetEventIndicators)
NUMBERS(GetContinuousStates)
NUMBERS(GetNominalsOfContinuousStates)
#undef NUMBERS

#define STATUS(name, type)                                                                                             \
    static fmi2Status call_##name(fmi2Component c, const fmi2StatusKind kind, type *value)                             \
    {                                                                                                                  \
        return ask(c, OPERATION_##name, (size_t)kind, value, 1, sizeof *value);                                        \
    }
STATUS(GetStatus, fmi2Status)
STATUS(GetRealStatus, fmi2Real)
STATUS(GetIntegerStatus, fmi2Integer)
STATUS(GetBooleanStatus, fmi2Boolean)
#undef STATUS

static fmi2Status call_SetDebugLogging(fmi2Component c, fmi2Boolean on, size_t n, const fmi2String categories[])
{
    (void)n;
    (void)categories; /* nobody asks for some of them only */
    return ask(c, OPERATION_SetDebugLogging, on ? 1 : 0, NULL, 0, 0);
}

static fmi2Status call_SetupExperiment(fmi2Component c, fmi2Boolean tolerance_defined, fmi2Real tolerance,
                                       fmi2Real start, fmi2Boolean stop_defined, fmi2Real stop)
{
    struct isolate *p = c;
    const fmi2Real numbers[] = {tolerance_defined ? 1 : 0, tolerance, start, stop_defined ? 1 : 0, stop};
    if (!begin(p, OPERATION_SetupExperiment, 5, sizeof numbers))
        return not_sent(p);
    put(p, numbers, 5, sizeof *numbers);
    return send_all(p);
}

/* States stay where they are; here they are only numbers. */
static fmi2Status move_state(struct isolate *p, enum isolate_operation operation, fmi2FMUstate *state, bool comes_back)
{
    uint64_t number = (uintptr_t)*state;
    if (!begin(p, operation, 1, sizeof number))
        return not_sent(p);
    put(p, &number, 1, sizeof number);
    const fmi2Status status = send_all(p);
    struct isolate_cursor in = answer(p);
    if (comes_back && is_done(p, status)) {
        get(&in, &number, 1, sizeof number);
        *state = (fmi2FMUstate)(uintptr_t)number; // NOLINT(performance-no-int-to-ptr)
    }
    return status;
}

static fmi2Status call_GetFMUstate(fmi2Component c, fmi2FMUstate *state)
{
    return move_state(c, OPERATION_GetFMUstate, state, true);
}

static fmi2Status call_SetFMUstate(fmi2Component c, fmi2FMUstate state)
{
    return move_state(c, OPERATION_SetFMUstate, &state, false);
}

static fmi2Status call_FreeFMUstate(fmi2Component c, fmi2FMUstate *state)
{
    return move_state(c, OPERATION_FreeFMUstate, state, true);
}

static fmi2Status call_SerializedFMUstateSize(fmi2Component c, fmi2FMUstate state, size_t *size)
{
    struct isolate *p = c;
    const fmi2Status status = move_state(p, OPERATION_SerializedFMUstateSize, &state, false);
    struct isolate_cursor in = answer(p);
    uint64_t number = 0;
    if (is_done(p, status))
        get(&in, &number, 1, sizeof number);
    *size = (size_t)number;
    return status;
}

static fmi2Status call_SerializeFMUstate(fmi2Component c, fmi2FMUstate state, fmi2Byte bytes[], size_t size)
{
    struct isolate *p = c;
    const uint64_t number = (uintptr_t)state;
    if (size > p->area - 64 || !begin(p, OPERATION_SerializeFMUstate, size, sizeof number))
        return not_sent(p);
    put(p, &number, 1, sizeof number);
    const fmi2Status status = send_all(p);
    struct isolate_cursor in = answer(p);
    if (is_done(p, status))
        get(&in, bytes, size, 1);
    return status;
}

static fmi2Status call_DeSerializeFMUstate(fmi2Component c, const fmi2Byte bytes[], size_t size, fmi2FMUstate *state)
{
    struct isolate *p = c;
    uint64_t number = (uintptr_t)*state;
    if (!begin(p, OPERATION_DeSerializeFMUstate, size, size + sizeof number))
        return not_sent(p);
    put(p, &number, 1, sizeof number);
    put(p, bytes, size, 1);
    const fmi2Status status = send_all(p);
    struct isolate_cursor in = answer(p);
    if (is_done(p, status)) {
        get(&in, &number, 1, sizeof number);
        *state = (fmi2FMUstate)(uintptr_t)number; // NOLINT(performance-no-int-to-ptr)
    }
    return status;
}

static fmi2Status call_GetDirectionalDerivative(fmi2Component c, const fmi2ValueReference unknowns[], size_t n_unknowns,
                                                const fmi2ValueReference knowns[], size_t n_knowns,
                                                const fmi2Real seed[], fmi2Real result[])
{
    struct isolate *p = c;
    const uint64_t n = n_knowns;
    if (!begin(p, OPERATION_GetDirectionalDerivative, n_unknowns, sizeof n + 8 * n_unknowns + 16 * n_knowns))
        return not_sent(p);
    put(p, &n, 1, sizeof n);
    put(p, unknowns, n_unknowns, sizeof *unknowns);
    put(p, knowns, n_knowns, sizeof *knowns);
    put(p, seed, n_knowns, sizeof *seed);
    const fmi2Status status = send_all(p);
    struct isolate_cursor in = answer(p);
    if (is_done(p, status))
        get(&in, result, n_unknowns, sizeof *result);
    return status;
}

static fmi2Status call_NewDiscreteStates(fmi2Component c, fmi2EventInfo *info)
{
    struct isolate *p = c;
    if (!begin(p, OPERATION_NewDiscreteStates, 1, sizeof *info))
        return not_sent(p);
    put(p, info, 1, sizeof *info);
    const fmi2Status status = send_all(p);
    struct isolate_cursor in = answer(p);
    if (is_done(p, status))
        get(&in, info, 1, sizeof *info);
    return status;
}

static fmi2Status call_CompletedIntegratorStep(fmi2Component c, fmi2Boolean no_set, fmi2Boolean *event,
                                               fmi2Boolean *end)
{
    fmi2Boolean flags[2] = {fmi2False, fmi2False};
    const fmi2Status status = ask(c, OPERATION_CompletedIntegratorStep, no_set ? 1 : 0, flags, 2, sizeof *flags);
    *event = flags[0];
    *end = flags[1];
    return status;
}

static void call_FreeInstance(fmi2Component c)
{
    struct isolate *p = c;
    if (p->loss)
        return;
    p->out.at = p->request_area; /* what waits does not matter any more */
    p->n_records = 0;
    ask(p, OPERATION_FreeInstance, 0, NULL, 0, 0);
    if (p->loss)
        isolate_warn_lost(p, "fmi2FreeInstance");
}

/* Version, types platform and instantiation are the other side's business; texts of a status nobody asks for. */
#define call_GetTypesPlatform NULL
#define call_GetVersion       NULL
#define call_Instantiate      NULL
#define call_GetStringStatus  NULL

static const struct functions adapters = {
#define ADAPT(result, name, arguments) .name = call_##name,
    FMI2_FUNCTIONS(ADAPT)
#undef ADAPT
};

void isolate_make_functions(struct isolate *p, uint64_t present)
{
    unsigned k = 0;
#define MAKE(result, name, arguments)                                                                                  \
    if (present >> k++ & 1)                                                                                            \
        p->functions.name = adapters.name;
    FMI2_FUNCTIONS(MAKE)
#undef MAKE
}

const struct functions *isolate_functions(const struct isolate *p)
{
    return &p->functions;
}

fmi2Component isolate_instantiate(struct isolate *p, struct instance *owner, const char *name, fmi2Type type,
                                  const char *guid, const char *resources, bool logging)
{
    p->owner = owner;
    const size_t bytes = strlen(name) + strlen(guid) + strlen(resources) + 64;
    if (!begin(p, OPERATION_Instantiate, (size_t)type, bytes))
        return NULL;
    const uint64_t on = logging;
    put(p, &on, 1, sizeof on);
    put(p, name, strlen(name) + 1, 1);
    put(p, guid, strlen(guid) + 1, 1);
    put(p, resources, strlen(resources) + 1, 1);
    return send_all(p) == fmi2OK ? p : NULL;
}
