#include "figures/chart.h"

#include "figures/chart_drawn.h"
#include "figures/figures_messages.h"
#include "master/files/output.h"

#include <math.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct chart chart_begin(const char *title)
{
    struct chart c = {.has_no_memory = false};
    c.title = chart_text(&c, "%s", title);
    return c;
}

void chart_free(struct chart *c)
{
    const struct chart_panel *panels = c->whole ? c->whole : c->panels;
    for (size_t p = 0; p < (c->whole ? c->n_whole : c->n); p++)
        for (size_t k = 0; k < panels[p].n; k++) {
            free(panels[p].curves[k].x);
            free(panels[p].curves[k].y);
        }
    arena_free(&c->arena);
    *c = (struct chart){0};
}

const char *chart_text(struct chart *c, const char *format, ...)
{
    char *text = NULL;
    va_list arguments;
    va_start(arguments, format);
    const int length = vasprintf(&text, format, arguments);
    va_end(arguments);
    const char *kept = length < 0 ? NULL : arena_copy(&c->arena, text, (size_t)length);
    if (length >= 0)
        free(text);
    c->has_no_memory = c->has_no_memory || !kept;
    return kept ? kept : "";
}

struct chart_panel *chart_add_panel(struct chart *c)
{
    struct chart_panel *panels = arena_grow(&c->arena, c->panels, c->n, sizeof *panels);
    struct chart_panel *panel = panels ? &panels[c->n++] : &c->lost_panel;
    const struct chart_axis axis = {.label = "", .low = NAN, .high = NAN};
    c->has_no_memory = c->has_no_memory || !panels;
    c->panels = panels ? panels : c->panels;
    *panel = (struct chart_panel){.title = "", .x = axis, .y = axis};
    return panel;
}

struct chart_curve *chart_add_curve(struct chart *c, struct chart_panel *panel, const char *label, size_t style,
                                    enum chart_kind kind)
{
    struct chart_curve *curves = arena_grow(&c->arena, panel->curves, panel->n, sizeof *curves);
    struct chart_curve *curve = curves ? &curves[panel->n++] : &c->lost_curve;
    c->has_no_memory = c->has_no_memory || !curves;
    panel->curves = curves ? curves : panel->curves;
    *curve = (struct chart_curve){.label = chart_text(c, "%s", label), .about = "", .style = style, .kind = kind};
    return curve;
}

static bool lengthen(double **values, size_t room)
{
    double *longer = realloc(*values, room * sizeof *longer);
    if (longer)
        *values = longer;
    return longer;
}

void chart_add_point(struct chart *c, struct chart_curve *curve, double x, double y)
{
    if (c->has_no_memory)
        return;
    if (curve->n == curve->room) {
        const size_t room = curve->room ? 2 * curve->room : 64;
        if (!lengthen(&curve->x, room) || !lengthen(&curve->y, room)) {
            c->has_no_memory = true;
            return;
        }
        curve->room = room;
    }
    curve->x[curve->n] = x;
    curve->y[curve->n++] = y;
}

void chart_add_rule(struct chart *c, struct chart_panel *panel, bool is_vertical, double at, const char *label)
{
    struct chart_rule *rules = arena_grow(&c->arena, panel->rules, panel->n_rules, sizeof *rules);
    c->has_no_memory = c->has_no_memory || !rules;
    if (!rules)
        return;
    panel->rules = rules;
    rules[panel->n_rules++] = (struct chart_rule){is_vertical, at, chart_text(c, "%s", label)};
}

void chart_add_tick(struct chart *c, struct chart_axis *axis, double at, const char *label)
{
    struct chart_tick *ticks = arena_grow(&c->arena, axis->ticks, axis->n_ticks, sizeof *ticks);
    c->has_no_memory = c->has_no_memory || !ticks;
    if (!ticks)
        return;
    axis->ticks = ticks;
    ticks[axis->n_ticks++] = (struct chart_tick){at, chart_text(c, "%s", label)};
}

/* ---- labels ---- */

/* Whether `part`, of `length` bytes, is a part of the label. */
static bool says(const char *label, const char *part, size_t length)
{
    for (;;) {
        const char *end = strstr(label, ", ");
        const size_t n = end ? (size_t)(end - label) : strlen(label);
        if (n == length && memcmp(label, part, n) == 0)
            return true;
        if (!end)
            return false;
        label = end + 2;
    }
}

