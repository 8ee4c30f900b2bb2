/* Through the rows of a result. */
#include "export/export_messages.h"
#include "export/motion_impl.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool no_memory(struct error *error)
{
    return error_raise(error, ERROR_NO_MEMORY, "reading a result");
}

bool motion_run_make_room(struct motion_run *run, const struct motion *m, size_t frames, size_t n_series)
{
    const struct mechanism *mechanism = m->scene.mechanism;
    run->times = calloc(frames + 1, sizeof *run->times);
    run->bodies = calloc(frames * mechanism->n_bodies * FRAME_VALUES + 1, sizeof *run->bodies);
    run->loads = calloc(frames * mechanism->n_loads + 1, sizeof *run->loads);
    run->pressures = calloc(frames * mechanism->n_actuators * 2 + 1, sizeof *run->pressures);
    run->series = calloc(n_series + 1, sizeof *run->series);
    bool good = run->times && run->bodies && run->loads && run->pressures && run->series;
    for (; good && run->n_series < n_series; run->n_series++) {
        run->series[run->n_series].values = calloc(frames + 1, sizeof(double));
        good = run->series[run->n_series].values != NULL;
    }
    return good;
}

void motion_run_add_frame(struct motion_run *run, struct motion *m, double t)
{
    const struct mechanism *mechanism = m->scene.mechanism;
    stage_frames(&m->stage, run->bodies + run->n * mechanism->n_bodies * FRAME_VALUES);
    if (mechanism->n_loads > 0)
        memcpy(run->loads + run->n * mechanism->n_loads, stage_loads(&m->stage, t),
               mechanism->n_loads * sizeof *run->loads);
    run->times[run->n++] = t;
}

bool motion_run_start(struct motion *m, struct error *error)
{
    struct motion_run *run = &m->runs[m->n_runs++];
    run->name = "";
    if (!motion_run_make_room(run, m, 1, 0))
        return no_memory(error);
    for (size_t i = 0; i < 2 * m->scene.mechanism->n_actuators; i++)
        run->pressures[i] = NAN;
    motion_run_add_frame(run, m, 0);
    return true;
}

/* ---- rows of a result ---- */

struct reader {
    struct motion *m;
    struct motion_run *run;
    const char *path;
    const struct trajectory *t;
    struct motion_columns columns;
    double *positions, *before;
    size_t n_bad; /* rows that are no numbers */
    double first_bad;
    double worst; /* difference between the result and the mechanism as it is shown ... */
    size_t worst_column;
    double worst_time, worst_ours, worst_theirs;
};

static double cell(const struct reader *r, size_t row, size_t column)
{
    return r->t->values[row * r->t->n_names + column];
}

static bool take_positions(struct reader *r, size_t row)
{
    for (size_t i = 0; i < r->m->stage.n_positions; i++) {
        r->positions[i] = cell(r, row, r->columns.positions[i]);
        if (!isfinite(r->positions[i])) {
            if (r->n_bad++ == 0)
                r->first_bad = r->t->times[row];
            return false;
        }
    }
    return true;
}

/* So far that assembly might lose its way if the rows in between were left out. */
static bool has_moved(const struct reader *r)
{
    for (size_t i = 0; i < r->m->stage.n_positions; i++)
        if (fabs(r->positions[i] - r->before[i]) > 0.05)
            return true;
    return false;
}

static void compare(struct reader *r, size_t row, size_t column, double ours)
{
    const double theirs = column == NO_COLUMN ? NAN : cell(r, row, column);
    const double difference = fabs(theirs - ours);
    if (isfinite(theirs) && difference > r->worst) {
        r->worst = difference;
        r->worst_column = column;
        r->worst_time = r->t->times[row];
        r->worst_ours = ours;
        r->worst_theirs = theirs;
    }
}

/* What the result says of lengths and markers is what the mechanism has, too: otherwise it is a result of other numbers. */
static void compare_row(struct reader *r, size_t row)
{
    const struct mechanism *mechanism = r->m->scene.mechanism;
    for (size_t i = 0; i < mechanism->n_actuators; i++) {
        double s, ds;
        engine_actuator_real(r->m->stage.engine, i, NULL, &s, &ds, NULL);
        compare(r, row, r->columns.lengths[i], s);
    }
    for (size_t i = 0; i < mechanism->n_markers; i++) {
        double place[3];
        engine_place_of_real(r->m->stage.engine, mechanism->markers[i].point, place, NULL);
        for (size_t k = 0; k < 3; k++)
            compare(r, row, r->columns.markers[3 * i + k], place[k]);
    }
}

