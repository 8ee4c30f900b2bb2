/* XML of unknown origin, read as a stream of elements by expat: no external entities, no entity declarations at all, bounded
 * depth and size, every complaint with its line. Also the XML schema's way of writing numbers. */
#ifndef PASO_XML_H
#define PASO_XML_H

#include "master/base/error.h"

struct xml_reader; /* while it reads */

/* Attributes are name, value, name, value, NULL. A handler that returns false stops the reading; it has raised an error. */
struct xml_handler {
    bool (*start)(struct xml_reader *xml, const char *element, const char *const *attributes, void *context);
    bool (*end)(struct xml_reader *xml, const char *element, void *context);         /* may be NULL */
    bool (*text)(struct xml_reader *xml, const char *text, size_t n, void *context); /* may be NULL; in pieces */
    void *context;
    bool namespaces;     /* names arrive as "URI name"; names without a namespace as they are */
    size_t largest_file; /* bytes; 0: the default */
};

/* `place` is how messages call the file: "modelDescription.xml". */
bool xml_read_file(const char *path, const char *place, const struct xml_handler *handler, struct error *error);
bool xml_read_bytes(const char *bytes, size_t n, const char *place, const struct xml_handler *handler,
                    struct error *error);

int xml_line(const struct xml_reader *xml);
const char *xml_place(const struct xml_reader *xml); /* "modelDescription.xml:12", until the handler returns */
struct error *xml_error(const struct xml_reader *xml);

const char *xml_attribute(const char *const *attributes, const char *name); /* NULL where it is not there */

/* Values as the schema writes them (blanks around them are allowed, INF and NaN for doubles, true/false/1/0), whatever the
 * locale; false where the text is something else. */
bool xml_double(const char *text, double *value);
bool xml_int(const char *text, int *value);
bool xml_unsigned(const char *text, unsigned *value);
bool xml_bool(const char *text, bool *value);

#endif
