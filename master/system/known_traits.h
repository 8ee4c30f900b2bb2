/* What an FMU does in Co-Simulation beyond the standard, and who says so: the user (--trait) goes before the annotation, which goes
 * before a trial. */
#ifndef PASO_KNOWN_TRAITS_H
#define PASO_KNOWN_TRAITS_H

#include "master/import/fmu.h"
#include "master/system/said_traits.h"

enum trait_source { TRAIT_BY_NOBODY, TRAIT_BY_OPTION, TRAIT_BY_ANNOTATION, TRAIT_BY_PROBE };
const char *trait_source_name(enum trait_source source); /* "option" ...; NULL: nobody */

struct known_trait {
    bool is_there; /* what nobody knows is not there */
    enum trait_source source;
};

struct known_traits {
    struct known_trait recomputes, settable;
};

/* `said` may be NULL. A trial is made only where it `may` be, and where something is not known without it. */
struct known_traits known_traits(struct fmu *fmu, const struct said_traits *said, bool may_try, double start_time);

/* Whether this input matters at initialization only. */
struct known_trait known_initial_input(struct fmu *fmu, size_t input, const struct said_traits *said, bool may_try,
                                       double start_time);

#endif
