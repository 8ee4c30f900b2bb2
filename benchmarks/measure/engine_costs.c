#include "benchmarks/measure/engine_costs.h"

#include "benchmarks/bench/bench_messages.h"
#include "benchmarks/measure/peer_loops.h"
#include "benchmarks/measure/quoted_table.h"
#include "benchmarks/measure/smallest_cost.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

/* ---- what is measured ---- */

struct machine {
    struct peer_chain *rods;
    struct peer_loops *loops;
    struct peer_linkage linkage;
    double *x, *out;
    double *moved; /* the coordinate that moves: the engine keeps the last position */
};

static void machine_close(struct machine *m)
{
    peer_chain_close(m->rods);
    peer_loops_close(m->loops);
    peer_linkage_free(&m->linkage);
    free(m->x);
    free(m->out);
}

static bool loops_open(struct machine *m, enum peer_linkage_kind kind, int n, char why[PEER_WHY])
{
    if (!peer_linkage_make(&m->linkage, kind, n))
        return false;
    m->out = calloc((size_t)m->linkage.n_free, sizeof *m->out);
    m->moved = &m->linkage.x[m->linkage.free[0]];
    m->loops = m->out ? peer_loops_open(&m->linkage, why) : NULL;
    return m->loops;
}

static bool rods_open(struct machine *m, enum peer_shape shape, int n, char why[PEER_WHY])
{
    const size_t n_states = 2 * (size_t)n;
    m->x = calloc(n_states, sizeof *m->x);
    m->out = calloc(n_states * n_states, sizeof *m->out); /* a Jacobian */
    m->moved = m->x;
    m->rods = m->x && m->out ? peer_chain_open(shape, n, why) : NULL;
    if (m->rods)
        peer_state(n, m->x);
    return m->rods;
}

static bool rods_done(const struct machine *m, bool good, struct model_report *report)
{
    return good || model_fail(report, "%s", peer_chain_why(m->rods));
}

static bool evaluate_rods(void *context, struct model_report *report)
{
    struct machine *m = context;
    *m->moved += 1e-9;
    return rods_done(m, peer_chain_rates(m->rods, m->x, m->out), report);
}

static bool differentiate_along(void *context, struct model_report *report)
{
    struct machine *m = context;
    *m->moved += 1e-9;
    return rods_done(m, peer_chain_derivative(m->rods, m->x, m->out), report);
}

static bool differentiate(void *context, struct model_report *report)
{
    struct machine *m = context;
    *m->moved += 1e-9;
    return rods_done(m, peer_chain_jacobian(m->rods, m->x, m->out), report);
}

static bool evaluate_loops(void *context, struct model_report *report)
{
    struct machine *m = context;
    *m->moved += 1e-9;
    return peer_loops_accelerate(m->loops, m->linkage.x, m->out) || model_fail(report, "%s", peer_loops_why(m->loops));
}

struct engine_measure {
    const char *what; /* "": an evaluation */
    measured_call *call;
    measured_call *unit; /* what it is counted in; NULL: us */
    int power;           /* of the number of rods, to which its time grows: how often it is called */
};

enum { MOST_MEASURES = 2 };
static const struct engine_measure of_rods[] = {{"", evaluate_rods, NULL, 1}, {0}};
static const struct engine_measure of_loops[] = {{"", evaluate_loops, NULL, 1}, {0}};
static const struct engine_measure of_derivatives[] = {
    {"one direction", differentiate_along, evaluate_rods, 1}, {"whole Jacobian", differentiate, NULL, 2}, {0}};

const struct engine_subject engine_subjects[ENGINE_SUBJECTS] = {
    {"chain", "chain", "rods", "links in a chain, us per evaluation", "Chains of rods", "chain-costs", of_rods,
     PEER_CHAIN, false},
    {"tree", "tree", "rods", "links of a tree, us per evaluation", "Trees of rods, two on each", "tree-costs", of_rods,
     PEER_TREE, false},
    {"four-bars", "row", "four-bars", "four-bars in a row, us per evaluation", "Four-bar linkages in a row (N-loop)",
     "four-bar-costs", of_loops, PEER_FOUR_BARS, true},
    {"five-bars", "group", "five-bars", "five-bars beside each other, us per evaluation",
     "Five-bar linkages beside each other", "five-bar-costs", of_loops, PEER_FIVE_BARS, true},
    {"derivatives", "chain", "rods", "derivatives of a chain", "Derivatives of chains of rods", "derivative-costs",
     of_derivatives, PEER_CHAIN, false},
};

/* All measures of a machine with n rods or loops. */
static bool measure(const struct engine_subject *s, int n, double costs[MOST_MEASURES], struct error *error)
{
    struct model_report report = {"out of memory"};
    struct machine m = {0};
    bool good = s->has_loops ? loops_open(&m, (enum peer_linkage_kind)s->shape, n, report.text)
                             : rods_open(&m, (enum peer_shape)s->shape, n, report.text);
    for (size_t k = 0; good && s->measures[k].call; k++) {
        const struct engine_measure *measure = &s->measures[k];
        const int repetitions = 1 + (int)(2000 / pow(n, measure->power)); /* a few milliseconds each time */
        const double one = measure->unit ? smallest_cost(measure->unit, &m, repetitions, &report) : 1e-6;
        costs[k] = smallest_cost(measure->call, &m, repetitions, &report) / one;
        good = isfinite(costs[k]);
    }
    machine_close(&m);
    return good || error_raise(error, ERROR_BENCH_SOLVER, TEXT("a %s of %d %s", s->group, n, s->unit), report.text);
}

/* ---- and shown ---- */

