/* Limits of schemes along a run. */
#include "linearize/stability.h"

#include "linearize/linearize_messages.h"
#include "linearize/scheme_choices.h"

#include <stdlib.h>
#include <string.h>

struct predicted_scheme {
    struct run *run; /* opened for its tables, never started */
    struct amplifier *amplifier;
    char *order; /* that a run of its options chooses; NULL: it was asked for, or none */
};

struct stability {
    struct run *run;
    struct linearizer *linearizer;
    struct step_maps *maps;
    struct eigen_solver *eigen;
    struct spectrum spectrum;
    struct predicted_scheme *schemes;
    size_t n_schemes;
    double stop_time;
    double *paces; /* of the components at the start: where a run chooses its slopes */
};

/* An FMU refuses steps beyond the stop time that it was told; probing steps at the last point go there. */
static struct run *open_run(const struct system *system, const struct stability_options *o, double *stop_time,
                            struct error *error)
{
    struct run *run = run_open(system, &o->run, error);
    if (!run)
        return NULL;
    *stop_time = run_stop_time(run);
    run_close(run);
    struct run_options longer = o->run;
    longer.has_stop_time = true;
    longer.stop_time = *stop_time + 2 * o->largest_step;
    return run_open(system, &longer, error);
}

/* In which order a run with stand-ins would step components, and whether all of them are known by linear models. */
static bool ask_a_run(struct predicted_scheme *k, const struct system *system, struct run_options *scheme,
                      struct error *error)
{
    struct run *run = run_open(system, scheme, error);
    bool ok = run && run_initialize(run, error);
    for (size_t c = 0; ok && c < system->n_components; c++)
        if (run_grade(run, c) == GRADE_IDENTIFIED || run_grade(run, c) == GRADE_HELD)
            ok = error_raise(error, ERROR_STABILITY_STANDINS, component_label(run_component(run, c)),
                             run_grade_name(run_grade(run, c)));
    if (ok && run_steps_one_by_one(run) && !scheme->order) {
        k->order = strdup(run_order(run));
        scheme->order = k->order;
        ok = k->order || error_raise(error, ERROR_NO_MEMORY, "preparing the stability analysis");
    }
    run_close(run);
    return ok;
}

static bool open_schemes(struct stability *s, const struct system *system, const struct stability_options *o,
                         struct error *error)
{
    s->schemes = calloc(o->n_schemes + 1, sizeof *s->schemes);
    if (!s->schemes)
        return error_raise(error, ERROR_NO_MEMORY, "preparing the stability analysis");
    for (; s->n_schemes < o->n_schemes; s->n_schemes++) {
        struct predicted_scheme *k = &s->schemes[s->n_schemes];
        struct run_options scheme = o->schemes[s->n_schemes];
        scheme.starts = o->run.starts;
        scheme.macro_step = o->largest_step;
        if (scheme_listens(&scheme) && !ask_a_run(k, system, &scheme, error)) {
            free(k->order);
            return false;
        }
        k->run = run_open(system, &scheme, error);
        if (!k->run) {
            free(k->order);
            return false;
        }
        run_set_paces(k->run, s->paces);
        k->amplifier = amplifier_open(k->run, s->linearizer, s->maps, error);
        if (!k->amplifier) {
            run_close(k->run);
            free(k->order);
            return false;
        }
    }
    return true;
}

struct stability *stability_open(const struct system *system, const struct stability_options *o, struct error *error)
{
    struct stability *s = calloc(1, sizeof *s);
    if (!s) {
        error_raise(error, ERROR_NO_MEMORY, "preparing the stability analysis");
        return NULL;
    }
    s->run = open_run(system, o, &s->stop_time, error);
    if (s->run && run_initialize(s->run, error))
        s->linearizer = linearizer_open(s->run, o->method, error);
    if (s->linearizer)
        s->maps = step_maps_open(s->run, s->linearizer, o->subsystem, error);
    if (s->maps)
        s->eigen = eigen_solver_open(linearizer_coupled(s->linearizer)->states.n, false, error);
    if (s->eigen && !(s->paces = calloc(system->n_components + 1, sizeof *s->paces)))
        error_raise(error, ERROR_NO_MEMORY, "preparing the stability analysis");
    if (!s->paces || !run_find_paces(s->run, s->paces, error) || !open_schemes(s, system, o, error)) {
        stability_close(s);
        return NULL;
    }
    return s;
}

void stability_close(struct stability *s)
{
    if (!s)
        return;
    for (size_t i = 0; i < s->n_schemes; i++) {
        amplifier_close(s->schemes[i].amplifier);
        run_close(s->schemes[i].run);
        free(s->schemes[i].order);
    }
    free(s->schemes);
    free(s->paces);
    eigen_solver_close(s->eigen);
    step_maps_close(s->maps);
    linearizer_close(s->linearizer);
    run_close(s->run);
    free(s);
}

double stability_start_time(const struct stability *s)
{
    return run_start_time(s->run);
}

double stability_stop_time(const struct stability *s)
{
    return s->stop_time;
}

bool stability_advance(struct stability *s, double t, struct error *error)
{
    if (!linearizer_advance(s->linearizer, t, error))
        return false;
    step_maps_begin_point(s->maps);
    return linearizer_run(s->linearizer, error) &&
           eigen_solver_run(s->eigen, linearizer_coupled(s->linearizer)->A, &s->spectrum, error);
}

const struct spectrum *stability_spectrum(const struct stability *s)
{
    return &s->spectrum;
}

bool stability_is_own(const struct stability *s, size_t component)
{
    return step_maps_is_own(s->maps, component);
}

const char *stability_order(const struct stability *s, size_t scheme)
{
    return run_order(s->schemes[scheme].run);
}

bool stability_find_limit(struct stability *s, size_t scheme, const struct limit_options *options, struct limit *limit,
                          struct error *error)
{
    return limit_find(limit, s->schemes[scheme].amplifier, s->maps, s->spectrum.values, s->spectrum.n, options, error);
}
