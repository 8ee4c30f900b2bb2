/* A motion as a figure of a page: the data, and the player that draws it. Needs nothing but the page itself. */
#ifndef PASO_MOTION_PAGE_H
#define PASO_MOTION_PAGE_H

#include "export/motion.h"

#include <stdio.h>

/* A whole page. */
bool motion_page_write(FILE *page, const struct motion *motion);

/* The parts of it, for pages with several figures: each figure (false: out of memory), and once per page style and script, as contents of their
 * elements. */
bool motion_page_figure(FILE *page, const struct motion *motion, const char *id);
void motion_page_style(FILE *page);
void motion_page_script(FILE *page);

#endif
