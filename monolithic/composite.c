/* A coupled model at work: its functions, compiled twice, and its life. */
#include "monolithic/composite_impl.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define KERNEL_FILE "monolithic/composite_kernel.h"
#include "numerics/kernel.h"

static size_t aligned(size_t bytes)
{
    return (bytes + 63) / 64 * 64;
}

/* Of all parts, over both kinds. */
static size_t numbers_size(const struct composite *plan)
{
    return aligned(plan->room * (sizeof(double complex) + sizeof(double)));
}

/* A part's parameters in its own order: the solver's, which all share, then its own. */
static const double *gather_parameters(const struct work *work, const struct part *part, const double *parameters)
{
    double *own = room_of_real(work, part, MODEL_PARAMETER);
    const size_t n = part->layout.count[MODEL_PARAMETER];
    memcpy(own, parameters, SOLVER_PARAMETERS * sizeof *own);
    memcpy(own + SOLVER_PARAMETERS, parameters + part->first[MODEL_PARAMETER], (n - SOLVER_PARAMETERS) * sizeof *own);
    return own;
}

/* A part that takes steps by a method of its own cannot do so as one of several. */
static bool takes_part(const struct composite *plan, const struct part *part, const void *constants,
                       struct model_report *report)
{
    const struct solver_extension *own = part->type->for_solvers;
    return !plan->is_declared || !own || !own->uses_own_step || !own->uses_own_step(constants) ||
           model_fail(report, "%s: its parameters choose a way to step of its own, which a whole machine does not have",
                      part->name);
}

static bool setup(const struct model_type *type, const double *parameters, double *calculated, void *constants,
                  void *scratch, struct model_report *report)
{
    const struct composite *plan = type->plan;
    struct instance *c = constants;
    struct work *work = scratch;
    *c = (struct instance){.plan = plan, .parts = (char *)constants + aligned(sizeof *c)};
    work->numbers_complex = (void *)((char *)scratch + aligned(sizeof *work));
    work->numbers_real = (double *)(work->numbers_complex + plan->room);
    work->parts = (char *)scratch + aligned(sizeof *work) + numbers_size(plan);
    for (size_t k = 0; k < plan->n_parts; k++) {
        const struct part *part = &plan->parts[k];
        const double *own = gather_parameters(work, part, parameters);
        if (!part->type->setup(part->type, own, calculated + part->first[MODEL_CALCULATED],
                               c->parts + part->constants_at, work->parts + part->scratch_at, report) ||
            !takes_part(plan, part, c->parts + part->constants_at, report))
            return false;
    }
    return true;
}

static double next_event(const void *constants, double t)
{
    const struct instance *c = constants;
    double next = INFINITY;
    for (size_t k = 0; k < c->plan->n_parts; k++) {
        const struct part *part = &c->plan->parts[k];
        if (part->type->next_event)
            next = fmin(next, part->type->next_event(c->parts + part->constants_at, t));
    }
    return next;
}

static bool accept(const void *constants, void *scratch, double t, const double *x, const double *u, double *m,
                   enum model_moment moment, struct model_report *report)
{
    const struct instance *c = constants;
    const struct work *work = scratch;
    spread_real(c, work, m, x, u);
    if (!follow_real(c, work, &c->plan->always, t, report))
        return false;
    for (size_t k = 0; k < c->plan->n_parts; k++) {
        const struct part *part = &c->plan->parts[k];
        if (part->type->accept &&
            !part->type->accept(c->parts + part->constants_at, work->parts + part->scratch_at, t,
                                room_of_real(work, part, MODEL_STATE), room_of_real(work, part, MODEL_INPUT),
                                m + part->first[MODEL_MEMORY], moment, report))
            return false;
    }
    return true;
}

static bool recount(const void *constants, void *scratch, double *m, double *x, enum model_moment moment)
{
    const struct instance *c = constants;
    const struct work *work = scratch;
    bool is_due = false;
    for (size_t k = 0; k < c->plan->n_parts; k++) {
        const struct part *part = &c->plan->parts[k];
        const size_t n = part->layout.count[MODEL_STATE];
        double *states = room_of_real(work, part, MODEL_STATE);
        if (!part->type->recount)
            continue;
        for (size_t i = 0; i < n; i++)
            states[i] = x[part->states[i]];
        if (!part->type->recount(c->parts + part->constants_at, work->parts + part->scratch_at,
                                 m + part->first[MODEL_MEMORY], states, moment))
            continue;
        is_due = true;
        for (size_t i = 0; i < n; i++)
            x[part->states[i]] = states[i];
    }
    return is_due;
}

