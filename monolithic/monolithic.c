#include "monolithic/monolithic.h"
#include "monolithic/penalty.h"
#include "numerics/solver.h"
#include "monolithic/redundant_mechanism.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct monolithic {
    struct monolithic_system system;
    struct monolithic_options options;
    struct composite *reduced; /* in the mechanism's independent coordinates: every method begins there */
    struct model_instance instance;
    struct redundant_mechanism *redundant; /* penalty method: the mechanism in all coordinates, coupled once more */
    struct composite_part *redundant_mechanism_parts;
    struct composite *full;
    struct model_instance full_live;
    struct newton_trapezoid *newton_trapezoid;
    struct penalty *penalty;
    struct solver *solver;
    double *ahead, *slopes, *no_slopes; /* inputs at the end of a step with error control, their rates in it, zeros */
    double next_size;                   /* of the solver's own steps */
    struct presumptions *presumptions;  /* of the model that is shown, where no solver looks */
    size_t *powers, *works;             /* of the actuators, among the numbers of the model that is stepped */
    size_t n_powers, kinetic, potential, residual;
    double energy_at_start, power;
    struct monolithic_summary summary;
};

struct monolithic_options monolithic_default(void)
{
    return (struct monolithic_options){MONOLITHIC_DOUBLE_STEP, newton_trapezoid_default(), 1e11, 1e-10};
}

/* The model whose numbers are shown. */
static struct model_instance *shown(struct monolithic *s)
{
    return s->options.method == MONOLITHIC_PENALTY ? &s->full_live : &s->instance;
}

/* A number of the mechanism, by its name in the mechanism's table. */
static bool place_find(struct monolithic *s, const char *actuator, const char *variable, size_t *place,
                       struct model_report *report)
{
    char name[300];
    snprintf(name, sizeof name, "%s.%s%s%s", s->system.parts[0].name, actuator, *actuator ? "." : "", variable);
    *place = model_find(shown(s)->type, name, strlen(name));
    return *place < shown(s)->layout.size || model_fail(report, "there is no %s", name);
}

static bool places_find(struct monolithic *s, struct model_report *report)
{
    const struct mechanism *mechanism = mechanism_file_mechanism(s->system.mechanism);
    s->n_powers = mechanism->n_actuators;
    s->powers = calloc(2 * s->n_powers + 1, sizeof *s->powers);
    if (!s->powers)
        return model_fail(report, "out of memory");
    s->works = s->powers + s->n_powers;
    bool found = true;
    for (size_t i = 0; found && i < s->n_powers; i++) {
        const char *actuator = mechanism->actuators[i].name;
        found = place_find(s, actuator, "power", &s->powers[i], report) &&
                place_find(s, actuator, "work", &s->works[i], report);
    }
    return found && place_find(s, "", "kinetic_energy", &s->kinetic, report) &&
           place_find(s, "", "potential_energy", &s->potential, report) &&
           place_find(s, "", "constraint_residual", &s->residual, report);
}

/* Inputs go on as they start, unless somebody says where to. */
static bool ahead_make(struct monolithic *s, struct model_report *report)
{
    const size_t n = s->instance.layout.count[MODEL_INPUT];
    s->ahead = calloc(3 * n + 1, sizeof *s->ahead);
    if (!s->ahead)
        return model_fail(report, "out of memory");
    s->slopes = s->ahead + n;
    s->no_slopes = s->slopes + n;
    memcpy(s->ahead, s->instance.u, n * sizeof *s->ahead);
    return true;
}

