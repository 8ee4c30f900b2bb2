/* y = sin(omega t), and x' = u, exact for inputs that are held, have a slope or a curvature. Its output y has as many
 * derivatives as CURVES_ORDER says (0, 1, 2); to be asked for more, or for one of the discrete output `stair`, is an error.
 * `through` is gain u, with feedthrough; `doubled` is y + gain u, with feedthrough and derivatives. Steps longer than
 * `largest_step` that end after `discard_after` are discarded, nothing of them being done; at `end_time` it wants the end. */
#define MODEL_GUID       "{curves-0c2d}"
#define MODEL_REALS      12
#define MODEL_INTEGERS   0
#define MODEL_BOOLEANS   0
#define MODEL_STRINGS    0
#define MODEL_STATES     1
#define MODEL_INDICATORS 0
#define MODEL_OWN_DERIVATIVES
#define MODEL_OWN_OUTPUT_DERIVATIVES
#define MODEL_TAKES_CURVATURES 1
#include "tests/master/import/fmus/slave.h"

enum { X, DER_X, U, STAIR, THROUGH, Y, DOUBLED, OMEGA, GAIN, LARGEST_STEP, DISCARD_AFTER, END_TIME };

MODEL void model_start(struct unit *u)
{
    const double starts[] = {[OMEGA] = 1, [GAIN] = 0, [LARGEST_STEP] = 1e9, [DISCARD_AFTER] = 1e9, [END_TIME] = 1e9};
    memcpy(u->d.reals, starts, sizeof starts);
}

static void put_outputs(struct unit *u, double t)
{
    double *r = u->d.reals;
    r[DER_X] = r[U];
    r[Y] = sin(r[OMEGA] * t);
    r[STAIR] = floor(4 * t + 1e-9);
    r[THROUGH] = r[GAIN] * r[U];
    r[DOUBLED] = r[Y] + r[GAIN] * r[U];
}

MODEL fmi2Status model_update(struct unit *u)
{
    put_outputs(u, u->d.time);
    return fmi2OK;
}

MODEL fmi2Status model_step(struct unit *u, double H)
{
    double *r = u->d.reals;
    const double slope = u->d.slopes[U], curvature = u->d.curvatures[U];
    const double left = r[END_TIME] - u->d.time, h = H <= left ? H : left;
    if (H > r[LARGEST_STEP] * (1 + 1e-9) && u->d.time + H > r[DISCARD_AFTER] + 1e-9) {
        SAY(u, fmi2Discard, "logStatusDiscard", "a step of %g is too long", H);
        return fmi2Discard;
    }
    r[X] += h * (r[U] + h / 2 * (slope + h / 3 * curvature));
    r[U] += h * (slope + h / 2 * curvature);
    u->d.slopes[U] += h * curvature;
    put_outputs(u, u->d.time + h);
    if (H <= left) {
        u->d.last_time = u->d.time + H;
        return fmi2OK;
    }
    u->d.last_time = u->d.time + left;
    u->d.terminated = true;
    SAY(u, fmi2Discard, "logStatusDiscard", "it is %g s", r[END_TIME]);
    return fmi2Discard;
}

MODEL double model_output_derivative(const struct unit *u, unsigned reference)
{
    (void)u, (void)reference;
    return 0;
}

MODEL fmi2Status model_output_derivatives(const struct unit *u, unsigned reference, int order, double *derivative)
{
    const double *r = u->d.reals, phase = r[OMEGA] * u->d.last_time;
    const double of_y = order == 1 ? r[OMEGA] * cos(phase) : -r[OMEGA] * r[OMEGA] * sin(phase);
    const double of_u = r[GAIN] * (order == 1 ? u->d.slopes[U] : u->d.curvatures[U]);
    *derivative = (reference == THROUGH ? 0 : of_y) + (reference == Y ? 0 : of_u);
    const bool is_known = reference == Y || reference == THROUGH || reference == DOUBLED;
    return is_known && order <= CURVES_ORDER ? fmi2OK : fmi2Error;
}

MODEL fmi2Status model_directional(const struct unit *u, unsigned unknown, unsigned known, double *derivative)
{
    const bool through = unknown == THROUGH || unknown == DOUBLED;
    *derivative = through && known == U ? u->d.reals[GAIN] : 0;
    return through ? fmi2OK : fmi2Error;
}
