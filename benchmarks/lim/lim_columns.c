/* LIM's own result files, column by column, and the figures that were drawn from them: 12 for f-s, 13 for p-s coupling. */
#include "benchmarks/lim/lim_runs.h"
#include "benchmarks/lim/lim_published.h"

#include <math.h>

static const char one_step_late[] = "; labels are one macro step late, and were moved back";

static const struct column {
    const char *name;
    enum lim_coupling coupling;
    double H, h_H; /* ms */
    const struct quotation *published;
    size_t column;
    double late;  /* ms: the file labels a state with a later time than it has */
    double shift; /* ms: a constant one that nothing explains */
    bool whole;   /* drawn over the whole manoeuvre, not about 6 s */
    const char *remark;
} columns[] = {
    {"fsJ_01", LIM_FORCE, 0.05, 0.05, &published_fsj, 2, 0, 0, false, ""},
    {"fsJ_02", LIM_FORCE, 0.2, 0.2, &published_fsj, 3, 0, 0, false, ""},
    {"fsJ_03", LIM_FORCE, 1, 0.2, &published_fsj, 4, 0, 0.8, false, ""},
    {"fsJ_05", LIM_FORCE, 10, 0.2, &published_fsj_10ms, 1, 10, 0, false, one_step_late},
    {"fsJ 15 ms", LIM_FORCE, 15, 0.2, &published_fsj_15ms, 1, 15, 0, true, one_step_late},
    {"psJ_01", LIM_PRESSURE, 0.05, 0.05, &published_psj, 2, 0, 0, false, ""},
    {"psJ_02", LIM_PRESSURE, 0.2, 0.2, &published_psj, 3, 0, 0, false, ""},
    {"psJ_03", LIM_PRESSURE, 1, 0.2, &published_psj, 4, 0, 0.8, false, ""},
    {"psJ_05", LIM_PRESSURE, 10, 0.2, &published_psj_10ms, 1, 10, 0, false, one_step_late},
    {"psJ 40 ms", LIM_PRESSURE, 40, 0.2, &published_psj_40ms, 1, 40, 0, true, one_step_late},
};
enum { N_COLUMNS = sizeof columns / sizeof *columns };

/* Half a unit of the eighth decimal, which is the last one in the files. */
static const double half_digit = 0.501e-8;

struct figures {
    struct figure *about_6s, *whole;
};

static void draw(struct outcome *o, struct figure *figure, const struct column *c, const struct trace *trace)
{
    struct curve *ours = figure_curve(o, figure, outcome_text(o, "%s, H = %g ms", c->name, c->H), CURVE_LINE);
    for (size_t row = 0; row < trace->n_rows; row++) {
        const double t = trace_at(trace, row, 0);
        if (c->whole || (t > 5.989 && t < 6.041))
            curve_add(o, ours, t, trace_at(trace, row, 1));
    }
    struct curve *published = figure_curve(o, figure, outcome_text(o, "%s, published", c->name), CURVE_POINTS);
    for (size_t i = 0; i < c->published->n_rows; i++) {
        const double t = quoted(c->published, i, 0) - 1e-3 * (c->late + c->shift);
        if (t >= 0 && t <= 10 && (c->whole || t > 5.989))
            curve_add(o, published, t, quoted(c->published, i, c->column));
    }
}

/* `late`: ms that the file's times are moved back by. */
static double largest_difference(const struct column *c, double late, const struct trace *trace)
{
    double worst = 0;
    size_t row = 0;
    for (size_t i = 0; i < c->published->n_rows; i++) {
        const double t = quoted(c->published, i, 0) - 1e-3 * late;
        if (t < 0 || t > 10 - 1e-3 * c->H) /* the last step of ours is cut at 10 s */
            continue;
        const double s = trace_interpolate(trace, 1, t, &row);
        worst = isnan(s) ? INFINITY : fmax(worst, fabs(s - quoted(c->published, i, c->column)));
    }
    return worst;
}

