/* The options of a figure, understood. */
#ifndef PASO_FIGURE_SIZE_H
#define PASO_FIGURE_SIZE_H

#include "master/options/figure_options.h"

/* Sizes in mm; a height of 0 follows from what is drawn. */
struct figure_size {
    double width, height;
    double font; /* pt */
};

/* Whether a picture can be made: the ending of its name, a place where it can be written, a size that can be read. Asked before the work,
 * not after it. */
bool figure_options_check(const struct figure_options *o, const char *path, const char *option, struct error *error);
bool figure_options_size(const struct figure_options *o, struct figure_size *size, struct error *error);

#endif
