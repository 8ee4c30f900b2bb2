#include "export/paper.h"

#include "master/base/markup.h"
#include "master/files/output.h"
#include "master/files/picture.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

struct paper_item {
    enum paper_kind kind;
    struct spot *points;
    size_t n;
    double width, r; /* of the line; radius, or size of a text */
    const char *stroke, *fill;
    enum paper_anchor anchor;
    bool is_dashed;
    char *text;
};

void paper_begin(struct paper *p, int width, int height)
{
    *p = (struct paper){.width = width, .height = height};
}

void paper_end(struct paper *p)
{
    for (size_t i = 0; i < p->n; i++) {
        free(p->items[i].points);
        free(p->items[i].text);
    }
    free(p->items);
    *p = (struct paper){0};
}

/* ---- putting ---- */

static void put(struct paper *p, struct paper_item item, const struct spot *points, const char *text)
{
    if (p->n == p->room) {
        const size_t room = p->room ? 2 * p->room : 128;
        struct paper_item *items = realloc(p->items, room * sizeof *items);
        if (!items) {
            p->has_no_memory = true;
            return;
        }
        p->items = items;
        p->room = room;
    }
    item.points = malloc((item.n + 1) * sizeof *item.points);
    item.text = text ? strdup(text) : NULL;
    if (!item.points || (text && !item.text)) {
        free(item.points);
        free(item.text);
        p->has_no_memory = true;
        return;
    }
    memcpy(item.points, points, item.n * sizeof *points);
    p->items[p->n++] = item;
}

void paper_append(struct paper *p, struct paper *below)
{
    for (size_t i = 0; i < below->n; i++) {
        struct paper_item item = below->items[i];
        for (size_t k = 0; k < item.n; k++)
            item.points[k].y += p->height;
        put(p, item, item.points, item.text);
    }
    p->width = p->width > below->width ? p->width : below->width;
    p->height += below->height;
    p->has_no_memory = p->has_no_memory || below->has_no_memory;
    paper_end(below);
}

void paper_line(struct paper *p, struct spot a, struct spot b, double width, const char *stroke)
{
    put(p, (struct paper_item){PAPER_LINE, .n = 2, .width = width, .stroke = stroke}, (struct spot[]){a, b}, NULL);
}

void paper_dashes(struct paper *p, struct spot a, struct spot b, double width, const char *stroke)
{
    put(p, (struct paper_item){PAPER_LINE, .n = 2, .width = width, .stroke = stroke, .is_dashed = true},
        (struct spot[]){a, b}, NULL);
}

void paper_polyline(struct paper *p, const struct spot *points, size_t n, double width, const char *stroke)
{
    put(p, (struct paper_item){PAPER_POLYLINE, .n = n, .width = width, .stroke = stroke}, points, NULL);
}

void paper_polygon(struct paper *p, const struct spot *points, size_t n, const char *fill, const char *stroke,
                   double width)
{
    put(p, (struct paper_item){PAPER_POLYGON, .n = n, .width = width, .stroke = stroke, .fill = fill}, points, NULL);
}

void paper_rectangle(struct paper *p, double x, double y, double width, double height, const char *fill,
                     const char *stroke, double line)
{
    paper_polygon(p, (struct spot[]){{x, y}, {x + width, y}, {x + width, y + height}, {x, y + height}}, 4, fill, stroke,
                  line);
}

void paper_circle(struct paper *p, struct spot at, double r, const char *fill, const char *stroke, double width)
{
    put(p, (struct paper_item){PAPER_CIRCLE, .n = 1, .r = r, .width = width, .stroke = stroke, .fill = fill}, &at,
        NULL);
}

void paper_head(struct paper *p, struct spot a, struct spot b, double size, const char *fill)
{
    const double length = fmax(hypot(b.x - a.x, b.y - a.y), 1e-9), x = (b.x - a.x) / length, y = (b.y - a.y) / length;
    paper_polygon(p,
                  (struct spot[]){b,
                                  {b.x - size * x - 0.45 * size * y, b.y - size * y + 0.45 * size * x},
                                  {b.x - size * x + 0.45 * size * y, b.y - size * y - 0.45 * size * x}},
                  3, fill, "none", 0);
}

