/* The messages of figures: X(code, exit status, text), as error.h explains. */
#ifndef PASO_FIGURES_MESSAGES_H
#define PASO_FIGURES_MESSAGES_H

#include "master/base/error.h"

/* clang-format off */
#define FIGURES_MESSAGES(X)                                                                                            \
    X(ERROR_FIGURE_ROOM, 2, "{}: a figure of {} has no room for {} panels with their legends; give a larger " \
        "--size, or only its width")                                                                                   \
    X(WARNING_FIGURE_LABEL, 0, "{}: the label \"{}\" is longer than the figure is wide and was shortened")             \
    X(WARNING_FIGURE_PAGE_SIZE, 0, "{}: --size {} is for pictures; a page is as wide as its window")                   \
    X(WARNING_FIGURE_THINNED, 0, "{}: up to {} points of a curve are drawn as {}; the extremes of every part are kept") \
    X(ERROR_PLOT_NO_COLUMN, 2, "{}: no column \"{}\"")                                                                 \
    X(ERROR_PLOT_NO_COLUMN_BUT, 2, "{}: no column \"{}\"; did you mean \"{}\"?")                                       \
    X(ERROR_PLOT_NO_MATCH, 2, "{}: no column with numbers matches \"{}\"")                                             \
    X(ERROR_PLOT_NOTHING, 2, "{}: no column but {} holds numbers")                                                     \
    X(WARNING_PLOT_GAPS, 0, "{}: {} of {} rows of {} hold no finite number; the curve has gaps there")                 \
    X(ERROR_PLOT_ALL_GAPS, 2, "{}: {} holds no finite number")                                                         \
    X(ERROR_PLOT_NO_PANEL, 2, "--y-range {}: no panel has this name; panels are called by their unit, or by their " \
        "variable or run where it has a panel of its own")                                                                \
    X(WARNING_PLOT_STRETCHED, 0, "{}: {} stretches the axis of {}: it goes from {} to {}, all others from {} to {}; " \
        "--y-range chooses what is drawn")                                                                             \
    X(WARNING_PLOT_CUT, 0, "{}: the curves of {} go from {} to {} and are cut at the ends of the axis, {} and {}")       \
    X(WARNING_PLOT_NOTES, 0, "{}: cannot be used: {}; units and descriptions are missing")
/* clang-format on */

FIGURES_MESSAGES(MESSAGE_DECLARE)

#endif
