/* The growth per macro step over the macro step, one curve per scheme, limits marked where a curve passes 1. */
#include "linearize/findings.h"

#include "figures/chart.h"

#include <math.h>
#include <string.h>

/* Beyond this nobody looks. */
static const double highest = 2;

/* Are components stepped in several orders? One alone tells no curves apart. */
static bool has_orders(const struct findings *f)
{
    const char *first = NULL;
    for (size_t s = 0; s < f->schemes.n; s++) {
        if (!f->orders[s])
            continue;
        if (first && strcmp(first, f->orders[s]) != 0)
            return true;
        first = f->orders[s];
    }
    return false;
}

static void add_scheme(struct chart *c, struct chart_panel *panel, const struct findings *f, size_t scheme)
{
    const struct limit *limit = findings_at(f, findings_worst(f, scheme), scheme);
    char name[256];
    scheme_describe(&f->schemes.options[scheme], has_orders(f) ? f->orders[scheme] : NULL, name);
    struct chart_curve *curve = chart_add_curve(c, panel, name, scheme, CHART_LINES);
    for (size_t i = 0; i < limit->n_scan; i++)
        chart_add_point(c, curve, 1e3 * limit->scan[i].macro_step, fmin(limit->scan[i].excess, 10 * highest));
    if (limit->kind == LIMIT_FOUND)
        chart_add_point(c, chart_add_curve(c, panel, "", scheme, CHART_POINTS), 1e3 * limit->macro_step, 1);
}

/* Behind each name its limit, and the time where it is the smallest if there are several. */
static void add_limits(struct chart *c, struct chart_panel *panel, const struct findings *f)
{
    for (size_t k = 0, scheme = 0; k < panel->n; k++) {
        if (!*panel->curves[k].label)
            continue;
        const size_t worst = findings_worst(f, scheme);
        char words[64];
        limit_describe(f, findings_at(f, worst, scheme), words);
        panel->curves[k].value =
            f->times.n > 1 ? chart_text(c, "%s at t = %.4g s", words, f->times.t[worst]) : chart_text(c, "%s", words);
        scheme++;
    }
}

/* A little below the lowest point. */
static double lowest(const struct findings *f)
{
    double low = 1;
    for (size_t s = 0; s < f->schemes.n; s++) {
        const struct limit *limit = findings_at(f, findings_worst(f, s), s);
        for (size_t i = 0; i < limit->n_scan; i++)
            low = fmin(low, limit->scan[i].excess);
    }
    return fmax(0, floor(20 * low - 3) / 20);
}

bool findings_plot(const char *path, const struct findings *f, const struct figure_options *options,
                   struct error *error)
{
    struct chart c = chart_begin(f->system->name);
    struct chart_panel *panel = chart_add_panel(&c);
    panel->x = (struct chart_axis){
        .label = "macro step, ms", .is_log = f->to > 20 * f->from, .low = 1e3 * f->from, .high = 1e3 * f->to};
    panel->y = (struct chart_axis){.label = "growth |μ|", .low = lowest(f), .high = highest};
    for (size_t s = 0; s < f->schemes.n; s++)
        add_scheme(&c, panel, f, s);
    chart_shorten_labels(&c);
    add_limits(&c, panel, f);
    chart_add_rule(&c, panel, false, 1, "");
    const bool ok = chart_write(&c, path, options, error);
    chart_free(&c);
    return ok;
}
