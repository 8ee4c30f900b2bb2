/* One instance of a model without an FMU around it: its parameters by name, its numbers, its memory. */
#ifndef PASO_LIVE_MODEL_H
#define PASO_LIVE_MODEL_H

#include "numerics/model.h"

struct live_model {
    const struct model_type *type;
    struct model_layout layout;
    double *numbers; /* as the layout says; the following point into it */
    double *parameters, *calculated, *u, *m, *x, *y, *w, *q, *dx;
    void *constants, *scratch;
};

/* Parameters and inputs at their start values. */
bool live_model_open(struct live_model *live, const struct model_type *type, struct model_report *report);
void live_model_close(struct live_model *live);

/* A parameter or an input, before live_model_initialize(). */
bool live_model_set(struct live_model *live, const char *name, double value, struct model_report *report);
bool live_model_initialize(struct live_model *live, double t, struct model_report *report);

/* Brings outputs and locals up to date with x, u and m; and the rates, too. */
bool live_model_look(struct live_model *live, double t, struct model_report *report);
bool live_model_update(struct live_model *live, double t, struct model_report *report);

/* Any variable or rate by its name; NULL where there is none. */
double *live_model_find(const struct live_model *live, const char *name);

#endif
