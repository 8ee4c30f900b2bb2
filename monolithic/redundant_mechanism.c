#include "monolithic/redundant_mechanism.h"
#include "fmu_multibody/engine/engine_full.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct redundant_mechanism {
    struct model_type type;
    const struct model_type *own; /* the file's own model */
    struct model_layout layout;   /* of its table */
    double alpha;
    size_t n, m, n_engine_inputs, n_states;
    size_t n_following; /* of its locals: coordinates and rates, which are states here */
    struct model_variable *variables;
    char (*names)[40];
    size_t n_names;
};

struct instance { /* then the constants of the file's own model */
    const struct redundant_mechanism *plan;
    void *own;
};

struct work {              /* the scratch: then the rooms, then the scratch of the file's own model */
    double *x, *no_inputs; /* of the file's own model; of the engine */
    double *locals_real, *phi_real, *D_real;
    double complex *locals_complex, *phi_complex, *D_complex;
    void *own;
};

#define KERNEL_FILE "monolithic/redundant_mechanism_kernel.h"
#include "numerics/kernel.h"

struct redundant_mechanism_sizes redundant_mechanism_sizes(const struct mechanism_file *file)
{
    const struct mechanism_sizes sizes = mechanism_sizes(mechanism_file_mechanism(file));
    return (struct redundant_mechanism_sizes){
        sizes.coordinates, sizes.coordinates - sizes.independent - 2 * sizes.admissible, sizes.states};
}

/* ---- an instance ---- */

static size_t aligned(size_t bytes)
{
    return (bytes + 63) / 64 * 64;
}

static size_t room_of_complex(const struct redundant_mechanism *w)
{
    return w->layout.count[MODEL_LOCAL] + w->m + w->m * w->n;
}

static size_t room_of_reals(const struct redundant_mechanism *w)
{
    return room_of_complex(w) + w->n_engine_inputs + w->n_states;
}

static bool setup(const struct model_type *type, const double *parameters, double *calculated, void *constants,
                  void *scratch, struct model_report *report)
{
    const struct redundant_mechanism *w = type->plan;
    struct instance *c = constants;
    struct work *work = scratch;
    double complex *z = (void *)((char *)scratch + aligned(sizeof *work));
    double *x = (void *)((char *)z + aligned(room_of_complex(w) * sizeof *z));
    *c = (struct instance){.plan = w, .own = (char *)constants + aligned(sizeof *c)};
    *work = (struct work){.locals_complex = z, .locals_real = x};
    work->phi_complex = work->locals_complex + w->layout.count[MODEL_LOCAL];
    work->D_complex = work->phi_complex + w->m;
    work->phi_real = work->locals_real + w->layout.count[MODEL_LOCAL];
    work->D_real = work->phi_real + w->m;
    work->no_inputs = work->D_real + w->m * w->n;
    work->x = work->no_inputs + w->n_engine_inputs;
    work->own = (char *)x + aligned(room_of_reals(w) * sizeof *x);
    for (size_t i = 0; i < w->n_engine_inputs; i++)
        work->no_inputs[i] = 0;
    return w->own->setup(w->own, parameters, calculated, c->own, work->own, report);
}

static double next_event(const void *constants, double t)
{
    const struct instance *c = constants;
    return c->plan->own->next_event(c->own, t);
}

static bool accept(const void *constants, void *scratch, double t, const double *x, const double *u, double *m,
                   enum model_moment moment, struct model_report *report)
{
    const struct instance *c = constants;
    const struct work *work = scratch;
    const struct redundant_mechanism *w = c->plan;
    const struct mechanism *mechanism = mechanism_file_mechanism(w->own->plan);
    const size_t n_f = w->own->n_positions;
    for (size_t i = 0; i < n_f; i++) {
        const size_t z = mechanism_state_coordinate(mechanism, i);
        work->x[i] = x[z];
        work->x[n_f + i] = x[w->n + z];
    }
    return w->own->accept(c->own, work->own, t, work->x, u, m, moment, report); /* its own inputs come first in u */
}

/* ---- the table: that of the file's own model, but all coordinates and their rates are states ---- */

static void add(struct redundant_mechanism *w, struct model_variable variable)
{
    w->variables[w->type.n_variables++] = variable;
}

/* Variables of one role, without the first ones. */
static void add_role(struct redundant_mechanism *w, enum model_role role, size_t first)
{
    for (size_t i = first; i < w->layout.count[role]; i++)
        add(w, w->own->variables[w->layout.first[role] + i]);
}

static void add_numbered(struct redundant_mechanism *w, enum model_role role, const char *name, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        char *text = w->names[w->n_names++];
        snprintf(text, sizeof *w->names, "%s[%zu]", name, i + 1);
        add(w, (struct model_variable){.role = role, .is_output = role == MODEL_OUTPUT, .name = text, .unit = ""});
    }
}

static void add_states(struct redundant_mechanism *w, const struct mechanism_file *file)
{
    for (int is_rate = 0; is_rate < 2; is_rate++)
        for (size_t z = 0; z < w->n; z++) {
            struct model_variable state = w->own->variables[mechanism_file_row(file, z, is_rate)];
            state.role = MODEL_STATE;
            state.is_output = true;
            state.depends = state.initially_depends = state.rate_depends = NULL;
            add(w, state);
        }
}

