/* A figure as inline SVG: axes with round numbers, curves, points; the legend stands below as text, and the values for the
 * script beside it. */
#include "benchmarks/report/page.h"
#include "figures/chart_drawn.h"
#include "master/base/markup.h"

#include <math.h>
#include <string.h>

enum { WIDTH = 480, HEIGHT = 300, RIGHT = 452, TOP = 10, BOTTOM = 246 };
static const double letter = 9.2; /* the width of one, at the size that narrow screens have */

struct axis {
    bool log;
    double min, max; /* of the drawn range; logarithms where `log` */
    double from, to; /* on the picture */
    struct ticks ticks;
};

static double scaled(const struct axis *a, double v)
{
    return a->log ? log10(v) : v;
}

static double place(const struct axis *a, double v)
{
    return a->from + (scaled(a, v) - a->min) / (a->max - a->min) * (a->to - a->from);
}

static bool drawable(const struct figure *f, double x, double y)
{
    return isfinite(x) && isfinite(y) && (!f->x_log || x > 0) && (!f->y_log || y > 0);
}

/* Where a tick or the value v lies in the scale of the axis; its numbers have as few places as tell them apart. */
static void choose_ticks(struct axis *a, int most)
{
    const struct chart_axis axis = {.label = "", .is_log = a->log};
    const double low = a->log ? pow(10, a->min) : a->min, high = a->log ? pow(10, a->max) : a->max;
    for (int n = most; n <= 3 * most; n++) { /* an axis has two numbers at least */
        ticks_make(&a->ticks, &axis, low, high, n);
        size_t n_labels = 0;
        for (size_t i = 0; i < a->ticks.n; i++)
            n_labels += *a->ticks.list[i].label != '\0';
        if (n_labels > 1)
            return;
    }
}

static double widest_label(const struct ticks *t)
{
    size_t widest = 0;
    for (size_t i = 0; i < t->n; i++) {
        size_t n = 0;
        for (const char *at = t->list[i].label; *at; at++)
            n += ((unsigned char)*at & 0xc0) != 0x80;
        widest = n > widest ? n : widest;
    }
    return letter * (double)widest;
}

static struct axis make_axis(const struct figure *f, bool vertical)
{
    struct axis a = {.log = vertical ? f->y_log : f->x_log, .min = INFINITY, .max = -INFINITY};
    a.from = vertical ? BOTTOM : 0;
    a.to = vertical ? TOP : RIGHT;
    for (size_t c = 0; c < f->n_curves; c++)
        for (size_t i = 0; i < f->curves[c].n; i++) {
            const struct curve *curve = &f->curves[c];
            if (!drawable(f, curve->x[i], curve->y[i]))
                continue;
            const double v = scaled(&a, vertical ? curve->y[i] : curve->x[i]);
            a.min = fmin(a.min, v);
            a.max = fmax(a.max, v);
        }
    if (!(a.min <= a.max))
        a.min = 0, a.max = 1;
    double range = a.max - a.min;
    if (range < 1e-12 * fmax(1, fabs(a.max)))
        range = fmax(1e-6, 0.01 * fabs(a.max));
    if (vertical || a.log) {
        a.min -= 0.05 * range;
        a.max += 0.05 * range;
    }
    if (a.max <= a.min)
        a.max = a.min + range;
    choose_ticks(&a, 5);
    return a;
}

/* The x axis begins where the numbers of the y axis end; of its own numbers as many are there as stand beside each other. */
static void place_x(struct axis *x, const struct axis *y)
{
    x->from = 37 + widest_label(&y->ticks); /* a label turned by 90 degrees stands before them */
    for (int most = 6; most >= 2; most--) {
        choose_ticks(x, most);
        if ((widest_label(&x->ticks) + letter) * (double)x->ticks.n <= x->to - x->from)
            return;
    }
}

static void print_ticks(FILE *page, const struct axis *a, bool vertical, double left)
{
    for (size_t i = 0; i < a->ticks.n; i++) {
        const double at = place(a, a->ticks.list[i].at);
        const char *label = a->ticks.list[i].label;
        if (vertical)
            fprintf(page,
                    "<path class=\"grid\" d=\"M%.1f %.1fH%d\"/><text class=\"tick\" x=\"%.1f\" y=\"%.1f\" "
                    "text-anchor=\"end\">%s</text>\n",
                    left, at, RIGHT, left - 8, at + 4, label); /* clear of marks on the frame */
        else
            fprintf(page,
                    "<path class=\"grid\" d=\"M%.1f %dV%d\"/><text class=\"tick\" x=\"%.1f\" y=\"%d\" "
                    "text-anchor=\"middle\">%s</text>\n",
                    at, TOP, BOTTOM, at, BOTTOM + 17, label);
    }
}

