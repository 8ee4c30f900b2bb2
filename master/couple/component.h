/* A component of a coupled system, with its ports, seen by the schemes. A scheme steps components and never learns what is
 * inside: a Co-Simulation slave, a Model Exchange model that CVODE integrates here, or a linear model
 * (component_linear.h). Isolation is no further kind: a process of its own holds the FMU's instance, below (master/import/isolate.h),
 * so that both kinds that have one can be isolated and do not know. */
#ifndef PASO_COMPONENT_H
#define PASO_COMPONENT_H

#include "master/system/system.h"

struct component;

enum component_interface {
    INTERFACE_CO_SIMULATION,
    INTERFACE_MODEL_EXCHANGE,
    INTERFACE_ANY /* CS where there is one */
};

/* Abilities that a run is going to rely on, to be tried out before it does: a description's flags alone prove nothing. */
enum component_probe {
    PROBE_ROLLBACK = 1,
    PROBE_DIRECTIONAL = 2,
    PROBE_INPUT_DERIVATIVES = 4,
    PROBE_OUTPUT_DERIVATIVES = 8,
    PROBE_TRAITS = 16,  /* beyond the standard, where the standard's own way, directional derivatives, is not there */
    PROBE_SETTABLE = 32 /* ... and states between steps in any case */
};

struct component_abilities;

struct component_options {
    const char *name; /* in messages and result columns; "" for a single FMU */
    enum component_interface interface;
    double start_time;
    bool has_stop_time, has_tolerance;
    double stop_time, tolerance;
    bool logging;
    const struct isolation *isolation; /* a process of its own; must outlive the component; NULL: this one */
    unsigned probes; /* of enum component_probe; an ability that is not tried out is what the flags say */
    bool no_probes;  /* nothing is tried out, whoever asks for it: flags and annotations are believed */
    const struct said_traits *said;          /* what the user knows; or NULL */
    const struct component_abilities *known; /* of another component of the same FMU: nothing is tried out; or NULL */
    /* Model Exchange */
    double me_relative_tolerance, me_absolute_tolerance, me_max_step; /* 0: from the experiment, nominals; no limit */
    bool me_nonstiff;                                                 /* Adams instead of BDF */
};
struct component_options component_options_default(void);

/* What this component can do: its capability flags, as far as the functions are there, and tried out where the options
 * ask for it. */
struct component_abilities {
    bool model_exchange;
    bool rollback;        /* component_save and component_restore work */
    bool saves_fmu_state; /* ... by the FMU's own state; else a plain ODE's continuous states are set back */
    bool variable_step;
    int input_derivative_order;  /* component_set_input_derivatives; 0: none. More than 1 only where it was tried out */
    int output_derivative_order; /* 0: none */
    bool directional;            /* component_directional, also between steps */
    bool recomputes_on_get;      /* outputs may be read after inputs were set, without a step in between */
    bool states_settable;        /* states may be set between steps */
};

/* The same before it is opened. */
struct component_abilities component_foresee(struct fmu *fmu, const struct component_options *options);

/* The component instantiates `fmu`, which must outlive it. */
struct component *component_open(struct fmu *fmu, const struct component_options *options, struct error *error);
void component_close(struct component *c); /* accepts NULL */

const char *component_name(const struct component *c);
const char *component_label(const struct component *c); /* for messages: a single FMU has one too */
const struct description *component_description(const struct component *c);
struct component_abilities component_abilities(const struct component *c);
struct instance *component_instance(struct component *c); /* for the probe; NULL where there is no FMU inside */
const struct isolation *component_isolation(const struct component *c); /* as in the options */
double component_time(const struct component *c);

/* Only a model that is integrated here tells of its events. */
double component_next_event(const struct component *c); /* it knows that it will have one then; INFINITY: it does not */
double component_first_event(const struct component *c); /* after the time of component_forget_events; INFINITY: none */
void component_forget_events(struct component *c);

/* A parameter or start value, before initialization. What is outside of the variable's range is an error. */
bool component_set_start(struct component *c, const struct start_value *start, struct error *error);

bool component_enter_initialization(struct component *c, struct error *error);
bool component_exit_initialization(struct component *c, struct error *error);

/* Ports, by value reference: one call per type and exchange. */
bool component_get_real(struct component *c, const unsigned *refs, size_t n, double *values, struct error *error);
bool component_set_real(struct component *c, const unsigned *refs, size_t n, const double *values, struct error *error);
bool component_get_integer(struct component *c, const unsigned *refs, size_t n, int *values, struct error *error);
bool component_set_integer(struct component *c, const unsigned *refs, size_t n, const int *values, struct error *error);
bool component_get_boolean(struct component *c, const unsigned *refs, size_t n, int *values, struct error *error);
bool component_set_boolean(struct component *c, const unsigned *refs, size_t n, const int *values, struct error *error);
bool component_get_string(struct component *c, const unsigned *refs, size_t n, const char **values,
                          struct error *error);
bool component_set_string(struct component *c, const unsigned *refs, size_t n, const char *const *values,
                          struct error *error);

/* Real inputs become polynomials over the next step: derivatives of order 1 ... at its start. A Model Exchange component
 * always can. They are forgotten by the next component_set_real of the same input. */
bool component_set_input_derivatives(struct component *c, const unsigned *refs, size_t n, const int *orders,
                                     const double *values, struct error *error);
/* Between true and false inputs are tried out: no event comes of what is set, and it is set back before the end. */
void component_try_inputs(struct component *c, bool trial);
bool component_get_output_derivatives(struct component *c, const unsigned *refs, size_t n, const int *orders,
                                      double *values, struct error *error);
bool component_directional(struct component *c, const unsigned *unknowns, size_t n_unknowns, const unsigned *knowns,
                           size_t n_knowns, const double *seed, double *result, struct error *error);

enum step_outcome {
    STEP_DONE,       /* at t + H */
    STEP_DISCARDED,  /* the FMU came only to `reached`, which is >= t; the caller decides */
    STEP_TERMINATED, /* the FMU wants the simulation to end, at `reached` */
    STEP_FAILED      /* `error` says why */
};
/* A component that can work by itself begins a step here, and component_step with the same arguments waits for its end. After
 * anything else than that, it must be restored or closed. With others nothing happens. */
bool component_can_begin(const struct component *c);
void component_begin_step(struct component *c, double t, double H);
/* From t to t + H. Messages of later calls name the time t + H. */
enum step_outcome component_step(struct component *c, double t, double H, double *reached, struct error *error);

bool component_save(struct component *c, struct error *error);    /* remember the state ... */
bool component_restore(struct component *c, struct error *error); /* ... and go back to it, any number of times */

bool component_terminate(struct component *c, struct error *error);

#endif
