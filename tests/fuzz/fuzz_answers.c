/* Answers of an isolated FMU's process out of any bytes: the importer takes them for what they are, whichever function was called, and
 * refuses or survives them. There is no process: the memory that would be shared holds the answer before it is asked for. */
#include "master/import/isolate_impl.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n);

enum { AREA = 1 << 14, VALUES = 32 };

static const uint8_t *at, *end;

static void take(void *to, size_t size)
{
    const size_t left = (size_t)(end - at), taken = size < left ? size : left;
    memset(to, 0, size);
    memcpy(to, at, taken);
    at += taken;
}

/* What the process would have written, up to the log's lines. */
static void answer_anything(struct isolate *p)
{
    uint8_t log;
    uint16_t size;
    take(&p->channel->given, sizeof p->channel->given);
    take(&log, sizeof log);
    take(&size, sizeof size);
    atomic_store(&p->channel->log_head, log & 1 ? (uint64_t)log << (log % 57) : p->log_tail);
    /* Behind the longest request that is made here. */
    take(isolate_request_area(p->channel) + 1024, size % (AREA - 1024));
    atomic_store(&p->channel->running, log);
    atomic_store(&p->channel->answer, p->count + 1);
}

static void call(struct isolate *p, unsigned which, size_t n)
{
    const struct functions *f = isolate_functions(p);
    fmi2ValueReference refs[VALUES] = {0};
    fmi2Real reals[VALUES] = {0};
    fmi2Integer integers[VALUES] = {0};
    fmi2String strings[VALUES];
    fmi2Byte state[64];
    fmi2FMUstate saved = NULL;
    fmi2EventInfo info = {0};
    size_t size = 0;
    fmi2Status status = fmi2OK;
    switch (which) {
    case 0:
        if (f->GetString(p, refs, n, strings) <= fmi2Discard && !isolate_is_lost(p) &&
            strcmp(isolate_failed_function(p, ""), "") == 0)
            for (size_t i = 0; i < n; i++)
                size += strlen(strings[i]); /* each of them is a text */
        break;
    case 1:
        f->DoStep(p, 0, 1, fmi2True);
        atomic_store(&p->channel->answer, p->count + 1); /* where it did not come with the step */
        f->GetReal(p, refs, n, reals);
        break;
    case 2:
        isolate_begin_step(p, 1, 1, true);
        f->DoStep(p, 1, 1, fmi2True);
        break;
    case 3:
        isolate_begin_step(p, 2, 1, true);
        isolate_add(p, OPERATION_NOTHING, 0, 0); /* it is not wanted any more */
        break;
    case 4:
        f->GetRealOutputDerivatives(p, refs, n, integers, reals);
        atomic_store(&p->channel->answer, p->count + 1);
        f->GetInteger(p, refs, n, integers);
        break;
    case 5:
        f->GetFMUstate(p, &saved);
        break;
    case 6:
        f->SerializedFMUstateSize(p, saved, &size);
        break;
    case 7:
        f->SerializeFMUstate(p, saved, state, sizeof state);
        break;
    case 8:
        f->GetDirectionalDerivative(p, refs, n, refs, n, reals, reals);
        break;
    case 9:
        f->NewDiscreteStates(p, &info);
        break;
    case 10:
        f->GetStatus(p, fmi2DoStepStatus, &status);
        break;
    case 11:
        f->SetReal(p, refs, n, reals);
        f->GetDerivatives(p, reals, n);
        break;
    default:
        f->Terminate(p);
        break;
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n)
{
    struct isolate p = {.area = AREA, .channel = calloc(1, isolate_channel_size(AREA))};
    if (!p.channel)
        abort();
    p.channel->magic = ISOLATE_MAGIC;
    p.request_area = p.answer_area = isolate_request_area(p.channel);
    p.out = (struct isolate_cursor){.at = p.request_area, .end = p.request_area + AREA};
    isolate_make_functions(&p, UINT64_MAX);
    isolate_defer_sets(&p);
    at = bytes;
    end = bytes + n;
    for (int k = 0; k < 16 && at < end && !isolate_is_lost(&p); k++) {
        uint8_t what[2];
        take(what, sizeof what);
        answer_anything(&p);
        call(&p, what[0] % 13, what[1] % VALUES);
    }
    struct error error = {0};
    if (isolate_is_lost(&p) && (isolate_raise_lost(&p, "fmu", "fmi2DoStep", 0, "", &error) || !error_is_set(&error)))
        __builtin_trap(); /* lost without a reason */
    free(p.ahead.bytes);
    free(p.learned.bytes);
    free(p.strings);
    free(p.channel);
    return 0;
}
