/* Whether the importer may have handlers of signals: the program wants them (temporary folders are removed when a signal ends
 * it, a crash of an FMU is told), a library inside of somebody else's program must leave them alone. */
#ifndef PASO_SIGNALS_H
#define PASO_SIGNALS_H

#include <stdbool.h>

/* To be called before anything is opened: no handler, no signal stack, nobody listens to exit() inside of an FMU. */
void signals_leave_alone(void);
bool signals_are_left_alone(void);

#endif