void paper_text(struct paper *p, struct spot at, const char *text, const char *fill, enum paper_anchor anchor,
                double size)
{
    put(p, (struct paper_item){PAPER_TEXT, .n = 1, .r = size, .fill = fill, .anchor = anchor}, &at, text);
}

/* ---- SVG ---- */

static void print_points(FILE *file, const struct paper_item *i)
{
    fputs(" points=\"", file);
    for (size_t k = 0; k < i->n; k++)
        fprintf(file, "%.2f,%.2f ", i->points[k].x, i->points[k].y);
    fputc('"', file);
}

static void print_text(FILE *file, const struct paper_item *i)
{
    static const char *const anchors[] = {"", " text-anchor=\"middle\"", " text-anchor=\"end\""};
    fprintf(file, "<text x=\"%.2f\" y=\"%.2f\" fill=\"%s\"%s", i->points[0].x, i->points[0].y, i->fill,
            anchors[i->anchor]);
    if (i->r > 0)
        fprintf(file, " font-size=\"%g\"", i->r);
    fputs(" stroke=\"#ffffff\" stroke-width=\"3\" paint-order=\"stroke\">", file);
    markup_escape(file, i->text);
    fputs("</text>\n", file);
}

static void print_item(FILE *file, const struct paper_item *i)
{
    const struct spot a = i->points[0], b = i->points[i->n - 1];
    switch (i->kind) {
    case PAPER_LINE:
        fprintf(file,
                "<line x1=\"%.2f\" y1=\"%.2f\" x2=\"%.2f\" y2=\"%.2f\" stroke=\"%s\" stroke-width=\"%g\" "
                "stroke-linecap=\"round\"%s/>\n",
                a.x, a.y, b.x, b.y, i->stroke, i->width, i->is_dashed ? " stroke-dasharray=\"3 3\"" : "");
        break;
    case PAPER_POLYLINE:
        fprintf(file, "<polyline fill=\"none\" stroke=\"%s\" stroke-width=\"%g\"", i->stroke, i->width);
        print_points(file, i);
        fputs("/>\n", file);
        break;
    case PAPER_POLYGON:
        fprintf(file, "<polygon fill=\"%s\" stroke=\"%s\" stroke-width=\"%g\"", i->fill, i->stroke, i->width);
        print_points(file, i);
        fputs("/>\n", file);
        break;
    case PAPER_CIRCLE:
        fprintf(file, "<circle cx=\"%.2f\" cy=\"%.2f\" r=\"%g\" fill=\"%s\" stroke=\"%s\" stroke-width=\"%g\"/>\n", a.x,
                a.y, i->r, i->fill, i->stroke, i->width);
        break;
    case PAPER_TEXT:
        print_text(file, i);
        break;
    }
}

bool paper_print(FILE *file, const void *paper)
{
    const struct paper *p = paper;
    fprintf(file,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" viewBox=\"0 0 %d %d\" "
            "font-family=\"DejaVu Sans, Arial, sans-serif\" font-size=\"13\">\n<rect width=\"%d\" height=\"%d\" "
            "fill=\"#ffffff\"/>\n",
            p->width, p->height, p->width, p->height, p->width, p->height);
    for (size_t i = 0; i < p->n; i++)
        print_item(file, &p->items[i]);
    fputs("</svg>\n", file);
    return !p->has_no_memory && !ferror(file);
}

/* ---- gnuplot: every item is a plot of its own, since plots are drawn in their order ---- */

static bool is_drawn(const char *colour)
{
    return colour && strcmp(colour, "none") != 0;
}

static void plot_begin(FILE *file, bool *is_first)
{
    fputs(*is_first ? "plot " : ", \\\n", file);
    *is_first = false;
}

static void plot_lines(FILE *file, const struct paper_item *i, bool *is_first)
{
    plot_begin(file, is_first);
    fprintf(file, "'-' with lines linewidth %g linecolor rgb '%s'%s notitle", 1.5 * i->width, i->stroke,
            i->is_dashed ? " dashtype 2" : "");
}

/* A paper on its way to gnuplot. No line shall go through a text: around its letters everything is white, as in SVG, by the text in white beside
 * its place. In PDF, where texts are searched and copied, each stands there once, in a white box. */
struct sheet {
    const struct paper *p;
    bool has_edges;
};

