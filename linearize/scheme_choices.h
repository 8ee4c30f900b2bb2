/* The schemes that `paso stability` is asked about: every combination of the lists on the command line. */
#ifndef PASO_SCHEME_CHOICES_H
#define PASO_SCHEME_CHOICES_H

#include "master/couple/run.h"

struct scheme_words { /* as they stand there; NULL: the default */
    const char *schemes, *orders, *extrapolations, *slopes, *feedthroughs, *iterations;
};

struct scheme_choices {
    struct run_options *options; /* copies of the common ones */
    size_t n;
    char **texts; /* owned parts of the words */
    size_t n_texts;
};

bool scheme_choices_make(struct scheme_choices *l, const struct scheme_words *words, const struct run_options *common,
                         struct error *error);
void scheme_choices_free(struct scheme_choices *l);

/* Only schemes that go one by one have an order. */
bool scheme_has_order(const struct run_options *scheme);

/* Components take micro steps, against stand-ins or waveforms. */
bool scheme_listens(const struct run_options *scheme);

const char *scheme_extrapolation(const struct run_options *scheme); /* "0", "1", "2", "model", "waveform" */
const char *slopes_name(enum slopes_choice slopes);                 /* "auto", "exact", "past" */

/* "gauss-seidel multibody/hydraulics, stale, extrapolation 1": what tells it from the default. */
void scheme_describe(const struct run_options *scheme, const char *order, char text[static 256]);

#endif
