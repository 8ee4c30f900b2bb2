/* The page that goes into exported FMUs, documentation/index.html: what the model is, a picture, how to couple it, its variables, and
 * what all of our FMUs have in common. */
#ifndef PASO_FMU_PAGE_H
#define PASO_FMU_PAGE_H

#include "export/model_file.h"

#include <stdio.h>

bool fmu_page_write(FILE *file, const struct model_file *f, struct model_report *report);

#endif
