/* A figure as inline SVG: axes with round numbers, curves, points; the legend stands below as text, and the values for the
 * script beside it. */
#include "benchmarks/report/page.h"
#include "master/base/markup.h"

#include <math.h>
#include <string.h>

enum { WIDTH = 480, HEIGHT = 290, LEFT = 64, RIGHT = 468, TOP = 10, BOTTOM = 246 };

struct axis {
    bool log;
    double min, max; /* of the drawn range; logarithms where `log` */
    double from, to; /* on the picture */
    double step;
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

/* 1, 2 or 5 times a power of ten, so that about `n` steps fill the range. */
static double round_step(double range, int n)
{
    const double rough = range / n, power = pow(10, floor(log10(rough))), part = rough / power;
    return power * (part < 1.5 ? 1 : part < 3.5 ? 2 : part < 7.5 ? 5 : 10);
}

static struct axis make_axis(const struct figure *f, bool vertical)
{
    struct axis a = {.log = vertical ? f->y_log : f->x_log, .min = INFINITY, .max = -INFINITY};
    a.from = vertical ? BOTTOM : LEFT;
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
    a.step = a.log ? fmax(1, round_step(a.max - a.min, 7)) : round_step(a.max - a.min, vertical ? 5 : 6);
    return a;
}

static void print_ticks(FILE *page, const struct axis *a, bool vertical)
{
    for (double k = ceil(a->min / a->step - 1e-9); k * a->step <= a->max + 1e-9 * a->step; k++) {
        const double v = fabs(k * a->step) < 1e-9 * a->step ? 0 : k * a->step;
        const double at = a->from + (v - a->min) / (a->max - a->min) * (a->to - a->from);
        char label[32];
        if (a->log && fabs(v) > 3)
            snprintf(label, sizeof label, "1e%.0f", v);
        else
            snprintf(label, sizeof label, "%.7g", a->log ? pow(10, v) : v);
        if (vertical)
            fprintf(page,
                    "<path class=\"grid\" d=\"M%d %.1fH%d\"/><text x=\"%d\" y=\"%.1f\" text-anchor=\"end\">%s</text>\n",
                    LEFT, at, RIGHT, LEFT - 5, at + 4, label);
        else
            fprintf(
                page,
                "<path class=\"grid\" d=\"M%.1f %dV%d\"/><text x=\"%.1f\" y=\"%d\" text-anchor=\"middle\">%s</text>\n",
                at, TOP, BOTTOM, at, BOTTOM + 16, label);
    }
}

static void print_path(FILE *page, const struct figure *f, const struct curve *c, const struct axis *x,
                       const struct axis *y, bool points)
{
    bool open = false;
    double last_x = 0, last_y = 0;
    for (size_t i = 0; i < c->n; i++) {
        if (!drawable(f, c->x[i], c->y[i])) {
            open = false;
            continue;
        }
        const double px = round(10 * place(x, c->x[i])) / 10, py = round(10 * place(y, c->y[i])) / 10;
        if (points || !open)
            fprintf(page, "M%.1f %.1f%s", px, py, points ? "h0" : "");
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

static void print_curves(FILE *page, const struct figure *f, const struct axis *x, const struct axis *y)
{
    for (int layer = 0; layer < 2; layer++) /* points below, lines on top */
        for (size_t c = 0; c < f->n_curves; c++) {
            const struct curve *curve = &f->curves[c];
            const bool points = curve->style == CURVE_POINTS || curve->style == CURVE_LINE_AND_POINTS;
            const bool line = curve->style != CURVE_POINTS;
            if (layer == 0 && points) {
                fprintf(page, "<path class=\"points k%zu\" d=\"", colour(f, c));
                print_path(page, f, curve, x, y, true);
                fputs("\"/>\n", page);
            }
            if (layer == 1 && line) {
                fprintf(page, "<path class=\"curve%s k%zu\" d=\"", curve->style == CURVE_DASHED ? " dashed" : "",
                        colour(f, c));
                print_path(page, f, curve, x, y, false);
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
            "<script type=\"application/json\">{\"width\":%d,\"left\":%d,\"right\":%d,\"top\":%d,\"bottom\":%d,"
            "\"xLog\":%s,\"xRange\":[%.9g,%.9g],\"yRange\":[%.9g,%.9g],\"xLabel\":",
            WIDTH, LEFT, RIGHT, TOP, BOTTOM, x->log ? "true" : "false", x->log ? pow(10, x->min) : x->min,
            x->log ? pow(10, x->max) : x->max, y->min, y->max);
    markup_string(page, f->x_label);
    fputs(",\"curves\":[", page);
    for (size_t c = 0; c < f->n_curves; c++) {
        fprintf(page, "%s{\"k\":%zu,\"label\":", c ? "," : "", colour(f, c));
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
    const struct axis x = make_axis(f, false), y = make_axis(f, true);
    fprintf(page, "<figure class=\"plot\" id=\"%s\"><h3>", f->id);
    markup_escape(page, f->title);
    fprintf(page, "</h3>\n<svg viewBox=\"0 0 %d %d\" role=\"img\" aria-label=\"", WIDTH, HEIGHT);
    markup_escape(page, f->title);
    fprintf(page, "\">\n<clipPath id=\"%s-clip\"><path d=\"M%d %dH%dV%dH%dz\"/></clipPath>\n", f->id, LEFT, TOP, RIGHT,
            BOTTOM, LEFT);
    print_ticks(page, &x, false);
    print_ticks(page, &y, true);
    fprintf(page, "<path class=\"frame\" d=\"M%d %dH%dV%dH%dz\"/>\n<g clip-path=\"url(#%s-clip)\">\n", LEFT, TOP, RIGHT,
            BOTTOM, LEFT, f->id);
    print_curves(page, f, &x, &y);
    fprintf(page, "</g>\n<text x=\"%d\" y=\"%d\" text-anchor=\"middle\">", (LEFT + RIGHT) / 2, BOTTOM + 36);
    markup_escape(page, f->x_label);
    fprintf(page, "</text>\n<text x=\"13\" y=\"%d\" text-anchor=\"middle\" transform=\"rotate(-90 13 %d)\">",
            (TOP + BOTTOM) / 2, (TOP + BOTTOM) / 2);
    markup_escape(page, f->y_label);
    fputs("</text>\n</svg>\n<ul class=\"legend\">", page);
    for (size_t c = 0; c < f->n_curves; c++) {
        const enum curve_style style = f->curves[c].style;
        fprintf(page, "<li class=\"k%zu%s\">", colour(f, c),
                style == CURVE_POINTS   ? " dotted"
                : style == CURVE_DASHED ? " dash"
                                        : "");
        markup_escape(page, f->curves[c].label);
        fputs("</li>", page);
    }
    fputs("</ul>\n<figcaption>", page);
    markup_escape(page, f->caption);
    fputs("</figcaption>\n", page);
    print_data(page, f, &x, &y);
    fputs("</figure>\n", page);
}
