/* CVODE around a Model Exchange FMU: right-hand side, event indicators as roots, and a Jacobian from directional
 * derivatives where the FMU has them (columns that share no row in one call), else by CVODE's own difference quotients.
 *
 * A model without states but with event indicators gets one state that never moves, so that CVODE can find its roots. */
#include "master/couple/component_me.h"
#include "numerics/sundials/sundials_release.h"
#include "master/couple/couple_messages.h"

#include <cvodes/cvodes.h>
#include <math.h>
#include <nvector/nvector_serial.h>
#include <stdlib.h>
#include <string.h>
#include <sunlinsol/sunlinsol_dense.h>
#include <sunmatrix/sunmatrix_dense.h>
#include <sunnonlinsol/sunnonlinsol_fixedpoint.h>

enum { MOST_ROOT_RETRIES = 40 }; /* halvings of a step over which the FMU discards its event indicators */

/* s. Where states come to the border of what a model accepts, every smaller step comes nearer to it: without an end CVODE's step becomes
 * zero, and its time NaN. */
static const double smallest_step = 1e-100;

struct me_solver {
    struct sundials sundials; /* with CVODE's own words */
    void *cvode;
    N_Vector y, tolerances;
    SUNMatrix matrix;
    SUNLinearSolver linear;
    SUNNonlinearSolver nonlinear;
    double *nominals;
    double *before;    /* the states from which the step under way began */
    int *root_signs;   /* of the last root */
    size_t not_finite; /* state whose derivative was NaN or infinite, from 1; 0: none */
    bool discarded;    /* the FMU discarded an evaluation */
    bool roots_discarded;

    /* directional derivatives */
    unsigned *derivative_references, *state_references;
    size_t *color; /* of each column */
    size_t n_colors;
    bool *depends; /* row by row: derivative i depends on state j */
    unsigned *knowns;
    double *seed, *result;
    bool jacobian_failed;
    char jacobian_failure[256];
};

/* ---- callbacks: 0 done, 1 try a smaller step, -1 give up ---- */

static int right_hand_side(double t, N_Vector y, N_Vector dy, void *user)
{
    struct model_exchange *me = user;
    double *derivatives = N_VGetArrayPointer(dy);
    if (me->n_states == 0) {
        derivatives[0] = 0;
        return 0;
    }
    if (!me_place(me, t, N_VGetArrayPointer(y), &me->failure))
        return -1;
    const fmi2Status status = instance_get_derivatives(me->instance, derivatives, me->n_states, &me->failure);
    if (status == fmi2Discard) {
        me->solver->discarded = true;
        return 1;
    }
    if (status > fmi2Warning)
        return -1;
    for (size_t i = 0; i < me->n_states; i++) {
        if (!isfinite(derivatives[i])) {
            me->solver->not_finite = i + 1;
            return 1;
        }
    }
    return 0;
}

static int event_indicators(double t, N_Vector y, double *indicators, void *user)
{
    struct model_exchange *me = user;
    if (!me_place(me, t, N_VGetArrayPointer(y), &me->failure))
        return -1;
    const fmi2Status status = instance_get_event_indicators(me->instance, indicators, me->n_indicators, &me->failure);
    me->solver->roots_discarded = status == fmi2Discard;
    return status > fmi2Warning ? -1 : 0;
}

static int jacobian(double t, N_Vector y, N_Vector dy, SUNMatrix J, void *user, N_Vector a, N_Vector b, N_Vector c)
{
    (void)dy, (void)a, (void)b, (void)c;
    struct model_exchange *me = user;
    struct me_solver *s = me->solver;
    const size_t n = me->n_states;
    if (!me_place(me, t, N_VGetArrayPointer(y), &me->failure))
        return -1;
    for (size_t color = 0; color < s->n_colors; color++) {
        size_t n_knowns = 0;
        for (size_t j = 0; j < n; j++)
            if (s->color[j] == color) {
                s->seed[n_knowns] = 1;
                s->knowns[n_knowns++] = s->state_references[j];
            }
        struct error failure = {0};
        if (!instance_directional(me->instance, s->derivative_references, n, s->knowns, n_knowns, s->seed, s->result,
                                  &failure)) {
            s->jacobian_failed = true;
            error_format(s->jacobian_failure, sizeof s->jacobian_failure, "%s", failure.text);
            return -1;
        }
        for (size_t j = 0; j < n; j++)
            for (size_t i = 0; s->color[j] == color && i < n; i++)
                SM_ELEMENT_D(J, (sunindextype)i, (sunindextype)j) = s->depends[i * n + j] ? s->result[i] : 0;
    }
    return 0;
}

