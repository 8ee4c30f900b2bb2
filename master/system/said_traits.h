/* What the user says about FMUs that no description says: --trait NAME=recomputes,settable,initial:VARIABLE. A word that begins with
 * "not-" says the opposite, whatever an annotation or a trial may say. */
#ifndef PASO_SAID_TRAITS_H
#define PASO_SAID_TRAITS_H

#include "master/base/error.h"

#include <stddef.h>

enum said { SAID_NOTHING, SAID_YES, SAID_NO };

struct said_traits {
    enum said recomputes; /* outputs may be read after inputs were set, without a step in between */
    enum said settable;   /* states may be set between steps */
    enum said initial;    /* inputs that matter at initialization only: SAID_YES those of the list, SAID_NO none */
    const char **initial_inputs;
    size_t n_initial;
};

#endif
