/* Coupling by stand-ins: while a component steps, in micro steps, linear models of those that have not stepped yet answer to it
 * (standin.h); those that have stepped are heard as they were recorded. One pass, no rollback, no iteration.
 *
 *     standins_open -> standins_start (components are initialized) -> for every macro step: standins_begin, standins_step ...
 */
#ifndef PASO_STANDINS_H
#define PASO_STANDINS_H

#include "master/couple/pace.h"
#include "master/couple/standin.h"
#include "master/couple/run.h"

enum input_origin { ORIGIN_HELD, ORIGIN_STANDIN, ORIGIN_RECORD, ORIGIN_SYSTEM };

struct heard_input { /* of a listener, a polynomial over every micro step */
    size_t u;        /* index in the exchange's u */
    enum input_origin origin;
    size_t owner; /* of a record: the component */
    size_t from;  /* among the heard outputs of the stand-in, in the owner's record, among the system's inputs */
};

struct driver { /* of a stand-in, from outside */
    enum input_origin origin;
    size_t owner, from; /* as above; of the listener's own: its output */
};

struct listener { /* a component on its way over a macro step */
    struct standin standin;
    struct heard_input *inputs;
    size_t n_inputs;
    struct driver *drivers;
    unsigned *refs; /* of the inputs */
    int *orders;
    double *begin, *end, *given; /* of the inputs over a micro step; `given`: at its end, as the component had it */
    double *values;              /* on their way to the component */
    double *outputs, *before;    /* all its real outputs now, and at the begin of the micro step */
    double *values_of_outputs;   /* room */
    double *said;                /* of the inputs: at the end of the macro step, as the stand-in and records had them */
    double *slopes;              /* of these, over the last micro step */
    double *slopes_saved;        /* with the run */
    double *driven, *driven_slopes, *change;
    double *heard;        /* of the stand-in, deviations */
    double *record;       /* its outputs at the ends of micro steps, first of all at the begin of the first */
    size_t room;          /* of the record, in micro steps */
    int steps;            /* micro steps of this macro step */
    double micro_step;    /* that it was asked for; 0: none */
    bool has_feedthrough; /* outputs depend directly on inputs that a stand-in delivers */
    struct matrix D;      /* outputs by inputs: that dependence */
    struct matrix loop;   /* 1 - F G D, factored */
    size_t *pivots;
    double *correction;
    double *noted;      /* rows of its probe, where they cannot be read after inputs were set ... */
    double *noted_with; /* ... and the inputs that they belong to, by column */
};

struct standins {
    struct standin_world world;
    struct listener *listeners;
    size_t n;
    size_t *position; /* in which a component is stepped; all 0: at once */
    bool one_by_one;
    double *paces;
    double micro_step; /* of all that have none of their own */
    double *inputs;    /* the system's, at the ends of the finest micro steps */
    int inputs_steps;
    size_t inputs_room;
    bool started;
    long micro_steps; /* taken */
    long derivatives; /* of components, taken */
    struct arena arena;
};

struct standins_options {
    double micro_step;         /* of all; 0: chosen */
    const double *micro_steps; /* per component; 0: as all */
    bool one_by_one;
};

struct standins *standins_open(struct exchange *x, const struct standins_options *options, struct error *error);
void standins_close(struct standins *s); /* accepts NULL */

/* Components are initialized and have not stepped: linearizes them for the first time, chooses the order, unless `ordered`, and the
 * micro step. */
bool standins_start(struct standins *s, double start_time, const struct starts *starts, double macro_step, bool ordered,
                    size_t *order, struct error *error);

/* At a communication point, before the exchange: what can only be read now. */
bool standins_note(struct standins *s, struct error *error);

/* How many micro steps the system's inputs are wanted for, in a macro step of length H, and room for their values: n_inputs for
 * every end of a micro step, the begin included. NULL: there is no memory. */
double *standins_inputs(struct standins *s, double H, int *steps);

/* At the start of a macro step of length H; y: what was exchanged there. */
bool standins_begin(struct standins *s, double H, const double *y, struct error *error);

/* An event, or a rejected step: how outputs moved before it says nothing. A saved run comes back to what was. */
void standins_forget(struct standins *s);
void standins_save(struct standins *s);
void standins_restore(struct standins *s);

struct stepper;
/* A component over the macro step. */
enum step_outcome standins_step(struct stepper *stepper, size_t component);

enum run_grade standins_grade(const struct standins *s, size_t component);

#endif
