/* What a picture shows, before anybody knows how it is drawn: panels with curves over axes. The same chart becomes SVG, PNG and PDF
 * (chart_gnuplot.c) or a page (chart_page.c), and all of them look alike (chart_look.h).
 *
 *     struct chart c = chart_begin("title");
 *     struct chart_panel *panel = chart_add_panel(&c);
 *     panel->x.label = "time, s";
 *     struct chart_curve *curve = chart_add_curve(&c, panel, "multibody.s", 0, CHART_LINES);
 *     chart_add_point(&c, curve, t, s);
 *     ...
 *     ok = chart_write(&c, path, &figure, error);
 *     chart_free(&c);
 *
 * Texts are copied. A chart that ran out of memory says so in chart_write. */
#ifndef PASO_CHART_H
#define PASO_CHART_H

#include "master/base/arena.h"
#include "figures/figure_size.h"

enum chart_kind { CHART_LINES, CHART_POINTS, CHART_LINES_AND_POINTS };

struct chart_curve {
    const char *label; /* "": not in the legend; parts are separated by ", " */
    const char *value; /* behind the label: "label: value"; no part of what labels are compared by; or NULL */
    const char *about; /* a description, for those who ask; or "" */
    size_t style;      /* curves of one number look alike: colour, dashes, mark */
    size_t group;      /* small multiples: curves of different groups never share a panel */
    enum chart_kind kind;
    bool is_faint; /* grey, thin, behind the others */
    double *x, *y; /* NaN: a gap */
    size_t n, room;
    size_t n_left_out; /* further points that it had, before it was added here */
};

/* A line across the panel, with a word at its end. */
struct chart_rule {
    bool is_vertical;
    double at;
    const char *label;
};

struct chart_tick {
    double at;
    const char *label; /* "": a line of the grid alone */
};

struct chart_axis {
    const char *label;
    bool is_log;
    double low, high;         /* NaN: by what is drawn */
    struct chart_tick *ticks; /* NULL: round numbers */
    bool has_names;           /* each tick needs its label */
    size_t n_ticks;
};

struct chart_panel {
    const char *title;
    struct chart_axis x, y;
    struct chart_curve *curves;
    size_t n;
    struct chart_rule *rules;
    size_t n_rules;
    bool hides_x;  /* the panel below has the same axis, which is labelled there */
    size_t rows;   /* the y axis has so many rows, each with a name as its tick; 0: it has numbers */
    double aspect; /* height over width; 0: the usual one */
};

struct chart {
    struct arena arena;
    const char *title;
    struct chart_panel *panels;
    size_t n;
    struct chart_panel *whole; /* before they were split: their curves own the points */
    size_t n_whole;
    size_t columns;  /* panels side by side; 0: all below each other */
    bool one_legend; /* all panels together have one, below; else each has its own */
    bool has_no_memory;
    /* what is handed out then: written to and never drawn */
    struct chart_panel lost_panel;
    struct chart_curve lost_curve;
};

struct chart chart_begin(const char *title);
void chart_free(struct chart *c);

/* Valid until the next panel is added. */
struct chart_panel *chart_add_panel(struct chart *c);
/* Valid until the next curve of this panel is added. */
struct chart_curve *chart_add_curve(struct chart *c, struct chart_panel *panel, const char *label, size_t style,
                                    enum chart_kind kind);
void chart_add_point(struct chart *c, struct chart_curve *curve, double x, double y);
void chart_add_tick(struct chart *c, struct chart_axis *axis, double at, const char *label);
void chart_add_rule(struct chart *c, struct chart_panel *panel, bool is_vertical, double at, const char *label);
const char *chart_text(struct chart *c, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Leaves out of the labels what all of them say: "jacobi, order 1" and "jacobi, order 2" become "order 1" and "order 2". */
void chart_shorten_labels(struct chart *c);

/* The range of the y axis, as far as it has curves where x is drawn. */
void chart_panel_range(const struct chart_panel *panel, double *low, double *high);

/* Small multiples: panels of more than `most` named curves, or of several groups, become several, on the same axes. */
void chart_split(struct chart *c, size_t most);

/* By the ending of the path: .svg, .png and .pdf by gnuplot (where there is none: a warning, and true), .html without it. */
bool chart_write(struct chart *c, const char *path, const struct figure_options *options, struct error *error);

#endif
