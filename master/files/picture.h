/* Pictures that gnuplot draws, SVG or PNG by the ending of their name. They appear under it when they are complete. */
#ifndef PASO_PICTURE_H
#define PASO_PICTURE_H

#include "master/base/error.h"

#include <stdio.h>

/* Whether a --plot can become a picture: its ending, and a place where it can be written. Asked before the work, not after it. */
bool picture_check_path(const char *path, struct error *error);

struct picture_size {
    int width, height; /* points */
};

/* Has gnuplot execute what `print` writes, after terminal and file name are set. Without gnuplot: a warning, and true. */
typedef bool (*picture_print)(FILE *file, const void *context);
bool picture_draw(const char *path, struct picture_size size, picture_print print, const void *context,
                  struct error *error);

/* A text in a script: the only way for a name into it. gnuplot shows the text and does nothing else with it. */
void picture_text(FILE *file, const char *text);

#endif
