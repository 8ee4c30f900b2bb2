/* Small multiples. */
#include "figures/chart_drawn.h"

#include <string.h>

static bool is_named(const struct chart_curve *curve)
{
    return *curve->label != '\0';
}

/* How many named curves stand together in a panel, from the one with this number on: of one group, and at most `most`. */
static size_t count_together(const struct chart_panel *panel, size_t first, size_t most)
{
    size_t number = 0, n = 0, group = 0;
    for (size_t k = 0; k < panel->n && n < most; k++) {
        const struct chart_curve *curve = &panel->curves[k];
        if (!is_named(curve) || curve->is_faint || number++ < first)
            continue;
        if (n > 0 && curve->group != group)
            break;
        group = curve->group;
        n++;
    }
    return n;
}

static bool is_too_full(const struct chart_panel *panel, size_t most)
{
    return count_together(panel, count_together(panel, 0, most), most) > 0;
}

/* The part of a panel that holds its named curves from `first` on, with those without a name that follow them; faint ones are in all. */
static void copy_part(struct chart *c, const struct chart_panel *from, struct chart_panel *to, size_t first,
                      size_t most)
{
    size_t number = 0; /* of named curves so far */
    to->curves = ARENA_TAKE(&c->arena, from->n + 1, struct chart_curve);
    to->n = 0;
    c->has_no_memory = c->has_no_memory || !to->curves;
    for (size_t k = 0; to->curves && k < from->n; k++) {
        const struct chart_curve *curve = &from->curves[k];
        number += is_named(curve) && !curve->is_faint;
        if (curve->is_faint || (number > first && number <= first + most))
            to->curves[to->n++] = *curve;
    }
}

static void split_panel(struct chart *to, const struct chart_panel *panel, size_t most)
{
    struct chart_panel whole = *panel;
    chart_range(panel, true, &whole.x.low, &whole.x.high);
    chart_range(panel, false, &whole.y.low, &whole.y.high);
    whole.hides_x = false;
    for (size_t first = 0, n; (n = count_together(panel, first, most)) > 0; first += n) {
        struct chart_panel *part = chart_add_panel(to);
        *part = whole;
        copy_part(to, panel, part, first, n);
        const char *common = chart_shorten(to, part, 1);
        if (*common)
            part->title = *panel->title ? chart_text(to, "%s: %s", panel->title, common) : common;
    }
}

void chart_split(struct chart *c, size_t most)
{
    struct chart parts = {.arena = c->arena};
    bool is_split = false;
    for (size_t p = 0; p < c->n; p++) {
        is_split = is_split || is_too_full(&c->panels[p], most);
        if (is_too_full(&c->panels[p], most))
            split_panel(&parts, &c->panels[p], most);
        else
            *chart_add_panel(&parts) = c->panels[p];
    }
    c->arena = parts.arena;
    c->has_no_memory = c->has_no_memory || parts.has_no_memory;
    if (!is_split || c->has_no_memory)
        return;
    c->whole = c->panels;
    c->n_whole = c->n;
    c->panels = parts.panels;
    c->n = parts.n;
    c->columns = c->columns > 1 ? c->columns : 2;
    c->one_legend = false;
}
