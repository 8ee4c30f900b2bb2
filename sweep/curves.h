/* The curves of a sweep's plot: over one of the varied options, one per combination of the others. Zipped lists of numbers vary together,
 * along one curve. Over the macro step, runs whose steps the error has chosen lie at the mean of these, along a curve of their own, from
 * tolerance to tolerance. */
#ifndef PASO_CURVES_H
#define PASO_CURVES_H

#include "figures/chart.h"
#include "sweep/table.h"

struct curves {
    const struct table *table;
    size_t axis;       /* of the plan, on the x axis; SIZE_MAX: none */
    size_t panels;     /* of the plan: each of its values has a panel; SIZE_MAX: none */
    bool has_words;    /* its values are no numbers, and stand side by side */
    bool is_log;       /* its numbers are spread evenly by their ratios */
    double factor;     /* of the numbers in the plot */
    double start_time; /* of runs whose macro steps are chosen */
    const char *label; /* with the unit */
    size_t *first;     /* the first run of every curve */
    size_t n;
};

/* Which option is on the x axis (`option`: the word that asks for it): the one of this column; NULL: that with the most numbers, else the first of several words. SIZE_MAX: none. */
bool curves_find_axis(const struct plan *plan, const char *option, const char *column, size_t *axis,
                      struct error *error);

bool curves_open(struct curves *c, struct chart *chart, const struct table *table, size_t axis, size_t panels,
                 struct error *error);
void curves_close(struct curves *c);

double curves_x(const struct curves *c, size_t run);       /* NaN: it has no place */
bool curves_is_chosen(const struct curves *c, size_t run); /* ... and that is the mean of its macro steps */
bool curves_include(const struct curves *c, size_t curve, size_t run);
/* "jacobi, hydraulics.c = 2"; the system's name where nothing else is varied. */
const char *curves_label(const struct curves *c, struct chart *chart, size_t curve);
void curves_label_axis(const struct curves *c, struct chart *chart, struct chart_axis *x);

/* The look of a curve: what is the same but for the panel looks the same in all of them. */
size_t curves_style(const struct curves *c, size_t curve);
/* A named curve of a chart, in the panel where it belongs. */
struct chart_curve *curves_add(const struct curves *c, struct chart *chart, struct chart_panel *panel, size_t curve,
                               enum chart_kind kind);

/* It has come to nothing and has a mark in a band above the others, each curve in a row of its own. */
bool curves_is_bad(const struct curves *c, size_t run);

#endif
