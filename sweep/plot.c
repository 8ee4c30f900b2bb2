/* Plots by gnuplot. */
#include "sweep/plot.h"

#include "master/files/picture.h"
#include "sweep/sweep_messages.h"
#include "master/base/numbers.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

/* What is to be drawn: one curve per combination of all options but the macro step. */
struct drawing {
    const struct table *t;
    size_t step_axis;
    size_t *first; /* first run of every curve */
    size_t n_curves;
    double lowest, highest, smallest_step, largest_step; /* of what is drawn */
    double fastest, slowest;
    bool any_bad;
};

static bool same_curve(const struct drawing *d, size_t a, size_t b)
{
    const struct plan *plan = &d->t->study->plan;
    for (size_t i = 0; i < plan->n_axes; i++)
        if (i != d->step_axis && plan_choice(plan, a, i) != plan_choice(plan, b, i))
            return false;
    return true;
}

static double step_of(const struct drawing *d, size_t run)
{
    return plan_macro_step(&d->t->study->plan, &d->t->requests[run].job);
}

static bool is_drawn(const struct drawing *d, size_t run)
{
    const struct finding *o = &d->t->requests[run].finding;
    return o->status == FINDING_DONE && o->n_deviations && o->deviations[0].max > 0 && step_of(d, run) > 0;
}

static bool is_bad(const struct drawing *d, size_t run)
{
    const enum finding_status status = d->t->requests[run].finding.status;
    return status == FINDING_UNSTABLE || status == FINDING_FAILED;
}

static void measure(struct drawing *d)
{
    d->lowest = d->smallest_step = d->fastest = INFINITY;
    d->highest = d->largest_step = d->slowest = 0;
    for (size_t run = 0; run < d->t->n; run++) {
        const struct finding *o = &d->t->requests[run].finding;
        if (is_drawn(d, run) || is_bad(d, run)) {
            d->smallest_step = fmin(d->smallest_step, step_of(d, run));
            d->largest_step = fmax(d->largest_step, step_of(d, run));
        }
        if (is_drawn(d, run)) {
            d->lowest = fmin(d->lowest, o->deviations[0].max);
            d->highest = fmax(d->highest, o->deviations[0].max);
            d->fastest = fmin(d->fastest, fmax(o->cpu_s, 1e-6));
            d->slowest = fmax(d->slowest, o->cpu_s);
        }
        d->any_bad = d->any_bad || is_bad(d, run);
    }
}

/* The order of convergence that most runs show, as a whole number: the median, because near a limit of stability errors
 * jump. */
static double common_order(const struct drawing *d)
{
    double *orders = malloc((d->t->n + 1) * sizeof *orders);
    size_t n = 0;
    for (size_t run = 0; orders && run < d->t->n; run++) {
        const double order = table_order(d->t, run, 0);
        if (is_drawn(d, run) && !isnan(order))
            orders[n++] = order;
    }
    numbers_sort(orders, n);
    const double middle = n ? orders[n / 2] : 1;
    free(orders);
    return fmax(1, round(middle));
}

/* Curves with runs to be crossed out. */
static bool has_bad(const struct drawing *d, size_t curve)
{
    for (size_t run = 0; run < d->t->n; run++)
        if (is_bad(d, run) && same_curve(d, d->first[curve], run))
            return true;
    return false;
}

static bool has_points(const struct drawing *d, size_t curve)
{
    for (size_t run = 0; run < d->t->n; run++)
        if (is_drawn(d, run) && same_curve(d, d->first[curve], run))
            return true;
    return false;
}

/* ---- the script ---- */

/* Every curve has a line of its own for what is crossed out, so that marks do not cover each other. */
static double bad_height(const struct drawing *d, size_t curve)
{
    return 4 * d->highest * pow(1.8, (double)curve);
}

