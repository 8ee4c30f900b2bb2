/* Copies of a run, to come back to. */
#include "master/couple/run_impl.h"

#include <stdlib.h>
#include <string.h>

/* ---- the tables ---- */

bool run_take_values(struct run *run, struct run_values *values, struct error *error)
{
    const struct exchange *x = run->exchange;
    values->y = ARENA_TAKE(&run->arena, x->n_y, double);
    values->u = ARENA_TAKE(&run->arena, x->n_u, double);
    values->slope = ARENA_TAKE(&run->arena, x->n_y, double);
    values->curvature = ARENA_TAKE(&run->arena, x->n_y, double);
    return (values->y && values->u && values->slope && values->curvature) ||
           error_raise(error, ERROR_NO_MEMORY, "opening a run");
}

void run_copy_values(const struct exchange *x, struct run_values *to)
{
    memcpy(to->y, x->y, x->n_y * sizeof *to->y);
    memcpy(to->u, x->u, x->n_u * sizeof *to->u);
    if (x->slopes) {
        memcpy(to->slope, x->slopes->slope, x->n_y * sizeof *to->slope);
        memcpy(to->curvature, x->slopes->curvature, x->n_y * sizeof *to->curvature);
    }
}

void run_put_values(struct exchange *x, const struct run_values *from)
{
    memcpy(x->y, from->y, x->n_y * sizeof *from->y);
    memcpy(x->u, from->u, x->n_u * sizeof *from->u);
    if (x->slopes) {
        memcpy(x->slopes->slope, from->slope, x->n_y * sizeof *from->slope);
        memcpy(x->slopes->curvature, from->curvature, x->n_y * sizeof *from->curvature);
    }
    exchange_forget(x);
}

/* ---- the whole ---- */

struct run_copy {
    struct run run; /* as it was; what it points to is not copied, but for: */
    struct run_values values;
    struct slopes slopes;
    double *past, *past2;
    struct run_power *powers;
    struct power *power_list;
};

static struct run_copy *copy_open(struct run *run, struct error *error)
{
    struct run_copy *copy = ARENA_TAKE(&run->arena, 1, struct run_copy);
    if (!copy || !run_take_values(run, &copy->values, error)) {
        error_raise(error, ERROR_NO_MEMORY, "saving a run");
        return NULL;
    }
    copy->past = ARENA_TAKE(&run->arena, run->exchange->n_y, double);
    copy->past2 = ARENA_TAKE(&run->arena, run->exchange->n_y, double);
    copy->powers = ARENA_TAKE(&run->arena, run->powers.n, struct run_power);
    copy->power_list = ARENA_TAKE(&run->arena, run->powers.n, struct power);
    if (!copy->past || !copy->past2 || !copy->powers || !copy->power_list) {
        error_raise(error, ERROR_NO_MEMORY, "saving a run");
        return NULL;
    }
    return copy;
}

bool run_save(struct run *run, struct error *error)
{
    if (!run->saved && !(run->saved = copy_open(run, error)))
        return false;
    struct run_copy *copy = run->saved;
    const struct slopes *f = run->exchange->slopes;
    run_copy_values(run->exchange, &copy->values);
    if (f) {
        memcpy(copy->past, f->past, run->exchange->n_y * sizeof *copy->past);
        memcpy(copy->past2, f->past2, run->exchange->n_y * sizeof *copy->past2);
        copy->slopes = *f;
    }
    memcpy(copy->powers, run->powers.summary, run->powers.n * sizeof *copy->powers);
    memcpy(copy->power_list, run->powers.list, run->powers.n * sizeof *copy->power_list);
    copy->run = *run;
    if (run->stepper.standins)
        standins_save(run->stepper.standins);
    run->keeps_way_back = true; /* starting over would lose what is saved here */
    for (size_t c = 0; c < run->n_components; c++)
        if (!component_save(run->components[c], SLOT_RUN, error))
            return false;
    return true;
}

bool run_restore(struct run *run, struct error *error)
{
    const struct run_copy *const copy = run->saved;
    struct slopes *f = run->exchange->slopes;
    if (!copy)
        return error_raise(error, ERROR_INTERNAL, "a run was asked to go back to a state that was never saved");
    run_put_values(run->exchange, &copy->values);
    if (f) {
        memcpy(f->past, copy->past, run->exchange->n_y * sizeof *copy->past);
        memcpy(f->past2, copy->past2, run->exchange->n_y * sizeof *copy->past2);
        f->h = copy->slopes.h;
        f->h2 = copy->slopes.h2;
        f->n_past = copy->slopes.n_past;
    }
    if (run->stepper.standins)
        standins_restore(run->stepper.standins);
    memcpy(run->powers.summary, copy->powers, run->powers.n * sizeof *copy->powers);
    memcpy(run->powers.list, copy->power_list, run->powers.n * sizeof *copy->power_list);
    const struct run *const before = &copy->run;
    run->clock = before->clock;
    run->grid = before->grid;
    run->off_grid = before->off_grid;
    run->ended = before->ended;
    run->is_last_step = false;
    run->n_stops = before->n_stops;
    run->step = before->step;
    run->outputs = before->outputs;
    run->at_output = before->at_output;
    run->control = before->control;
    run->next_jump = before->next_jump;
    run->summary = before->summary;
    for (size_t c = 0; c < run->n_components; c++)
        if (!component_restore(run->components[c], SLOT_RUN, error))
            return false;
    return true;
}

/* ---- inputs, for the probe ---- */

void run_get_inputs(const struct run *run, double *values)
{
    for (size_t k = 0; k < run->system->n_connections; k++) {
        const size_t i = exchange_find_input(run->exchange, run->system->connections[k].to);
        values[k] = i == NO_VALUE || i >= run->exchange->n_u ? 0 : run->exchange->u[i];
    }
}

bool run_set_inputs(struct run *run, const double *values, struct error *error)
{
    struct exchange *x = run->exchange;
    for (size_t k = 0; k < run->system->n_connections; k++) {
        const struct connection *connection = &run->system->connections[k];
        const size_t i = exchange_find_input(x, connection->to);
        if (i == NO_VALUE || system_variable(run->system, connection->to)->type != FMI_REAL || values[k] == x->u[i])
            continue;
        x->u[i] = values[k];
        if (!component_set_real(x->components[connection->to.component], &x->u_refs[i], 1, &x->u[i], error))
            return false;
    }
    return true;
}