static bool run_column(struct bench *bench, struct outcome *o, const struct column *c, struct figure *figure,
                       struct error *error)
{
    const char *name = outcome_text(o, "column %s", c->name);
    if (!bench_wants(bench, name))
        return true;
    bench_progress(bench, "%s", name);
    const struct lim_run run = {
        .coupling = c->coupling, .manoeuvre = 1, .H = 1e-3 * c->H, .h_H = 1e-3 * c->h_H, .interval = 1e-3};
    struct trace trace;
    if (!lim_simulate(bench, &run, &trace, error))
        return false;
    struct row row = {.table = "LIM's result files, largest difference in s1 at the quoted points",
                      .kind = KIND_PUBLISHED,
                      .name = name,
                      .unit = "m",
                      .expected = half_digit,
                      .ours = largest_difference(c, c->late, &trace),
                      .source = outcome_text(o, "%s%s", c->published->source, c->remark)};
    if (c->shift > 0)
        row.differs =
            outcome_text(o,
                         "the file is late by about %g ms, for a reason that the document does not give; with its "
                         "times moved back by that, %.1e m remain",
                         c->shift, largest_difference(c, c->late + c->shift, &trace));
    outcome_bound(o, &row);
    draw(o, figure, c, &trace);
    trace_free(&trace);
    return true;
}

static void draw_converged(struct outcome *o, struct figure *figure, int from, int to, int by)
{
    const struct lim_state *converged = lim_converged(1);
    struct curve *curve = figure_curve(o, figure, "converged", CURVE_DASHED);
    for (int k = from; converged && k <= to; k += by)
        curve_add(o, curve, 1e-3 * k, converged[k].s);
}

bool lim_compare_columns(struct bench *bench, struct outcome *o, struct error *error)
{
    static const struct {
        enum lim_coupling coupling;
        struct figure about_6s, whole;
    } pairs[] = {
        {LIM_FORCE,
         {.id = "figure-12",
          .title = "Fig. 12: s1 with f-s coupling, Jacobi, manoeuvre M1",
          .caption =
              "Lines: our co-simulation; points: LIM's result files fsJ_s1 and fsJ_s1a, labels corrected as the table "
              "says.",
          .x_label = "t, s",
          .y_label = "s1, m"},
         {.id = "figure-12-limit",
          .title = "Fig. 12: s1 with f-s coupling at H = 15 ms, on the verge of instability",
          .caption = "Points: LIM's result file fsJ_15ms_s.",
          .x_label = "t, s",
          .y_label = "s1, m"}},
        {LIM_PRESSURE,
         {.id = "figure-13",
          .title = "Fig. 13: s1 with p-s coupling, Jacobi, manoeuvre M1",
          .caption =
              "Lines: our co-simulation; points: LIM's result files psJ_s1 and psJ_s1a, labels corrected as the table "
              "says.",
          .x_label = "t, s",
          .y_label = "s1, m"},
         {.id = "figure-13-limit",
          .title = "Fig. 13: s1 with p-s coupling at H = 40 ms, on the verge of instability",
          .caption = "Points: LIM's result file psJ_40ms_s.",
          .x_label = "t, s",
          .y_label = "s1, m"}},
    };
    for (int p = 0; p < 2; p++) {
        struct figure figures[2] = {pairs[p].about_6s, pairs[p].whole};
        for (int i = 0; i < N_COLUMNS; i++)
            if (columns[i].coupling == pairs[p].coupling &&
                !run_column(bench, o, &columns[i], &figures[columns[i].whole], error))
                return false;
        for (int k = 0; k < 2; k++)
            if (figures[k].n_curves > 0) {
                draw_converged(o, &figures[k], k ? 0 : 5989, k ? 10000 : 6041, k ? 10 : 1);
                outcome_figure(o, &figures[k]);
            }
    }
    return true;
}
