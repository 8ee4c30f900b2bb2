/* Memory and states at the start: as assembled. */
#include "engine_impl.h"

static void states_take(const struct engine *e, const double *z, const double *w, double *x)
{
    const size_t n_f = e->n_independent;
    for (size_t i = 0; i < n_f; i++) {
        x[i] = z[e->independent[i]];
        x[n_f + i] = w[e->independent[i]];
    }
    for (size_t i = 0; i < e->l; i++)
        x[2 * n_f + i] = z[e->dependent[e->m + i]];
}

bool engine_initialize_real(const struct engine *e, const double *u, double *m, double *x, struct model_report *report)
{
    (void)u, (void)report;
    for (size_t i = 0; i < e->n; i++)
        m[i] = e->z_0[i];
    states_take(e, e->z_0, e->w_0, x);
    return true;
}

bool engine_initialize_complex(const struct engine *e, const double complex *u, double complex *m, double complex *x,
                               struct model_report *report)
{
    (void)u, (void)report;
    double *states = e->over_reals->x;
    for (size_t i = 0; i < e->n; i++)
        m[i] = e->z_0[i];
    states_take(e, e->z_0, e->w_0, states);
    for (size_t i = 0; i < 2 * e->n_independent + e->l; i++)
        x[i] = states[i];
    return true;
}
