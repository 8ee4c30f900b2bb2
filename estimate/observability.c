/* The Gramian along a run. */
#include "estimate/observability.h"

#include "estimate/estimate_messages.h"
#include "estimate/estimator.h"
#include "numerics/exponential.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { POINTS = 200 };

static const double unseen = 1e-6; /* less than this of a direction's variance is taken away by the sensors */
static const double harmless = 2;  /* what an error that is not seen may grow by */
static const double small = 0.1;   /* parts of a direction below this are not spoken of */
static const double runaway = 1e8; /* a Gramian of errors that have grown more tells nothing of others */

struct gramian {
    struct observability *o;
    struct machine *machine;
    const struct filter_file *filter;
    struct sampling *sampling;
    double *phi;      /* from the start to here, of states in units of their deviations at the start */
    double *w;        /* a root of the Gramian so far: lower triangular; behind it, place for a column per sensor */
    double *m, *step; /* of an interval */
    double *product;
    double *reflections; /* of the root, and their work */
    double *room, *values;
    double *counts; /* per sensor: measurements in an interval */
    double *scale;  /* per state */
};

static bool begin(struct gramian *g, struct error *error)
{
    struct arena *a = &g->o->arena;
    const size_t n = g->o->n, nn = n * n, sensors = g->filter->n_sensors;
    double *matrices = ARENA_TAKE(a, 5 * nn + n * sensors + 2 * n + 1, double);
    g->room = ARENA_TAKE(a, exponential_room(n) + 1, double);
    g->values = ARENA_TAKE(a, 2 * sensors + n + 1, double);
    g->o->names = ARENA_TAKE(a, n + 1, const char *);
    g->o->is_parameter = ARENA_TAKE(a, n + 1, bool);
    g->o->left = ARENA_TAKE(a, 2 * n + 1, double);
    g->o->directions = ARENA_TAKE(a, nn + 1, double);
    if (!matrices || !g->room || !g->values || !g->o->names || !g->o->is_parameter || !g->o->left || !g->o->directions)
        return error_raise(error, ERROR_NO_MEMORY, "looking at what the sensors see");
    g->o->growth = g->o->left + n;
    g->phi = matrices;
    g->m = g->phi + nn;
    g->step = g->m + nn;
    g->product = g->step + nn;
    g->reflections = g->product + nn;
    g->w = g->reflections + 2 * n;
    g->counts = g->values + sensors;
    g->scale = g->counts + sensors;
    for (size_t i = 0; i < n; i++) {
        const struct filter_state *state = &g->filter->states[i];
        g->o->names[i] = state->name;
        g->o->is_parameter[i] = state->is_parameter;
        g->scale[i] = filter_state_scale(state);
        g->phi[i + i * n] = 1;
    }
    return true;
}

static bool move(struct gramian *g, double h)
{
    const size_t n = g->o->n;
    for (size_t j = 0; j < n; j++)
        for (size_t i = 0; i < n; i++)
            g->m[i + j * n] = g->machine->a[i + j * n] * h * g->scale[j] / g->scale[i];
    if (!exponential_phi(n, g->m, 0, (double *const[]){g->step}, g->room))
        return false;
    const struct matrix product = {n, n, g->product}, step = {n, n, g->step}, phi = {n, n, g->phi};
    matrix_multiply(product, 1, step, phi, 0);
    matrix_assign(phi, product);
    return true;
}

/* All measurements of an interval count at its end. */
static bool add_sensors(struct gramian *g)
{
    const size_t n = g->o->n, m = g->filter->n_sensors;
    size_t columns = n;
    for (size_t s = 0; s < m; s++) {
        const double weight = sqrt(g->counts[s]) / g->filter->sensors[s].sigma;
        if (!(weight > 0))
            continue;
        double *seen = g->w + n * columns++; /* c phi, of this sensor */
        for (size_t j = 0; j < n; j++) {
            seen[j] = 0;
            for (size_t k = 0; k < n; k++)
                seen[j] += weight * g->machine->c[s + k * m] * g->scale[k] * g->phi[k + j * n];
        }
    }
    if (lapack()->dgelqf(LAPACK_COL_MAJOR, (lapack_int)n, (lapack_int)columns, g->w, (lapack_int)n, g->reflections,
                         g->reflections + n, (lapack_int)n) != 0)
        return false;
    double sum = 0;
    for (size_t j = 0; j < n; j++)
        for (size_t i = 0; i < n; i++) {
            g->w[i + j * n] = i >= j ? g->w[i + j * n] : 0;
            sum += g->w[i + j * n] - g->w[i + j * n];
        }
    return sum == 0;
}

static size_t count_until(struct gramian *g, double t)
{
    size_t n = 0;
    for (size_t s = 0; s < g->filter->n_sensors; s++)
        g->counts[s] = 0;
    while (sampling_time(g->sampling) <= t) {
        n += sampling_take(g->sampling, g->values);
        for (size_t s = 0; s < g->filter->n_sensors; s++)
            g->counts[s] += !isnan(g->values[s]);
    }
    return n;
}

static bool look_from(struct gramian *g, double t, double step, struct error *error)
{
    if (!machine_linearize(g->machine, error))
        return false;
    return count_until(g, t + 1e-6 * step) == 0 || add_sensors(g) ||
           error_raise(error, ERROR_ESTIMATE_NOT_FINITE, TEXT("%.9g", t), "what the sensors see has no limit");
}

static bool take_interval(struct gramian *g, double end, double step, struct error *error)
{
    struct run *run = g->machine->run;
    const double t = run_time(run);
    if (!run_advance(run, end, error))
        return false;
    if (run_time(run) < end)
        return machine_raise_ended(g->machine, error);
    if (!machine_check_counts(g->machine, error))
        return false;
    if (!move(g, end - t))
        return error_raise(error, ERROR_ESTIMATE_NOT_FINITE, TEXT("%.9g", end),
                           "the model's linearization over a step is too large");
    return look_from(g, end, step, error);
}

