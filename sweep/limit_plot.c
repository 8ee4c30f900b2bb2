/* A picture of the search: one line per combination, on it all macro steps that were tried, good ones and others, and the limits. */
#include "sweep/limit_impl.h"

#include "master/files/picture.h"

#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct line {
    size_t run, criterion;
    const struct found *found;
};

struct drawing {
    const struct limits *l;
    struct line *lines;
    size_t n_lines;
    double first, last; /* macro steps, s */
};

/* The first line is the uppermost one. */
static double height_of(const struct drawing *d, size_t line)
{
    return (double)(d->n_lines - line);
}

static size_t put_steps(const struct drawing *d, const char *name, enum limit_verdict wanted, FILE *file)
{
    size_t n = 0;
    fprintf(file, "$%s << EOD\n", name);
    for (size_t line = 0; line < d->n_lines; line++) {
        const struct criterion *k = &d->l->criteria[d->lines[line].criterion];
        const struct trial *trial = &d->l->trials[d->lines[line].run];
        for (size_t i = 0; i < trial->n; i++)
            if (limit_judge(k, d->l->c->study, &trial->requests[i]) == wanted) {
                fprintf(file, "%.9g %.9g\n", 1e3 * trial->requests[i].job.macro_step, height_of(d, line));
                n++;
            }
    }
    fputs("EOD\n", file);
    return n;
}

static size_t put_limits(const struct drawing *d, FILE *file)
{
    size_t n = 0;
    fputs("$limits << EOD\n", file);
    for (size_t line = 0; line < d->n_lines; line++)
        if (!isnan(d->lines[line].found->limit)) {
            fprintf(file, "%.9g %.9g\n", 1e3 * d->lines[line].found->limit, height_of(d, line));
            n++;
        }
    fputs("EOD\n", file);
    return n;
}

/* Above every line its combination and limit. */
static void put_names(const struct drawing *d, FILE *file)
{
    fputs("unset ytics\n", file);
    for (size_t line = 0; line < d->n_lines; line++) {
        const struct criterion *k = &d->l->criteria[d->lines[line].criterion];
        const struct found *f = d->lines[line].found;
        char text[640];
        plan_describe(&d->l->c->study->plan, d->lines[line].run, SIZE_MAX, text, sizeof text - 160);
        size_t used = strlen(text);
        if (k->has_error)
            used += (size_t)snprintf(text + used, 100, "%serror %s", used ? ", " : "", k->text);
        if (isnan(f->limit))
            snprintf(text + used, 60, "%s%s", used ? ": " : "", isnan(f->first_bad) ? "all good" : "none good");
        else
            snprintf(text + used, 60, "%s%.4g ms", used ? ": " : "", 1e3 * f->limit);
        fprintf(file, "set label %zu ", line + 1);
        picture_text(file, text);
        fprintf(file, " at graph 0.008, first %.9g left\n", height_of(d, line) + 0.45);
    }
}

static void put_axis(const struct drawing *d, FILE *file)
{
    fprintf(file, "set xrange [%.9g:%.9g]\nset yrange [0:%zu]\n", 1e3 * d->first / 1.1, 1e3 * d->last * 1.1,
            d->n_lines + 1);
    fputs("set logscale x\nset xtics (", file);
    const char *separator = "";
    for (double decade = pow(10, floor(log10(1e3 * d->first))); decade <= 1e3 * d->last; decade *= 10)
        for (int i = 1; i < 10; i++, separator = ", ")
            fprintf(file, "%s%s %.9g", separator, i == 1 || i == 2 || i == 5 ? TEXT("'%.9g'", i * decade) : "''",
                    i * decade);
    fputs(")\nset xlabel \"macro step, ms\"\n", file);
}

static bool put_script(FILE *file, const void *context)
{
    const struct drawing *d = context;
    const size_t n_good = put_steps(d, "good", LIMIT_GOOD, file), n_bad = put_steps(d, "bad", LIMIT_BAD, file),
                 n_limits = put_limits(d, file);
    put_names(d, file);
    put_axis(d, file);
    fputs("set title 'largest good macro step'\nset key tmargin center horizontal\nplot ", file);
    if (n_good)
        fputs("$good with points pt 7 ps 0.5 lc rgb 'gray50' title 'good'", file);
    if (n_bad)
        fprintf(file, "%s$bad with points pt 2 ps 0.8 lc rgb 'black' title 'beyond'", n_good ? ", " : "");
    if (n_limits)
        fputs(", $limits with points pt 4 ps 1.6 lw 1.5 lc rgb 'black' title 'limit'", file);
    fputc('\n', file);
    return !ferror(file);
}

bool limit_plot(const struct limits *l, const struct found *found, struct error *error)
{
    struct drawing d = {.l = l, .first = INFINITY};
    d.lines = malloc((l->n_trials * l->n_criteria + 1) * sizeof *d.lines);
    if (!d.lines)
        return error_raise(error, ERROR_NO_MEMORY, "drawing");
    for (size_t run = 0; run < l->n_trials; run++) {
        for (size_t k = 0; k < l->n_criteria && !plan_is_repeated(&l->c->study->plan, run); k++)
            d.lines[d.n_lines++] = (struct line){run, k, &found[run * l->n_criteria + k]};
        for (size_t i = 0; i < l->trials[run].n; i++) {
            d.first = fmin(d.first, l->trials[run].requests[i].job.macro_step);
            d.last = fmax(d.last, l->trials[run].requests[i].job.macro_step);
        }
    }
    const int lines = d.n_lines < 100 ? (int)d.n_lines : 100;
    const bool ok = picture_draw(l->options->plot, PICTURE_POINTS(1200, 140 + 40 * lines), put_script, &d, error);
    free(d.lines);
    return ok;
}