/* The same parts with the mechanism in all coordinates. */
static bool full_open(struct monolithic *s, struct model_report *report)
{
    s->redundant = redundant_mechanism_open(s->system.mechanism, s->options.alpha, report);
    s->redundant_mechanism_parts = calloc(s->system.n_parts + 1, sizeof *s->redundant_mechanism_parts);
    if (!s->redundant || !s->redundant_mechanism_parts)
        return s->redundant ? model_fail(report, "out of memory") : false;
    memcpy(s->redundant_mechanism_parts, s->system.parts, s->system.n_parts * sizeof *s->redundant_mechanism_parts);
    s->redundant_mechanism_parts[0].type = redundant_mechanism_type(s->redundant);
    s->full = composite_open(s->system.name, s->redundant_mechanism_parts, s->system.n_parts, s->system.connections,
                             s->system.n_connections, report);
    return s->full && model_instance_open(&s->full_live, composite_type(s->full), report);
}

struct monolithic *monolithic_open(const struct monolithic_system *system, const struct monolithic_options *options,
                                   struct model_report *report)
{
    struct monolithic *s = calloc(1, sizeof *s);
    if (!s) {
        model_fail(report, "out of memory");
        return NULL;
    }
    s->system = *system;
    s->options = *options;
    s->reduced = composite_open(system->name, system->parts, system->n_parts, system->connections,
                                system->n_connections, report);
    if (!s->reduced || !model_instance_open(&s->instance, composite_type(s->reduced), report) ||
        !ahead_make(s, report) || (options->method == MONOLITHIC_PENALTY && !full_open(s, report)) ||
        !places_find(s, report)) {
        monolithic_close(s);
        return NULL;
    }
    return s;
}

void monolithic_close(struct monolithic *s)
{
    if (!s)
        return;
    newton_trapezoid_close(s->newton_trapezoid);
    penalty_close(s->penalty);
    solver_close(s->solver);
    presumptions_close(s->presumptions);
    model_instance_close(&s->instance);
    model_instance_close(&s->full_live);
    composite_close(s->reduced);
    composite_close(s->full);
    redundant_mechanism_close(s->redundant);
    free(s->redundant_mechanism_parts);
    free(s->powers);
    free(s->ahead);
    free(s);
}

/* ---- starts ---- */

/* States and inputs of the other parts, memories of all: by their names. */
static void copy_alike(const struct model_instance *from, struct model_instance *to)
{
    for (size_t i = 0; i < to->type->n_variables; i++) {
        const enum model_role role = to->type->variables[i].role;
        if (role != MODEL_STATE && role != MODEL_MEMORY && role != MODEL_INPUT)
            continue;
        const double *value = model_instance_find(from, to->type->variables[i].name);
        if (value)
            to->numbers[i] = *value;
    }
}

/* After an evaluation of the reduced model: from its mechanism's states to all coordinates, accelerations and multipliers. */
static bool penalty_begin(struct monolithic *s, struct model_report *report)
{
    const struct redundant_mechanism_sizes sizes = redundant_mechanism_sizes(s->system.mechanism);
    const struct model_layout layout = model_layout(s->system.parts[0].type);
    const double *own = composite_part_numbers(s->reduced, s->instance.scratch, 0);
    struct model_instance *full = &s->full_live;
    double *acceleration = calloc(sizes.coordinates + sizes.rows + 1, sizeof *acceleration);
    if (!acceleration)
        return model_fail(report, "out of memory");
    double *multipliers = acceleration + sizes.coordinates;
    copy_alike(&s->instance, full);
    const bool done =
        full->type->setup(full->type, full->parameters, full->calculated, full->constants, full->scratch, report) &&
        redundant_mechanism_start(s->system.mechanism, composite_part_constants(s->reduced, s->instance.constants, 0),
                                  composite_part_scratch(s->reduced, s->instance.scratch, 0), 0,
                                  own + layout.first[MODEL_MEMORY], own + layout.first[MODEL_STATE],
                                  own + layout.first[MODEL_INPUT], full->x, full->x + sizes.coordinates, acceleration,
                                  multipliers, report) &&
        (s->penalty = penalty_open(s->full, full->constants, full->scratch, s->redundant, s->options.alpha,
                                   &s->options.newton, report)) &&
        penalty_start(s->penalty, 0, full->m, full->x, full->u, acceleration, multipliers, report);
    free(acceleration);
    return done;
}