/* ---- directional derivatives ---- */

/* Which derivative depends on which state, as declared; without a declaration on all of them. */
static bool read_dependencies(struct me_solver *s, const struct description *d, size_t n)
{
    size_t *state_of = malloc((d->n_variables + 1) * sizeof *state_of);
    if (!state_of)
        return false;
    for (size_t i = 0; i < d->n_variables; i++)
        state_of[i] = n;
    for (size_t j = 0; j < n; j++)
        state_of[d->variables[d->derivatives[j].variable].derivative_of] = j;
    for (size_t i = 0; i < n; i++) {
        const struct fmi_unknown *u = &d->derivatives[i];
        for (size_t j = 0; j < n; j++)
            s->depends[i * n + j] = !u->dependencies_known;
        for (size_t k = 0; u->dependencies_known && k < u->n_dependencies; k++)
            if (state_of[u->dependencies[k]] < n)
                s->depends[i * n + state_of[u->dependencies[k]]] = true;
    }
    free(state_of);
    return true;
}

/* Columns of one color share no row: one directional derivative gives them all (Curtis, Powell and Reid). */
static void color_columns(struct me_solver *s, size_t n)
{
    s->n_colors = 0;
    for (size_t j = 0; j < n; j++) {
        size_t color = 0;
        for (bool clash = true; clash; color += clash) {
            clash = false;
            for (size_t k = 0; k < j && !clash; k++)
                for (size_t i = 0; s->color[k] == color && i < n && !clash; i++)
                    clash = s->depends[i * n + j] && s->depends[i * n + k];
        }
        s->color[j] = color;
        if (color >= s->n_colors)
            s->n_colors = color + 1;
    }
}

static bool prepare_jacobian(struct model_exchange *me, struct error *error)
{
    struct me_solver *s = me->solver;
    const struct description *d = me->component->description;
    const size_t n = me->n_states;
    if (!me->component->abilities.directional || n == 0)
        return true;
    for (size_t i = 0; i < n; i++)
        if (d->variables[d->derivatives[i].variable].derivative_of == NO_INDEX)
            return true;

    s->derivative_references = malloc(n * sizeof *s->derivative_references);
    s->state_references = malloc(n * sizeof *s->state_references);
    s->color = calloc(n, sizeof *s->color);
    s->depends = calloc(n * n, sizeof *s->depends);
    s->knowns = malloc(n * sizeof *s->knowns);
    s->seed = malloc(n * sizeof *s->seed);
    s->result = malloc(n * sizeof *s->result);
    if (!s->derivative_references || !s->state_references || !s->color || !s->depends || !s->knowns || !s->seed ||
        !s->result || !read_dependencies(s, d, n))
        return error_raise(error, ERROR_NO_MEMORY, "preparing a Jacobian");
    for (size_t i = 0; i < n; i++) {
        const struct fmi_variable *v = &d->variables[d->derivatives[i].variable];
        s->derivative_references[i] = v->reference;
        s->state_references[i] = d->variables[v->derivative_of].reference;
    }
    color_columns(s, n);
    return CVodeSetJacFn(s->cvode, jacobian) == CV_SUCCESS || error_raise(error, ERROR_INTERNAL, "CVodeSetJacFn");
}

/* ---- opening ---- */

