/* Pictures of a spectrum and of a root locus, below them that of a frequency response. Real and imaginary parts go over many powers of ten with
 * either sign: the axes are logarithmic beyond a unit that the slowest modes set, and straight between. */
#include "linearize/linearize_messages.h"
#include "linearize/results_plot_impl.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

const char *results_point_label(struct chart *c, const struct results *r, size_t i)
{
    const bool varied = r->variation->name, moved = r->list[0].space.time != r->list[r->n - 1].space.time;
    const char *time = moved || !varied ? chart_text(c, "t = %.6g s", r->list[i].space.time) : "";
    if (!varied)
        return time;
    return chart_text(c, "%s = %.6g%s%s", r->variation->name, r->list[i].varied, *time ? ", " : "", time);
}

/* ---- the plane ---- */

struct plane {
    const struct results *r;
    double unit;         /* where the axes turn from straight to logarithmic */
    double left, right;  /* the largest of what is drawn on either side, as sizes ... */
    double up;           /* ... and above and below */
    double largest_mode; /* |lambda| */
    bool is_straight;    /* a part was chosen: axes as usual */
};

static void extend(struct plane *p, double complex value)
{
    p->left = fmax(p->left, -creal(value));
    p->right = fmax(p->right, creal(value));
    p->up = fmax(p->up, fabs(cimag(value)));
}

static struct plane plane_of(const struct results *r)
{
    struct plane p = {.r = r, .unit = INFINITY};
    for (size_t i = 0; i < r->n; i++)
        for (size_t k = 0; k < r->list[i].modes.spectrum.n; k++) {
            const double size = cabs(r->list[i].modes.spectrum.values[k]);
            p.largest_mode = fmax(p.largest_mode, size);
            p.unit = size > 0 ? fmin(p.unit, size) : p.unit;
            extend(&p, r->list[i].modes.spectrum.values[k]);
        }
    for (size_t i = 0; i < r->n; i++)
        for (size_t k = 0; k < r->list[i].n_zeros; k++)
            if (cabs(r->list[i].zeros[k]) <= 1e3 * p.largest_mode) /* others are nearly infinite */
                extend(&p, r->list[i].zeros[k]);
    p.unit = isfinite(p.unit) ? p.unit : 1;
    p.unit = pow(10, floor(log10(fmax(p.unit, 1e-6 * p.largest_mode)) + 1e-9));
    return p;
}

static double stretched(const struct plane *p, double value)
{
    return p->is_straight ? value : copysign(log10(1 + fabs(value) / p->unit), value);
}

static const char *power_of_ten(struct chart *c, double decade, const char *sign)
{
    static const char *const digits[] = {"⁰", "¹", "²", "³", "⁴", "⁵", "⁶", "⁷", "⁸", "⁹"};
    const int exponent = (int)lround(log10(decade)), size = abs(exponent);
    if (exponent >= -2 && exponent <= 3)
        return chart_text(c, "%s%g", sign, decade);
    return chart_text(c, "%s10%s%s%s", sign, exponent < 0 ? "⁻" : "", size >= 10 ? digits[size / 10 % 10] : "",
                      digits[size % 10]);
}

/* From -low to high, both a little farther than what is drawn; numbers from the left to the right. */
static void make_axis(struct chart *c, const struct plane *p, struct chart_axis *axis, double low, double high)
{
    const double largest = 10 * fmax(low, high);
    int n = 0;
    for (double decade = p->unit; decade <= largest; decade *= 10)
        n++;
    for (int k = n - 1; k >= 0; k--)
        chart_add_tick(c, axis, stretched(p, -p->unit * pow(10, k)), power_of_ten(c, p->unit * pow(10, k), "−"));
    chart_add_tick(c, axis, 0, "0");
    for (int k = 0; k < n; k++)
        chart_add_tick(c, axis, stretched(p, p->unit * pow(10, k)), power_of_ten(c, p->unit * pow(10, k), ""));
    axis->low = stretched(p, -2 * fmax(low, p->unit));
    axis->high = stretched(p, 2 * fmax(high, p->unit));
}

