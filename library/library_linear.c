/* Linearization, and the largest macro step. */
#include "library/library_impl.h"
#include "linearize/linearizer.h"
#include "linearize/spectrum.h"
#include "linearize/stability.h"
#include "linearize/linearize_messages.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

struct paso_linear {
    struct state_space space;
    double *matrices[4]; /* A, B, C, D, row by row */
    double *eigenvalues;
};

/* What is open while a run goes to the point. */
struct visit {
    struct setup setup;
    struct run *run;
    struct linearizer *linearizer;
};

static double *copy_by_rows(struct arena *arena, struct matrix m)
{
    double *rows = ARENA_TAKE(arena, m.rows * m.columns + 1, double);
    for (size_t i = 0; rows && i < m.rows; i++)
        for (size_t j = 0; j < m.columns; j++)
            rows[i * m.columns + j] = MATRIX_AT(m, i, j);
    return rows;
}

static bool take_eigenvalues(paso_linear *l, struct error *error)
{
    const size_t n = l->space.states.n;
    struct modes modes = {0};
    l->eigenvalues = ARENA_TAKE(&l->space.arena, 2 * n + 1, double);
    bool done =
        l->eigenvalues ? modes_open(&modes, &l->space, error) : error_raise(error, ERROR_NO_MEMORY, "linearizing");
    for (size_t i = 0; done && i < n; i++) {
        l->eigenvalues[2 * i] = creal(modes.spectrum.values[i]);
        l->eigenvalues[2 * i + 1] = cimag(modes.spectrum.values[i]);
    }
    modes_close(&modes);
    return done;
}

static bool take_all(struct state_space *to, const struct state_space *from, struct error *error)
{
    const size_t n = from->inputs.n > from->outputs.n ? from->inputs.n : from->outputs.n;
    size_t *all = calloc(n + 1, sizeof *all);
    if (!all)
        return error_raise(error, ERROR_NO_MEMORY, "linearizing");
    for (size_t i = 0; i < n; i++)
        all[i] = i;
    const bool done = state_space_select(to, from, all, from->inputs.n, all, from->outputs.n, error);
    free(all);
    return done;
}

static bool keep(paso_linear *l, const struct state_space *from, struct error *error)
{
    if (!take_all(&l->space, from, error))
        return false;
    struct arena *arena = &l->space.arena;
    const struct matrix matrices[4] = {l->space.A, l->space.B, l->space.C, l->space.D};
    for (size_t k = 0; k < 4; k++)
        if (!(l->matrices[k] = copy_by_rows(arena, matrices[k])))
            return error_raise(error, ERROR_NO_MEMORY, "linearizing");
    return take_eigenvalues(l, error);
}

static bool visit(struct visit *v, const paso_system *system, double t, struct error *error)
{
    if (!setup_open(&v->setup, library_system_path(system), error))
        return false;
    v->run = run_open(v->setup.experiment.system, &setup_run(&v->setup)->arguments.run, error);
    if (!v->run || !run_initialize(v->run, error))
        return false;
    v->linearizer = linearizer_open(v->run, PROBE_BEST, error);
    return v->linearizer && linearizer_advance(v->linearizer, t, error) && linearizer_run(v->linearizer, error);
}

static paso_linear *linearize(const paso_system *system, const paso_options *options, double t, struct error *error)
{
    struct visit v = {0};
    paso_linear *l = calloc(1, sizeof *l);
    error_route_warnings(&v.setup.route);
    const bool done = setup_begin(&v.setup, options, library_system_path(system), error) &&
                      (l || error_raise(error, ERROR_NO_MEMORY, "linearizing")) && visit(&v, system, t, error) &&
                      keep(l, linearizer_coupled(v.linearizer), error);
    linearizer_close(v.linearizer);
    run_close(v.run);
    error_take_late_failure(NULL);
    error_route_warnings(library_silence());
    setup_close(&v.setup);
    if (done)
        return l;
    paso_linear_free(l);
    return NULL;
}