static bool error_control_begin(struct monolithic *s, struct model_report *report)
{
    const struct solver_settings settings = {SOLVER_ARKODE, 1, s->options.tolerance, s->options.tolerance};
    s->solver = solver_open(s->instance.type, report);
    return s->solver && solver_prepare(s->solver, &settings, report);
}

static struct presumptions *watched(struct monolithic *s)
{
    return s->solver ? solver_presumptions(s->solver) : s->presumptions;
}

static void look(struct monolithic *s, double t)
{
    const struct model_instance *instance = shown(s);
    presumptions_look(watched(s), instance->constants, instance->scratch, t, instance->m, instance->x);
}

bool monolithic_tell(struct monolithic *s, double *t, struct model_report *report)
{
    return presumptions_tell(watched(s), t, report);
}

/* Sums of power over the steps, and what they leave unexplained. */
static bool observe(struct monolithic *s, double t, double h, struct model_report *report)
{
    struct model_instance *instance = shown(s);
    struct monolithic_summary *summary = &s->summary;
    if (!model_instance_look(instance, t, report))
        return false;
    const double before = s->power, energy = instance->numbers[s->kinetic] + instance->numbers[s->potential];
    s->power = 0;
    for (size_t i = 0; i < s->n_powers; i++)
        s->power += instance->numbers[s->powers[i]];
    if (h == 0)
        s->energy_at_start = energy;
    summary->work_rectangle += h * s->power;
    summary->work_trapezoidal += h / 2 * (before + s->power);
    if (s->options.method ==
        MONOLITHIC_CVODE) { /* steps are only those of the result: its own quadrature knows better */
        summary->work_trapezoidal = 0;
        for (size_t i = 0; i < s->n_powers; i++)
            summary->work_trapezoidal += instance->numbers[s->works[i]];
    }
    summary->most_work = fmax(summary->most_work, summary->work_rectangle);
    summary->least_work = fmin(summary->least_work, summary->work_rectangle);
    const double gained = summary->energy = energy - s->energy_at_start;
    summary->drift_rectangle = fmax(summary->drift_rectangle, fabs(gained - summary->work_rectangle));
    summary->drift_trapezoidal = fmax(summary->drift_trapezoidal, fabs(gained - summary->work_trapezoidal));
    summary->worst_residual = fmax(summary->worst_residual, instance->numbers[s->residual]);
    return true;
}

bool monolithic_start(struct monolithic *s, struct model_report *report)
{
    s->summary = (struct monolithic_summary){0};
    if (!model_instance_initialize(&s->instance, 0, report) || !model_instance_update(&s->instance, 0, report))
        return false;
    switch (s->options.method) {
    case MONOLITHIC_DOUBLE_STEP:
        s->newton_trapezoid = newton_trapezoid_open(s->instance.type, s->instance.constants, s->instance.scratch,
                                                    &s->options.newton, report);
        if (!s->newton_trapezoid ||
            !newton_trapezoid_start(s->newton_trapezoid, 0, s->instance.m, s->instance.x, s->instance.u, report))
            return false;
        break;
    case MONOLITHIC_PENALTY:
        if (!penalty_begin(s, report))
            return false;
        break;
    case MONOLITHIC_CVODE:
        if (!error_control_begin(s, report))
            return false;
        break;
    }
    if (!s->solver && !(s->presumptions = presumptions_open(shown(s)->type)))
        return model_fail(report, "out of memory");
    look(s, 0);
    return observe(s, 0, 0, report);
}

/* ---- steps ---- */

