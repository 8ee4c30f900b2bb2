/* How large a macro step coupling schemes will stand, along a run: one run goes to the points, every scheme its amplifier. */
#ifndef PASO_STABILITY_H
#define PASO_STABILITY_H

#include "linearize/limit.h"
#include "linearize/spectrum.h"

struct stability_options {
    struct run_options run;            /* of the run to the points; its macro step must be one that it stands */
    const struct run_options *schemes; /* to be looked at; times and macro step do not matter */
    size_t n_schemes;
    enum subsystem subsystem;
    enum probe_method method;
    double largest_step; /* that will be asked for: FMUs are told a stop time that leaves room for it */
};

struct stability;

/* The system must outlive it. */
struct stability *stability_open(const struct system *system, const struct stability_options *options,
                                 struct error *error);
void stability_close(struct stability *s); /* accepts NULL */

double stability_start_time(const struct stability *s);
double stability_stop_time(const struct stability *s); /* of the experiment */

/* Goes on to time t, not before the last one, and linearizes there. */
bool stability_advance(struct stability *s, double t, struct error *error);

const struct spectrum *stability_spectrum(const struct stability *s); /* of the coupled system at the point */
bool stability_is_own(const struct stability *s, size_t component);
const char *stability_order(const struct stability *s, size_t scheme); /* in which it steps the components: "A/B" */

bool stability_find_limit(struct stability *s, size_t scheme, const struct limit_options *options, struct limit *limit,
                          struct error *error);

#endif
