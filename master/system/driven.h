/* Which of a system's inputs are driven, by whom, and by --input besides. */
#ifndef PASO_DRIVEN_H
#define PASO_DRIVEN_H

#include "master/base/arena.h"
#include "master/system/starts.h"

/* What drives the port: the place of a connection, the name of a system's connector, or NULL. */
const char *system_port_driver(const struct system *s, struct port port);
/* Whether it could be driven: an input, or a tunable parameter, which may change between steps as discrete inputs do (FMI 2.0,
 * 2.2.7). */
bool system_can_be_driven(const struct fmi_variable *v);

/* The system as somebody drives it: what was read, and behind its own inputs those ports that nothing else drives and that were
 * named here. It shares all else with what was read, which must outlive it. */
struct driven_system {
    struct system system;
    struct arena arena;
};
struct driven_system driven_system(const struct system *read);
void driven_system_free(struct driven_system *d);

/* The system input of that name: a connector of the system or, as "NAME.VARIABLE" ("VARIABLE" of a single FMU), an input that
 * nothing drives or a tunable parameter, which becomes one of its inputs by this. */
bool driven_system_find(struct driven_system *d, const char *name, size_t *index, struct error *error);

/* Inputs that neither a connection nor a system input nor a start value drives, named in one warning. */
void system_warn_of_open_inputs(const struct system *s, const struct starts *starts);

#endif
