#include "monolithic/model_instance.h"

#include <stdlib.h>
#include <string.h>

bool model_instance_open(struct model_instance *instance, const struct model_type *type, struct model_report *report)
{
    *instance = (struct model_instance){.type = type, .layout = model_layout(type)};
    instance->numbers = calloc(instance->layout.size + 1, sizeof *instance->numbers);
    instance->constants = calloc(1, type->constants_size + 1);
    instance->scratch = calloc(1, type->scratch_size + 1);
    if (!instance->numbers || !instance->constants || !instance->scratch) {
        model_instance_close(instance);
        return model_fail(report, "out of memory");
    }
    double **const of_roles[MODEL_ROLES] = {[MODEL_PARAMETER] = &instance->parameters,
                                            [MODEL_CALCULATED] = &instance->calculated,
                                            [MODEL_INPUT] = &instance->u,
                                            [MODEL_MEMORY] = &instance->m,
                                            [MODEL_STATE] = &instance->x,
                                            [MODEL_OUTPUT] = &instance->y,
                                            [MODEL_LOCAL] = &instance->w,
                                            [MODEL_QUADRATURE] = &instance->q};
    for (int role = 0; role < MODEL_ROLES; role++)
        *of_roles[role] = instance->numbers + instance->layout.first[role];
    instance->dx = instance->numbers + instance->layout.first_rate;
    for (size_t i = 0; i < type->n_variables; i++)
        if (type->variables[i].role == MODEL_PARAMETER || type->variables[i].role == MODEL_INPUT)
            instance->numbers[i] = type->variables[i].start;
    return true;
}

void model_instance_close(struct model_instance *instance)
{
    free(instance->numbers);
    free(instance->constants);
    free(instance->scratch);
    *instance = (struct model_instance){0};
}

double *model_instance_find(const struct model_instance *instance, const char *name)
{
    const size_t i = model_find(instance->type, name, strlen(name));
    return i < instance->layout.size ? &instance->numbers[i] : NULL;
}

bool model_instance_set(struct model_instance *instance, const char *name, double value, struct model_report *report)
{
    const size_t i = model_find(instance->type, name, strlen(name));
    if (i >= instance->type->n_variables ||
        (instance->type->variables[i].role != MODEL_PARAMETER && instance->type->variables[i].role != MODEL_INPUT))
        return model_fail(report, "\"%s\" is neither a parameter nor an input", name);
    instance->numbers[i] = value;
    return true;
}

bool model_instance_initialize(struct model_instance *instance, double t, struct model_report *report)
{
    const struct model_type *type = instance->type;
    return type->setup(type, instance->parameters, instance->calculated, instance->constants, instance->scratch,
                       report) &&
           type->over_real.initialize(instance->constants, instance->scratch, t, instance->u, instance->m, instance->x,
                                      report);
}

bool model_instance_look(struct model_instance *instance, double t, struct model_report *report)
{
    const struct model_functions *f = &instance->type->over_real;
    return (instance->layout.count[MODEL_OUTPUT] == 0 ||
            f->outputs(instance->constants, instance->scratch, t, instance->m, instance->x, instance->u, instance->y,
                       report)) &&
           (instance->layout.count[MODEL_LOCAL] == 0 ||
            f->locals(instance->constants, instance->scratch, t, instance->m, instance->x, instance->u, instance->w,
                      report));
}

bool model_instance_update(struct model_instance *instance, double t, struct model_report *report)
{
    double *dq = calloc(instance->layout.count[MODEL_QUADRATURE] + 1, sizeof *dq);
    const bool done = dq ? instance->type->over_real.rates(instance->constants, instance->scratch, t, instance->m,
                                                           instance->x, instance->u, instance->dx, dq, report)
                         : model_fail(report, "out of memory");
    free(dq);
    return done && model_instance_look(instance, t, report);
}
