/* The documentation in an FMU: a page written by hand, with tables of the model's variables from the model itself. */
#ifndef PASO_DOCUMENT_H
#define PASO_DOCUMENT_H

#include "numerics/model.h"

#include <stdio.h>

/* Copies the page. Where a line is <!-- variables -->, the tables follow; where it is <!-- heading -->, the model's name and what it is;
 * where it is <!-- include NAME -->, the fragment NAME.html of that folder; where it is <!-- picture -->,
 * `picture`, seen from the page, if there is one (else NULL). false, with a report: there are no tables, or a file cannot be read or written. */
bool document_write(FILE *page, const char *fragments, const char *picture, FILE *document,
                    const struct model_type *type, struct model_report *report);

#endif