static bool indicators(const void *constants, void *scratch, double t, const double *m, const double *x,
                       const double *u, double *z, struct model_report *report)
{
    const struct instance *c = constants;
    const struct work *work = scratch;
    spread_real(c, work, m, x, u);
    if (!follow_real(c, work, &c->plan->always, t, report))
        return false;
    for (size_t k = 0; k < c->plan->n_parts; k++) {
        const struct part *part = &c->plan->parts[k];
        if (part->type->n_indicators > 0 &&
            !part->type->indicators(c->parts + part->constants_at, work->parts + part->scratch_at, t,
                                    room_of_real(work, part, MODEL_MEMORY), room_of_real(work, part, MODEL_STATE),
                                    room_of_real(work, part, MODEL_INPUT), z, report))
            return false;
        z += part->type->n_indicators;
    }
    return true;
}

static size_t presumptions_of(const struct part *part)
{
    return part->type->for_solvers ? part->type->for_solvers->n_presumptions : 0;
}

static size_t presumption(const void *constants, void *scratch, const bool *found, double t, const double *m,
                          const double *x, struct model_report *report)
{
    const struct instance *c = constants;
    const struct work *work = scratch;
    size_t before = 0;
    for (size_t k = 0; k < c->plan->n_parts; k++) {
        const struct part *part = &c->plan->parts[k];
        const size_t n = presumptions_of(part);
        if (n == 0)
            continue;
        double *states = room_of_real(work, part, MODEL_STATE);
        for (size_t i = 0; i < part->layout.count[MODEL_STATE]; i++)
            states[i] = x[part->states[i]];
        const size_t broken =
            part->type->for_solvers->presumption(c->parts + part->constants_at, work->parts + part->scratch_at,
                                                 found + before, t, m + part->first[MODEL_MEMORY], states, report);
        if (broken < n)
            return before + broken;
        before += n;
    }
    return before;
}

static bool parts_place(struct composite *c, const struct composite_part *parts)
{
    size_t constants = 0, scratch = 0;
    for (size_t k = 0; k < c->n_parts; k++) {
        struct part *part = &c->parts[k];
        *part = (struct part){.name = parts[k].name, .type = parts[k].type, .layout = model_layout(parts[k].type)};
        part->constants_at = constants;
        part->scratch_at = scratch;
        part->room_at = c->room;
        constants += aligned(part->type->constants_size);
        scratch += aligned(part->type->scratch_size);
        c->room += part->layout.size;
        c->type.n_positions += part->type->n_positions;
        c->type.n_indicators += part->type->n_indicators;
        c->for_solvers.n_presumptions += presumptions_of(part);
        c->type.fixed_steps_stop = c->type.fixed_steps_stop || part->type->fixed_steps_stop;
        if (part->type->recount)
            c->type.recount = recount;
    }
    c->type.constants_size = aligned(sizeof(struct instance)) + constants;
    c->type.scratch_size = aligned(sizeof(struct work)) + numbers_size(c) + scratch;
    return true;
}

struct composite *composite_open(const char *name, const struct composite_part *parts, size_t n_parts,
                                 const struct composite_connection *connections, size_t n_connections,
                                 struct model_report *report)
{
    struct composite *c = calloc(1, sizeof *c);
    if (!c || !(c->parts = calloc(n_parts + 1, sizeof *c->parts))) {
        model_fail(report, "out of memory");
        composite_close(c);
        return NULL;
    }
    c->n_parts = n_parts;
    c->for_solvers = (struct solver_extension){.presumption = presumption};
    c->type = (struct model_type){.plan = c,
                                  .setup = setup,
                                  .over_real = {initialize_real, rates_real, outputs_real, locals_real},
                                  .over_complex = {initialize_complex, rates_complex, outputs_complex, locals_complex},
                                  .next_event = next_event,
                                  .accept = accept,
                                  .indicators = indicators,
                                  .for_solvers = &c->for_solvers};
    if (!parts_place(c, parts) || !composite_schedule(c, connections, n_connections, report) ||
        !composite_describe(c, name, report)) {
        composite_close(c);
        return NULL;
    }
    return c;
}

const struct model_type *composite_type(const struct composite *c)
{
    return &c->type;
}

size_t composite_place(const struct composite *c, size_t part, enum model_role role, size_t i)
{
    const struct part *p = &c->parts[part];
    return role == MODEL_INPUT ? p->inputs[i] : role == MODEL_STATE ? p->states[i] : p->first[role] + i;
}

const void *composite_part_constants(const struct composite *c, const void *constants, size_t part)
{
    return ((const struct instance *)constants)->parts + c->parts[part].constants_at;
}

void *composite_part_scratch(const struct composite *c, const void *scratch, size_t part)
{
    return ((const struct work *)scratch)->parts + c->parts[part].scratch_at;
}

const double *composite_part_numbers(const struct composite *c, const void *scratch, size_t part)
{
    return ((const struct work *)scratch)->numbers_real + c->parts[part].room_at;
}

void composite_close(struct composite *c)
{
    if (!c)
        return;
    free(c->parts);
    free(c->start.steps);
    free(c->always.steps);
    free(c->variables);
    free(c->places);
    free(c->names);
    for (size_t i = 0; i < c->n_texts; i++)
        free(c->texts[i]);
    free(c->texts);
    free(c->aliases);
    free(c);
}
