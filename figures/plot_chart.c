#include "figures/plot_chart.h"

#include "figures/chart.h"

#include <math.h>
#include <stdint.h>
#include <string.h>

struct plot {
    const struct result_series *series;
    size_t n;
    enum plot_panels by;
    struct chart chart;
};

/* What a column shares its panel with. */
static const char *panel_key(const struct plot *p, size_t run, size_t column)
{
    const struct result_series *s = &p->series[run];
    const char *unit = s->columns[column].unit;
    if (p->by == PLOT_BY_RUN)
        return s->title;
    return p->by == PLOT_BY_VARIABLE || !unit ? result_series_name(s, column) : unit;
}

static bool is_same_panel(const struct plot *p, size_t run, size_t column, size_t other_run, size_t other)
{
    const bool has_unit = p->series[run].columns[column].unit != NULL;
    return (p->by != PLOT_BY_UNIT || has_unit == (p->series[other_run].columns[other].unit != NULL)) &&
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

static void add_panel(struct plot *p, size_t run, size_t column)
{
    const struct result_series *s = &p->series[run];
    struct chart_panel *panel = chart_add_panel(&p->chart);
    size_t n_variables;
    variable_number(p, run, column, &n_variables);
    const char *unit = s->columns[column].unit;
    panel->x.label = axis_label(p, result_series_name(s, s->x), s->x == s->n_names ? "s" : s->columns[s->x].unit);
    panel->y.label = axis_label(p, n_variables == 1 ? result_series_name(s, column) : "",
                                p->by == PLOT_BY_RUN && n_variables > 1 ? NULL : unit);
    if (p->by == PLOT_BY_RUN)
        panel->title = s->title;
    for (size_t r = 0; r < p->n; r++)
        for (size_t c = 0; c < p->series[r].n_names; c++)
            if (p->series[r].columns[c].is_wanted && is_same_panel(p, run, column, r, c))
                add_curve(p, panel, r, c);
    if (s->x < s->n_names)
        give_x_a_margin(panel);
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

bool plot_draw(const struct result_series *series, size_t n, enum plot_panels by, const char *path,
               const struct figure_options *options, struct error *error)
{
    struct plot p = {.series = series, .n = n, .by = by, .chart = chart_begin(n == 1 ? series[0].title : "")};
    fill(&p);
    const bool good = chart_write(&p.chart, path, options, error);
    chart_free(&p.chart);
    return good;
}
