/* Pictures of a spectrum, of a root locus, of a frequency response. Real and imaginary parts go over many powers of ten with
 * either sign: the axes are logarithmic beyond a unit that the slowest modes set, and straight between. */
#include "master/files/picture.h"
#include "linearize/results.h"
#include "master/base/numbers.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { N_FREQUENCIES = 400, N_NEAR = 41 }; /* evenly spaced; near a resonance */

/* What tells a point from the others. */
static void put_point_title(FILE *file, const struct results *r, size_t i)
{
    const bool varied = r->variation->name, moved = r->list[0].space.time != r->list[r->n - 1].space.time;
    char text[192] = "";
    if (varied)
        snprintf(text, sizeof text, "%.120s = %.6g%s", r->variation->name, r->list[i].varied, moved ? ", " : "");
    const size_t used = strlen(text);
    if (moved || !varied)
        snprintf(text + used, sizeof text - used, "t = %.6g s", r->list[i].space.time);
    fputs(" title ", file);
    picture_text(file, text);
}

/* ---- the plane ---- */

struct plane {
    const struct results *r;
    double unit;         /* where the axes turn from straight to logarithmic */
    double left, right;  /* the largest of what is drawn on either side, as sizes ... */
    double up;           /* ... and above and below */
    double largest_mode; /* |lambda| */
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
    return copysign(log10(1 + fabs(value) / p->unit), value);
}

/* From -low to high, both a little farther than what is drawn. */
static void put_axis(FILE *file, const struct plane *p, char axis, const char *label, double low, double high)
{
    fprintf(file, "set %clabel '%s'\nset %ctics (0 0", axis, label, axis);
    for (double decade = p->unit; decade <= 10 * fmax(low, high); decade *= 10)
        fprintf(file, ", '%g' %.9g, '%g' %.9g", decade, stretched(p, decade), -decade, stretched(p, -decade));
    fprintf(file, ")\nset %crange [%.9g:%.9g]\n", axis, stretched(p, -2 * fmax(low, p->unit)),
            stretched(p, 2 * fmax(high, p->unit)));
}

static void put_values(FILE *file, const struct plane *p, const char *name, size_t from, size_t to, bool zeros)
{
    fprintf(file, "$%s << EOD\n", name);
    for (size_t i = from; i < to; i++) {
        const struct result *r = &p->r->list[i];
        const size_t n = zeros ? r->n_zeros : r->modes.spectrum.n;
        for (size_t k = 0; k < n; k++) {
            const double complex value = zeros ? r->zeros[k] : r->modes.spectrum.values[k];
            fprintf(file, "%.9g %.9g\n", stretched(p, creal(value)), stretched(p, cimag(value)));
        }
    }
    fputs("EOD\n", file);
}

static void put_plane(FILE *file, const struct results *r)
{
    const struct plane p = plane_of(r);
    const size_t n = r->n;
    bool any_zeros = false;
    for (size_t i = 0; i < n; i++)
        any_zeros = any_zeros || r->list[i].n_zeros > 0;
    put_values(file, &p, "first", 0, 1, false);
    if (n > 2)
        put_values(file, &p, "between", 1, n - 1, false);
    put_values(file, &p, "last", n - 1, n, false);
    put_values(file, &p, "zeros", 0, n, true);
    put_axis(file, &p, 'x', "real part, 1/s", p.left, p.right);
    put_axis(file, &p, 'y', "imaginary part, rad/s", p.up, p.up);
    fputs("set arrow 1 from 0, graph 0 to 0, graph 1 nohead lc rgb 'gray30'\nset key tmargin center horizontal\nset "
          "title ",
          file);
    picture_text(file, r->title);
    fputs("\nplot $first with points pt 6 ps 1.1 lc rgb 'black'", file);
    if (n > 1)
        put_point_title(file, r, 0);
    else
        fputs(" title 'eigenvalues'", file);
    if (n > 2)
        fprintf(file, ", $between with points pt 7 ps 0.35 lc rgb 'gray30' title '%zu between'", n - 2);
    if (n > 1) {
        fputs(", $last with points pt 2 ps 1 lc rgb 'black'", file);
        put_point_title(file, r, n - 1);
    }
    if (any_zeros)
        fputs(", $zeros with points pt 4 ps 1 lc rgb 'gray50' title 'zeros'", file);
    fputs("\nunset arrow 1\n", file);
}

/* ---- the frequency response ---- */

static void range_of_frequencies(const struct results *r, double *from, double *to)
{
    double slowest = INFINITY, fastest = 0;
    for (size_t i = 0; i < r->n; i++)
        for (size_t k = 0; k < r->list[i].modes.spectrum.n; k++) {
            const double size = cabs(r->list[i].modes.spectrum.values[k]);
            slowest = size > 0 ? fmin(slowest, size) : slowest;
            fastest = fmax(fastest, size);
        }
    *from = isfinite(slowest) ? fmax(slowest, 1e-6 * fastest) / 10 : 0.01;
    *to = fastest > 0 ? fastest * 10 : 100;
}

