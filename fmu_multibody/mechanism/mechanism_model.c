/* A mechanism file as a model: an instance has its own engine, filled with the values of its parameters. */
#include "fmu_multibody/engine/engine.h"
#include "fmu_multibody/mechanism/mechanism_plan.h"

#include <math.h>
#include <string.h>

/* One instance; what the pointers point to follows it in the same block of memory. */
struct instance {
    const struct mechanism_file *file;
    struct engine *engine;
    double *values; /* of the document's quantities */
    double *inputs_real, *inputs_begin;
    double complex *inputs_complex;
    double *forces_real; /* one for each actuator */
    double complex *forces_complex;
    struct mechanism_piston *pistons;
    double *powers; /* of the actuators before a step, and after it */
    double *rates;  /* of the states */
    enum coordinate_role *roles;
    const struct mechanism_marker *markers;
    bool is_augmented;
    struct engine_augmented augmented;
    double fixed_step; /* the longest step of a solver that does not look at its error; 0: it does */
    double most_turn;  /* of Cardan angles in such a step, in rad */
    double *stepped;   /* when a step was accepted last that was no event: not of such a solver */
};

enum { ALIGNMENT = 16 };

static size_t padded(size_t bytes)
{
    return (bytes + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
}

static size_t most_states(const struct mechanism_file *f)
{
    return f->sizes.states + f->mechanism->n_actuators * FRICTION_MOST_STATES;
}

static size_t instance_size(const struct mechanism_file *f)
{
    return padded(sizeof(struct instance)) + padded(notation_quantity_count(f->notation) * sizeof(double)) +
           2 * padded(f->n_inputs * sizeof(double)) + padded(f->n_inputs * sizeof(double complex)) +
           padded(2 * f->mechanism->n_actuators * sizeof(double)) + padded(f->mechanism->n_actuators * sizeof(double)) +
           padded(f->mechanism->n_actuators * sizeof(double complex)) +
           padded(f->mechanism->n_actuators * sizeof(struct mechanism_piston)) +
           padded(most_states(f) * sizeof(double)) + padded(f->sizes.coordinates * sizeof(enum coordinate_role)) +
           padded(sizeof(double)) + padded(engine_size(f->mechanism));
}

static void *next(char **memory, size_t bytes)
{
    void *here = *memory;
    *memory += padded(bytes);
    return here;
}

static void place(const struct mechanism_file *f, struct instance *k)
{
    char *memory = (char *)k + padded(sizeof *k);
    k->file = f;
    k->values = next(&memory, notation_quantity_count(f->notation) * sizeof *k->values);
    k->inputs_real = next(&memory, f->n_inputs * sizeof *k->inputs_real);
    k->inputs_begin = next(&memory, f->n_inputs * sizeof *k->inputs_begin);
    k->inputs_complex = next(&memory, f->n_inputs * sizeof *k->inputs_complex);
    k->powers = next(&memory, 2 * f->mechanism->n_actuators * sizeof *k->powers);
    k->forces_real = next(&memory, f->mechanism->n_actuators * sizeof *k->forces_real);
    k->forces_complex = next(&memory, f->mechanism->n_actuators * sizeof *k->forces_complex);
    k->pistons = next(&memory, f->mechanism->n_actuators * sizeof *k->pistons);
    if (f->mechanism->n_actuators > 0)
        memcpy(k->pistons, f->pistons, f->mechanism->n_actuators * sizeof *k->pistons);
    k->rates = next(&memory, most_states(f) * sizeof *k->rates);
    k->roles = next(&memory, f->sizes.coordinates * sizeof *k->roles);
    for (size_t i = 0; i < f->sizes.coordinates; i++)
        k->roles[i] = mechanism_coordinate(f->mechanism, i)->role;
    k->stepped = next(&memory, sizeof *k->stepped);
    *k->stepped = -INFINITY;
    k->engine = engine_place(memory, f->mechanism);
    k->markers = engine_mechanism(k->engine)->markers;
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

static bool setup(const struct model_type *type, const double *parameters, double *calculated, void *constants,
                  struct model_report *report)
{
    const struct mechanism_file *f = type->plan;
    struct instance *k = constants;
    place(f, k);
    if (!model_table_evaluate(&f->table, parameters, k->values, calculated, report))
        return false;
    char *mechanism = (char *)engine_mechanism(k->engine), *pistons = (char *)k->pistons;
    for (size_t i = 0; i < f->n_bindings; i++)
        memcpy((f->bindings[i].is_piston ? pistons : mechanism) + f->bindings[i].offset,
               &k->values[f->bindings[i].quantity], sizeof(double));
    if (!check_pistons(k, report))
        return false;
    k->is_augmented = parameters[PARAMETER_FORMULATION] == FORMULATION_AUGMENTED + 1;
    k->augmented = engine_augmented_default();
    k->augmented.penalty = parameters[PARAMETER_PENALTY];
    k->most_turn = parameters[SOLVER_KIND] == SOLVER_EULER ? 0.005 : 0.05; /* by the order of its errors */
    k->fixed_step = parameters[SOLVER_KIND] == SOLVER_ARKODE && !k->is_augmented ? 0 : parameters[SOLVER_STEP_SIZE];
    if (k->is_augmented && f->n_pistons > 0)
        return model_fail(report, "formulation 2 steps mechanisms whose actuators take forces, not pressures");
    return engine_setup(k->engine, report);
}

#define KERNEL(name)   name##_real
#define ENGINE(name)   engine_##name##_real
#define LAW_VALUE      law_value
#define PISTON_FORCE   piston_force
#define FRICTION_FORCE friction_force
#define scalar         double
#include "fmu_multibody/mechanism/mechanism_model_kernel.h"
#undef KERNEL
#undef ENGINE
#undef LAW_VALUE
#undef PISTON_FORCE
#undef FRICTION_FORCE
#undef scalar

#define KERNEL(name)   name##_complex
#define ENGINE(name)   engine_##name##_complex
#define LAW_VALUE      law_value_complex
#define PISTON_FORCE   piston_force_complex
#define FRICTION_FORCE friction_force_complex
#define scalar         double complex
#include "fmu_multibody/mechanism/mechanism_model_kernel.h"
#undef KERNEL
#undef ENGINE
#undef LAW_VALUE
#undef PISTON_FORCE
#undef FRICTION_FORCE
#undef scalar

const struct engine *mechanism_instance_engine(const void *constants)
{
    const struct instance *k = constants;
    return k->engine;
}

static double rate_of(const struct instance *k, size_t actuator)
{
    double s, ds;
    engine_actuator_real(k->engine, actuator, NULL, &s, &ds, NULL);
    return ds;
}

/* A solver of fixed steps makes each of them an event; others look at their errors themselves. */
static double fixed_step(const struct instance *k, double t, const double *m)
{
    const double begin = m[k->file->sizes.memory + MEMORY_LAST_EVENT], h = t - begin;
    return h > k->fixed_step * (1 + 1e-6) || (*k->stepped > begin && *k->stepped <= t) ? 0 : h;
}

static bool accept(const void *constants, double t, const double *x, const double *u, double *m,
                   enum model_moment moment, struct model_report *report)
{
    const struct instance *k = constants;
    if (!engine_configure_real(k->engine, m, x, report))
        return false;
    if (engine_has_turned(k->engine, m) &&
        !(rates_real(k, t, m, x, u, k->rates, k->powers, report) && engine_turn_check(k->engine, k->rates, m, report)))
        return false;
    if (!engine_cardan_check(k->engine, moment == MODEL_EVENT ? fixed_step(k, t, m) : 0, k->most_turn, report) ||
        !engine_accept(k->engine, x, m, report))
        return false;
    if (moment != MODEL_EVENT) {
        *k->stepped = t;
        return true;
    }
    m[k->file->sizes.memory + MEMORY_LAST_EVENT] = t;
    if (k->file->n_modes == 0)
        return true;
    if (!engine_configure_real(k->engine, m, x, report))
        return false;
    for (size_t i = 0; i < k->file->mechanism->n_actuators; i++)
        if (k->pistons[i].has_mode)
            m[k->pistons[i].first_memory + PISTON_MEMORY_MODE] =
                friction_mode(&k->pistons[i].piston.friction, rate_of(k, i));
    return true;
}

/* Friction that jumps does so where its indicator changes sign. */
static bool indicators(const void *constants, double t, const double *m, const double *x, const double *u, double *z,
                       struct model_report *report)
{
    (void)t, (void)u;
    const struct instance *k = constants;
    if (!engine_configure_real(k->engine, m, x, report))
        return false;
    for (size_t i = 0; i < k->file->mechanism->n_actuators; i++)
        if (k->pistons[i].has_mode)
            *z++ = friction_indicator(&k->pistons[i].piston.friction, rate_of(k, i));
    return true;
}

static double next_event(const void *constants, double t)
{
    const struct instance *k = constants;
    double next_one = INFINITY;
    for (size_t i = 0; i < k->file->mechanism->n_loads; i++)
        if (k->file->load_laws[i])
            next_one = fmin(next_one, law_next_event(k->file->load_laws[i], k->values, t));
    return next_one;
}

static bool uses_own_step(const void *constants)
{
    const struct instance *k = constants;
    return k->is_augmented;
}

/* The work is summed up by the trapezoidal rule, as the method itself integrates. */
static bool own_step(const void *constants, double t, double h, const double *u_begin, const double *u_end, double *m,
                     double *x, double *q, struct model_report *report)
{
    const struct instance *k = constants;
    const struct mechanism_file *f = k->file;
    const size_t n = f->mechanism->n_actuators;
    struct engine_step_summary summary;
    double *before = k->powers, *after = k->powers + n;
    const double *inputs = mechanism_instance_inputs_real(k, t, m, u_begin);
    if (!engine_configure_real(k->engine, m, x, report))
        return false;
    mechanism_instance_powers_real(k, inputs, before);
    memcpy(k->inputs_begin, inputs, f->n_inputs * sizeof *inputs);
    inputs = mechanism_instance_inputs_real(k, t + h, m, u_end);
    if (!engine_step_augmented(k->engine, &k->augmented, h, k->inputs_begin, inputs, m, x, &summary, report) ||
        !engine_configure_real(k->engine, m, x, report))
        return false;
    mechanism_instance_powers_real(k, inputs, after);
    for (size_t i = 0; i < n; i++)
        q[i] += h / 2 * (before[i] + after[i]);
    return true;
}

void mechanism_make_type(struct mechanism_file *f)
{
    const struct node *root = notation_root(f->notation), *experiment = node_member(root, "experiment");
    const struct quantity *q = notation_quantities(f->notation);
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
        .constants_size = instance_size(f),
        .setup = setup,
        .over_reals = {initialize_real, rates_real, outputs_real, locals_real},
        .over_complex = {initialize_complex, rates_complex, outputs_complex, locals_complex},
        .next_event = next_event,
        .fixed_steps_stop = true,
        .accept = accept,
        .n_indicators = f->n_modes,
        .indicators = f->n_modes ? indicators : NULL,
        .uses_own_step = uses_own_step,
        .own_step = own_step,
    };
}
