/* A chart as a page that needs nothing else: data, style and script stand in it. */
#include "figures/chart_drawn.h"

#include "figures/figures_messages.h"
#include "master/base/printable.h"
#include "master/files/output.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { FEWEST_POINTS = 1000, MOST_POINTS = 12000, ALL_POINTS = 240000 };

extern const char chart_page_style[], chart_page_script[]; /* the files beside this one */

struct page {
    const struct chart *c;
    const char *title;
    size_t *which; /* room for thinning */
    size_t most;   /* points of a curve */
};

/* A string of JSON that may stand in an element of HTML. */
static void put_string(FILE *file, const char *text)
{
    fputc('"', file);
    while (*text) {
        char piece[PRINTABLE_LONGEST];
        const size_t n = printable_next(&text, piece);
        if (*piece == '"' || *piece == '\\' || *piece == '<' || *piece == '&')
            fprintf(file, "\\u%04x%.*s", (unsigned)*piece, (int)n - 1, piece + 1);
        else
            fwrite(piece, 1, n, file);
    }
    fputc('"', file);
}

static void put_escaped(FILE *file, const char *text)
{
    while (*text) {
        char piece[PRINTABLE_LONGEST];
        const size_t n = printable_next(&text, piece);
        if (*piece == '<' || *piece == '&' || *piece == '"')
            fprintf(file, "&#%d;%.*s", *piece, (int)n - 1, piece + 1);
        else
            fwrite(piece, 1, n, file);
    }
}

static void put_number(FILE *file, double v, int digits)
{
    if (isfinite(v))
        fprintf(file, "%.*g", digits, v);
    else
        fputs("null", file);
}

static void put_values(FILE *file, const char *key, const double *values, const size_t *which, size_t n, int digits)
{
    fprintf(file, ",\"%s\":[", key);
    for (size_t i = 0; i < n; i++) {
        fputs(i ? "," : "", file);
        put_number(file, values[which[i]], digits);
    }
    fputc(']', file);
}

static void put_curve(FILE *file, const struct page *p, const struct chart_curve *c)
{
    static const char *const kinds[] = {
        [CHART_LINES] = "lines", [CHART_POINTS] = "points", [CHART_LINES_AND_POINTS] = "both"};
    fprintf(file, "{\"style\":%zu,\"kind\":\"%s\",\"faint\":%s,\"label\":", c->style, kinds[c->kind],
            c->is_faint ? "true" : "false");
    put_string(file, c->label);
    fputs(",\"about\":", file);
    put_string(file, c->about);
    const size_t n = thin(c, p->most, p->which);
    put_values(file, "x", c->x, p->which, n, digits_of(c->x, c->n, 9));
    put_values(file, "y", c->y, p->which, n, digits_of(c->y, c->n, 7));
    fputs("}\n", file);
}

static void put_axis(FILE *file, const char *key, const struct chart_axis *a)
{
    fprintf(file, "\"%s\":{\"log\":%s,\"low\":", key, a->is_log ? "true" : "false");
    put_number(file, a->low, 9);
    fputs(",\"high\":", file);
    put_number(file, a->high, 9);
    fputs(",\"label\":", file);
    put_string(file, a->label);
    if (a->n_ticks)
        fputs(",\"ticks\":[", file);
    for (size_t i = 0; i < a->n_ticks; i++) {
        fprintf(file, "%s{\"at\":%.9g,\"label\":", i ? "," : "", a->ticks[i].at);
        put_string(file, a->ticks[i].label);
        fputc('}', file);
    }
    fprintf(file, "%s%s},", a->n_ticks ? "]" : "", a->has_names ? ",\"names\":true" : "");
}

