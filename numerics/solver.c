/* The solvers' workspace, and the division of a communication step into micro steps. */
#include "numerics/solver_impl.h"

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
    s->n_m = s->layout.count[MODEL_MEMORY];

    /* One block of doubles: u twice, x, four rates with their quadratures, the Jacobian, the nominals, x, q and m once more. */
    double *room =
        calloc(2 * s->n_u + s->n_x + 5 * (s->n_x + s->n_q) + s->n_x * s->n_x + s->n_x + s->n_m + 1, sizeof *room);
    s->pivots = calloc(s->n_x + 1, sizeof *s->pivots);
    s->complex_room = calloc(model_workspace_size(&s->layout) + 1, sizeof *s->complex_room);
    s->presumptions = presumptions_open(type);
    s->u = room;
    if (!room || !s->pivots || !s->complex_room || !s->presumptions)
        goto no_memory;
    s->u_end = room + s->n_u;
    s->x = room += 2 * s->n_u;
    room += s->n_x;
    for (int i = 0; i < 4; i++, room += s->n_x + s->n_q) {
        s->k[i] = room;
        s->kq[i] = room + s->n_x;
    }
    s->jacobian = room;
    s->nominal = room + s->n_x * s->n_x;
    s->saved = s->nominal + s->n_x;
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
    arkode_solver_close(s->arkode);
    free(s->u);
    free(s->pivots);
    free(s->complex_room);
    presumptions_close(s->presumptions);
    solver_jacobian_close(s);
    free(s);
}

bool solver_prepare(struct solver *s, const struct solver_settings *settings, struct model_report *report)
{
    if (settings->kind == SOLVER_TRAPEZOIDAL && !solver_jacobian_prepare(s))
        return model_fail(report, "out of memory for the solver's workspace");
    if (settings->kind == SOLVER_ARKODE && !s->arkode)
        s->arkode = arkode_solver_open(s, report);
    return settings->kind != SOLVER_ARKODE || s->arkode;
}

double solver_micro_steps(double interval, double step_size)
{
    return fmax(1, ceil(interval / step_size - 1e-9));
}

static bool all_finite(const struct solver *s, const double *x, struct model_report *report)
{
    for (size_t i = 0; i < s->n_x; i++)
        if (!isfinite(x[i]))
            return model_fail(report, "the state %s became %g",
                              s->type->variables[s->layout.first[MODEL_STATE] + i].name, x[i]);
    return true;
}

struct presumptions *solver_presumptions(struct solver *s)
{
    return s->presumptions;
}

bool solver_accept(struct solver *s, const struct solver_problem *problem, double t, const double *x,
                   enum model_moment moment, struct model_report *report)
{
    if (s->type->accept) {
        const double *u = solver_inputs_at(&problem->inputs, t, s->u);
        if (!s->type->accept(problem->constants, problem->scratch, t, x, u, problem->m, moment, report))
            return false;
    }
    presumptions_look(s->presumptions, problem->constants, problem->scratch, t, problem->m, x);
    return true;
}

bool solver_recount(const struct solver *s, const struct solver_problem *problem, double *x, enum model_moment moment)
{
    return s->type->recount && s->type->recount(problem->constants, problem->scratch, problem->m, x, moment);
}

double solver_stretch(const struct solver *s, const struct solver_problem *problem, double t, double end)
{
    const double rounding = 1e-12 * fmax(1, fabs(end));
    const double kink = s->type->next_event ? s->type->next_event(problem->constants, t + rounding) : INFINITY;
    return kink < end - rounding ? kink : end;
}

/* n micro steps of size h, one by one. */
static bool micro_steps(struct solver *s, solver_micro_step *micro_step, const struct solver_problem *problem, double t,
                        double h, double n, double *x, double *q, double *reached, struct model_report *report)
{
    for (double i = 0; i < n; i++) {
        *reached = t + i * h;
        if (!micro_step(s, problem, *reached, h, x, q, report) ||
            !solver_accept(s, problem, t + (i + 1) * h, x, MODEL_EVENT, report))
            return false;
        solver_recount(s, problem, x, MODEL_EVENT);
    }
    return true;
}

