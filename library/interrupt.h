/* SIGINT and SIGTERM during a run: the first one asks for a clean end at the next communication point (and soon, where an
 * integration takes long to come there), and ends the program after most of a second where it does not come (an FMU hangs); the second ends it at once. Results
 * and temporary folders are taken care of in any case. A copy of the process that an FMU makes ends when the run does. */
#ifndef PASO_INTERRUPT_H
#define PASO_INTERRUPT_H

#include <signal.h>

/* Called in the handler of the second signal, before the program ends; or NULL. */
typedef void (*interrupt_last_words)(void *context);

void interrupt_install(interrupt_last_words last_words, void *context);
void interrupt_remove(void); /* as it was before */

const volatile sig_atomic_t *interrupt_flag(void); /* set by the first signal */
int interrupt_signal(void);                        /* which one it was; 0: none */

#endif