/* A mark: circle, square, triangle, diamond, triangle upside down. Those of published points are open, those on our lines filled. */
static void print_mark(FILE *page, size_t k, double x, double y)
{
    static const char *const shapes[] = {"m-3.5 0a3.5 3.5 0 1 0 7 0a3.5 3.5 0 1 0-7 0", "m-3-3h6v6h-6z",
                                         "m0-4l3.8 6.6h-7.6z", "m0-4.2l3.8 4.2l-3.8 4.2l-3.8-4.2z",
                                         "m0 4l3.8-6.6h-7.6z"};
    fprintf(page, "M%.1f %.1f%s", x, y, shapes[k % (sizeof shapes / sizeof *shapes)]);
}

static void print_path(FILE *page, const struct figure *f, const struct curve *c, const struct axis *x,
                       const struct axis *y, bool points, size_t k)
{
    bool open = false;
    double last_x = 0, last_y = 0;
    for (size_t i = 0; i < c->n; i++) {
        if (!drawable(f, c->x[i], c->y[i])) {
            open = false;
            continue;
        }
        const double px = round(10 * place(x, c->x[i])) / 10, py = round(10 * place(y, c->y[i])) / 10;
        if (points)
            print_mark(page, k, px, py);
        else if (!open)
            fprintf(page, "M%.1f %.1f", px, py);
        else if (i + 1 == c->n || fabs(px - last_x) + fabs(py - last_y) > 0.25)
            fprintf(page, "L%.1f %.1f", px, py);
        else
            continue; /* not a quarter of a pixel away */
        open = true;
        last_x = px;
        last_y = py;
    }
}

/* A published curve has the colour of the one of ours that it belongs to: the one with the same place among its kind. What
 * both are compared with is dashed and grey. */
static size_t colour(const struct figure *f, size_t curve)
{
    if (f->curves[curve].style == CURVE_DASHED)
        return 7;
    size_t n_points = 0, n_lines = 0, k = 0;
    for (size_t c = 0; c < f->n_curves; c++) {
        const bool points = f->curves[c].style == CURVE_POINTS;
        if (c == curve)
            k = points ? n_points : n_lines;
        n_points += points;
        n_lines += !points && f->curves[c].style != CURVE_DASHED;
    }
    return k % 8;
}

static bool has_gaps(const struct curve *curve, size_t k)
{
    return curve->style == CURVE_DASHED || *look_of(k).dashes;
}

/* Lines that lie on each other are seen through the gaps of the upper one. */
static void print_dashes(FILE *page, const struct curve *curve, size_t k)
{
    const char *dashes = look_of(k).dashes;
    if (curve->style != CURVE_DASHED && *dashes)
        fprintf(page, " stroke-dasharray=\"%s\"", dashes);
}

static void print_sample(FILE *page, const struct curve *curve, size_t k)
{
    fputs("<svg class=\"sample\" width=\"34\" height=\"12\" viewBox=\"0 0 34 12\" aria-hidden=\"true\">", page);
    if (curve->style != CURVE_POINTS) {
        fprintf(page, "<path class=\"line%s\"", curve->style == CURVE_DASHED ? " dashed" : "");
        print_dashes(page, curve, k);
        fputs(" d=\"M0 6H34\"/>", page);
    }
    if (curve->style == CURVE_POINTS || curve->style == CURVE_LINE_AND_POINTS) {
        fprintf(page, "<path class=\"mark%s\" d=\"", curve->style == CURVE_POINTS ? "" : " filled");
        print_mark(page, k, 17, 6);
        fputs("\"/>", page);
    }
    fputs("</svg>", page);
}

static void print_curves(FILE *page, const struct figure *f, const struct axis *x, const struct axis *y)
{
    for (int layer = 0; layer < 3; layer++) /* points below, lines on top, those with gaps last */
        for (size_t c = 0; c < f->n_curves; c++) {
            const struct curve *curve = &f->curves[c];
            const bool points = curve->style == CURVE_POINTS || curve->style == CURVE_LINE_AND_POINTS;
            const bool line = curve->style != CURVE_POINTS;
            if (layer == 0 && points) {
                fprintf(page, "<path class=\"points%s k%zu\" d=\"", line ? " filled" : "", colour(f, c));
                print_path(page, f, curve, x, y, true, colour(f, c));
                fputs("\"/>\n", page);
            }
            if (layer == (has_gaps(curve, colour(f, c)) ? 2 : 1) && line) {
                fprintf(page, "<path class=\"curve%s k%zu\"", curve->style == CURVE_DASHED ? " dashed" : "",
                        colour(f, c));
                print_dashes(page, curve, colour(f, c));
                fputs(" d=\"", page);
                print_path(page, f, curve, x, y, false, 0);
                fputs("\"/>\n", page);
            }
        }
}