static void put_data(const struct drawing *d, FILE *file)
{
    for (size_t c = 0; c < d->n_curves; c++) {
        fprintf(file, "$curve%zu << EOD\n", c);
        for (size_t run = 0; run < d->t->n; run++)
            if (is_drawn(d, run) && same_curve(d, d->first[c], run))
                fprintf(file, "%.9g %.9g %.9g\n", 1e3 * step_of(d, run), d->t->requests[run].finding.deviations[0].max,
                        fmax(d->t->requests[run].finding.cpu_s, 1e-6));
        fputs("EOD\n", file);
        fprintf(file, "$bad%zu << EOD\n", c);
        for (size_t run = 0; run < d->t->n; run++)
            if (is_bad(d, run) && same_curve(d, d->first[c], run))
                fprintf(file, "%.9g %.9g\n", 1e3 * step_of(d, run), bad_height(d, c));
        fputs("EOD\n", file);
    }
}

static void put_title(const struct drawing *d, size_t curve, FILE *file)
{
    char text[512];
    plan_describe(&d->t->study->plan, d->first[curve], d->step_axis, text, sizeof text);
    picture_text(file, *text ? text : d->t->study->system->name);
}

static const char *unit_of(const struct table *t)
{
    const char *unit = system_unit(t->study->system, t->study->variables.ports[0]);
    return unit ? unit : "-";
}

/* Points and dashes of their own for every curve, all black or grey: nothing depends on colours. */
static void put_styles(const struct drawing *d, FILE *file)
{
    static const int points[] = {4, 7, 8, 13, 6, 5, 10, 9, 12, 3, 1, 2};
    static const char *const dashes[] = {"1", "'- '", "'. '", "'-. '", "'_ '", "'-.. '"};
    static const char *const greys[] = {"black", "gray30", "gray45"};
    for (size_t c = 0; c < d->n_curves; c++)
        fprintf(file, "set style line %zu lw 1.6 ps 0.9 pt %d dt %s lc rgb '%s'\n", c + 1, points[c % 12],
                dashes[c % 6], greys[c / 6 % 3]);
}

static void put_ranges(double low, double high, const char *axis, FILE *file)
{
    fprintf(file, "set %srange [%.6g:%.6g]\n", axis, low, high);
}

/* A line of the common slope below the curves, with its name. */
static void put_slope(const struct drawing *d, FILE *file)
{
    const double order = common_order(d), from = d->smallest_step, to = d->largest_step;
    if (!(to > from))
        return;
    const double left = from * pow(to / from, 0.15), right = from * pow(to / from, 0.6);
    double height = d->lowest * 0.5;
    for (size_t run = 0; run < d->t->n; run++) /* below all points, as a line of this slope */
        if (is_drawn(d, run))
            height =
                fmin(height, 0.4 * d->t->requests[run].finding.deviations[0].max * pow(left / step_of(d, run), order));
    fprintf(file, "set arrow 1 from %.6g,%.6g to %.6g,%.6g nohead lw 2.5 lc rgb 'gray60'\n", 1e3 * left, height,
            1e3 * right, height * pow(right / left, order));
    fprintf(file, "set label 1 'slope %g' at %.6g,%.6g offset 1,-0.3 left tc rgb 'gray30'\n", order, 1e3 * right,
            height * pow(right / left, order));
}

/* Above this line there are marks, no errors. */
static void put_separator(const struct drawing *d, FILE *file)
{
    if (!d->any_bad)
        return;
    fprintf(file, "set arrow 2 from graph 0, first %.6g to graph 1, first %.6g nohead dt '. ' lw 1.5 lc rgb 'gray30'\n",
            2 * d->highest, 2 * d->highest);
    fprintf(file, "set label 2 'unstable or failed' at graph 0.03, first %.6g left tc rgb 'gray30'\n", 4 * d->highest);
}

static double lowest_drawn(const struct drawing *d)
{
    return d->lowest * 0.05;
}

