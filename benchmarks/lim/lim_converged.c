#include "benchmarks/lim/lim_converged.h"

#include "tests/oracle/lim_oracle.h"

#include <stdlib.h>

static struct lim_state *kept[3]; /* by manoeuvre */

/* Runge-Kutta steps of 0.05 ms: s within 4e-13 m of what high-order integrators give in the limit. */
static const long double step = 5e-5L;

static struct lim_state state_of(const struct oracle_parameters *p, double t, const double z[6])
{
    const long double x[4] = {z[0], z[1], z[2], z[3]};
    const long double ds = oracle_length_rate(p, x);
    return (struct lim_state){
        .theta1 = z[0],
        .theta2 = z[1],
        .dtheta1 = z[2],
        .dtheta2 = z[3],
        .s = (double)oracle_length(p, x[0]),
        .ds = (double)ds,
        .p1 = z[4],
        .p2 = z[5],
        .f_h = (double)(((long double)z[5] - z[4]) * p->a_p - p->c * ds),
        .kappa = (double)oracle_kappa(p, t),
    };
}

const struct lim_state *lim_converged(int manoeuvre)
{
    if (kept[manoeuvre])
        return kept[manoeuvre];
    double *rows = malloc(6 * (LIM_MILLISECONDS + 1) * sizeof *rows);
    struct lim_state *states = malloc((LIM_MILLISECONDS + 1) * sizeof *states);
    if (rows && states) {
        struct oracle_parameters p = oracle_default();
        p.manoeuvre = manoeuvre;
        oracle_solve(&p, step, 1e-3, 10, rows);
        for (long k = 0; k <= LIM_MILLISECONDS; k++)
            states[k] = state_of(&p, 1e-3 * (double)k, rows + 6 * k);
        kept[manoeuvre] = states;
    } else {
        free(states);
    }
    free(rows);
    return kept[manoeuvre];
}
