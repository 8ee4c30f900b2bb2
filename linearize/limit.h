/* How large a macro step a scheme will stand at one point of a run. */
#ifndef PASO_STEP_LIMIT_H
#define PASO_STEP_LIMIT_H

#include "linearize/amplifier.h"

#include <complex.h>

struct limit_options {
    double from, to;  /* range of the macro step */
    size_t n_scan;    /* places that are looked at, geometrically spaced; limits between them are bisected */
    double precision; /* relative, of a limit */
};
struct limit_options limit_options_default(void);

struct growth { /* at one macro step */
    double macro_step;
    double radius; /* the largest |mu| of the amplification matrix; infinite where a component cannot take the step */
    double excess; /* the largest |mu| among modes that do not grow in the coupled system itself ... */
    bool grows;    /* ... and whether that is more than 1, beyond what rounding can do */
};

enum limit_kind {
    LIMIT_FOUND,
    LIMIT_ABOVE, /* stable in the whole range */
    LIMIT_BELOW  /* not even the smallest step of the range is stable */
};

struct limit {
    enum limit_kind kind;
    double macro_step;   /* LIMIT_FOUND: all smaller ones in the range are stable */
    struct growth *scan; /* by growing macro step */
    size_t n_scan;
    double *again; /* begin and end of each further range that is stable, beyond the limit */
    size_t n_again;
};

/* `coupled`: the eigenvalues of the coupled system itself. */
bool limit_find(struct limit *limit, struct amplifier *amplifier, const struct step_maps *maps,
                const double complex *coupled, size_t n_coupled, const struct limit_options *options,
                struct error *error);
void limit_free(struct limit *limit);

/* The growth at one macro step. */
bool growth_at(struct growth *growth, struct amplifier *amplifier, const struct step_maps *maps,
               const double complex *coupled, size_t n_coupled, double macro_step, struct error *error);

#endif
