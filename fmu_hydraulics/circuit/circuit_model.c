/* A circuit document as a model: its instances, its functions (circuit_model_kernel.h) compiled twice, its events. */
#include "fmu_hydraulics/circuit/circuit_model_impl.h"
#include "numerics/law.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- instances ---- */

/* A block of memory of an instance; without a base it only counts. Everything is aligned for complex numbers or more. */
struct block {
    char *base;
    size_t used;
};

static void *take(struct block *block, size_t bytes)
{
    const size_t unit = sizeof(max_align_t);
    void *taken = block->base ? block->base + block->used : NULL;
    block->used += (bytes + unit - 1) / unit * unit;
    return taken;
}

static size_t place_instance(const struct circuit_model *model, struct block block, struct circuit_instance *i)
{
    take(&block, sizeof *i);
    i->values = take(&block, notation_quantity_count(model->document->notation) * sizeof *i->values);
    i->circuit = take(&block, circuit_size(model->circuit));
    return block.used;
}

static size_t place_work(const struct circuit_model *model, struct block block, struct circuit_work *work)
{
    const struct circuit *c = model->circuit;
    take(&block, sizeof *work);
    work->u_real = take(&block, circuit_inputs(c) * sizeof *work->u_real);
    work->forces_real = take(&block, c->n_cylinders * sizeof *work->forces_real);
    work->u_complex = take(&block, circuit_inputs(c) * sizeof *work->u_complex);
    work->forces_complex = take(&block, c->n_cylinders * sizeof *work->forces_complex);
    work->room = take(&block, circuit_equilibrium_room(c) * sizeof *work->room);
    return block.used;
}

static bool setup(const struct model_type *type, const double *parameters, double *calculated, void *constants,
                  void *scratch, struct model_report *report)
{
    const struct circuit_model *model = type->plan;
    struct circuit_instance *i = constants;
    *i = (struct circuit_instance){.model = model, .in_equilibrium = parameters[PARAMETER_START] != 0};
    place_instance(model, (struct block){.base = constants}, i);
    place_work(model, (struct block){.base = scratch}, scratch);
    if (!model_table_evaluate(&model->table, parameters, i->values, calculated, report))
        return false;
    circuit_copy(model->circuit, i->circuit);
    return circuit_document_fill(model->document, i->values, i->circuit, report);
}

/* ---- equations, twice ---- */

#define KERNEL_FILE "fmu_hydraulics/circuit/circuit_model_kernel.h"
#include "numerics/kernel.h"

/* ---- events ---- */

static double next_event(const void *constants, double t)
{
    const struct circuit_instance *i = constants;
    double next = INFINITY;
    for (size_t k = 0; k < i->model->document->n_signals; k++)
        if (i->model->signal_input[k] == NOWHERE)
            next = fmin(next, law_next_event(i->model->document->signals[k].law, i->values, t));
    return next;
}

/* At an event laws go on with their next piece, and friction changes its mode. */
static bool accept(const void *constants, void *scratch, double t, const double *x, const double *u, double *m,
                   enum model_moment moment, struct model_report *report)
{
    (void)x, (void)report;
    const struct circuit_instance *i = constants;
    const struct circuit_work *work = scratch;
    if (moment != MODEL_EVENT)
        return true;
    if (i->model->since != NOWHERE)
        m[i->model->since] = t;
    circuit_update_modes(i->circuit, engine_inputs_real(i, t, m, u, work->u_real), m);
    return true;
}

static bool indicators(const void *constants, void *scratch, double t, const double *m, const double *x,
                       const double *u, double *z, struct model_report *report)
{
    (void)x, (void)report;
    const struct circuit_instance *i = constants;
    const struct circuit_work *work = scratch;
    circuit_indicators(i->circuit, engine_inputs_real(i, t, m, u, work->u_real), z);
    return true;
}

/* ---- what results presume: no volume is pulled empty ---- */

/* Oil that is a little below its saturation pressure, beside a tank of 1 bar or in a suction line, is all there. */
static const double emptied = 0.1;

static bool is_emptied(const struct circuit_fluid *fluid, double pressure)
{
    return pressure + fluid->atmosphere < CIRCUIT_ATMOSPHERE && circuit_missing_oil_real(fluid, pressure) > emptied;
}

static size_t presumption(const void *constants, void *scratch, const bool *found, double t, const double *m,
                          const double *x, struct model_report *report)
{
    (void)scratch, (void)t, (void)m;
    const struct circuit *c = ((const struct circuit_instance *)constants)->circuit;
    const struct circuit_fluid *fluid = &c->fluid;
    for (size_t k = 0; k < c->n_volumes; k++)
        if (!found[k] && is_emptied(fluid, x[k])) {
            char place[120];
            model_fail(
                report,
                "volume '%.60s'%s is pulled empty: at %.6g Pa absolute it lacks %.3g %% of the oil that it holds "
                "under the atmosphere, and gas is in its place; feed it, or pull slower",
                c->volumes[k].name, circuit_volume_place(c, k, place), x[k] + fluid->atmosphere,
                100 * circuit_missing_oil_real(fluid, x[k]));
            return k;
        }
    return c->n_volumes;
}

/* ---- the model ---- */

struct circuit_model *circuit_model_open(const char *text, size_t length, const char *file,
                                         struct notation_error *error)
{
    struct circuit_document *document = circuit_document_read(text, length, file, error);
    if (!document)
        return NULL;
    struct circuit_model *model = notation_keep(document->notation, sizeof *model);
    if (model) {
        model->document = document;
        model->circuit = document->circuit;
    } else
        node_fail(notation_root(document->notation), error, "out of memory");
    if (!model || !circuit_model_tabulate(model, error)) {
        circuit_document_close(document);
        return NULL;
    }
    circuit_model_depend(model);
    const bool has_memories = model->count[MODEL_MEMORY] > 0;
    const bool may_cavitate = circuit_fluid_has_air(model->circuit->fluid.kind);
    model->for_solvers = (struct solver_extension){.n_presumptions = may_cavitate ? model->circuit->n_volumes : 0,
                                                   .presumption = presumption};
    model->type = (struct model_type){
        .name = document->name,
        .description = document->description,
        .experiment = {document->stop_time, document->tolerance, document->step_size},
        .variables = model->table.rows,
        .n_variables = model->table.n,
        .plan = model,
        .constants_size = place_instance(model, (struct block){0}, &(struct circuit_instance){0}),
        .scratch_size = place_work(model, (struct block){0}, &(struct circuit_work){0}),
        .setup = setup,
        .over_real = {initialize_real, rates_real, outputs_real, locals_real},
        .over_complex = {initialize_complex, rates_complex, outputs_complex, locals_complex},
        .next_event = model->since != NOWHERE ? next_event : NULL,
        .fixed_steps_stop = true,
        .accept = has_memories ? accept : NULL,
        .n_indicators = circuit_indicators(model->circuit, NULL, NULL),
        .indicators = indicators,
        .for_solvers = &model->for_solvers,
    };
    return model;
}

void circuit_model_close(struct circuit_model *model)
{
    if (model)
        circuit_document_close(model->document);
}

const struct model_type *circuit_model_type(const struct circuit_model *model)
{
    return &model->type;
}

const struct circuit *circuit_model_circuit(const struct circuit_model *model)
{
    return model->circuit;
}
