/* Inside the solvers: the workspace and the list of methods. */
#ifndef PASO_SOLVER_IMPL_H
#define PASO_SOLVER_IMPL_H

#include "numerics/solver.h"

struct arkode_solver;

struct solver {
    const struct model_type *type;
    struct model_layout layout;
    size_t n_x, n_q, n_u, n_m;
    double last_H;    /* the last communication step that came to its end; 0: none has */
    double *u;        /* inputs at a stage */
    double *u_end;    /* and at the end of a model's own step */
    double *x;        /* states at a stage */
    double *k[4];     /* rates at the stages */
    double *kq[4];    /* and of the quadratures */
    double *jacobian; /* n_x by n_x, by columns */
    size_t *pivots;
    double *saved;   /* x, q and m before a step */
    double *nominal; /* of the states */
    double complex *complex_room;
    size_t *groups; /* of each column of the Jacobian: columns of a group have no row in common; NULL: nobody looked */
    size_t n_groups;
    bool *reaches;                /* which rows a column has, n_x by n_x, by columns */
    double *along_group;          /* sum of its columns */
    struct arkode_solver *arkode; /* NULL until it is asked for */
    struct presumptions *presumptions;
};

/* One micro step of size h from t. */
typedef bool solver_micro_step(struct solver *solver, const struct solver_problem *problem, double t, double h,
                               double *x, double *q, struct model_report *report);
solver_micro_step euler_step, runge_kutta_step, trapezoidal_step;

/* Whether the model steps by a method of its own. */
bool solver_is_model_s_own(const struct solver *solver, const struct solver_problem *problem);

/* How many equal micro steps an interval needs. */
double solver_micro_steps(double interval, double step_size);

/* Memories follow the accepted states x at t. */
bool solver_accept(struct solver *solver, const struct solver_problem *problem, double t, const double *x,
                   enum model_moment moment, struct model_report *report);

/* Whether states are better counted anew; at an event they are. After solver_accept(). */
bool solver_recount(const struct solver *solver, const struct solver_problem *problem, double *x,
                    enum model_moment moment);

/* The end of the smooth stretch that begins at t: the next kink of the model's laws in time, or `end`. */
double solver_stretch(const struct solver *solver, const struct solver_problem *problem, double t, double end);

/* Finds columns of the Jacobian that are computed together; false: no memory. */
bool solver_jacobian_prepare(struct solver *solver);
void solver_jacobian_close(struct solver *solver);

/* The Jacobian of the rates with respect to the states, by columns that are `stride` apart, and that of the quadratures'
 * rates, NULL where nobody asks. */
bool solver_jacobian(struct solver *solver, const struct solver_problem *problem, double t, const double *x,
                     const double *u, size_t stride, double *columns, double *quadratures, struct model_report *report);

struct arkode_solver *arkode_solver_open(struct solver *solver, struct model_report *report);
void arkode_solver_close(struct arkode_solver *arkode);
bool arkode_solver_step(struct arkode_solver *arkode, const struct solver_settings *settings,
                        const struct solver_problem *problem, double t, double H, double *x, double *q, double *reached,
                        struct model_report *report);

#endif
