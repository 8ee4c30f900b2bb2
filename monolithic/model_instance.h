/* One instance of a model without an FMU around it: its parameters by name, its numbers, its memory. */
#ifndef PASO_MODEL_INSTANCE_H
#define PASO_MODEL_INSTANCE_H

#include "numerics/model.h"

struct model_instance {
    const struct model_type *type;
    struct model_layout layout;
    double *numbers; /* as the layout says; the following point into it */
    double *parameters, *calculated, *u, *m, *x, *y, *w, *q, *dx;
    void *constants, *scratch;
};

/* Parameters and inputs at their start values. */
bool model_instance_open(struct model_instance *instance, const struct model_type *type, struct model_report *report);
void model_instance_close(struct model_instance *instance);

/* A parameter or an input, before model_instance_initialize(). */
bool model_instance_set(struct model_instance *instance, const char *name, double value, struct model_report *report);
bool model_instance_initialize(struct model_instance *instance, double t, struct model_report *report);

/* Brings outputs and locals up to date with x, u and m; and the rates, too. */
bool model_instance_look(struct model_instance *instance, double t, struct model_report *report);
bool model_instance_update(struct model_instance *instance, double t, struct model_report *report);

/* Any variable or rate by its name; NULL where there is none. */
double *model_instance_find(const struct model_instance *instance, const char *name);

#endif