static void add_values(struct chart *c, const struct plane *p, struct chart_curve *curve, size_t from, size_t to,
                       bool zeros)
{
    for (size_t i = from; i < to; i++) {
        const struct result *r = &p->r->list[i];
        const size_t n = zeros ? r->n_zeros : r->modes.spectrum.n;
        for (size_t k = 0; k < n; k++) {
            const double complex value = zeros ? r->zeros[k] : r->modes.spectrum.values[k];
            chart_add_point(c, curve, stretched(p, creal(value)), stretched(p, cimag(value)));
        }
    }
}

/* Looks of the points: open circle, dot, cross-like square; what lies between the first and the last is faint. */
enum { LOOK_FIRST = 3, LOOK_LAST = 1, LOOK_ZEROS = 5, LOOK_BETWEEN = 0 };

static bool is_in_part(const struct results_view *view, double complex value)
{
    return creal(value) >= view->left && creal(value) <= view->right && cimag(value) >= view->down &&
           cimag(value) <= view->up;
}

static void say_empty_part(const struct plane *p, const struct results_view *view, const char *path)
{
    double left = INFINITY, right = -INFINITY, up = 0;
    for (size_t i = 0; i < p->r->n; i++)
        for (size_t k = 0; k < p->r->list[i].modes.spectrum.n; k++) {
            const double complex value = p->r->list[i].modes.spectrum.values[k];
            if (is_in_part(view, value))
                return;
            left = fmin(left, creal(value));
            right = fmax(right, creal(value));
            up = fmax(up, cimag(value));
        }
    if (left <= right)
        error_warn(WARNING_LINEARIZE_PART_EMPTY, path,
                   TEXT("%g:%g,%g:%g", view->left, view->right, view->down, view->up), TEXT("%.4g", left),
                   TEXT("%.4g", right), TEXT("%.4g", up));
}

static void add_plane(struct chart *c, const struct results *r, const struct results_view *view, const char *path)
{
    struct plane p = plane_of(r);
    p.is_straight = view->is_chosen;
    const size_t n = r->n;
    size_t n_zeros = 0;
    for (size_t i = 0; i < n; i++)
        n_zeros += r->list[i].n_zeros;
    struct chart_panel *panel = chart_add_panel(c);
    panel->x.label = "real part, 1/s";
    panel->y.label = "imaginary part, rad/s";
    panel->aspect = 0.62;
    if (view->is_chosen) {
        say_empty_part(&p, view, path);
        panel->x.low = view->left, panel->x.high = view->right;
        panel->y.low = view->down, panel->y.high = view->up;
    } else {
        make_axis(c, &p, &panel->x, p.left, p.right);
        make_axis(c, &p, &panel->y, p.up, p.up);
    }
    add_values(
        c, &p,
        chart_add_curve(c, panel, n > 1 ? results_point_label(c, r, 0) : "eigenvalues", LOOK_FIRST, CHART_POINTS), 0, 1,
        false);
    if (n > 2) {
        const char *between = chart_text(c, "%zu between", n - 2);
        struct chart_curve *curve = chart_add_curve(c, panel, between, LOOK_BETWEEN, CHART_POINTS);
        curve->is_faint = true;
        add_values(c, &p, curve, 1, n - 1, false);
    }
    if (n > 1)
        add_values(c, &p, chart_add_curve(c, panel, results_point_label(c, r, n - 1), LOOK_LAST, CHART_POINTS), n - 1,
                   n, false);
    if (n_zeros)
        add_values(c, &p, chart_add_curve(c, panel, "zeros", LOOK_ZEROS, CHART_POINTS), 0, n, true);
    chart_add_rule(c, panel, true, 0, "");
}

bool results_plot(const char *path, const struct results *r, const struct results_view *view,
                  const struct figure_options *options, struct error *error)
{
    if (r->n == 0)
        return true;
    struct chart c = chart_begin(r->title);
    add_plane(&c, r, view, path);
    if (r->has_pair)
        results_bode_add(&c, r, view);
    const bool ok = chart_write(&c, path, options, error);
    chart_free(&c);
    return ok;
}
