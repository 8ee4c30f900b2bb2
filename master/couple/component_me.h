/* Inside of a Model Exchange component, shared by its files: component_me.c (modes, events, steps), component_me_ports.c
 * (inputs and states), component_me_jumps.c (events that inputs cause), component_me_solver.c (CVODE). */
#ifndef PASO_COMPONENT_ME_H
#define PASO_COMPONENT_ME_H

#include "master/couple/component_impl.h"

enum me_mode { ME_SETUP, ME_INITIALIZING, ME_EVENT, ME_CONTINUOUS };

enum { INPUT_COEFFICIENTS = 4 }; /* of an input's polynomial: its value and the derivatives of order 1 to 3 */

/* A continuous Real input: a polynomial that begins at the last communication point. `before` is how the one of the
 * previous step would go on: where both agree the integrator need not know that a new step began. */
struct me_input {
    double now[INPUT_COEFFICIENTS], before[INPUT_COEFFICIENTS];
};

enum me_port_kind { ME_INPUT, ME_STATE };

struct me_port { /* what a value reference means, sorted by it; all that is not here is discrete */
    unsigned reference;
    enum me_port_kind kind;
    size_t index; /* into inputs or states */
};

struct me_saved {
    double t, next_event;
    double *x;
    struct me_input *inputs;
    double origin;
    bool moving, terminated, touches;
};

struct me_jumps { /* between two integrations */
    bool pending; /* an input was changed since `above` was taken */
    bool *above;  /* per indicator: it was above zero */
    bool touches; /* a jump has brought an indicator to zero exactly: an integrator does not see it leave */
    bool trial;   /* inputs are tried out: nothing comes of it */
    double *z;    /* room for the indicators */
};

struct me_solver; /* component_me_solver.c */

struct model_exchange {
    struct component *component;
    struct instance *instance;
    enum me_mode mode;
    double t;           /* where the integration stands */
    double next_event;  /* INFINITY: none */
    double forgotten;   /* events up to then do not count ... */
    double first_event; /* ... for this one; INFINITY: none */
    bool terminated;    /* the FMU wants the end */
    bool restart;       /* the solver's history means nothing any more */

    size_t n_states, n_indicators;
    double *x; /* the solver's own vector; NULL without states */

    struct me_port *ports;
    size_t n_ports;
    struct me_input *inputs;
    unsigned *input_references;
    double *input_values; /* room for one set */
    size_t n_inputs;
    double origin; /* of the polynomials */
    bool moving;   /* some input is not constant over the step */

    struct me_jumps jumps;

    double relative_tolerance;
    struct me_solver *solver; /* NULL: no states and no indicators, nothing to integrate */
    struct error failure;     /* of a call in the solver's callbacks */

    double chatter_since; /* events since then, without much progress */
    int chatter;
    double stalled_since; /* steps of the integrator, the same */
    int stalled;

    struct me_saved saved;
};

/* Puts the FMU to a time and state, inputs included. */
bool me_place(struct model_exchange *me, double t, const double *x, struct error *error);

bool me_enter_event(struct model_exchange *me, struct error *error); /* unless it is in event mode already */

/* ---- component_me_ports.c ---- */

bool me_ports_open(struct model_exchange *me, struct error *error);
void me_ports_close(struct model_exchange *me);
bool me_ports_start(struct model_exchange *me, struct error *error);           /* takes the FMU's values as they are */
bool me_ports_place(struct model_exchange *me, double t, struct error *error); /* sets moving inputs at t */
void me_ports_begin_step(struct model_exchange *me, double t, double H);       /* a jump restarts the solver */
void me_ports_end_step(struct model_exchange *me, double t);                   /* the polynomials begin anew at t */

/* ---- component_me_jumps.c ---- */

bool me_jumps_open(struct model_exchange *me, struct error *error);
void me_jumps_close(struct model_exchange *me);
void me_jumps_forget(struct model_exchange *me); /* an event is handled, or the state is another one */
bool me_jumps_begin(struct model_exchange *me, struct error *error); /* before an input gets another value */
/* After the last of them: whether an indicator has changed its domain. */
bool me_jumps_end(struct model_exchange *me, bool *event, struct error *error);
/* Around the integrator's first step after a jump: an indicator that began at zero may have left it. */
bool me_jumps_start(struct model_exchange *me, struct error *error);
bool me_jumps_started(struct model_exchange *me, bool *event, struct error *error);

/* ---- component_me_solver.c ---- */

enum me_advance { ME_ADVANCED, ME_ROOT, ME_ADVANCE_FAILED };

bool me_solver_open(struct model_exchange *me, struct error *error);
void me_solver_close(struct me_solver *s);
bool me_solver_scale(struct model_exchange *me, struct error *error); /* tolerances from the FMU's nominal values */
/* One step of the integrator from me->t towards t_stop, never beyond; moves me->t and me->x. */
enum me_advance me_solver_advance(struct model_exchange *me, double t_stop, struct error *error);
long me_solver_root(const struct model_exchange *me); /* number of an indicator that changed its sign, from 1 */

#endif
