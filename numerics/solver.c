/* The solvers' workspace, and the division of a communication step into micro steps. */
#include "solver_impl.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

const double *solver_inputs_at(const struct solver_inputs *inputs, double t, double *room)
{
    if (!inputs->moves)
        return inputs->u0;
    const double dt = t - inputs->t0;
    for (size_t i = 0; i < inputs->n; i++)
        room[i] = inputs->u0[i] + dt * (inputs->u1[i] + dt / 2 * inputs->u2[i]);
    return room;
}

struct solver *solver_open(const struct model_type *type, struct model_report *report)
{
    struct solver *s = calloc(1, sizeof *s);
    if (!s)
        goto no_memory;
    s->type = type;
    s->layout = model_layout(type);
    s->n_x = s->layout.count[MODEL_STATE];
    s->n_q = s->layout.count[MODEL_QUADRATURE];
    s->n_u = s->layout.count[MODEL_INPUT];

    /* One block of doubles: u, x, four rates with their quadratures, the Jacobian, the nominals. */
    double *room = calloc(s->n_u + s->n_x + 4 * (s->n_x + s->n_q) + s->n_x * s->n_x + s->n_x + 1, sizeof *room);
    s->pivots = calloc(s->n_x + 1, sizeof *s->pivots);
    s->complex_room = calloc(model_workspace_size(&s->layout) + 1, sizeof *s->complex_room);
    s->u = room;
    if (!room || !s->pivots || !s->complex_room)
        goto no_memory;
    s->x = room += s->n_u;
    room += s->n_x;
    for (int i = 0; i < 4; i++, room += s->n_x + s->n_q) {
        s->k[i] = room;
        s->kq[i] = room + s->n_x;
    }
    s->jacobian = room;
    s->nominal = room + s->n_x * s->n_x;
    for (size_t i = 0; i < s->n_x; i++) {
        const double nominal = type->variables[s->layout.first[MODEL_STATE] + i].nominal;
        s->nominal[i] = nominal > 0 ? nominal : 1;
    }
    return s;

no_memory:
    model_fail(report, "out of memory for the solver's workspace");
    solver_close(s);
    return NULL;
}

void solver_close(struct solver *s)
{
    if (!s)
        return;
    cvode_solver_close(s->cvode);
    free(s->u);
    free(s->pivots);
    free(s->complex_room);
    free(s);
}

bool solver_prepare(struct solver *s, const struct solver_settings *settings, struct model_report *report)
{
    if (settings->kind == SOLVER_CVODE && !s->cvode)
        s->cvode = cvode_solver_open(s, report);
    return settings->kind != SOLVER_CVODE || s->cvode;
}

bool solver_jacobian(struct solver *s, const struct solver_problem *problem, double t, const double *x, const double *u,
                     double *columns, struct model_report *report)
{
    double *seed = s->k[3]; /* which no user of the Jacobian needs */
    memset(seed, 0, s->n_x * sizeof *seed);
    const struct model_point at = {problem->constants, t, problem->m, x, u};
    for (size_t j = 0; j < s->n_x; j++) {
        seed[j] = 1;
        const struct model_direction along = {.x = seed};
        const struct model_change change = {.rates = columns + j * s->n_x};
        if (!model_differentiate(s->type, &s->layout, at, along, change, s->complex_room, report))
            return false;
        seed[j] = 0;
    }
    return true;
}

static bool all_finite(const double *v, size_t n)
{
    double sum = 0;
    for (size_t i = 0; i < n; i++)
        sum += v[i] - v[i]; /* 0, or NaN for what is not finite */
    return sum == 0;
}

static bool report_not_finite(const struct solver *s, const double *x, struct model_report *report)
{
    for (size_t i = 0; i < s->n_x; i++)
        if (!isfinite(x[i]))
            return model_fail(report, "the state %s became %g",
                              s->type->variables[s->layout.first[MODEL_STATE] + i].name, x[i]);
    return true;
}

bool solver_step(struct solver *s, const struct solver_settings *settings, const struct solver_problem *problem,
                 double t, double H, double *x, double *q, double *reached, struct model_report *report)
{
    static solver_micro_step *const methods[] = {
        [SOLVER_EULER] = euler_step, [SOLVER_RUNGE_KUTTA] = runge_kutta_step, [SOLVER_TRAPEZOIDAL] = trapezoidal_step};

    if (settings->kind == SOLVER_CVODE)
        return cvode_solver_step(s->cvode, settings, problem, t, H, x, q, reached, report);

    const double n = fmax(1, ceil(H / settings->step_size - 1e-9)); /* n equal micro steps */
    const double h = H / n;
    solver_micro_step *const micro_step = methods[settings->kind];
    for (double i = 0; i < n; i++) {
        *reached = t + i * h;
        if (!micro_step(s, problem, *reached, h, x, q, report))
            return false;
    }
    return all_finite(x, s->n_x) || report_not_finite(s, x, report);
}
