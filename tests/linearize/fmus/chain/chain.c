/* x1' = -x1 + u1, x2' = -2 x2 + u2, x3' = -3 x3 + p x1^2 + t; y1 = x1, y2 = x2 + u2/2. `calls` counts the directional
 * derivatives since the start; `start_input` keeps what u1 was at initialization, and y3 = x3 + start_input. */
#define MODEL_GUID       "{chain-77}"
#define MODEL_REALS      13
#define MODEL_INTEGERS   1
#define MODEL_BOOLEANS   0
#define MODEL_STRINGS    0
#define MODEL_STATES     3
#define MODEL_INDICATORS 0
#define MODEL_OWN_GATE
#define MODEL_OWN_DERIVATIVES
#include "tests/master/import/fmus/slave.h"

enum { X1, X2, X3, DER_X1, DER_X2, DER_X3, U1, U2, Y1, Y2, Y3, P, START_INPUT };
enum { CALLS };

MODEL fmi2Status model_gate(struct unit *u, const char *function)
{
    if (strcmp(function, "fmi2GetDirectionalDerivative") == 0)
        u->d.integers[CALLS]++;
    if (strcmp(function, "fmi2ExitInitializationMode") == 0)
        u->d.reals[START_INPUT] = u->d.reals[U1];
    return fmi2OK;
}

MODEL void model_start(struct unit *u)
{
    const double starts[MODEL_REALS] = {[X1] = 2, [X2] = 1, [X3] = 1, [P] = 5};
    memcpy(u->d.reals, starts, sizeof starts);
}

MODEL fmi2Status model_update(struct unit *u)
{
    double *r = u->d.reals;
    r[DER_X1] = -r[X1] + r[U1];
    r[DER_X2] = -2 * r[X2] + r[U2];
    r[DER_X3] = -3 * r[X3] + r[P] * r[X1] * r[X1] + u->d.time;
    r[Y1] = r[X1];
    r[Y2] = r[X2] + r[U2] / 2;
    r[Y3] = r[X3] + r[START_INPUT];
    return fmi2OK;
}

MODEL fmi2Status model_step(struct unit *u, double H)
{
    enum { N = 100 };
    for (int i = 0; i < N; i++) {
        model_update(u);
        for (int k = 0; k < MODEL_STATES; k++)
            u->d.reals[k] += H / N * u->d.reals[DER_X1 + k];
    }
    return model_update(u);
}

MODEL double model_output_derivative(const struct unit *u, unsigned reference)
{
    (void)u, (void)reference;
    return 0;
}

MODEL fmi2Status model_directional(const struct unit *u, unsigned unknown, unsigned known, double *derivative)
{
    *derivative = 0;
    if (unknown == DER_X1)
        *derivative = known == X1 ? -1 : known == U1 ? 1 : 0;
    else if (unknown == DER_X2)
        *derivative = known == X2 ? -2 : known == U2 ? 1 : 0;
    else if (unknown == DER_X3)
        *derivative = known == X3 ? -3 : known == X1 ? 2 * u->d.reals[P] * u->d.reals[X1] : 0;
    else if (unknown == Y1)
        *derivative = known == X1;
    else if (unknown == Y2)
        *derivative = known == X2 ? 1 : known == U2 ? 0.5 : 0;
    else if (unknown == Y3)
        *derivative = known == X3;
    else
        return fmi2Error;
    return fmi2OK;
}
