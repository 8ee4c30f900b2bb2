/* Solver 4: an implicit Runge-Kutta method of order 5 with error control (SUNDIALS ARKODE, ESDIRK5(4)7L[2]SA2 of Kennedy and
 * Carpenter, 2019), Newton with the exact Jacobian.
 *
 * A one-step method: all that it knows at a communication point are the states and the step size that it would take next.
 * That size is saved with the states, so that a restored instance goes on bit for bit, and a step that the communication
 * point cut short leaves it as it was. Inside of a step ARKODE stops at the kinks of the model's laws in time and at events
 * of the states. The quadratures are integrated by the same stages, outside of the error control. */
#include "numerics/solver_impl.h"

#ifdef PASO_WITH_SUNDIALS

#include "numerics/arkode_algebra.h"

#include <arkode/arkode_arkstep.h>
#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#if SUNDIALS_VERSION_MAJOR < 7 /* where every stepper had these functions of its own */
#define ARKodeEvolve                ARKStepEvolve
#define ARKodeFree                  ARKStepFree
#define ARKodeGetCurrentStep        ARKStepGetCurrentStep
#define ARKodeGetCurrentTime        ARKStepGetCurrentTime
#define ARKodeGetDky                ARKStepGetDky
#define ARKodeGetRootInfo           ARKStepGetRootInfo
#define ARKodeGetLastStep           ARKStepGetLastStep
#define ARKodeGetReturnFlagName     ARKStepGetReturnFlagName
#define ARKodeRootInit              ARKStepRootInit
#define ARKodeSVtolerances          ARKStepSVtolerances
#define ARKodeSetInitStep           ARKStepSetInitStep
#define ARKodeSetJacFn              ARKStepSetJacFn
#define ARKodeSetLinearSolver       ARKStepSetLinearSolver
#define ARKodeSetMaxConvFails       ARKStepSetMaxConvFails
#define ARKodeSetMaxErrTestFails    ARKStepSetMaxErrTestFails
#define ARKodeSetMaxFirstGrowth     ARKStepSetMaxFirstGrowth
#define ARKodeSetMaxHnilWarns       ARKStepSetMaxHnilWarns
#define ARKodeSetMaxNonlinIters     ARKStepSetMaxNonlinIters
#define ARKodeSetNonlinCRDown       ARKStepSetNonlinCRDown
#define ARKodeSetDeltaGammaMax      ARKStepSetDeltaGammaMax
#define ARKodeSetMinStep            ARKStepSetMinStep
#define ARKodeSetNoInactiveRootWarn ARKStepSetNoInactiveRootWarn
#define ARKodeSetNonlinConvCoef     ARKStepSetNonlinConvCoef
#define ARKodeSetStopTime           ARKStepSetStopTime
#define ARKodeSetUserData           ARKStepSetUserData
#endif

enum { MOST_STEPS = 100000, MOST_EVENTS = 10000, MOST_FAILURES = 100, MOST_ITERATIONS = 6 };

static const double largest_growth = 20;    /* of a step size, the first one's too: it has been remembered */
static const double step_share = 0.1;       /* of the tolerance */
static const double newton_share = 0.1;     /* of the tolerance */
static const double not_controlled = 1e100; /* a quadrature's absolute tolerance */

struct arkode_solver {
    struct solver *solver;
    struct sundials sundials;
    void *memory;
    N_Vector y, tolerances; /* the states, then the quadratures */
    SUNMatrix matrix;
    SUNLinearSolver linear_solver;
    double *indicators;                   /* at an event */
    int *directions;                      /* in which they go through zero there */
    const struct solver_problem *problem; /* of the step under way */
    int n_events;                         /* at states, within it */
    struct model_report report;           /* the last failure of the model inside ARKODE */
    bool failed;
};

static int rates(double t, N_Vector y, N_Vector dy, void *user)
{
    struct arkode_solver *a = user;
    struct solver *s = a->solver;
    const double *u = solver_inputs_at(&a->problem->inputs, t, s->u);
    a->failed = !s->type->over_real.rates(a->problem->constants, a->problem->scratch, t, a->problem->m, NV_DATA_S(y), u,
                                          NV_DATA_S(dy), NV_DATA_S(dy) + s->n_x, &a->report);
    return a->failed; /* 1: ARKODE tries a smaller step */
}

