/* Newton's method on a loop. */
#include "master/couple/exchange_impl.h"
#include "master/couple/couple_messages.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sundials/sundials_dense.h>

/* Iterated until the residual is at rounding; where rounding in the FMUs stops it earlier, what is still enough. Relative to
 * the value, but for values far below their nominal. */
static const double tight = 1e-12, enough = 1e-8, far_below = 1e-6;
enum { MOST_ITERATIONS = 50, MOST_HALVINGS = 12, MOST_DISCRETE_PASSES = 20 };

static void put_unknowns(struct exchange *x, const struct loop *loop, const double *z)
{
    for (size_t m = 0; m < loop->n_members; m++)
        for (size_t k = 0; k < loop->members[m].n_outputs; k++)
            x->y[loop->members[m].outputs[k]] = z[loop->members[m].first + k];
}

static void take_unknowns(const struct exchange *x, const struct loop *loop, double *z)
{
    for (size_t m = 0; m < loop->n_members; m++)
        for (size_t k = 0; k < loop->members[m].n_outputs; k++)
            z[loop->members[m].first + k] = x->y[loop->members[m].outputs[k]];
}

/* What a member that may not be read again would answer, by its linearization. */
static void linear_answer(const struct exchange *x, struct loop_member *m)
{
    for (size_t j = 0; j < m->n_inputs; j++)
        m->seed[j] = source_value(&x->sources[m->inputs[j]], x->y) - x->u[m->inputs[j]];
    for (size_t i = 0; i < m->n_outputs; i++) {
        m->column[i] = m->base[i];
        for (size_t j = 0; j < m->n_inputs; j++)
            m->column[i] += m->D[i * m->n_inputs + j] * m->seed[j];
    }
}

/* r = G(u(z)) - z; G is left in y. */
static bool residual(struct exchange *x, struct loop *loop, const double *z, double t, struct error *error)
{
    put_unknowns(x, loop, z);
    for (size_t m = 0; m < loop->n_members; m++)
        if (!loop->members[m].recomputes)
            linear_answer(x, &loop->members[m]);
        else if (!exchange_execute_set(x, &loop->members[m].set_reals, t, error))
            return false;
    for (size_t m = 0; m < loop->n_members; m++) {
        struct loop_member *member = &loop->members[m];
        if (member->recomputes && !exchange_execute_get(x, &member->get_reals, error))
            return false;
        for (size_t k = 0; !member->recomputes && k < member->n_outputs; k++)
            x->y[member->outputs[k]] = member->column[k];
    }
    take_unknowns(x, loop, loop->r);
    for (size_t k = 0; k < loop->n; k++)
        loop->r[k] -= z[k];
    return true;
}

static double norm(const struct loop *loop, const double *z)
{
    double largest = 0;
    for (size_t k = 0; k < loop->n; k++) {
        const double scale = fmax(fabs(z[k]), far_below * loop->nominal[k]);
        largest = fmax(largest, fabs(loop->r[k]) / scale);
    }
    return largest;
}

static bool differentiate_directional(struct exchange *x, struct loop_member *m, struct error *error)
{
    for (size_t j = 0; j < m->n_inputs; j++) {
        const double one = 1;
        if (!component_directional(x->components[m->component], m->output_refs, m->n_outputs, &m->input_refs[j], 1,
                                   &one, m->column, error))
            return false;
        for (size_t i = 0; i < m->n_outputs; i++)
            m->D[i * m->n_inputs + j] = m->column[i];
    }
    return true;
}

