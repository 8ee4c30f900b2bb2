/* A mechanism file as a model: an instance has its own engine, filled with the values of its parameters. */
#include "fmu_multibody/engine/engine.h"
#include "fmu_multibody/mechanism/mechanism_plan.h"

#include "numerics/complex_math.h"

#include <math.h>
#include <string.h>

/* What setup() makes of the parameters. What pointers point to follows in the same block of memory: here and in `work`. */
struct instance {
    const struct mechanism_file *file;
    double *values; /* of the document's quantities */
    struct mechanism_piston *pistons;
    struct mechanism_resistance *resistances;
    struct mechanism_motion *motions;
    struct mechanism_wrench *wrenches;
    enum coordinate_role *roles;
    const struct mechanism_marker *markers;
    bool is_augmented;
    struct engine_augmented augmented;
    double fixed_step; /* the longest step of a solver that does not look at its error; 0: it does */
    double most_turn;  /* of Cardan angles in such a step, in rad */
};

/* The scratch. */
struct work {
    const struct instance *instance;
    struct engine *engine;
    double *inputs_real, *inputs_begin;
    double complex *inputs_complex;
    double *forces_real; /* one for each actuator */
    double complex *forces_complex;
    double *powers; /* of the actuators before a step, and after it */
    double *rates;  /* of the states */
    /* Motions: rates of the states, how fast a unit of each force accelerates each, its factors' pivots, what is still missing. */
    double *moved_real, *response_real, *missing_real;
    double complex *moved_complex, *response_complex, *missing_complex;
    size_t *pivots;
    /* Of each bushing and contact, where they were evaluated last: its locals and its energy. */
    double *wrenches_real;
    double complex *wrenches_complex;
    double stepped; /* when a step was accepted last that was no event: not of such a solver */
};

