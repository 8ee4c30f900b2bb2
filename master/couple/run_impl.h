/* Inside of a run: what its files share. */
#ifndef PASO_RUN_IMPL_H
#define PASO_RUN_IMPL_H

#include "master/couple/clock.h"
#include "master/couple/control.h"
#include "master/couple/passes.h"
#include "master/couple/power.h"
#include "master/couple/run.h"
#include "master/couple/watch.h"
#include "master/couple/order_trial.h"
#include "master/couple/oscillation.h"
#include "master/import/surroundings.h"

struct run_values { /* copies of the exchange's tables */
    double *y, *u, *slope, *curvature;
};

struct run {
    const struct system *system;
    const struct starts *starts; /* NULL: those of the system */
    const struct scheme *scheme;
    struct component **components;
    size_t n_components;
    bool can_roll_back;         /* every component */
    bool variable_step;         /* every component */
    struct surroundings before; /* as they were when the run began */
    bool shares_process;        /* some component lives here */
    bool limits_calls;          /* of those */
    bool is_isolated;           /* some component lives in a process of its own */
    struct isolation isolation;

    enum run_coupling coupling;
    struct run_trials trials;
    double start_time, stop_time, macro_step;
    bool has_tolerance;
    double tolerance;
    char *order;                     /* as text */
    bool ordered;                    /* it was asked for, or found in a trial ... */
    char order_reason[ORDER_REASON]; /* ... which said this; "": none */

    struct exchange *exchange;
    struct stepper stepper;
    struct passes passes;
    struct powers powers;
    struct oscillation oscillation;
    struct run_input input; /* .values NULL: none */
    const char **input_strings;
    double next_jump;
    const volatile sig_atomic_t *interrupt;

    struct fast_steps *fast; /* NULL: the run is not that simple */

    struct watch **watches;
    size_t n_watches;

    struct control control; /* tolerance 0: all macro steps are alike */
    double *read;           /* y at the end of a step, as components have it */
    double *promised;       /* per u, for the end of the step ... */
    long promised_at; /* ... to this communication point, where inputs are held and points are looked at now and then */
    double output_step;       /* observers are told at its multiples ... */
    long outputs;             /* ... so many have been passed since the start ... */
    bool at_output;           /* ... and this point is one */
    struct rows rows;         /* of output points inside of a macro step */
    bool passes_rows;         /* macro steps may go over output points */
    bool meets_output_points; /* they are met though nobody records */
    bool said_miss;           /* a step was too long, and there was no way back */
    bool said_lines;          /* so were micro steps */

    struct clock clock;
    struct clock grid; /* while a rejected step is made up for by smaller ones: how time goes on after it ... */
    bool off_grid;     /* ... once grid.now is reached */
    long step;         /* communication points passed */
    struct run_summary summary;
    bool initialized, ended;
    double wall_start, cpu_start;

    struct component_options *component_options;
    bool keeps_way_back; /* to the begin of every step; else only by starting over */
    bool steered;        /* values were set between steps, which nobody would set again: it cannot start over */
    bool silent;         /* going again over what observers have seen */
    long ends_after;     /* so many points: the one that observers have not known to be the last; -1: none */
    bool is_last_step;   /* an FMU has asked for the end, and this step leads there */
    double *stops;       /* where run_advance() has stopped on the way */
    size_t n_stops;
    struct run_values kept; /* at the begin of the step */

    struct arena arena;
};

/* run.c */
void run_start_clock(struct run *run);
void run_stop_clock(struct run *run);
bool run_step_towards(struct run *run, double limit, struct error *error);
bool run_take_step(struct run *run, const struct interval *step, struct error *error);

/* run_fast.c: where it is simple, as fast as can be. */
bool run_open_fast_steps(struct run *run, struct error *error); /* run->fast, where the run is that simple */
bool run_goes_fast(const struct run *run);
bool run_take_fast_steps(struct run *run, double limit, struct error *error);

/* run_open.c */
bool run_open_component(struct run *run, size_t c, const struct component_abilities *known, struct error *error);

/* run_initialize.c: start values, initial equations, the first communication point. */
bool run_begin(struct run *run, struct error *error);

/* run_paces.c: how fast components are, where the choice of slopes asks for it. */
bool run_choose_slopes(struct run *run, struct error *error);

/* run_control.c */
bool run_look_at_error(struct run *run, const struct interval *step, bool *taken, struct error *error);
void run_note_promises(struct run *run);    /* without a tolerance: before the exchange at the end of a step ... */
void run_note_errors(struct run *run);      /* ... and after it */
void run_note_held_errors(struct run *run); /* the same in one, at a point of the fast loop */
bool run_choose_step(struct run *run, double limit, struct interval *step, struct error *error);
bool run_tell_rows(struct run *run, struct error *error);       /* of output points inside of the step that was taken */
bool run_end_early(struct run *run, const struct error *error); /* run_observe.c: an observer wants no more */
void run_count_outputs(struct run *run);
/* The first event of a component since it was asked to forget them, after that time; INFINITY: none. */
double run_first_event(const struct run *run);
void run_forget_events(struct run *run);
void run_start_micro_steps(struct run *run); /* stand-ins have started */

/* run_standins.c */
bool run_start_standins(struct run *run, struct error *error);
bool run_try_orders(struct run *run, struct run_options *options, struct error *error); /* fills in the order */
void run_write_order(struct run *run, const size_t *order);                             /* as text */

/* run_inputs.c: the system's inputs at time t, into y of an exchange. */
bool run_read_inputs(struct run *run, struct exchange *x, double t, struct error *error);
/* Their values at the end of the coming step. */
bool run_look_ahead(struct run *run, double end, struct error *error);

/* run_observe.c: around the exchange. */
bool run_observe_before(struct run *run, bool last, struct error *error);
bool run_observe_after(struct run *run, bool last, struct error *error);
bool run_watch_is_due(const struct run *run, const struct watch *watch); /* unless it is the last */

/* run_reject.c */
bool run_take_values(struct run *run, struct run_values *values, struct error *error);
bool run_go_back(struct run *run, struct error *error); /* to the begin of the step, where the way back is kept */
bool run_keep_way_back(struct run *run, struct error *error);
/* A step that did not come to its end: a smaller one is tried next, or the run ends. */
bool run_handle_outcome(struct run *run, enum step_outcome outcome, const struct interval *step, double reached,
                        struct error *error);

#endif
