/* Growth of the modes of a macro step, those apart that grow in the coupled system itself. */
#include "linearize/limit.h"
#include "linearize/spectrum.h"
#include "linearize/linearize_messages.h"

#include <math.h>
#include <stdlib.h>

/* A mode of the coupled system that grows is found again among those of the macro step: near exp(lambda H), or at least not
 * growing much faster. Between points that move, neither is exact. */
static const double own_distance = 0.1, own_growth = 2;
/* What rounding makes of a matrix, relative to its norm. */
static const double rounding = 1e-14;
/* However unsure an eigenvalue is: what is larger grows. */
static const double most_doubt = 1e-3;

static size_t find_nearest(const struct spectrum *s, const bool *used, double complex wanted)
{
    size_t nearest = s->n;
    for (size_t i = 0; i < s->n; i++)
        if (!used[i] && (nearest == s->n || cabs(s->values[i] - wanted) < cabs(s->values[nearest] - wanted)))
            nearest = i;
    return nearest;
}

static void take_own_modes_off(const struct spectrum *s, const double complex *coupled, size_t n, double H, bool *used)
{
    double fastest = 0;
    for (size_t k = 0; k < n; k++)
        fastest = fmax(fastest, cabs(coupled[k]));
    for (size_t k = 0; k < n; k++) {
        if (!(creal(coupled[k]) > 1e-12 * fastest))
            continue;
        const double complex wanted = cexp(coupled[k] * H);
        const size_t i = find_nearest(s, used, wanted);
        if (i < s->n && (cabs(s->values[i] - wanted) <= own_distance * cabs(wanted) ||
                         cabs(s->values[i]) <= exp(own_growth * creal(coupled[k]) * H)))
            used[i] = true;
    }
}

static bool measure(struct growth *g, const struct spectrum *s, double accuracy, const double complex *coupled,
                    size_t n, struct error *error)
{
    bool *used = calloc(s->n + 1, sizeof *used);
    if (!used)
        return error_raise(error, ERROR_NO_MEMORY, "computing eigenvalues");
    take_own_modes_off(s, coupled, n, g->macro_step, used);
    for (size_t i = 0; i < s->n; i++) {
        const double size = cabs(s->values[i]);
        g->radius = fmax(g->radius, size);
        if (used[i])
            continue;
        g->excess = fmax(g->excess, size);
        const double doubt = (rounding + accuracy) * fmax(s->norm, 1) / fmax(s->conditions[i], 1e-300);
        g->grows = g->grows || size > 1 + fmin(doubt, most_doubt);
    }
    free(used);
    return true;
}

static bool is_about_the_step(const struct error *error)
{
    return error->code != ERROR_NO_MEMORY && error->code != ERROR_INTERNAL &&
           error->code != ERROR_STABILITY_EXPONENTIAL && error->code != ERROR_STABILITY_COUNTED_ANEW;
}

bool growth_at(struct growth *growth, struct amplifier *amplifier, const struct step_maps *maps,
               const double complex *coupled, size_t n_coupled, double macro_step, struct error *error)
{
    *growth = (struct growth){.macro_step = macro_step};
    struct matrix m;
    struct error failure = {0};
    if (!amplifier_run(amplifier, macro_step, &m, &failure)) {
        if (!is_about_the_step(&failure)) {
            if (error)
                *error = failure;
            return false;
        }
        growth->radius = growth->excess = (double)INFINITY; /* a component does not take the step at all */
        growth->grows = true;
        return true;
    }
    if (!matrix_is_finite(m)) {
        growth->radius = growth->excess = (double)INFINITY;
        growth->grows = true;
        return true;
    }
    struct eigen_solver *e = eigen_solver_open(m.rows, true, error);
    struct spectrum s;
    const bool ok = e && eigen_solver_run(e, m, &s, error) &&
                    measure(growth, &s, step_maps_accuracy(maps), coupled, n_coupled, error);
    eigen_solver_close(e);
    return ok;
}
