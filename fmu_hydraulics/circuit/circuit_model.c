/* A circuit document as a model: its instances, its functions (circuit_model_kernel.h) compiled twice, its events. */
#include "fmu_hydraulics/circuit/circuit_model_impl.h"
#include "numerics/law.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- instances ---- */

/* Lays out an instance; without memory it only counts. Everything is aligned for complex numbers or more. */
static size_t instance_place(const struct circuit_model *model, char *memory, struct circuit_instance *i)
{
    const struct circuit *c = model->circuit;
    const size_t unit = sizeof(max_align_t);
    size_t used = 0;
#define TAKE(target, bytes)                                                                                            \
    do {                                                                                                               \
        if (memory)                                                                                                    \
            (target) = (void *)(memory + used);                                                                        \
        used += ((bytes) + unit - 1) / unit * unit;                                                                    \
    } while (0)
    struct circuit_instance *self = NULL;
    TAKE(self, sizeof *i);
    (void)self;
    TAKE(i->values, notation_quantity_count(model->document->notation) * sizeof *i->values);
    TAKE(i->circuit, circuit_size(c));
    TAKE(i->u, circuit_inputs(c) * sizeof *i->u);
    TAKE(i->forces, c->n_cylinders * sizeof *i->forces);
    TAKE(i->complex_u, circuit_inputs(c) * sizeof *i->complex_u);
    TAKE(i->complex_forces, c->n_cylinders * sizeof *i->complex_forces);
    TAKE(i->room, circuit_equilibrium_room(c) * sizeof *i->room);
#undef TAKE
    return used;
}

size_t circuit_instance_size(const struct circuit_model *model)
{
    struct circuit_instance counted;
    return instance_place(model, NULL, &counted);
}

static bool setup(const struct model_type *type, const double *parameters, double *calculated, void *constants,
                  struct model_report *report)
{
    const struct circuit_model *model = type->plan;
    struct circuit_instance *i = constants;
    *i = (struct circuit_instance){.model = model, .in_equilibrium = parameters[PARAMETER_START] != 0};
    instance_place(model, constants, i);
    if (!model_table_evaluate(&model->table, parameters, i->values, calculated, report))
        return false;
    circuit_copy(model->circuit, i->circuit);
    return circuit_document_fill(model->document, i->values, i->circuit, report);
}

/* ---- equations, twice ---- */

#define friction_force_real friction_force
#define law_value_real      law_value

#define KERNEL(name)  name##_real
#define scalar        double
#define ENGINE_INPUTS u
#define ENGINE_FORCES forces
#include "fmu_hydraulics/circuit/circuit_model_kernel.h"
#undef KERNEL
#undef scalar
#undef ENGINE_INPUTS
#undef ENGINE_FORCES

#define KERNEL(name)  name##_complex
#define scalar        double complex
#define ENGINE_INPUTS complex_u
#define ENGINE_FORCES complex_forces
#include "fmu_hydraulics/circuit/circuit_model_kernel.h"

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
static bool accept(const void *constants, double t, const double *x, const double *u, double *m,
                   enum model_moment moment, struct model_report *report)
{
    (void)x, (void)report;
    const struct circuit_instance *i = constants;
    if (moment != MODEL_EVENT)
        return true;
    if (i->model->since != NOWHERE)
        m[i->model->since] = t;
    circuit_update_modes(i->circuit, engine_inputs_real(i, t, m, u, i->u), m);
    return true;
}

static bool indicators(const void *constants, double t, const double *m, const double *x, const double *u, double *z,
                       struct model_report *report)
{
    (void)x, (void)report;
    const struct circuit_instance *i = constants;
    circuit_indicators(i->circuit, engine_inputs_real(i, t, m, u, i->u), z);
    return true;
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
    model->type = (struct model_type){
        .name = document->name,
        .description = document->description,
        .experiment = {document->stop_time, document->tolerance, document->step_size},
        .variables = model->table.rows,
        .n_variables = model->table.n,
        .plan = model,
        .constants_size = circuit_instance_size(model),
        .setup = setup,
        .over_reals = {initialize_real, rates_real, outputs_real, locals_real},
        .over_complex = {initialize_complex, rates_complex, outputs_complex, locals_complex},
        .next_event = model->since != NOWHERE ? next_event : NULL,
        .fixed_steps_stop = true,
        .accept = has_memories ? accept : NULL,
        .n_indicators = circuit_indicators(model->circuit, NULL, NULL),
        .indicators = indicators,
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
