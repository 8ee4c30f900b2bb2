/* Solver 4: SUNDIALS CVODE (of its CVODES library, for the quadratures), BDF with Newton and the exact Jacobian.
 *
 * Every communication step starts afresh: inputs may jump there, and CVODE's history cannot be saved, so that a restored
 * instance continues bit for bit. Inside a step CVODE stops at the kinks of the model's laws in time and starts again. */
#include "solver_impl.h"

#ifdef PASO_WITH_CVODE

#include "sundials_release.h"

#include <cvodes/cvodes.h>
#include <float.h>
#include <math.h>
#include <nvector/nvector_serial.h>
#include <stdlib.h>
#include <string.h>
#include <sunlinsol/sunlinsol_dense.h>
#include <sunmatrix/sunmatrix_dense.h>

enum { MOST_STEPS = 100000, MOST_EVENTS = 10000 };

struct cvode_solver {
    struct solver *solver;
    struct sundials sundials;
    void *memory;
    N_Vector x, q, tolerances;
    SUNMatrix matrix;
    SUNLinearSolver linear_solver;
    const struct solver_problem *problem; /* of the step under way */
    int n_events;                         /* at states, within it */
    struct model_report report;           /* the last failure of the model inside CVODE */
    bool failed;
};

static int rates(double t, N_Vector x, N_Vector dx, void *user)
{
    struct cvode_solver *c = user;
    struct solver *s = c->solver;
    const double *u = solver_inputs_at(&c->problem->inputs, t, s->u);
    c->failed = !s->type->over_reals.rates(c->problem->constants, t, c->problem->m, NV_DATA_S(x), u, NV_DATA_S(dx),
                                           s->kq[0], &c->report);
    return c->failed; /* 1: CVODE tries a smaller step */
}

static int quadrature_rates(double t, N_Vector x, N_Vector dq, void *user)
{
    struct cvode_solver *c = user;
    struct solver *s = c->solver;
    const double *u = solver_inputs_at(&c->problem->inputs, t, s->u);
    c->failed = !s->type->over_reals.rates(c->problem->constants, t, c->problem->m, NV_DATA_S(x), u, s->k[0],
                                           NV_DATA_S(dq), &c->report);
    return c->failed;
}

static int jacobian(double t, N_Vector x, N_Vector dx, SUNMatrix matrix, void *user, N_Vector a, N_Vector b, N_Vector e)
{
    (void)dx, (void)a, (void)b, (void)e;
    struct cvode_solver *c = user;
    const double *u = solver_inputs_at(&c->problem->inputs, t, c->solver->u);
    c->failed = !solver_jacobian(c->solver, c->problem, t, NV_DATA_S(x), u, SM_DATA_D(matrix), &c->report);
    return c->failed;
}

static int indicators(double t, N_Vector x, double *z, void *user)
{
    struct cvode_solver *c = user;
    struct solver *s = c->solver;
    const double *u = solver_inputs_at(&c->problem->inputs, t, s->u);
    c->failed = !s->type->indicators(c->problem->constants, t, c->problem->m, NV_DATA_S(x), u, z, &c->report);
    return c->failed;
}

struct cvode_solver *cvode_solver_open(struct solver *s, struct model_report *report)
{
    struct cvode_solver *c = calloc(1, sizeof *c);
    if (!c)
        goto failed;
    c->solver = s;
    const sunindextype n = (sunindextype)s->n_x;
    if (n == 0)
        return c; /* nothing to integrate but quadratures of inputs: see the step */
    if (!sundials_open(&c->sundials))
        goto failed;
    c->x = N_VNew_Serial(n, c->sundials.context);
    c->tolerances = N_VNew_Serial(n, c->sundials.context);
    c->matrix = SUNDenseMatrix(n, n, c->sundials.context);
    c->memory = CVodeCreate(CV_BDF, c->sundials.context);
    if (!c->x || !c->tolerances || !c->matrix || !c->memory)
        goto failed;
    c->linear_solver = SUNLinSol_Dense(c->x, c->matrix, c->sundials.context);
    N_VConst(0, c->x);
    N_VConst(1, c->tolerances);
    if (!c->linear_solver || !SUNDIALS_LISTEN(CVodeSetErrHandlerFn, c->memory, &c->sundials) ||
        CVodeInit(c->memory, rates, 0, c->x) != CV_SUCCESS || CVodeSetUserData(c->memory, c) != CV_SUCCESS ||
        CVodeSVtolerances(c->memory, 1e-8, c->tolerances) != CV_SUCCESS ||
        CVodeSetLinearSolver(c->memory, c->linear_solver, c->matrix) != CV_SUCCESS ||
        CVodeSetJacFn(c->memory, jacobian) != CV_SUCCESS || CVodeSetMaxNumSteps(c->memory, MOST_STEPS) != CV_SUCCESS)
        goto failed;
    if (s->n_q > 0) {
        c->q = N_VNew_Serial((sunindextype)s->n_q, c->sundials.context);
        if (!c->q || CVodeQuadInit(c->memory, quadrature_rates, c->q) != CV_SUCCESS)
            goto failed;
    }
    if (s->type->n_indicators > 0 && CVodeRootInit(c->memory, (int)s->type->n_indicators, indicators) != CV_SUCCESS)
        goto failed;
    return c;

failed:
    model_fail(report, "CVODE could not be set up (out of memory?)");
    cvode_solver_close(c);
    return NULL;
}

