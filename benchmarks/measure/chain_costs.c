#include "benchmarks/measure/chain_costs.h"

#include "benchmarks/bench/bench_messages.h"
#include "benchmarks/measure/peer_chain.h"
#include "benchmarks/measure/smallest_cost.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

const int chain_counts[CHAIN_COUNTS] = {PEER_COUNTS};

/* One run of peer_cost, all engines in turn, as docs/benchmarks.md has it. */
const struct quoted_costs chain_quoted[CHAIN_ENGINES] = {
    {"ours", "", {0.20, 0.53, 1.22, 2.56, 4.99, 11.0, 21.9, 58}, 1.11},
    {"RBDL", " 3.3.1", {0.39, 1.29, 2.73, 5.22, 10.9, 21.0, 41.5, 111}, 1.08},
    {"Pinocchio", " 3.7", {0.60, 1.71, 3.51, 6.98, 14.1, 30.7, 55.3, 138}, 1.06},
    {"Simbody", " 3.7", {6.8, 11.6, 20.3, 34.5, 54.4, 100, 247, 545}, 1.01},
    {"MuJoCo", " 2.2.2", {0.64, 1.52, 3.00, 7.04, 22.3, 94.3, NAN, NAN}, 1.87},
};

struct moving_chain {
    struct peer_chain *chain;
    double *x, *dx;
};

static bool evaluate(void *context, struct model_report *report)
{
    struct moving_chain *m = context;
    m->x[0] += 1e-9; /* another position every time: the engine keeps the last one */
    return peer_chain_rates(m->chain, m->x, m->dx) || model_fail(report, "%s", peer_chain_why(m->chain));
}

/* In us. */
static bool measure(int n, double *us, struct error *error)
{
    const int repetitions = 1 + 2000 / n; /* less than a millisecond each time */
    struct model_report report = {"out of memory"};
    double *both = calloc(4 * (size_t)n, sizeof *both);
    struct moving_chain m = {.chain = both ? peer_chain_open(PEER_CHAIN, n, report.text) : NULL};
    *us = NAN;
    if (m.chain) {
        m.x = both, m.dx = both + 2 * n;
        peer_state(n, m.x);
        *us = 1e6 * smallest_cost(evaluate, &m, repetitions, &report);
    }
    peer_chain_close(m.chain);
    free(both);
    return isfinite(*us) || error_raise(error, ERROR_BENCH_SOLVER, TEXT("a chain of %d rods", n), report.text);
}

/* What of[] has for each engine, with their versions. */
static const char *beside(struct outcome *o, const char *head, const double of[CHAIN_ENGINES])
{
    const char *text = head;
    for (int e = 0; e < CHAIN_ENGINES; e++)
        if (isfinite(of[e]))
            text = outcome_text(o, "%s%s%s%s: %.2f", text, e ? ", " : " ", chain_quoted[e].engine,
                                chain_quoted[e].version, of[e]);
    return text;
}

static void add_rows(struct outcome *o, const double us[CHAIN_COUNTS])
{
    struct row row = {.table = "Chains of rods: CPU time of an evaluation at a new position", .unit = "us"};
    double of[CHAIN_ENGINES];
    for (int i = 0; i < CHAIN_COUNTS; i++) {
        for (int e = 0; e < CHAIN_ENGINES; e++)
            of[e] = chain_quoted[e].us[i] / chain_quoted[CHAIN_RBDL].us[i];
        row.name = outcome_text(o, "chain of %d rods", chain_counts[i]);
        row.ours = us[i];
        row.source = beside(o, "another run, over RBDL's time;", of);
        outcome_measure(o, &row);
    }
    for (int e = 0; e < CHAIN_ENGINES; e++)
        of[e] = chain_quoted[e].exponent;
    row.name = "chain: exponent from 20 rods on";
    row.unit = "";
    row.ours = peer_exponent(CHAIN_COUNTS, chain_counts, us);
    row.source = beside(o, "another run;", of);
    outcome_measure(o, &row);
}

static void add_figure(struct outcome *o, const double us[CHAIN_COUNTS])
{
    struct figure figure = {.id = "chain-costs",
                            .title = "Chains of rods: time of an evaluation over their number",
                            .caption =
                                "The line is measured here. Points are quoted from another run, of all engines in turn "
                                "(docs/benchmarks.md): their ratios and slopes count.",
                            .x_label = "rods in the chain",
                            .y_label = "CPU time, us",
                            .x_log = true,
                            .y_log = true};
    struct curve *line = figure_curve(o, &figure, "ours, here", CURVE_LINE);
    for (int i = 0; i < CHAIN_COUNTS; i++)
        curve_add(o, line, chain_counts[i], us[i]);
    for (int e = 0; e < CHAIN_ENGINES; e++) {
        struct curve *points = figure_curve(
            o, &figure, outcome_text(o, "%s%s, quoted", chain_quoted[e].engine, chain_quoted[e].version), CURVE_POINTS);
        for (int i = 0; i < CHAIN_COUNTS; i++)
            if (isfinite(chain_quoted[e].us[i]))
                curve_add(o, points, chain_counts[i], chain_quoted[e].us[i]);
    }
    outcome_figure(o, &figure);
}

bool chain_costs_add(struct bench *bench, struct outcome *o, struct error *error)
{
    double us[CHAIN_COUNTS];
    for (int i = 0; i < CHAIN_COUNTS; i++) {
        bench_progress(bench, "chain of %d rods", chain_counts[i]);
        if (!measure(chain_counts[i], &us[i], error))
            return false;
    }
    add_rows(o, us);
    add_figure(o, us);
    return true;
}
