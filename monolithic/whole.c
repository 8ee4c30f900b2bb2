#include "monolithic/whole.h"
#include "fmu_multibody/engine/engine_full.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LOCAL_KINETIC, LOCAL_POTENTIAL, LOCAL_RESIDUAL, N_LOCALS };

struct whole {
    struct model_type type;
    const struct model_type *own; /* the file's own model */
    double alpha;
    size_t n, m, n_memory, n_own_inputs, n_engine_inputs, n_actuators, n_actuator_inputs, n_states;
    struct model_variable *variables;
    char (*names)[80];
    size_t n_names;
};

struct instance { /* then the rooms, then the constants of the file's own model */
    const struct whole *plan;
    double *m, *u, *x, *engine_inputs_real, *phi_real, *D_real;
    double complex *engine_inputs_complex, *phi_complex, *D_complex;
    void *own;
};

#define KERNEL(name) name##_real
#define scalar       double
#include "monolithic/whole_kernel.h"
#undef KERNEL
#undef scalar

#define KERNEL(name) name##_complex
#define scalar       double complex
#include "monolithic/whole_kernel.h"
#undef KERNEL
#undef scalar

struct whole_sizes whole_sizes(const struct mechanism_file *file)
{
    const struct mechanism_sizes sizes = mechanism_sizes(mechanism_file_mechanism(file));
    return (struct whole_sizes){sizes.coordinates, sizes.coordinates - sizes.independent - 2 * sizes.admissible,
                                sizes.states};
}

/* ---- an instance ---- */

static size_t aligned(size_t bytes)
{
    return (bytes + 63) / 64 * 64;
}

static size_t room_of_complex(const struct whole *w)
{
    return w->n_engine_inputs + w->m + w->m * w->n;
}

static size_t room_of_reals(const struct whole *w)
{
    return room_of_complex(w) + w->n_memory + w->n_own_inputs + w->n_states;
}

static bool setup(const struct model_type *type, const double *parameters, double *calculated, void *constants,
                  struct model_report *report)
{
    const struct whole *w = type->plan;
    struct instance *c = constants;
    double complex *z = (void *)((char *)constants + aligned(sizeof *c));
    double *x = (void *)((char *)z + aligned(room_of_complex(w) * sizeof *z));
    *c = (struct instance){.plan = w, .engine_inputs_complex = z, .engine_inputs_real = x};
    c->phi_complex = c->engine_inputs_complex + w->n_engine_inputs;
    c->D_complex = c->phi_complex + w->m;
    c->phi_real = c->engine_inputs_real + w->n_engine_inputs;
    c->D_real = c->phi_real + w->m;
    c->m = c->D_real + w->m * w->n;
    c->u = c->m + w->n_memory;
    c->x = c->u + w->n_own_inputs;
    c->own = (char *)x + aligned(room_of_reals(w) * sizeof *x);
    return w->own->setup(w->own, parameters, calculated, c->own, report);
}

static double next_event(const void *constants, double t)
{
    const struct instance *c = constants;
    return c->plan->own->next_event(c->own, t);
}

static bool accept(const void *constants, double t, const double *x, const double *u, double *m,
                   enum model_moment moment, struct model_report *report)
{
    const struct instance *c = constants;
    const struct whole *w = c->plan;
    const struct mechanism *mechanism = mechanism_file_mechanism(w->own->plan);
    const size_t n_f = w->own->n_positions;
    for (size_t i = 0; i < n_f; i++) {
        const size_t z = mechanism_state_coordinate(mechanism, i);
        c->x[i] = x[z];
        c->x[n_f + i] = x[w->n + z];
    }
    for (size_t i = 0; i < w->n_own_inputs; i++)
        c->u[i] = u[i];
    return w->own->accept(c->own, t, c->x, c->u, m, moment, report);
}

/* ---- the table ---- */

static void add(struct whole *w, struct model_variable variable)
{
    w->variables[w->type.n_variables++] = variable;
}