void cvode_solver_close(struct cvode_solver *c)
{
    if (!c)
        return;
    if (c->memory)
        CVodeFree(&c->memory);
    if (c->linear_solver)
        SUNLinSolFree(c->linear_solver);
    if (c->matrix)
        SUNMatDestroy(c->matrix);
    if (c->tolerances)
        N_VDestroy(c->tolerances);
    if (c->x)
        N_VDestroy(c->x);
    if (c->q)
        N_VDestroy(c->q);
    sundials_close(&c->sundials);
    free(c);
}

static bool report_failure(struct cvode_solver *c, int flag, double t, double end, struct model_report *report)
{
    if (c->failed) {
        *report = c->report;
        return false;
    }
    char *name = CVodeGetReturnFlagName(flag);
    model_fail(report, "CVODE gave up at t = %.10g s on the way to %.10g s (%s); loosen rel_tol and abs_tol", t, end,
               name ? name : "unknown reason");
    free(name);
    return false;
}

/* CVODE's own steps, one by one where memories follow them. Ends at `end` or at an event of the states. */
static int advance(struct cvode_solver *c, double end, double *reached)
{
    if (!c->solver->type->accept)
        return CVode(c->memory, end, c->x, reached, CV_NORMAL);
    for (int step = 0; step < MOST_STEPS; step++) {
        const int flag = CVode(c->memory, end, c->x, reached, CV_ONE_STEP);
        if (flag != CV_SUCCESS)
            return flag;
        if (!solver_accept(c->solver, c->problem, *reached, NV_DATA_S(c->x), MODEL_STEP, &c->report)) {
            c->failed = true;
            return CV_UNRECOGNIZED_ERR;
        }
    }
    return CV_TOO_MUCH_WORK;
}

/* From t towards `end`, on which no kink in time lies in between: up to there, or to an event of the states. */
static bool smooth_stretch(struct cvode_solver *c, double t, double end, double *reached, struct model_report *report)
{
    /* Where a model's domain ends, steps would shrink to nothing and go on: below the clock's resolution it is over. */
    const double shortest = 4 * DBL_EPSILON * fmax(fabs(t), fabs(end));
    if (CVodeReInit(c->memory, t, c->x) != CV_SUCCESS || CVodeSetStopTime(c->memory, end) != CV_SUCCESS ||
        CVodeSetMinStep(c->memory, shortest) != CV_SUCCESS || (c->q && CVodeQuadReInit(c->memory, c->q) != CV_SUCCESS))
        return model_fail(report, "CVODE refused to start at t = %.10g s", t);
    c->failed = false;
    const int flag = advance(c, end, reached);
    if (flag < 0)
        return report_failure(c, flag, *reached, end, report);
    double at;
    if (c->q && CVodeGetQuad(c->memory, &at, c->q) != CV_SUCCESS)
        return model_fail(report, "CVODE lost its quadrature");
    if (flag != CV_ROOT_RETURN)
        *reached = end;
    else if (++c->n_events > MOST_EVENTS)
        return model_fail(report, "more than %d events between two communication points, the last at t = %.10g s",
                          MOST_EVENTS, *reached);
    return solver_accept(c->solver, c->problem, *reached, NV_DATA_S(c->x), MODEL_EVENT, report);
}

bool cvode_solver_step(struct cvode_solver *c, const struct solver_settings *settings,
                       const struct solver_problem *problem, double t, double H, double *x, double *q, double *reached,
                       struct model_report *report)
{
    struct solver *s = c->solver;
    const double end = t + H;
    const double rounding = 1e-12 * fmax(fabs(end), H);
    *reached = t;
    c->problem = problem;
    c->n_events = 0;
    if (s->n_x == 0)
        return runge_kutta_step(s, problem, t, H, x, q, report);
    for (size_t i = 0; i < s->n_x; i++)
        NV_Ith_S(c->tolerances, i) = settings->abs_tol * s->nominal[i];
    CVodeSVtolerances(c->memory, settings->rel_tol, c->tolerances);
    memcpy(NV_DATA_S(c->x), x, s->n_x * sizeof *x);
    if (c->q)
        memcpy(NV_DATA_S(c->q), q, s->n_q * sizeof *q);

    while (*reached < end - rounding)
        if (!smooth_stretch(c, *reached, solver_stretch(s, problem, *reached, end), reached, report))
            return false;
    memcpy(x, NV_DATA_S(c->x), s->n_x * sizeof *x);
    if (c->q)
        memcpy(q, NV_DATA_S(c->q), s->n_q * sizeof *q);
    return true;
}

#else /* the sources of an FMU, built without SUNDIALS */

struct cvode_solver *cvode_solver_open(struct solver *s, struct model_report *report)
{
    (void)s;
    model_fail(report, "this binary was built without SUNDIALS: solver 4 is not there, take 1, 2 or 3");
    return NULL;
}

void cvode_solver_close(struct cvode_solver *c)
{
    (void)c;
}

bool cvode_solver_step(struct cvode_solver *c, const struct solver_settings *settings,
                       const struct solver_problem *problem, double t, double H, double *x, double *q, double *reached,
                       struct model_report *report)
{
    (void)c, (void)settings, (void)problem, (void)t, (void)H, (void)x, (void)q, (void)reached;
    return model_fail(report, "this binary was built without SUNDIALS");
}

#endif
