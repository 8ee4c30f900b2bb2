/* The export shell: turns any model (model.h) into an FMU for Model Exchange and Co-Simulation. This header is private to
 * fmi/shell_*.c; what a model must bring is in shell_model.h. */
#ifndef PASO_SHELL_H
#define PASO_SHELL_H

#define FMI2_DECLARE_FUNCTIONS
#include "fmi/fmi2.h"
#include "fmi/shell_calls.h"
#include "fmi/shell_categories.h"
#include "fmi/shell_model.h"
#include "numerics/solver.h"

#include <stdint.h>

/* Out of the way of the few calls that a master makes all the time. */
#if defined(__GNUC__)
#define SHELL_ASIDE __attribute__((noinline, cold))
#else
#define SHELL_ASIDE
#endif

/* What has been brought up to date since something it depends on was set. */
enum { FRESH_INITIAL = 1, FRESH_RATES = 2, FRESH_OUTPUTS = 4, FRESH_LOCALS = 8, FRESH_ALL = 15, NOT_REAL = 128 };

/* Everything that changes in the life of an instance, in one block without pointers: this is the FMU state, copied as it
 * is. The numbers are the model's (model_layout), then the first and the second derivatives of the inputs, then for each input
 * whether they were set since the last step. */
struct shell_live {
    size_t size;       /* in bytes, of the whole block */
    uint64_t identity; /* of the model and the interface: a state fits only where it came from */
    uint32_t mode;     /* one bit of enum shell_mode */
    uint32_t fresh;
    double last_successful_time;
    double stop_time, tolerance; /* INFINITY and 0 where not defined */
    double next_size;            /* of solver 4's own steps, 0 before the first one */
    uint32_t has_started;        /* setupExperiment was called */
    uint32_t rel_tol_was_set;    /* by the user: then it wins over the experiment's tolerance */
    uint32_t inputs_move;        /* some input derivative is not zero */
    uint32_t inputs_suspicious;  /* something that is not finite was set */
    double numbers[];
};

struct shell_variable { /* how one number may be used */
    uint8_t kind;       /* enum model_kind */
    uint8_t need;       /* what must be fresh before it is read; NOT_REAL for other kinds */
    uint8_t role;       /* enum model_role; rates and time: MODEL_ROLES */
    uint8_t stale;      /* what a set makes stale */
    uint32_t settable;  /* modes in which it may be set */
};

struct shell {
    /* First what steps, gets and sets touch, side by side: where a system has thousands of instances, they wait for memory. */
    struct shell_live *live;
    double *time, *u, *x; /* into live->numbers, like those below */
    double *m, *q, *y;
    void *constants, *scratch;                             /* made by the model from set_up_for */
    struct solver_loop loop;                               /* of steps like the last one */
    uint32_t first_input, n_inputs, first_state, n_states; /* of the layout */
    uint32_t n_readable;                                   /* states and outputs that follow them, all of them real */
    bool reads_outputs;                                    /* the last get did */
    bool (*outputs)(const void *constants, void *scratch, double t, const double *m, const double *x, const double *u,
                    double *y, struct model_report *); /* the model's */

    struct shell_model model;
    const struct model_type *type;
    struct model_layout layout;
    fmi2Type interface;
    char *name;
    fmi2CallbackFunctions callbacks;
    bool logging;
    uint32_t log_categories; /* bits of enum shell_category */

    struct shell_variable *variables;
    double *p, *calculated, *w, *dx, *u1, *u2, *u_is_new;
    double *set_up_for;
    bool is_set_up;
    bool parameters_changed; /* of a running model, in this call */
    struct solver *solver;
    struct solver_settings settings;
    struct solver_problem problem; /* its pointers are set once */
    double *saved;                 /* x and q before a step; seeds of a directional derivative */
    double complex *workspace;
    struct model_report report;
};

/* ---- shell_log.c ---- */

enum shell_category {
#define SHELL_CATEGORY(code, name, description) code,
    SHELL_CATEGORIES(SHELL_CATEGORY)
#undef SHELL_CATEGORY
        N_CATEGORIES
};

/* Says it through the logger and returns `status`. Warnings and failures are always said, the rest where logging is on. */
fmi2Status shell_say(struct shell *s, fmi2Status status, enum shell_category category, const char *format, ...)
    __attribute__((format(printf, 4, 5)));
/* The model's report with the time, as `status`. */
fmi2Status shell_say_report(struct shell *s, fmi2Status status, double t);
/* fmi2Warning where something that the model's results presume no longer holds, each once; else fmi2OK. All of a call are one line, since
 * masters show the last one; what is too much for it waits for the next call. Where no solver steps, who accepts a state looks. */
fmi2Status shell_say_presumptions(struct shell *s);
void shell_look(struct shell *s);

/* ---- shell_values.c ---- */

void shell_describe_variables(struct shell *s); /* fills s->variables from the model's table */
const char *shell_variable_name(const struct shell *s, size_t index, char room[static 128]);
bool shell_refresh(struct shell *s, unsigned need);              /* false: s->report */
fmi2Status shell_refresh_or_say(struct shell *s, unsigned need); /* the same for a call, with what may be the reason */
void shell_set_starts(struct shell *s);

/* ---- shell_state.c ---- */

bool shell_synchronize(struct shell *s); /* constants and solver follow the parameters; false: s->report */

/* ---- calls ---- */

/* Whether the call is allowed now; if not, says so. */
static inline bool shell_allows(const struct shell *s, enum shell_call call)
{
    return (shell_calls[call].modes & s->live->mode) != 0;
}
fmi2Status shell_refuse(struct shell *s, enum shell_call call);

#define SHELL_ENTER(s, call)                                                                                           \
    if (!(s))                                                                                                          \
        return fmi2Error;                                                                                              \
    if (!shell_allows(s, call))                                                                                        \
    return shell_refuse(s, call)

#endif
