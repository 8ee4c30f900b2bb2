/* A run: a system brought to life and stepped. Components are opened and initialized in the order that their declared
 * dependencies ask for, then a scheme takes macro steps, values are exchanged at every communication point, and observers
 * are told. A single FMU is a system of one component: the same loop.
 *
 *     run_open -> run_initialize -> run_advance ... -> run_finish -> run_summary -> run_close
 */
#ifndef PASO_RUN_H
#define PASO_RUN_H

#include "master/couple/component.h"
#include "master/system/starts.h"

#include <signal.h>

enum feedthrough {
    FEEDTHROUGH_REFRESHED, /* outputs that depend on inputs are brought up to date with the fresh inputs */
    FEEDTHROUGH_STALE      /* one get of everything, one set of everything, as in published runs */
};

/* Where the slopes of extrapolated inputs come from. */
enum slopes_choice {
    SLOPES_AUTO,  /* output derivatives of components that are slow beside the macro step, past values of the others */
    SLOPES_EXACT, /* the FMUs' output derivatives, as far as they go */
    SLOPES_PAST   /* past values */
};

/* How well a component is known to those that step against its stand-in. */
enum run_grade {
    GRADE_NONE,        /* there are no stand-ins */
    GRADE_DIRECTIONAL, /* by its directional derivatives */
    GRADE_DIFFERENCES, /* by differences */
    GRADE_RESPONSES,   /* by its answers to rises of its inputs, from which it goes back */
    GRADE_IDENTIFIED,  /* by what it has answered so far */
    GRADE_HELD         /* not at all: its values are held */
};

struct run_micro_step { /* of a component, against stand-ins of the others */
    const char *component;
    double step;
};

struct run_rate { /* the component takes `steps` equal steps per macro step */
    const char *component;
    int steps;
};

/* Values of the system's inputs over time, from whoever has them. All types but strings as numbers (booleans 0 and 1). */
struct run_input {
    void *context;
    const struct system
        *system;        /* as it is driven (driven.h): it stands for the run's; NULL: that has the inputs already */
    const bool *driven; /* per input of the system: false leaves it at its start value */
    /* Values at time t of all inputs of the system (those not driven are not read). Where the signal jumps at t: from the
     * left, the value before, else the one after. */
    bool (*values)(void *context, double t, bool from_left, double *values, struct error *error);
    /* The same for inputs of type String, which are not among the numbers; NULL where none is driven. The strings live as
     * long as the context. */
    bool (*strings)(void *context, double t, bool from_left, const char **strings, struct error *error);
    /* The first jump after t, INFINITY where there is none: a communication point is put there. */
    double (*next_jump)(void *context, double t);
};

/* How a coupling that nobody asked for was chosen (coupling.h). */
enum run_coupling {
    COUPLING_AS_ASKED,
    COUPLING_STANDINS,     /* stand-ins, macro steps by the error */
    COUPLING_EXTRAPOLATED, /* quadratic Gauss-Seidel, macro steps by the error: it was seen to need fewer calls */
    COUPLING_PLAIN /* Jacobi with held inputs: not every component can be linearized, or there is nothing to couple */
};

struct run_options {
    enum run_coupling coupling;
    long trial_calls, trial_calls_of_standins; /* of components, in the trials that chose it; 0: none came to its end */
    bool trial_is_bound;                       /* stand-ins take at least so many: they were not tried */
    const char *trial_reason;                  /* why one of them was not counted, or there were none; or NULL */
    const char *scheme;                        /* a name from scheme_names() */
    const char *order;   /* Gauss-Seidel: "A/B/C"; NULL: the graph's suggestion, with stand-ins the one that suits */
    bool order_is_tried; /* with stand-ins: no trial, without an order the fastest goes first */
    const char *order_reason; /* of an order that a trial has found; NULL: it was asked for */
    double macro_step;        /* 0: the smallest stepSize of the default experiments, else a 500th of the interval */
    double macro_step_most;   /* with an error tolerance: macro steps are chosen from macro_step up to this */
    double error_tolerance;   /* relative, of exchanged values; 0: all macro steps are alike */
    double output_step; /* with an error tolerance: observers are told at its multiples; 0: the default macro step */
    const struct run_rate *rates;
    size_t n_rates;
    int extrapolation; /* of inputs over a step: 0 held, 1 linear, 2 quadratic, EXTRAPOLATION_... */
    double micro_step; /* in which components listen to stand-ins; 0: chosen from time scales */
    const struct run_micro_step *micro_steps; /* of some of them, others than that */
    size_t n_micro_steps;
    enum slopes_choice slopes;
    enum feedthrough feedthrough;
    int iterations;             /* at most so many passes over a macro step; 1 is the explicit scheme */
    double iteration_tolerance; /* relative */
    bool has_start_time, has_stop_time, has_tolerance;
    double start_time, stop_time, tolerance; /* else from the default experiments */
    int threads;                             /* that step components; the results do not depend on it */
    const char *const *powers;               /* power ports beside the system's own: "NAME.effort,NAME.flow" */
    size_t n_powers;
    const char *isolate;                    /* components in processes of their own: "all" or "NAME,..."; NULL: none */
    struct isolation isolation;             /* what these are allowed */
    const struct starts *starts;            /* above those of the system (starts.h); NULL: none */
    const struct run_input *input;          /* NULL: none */
    const volatile sig_atomic_t *interrupt; /* set by a signal handler: stop at the next communication point; or NULL */
    const struct component_options *component; /* what every component is opened with, name and times apart; or NULL */
};
/* Inputs are what linear models of the other components answer (standins.h), or what the others have delivered over the whole step in
 * the last pass. */
