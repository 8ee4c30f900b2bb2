/* What an observer wants to see: ports, read when FMI allows it. Connected values are taken from the exchange; the rest is got
 * from the FMUs, before the exchange sets their inputs or, where they recompute on a get, after it. */
#ifndef PASO_WATCH_H
#define PASO_WATCH_H

#include "master/couple/exchange.h"
#include "master/couple/run.h"

struct watch_get {
    size_t component;
    bool after;         /* the exchange; else before */
    unsigned *refs[4];  /* reals, integers, booleans, strings */
    size_t *columns[4]; /* where the values belong */
    size_t n[4];
    bool reals_follow; /* columns of reals: one after the other */
};

struct watch {
    struct run_observer observer; /* its ports are copied */
    double *values;
    const char **strings;
    struct run_point point;  /* of these; kept, so that telling costs a few stores */
    size_t *from_y, *from_u; /* per port: index in the exchange, or NO_VALUE */
    size_t *exchanged;       /* ports with one of them */
    size_t n_exchanged;
    struct watch_get *gets;
    size_t n_gets;
    bool reads[2];      /* some of these before the exchange, some after it */
    const char **texts; /* room for one get */
    char **kept;        /* strings read before the exchange must outlive the FMU's next call */
};

bool watch_open(struct watch *w, const struct run_observer *observer, const struct exchange *x, struct arena *arena,
                struct error *error);
void watch_close(struct watch *w);

bool watch_read(struct watch *w, const struct exchange *x, bool after, struct error *error);
/* What one component has of it, numbers only, into `values` of all its ports. May be called for several components at once. */
bool watch_read_component(const struct watch *w, const struct exchange *x, size_t component, double *values,
                          struct error *error);
bool watch_tell(struct watch *w, const struct exchange *x, double t, long step, bool last, struct error *error);

#endif
