/* Stand-ins of a run: when they start, and what there is to know of them. */
#include "master/couple/order_trial.h"
#include "master/couple/run_impl.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void run_write_order(struct run *run, const size_t *order)
{
    char *at = run->order;
    for (size_t i = 0; i < run->system->n_components; i++)
        at += sprintf(at, "%s%s", i ? "/" : "", run->system->components[order[i]].name);
}

bool run_start_standins(struct run *run, struct error *error)
{
    struct stepper *s = &run->stepper;
    if (!s->standins)
        return true;
    if (!standins_start(s->standins, run->start_time, run->starts,
                        run_has_control(run) ? run->control.largest : run->macro_step, run->ordered, s->order, error))
        return false;
    run_write_order(run, s->order);
    passes_start(&run->passes, s);
    run_start_micro_steps(run);
    return standins_note(s->standins, error);
}

enum run_grade run_grade(const struct run *run, size_t component)
{
    const struct standins *s = run->stepper.standins;
    return s && s->started ? standins_grade(s, component) : GRADE_NONE;
}

const char *run_grade_name(enum run_grade grade)
{
    switch (grade) {
    case GRADE_DIRECTIONAL:
        return "directional";
    case GRADE_DIFFERENCES:
        return "differences";
    case GRADE_RESPONSES:
        return "responses";
    case GRADE_IDENTIFIED:
        return "identified";
    case GRADE_HELD:
        return "held";
    case GRADE_NONE:
        break;
    }
    return "none";
}

double run_micro_step(const struct run *run)
{
    const struct standins *s = run->stepper.standins;
    return !s ? 0 : s->micro_step_most > 0 ? s->micro_step_most : s->micro_step;
}

bool run_steps_one_by_one(const struct run *run)
{
    return run->scheme->one_by_one;
}

const char *run_order_reason(const struct run *run)
{
    const bool found = run->stepper.standins && run->scheme->one_by_one && (!run->ordered || *run->order_reason);
    return !found ? NULL : *run->order_reason ? run->order_reason : "the fastest first";
}

bool run_try_orders(struct run *run, struct run_options *o, struct error *error)
{
    if (o->order && o->order_reason)
        snprintf(run->order_reason, sizeof run->order_reason, "%s", o->order_reason);
    if (o->order || o->order_is_tried || o->extrapolation != EXTRAPOLATION_MODEL || !o->scheme ||
        strcmp(o->scheme, "gauss-seidel") != 0)
        return true;
    struct order_trial trial = order_try(run->system, o);
    order_say_why(&trial, run->order_reason);
    if (!trial.order)
        return true;
    o->order = arena_copy(&run->arena, trial.order, strlen(trial.order));
    free(trial.order);
    return o->order || error_raise(error, ERROR_NO_MEMORY, "opening a run");
}