static void add_row(struct reader *r, size_t row)
{
    struct motion_run *run = r->run;
    const size_t n = r->m->scene.mechanism->n_actuators;
    for (size_t i = 0; i < r->m->stage.instance.layout.count[MODEL_INPUT]; i++)
        if (r->columns.inputs[i] != NO_COLUMN && isfinite(cell(r, row, r->columns.inputs[i])))
            r->m->stage.instance.u[i] = cell(r, row, r->columns.inputs[i]);
    for (size_t i = 0; i < 2 * n; i++)
        run->pressures[run->n * 2 * n + i] =
            r->columns.pressures[i] == NO_COLUMN ? NAN : cell(r, row, r->columns.pressures[i]);
    for (size_t i = 0; i < run->n_series; i++)
        run->series[i].values[run->n] = cell(r, row, r->columns.shown[i]);
    motion_run_add_frame(run, r->m, r->t->times[row]);
}

static bool follow_rows(struct reader *r, const bool *kept, struct error *error)
{
    bool is_first = true;
    for (size_t row = 0; row < r->t->n_times; row++) {
        if (!take_positions(r, row) || (!kept[row] && !has_moved(r)))
            continue;
        struct model_report report = {""};
        if (!stage_follow(&r->m->stage, r->positions, &report))
            return error_raise(error, ERROR_SHOW_ROW, r->path, TEXT("%.6g", r->t->times[row]), report.text);
        memcpy(r->before, r->positions, r->m->stage.n_positions * sizeof *r->before);
        if (is_first || kept[row]) {
            compare_row(r, row);
            add_row(r, row);
        }
        is_first = false;
    }
    return r->run->n > 0 || error_raise(error, ERROR_SHOW_NO_ROW, r->path);
}

/* ---- which rows ---- */

/* In each part of the result the rows where a column beside the picture is lowest and highest: no peak gets lost. */
static void keep_extremes(const struct reader *r, size_t n_parts, bool *kept)
{
    for (size_t part = 0; part < n_parts; part++) {
        const size_t begin = r->t->n_times * part / n_parts, end = r->t->n_times * (part + 1) / n_parts;
        for (size_t i = 0; i < r->columns.n_shown; i++) {
            size_t lowest = end, highest = end;
            for (size_t row = begin; row < end; row++) {
                const double value = cell(r, row, r->columns.shown[i]);
                if (!isfinite(value))
                    continue;
                if (lowest == end || value < cell(r, lowest, r->columns.shown[i]))
                    lowest = row;
                if (highest == end || value > cell(r, highest, r->columns.shown[i]))
                    highest = row;
            }
            if (lowest < end)
                kept[lowest] = kept[highest] = true;
        }
    }
}

static size_t count(const bool *kept, size_t n)
{
    size_t k = 0;
    for (size_t row = 0; row < n; row++)
        k += kept[row];
    return k;
}

/* All, or at most that many: for the peaks of the curves not more than half of them, the others at equal distances for the motion. The last
 * row is among them. */
static bool *choose_rows(const struct reader *r, size_t most, size_t *n_kept)
{
    const size_t n = r->t->n_times, n_shown = r->columns.n_shown;
    bool *kept = calloc(n + 1, sizeof *kept);
    if (!kept)
        return NULL;
    if (n > most && n_shown > 0)
        keep_extremes(r, most / (4 * n_shown), kept);
    const size_t even = most - count(kept, n);
    const size_t stride = n <= most ? 1 : even > 1 ? (n + even - 2) / (even - 1) : n;
    for (size_t row = 0; row < n; row++)
        kept[row] = kept[row] || row % stride == 0 || row + 1 == n;
    *n_kept = count(kept, n);
    return kept;
}