static bool open_cvode(struct model_exchange *me)
{
    struct me_solver *s = me->solver;
    const bool stiff = !me->component->options.me_nonstiff;
    const sunindextype n = me->n_states ? (sunindextype)me->n_states : 1;
    if (!sundials_open(&s->sundials))
        return false;
    s->y = N_VNew_Serial(n, s->sundials.context);
    s->tolerances = N_VNew_Serial(n, s->sundials.context);
    s->nominals = malloc((size_t)n * sizeof *s->nominals);
    s->before = malloc((size_t)n * sizeof *s->before);
    s->root_signs = calloc(me->n_indicators + 1, sizeof *s->root_signs);
    s->cvode = CVodeCreate(stiff ? CV_BDF : CV_ADAMS, s->sundials.context);
    if (!s->y || !s->tolerances || !s->nominals || !s->before || !s->root_signs || !s->cvode)
        return false;
    N_VConst(0, s->y);
    N_VConst(me->relative_tolerance, s->tolerances);
    me->x = N_VGetArrayPointer(s->y);

    if (!SUNDIALS_LISTEN(CVodeSetErrHandlerFn, s->cvode, &s->sundials) ||
        CVodeInit(s->cvode, right_hand_side, me->t, s->y) || CVodeSetUserData(s->cvode, me) ||
        CVodeSVtolerances(s->cvode, me->relative_tolerance, s->tolerances) || CVodeSetMaxHnilWarns(s->cvode, -1) ||
        CVodeSetMinStep(s->cvode, smallest_step))
        return false;
    if (me->component->options.me_max_step > 0 &&
        CVodeSetMaxStep(s->cvode, me->component->options.me_max_step) != CV_SUCCESS)
        return false;
    if (me->n_indicators &&
        (CVodeRootInit(s->cvode, (int)me->n_indicators, event_indicators) || CVodeSetNoInactiveRootWarn(s->cvode)))
        return false;
    if (stiff) {
        s->matrix = SUNDenseMatrix(n, n, s->sundials.context);
        s->linear = s->matrix ? SUNLinSol_Dense(s->y, s->matrix, s->sundials.context) : NULL;
        return s->linear && CVodeSetLinearSolver(s->cvode, s->linear, s->matrix) == CV_SUCCESS;
    }
    s->nonlinear = SUNNonlinSol_FixedPoint(s->y, 0, s->sundials.context);
    return s->nonlinear && CVodeSetNonlinearSolver(s->cvode, s->nonlinear) == CV_SUCCESS;
}

bool me_solver_open(struct model_exchange *me, struct error *error)
{
    if (me->n_states == 0 && me->n_indicators == 0)
        return true;
    me->solver = calloc(1, sizeof *me->solver);
    if (!me->solver || !open_cvode(me))
        return error_raise(error, ERROR_NO_MEMORY, "opening CVODE");
    return me->component->options.me_nonstiff || prepare_jacobian(me, error);
}

void me_solver_close(struct me_solver *s)
{
    if (!s)
        return;
    if (s->cvode)
        CVodeFree(&s->cvode);
    if (s->nonlinear)
        SUNNonlinSolFree(s->nonlinear);
    if (s->linear)
        SUNLinSolFree(s->linear);
    if (s->matrix)
        SUNMatDestroy(s->matrix);
    if (s->y)
        N_VDestroy(s->y);
    if (s->tolerances)
        N_VDestroy(s->tolerances);
    sundials_close(&s->sundials);
    free(s->nominals);
    free(s->before);
    free(s->root_signs);
    free(s->derivative_references);
    free(s->state_references);
    free(s->color);
    free(s->depends);
    free(s->knowns);
    free(s->seed);
    free(s->result);
    free(s);
}