static bool all_say(const struct chart_panel *panels, size_t n, const char *part, size_t length)
{
    for (size_t p = 0; p < n; p++)
        for (size_t k = 0; k < panels[p].n; k++) {
            const struct chart_curve *curve = &panels[p].curves[k];
            if (*curve->label && !curve->is_faint && !says(curve->label, part, length))
                return false;
        }
    return true;
}

/* The parts of the label that all say (`common`), or the others. */
static const char *parts_of(struct chart *c, const struct chart_panel *panels, size_t n, const char *label, bool common)
{
    char *text = arena_copy(&c->arena, "", 0);
    for (const char *at = label; text;) {
        const char *end = strstr(at, ", ");
        const size_t length = end ? (size_t)(end - at) : strlen(at);
        if (all_say(panels, n, at, length) == common) {
            char *part = arena_copy(&c->arena, at, length);
            text = part ? arena_join(&c->arena, text, *text ? ", " : "", part) : NULL;
        }
        if (!end)
            break;
        at = end + 2;
    }
    c->has_no_memory = c->has_no_memory || !text;
    return text ? text : label;
}

const char *chart_shorten(struct chart *c, struct chart_panel *panels, size_t n)
{
    size_t different = 0, total = 0;
    const char *first = "";
    for (size_t p = 0; p < n; p++)
        for (size_t k = 0; k < panels[p].n; k++) {
            const char *label = panels[p].curves[k].label;
            if (!*label || panels[p].curves[k].is_faint)
                continue;
            different += total > 0 && strcmp(first, label) != 0;
            first = total++ ? first : label;
        }
    const char **labels = different ? arena_get(&c->arena, total * sizeof *labels) : NULL;
    if (!labels)
        return ""; /* one name: nothing would be left of it */
    const char *common = parts_of(c, panels, n, first, true);
    for (int writes = 0; writes < 2; writes++) { /* all at once: each is compared with the others as they were */
        size_t at = 0;
        for (size_t p = 0; p < n; p++)
            for (size_t k = 0; k < panels[p].n; k++) {
                struct chart_curve *curve = &panels[p].curves[k];
                if (!*curve->label || curve->is_faint)
                    continue;
                if (writes)
                    curve->label = *labels[at] ? labels[at] : curve->label;
                else
                    labels[at] = parts_of(c, panels, n, curve->label, false);
                at++;
            }
    }
    return common;
}

/* Where the title says all that the label says, the value is enough. */
static void put_values_behind_labels(struct chart *c)
{
    for (size_t p = 0; p < c->n; p++)
        for (size_t k = 0; k < c->panels[p].n; k++) {
            struct chart_curve *curve = &c->panels[p].curves[k];
            if (curve->value && strcmp(curve->label, c->panels[p].title) == 0)
                curve->label = curve->value;
            else if (curve->value)
                curve->label = chart_text(c, "%s: %s", curve->label, curve->value);
            curve->value = NULL;
        }
}

void chart_shorten_labels(struct chart *c)
{
    chart_shorten(c, c->panels, c->n);
}

/* ---- writing ---- */

void chart_panel_range(const struct chart_panel *panel, double *low, double *high)
{
    chart_range(panel, false, low, high);
}

bool chart_write(struct chart *c, const char *path, const struct figure_options *options, struct error *error)
{
    static const double narrow = 120; /* mm: no two panels side by side */
    struct figure_size size;
    if (c->has_no_memory)
        return error_raise(error, ERROR_NO_MEMORY, "drawing a figure");
    if (!figure_options_size(options, &size, error))
        return false;
    chart_split(c, options->per_panel ? (size_t)options->per_panel : SIZE_MAX);
    put_values_behind_labels(c);
    if (c->has_no_memory)
        return error_raise(error, ERROR_NO_MEMORY, "drawing a figure");
    if (size.width < narrow)
        c->columns = 1;
    const char *title = !options->title ? c->title : strcmp(options->title, "none") == 0 ? "" : options->title;
    const bool is_page = output_ends_with(path, ".html");
    if (is_page && options->size)
        error_warn(WARNING_FIGURE_PAGE_SIZE, path, options->size);
    if (is_page)
        return chart_write_page(c, path, title, error);
    return chart_write_picture(c, path, title, size, error);
}
