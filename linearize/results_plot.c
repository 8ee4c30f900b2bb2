/* Pictures of a spectrum, of a root locus, of a frequency response. Real and imaginary parts go over many powers of ten with
 * either sign: the axes are logarithmic beyond a unit that the slowest modes set, and straight between. */
#include "output.h"
#include "results.h"

#include <math.h>

enum { N_FREQUENCIES = 400 };

/* ---- the plane ---- */

struct plane {
    const struct results *r;
    double unit;    /* where the axes turn from straight to logarithmic */
    double largest; /* of what is drawn */
};

static struct plane plane_of(const struct results *r)
{
    struct plane p = {.r = r, .unit = INFINITY};
    for (size_t i = 0; i < r->n; i++)
        for (size_t k = 0; k < r->list[i].modes.spectrum.n; k++) {
            const double size = cabs(r->list[i].modes.spectrum.values[k]);
            p.largest = fmax(p.largest, size);
            p.unit = size > 0 ? fmin(p.unit, size) : p.unit;
        }
    for (size_t i = 0; i < r->n; i++)
        for (size_t k = 0; k < r->list[i].n_zeros; k++)
            p.largest = fmax(p.largest, fmin(cabs(r->list[i].zeros[k]), 1e3 * p.largest));
    p.unit = isfinite(p.unit) ? pow(10, floor(log10(p.unit))) : 1;
    p.unit = fmax(p.unit, 1e-6 * p.largest);
    return p;
}

static double stretched(const struct plane *p, double value)
{
    return copysign(log10(1 + fabs(value) / p->unit), value);
}

static void put_axis(FILE *file, const struct plane *p, char axis, const char *label)
{
    fprintf(file, "set %clabel '%s'\nset %ctics (0 0", axis, label, axis);
    for (double decade = p->unit; decade <= 10 * p->largest; decade *= 10)
        fprintf(file, ", '%g' %.9g, '%g' %.9g", decade, stretched(p, decade), -decade, stretched(p, -decade));
    const double end = stretched(p, 2 * fmax(p->largest, p->unit));
    fprintf(file, ")\nset %crange [%.9g:%.9g]\n", axis, -end, axis == 'x' ? fmax(end / 3, 1) : end);
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
    put_values(file, &p, "between", 1, n > 0 ? n - 1 : 0, false);
    put_values(file, &p, "last", n - 1, n, false);
    put_values(file, &p, "zeros", 0, n, true);
    put_axis(file, &p, 'x', "real part, 1/s");
    put_axis(file, &p, 'y', "imaginary part, rad/s");
    fputs("set arrow 1 from 0, graph 0 to 0, graph 1 nohead lc rgb 'gray30'\nset key top left\nset title ", file);
    output_quote(file, r->title);
    char first[128] = "eigenvalues", last[128] = "";
    if (n > 1 && r->variation->name) {
        snprintf(first, sizeof first, "%.80s = %.6g", r->variation->name, r->list[0].varied);
        snprintf(last, sizeof last, "%.80s = %.6g", r->variation->name, r->list[n - 1].varied);
    } else if (n > 1) {
        snprintf(first, sizeof first, "t = %.6g s", r->list[0].space.time);
        snprintf(last, sizeof last, "t = %.6g s", r->list[n - 1].space.time);
    }
    fputs("\nplot $first with points pt 6 ps 1.1 lc rgb 'black' title ", file);
    output_quote(file, first);
    if (n > 1) {
        fputs(", $between with points pt 7 ps 0.25 lc rgb 'gray30' notitle, $last with points pt 2 ps 1 lc rgb 'black' "
              "title ",
              file);
        output_quote(file, last);
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

/* Frequency, size in dB, phase in degrees without jumps. */
static void put_response(FILE *file, const struct results *r, const char *name, const struct result *p)
{
    double from, to, turns = 0, last = 0;
    range_of_frequencies(r, &from, &to);
    fprintf(file, "$%s << EOD\n", name);
    for (int i = 0; i < N_FREQUENCIES; i++) {
        const double omega = from * pow(to / from, (double)i / (N_FREQUENCIES - 1));
        double complex value;
        if (!response_at(&p->space, r->pair_input, r->pair_output, omega, &value, NULL) || cabs(value) == 0)
            continue;
        const double phase = carg(value) * 57.29577951308232;
        turns += i > 0 && phase + turns - last > 180 ? -360 : i > 0 && phase + turns - last < -180 ? 360 : 0;
        last = phase + turns;
        fprintf(file, "%.9g %.9g %.9g\n", omega, 20 * log10(cabs(value)), last);
    }
    fputs("EOD\n", file);
}

static void put_bode(FILE *file, const struct results *r)
{
    const size_t n = r->n;
    const struct state_space *s = &r->list[0].space;
    put_response(file, r, "a", &r->list[0]);
    put_response(file, r, "b", &r->list[n - 1]);
    fputs("unset key\nset autoscale\nset xtics autofreq\nset ytics autofreq\nset logscale x\nset format x '10^{%T}'\n"
          "set xlabel 'frequency, rad/s'\nset title ",
          file);
    char title[512];
    snprintf(title, sizeof title, "%.200s to %.200s", s->inputs.names[r->pair_input], s->outputs.names[r->pair_output]);
    output_quote(file, title);
    for (int part = 2; part <= 3; part++) {
        fprintf(file, "\nset ylabel '%s'\nplot $a using 1:%d with lines lw 1.6 lc rgb 'black'",
                part == 2 ? "magnitude, dB" : "phase, degrees", part);
        if (n > 1)
            fprintf(file, ", $b using 1:%d with lines lw 1.6 dt '- ' lc rgb 'gray40'", part);
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
    const struct picture_size size = {800, r->has_pair ? 1300 : 600};
    return r->n == 0 || output_draw(path, size, put_script, r, error);
}
