/* A picture of the search: one row per combination, in it all macro steps that were tried, good ones and others, and the limits. */
#include "sweep/limit_impl.h"

#include "figures/chart.h"

#include <math.h>
#include <stdint.h>
#include <string.h>

struct drawing {
    const struct limits *l;
    const struct found *found;
    struct chart chart;
    struct chart_panel *panel;
    size_t n_rows;
};

/* "gauss-seidel, error 0.005: 14 ms" */
static const char *row_name(struct drawing *d, size_t run, size_t criterion)
{
    const struct criterion *k = &d->l->criteria[criterion];
    const struct found *f = &d->found[run * d->l->n_criteria + criterion];
    char text[512];
    plan_describe(&d->l->c->study->plan, run, SIZE_MAX, text, sizeof text);
    const char *name = chart_text(&d->chart, "%s", text);
    if (k->has_error)
        name = chart_text(&d->chart, "%s%serror %s", name, *name ? ", " : "", k->text);
    if (isnan(f->limit))
        return chart_text(&d->chart, "%s%s%s", name, *name ? ": " : "", isnan(f->first_bad) ? "all good" : "none good");
    return chart_text(&d->chart, "%s%s%.4g ms", name, *name ? ": " : "", 1e3 * f->limit);
}

/* The first row is the uppermost one. */
static double height_of(const struct drawing *d, size_t row)
{
    return (double)(d->n_rows - row);
}

enum curves { GOOD, BEYOND, LIMIT };

static void add_row(struct drawing *d, size_t row, size_t run, size_t criterion)
{
    const struct trial *trial = &d->l->trials[run];
    const struct criterion *k = &d->l->criteria[criterion];
    const struct found *f = &d->found[run * d->l->n_criteria + criterion];
    struct chart_curve *curves = d->panel->curves;
    for (size_t i = 0; i < trial->n; i++) {
        const enum limit_verdict verdict = limit_judge(k, d->l->c->study, &trial->requests[i]);
        if (verdict == LIMIT_GOOD || verdict == LIMIT_BAD)
            chart_add_point(&d->chart, &curves[verdict == LIMIT_GOOD ? GOOD : BEYOND],
                            1e3 * trial->requests[i].job.macro_step, height_of(d, row));
    }
    if (!isnan(f->limit))
        chart_add_point(&d->chart, &curves[LIMIT], 1e3 * f->limit, height_of(d, row));
    chart_add_tick(&d->chart, &d->panel->y, height_of(d, row), row_name(d, run, criterion));
}

bool limit_plot(const struct limits *l, const struct found *found, struct error *error)
{
    struct drawing d = {.l = l, .found = found, .chart = chart_begin("largest good macro step")};
    const struct plan *plan = &l->c->study->plan;
    for (size_t run = 0; run < l->n_trials; run++)
        d.n_rows += plan_is_repeated(plan, run) ? 0 : l->n_criteria;
    d.panel = chart_add_panel(&d.chart);
    d.panel->x.label = "macro step, ms";
    d.panel->x.is_log = true;
    d.panel->y = (struct chart_axis){.label = "", .has_names = true, .low = 0.4, .high = (double)d.n_rows + 0.6};
    d.panel->rows = d.n_rows;
    chart_add_curve(&d.chart, d.panel, "good", 0, CHART_POINTS);
    chart_add_curve(&d.chart, d.panel, "beyond", 1, CHART_POINTS);
    chart_add_curve(&d.chart, d.panel, "limit", 4, CHART_POINTS);
    for (size_t run = 0, row = 0; run < l->n_trials && !d.chart.has_no_memory; run++)
        for (size_t k = 0; k < l->n_criteria && !plan_is_repeated(plan, run); k++)
            add_row(&d, row++, run, k);
    const bool ok = chart_write(&d.chart, l->options->plot, l->options->figure, error);
    chart_free(&d.chart);
    return ok;
}
