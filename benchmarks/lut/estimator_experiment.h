/* The experiment of the state estimator (estimator_case.c): its sensors, its filters, and the machine as the filter sees it. */
#ifndef PASO_ESTIMATOR_EXPERIMENT_H
#define PASO_ESTIMATOR_EXPERIMENT_H

#include "benchmarks/bench/bench.h"
#include "estimate/machine.h"
#include "master/files/trajectory.h"

enum { EXPERIMENT_STATES = 5, EXPERIMENT_SETS = 4 };

extern const struct filter_sensor experiment_sensors[EXPERIMENT_STATES]; /* without rates */
extern const bool experiment_sets[EXPERIMENT_SETS][EXPERIMENT_STATES];   /* which of them a set has: table 4.2 */
static const double experiment_step = 1e-3;                              /* s */

/* A filter of one of the sets; it has no document and points to its own arrays. rate 0: as many values as there are. */
struct experiment_filter {
    struct filter_state states[EXPERIMENT_STATES];
    struct filter_sensor sensors[EXPERIMENT_STATES];
    struct filter_file file;
};
void experiment_filter_make(struct experiment_filter *f, size_t set, double rate);

/* True values and simulated measurements of all five, row by row, every millisecond. */
struct experiment_data {
    double *times, *true_values, *measured;
    size_t n;
};
/* By a run of the true machine to `stop`. */
bool experiment_simulate(struct experiment_data *x, struct bench *bench, double stop, struct error *error);
void experiment_measure(struct experiment_data *x, uint64_t seed); /* the same noise for all sets and rates */
void experiment_free(struct experiment_data *x);                   /* also after a failure */

/* As files would hold them, n rows from `first` on; `names` must outlive them. */
struct trajectory experiment_readings(const struct experiment_data *x, double *values, char **names, size_t first,
                                      size_t n);
void experiment_name_columns(char **names); /* of what was measured */
void experiment_name_states(char **names);

struct experiment_machine {
    struct starts *starts;
    struct run *run;
    struct machine machine;
};
struct experiment_model {
    const char *system; /* of the build */
    bool is_pair;       /* of FMUs: Gauss-Seidel, the fast one first */
    const char *const *changes;
};
extern const struct experiment_model experiment_truth,
    experiment_model;                                 /* one FMU each, by the trapezoidal rule with 1 ms */
extern const struct experiment_model experiment_pair; /* the model as two FMUs, which step by 0.1 ms */
bool experiment_machine_open(struct experiment_machine *o, struct bench *bench, const struct experiment_model *model,
                             double stop, const struct filter_file *filter, struct error *error);
void experiment_machine_close(struct experiment_machine *o); /* also after a failure */

#endif
