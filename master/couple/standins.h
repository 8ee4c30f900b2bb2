/* Coupling by stand-ins: while a component steps, in micro steps, linear models of those that have not stepped yet answer to it
 * (standin.h); those that have stepped are heard as they were recorded. One pass, no rollback, no iteration.
 *
 *     standins_open -> standins_start (components are initialized) -> for every macro step: standins_begin, standins_step ...
 */
#ifndef PASO_STANDINS_H
#define PASO_STANDINS_H

#include "master/couple/identified.h"
#include "master/couple/pace.h"
#include "master/couple/standin.h"
#include "master/couple/run.h"

struct stepper;

enum input_origin { ORIGIN_HELD, ORIGIN_STANDIN, ORIGIN_RECORD, ORIGIN_SYSTEM, ORIGIN_ITSELF };

struct heard_input { /* of a listener, a polynomial over every micro step */
    size_t u;        /* index in the exchange's u */
    enum input_origin origin;
    size_t owner; /* of a record: the component */
    size_t from;  /* among the heard outputs of the stand-in, in the owner's record, among the system's inputs */
};

struct driver { /* of a stand-in, from outside */
    enum input_origin origin;
    size_t owner, from;   /* as above; of the listener's own: its output */
    size_t member, input; /* a member that it drives, and which of that one's inputs */
};

/* A value over the micro steps of a pass, wherever it comes from: found once per pass. */
struct signal {
    const double *at; /* at the begin of the macro step ... */
    size_t width;     /* ... and so much farther on at the end of each micro step; 0: it is what stands there now */
};

static inline double signal_value(const struct signal *s, int j)
{
    return s->at[(size_t)j * s->width];
}

struct input_signal {
    struct signal base;
    const double *answer;  /* what a stand-in adds to it */
    double factor, offset; /* of the sum, as the input takes it */
};

struct driver_signal {
    struct signal base;    /* not of the listener's own: these stand among its outputs */
    struct signal told;    /* what it was for the member that it drives, as that one's input ... */
    double factor, offset; /* ... takes it: in the last pass, or at the start */
};

struct listener { /* a component on its way over a macro step */
    struct standin standin;
    struct heard_input *inputs;
    size_t n_inputs;
    struct driver *drivers;
    struct input_signal *input_signals;
    struct driver_signal *driver_signals;
    double *resampled;  /* records on other micro steps, at the ends of its own ... */
    size_t n_resampled; /* ... so many of them in this pass */
    size_t resampled_room;
    unsigned *refs; /* of the inputs */
    int *orders;
    double *begin, *end; /* of the inputs over a micro step; `end` in `told` */
    const double *given; /* at its end, as the component had it: `end`, or `means` */
    double *means;
    double *outputs;           /* all its real outputs now ... */
    const double *before;      /* ... and at the begin of the micro step, in `record` */
    double *values_of_outputs; /* room */
    double *slopes;            /* of the outputs, over the last micro step */
    double *said;              /* of the inputs: at the end of the macro step, as the stand-in and records had them */
    double *input_slopes;      /* of the inputs, over this micro step ... */
    double *last_slopes;       /* ... and over the last one ... */
    double *bends;             /* ... and how far straight lines were from the curve, as a mean over the macro step */
    bool has_last_slopes;
    double *change;           /* of the stand-in's own drivers */
    double *heard;            /* of the stand-in, deviations */
    double *record;           /* its outputs at the ends of micro steps, first of all at the begin of the first */
    double *told;             /* the same of its inputs, as they were said to it */
    double *last, *told_last; /* the same of the last pass; NULL: there is but one */
    size_t room;              /* of these, in micro steps */
    double *held;             /* inputs at the start of the macro step */
    bool has_said;            /* `said` and `held` are of the last macro step */
    bool takes_slopes;        /* else it holds the mean over a micro step */
    double *given_before;     /* inputs at the end of the last micro step, as the component had them */
    int steps;                /* micro steps of this macro step */
    double micro_step;        /* that it was asked for; 0: none */
    bool has_feedthrough;     /* outputs depend directly on inputs that a stand-in delivers */
    struct matrix D;          /* outputs by inputs: that dependence */
    struct matrix loop;       /* 1 - F G D, factored */
    size_t *pivots;
    double *correction;
    int *numbers;              /* room for its discrete outputs; NULL: it has none that somebody takes */
    struct identified *learns; /* what it is known by; NULL: it has derivatives or answers */
    double *learn_room;
    size_t *learn_outputs; /* which of its outputs, in the order of the model ... */
    size_t *learn_inputs;  /* ... and of its inputs, in u */
    int distrusted; /* for so many macro steps its model is not used, having promised worse than holding would have */
    double *stale_with; /* the inputs that its outputs belong to, where the exchange cannot refresh these; else NULL */
    double *noted;      /* rows of its probe, where they cannot be read after inputs were set ... */
    double *noted_with; /* ... and the inputs that they belong to, by column */
};