static void describe(struct redundant_mechanism *w, const struct mechanism_file *file)
{
    add_role(w, MODEL_PARAMETER, 0);
    add_role(w, MODEL_CALCULATED, 0);
    add_role(w, MODEL_INPUT, 0);
    add_numbered(w, MODEL_INPUT, "acceleration", w->n);
    add_numbered(w, MODEL_INPUT, "multiplier", w->m);
    add_role(w, MODEL_MEMORY, 0);
    add_states(w, file);
    add_role(w, MODEL_OUTPUT, 0);
    add_numbered(w, MODEL_OUTPUT, "phi", w->m);
    add_role(w, MODEL_LOCAL, w->n_following);
    add_role(w, MODEL_QUADRATURE, 0);
}

/* What this formulation cannot do. */
static bool can_be_whole(const struct mechanism_file *file, struct model_report *report)
{
    if (mechanism_file_mechanism(file)->n_contacts > 0)
        return model_fail(report, "the penalty-based formulation has no rolling contacts: use the double-step one");
    if (mechanism_file_pistons(file) > 0)
        return model_fail(report, "the penalty-based formulation takes forces, not pressures: couple by force, which "
                                  "is the same in one set of equations");
    if (mechanism_file_resistances(file) > 0)
        return model_fail(report, "the penalty-based formulation has neither stops nor friction of joints: leave them "
                                  "out, or use the double-step one");
    if (mechanism_file_wrenches(file) + mechanism_file_mechanism(file)->n_payloads > 0)
        return model_fail(report, "the penalty-based formulation has no bushings, contacts and payloads: use the "
                                  "double-step one");
    if (mechanism_file_motions(file) > 0)
        return model_fail(report, "the penalty-based formulation has no prescribed motions: use the double-step one");
    if (mechanism_file_mechanism(file)->n_sections > 0)
        return model_fail(report, "the penalty-based formulation has no sections of beams: leave \"sections\" out, or "
                                  "use the double-step one");
    if (mechanism_file_sensors(file) > 0)
        return model_fail(report, "the penalty-based formulation has neither reactions nor accelerations as outputs: "
                                  "leave them out, or use the double-step one");
    return true;
}

struct redundant_mechanism *redundant_mechanism_open(const struct mechanism_file *file, double alpha,
                                                     struct model_report *report)
{
    if (!can_be_whole(file, report))
        return NULL;
    struct redundant_mechanism *w = calloc(1, sizeof *w);
    const struct redundant_mechanism_sizes sizes = redundant_mechanism_sizes(file);
    const struct model_type *own = mechanism_file_type(file);
    const size_t n_names = sizes.coordinates + 2 * sizes.rows;
    if (w) {
        w->variables = calloc(own->n_variables + n_names + 1, sizeof *w->variables);
        w->names = calloc(n_names + 1, sizeof *w->names);
    }
    if (!w || !w->variables || !w->names) {
        model_fail(report, "out of memory");
        redundant_mechanism_close(w);
        return NULL;
    }
    w->own = own;
    w->alpha = alpha;
    w->n = sizes.coordinates;
    w->m = sizes.rows;
    w->n_states = sizes.states;
    w->layout = model_layout(own);
    w->n_engine_inputs = mechanism_inputs(mechanism_file_mechanism(file));
    w->n_following = mechanism_file_following(file);
    w->type = (struct model_type){
        .name = own->name,
        .description = own->description,
        .variables = w->variables,
        .n_positions = w->n,
        .plan = w,
        .setup = setup,
        .over_real = {initialize_real, rates_real, outputs_real, locals_real},
        .over_complex = {initialize_complex, rates_complex, outputs_complex, locals_complex},
        .next_event = next_event,
        .accept = accept,
    };
    w->type.constants_size = aligned(sizeof(struct instance)) + own->constants_size;
    w->type.scratch_size = aligned(sizeof(struct work)) + aligned(room_of_complex(w) * sizeof(double complex)) +
                           aligned(room_of_reals(w) * sizeof(double)) + own->scratch_size;
    describe(w, file);
    return w;
}

struct redundant_mechanism_places redundant_mechanism_places(const struct redundant_mechanism *w)
{
    const size_t *own = w->layout.count;
    return (struct redundant_mechanism_places){w->n, w->m, own[MODEL_INPUT], own[MODEL_INPUT] + w->n,
                                               own[MODEL_OUTPUT]};
}

const struct model_type *redundant_mechanism_type(const struct redundant_mechanism *w)
{
    return &w->type;
}

void redundant_mechanism_close(struct redundant_mechanism *w)
{
    if (!w)
        return;
    free(w->variables);
    free(w->names);
    free(w);
}

/* ---- what the integration wants besides ---- */

bool redundant_mechanism_start(const struct mechanism_file *file, const void *constants, void *scratch, double t,
                               const double *m, const double *x, const double *u, double *z, double *dz, double *ddz,
                               double *multipliers, struct model_report *report)
{
    const struct engine *e = mechanism_instance_engine(scratch);
    const struct redundant_mechanism_sizes sizes = redundant_mechanism_sizes(file);
    const double *inputs = mechanism_instance_inputs_real(constants, scratch, t, m, u);
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

bool redundant_mechanism_matrices(const void *constants, void *scratch, const double *z, const double *dz, double *M,
                                  double *D, double *bias, struct model_report *report)
{
    const struct redundant_mechanism *w = ((const struct instance *)constants)->plan;
    const struct work *work = scratch;
    const struct engine *e = mechanism_instance_engine(work->own);
    engine_full_place_real(e, z, dz);
    for (size_t i = 0; i < w->n; i++)
        M[i] = 0; /* no accelerations: the forces are thrown away, on the way they turn the inertias */
    if (!engine_full_forces_real(e, M, work->no_inputs, M + w->n * w->n, report))
        return false;
    engine_full_mass_real(e, M);
    return engine_full_rows_real(e, work->phi_real, D, bias, report);
}
