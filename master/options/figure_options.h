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

struct figure_options figure_options_default(void);
struct option_table figure_options_table(size_t base); /* size, font-size, per-panel, title */

/* The name of one that was given; NULL: none. */
const char *figure_options_given(const struct figure_options *o);

/* Whether there is a --plot for those that were given. */
bool figure_options_need_plot(const struct figure_options *o, const char *plot, struct error *error);

#endif
