/* Text in XML and SVG. */
#ifndef PASO_MARKUP_H
#define PASO_MARKUP_H

#include <stdio.h>

void markup_escape(FILE *out, const char *text);                       /* in an element or an attribute */
void markup_attribute(FILE *out, const char *name, const char *value); /* name="value", a blank before it */

#endif