/* Bytes of a frame in a page: four for each number, and a third more as text. */
static size_t frame_bytes(const struct motion *m, size_t n_series)
{
    const struct mechanism *mechanism = m->scene.mechanism;
    return (4 * (mechanism->n_bodies * FRAME_VALUES + mechanism->n_loads + 2 * mechanism->n_actuators + n_series) + 8) *
           4 / 3;
}

static char *note(const char *format, ...) __attribute__((format(printf, 1, 2)));
static char *note(const char *format, ...)
{
    char *text = NULL;
    va_list arguments;
    va_start(arguments, format);
    const int n = vasprintf(&text, format, arguments);
    va_end(arguments);
    return n < 0 ? NULL : text;
}

static bool is_empty(const struct reader *r, size_t column)
{
    for (size_t row = 0; row < r->t->n_times; row++)
        if (isfinite(cell(r, row, column)))
            return false;
    return true;
}

/* Columns beside the picture of which there is nothing to draw. */
static void say_empty(struct reader *r)
{
    size_t n = 0, first = 0;
    for (size_t i = r->columns.n_shown; i-- > 0;)
        if (is_empty(r, r->columns.shown[i])) {
            first = r->columns.shown[i];
            n++;
        }
    if (n == 1)
        motion_note(r->m, note("%s: %s holds no number: it has no curve", r->run->name, r->t->names[first]), true);
    else if (n > 1)
        motion_note(r->m,
                    note("%s: %s and %zu more columns hold no numbers: they have no curves", r->run->name,
                         r->t->names[first], n - 1),
                    true);
}

static void say_remarks(struct reader *r, bool is_thinned)
{
    const char *name = r->run->name;
    say_empty(r);
    if (is_thinned)
        motion_note(r->m,
                    note("%s: %zu of %zu rows are shown, which keeps the page small", name, r->run->n, r->t->n_times),
                    false);
    if (r->n_bad > 0)
        motion_note(r->m,
                    note("%s: %zu rows are left out, the first at t = %.6g s: they are no numbers", name, r->n_bad,
                         r->first_bad),
                    true);
    if (r->worst > 1e-6)
        motion_note(r->m,
                    note("%s: %s is %.6g at t = %.6g s, but %.6g in the mechanism that is shown: the result belongs "
                         "to other numbers; --set gives them to the mechanism",
                         name, r->t->names[r->worst_column], r->worst_theirs, r->worst_time, r->worst_ours),
                    true);
}

static bool read_rows(struct reader *r, const struct motion_options *options, struct error *error)
{
    const size_t most =
        options->largest / (options->n_results ? options->n_results : 1) / frame_bytes(r->m, r->columns.n_shown);
    size_t n_kept = 0;
    bool *kept = choose_rows(r, most, &n_kept);
    /* The first row of numbers is shown, too, kept or not. */
    bool good = (kept && motion_run_make_room(r->run, r->m, n_kept + 1, r->columns.n_shown)) || no_memory(error);
    for (size_t i = 0; good && i < r->columns.n_shown; i++) {
        r->run->series[i].name = strdup(r->t->names[r->columns.shown[i]]);
        r->run->series[i].unit = motion_unit(r->m, r->t, &r->columns, r->columns.shown[i]);
        good = r->run->series[i].name || no_memory(error);
    }
    good = good && follow_rows(r, kept, error);
    if (good)
        say_remarks(r, n_kept < r->t->n_times);
    free(kept);
    return good;
}

bool motion_run_read(struct motion *m, const char *path, const struct motion_options *options, struct error *error)
{
    struct trajectory t = {0};
    const char *name = strrchr(path, '/');
    struct reader r = {.m = m, .run = &m->runs[m->n_runs++], .path = path, .t = &t};
    r.run->name = name ? name + 1 : path;
    r.positions = calloc(m->stage.n_positions + 1, sizeof *r.positions);
    r.before = calloc(m->stage.n_positions + 1, sizeof *r.before);
    const bool good =
        (r.positions && r.before ? true : no_memory(error)) && trajectory_read(&t, path, CSV_OF_RESULT, error) &&
        motion_columns_find(&r.columns, m, &t, path, options->record, error) && read_rows(&r, options, error);
    motion_columns_free(&r.columns);
    free(r.positions);
    free(r.before);
    trajectory_free(&t);
    return good;
}
