/* Start values of a system's components. Private to system/. */
#ifndef PASO_STARTS_H
#define PASO_STARTS_H

#include "master/base/arena.h"
#include "master/system/system.h"

/* A value for one variable, in its own type and unit; it replaces an earlier one. What cannot be set is an error. */
bool start_number(struct arena *keeps, struct system *s, struct port port, double number, const char *place,
                  struct error *error);
bool start_text(struct arena *keeps, struct system *s, struct port port, const char *text, const char *place,
                struct error *error);

/* The item of that name, or of that number; NULL where there is none. */
const struct fmi_item *enumeration_item(const struct fmi_enumeration *e, const char *text);

#endif
