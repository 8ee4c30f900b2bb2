/* Private to drawing*.c: the picture on its way. drawing.c chooses the view, drawing_shapes.c draws shapes, drawing_labels.c puts
 * names where there is room. */
#ifndef PASO_DRAWING_IMPL_H
#define PASO_DRAWING_IMPL_H

#include "export/drawing.h"

enum { WIDTH = 900, HEIGHT = 640, MARGIN = 70 };

struct label {
    struct spot at; /* what it belongs to */
    const char *text, *fill;
    double x, y, width; /* where it stands */
};

struct canvas {
    struct paper *paper;
    const struct scene *scene;
    double right[3], up[3];     /* what of space goes right and up */
    double scale, left, bottom; /* points per metre, and the corner of the picture in metres */
    struct label *labels;       /* drawn last, where there is room */
    size_t n_labels, label_room;
};

static inline double dot(const double a[3], const double b[3])
{
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

/* ---- drawing.c ---- */
struct spot canvas_project(const struct canvas *c, const double a[3]);

/* ---- drawing_shapes.c ---- */
void canvas_draw(struct canvas *c, const struct shape *shape);
void canvas_draw_pale(const struct canvas *c, const struct shape *shape); /* lines alone, without names */

/* ---- drawing_labels.c ---- */
void canvas_label(struct canvas *c, struct spot at, const char *label, const char *fill); /* for later */
void canvas_keep_free(struct canvas *c, struct spot at);                                  /* from labels */
void canvas_write_labels(struct canvas *c);

#endif