/* The standard's proposal: a hundredth of the relative tolerance at a state's nominal value. */
bool me_solver_scale(struct model_exchange *me, struct error *error)
{
    struct me_solver *s = me->solver;
    const double given = me->component->options.me_absolute_tolerance;
    if (me->n_states == 0)
        return true;
    if (given <= 0 && !instance_get_nominals(me->instance, s->nominals, me->n_states, error))
        return false;
    double *tolerances = N_VGetArrayPointer(s->tolerances);
    for (size_t i = 0; i < me->n_states; i++) {
        const double nominal = given > 0 ? 1 : fabs(s->nominals[i]);
        tolerances[i] =
            given > 0 ? given : 0.01 * me->relative_tolerance * (nominal > 0 && isfinite(nominal) ? nominal : 1);
    }
    return CVodeSVtolerances(s->cvode, me->relative_tolerance, s->tolerances) == CV_SUCCESS ||
           error_raise(error, ERROR_INTERNAL, "CVodeSVtolerances");
}

/* ---- stepping ---- */

static void raise_failure(const struct model_exchange *me, int flag, struct error *error)
{
    const struct me_solver *s = me->solver;
    const struct description *d = me->component->description;
    const char *why = s->sundials.message;
    char not_finite[256];
    if (s->not_finite)
        why = error_format(not_finite, sizeof not_finite, "the derivative \"%.200s\" is not finite",
                           d->variables[d->derivatives[s->not_finite - 1].variable].name);
    else if (s->discarded || s->roots_discarded)
        why = "the FMU discards its evaluation however small the step";
    else if (flag == CV_ERR_FAILURE)
        why = "the error cannot be held however small the step";
    else if (flag == CV_CONV_FAILURE)
        why = "the corrector does not converge however small the step";
    const char *log = instance_last_log(me->instance);
    error_raise(error, ERROR_ME_SOLVER, instance_name(me->instance), TEXT("%.9g", me->t), why, *log ? ": " : "", log);
}

/* After a failed attempt: back to where the step began. */
static void start_again(struct model_exchange *me)
{
    if (me->n_states)
        memcpy(me->x, me->solver->before, me->n_states * sizeof *me->x);
    me->restart = true;
}

static int attempt(struct model_exchange *me, double t_stop, double *t)
{
    struct me_solver *s = me->solver;
    if (me->restart) {
        const int flag = CVodeReInit(s->cvode, me->t, s->y);
        if (flag != CV_SUCCESS)
            return flag;
        me->restart = false;
    }
    s->not_finite = 0;
    s->discarded = s->roots_discarded = s->jacobian_failed = false;
    s->sundials.message[0] = '\0';
    *t = me->t;
    CVodeSetStopTime(s->cvode, t_stop);
    return CVode(s->cvode, t_stop, s->y, t, CV_ONE_STEP);
}

enum me_advance me_solver_advance(struct model_exchange *me, double t_stop, struct error *error)
{
    struct me_solver *s = me->solver;
    struct error *failure = &me->failure;
    error_clear(failure);
    if (me->n_states)
        memcpy(s->before, me->x, me->n_states * sizeof *s->before);

    double t = me->t, t_try = t_stop;
    int flag = attempt(me, t_try, &t);
    for (int n = 0; flag < 0 && !error_is_set(failure) && n < MOST_ROOT_RETRIES; n++) {
        if (s->jacobian_failed) {
            error_warn(ERROR_ME_JACOBIAN, instance_name(me->instance), s->jacobian_failure);
            CVodeSetJacFn(s->cvode, NULL);
        } else if (s->roots_discarded) {
            t_try = me->t + (t_try - me->t) / 4;
        } else {
            break;
        }
        start_again(me);
        flag = attempt(me, t_try, &t);
    }
    if (flag < 0) {
        if (!error_is_set(failure))
            raise_failure(me, flag, failure);
        if (error && !error_is_set(error))
            *error = *failure;
        return ME_ADVANCE_FAILED;
    }
    me->t = t;
    return flag == CV_ROOT_RETURN ? ME_ROOT : ME_ADVANCED;
}

long me_solver_root(const struct model_exchange *me)
{
    const struct me_solver *s = me->solver;
    if (!s || CVodeGetRootInfo(s->cvode, s->root_signs) != CV_SUCCESS)
        return 0;
    for (size_t i = 0; i < me->n_indicators; i++)
        if (s->root_signs[i])
            return (long)i + 1;
    return 0;
}
