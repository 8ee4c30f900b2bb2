/* Inside a coupled model: its plan (constant, made once) and the constants of an instance. */
#ifndef PASO_COMPOSITE_IMPL_H
#define PASO_COMPOSITE_IMPL_H

#include "monolithic/composite.h"
#include "numerics/solver.h"

struct part {
    const char *name;
    const struct model_type *type;
    struct model_layout layout;
    size_t constants_at;       /* bytes from the start of the parts' constants ... */
    size_t scratch_at;         /* ... and of their scratch */
    size_t room_at;            /* its numbers, laid out as the layout says, in the room */
    size_t first[MODEL_ROLES]; /* of its variables among all of that role */
    size_t *states;            /* places of its states among all */
    size_t *inputs;            /* places of its inputs among all; COUPLED_NOWHERE: connected */
};

/* What has to be done, one after the other, to know all inputs. */
enum action { ACTION_INITIALIZE, ACTION_OUTPUTS, ACTION_LOCALS, ACTION_COPY };
struct step {
    enum action action;
    size_t part;     /* ACTION_COPY: from this part ... */
    size_t variable; /* ... this place of its layout ... */
    size_t to_part, to_variable;
};
struct schedule {
    struct step *steps;
    size_t n;
};

/* A further name of a variable of the whole: an output of its own with the same value. */
struct alias {
    enum model_role role; /* of the variable: an output or a state */
    size_t place;         /* among all of that role */
};

struct composite {
    struct model_type type;
    struct solver_extension for_solvers; /* of the type */
    struct part *parts;
    size_t n_parts;
    struct schedule start, always; /* at initialization; at every evaluation */
    struct model_variable *variables;
    size_t *places;   /* of all parts' states and inputs */
    char *names;      /* all texts */
    size_t room;      /* numbers of all parts together */
    bool is_declared; /* composite_declare() has been there */
    char **texts;     /* of it: names and lists of names */
    size_t n_texts;
    struct alias *aliases; /* likewise; they stand behind the parts' outputs ... */
    size_t n_aliases;
    size_t n_outputs; /* ... of which there are so many */
};

/* Constants of an instance: this header, then those of the parts. */
struct instance {
    const struct composite *plan;
    char *parts;
};

/* Its scratch: this header, the parts' numbers, then their own scratch. */
struct work {
    double *numbers_real;
    double complex *numbers_complex;
    char *parts;
};

bool composite_schedule(struct composite *c, const struct composite_connection *connections, size_t n,
                        struct model_report *report);                                        /* composite_schedule.c */
bool composite_describe(struct composite *c, const char *name, struct model_report *report); /* composite_describe.c */

#endif