static void put_curves(const struct drawing *d, int column, bool with_bad, FILE *file)
{
    const char *separator = "plot ";
    for (size_t c = 0; c < d->n_curves; c++) {
        if (!has_points(d, c))
            continue;
        fprintf(file, "%s$curve%zu using %d:2 with linespoints ls %zu title ", separator, c, column, c + 1);
        put_title(d, c, file);
        separator = ", ";
    }
    const char *title = "title 'crossed out: unstable or failed'";
    for (size_t c = 0; c < d->n_curves && with_bad; c++) {
        if (!has_bad(d, c))
            continue;
        fprintf(file, ", $bad%zu using 1:2 with points ls %zu notitle", c, c + 1);
        fprintf(file, ", $bad%zu using 1:2 with points pt 2 ps 1.8 lw 1.4 lc rgb 'black' %s", c, title);
        title = "notitle";
    }
    fputc('\n', file);
}

/* Points below the axes: the legend. */
static double legend_height(const struct drawing *d)
{
    return 21 * (double)d->n_curves + (d->any_bad ? 21 : 0) + 12;
}

static struct picture_size size_of(const struct drawing *d)
{
    return PICTURE_POINTS(1200, 480 + legend_height(d));
}

static void put_error_label(const struct drawing *d, FILE *file)
{
    char text[512];
    snprintf(text, sizeof text, "largest error of %.400s [%.60s]", d->t->study->variables.names[0], unit_of(d->t));
    fputs("set ylabel ", file);
    picture_text(file, text);
    fputc('\n', file);
}

static bool put_script(FILE *file, const void *context)
{
    const struct drawing *d = context;
    const double height = size_of(d).height, below = legend_height(d);
    fputs("set logscale xy\nset format xy '%g'\nset grid lc rgb 'gray85' lt 1 lw 0.5\n", file);
    fprintf(file, "set tmargin at screen %.4f\nset bmargin at screen %.4f\n", 1 - 40 / height, (below + 60) / height);
    put_styles(d, file);
    put_data(d, file);
    fputs("set multiplot\n", file);
    put_error_label(d, file);
    put_ranges(lowest_drawn(d), d->any_bad ? bad_height(d, d->n_curves) : 4 * d->highest, "y", file);
    fputs("set lmargin at screen 0.09\nset rmargin at screen 0.49\nset title 'error over macro step'\n"
          "set xlabel 'macro step [ms]'\nset key at screen 0.09,",
          file);
    fprintf(file, "%.4f left top reverse Left samplen 5 spacing 1.1\n", below / height);
    put_ranges(1e3 * d->smallest_step / 1.5, 1e3 * d->largest_step * 1.5, "x", file);
    put_slope(d, file);
    put_separator(d, file);
    put_curves(d, 1, true, file);
    fputs("unset arrow\nunset label\nunset key\nset lmargin at screen 0.59\nset rmargin at screen 0.99\n"
          "set title 'work and precision'\nset xlabel 'CPU time of the run [s]'\n",
          file);
    put_ranges(d->fastest / 1.5, d->slowest * 1.5, "x", file);
    put_curves(d, 3, false, file);
    fputs("unset multiplot\n", file);
    return !ferror(file);
}

bool plot_write(const struct table *t, const char *path, struct error *error)
{
    struct drawing d = {.t = t, .step_axis = plan_find_axis(&t->study->plan, "macro-step")};
    measure(&d);
    if (d.step_axis == SIZE_MAX || !(d.highest > 0)) {
        error_warn(WARNING_SWEEP_NOTHING_TO_PLOT, path);
        return true;
    }
    d.first = malloc(t->n * sizeof *d.first);
    if (!d.first)
        return error_raise(error, ERROR_NO_MEMORY, "drawing a plot");
    for (size_t run = 0; run < t->n; run++) {
        size_t c = 0;
        if (plan_is_repeated(&t->study->plan, run))
            continue;
        while (c < d.n_curves && !same_curve(&d, d.first[c], run))
            c++;
        if (c == d.n_curves)
            d.first[d.n_curves++] = run;
    }
    const bool ok = picture_draw(path, size_of(&d), put_script, &d, error);
    free(d.first);
    return ok;
}
