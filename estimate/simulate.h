/* Measurements that a filter's sensors would make of a run: its values, with noise that is the same on every machine (noise.h). Beside them
 * the truth: the states that a filter estimates. */
#ifndef PASO_SIMULATE_H
#define PASO_SIMULATE_H

#include "estimate/machine.h"

struct simulated {
    const struct filter_file *filter;
    size_t n, m, n_rows, room, width;
    double *rows; /* time; measurements (NaN: the sensor has none in this row); states */
};

/* The machine's run stands at its start, and goes to its end. Sensors with a rate have values at its multiples, others in every row. */
bool simulate_make(struct simulated *s, struct machine *machine, const struct filter_file *filter, uint64_t seed,
                   double step, struct error *error);
void simulate_free(struct simulated *s); /* also after a failure */

/* Beside each its notes, with `command`. */
bool simulate_write_measurements(const struct simulated *s, const char *path, const char *command, struct error *error);
bool simulate_write_truth(const struct simulated *s, const char *path, const char *command, struct error *error);

#endif
