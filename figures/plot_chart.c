#include "figures/plot_chart.h"

#include "figures/chart.h"
#include "figures/figures_messages.h"
#include "master/options/options_messages.h"
#include "master/options/quantity.h"

#include <math.h>
#include <stdint.h>
#include <string.h>

struct plot {
    const struct result_series *series;
    size_t n;
    const struct plot_view *view;
    enum plot_panels by;
    double x_low, x_high; /* NaN: all */
    const char *path;
    struct chart chart;
};

/* What a column shares its panel with. */
static const char *panel_key(const struct plot *p, size_t run, size_t column)
{
    const struct result_series *s = &p->series[run];
    const char *unit = s->columns[column].unit;
    if (p->by == PLOT_BY_RUN)
        return unit ? unit : "";
    return p->by == PLOT_BY_VARIABLE || !unit ? result_series_name(s, column) : unit;
}

static bool is_same_panel(const struct plot *p, size_t run, size_t column, size_t other_run, size_t other)
{
    const bool has_unit = p->series[run].columns[column].unit != NULL;
    if (p->by == PLOT_BY_RUN && strcmp(p->series[run].title, p->series[other_run].title) != 0)
        return false;
    return (p->by == PLOT_BY_VARIABLE || has_unit == (p->series[other_run].columns[other].unit != NULL)) &&
           strcmp(panel_key(p, run, column), panel_key(p, other_run, other)) == 0;
}

/* Whether a panel for this column is there already. */
static bool is_first(const struct plot *p, size_t run, size_t column)
{
    for (size_t r = 0; r <= run; r++) {
        const size_t n = r < run ? p->series[r].n_names : column;
        for (size_t c = 0; c < n; c++)
            if (p->series[r].columns[c].is_wanted && is_same_panel(p, run, column, r, c))
                return false;
    }
    return true;
}

/* The number of this variable among those of its panel, by name; and how many there are. */
static size_t variable_number(const struct plot *p, size_t run, size_t column, size_t *count)
{
    const char *name = result_series_name(&p->series[run], column);
    size_t number = 0;
    *count = 0;
    for (size_t r = 0; r < p->n; r++)
        for (size_t c = 0; c < p->series[r].n_names; c++) {
            if (!p->series[r].columns[c].is_wanted || !is_same_panel(p, run, column, r, c))
                continue;
            bool is_new = true;
            for (size_t before = 0; before < r && is_new; before++) {
                const size_t known = result_series_find(&p->series[before], result_series_name(&p->series[r], c));
                is_new = known == SIZE_MAX || !p->series[before].columns[known].is_wanted ||
                         !is_same_panel(p, run, column, before, known);
            }
            if (strcmp(result_series_name(&p->series[r], c), name) == 0 && is_new)
                number = *count;
            *count += is_new;
        }
    return number;
}

/* Whether the line to this point or from it comes through the range of x. */
static bool is_near_view(const struct plot *p, const struct thinned *points, size_t i)
{
    const size_t from = i ? i - 1 : i, to = i + 1 < points->n ? i + 1 : i;
    double low = INFINITY, high = -INFINITY;
    for (size_t k = from; k <= to; k++) {
        low = fmin(low, points->x[k]);
        high = fmax(high, points->x[k]);
    }
    return !(high < p->x_low || low > p->x_high);
}

static void add_curve(struct plot *p, struct chart_panel *panel, size_t run, size_t column)
{
    const struct result_series *s = &p->series[run];
    size_t n_variables;
    const size_t number = variable_number(p, run, column, &n_variables);
    const char *name = result_series_name(s, column);
    const bool tells_run = p->n > 1 && p->by != PLOT_BY_RUN, tells_name = n_variables > 1;
    const char *label = chart_text(&p->chart, "%s%s%s", tells_name ? name : "", tells_name && tells_run ? ", " : "",
                                   tells_run ? s->title : "");
    const size_t style = p->by == PLOT_BY_RUN ? number : number * p->n + run;
    struct chart_curve *curve = chart_add_curve(&p->chart, panel, label, style, CHART_LINES);
    if (s->columns[column].description)
        curve->about = chart_text(&p->chart, "%s", s->columns[column].description);
    const struct thinned *points = &s->columns[column].points;
    for (size_t i = 0; i < points->n; i++)
        if (is_near_view(p, points, i))
            chart_add_point(&p->chart, curve, points->x[i], points->y[i]);
    curve->n_left_out = points->n_added - points->n;
}

