/* Error over macro step, and work and precision. */
#include "sweep/plot.h"

#include "sweep/curves.h"
#include "sweep/sweep_messages.h"
#include "master/base/numbers.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* What is to be drawn. */
struct drawing {
    const struct table *t;
    struct curves curves;
    double lowest, highest, smallest_step, largest_step;
    bool any_bad;
};

static const char *unit_of(const struct table *t)
{
    const char *unit = system_unit(t->study->system, t->study->variables.ports[0]);
    return unit ? unit : "-";
}

static bool is_drawn(const struct drawing *d, size_t run)
{
    const struct finding *o = &d->t->requests[run].finding;
    return o->status == FINDING_DONE && o->n_deviations && o->deviations[0].max > 0 && curves_x(&d->curves, run) > 0;
}

static bool is_bad(const struct drawing *d, size_t run)
{
    return curves_is_bad(&d->curves, run) && curves_x(&d->curves, run) > 0;
}

static void measure(struct drawing *d)
{
    d->lowest = d->smallest_step = INFINITY;
    d->highest = d->largest_step = 0;
    for (size_t run = 0; run < d->t->n; run++) {
        const struct finding *o = &d->t->requests[run].finding;
        if ((is_drawn(d, run) || is_bad(d, run)) && !curves_is_chosen(&d->curves, run)) {
            d->smallest_step = fmin(d->smallest_step, curves_x(&d->curves, run));
            d->largest_step = fmax(d->largest_step, curves_x(&d->curves, run));
        }
        if (is_drawn(d, run)) {
            d->lowest = fmin(d->lowest, o->deviations[0].max);
            d->highest = fmax(d->highest, o->deviations[0].max);
        }
        d->any_bad = d->any_bad || is_bad(d, run);
    }
}

/* The order of convergence that most runs show, as a whole number: the median, because near a limit of stability errors
 * jump. */
static double common_order(const struct drawing *d)
{
    double *orders = malloc((d->t->n + 1) * sizeof *orders);
    size_t n = 0;
    for (size_t run = 0; orders && run < d->t->n; run++) {
        const double order = table_order(d->t, run, 0);
        if (is_drawn(d, run) && !isnan(order))
            orders[n++] = order;
    }
    numbers_sort(orders, n);
    const double middle = n ? orders[n / 2] : 1;
    free(orders);
    return fmax(1, round(middle));
}

/* ---- the chart ---- */

/* Unstable runs have no error: their marks lie in a band above all others, each curve in a row of its own, above the words that say so. The
 * band is a part of the axis, however many curves there are. */
struct band {
    double low, high;
};

static struct band band_of(const struct drawing *d)
{
    const double decades = fmax(1, log10(d->highest / d->lowest));
    const double low = d->highest * 1.6;
    return (struct band){low, d->any_bad ? low * pow(10, 0.4 * decades) : low};
}

static void add_errors(struct chart *c, const struct drawing *d, struct chart_panel *panel, bool over_time)
{
    static const double words = 0.32; /* of the band */
    const struct band band = band_of(d);
    for (size_t k = 0; k < d->curves.n; k++) {
        struct chart_curve *curve = curves_add(&d->curves, c, panel, k, CHART_LINES_AND_POINTS);
        for (size_t run = 0; run < d->t->n; run++)
            if (is_drawn(d, run) && curves_include(&d->curves, k, run)) {
                const struct finding *o = &d->t->requests[run].finding;
                chart_add_point(c, curve, over_time ? fmax(o->cpu_s, 1e-6) : curves_x(&d->curves, run),
                                o->deviations[0].max);
            }
        if (over_time)
            continue;
        struct chart_curve *marks = chart_add_curve(c, panel, "", curves_style(&d->curves, k), CHART_POINTS);
        const double row = words + (1 - words) * ((double)k + 1) / ((double)d->curves.n + 1);
        for (size_t run = 0; run < d->t->n; run++)
            if (is_bad(d, run) && curves_include(&d->curves, k, run))
                chart_add_point(c, marks, curves_x(&d->curves, run), band.low * pow(band.high / band.low, row));
    }
    panel->y.low = d->lowest / 3;
    panel->y.high = over_time ? d->highest * 3 : band.high * 1.2;
    if (d->any_bad && !over_time)
        chart_add_rule(c, panel, false, band.low, "above: unstable or failed");
}

/* A line of the common slope below the curves of equal steps. */
static void add_slope(struct chart *c, const struct drawing *d, struct chart_panel *panel)
{
    const double order = common_order(d), from = d->smallest_step, to = d->largest_step;
    if (!(to > from))
        return;
    const double left = from * pow(to / from, 0.15), right = from * pow(to / from, 0.6);
    double height = d->highest;
    for (size_t run = 0; run < d->t->n; run++) /* below all points, as a line of this slope */
        if (is_drawn(d, run) && !curves_is_chosen(&d->curves, run))
            height = fmin(height, 0.4 * d->t->requests[run].finding.deviations[0].max *
                                      pow(left / curves_x(&d->curves, run), order));
    struct chart_curve *slope = chart_add_curve(c, panel, chart_text(c, "slope %g", order), 0, CHART_LINES);
    slope->is_faint = true;
    chart_add_point(c, slope, left, height);
    chart_add_point(c, slope, right, height * pow(right / left, order));
    panel->y.low = fmin(panel->y.low, height / 1.5);
}

static void fill(struct chart *c, const struct drawing *d)
{
    struct chart_panel *panel = chart_add_panel(c);
    panel->x.label = d->curves.label;
    panel->x.is_log = panel->y.is_log = true;
    const char *label = chart_text(c, "largest error of %s, %s", d->t->study->variables.names[0], unit_of(d->t));
    panel->y.label = label;
    panel->aspect = 0.9;
    add_errors(c, d, panel, false);
    if (d->curves.axis == d->t->study->plan.step)
        add_slope(c, d, panel);
    struct chart_panel *work = chart_add_panel(c);
    work->x.label = "CPU time of the run, s";
    work->y.label = label;
    work->x.is_log = work->y.is_log = true;
    work->aspect = 0.9;
    add_errors(c, d, work, true);
    c->columns = 2;
    c->one_legend = true;
}

static bool draw_errors(struct drawing *d, struct chart *c, const char *path, const struct figure_options *options,
                        struct error *error)
{
    measure(d);
    if (!(d->highest > 0)) {
        error_warn(WARNING_SWEEP_NOTHING_TO_PLOT, path);
        return true;
    }
    fill(c, d);
    return chart_write(c, path, options, error);
}

bool plot_write(const struct table *t, size_t axis, size_t panels, const char *path,
                const struct figure_options *options, struct error *error)
{
    struct chart c = chart_begin("");
    struct drawing d = {.t = t};
    const bool ok = curves_open(&d.curves, &c, t, axis, panels, error) && draw_errors(&d, &c, path, options, error);
    curves_close(&d.curves);
    chart_free(&c);
    return ok;
}