static bool has_run_away(const struct gramian *g)
{
    for (size_t i = 0; i < g->o->n * g->o->n; i++)
        if (fabs(g->phi[i]) > runaway)
            return true;
    return false;
}

static bool go_along(struct gramian *g, double step, struct error *error)
{
    struct run *run = g->machine->run;
    struct observability *o = g->o;
    const double start = run_start_time(run), stop = run_stop_time(run);
    const double stride = step * fmax(1, floor((stop - start) / step / POINTS));
    if (!look_from(g, start, step, error))
        return false;
    machine_tell_method(g->machine);
    for (o->until = start; o->end == RAN_TO_THE_END && o->until < stop;) {
        const double end = estimate_step_end(start, stride, o->until, stop);
        if (take_interval(g, end, step, &o->failure)) {
            o->until = end;
            o->end = has_run_away(g) ? RAN_AWAY : RAN_TO_THE_END;
        } else if (run_summary(run).status == RUN_INTERRUPTED) {
            *error = o->failure;
            return false;
        } else {
            o->end = RAN_INTO_A_FAILURE;
        }
    }
    return true;
}

/* ---- directions ---- */

/* Those of the root: singular vectors, the smallest value first. */
static bool find_directions(struct gramian *g, struct error *error)
{
    struct observability *o = g->o;
    const size_t n = o->n;
    double *vectors = g->m, *sizes = g->reflections, *rest = g->reflections + n, none;
    if (lapack()->dgesvd(LAPACK_COL_MAJOR, 'A', 'N', (lapack_int)n, (lapack_int)n, g->w, (lapack_int)n, sizes, vectors,
                         (lapack_int)n, &none, 1, rest) != 0)
        return error_raise(error, ERROR_ESTIMATE_NOT_FINITE, TEXT("%.9g", o->until), "dgesvd found no singular values");
    for (size_t d = 0; d < n; d++) {
        const double size = sizes[n - 1 - d];
        memcpy(o->directions + d * n, vectors + (n - 1 - d) * n, n * sizeof *vectors);
        double squares = 0;
        for (size_t i = 0; i < n; i++) {
            double x = 0;
            for (size_t j = 0; j < n; j++)
                x += g->phi[i + j * n] * o->directions[j + d * n];
            squares += x * x;
        }
        o->growth[d] = sqrt(squares);
        o->left[d] = 1 / hypot(1, size);
    }
    return true;
}

bool observability_make(struct observability *o, struct machine *machine, const struct filter_file *filter,
                        struct sampling *sampling, double step, struct error *error)
{
    *o = (struct observability){.n = filter->n_states};
    struct gramian g = {.o = o, .machine = machine, .filter = filter, .sampling = sampling};
    sampling_rewind(sampling);
    const bool good = lapack_load(error) && begin(&g, error) && go_along(&g, step, error) && find_directions(&g, error);
    sampling_rewind(sampling);
    return good;
}

void observability_free(struct observability *o)
{
    arena_free(&o->arena);
    *o = (struct observability){0};
}

bool observability_is_seen(const struct observability *o, size_t direction)
{
    return o->left[direction] * o->left[direction] <= 1 - unseen;
}

double observability_left(const struct observability *o, size_t state)
{
    double variance = 0;
    for (size_t d = 0; d < o->n; d++) {
        const double part = o->directions[state + d * o->n] * o->left[d];
        variance += part * part;
    }
    return sqrt(variance);
}

void observability_name(const struct observability *o, size_t direction, char *text, size_t size)
{
    const double *v = o->directions + direction * o->n;
    size_t used = 0, last = o->n; /* none yet */
    double sign = 1;
    text[0] = '\0';
    for (size_t k = 0; k < o->n && used < size; k++) {
        size_t best = o->n; /* the largest of those that are smaller than the last one, or as large and behind it */
        for (size_t i = 0; i < o->n; i++) {
            const double before = last < o->n ? fabs(v[last]) : (double)INFINITY;
            const bool is_next = fabs(v[i]) < before || (fabs(v[i]) == before && i > last);
            if (is_next && (best == o->n || fabs(v[i]) > fabs(v[best])))
                best = i;
        }
        if (best == o->n || fabs(v[best]) < small)
            return;
        last = best;
        sign = used ? sign : copysign(1, v[best]); /* a direction has none: the largest part is positive */
        const int written =
            snprintf(text + used, size - used, "%s%.2f %s", used ? ", " : "", sign * v[best], o->names[best]);
        used += written > 0 ? (size_t)written : 0;
    }
}

/* A parameter in it, or NULL. */
static const char *find_parameter(const struct observability *o, size_t direction)
{
    for (size_t i = 0; i < o->n; i++)
        if (o->is_parameter[i] && fabs(o->directions[i + direction * o->n]) >= small)
            return o->names[i];
    return NULL;
}

bool observability_check(const struct observability *o, struct error *error)
{
    for (size_t d = 0; d < o->n; d++) {
        if (observability_is_seen(o, d) || o->end == RAN_INTO_A_FAILURE)
            continue;
        char name[400];
        observability_name(o, d, name, sizeof name);
        const char *parameter = find_parameter(o, d);
        if (parameter && o->end == RAN_TO_THE_END)
            return error_raise(error, ERROR_ESTIMATE_PARAMETER_UNSEEN, name, parameter);
        if (o->growth[d] > harmless)
            return error_raise(error, ERROR_ESTIMATE_UNSEEN, name, TEXT("%.3g", o->growth[d]));
    }
    return true;
}
