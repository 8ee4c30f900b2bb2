/* What a case found: rows of numbers with verdicts, figures, motions. Cases fill it, the program prints it, the report draws
 * it. Everything lives in one arena; a failed allocation is noticed once, at the end (`out_of_memory`), and until then
 * harmless: what was asked for is left out. */
#ifndef PASO_OUTCOME_H
#define PASO_OUTCOME_H

#include "master/base/arena.h"

#include <stdbool.h>
#include <stddef.h>

/* Where an expected value comes from. */
enum row_kind {
    KIND_MEASURED,   /* nothing is expected: a figure without a right or wrong */
    KIND_PUBLISHED,  /* printed in a paper, or in its result files */
    KIND_RECOMPUTED, /* what a paper describes, computed by another program after its errata were resolved */
    KIND_ANALYTIC,   /* a closed solution, or a proven order or bound */
    KIND_CONVERGED,  /* a numerical solution with more digits than are compared */
    N_KINDS
};
const char *row_kind_name(enum row_kind kind);

enum verdict {
    VERDICT_PASSED,
    VERDICT_FAILED,
    VERDICT_DIFFERS, /* known not to come out: said, with the figure, and no failure */
    VERDICT_MEASURED,
    N_VERDICTS
};
const char *verdict_name(enum verdict verdict); /* "ok", "FAILED", "not reproduced", "measured" */

struct row {
    const char *table; /* title; rows of the same table and, in it, of the same kind stand together */
    enum row_kind kind;
    const char *name;
    const char *unit; /* "" for a pure number */
    double expected;  /* NAN: nothing to compare with, a measurement */
    double ours;
    double tolerance;    /* of the difference, absolute: the last printed digit, or a bound that is derived beside it */
    bool is_bound;       /* `expected` is an upper bound */
    const char *source;  /* NULL: none */
    const char *note;    /* what went wrong, or NULL */
    const char *differs; /* why a published value does not come out; NULL: it has to */
    double known; /* of other kinds: the difference that is known, and no more than it, for the reason in `differs` */
    enum verdict verdict;
};

enum curve_style { CURVE_LINE, CURVE_DASHED, CURVE_POINTS /* published */, CURVE_LINE_AND_POINTS };

struct curve {
    const char *label; /* "": not in the legend, it belongs to one that is */
    enum curve_style style;
    double *x, *y;
    size_t n, room;
};

struct figure {
    const char *id; /* of the element in the page */
    const char *title, *caption;
    const char *x_label, *y_label; /* with units */
    bool x_log, y_log;
    struct curve *curves;
    size_t n_curves;
};

/* Numbers side by side, without verdicts: what rows have one by one, seen at once. */
struct overview {
    const char *title;
    const char *const *columns; /* with units */
    size_t n_columns;
    struct overview_line {
        const char *name;
        const double *values; /* one per column; NaN: nothing stands there */
    } * lines;
    size_t n_lines;
};

/* A manipulator that moves: `n` frames of equal intervals. */
enum { MOTION_VALUES = 7 };
struct manipulator_motion {
    const char *id, *title;
    double interval; /* s */
    double *frames;  /* rows of theta1, theta2, s, p1, p2, kappa, f_h */
    size_t n;
};

/* Any mechanism that moves: a figure of the page, ready to be printed (moving.h). */
struct moving_figure {
    const char *id, *title, *figure;
};

struct outcome {
    struct arena arena;
    struct row *rows;
    size_t n_rows;
    struct overview *overviews;
    size_t n_overviews;
    struct figure *figures;
    size_t n_figures;
    struct manipulator_motion *motions;
    size_t n_motions;
    struct moving_figure *moving;
    size_t n_moving;
    double wall_s;
    bool out_of_memory;
};

void outcome_free(struct outcome *o);

/* A string in the arena. */
const char *outcome_text(struct outcome *o, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* |ours - expected| <= tolerance; NaN fails. A row that is compared has a kind. */
void outcome_compare(struct outcome *o, const struct row *row);
/* ours <= expected. */
void outcome_bound(struct outcome *o, const struct row *row);
/* Nothing to compare with. */
void outcome_measure(struct outcome *o, const struct row *row);

/* Never NULL: where memory is out it leads to a scratch place. Title, columns and names are not copied, values are. */
struct overview *outcome_overview(struct outcome *o, const struct overview *like);
void overview_add(struct outcome *o, struct overview *overview, const char *name, const double *values);

/* Never NULL: where memory is out they lead to a scratch place. Labels and titles are not copied. */
struct figure *outcome_figure(struct outcome *o, const struct figure *like);
struct curve *figure_curve(struct outcome *o, struct figure *figure, const char *label, enum curve_style style);
void curve_add(struct outcome *o, struct curve *curve, double x, double y);

/* Room for n frames; NULL where memory is out. */
double *outcome_motion(struct outcome *o, const char *id, const char *title, double interval, size_t n);

/* The figure is copied; id and title are not. */
void outcome_moving(struct outcome *o, const char *id, const char *title, const char *figure);

#endif
