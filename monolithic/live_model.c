#include "monolithic/live_model.h"

#include <stdlib.h>
#include <string.h>

bool live_model_open(struct live_model *live, const struct model_type *type, struct model_report *report)
{
    *live = (struct live_model){.type = type, .layout = model_layout(type)};
    live->numbers = calloc(live->layout.size + 1, sizeof *live->numbers);
    live->constants = calloc(1, type->constants_size + 1);
    live->scratch = calloc(1, type->scratch_size + 1);
    if (!live->numbers || !live->constants || !live->scratch) {
        live_model_close(live);
        return model_fail(report, "out of memory");
    }
    double **const of_roles[MODEL_ROLES] = {[MODEL_PARAMETER] = &live->parameters,
                                            [MODEL_CALCULATED] = &live->calculated,
                                            [MODEL_INPUT] = &live->u,
                                            [MODEL_MEMORY] = &live->m,
                                            [MODEL_STATE] = &live->x,
                                            [MODEL_OUTPUT] = &live->y,
                                            [MODEL_LOCAL] = &live->w,
                                            [MODEL_QUADRATURE] = &live->q};
    for (int role = 0; role < MODEL_ROLES; role++)
        *of_roles[role] = live->numbers + live->layout.first[role];
    live->dx = live->numbers + live->layout.first_rate;
    for (size_t i = 0; i < type->n_variables; i++)
        if (type->variables[i].role == MODEL_PARAMETER || type->variables[i].role == MODEL_INPUT)
            live->numbers[i] = type->variables[i].start;
    return true;
}

void live_model_close(struct live_model *live)
{
    free(live->numbers);
    free(live->constants);
    free(live->scratch);
    *live = (struct live_model){0};
}

double *live_model_find(const struct live_model *live, const char *name)
{
    const size_t i = model_find(live->type, name, strlen(name));
    return i < live->layout.size ? &live->numbers[i] : NULL;
}

bool live_model_set(struct live_model *live, const char *name, double value, struct model_report *report)
{
    const size_t i = model_find(live->type, name, strlen(name));
    if (i >= live->type->n_variables ||
        (live->type->variables[i].role != MODEL_PARAMETER && live->type->variables[i].role != MODEL_INPUT))
        return model_fail(report, "\"%s\" is neither a parameter nor an input", name);
    live->numbers[i] = value;
    return true;
}

bool live_model_initialize(struct live_model *live, double t, struct model_report *report)
{
    const struct model_type *type = live->type;
    return type->setup(type, live->parameters, live->calculated, live->constants, live->scratch, report) &&
           type->over_real.initialize(live->constants, live->scratch, t, live->u, live->m, live->x, report);
}

bool live_model_look(struct live_model *live, double t, struct model_report *report)
{
    const struct model_functions *f = &live->type->over_real;
    return (live->layout.count[MODEL_OUTPUT] == 0 ||
            f->outputs(live->constants, live->scratch, t, live->m, live->x, live->u, live->y, report)) &&
           (live->layout.count[MODEL_LOCAL] == 0 ||
            f->locals(live->constants, live->scratch, t, live->m, live->x, live->u, live->w, report));
}

bool live_model_update(struct live_model *live, double t, struct model_report *report)
{
    double *dq = calloc(live->layout.count[MODEL_QUADRATURE] + 1, sizeof *dq);
    const bool done = dq ? live->type->over_real.rates(live->constants, live->scratch, t, live->m, live->x, live->u,
                                                       live->dx, dq, report)
                         : model_fail(report, "out of memory");
    free(dq);
    return done && live_model_look(live, t, report);
}
