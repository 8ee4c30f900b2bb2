#include "figures/chart.h"

#include "figures/chart_drawn.h"
#include "master/files/output.h"

#include <math.h>
#include <stdarg.h>
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
    for (size_t p = 0; p < c->n; p++)
        for (size_t k = 0; k < c->panels[p].n; k++) {
            free(c->panels[p].curves[k].x);
            free(c->panels[p].curves[k].y);
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

/* What is handed out where there is no memory: written to and never drawn. */
static struct chart_panel *nowhere(void)
{
    static _Thread_local struct chart_panel panel;
    panel = (struct chart_panel){.title = "", .x.label = "", .y.label = ""};
    return &panel;
}

struct chart_panel *chart_add_panel(struct chart *c)
{
    struct chart_panel *panels = arena_grow(&c->arena, c->panels, c->n, sizeof *panels);
    c->has_no_memory = c->has_no_memory || !panels;
    if (!panels)
        return nowhere();
    c->panels = panels;
    const struct chart_axis axis = {.label = "", .low = NAN, .high = NAN};
    panels[c->n] = (struct chart_panel){.title = "", .x = axis, .y = axis};
    return &panels[c->n++];
}

struct chart_curve *chart_add_curve(struct chart *c, struct chart_panel *panel, const char *label, size_t style,
                                    enum chart_kind kind)
{
    static _Thread_local struct chart_curve lost;
    struct chart_curve *curves = arena_grow(&c->arena, panel->curves, panel->n, sizeof *curves);
    c->has_no_memory = c->has_no_memory || !curves;
    if (!curves) {
        lost = (struct chart_curve){.label = ""};
        return &lost;
    }
    panel->curves = curves;
    curves[panel->n] =
        (struct chart_curve){.label = chart_text(c, "%s", label), .about = "", .style = style, .kind = kind};
    return &curves[panel->n++];
}

void chart_add_point(struct chart *c, struct chart_curve *curve, double x, double y)
{
    if (c->has_no_memory)
        return;
    if (curve->n == curve->room) {
        const size_t room = curve->room ? 2 * curve->room : 64;
        double *longer_x = realloc(curve->x, room * sizeof *longer_x);
        curve->x = longer_x ? longer_x : curve->x;
        double *longer_y = realloc(curve->y, room * sizeof *longer_y);
        curve->y = longer_y ? longer_y : curve->y;
        if (!longer_x || !longer_y) {
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

static bool all_say(const struct chart *c, const char *part, size_t length)
{
    for (size_t p = 0; p < c->n; p++)
        for (size_t k = 0; k < c->panels[p].n; k++)
            if (*c->panels[p].curves[k].label && !says(c->panels[p].curves[k].label, part, length))
                return false;
    return true;
}

static const char *shortened(struct chart *c, const char *label)
{
    char *text = arena_copy(&c->arena, "", 0);
    for (const char *at = label; text;) {
        const char *end = strstr(at, ", ");
        const size_t n = end ? (size_t)(end - at) : strlen(at);
        if (!all_say(c, at, n)) {
            char *part = arena_copy(&c->arena, at, n);
            text = part ? arena_join(&c->arena, text, *text ? ", " : "", part) : NULL;
        }
        if (!end)
            break;
        at = end + 2;
    }
    c->has_no_memory = c->has_no_memory || !text;
    return text ? text : label;
}

void chart_shorten_labels(struct chart *c)
{
    size_t different = 0, total = 0;
    const char *first = NULL;
    for (size_t p = 0; p < c->n; p++)
        for (size_t k = 0; k < c->panels[p].n; k++)
            if (*c->panels[p].curves[k].label) {
                const char *label = c->panels[p].curves[k].label;
                different += first && strcmp(first, label) != 0;
                first = first ? first : label;
                total++;
            }
    if (total == 0 || different == 0)
        return; /* one name: nothing would be left of it */
    struct arena before = {0};
    const char **labels = arena_get(&before, total * sizeof *labels);
    size_t at = 0;
    for (size_t p = 0; labels && p < c->n; p++)
        for (size_t k = 0; k < c->panels[p].n; k++)
            if (*c->panels[p].curves[k].label)
                labels[at++] = shortened(c, c->panels[p].curves[k].label);
    at = 0;
    for (size_t p = 0; labels && p < c->n; p++) /* all at once: each was compared with the others as they were */
        for (size_t k = 0; k < c->panels[p].n; k++)
            if (*c->panels[p].curves[k].label) {
                const char *label = labels[at++];
                c->panels[p].curves[k].label = *label ? label : c->panels[p].curves[k].label;
            }
    c->has_no_memory = c->has_no_memory || !labels;
    arena_free(&before);
}

/* ---- writing ---- */

bool chart_write(struct chart *c, const char *path, const struct figure_options *options, struct error *error)
{
    struct figure_size size;
    if (c->has_no_memory)
        return error_raise(error, ERROR_NO_MEMORY, "drawing a figure");
    if (!figure_options_size(options, &size, error))
        return false;
    const char *title = !options->title ? c->title : strcmp(options->title, "none") == 0 ? "" : options->title;
    if (output_ends_with(path, ".html"))
        return chart_write_page(c, path, title, error);
    return chart_write_picture(c, path, title, size, error);
}