static bool newton_trapezoid_move(struct newton_trapezoid *p, struct model_instance *instance, double t, double h,
                                  int *iterations, struct model_report *report)
{
    if (!newton_trapezoid_step(p, t, h, report))
        return false;
    *iterations = newton_trapezoid_iterations(p);
    memcpy(instance->m, newton_trapezoid_memory(p), instance->layout.count[MODEL_MEMORY] * sizeof *instance->m);
    memcpy(instance->x, newton_trapezoid_states(p), instance->layout.count[MODEL_STATE] * sizeof *instance->x);
    memcpy(instance->u, newton_trapezoid_inputs(p), instance->layout.count[MODEL_INPUT] * sizeof *instance->u);
    return true;
}

static bool error_control_step(struct monolithic *s, double t, double h, struct model_report *report)
{
    const struct solver_settings settings = {SOLVER_ARKODE, 1, s->options.tolerance, s->options.tolerance};
    struct model_instance *instance = &s->instance;
    const size_t n = instance->layout.count[MODEL_INPUT];
    struct solver_inputs inputs = {.t0 = t, .u0 = instance->u, .u1 = s->slopes, .u2 = s->no_slopes, .n = n};
    for (size_t i = 0; i < n; i++) {
        s->slopes[i] = (s->ahead[i] - instance->u[i]) / h;
        inputs.moves = inputs.moves || s->slopes[i] != 0;
    }
    const struct solver_problem problem = {.type = instance->type,
                                           .layout = &instance->layout,
                                           .constants = instance->constants,
                                           .scratch = instance->scratch,
                                           .m = instance->m,
                                           .next_size = &s->next_size,
                                           .inputs = inputs};
    double reached;
    if (!solver_step(s->solver, &settings, &problem, t, h, instance->x, instance->q, &reached, report))
        return false;
    memcpy(instance->u, s->ahead, n * sizeof *instance->u);
    return true;
}

static bool step(struct monolithic *s, double t, double h, int *iterations, struct model_report *report)
{
    *iterations = 0;
    switch (s->options.method) {
    case MONOLITHIC_DOUBLE_STEP:
        return newton_trapezoid_move(s->newton_trapezoid, &s->instance, t, h, iterations, report);
    case MONOLITHIC_PENALTY:
        return newton_trapezoid_move(penalty_newton_trapezoid(s->penalty), &s->full_live, t, h, iterations, report);
    case MONOLITHIC_CVODE:
    default:
        return error_control_step(s, t, h, report);
    }
}

bool monolithic_step(struct monolithic *s, double t, double h, struct model_report *report)
{
    int iterations;
    if (!step(s, t, h, &iterations, report))
        return false;
    look(s, t + h);
    s->summary.steps++;
    s->summary.iterations += s->summary.last_iterations = iterations;
    if (iterations > s->summary.most_iterations)
        s->summary.most_iterations = iterations;
    return observe(s, t + h, h, report);
}

double *monolithic_inputs(struct monolithic *s)
{
    return s->instance.u;
}

double *monolithic_inputs_ahead(struct monolithic *s)
{
    return s->ahead;
}

bool monolithic_jump(struct monolithic *s, double t, struct model_report *report)
{
    struct model_instance *instance = &s->instance;
    const struct model_type *type = instance->type;
    s->next_size = 0; /* what fitted before says nothing about what comes */
    return (!type->accept || type->accept(instance->constants, instance->scratch, t, instance->x, instance->u,
                                          instance->m, MODEL_EVENT, report)) &&
           model_instance_look(instance, t, report);
}

const double *monolithic_find(const struct monolithic *s, const char *name)
{
    return model_instance_find(s->options.method == MONOLITHIC_PENALTY ? &s->full_live : &s->instance, name);
}

const struct model_type *monolithic_type(const struct monolithic *s)
{
    return s->options.method == MONOLITHIC_PENALTY ? s->full_live.type : s->instance.type;
}

const double *monolithic_values(const struct monolithic *s)
{
    return s->options.method == MONOLITHIC_PENALTY ? s->full_live.numbers : s->instance.numbers;
}

struct monolithic_summary monolithic_summary(const struct monolithic *s)
{
    return s->summary;
}
