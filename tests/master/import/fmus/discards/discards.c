/* x' = -x, exact steps, but steps longer than `largest_step` are discarded: half of largest_step is done before (seen in
 * fmi2LastSuccessfulTime), or nothing where `keeps_nothing`. Steps shorter than `smallest_step` are an error. In Model Exchange
 * derivatives beyond |x| = `largest_x` are discarded. */
#define MODEL_GUID       "{discards-5b5b}"
#define MODEL_REALS      5
#define MODEL_INTEGERS   1
#define MODEL_BOOLEANS   1
#define MODEL_STRINGS    0
#define MODEL_STATES     1
#define MODEL_INDICATORS 0
#include "tests/master/import/fmus/slave.h"

enum { X, DER_X, LARGEST_STEP, LARGEST_X, SMALLEST_STEP };
enum { DISCARDED };
enum { KEEPS_NOTHING };

MODEL void model_start(struct unit *u)
{
    const double starts[] = { [X] = 1, [LARGEST_STEP] = 0.05, [LARGEST_X] = 10 };
    memcpy(u->d.reals, starts, sizeof starts);
}

MODEL fmi2Status model_update(struct unit *u)
{
    double *r = u->d.reals;
    r[DER_X] = -r[X];
    return fabs(r[X]) > r[LARGEST_X] ? fmi2Discard : fmi2OK;
}

MODEL fmi2Status model_step(struct unit *u, double H)
{
    double *r = u->d.reals;
    if (H < r[SMALLEST_STEP] * (1 - 1e-9))
        return fmi2Error;
    if (H <= r[LARGEST_STEP] * (1 + 1e-9)) {
        r[X] *= exp(-H);
        return model_update(u);
    }
    u->d.integers[DISCARDED]++;
    const double done = u->d.booleans[KEEPS_NOTHING] ? 0 : r[LARGEST_STEP] / 2;
    r[X] *= exp(-done);
    u->d.last_time = u->d.time + done;
    SAY(u, fmi2Discard, "logStatusDiscard", "a step of %g is too long", H);
    return fmi2Discard;
}
