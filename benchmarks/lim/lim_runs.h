/* Runs of the LIM system (Tables 3 and 4 of the document, and what else the cases ask for), and what the cases are made of. */
#ifndef PASO_LIM_RUNS_H
#define PASO_LIM_RUNS_H

#include "benchmarks/lim/lim_converged.h"
#include "benchmarks/bench/simulation.h"

enum lim_coupling { LIM_FORCE = 1, LIM_PRESSURE = 2 };

struct lim_run {
    enum lim_coupling coupling;
    int manoeuvre;
    const char *scheme;         /* NULL: Jacobi */
    const char *order;          /* NULL: none */
    bool refreshed;             /* f-s: the force with the newest rate; the document's is stale */
    double H, h_H;              /* s; the multibody takes one step of H */
    const char *const *columns; /* NULL: multibody.s alone */
    double interval;            /* record about every so many seconds; 0: every macro step */
};

bool lim_simulate(struct bench *bench, const struct lim_run *run, struct trace *trace, struct error *error);

/* Largest |s - s_converged| on the grid of milliseconds, interpolated between macro steps; infinite where it broke down. Column
 * 1 of the trace is s. */
double lim_largest_error(const struct trace *trace, int manoeuvre);
/* The same at the communication points themselves. */
double lim_largest_error_at_steps(const struct trace *trace, int manoeuvre);

/* Parts of the case lim, each in its own file. */
bench_run lim_compare_columns, lim_compare_limits, lim_add_motions;

/* Figures 3, 4, 7, 8, 10 and 11 of the case lim-reference: our monolithic solution over the published points. */
void lim_draw_manoeuvre(struct outcome *outcome, int manoeuvre, const struct lim_state *states);

#endif
