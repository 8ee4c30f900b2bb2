/* Inside of figures: from a chart to what is drawn. */
#ifndef PASO_CHART_DRAWN_H
#define PASO_CHART_DRAWN_H

#include "figures/chart.h"

/* ---- chart_look.c: the look of all pictures, in one place ---- */

enum { LOOK_COLOURS = 7, LOOK_DASHES = 5, LOOK_MARKS = 8 };

struct look {
    const char *colour;      /* on paper; Okabe and Ito's colours, which colour-blind readers can tell apart */
    const char *dark_colour; /* on a dark screen */
    const char *dashes;      /* "8,3": lengths of lines and gaps; "": solid */
    int mark;                /* a point type of gnuplot */
};
/* Colour, dashes and mark repeat after 7, 5 and 8 numbers: no two of 280 curves look the same, nor two of 40 in black and white. */
struct look look_of(size_t style);

/* ---- chart_ticks.c: axes ---- */

enum { MOST_TICKS = 200, TICK_TEXT = 100 };

struct ticks {
    struct {
        double at;
        char label[TICK_TEXT];
    } list[MOST_TICKS];
    size_t n;
};
/* Round numbers, at most about `most` with a label; on a logarithmic axis powers of ten as 10^-5 unless all are short as they are. */
void ticks_make(struct ticks *t, const struct chart_axis *axis, double low, double high, int most);

/* The drawn range: as it was asked for, else of all that is finite. */
void chart_range(const struct chart_panel *panel, bool is_x, double *low, double *high);

/* Significant digits of the values of a curve: `usual`, and as many more as all of them begin alike, so that what varies little beside its
 * size is seen to vary. */
int digits_of(const double *values, size_t n, int usual);

/* Leaves out of the labels of these panels what all of them say, and returns that. */
const char *chart_shorten(struct chart *c, struct chart_panel *panels, size_t n);

/* ---- chart_thin.c ---- */

/* Which points of a curve are drawn, in their order, at most about `most`: of every part of the curve the first, the last and the extremes in
 * x and y, and a gap where there is one. Returns their number; `which` has room for all points. */
size_t thin(const struct chart_curve *curve, size_t most, size_t *which);

/* ---- the ways to draw ---- */

bool chart_write_picture(const struct chart *c, const char *path, const char *title, struct figure_size size,
                         struct error *error);
bool chart_write_page(const struct chart *c, const char *path, const char *title, struct error *error);

#endif
