/* States with their 95 % bands and the truth; innovations with their bounds. */
#include "estimate/estimate_write.h"

#include "figures/chart.h"

#include <math.h>
#include <stdint.h>

enum { SIDE_BY_SIDE_FROM = 4 }; /* panels */

/* Above and below: behind an estimate, before innovations, whose points would hide it. */
static void add_band(struct chart *c, struct chart_panel *panel, const struct estimate *e, bool is_state, size_t i)
{
    for (int sign = -1; sign <= 1; sign += 2) {
        struct chart_curve *band = chart_add_curve(c, panel, sign < 0 ? "95 %" : "", is_state ? 0 : 2, CHART_LINES);
        band->is_faint = is_state;
        for (size_t r = 0; r < e->n_rows; r++) {
            const double middle = is_state ? estimate_value(e, r, PART_STATE, i) : 0;
            const double width = estimate_value(e, r, is_state ? PART_DEVIATION : PART_INNOVATION_DEVIATION, i);
            if (!isnan(width))
                chart_add_point(c, band, estimate_time(e, r), middle + sign * consistency_bound * width);
        }
    }
}

/* "multibody.s, m" */
static const char *panel_title(struct chart *c, const char *before, const char *name, const char *unit)
{
    return chart_text(c, "%s%s%s%s", before, name, unit && *unit ? ", " : "", unit ? unit : "");
}

static void add_state(struct chart *c, const struct estimate *e, const struct trajectory *truth, size_t i)
{
    struct chart_panel *panel = chart_add_panel(c);
    panel->title = panel_title(c, "", e->filter->states[i].name, e->filter->states[i].unit);
    panel->x.label = "time, s";
    add_band(c, panel, e, true, i);
    struct chart_curve *estimate = chart_add_curve(c, panel, "estimate", 0, CHART_LINES);
    for (size_t r = 0; r < e->n_rows; r++)
        chart_add_point(c, estimate, estimate_time(e, r), estimate_value(e, r, PART_STATE, i));
    if (e->is_smoothed) {
        struct chart_curve *smoothed = chart_add_curve(c, panel, "smoothed", 2, CHART_LINES);
        for (size_t r = 0; r < e->n_rows; r++)
            chart_add_point(c, smoothed, estimate_time(e, r), estimate_value(e, r, PART_SMOOTHED, i));
    }
    const size_t column = truth ? trajectory_find(truth, e->filter->states[i].name) : SIZE_MAX;
    if (column == SIZE_MAX)
        return;
    struct chart_curve *is = chart_add_curve(c, panel, "truth", 1, CHART_LINES);
    for (size_t r = 0; r < truth->n_times; r++)
        chart_add_point(c, is, truth->times[r], truth->values[r * truth->n_names + column]);
}

static void add_sensor(struct chart *c, const struct estimate *e, size_t i)
{
    struct chart_panel *panel = chart_add_panel(c);
    panel->title = panel_title(c, "innovations of ", e->filter->sensors[i].name, e->filter->sensors[i].unit);
    panel->x.label = "time, s";
    for (int is_used = 1; is_used >= 0; is_used--) {
        if (!is_used && e->sensors[i].outliers == 0)
            continue;
        struct chart_curve *points =
            chart_add_curve(c, panel, is_used ? "innovation" : "outlier", is_used ? 0 : 1, CHART_POINTS);
        for (size_t r = 0; r < e->n_rows; r++)
            if (estimate_value(e, r, PART_USED, i) == is_used)
                chart_add_point(c, points, estimate_time(e, r), estimate_value(e, r, PART_INNOVATION, i));
    }
    add_band(c, panel, e, false, i);
}

bool estimate_plot(const struct estimate *e, const struct trajectory *truth, const char *title, const char *path,
                   const struct figure_options *figure, struct error *error)
{
    struct chart c = chart_begin(title);
    for (size_t i = 0; i < e->n; i++)
        add_state(&c, e, truth, i);
    for (size_t i = 0; i < e->m; i++)
        add_sensor(&c, e, i);
    c.columns = c.n >= SIDE_BY_SIDE_FROM ? 2 : 0;
    const bool good = chart_write(&c, path, figure, error);
    chart_free(&c);
    return good;
}
