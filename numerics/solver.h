/* Integrators for a model inside one communication step: inputs are polynomials in time over the step, the states and the
 * quadratures go from t to t + H. Which one, and how fine, are the first parameters of every model's table. */
#ifndef PASO_SOLVER_H
#define PASO_SOLVER_H

#include "numerics/model.h"
#include "numerics/presumptions.h"

enum solver_kind { SOLVER_EULER = 1, SOLVER_RUNGE_KUTTA, SOLVER_TRAPEZOIDAL, SOLVER_ARKODE };

/* Their places among the parameters, and the rows that a model's table begins with. */
enum { SOLVER_KIND, SOLVER_STEP_SIZE, SOLVER_REL_TOL, SOLVER_ABS_TOL, SOLVER_PARAMETERS };

#define SOLVER_PARAMETER_ROWS(default_step)                                                                            \
    [SOLVER_KIND] =                                                                                                    \
        {MODEL_PARAMETER,                                                                                              \
         MODEL_INTEGER,                                                                                                \
         "solver",                                                                                                     \
         "solver in Co-Simulation: 1 Euler (the document's formula), 2 Runge-Kutta 4, 3 trapezoidal rule, "            \
         "4 implicit Runge-Kutta 5 with error control (ARKODE)",                                                       \
         .unit = "",                                                                                                   \
         .start = 1,                                                                                                   \
         .min = 1,                                                                                                     \
         .max = 4},                                                                                                    \
    [SOLVER_STEP_SIZE] = {MODEL_PARAMETER,                                                                             \
                          MODEL_REAL,                                                                                  \
                          "step_size",                                                                                 \
                          "largest micro step of solvers 1 to 3 (equal ones, as many as a communication step needs)",  \
                          .unit = "s",                                                                                 \
                          .start = (default_step),                                                                     \
                          .min = 1e-9,                                                                                 \
                          .max = 1e6},                                                                                 \
    [SOLVER_REL_TOL] = {MODEL_PARAMETER, MODEL_REAL,    "rel_tol",    "relative tolerance of solver 4",                \
                        .unit = "",      .start = 1e-8, .min = 1e-14, .max = 0.1},                                     \
    [SOLVER_ABS_TOL] = {MODEL_PARAMETER, MODEL_REAL,                                                                   \
                        "abs_tol",       "absolute tolerance of solver 4, in units of each state's nominal value",     \
                        .unit = "",      .start = 1e-8,                                                                \
                        .min = 1e-16,    .max = 0.1}

/* u(t) = u0 + u1 (t - t0) + u2/2 (t - t0)^2; held where `moves` is false. */
struct solver_inputs {
    double t0;
    const double *u0, *u1, *u2;
    bool moves;
    size_t n;
};
/* The inputs at t: u0 itself where they are held, else `room` filled. */
const double *solver_inputs_at(const struct solver_inputs *inputs, double t, double *room);

/* What a model has for solvers beyond its equations (model.h); each may be NULL. */
typedef bool solver_euler_loop(const void *constants, void *scratch, double t, double h, double n, const double *m,
                               const double *u, double *x, double *q, double *reached, struct model_report *);
struct solver_extension {
    /* n Euler steps at once with held inputs, where speed asks for it (euler_loop.h). Else solver 1 calls rates() itself. */
    solver_euler_loop *euler_loop;
    /* A micro step by the model's own method instead of solvers 1 to 4, where a parameter chose it. */
    bool (*uses_own_step)(const void *constants);
    bool (*own_step)(const void *constants, void *scratch, double t, double h, const double *u_begin,
                     const double *u_end, double *m, double *x, double *q, struct model_report *);
    /* What results presume of memories and states. Where one of these no longer holds the model goes on: its place, with a report, the first
     * of those that were not `found` before; n_presumptions where all hold. */
    size_t n_presumptions;
    size_t (*presumption)(const void *constants, void *scratch, const bool *found, double t, const double *m,
                          const double *x, struct model_report *);
};

struct solver_problem {
    const struct model_type *type;
    const struct model_layout *layout;
    const void *constants;
    void *scratch;
    double *m;
    double *next_size; /* what solver 4 would take next, 0: unknown; a state like x. NULL: it finds one in every step */
    struct solver_inputs inputs;
};

struct solver_settings {
    enum solver_kind kind;
    double step_size, rel_tol, abs_tol;
};

struct solver; /* the workspace of one instance: everything is allocated when it is opened */

struct solver *solver_open(const struct model_type *type, struct model_report *report);
void solver_close(struct solver *solver); /* accepts NULL */

/* Makes ready for these settings, before the first step: ARKODE's memory is made here. */
bool solver_prepare(struct solver *solver, const struct solver_settings *settings, struct model_report *report);

/* x, q, the memories and the next size go from t to t + H. Where it fails they stay as they were; the report says why and `reached` how far it came. */
bool solver_step(struct solver *solver, const struct solver_settings *settings, const struct solver_problem *problem,
                 double t, double H, double *x, double *q, double *reached, struct model_report *report);

/* After a step that failed at t and x, where it began: says in front of the report's text that the micro step is too long for an
 * explicit solver, where that is so. The steps before count: who calls may have tried again with smaller ones. */
void solver_explain(struct solver *solver, const struct solver_settings *settings, const struct solver_problem *problem,
                    double t, const double *x, struct model_report *report);

/* After a step: whether the micro steps are too long for an explicit solver, seen from t and x or else from the start. Then the report says
 * so. */
bool solver_steps_are_too_long(struct solver *solver, const struct solver_settings *settings,
                               const struct solver_problem *problem, double t, const double *x,
                               struct model_report *report);

/* What the model presumes: solver_step() looks at every state that it accepts. Who calls may look as well, and tells. */
struct presumptions *solver_presumptions(struct solver *solver);

/* A step of H that is nothing but the model's own loop of Euler steps, inputs held: what the loop needs. */
struct solver_loop {
    solver_euler_loop *run;
    double H, h, n; /* H is NAN where there is no such loop: for solver_step() only */
};
struct solver_loop solver_loop(const struct solver *solver, const struct solver_settings *settings, double H);

#endif
