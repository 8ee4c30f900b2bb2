/* The command line that does some work, as somebody would type it. */
#ifndef PASO_COMMAND_TEXT_H
#define PASO_COMMAND_TEXT_H

#include "master/options/options.h"

/* "paso run lim.ssp --macro-step=1ms": words that a shell would change stand in quotes. `path`: what the work is done on; it comes
 * first where it is not among the words. The caller frees the text; NULL: no memory. */
char *command_text(const char *task, const char *path, const struct text_list *words);

#endif