enum { EXTRAPOLATION_MODEL = 10, EXTRAPOLATION_WAVEFORM };
struct run_options run_options_default(void);

size_t scheme_names(const char *const **names); /* "jacobi", "gauss-seidel" ... */

/* What an observer sees at a communication point. */
struct run_point {
    double t;
    long step;                  /* 0 at the start */
    bool last;                  /* the final one: stop time, interrupted or ended by an FMU */
    const double *values;       /* of the observer's ports, in their order; 0 for strings */
    const char *const *strings; /* of the same ports; NULL for what is not a string */
};

/* Told at the first communication point, at every `every`-th and at the last. The run reads the ports at the moment when
 * FMI allows it; connected values are those after the exchange. False with an error ends the run as failed, false without
 * one as interrupted. */
struct run_observer {
    void *context;
    const struct port *ports; /* may be none; copied */
    size_t n_ports;
    long every; /* 1: every communication point */
    bool (*observe)(void *context, const struct run_point *point, struct error *error);
};

enum run_status { RUN_DONE, RUN_INTERRUPTED, RUN_TERMINATED /* an FMU wanted the end */, RUN_FAILED };
const char *run_status_name(enum run_status status); /* "done" ... */

struct run_power { /* energy that the coupling itself has created at a power port */
    const char *name;
    double delivered, received, residual; /* J where the units are SI; residual = received - delivered */
    bool from_components;                 /* the FMUs' own work; else the trapezoidal rule over exchanged values */
};

/* An exchanged value that oscillates from one communication point to the next: the macro step is too long for the coupling. */
struct run_oscillation {
    bool found;
    struct port port;
    double time; /* when it was seen */
};

struct run_summary {
    enum run_status status;
    long steps, rejected, iterations;
    double macro_step_smallest, macro_step_largest; /* that were taken, where they are chosen by the error */
    long micro_steps;                               /* of all components, against stand-ins */
    long linearizations;                            /* of components, for these */
    long derivative_calls;                          /* of fmi2GetDirectionalDerivative, for those */
    long calls;                                     /* run_calls */
    double time;                                    /* where the run stands, or stopped */
    double wall_s, cpu_s;
    const struct run_power *powers; /* owned by the run */
    size_t n_powers;
    struct run_oscillation oscillation;
};

struct run;

/* Opens the components and prepares everything; the system must outlive the run. What the options ask for and an FMU
 * cannot do is an error here, before anything is started. */
/* Times of the experiment and the macro step that a run takes where nobody asks for another. */
struct run_experiment {
    double start_time, stop_time, macro_step;
};
struct run_experiment run_experiment(const struct system *system, const struct run_options *options);

struct run *run_open(const struct system *system, const struct run_options *options, struct error *error);
bool run_add_observer(struct run *run, const struct run_observer *observer, struct error *error);

/* Start values, initial equations, the first exchange; tells the observers about the first point. */
bool run_initialize(struct run *run, struct error *error);

/* Steps until time `t` exactly (with a shorter last step where t is off the grid) or until the stop time, whichever comes
 * first. True also where the run ended early without a failure: run_ended() tells. */
bool run_advance(struct run *run, double t, struct error *error);
bool run_step(struct run *run, struct error *error);   /* one macro step */
bool run_ended(const struct run *run);                 /* stop time reached, interrupted, terminated or failed */
bool run_finish(struct run *run, struct error *error); /* terminates the components; after a failure it does nothing */

struct run_summary run_summary(const struct run *run);
void run_close(struct run *run); /* accepts NULL */

double run_time(const struct run *run);
double run_start_time(const struct run *run);
double run_stop_time(const struct run *run);
double run_macro_step(const struct run *run);
enum run_coupling run_coupling(const struct run *run);
/* Calls of components in the trials that chose it: of quadratic Gauss-Seidel and of stand-ins; 0: none came to its end. */
struct run_trials {
    long of_extrapolation, of_standins;
    bool is_bound;      /* stand-ins take at least so many */
    const char *reason; /* why one of them was not counted; NULL: both were */
};
struct run_trials run_trials(const struct run *run);
double run_error_tolerance(const struct run *run); /* 0: macro steps are not chosen by the error */
/* Steps and directional derivatives that components were asked for; counted with stand-ins or an error tolerance only. */
long run_calls(const struct run *run);
const char *run_order(const struct run *run); /* "A/B": the order in which the scheme steps the components */