/* What it has between micro steps: as stand-ins and records say. */
double listener_input(const struct listener *l, const struct exchange *x, size_t u);

struct standins {
    struct standin_world world;
    struct probe **probes; /* per component; NULL: it cannot be linearized */
    enum run_grade *grades;
    struct listener *listeners;
    size_t n;
    size_t *position; /* in which a component is stepped; all 0: at once */
    bool one_by_one;
    double *paces;
    bool knows_paces;       /* of another run, at the start */
    double *slopes;         /* per y: the listeners' */
    double micro_step;      /* of all that have none of their own ... */
    bool is_chosen;         /* ... of whom there are some, and that was not asked for */
    double micro_step_most; /* the longest that was taken */
    double *inputs;         /* the system's, at the ends of the finest micro steps */
    int inputs_steps;
    size_t inputs_room;
    double *stale; /* y as it was exchanged, where some outputs could not be brought up to date; else NULL */
    bool started;
    bool ends_early;     /* everybody can go back: a macro step ends where a discrete output changes */
    bool looks_at_bends; /* somebody wants to know how far straight lines are from curves */
    bool is_waveform;    /* nobody stands in for anybody: repeated passes alone */
    bool repeats;        /* there may be more passes than one */
    int pass;            /* over this macro step, from 0 */
    long micro_steps;    /* taken */
    bool is_fresh;       /* derivatives are of this very point, to which everybody has gone back */
    bool is_good;        /* the last promises were so good that derivatives need not be taken again */
    long derivatives;    /* of components, taken */
    long columns;        /* of those */
    long calls;          /* of fmi2GetDirectionalDerivative for those */
    struct arena arena;
};

struct standins_options {
    double micro_step;         /* of all; 0: chosen */
    const double *micro_steps; /* per component; 0: as all */
    bool one_by_one;
    bool is_waveform, repeats; /* as below */
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

/* At the start of a macro step of length H; y: what was exchanged there. Outputs that the exchange had to leave stale are brought up to
 * date. */
bool standins_begin(struct standins *s, double H, double *y, struct error *error);

/* How long the steps of a component are in a macro step of length H, in which it takes so many of them. */
double standins_length(const struct standins *s, double H, int steps);
/* All have the same micro steps, and models that are good for any. */
bool standins_step_together(const struct standins *s);
/* Nobody has a micro step of its own, or was given one. */
bool standins_choose_for_all(const struct standins *s);
/* A component that others listen to and that does not tell how fast it is, or NO_VALUE. */
size_t standins_find_unknown_pace(const struct standins *s);

/* Components have gone back to the start of the macro step, for one more pass. In it everybody hears what the others have delivered in
 * the last one, and of those that have stand-ins how these answer to the change since: a step of Newton's method, with the matrices
 * of the first pass, over the whole of the micro steps. */
void standins_repeat(struct standins *s, const double *y);
/* Whether input u is one that follows what it hears over micro steps; else it is held. */
bool standins_follow(const struct standins *s, size_t u);
/* After a pass: nothing that was told differs from what was delivered by more than `tolerance`, relative to `largest` (per y). */
bool standins_have_converged(const struct standins *s, double tolerance, const double *largest);

/* After a macro step, by its error in tolerances: whether derivatives are taken again for the next one, or for this one once more. */
void standins_judge(struct standins *s, double error, bool taken);

/* An event, or a rejected step: how outputs moved before it says nothing. A run that starts over has learned nothing. */
void standins_forget(struct standins *s);
void standins_start_over(struct standins *s);

/* A component over the macro step. */
enum step_outcome standins_step(struct stepper *stepper, size_t component);

/* How fast components are, as found elsewhere: before the start. */
void standins_set_paces(struct standins *s, const double *paces);

enum run_grade standins_grade(const struct standins *s, size_t component);

/* ---- inside ---- */

double standins_recorded(const double *record, size_t width, size_t column, int its_steps, int j, int steps);

/* standins_signals.c: room for a macro step; where values come from, at the begin of a pass over it, when those before it in the order
 * have stepped. */
bool standins_take_signals(struct standins *s, size_t component);
void standins_find_signals(const struct stepper *stepper, size_t component);

/* standins_models.c: finds out how well each component can be known; brings all models up to date at the start of a macro step. */
bool standins_open_models(struct standins *s, double start_time, const struct starts *starts, struct error *error);
bool standins_update_models(struct standins *s, const double *y, struct error *error);
/* After a micro step of a component that is known by what it answers. */
void standins_learn(struct standins *s, size_t component, double h);

#endif
