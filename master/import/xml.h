/* The XML schema's way of writing values. */
#ifndef PASO_XML_H
#define PASO_XML_H

#include <stdbool.h>

/* Values as the schema writes them (blanks around them are allowed, INF and NaN for doubles, true/false/1/0), whatever the
 * locale; false where the text is something else. */
bool xml_double(const char *text, double *value);
bool xml_int(const char *text, int *value);
bool xml_unsigned(const char *text, unsigned *value);
bool xml_bool(const char *text, bool *value);

#endif
