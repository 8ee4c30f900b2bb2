/* The growth per macro step over the macro step, one curve per scheme, limits marked where a curve passes 1. */
#include "linearize/findings.h"

#include "master/files/picture.h"

#include <math.h>

/* Beyond this nobody looks. */
static const double highest = 2;
/* With more schemes the limits stand in the legend alone. */
enum { MOST_LABELS = 6 };

static void put_data(FILE *file, const struct findings *f, size_t scheme)
{
    const struct limit *limit = findings_at(f, findings_worst(f, scheme), scheme);
    fprintf(file, "$curve%zu << EOD\n", scheme);
    for (size_t i = 0; i < limit->n_scan; i++)
        if (isfinite(limit->scan[i].excess))
            fprintf(file, "%.9g %.9g\n", 1e3 * limit->scan[i].macro_step, fmin(limit->scan[i].excess, 10 * highest));
    fputs("EOD\n", file);
    fprintf(file, "$limit%zu << EOD\n", scheme);
    if (limit->kind == LIMIT_FOUND)
        fprintf(file, "%.9g 1 %.4g\n", 1e3 * limit->macro_step, 1e3 * limit->macro_step);
    fputs("EOD\n", file);
}

static void put_curve(FILE *file, const struct findings *f, size_t scheme)
{
    static const char *const dashes[] = {"1", "'- '", "'. '", "'-. '", "'_ '", "'-.. '"};
    static const char *const greys[] = {"black", "gray40", "gray60"};
    static const int points[] = {7, 5, 9, 13, 6, 4, 8, 12};
    const size_t worst = findings_worst(f, scheme);
    const struct limit *limit = findings_at(f, worst, scheme);
    char name[256], words[64], title[400];
    scheme_describe(&f->schemes.options[scheme], f->orders[scheme], name);
    limit_describe(f, limit, words);
    snprintf(title, sizeof title, "%s: %s (t = %.4g s)", name, words, f->times.t[worst]);
    fprintf(file, "%s$curve%zu with lines lw 1.6 dt %s lc rgb '%s' title ", scheme ? ", " : "plot ", scheme,
            dashes[scheme % 6], greys[scheme / 6 % 3]);
    picture_text(file, title);
    if (limit->kind == LIMIT_FOUND)
        fprintf(file, ", $limit%zu with points pt %d ps 1 lc rgb '%s' notitle", scheme, points[scheme % 8],
                greys[scheme / 6 % 3]);
    if (limit->kind == LIMIT_FOUND && f->schemes.n <= MOST_LABELS)
        fprintf(file, ", $limit%zu using 1:2:3 with labels rotate by -60 left offset 0.2,-0.8 notitle", scheme);
}

/* A little below the lowest point. */
static double lowest(const struct findings *f)
{
    double low = 1;
    for (size_t s = 0; s < f->schemes.n; s++) {
        const struct limit *limit = findings_at(f, findings_worst(f, s), s);
        for (size_t i = 0; i < limit->n_scan; i++)
            low = fmin(low, limit->scan[i].excess);
    }
    return fmax(0, floor(20 * low - 3) / 20);
}

static bool put_script(FILE *file, const void *context)
{
    const struct findings *f = context;
    for (size_t s = 0; s < f->schemes.n; s++)
        put_data(file, f, s);
    if (f->to > 20 * f->from) {
        fputs("set logscale x\nset xtics (", file);
        for (double decade = pow(10, floor(log10(1e3 * f->from))); decade <= 1e3 * f->to; decade *= 10)
            fprintf(file, "%.9g, %.9g, %.9g, ", decade, 2 * decade, 5 * decade);
        fprintf(file, "%.9g)\n", 1e3 * f->to);
    }
    fprintf(file, "set xrange [%.9g:%.9g]\nset yrange [%g:%g]\n", 1e3 * f->from, 1e3 * f->to, lowest(f), highest);
    fputs(
        "set xlabel \"macro step, ms\\n \"\nset ylabel 'growth per macro step, largest |mu|'\nset key below left Left "
        "reverse samplen 4 width -2\nset arrow 1 from graph 0, first 1 to graph 1, first 1 nohead lw 1 lc rgb "
        "'gray30'\nset title ",
        file);
    picture_text(file, f->system->name);
    fputc('\n', file);
    for (size_t s = 0; s < f->schemes.n; s++)
        put_curve(file, f, s);
    fputc('\n', file);
    return !ferror(file);
}

bool findings_plot(const char *path, const struct findings *f, struct error *error)
{
    const struct picture_size size = PICTURE_POINTS(900, 480 + 22 * (int)(f->schemes.n < 40 ? f->schemes.n : 40));
    return picture_draw(path, size, put_script, f, error);
}
