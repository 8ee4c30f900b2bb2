/* The model contract: what physics gives to whoever wants to integrate, export or differentiate it.
 *
 * A model is a table of variables and a few pure functions of (t, x, u) and of what was set up before. It knows nothing of
 * FMI, allocates nothing and has no globals: any number of instances in any number of threads. The manipulator's table is a
 * constant in C; models that are read from files build theirs, so no size is known at compile time.
 *
 * An instance is two blocks of memory. `constants` is what setup() made of the parameters: nobody changes it afterwards. `scratch`
 * is room for intermediate results: setup() makes it ready for these constants, and whoever calls passes it, one thread at a time.
 * What it keeps between calls makes answers faster, not other ones. */
#ifndef PASO_MODEL_H
#define PASO_MODEL_H

#include <complex.h>
#include <stdbool.h>
#include <stddef.h>

/* Roles, in the order in which a table lists its variables. Rates (the states' derivatives) are not listed: they follow
 * from the states. */
enum model_role {
    MODEL_PARAMETER,  /* set before initialization; fixed after it, unless tunable */
    MODEL_CALCULATED, /* a parameter that setup() computes from the others */
    MODEL_INPUT,      /* continuous, real */
    MODEL_MEMORY, /* computed by initialize(); after it only accept(), recount() and a solver's own step change it */
    MODEL_STATE,
    MODEL_OUTPUT,     /* an output that is no state */
    MODEL_LOCAL,      /* computed only when somebody looks */
    MODEL_QUADRATURE, /* the integral of a rate that depends on nothing that depends on it: no state */
    MODEL_ROLES
};

enum model_kind { MODEL_REAL, MODEL_INTEGER, MODEL_BOOLEAN };

struct model_variable {
    enum model_role role;
    enum model_kind kind;
    const char *name;
    const char *description;
    const char *unit; /* "" for a pure number; fmi/units.c knows the names */
    double start;     /* parameters and inputs */
    double min, max;  /* both 0: no limits */
    double nominal;   /* 0: 1 */
    bool is_output;   /* a state that others may connect to */
    bool is_pressure; /* a state: methods that judge pressures by a tolerance of their own ask */
    /* A real parameter that may change between steps: states and memories stay as they are, and mean the same. */
    bool is_tunable;
    const char
        *depends; /* outputs, locals: the inputs, memories and states that the value depends on, blanks between */
    const char *initially_depends; /* memories, states: the inputs that they depend on at initialization */
    const char *rate_unit;         /* states */
    const char *rate_depends;      /* states: what the rate depends on */
    bool tells_count;              /* a memory of recount(): from where states are counted */
    bool
        tells_chosen_slope; /* a local that is not 0 where derivatives take a slope that the law itself does not have */
};