static void put_panel(FILE *file, const struct page *p, const struct chart_panel *panel)
{
    fputs("{\"title\":", file);
    put_string(file, panel->title);
    fputc(',', file);
    put_axis(file, "x", &panel->x);
    put_axis(file, "y", &panel->y);
    fprintf(file, "\"rows\":%zu,", panel->rows);
    fputs("\"rules\":[", file);
    for (size_t i = 0; i < panel->n_rules; i++) {
        fprintf(file, "%s{\"vertical\":%s,\"at\":%.9g,\"label\":", i ? "," : "",
                panel->rules[i].is_vertical ? "true" : "false", panel->rules[i].at);
        put_string(file, panel->rules[i].label);
        fputc('}', file);
    }
    fputs("],\"curves\":[", file);
    for (size_t k = 0; k < panel->n; k++) {
        fputs(k ? "," : "", file);
        put_curve(file, p, &panel->curves[k]);
    }
    fputs("]}\n", file);
}

static void put_colours(FILE *file)
{
    fputs(":root{", file);
    for (size_t i = 0; i < LOOK_COLOURS; i++)
        fprintf(file, "--k%zu:%s;", i, look_of(i).colour);
    fputs("}\n@media (prefers-color-scheme:dark){:root{", file);
    for (size_t i = 0; i < LOOK_COLOURS; i++)
        fprintf(file, "--k%zu:%s;", i, look_of(i).dark_colour);
    fputs("}}\n", file);
}

/* Panels that lie below each other and have the same x axis move together. */
static bool shares_x(const struct chart *c)
{
    for (size_t i = 1; i < c->n; i++)
        if (strcmp(c->panels[i].x.label, c->panels[0].x.label) != 0 || c->panels[i].x.is_log != c->panels[0].x.is_log)
            return false;
    return true;
}

static bool print(FILE *file, const void *context)
{
    const struct page *p = context;
    fputs("<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<meta name=\"viewport\" "
          "content=\"width=device-width, initial-scale=1\">\n<title>",
          file);
    put_escaped(file, *p->title ? p->title : "plot");
    fputs("</title>\n<link rel=\"icon\" href=\"data:,\">\n<style>\n", file);
    fputs(chart_page_style, file);
    put_colours(file);
    fputs("</style>\n</head>\n<body>\n<header>\n", file);
    if (*p->title) {
        fputs("<h1>", file);
        put_escaped(file, p->title);
        fputs("</h1>\n", file);
    }
    fputs("<p>Drag or turn the wheel to zoom, double-click to see everything, click on a name to hide its curve.</p>\n"
          "<button type=\"button\" id=\"closer\">Zoom in</button>\n<button type=\"button\" id=\"reset\">All</button>\n"
          "</header>\n<noscript>This page draws with JavaScript.</noscript>\n<main id=\"panels\"></main>\n"
          "<script type=\"application/json\" id=\"chart\">\n",
          file);
    fprintf(file, "{\"sharesX\":%s,\"panels\":[", shares_x(p->c) ? "true" : "false");
    for (size_t i = 0; i < p->c->n; i++) {
        fputs(i ? "," : "", file);
        put_panel(file, p, &p->c->panels[i]);
    }
    fputs("]}\n</script>\n<script>\n", file);
    fputs(chart_page_script, file);
    fputs("</script>\n</body>\n</html>\n", file);
    return !ferror(file);
}

bool chart_write_page(const struct chart *c, const char *path, const char *title, struct error *error)
{
    size_t longest = 0, most_points = 0, n_curves = 0;
    for (size_t p = 0; p < c->n; p++)
        for (size_t k = 0; k < c->panels[p].n; k++, n_curves++) {
            const struct chart_curve *curve = &c->panels[p].curves[k];
            const size_t all = curve->n + curve->n_left_out;
            longest = curve->n > longest ? curve->n : longest;
            most_points = all > most_points ? all : most_points;
        }
    struct page p = {.c = c, .title = title, .which = malloc((longest + 1) * sizeof *p.which)};
    if (!p.which)
        return error_raise(error, ERROR_NO_MEMORY, "drawing a figure");
    p.most = (size_t)fmax(FEWEST_POINTS, fmin(MOST_POINTS, (double)ALL_POINTS / fmax(1, (double)n_curves)));
    if (most_points > p.most)
        error_warn(WARNING_FIGURE_THINNED, path, TEXT("%zu", most_points), TEXT("%zu", p.most));
    const bool ok = output_write(path, print, &p, error);
    free(p.which);
    return ok;
}
