/* A plan in the making: which outputs and inputs there are, what they wait for, and the sequence of steps, in terms of
 * these lists. Positions in the tables are given out as steps are written down, so that every get and set is one span. */
#ifndef PASO_EXCHANGE_DRAFT_H
#define PASO_EXCHANGE_DRAFT_H

#include "master/couple/exchange_impl.h"

enum value_class { CLASS_REAL, CLASS_INTEGER, CLASS_BOOLEAN, CLASS_STRING, CLASS_COUNT };

struct draft_output {
    struct port port;
    enum value_class class;
    const size_t *inputs; /* variables of the component that it waits for */
    size_t n_inputs;
    size_t loop;     /* or NO_VALUE */
    bool got, known; /* by the steps so far */
    size_t rank;     /* among its component's of this class */
};

struct draft_input {
    struct port port;
    enum value_class class;
    size_t output;       /* which draft output it comes from, or NO_VALUE: */
    size_t system_input; /* an input of the system, always known */
    const struct transformation *transformation;
    bool set;
    size_t rank;
};

struct draft_step {
    enum exchange_operation operation;
    size_t component;
    struct span spans[CLASS_COUNT]; /* ranks */
    size_t *items;                  /* EXCHANGE_REFRESH: draft outputs */
    size_t n_items;
    size_t loop; /* EXCHANGE_LOOP */
};

struct draft_loop {
    const struct graph_loop *graph;
    bool solved;
    struct draft_step *sets, *gets; /* per member that recomputes */
    size_t *members;                /* components */
    size_t n_members;
};

struct draft {
    struct exchange *x;
    struct draft_output *outputs; /* sorted by component and variable */
    struct draft_input *inputs;   /* the same */
    size_t n_outputs, n_inputs;
    size_t *first_output, *first_input; /* per component, and one more */
    struct draft_loop *loops;
    size_t n_loops;
    struct draft_step *steps;
    size_t n_steps, room;
    size_t (*y_ranks)[CLASS_COUNT], (*u_ranks)[CLASS_COUNT]; /* given out so far, per component */
    bool *recomputes, *directional;                          /* per component */
    size_t *waiting;                                         /* per component: outputs not got yet */
    size_t *unknown_of; /* per y, while a loop is finished: which unknown, plus one */
    struct arena arena;
};

/* exchange_lists.c */
bool draft_make_lists(struct draft *d, const struct graph *graph, const bool *driven, struct error *error);
struct draft_output *draft_find_output(const struct draft *d, struct port port);
struct draft_input *draft_find_input(const struct draft *d, struct port port);

/* exchange_sequence.c */
bool draft_make_sequence(struct draft *d, struct error *error);

/* exchange_tables.c: from the draft to the exchange. */
bool draft_finish(struct draft *d, struct error *error);

#endif
