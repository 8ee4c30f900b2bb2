/* SIGINT and SIGTERM during a run: the first one asks for a clean end at the next communication point (and soon, where an
 * integration takes long to come there), the second ends the program at once (results and temporary folders are taken care of then, too). */
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
