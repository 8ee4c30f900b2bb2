/* Pictures that gnuplot draws, SVG, PNG or PDF by the ending of their name. They appear under it when they are complete. */
#ifndef PASO_PICTURE_H
#define PASO_PICTURE_H

#include "master/base/error.h"

#include <stdio.h>

bool picture_is_possible(const char *path); /* by its ending */
struct picture_size {
    double width, height; /* mm; PNG has 200 points per inch */
    double font;          /* height of the letters, pt */
};
/* A picture of so many points on a screen. */
#define PICTURE_POINTS(width, height) ((struct picture_size){(width)*25.4 / 96, (height)*25.4 / 96, 9})

/* Has gnuplot execute what `print` writes, after terminal and file name are set. Without gnuplot: a warning, and true. */
typedef bool (*picture_print)(FILE *file, const void *context);
bool picture_draw(const char *path, struct picture_size size, picture_print print, const void *context,
                  struct error *error);

/* A text in a script: the only way for a name into it. gnuplot shows the text and does nothing else with it. */
void picture_text(FILE *file, const char *text);

#endif
