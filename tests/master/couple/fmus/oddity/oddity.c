/* One state that starts at 1, and what an integrator must live with, by the parameter `kind`:
 *   1  x' = -sign(x), the sign changed by state events only: chatters from t = 1 on
 *   2  x' = 1; when a completed integrator step finds x >= 1.5 it wants an event, which takes 1 away and counts
 *   3  x' = -2 sqrt(x): x = (1 - t)^2; the derivative is discarded for x < 0
 *   4  x' is NaN after t = 0.5
 *   5  x' = x, and derivatives fail after t = 0.5 with a word in the log
 *   6  x' = -x, the event indicators are discarded for steps longer than 0.01
 *   7  x' = -1000 (x - cos t): stiff; the directional derivative fails
 *   8  x' = w cos(w t) with w = 10^12: an integrator does not get on
 *   9  the same with w = 10^6: it takes long */
#define MODEL_GUID       "{oddity-5e1f}"
#define MODEL_REALS      2
#define MODEL_INTEGERS   3
#define MODEL_BOOLEANS   0
#define MODEL_STRINGS    0
#define MODEL_STATES     1
#define MODEL_INDICATORS 1
#define MODEL_OWN_GATE
#define MODEL_OWN_EVENTS
#include "tests/master/import/fmus/slave.h"

enum { X, DER_X };
enum { KIND, COUNT, SIGN };

MODEL void model_start(struct unit *u)
{
    u->d.reals[X] = 1;
    u->d.integers[KIND] = 1;
    u->d.integers[SIGN] = 1;
}

MODEL fmi2Status model_update(struct unit *u)
{
    double *r = u->d.reals;
    switch (u->d.integers[KIND]) {
    case 1:
        r[DER_X] = -u->d.integers[SIGN];
        break;
    case 2:
        r[DER_X] = 1;
        break;
    case 3:
        if (r[X] < 0)
            return fmi2Discard;
        r[DER_X] = -2 * sqrt(r[X]);
        break;
    case 4:
        r[DER_X] = u->d.time > 0.5 ? NAN : 1;
        break;
    case 7:
        r[DER_X] = -1000 * (r[X] - cos(u->d.time));
        break;
    case 8:
        r[DER_X] = 1e12 * cos(1e12 * u->d.time);
        break;
    case 9:
        r[DER_X] = 1e6 * cos(1e6 * u->d.time);
        break;
    default:
        r[DER_X] = u->d.integers[KIND] == 5 ? r[X] : -r[X];
    }
    return fmi2OK;
}

MODEL fmi2Status model_gate(struct unit *u, const char *function)
{
    if (u->d.integers[KIND] == 5 && u->d.time > 0.5 && strcmp(function, "fmi2GetDerivatives") == 0) {
        SAY(u, fmi2Error, "logStatusError", "beyond %g there is nothing", 0.5);
        return fmi2Error;
    }
    if (u->d.integers[KIND] == 6 && strcmp(function, "fmi2GetEventIndicators") == 0 &&
        u->d.time > u->d.last_time + 0.01)
        return fmi2Discard;
    return fmi2OK;
}

MODEL void model_indicators(const struct unit *u, double z[])
{
    z[0] = u->d.integers[KIND] == 1 ? u->d.reals[X] : 1;
}

MODEL void model_event(struct unit *u, fmi2EventInfo *info)
{
    if (u->d.integers[KIND] == 1) {
        u->d.integers[SIGN] = u->d.reals[X] > 0 ? 1 : -1;
    } else if (u->d.integers[KIND] == 2 && u->d.reals[X] >= 1.5) {
        u->d.reals[X] -= 1;
        u->d.integers[COUNT]++;
        info->valuesOfContinuousStatesChanged = fmi2True;
    }
}

MODEL bool model_completed(struct unit *u, bool *terminate)
{
    (void)terminate;
    u->d.last_time = u->d.time;
    return u->d.integers[KIND] == 2 && u->d.reals[X] >= 1.5;
}

MODEL fmi2Status model_step(struct unit *u, double step)
{
    (void)u, (void)step;
    return fmi2Error;
}
