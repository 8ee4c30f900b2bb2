/* Energy that the coupling itself creates: at a power port, an effort and a flow whose product is a power, one component
 * delivers work and the other receives it, each by the values that it has really used. Received minus delivered is the
 * residual. Where both integrate their work themselves theirs is taken; else the trapezoidal rule: what a component gives
 * out times what it was given, when its step begins, with its new inputs, and when it ends, before it gets others. */
#ifndef PASO_POWER_H
#define PASO_POWER_H

#include "master/couple/exchange.h"
#include "master/couple/run.h"

struct power_side { /* a component at a power port */
    size_t component;
    size_t output, input; /* in y and u */
    double begin, end;    /* power over its step */
    double pieces, last;  /* work over its micro steps so far, and the power there */
    bool has_pieces;
    struct port work;  /* its own integral, where there is one ... */
    double work_start; /* ... and what it was when the run began */
};

struct power {
    struct power_side delivers, receives;
};

struct powers {
    struct power *list;
    struct run_power *summary;
    size_t n;
    bool by_trapezoids;        /* some of them */
    bool *rereads;             /* per component: it can be read after its inputs were set */
    struct power_side **sides; /* those whose work is summed up here, by component ... */
    size_t *first;             /* ... and where each one's begin; one more than there are components */
};

bool powers_open(struct powers *p, const struct exchange *x, const char *const *more, size_t n_more,
                 struct arena *arena, struct error *error);

/* The run begins. */
bool powers_start(struct powers *p, const struct exchange *x, struct error *error);

/* Trapezoids: around a component's step, and when a macro step counts. */
bool powers_note_begin(struct powers *p, const struct exchange *x, size_t component, struct error *error);
bool powers_note_end(struct powers *p, const struct exchange *x, size_t component, struct error *error);
/* In micro steps: the power at the end of one of length h. */
void power_side_add(struct power_side *side, double power, double h);
void powers_sum_up(struct powers *p, double H);

/* The components' own work so far. After a set only those are read that allow it. */
bool powers_read(struct powers *p, const struct exchange *x, bool before_set, struct error *error);

#endif