/* "multibody.s, m"; a panel of several variables has their unit alone. */
static const char *axis_label(struct plot *p, const char *name, const char *unit)
{
    return chart_text(&p->chart, "%s%s%s", name, *name && unit && *unit ? ", " : "", unit ? unit : "");
}

/* Time fills the axis; a curve over something else keeps off the frame. */
static void give_x_a_margin(struct chart_panel *panel)
{
    double low = INFINITY, high = -INFINITY;
    for (size_t k = 0; k < panel->n; k++)
        for (size_t i = 0; i < panel->curves[k].n; i++)
            if (isfinite(panel->curves[k].x[i])) {
                low = fmin(low, panel->curves[k].x[i]);
                high = fmax(high, panel->curves[k].x[i]);
            }
    const double margin = 0.03 * (high - low);
    if (!(margin > 0))
        return;
    panel->x.low = low - margin;
    panel->x.high = high + margin;
}

/* ---- the range of y ---- */

/* "NAME=LOW:HIGH" or "LOW:HIGH"; `name` is as long as `length`. */
static bool read_y_range(const char *text, size_t *length, double *low, double *high)
{
    const char *equals = strrchr(text, '=');
    *length = equals ? (size_t)(equals - text) : 0;
    const char *end = range_parse(equals ? equals + 1 : text, low, high);
    return end && !*end && (!equals || *length > 0);
}

/* What --y-range may call the panel of this column: its unit, and what has the panel for itself. */
static bool is_called(const struct plot *p, size_t run, size_t column, const char *name, size_t length)
{
    const struct result_series *s = &p->series[run];
    const char *unit = s->columns[column].unit;
    const char *other = p->by == PLOT_BY_RUN            ? s->title
                        : unit && p->by == PLOT_BY_UNIT ? ""
                                                        : result_series_name(s, column);
    return (unit && strlen(unit) == length && memcmp(unit, name, length) == 0) ||
           (strlen(other) == length && memcmp(other, name, length) == 0);
}

/* The last option that means this panel counts. */
static void choose_y(const struct plot *p, struct chart_panel *panel, size_t run, size_t column)
{
    for (size_t i = 0; i < p->view->y_ranges.n; i++) {
        const char *text = p->view->y_ranges.items[i];
        size_t length;
        double low, high;
        if (read_y_range(text, &length, &low, &high) && (length == 0 || is_called(p, run, column, text, length))) {
            panel->y.low = low;
            panel->y.high = high;
        }
    }
}

static const char *panel_name(const struct plot *p, size_t run, size_t column)
{
    return p->by == PLOT_BY_RUN ? p->series[run].title : panel_key(p, run, column);
}

/* From the least to the largest number, where x is drawn. */
struct span {
    double low, high;
};

static void extend(struct span *span, struct span by)
{
    span->low = fmin(span->low, by.low);
    span->high = fmax(span->high, by.high);
}

/* What one run says in a panel. */
static struct span span_of_run(const struct plot *p, const struct chart_panel *panel, size_t run, size_t column,
                               size_t of)
{
    struct span span = {INFINITY, -INFINITY};
    for (size_t c = 0; c < p->series[of].n_names; c++) {
        if (!p->series[of].columns[c].is_wanted || !is_same_panel(p, run, column, of, c))
            continue;
        const struct thinned *points = &p->series[of].columns[c].points;
        for (size_t i = 0; i < points->n; i++)
            if (isfinite(points->x[i]) && isfinite(points->y[i]) && !(points->x[i] < panel->x.low) &&
                !(points->x[i] > panel->x.high))
                extend(&span, (struct span){points->y[i], points->y[i]});
    }
    return span;
}

static struct span span_without(const struct plot *p, const struct chart_panel *panel, size_t run, size_t column,
                                size_t left_out)
{
    struct span span = {INFINITY, -INFINITY};
    for (size_t r = 0; r < p->n; r++)
        if (r != left_out)
            extend(&span, span_of_run(p, panel, run, column, r));
    return span;
}

/* One run that goes much farther than all others, an unstable one for instance: they look like a line. */
static void say_stretched(const struct plot *p, const struct chart_panel *panel, size_t run, size_t column)
{
    static const double far = 50; /* so many times as high as all others */
    size_t widest = 0;
    double width = 0;
    for (size_t r = 0; r < p->n; r++) {
        const struct span span = span_of_run(p, panel, run, column, r);
        if (span.high / 2 - span.low / 2 > width) {
            width = span.high / 2 - span.low / 2;
            widest = r;
        }
    }
    const struct span others = span_without(p, panel, run, column, widest),
                      one = span_of_run(p, panel, run, column, widest);
    if (isnan(panel->y.low) && others.high > others.low && width > far * (others.high / 2 - others.low / 2))
        error_warn(WARNING_PLOT_STRETCHED, p->path, p->series[widest].title, panel_name(p, run, column),
                   TEXT("%.4g", one.low), TEXT("%.4g", one.high), TEXT("%.4g", others.low), TEXT("%.4g", others.high));
}

