/* Values between components. What is connected lies in two tables of numbers: `y`, what components (and the system's
 * inputs) deliver, and `u`, what components are given; a component's real values are neighbours, so that a get or a set
 * is one call into the table. Before the start a plan is made: the sequence of gets and sets (and of what else it takes
 * for feedthrough and loops) that brings every input up to date; an exchange executes it. Nothing is looked up, compared
 * by name or allocated then.
 *
 * Two plans exist: for initialization, when an FMU recomputes on every get, and for communication points. */
#ifndef PASO_EXCHANGE_H
#define PASO_EXCHANGE_H

#include "master/base/arena.h"
#include "master/couple/component.h"
#include "master/system/sequence.h"

struct loop;
struct slopes;

struct span {
    size_t begin, end;
};

enum exchange_kind {
    EXCHANGE_INITIAL,   /* in initialization mode */
    EXCHANGE_REFRESHED, /* at communication points, feedthrough brought up to date */
    EXCHANGE_STALE      /* at communication points, one get and one set of everything */
};

/* Where an input's value comes from. */
struct source {
    size_t index;                /* in y */
    double factor, offset;       /* u = factor * y + offset ... */
    const struct value_map *map; /* ... unless there is a table of values (integers, booleans, enumerations) */
    size_t n_map;
};

/* Numbers that are not real, and strings, of one get or set. */
struct discrete {
    struct span integers, booleans; /* in y or u */
    struct span strings;            /* in the string tables */
};

/* y += D du for outputs with feedthrough, D the directional derivative at the inputs that the FMU still has. */
struct refresh {
    size_t *outputs, *inputs; /* indices in y and u */
    unsigned *output_refs, *input_refs;
    size_t n_outputs, n_inputs;
    double *seed, *result;
};

struct exchange_step {
    enum exchange_operation operation;
    bool plain;        /* EXCHANGE_SET: factor 1 and offset 0 throughout */
    bool is_looked_at; /* EXCHANGE_SET: the component is read again after it, in the same exchange */
    size_t component;
    struct span reals;         /* EXCHANGE_GET: in y, EXCHANGE_SET: in u */
    struct discrete *discrete; /* NULL: none */
    struct refresh *refresh;
    struct loop *loop;
};

struct exchange {
    enum exchange_kind kind;
    size_t n_components;
    struct component **components; /* the caller's */
    const struct system *system;

    double *y, *u;
    size_t n_y, n_u; /* numbers of all types; the system's inputs are the last of y */
    size_t system_inputs;
    struct port *y_ports, *u_ports; /* whose they are; a system input has component n_components */
    unsigned *y_refs, *u_refs;
    struct source *sources;           /* of every u */
    size_t *gather;                   /* sources[i].index again, side by side */
    struct span *y_reals, *u_reals;   /* per component */
    struct discrete *y_rest, *u_rest; /* per component */
    bool has_discrete;

    char **y_strings, **u_strings; /* copies; u_strings[i] is y_strings[string_sources[i]] */
    size_t *string_sources;
    size_t n_y_strings, n_u_strings;
    size_t string_inputs; /* the system's inputs are the last of y_strings, too */
    struct port *y_string_ports, *u_string_ports;
    unsigned *y_string_refs, *u_string_refs;
    int *scratch; /* integers and booleans on their way */

    struct exchange_step *plan;
    size_t n_plan;
    bool *is_current; /* per component: y is what a get would give now */
    bool set_always;  /* else a set of what the component has already is left out */

    struct slopes *slopes; /* NULL: values are held */

    struct arena arena;
};

/* `components` must outlive the exchange; `graph` is that of initialization or of communication points, as the kind says.
 * `driven`: which inputs of the system have values; NULL: none. */
struct exchange *exchange_open(const struct system *system, const struct graph *graph, struct component **components,
                               enum exchange_kind kind, const bool *driven, struct error *error);
void exchange_close(struct exchange *x); /* accepts NULL */

/* Executes the plan. The system's inputs must be in y. */
bool exchange_run(struct exchange *x, double t, struct error *error);

/* Outputs are in y, as components have them: those that the exchange will bring up to date by derivatives become, in y, what it will make of
 * them. `recomputed`: those that are got from FMUs that recompute as well, where these have derivatives. Nobody is given anything. */
bool exchange_foresee(struct exchange *x, bool recomputed, double t, struct error *error);

/* All outputs of a component into y, as they are; all its inputs from y. */
bool exchange_get(struct exchange *x, size_t component, struct error *error);
bool exchange_set(struct exchange *x, size_t component, double t, struct error *error);

/* Of the inputs of a component these real ones, and all that are not real. */
bool exchange_set_some(struct exchange *x, size_t component, const size_t *reals, size_t n, double t,
                       struct error *error);

/* Copies a string over the one that is kept, where it has changed. */
bool exchange_keep_string(char **kept, const char *value, struct error *error);

/* A string input of the system; copied. */
bool exchange_put_string(struct exchange *x, size_t system_input, const char *value, struct error *error);

/* All outputs into y, and into u what the inputs would be given by now: nobody is given anything. */
bool exchange_look(struct exchange *x, struct error *error);

/* Components have gone back, or are others: what was got of them and which strings they were given is no longer known. */
void exchange_forget(struct exchange *x);

/* The inputs that the components have now, into u: where values came from elsewhere. */
bool exchange_read_inputs(struct exchange *x, struct error *error);

/* Names the first of these inputs that is not finite, and where it comes from; false. */
bool exchange_raise_not_finite(const struct exchange *x, struct span inputs, double t, struct error *error);

bool exchange_is_in_loop(const struct loop *loop, size_t output); /* index in y */

/* Index in the table of a port's number, or NO_VALUE. */
#define NO_VALUE ((size_t)-1)
size_t exchange_find_output(const struct exchange *x, struct port port);
size_t exchange_find_input(const struct exchange *x, struct port port);

/* Of one without a table. */
static inline double source_number(const struct source *s, const double *y)
{
    return s->factor * y[s->index] + s->offset;
}

static inline double source_value(const struct source *s, const double *y)
{
    if (!s->map)
        return source_number(s, y);
    for (size_t i = 0; i < s->n_map; i++)
        if (s->map[i].from == y[s->index])
            return s->map[i].to;
    return y[s->index];
}

#endif