static void plot_text(FILE *file, const struct paper_item *i, const char *how, const char *colour, bool *is_first)
{
    static const char *const anchors[] = {"left", "center", "right"};
    plot_begin(file, is_first);
    fputs("'-' using 1:2:(", file);
    picture_text(file, i->text);
    fprintf(file, ") with labels %s%s textcolor rgb '%s' font ',%g' notitle", anchors[i->anchor], how, colour,
            0.75 * (i->r > 0 ? i->r : 13));
}

static void plot_item(FILE *file, const struct paper_item *i, bool has_edges, bool *is_first)
{
    if (i->kind == PAPER_TEXT) {
        if (has_edges)
            plot_text(file, i, "", "#ffffff", is_first);
        plot_text(file, i, has_edges ? "" : " boxed", i->fill, is_first);
        return;
    }
    if ((i->kind == PAPER_POLYGON || i->kind == PAPER_CIRCLE) && is_drawn(i->fill)) {
        plot_begin(file, is_first);
        fprintf(file, "'-' with filledcurves closed fillstyle solid noborder fillcolor rgb '%s' notitle", i->fill);
    }
    if (is_drawn(i->stroke))
        plot_lines(file, i, is_first);
}

static void data_text(FILE *file, const struct paper_item *i, bool has_edges)
{
    enum { DIRECTIONS = 12 };
    static const double edge = 1.5;
    const double x = i->points[0].x,
                 y = i->points[0].y - 0.35 * (i->r > 0 ? i->r : 13); /* its middle is above its foot */
    for (int k = 0; has_edges && k < DIRECTIONS; k++) {
        const double angle = 2 * 3.14159265358979323846 * k / DIRECTIONS;
        fprintf(file, "%.2f %.2f\n", x + edge * cos(angle), y + edge * sin(angle));
    }
    fprintf(file, "%s%.2f %.2f\ne\n", has_edges ? "e\n" : "", x, y);
}

static void data_item(FILE *file, const struct paper_item *i, bool has_edges)
{
    enum { SIDES = 48 };
    const bool is_closed = i->kind == PAPER_POLYGON || i->kind == PAPER_CIRCLE;
    const int times = (is_closed && is_drawn(i->fill)) + is_drawn(i->stroke);
    if (i->kind == PAPER_TEXT) {
        data_text(file, i, has_edges);
        return;
    }
    for (int k = 0; k < times; k++) {
        if (i->kind == PAPER_CIRCLE)
            for (int s = 0; s <= SIDES; s++) {
                const double angle = 2 * 3.14159265358979323846 * s / SIDES;
                fprintf(file, "%.2f %.2f\n", i->points[0].x + i->r * cos(angle), i->points[0].y + i->r * sin(angle));
            }
        else
            for (size_t s = 0; s < i->n + (i->kind == PAPER_POLYGON); s++)
                fprintf(file, "%.2f %.2f\n", i->points[s % i->n].x, i->points[s % i->n].y);
        fputs("e\n", file);
    }
}

static bool print_script(FILE *file, const void *context)
{
    const struct sheet *sheet = context;
    const struct paper *p = sheet->p;
    bool is_first = true;
    fprintf(file,
            "unset grid\nunset border\nunset tics\nunset key\nset margins 0, 0, 0, 0\nset xrange [0:%d]\nset yrange "
            "[%d:0]\nset style textbox opaque noborder fillcolor rgb 'white' margins 0.3, 0.1\n",
            p->width, p->height);
    for (size_t i = 0; i < p->n; i++)
        plot_item(file, &p->items[i], sheet->has_edges, &is_first);
    if (is_first)
        fputs("plot '-' notitle\n0 0\ne", file);
    fputc('\n', file);
    for (size_t i = 0; i < p->n; i++)
        data_item(file, &p->items[i], sheet->has_edges);
    return !p->has_no_memory && !ferror(file);
}

bool paper_write(const struct paper *p, const char *path, struct error *error)
{
    const bool is_image = output_ends_with(path, ".png");
    if (is_image || output_ends_with(path, ".pdf"))
        return picture_draw(path, (struct picture_size){p->width * 25.4 / 96, p->height * 25.4 / 96, 9}, print_script,
                            &(struct sheet){p, is_image}, error);
    return output_write(path, paper_print, p, error);
}
