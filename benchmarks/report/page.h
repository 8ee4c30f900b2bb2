/* Pieces of the page. */
#ifndef PASO_PAGE_H
#define PASO_PAGE_H

#include "benchmarks/bench/outcome.h"

#include <stdio.h>

void page_figure(FILE *page, const struct figure *figure);
void page_motion(FILE *page, const struct manipulator_motion *motion);

extern const char page_style[], page_script[]; /* the files beside this one */

#endif
