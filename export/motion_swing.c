/* A mechanism that swings in one of its modes, about its start. */
#include "export/export_messages.h"
#include "export/mode_shape.h"
#include "export/motion_impl.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FRAMES = 36 };               /* of a swing, of which the last one is the first again */
static const double swing_time = 2; /* s, whatever the frequency */
static const double share = 0.08;   /* of the machine's size, that the point that moves most moves by */

struct swing {
    struct motion *m;
    const struct mode_shape *mode;
    double *rest, *positions, *frames, *points, *there;
    size_t n_points;
};

/* Places where the scene has something, three numbers each; how many. */
static size_t collect(const struct scene *s, double *points)
{
    size_t n = 0;
    for (size_t i = 0; i < s->n; i++) {
        memcpy(points + 3 * n++, s->shapes[i].a, 3 * sizeof *points);
        if (shape_has_end(s->shapes[i].kind))
            memcpy(points + 3 * n++, s->shapes[i].b, 3 * sizeof *points);
    }
    for (size_t i = 0; i < s->n_beams; i++) {
        memcpy(points + 3 * n, s->beams[i].at, 3 * s->beams[i].line.n_points * sizeof *points);
        n += s->beams[i].line.n_points;
    }
    return n;
}

static size_t count_points(const struct scene *s)
{
    size_t n = 2 * s->n;
    for (size_t i = 0; i < s->n_beams; i++)
        n += s->beams[i].line.n_points;
    return n;
}

static bool place(struct swing *w, double amplitude, double angle, struct model_report *report)
{
    for (size_t i = 0; i < w->m->stage.n_positions; i++)
        w->positions[i] = w->rest[i] + amplitude * (w->mode->real[i] * cos(angle) - w->mode->imag[i] * sin(angle));
    return stage_follow(&w->m->stage, w->positions, report);
}

/* The diagonal of the box around the machine. */
static double size_of(size_t n, const double *points)
{
    double sum = 0;
    for (size_t k = 0; k < 3; k++) {
        double low = INFINITY, high = -INFINITY;
        for (size_t i = 0; i < n; i++) {
            low = fmin(low, points[3 * i + k]);
            high = fmax(high, points[3 * i + k]);
        }
        sum += n > 0 ? (high - low) * (high - low) : 0;
    }
    return sqrt(sum);
}

static double largest_motion(const struct swing *w)
{
    double largest = 0;
    for (size_t i = 0; i < w->n_points; i++) {
        const double *a = w->points + 3 * i, *b = w->there + 3 * i;
        largest = fmax(largest, sqrt((a[0] - b[0]) * (a[0] - b[0]) + (a[1] - b[1]) * (a[1] - b[1]) +
                                     (a[2] - b[2]) * (a[2] - b[2])));
    }
    return largest;
}

static void look(struct swing *w, double *points)
{
    stage_frames(&w->m->stage, w->frames);
    scene_place(&w->m->scene, w->frames);
    w->n_points = collect(&w->m->scene, points);
}

/* The mode's amplitude for which the point that moves most moves by a share of the machine's size, by what it does for a small one; or as
 * much of that as its loops allow. How far a point is then, in *largest. */
static bool choose_amplitude(struct swing *w, double *amplitude, double *largest, struct model_report *report)
{
    enum { MOST_HALVINGS = 8 };
    const double small = 1e-6, pi = acos(-1);
    look(w, w->points);
    const double size = size_of(w->n_points, w->points);
    if (!place(w, small, 0, report))
        return false;
    look(w, w->there);
    const double moved = largest_motion(w);
    *amplitude = moved > 1e-6 * small * size && size > 0 ? small * share * size / moved : 0.2;
    *amplitude = fmin(*amplitude, 0.5); /* rad, of what turns */
    for (int k = 0;; k++, *amplitude /= 2) {
        bool good = place(w, 0, 0, report);
        for (int i = 0; good && i <= 8; i++) /* all around, in steps that assembly can follow */
            good = place(w, *amplitude * fmin(1, i / 4.0), i < 4 ? 0 : (i - 4) * pi / 2, report);
        if (!good && k < MOST_HALVINGS)
            continue;
        if (!good || !place(w, *amplitude, 0, report))
            return false;
        look(w, w->there);
        *largest = largest_motion(w);
        return true;
    }
}

static bool add_frames(struct swing *w, double amplitude, struct model_report *report)
{
    struct motion_run *run = &w->m->runs[0];
    for (int k = 0; k <= FRAMES; k++) {
        if (!place(w, amplitude, 2 * acos(-1) * (k % FRAMES) / FRAMES, report))
            return false;
        motion_run_add_frame(run, w->m, swing_time * k / FRAMES);
    }
    return true;
}

static bool take_room(struct swing *w)
{
    const size_t n = w->m->stage.n_positions, n_points = 3 * count_points(&w->m->scene);
    w->rest = calloc(n + 1, sizeof *w->rest);
    w->positions = calloc(n + 1, sizeof *w->positions);
    w->frames = calloc(w->m->scene.mechanism->n_bodies * FRAME_VALUES + 1, sizeof *w->frames);
    w->points = calloc(n_points + 1, sizeof *w->points);
    w->there = calloc(n_points + 1, sizeof *w->there);
    return w->rest && w->positions && w->frames && w->points && w->there;
}

static void say(struct motion *m, const struct mode_shape *mode, double largest)
{
    char *text = NULL;
    if (asprintf(&text, "mode %zu of %zu: %.4g Hz, damping %.3g; drawn with %.2g m where it moves most", mode->number,
                 mode->of, mode->frequency, mode->damping, largest) >= 0)
        m->caption = text;
    text = NULL;
    if (asprintf(&text, "%s. Here it swings once in %g s; the machine at rest is translucent.",
                 m->caption ? m->caption : "", swing_time) >= 0)
        motion_note(m, text, false);
}

bool motion_swing(struct motion *m, size_t number, struct error *error)
{
    struct swing w = {.m = m};
    struct mode_shape mode;
    struct model_report report = {""};
    double amplitude = 0, largest = 0;
    if (!mode_shape_find(&mode, m->subject, &m->stage, number, error))
        return false;
    w.mode = &mode;
    m->n_runs = 2;
    bool good = (take_room(&w) && motion_run_make_room(&m->runs[0], m, FRAMES + 1, 0) &&
                 motion_run_make_room(&m->runs[1], m, 1, 0)) ||
                error_raise(error, ERROR_NO_MEMORY, "drawing a mode");
    if (good) {
        m->runs[0].name = "swinging";
        m->runs[1].name = "at rest";
        for (size_t i = 0; i < 2 * m->scene.mechanism->n_actuators; i++)
            for (int k = 0; k <= FRAMES; k++)
                m->runs[0].pressures[(size_t)k * 2 * m->scene.mechanism->n_actuators + i] = m->runs[1].pressures[i] =
                    NAN;
        m->swings = true;
        motion_run_add_frame(&m->runs[1], m, 0);
        stage_positions(&m->stage, w.rest);
        good = (choose_amplitude(&w, &amplitude, &largest, &report) && add_frames(&w, amplitude, &report)) ||
               error_raise(error, ERROR_SHOW_MODEL, m->subject->path, report.text);
    }
    if (good)
        say(m, &mode, largest);
    free(w.rest);
    free(w.positions);
    free(w.frames);
    free(w.points);
    free(w.there);
    mode_shape_free(&mode);
    return good;
}
