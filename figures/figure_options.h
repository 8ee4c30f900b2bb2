/* How large a figure is and how it is labelled: the options that all commands with pictures share. */
#ifndef PASO_FIGURE_OPTIONS_H
#define PASO_FIGURE_OPTIONS_H

#include "master/options/options.h"

struct figure_options {
    const char *size;  /* as it was written; NULL: 180mm */
    const char *title; /* NULL: the usual one; "none" */
    double font_size;  /* pt */
    long per_panel;    /* curves; 0: all */
};

/* Sizes in mm; a height of 0 follows from what is drawn. */
struct figure_size {
    double width, height;
    double font; /* pt */
};

struct figure_options figure_options_default(void);
struct option_table figure_options_table(size_t base); /* size, font-size, title, per-panel */

/* Whether a picture can be made: the ending of its name, a place where it can be written, a size that can be read. Asked before the work,
 * not after it. */
bool figure_options_check(const struct figure_options *o, const char *path, const char *option, struct error *error);
bool figure_options_size(const struct figure_options *o, struct figure_size *size, struct error *error);

#endif