/* Where the slopes of the values that a component delivers come from, once the run is initialized. */
enum run_slopes {
    RUN_SLOPES_NONE /* values are held, or the FMU gives no derivatives */,
    RUN_SLOPES_EXACT,
    RUN_SLOPES_PAST
};
enum run_slopes run_slopes(const struct run *run, size_t component);
double run_pace(const struct run *run, size_t component); /* 1/s; 0: not known or not asked for */

/* CPU time of its steps, s; NULL: it was not taken, since neither stand-ins nor an error tolerance ask for it. */
const double *run_cpu_by_component(const struct run *run);
bool run_has_control(const struct run *run); /* macro steps are chosen by the error */
/* The largest difference between what an input was promised and what its neighbour has answered, of steps that were accepted: relative. */
size_t run_coupling_errors(const struct run *run);
double run_coupling_error(const struct run *run, size_t i, struct port *port);
/* From now on macro steps, or micro steps, meet output points, as they do where somebody records: for trials (trial.h). */
void run_meet_output_points(struct run *run);
double run_longest_micro_step(const struct run *run); /* of a run that is initialized; 0: micro steps are not chosen */
bool run_steps_one_by_one(const struct run *run);
/* Of an order that was not asked for: "the fastest first", or what a trial has shown; NULL: it was asked for, or there are no stand-ins. */
const char *run_order_reason(const struct run *run);
enum run_grade run_grade(const struct run *run, size_t component);
const char *run_grade_name(enum run_grade grade); /* "directional" ... */
double run_micro_step(const struct run *run); /* the longest of those that have none of their own; 0: none are taken */

/* ---- values between steps, for whoever steps a run himself ---- */

/* A port's number (booleans 0 and 1): what the last exchange has seen where it is connected, else what the FMU says now. */
bool run_get_value(struct run *run, struct port port, double *value, struct error *error);
/* The text lives until the next call into the same component. */
bool run_get_string(struct run *run, struct port port, const char **value, struct error *error);

/* Gives an input that nothing drives, or a tunable parameter, a value for the steps that follow: outputs that depend on it
 * directly are exchanged at the next communication point. From now on the run can no longer start over. */
bool run_set_value(struct run *run, struct port port, double value, struct error *error);

/* ---- states between steps, for filters ---- */

/* Whether the component's states can be set at a communication point, and its outputs read afterwards. */
bool run_can_set_states(const struct run *run, size_t component);
/* Some real states, by value reference, of a component that can. It goes on from there. After the last component, what all of them make of
 * it is exchanged by run_exchange_states: a discontinuity, before which slopes and stand-ins know nothing any more. */
bool run_set_states(struct run *run, size_t component, const unsigned *refs, const double *values, size_t n,
                    struct error *error);
bool run_exchange_states(struct run *run, struct error *error);

/* ---- for the probe ---- */

const struct system *run_system(const struct run *run);             /* as it is driven */
const struct starts *run_starts(const struct run *run);             /* NULL: those of the system */
struct component *run_component(struct run *run, size_t component); /* index as in the system */
struct component **run_components(struct run *run);                 /* all of them */

/* ---- for predictions: linear components in the place of the real ones ---- */

/* Closes the component and takes another one, of the same ports, in its place. Of a run that was opened and not initialized. */
void run_replace_component(struct run *run, size_t component, struct component *by);

/* How fast components are (pace.h), as found on another run of the same system that was initialized and not yet stepped: the choice of
 * slopes depends on it. */
bool run_find_paces(struct run *run, double *paces, struct error *error);
void run_set_paces(struct run *run, const double *paces);

/* What the run remembers from one communication point to the next besides the components' states: numbers, all of them real
 * here. */
enum run_memory_kind { MEMORY_INPUT, MEMORY_OUTPUT, MEMORY_SLOPE, MEMORY_CURVATURE, MEMORY_PAST };
struct run_memory_item {
    enum run_memory_kind kind;
    struct port port;   /* whose; a system's input has the component n_components */
    struct port source; /* of an input: where its value comes from; else the port itself */
    double factor;      /* of an input: by which the source's value is multiplied */
};
size_t run_memory_size(const struct run *run);
struct run_memory_item run_memory_item(const struct run *run, size_t i);
void run_get_memory(const struct run *run, double *values);
void run_set_memory(struct run *run, const double *values); /* linear components only: they have these inputs, held */

/* A macro step as the scheme takes it, one of many of the same length, and the exchange after it. No time, no observers. */
bool run_take_alike_step(struct run *run, double H, struct error *error);

/* The highest derivative of its inputs that the scheme hands to a component. */
int run_input_order(const struct run *run, size_t component);

#endif
