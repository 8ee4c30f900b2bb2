/* A mass of 1 kg on a spring, x'' = u - k x - c x' - contact - friction, y_x = x, y_v = x'. Contact: hard (x - stop) beyond the stop.
 * Friction: coulomb tanh(x' / 1e-3). Beyond `closes` the input counts no more. Runge-Kutta steps of 0.1 ms or less inside. */
#define MODEL_GUID       "{swing-77c1}"
#define MODEL_REALS      13
#define MODEL_INTEGERS   0
#define MODEL_BOOLEANS   0
#define MODEL_STRINGS    0
#define MODEL_STATES     2
#define MODEL_INDICATORS 0
#define MODEL_OWN_DERIVATIVES
#include "tests/master/import/fmus/slave.h"

enum { X, V, DER_X, DER_V, U, Y_X, Y_V, K, C, STOP, HARD, COULOMB, CLOSES };

MODEL void model_start(struct unit *u)
{
    const double starts[] = { [X] = 1, [K] = 4, [C] = 0.5, [STOP] = 1e3, [CLOSES] = 1e3 };
    memcpy(u->d.reals, starts, sizeof starts);
}

static double acceleration(const double *r, double x, double v, double force)
{
    return (x < r[CLOSES] ? force : 0) - r[K] * x - r[C] * v - (x > r[STOP] ? r[HARD] * (x - r[STOP]) : 0) -
           r[COULOMB] * tanh(v / 1e-3);
}

MODEL fmi2Status model_update(struct unit *u)
{
    double *r = u->d.reals;
    r[DER_X] = r[Y_V] = r[V];
    r[DER_V] = acceleration(r, r[X], r[V], r[U]);
    r[Y_X] = r[X];
    return fmi2OK;
}

MODEL fmi2Status model_step(struct unit *u, double H)
{
    double *r = u->d.reals;
    const int n = (int)fmax(1, ceil(H / 1e-4 - 1e-6));
    const double h = H / n, slope = u->d.slopes[U];
    for (int i = 0; i < n; i++) {
        const double from = r[U], mid = from + h / 2 * slope, to = from + h * slope, x = r[X], v = r[V];
        const double a1 = acceleration(r, x, v, from), v2 = v + h / 2 * a1;
        const double a2 = acceleration(r, x + h / 2 * v, v2, mid), v3 = v + h / 2 * a2;
        const double a3 = acceleration(r, x + h / 2 * v2, v3, mid), v4 = v + h * a3;
        const double a4 = acceleration(r, x + h * v3, v4, to);
        r[X] = x + h / 6 * (v + 2 * v2 + 2 * v3 + v4);
        r[V] = v + h / 6 * (a1 + 2 * a2 + 2 * a3 + a4);
        r[U] = to;
    }
    return model_update(u);
}

MODEL double model_output_derivative(const struct unit *u, unsigned reference)
{
    return reference == Y_X ? u->d.reals[V] : reference == Y_V ? u->d.reals[DER_V] : 0;
}

MODEL fmi2Status model_directional(const struct unit *u, unsigned unknown, unsigned known, double *derivative)
{
    const double *r = u->d.reals;
    const double bend = 1 / cosh(r[V] / 1e-3), stiffness = r[K] + (r[X] > r[STOP] ? r[HARD] : 0);
    *derivative = 0;
    if (unknown == Y_X)
        *derivative = known == X;
    else if (unknown == Y_V || unknown == DER_X)
        *derivative = known == V;
    else if (unknown == DER_V && known == X)
        *derivative = -stiffness;
    else if (unknown == DER_V && known == V)
        *derivative = -r[C] - r[COULOMB] / 1e-3 * bend * bend;
    else if (unknown == DER_V)
        *derivative = known == U && r[X] < r[CLOSES];
    return fmi2OK;
}
