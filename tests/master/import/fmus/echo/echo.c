/* Discrete values that answer at the end of a step, without feedthrough: count is the number of steps so far, name is that
 * number as "step 7", heard is the number in such a string as it was given, answer = min(n + 1, top), seen = b. `early` is
 * true in initialization and false after it. y = u / 2 + 1. */
#define MODEL_GUID       "{echo-ec0e}"
#define MODEL_REALS      2
#define MODEL_INTEGERS   5
#define MODEL_BOOLEANS   3
#define MODEL_STRINGS    2
#define MODEL_STATES     0
#define MODEL_INDICATORS 0
#include "tests/master/import/fmus/slave.h"

enum { U, Y };
enum { N, ANSWER, COUNT, HEARD, TOP };
enum { B, SEEN, EARLY };
enum { S, NAME };

MODEL void model_start(struct unit *u)
{
    u->d.reals[Y] = 1;
    u->d.integers[TOP] = 1000;
    u->d.booleans[EARLY] = fmi2True;
    snprintf(u->d.strings[S], TEXT_SIZE, "step 0");
    snprintf(u->d.strings[NAME], TEXT_SIZE, "step 0");
}

MODEL fmi2Status model_update(struct unit *u)
{
    u->d.booleans[EARLY] = !u->d.initialized;
    return fmi2OK;
}

MODEL fmi2Status model_step(struct unit *u, double H)
{
    (void)H;
    int *i = u->d.integers;
    i[COUNT]++;
    i[ANSWER] = i[N] + 1 < i[TOP] ? i[N] + 1 : i[TOP];
    sscanf(u->d.strings[S], "step %d", &i[HEARD]);
    snprintf(u->d.strings[NAME], TEXT_SIZE, "step %d", i[COUNT]);
    u->d.booleans[SEEN] = u->d.booleans[B];
    u->d.reals[Y] = u->d.reals[U] / 2 + 1;
    return model_update(u);
}