/* Around the frequency of a mode or zero with little damping, from far to near: its peak is narrower than what lies between two of
 * the others. */
static size_t add_near(double *list, size_t n, double complex value, double from, double to)
{
    const double omega = fabs(cimag(value)), width = fmax(fabs(creal(value)), 1e-5 * omega);
    for (int i = 0; i < N_NEAR && width < omega; i++) {
        const double at = omega + width * sinh(5 * (2.0 * i / (N_NEAR - 1) - 1));
        if (at > from && at < to)
            list[n++] = at;
    }
    return n;
}

/* The frequencies at which a response is drawn, growing. */
static double *list_frequencies(const struct results *r, const struct result *p, size_t *n)
{
    double from, to;
    range_of_frequencies(r, &from, &to);
    double *list = calloc(N_FREQUENCIES + (p->modes.spectrum.n + p->n_zeros) * N_NEAR, sizeof *list);
    *n = 0;
    if (!list)
        return NULL;
    for (int i = 0; i < N_FREQUENCIES; i++)
        list[(*n)++] = from * pow(to / from, (double)i / (N_FREQUENCIES - 1));
    for (size_t k = 0; k < p->modes.spectrum.n; k++)
        if (cimag(p->modes.spectrum.values[k]) > 0)
            *n = add_near(list, *n, p->modes.spectrum.values[k], from, to);
    for (size_t k = 0; k < p->n_zeros; k++)
        if (cimag(p->zeros[k]) > 0)
            *n = add_near(list, *n, p->zeros[k], from, to);
    numbers_sort(list, *n);
    return list;
}

/* Frequency, size in dB, phase in degrees without jumps. */
static void put_response(FILE *file, const struct results *r, const char *name, const struct result *p)
{
    double turns = 0, last = 0;
    size_t n;
    double *list = list_frequencies(r, p, &n);
    fprintf(file, "$%s << EOD\n", name);
    for (size_t i = 0; i < n; i++) {
        double complex value;
        if (!response_at(&p->space, r->pair_input, r->pair_output, list[i], &value, NULL) || cabs(value) == 0)
            continue;
        const double phase = carg(value) * 57.29577951308232;
        turns += i > 0 && phase + turns - last > 180 ? -360 : i > 0 && phase + turns - last < -180 ? 360 : 0;
        last = phase + turns;
        fprintf(file, "%.12g %.9g %.9g\n", list[i], 20 * log10(cabs(value)), last);
    }
    fputs("EOD\n", file);
    free(list);
}

/* Of the first and the last point. */
static void put_bode(FILE *file, const struct results *r)
{
    const struct state_space *s = &r->list[0].space;
    put_response(file, r, "curve0", &r->list[0]);
    put_response(file, r, "curve1", &r->list[r->n - 1]);
    const bool seen[] = {!result_is_deaf(&r->list[0], r->pair_input, r->pair_output),
                         r->n > 1 && !result_is_deaf(&r->list[r->n - 1], r->pair_input, r->pair_output)};
    fputs("set autoscale\nset xtics autofreq\nset ytics autofreq\nset logscale x\nset format x '10^{%T}'\n"
          "set xlabel 'frequency, rad/s'\nset title ",
          file);
    char title[512];
    snprintf(title, sizeof title, "%.200s to %.200s", s->inputs.names[r->pair_input], s->outputs.names[r->pair_output]);
    picture_text(file, title);
    fputs(" noenhanced", file);
    for (int part = 2; part <= 3; part++) {
        fprintf(file, "\n%s\nset ylabel '%s'\nplot ",
                r->n > 1 ? "set key tmargin center horizontal noenhanced" : "unset key",
                part == 2 ? "magnitude, dB" : "phase, degrees");
        for (int k = 0; k < 2; k++)
            if (seen[k]) {
                fprintf(file, "%s$curve%d using 1:%d with lines lw 1.6 %s", k && seen[0] ? ", " : "", k, part,
                        k ? "dt '- ' lc rgb 'gray40'" : "lc rgb 'black'");
                put_point_title(file, r, k ? r->n - 1 : 0);
            }
        fputs("\nunset title\n", file);
    }
}

static bool put_script(FILE *file, const void *context)
{
    const struct results *r = context;
    if (r->has_pair)
        fputs("set multiplot layout 3,1\n", file);
    put_plane(file, r);
    if (r->has_pair) {
        fputs("set termoption enhanced\n", file);
        put_bode(file, r);
        fputs("unset multiplot\n", file);
    }
    return !ferror(file);
}

bool results_plot(const char *path, const struct results *r, struct error *error)
{
    const struct picture_size size = PICTURE_POINTS(800, r->has_pair ? 1300 : 600);
    return r->n == 0 || picture_draw(path, size, put_script, r, error);
}