/* Around the inputs that the component has now; y holds its answer to them. */
static bool differentiate_by_differences(struct exchange *x, struct loop_member *m, struct error *error)
{
    struct component *c = x->components[m->component];
    for (size_t j = 0; j < m->n_inputs; j++) {
        const double u = x->u[m->inputs[j]];
        const double nominal = system_variable(x->system, x->u_ports[m->inputs[j]])->nominal;
        const double moved = u + sqrt(DBL_EPSILON) * fmax(fabs(u), nominal > 0 ? nominal : 1);
        component_try_inputs(c, true);
        const bool tried = component_set_real(c, &m->input_refs[j], 1, &moved, error) &&
                           component_get_real(c, m->output_refs, m->n_outputs, m->column, error) &&
                           component_set_real(c, &m->input_refs[j], 1, &u, error);
        component_try_inputs(c, false);
        if (!tried)
            return false;
        for (size_t i = 0; i < m->n_outputs; i++)
            m->D[i * m->n_inputs + j] = (m->column[i] - x->y[m->outputs[i]]) / (moved - u);
    }
    return true;
}

static bool differentiate(struct exchange *x, struct loop_member *m, struct error *error)
{
    if (m->n_outputs == 0 || m->n_inputs == 0)
        return true;
    return component_abilities(x->components[m->component]).directional ? differentiate_directional(x, m, error)
                                                                        : differentiate_by_differences(x, m, error);
}

/* Linear members: their answer and its derivatives at the inputs that they have; constant while the loop is solved. */
static bool linearize(struct exchange *x, struct loop *loop, struct error *error)
{
    for (size_t m = 0; m < loop->n_members; m++) {
        struct loop_member *member = &loop->members[m];
        if (member->recomputes)
            continue;
        for (size_t k = 0; k < member->n_outputs; k++)
            member->base[k] = x->y[member->outputs[k]];
        if (!differentiate(x, member, error))
            return false;
    }
    return true;
}

bool loop_differentiate(struct exchange *x, struct loop *loop, struct error *error)
{
    memset(loop->jacobian_room, 0, loop->n * loop->n * sizeof(double));
    for (size_t m = 0; m < loop->n_members; m++) {
        struct loop_member *member = &loop->members[m];
        if (member->recomputes && !differentiate(x, member, error))
            return false;
        for (size_t j = 0; j < member->n_inputs; j++) {
            const size_t column = member->unknowns[j];
            for (size_t i = 0; column != NO_VALUE && i < member->n_outputs; i++)
                loop->jacobian[column][member->first + i] +=
                    member->D[i * member->n_inputs + j] * x->sources[member->inputs[j]].factor;
        }
    }
    return true;
}

/* step = -(D L - I)^-1 r, where L takes unknowns to inputs. */
static bool newton_step(struct exchange *x, struct loop *loop, bool *singular, struct error *error)
{
    const size_t n = loop->n;
    if (!loop_differentiate(x, loop, error))
        return false;
    for (size_t k = 0; k < n; k++) {
        loop->jacobian[k][k] -= 1;
        loop->step[k] = -loop->r[k];
    }
    *singular = SUNDlsMat_denseGETRF(loop->jacobian, (sunindextype)n, (sunindextype)n, loop->pivots) != 0;
    if (!*singular)
        SUNDlsMat_denseGETRS(loop->jacobian, (sunindextype)n, loop->pivots, loop->step);
    return true;
}

static bool raise_unsolved(const struct exchange *x, const struct loop *loop, double t, struct error *error)
{
    char list[1024] = "";
    size_t used = 0;
    for (size_t m = 0; m < loop->n_members; m++)
        for (size_t k = 0; k < loop->members[m].n_outputs; k++) {
            char *name = system_port_name(x->system, x->y_ports[loop->members[m].outputs[k]]);
            const char *text = TEXT("%.3g", loop->r[loop->members[m].first + k]);
            const size_t length = strlen(name ? name : "?") + strlen(text) + 16;
            if (used + length < sizeof list)
                used += (size_t)snprintf(list + used, sizeof list - used, "%s%s (residual %s)", used ? ", " : "",
                                         name ? name : "?", text);
            free(name);
        }
    return error_raise(error, ERROR_LOOP_UNSOLVED, loop->text, TEXT("%.9g", t),
                       loop->n > 0 ? list : "its discrete values do not come to rest");
}

