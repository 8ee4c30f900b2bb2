#include "monolithic/monolithic.h"
#include "monolithic/penalty.h"
#include "numerics/solver.h"
#include "monolithic/whole.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct monolithic {
    struct monolithic_system system;
    struct monolithic_options options;
    struct coupled *reduced; /* in the mechanism's independent coordinates: every method begins there */
    struct live_model live;
    struct whole *whole; /* penalty method: the mechanism in all coordinates, coupled once more */
    struct coupled_part *whole_parts;
    struct coupled *full;
    struct live_model full_live;
    struct primary *primary;
    struct penalty *penalty;
    struct solver *solver;
    double next_size;       /* of the solver's own steps */
    size_t *powers, *works; /* of the actuators, among the numbers of the model that is stepped */
    size_t n_powers, kinetic, potential, residual;
    double energy_at_start, power;
    struct monolithic_summary summary;
};

struct monolithic_options monolithic_default(void)
{
    return (struct monolithic_options){MONOLITHIC_DOUBLE_STEP, primary_default(), 1e11, 1e-10};
}

/* The model whose numbers are shown. */
static struct live_model *shown(struct monolithic *s)
{
    return s->options.method == MONOLITHIC_PENALTY ? &s->full_live : &s->live;
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

/* The same parts with the mechanism in all coordinates. */
static bool full_open(struct monolithic *s, struct model_report *report)
{
    s->whole = whole_open(s->system.mechanism, s->options.alpha, report);
    s->whole_parts = calloc(s->system.n_parts + 1, sizeof *s->whole_parts);
    if (!s->whole || !s->whole_parts)
        return s->whole ? model_fail(report, "out of memory") : false;
    memcpy(s->whole_parts, s->system.parts, s->system.n_parts * sizeof *s->whole_parts);
    s->whole_parts[0].type = whole_type(s->whole);
    s->full = coupled_open(s->system.name, s->whole_parts, s->system.n_parts, s->system.connections,
                           s->system.n_connections, report);
    return s->full && live_model_open(&s->full_live, coupled_type(s->full), report);
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
    s->reduced =
        coupled_open(system->name, system->parts, system->n_parts, system->connections, system->n_connections, report);
    if (!s->reduced || !live_model_open(&s->live, coupled_type(s->reduced), report) ||
        (options->method == MONOLITHIC_PENALTY && !full_open(s, report)) || !places_find(s, report)) {
        monolithic_close(s);
        return NULL;
    }
    return s;
}

void monolithic_close(struct monolithic *s)
{
    if (!s)
        return;
    primary_close(s->primary);
    penalty_close(s->penalty);
    solver_close(s->solver);
    live_model_close(&s->live);
    live_model_close(&s->full_live);
    coupled_close(s->reduced);
    coupled_close(s->full);
    whole_close(s->whole);
    free(s->whole_parts);
    free(s->powers);
    free(s);
}

/* ---- starts ---- */

/* States and inputs of the other parts, memories of all: by their names. */
static void copy_alike(const struct live_model *from, struct live_model *to)
{
    for (size_t i = 0; i < to->type->n_variables; i++) {
        const enum model_role role = to->type->variables[i].role;
        if (role != MODEL_STATE && role != MODEL_MEMORY && role != MODEL_INPUT)
            continue;
        const double *value = live_model_find(from, to->type->variables[i].name);
        if (value)
            to->numbers[i] = *value;
    }
}

/* After an evaluation of the reduced model: from its mechanism's states to all coordinates, accelerations and multipliers. */
static bool penalty_begin(struct monolithic *s, struct model_report *report)
{
    const struct whole_sizes sizes = whole_sizes(s->system.mechanism);
    const struct model_layout layout = model_layout(s->system.parts[0].type);
    const double *own = coupled_part_numbers(s->reduced, s->live.scratch, 0);
    struct live_model *full = &s->full_live;
    double *acceleration = calloc(sizes.coordinates + sizes.rows + 1, sizeof *acceleration);
    if (!acceleration)
        return model_fail(report, "out of memory");
    double *multipliers = acceleration + sizes.coordinates;
    copy_alike(&s->live, full);
    const bool done =
        full->type->setup(full->type, full->parameters, full->calculated, full->constants, full->scratch, report) &&
        whole_start(s->system.mechanism, coupled_part_constants(s->reduced, s->live.constants, 0),
                    coupled_part_scratch(s->reduced, s->live.scratch, 0), 0, own + layout.first[MODEL_MEMORY],
                    own + layout.first[MODEL_STATE], own + layout.first[MODEL_INPUT], full->x,
                    full->x + sizes.coordinates, acceleration, multipliers, report) &&
        (s->penalty = penalty_open(s->full, full->constants, full->scratch, s->whole, s->options.alpha,
                                   &s->options.newton, report)) &&
        penalty_start(s->penalty, 0, full->m, full->x, full->u, acceleration, multipliers, report);
    free(acceleration);
    return done;
}

static bool error_control_begin(struct monolithic *s, struct model_report *report)
{
    const struct solver_settings settings = {SOLVER_ARKODE, 1, s->options.tolerance, s->options.tolerance};
    s->solver = solver_open(s->live.type, report);
    return s->solver && solver_prepare(s->solver, &settings, report);
}

/* Sums of power over the steps, and what they leave unexplained. */
static bool observe(struct monolithic *s, double t, double h, struct model_report *report)
{
    struct live_model *live = shown(s);
    struct monolithic_summary *summary = &s->summary;
    if (!live_model_look(live, t, report))
        return false;
    const double before = s->power, energy = live->numbers[s->kinetic] + live->numbers[s->potential];
    s->power = 0;
    for (size_t i = 0; i < s->n_powers; i++)
        s->power += live->numbers[s->powers[i]];
    if (h == 0)
        s->energy_at_start = energy;
    summary->work_rectangle += h * s->power;
    summary->work_trapezoidal += h / 2 * (before + s->power);
    if (s->options.method ==
        MONOLITHIC_CVODE) { /* steps are only those of the result: its own quadrature knows better */
        summary->work_trapezoidal = 0;
        for (size_t i = 0; i < s->n_powers; i++)
            summary->work_trapezoidal += live->numbers[s->works[i]];
    }
    summary->most_work = fmax(summary->most_work, summary->work_rectangle);
    summary->least_work = fmin(summary->least_work, summary->work_rectangle);
    const double gained = summary->energy = energy - s->energy_at_start;
    summary->drift_rectangle = fmax(summary->drift_rectangle, fabs(gained - summary->work_rectangle));
    summary->drift_trapezoidal = fmax(summary->drift_trapezoidal, fabs(gained - summary->work_trapezoidal));
    summary->worst_residual = fmax(summary->worst_residual, live->numbers[s->residual]);
    return true;
}

bool monolithic_start(struct monolithic *s, struct model_report *report)
{
    s->summary = (struct monolithic_summary){0};
    if (!live_model_initialize(&s->live, 0, report) || !live_model_update(&s->live, 0, report))
        return false;
    switch (s->options.method) {
    case MONOLITHIC_DOUBLE_STEP:
        s->primary = primary_open(s->live.type, s->live.constants, s->live.scratch, &s->options.newton, report);
        if (!s->primary || !primary_start(s->primary, 0, s->live.m, s->live.x, s->live.u, report))
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
    return observe(s, 0, 0, report);
}

/* ---- steps ---- */

static bool primary_move(struct primary *p, struct live_model *live, double t, double h, int *iterations,
                         struct model_report *report)
{
    if (!primary_step(p, t, h, report))
        return false;
    *iterations = primary_iterations(p);
    memcpy(live->m, primary_memory(p), live->layout.count[MODEL_MEMORY] * sizeof *live->m);
    memcpy(live->x, primary_states(p), live->layout.count[MODEL_STATE] * sizeof *live->x);
    memcpy(live->u, primary_inputs(p), live->layout.count[MODEL_INPUT] * sizeof *live->u);
    return true;
}

static bool error_control_step(struct monolithic *s, double t, double h, struct model_report *report)
{
    const struct solver_settings settings = {SOLVER_ARKODE, 1, s->options.tolerance, s->options.tolerance};
    struct live_model *live = &s->live;
    const struct solver_problem problem = {
        .type = live->type,
        .layout = &live->layout,
        .constants = live->constants,
        .scratch = live->scratch,
        .m = live->m,
        .next_size = &s->next_size,
        .inputs = {.u0 = live->u, .u1 = live->u, .u2 = live->u, .n = live->layout.count[MODEL_INPUT]}};
    double reached;
    return solver_step(s->solver, &settings, &problem, t, h, live->x, live->q, &reached, report);
}

static bool step(struct monolithic *s, double t, double h, int *iterations, struct model_report *report)
{
    *iterations = 0;
    switch (s->options.method) {
    case MONOLITHIC_DOUBLE_STEP:
        return primary_move(s->primary, &s->live, t, h, iterations, report);
    case MONOLITHIC_PENALTY:
        return primary_move(penalty_primary(s->penalty), &s->full_live, t, h, iterations, report);
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
    s->summary.steps++;
    s->summary.iterations += s->summary.last_iterations = iterations;
    if (iterations > s->summary.most_iterations)
        s->summary.most_iterations = iterations;
    return observe(s, t + h, h, report);
}

const double *monolithic_find(const struct monolithic *s, const char *name)
{
    return live_model_find(s->options.method == MONOLITHIC_PENALTY ? &s->full_live : &s->live, name);
}

const struct model_type *monolithic_type(const struct monolithic *s)
{
    return s->options.method == MONOLITHIC_PENALTY ? s->full_live.type : s->live.type;
}

const double *monolithic_values(const struct monolithic *s)
{
    return s->options.method == MONOLITHIC_PENALTY ? s->full_live.numbers : s->live.numbers;
}

struct monolithic_summary monolithic_summary(const struct monolithic *s)
{
    return s->summary;
}