/* Both are laid out by the same walk; without memory it only counts. */
static void *next(char *memory, size_t *used, size_t bytes)
{
    enum { ALIGNMENT = 16 };
    void *here = memory ? memory + *used : NULL;
    *used += (bytes + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
    return here;
}

static size_t place_instance(const struct mechanism_file *f, char *memory, struct instance *k, void **engine)
{
    size_t used = 0;
    next(memory, &used, sizeof *k);
    k->file = f;
    k->values = next(memory, &used, notation_quantity_count(f->notation) * sizeof *k->values);
    k->pistons = next(memory, &used, f->mechanism->n_actuators * sizeof *k->pistons);
    k->resistances = next(memory, &used, f->n_resistances * sizeof *k->resistances);
    k->motions = next(memory, &used, f->n_motions * sizeof *k->motions);
    k->wrenches = next(memory, &used, f->n_wrenches * sizeof *k->wrenches);
    k->roles = next(memory, &used, f->sizes.coordinates * sizeof *k->roles);
    *engine = next(memory, &used, engine_room(f->mechanism).constants);
    return used;
}

static size_t place_work(const struct mechanism_file *f, char *memory, struct work *w, void **engine)
{
    const size_t n = f->mechanism->n_actuators;
    size_t used = 0;
    next(memory, &used, sizeof *w);
    w->inputs_real = next(memory, &used, f->n_inputs * sizeof *w->inputs_real);
    w->inputs_begin = next(memory, &used, f->n_inputs * sizeof *w->inputs_begin);
    w->inputs_complex = next(memory, &used, f->n_inputs * sizeof *w->inputs_complex);
    w->powers = next(memory, &used, 2 * n * sizeof *w->powers);
    w->forces_real = next(memory, &used, n * sizeof *w->forces_real);
    w->forces_complex = next(memory, &used, n * sizeof *w->forces_complex);
    w->rates =
        next(memory, &used, (f->sizes.states + (n + f->n_resistances) * FRICTION_MOST_STATES) * sizeof *w->rates);
    const size_t n_rates = f->n_motions ? f->sizes.states + (n + f->n_resistances) * FRICTION_MOST_STATES : 0;
    w->moved_real = next(memory, &used, n_rates * sizeof *w->moved_real);
    w->moved_complex = next(memory, &used, n_rates * sizeof *w->moved_complex);
    w->response_real = next(memory, &used, f->n_motions * f->n_motions * sizeof *w->response_real);
    w->response_complex = next(memory, &used, f->n_motions * f->n_motions * sizeof *w->response_complex);
    w->missing_real = next(memory, &used, f->n_motions * sizeof *w->missing_real);
    w->missing_complex = next(memory, &used, f->n_motions * sizeof *w->missing_complex);
    w->pivots = next(memory, &used, f->n_motions * sizeof *w->pivots);
    w->wrenches_real = next(memory, &used, f->n_wrenches * WRENCH_RESULTS * sizeof *w->wrenches_real);
    w->wrenches_complex = next(memory, &used, f->n_wrenches * WRENCH_RESULTS * sizeof *w->wrenches_complex);
    *engine = next(memory, &used, engine_room(f->mechanism).scratch);
    return used;
}

/* Bushings and contacts, where the engine is placed: for its search for an equilibrium. */
static void push_at_rest_real(const void *work, double *inputs);
static void push_at_rest_complex(const void *work, double complex *inputs);

static void place(const struct mechanism_file *f, struct instance *k, struct work *w)
{
    void *constants, *scratch;
    place_instance(f, (char *)k, k, &constants);
    place_work(f, (char *)w, w, &scratch);
    if (f->mechanism->n_actuators > 0)
        memcpy(k->pistons, f->pistons, f->mechanism->n_actuators * sizeof *k->pistons);
    if (f->n_resistances > 0)
        memcpy(k->resistances, f->resistances, f->n_resistances * sizeof *k->resistances);
    if (f->n_motions > 0)
        memcpy(k->motions, f->motions, f->n_motions * sizeof *k->motions);
    if (f->n_wrenches > 0)
        memcpy(k->wrenches, f->wrenches, f->n_wrenches * sizeof *k->wrenches);
    for (size_t i = 0; i < f->sizes.coordinates; i++)
        k->roles[i] = mechanism_coordinate(f->mechanism, i)->role;
    w->stepped = -INFINITY;
    w->instance = k;
    w->engine = engine_place(constants, scratch, f->mechanism);
    if (f->n_wrenches > 0)
        engine_take_pushes(w->engine, (struct engine_pushes){w, push_at_rest_real, push_at_rest_complex});
    k->markers = engine_mechanism(w->engine)->markers;
}

static bool check_pistons(const struct instance *k, struct model_report *report)
{
    for (size_t i = 0; i < k->file->mechanism->n_actuators; i++) {
        struct model_report inner = {""};
        if (k->pistons[i].in_use && !piston_check(&k->pistons[i].piston, &inner))
            return model_fail(report, "actuator '%.60s': %.240s", k->file->mechanism->actuators[i].name, inner.text);
    }
    return true;
}

static bool check_resistances(const struct instance *k, struct model_report *report)
{
    for (size_t i = 0; i < k->file->n_resistances; i++) {
        const struct mechanism_resistance *r = &k->resistances[i];
        const char *what = r->is_actuator ? "actuator" : "joint";
        struct model_report inner = {""};
        if (r->has_stops && !(r->lower < r->upper))
            return model_fail(report, "%s '%.60s': its lower limit %g is not below its upper limit %g", what, r->name,
                              r->lower, r->upper);
        if ((r->has_stops && !stop_check(&r->stop, &inner)) || !friction_check(&r->friction, &inner))
            return model_fail(report, "%s '%.60s': %.240s", what, r->name, inner.text);
    }
    return true;
}

static bool setup(const struct model_type *type, const double *parameters, double *calculated, void *constants,
                  void *scratch, struct model_report *report)
{
    const struct mechanism_file *f = type->plan;
    struct instance *k = constants;
    struct work *work = scratch;
    place(f, k, work);
    if (!model_table_evaluate(&f->table, parameters, k->values, calculated, report))
        return false;
    char *const blocks[] = {[BINDING_MECHANISM] = (char *)engine_mechanism(work->engine),
                            [BINDING_PISTONS] = (char *)k->pistons,
                            [BINDING_RESISTANCES] = (char *)k->resistances,
                            [BINDING_MOTIONS] = (char *)k->motions,
                            [BINDING_WRENCHES] = (char *)k->wrenches};
    for (size_t i = 0; i < f->n_bindings; i++)
        memcpy(blocks[f->bindings[i].block] + f->bindings[i].offset, &k->values[f->bindings[i].quantity],
               sizeof(double));
    for (size_t i = 0; i < f->n_wrenches; i++)
        if (!mechanism_prepare_wrench(&k->wrenches[i], report))
            return false;
    if (!check_pistons(k, report) || !check_resistances(k, report) ||
        !mechanism_fill_flexibles(f, k->values, engine_mechanism(work->engine), report))
        return false;
    k->is_augmented = parameters[PARAMETER_FORMULATION] == FORMULATION_AUGMENTED + 1;
    k->augmented = engine_augmented_default();
    k->augmented.penalty = parameters[PARAMETER_PENALTY];
    k->most_turn = parameters[SOLVER_KIND] == SOLVER_EULER ? 0.005 : 0.05; /* by the order of its errors */
    k->fixed_step = parameters[SOLVER_KIND] == SOLVER_ARKODE && !k->is_augmented ? 0 : parameters[SOLVER_STEP_SIZE];
    if (k->is_augmented && f->n_pistons > 0)
        return model_fail(report, "formulation 2 steps mechanisms whose actuators take forces, not pressures");
    mechanism_start_motions(f, k->values, engine_mechanism(work->engine));
    if (k->is_augmented && f->n_motions > 0)
        return model_fail(report, "formulation 2 has no prescribed motions: take formulation 1");
    if (k->is_augmented && f->n_resistances > 0)
        return model_fail(report,
                          "formulation 2 has neither stops nor friction: leave them out, or take formulation 1");
    if (k->is_augmented && f->n_wrenches > 0)
        return model_fail(report, "formulation 2 has no bushings and contacts: take formulation 1");
    return engine_setup(work->engine, report);
}

/* Stops that push at the start: an equilibrium was looked for without them. */
static bool equilibrium_check(const struct instance *k, const struct work *work, struct model_report *report);

static const double two_pi = 6.283185307179586476925287;

#define KERNEL_FILE "fmu_multibody/mechanism/mechanism_model_kernel.h"
#include "numerics/kernel.h"

static bool equilibrium_check(const struct instance *k, const struct work *work, struct model_report *report)
{
    for (size_t i = 0; i < k->file->n_resistances; i++) {
        const struct mechanism_resistance *r = &k->resistances[i];
        double s, ds;
        resistance_motion_real(r, work, &s, &ds);
        if (resistance_stop_real(r, s, ds) != 0)
            return model_fail(
                report,
                "the equilibrium at the start lies beyond the stops of '%s', which its search leaves out: "
                "start from given coordinates and let the mechanism come to rest",
                r->name);
    }
    return true;
}

const struct engine *mechanism_instance_engine(const void *scratch)
{
    const struct work *work = scratch;
    return work->engine;
}

static double rate_of(const struct work *work, size_t actuator)
{
    double s, ds;
    engine_actuator_real(work->engine, actuator, NULL, &s, &ds, NULL);
    return ds;
}

static double resistance_rate(const struct instance *k, const struct work *work, size_t i)
{
    double s, ds;
    resistance_motion_real(&k->resistances[i], work, &s, &ds);
    return ds;
}

/* A solver of fixed steps makes each of them an event; others look at their errors themselves. */
static double fixed_step(const struct instance *k, const struct work *work, double t, const double *m)
{
    const double begin = m[k->file->sizes.memory + MEMORY_LAST_EVENT], h = t - begin;
    return h > k->fixed_step * (1 + 1e-6) || (work->stepped > begin && work->stepped <= t) ? 0 : h;
}

static bool accept(const void *constants, void *scratch, double t, const double *x, const double *u, double *m,
                   enum model_moment moment, struct model_report *report)
{
    const struct instance *k = constants;
    struct work *work = scratch;
    if (!engine_configure_real(work->engine, m, x, report))
        return false;
    if (engine_has_turned(work->engine, m) && !(rates_real(k, scratch, t, m, x, u, work->rates, work->powers, report) &&
                                                engine_turn_check(work->engine, work->rates, m, report)))
        return false;
    if (!engine_cardan_check(work->engine, moment == MODEL_EVENT ? fixed_step(k, work, t, m) : 0, k->most_turn,
                             report) ||
        !engine_accept(work->engine, x, m, report))
        return false;
    if (moment != MODEL_EVENT) {
        work->stepped = t;
        return true;
    }
    m[k->file->sizes.memory + MEMORY_LAST_EVENT] = t;
    if (k->file->n_modes == 0)
        return true;
    if (!engine_configure_real(work->engine, m, x, report))
        return false;
    for (size_t i = 0; i < k->file->mechanism->n_actuators; i++)
        if (k->pistons[i].has_mode)
            m[k->pistons[i].first_memory + PISTON_MEMORY_MODE] =
                friction_mode(&k->pistons[i].piston.friction, rate_of(work, i));
    for (size_t i = 0; i < k->file->n_resistances; i++)
        if (k->resistances[i].has_mode)
            m[k->resistances[i].mode] = friction_mode(&k->resistances[i].friction, resistance_rate(k, work, i));
    return true;
}

static bool recount(const void *constants, void *scratch, double *m, double *x, enum model_moment moment)
{
    (void)constants;
    const struct work *work = scratch;
    return moment == MODEL_EVENT ? engine_charts_change(work->engine, m, x) : engine_charts_due(work->engine, x);
}

/* Friction that jumps does so where its indicator changes sign. */
static bool indicators(const void *constants, void *scratch, double t, const double *m, const double *x,
                       const double *u, double *z, struct model_report *report)
{
    (void)t, (void)u;
    const struct instance *k = constants;
    struct work *work = scratch;
    if (!engine_configure_real(work->engine, m, x, report))
        return false;
    for (size_t i = 0; i < k->file->mechanism->n_actuators; i++)
        if (k->pistons[i].has_mode)
            *z++ = friction_indicator(&k->pistons[i].piston.friction, rate_of(work, i));
    for (size_t i = 0; i < k->file->n_resistances; i++)
        if (k->resistances[i].has_mode)
            *z++ = friction_indicator(&k->resistances[i].friction, resistance_rate(k, work, i));
    return true;
}

/* Beams within small strains. */
static size_t presumption(const void *constants, void *scratch, const bool *found, double t, const double *m,
                          const double *x, struct model_report *report)
{
    (void)t;
    const struct instance *k = constants;
    const struct work *work = scratch;
    const size_t n = k->file->n_flexibles;
    struct model_report unused;
    size_t i = 0;
    while (i < n && found[i])
        i++;
    if (i == n || !engine_configure_real(work->engine, m, x, &unused))
        return n;
    for (; i < n; i++)
        if (!found[i] && !engine_small_strains_check(work->engine, i, report))
            return i;
    return n;
}

static double next_event(const void *constants, double t)
{
    const struct instance *k = constants;
    double next_one = INFINITY;
    for (size_t i = 0; i < k->file->n_given_loads; i++)
        if (k->file->load_laws[i])
            next_one = fmin(next_one, law_next_event(k->file->load_laws[i], k->values, t));
    for (size_t i = 0; i < k->file->n_motions; i++)
        if (k->motions[i].law)
            next_one = fmin(next_one, law_next_event(k->motions[i].law, k->values, t));
    for (size_t i = 0; i < k->file->mechanism->n_payloads; i++)
        if (k->file->payload_laws[i])
            next_one = fmin(next_one, law_next_event(k->file->payload_laws[i], k->values, t));
    return next_one;
}

static bool uses_own_step(const void *constants)
{
    const struct instance *k = constants;
    return k->is_augmented;
}

/* The work is summed up by the trapezoidal rule, as the method itself integrates. */
static bool own_step(const void *constants, void *scratch, double t, double h, const double *u_begin,
                     const double *u_end, double *m, double *x, double *q, struct model_report *report)
{
    const struct instance *k = constants;
    struct work *work = scratch;
    const struct mechanism_file *f = k->file;
    const size_t n = f->mechanism->n_actuators;
    struct engine_step_summary summary;
    double *before = work->powers, *after = work->powers + n;
    const double *inputs = mechanism_instance_inputs_real(k, scratch, t, m, u_begin);
    if (!engine_configure_real(work->engine, m, x, report))
        return false;
    mechanism_instance_powers_real(k, scratch, inputs, before);
    memcpy(work->inputs_begin, inputs, f->n_inputs * sizeof *inputs);
    inputs = mechanism_instance_inputs_real(k, scratch, t + h, m, u_end);
    if (!engine_step_augmented(work->engine, &k->augmented, h, work->inputs_begin, inputs, m, x, &summary, report) ||
        !engine_configure_real(work->engine, m, x, report))
        return false;
    mechanism_instance_powers_real(k, scratch, inputs, after);
    for (size_t i = 0; i < n; i++)
        q[i] += h / 2 * (before[i] + after[i]);
    return true;
}

void mechanism_make_type(struct mechanism_file *f)
{
    const struct node *root = notation_root(f->notation), *experiment = node_member(root, "experiment");
    const struct quantity *q = notation_quantities(f->notation);
    struct instance counted;
    struct work work;
    void *engine;
    f->for_solvers = (struct solver_extension){.uses_own_step = uses_own_step,
                                               .own_step = own_step,
                                               .n_presumptions = f->n_flexibles,
                                               .presumption = presumption};
    f->type = (struct model_type){
        .name = node_text(node_member(root, "name")),
        .description = node_text(node_member(root, "description")),
        .experiment = {.stop_time = q[node_quantity(experiment, "stop_time")].value,
                       .tolerance = q[node_quantity(experiment, "tolerance")].value,
                       .step_size = q[node_quantity(experiment, "step_size")].value},
        .variables = f->table.rows,
        .n_variables = f->table.n,
        .n_positions = f->sizes.independent,
        .plan = f,
        .constants_size = place_instance(f, NULL, &counted, &engine),
        .scratch_size = place_work(f, NULL, &work, &engine),
        .setup = setup,
        .over_real = {initialize_real, rates_real, outputs_real, locals_real},
        .over_complex = {initialize_complex, rates_complex, outputs_complex, locals_complex},
        .next_event = next_event,
        .fixed_steps_stop = true,
        .accept = accept,
        .recount = f->sizes.charts > 0 ? recount : NULL,
        .n_indicators = f->n_modes,
        .indicators = f->n_modes ? indicators : NULL,
        .for_solvers = &f->for_solvers,
    };
}
