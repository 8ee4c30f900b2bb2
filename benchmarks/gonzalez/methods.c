#include "benchmarks/gonzalez/methods.h"

#include "master/base/numbers.h"
#include "master/base/seconds.h"

#include <math.h>

enum { MOST_BATCHES = 100 };
static const double patience = 1; /* s, for one method and one N */

const char *method_name(enum method method)
{
    static const char *const names[] = {
        [METHOD_MCS] = "MCS", [METHOD_RCS] = "RCS", [METHOD_UCS] = "UCS", [METHOD_RAW] = "RCS, QZ alone"};
    return names[method];
}

/* What lives from one execution to the next. */
struct session {
    const struct linkage *linkage;
    enum method method;
    struct penalty_terms penalty;
    double *q;
    struct linkage_terms terms;
    struct eigen_solver *solver; /* MCS, of the size that its set has */
    size_t solver_size;
};

/* Values above the axis, by their size. */
static void take(struct measurement *f, double complex value, enum eigenvalue_kind kind)
{
    if (kind == EIGENVALUE_SPURIOUS) {
        f->n_spurious++;
        return;
    }
    f->n_true++;
    if (!(cimag(value) > 0))
        return;
    if (!(cabs(f->value) <= cabs(value))) {
        f->next = f->value;
        f->value = value;
    } else if (!(cabs(f->next) <= cabs(value))) {
        f->next = value;
    }
}

static bool run_minimal(struct session *s, struct arena *a, struct measurement *f, struct error *error)
{
    struct minimal_set set;
    struct spectrum spectrum;
    if (!constrained_minimal(&s->terms.equations, &set, a, error))
        return false;
    if (!s->solver || s->solver_size != set.A.rows) {
        eigen_solver_close(s->solver);
        s->solver = eigen_solver_open(set.A.rows, false, error);
        s->solver_size = set.A.rows;
    }
    if (!s->solver || !eigen_solver_run(s->solver, set.A, &spectrum, error))
        return false;
    for (size_t i = 0; i < spectrum.n; i++)
        take(f, spectrum.values[i], EIGENVALUE_TRUE);
    return true;
}

static bool run_redundant(struct session *s, struct arena *a, struct measurement *f, struct error *error)
{
    struct redundant_set set;
    if (!constrained_redundant(&s->terms.equations, &set, a, error))
        return false;
    for (size_t i = 0; i < set.n_values; i++)
        take(f, set.values[i], EIGENVALUE_TRUE);
    f->n_infinite = set.n_infinite;
    return true;
}

static bool run_penalties(struct session *s, struct arena *a, struct measurement *f, struct error *error)
{
    struct unconstrained_set set;
    if (!constrained_unconstrained(&s->terms.equations, &s->penalty, &set, a, error))
        return false;
    for (size_t i = 0; i < set.n_values; i++)
        take(f, set.values[i], set.kinds[i]);
    return true;
}

/* By size, as one has to where nothing else is known: all but the 2 (n - m) smallest ones should be infinite. */
static bool run_raw(struct session *s, struct arena *a, struct measurement *f, struct error *error)
{
    struct matrix A, E;
    const struct constrained *c = &s->terms.equations;
    if (!constrained_pencil(c, &A, &E, a))
        return error_raise(error, ERROR_NO_MEMORY, "linearizing");
    double complex *values = ARENA_TAKE(a, A.rows + 1, double complex);
    double *sizes = ARENA_TAKE(a, A.rows + 1, double);
    if (!values || !sizes)
        return error_raise(error, ERROR_NO_MEMORY, "linearizing");
    if (!constrained_raw(A, E, values, a, error))
        return false;
    for (size_t i = 0; i < A.rows; i++)
        sizes[i] = cabs(values[i]);
    numbers_sort(sizes, A.rows);
    const size_t n_true = 2 * (c->n - c->kept_m);
    f->smallest = sizes[n_true];
    for (size_t i = 0; i < A.rows; i++) {
        if (cabs(values[i]) <= sizes[n_true - 1])
            take(f, values[i], EIGENVALUE_TRUE);
        f->n_infinite += !isfinite(cabs(values[i])) ? 1 : 0;
    }
    return true;
}

static bool execute(struct session *s, struct measurement *f, struct error *error)
{
    static bool (*const runs[])(struct session *, struct arena *, struct measurement *, struct error *) = {
        [METHOD_MCS] = run_minimal, [METHOD_RCS] = run_redundant, [METHOD_UCS] = run_penalties, [METHOD_RAW] = run_raw};
    struct arena room = {0};
    *f = (struct measurement){.value = NAN, .next = NAN, .smallest = NAN};
    linkage_evaluate(s->linkage, s->q, &s->terms);
    bool good = constrained_multipliers(&s->terms.equations, s->terms.forces, s->terms.lambda, &room, error);
    if (good) {
        linkage_stiffness(s->linkage, s->q, &s->terms);
        good = runs[s->method](s, &room, f, error);
    }
    arena_free(&room);
    return good;
}

/* Batches, since asking for the time takes time, too. */
static bool repeat(struct session *s, int executions, struct measurement *f, struct error *error)
{
    double times[MOST_BATCHES] = {0}, total = 0;
    const int in_batch = executions < MOST_BATCHES ? 1 : executions / MOST_BATCHES;
    int batches = 0;
    do {
        const double begin = clock_seconds(CLOCK_THREAD_CPUTIME_ID);
        for (int i = 0; i < in_batch; i++)
            if (!execute(s, f, error))
                return false;
        times[batches] = (clock_seconds(CLOCK_THREAD_CPUTIME_ID) - begin) / in_batch;
        total += times[batches++] * in_batch;
    } while (batches * in_batch < executions && batches < MOST_BATCHES && total < patience);
    f->total_ms = 1e6 * total / (batches * in_batch);
    f->ms = 1e3 * numbers_median(times, (size_t)batches);
    return true;
}

bool method_measure(enum method method, const struct linkage *k, double phi_0, int executions,
                    struct measurement *found, struct error *error)
{
    struct arena arena = {0};
    struct session s = {.linkage = k, .method = method, .penalty = penalty_terms_default()};
    struct constrained *c = &s.terms.equations;
    if (!lapack_load(error))
        return false;
    s.q = ARENA_TAKE(&arena, linkage_coordinates(k), double);
    bool good = s.q ? linkage_open(k, &s.terms, &arena, error) : error_raise(error, ERROR_NO_MEMORY, "linearizing");
    if (good) {
        linkage_place(k, phi_0, s.q);
        linkage_evaluate(k, s.q, &s.terms);
        if (k->angle_by_sine) /* the singular case: the rows decide */
            good = constrained_choose(c, s.terms.kept, s.terms.dependent, s.terms.independent, &arena) ||
                   error_raise(error, ERROR_NO_MEMORY, "linearizing");
        else
            linkage_choose_angle(k, &s.terms);
    }
    good = good && (method != METHOD_UCS || linkage_settle(k, &s.penalty, s.q, &s.terms, &arena, error)) &&
           repeat(&s, executions, found, error);
    eigen_solver_close(s.solver);
    arena_free(&arena);
    return good;
}