static void print_values(FILE *page, const struct figure *f, const double *v, const struct curve *c, const char *name)
{
    fprintf(page, "\"%s\":[", name);
    bool first = true;
    for (size_t i = 0; i < c->n; i++)
        if (drawable(f, c->x[i], c->y[i])) {
            fprintf(page, first ? "%.7g" : ",%.7g", v[i]);
            first = false;
        }
    fputc(']', page);
}

static void print_data(FILE *page, const struct figure *f, const struct axis *x, const struct axis *y)
{
    fprintf(page,
            "<script type=\"application/json\">{\"width\":%d,\"left\":%.1f,\"right\":%d,\"top\":%d,\"bottom\":%d,"
            "\"xLog\":%s,\"xRange\":[%.9g,%.9g],\"yRange\":[%.9g,%.9g],\"xLabel\":",
            WIDTH, x->from, RIGHT, TOP, BOTTOM, x->log ? "true" : "false", x->log ? pow(10, x->min) : x->min,
            x->log ? pow(10, x->max) : x->max, y->min, y->max);
    markup_string(page, f->x_label);
    fputs(",\"curves\":[", page);
    const char *separator = "";
    for (size_t c = 0; c < f->n_curves; c++) {
        if (!*f->curves[c].label)
            continue;
        fprintf(page, "%s{\"k\":%zu,\"label\":", separator, colour(f, c));
        separator = ",";
        markup_string(page, f->curves[c].label);
        fputc(',', page);
        print_values(page, f, f->curves[c].x, &f->curves[c], "x");
        fputc(',', page);
        print_values(page, f, f->curves[c].y, &f->curves[c], "y");
        fputc('}', page);
    }
    fputs("]}</script>\n", page);
}

void page_figure(FILE *page, const struct figure *f)
{
    const struct axis y = make_axis(f, true);
    struct axis x = make_axis(f, false);
    place_x(&x, &y);
    const double left = x.from;
    fprintf(page, "<figure class=\"plot\" id=\"%s\"><h3>", f->id);
    markup_escape(page, f->title);
    fprintf(page, "</h3>\n<svg viewBox=\"0 0 %d %d\" role=\"img\" aria-label=\"", WIDTH, HEIGHT);
    markup_escape(page, f->title);
    const int mark = 5; /* points at the ends of the x axis are seen as a whole */
    fprintf(page, "\">\n<clipPath id=\"%s-clip\"><path d=\"M%.1f %dH%dV%dH%.1fz\"/></clipPath>\n", f->id, left - mark,
            TOP, RIGHT + mark, BOTTOM, left - mark);
    print_ticks(page, &x, false, left);
    print_ticks(page, &y, true, left);
    fprintf(page, "<path class=\"frame\" d=\"M%.1f %dH%dV%dH%.1fz\"/>\n<g clip-path=\"url(#%s-clip)\">\n", left, TOP,
            RIGHT, BOTTOM, left, f->id);
    print_curves(page, f, &x, &y);
    fprintf(page, "</g>\n<text class=\"label\" x=\"%.1f\" y=\"%d\" text-anchor=\"middle\">", (left + RIGHT) / 2,
            BOTTOM + 40);
    markup_escape(page, f->x_label);
    fprintf(page,
            "</text>\n<text class=\"label\" x=\"13\" y=\"%d\" text-anchor=\"middle\" transform=\"rotate(-90 13 %d)\">",
            (TOP + BOTTOM) / 2, (TOP + BOTTOM) / 2);
    markup_escape(page, f->y_label);
    fputs("</text>\n</svg>\n<ul class=\"legend\">", page);
    for (size_t c = 0; c < f->n_curves; c++) {
        if (!*f->curves[c].label)
            continue;
        fprintf(page, "<li class=\"k%zu\">", colour(f, c));
        print_sample(page, &f->curves[c], colour(f, c));
        markup_escape(page, f->curves[c].label);
        fputs("</li>", page);
    }
    fputs("</ul>\n<figcaption>", page);
    markup_escape(page, f->caption);
    fputs("</figcaption>\n", page);
    print_data(page, f, &x, &y);
    fputs("</figure>\n", page);
}