struct costs {
    const struct engine_subject *subject;
    struct quoted_table quoted;
    double here[MOST_MEASURES][QUOTED_COLUMNS];
    double exponents[MOST_MEASURES]; /* NaN: it is no time */
};

static void add_rows(struct outcome *o, const struct costs *c)
{
    const struct engine_subject *s = c->subject;
    for (size_t k = 0; s->measures[k].call; k++) {
        const char *what = *s->measures[k].what ? outcome_text(o, ", %s", s->measures[k].what) : "";
        struct row row = {.table = outcome_text(o, "%s: CPU time%s at a new position", s->title,
                                                *s->measures->what ? "" : " of an evaluation"),
                          .unit = s->measures[k].unit ? "evaluations" : "us"};
        for (size_t i = 0; i < c->quoted.n_columns; i++) {
            row.name = outcome_text(o, "%s of %d %s%s", s->group, c->quoted.counts[i], s->unit, what);
            row.ours = c->here[k][i];
            outcome_measure(o, &row);
        }
        row.name = outcome_text(o, "%s%s: exponent from 20 %s on", s->group, what, s->unit);
        row.unit = "";
        row.ours = c->exponents[k];
        if (isfinite(row.ours))
            outcome_measure(o, &row);
    }
}

static void overview_line(struct outcome *o, struct overview *overview, const char *name, const double *values,
                          double exponent)
{
    double all[QUOTED_COLUMNS + 1];
    for (size_t i = 0; i + 1 < overview->n_columns; i++)
        all[i] = values[i];
    all[overview->n_columns - 1] = exponent;
    overview_add(o, overview, name, all);
}

static void add_overview(struct outcome *o, const struct costs *c)
{
    const struct engine_subject *s = c->subject;
    const struct quoted_table *q = &c->quoted;
    const char **columns = ARENA_TAKE(&o->arena, q->n_columns + 1, const char *);
    if (!columns) {
        o->out_of_memory = true;
        return;
    }
    for (size_t i = 0; i < q->n_columns; i++)
        columns[i] = outcome_text(o, "%d", q->counts[i]);
    columns[q->n_columns] = "exponent";
    struct overview *overview = outcome_overview(
        o, &(struct overview){.title = outcome_text(o, "%s%s by number of %s: here, and quoted from another run",
                                                    s->title, *s->measures->what ? "" : ", us per evaluation", s->unit),
                              .columns = columns,
                              .n_columns = q->n_columns + 1});
    for (size_t k = 0; s->measures[k].call; k++)
        overview_line(o, overview,
                      *s->measures[k].what ? outcome_text(o, "here: %s, %s", s->measures[k].what,
                                                          s->measures[k].unit ? "evaluations" : "us")
                                           : "here: ours",
                      c->here[k], c->exponents[k]);
    for (size_t i = 0; i < q->n_lines; i++)
        overview_line(o, overview, outcome_text(o, "%s", q->lines[i].name), q->lines[i].values, q->lines[i].exponent);
}

static void add_figure(struct outcome *o, const struct costs *c)
{
    const struct engine_subject *s = c->subject;
    const struct quoted_table *q = &c->quoted;
    struct figure figure = {.id = s->id,
                            .title = outcome_text(o, "%s: CPU time over the number of %s", s->title, s->unit),
                            .caption =
                                "The line is measured here. Points are quoted from another run, of all engines in turn "
                                "(docs/benchmarks.md): their ratios and slopes count.",
                            .x_label = s->unit,
                            .y_label = "CPU time, us",
                            .x_log = true,
                            .y_log = true};
    for (size_t k = 0; s->measures[k].call; k++) {
        if (s->measures[k].unit)
            continue;
        struct curve *line = figure_curve(
            o, &figure, *s->measures[k].what ? outcome_text(o, "%s, here", s->measures[k].what) : "ours, here",
            CURVE_LINE);
        for (size_t i = 0; i < q->n_columns; i++)
            curve_add(o, line, q->counts[i], c->here[k][i]);
    }
    for (size_t e = 0; e < q->n_lines; e++) {
        if (isnan(q->lines[e].exponent))
            continue;
        struct curve *points = figure_curve(o, &figure, outcome_text(o, "%s, quoted", q->lines[e].name), CURVE_POINTS);
        for (size_t i = 0; i < q->n_columns; i++)
            if (isfinite(q->lines[e].values[i]))
                curve_add(o, points, q->counts[i], q->lines[e].values[i]);
    }
    outcome_figure(o, &figure);
}

static bool add(struct bench *bench, struct outcome *o, const struct engine_subject *s, struct error *error)
{
    struct costs c = {.subject = s};
    if (!quoted_table_read(&c.quoted, benchmarks_page, s->head))
        return error_raise(error, ERROR_BENCH_SOLVER, "docs/benchmarks.md", s->head);
    for (size_t i = 0; i < c.quoted.n_columns; i++) {
        double costs[MOST_MEASURES];
        bench_progress(bench, "%s of %d %s", s->group, c.quoted.counts[i], s->unit);
        if (!measure(s, c.quoted.counts[i], costs, error))
            return false;
        for (size_t k = 0; s->measures[k].call; k++)
            c.here[k][i] = costs[k];
    }
    for (size_t k = 0; s->measures[k].call; k++)
        c.exponents[k] = s->measures[k].unit ? NAN : peer_exponent(c.quoted.n_columns, c.quoted.counts, c.here[k]);
    add_overview(o, &c);
    add_rows(o, &c);
    add_figure(o, &c);
    return true;
}

bool engine_costs_add(struct bench *bench, struct outcome *o, struct error *error)
{
    for (int i = 0; i < ENGINE_SUBJECTS; i++)
        if (bench_wants(bench, engine_subjects[i].name) && !add(bench, o, &engine_subjects[i], error))
            return false;
    return true;
}