/* Nothing depends on the quadratures: their columns are zero. */
static int jacobian(double t, N_Vector y, N_Vector dy, SUNMatrix matrix, void *user, N_Vector v, N_Vector w, N_Vector z)
{
    (void)dy, (void)v, (void)w, (void)z;
    struct arkode_solver *a = user;
    struct solver *s = a->solver;
    const double *u = solver_inputs_at(&a->problem->inputs, t, s->u);
    const size_t n = s->n_x + s->n_q;
    memset(SM_DATA_D(matrix), 0, n * n * sizeof(double));
    a->failed = !solver_jacobian(s, a->problem, t, NV_DATA_S(y), u, n, SM_DATA_D(matrix), SM_DATA_D(matrix) + s->n_x,
                                 &a->report);
    return a->failed;
}

static int indicators(double t, N_Vector y, double *z, void *user)
{
    struct arkode_solver *a = user;
    struct solver *s = a->solver;
    const double *u = solver_inputs_at(&a->problem->inputs, t, s->u);
    a->failed = !s->type->indicators(a->problem->constants, a->problem->scratch, t, a->problem->m, NV_DATA_S(y), u, z,
                                     &a->report);
    return a->failed;
}

/* Newton's error is not seen by the error control, so that it is bounded more strictly than by ARKODE's defaults: the last
 * correction itself is small (no rate of convergence is trusted from before), and the matrix belongs to the step's size. */
static bool set_newton(void *memory)
{
    return ARKodeSetNonlinConvCoef(memory, newton_share) == ARK_SUCCESS &&
           ARKodeSetNonlinCRDown(memory, 1) == ARK_SUCCESS &&
           ARKodeSetDeltaGammaMax(memory, DBL_EPSILON) == ARK_SUCCESS &&
           ARKodeSetMaxNonlinIters(memory, MOST_ITERATIONS) == ARK_SUCCESS;
}

struct arkode_solver *arkode_solver_open(struct solver *s, struct model_report *report)
{
    struct arkode_solver *a = calloc(1, sizeof *a);
    if (!a)
        goto failed;
    a->solver = s;
    if (s->n_x == 0)
        return a; /* nothing to integrate but quadratures of inputs: see the step */
    const sunindextype n = (sunindextype)(s->n_x + s->n_q);
    if (!sundials_open(&a->sundials))
        goto failed;
    a->y = N_VNew_Serial(n, a->sundials.context);
    a->tolerances = N_VNew_Serial(n, a->sundials.context);
    a->matrix = SUNDenseMatrix(n, n, a->sundials.context);
    if (!a->y || !a->tolerances || !a->matrix)
        goto failed;
    arkode_algebra_of_vector(a->y);
    arkode_algebra_of_vector(a->tolerances);
    arkode_algebra_of_matrix(a->matrix);
    N_VConst(0, a->y);
    N_VConst(1, a->tolerances);
    a->linear_solver = SUNLinSol_Dense(a->y, a->matrix, a->sundials.context);
    if (a->linear_solver)
        arkode_algebra_of_solver(a->linear_solver);
    a->memory = ARKStepCreate(NULL, rates, 0, a->y, a->sundials.context);
    if (!a->linear_solver || !a->memory || !SUNDIALS_LISTEN(ARKStepSetErrHandlerFn, a->memory, &a->sundials) ||
        ARKStepSetTableNum(a->memory, ARKODE_ESDIRK547L2SA2_7_4_5, ARKODE_ERK_NONE) != ARK_SUCCESS ||
        ARKodeSetUserData(a->memory, a) != ARK_SUCCESS ||
        ARKodeSVtolerances(a->memory, 1e-8, a->tolerances) != ARK_SUCCESS ||
        ARKodeSetLinearSolver(a->memory, a->linear_solver, a->matrix) != ARK_SUCCESS ||
        ARKodeSetJacFn(a->memory, jacobian) != ARK_SUCCESS || !set_newton(a->memory) ||
        ARKodeSetMaxFirstGrowth(a->memory, largest_growth) != ARK_SUCCESS ||
        ARKodeSetMaxErrTestFails(a->memory, MOST_FAILURES) != ARK_SUCCESS ||
        ARKodeSetMaxConvFails(a->memory, MOST_FAILURES) != ARK_SUCCESS ||
        ARKodeSetMaxHnilWarns(a->memory, -1) != ARK_SUCCESS)
        goto failed;
    a->indicators = calloc(s->type->n_indicators + 1, sizeof *a->indicators);
    a->directions = calloc(s->type->n_indicators + 1, sizeof *a->directions);
    if (!a->indicators || !a->directions)
        goto failed;
    if (s->type->n_indicators > 0 &&
        (ARKodeRootInit(a->memory, (int)s->type->n_indicators, indicators) != ARK_SUCCESS ||
         ARKodeSetNoInactiveRootWarn(a->memory) != ARK_SUCCESS))
        goto failed;
    return a;

failed:
    model_fail(report, "ARKODE could not be set up (out of memory?)");
    arkode_solver_close(a);
    return NULL;
}