/* Values beyond the axis. */
static void say_cut(const struct plot *p, const struct chart_panel *panel, size_t run, size_t column)
{
    double low, high;
    chart_panel_range(panel, &low, &high);
    const struct span all = span_without(p, panel, run, column, SIZE_MAX);
    if (all.low < low || all.high > high)
        error_warn(WARNING_PLOT_CUT, p->path, panel_name(p, run, column), TEXT("%.4g", all.low), TEXT("%.4g", all.high),
                   TEXT("%.4g", low), TEXT("%.4g", high));
}

static void add_panel(struct plot *p, size_t run, size_t column)
{
    const struct result_series *s = &p->series[run];
    struct chart_panel *panel = chart_add_panel(&p->chart);
    size_t n_variables;
    variable_number(p, run, column, &n_variables);
    const char *unit = s->columns[column].unit;
    panel->x.label = axis_label(p, result_series_name(s, s->x), s->x == s->n_names ? "s" : s->columns[s->x].unit);
    panel->y.label = axis_label(p, n_variables == 1 ? result_series_name(s, column) : "", unit);
    if (p->by == PLOT_BY_RUN)
        panel->title = s->title;
    for (size_t r = 0; r < p->n; r++)
        for (size_t c = 0; c < p->series[r].n_names; c++)
            if (p->series[r].columns[c].is_wanted && is_same_panel(p, run, column, r, c))
                add_curve(p, panel, r, c);
    if (s->x < s->n_names)
        give_x_a_margin(panel);
    if (!isnan(p->x_low)) {
        panel->x.low = p->x_low;
        panel->x.high = p->x_high;
    }
    choose_y(p, panel, run, column);
    say_stretched(p, panel, run, column);
    say_cut(p, panel, run, column);
}

static void fill(struct plot *p)
{
    for (size_t r = 0; r < p->n; r++)
        for (size_t c = 0; c < p->series[r].n_names; c++)
            if (p->series[r].columns[c].is_wanted && is_first(p, r, c))
                add_panel(p, r, c);
    for (size_t i = 0; i + 1 < p->chart.n; i++)
        p->chart.panels[i].hides_x = true;
}

bool plot_view_check(const struct plot_view *view, struct error *error)
{
    double low, high;
    const char *end = view->x_range ? range_parse(view->x_range, &low, &high) : "";
    if (!end || *end)
        return error_raise(error, ERROR_OPTION_VALUE, "x-range", view->x_range, "a range like 0:2.5");
    for (size_t i = 0; i < view->y_ranges.n; i++) {
        size_t length;
        if (!read_y_range(view->y_ranges.items[i], &length, &low, &high))
            return error_raise(error, ERROR_OPTION_VALUE, "y-range", view->y_ranges.items[i],
                               "a range like -1:1, or m=-1:1 for the panel of that unit");
    }
    return true;
}

/* Every name of a panel is known. */
static bool check_names(const struct plot *p, struct error *error)
{
    for (size_t i = 0; i < p->view->y_ranges.n; i++) {
        const char *text = p->view->y_ranges.items[i];
        size_t length;
        double low, high;
        bool is_known = read_y_range(text, &length, &low, &high) && length == 0;
        for (size_t r = 0; r < p->n && !is_known; r++)
            for (size_t c = 0; c < p->series[r].n_names && !is_known; c++)
                is_known = p->series[r].columns[c].is_wanted && is_called(p, r, c, text, length);
        if (!is_known)
            return error_raise(error, ERROR_PLOT_NO_PANEL, text);
    }
    return true;
}

bool plot_draw(const struct result_series *series, size_t n, const struct plot_view *view, const char *path,
               const struct figure_options *options, struct error *error)
{
    struct plot p = {.series = series,
                     .n = n,
                     .view = view,
                     .by = (enum plot_panels)view->panels,
                     .x_low = NAN,
                     .x_high = NAN,
                     .path = path};
    if (view->x_range)
        range_parse(view->x_range, &p.x_low, &p.x_high);
    if (!check_names(&p, error))
        return false;
    p.chart = chart_begin(n == 1 ? series[0].title : "");
    fill(&p);
    const bool good = chart_write(&p.chart, path, options, error);
    chart_free(&p.chart);
    return good;
}
