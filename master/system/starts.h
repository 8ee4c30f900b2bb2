/* Start values of a run: those of the system, and above them what the run's options say. The system stays as it was read.
 *
 *     --set lim.m=210  ->  starts_set()  ->  run_options.starts  ->  component_set_start() */
#ifndef PASO_STARTS_H
#define PASO_STARTS_H

#include "master/system/system.h"

struct starts;

struct starts *starts_open(const struct system *s, struct error *error); /* which must outlive it */
void starts_close(struct starts *starts);                                /* accepts NULL */

/* One --set: "NAME.VARIABLE=VALUE", "VARIABLE=VALUE" of a single FMU, or "CONNECTOR=VALUE" of the system; enumerations by
 * the item's name or value. It wins over what the files say, and over what was set before. What cannot be set before the start
 * is an error. */
bool starts_set(struct starts *starts, const char *assignment, struct error *error);
/* The same for another option, which errors then name. */
bool starts_set_value(struct starts *starts, const char *name, const char *value, const char *option,
                      struct error *error);

/* All start values of a component; without `starts` those of the system. */
struct start_list starts_of(const struct system *s, const struct starts *starts, size_t component);

/* As it is written: a number with 17 digits, "true" or "false", an enumeration's integer value, or the string itself. */
const char *start_value_text(const struct fmi_variable *v, const struct start_value *start, char room[32]);

/* ---- private to system/ ---- */

/* A value for one variable goes to its component's list, and replaces an earlier one. `keeps` holds the list. */
struct arena;
struct start_target {
    struct arena *keeps;
    const struct system *system;
    struct start_list *list;
    struct port port;
    const char *place;
};
bool start_number(const struct start_target *to, double number, struct error *error);
bool start_text(const struct start_target *to, const char *text, struct error *error);

/* The item of that name, or of that number; NULL where there is none. */
const struct fmi_item *enumeration_item(const struct fmi_enumeration *e, const char *text);

#endif