void arkode_solver_close(struct arkode_solver *a)
{
    if (!a)
        return;
    if (a->memory)
        ARKodeFree(&a->memory);
    if (a->linear_solver)
        SUNLinSolFree(a->linear_solver);
    if (a->matrix)
        SUNMatDestroy(a->matrix);
    if (a->tolerances)
        N_VDestroy(a->tolerances);
    if (a->y)
        N_VDestroy(a->y);
    sundials_close(&a->sundials);
    free(a->indicators);
    free(a->directions);
    free(a);
}

static bool report_failure(struct arkode_solver *a, int flag, double t, double end, struct model_report *report)
{
    if (a->failed) {
        *report = a->report;
        return false;
    }
    char *name = ARKodeGetReturnFlagName(flag);
    model_fail(report, "ARKODE gave up at t = %.10g s on the way to %.10g s (%s); loosen rel_tol and abs_tol", t, end,
               name ? name : "unknown reason");
    free(name);
    return false;
}

static bool is_behind_roots(const struct arkode_solver *a)
{
    for (size_t i = 0; i < a->solver->type->n_indicators; i++)
        if (a->directions[i] && !(a->indicators[i] * a->directions[i] > 0))
            return false;
    return true;
}

/* ARKODE's root may lie a rounding error before the change of sign that the model's memories look at: on to behind it, within
 * the step up to `inner` that has been taken already. */
static int go_behind_roots(struct arkode_solver *a, double inner, double *reached)
{
    if (ARKodeGetRootInfo(a->memory, a->directions) != ARK_SUCCESS)
        return ARK_ILL_INPUT;
    for (double further = 4 * DBL_EPSILON * fmax(fabs(*reached), fabs(inner)); *reached < inner; further *= 2) {
        if (indicators(*reached, a->y, a->indicators, a))
            return ARK_RTFUNC_FAIL;
        if (is_behind_roots(a))
            break;
        *reached = fmin(*reached + further, inner);
        if (ARKodeGetDky(a->memory, *reached, 0, a->y) != ARK_SUCCESS)
            return ARK_ILL_INPUT;
    }
    return ARK_ROOT_RETURN;
}

/* ARKODE's own steps, one by one. Ends at `end`, at an event of the states, or where they are better counted anew. `size` is what it would take next: ARKODE
 * hears of the end only before the step that would go past it, since it would forget that size otherwise; a step that was
 * cut short there says nothing against the size that was wanted. */
static int advance(struct arkode_solver *a, double end, double *reached, double *size)
{
    double inner = *reached; /* ARKODE's own time, beyond an event that it has found */
    for (int step = 0; step < MOST_STEPS; step++) {
        const double left = end - inner;
        const bool is_last = !(*size > 0) || *size >= left;
        if (is_last && ARKodeSetStopTime(a->memory, end) != ARK_SUCCESS)
            return ARK_ILL_INPUT;
        const int flag = ARKodeEvolve(a->memory, end, a->y, reached, ARK_ONE_STEP);
        if (flag < 0)
            return flag;
        double next, last;
        if (ARKodeGetCurrentStep(a->memory, &next) != ARK_SUCCESS ||
            ARKodeGetLastStep(a->memory, &last) != ARK_SUCCESS ||
            ARKodeGetCurrentTime(a->memory, &inner) != ARK_SUCCESS)
            return ARK_ILL_INPUT;
        if (is_last && last >= left * (1 - 1e-6)) /* good at once */
            *size = fmax(*size, next);
        else
            *size = is_last ? fmax(last, next) : next; /* it may have been cut already */
        if (flag == ARK_ROOT_RETURN)
            return go_behind_roots(a, inner, reached);
        if (flag != ARK_SUCCESS) /* the end */
            return flag;
        if (!solver_accept(a->solver, a->problem, *reached, NV_DATA_S(a->y), MODEL_STEP, &a->report)) {
            a->failed = true;
            return ARK_UNRECOGNIZED_ERROR;
        }
        if (solver_recount(a->solver, a->problem, NV_DATA_S(a->y), MODEL_STEP))
            return ARK_ROOT_RETURN; /* an event, right here */
    }
    return ARK_TOO_MUCH_WORK;
}