/* Where something left its domain: the text names the variable, its value and the limit; the caller adds the time. */
struct model_report {
    char text[320];
};
bool model_fail(struct model_report *report, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* The physics over doubles, and once more over complex numbers for exact derivatives. m are the memories, x the states, u the inputs. Each returns false, with a report, where its domain ends. */
struct model_functions {
    bool (*initialize)(const void *constants, void *scratch, double t, const double *u, double *m, double *x,
                       struct model_report *);
    bool (*rates)(const void *constants, void *scratch, double t, const double *m, const double *x, const double *u,
                  double *dx, double *dq, struct model_report *);
    bool (*outputs)(const void *constants, void *scratch, double t, const double *m, const double *x, const double *u,
                    double *y, struct model_report *);
    bool (*locals)(const void *constants, void *scratch, double t, const double *m, const double *x, const double *u,
                   double *w, struct model_report *);
};

struct model_complex_functions {
    bool (*initialize)(const void *constants, void *scratch, double complex t, const double complex *u,
                       double complex *m, double complex *x, struct model_report *);
    bool (*rates)(const void *constants, void *scratch, double complex t, const double complex *m,
                  const double complex *x, const double complex *u, double complex *dx, double complex *dq,
                  struct model_report *);
    bool (*outputs)(const void *constants, void *scratch, double complex t, const double complex *m,
                    const double complex *x, const double complex *u, double complex *y, struct model_report *);
    bool (*locals)(const void *constants, void *scratch, double complex t, const double complex *m,
                   const double complex *x, const double complex *u, double complex *w, struct model_report *);
};

struct model_experiment {
    double stop_time, tolerance, step_size;
};

/* When memories may follow the states: after any accepted step those that change no rate (which way a mechanism is
 * assembled), at events also those that do (the side of a jump, the piece of a law in time). */
enum model_moment { MODEL_STEP, MODEL_EVENT };

/* What is called in every step lies side by side in an FMU's binary: fewer lines of cache, where others need them, too. */
#if defined(__GNUC__)
#define MODEL_HOT __attribute__((hot))
#else
#define MODEL_HOT
#endif

struct solver_extension; /* solver.h */

/* The physics once more, with constants that are complex numbers: exact derivatives with respect to tunable parameters. */
struct model_tuning {
    size_t constants_size;
    void (*setup)(const double complex *parameters, void *constants); /* of parameters that setup() has accepted */
    struct model_complex_functions functions;
};

struct model_type {
    const char *name; /* a C identifier */
    const char *description;
    struct model_experiment experiment;
    const struct model_variable *variables; /* solver parameters first (solver.h), then by role */
    size_t n_variables;
    size_t n_positions; /* the first states are positions; the next as many are their rates */

    const void *plan; /* what a model that was read from a file keeps of it */

    size_t constants_size, scratch_size; /* bytes; 0: none */
    bool (*setup)(const struct model_type *type, const double *parameters, double *calculated, void *constants,
                  void *scratch, struct model_report *);
    struct model_functions over_real;
    struct model_complex_functions over_complex;
    /* All that follows may be NULL. */

    /* The next time after t at which a law in t has a kink or a jump; INFINITY where there is none. Solver 4 stops there and
     * starts again; solvers 1 to 3 do so where fixed_steps_stop, else they step over it, as publications do. */
    double (*next_event)(const void *constants, double t);
    bool fixed_steps_stop;
    /* Memories follow the states. A report says what no longer holds (a joint at its limit). */
    bool (*accept)(const void *constants, void *scratch, double t, const double *x, const double *u, double *m,
                   enum model_moment, struct model_report *);
    /* States that can be counted from more than one place, which a memory tells: after accept(), whether they have come to where
     * another place is better. A step only asks, at an event it is done: m and x jump, and mean what they meant before. */
    bool (*recount)(const void *constants, void *scratch, double *m, double *x, enum model_moment);
    /* Functions of the states whose changes of sign are events. */
    size_t n_indicators;
    bool (*indicators)(const void *constants, void *scratch, double t, const double *m, const double *x,
                       const double *u, double *z, struct model_report *);
    /* Derivatives with respect to tunable parameters. */
    const struct model_tuning *tuning;
    /* What only solvers ask for: faster steps, or a method of its own. */
    const struct solver_extension *for_solvers;
};

/* ---- the layout of one instance's numbers: the table's variables, the rates behind them, the time last ---- */

struct model_layout {
    size_t first[MODEL_ROLES]; /* index of a role's first variable, and how many there are */
    size_t count[MODEL_ROLES];
    size_t first_rate;
    size_t time;
    size_t size; /* of all numbers */
};
struct model_layout model_layout(const struct model_type *type);

/* Index of a variable, a rate "der(x)" or "time"; `size` of the layout where there is no such name. */
size_t model_find(const struct model_type *type, const char *name, size_t length);

/* ---- exact derivatives by the complex step (differentiate.c) ---- */

struct model_point { /* where to differentiate */
    const void *constants;
    void *scratch;
    double t;
    const double *m, *x, *u;
};

struct model_direction { /* along what; NULL is zero */
    double t;
    const double *m, *x, *u;
};

/* What changes; NULL where it is not wanted. */
struct model_change {
    double *rates, *outputs, *locals;
    double *quadratures; /* of their rates; only together with the rates */
};

size_t model_workspace_size(const struct model_layout *layout); /* in complex numbers */
bool model_differentiate(const struct model_type *type, const struct model_layout *layout, struct model_point at,
                         struct model_direction along, struct model_change change, double complex *workspace,
                         struct model_report *report);

/* The same, with parameters p that move along dp, too. Of a model that has model_type.tuning. */
size_t model_tuned_size(const struct model_type *type, const struct model_layout *layout); /* in complex numbers */
bool model_differentiate_tuned(const struct model_type *type, const struct model_layout *layout, struct model_point at,
                               const double *p, struct model_direction along, const double *dp,
                               struct model_change change, double complex *workspace, struct model_report *report);

/* Change of memories and states at initialization along a change of the inputs. */
bool model_differentiate_initial(const struct model_type *type, const struct model_layout *layout,
                                 const void *constants, void *scratch, double t, const double *u, const double *du,
                                 double *dm, double *dx, double complex *workspace, struct model_report *report);

#endif