static void add_role(struct whole *w, enum model_role role)
{
    const struct model_layout layout = model_layout(w->own);
    for (size_t i = 0; i < layout.count[role]; i++)
        add(w, w->own->variables[layout.first[role] + i]);
}

static const char *numbered(struct whole *w, const char *name, size_t i)
{
    snprintf(w->names[w->n_names], sizeof *w->names, "%s[%zu]", name, i + 1);
    return w->names[w->n_names++];
}

static const char *joined(struct whole *w, const char *first, const char *second)
{
    snprintf(w->names[w->n_names], sizeof *w->names, "%s%s", first, second);
    return w->names[w->n_names++];
}

static void describe(struct whole *w, const struct mechanism_file *file)
{
    const struct mechanism *mechanism = mechanism_file_mechanism(file);
    add_role(w, MODEL_PARAMETER);
    add_role(w, MODEL_CALCULATED);
    add_role(w, MODEL_INPUT);
    for (size_t i = 0; i < w->n; i++)
        add(w, (struct model_variable){.role = MODEL_INPUT, .name = numbered(w, "acceleration", i), .unit = ""});
    for (size_t i = 0; i < w->m; i++)
        add(w, (struct model_variable){.role = MODEL_INPUT, .name = numbered(w, "multiplier", i), .unit = ""});
    add_role(w, MODEL_MEMORY);
    for (size_t i = 0; i < w->n; i++)
        add(w, (struct model_variable){
                   .role = MODEL_STATE, .is_output = true, .name = mechanism_file_coordinate(file, i), .unit = ""});
    for (size_t i = 0; i < w->n; i++)
        add(w, (struct model_variable){.role = MODEL_STATE,
                                       .is_output = true,
                                       .name = joined(w, "d", mechanism_file_coordinate(file, i)),
                                       .unit = ""});
    add_role(w, MODEL_OUTPUT);
    for (size_t i = 0; i < w->m; i++)
        add(w, (struct model_variable){.role = MODEL_OUTPUT, .name = numbered(w, "phi", i), .unit = ""});
    add(w, (struct model_variable){.role = MODEL_LOCAL, .name = "kinetic_energy", .unit = "J"});
    add(w, (struct model_variable){.role = MODEL_LOCAL, .name = "potential_energy", .unit = "J"});
    add(w, (struct model_variable){.role = MODEL_LOCAL, .name = "constraint_residual", .unit = "m"});
    for (size_t k = 0; k < w->n_actuators; k++) {
        const char *actuator = mechanism->actuators[k].name;
        add(w, (struct model_variable){.role = MODEL_LOCAL, .name = joined(w, actuator, ".acting_force"), .unit = "N"});
        add(w, (struct model_variable){.role = MODEL_LOCAL, .name = joined(w, actuator, ".power"), .unit = "W"});
    }
    add_role(w, MODEL_QUADRATURE);
}

/* What this formulation cannot do. */
static bool can_be_whole(const struct mechanism_file *file, struct model_report *report)
{
    const struct model_type *own = mechanism_file_type(file);
    if (mechanism_file_mechanism(file)->n_contacts > 0)
        return model_fail(report, "the penalty-based formulation has no rolling contacts: use the double-step one");
    for (size_t i = 0; i < own->n_variables; i++)
        if (own->variables[i].role == MODEL_INPUT && strcmp(own->variables[i].unit, "Pa") == 0)
            return model_fail(report,
                              "the penalty-based formulation takes forces, not pressures: couple by force, which "
                              "is the same in one set of equations");
    return true;
}

