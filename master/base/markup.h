/* Text in XML, SVG and HTML. */
#ifndef PASO_MARKUP_H
#define PASO_MARKUP_H

#include <stdio.h>

void markup_escape(FILE *out, const char *text);                       /* in an element or an attribute */
void markup_attribute(FILE *out, const char *name, const char *value); /* name="value", a blank before it */
void markup_string(FILE *out, const char *text); /* a string of JSON, quotes included, also inside a script element */

#endif
