/* x' = 1, which fails on demand: the function named by `fail_in` ("fmi2DoStep") does from time `fail_time` on what `how` says:
 *   0 returns the status `fail_status` and logs "asked to fail in fmi2DoStep, x = #r0#"
 *   1 segmentation fault   2 abort   3 integer division by zero   4 exit(0)   5 stack overflow
 *   6 returns fmi2OK, but the output is NaN; 7 infinity
 *   8 does not return
 * fmi2Instantiate fails silently where the instance is called "fails to start". */
#define MODEL_GUID       "{fails-dead}"
#define MODEL_REALS      4
#define MODEL_INTEGERS   2
#define MODEL_BOOLEANS   0
#define MODEL_STRINGS    1
#define MODEL_STATES     1
#define MODEL_INDICATORS 0
#define MODEL_OWN_GATE
#include "tests/master/import/fmus/slave.h"

#include <unistd.h>

enum { X, DER_X, FAIL_TIME, Y };
enum { FAIL_STATUS, HOW };
enum { FAIL_IN };

MODEL void model_start(struct unit *u)
{
    u->d.integers[FAIL_STATUS] = fmi2Error;
}

MODEL fmi2Status model_update(struct unit *u)
{
    u->d.reals[DER_X] = 1;
    u->d.reals[Y] = u->d.reals[X];
    return fmi2OK;
}

MODEL fmi2Status model_step(struct unit *u, double H)
{
    u->d.reals[X] += H;
    const fmi2Status status = model_update(u);
    const int how = u->d.integers[HOW];
    if ((how == 6 || how == 7) && u->d.time + H >= u->d.reals[FAIL_TIME])
        u->d.reals[Y] = how == 6 ? NAN : INFINITY;
    return status;
}

static volatile int zero, seven = 7;

static int overflow(int depth)
{
    volatile char block[4096];
    block[0] = (char)depth;
    return depth < 0 ? 0 : overflow(depth + 1) + block[0];
}

/* A sanitizer would catch these before the signal that a user's FMU gives. */
__attribute__((no_sanitize("undefined", "address"))) static void crash(int how)
{
    switch (how) {
    case 1:
        *(volatile int *)(size_t)zero = 1;
        break;
    case 2:
        abort();
    case 3:
        zero = seven / zero;
        break;
    case 4:
        exit(0);
    case 5:
        zero = overflow(1);
        break;
    case 8:
        for (;;)
            usleep(1000);
    default:
        break;
    }
}

MODEL fmi2Status model_gate(struct unit *u, const char *function)
{
    if (strcmp(function, "fmi2Instantiate") == 0 && strcmp(u->name, "fails to start") == 0)
        return fmi2Error;
    if (strcmp(function, u->d.strings[FAIL_IN]) != 0 || u->d.time < u->d.reals[FAIL_TIME])
        return fmi2OK;
    const int how = u->d.integers[HOW];
    if (how == 6 || how == 7)
        return fmi2OK;
    SAY(u, fmi2Error, "logStatusError", "asked to fail in %s, x = #r0#", function);
    crash(how);
    return (fmi2Status)u->d.integers[FAIL_STATUS];
}
