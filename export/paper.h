/* A drawing of lines, shapes and texts, in points of 1/96 inch from the upper left corner; written as SVG, or drawn by gnuplot as PNG or
 * PDF. What is put later lies above. Colours are "#rrggbb" or "none". */
#ifndef PASO_PAPER_H
#define PASO_PAPER_H

#include "master/base/error.h"

#include <stdio.h>

struct spot {
    double x, y;
};

enum paper_kind { PAPER_LINE, PAPER_POLYLINE, PAPER_POLYGON, PAPER_CIRCLE, PAPER_TEXT };
enum paper_anchor { PAPER_LEFT, PAPER_MIDDLE, PAPER_RIGHT };

struct paper {
    int width, height;
    struct paper_item *items;
    size_t n, room;
    bool has_no_memory; /* something is missing: nothing is written */
};

void paper_begin(struct paper *p, int width, int height);
void paper_end(struct paper *p);
/* What stands on `below` goes under all of p, which grows; `below` is ended. */
void paper_append(struct paper *p, struct paper *below);

void paper_line(struct paper *p, struct spot a, struct spot b, double width, const char *stroke);
void paper_dashes(struct paper *p, struct spot a, struct spot b, double width, const char *stroke);
void paper_polyline(struct paper *p, const struct spot *points, size_t n, double width, const char *stroke);
void paper_polygon(struct paper *p, const struct spot *points, size_t n, const char *fill, const char *stroke,
                   double width);
void paper_rectangle(struct paper *p, double x, double y, double width, double height, const char *fill,
                     const char *stroke, double line);
void paper_circle(struct paper *p, struct spot at, double r, const char *fill, const char *stroke, double width);
/* An arrow's head at b, of a line that comes from a. */
void paper_head(struct paper *p, struct spot a, struct spot b, double size, const char *fill);
/* `size` 0: the usual one. The text is copied. */
void paper_text(struct paper *p, struct spot at, const char *text, const char *fill, enum paper_anchor anchor,
                double size);

bool paper_print(FILE *file, const void *paper); /* as SVG */
/* By the ending of the path: .svg, or what gnuplot draws. */
bool paper_write(const struct paper *p, const char *path, struct error *error);

#endif