/* From t towards `end`, on which no kink in time lies in between: up to there, or to an event of the states. */
static bool smooth_stretch(struct arkode_solver *a, double t, double end, double *reached, double *size,
                           struct model_report *report)
{
    /* Where a model's domain ends, steps would shrink to nothing and go on: below the clock's resolution it is over. */
    const double shortest = 4 * DBL_EPSILON * fmax(fabs(t), fabs(end));
    if (ARKStepReInit(a->memory, NULL, rates, t, a->y) != ARK_SUCCESS ||
        ARKodeSetInitStep(a->memory, *size) != ARK_SUCCESS || ARKodeSetMinStep(a->memory, shortest) != ARK_SUCCESS)
        return model_fail(report, "ARKODE refused to start at t = %.10g s", t);
    a->failed = false;
    const int flag = advance(a, end, reached, size);
    if (flag < 0)
        return report_failure(a, flag, *reached, end, report);
    if (flag != ARK_ROOT_RETURN)
        *reached = end;
    else if (++a->n_events > MOST_EVENTS)
        return model_fail(report, "more than %d events between two communication points, the last at t = %.10g s",
                          MOST_EVENTS, *reached);
    if (!solver_accept(a->solver, a->problem, *reached, NV_DATA_S(a->y), MODEL_EVENT, report))
        return false;
    solver_recount(a->solver, a->problem, NV_DATA_S(a->y), MODEL_EVENT);
    return true;
}

/* Errors of steps add up, and a mechanism without damping keeps them: each step gets a part of the tolerance only. ARKODE
 * takes the root of a mean over all entries; the quadratures must not dilute it. */
static void set_tolerances(struct arkode_solver *a, const struct solver_settings *settings)
{
    const struct solver *s = a->solver;
    const double share = step_share * sqrt((double)s->n_x / (double)(s->n_x + s->n_q));
    double *tolerances = NV_DATA_S(a->tolerances);
    for (size_t i = 0; i < s->n_x; i++)
        tolerances[i] = share * settings->abs_tol * s->nominal[i];
    for (size_t i = s->n_x; i < s->n_x + s->n_q; i++)
        tolerances[i] = not_controlled;
    ARKodeSVtolerances(a->memory, share * settings->rel_tol, a->tolerances);
}

bool arkode_solver_step(struct arkode_solver *a, const struct solver_settings *settings,
                        const struct solver_problem *problem, double t, double H, double *x, double *q, double *reached,
                        struct model_report *report)
{
    struct solver *s = a->solver;
    const double end = t + H;
    const double rounding = 1e-12 * fmax(fabs(end), H);
    double size = problem->next_size ? *problem->next_size : 0;
    *reached = t;
    a->problem = problem;
    a->n_events = 0;
    if (s->n_x == 0)
        return runge_kutta_step(s, problem, t, H, x, q, report);
    set_tolerances(a, settings);
    memcpy(NV_DATA_S(a->y), x, s->n_x * sizeof *x);
    memcpy(NV_DATA_S(a->y) + s->n_x, q, s->n_q * sizeof *q);

    while (*reached < end - rounding)
        if (!smooth_stretch(a, *reached, solver_stretch(s, problem, *reached, end), reached, &size, report))
            return false;
    memcpy(x, NV_DATA_S(a->y), s->n_x * sizeof *x);
    memcpy(q, NV_DATA_S(a->y) + s->n_x, s->n_q * sizeof *q);
    if (problem->next_size)
        *problem->next_size = size;
    return true;
}

#else /* the sources of an FMU, built without SUNDIALS */

struct arkode_solver *arkode_solver_open(struct solver *s, struct model_report *report)
{
    (void)s;
    model_fail(report, "this binary was built without SUNDIALS: solver 4 is not there, take 1, 2 or 3");
    return NULL;
}

void arkode_solver_close(struct arkode_solver *a)
{
    (void)a;
}

bool arkode_solver_step(struct arkode_solver *a, const struct solver_settings *settings,
                        const struct solver_problem *problem, double t, double H, double *x, double *q, double *reached,
                        struct model_report *report)
{
    (void)a, (void)settings, (void)problem, (void)t, (void)H, (void)x, (void)q, (void)reached;
    return model_fail(report, "this binary was built without SUNDIALS");
}

#endif