/* Newton on the real unknowns, discrete values as they are. */
static bool solve_reals(struct exchange *x, struct loop *loop, double t, struct error *error)
{
    take_unknowns(x, loop, loop->z);
    if (!residual(x, loop, loop->z, t, error))
        return false;
    double size = norm(loop, loop->z);
    for (int iteration = 0; !(size <= tight); iteration++) {
        bool singular = false;
        if (iteration == MOST_ITERATIONS)
            return size <= enough || raise_unsolved(x, loop, t, error);
        if (!newton_step(x, loop, &singular, error))
            return false;
        if (singular)
            return size <= enough || raise_unsolved(x, loop, t, error);
        double damping = 1, trial_size = INFINITY;
        for (int halving = 0; halving < MOST_HALVINGS; halving++, damping /= 2) {
            for (size_t k = 0; k < loop->n; k++)
                loop->trial[k] = loop->z[k] + damping * loop->step[k];
            if (!residual(x, loop, loop->trial, t, error))
                return false;
            trial_size = norm(loop, loop->trial);
            if (trial_size < (1 - 0.1 * damping) * size || size <= enough)
                break;
        }
        if (!(trial_size < size)) { /* no way down from here */
            if (size <= enough)
                return residual(x, loop, loop->z, t, error);
            residual(x, loop, loop->z, t, error);
            return raise_unsolved(x, loop, t, error);
        }
        memcpy(loop->z, loop->trial, loop->n * sizeof *loop->z);
        size = trial_size;
    }
    return true;
}

/* Whether a discrete value has changed since it was looked at last. */
static bool discrete_differs(const struct exchange *x, const struct loop *loop)
{
    size_t n = 0;
    bool differs = false;
    for (size_t m = 0; m < loop->n_members; m++) {
        const struct discrete *d = loop->members[m].recomputes ? loop->members[m].get.discrete : NULL;
        const struct span spans[2] = {d ? d->integers : (struct span){0}, d ? d->booleans : (struct span){0}};
        for (size_t s = 0; s < 2; s++)
            for (size_t i = spans[s].begin; i < spans[s].end; i++, n++) {
                differs = differs || loop->seen[n] != x->y[i];
                loop->seen[n] = x->y[i];
            }
    }
    return differs;
}

/* The first guess at initialization: what the components answer to their start values. */
static bool ask_first(struct exchange *x, struct loop *loop, struct error *error)
{
    for (size_t m = 0; m < loop->n_members; m++)
        if (loop->members[m].recomputes && !exchange_execute_get(x, &loop->members[m].get, error))
            return false;
    return true;
}

/* Everything once around, one member after the other: discrete values that answer each other settle in this way, and not where
 * all of them answer at once. */
static bool go_around(struct exchange *x, struct loop *loop, double t, struct error *error)
{
    for (size_t m = 0; m < loop->n_members; m++)
        if (loop->members[m].recomputes && (!exchange_execute_set(x, &loop->members[m].set, t, error) ||
                                            !exchange_execute_get(x, &loop->members[m].get, error)))
            return false;
    return true;
}

bool loop_is_linear(const struct loop *loop)
{
    for (size_t m = 0; m < loop->n_members; m++)
        if (loop->members[m].recomputes)
            return false;
    return !loop->has_discrete;
}

bool loop_solve(struct exchange *x, struct loop *loop, double t, struct error *error)
{
    if (x->kind == EXCHANGE_INITIAL ? !ask_first(x, loop, error) : !linearize(x, loop, error))
        return false;
    if (!loop->has_discrete)
        return solve_reals(x, loop, t, error);
    for (int pass = 0; pass < MOST_DISCRETE_PASSES; pass++) {
        if (!go_around(x, loop, t, error) || (loop->n > 0 && !solve_reals(x, loop, t, error)))
            return false;
        if (!discrete_differs(x, loop) && pass > 0)
            return true;
    }
    return raise_unsolved(x, loop, t, error);
}

bool exchange_is_in_loop(const struct loop *loop, size_t output)
{
    for (size_t m = 0; m < loop->n_members; m++)
        for (size_t k = 0; k < loop->members[m].n_outputs; k++)
            if (loop->members[m].outputs[k] == output)
                return true;
    return false;
}
