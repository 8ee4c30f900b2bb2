/* What the search of limits, its tables and its picture share. */
#ifndef PASO_LIMIT_IMPL_H
#define PASO_LIMIT_IMPL_H

#include "sweep/find_limit.h"
#include "sweep/limit_search.h"

struct criterion {
    bool has_error;
    double constant, slope; /* the largest error may be constant + slope * H */
    char text[64];          /* as it was written */
};

/* The runs of one combination, in the order of their macro steps. */
struct trial {
    struct request *requests;
    size_t n, n_done;
};

struct limits {
    struct campaign *c;
    const struct limit_options *options;
    struct criterion *criteria;
    size_t n_criteria;
    struct trial *trials; /* per run of the plan, which has no macro steps */
    size_t n_trials;
};

struct found {
    double limit, first_bad; /* NaN: not in the range */
    double again;            /* the largest good step above the limit; NaN: none */
    const char *why;
};

enum limit_verdict limit_judge(const struct criterion *k, const struct study *s, const struct request *r);
/* One per run that is done, in the order of the steps; to be freed. NULL: no memory. */
struct limit_point *limit_make_points(const struct limits *l, const struct trial *trial, const struct criterion *k);

bool limit_report(const struct limits *l, struct error *error);
/* `found`: per combination and criterion. */
bool limit_plot(const struct limits *l, const struct found *found, struct error *error);

#endif
