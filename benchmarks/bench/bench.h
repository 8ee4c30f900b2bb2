/* The published cases. A case knows what to run, what to compare with and where that stands; bench_list.c lists them all. It
 * reaches physics through the systems of the build, or through the monolithic solvers of this room. */
#ifndef PASO_BENCH_H
#define PASO_BENCH_H

#include "master/base/error.h"
#include "benchmarks/bench/outcome.h"

#include <signal.h>

struct bench {
    const char *folder;      /* of the build: systems/ and fmus/ are in it */
    bool quick;              /* leave out what takes long */
    const char *only;        /* comma-separated globs over "CASE/ROW" and "CASE"; NULL: everything */
    const char *const *sets; /* further NAME.VARIABLE=VALUE, in every run of a system that has the component */
    size_t n_sets;
    const volatile sig_atomic_t *interrupt; /* or NULL */
    bool show_progress;
    bool has_page; /* somebody will look at it: what moves is worth its time */

    const char *running;        /* the case */
    struct open_system *opened; /* systems are opened once, simulation.c */
};

struct paper {
    const char *citation;
    const char *doi; /* "": it has none */
};
enum { BENCH_PAPERS = 4 };

typedef bool bench_run(struct bench *bench, struct outcome *outcome, struct error *error);

struct bench_case {
    const char *name;                         /* as in `paso bench NAME` */
    const char *title;                        /* one line */
    const char *about;                        /* a few sentences for the report */
    const struct paper *papers[BENCH_PAPERS]; /* where the case comes from; NULL behind the last one */
    bool is_quick;                            /* has something to do in quick mode */
    bench_run *run;
};

/* The cases, each in a file of its own. */
bench_run lim_case_run;           /* LIM's manipulator, co-simulated */
bench_run lim_reference_case_run; /* and solved as one system */
bench_run oscillator_case_run;    /* LIM's linear oscillator */
bench_run
    linearization_case_run; /* what the probe says of the manipulator, against an independent linearization and runs */
bench_run mechanisms_case_run; /* eigenvalues and times of the N-loop four-bar linkage; what the general engine costs */
bench_run gonzalez_case_run;   /* the same linkage in its paper's coordinates, in three sets of them */
bench_run gonzalez_flexible_case_run; /* and the same paper's flexible double pendulum */
bench_run agundez_case_run;           /* agundez.h */
bench_run lut_case_run;               /* the LUT dissertation's coupled systems, solved as one set of equations */
bench_run friction_case_run;  /* the friction laws of hydraulic cylinders: their curves, and what a cycle costs */
bench_run estimator_case_run; /* the dissertation's state estimator: four sets of sensors at four rates */
bench_run excavator_case_run; /* what steps of a whole machine cost */
bench_run overhead_case_run;  /* what FMI and the master cost */

extern const struct bench_case bench_list[];
extern const size_t bench_list_length;

/* Whether --only lets this row of the running case through: to be asked before it is computed. */
bool bench_wants(const struct bench *bench, const char *row);
/* One word about what comes now, on a terminal. */
void bench_progress(const struct bench *bench, const char *format, ...) __attribute__((format(printf, 2, 3)));

#endif
