/* A circuit from a text, alive: its variables by name, its start, its run. */
#ifndef PASO_TEST_CIRCUIT_ALIVE_H
#define PASO_TEST_CIRCUIT_ALIVE_H

#include "tests/testing.h"

#include "tests/fmu_hydraulics/circuit_files.h"

#include <string.h>

static struct model_report report;

struct opened {
    struct circuit_model *model;
    struct model_instance live;
};

static inline struct opened opened_text(const char *text)
{
    struct opened o = {.model = circuit_opened(text)};
    if (!model_instance_open(&o.live, circuit_model_type(o.model), &report))
        fail_msg("%s", report.text);
    return o;
}

static inline void look(struct opened *o, double t)
{
    if (!model_instance_update(&o->live, t, &report))
        fail_msg("%s", report.text);
}

/* Laws go on with what is in force now. */
static inline void event(struct opened *o, double t)
{
    struct model_instance *l = &o->live;
    assert_true(l->type->accept(l->constants, l->scratch, t, l->x, l->u, l->m, MODEL_EVENT, &report));
    look(o, t);
}

static inline struct opened start(const char *text)
{
    struct opened o = opened_text(text);
    if (!model_instance_initialize(&o.live, 0, &report))
        fail_msg("%s", report.text);
    look(&o, 0);
    return o;
}

static inline void done(struct opened *o)
{
    model_instance_close(&o->live);
    circuit_model_close(o->model);
}

static inline void set(struct opened *o, const char *name, double value)
{
    double *at = model_instance_find(&o->live, name);
    if (!at)
        fail_msg("there is no %s", name);
    *at = value;
}

static inline double get(const struct opened *o, const char *name)
{
    return circuit_get(&o->live, name);
}

/* Runge and Kutta's steps of fourth order. */
static inline void run(struct opened *o, double t, double h, int steps)
{
    enum { MOST = 40 };
    struct model_instance *l = &o->live;
    const size_t n = l->layout.count[MODEL_STATE];
    assert_true(n <= MOST);
    for (int step = 0; step < steps; step++) {
        double x[MOST], sum[MOST];
        memcpy(x, l->x, n * sizeof *x);
        memset(sum, 0, sizeof sum);
        static const double weights[] = {1, 2, 2, 1}, ahead[] = {0.5, 0.5, 1, 0};
        for (int stage = 0; stage < 4; stage++) {
            look(o, t + step * h + (stage == 0 ? 0 : stage == 3 ? h : h / 2));
            for (size_t i = 0; i < n; i++) {
                sum[i] += weights[stage] * l->dx[i];
                l->x[i] = x[i] + ahead[stage] * h * l->dx[i];
            }
        }
        for (size_t i = 0; i < n; i++)
            l->x[i] = x[i] + h / 6 * sum[i];
    }
    look(o, t + steps * h);
}

#endif
