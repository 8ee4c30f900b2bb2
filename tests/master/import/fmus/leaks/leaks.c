/* y = t, with `bytes` bytes lost in every step and one block lost with the instance. */
#define MODEL_GUID       "{leaks-1eak}"
#define MODEL_REALS      1
#define MODEL_INTEGERS   1
#define MODEL_BOOLEANS   0
#define MODEL_STRINGS    0
#define MODEL_STATES     0
#define MODEL_INDICATORS 0
#include "tests/master/import/fmus/slave.h"

/* Where a leak checker runs, these leaks are no news to it. */
__attribute__((weak)) void __lsan_ignore_object(const void *block);

static void lose(const struct unit *u, size_t n)
{
    char *block = u->callbacks.allocateMemory(n, 1);
    if (block) {
        memset(block, 1, n);
        if (__lsan_ignore_object)
            __lsan_ignore_object(block);
    }
}

MODEL void model_start(struct unit *u)
{
    u->d.integers[0] = 100;
    lose(u, 10);
}

MODEL fmi2Status model_update(struct unit *u)
{
    u->d.reals[0] = u->d.time;
    return fmi2OK;
}

MODEL fmi2Status model_step(struct unit *u, double H)
{
    lose(u, (size_t)u->d.integers[0]);
    u->d.reals[0] = u->d.time + H;
    return fmi2OK;
}
