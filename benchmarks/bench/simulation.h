/* One run of a system of the build with some of its variables recorded, for cases that compare. */
#ifndef PASO_SIMULATION_H
#define PASO_SIMULATION_H

#include "benchmarks/bench/bench.h"
#include "master/couple/run.h"

enum { SIMULATION_SETS = 12 };

struct simulation {
    const char *system;                /* "lim-manipulator": systems/lim-manipulator.ssp */
    const char *sets[SIMULATION_SETS]; /* NULL ends them */
    struct run_options options;
    const char *const *columns; /* "multibody.s" ... NULL ends them */
    long every;                 /* record every so many communication points */
};

struct trace {
    double *values; /* row by row: time, then the columns */
    size_t n_rows, n_columns, room;
    double cpu_s, steps_cpu_s; /* of all, and of the steps without initialization */
    long steps;
    bool broke_down; /* an FMU has failed on the way: what came before is there */
    char why[256];
};

/* False with an error where the run could not be started, or was interrupted. A run that fails on its way has broken down,
 * which is a result. */
bool simulation_run(struct bench *bench, const struct simulation *simulation, struct trace *trace, struct error *error);
void trace_free(struct trace *trace);

/* A system of the build with these values (NULL ends them) and those of --set; kept open, and shared by all who ask. */
const struct system *simulation_system(struct bench *bench, const char *name, const char *const *sets,
                                       struct starts **starts, struct error *error);

static inline double trace_at(const struct trace *trace, size_t row, size_t column)
{
    return trace->values[row * trace->n_columns + column];
}
/* Linear between the recorded points; NAN outside of them. `row` is where to begin, and moves along. */
double trace_interpolate(const struct trace *trace, size_t column, double t, size_t *row);

void bench_close_systems(struct bench *bench);

#endif