struct whole *whole_open(const struct mechanism_file *file, double alpha, struct model_report *report)
{
    const struct mechanism *mechanism = mechanism_file_mechanism(file);
    if (!can_be_whole(file, report))
        return NULL;
    struct whole *w = calloc(1, sizeof *w);
    const struct whole_sizes sizes = whole_sizes(file);
    const struct model_type *own = mechanism_file_type(file);
    const struct model_layout layout = model_layout(own);
    if (w) {
        w->variables = calloc(own->n_variables + 3 * sizes.coordinates + 2 * sizes.rows + N_LOCALS +
                                  2 * mechanism->n_actuators + 1,
                              sizeof *w->variables);
        w->names = calloc(2 * sizes.coordinates + 2 * sizes.rows + 2 * mechanism->n_actuators + 1, sizeof *w->names);
    }
    if (!w || !w->variables || !w->names) {
        model_fail(report, "out of memory");
        whole_close(w);
        return NULL;
    }
    w->own = own;
    w->alpha = alpha;
    w->n = sizes.coordinates;
    w->m = sizes.rows;
    w->n_states = sizes.states;
    w->n_memory = layout.count[MODEL_MEMORY];
    w->n_own_inputs = layout.count[MODEL_INPUT];
    w->n_engine_inputs = mechanism_inputs(mechanism);
    w->n_actuators = mechanism->n_actuators;
    w->n_actuator_inputs = w->n_engine_inputs - mechanism->n_loads;
    w->type = (struct model_type){
        .name = own->name,
        .description = own->description,
        .variables = w->variables,
        .n_positions = w->n,
        .plan = w,
        .setup = setup,
        .over_reals = {initialize_real, rates_real, outputs_real, locals_real},
        .over_complex = {initialize_complex, rates_complex, outputs_complex, locals_complex},
        .next_event = next_event,
        .accept = accept,
    };
    w->type.constants_size = aligned(sizeof(struct instance)) + aligned(room_of_complex(w) * sizeof(double complex)) +
                             aligned(room_of_reals(w) * sizeof(double)) + own->constants_size;
    describe(w, file);
    return w;
}

const struct model_type *whole_type(const struct whole *w)
{
    return &w->type;
}

void whole_close(struct whole *w)
{
    if (!w)
        return;
    free(w->variables);
    free(w->names);
    free(w);
}

/* ---- what the integration wants besides ---- */

bool whole_start(const struct mechanism_file *file, const void *constants, double t, const double *m, const double *x,
                 const double *u, double *z, double *dz, double *ddz, double *multipliers, struct model_report *report)
{
    const struct engine *e = mechanism_instance_engine(constants);
    const struct whole_sizes sizes = whole_sizes(file);
    const double *inputs = mechanism_instance_inputs(constants, t, m, u);
    double *room = calloc(sizes.states + sizes.coordinates + 1, sizeof *room);
    if (!room)
        return model_fail(report, "out of memory");
    double *dx = room, *missing = room + sizes.states;
    const bool done = engine_rates_real(e, m, x, inputs, dx, report);
    if (done) {
        memcpy(z, engine_positions_real(e), sizes.coordinates * sizeof *z);
        memcpy(dz, engine_velocities_real(e), sizes.coordinates * sizeof *dz);
        engine_full_accelerations_real(e, dx, ddz);
    }
    const bool balanced = done && engine_full_forces_real(e, ddz, inputs, missing, report);
    if (balanced)
        engine_full_multipliers_real(e, missing, multipliers);
    free(room);
    return balanced;
}

bool whole_matrices(const void *constants, const double *z, const double *dz, double *M, double *D, double *bias,
                    struct model_report *report)
{
    const struct instance *c = constants;
    const struct whole *w = c->plan;
    const struct engine *e = mechanism_instance_engine(c->own);
    engine_full_place_real(e, z, dz);
    for (size_t i = 0; i < w->n_engine_inputs; i++)
        c->engine_inputs_real[i] = 0;
    for (size_t i = 0; i < w->n; i++)
        M[i] = 0; /* no accelerations: the forces are thrown away, on the way they turn the inertias */
    if (!engine_full_forces_real(e, M, c->engine_inputs_real, M + w->n * w->n, report))
        return false;
    engine_full_mass_real(e, M);
    return engine_full_rows_real(e, c->phi_real, D, bias, report);
}
