/* What of a component takes part in a linearization: its continuous states with their rates, its continuous real inputs and
 * outputs, and which of them depend on which, as its description declares it. */
#ifndef PASO_PORTS_H
#define PASO_PORTS_H

#include "master/base/arena.h"
#include "master/import/description.h"
#include "master/base/error.h"

#include <stdint.h>

/* Rows: the rates of the states, then the outputs. Columns: the states, then the inputs; the last of these are tunable parameters, where
 * somebody asks for them. */
struct ports {
    struct arena arena;
    size_t n_states, n_inputs, n_outputs;
    size_t n_tuned; /* of the inputs */
    size_t n_rows, n_columns;
    const struct fmi_variable **rows, **columns;
    unsigned *row_refs, *column_refs;
    double *nominals; /* per column */
    uint8_t *pattern; /* row by row: 1 where the row may depend on the column */
    int32_t *same_as; /* per row: the column that it is itself (an output that is a state), or -1 */
};

/* `tuned`: indices of real tunable parameters that count as inputs; or NULL. */
bool ports_open(struct ports *p, const struct description *d, const size_t *tuned, size_t n_tuned, struct error *error);
void ports_close(struct ports *p);

/* Columns that can be probed in one call, since no row depends on two of them (Curtis, Powell and Reid 1974): group[j] is the
 * number of the group of column j, from 0; -1 where no row depends on it. Returns how many there are. */
size_t columns_group(const uint8_t *pattern, size_t n_rows, size_t n_columns, int32_t *group);

#endif
