/* Outcomes over a parameter: a panel per variable and outcome. */
#include "sweep/outcome_plot.h"

#include "sweep/curves.h"
#include "sweep/sweep_messages.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>

struct place {
    double x, y;
};

struct drawing {
    struct curves curves;
    struct place *places; /* room for one curve */
};

static double value_of(const struct drawing *d, size_t run, size_t variable, enum outcome_kind kind)
{
    const struct finding *o = &d->curves.table->requests[run].finding;
    return variable < o->n_outcomes ? o->outcomes[variable].values[kind] : NAN;
}

static int by_x(const void *a, const void *b)
{
    const double x = ((const struct place *)a)->x, y = ((const struct place *)b)->x;
    return (x > y) - (x < y);
}

/* A list may have any order; a curve goes from left to right. */
static void add_curve(struct drawing *d, struct chart *c, struct chart_panel *panel, size_t k, size_t variable,
                      enum outcome_kind kind)
{
    struct chart_curve *curve =
        curves_add(&d->curves, c, panel, k, d->curves.has_words ? CHART_POINTS : CHART_LINES_AND_POINTS);
    size_t n = 0;
    for (size_t run = 0; run < d->curves.table->n; run++) {
        const double x = curves_x(&d->curves, run), y = value_of(d, run, variable, kind);
        if (curves_include(&d->curves, k, run) && !isnan(x) && !isnan(y))
            d->places[n++] = (struct place){x, y};
    }
    qsort(d->places, n, sizeof *d->places, by_x);
    for (size_t i = 0; i < n; i++)
        chart_add_point(c, curve, d->places[i].x, d->places[i].y);
}

/* Runs that came to nothing have no outcome: their marks lie above all curves, and the axis ends there. */
static void add_bad_runs(struct drawing *d, struct chart *c, struct chart_panel *panel)
{
    double low, high;
    chart_panel_range(panel, &low, &high);
    const double from = high + 0.02 * (high - low), to = high + 0.22 * (high - low);
    bool any = false;
    for (size_t k = 0; k < d->curves.n; k++) {
        struct chart_curve *marks = chart_add_curve(c, panel, "", curves_style(&d->curves, k), CHART_POINTS);
        const double row = from + (to - from) * ((double)k + 1) / ((double)d->curves.n + 1);
        for (size_t run = 0; run < d->curves.table->n; run++)
            if (curves_is_bad(&d->curves, run) && curves_include(&d->curves, k, run)) {
                chart_add_point(c, marks, curves_x(&d->curves, run), row);
                any = true;
            }
    }
    if (!any)
        return;
    panel->y.low = low;
    panel->y.high = to;
    chart_add_rule(c, panel, false, from, "above: unstable or failed");
}

static void add_panel(struct drawing *d, struct chart *c, size_t variable, enum outcome_kind kind)
{
    static const char *const words[N_OUTCOMES] = {[OUTCOME_MINIMUM] = "minimum",
                                                  [OUTCOME_MAXIMUM] = "maximum",
                                                  [OUTCOME_FINAL] = "final value",
                                                  [OUTCOME_OVERSHOOT] = "overshoot",
                                                  [OUTCOME_SETTLING_TIME] = "settling time"};
    const struct study *s = d->curves.table->study;
    const char *unit = outcome_unit(kind, system_unit(s->system, s->variables.ports[variable]));
    struct chart_panel *panel = chart_add_panel(c);
    panel->y.label =
        chart_text(c, "%s of %s%s%s", words[kind], s->variables.names[variable], unit ? ", " : "", unit ? unit : "");
    panel->aspect = 0.62;
    curves_label_axis(&d->curves, c, &panel->x);
    for (size_t k = 0; k < d->curves.n; k++)
        add_curve(d, c, panel, k, variable, kind);
    add_bad_runs(d, c, panel);
}

static bool has_values(const struct drawing *d, size_t variable, enum outcome_kind kind)
{
    for (size_t run = 0; run < d->curves.table->n; run++)
        if (!isnan(value_of(d, run, variable, kind)) && !isnan(curves_x(&d->curves, run)))
            return true;
    return false;
}

static bool draw(struct drawing *d, struct chart *c, const struct outcome_plot *plot, const char *path,
                 const struct figure_options *figure, struct error *error)
{
    const struct study *s = d->curves.table->study;
    for (size_t v = 0; v < s->variables.n; v++)
        for (int kind = 0; kind < N_OUTCOMES; kind++)
            if (plot->is_wanted[kind] && has_values(d, v, (enum outcome_kind)kind))
                add_panel(d, c, v, (enum outcome_kind)kind);
    if (c->n == 0) {
        error_warn(WARNING_SWEEP_NO_OUTCOME, path);
        return true;
    }
    c->columns = c->n > 1 ? 2 : 1;
    c->one_legend = true;
    return chart_write(c, path, figure, error);
}

bool outcome_plot_write(const struct table *t, const struct outcome_plot *plot, const char *path,
                        const struct figure_options *figure, struct error *error)
{
    struct chart c = chart_begin("");
    struct drawing d = {.places = malloc((t->n + 1) * sizeof *d.places)};
    bool ok = d.places || error_raise(error, ERROR_NO_MEMORY, "drawing a plot");
    ok =
        ok && curves_open(&d.curves, &c, t, plot->axis, plot->panels, error) && draw(&d, &c, plot, path, figure, error);
    curves_close(&d.curves);
    free(d.places);
    chart_free(&c);
    return ok;
}