paso_linear *paso_linearize(const paso_system *system, const paso_options *options, double t, paso_error *error)
{
    struct entry entry;
    library_enter(&entry, library_silence());
    paso_linear *l = NULL;
    if (!system)
        error_raise(&entry.error, ERROR_CALL_ARGUMENT, "paso_linearize", "the system");
    else if (library_number_is(t, "paso_linearize", "the time", &entry.error) &&
             library_options_are(options, &task_run, "paso_linearize", &entry.error))
        l = linearize(system, options, t, &entry.error);
    library_leave(&entry, l != NULL, error);
    return l;
}

void paso_linear_free(paso_linear *l)
{
    if (!l)
        return;
    state_space_close(&l->space);
    free(l);
}

double paso_linear_time(const paso_linear *l)
{
    return l->space.time;
}

size_t paso_linear_names(const paso_linear *l, paso_signals which, const char *const **names)
{
    const struct signals *s = which == PASO_LINEAR_STATES   ? &l->space.states
                              : which == PASO_LINEAR_INPUTS ? &l->space.inputs
                                                            : &l->space.outputs;
    if (names)
        *names = s->names;
    return s->n;
}

const double *paso_linear_matrix(const paso_linear *l, char letter)
{
    return letter >= 'A' && letter <= 'D' ? l->matrices[letter - 'A'] : NULL;
}

const double *paso_linear_eigenvalues(const paso_linear *l)
{
    return l->eigenvalues;
}

/* ---- the largest macro step ---- */

static bool find_limit(struct stability *s, double t, double from, double to, paso_limit *limit, struct error *error)
{
    struct limit_options options = limit_options_default();
    struct limit found = {0};
    options.from = from;
    options.to = to;
    if (!stability_advance(s, t, error) || !stability_find_limit(s, 0, &options, &found, error)) {
        limit_free(&found);
        return false;
    }
    static const paso_limit_kind kinds[] = {
        [LIMIT_FOUND] = PASO_LIMIT_FOUND, [LIMIT_ABOVE] = PASO_LIMIT_ABOVE, [LIMIT_BELOW] = PASO_LIMIT_BELOW};
    *limit = (paso_limit){.kind = kinds[found.kind],
                          .macro_step = found.kind == LIMIT_FOUND   ? found.macro_step
                                        : found.kind == LIMIT_ABOVE ? to
                                                                    : from};
    limit_free(&found);
    return true;
}

static bool predict(struct setup *setup, const paso_system *system, double t, double from, double to, paso_limit *limit,
                    struct error *error)
{
    if (!setup_open(setup, library_system_path(system), error))
        return false;
    struct run_options *scheme = &setup_run(setup)->arguments.run;
    scheme->macro_step = from;
    const struct stability_options options = {.run = *scheme, .schemes = scheme, .n_schemes = 1, .largest_step = to};
    struct stability *s = stability_open(setup->experiment.system, &options, error);
    const double start = s ? stability_start_time(s) : 0;
    const bool done = s && find_limit(s, t > start ? t : start, from, to, limit, error);
    stability_close(s);
    return done;
}

bool paso_stability(const paso_system *system, const paso_options *options, double t, double from, double to,
                    paso_limit *limit, paso_error *error)
{
    struct entry entry;
    library_enter(&entry, library_silence());
    struct setup setup = {0};
    bool done = true;
    if (!system || !limit)
        done = error_raise(&entry.error, ERROR_CALL_ARGUMENT, "paso_stability", system ? "the limit" : "the system");
    else if (!library_number_is(t, "paso_stability", "the time", &entry.error))
        done = false;
    else if (!(from > 0 && to > from && isfinite(to)))
        done = error_raise(&entry.error, ERROR_CALL_RANGE, TEXT("%g", from), TEXT("%g", to));
    done = done && library_options_are(options, &task_run, "paso_stability", &entry.error);
    if (done) {
        error_route_warnings(&setup.route);
        done = setup_begin(&setup, options, library_system_path(system), &entry.error) &&
               predict(&setup, system, t, from, to, limit, &entry.error);
        error_take_late_failure(NULL);
        error_route_warnings(library_silence());
        setup_close(&setup);
    }
    return library_leave(&entry, done, error);
}