static bool own_micro_step(struct solver *s, const struct solver_problem *problem, double t, double h, double *x,
                           double *q, struct model_report *report)
{
    const double *u_begin = solver_inputs_at(&problem->inputs, t, s->u);
    const double *u_end = solver_inputs_at(&problem->inputs, t + h, s->u_end);
    return s->type->for_solvers->own_step(problem->constants, problem->scratch, t, h, u_begin, u_end, problem->m, x, q,
                                          report);
}

bool solver_is_model_s_own(const struct solver *s, const struct solver_problem *problem)
{
    const struct solver_extension *own = s->type->for_solvers;
    return own && own->uses_own_step && own->uses_own_step(problem->constants);
}

/* Equal micro steps, anew from every kink in between. */
static bool fixed_steps(struct solver *s, const struct solver_settings *settings, const struct solver_problem *problem,
                        double t, double H, double *x, double *q, double *reached, struct model_report *report)
{
    static solver_micro_step *const methods[] = {
        [SOLVER_EULER] = euler_step, [SOLVER_RUNGE_KUTTA] = runge_kutta_step, [SOLVER_TRAPEZOIDAL] = trapezoidal_step};
    solver_micro_step *const method = solver_is_model_s_own(s, problem) ? own_micro_step : methods[settings->kind];
    const double end = t + H;
    if (!s->type->fixed_steps_stop) {
        const double n = solver_micro_steps(H, settings->step_size);
        return micro_steps(s, method, problem, t, H / n, n, x, q, reached, report);
    }
    for (double from = t, stop; from < end; from = stop) {
        stop = solver_stretch(s, problem, from, end);
        const double n = solver_micro_steps(stop - from, settings->step_size);
        if (!micro_steps(s, method, problem, from, (stop - from) / n, n, x, q, reached, report))
            return false;
    }
    return true;
}

/* Any solver, any inputs; x, q, m and the next size are put back where it fails. */
static bool general_step(struct solver *s, const struct solver_settings *settings, const struct solver_problem *problem,
                         double t, double H, double *x, double *q, double *reached, struct model_report *report)
{
    const size_t x_bytes = s->n_x * sizeof *x, q_bytes = s->n_q * sizeof *q, m_bytes = s->n_m * sizeof *x;
    memcpy(s->saved, x, x_bytes);
    memcpy(s->saved + s->n_x, q, q_bytes);
    if (s->n_m > 0)
        memcpy(s->saved + s->n_x + s->n_q, problem->m, m_bytes);
    const double next_size = problem->next_size ? *problem->next_size : 0;
    const bool by_arkode = settings->kind == SOLVER_ARKODE && !solver_is_model_s_own(s, problem);
    const bool stepped = (by_arkode ? arkode_solver_step(s->arkode, settings, problem, t, H, x, q, reached, report)
                                    : fixed_steps(s, settings, problem, t, H, x, q, reached, report)) &&
                         all_finite(s, x, report);
    if (!stepped) {
        presumptions_take_back(s->presumptions);
        memcpy(x, s->saved, x_bytes);
        memcpy(q, s->saved + s->n_x, q_bytes);
        if (s->n_m > 0)
            memcpy(problem->m, s->saved + s->n_x + s->n_q, m_bytes);
        if (problem->next_size)
            *problem->next_size = next_size;
    }
    return stepped;
}

struct solver_loop solver_loop(const struct solver *s, const struct solver_settings *settings, double H)
{
    const struct model_type *type = s->type; /* the loop knows nothing of events and of following memories */
    const struct solver_extension *own = type->for_solvers;
    if (settings->kind != SOLVER_EULER || !own || !own->euler_loop || type->fixed_steps_stop || type->accept ||
        own->uses_own_step)
        return (struct solver_loop){.H = NAN};
    const double n = solver_micro_steps(H, settings->step_size);
    return (struct solver_loop){.run = own->euler_loop, .H = H, .h = H / n, .n = n};
}

bool solver_step(struct solver *s, const struct solver_settings *settings, const struct solver_problem *problem,
                 double t, double H, double *x, double *q, double *reached, struct model_report *report)
{
    const struct solver_loop loop = solver_loop(s, settings, H);
    const bool stepped = loop.run && !problem->inputs.moves
                             ? loop.run(problem->constants, problem->scratch, t, loop.h, loop.n, problem->m,
                                        problem->inputs.u0, x, q, reached, report)
                             : general_step(s, settings, problem, t, H, x, q, reached, report);
    if (stepped)
        s->last_H = H;
    return stepped;
}
