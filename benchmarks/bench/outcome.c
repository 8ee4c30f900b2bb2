#include "benchmarks/bench/outcome.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

const char *verdict_name(enum verdict verdict)
{
    static const char *const names[N_VERDICTS] = {"ok", "FAILED", "not reproduced", "measured"};
    return names[verdict];
}

const char *row_kind_name(enum row_kind kind)
{
    static const char *const names[N_KINDS] = {"measured", "published", "recomputed", "analytic", "converged"};
    return names[kind];
}

void outcome_free(struct outcome *o)
{
    arena_free(&o->arena);
    *o = (struct outcome){0};
}

const char *outcome_text(struct outcome *o, const char *format, ...)
{
    char text[512];
    va_list arguments;
    va_start(arguments, format);
    const int n = vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    const size_t length = n < 0 ? 0 : (size_t)n < sizeof text ? (size_t)n : sizeof text - 1;
    const char *copy = arena_copy(&o->arena, text, length);
    if (!copy)
        o->out_of_memory = true;
    return copy ? copy : "";
}

static void add_row(struct outcome *o, const struct row *row, enum verdict verdict)
{
    struct row *rows = arena_grow(&o->arena, o->rows, o->n_rows, sizeof *rows);
    if (!rows) {
        o->out_of_memory = true;
        return;
    }
    size_t at = o->n_rows; /* behind the last row of its kind in its table, or else of its table */
    while (at > 0 && (strcmp(rows[at - 1].table, row->table) != 0 || rows[at - 1].kind != row->kind))
        at--;
    if (at == 0)
        for (at = o->n_rows; at > 0 && strcmp(rows[at - 1].table, row->table) != 0;)
            at--;
    if (at == 0)
        at = o->n_rows;
    memmove(rows + at + 1, rows + at, (o->n_rows - at) * sizeof *rows);
    o->rows = rows;
    rows[at] = *row;
    rows[at].verdict = verdict;
    o->n_rows++;
}

static enum verdict judge(const struct row *row, bool passed)
{
    const bool is_known = row->kind == KIND_PUBLISHED || fabs(row->ours - row->expected) <= row->known;
    const bool may_differ = row->differs && is_known && isfinite(row->ours);
    if (row->kind == KIND_MEASURED) /* nobody knows where the number comes from */
        return VERDICT_FAILED;
    return passed ? VERDICT_PASSED : may_differ ? VERDICT_DIFFERS : VERDICT_FAILED;
}

void outcome_compare(struct outcome *o, const struct row *row)
{
    add_row(o, row, judge(row, fabs(row->ours - row->expected) <= row->tolerance));
}

void outcome_bound(struct outcome *o, const struct row *row)
{
    struct row bound = *row;
    bound.is_bound = true;
    add_row(o, &bound, judge(row, row->ours <= row->expected));
}

void outcome_measure(struct outcome *o, const struct row *row)
{
    struct row measured = *row;
    measured.expected = NAN;
    measured.kind = KIND_MEASURED;
    add_row(o, &measured, VERDICT_MEASURED);
}

struct overview *outcome_overview(struct outcome *o, const struct overview *like)
{
    static struct overview scratch;
    struct overview *overviews = arena_grow(&o->arena, o->overviews, o->n_overviews, sizeof *overviews);
    if (!overviews) {
        o->out_of_memory = true;
        scratch = *like;
        return &scratch;
    }
    o->overviews = overviews;
    overviews[o->n_overviews] = *like;
    return &overviews[o->n_overviews++];
}

void overview_add(struct outcome *o, struct overview *overview, const char *name, const double *values)
{
    struct overview_line *lines = arena_grow(&o->arena, overview->lines, overview->n_lines, sizeof *lines);
    double *copy = ARENA_TAKE(&o->arena, overview->n_columns, double);
    if (!lines || !copy) {
        o->out_of_memory = true;
        return;
    }
    memcpy(copy, values, overview->n_columns * sizeof *copy);
    overview->lines = lines;
    lines[overview->n_lines++] = (struct overview_line){name, copy};
}

struct figure *outcome_figure(struct outcome *o, const struct figure *like)
{
    static struct figure scratch;
    struct figure *figures = arena_grow(&o->arena, o->figures, o->n_figures, sizeof *figures);
    if (!figures) {
        o->out_of_memory = true;
        scratch = *like;
        return &scratch;
    }
    o->figures = figures;
    figures[o->n_figures] = *like;
    return &figures[o->n_figures++];
}

struct curve *figure_curve(struct outcome *o, struct figure *figure, const char *label, enum curve_style style)
{
    static struct curve scratch;
    struct curve *curves = arena_grow(&o->arena, figure->curves, figure->n_curves, sizeof *curves);
    if (!curves) {
        o->out_of_memory = true;
        scratch = (struct curve){.label = label, .style = style};
        return &scratch;
    }
    figure->curves = curves;
    curves[figure->n_curves] = (struct curve){.label = label, .style = style};
    return &curves[figure->n_curves++];
}

void curve_add(struct outcome *o, struct curve *curve, double x, double y)
{
    if (curve->n == curve->room) {
        const size_t room = curve->room ? 2 * curve->room : 64;
        double *both = ARENA_TAKE(&o->arena, 2 * room, double);
        if (!both) {
            o->out_of_memory = true;
            return;
        }
        if (curve->n) {
            memcpy(both, curve->x, curve->n * sizeof *both);
            memcpy(both + room, curve->y, curve->n * sizeof *both);
        }
        curve->x = both;
        curve->y = both + room;
        curve->room = room;
    }
    curve->x[curve->n] = x;
    curve->y[curve->n++] = y;
}

double *outcome_motion(struct outcome *o, const char *id, const char *title, double interval, size_t n)
{
    struct manipulator_motion *motions = arena_grow(&o->arena, o->motions, o->n_motions, sizeof *motions);
    double *frames = motions ? ARENA_TAKE(&o->arena, n * MOTION_VALUES, double) : NULL;
    if (!frames) {
        o->out_of_memory = true;
        return NULL;
    }
    o->motions = motions;
    motions[o->n_motions++] = (struct manipulator_motion){id, title, interval, frames, n};
    return frames;
}

void outcome_moving(struct outcome *o, const char *id, const char *title, const char *figure)
{
    struct moving_figure *moving = arena_grow(&o->arena, o->moving, o->n_moving, sizeof *moving);
    const char *copy = moving ? arena_copy(&o->arena, figure, strlen(figure)) : NULL;
    o->moving = moving ? moving : o->moving;
    if (copy)
        moving[o->n_moving++] = (struct moving_figure){id, title, copy};
    else
        o->out_of_memory = true;
}
