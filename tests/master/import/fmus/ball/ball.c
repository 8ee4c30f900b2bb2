/* A bouncing ball, h'' = -g, v -> -e v where it meets the ground. It bounces at known times: the first at sqrt(2 h_0/g), then
 * every flight is e times as long as the one before. It comes to rest for good where it would bounce slower than v_min. */
#define MODEL_GUID       "{ball-77aa}"
#define MODEL_REALS      7
#define MODEL_INTEGERS   1
#define MODEL_BOOLEANS   1
#define MODEL_STRINGS    0
#define MODEL_STATES     2
#define MODEL_INDICATORS 1
#define MODEL_OWN_EVENTS
#include "tests/master/import/fmus/slave.h"

enum { H, V, DER_H, DER_V, G, E, V_MIN };
enum { BOUNCES };
enum { RESTS };

MODEL void model_start(struct unit *u)
{
    const double starts[] = {[H] = 1, [G] = 9.81, [E] = 0.7, [V_MIN] = 0.1};
    memcpy(u->d.reals, starts, sizeof starts);
}

MODEL fmi2Status model_update(struct unit *u)
{
    double *r = u->d.reals;
    r[DER_H] = u->d.booleans[RESTS] ? 0 : r[V];
    r[DER_V] = u->d.booleans[RESTS] ? 0 : -r[G];
    return fmi2OK;
}

static void bounce(struct unit *u)
{
    double *r = u->d.reals;
    r[H] = 0;
    r[V] = -r[E] * r[V];
    u->d.integers[BOUNCES]++;
    if (r[V] < r[V_MIN]) {
        r[V] = 0;
        u->d.booleans[RESTS] = fmi2True;
    }
}

/* Time until the ground is met from h >= 0, or infinity. */
static double time_to_ground(const struct unit *u)
{
    const double *r = u->d.reals;
    return u->d.booleans[RESTS] ? INFINITY : (r[V] + sqrt(r[V] * r[V] + 2 * r[G] * fmax(r[H], 0))) / r[G];
}

static void fly(struct unit *u, double t)
{
    double *r = u->d.reals;
    if (u->d.booleans[RESTS])
        return;
    r[H] += r[V] * t - r[G] * t * t / 2;
    r[V] -= r[G] * t;
}

MODEL fmi2Status model_step(struct unit *u, double step)
{
    double left = step;
    for (double t = time_to_ground(u); t <= left; t = time_to_ground(u)) {
        fly(u, t);
        bounce(u);
        left -= t;
    }
    fly(u, left);
    return model_update(u);
}

/* Positive above the ground, and while it rests. */
MODEL void model_indicators(const struct unit *u, double z[])
{
    const double *r = u->d.reals;
    z[0] = u->d.booleans[RESTS] ? 1 : r[H] + (r[H] == 0 && r[V] > 0 ? 1e-15 : 0);
}

MODEL void model_event(struct unit *u, fmi2EventInfo *info)
{
    const double *r = u->d.reals;
    if (!u->d.booleans[RESTS] && r[H] <= 1e-9 && r[V] < 0) {
        bounce(u);
        info->valuesOfContinuousStatesChanged = fmi2True;
    }
}

MODEL bool model_completed(struct unit *u, bool *terminate)
{
    (void)u, (void)terminate;
    return false;
}
