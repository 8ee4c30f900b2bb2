/* A stand-in: linear models of components that have not stepped yet, joined over their connections into one linear component, for the
 * one that steps now and listens to it. At the start of a macro step, with xi the deviation of their states from there,
 *     xi' = f_0 + A xi + B (w - w_0),   y = y_0 + C xi + D (w - w_0),
 * where w is what drives them from outside: outputs of the listener, recorded values of those that have stepped, the system's
 * inputs. Loops of feedthrough among the members are solved. Members that have no such model, but answer (responses.h), are moved by
 * what comes from outside alone. */
#ifndef PASO_STANDIN_H
#define PASO_STANDIN_H

#include "master/couple/component_linear.h"
#include "master/couple/responses.h"

struct standin_model { /* of a component, where it stands */
    size_t n_states;
    const struct matrix *jacobian; /* rates and outputs by states and inputs; NULL: there is none */
    const double *rates;           /* f_0 */
    bool answers;                  /* it has no such model, but answers (responses.h) */
};

struct standin_world { /* what all stand-ins of a run share */
    struct exchange *x;
    struct standin_model *models; /* per component */
    size_t *y_row;                /* per y: its row in the model of its component; NO_VALUE: it does not move */
    size_t *u_column;             /* per u: its column there */
};

struct standin_input { /* of a member */
    size_t member, column;
    bool from_inside;
    size_t from; /* index in `outputs` or in `drivers` */
    double factor;
};

struct standin_answer { /* a member that answers */
    struct responses responses;
    size_t *drivers; /* per input of its */
    double *factors; /* ... and by what their values are multiplied */
    size_t *heard;   /* per output: among those of the stand-in */
    double *in, *slopes, *out;
};

struct standin {
    struct component *linear; /* NULL: there are no members */
    size_t *members, n_members;
    struct standin_answer *answers; /* members apart from those */
    size_t n_answers;
    size_t *first_state; /* per member */
    size_t n_states;
    size_t *outputs, n_outputs; /* of members, indices in y: those that the listener takes are the first ... */
    size_t n_heard;             /* ... so many */
    size_t *drivers, n_drivers; /* from outside, indices in y: the listener's are the first ... */
    size_t n_own;               /* ... so many */
    struct standin_input *inputs;
    size_t n_inputs;
    struct matrix jacobian; /* rows: states, heard outputs; columns: states, drivers, and f_0 as an input that is 1 */
    struct step_map map;    /* of a micro step */
    struct matrix gain;     /* heard by own: how an output at the end of a micro step depends on a driver there */
    double *own_kick;       /* states by own: the same for states */
    struct matrix A_used;   /* of the map's exponential */
    struct matrix phi[3];
    double h_used;
    struct matrix C, DE, DF; /* workspace of joining */
    double *hA, *room;
    size_t *pivots;
    size_t exponentials; /* that were computed */
    bool changes_only;   /* drivers are changes of what the members were given, and so are the outputs */
};

/* Members in the order of nearness: along connections. */
bool standin_open(struct standin *s, const struct standin_world *world, size_t listener, const size_t *members,
                  size_t n_members, struct arena *arena, struct error *error);
void standin_close(struct standin *s);

/* At the start of a macro step, models are up to date: joins them, for micro steps of length h. False: a loop among the members
 * has no solution, or something is not finite. */
bool standin_update(struct standin *s, const struct standin_world *world, double h, struct error *error);
/* Samples the answers of those that have no model; y: what was exchanged. `anew`: not only how they go on by themselves. */
bool standin_sample(struct standin *s, const struct standin_world *world, const double *y, int steps, double h,
                    bool anew, struct error *error);

/* Back to the start of the macro step, for a pass; see `changes_only`. */
void standin_rewind(struct standin *s, bool changes_only);

/* Where the drivers and their slopes are written, as deviations, before each micro step; where there are members. */
double *standin_drivers(const struct standin *s);
double *standin_driver_slopes(const struct standin *s);
/* One micro step, drivers as they were at its begin; the heard outputs at its end, as deviations. */
bool standin_step(struct standin *s, double *heard, struct error *error);
/* The listener's drivers have come out different at the end of that step, by `change`: corrects states, and adds to `heard`. */
void standin_correct(struct standin *s, const double *change, double *heard);

#endif
